"""Every reason to refuse an action: its code, and the English text."""

from __future__ import annotations

from showdown_rules.actions import IllegalAction
from showdown_rules.state import Phase

REFUSALS = {
    # Any action
    "unknown_action": "{action} is no action of the game",
    "stale_turn": "this was meant for turn {turn}; it is turn {now}",
    "wrong_phase": "{action} is not possible now: the match waits for {waits_for}",
    "no_such_seat": "there is no seat {seat}",
    "gone": "seat {seat} has left",
    "not_your_turn": "it is the turn of seat {now}",
    "not_the_table": "only the table may do this",
    # A play
    "not_in_hand": "seat {seat} does not hold card {card}",
    "no_match": "{card} does not go on {top} with {colour} to match",
    "only_drawn": "after drawing, only the drawn card may be played",
    "not_drawn": "the drawn card may not be played in the turn that drew it",
    "must_answer": "{card} does not answer {top}: play the same, or take the cards",
    "wild_draw_four": "the hand holds a card that may be played instead of a wild draw four",
    "not_the_same": "out of turn only the very same card may be played: {card} is not {top}",
    "uno_first": "seat {seat} owes UNO and cannot play out of turn before it",
    "missing_colour": "{card} needs a colour from 0 to 3, not {colour}",
    "needless_colour": "{card} lets nobody choose a colour",
    "missing_opponent": "{card} needs another seat, not {opponent}",
    "opponent_self": "{card} needs another seat than that of its player",
    "opponent_gone": "seat {opponent} has left",
    "needless_opponent": "{card} lets nobody choose an opponent",
    "cards_out_of_range": "{card} puts {low} to {high} cards into the unit, not {cards}",
    "needless_cards": "{card} lets nobody choose how many cards",
    "needless_uno": "UNO goes with the play that leaves one card; this leaves {left}",
    # A turn without a play
    "must_play": "the hand holds a card that has to be played",
    "nothing_to_draw": "there is no card to draw: play or pass",
    "can_draw": "there are cards to draw: draw before passing",
    # Calls
    "already_called": "seat {seat} has said UNO",
    "self_catch": "nobody can catch themselves",
    "not_silenced": "seat {target} may talk",
    # Showdowns
    "unknown_showdown": "showdown {number} is not the one that waits: that is {pending}",
    "not_in_showdown": (
        "seat {loser} is not in showdown {number}: seats {initiator} and {defender} are"
    ),
    "unknown_judge": "a verdict is by unit, lines or table, not by {by}",
    "no_lines": "no card lies in showdown {number}: the lines cannot tell",
    "lines_out_of_range": (
        "{initiator} and {defender} cards over the lines cannot be: {cards} were in the unit"
    ),
}


def refusal(code: str, **values: object) -> IllegalAction:
    """The error to raise."""
    return IllegalAction(code, REFUSALS[code].format(**values), **values)


WAITS_FOR: dict[int, str] = {
    Phase.PLAY: "a card",
    Phase.DRAWN: "the drawn card or a pass",
    Phase.CHALLENGE: "an answer to the wild draw four",
    Phase.SHOWDOWN: "the verdict on a showdown",
    Phase.ROUND_OVER: "the next round",
    Phase.MATCH_OVER: "nothing: the match is over",
}
