# Telleren `showdown score`, for folk som spiller med ekte kort.
#
# Knappene har korte tekster: første linje høyst 14 tegn, andre høyst 17.

score-title = Poeng for ekte kort
score-back = Tilbake
score-help = Hjelp
score-quit = Avslutt

## Who plays, and how

score-start-unfinished = Ikke ferdig: { $names }; runde { $round }, { $scores }
score-start-resume = Fortsett
score-start-who = Hvem spiller? Skriv navnene i den rekkefølgen dere sitter, med klokka.
score-start-game = Spill
score-start-scoring = Vinner
score-start-target = Poeng
score-start-dealer = Giver
score-start-begin = Begynn
score-start-games = Tidligere spill
score-start-name = navn
score-game-showdown = UNO Showdown
score-game-encanto = UNO: Encanto
score-game-ordinary = UNO
score-scoring-standard = flest poeng
score-scoring-low = færrest poeng
score-scoring-one-round = én runde
score-scoring-standard-why = Den som vinner runden, får poengene for kortene til alle de andre. Førstemann til { $target } vinner.
score-scoring-low-why = Alle teller kortene på sin egen hånd. Når noen har { $target }, vinner den med lavest sum.
score-scoring-one-round-why = Den som først legger siste kort, har vunnet. Ingen poeng.

## The table

score-round = Runde { $round }
score-rules = { $game }: { $scoring }{ $target ->
    [0] {""}
   *[other] , til { $target }
 }
score-unit = Apparat: { $unit }
score-unit-none = Fant ikke noe apparat
score-points-column = Poeng
score-this-round = denne runden
score-mark-turn = sin tur
score-mark-next = neste
score-mark-dealer = giver
score-mark-uno = UNO
score-mark-silent = må tie
score-mark-left = har gått
score-mark-won = VINNER
score-prompt-turn = { $player }: legg et kort eller trekk ett. Trykk så på det som ble lagt.
score-prompt-first = { $dealer } har gitt. { $player } begynner: legg et kort eller trekk ett, og trykk så på hva det var.
score-prompt-round-over = { $dealer } gir nå; trykk så på Neste runde.
score-prompt-match-over = Takk for spillet!

score-next = Neste
score-next-why = alle andre kort
score-skip = Stå over
score-skip-why = også Trekk 2, 4
score-reverse = Snu
score-reverse-why = andre vei
score-showdown = Duell
score-showdown-why = to om kapp
score-silence = Ikke snakk
score-silence-why = gjør noen taus
score-uno = UNO
score-uno-why = siste kort
score-spoke = Snakket!
score-spoke-why = trekker { $cards }
score-over = Runde slutt
score-over-why = tom for kort
score-undo = Angre
score-undo-why-nothing = ikke noe ennå
score-redo = Gjør om
score-next-round = Neste runde
score-next-round-why = { $dealer } gir
score-new-game = Nytt spill
score-new-game-why = samme spillere
score-history = Historie
score-history-why = hva som hendte

## What was told; also what Undo takes back

score-told-next = { $player } er ferdig. Nå er det { $next }.
score-told-skip = { $skipped } må stå over. Nå er det { $next }.
score-told-reverse = Nå går spillet { $direction }. { $next } er neste.
score-told-turn = Det er turen til { $player }.
score-told-deal = { $player } gir.
score-told-showdown = Duell: { $winner } vinner. { $loser } tar { count-cards }. Nå er det { $next }.
score-told-showdown-bare = Duell: { $winner } vinner mot { $loser }. Nå er det { $next }.
score-told-uno = { $player } har ropt UNO.
score-told-uno-frees = { $player } har ropt UNO. Nå kan alle snakke igjen.
score-told-caught = { $player } ble avslørt uten UNO og trekker { count-cards }.
score-told-silence = { $player } får ikke snakke før noen roper UNO. Nå er det { $next }.
score-told-spoke = { $player } snakket og trekker { count-cards }.
score-told-round-over = { $player } vinner runde { $round } og får { count-points }.
score-told-round-over-low = { $player } vinner runde { $round }. Alle har telt sin egen hånd.
score-told-round-over-plain = { $player } vinner runden.
score-told-round-over-nobody = Runde { $round } har ingen vinner. Ingen får poeng.
score-told-match-over = { $count ->
    [one] { $winners } vinner spillet!
   *[other] { $winners } deler seieren!
 }
