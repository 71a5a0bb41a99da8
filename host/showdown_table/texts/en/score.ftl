# The companion `showdown score`, for people who play with real cards.
#
# Buttons have two lines, `-why` is the second; both are cut where there is no room: 17 characters,
# 13 for UNO, Spoke!, Round over, Undo and History. The keys stand in the program, not here.

score-title = Score for real cards
score-back = Back
score-help = Help
score-quit = Quit

## Who plays, and how

score-start-unfinished = Unfinished: { $names }; round { $round }, { $scores }
score-start-resume = Go on with it
score-start-who = Who plays? Write the names in the order in which you sit, clockwise.
score-start-game = Game
score-start-scoring = Winner
score-start-target = Play to
score-start-dealer = Dealer
score-start-begin = Begin
score-start-games = Earlier games
score-start-name = name
score-game-showdown = UNO Showdown
score-game-encanto = UNO: Encanto
score-game-ordinary = UNO
score-scoring-standard = most points
score-scoring-low = fewest points
score-scoring-one-round = one round
score-scoring-standard-why = The winner of a round gets the points of all other hands. The first with { $target } wins.
score-scoring-low-why = Everybody counts the own hand. When somebody has { $target }, the lowest score wins.
score-scoring-one-round-why = Who plays the last card first has won. No points.

## The table

score-round = Round { $round }
score-rules = { $game }: { $scoring }{ $target ->
    [0] {""}
   *[other] , to { $target }
 }
score-unit = Unit: { $unit }
score-unit-none = No unit found
score-points-column = Points
score-this-round = this round
score-mark-turn = turn
score-mark-next = next
score-mark-dealer = dealer
score-mark-uno = UNO
score-mark-silent = may not talk
score-mark-left = has left
score-mark-won = WINNER
score-prompt-turn = { $player }: play a card or draw one. Then tap what was played.
score-prompt-first = { $dealer } has dealt. { $player } begins: play a card or draw one, then tap what it was.
score-prompt-round-over = { $dealer } deals next, then tap Next round.
score-prompt-match-over = Thank you for playing!

score-next = Next
score-next-why = other card / draw
score-skip = Skip
score-skip-why = also Draw 2, 4
score-reverse = Reverse
score-reverse-why = other direction
score-showdown = Showdown
score-showdown-why = a showdown card
score-silence = Don't Talk
score-silence-why = silence somebody
score-uno = UNO
score-uno-why = one card left
score-spoke = Spoke!
score-spoke-why = draws { $cards }
score-over = Round over
score-over-why = no cards left
score-undo = Undo
score-undo-why-nothing = nothing yet
score-redo = Redo
score-next-round = Next round
score-next-round-why = { $dealer } deals
score-new-game = New game
score-new-game-why = same players
score-history = History
score-history-why = what was

## What was told; also what Undo takes back

score-told-next = { $player } is done. Now { $next }.
score-told-skip = { $skipped } loses a turn. Now { $next }.
score-told-reverse = The direction is { $direction } now. { $next } is next.
score-told-turn = It is the turn of { $player }.
score-told-deal = { $player } deals.
score-told-showdown = Showdown: { $winner } wins. { $loser } takes { count-cards }. Now { $next }.
score-told-showdown-bare = Showdown: { $winner } wins against { $loser }. Now { $next }.
score-told-uno = { $player } has said UNO.
score-told-uno-frees = { $player } has said UNO. Everybody may talk again.
score-told-caught = { $player } was caught without UNO and draws { count-cards }.
score-told-silence = { $player } may not talk until somebody says UNO. Now { $next }.
score-told-spoke = { $player } talked and draws { count-cards }.
score-told-round-over = { $player } wins round { $round } and gets { count-points }.
score-told-round-over-low = { $player } wins round { $round }. Everybody has counted the own hand.
score-told-round-over-plain = { $player } wins the round.
score-told-round-over-nobody = Round { $round } ends without a winner. Nobody gets points.
score-told-match-over = { $count ->
    [one] { $winners } wins the game!
   *[other] { $winners } share the win!
 }
score-told-next-round = Round { $round }: { $dealer } deals, { $player } begins.
score-told-leave = { $player } has left.
score-told-rename = { $player } has a new name.
score-told-undone = Undone: { $what }
score-told-redone = Done again: { $what }

# The second line of the button Undo: what it takes back, in a word or two.
score-last-next = Next
score-last-skip = Skip
score-last-reverse = Reverse
score-last-turn = the turn
score-last-deal = the dealer
score-last-showdown = the showdown
score-last-uno = UNO
score-last-caught = the penalty
score-last-silence = Don't Talk
score-last-spoke = the penalty
score-last-round-over = the round
score-last-next-round = Next round
score-last-leave = leaving
score-last-rename = the name

## UNO, Don't Talk, Spoke

score-uno-title = Who has one card left?
score-uno-one = { $player } has one card left
score-uno-said = { $player }
score-uno-said-why = said UNO in time
score-uno-caught = { $player }
score-uno-caught-why = was caught: draws { $cards }
score-silence-title = { $player } played Wild Don't Talk. Who may not talk?
score-spoke-nobody = Everybody may talk now.
score-spoke-title = Who talked and has to draw { count-cards }?

## A showdown

