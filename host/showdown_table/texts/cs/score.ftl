# Počítadlo `showdown score` pro lidi se skutečnými kartami. Stůl se oslovuje „vy“, hráč „ty“.
#
# Popisky tlačítek jsou krátké: první řádek nejvýš 14 znaků, druhý nejvýš 17.

score-title = Počítadlo pro skutečné karty
score-back = Zpět
score-help = Návod
score-quit = Konec

## Who plays, and how

score-start-unfinished = Nedohráno: { $names }; { $round }. kolo, { $scores }
score-start-resume = Pokračovat
score-start-who = Kdo hraje? Napište jména tak, jak sedíte, po směru hodinových ručiček.
score-start-game = Hra
score-start-scoring = Vyhrává
score-start-target = Body
score-start-dealer = Rozdává
score-start-begin = Začít
score-start-games = Dřívější hry
score-start-name = jméno
score-game-showdown = UNO Showdown
score-game-encanto = UNO: Encanto
score-game-ordinary = UNO
score-scoring-standard = nejvíc bodů
score-scoring-low = nejmíň bodů
score-scoring-one-round = jediné kolo
score-scoring-standard-why = Vítěz kola dostává body za karty všech ostatních. Kdo má první { $target }, vyhrává.
score-scoring-low-why = Každý si počítá karty, které drží. Jakmile má někdo { $target }, vyhrává nejnižší součet.
score-scoring-one-round-why = Kdo se první zbaví poslední karty, vyhrává. Bez bodů.

## The table

score-round = { $round }. kolo
score-rules = { $game }: { $scoring }{ $target ->
    [0] {""}
   *[other] , do { $target }
 }
score-unit = Přístroj: { $unit }
score-unit-none = Přístroj nenalezen
score-points-column = Body
score-this-round = toto kolo
score-mark-turn = na tahu
score-mark-next = další
score-mark-dealer = rozdává
score-mark-uno = UNO
score-mark-silent = nesmí mluvit
score-mark-left = už nehraje
score-mark-won = VÍTĚZ
score-prompt-turn = { $player }: zahraj kartu, nebo si lízni. Pak ťukni na to, co se hrálo.
score-prompt-first = Rozdává { $dealer }. Začíná { $player }: zahraj kartu, nebo si lízni, pak ťukni, co to bylo.
score-prompt-round-over = Teď rozdává { $dealer }, potom ťukněte na Další kolo.
score-prompt-match-over = Díky za hru!

score-next = Další
score-next-why = jakákoli jiná
score-skip = Stopka
score-skip-why = i Lízni 2, 4
score-reverse = Změna směru
score-reverse-why = opačným směrem
score-showdown = Souboj
score-showdown-why = dva proti sobě
score-silence = Nemluv
score-silence-why = umlčet někoho
score-uno = UNO
score-uno-why = jedna karta
score-spoke = Mluví!
score-spoke-why = líže si { $cards }
score-over = Konec kola
score-over-why = došly karty
score-undo = Vrátit
score-undo-why-nothing = zatím nic
score-redo = Znovu
score-next-round = Další kolo
score-next-round-why = rozdává { $dealer }
score-new-game = Nová hra
score-new-game-why = stejní hráči
score-history = Historie
score-history-why = co se stalo

## What was told; also what Undo takes back

score-told-next = { $player } má hotovo. Na tahu je { $next }.
score-told-skip = { $skipped } přichází o tah. Na tahu je { $next }.
score-told-reverse = Teď se hraje { $direction }. Na tahu je { $next }.
score-told-turn = Na tahu je { $player }.
score-told-deal = Rozdává { $player }.
score-told-showdown = Souboj: vyhrává { $winner }. { $loser } si bere { count-cards.object }. Na tahu je { $next }.
score-told-showdown-bare = Souboj: vyhrává { $winner }, prohrává { $loser }. Na tahu je { $next }.
score-told-uno = { $player } hlásí UNO.
score-told-uno-frees = { $player } hlásí UNO. Všichni už zase smějí mluvit.
score-told-caught = { $player } nehlásí UNO a líže si { count-cards.object }.
score-told-silence = { $player } nesmí mluvit, dokud někdo neohlásí UNO. Na tahu je { $next }.
score-told-spoke = { $player } mluví a líže si { count-cards.object }.
score-told-round-over = { $round }. kolo vyhrává { $player } a dostává { count-points }.
score-told-round-over-low = { $round }. kolo vyhrává { $player }. Každý má spočítané karty, které drží.
score-told-round-over-plain = Kolo vyhrává { $player }.
score-told-round-over-nobody = { $round }. kolo nemá vítěze. Body nedostává nikdo.
score-told-match-over = { $count ->
    [one] { $winners } vyhrává celou hru!
   *[other] { $winners } se dělí o vítězství!
 }
