# Hele spill ved terminalen: `showdown play`. Duellskjermen er telleren sin også.
#
# Knapper har én eller to linjer, `-why` er den andre; begge kuttes etter 17 tegn.

play-title = Et spill
race-time = { $ms } ms
race-early = for tidlig
race-toss = Mynt og kron
race-sure = Tapte { $player }? Da er duellen avgjort. Trykk y, eller Esc for å gå tilbake.
race-sure-toss = Skal mynten avgjøre duellen? Trykk y, eller Esc for å gå tilbake.
play-head = Runde { $round } · { $game }{ $target ->
    [0] {""}
   *[other] , til { $target }
 }

## The table

play-cards-column = Kort
play-log = Logg
play-leave = Forlat
play-match = Farge:
play-piles = Trekkbunken: { $pile }
play-in-unit = I apparatet: { $cards }
play-stacked = Svar, eller trekk: { count-cards }
play-may-talk = Må tie: { $players }
play-waiting = Det er turen til { $player }. Mellomrom hopper over pausen.
play-curtain = Gi tastaturet til { $player }, som trykker Enter.
play-curtain-why = Kortene er skjult til da.
play-hidden = Kortene er skjult mens { $player } spiller.

## Buttons

play-mine = Jeg er { $player }
play-mine-why = vis hånden min
play-draw = Trekk
play-draw-why = det øverste
play-draw-why-stacked = { count-cards }
play-keep = Behold det
play-keep-why = turen er over
play-pass = Meld pass
play-pass-why = ingenting å ta
play-accept = Godta
play-accept-why = trekk { count-cards }
play-challenge = Utfordre
play-challenge-why = var det lov?
play-uno = UNO!
play-uno-why = ett kort igjen
play-catch = Avslør
play-catch-why = ingen ropte UNO
play-spoke = Snakket!
play-spoke-why = trekker { $cards }
play-skip = Videre
play-skip-why = uten pause

## The card that is looked at

play-card-can = { $card } kan legges.
play-card-cannot = { $card } passer ikke nå.
play-card-only-drawn = { $card } må vente: etter å ha trukket kan du bare legge kortet du trakk.
play-card-later = { $card }.
play-card-keys = Legg: piler og Enter, nummeret, eller et klikk. Trykk ? for hjelp.
play-effect-draw-two = Neste spiller trekker to kort og må stå over.
play-effect-reverse = Det snur retningen.
play-effect-skip = Neste spiller må stå over.
play-effect-wild = Du velger farge.
play-effect-wild-draw-four = Du velger farge; neste spiller trekker fire, eller utfordrer. Bare lov når du ikke har kort i fargen som gjelder.
play-effect-wild-showdown = Du velger farge, motstander og hvor mange kort duellen gjelder.
play-effect-wild-dont-talk = Du velger farge, og hvem som må tie.
play-effect-showdown = Det starter en duell mot { $player } om { count-cards }.
play-ask-colour = { $card }: hvilken farge?
play-ask-colour-held = du har { $cards }
play-ask-hand = Du har { $list }.
play-ask-opponent = { $card }: hvem?
play-ask-opponent-why = har { count-cards }
play-ask-cards = { $card }: om hvor mange kort?
play-ask-cards-why = i apparatet
play-ask-uno = Da er det ett kort igjen. Rope UNO?
play-ask-uno-yes = UNO!
play-ask-uno-yes-why = rop det nå
play-ask-uno-no = Si ingenting
play-ask-uno-no-why = og håp
play-ask-who-uno = Hvem roper UNO?
play-ask-who-catches = Hvem avslørte noen?
play-ask-whom-catch = Hvem har ett kort og har ikke ropt UNO?
play-ask-who-spoke = Hvem snakket?
play-ask-who-leaves = Hvem forlater spillet for godt?
play-hand-of = Hånden til { $player }, ikke for andre øyne
play-quit-title = Avslutte?
play-quit-text = Spillet er lagret slik det står nå. Slik fortsetter det:
play-quit-showdown = En duell er i gang: apparatet spiller den ferdig alene, og resultatet hentes når dere fortsetter.
play-quit-waiting = Duellen venter; det spørres om den igjen når dere fortsetter.
play-round-over = Runde { $round } er over
play-match-over = Spillet er over
play-out = ingen kort igjen
play-next-round = Neste runde
play-next-round-why = gi på nytt
play-new-match = Et nytt spill begynner slik:
play-no-file = Det kunne ikke lagres, så ingenting er endret: { $problem }
play-bot-failed = { $player } spiller ikke som den skal; heretter spiller tilfeldet for den: { $problem }
play-help-title = Slik virker det
play-help-text =
    Bli kvitt kortene dine. På din tur legger du et kort med samme farge, tall eller symbol som det øverste kortet; en joker passer alltid. Kort i dobbel ramme kan legges.

    Velg kort med pil venstre og høyre og trykk Enter, trykk nummeret, eller klikk på det. Passer ingenting, eller vil du ikke? Trekk et kort (d), og legg det eller behold det.

    Ett kort igjen? Rop UNO: idet du legger, eller trykk u med en gang. Den som glemmer det og blir avslørt (g), trekker to kort.

    Et kort med * starter en duell: to spillere kappes ved apparatet, og den seneste tar så mange kort som det står bak *. Hendene på spakene, trykk på knappen, vent på grønt, slå. Den som er for tidlig ute, taper.

    Joker Trekk fire mot deg? Godta den, eller utfordre: hadde den som la den et kort i fargen, må den spilleren trekke de fire; hvis ikke, trekker du seks.

    Den som er kvitt alle kortene, vinner runden og får poengene for kortene til alle de andre. Førstemann til poengene dere har avtalt, vinner spillet.

    Pilen ved spillerne viser retningen, trekanten hvem som har turen. Klikk på en spiller for å avsløre den, eller når noen går.

    Flere ved ett tastatur: kortene er skjult til nestemann har trykket Enter.

    Alt blir tatt vare på med en gang. Avslutt når dere vil; spillet går videre derfra.
