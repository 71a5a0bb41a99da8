# Цэлыя партыі ў тэрмінале: `showdown play`. Экран паядынку ёсць і ў лічыльніку.
#
# Кнопкі маюць адзін або два радкі, `-why` гэта другі; абодва скарачаюцца пасля 17 знакаў.

play-title = Партыя
race-time = { $ms } мс
race-early = зарана
race-toss = Кінуць манету
race-sure = Прайграе { $player }? Тады паядынак вырашаны. Націсніце y або Esc, каб вярнуцца.
race-sure-toss = Ці вырашаць паядынак манетай? Націсніце y або Esc, каб вярнуцца.
play-head = Раўнд { $round } · { $game }{ $target ->
    [0] {""}
   *[other] , да { $target }
 }

## The table

play-cards-column = Карты
play-log = Запіс
play-leave = Сысці
play-match = Колер:
play-piles = Калода: { $pile }
play-in-unit = У прыладзе: { $cards }
play-stacked = Адказаць або ўзяць: { count-cards.object }
play-may-talk = Маўчаць: { $players }
play-waiting = Ходзіць { $player }. Прабел прапускае паўзу.
play-curtain = Да клавіятуры ідзе { $player } і націскае Enter.
play-curtain-why = Да таго часу карты схаваныя.
play-hidden = Карты схаваныя, цяпер ходзіць { $player }.

## Buttons

play-mine = Я { $player }
play-mine-why = паказаць карты
play-draw = Узяць
play-draw-why = верхнюю карту
play-draw-why-stacked = { count-cards.object }
play-keep = Пакінуць сабе
play-keep-why = скончыць ход
play-pass = Пасаваць
play-pass-why = няма чаго браць
play-accept = Узяць
play-accept-why = { count-cards.object }
play-challenge = Не веру
play-challenge-why = ці было можна?
play-uno = UNO!
play-uno-why = апошняя карта
play-catch = Папракнуць
play-catch-why = UNO не гучала
play-spoke = Размова!
play-spoke-why = бярэ { $cards }
play-skip = Далей
play-skip-why = без паўзы

## The card that is looked at

play-card-can = { $card }: можна пакласці.
play-card-cannot = { $card }: цяпер не падыходзіць.
play-card-only-drawn = { $card }: пакуль нельга, пасля ўзяцця кладуць толькі ўзятую карту.
play-card-later = { $card }.
play-card-keys = Хадзіць: стрэлкі і Enter, нумар карты або пстрычка. Даведка: ?
play-effect-draw-two = Наступны гулец бярэ дзве карты і прапускае ход.
play-effect-reverse = Мяняе кірунак.
play-effect-skip = Наступны гулец прапускае ход.
play-effect-wild = Выбіраеш колер.
play-effect-wild-draw-four = Выбіраеш колер; наступны гулец бярэ чатыры карты або не верыць. Можна, толькі калі няма карты патрэбнага колеру.
play-effect-wild-showdown = Выбіраеш колер, саперніка і за колькі карт паядынак.
play-effect-wild-dont-talk = Выбіраеш колер і каму маўчаць.
play-effect-showdown = Пачынае паядынак за { count-cards.object }, сапернік: { $player }.
play-ask-colour = { $card }: які колер?
play-ask-colour-held = на руках { $cards }
play-ask-hand = На руках: { $list }.
play-ask-opponent = { $card }: які гулец?
play-ask-opponent-why = мае { count-cards.object }
play-ask-cards = { $card }: за колькі карт?
play-ask-cards-why = у прыладу
play-ask-uno = Потым застанецца адна карта. Сказаць UNO?
play-ask-uno-yes = UNO!
play-ask-uno-yes-why = сказаць адразу
play-ask-uno-no = Прамаўчаць
play-ask-uno-no-why = раптам абыдзецца
play-ask-who-uno = Хто кажа UNO?
play-ask-who-catches = Хто папракае?
play-ask-whom-catch = Хто мае адну карту і не кажа UNO?
play-ask-who-spoke = Хто размаўляе?
play-ask-who-leaves = Хто пакідае партыю назаўсёды?
play-hand-of = { $player }: карты на руках, іншыя не глядзяць
play-quit-title = Выйсці?
play-quit-text = Партыя захаваная такой, як цяпер. Працягнуць можна так:
play-quit-showdown = Ідзе паядынак: прылада скончыць яго сама, а вынік возьмецца, калі будзеце гуляць далей.
play-quit-waiting = Паядынак чакае; калі будзеце гуляць далей, пра яго спытаюць зноў.
play-round-over = Раўнд { $round } скончаны
play-match-over = Партыя скончана
play-out = без карт
play-next-round = Новы раўнд
play-next-round-why = раздаць зноў
play-new-match = Новая партыя пачынаецца так:
play-no-file = Не ўдалося захаваць, таму нічога не змянілася: { $problem }
play-bot-failed = { $player } гуляе не так, як трэба; цяпер за яго гуляе выпадак: { $problem }
play-help-title = Як гуляць
play-help-text =
    Пазбаўцеся ад сваіх карт. У свой ход пакладзіце карту з тым самым колерам, лікам або знакам, што і верхняя; дзікая карта падыходзіць заўсёды. Карты ў падвойнай рамцы можна пакласці.

    Выберыце карту стрэлкамі ўлева і ўправа і націсніце Enter, націсніце яе нумар або пстрыкніце па ёй. Нічога не падыходзіць або не хочаце? Вазьміце карту (d), потым пакладзіце яе або пакіньце сабе.

    Засталася адна карта? Скажыце UNO: разам з картай або адразу клавішай u. Хто забыў, а нехта папракнуў (g), бярэ дзве карты.

    Карта з зорачкай * пачынае паядынак: двое спаборнічаюць ля прылады, і павольнейшы бярэ столькі карт, колькі стаіць за зорачкай. Рукі на рычажкі, націснуць кнопку, дачакацца зялёнага, ударыць. Хто паспяшаўся, прайграе.

    Супраць вас Дзікая Вазьмі чатыры? Вазьміце карты або скажыце, што не верыце: калі той, хто яе паклаў, меў карту патрэбнага колеру, чатыры карты бярэ ён; калі не меў, вы бераце шэсць.

    У каго не засталося карт, той перамагае ў раўндзе і атрымлівае ачкі за карты ўсіх астатніх. Хто першы мае дамоўленыя ачкі, перамагае ў партыі.

    Стрэлка ля гульцоў паказвае кірунак, трохвугольнік таго, хто ходзіць. Пстрыкніце па гульцу, каб папракнуць яго або калі нехта сыходзіць.

    Некалькі чалавек за адной клавіятурай: карты схаваныя, пакуль наступны не націсне Enter.

    Усё адразу захоўваецца. Выйсці можна ў любы час; партыя пойдзе далей адтуль.
