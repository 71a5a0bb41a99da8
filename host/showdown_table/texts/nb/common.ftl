# Norsk bokmål. Spillerne er dus; et navn står alltid uendret.
#
# showdown    duell: to mot hverandre. «Oppgjør» høres ut som penger.
# draw        trekke (kort). Å «tegne» er å bruke blyant, og «uavgjort» er noe annet igjen.
# Draw Two    Trekk to. Ikke «andre trekk»: ingen får spille to ganger.
# wild        joker: kortet som passer på alt. «Vilt kort» sier ingen ved bordet.
# Skip        Stå over: det er det den neste må gjøre.
# dealer      giver, eller bare «gir». En «forhandler» selger biler.
# paddle      spak: den slås ned med hånden. En «padleåre» hører til i kajakken.
# challenge   utfordre: be om å få se hånden til den som la jokeren.
# pass        melde pass: avslutte turen uten å legge kort.
# draw pile   trekkbunken; discard pile: kastebunken. Det trekkes alltid fra trekkbunken.
# round       runde; match: spillet, altså alle rundene fram til poengmålet.
# unit        apparatet. lines: strekene på siden av det.

## Putting words together

list-last = { $rest } og { $last }
count-cards = { $cards ->
    [0] ingen kort
    [one] { $cards } kort
   *[other] { $cards } kort
 }
count-points = { $points ->
    [one] { $points } poeng
   *[other] { $points } poeng
 }

## Colours and cards

colour-red = rød
    .object = rødt
colour-yellow = gul
    .object = gult
colour-green = grønn
    .object = grønt
colour-blue = blå
    .object = blått

face-draw-two = Trekk to
face-reverse = Snu
face-skip = Stå over
face-wild = Joker
face-wild-draw-four = Joker Trekk fire
face-wild-showdown = Jokerduell
face-wild-dont-talk = Joker Ikke snakk

card-coloured = { $colour } { $face }
card-with-showdown = { $card } (duell { $cards })

## Directions

direction-left = med klokka
direction-right = mot klokka

## What happened

event-round-began = Runde { $round }. { $you ->
    [dealer] Du gir.
   *[nobody] { $dealer } gir.
 } Første kort: { $first }. { $you ->
    [player] Du begynner.
   *[nobody] { $player } begynner.
 }
event-dealt = { $you ->
    [player] Du får { count-cards }: { $list }.
   *[nobody] { $player } får { count-cards }.
 }
event-reflipped = Snudd, men kan ikke starte bunken: { $card }. Et nytt kort snus.
event-played = { $you ->
    [player] Du legger { $card }.
   *[nobody] { $player } legger { $card }.
 }
event-played-wild = { $you ->
    [player] Du legger { $card } og velger { $colour }.
   *[nobody] { $player } legger { $card } og velger { $colour }.
 }
event-drew = { $you ->
    [player] Du trekker { count-cards }{ drew-why }: { $list }.
   *[nobody] { $player } trekker { count-cards }{ drew-why }.
 }
event-drew-nothing = { $you ->
    [player] Du har ingenting å trekke: bunken er tom.
   *[nobody] { $player } har ingenting å trekke: bunken er tom.
 }
event-drew-short = Det er ikke flere kort.
event-drew-showdown = { $you ->
    [player] Du tar { count-cards } fra apparatet: { $list }.
   *[nobody] { $player } tar { count-cards } fra apparatet.
 }
drew-why = { $why ->
    [draw_two] {" "}for Trekk to
    [wild_draw_four] {" "}for Joker Trekk fire
    [challenge] {" "}etter utfordringen
    [uno] {" "}for glemt UNO
    [false_catch] {" "}for grunnløs mistanke
    [false_call] {" "}for UNO i utide
    [talk] {" "}for å ha snakket
   *[turn] {""}
 }
event-passed = { $you ->
    [player] Du melder pass.
   *[nobody] { $player } melder pass.
 }
event-turn-lost = { $you ->
    [player] Du må stå over.
   *[nobody] { $player } må stå over.
 }
event-reversed = Retningen snus: { $direction }.
event-challenged = { $you ->
    [player] Du utfordrer { $target } for Joker Trekk fire.
    [target] { $player } utfordrer deg for Joker Trekk fire.
   *[nobody] { $player } utfordrer { $target } for Joker Trekk fire.
 } { $guilty ->
    [yes] Kortet var ikke lovlig.
   *[no] Kortet var lovlig.
 }
