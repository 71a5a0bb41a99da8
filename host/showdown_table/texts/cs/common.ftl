# Čeština. Hráči si tykají; jména zůstávají v prvním pádě a věty nepoznají muže od ženy.
#
# showdown    souboj: dva proti sobě. „Zúčtování“ je účet, „vyložení“ je pokládání karet na stůl.
# draw        lízat (si): tak mluví, kdo hraje prší. „Táhnout“ se plete s „tahem“, tedy s pořadím.
# Draw Two    Lízni dvě. „Druhý tah“ ani „dva tahy“ to nejsou: nikdo nehraje dvakrát.
# wild        divoká karta: tak ji uvádějí česká pravidla. „Divoké losování“ nic nelosuje.
# Skip        Stopka: tak se jí říká u stolu.
# dealer      rozdávající, nebo jen „rozdává“. Krupiér je zaměstnanec herny.
# paddle      páčka: tiskne se rukou. Pádlo je do vody.
# challenge   nevěřit: jako ve hře, kde se volá „nevěřím“. „Výzva“ by zněla jako souboj.
# pass        pasovat: konec tahu bez zahrané karty.
# draw pile   dobírací balíček; discard pile: odhazovací hromádka. Lízá se vždy z balíčku.
# round       kolo; match: partie, tedy všechna kola až do cílových bodů.
# unit        přístroj. lines: čáry na jeho bocích.

## Putting words together

list-last = { $rest } a { $last }
count-cards = { $cards ->
    [0] žádná karta
    [one] { $cards } karta
    [few] { $cards } karty
   *[other] { $cards } karet
 }
    .object = { $cards ->
        [0] žádnou kartu
        [one] { $cards } kartu
        [few] { $cards } karty
       *[other] { $cards } karet
     }
count-points = { $points ->
    [one] { $points } bod
    [few] { $points } body
   *[other] { $points } bodů
 }

## Colours and cards

colour-red = červená
    .object = červenou
    .card-object = červenou
colour-yellow = žlutá
    .object = žlutou
    .card-object = žlutou
colour-green = zelená
    .object = zelenou
    .card-object = zelenou
colour-blue = modrá
    .object = modrou
    .card-object = modrou

face-draw-two = Lízni dvě
face-reverse = Změna směru
    .object = Změnu směru
face-skip = Stopka
    .object = Stopku
face-wild = Divoká karta
    .object = Divokou kartu
face-wild-draw-four = Divoká Lízni čtyři
    .object = Divokou Lízni čtyři
face-wild-showdown = Divoký souboj
face-wild-dont-talk = Divoká Nemluv
    .object = Divokou Nemluv

card-coloured = { $colour } { $face }
card-with-showdown = { $card } (souboj { $cards })

## Directions

direction-left = po směru hodinových ručiček
direction-right = proti směru hodinových ručiček

## What happened

event-round-began = { $round }. kolo. { $you ->
    [dealer] Rozdáváš.
   *[nobody] Rozdává { $dealer }.
 } První karta: { $first }. { $you ->
    [player] Začínáš.
   *[nobody] Začíná { $player }.
 }
event-dealt = { $you ->
    [player] Dostáváš { count-cards.object }: { $list }.
   *[nobody] { $player } dostává { count-cards.object }.
 }
event-reflipped = Otočena karta, kterou se začínat nedá: { $card }. Otáčí se další.
event-played = { $you ->
    [player] Hraješ { $card }.
   *[nobody] { $player } hraje { $card }.
 }
event-played-wild = { $you ->
    [player] Hraješ { $card } a volíš { $colour }.
   *[nobody] { $player } hraje { $card } a volí { $colour }.
 }
event-drew = { $you ->
    [player] Lížeš si { count-cards.object }{ drew-why }: { $list }.
   *[nobody] { $player } si líže { count-cards.object }{ drew-why }.
 }
event-drew-nothing = { $you ->
    [player] Nemáš si co líznout: balíček je prázdný.
   *[nobody] { $player } si nemá co líznout: balíček je prázdný.
 }
event-drew-short = Víc karet už není.
event-drew-showdown = { $you ->
    [player] Bereš si z přístroje { count-cards.object }: { $list }.
   *[nobody] { $player } si bere z přístroje { count-cards.object }.
 }
drew-why = { $why ->
    [draw_two] {" "}za Lízni dvě
    [wild_draw_four] {" "}za Divokou Lízni čtyři
    [challenge] {" "}po kontrole karet
    [uno] {" "}za nenahlášené UNO
    [false_catch] {" "}za plané upozornění
    [false_call] {" "}za předčasné UNO
    [talk] {" "}za mluvení
   *[turn] {""}
 }
event-passed = { $you ->
    [player] Pasuješ.
   *[nobody] { $player } pasuje.
 }
event-turn-lost = { $you ->
    [player] Přicházíš o tah.
   *[nobody] { $player } přichází o tah.
 }
