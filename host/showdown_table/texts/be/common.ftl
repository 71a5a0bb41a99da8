# Беларуская мова, афіцыйны правапіс. Да гульца звяртаюцца на «ты»; імя стаіць у назоўным склоне,
# і сказ не ведае, мужчына гэта ці жанчына.
#
# showdown    паядынак: двое адзін супраць аднаго. «Разлік» пра грошы, «раскладка» пра карты на стале.
# draw        браць (карту з калоды). «Нічыя» і «маляваць» значаць зусім іншае.
# Draw Two    Вазьмі дзве. Не «другі ход»: ніхто не ходзіць двойчы.
# wild        дзікая карта: падыходзіць да ўсяго. «Дзікага жараб’я» ніхто не цягне.
# Skip        Прапусці ход: тое, што робіць наступны.
# dealer      раздае. «Круп’е» працуе ў казіно, «дылер» прадае машыны.
# paddle      рычажок: яго націскаюць рукой. Вясло патрэбнае ў лодцы.
# challenge   не верыць: як у гульні «веру — не веру».
# pass        пасаваць: скончыць ход без карты.
# draw pile   калода; discard pile: скід. Бяруць заўсёды з калоды.
# round       раўнд; match: партыя, гэта значыць усе раўнды да патрэбных ачкоў.
# unit        прылада. lines: лініі на яе баках.

## Putting words together

list-last = { $rest } і { $last }
count-cards = { $cards ->
    [one] { $cards } карта
    [few] { $cards } карты
   *[many] { $cards } карт
 }
    .object = { $cards ->
        [one] { $cards } карту
        [few] { $cards } карты
       *[many] { $cards } карт
     }
count-points = { $points ->
    [one] { $points } ачко
    [few] { $points } ачкі
   *[many] { $points } ачкоў
 }

## Colours and cards

colour-red = чырвоны
    .card = чырвоная
    .card-object = чырвоную
colour-yellow = жоўты
    .card = жоўтая
    .card-object = жоўтую
colour-green = зялёны
    .card = зялёная
    .card-object = зялёную
colour-blue = сіні
    .card = сіняя
    .card-object = сінюю

face-draw-two = Вазьмі дзве
face-reverse = Змена кірунку
    .object = Змену кірунку
face-skip = Прапусці ход
face-wild = Дзікая карта
    .object = Дзікую карту
face-wild-draw-four = Дзікая Вазьмі чатыры
    .object = Дзікую Вазьмі чатыры
face-wild-showdown = Дзікі паядынак
face-wild-dont-talk = Дзікая Маўчы
    .object = Дзікую Маўчы

card-coloured = { $colour } { $face }
card-with-showdown = { $card } (паядынак { $cards })

## Directions

direction-left = па гадзіннікавай стрэлцы
direction-right = супраць гадзіннікавай стрэлкі

## What happened

event-round-began = Раўнд { $round }. { $you ->
    [dealer] Раздаеш ты.
   *[nobody] Раздае { $dealer }.
 } Першая карта: { $first }. { $you ->
    [player] Пачынаеш ты.
   *[nobody] Пачынае { $player }.
 }
event-dealt = { $you ->
    [player] Атрымліваеш { count-cards.object }: { $list }.
   *[nobody] { $player } атрымлівае { count-cards.object }.
 }
event-reflipped = Адкрылася карта, з якой не пачынаюць: { $card }. Адкрываецца наступная.
event-played = { $you ->
    [player] Кладзеш { $card }.
   *[nobody] { $player } кладзе { $card }.
 }
event-played-wild = { $you ->
    [player] Кладзеш { $card } і выбіраеш { $colour } колер.
   *[nobody] { $player } кладзе { $card } і выбірае { $colour } колер.
 }
event-drew = { $you ->
    [player] Бярэш { count-cards.object }{ drew-why }: { $list }.
   *[nobody] { $player } бярэ { count-cards.object }{ drew-why }.
 }
event-drew-nothing = { $you ->
    [player] Браць няма чаго: калода пустая.
   *[nobody] { $player } нічога не бярэ: калода пустая.
 }
event-drew-short = Больш карт няма.
event-drew-showdown = { $you ->
    [player] Забіраеш з прылады { count-cards.object }: { $list }.
   *[nobody] { $player } забірае з прылады { count-cards.object }.
 }
drew-why = { $why ->
    [draw_two] {" "}за Вазьмі дзве
    [wild_draw_four] {" "}за Дзікую Вазьмі чатыры
    [challenge] {" "}пасля праверкі
    [uno] {" "}за забытае UNO
    [false_catch] {" "}за дарэмны папрок
    [false_call] {" "}за заўчаснае UNO
    [talk] {" "}за размову
   *[turn] {""}
 }
event-passed = { $you ->
    [player] Пасуеш.
   *[nobody] { $player } пасуе.
 }
event-turn-lost = { $you ->
    [player] Прапускаеш ход.
   *[nobody] { $player } прапускае ход.
 }
