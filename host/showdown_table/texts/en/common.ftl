# English: the language that the others are translated from, and fall back to.
#
# A player's name stands in $player, or in $by, $target, $initiator and so on where there are two.
# $you says which of them is reading, by that name ("player", "target"); else it is "nobody".
# A name cannot be inflected: a sentence must leave it as it is.
#
# showdown    the race of two players at the unit, to the name of the game
# draw        to take a card from the draw pile
# paddle      the lever of the unit that a player presses
# challenge   to doubt that a Wild Draw Four was allowed
# pass        to end the turn without a card played

## Putting words together

list-last = { $rest } and { $last }
count-cards = { $cards ->
    [0] no cards
    [one] { $cards } card
   *[other] { $cards } cards
 }
count-points = { $points ->
    [one] { $points } point
   *[other] { $points } points
 }

## Colours and cards

colour-red = red
colour-yellow = yellow
colour-green = green
colour-blue = blue

face-draw-two = Draw Two
face-reverse = Reverse
face-skip = Skip
face-wild = Wild
face-wild-draw-four = Wild Draw Four
face-wild-showdown = Wild Showdown
face-wild-dont-talk = Wild Don't Talk

# $face is a name from above, or a number.
card-coloured = { $colour } { $face }
card-with-showdown = { $card } (showdown { $cards })

## Directions

direction-left = clockwise
direction-right = counter-clockwise

## What happened

event-round-began = Round { $round }. { $you ->
    [dealer] You deal.
   *[nobody] { $dealer } deals.
 } First card: { $first }. { $you ->
    [player] You begin.
   *[nobody] { $player } begins.
 }
event-dealt = { $you ->
    [player] You get { count-cards }: { $list }.
   *[nobody] { $player } gets { count-cards }.
 }
event-reflipped = Turned over, but no card to begin with: { $card }. Another one is turned over.
event-played = { $you ->
    [player] You play { $card }.
   *[nobody] { $player } plays { $card }.
 }
event-played-wild = { $you ->
    [player] You play { $card } and choose { $colour }.
   *[nobody] { $player } plays { $card } and chooses { $colour }.
 }
event-drew = { $you ->
    [player] You draw { count-cards }{ drew-why }: { $list }.
   *[nobody] { $player } draws { count-cards }{ drew-why }.
 }
event-drew-nothing = { $you ->
    [player] You have nothing to draw: the pile is empty.
   *[nobody] { $player } has nothing to draw: the pile is empty.
 }
event-drew-short = There are no more.
event-drew-showdown = { $you ->
    [player] You take { count-cards } from the unit: { $list }.
   *[nobody] { $player } takes { count-cards } from the unit.
 }
drew-why = { $why ->
    [draw_two] {" "}for the Draw Two
    [wild_draw_four] {" "}for the Wild Draw Four
    [challenge] {" "}after the challenge
    [uno] {" "}for not calling UNO
    [false_catch] {" "}for catching nobody
    [false_call] {" "}for calling UNO too soon
    [talk] {" "}for talking
   *[turn] {""}
 }
event-passed = { $you ->
    [player] You pass.
   *[nobody] { $player } passes.
 }
event-turn-lost = { $you ->
    [player] You lose your turn.
   *[nobody] { $player } loses a turn.
 }
event-reversed = The direction changes: { $direction }.
event-challenged = { $you ->
    [player] You challenge the Wild Draw Four of { $target }.
    [target] { $player } challenges your Wild Draw Four.
   *[nobody] { $player } challenges the Wild Draw Four of { $target }.
 } { $guilty ->
    [yes] It was not allowed.
   *[no] It was allowed.
 }
event-challenged-hand = The hand of { $target }: { $list }.
event-uno-called = { $you ->
    [player] You call UNO!
   *[nobody] { $player } calls UNO!
 }
event-false-call = { $you ->
    [player] You call UNO, but not with one card left.
   *[nobody] { $player } calls UNO, but not with one card left.
 }
event-uno-caught = { $you ->
    [player] { $by } catches you: one card left, and you did not call UNO.
    [by] You catch { $player }: one card left, and no UNO.
   *[nobody] { $by } catches { $player }: one card left, and no UNO.
 }
event-false-catch = { $you ->
    [player] You try to catch { $target }, without reason.
    [target] { $player } tries to catch you, without reason.
   *[nobody] { $player } tries to catch { $target }, without reason.
 }
event-silenced = { $you ->
    [player] { $by } silences you: no talking until somebody calls UNO.
    [by] You silence { $player }: no talking until somebody calls UNO.
   *[nobody] { $by } silences { $player }: no talking until somebody calls UNO.
 }
event-talked = { $you ->
    [player] You talked.
   *[nobody] { $player } talked.
 }
event-silence-over = Everybody may talk again.
event-hands-swapped = { $you ->
    [player] You swap hands with { $other }.
    [other] { $player } swaps hands with you.
   *[nobody] { $player } swaps hands with { $other }.
 }
event-hands-passed = All hands move on by one player, { $direction }.
event-reshuffled = The discard pile is shuffled and becomes the draw pile: { count-cards }.
event-showdown-began = Showdown { $number } for { count-cards }: { $you ->
    [initiator] you against { $defender }.
    [defender] { $initiator } against you.
   *[nobody] { $initiator } against { $defender }.
 }
event-showdown-again = Showdown { $number } once more, attempt { $attempt }.
event-showdown-settled = { $you ->
    [winner] You win showdown { $number } against { $loser }.
    [loser] You lose showdown { $number } against { $winner }.
   *[nobody] { $winner } wins showdown { $number } against { $loser }.
 }{ $by ->
    [lines] {" "}The lines of the unit decided.
    [table] {" "}So says the table.
    [rematches] {" "}There are no more rematches.
    [left] {" "}The other player has left.
   *[unit] {""}
 }