event-reversed = Směr hry se mění: { $direction }.
event-challenged = { $you ->
    [player] Nevěříš. { $target } ukazuje karty.
    [target] { $player } nevěří. Ukazuješ karty.
   *[nobody] { $player } nevěří. { $target } ukazuje karty.
 } { $guilty ->
    [yes] Divoká Lízni čtyři se hrát nesměla.
   *[no] Divoká Lízni čtyři se hrát směla.
 }
event-challenged-hand = { $target }, karty v ruce: { $list }.
event-uno-called = { $you ->
    [player] Hlásíš UNO!
   *[nobody] { $player } hlásí UNO!
 }
event-false-call = { $you ->
    [player] Hlásíš UNO, ale poslední karta to není.
   *[nobody] { $player } hlásí UNO, ale poslední karta to není.
 }
event-uno-caught = { $you ->
    [player] { $by } si všímá: máš poslední kartu a nehlásíš UNO.
    [by] Všímáš si: { $player } má poslední kartu a nehlásí UNO.
   *[nobody] { $by } si všímá: { $player } má poslední kartu a nehlásí UNO.
 }
event-false-catch = { $you ->
    [player] Upozorňuješ zbytečně: { $target } nic nezanedbává.
    [target] { $player } tě upozorňuje zbytečně.
   *[nobody] { $player } upozorňuje zbytečně: { $target } nic nezanedbává.
 }
event-silenced = { $you ->
    [player] { $by } ti zakazuje mluvit, dokud někdo neohlásí UNO.
    [by] Zakazuješ mluvit, dokud někdo neohlásí UNO. Mlčí { $player }.
   *[nobody] { $by } zakazuje mluvit, dokud někdo neohlásí UNO. Mlčí { $player }.
 }
event-talked = { $you ->
    [player] Mluvíš, a nesmíš.
   *[nobody] { $player } mluví, a nesmí.
 }
event-silence-over = Všichni už zase smějí mluvit.
event-hands-swapped = { $you ->
    [player] Ty a { $other } si vyměňujete karty.
    [other] { $player } a ty si vyměňujete karty.
   *[nobody] { $player } a { $other } si vyměňují karty.
 }
event-hands-passed = Všichni předávají karty sousedovi, { $direction }.
event-reshuffled = Odhazovací hromádka se zamíchá a je z ní dobírací balíček: { count-cards }.
event-showdown-began = Souboj { $number } o { count-cards.object }: { $you ->
    [initiator] ty a { $defender }.
    [defender] { $initiator } a ty.
   *[nobody] { $initiator } a { $defender }.
 }
event-showdown-again = Souboj { $number } ještě jednou, pokus { $attempt }.
event-showdown-settled = { $you ->
    [winner] Vyhráváš souboj { $number }, prohrává { $loser }.
    [loser] Prohráváš souboj { $number }, vyhrává { $winner }.
   *[nobody] Souboj { $number } vyhrává { $winner }, prohrává { $loser }.
 }{ $by ->
    [lines] {" "}Rozhodly čáry na přístroji.
    [table] {" "}Tak rozhodl stůl.
    [rematches] {" "}Opakovat už se nebude.
    [left] {" "}Protistrana odešla.
   *[unit] {""}
 }
event-showdown-split = Souboj { $number } nikdo neprohrává: každá strana si bere své karty.
event-showdown-skipped = Souboj se nekoná ({ $initiator } a { $defender }): není pro něj žádná karta.
event-left = { $you ->
    [player] Odcházíš ze hry.
   *[nobody] { $player } odchází ze hry.
 }
event-round-ended = { $you ->
    [winner] Vyhráváš { $round }. kolo!
   *[nobody] { $round }. kolo vyhrává { $winner }.
 }{ $points ->
    [0] {""}
   *[other] {" "}Karty ostatních: { count-points }.
 }
event-round-drawn = { $round }. kolo nemá vítěze: { $why ->
    [stalemate] nikdo nemůže hrát ani lízat.
    [shortage] není z čeho lízat.
   *[left] zbývá málo hráčů.
 }
event-match-ended = { $you ->
    [winner] Vyhráváš partii!
   *[nobody] { $winners } { $count ->
        [one] vyhrává partii!
       *[other] se dělí o vítězství!
     }
 }

## What is waited for

prompt-play = { $you ->
    [player] Jsi na tahu: zahraj kartu, nebo si lízni.
   *[nobody] Na tahu je { $player }.
 }
prompt-drawn = { $you ->
    [player] Líznutou kartu zahraj, nebo pasuj.
   *[nobody] { $player } hraje líznutou kartu, nebo pasuje.
 }
prompt-challenge = { $you ->
    [player] Divoká Lízni čtyři na tebe: bereš, nebo nevěříš?
   *[nobody] { $player } si bere čtyři karty, nebo nevěří.
 }