score-told-next-round = { $round }. kolo: rozdává { $dealer }, začíná { $player }.
score-told-leave = { $player } odchází ze hry.
score-told-rename = Nové jméno: { $player }.
score-told-undone = Vráceno: { $what }
score-told-redone = Uděláno znovu: { $what }

# The second line of the button Undo: what it takes back, in a word or two.
score-last-next = Další
score-last-skip = Stopka
score-last-reverse = Změna směru
score-last-turn = kdo hraje
score-last-deal = kdo rozdává
score-last-showdown = souboj
score-last-uno = UNO
score-last-caught = trest
score-last-silence = Nemluv
score-last-spoke = trest
score-last-round-over = konec kola
score-last-next-round = Další kolo
score-last-leave = odchod
score-last-rename = jméno

## UNO, Don't Talk, Spoke

score-uno-title = Kdo má poslední kartu?
score-uno-one = { $player }: poslední karta
score-uno-said = { $player }
score-uno-said-why = hlásí včas
score-uno-caught = { $player }
score-uno-caught-why = nehlásí, líže { $cards }
score-silence-title = { $player } hraje Divokou Nemluv. Kdo nesmí mluvit?
score-spoke-nobody = Teď smějí mluvit všichni.
score-spoke-title = Kdo mluví, a tak si líže { count-cards.object }?

## A showdown

score-duel-title = Souboj
score-duel-initiator = Kdo kartu hraje?
score-duel-defender = Proti komu?
score-duel-cards = Karty
score-duel-unit = Na přístroji
score-duel-unit-why = určí, kdo prohrál
score-duel-how = Kdo prohrál, určí přístroj; nebo to rozhodněte bez něj a ťukněte, kdo prohrál.
score-duel-lost = Prohrává { $player }
score-duel-lost-why = bere si karty
score-race-title = { $initiator } a { $defender } v souboji o { count-cards.object }
score-race-left = levá páčka
score-race-right = pravá páčka
score-race-again = Pokus { $attempt }
score-race-seeking = Hledá se přístroj.
score-race-not-ready = Přístroj ještě není připravený: { $problem }
score-race-ending = Přístroj ještě dokončuje předchozí souboj.
score-race-unlinked = Kabel je odpojený. Přístroj hraje dál; kabel zase zapojte.
score-race-loses = Prohrává { $player }
score-race-takes = bere si karty
score-race-no-unit = Přístroj tu není. Rozhodněte to bez něj a ťukněte, kdo prohrál.
score-race-indeterminate = Přístroj nepozná, kdo prohrál. Za kterou čarou leží víc karet?
score-race-contested = Bylo to těsné a opožděný signál mluví jinak. Podívejte se na čáry.
score-race-no-press = Nikdo nic nestiskl.
score-race-aborted = Přístroj souboj přerušil.
score-race-cancelled = Souboj byl zrušen.
score-race-refused = Přístroj ho teď hrát nemůže.
score-race-elsewhere = Souboj začal na jiném přístroji. Připojte ho, nebo ťukněte, kdo prohrál.
score-race-swap = Vyměnit strany
score-race-cancel = Zrušit
score-race-once-more = Ještě jednou
score-race-keep = Platí
score-race-lines = Spočítat karty
score-race-drop = Bez souboje
score-race-drop-why = nepočítá se
score-race-go-on = Pokračovat
score-lines-title = Kolik karet leží za kterou čarou?
score-lines-of = za čarou na straně, kde je { $player }
score-lines-even = Stejně: souboj se opakuje.
score-lines-loser = { $player } si bere všechny karty.
score-lines-done = Hotovo

## Counting the hands