event-challenged-hand = Hånden til { $target }: { $list }.
event-uno-called = { $you ->
    [player] Du roper UNO!
   *[nobody] { $player } roper UNO!
 }
event-false-call = { $you ->
    [player] Du roper UNO, men ikke på siste kort.
   *[nobody] { $player } roper UNO, men ikke på siste kort.
 }
event-uno-caught = { $you ->
    [player] { $by } avslører deg: ett kort igjen, og du ropte ikke UNO.
    [by] Du avslører { $player }: ett kort igjen, og ingen UNO.
   *[nobody] { $by } avslører { $player }: ett kort igjen, og ingen UNO.
 }
event-false-catch = { $you ->
    [player] Du prøver å avsløre { $target } uten grunn.
    [target] { $player } prøver å avsløre deg uten grunn.
   *[nobody] { $player } prøver å avsløre { $target } uten grunn.
 }
event-silenced = { $you ->
    [player] { $by } gjør deg taus: ikke snakk før noen roper UNO.
    [by] Du gjør { $player } taus: ikke snakk før noen roper UNO.
   *[nobody] { $by } gjør { $player } taus: ikke snakk før noen roper UNO.
 }
event-talked = { $you ->
    [player] Du snakket.
   *[nobody] { $player } snakket.
 }
event-silence-over = Nå kan alle snakke igjen.
event-hands-swapped = { $you ->
    [player] Du bytter hånd med { $other }.
    [other] { $player } bytter hånd med deg.
   *[nobody] { $player } bytter hånd med { $other }.
 }
event-hands-passed = Alle sender hånden sin til nestemann, { $direction }.
event-reshuffled = Kastebunken stokkes og blir ny trekkbunke: { count-cards }.
event-showdown-began = Duell { $number } om { count-cards }: { $you ->
    [initiator] du mot { $defender }.
    [defender] { $initiator } mot deg.
   *[nobody] { $initiator } mot { $defender }.
 }
event-showdown-again = Duell { $number } en gang til, forsøk { $attempt }.
event-showdown-settled = { $you ->
    [winner] Du vinner duell { $number } mot { $loser }.
    [loser] Du taper duell { $number } mot { $winner }.
   *[nobody] { $winner } vinner duell { $number } mot { $loser }.
 }{ $by ->
    [lines] {" "}Strekene på apparatet avgjorde.
    [table] {" "}Bordet avgjorde.
    [rematches] {" "}Det blir ikke flere omkamper.
    [left] {" "}Den andre har gått.
   *[unit] {""}
 }
event-showdown-split = Duell { $number } har ingen taper: hver side tar sine egne kort.
event-showdown-skipped = Ingen duell mellom { $initiator } og { $defender }: det er ikke noe kort å skyte ut.
event-left = { $you ->
    [player] Du forlater spillet.
   *[nobody] { $player } forlater spillet.
 }
event-round-ended = { $you ->
    [winner] Du vinner runde { $round }!
   *[nobody] { $winner } vinner runde { $round }.
 }{ $points ->
    [0] {""}
   *[other] {" "}Kortene til de andre: { count-points }.
 }
event-round-drawn = Runde { $round } har ingen vinner: { $why ->
    [stalemate] ingen kan legge eller trekke.
    [shortage] det er ingen kort å trekke.
   *[left] det er for få spillere igjen.
 }
event-match-ended = { $you ->
    [winner] Du vinner spillet!
   *[nobody] { $winners } { $count ->
        [one] vinner spillet!
       *[other] deler seieren!
     }
 }

## What is waited for

prompt-play = { $you ->
    [player] Din tur: legg et kort eller trekk ett.
   *[nobody] { $player } skal legge eller trekke.
 }
prompt-drawn = { $you ->
    [player] Du har trukket et kort: legg det eller meld pass.
   *[nobody] { $player } har trukket et kort, og legger det eller melder pass.
 }
prompt-challenge = { $you ->
    [player] Joker Trekk fire mot deg: godta eller utfordre?
   *[nobody] { $player } godtar Joker Trekk fire eller utfordrer.
 }
prompt-showdown = Duell: hendene på spakene, og trykk så på knappen på apparatet.
prompt-round-over = Runden er over. Dele ut en ny?
prompt-match-over = Spillet er over.

## A showdown at the unit

