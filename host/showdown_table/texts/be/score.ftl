# Лічыльнік `showdown score` для тых, хто гуляе сапраўднымі картамі. Да стала «вы», да гульца «ты».
#
# Подпісы кнопак кароткія: першы радок не больш за 14 знакаў, другі не больш за 17.

score-title = Лічыльнік для сапраўдных карт
score-back = Назад
score-help = Даведка
score-quit = Выхад

## Who plays, and how

score-start-unfinished = Не дагулялі: { $names }; раўнд { $round }, { $scores }
score-start-resume = Гуляць далей
score-start-who = Хто гуляе? Напішыце імёны так, як сядзіце, па гадзіннікавай стрэлцы.
score-start-game = Гульня
score-start-scoring = Перамога
score-start-target = Ачкі
score-start-dealer = Раздае
score-start-begin = Пачаць
score-start-games = Ранейшыя гульні
score-start-name = імя
score-game-showdown = UNO Showdown
score-game-encanto = UNO: Encanto
score-game-ordinary = UNO
score-scoring-standard = найбольш ачкоў
score-scoring-low = найменш ачкоў
score-scoring-one-round = адзін раўнд
score-scoring-standard-why = Пераможца раўнда атрымлівае ачкі за карты ўсіх астатніх. Хто першы мае { $target }, перамагае.
score-scoring-low-why = Кожны лічыць карты на сваіх руках. Калі нехта мае { $target }, перамагае найменшая сума.
score-scoring-one-round-why = Хто першы застаецца без карт, перамагае. Без ачкоў.

## The table

score-round = Раўнд { $round }
score-rules = { $game }: { $scoring }{ $target ->
    [0] {""}
   *[other] , да { $target }
 }
score-unit = Прылада: { $unit }
score-unit-none = Прылады няма
score-points-column = Ачкі
score-this-round = гэты раўнд
score-mark-turn = ходзіць
score-mark-next = далей
score-mark-dealer = раздае
score-mark-uno = UNO
score-mark-silent = маўчыць
score-mark-left = не гуляе
score-mark-won = ПЕРАМОГА
score-prompt-turn = { $player }: пакладзі карту або вазьмі з калоды. Потым націсні, што гэта было.
score-prompt-first = Раздае { $dealer }. Пачынае { $player }: пакладзі карту або вазьмі з калоды, потым націсні, што гэта было.
score-prompt-round-over = Цяпер раздае { $dealer }, потым націсніце Новы раўнд.
score-prompt-match-over = Дзякуй за гульню!

score-next = Далей
score-next-why = любая іншая карта
score-skip = Пропуск ходу
score-skip-why = і Вазьмі 2, 4
score-reverse = Кірунак
score-reverse-why = у другі бок
score-showdown = Паядынак
score-showdown-why = двое на хуткасць
score-silence = Маўчы
score-silence-why = каму маўчаць
score-uno = UNO
score-uno-why = сказана ці не
score-spoke = Размова!
score-spoke-why = бярэ { $cards }
score-over = Канец раўнда
score-over-why = апошняя карта
score-undo = Вярнуць
score-undo-why-nothing = пакуль нічога
score-redo = Зноў
score-next-round = Новы раўнд
score-next-round-why = раздае { $dealer }
score-new-game = Новая гульня
score-new-game-why = тыя самыя гульцы
score-history = Гісторыя
score-history-why = што было

## What was told; also what Undo takes back

score-told-next = { $player } заканчвае ход. Цяпер { $next }.
score-told-skip = { $skipped } прапускае ход. Цяпер { $next }.
score-told-reverse = Цяпер гуляюць { $direction }. Далей { $next }.
score-told-turn = Цяпер ходзіць { $player }.
score-told-deal = Раздае { $player }.
score-told-showdown = Паядынак: перамагае { $winner }. { $loser } бярэ { count-cards.object }. Цяпер { $next }.
score-told-showdown-bare = Паядынак: перамагае { $winner }, прайграе { $loser }. Цяпер { $next }.
score-told-uno = { $player } кажа UNO.
score-told-uno-frees = { $player } кажа UNO. Усім зноў можна размаўляць.
score-told-caught = { $player } не кажа UNO і бярэ { count-cards.object }.
score-told-silence = { $player } маўчыць, пакуль нехта не скажа UNO. Цяпер { $next }.
score-told-spoke = { $player } размаўляе і бярэ { count-cards.object }.
score-told-round-over = У раўндзе { $round } перамагае { $player } і атрымлівае { count-points }.
score-told-round-over-low = У раўндзе { $round } перамагае { $player }. Усе палічылі свае карты.
score-told-round-over-plain = У раўндзе перамагае { $player }.
score-told-round-over-nobody = Раўнд { $round } без пераможцы. Ачкоў няма нікому.
score-told-match-over = { $count ->
    [one] { $winners } перамагае ў гульні!
   *[other] { $winners } дзеляць перамогу!
 }