prompt-showdown = Souboj: ruce na páčky, pak stiskněte tlačítko přístroje.
prompt-round-over = Konec kola. Rozdat další?
prompt-match-over = Konec partie.

## A showdown at the unit

unit-accepted = Přístroj se připravuje.
unit-armed = U levé páčky { $left }, u pravé { $right }. { $start ->
    [now] Odpočet začne sám.
   *[button] Začněte tlačítkem přístroje.
}
unit-counting = Čekejte na zelenou!
unit-racing = Zelená! Tiskněte!
unit-launching = Karty letí.
unit-held = { $side ->
    [left] Levá páčka je stisknutá: nejdřív ji pusťte.
   *[right] Pravá páčka je stisknutá: nejdřív ji pusťte.
 }

side-left-player = hráč vlevo
side-right-player = hráč vpravo
outcome-win = Rychlejší je { $winner }. Karty si bere { $loser }.
outcome-win-by-lines = Víc karet leží tam, kde hraje { $loser }; bere si všechny.
outcome-false-start = Moc brzy: { $loser } tiskne před zelenou a bere si karty.
outcome-anticipated = Moc brzy po zelené, tak rychle ji nikdo nevidí: karty si bere { $loser }.
outcome-dead-heat = Oba v jediném okamžiku. Ještě jednou!
outcome-unclear = Oba v jediném okamžiku, zas a znovu: souboj nemá vítěze.
outcome-no-press = Nikdo nic nestiskl.
outcome-void = Souboj neplatí: { unit-reason }.
outcome-aborted = Souboj byl přerušen: { unit-reason }.
outcome-cancelled = Souboj byl zrušen.
outcome-indeterminate = Přístroj nepozná, kdo prohrál. Podívejte se na čáry: kde leží víc karet?
outcome-contested = Bylo to těsné a opožděný signál mluví jinak. Podívejte se na čáry přístroje.
outcome-margin = rozdíl { $ms } ms
unit-reason = { $reason ->
    [not_started] nikdo nestiskl tlačítko přístroje
    [paddle_held] páčka zůstala stisknutá
    [restart] přístroj se restartoval
    [shutdown] přístroj byl vypnut
    [fault] přístroj má závadu
   *[other] přístroj ho nedokázal posoudit
 }

lamp-red = červená
lamp-amber = oranžová
lamp-green = zelená

## Why something was refused

refused-unknown-action = To se v této hře dělat nedá.
refused-stale-turn = Mezitím se stalo něco jiného. Podívej se znovu.
refused-wrong-phase = Teď to nejde.
refused-no-such-seat = Takový hráč tu není.
refused-gone = { $player } už nehraje.
refused-not-your-turn = Na tahu je { $player }.
refused-not-the-table = To smí jen ten, kdo hru řídí.
refused-not-in-hand = Ta karta v ruce není.
refused-no-match = Ta karta se nehodí: musí sedět barva, číslo nebo symbol.
refused-only-drawn = Po líznutí se smí zahrát jen líznutá karta.
refused-not-drawn = Líznutá karta musí počkat na další tah.
refused-must-answer = Přebij stejnou kartou, nebo si karty vezmi.
refused-wild-draw-four = Divoká Lízni čtyři teď ne: dá se zahrát jiná karta z ruky.
refused-not-the-same = Mimo pořadí se smí zahrát jen úplně stejná karta.
refused-uno-first = Nejdřív ohlas UNO, pak hraj mimo pořadí.
refused-missing-colour = Zvol barvu.
refused-needless-colour = S touto kartou se barva nevolí.
refused-missing-opponent = Vyber jiného hráče.
refused-opponent-self = Vyber jiného hráče, ne sebe.
refused-opponent-gone = { $player } už nehraje.
refused-needless-opponent = S touto kartou se hráč nevybírá.
refused-cards-out-of-range = Do přístroje se tu dává nejméně { $low } a nejvýš { $high }.
refused-needless-cards = S touto kartou se počet karet nevolí.
refused-needless-uno = UNO se hlásí, když zbývá jediná karta.
refused-must-play = Něco z ruky se zahrát dá, a tak se musí.
refused-nothing-to-draw = Není co líznout: hraj, nebo pasuj.
refused-can-draw = Než budeš pasovat, lízni si.
refused-already-called = UNO už zaznělo.
refused-self-catch = Na sebe se upozornit nedá.
refused-not-silenced = { $player } mluvit smí.
refused-unknown-showdown = Ten souboj už skončil.
refused-not-in-showdown = Souboj může prohrát jen jeden z těch dvou.
refused-unknown-judge = Kdo prohrál, určí přístroj, jeho čáry nebo stůl; nikdo jiný.
refused-no-lines = V přístroji žádné karty nebyly: čáry nic nepoví.
refused-lines-out-of-range = To nesedí, počet karet v přístroji byl jiný ({ count-cards }).