score-duel-title = Showdown
score-duel-initiator = Who played the card?
score-duel-defender = Against whom?
score-duel-cards = Cards
score-duel-unit = At the unit
score-duel-unit-why = it tells who lost
score-duel-how = Let the unit tell who lost; or race by hand, and tap who lost.
score-duel-lost = { $player } lost
score-duel-lost-why = takes the cards
score-race-title = { $initiator } against { $defender }, for { count-cards }
score-race-left = left paddle
score-race-right = right paddle
score-race-again = Attempt { $attempt }
score-race-seeking = Looking for the unit.
score-race-not-ready = The unit is not ready yet: { $problem }
score-race-ending = The unit is still ending the showdown before.
score-race-unlinked = The cable is off. The unit plays on; plug it in again.
score-race-loses = { $player } loses
score-race-takes = takes the cards
score-race-no-unit = There is no unit. Play it by hand and tap who lost.
score-race-indeterminate = The unit cannot tell who lost. Where do more cards lie, over which line?
score-race-contested = It was close, and a late signal says otherwise. Look at the lines.
score-race-no-press = Nobody pressed.
score-race-aborted = The unit has stopped it.
score-race-cancelled = It was called off.
score-race-refused = The unit cannot play it now.
score-race-elsewhere = It was begun at another unit. Plug that one in, or tap who lost.
score-race-swap = Swap sides
score-race-cancel = Call it off
score-race-once-more = Once more
score-race-keep = It stands
score-race-lines = Count the lines
score-race-drop = No showdown
score-race-drop-why = it does not count
score-race-go-on = Go on
score-lines-title = How many cards lie over each line?
score-lines-of = over the line of { $player }
score-lines-even = Equal: the showdown is played again.
score-lines-loser = { $player } takes all the cards.
score-lines-done = That is it

## Counting the hands

score-count-winner = Who has no card left?
score-count-nobody = Nobody
score-count-nobody-why = nobody can go on
score-count-one-round-why = wins the round
score-count-title = The hand of { $player }
score-count-place = { $place } of { $all }
score-count-tap = Tap every card that { $player } still holds.
score-count-none = no cards yet
score-count-total = { count-cards }, { count-points }
score-count-points = Points: { $points }
score-count-type = Type the points of { $player }, or go back to tapping cards.
score-count-20 = 20
score-count-20-why = Skip Rev. Draw 2
score-count-40 = 40
score-count-40-why = Wild Showdown
score-count-50 = 50
score-count-50-why = Wild, Draw 4
score-count-50-why-encanto = all Wild cards
score-count-remove = Take back
score-count-remove-why = the last card
score-count-type-button = Type points
score-count-type-why = instead of cards
score-count-tap-button = Tap cards
score-count-tap-why = instead of points
score-count-back-why = one step
score-count-next = Done
score-count-next-why = then { $player }
score-count-last-why = to the scores

## A player

# What can be said of the player whose name stands above.
score-player-turn = Has the turn
score-player-turn-why = whoever had it
score-player-uno = Said UNO
score-player-uno-why = in time
score-player-caught = Did not say UNO
score-player-caught-why = draws { $cards }
score-player-spoke = Talked
score-player-spoke-why = draws { $cards }
score-player-deal = Deals this round
score-player-deal-why = the next begins
score-player-rename = Another name
score-player-rename-why = mend it
score-player-leave = Leaves the game
score-player-leave-why = for good
score-player-new-name = New name

## History and earlier games

score-history-title = History
score-history-rounds = Rounds
score-history-round = Round { $round }: { $winner } wins
score-history-round-drawn = Round { $round }: no winner
score-history-none = Nothing yet.
score-history-showdowns = Showdowns
score-history-showdown = Round { $round }: { $winner } beats { $loser }, { count-cards }
score-history-showdown-ms = { $player } { $ms } ms
score-history-showdown-early = { $player } too early
score-history-penalties = Penalties
score-history-penalty-uno = Round { $round }: { $player } draws { count-cards } for not saying UNO
score-history-penalty-talk = Round { $round }: { $player } draws { count-cards } for talking
score-games-title = Earlier games
score-games-none = There are no games yet.
score-games-line = { $began }  { $names }: { $state }
score-games-open = round { $round }, { $scores }
score-games-won = won by { $names }

## Help

score-help-title = How it works
score-help-text =
    You play with your cards; this screen keeps whose turn it is, the penalties and the points.

    After each turn tap what was played: Next for a number, a colour or a drawn card, Skip also for Draw Two and Wild Draw Four, Reverse, or Showdown. A Wild Draw Four that was doubted with success is a Next.

    Wrong tap? Undo takes back anything, as often as you like. Tap a player to put the turn there, to mend a name, or when somebody leaves.

    One card left: say UNO and tap UNO. Caught without: two cards.

    Somebody has played the last card: tap Round over, then tap the cards that the others still hold. A showdown of the last card comes first.

    Everything is kept at once. Close the window and start again: the game goes on.

## What cannot be

score-no-not-now = Not now.
score-no-pending = A showdown is running: end it first.
score-no-no-showdown = That showdown is over.
score-no-nothing-to-undo = There is nothing to undo.
score-no-nothing-to-redo = There is nothing to do again.
score-no-players = { $least } to { $most } players.
score-no-name = A name has 1 to { $most } letters.
score-no-same-name = Two players are called { $name }.
score-no-seat = That player is not there.
score-no-same-player = Choose two different players.
score-no-loser = One of the two has lost.
score-no-cards = At most { $most } cards.
score-no-may-talk = { $name } may talk.
score-no-round-began = The round has begun: undo until its start, then choose the dealer.
score-no-hands = A hand is missing.
score-no-empty-hand = { $name } holds no cards.
score-no-points = 0 to { $most } points.
score-no-deck = The deck has only { $most } cards worth { $value }.
score-no-target = 1 to 10000 points.
score-no-file = It could not be kept: { $problem }