score-told-next-round = Раўнд { $round }: раздае { $dealer }, пачынае { $player }.
score-told-leave = { $player } больш не гуляе.
score-told-rename = Новае імя: { $player }.
score-told-undone = Вернута: { $what }
score-told-redone = Зроблена зноў: { $what }

# The second line of the button Undo: what it takes back, in a word or two.
score-last-next = Далей
score-last-skip = Пропуск ходу
score-last-reverse = Кірунак
score-last-turn = чый ход
score-last-deal = хто раздае
score-last-showdown = паядынак
score-last-uno = UNO
score-last-caught = штраф
score-last-silence = Маўчы
score-last-spoke = штраф
score-last-round-over = канец раўнда
score-last-next-round = Новы раўнд
score-last-leave = хто сышоў
score-last-rename = імя

## UNO, Don't Talk, Spoke

score-uno-title = У каго апошняя карта?
score-uno-one = { $player }: апошняя карта
score-uno-said = { $player }
score-uno-said-why = кажа UNO ў час
score-uno-caught = { $player }
score-uno-caught-why = не кажа, бярэ { $cards }
score-silence-title = { $player } кладзе Дзікую Маўчы. Каму маўчаць?
score-spoke-nobody = Цяпер усім можна размаўляць.
score-spoke-title = Хто размаўляе і бярэ { count-cards.object }?

## A showdown

score-duel-title = Паядынак
score-duel-initiator = Хто кладзе карту?
score-duel-defender = Супраць каго?
score-duel-cards = Карты
score-duel-unit = На прыладзе
score-duel-unit-why = яна рассудзіць
score-duel-how = Няхай рассудзіць прылада; або вырашыце самі і націсніце, хто прайграў.
score-duel-lost = Прайграе { $player }
score-duel-lost-why = бярэ карты
score-race-title = { $initiator } і { $defender } у паядынку за { count-cards.object }
score-race-left = левы рычажок
score-race-right = правы рычажок
score-race-again = Спроба { $attempt }
score-race-seeking = Шукаем прыладу.
score-race-not-ready = Прылада яшчэ не гатовая: { $problem }
score-race-ending = Прылада яшчэ заканчвае папярэдні паядынак.
score-race-unlinked = Кабель адышоў. Прылада гуляе далей; уткніце яго зноў.
score-race-loses = Прайграе { $player }
score-race-takes = бярэ карты
score-race-no-unit = Прылады няма. Вырашыце без яе і націсніце, хто прайграў.
score-race-indeterminate = Прылада не ведае, хто прайграў. За якой лініяй больш карт?
score-race-contested = Было вельмі блізка, і позні сігнал кажа іншае. Паглядзіце на лініі.
score-race-no-press = Ніхто не націснуў.
score-race-aborted = Прылада перапыніла паядынак.
score-race-cancelled = Паядынак адменены.
score-race-refused = Прылада цяпер не можа яго правесці.
score-race-elsewhere = Паядынак пачаўся на іншай прыладзе. Падключыце яе або націсніце, хто прайграў.
score-race-swap = Памяняць бакі
score-race-cancel = Адмяніць
score-race-once-more = Яшчэ раз
score-race-keep = Так і ёсць
score-race-lines = Палічыць карты
score-race-drop = Без паядынку
score-race-drop-why = не лічыцца
score-race-go-on = Далей
score-lines-title = Колькі карт ляжыць за кожнай лініяй?
score-lines-of = за лініяй, дзе гуляе { $player }
score-lines-even = Пароўну: паядынак паўтараецца.
score-lines-loser = { $player } бярэ ўсе карты.
score-lines-done = Гатова

## Counting the hands

score-count-winner = У каго не засталося карт?
score-count-nobody = Ні ў кога
score-count-nobody-why = ніхто не ходзіць
score-count-one-round-why = перамога ў раўндзе
score-count-title = Карты на руках: { $player }
score-count-place = { $place } з { $all }
score-count-tap = Націсніце кожную карту, якую яшчэ трымае { $player }.
score-count-none = пакуль без карт
score-count-total = { count-cards }, { count-points }
score-count-points = Ачкі: { $points }
score-count-type = { $player }: напішыце ачкі або вярніцеся да карт.
score-count-20 = 20
score-count-20-why = Пропуск Змена +2
score-count-40 = 40
score-count-40-why = Дзікі паядынак
score-count-50 = 50
score-count-50-why = Дзікая, Вазьмі 4
score-count-50-why-encanto = усе дзікія
score-count-remove = Забраць назад
score-count-remove-why = апошнюю карту
score-count-type-button = Напісаць ачкі
score-count-type-why = замест карт
score-count-tap-button = Выбраць карты
score-count-tap-why = замест ачкоў
score-count-next = Гатова
score-count-next-why = потым { $player }
score-count-last-why = да вынікаў
score-count-back-why = на крок

