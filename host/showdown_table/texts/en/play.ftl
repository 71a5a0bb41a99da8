# Whole matches at a terminal: `showdown play`. The showdown's own screen is the companion's too.
#
# Buttons have one or two lines, `-why` is the second; both are cut after 17 characters. The keys
# stand in the program, not here.

play-title = A match
race-time = { $ms } ms
race-early = too early
race-toss = Toss a coin
race-sure = { $player } lost? That settles the showdown. Press y, or Esc to go back.
race-sure-toss = Is a coin to say who loses? That settles the showdown. Press y, or Esc to go back.

## The table

play-head = Round { $round } · { $game }{ $target ->
    [0] {""}
   *[other] , to { $target }
 }
play-cards-column = Cards
play-log = Log
play-leave = Leave
play-match = To match:
play-piles = Draw pile: { $pile }
play-in-unit = In the unit: { $cards }
play-stacked = To answer, or to draw: { count-cards }
play-may-talk = { $players } may not talk
play-waiting = { $player } plays. Space skips the pause.
play-curtain = Pass the keyboard to { $player }, then press Enter.
play-curtain-why = The hands are hidden until then.
play-hidden = The hands are hidden while { $player } plays.

## Buttons

play-mine = I am { $player }
play-mine-why = show my hand
play-draw = Draw
play-draw-why = the top card
play-draw-why-stacked = { count-cards }
play-keep = Keep it
play-keep-why = end your turn
play-pass = Pass
play-pass-why = nothing to draw
play-accept = Accept
play-accept-why = draw { count-cards }
play-challenge = Challenge
play-challenge-why = was it allowed?
play-uno = UNO!
play-uno-why = with one card
play-catch = Catch
play-catch-why = UNO forgotten?
play-spoke = Spoke!
play-spoke-why = draws { $cards }
play-skip = Go on
play-skip-why = skip the pause

## The card that is looked at

play-card-can = { $card } can be played.
play-card-cannot = { $card } does not match now.
play-card-only-drawn = { $card } waits: after drawing, only the drawn card may be played.
play-card-later = { $card }.
play-card-keys = Play: arrows and Enter, its number, or a click. Press ? to see how it works.
play-effect-draw-two = The next player draws two cards and loses a turn.
play-effect-reverse = It changes the direction.
play-effect-skip = The next player loses a turn.
play-effect-wild = You choose the colour.
play-effect-wild-draw-four = You choose the colour; the next player draws four, or challenges it. Only allowed without a card of the colour to match.
play-effect-wild-showdown = You choose the colour, an opponent and for how many cards you race.
play-effect-wild-dont-talk = You choose the colour, and who may not talk.
play-effect-showdown = It starts a showdown against { $player } for { count-cards }.

## Questions

play-ask-colour = { $card }: which colour?
play-ask-colour-held = you hold { $cards }
play-ask-hand = You hold { $list }.
play-ask-opponent = { $card }: whom?
play-ask-opponent-why = holds { count-cards }
play-ask-cards = { $card }: for how many cards?
play-ask-cards-why = into the unit
play-ask-uno = One card is left after this. Say UNO?
play-ask-uno-yes = UNO!
play-ask-uno-yes-why = say it now
play-ask-uno-no = Say nothing
play-ask-uno-no-why = and hope
play-ask-who-uno = Who says UNO?
play-ask-who-catches = Who has caught somebody?
play-ask-whom-catch = Who has one card and has not said UNO?
play-ask-who-spoke = Who talked?
play-ask-who-leaves = Who leaves the match for good?
play-hand-of = The hand of { $player }, for your eyes only
play-quit-title = Quit?
play-quit-text = The match is kept as it is now. This goes on with it:
play-quit-showdown = A showdown runs: the unit plays on by itself, and the result is fetched when you go on.
play-quit-waiting = The showdown waits; it is asked again when you go on.

## Round and match

play-round-over = Round { $round } is over
play-match-over = The match is over
play-out = no cards left
play-next-round = Next round
play-next-round-why = deal again
play-new-match = A new match begins with:
play-no-file = It could not be kept, so nothing has changed: { $problem }
play-bot-failed = { $player } does not play as a bot should; from now on chance plays for it: { $problem }

## Help

play-help-title = How it works
play-help-text =
    • In your turn play a card with the colour, the number or the symbol of the card on top; wild cards always go. Cards in a double frame can be played.
    • Choose with Left and Right and press Enter, press its number, or click it. Or draw a card (d), then play it or keep it (k).
    • One card left? Say UNO with the play, or press u at once. Whoever forgets it and is caught (g) draws two cards.
    • A card with a * starts a showdown: two players race at the unit, and the loser takes as many cards as stand behind the *. Hands on the paddles, press its button, wait for green, hit. Too early loses.
    • A Wild Draw Four against you? Accept it, or challenge it: if its player had a card of the colour, that player draws the four, else you draw six.
    • No cards left wins the round, and the points of all other hands.
    • The arrows beside the players show the direction, ▶ whose turn it is. Click a player to catch that one, or when somebody leaves (x).
    • Several people at one keyboard: hands are hidden until Enter is pressed.
    • Everything is kept at once. Quit (q) when you like; the match goes on later.