event-reversed = Кірунак мяняецца: { $direction }.
event-challenged = { $you ->
    [player] Не верыш. { $target } паказвае карты.
    [target] { $player } не верыць. Паказваеш карты.
   *[nobody] { $player } не верыць. { $target } паказвае карты.
 } { $guilty ->
    [yes] Класці Дзікую Вазьмі чатыры было нельга.
   *[no] Класці Дзікую Вазьмі чатыры было можна.
 }
event-challenged-hand = { $target }, карты на руках: { $list }.
event-uno-called = { $you ->
    [player] Кажаш UNO!
   *[nobody] { $player } кажа UNO!
 }
event-false-call = { $you ->
    [player] Кажаш UNO, але карта не апошняя.
   *[nobody] { $player } кажа UNO, але карта не апошняя.
 }
event-uno-caught = { $you ->
    [player] { $by } заўважае: у цябе апошняя карта, а UNO не гучала.
    [by] Заўважаеш: { $player } трымае апошнюю карту, а UNO не гучала.
   *[nobody] { $by } заўважае: { $player } трымае апошнюю карту, а UNO не гучала.
 }
event-false-catch = { $you ->
    [player] Папракаеш дарма: { $target } нічога не парушае.
    [target] { $player } папракае цябе дарма.
   *[nobody] { $player } папракае дарма: { $target } нічога не парушае.
 }
event-silenced = { $you ->
    [player] { $by } забараняе табе размаўляць, пакуль нехта не скажа UNO.
    [by] Забараняеш размаўляць, пакуль нехта не скажа UNO. Маўчыць { $player }.
   *[nobody] { $by } забараняе размаўляць, пакуль нехта не скажа UNO. Маўчыць { $player }.
 }
event-talked = { $you ->
    [player] Размаўляеш, хоць нельга.
   *[nobody] { $player } размаўляе, хоць нельга.
 }
event-silence-over = Усім зноў можна размаўляць.
event-hands-swapped = { $you ->
    [player] Ты і { $other } мяняецеся картамі.
    [other] { $player } і ты мяняецеся картамі.
   *[nobody] { $player } і { $other } мяняюцца картамі.
 }
event-hands-passed = Усе перадаюць свае карты суседу, { $direction }.
event-reshuffled = Скід перамешваецца і становіцца калодай: { count-cards }.
event-showdown-began = Паядынак { $number } за { count-cards.object }: { $you ->
    [initiator] ты і { $defender }.
    [defender] { $initiator } і ты.
   *[nobody] { $initiator } і { $defender }.
 }
event-showdown-again = Паядынак { $number } яшчэ раз, спроба { $attempt }.
event-showdown-settled = { $you ->
    [winner] Перамагаеш у паядынку { $number }, прайграе { $loser }.
    [loser] Прайграеш паядынак { $number }, перамагае { $winner }.
   *[nobody] У паядынку { $number } перамагае { $winner }, прайграе { $loser }.
 }{ $by ->
    [lines] {" "}Так паказалі лініі прылады.
    [table] {" "}Так вырашылі за сталом.
    [rematches] {" "}Паўтораў больш не будзе.
    [left] {" "}Другі бок пакінуў гульню.
   *[unit] {""}
 }
event-showdown-split = У паядынку { $number } ніхто не прайграе: кожны бок бярэ свае карты.
event-showdown-skipped = Паядынку не будзе ({ $initiator } і { $defender }): для яго няма карты.
event-left = { $you ->
    [player] Пакідаеш гульню.
   *[nobody] { $player } пакідае гульню.
 }
event-round-ended = { $you ->
    [winner] Перамагаеш у раўндзе { $round }!
   *[nobody] У раўндзе { $round } перамагае { $winner }.
 }{ $points ->
    [0] {""}
   *[other] {" "}Карты астатніх: { count-points }.
 }
event-round-drawn = Раўнд { $round } без пераможцы: { $why ->
    [stalemate] ніхто не можа ні хадзіць, ні браць.
    [shortage] браць больш няма чаго.
   *[left] засталося мала гульцоў.
 }
event-match-ended = { $you ->
    [winner] Перамагаеш у партыі!
   *[nobody] { $winners } { $count ->
        [one] перамагае ў партыі!
       *[other] дзеляць перамогу!
     }
 }

## What is waited for

prompt-play = { $you ->
    [player] Твой ход: пакладзі карту або вазьмі з калоды.
   *[nobody] Ходзіць { $player }.
 }
prompt-drawn = { $you ->
    [player] Узятую карту пакладзі або пасуй.
   *[nobody] { $player } кладзе ўзятую карту або пасуе.
 }
prompt-challenge = { $you ->
    [player] Дзікая Вазьмі чатыры супраць цябе: бярэш ці не верыш?
   *[nobody] { $player } бярэ чатыры карты або не верыць.
 }
prompt-showdown = Паядынак: рукі на рычажкі, потым націсніце кнопку прылады.
prompt-round-over = Раўнд скончаны. Раздаць наступны?
prompt-match-over = Партыя скончана.