score-count-winner = Kdo už nemá žádnou kartu?
score-count-nobody = Nikdo
score-count-nobody-why = dál to nejde
score-count-one-round-why = vyhrává kolo
score-count-title = Karty v ruce: { $player }
score-count-place = { $place } z { $all }
score-count-tap = Ťukněte na každou kartu, kterou { $player } ještě drží.
score-count-none = zatím žádné karty
score-count-total = { count-cards }, { count-points }
score-count-points = Body: { $points }
score-count-type = { $player }: napište body, nebo se vraťte k ťukání karet.
score-count-20 = 20
score-count-20-why = Stopka, směr, +2
score-count-40 = 40
score-count-40-why = Divoký souboj
score-count-50 = 50
score-count-50-why = Divoká, Lízni 4
score-count-50-why-encanto = všechny divoké
score-count-remove = Vzít zpět
score-count-remove-why = poslední kartu
score-count-type-button = Napsat body
score-count-type-why = místo karet
score-count-tap-button = Ťukat karty
score-count-tap-why = místo bodů
score-count-next = Hotovo
score-count-next-why = pak { $player }
score-count-last-why = a k výsledkům
score-count-back-why = o krok

## A player

score-player-turn = Je na tahu
score-player-turn-why = ať hrál kdokoli
score-player-uno = Hlásí UNO
score-player-uno-why = včas
score-player-caught = Nehlásí UNO
score-player-caught-why = líže si { $cards }
score-player-spoke = Mluví
score-player-spoke-why = líže si { $cards }
score-player-deal = Rozdává
score-player-deal-why = začíná další
score-player-rename = Jiné jméno
score-player-rename-why = opravit
score-player-leave = Odchází ze hry
score-player-leave-why = natrvalo
score-player-new-name = Nové jméno

## History and earlier games

score-history-title = Historie
score-history-rounds = Kola
score-history-round = { $round }. kolo: vyhrává { $winner }
score-history-round-drawn = { $round }. kolo: bez vítěze
score-history-none = Zatím nic.
score-history-showdowns = Souboje
score-history-showdown = { $round }. kolo: vyhrává { $winner }, prohrává { $loser }, { count-cards }
score-history-showdown-ms = { $player } { $ms } ms
score-history-showdown-early = { $player } moc brzy
score-history-penalties = Tresty
score-history-penalty-uno = { $round }. kolo: { $player } si líže { count-cards.object } za nenahlášené UNO
score-history-penalty-talk = { $round }. kolo: { $player } si líže { count-cards.object } za mluvení
score-games-title = Dřívější hry
score-games-none = Zatím tu žádné hry nejsou.
score-games-line = { $began }  { $names }: { $state }
score-games-open = { $round }. kolo, { $scores }
score-games-won = vítězství: { $names }

## Help

score-help-title = Jak to funguje
score-help-text =
    Hrajete se svými kartami; tady se hlídá, kdo je na tahu, tresty a body.

    Po každém tahu ťukněte, co se hrálo: Další je číslo, barva nebo líznutá karta, Stopka také Lízni dvě a Divoká Lízni čtyři, dál Změna směru, nebo Souboj.

    Ťukli jste vedle? Vrátit vezme zpět cokoli, kolikrát chcete. Ťuknutím na hráče mu dáte tah, opravíte jméno, nebo řeknete, že odchází.

    Poslední karta v ruce: ohlaste UNO a ťukněte na UNO. Kdo to neudělá a někdo si všimne, líže si dvě karty.

    Někdo zahrál poslední kartu: ťukněte na Konec kola a pak na karty, které ostatní ještě drží. Souboj o poslední kartu má přednost.

    Všechno se hned ukládá. Okno můžete zavřít a spustit znovu: hra pokračuje.

## What cannot be

score-no-not-now = Teď to nejde.
score-no-pending = Probíhá souboj: nejdřív ho dokončete.
score-no-no-showdown = Ten souboj už skončil.
score-no-nothing-to-undo = Není co vrátit.
score-no-nothing-to-redo = Není co udělat znovu.
score-no-players = Hráčů musí být { $least } až { $most }.
score-no-name = Jméno má 1 až { $most } písmen.
score-no-same-name = Jméno { $name } je tu dvakrát.
score-no-seat = Takový hráč tu není.
score-no-same-player = Vyberte dva různé hráče.
score-no-loser = Prohrává jeden z těch dvou.
score-no-cards = Nejvýš { $most ->
    [one] { $most } karta.
    [few] { $most } karty.
   *[other] { $most } karet.
 }
score-no-may-talk = { $name } mluvit smí.
score-no-round-began = Kolo už běží: vraťte se na jeho začátek a pak určete, kdo rozdává.
score-no-hands = Chybí karty jednoho hráče.
score-no-empty-hand = { $name } nemá v ruce žádné karty.
score-no-points = 0 až { $most } bodů.
score-no-deck = Karet za { $value } je v balíčku jen { $most }.
score-no-target = 1 až 10000 bodů.
score-no-file = Nepodařilo se uložit: { $problem }