score-told-next-round = Runde { $round }: { $dealer } gir, { $player } begynner.
score-told-leave = { $player } har gått.
score-told-rename = { $player } har fått nytt navn.
score-told-undone = Angret: { $what }
score-told-redone = Gjort om igjen: { $what }

# The second line of the button Undo: what it takes back, in a word or two.
score-last-next = Neste
score-last-skip = Stå over
score-last-reverse = Snu
score-last-turn = turen
score-last-deal = giveren
score-last-showdown = duellen
score-last-uno = UNO
score-last-caught = straffen
score-last-silence = Ikke snakk
score-last-spoke = straffen
score-last-round-over = rundens slutt
score-last-next-round = Neste runde
score-last-leave = en som gikk
score-last-rename = navnet

## UNO, Don't Talk, Spoke

score-uno-title = Hvem har ett kort igjen?
score-uno-one = { $player } har ett kort igjen
score-uno-said = { $player }
score-uno-said-why = ropte UNO i tide
score-uno-caught = { $player }
score-uno-caught-why = avslørt: trekker { $cards }
score-silence-title = { $player } la Joker Ikke snakk. Hvem får ikke snakke?
score-spoke-nobody = Nå kan alle snakke.
score-spoke-title = Hvem snakket og må trekke { count-cards }?

## A showdown

score-duel-title = Duell
score-duel-initiator = Hvem la kortet?
score-duel-defender = Mot hvem?
score-duel-cards = Kort
score-duel-unit = På apparatet
score-duel-unit-why = det sier hvem
score-duel-how = La apparatet si hvem som tapte, eller avgjør det for hånd og trykk på den som tapte.
score-duel-lost = { $player } tapte
score-duel-lost-why = tar kortene
score-race-title = { $initiator } mot { $defender }, om { count-cards }
score-race-left = venstre spak
score-race-right = høyre spak
score-race-again = Forsøk { $attempt }
score-race-seeking = Leter etter apparatet.
score-race-not-ready = Apparatet er ikke klart ennå: { $problem }
score-race-ending = Apparatet avslutter fortsatt forrige duell.
score-race-unlinked = Kabelen er ute. Apparatet spiller videre; sett den inn igjen.
score-race-loses = { $player } taper
score-race-takes = tar kortene
score-race-no-unit = Det er ikke noe apparat her. Avgjør det for hånd og trykk på den som tapte.
score-race-indeterminate = Apparatet vet ikke hvem som tapte. Over hvilken strek ligger det flest kort?
score-race-contested = Det var jevnt, og et sent signal sier noe annet. Se på strekene.
score-race-no-press = Ingen trykket.
score-race-aborted = Apparatet avbrøt duellen.
score-race-cancelled = Duellen ble avlyst.
score-race-refused = Apparatet kan ikke ta den nå.
score-race-elsewhere = Duellen begynte på et annet apparat. Sett inn det, eller trykk på den som tapte.
score-race-swap = Bytt side
score-race-cancel = Avlys
score-race-once-more = En gang til
score-race-keep = Det står
score-race-lines = Tell kortene
score-race-drop = Ingen duell
score-race-drop-why = den teller ikke
score-race-go-on = Videre
score-lines-title = Hvor mange kort ligger over hver strek?
score-lines-of = over streken til { $player }
score-lines-even = Likt: duellen går om igjen.
score-lines-loser = { $player } tar alle kortene.
score-lines-done = Ferdig

## Counting the hands