unit-accepted = Apparatet gjør seg klart.
unit-armed = { $left } ved venstre spak, { $right } ved høyre. { $start ->
    [now] Nedtellingen starter av seg selv.
   *[button] Trykk på knappen på apparatet for å starte.
}
unit-counting = Vent på grønt!
unit-racing = Grønt! Trykk!
unit-launching = Kortene flyr.
unit-held = { $side ->
    [left] Venstre spak er nede: slipp den først.
   *[right] Høyre spak er nede: slipp den først.
 }

side-left-player = spilleren til venstre
side-right-player = spilleren til høyre
outcome-win = { $winner } var raskest; { $loser } tar kortene.
outcome-win-by-lines = Flest kort ligger på siden til { $loser }, som tar alle.
outcome-false-start = For tidlig: { $loser } trykket før grønt og tar kortene.
outcome-anticipated = For tett på grønt til å ha sett det: { $loser } tar kortene.
outcome-dead-heat = Begge i samme øyeblikk. En gang til!
outcome-unclear = Begge i samme øyeblikk, gang på gang: ingen vinner.
outcome-no-press = Ingen trykket.
outcome-void = Duellen teller ikke: { unit-reason }.
outcome-aborted = Duellen ble avbrutt: { unit-reason }.
outcome-cancelled = Duellen ble avlyst.
outcome-indeterminate = Apparatet vet ikke hvem som tapte. Se på strekene: hvor ligger det flest kort?
outcome-contested = Det var jevnt, og et sent signal sier noe annet. Se på strekene på apparatet.
outcome-margin = { $ms } ms mellom dem
unit-reason = { $reason ->
    [not_started] ingen trykket på knappen på apparatet
    [paddle_held] en spak ble holdt nede
    [restart] apparatet startet på nytt
    [shutdown] apparatet ble slått av
    [fault] apparatet har en feil
   *[other] apparatet kunne ikke dømme
 }

lamp-red = rødt lys
lamp-amber = gult lys
lamp-green = grønt lys

## Why something was refused

refused-unknown-action = Det går ikke an i dette spillet.
refused-stale-turn = Noe annet skjedde først. Se en gang til.
refused-wrong-phase = Det går ikke nå.
refused-no-such-seat = Den spilleren finnes ikke.
refused-gone = { $player } er ikke med lenger.
refused-not-your-turn = Det er turen til { $player }.
refused-not-the-table = Det kan bare den som leder spillet gjøre.
refused-not-in-hand = Det kortet er ikke på hånden.
refused-no-match = Kortet passer ikke: det må ha samme farge, tall eller symbol.
refused-only-drawn = Etter å ha trukket kan du bare legge kortet du trakk.
refused-not-drawn = Kortet du trakk må vente til neste tur.
refused-must-answer = Svar med samme kort, eller ta kortene.
refused-wild-draw-four = Ikke Joker Trekk fire ennå: et annet kort på hånden kan legges.
refused-not-the-same = Utenfor tur kan bare helt likt kort legges.
refused-uno-first = Rop UNO først, og legg så utenfor tur.
refused-missing-colour = Velg en farge.
refused-needless-colour = Med dette kortet velges det ingen farge.
refused-missing-opponent = Velg en annen spiller.
refused-opponent-self = Velg en annen spiller, ikke deg selv.
refused-opponent-gone = { $player } er ikke med lenger.
refused-needless-opponent = Med dette kortet velges det ingen spiller.
refused-cards-out-of-range = Her går det { $low } til { $high } kort i apparatet.
refused-needless-cards = Med dette kortet velges det ikke noe antall kort.
refused-needless-uno = UNO ropes når det er ett kort igjen.
refused-must-play = Et kort på hånden kan legges, og da må det legges.
refused-nothing-to-draw = Det er ingenting å trekke: legg eller meld pass.
refused-can-draw = Trekk et kort før du melder pass.
refused-already-called = UNO er alt ropt.
refused-self-catch = Du kan ikke avsløre deg selv.
refused-not-silenced = { $player } har lov til å snakke.
refused-unknown-showdown = Den duellen er over.
refused-not-in-showdown = Bare en av de to kan tape duellen.
refused-unknown-judge = Apparatet, strekene eller bordet sier hvem som tapte; ingen andre.
refused-no-lines = Det var ingen kort i apparatet: strekene sier ingenting.
refused-lines-out-of-range = Det stemmer ikke: det var { count-cards } i apparatet.