## A player

score-player-turn = Ходзіць
score-player-turn-why = чый бы ні быў ход
score-player-uno = Кажа UNO
score-player-uno-why = своечасова
score-player-caught = Не кажа UNO
score-player-caught-why = бярэ { $cards }
score-player-spoke = Размаўляе
score-player-spoke-why = бярэ { $cards }
score-player-deal = Раздае
score-player-deal-why = пачынае наступны
score-player-rename = Іншае імя
score-player-rename-why = паправіць
score-player-leave = Пакідае гульню
score-player-leave-why = назаўсёды
score-player-new-name = Новае імя

## History and earlier games

score-history-title = Гісторыя
score-history-rounds = Раўнды
score-history-round = Раўнд { $round }: перамагае { $winner }
score-history-round-drawn = Раўнд { $round }: без пераможцы
score-history-none = Пакуль нічога.
score-history-showdowns = Паядынкі
score-history-showdown = Раўнд { $round }: перамагае { $winner }, прайграе { $loser }, { count-cards }
score-history-showdown-ms = { $player } { $ms } мс
score-history-showdown-early = { $player } зарана
score-history-penalties = Штрафы
score-history-penalty-uno = Раўнд { $round }: { $player } бярэ { count-cards.object } за забытае UNO
score-history-penalty-talk = Раўнд { $round }: { $player } бярэ { count-cards.object } за размову
score-games-title = Ранейшыя гульні
score-games-none = Гульняў пакуль няма.
score-games-line = { $began }  { $names }: { $state }
score-games-open = раўнд { $round }, { $scores }
score-games-won = перамога: { $names }

## Help

score-help-title = Як гэта працуе
score-help-text =
    Вы гуляеце сваімі картамі; экран памятае, чый ход, штрафы і ачкі.

    Пасля кожнага ходу націсніце, што пакладзена: Далей для ліку, колеру ці ўзятай карты, Пропуск ходу таксама для Вазьмі дзве і Дзікай Вазьмі чатыры, Кірунак або Паядынак.

    Не тое націснулі? Вярнуць адменіць усё, колькі хочаце разоў. Націсніце на гульца, каб аддаць яму ход, паправіць імя або калі нехта сыходзіць.

    Засталася адна карта: скажыце UNO і націсніце UNO. Хто забыў, а нехта заўважыў, бярэ дзве карты.

    Нехта паклаў апошнюю карту: націсніце Канец раўнда, потым карты, якія яшчэ трымаюць астатнія. Паядынак за апошнюю карту ідзе раней.

    Усё адразу захоўваецца. Закрыйце акно і запусціце зноў: гульня пойдзе далей.

## What cannot be

score-no-not-now = Цяпер нельга.
score-no-pending = Ідзе паядынак: спачатку скончыце яго.
score-no-no-showdown = Той паядынак ужо скончаны.
score-no-nothing-to-undo = Няма чаго вяртаць.
score-no-nothing-to-redo = Няма чаго рабіць зноў.
score-no-players = Гульцоў можа быць ад { $least } да { $most }.
score-no-name = У імені ад 1 да { $most } літар.
score-no-same-name = Імя { $name } тут двойчы.
score-no-seat = Такога гульца тут няма.
score-no-same-player = Выберыце двух розных гульцоў.
score-no-loser = Прайграе адзін з тых дваіх.
score-no-cards = Не больш за { $most ->
    [one] { $most } карту.
    [few] { $most } карты.
   *[many] { $most } карт.
 }
score-no-may-talk = { $name }: размаўляць можна.
score-no-round-began = Раўнд ужо ідзе: вярніцеся да яго пачатку, потым выберыце, хто раздае.
score-no-hands = Не хапае карт аднаго гульца.
score-no-empty-hand = { $name } карт не трымае.
score-no-points = Ачкоў можа быць ад 0 да { $most }.
score-no-deck = Карт па { $value } у калодзе ўсяго { $most }.
score-no-target = Ачкоў можа быць ад 1 да 10000.
score-no-file = Не ўдалося захаваць: { $problem }