score-count-winner = Hvem har ingen kort igjen?
score-count-nobody = Ingen
score-count-nobody-why = alle står fast
score-count-one-round-why = vinner runden
score-count-title = Hånden til { $player }
score-count-place = { $place } av { $all }
score-count-tap = Trykk på hvert kort som { $player } fortsatt har.
score-count-none = ingen kort ennå
score-count-total = { count-cards }, { count-points }
score-count-points = Poeng: { $points }
score-count-type = Skriv poengene til { $player }, eller gå tilbake til kortene.
score-count-20 = 20
score-count-20-why = Stå over, Snu, +2
score-count-40 = 40
score-count-40-why = Jokerduell
score-count-50 = 50
score-count-50-why = Joker, Trekk 4
score-count-50-why-encanto = alle jokere
score-count-remove = Ta tilbake
score-count-remove-why = siste kort
score-count-type-button = Skriv poeng
score-count-type-why = i stedet for kort
score-count-tap-button = Trykk kort
score-count-tap-why = i stedet for tall
score-count-next = Ferdig
score-count-next-why = så { $player }
score-count-last-why = til poengene
score-count-back-why = ett steg

## A player

score-player-turn = Har turen
score-player-turn-why = uansett hvem
score-player-uno = Ropte UNO
score-player-uno-why = i tide
score-player-caught = Ropte ikke UNO
score-player-caught-why = trekker { $cards }
score-player-spoke = Snakket
score-player-spoke-why = trekker { $cards }
score-player-deal = Gir denne runden
score-player-deal-why = neste begynner
score-player-rename = Annet navn
score-player-rename-why = rett det
score-player-leave = Går fra spillet
score-player-leave-why = for godt
score-player-new-name = Nytt navn

## History and earlier games

score-history-title = Historie
score-history-rounds = Runder
score-history-round = Runde { $round }: { $winner } vinner
score-history-round-drawn = Runde { $round }: ingen vinner
score-history-none = Ingenting ennå.
score-history-showdowns = Dueller
score-history-showdown = Runde { $round }: { $winner } slår { $loser }, { count-cards }
score-history-showdown-ms = { $player } { $ms } ms
score-history-showdown-early = { $player } for tidlig
score-history-penalties = Straffer
score-history-penalty-uno = Runde { $round }: { $player } trekker { count-cards } for glemt UNO
score-history-penalty-talk = Runde { $round }: { $player } trekker { count-cards } for å ha snakket
score-games-title = Tidligere spill
score-games-none = Det er ingen spill ennå.
score-games-line = { $began }  { $names }: { $state }
score-games-open = runde { $round }, { $scores }
score-games-won = vunnet av { $names }

## Help

score-help-title = Slik virker det
score-help-text =
    Dere spiller med kortene deres; denne skjermen holder orden på tur, straffer og poeng.

    Trykk etter hver tur på det som ble lagt: Neste for et tall, en farge eller et trukket kort, Stå over også for Trekk to og Joker Trekk fire, Snu, eller Duell.

    Trykket feil? Angre tar tilbake hva som helst, så ofte dere vil. Trykk på en spiller for å gi turen dit, rette et navn, eller når noen går.

    Ett kort igjen: rop UNO og trykk på UNO. Avslørt uten: to kort.

    Noen har lagt siste kort: trykk på Runde slutt, og så på kortene de andre fortsatt har. En duell om siste kort kommer først.

    Alt blir tatt vare på med en gang. Lukk vinduet og start på nytt: spillet går videre.

## What cannot be

score-no-not-now = Ikke nå.
score-no-pending = En duell er i gang: gjør den ferdig først.
score-no-no-showdown = Den duellen er over.
score-no-nothing-to-undo = Det er ingenting å angre.
score-no-nothing-to-redo = Det er ingenting å gjøre om igjen.
score-no-players = { $least } til { $most } spillere.
score-no-name = Et navn har 1 til { $most } bokstaver.
score-no-same-name = To spillere heter { $name }.
score-no-seat = Den spilleren er ikke her.
score-no-same-player = Velg to forskjellige spillere.
score-no-loser = En av de to har tapt.
score-no-cards = Høyst { $most } kort.
score-no-may-talk = { $name } har lov til å snakke.
score-no-round-began = Runden er begynt: angre til den startet, og velg så giver.
score-no-hands = En hånd mangler.
score-no-empty-hand = { $name } har ingen kort på hånden.
score-no-points = 0 til { $most } poeng.
score-no-deck = Kortstokken har bare { $most } kort som er verdt { $value }.
score-no-target = 1 til 10000 poeng.
score-no-file = Det kunne ikke lagres: { $problem }