event-showdown-split = Showdown { $number } has no loser: each side takes its own cards.
event-showdown-skipped = No showdown of { $initiator } and { $defender }: there is no card to launch.
event-left = { $you ->
    [player] You leave the match.
   *[nobody] { $player } leaves the match.
 }
event-round-ended = { $you ->
    [winner] You win round { $round }!
   *[nobody] { $winner } wins round { $round }.
 }{ $points ->
    [0] {""}
   *[other] {" "}The other hands: { count-points }.
 }
event-round-drawn = Round { $round } ends without a winner: { $why ->
    [stalemate] nobody can play or draw.
    [shortage] there are no cards to draw.
   *[left] too few players are left.
 }
event-match-ended = { $you ->
    [winner] You win the match!
   *[nobody] { $winners } { $count ->
        [one] wins the match!
       *[other] share the win!
     }
 }

## What is waited for

prompt-play = { $you ->
    [player] Your turn: play a card or draw one.
   *[nobody] { $player } is to play or draw.
 }
prompt-drawn = { $you ->
    [player] You have drawn a card: play it or pass.
   *[nobody] { $player } has drawn a card, and plays it or passes.
 }
prompt-challenge = { $you ->
    [player] A Wild Draw Four against you: accept it, or challenge it?
   *[nobody] { $player } accepts the Wild Draw Four or challenges it.
 }
prompt-showdown = Showdown: hands on the paddles, then press the button of the unit.
prompt-round-over = The round is over. Deal the next one?
prompt-match-over = The match is over.

## A showdown at the unit

unit-accepted = The unit gets ready.
unit-armed = { $left } at the left paddle, { $right } at the right one. { $start ->
    [now] The count starts by itself.
   *[button] Press the button of the unit to start.
}
unit-counting = Wait for green!
unit-racing = Green! Press!
unit-launching = The cards fly.
unit-held = { $side ->
    [left] The left paddle is pressed: let it go first.
   *[right] The right paddle is pressed: let it go first.
 }

# $winner and $loser are names, or a side as below; the first letter is made a capital.
side-left-player = the left player
side-right-player = the right player
outcome-win = { $winner } was faster; { $loser } takes the cards.
outcome-win-by-lines = More cards lie on the side of { $loser }, who takes them all.
outcome-false-start = Too early: { $loser } pressed before green and takes the cards.
outcome-anticipated = Too soon after green to have seen it: { $loser } takes the cards.
outcome-dead-heat = Both at the same moment. Once more!
outcome-unclear = Both at the same moment, again and again: no winner.
outcome-no-press = Nobody pressed.
outcome-void = The showdown does not count: { unit-reason }.
outcome-aborted = The showdown was stopped: { unit-reason }.
outcome-cancelled = The showdown was cancelled.
outcome-indeterminate = The unit cannot tell who lost. Look at its lines: where do more cards lie?
outcome-contested = It was close, and a late signal says otherwise. Look at the lines of the unit.
outcome-margin = { $ms } ms apart
unit-reason = { $reason ->
    [not_started] nobody pressed the button of the unit
    [paddle_held] a paddle was held down
    [restart] the unit was restarted
    [shutdown] the unit was switched off
    [fault] the unit has a fault
   *[other] the unit could not judge it
 }

lamp-red = red lamp
lamp-amber = amber lamp
lamp-green = green lamp

## Why something was refused

refused-unknown-action = That cannot be done in this game.
refused-stale-turn = Something else happened first. Look again.
refused-wrong-phase = That is not possible now.
refused-no-such-seat = There is no such player.
refused-gone = { $player } has left the match.
refused-not-your-turn = It is the turn of { $player }.
refused-not-the-table = Only whoever runs the table may do that.
refused-not-in-hand = That card is not in the hand.
refused-no-match = That card does not match: it takes the same colour, number or symbol.
refused-only-drawn = After drawing, only the drawn card may be played.
refused-not-drawn = The drawn card has to wait for another turn.
refused-must-answer = Answer with the same card, or take the cards.
refused-wild-draw-four = No Wild Draw Four yet: another card in the hand can be played.
refused-not-the-same = Out of turn, only the very same card may be played.
refused-uno-first = First call UNO, then play out of turn.
refused-missing-colour = Choose a colour.
refused-needless-colour = No colour is chosen with this card.
refused-missing-opponent = Choose another player.
refused-opponent-self = Choose another player, not yourself.
refused-opponent-gone = { $player } has left the match.
refused-needless-opponent = No player is chosen with this card.
refused-cards-out-of-range = The unit takes { $low } to { $high } cards here.
refused-needless-cards = The number of cards is not chosen with this card.
refused-needless-uno = UNO is called when one card is left.
refused-must-play = A card in the hand can be played, and has to be.
refused-nothing-to-draw = There is nothing to draw: play or pass.
refused-can-draw = Draw a card before you pass.
refused-already-called = UNO has been called.
refused-self-catch = You cannot catch yourself.
refused-not-silenced = { $player } may talk.
refused-unknown-showdown = That showdown is over.
refused-not-in-showdown = Only one of the two players can lose the showdown.
refused-unknown-judge = The unit, its lines or the table say who lost; nobody else.
refused-no-lines = There were no cards in the unit: the lines cannot tell.
refused-lines-out-of-range = That cannot be: there were { count-cards } in the unit.