## A showdown at the unit

unit-accepted = Прылада рыхтуецца.
unit-armed = Ля левага рычажка { $left }, ля правага { $right }. { $start ->
    [now] Адлік пачнецца сам.
   *[button] Каб пачаць, націсніце кнопку прылады.
}
unit-counting = Чакайце зялёнага!
unit-racing = Зялёнае! Націскайце!
unit-launching = Карты ляцяць.
unit-held = { $side ->
    [left] Левы рычажок націснуты: спачатку адпусціце яго.
   *[right] Правы рычажок націснуты: спачатку адпусціце яго.
 }

side-left-player = гулец злева
side-right-player = гулец справа
outcome-win = Хутчэй націскае { $winner }. Карты забірае { $loser }.
outcome-win-by-lines = Больш карт ляжыць там, дзе гуляе { $loser }, і забірае ўсе.
outcome-false-start = Зарана: { $loser } націскае да зялёнага і забірае карты.
outcome-anticipated = Занадта хутка пасля зялёнага, каб яго ўбачыць: карты забірае { $loser }.
outcome-dead-heat = Абодва ў адно імгненне. Яшчэ раз!
outcome-unclear = Абодва ў адно імгненне, зноў і зноў: пераможцы няма.
outcome-no-press = Ніхто не націснуў.
outcome-void = Паядынак не лічыцца: { unit-reason }.
outcome-aborted = Паядынак перапынены: { unit-reason }.
outcome-cancelled = Паядынак адменены.
outcome-indeterminate = Прылада не ведае, хто прайграў. Паглядзіце на лініі: дзе ляжыць больш карт?
outcome-contested = Было вельмі блізка, і позні сігнал кажа іншае. Паглядзіце на лініі прылады.
outcome-margin = розніца { $ms } мс
unit-reason = { $reason ->
    [not_started] ніхто не націснуў кнопку прылады
    [paddle_held] рычажок заставаўся націснутым
    [restart] прылада запусцілася нанова
    [shutdown] прыладу выключылі
    [fault] прылада няспраўная
   *[other] прылада не змагла рассудзіць
 }

lamp-red = чырвонае
lamp-amber = жоўтае
lamp-green = зялёнае

## Why something was refused

refused-unknown-action = У гэтай гульні так не робяць.
refused-stale-turn = Тым часам адбылося нешта іншае. Паглядзі яшчэ раз.
refused-wrong-phase = Цяпер гэтага нельга.
refused-no-such-seat = Такога гульца няма.
refused-gone = { $player } больш не гуляе.
refused-not-your-turn = Цяпер ходзіць { $player }.
refused-not-the-table = Гэта можа толькі той, хто вядзе гульню.
refused-not-in-hand = Гэтай карты на руках няма.
refused-no-match = Карта не падыходзіць: патрэбны той самы колер, лік або знак.
refused-only-drawn = Пасля ўзяцця можна пакласці толькі ўзятую карту.
refused-not-drawn = Узятая карта мусіць пачакаць наступнага ходу.
refused-must-answer = Адкажы такой самай картай або забірай карты.
refused-wild-draw-four = Дзікую Вазьмі чатыры пакуль нельга: можна пакласці іншую карту з рук.
refused-not-the-same = Па-за чаргой можна пакласці толькі дакладна такую карту.
refused-uno-first = Спачатку скажы UNO, потым хадзі па-за чаргой.
refused-missing-colour = Выберы колер.
refused-needless-colour = З гэтай картай колер не выбіраюць.
refused-missing-opponent = Выберы іншага гульца.
refused-opponent-self = Выберы іншага гульца, не сябе.
refused-opponent-gone = { $player } больш не гуляе.
refused-needless-opponent = З гэтай картай гульца не выбіраюць.
refused-cards-out-of-range = Колькі карт кладуць тут у прыладу: ад { $low } да { $high }.
refused-needless-cards = З гэтай картай колькасць карт не выбіраюць.
refused-needless-uno = UNO кажуць, калі застаецца адна карта.
refused-must-play = Нешта з рук можна пакласці, таму трэба класці.
refused-nothing-to-draw = Браць няма чаго: кладзі карту або пасуй.
refused-can-draw = Перш чым пасаваць, вазьмі карту.
refused-already-called = UNO ужо сказана.
refused-self-catch = Сябе папракнуць нельга.
refused-not-silenced = Размаўляць можна: { $player } не пад забаронай.
refused-unknown-showdown = Той паядынак ужо скончаны.
refused-not-in-showdown = Прайграць паядынак можа толькі адзін з тых дваіх.
refused-unknown-judge = Хто прайграў, кажуць прылада, яе лініі або стол; больш ніхто.
refused-no-lines = У прыладзе не было карт: лініі нічога не скажуць.
refused-lines-out-of-range = Не сыходзіцца: у прыладзе было не столькі карт ({ count-cards }).
