# Celé partie u terminálu: `showdown play`. Obrazovku souboje má i počítadlo.
#
# Tlačítka mají jeden nebo dva řádky, `-why` je druhý; oba se krátí po 17 znacích.

play-title = Partie
race-time = { $ms } ms
race-early = moc brzy
race-toss = Hodit mincí
race-sure = Prohrává { $player }? Tím je souboj rozhodnutý. Stiskněte y, nebo Esc pro návrat.
race-sure-toss = Má o souboji rozhodnout mince? Stiskněte y, nebo Esc pro návrat.
play-head = { $round }. kolo · { $game }{ $target ->
    [0] {""}
   *[other] , do { $target }
 }

## The table

play-cards-column = Karty
play-log = Zápis
play-leave = Odejít
play-match = Barva:
play-piles = Dobírací balíček: { $pile }
play-in-unit = V přístroji: { $cards }
play-stacked = Přebít, nebo si líznout: { count-cards.object }
play-may-talk = Mlčí: { $players }
play-waiting = Na tahu je { $player }. Mezerník přeskočí čekání.
play-curtain = Ke klávesnici jde { $player } a stiskne Enter.
play-curtain-why = Do té doby jsou karty skryté.
play-hidden = Karty jsou skryté, teď hraje { $player }.

## Buttons

play-mine = Já jsem { $player }
play-mine-why = ukázat karty
play-draw = Líznout
play-draw-why = vrchní kartu
play-draw-why-stacked = { count-cards.object }
play-keep = Nechat si ji
play-keep-why = konec tahu
play-pass = Pasovat
play-pass-why = není co líznout
play-accept = Vzít si
play-accept-why = { count-cards.object }
play-challenge = Nevěřím
play-challenge-why = smělo se to?
play-uno = UNO!
play-uno-why = poslední karta
play-catch = Upozornit
play-catch-why = UNO nezaznělo
play-spoke = Mluví!
play-spoke-why = líže si { $cards }
play-skip = Dál
play-skip-why = nečekat

## The card that is looked at

play-card-can = { $card } se dá zahrát.
play-card-cannot = { $card } se teď nehodí.
play-card-only-drawn = { $card } počká: po líznutí se smí zahrát jen líznutá karta.
play-card-later = { $card }.
play-card-keys = Hrát: šipky a Enter, číslo karty, nebo klepnutí. Návod: stiskněte ?
play-effect-draw-two = Další hráč si lízne dvě karty a přijde o tah.
play-effect-reverse = Mění směr hry.
play-effect-skip = Další hráč přijde o tah.
play-effect-wild = Zvolíš barvu.
play-effect-wild-draw-four = Zvolíš barvu; další hráč si lízne čtyři, nebo nevěří. Smí se hrát, jen když nemáš kartu platné barvy.
play-effect-wild-showdown = Zvolíš barvu, soupeře a o kolik karet se utkáte.
play-effect-wild-dont-talk = Zvolíš barvu a kdo nesmí mluvit.
play-effect-showdown = Spustí souboj o { count-cards.object }, soupeřem je { $player }.
play-ask-colour = { $card }: která barva?
play-ask-colour-held = v ruce { $cards }
play-ask-hand = V ruce: { $list }.
play-ask-opponent = { $card }: který hráč?
play-ask-opponent-why = má { count-cards.object }
play-ask-cards = { $card }: o kolik karet?
play-ask-cards-why = do přístroje
play-ask-uno = Potom zbude jediná karta. Ohlásit UNO?
play-ask-uno-yes = UNO!
play-ask-uno-yes-why = ohlásit hned
play-ask-uno-no = Mlčet
play-ask-uno-no-why = a doufat
play-ask-who-uno = Kdo hlásí UNO?
play-ask-who-catches = Kdo upozorňuje?
play-ask-whom-catch = Kdo má jednu kartu a nehlásí UNO?
play-ask-who-spoke = Kdo mluví?
play-ask-who-leaves = Kdo odchází z partie natrvalo?
play-hand-of = { $player }: karty v ruce, ostatní se nedívají
play-quit-title = Skončit?
play-quit-text = Partie zůstává uložená tak, jak je teď. Pokračuje se takto:
play-quit-showdown = Probíhá souboj: přístroj ho dohraje sám a výsledek se načte, až budete pokračovat.
play-quit-waiting = Souboj počká; až budete pokračovat, objeví se znovu.
play-round-over = { $round }. kolo skončilo
play-match-over = Partie skončila
play-out = už bez karet
play-next-round = Další kolo
play-next-round-why = rozdat znovu
play-new-match = Nová partie začíná takto:
play-no-file = Nepodařilo se uložit, takže se nic nezměnilo: { $problem }
play-bot-failed = { $player } nehraje, jak má; odteď za něj hraje náhoda: { $problem }
play-help-title = Jak se hraje
play-help-text =
    Zbavte se svých karet. Na tahu zahrajte kartu, která má stejnou barvu, číslo nebo symbol jako vrchní karta; divoká karta se hodí vždycky. Karty ve dvojitém rámečku se dají zahrát.

    Kartu vyberte šipkami vlevo a vpravo a stiskněte Enter, stiskněte její číslo, nebo na ni klepněte. Nic se nehodí, nebo nechcete? Lízněte si (d) a líznutou kartu zahrajte, nebo si ji nechte.

    Zbývá poslední karta? Ohlaste UNO: při hraní, nebo hned potom klávesou u. Kdo zapomene a někdo na to upozorní (g), líže si dvě karty.

    Karta s hvězdičkou * spouští souboj: dva hráči se utkají u přístroje a pomalejší si bere tolik karet, kolik stojí za hvězdičkou. Ruce na páčky, stisknout tlačítko, počkat na zelenou, udeřit. Kdo se neudrží, prohrává.

    Divoká Lízni čtyři na vás? Vezměte si karty, nebo řekněte, že nevěříte: měl-li ten, kdo ji hraje, kartu platné barvy, líže si čtyři karty sám; neměl-li, lížete si šest.

    Kdo už nemá karty, vyhrává kolo a dostává body za karty všech ostatních. Kdo má první dohodnuté body, vyhrává partii.

    Šipka vedle hráčů ukazuje směr, trojúhelník toho, kdo je na tahu. Na hráče klepněte, když ho chcete upozornit, nebo když odchází.

    Víc lidí u jedné klávesnice: karty jsou skryté, dokud další nestiskne Enter.

    Všechno se hned ukládá. Skončit můžete kdykoli; partie pak pokračuje tam, kde je.
