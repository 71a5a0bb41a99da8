"""The rules a second time, in counts: what one action makes of hands by size, turn and colour.

Written from docs/rules.md and not from the engine, so that the two can be laid side by side.
Which cards come is not predicted, only how many, and from where they may come.
"""

from __future__ import annotations

from typing import Any

from showdown_rules.actions import (
    Accept,
    CallUno,
    Catch,
    Challenge,
    Draw,
    Lines,
    Pass,
    Play,
    Rematch,
    Settle,
    Spoke,
)
from showdown_rules.cards import NO_COLOUR, Face
from showdown_rules.state import Phase, State


class RoundOverError(Exception):
    """The round ends by this action."""


class Model:
    """A state in counts; `run` gives what it becomes."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.rules = state.rules
        self.sizes = [len(hand) for hand in state.hands]
        self.lying = len(state.draw) + len(state.discard)
        self.unit = len(state.unit)
        self.phase, self.seat = int(state.phase), state.seat
        self.direction, self.colour = state.direction, state.colour
        self.stacked = state.stacked
        self.last = state.last_player
        self.pending = state.showdown is not None
        self.over: tuple[str, int] | None = None

    def run(self, action: Any) -> Model:
        try:
            _DO[type(action)](self, action)
        except RoundOverError:
            self.unit, self.lying = 0, self.lying + self.unit
        return self

    def agrees(self, after: State) -> str:
        """What differs, or nothing."""
        if self.over is not None:
            if after.phase not in (Phase.ROUND_OVER, Phase.MATCH_OVER):
                return f"the round should be over: {self.over}"
            mine = (self.sizes, self.lying)
            its = ([len(h) for h in after.hands], len(after.draw) + len(after.discard))
            return "" if mine == its else f"{mine} expected, {its} found"
        phase, seat = int(after.phase), after.seat
        unknown = self.phase < 0 and phase in (Phase.PLAY, Phase.DRAWN)
        mine = (
            *(self.sizes, self.lying, self.unit, phase if unknown else self.phase),
            seat if unknown or phase == Phase.SHOWDOWN else self.seat,
            *(self.direction, self.colour, self.stacked),
        )
        its = (
            *([len(h) for h in after.hands], len(after.draw) + len(after.discard)),
            *(len(after.unit), phase, seat, after.direction, after.colour, after.stacked),
        )
        return "" if mine == its else f"{mine} expected, {its} found"

    # Small steps

    def next(self, seat: int) -> int:
        while True:
            seat = (seat + self.direction) % self.state.seats
            if self.state.here[seat]:
                return seat

    def end(self, why: str, winner: int) -> None:
        self.over = (why, winner)
        raise RoundOverError

    def give(self, seat: int, wanted: int, kept: int = 1) -> None:
        there = self.lying - kept
        decided = self.pending or self.last != -1
        if wanted > there and self.rules.shortage != "draw_what_exists" and not decided:
            self.end("shortage", -1)
        got = min(wanted, there)
        self.sizes[seat] += got
        self.lying -= got

    def turn_to(self, seat: int, loser: int = -1) -> None:
        if self.rules.loser_skipped and seat == loser:
            seat = self.next(seat)
        self.seat, self.phase = seat, int(Phase.PLAY)

    def load(self, wanted: int, decides: bool) -> bool:
        loaded = min(wanted, self.lying - 1)
        rule = self.rules.empty_showdown
        if not loaded and not (rule == "bare_showdown" or (rule == "bare_if_decides" and decides)):
            return False
        self.lying -= loaded
        self.unit, self.phase = loaded, int(Phase.SHOWDOWN)
        return True

    # Actions

    def play(self, action: Play) -> None:
        state, rules = self.state, self.rules
        seat, face = action.seat, state.deck.faces[action.card]
        self.sizes[seat] -= 1
        self.lying += 1
        self.colour = action.colour if face >= Face.WILD else state.deck.colours[action.card]
        last = not self.sizes[seat]
        if last:
            self.last = seat
        if face == Face.WILD_DRAW_FOUR and rules.wd4_challenge:
            in_vain = not rules.draw_before_scoring and rules.variant_last_card == "off"
            if not last or (rules.last_wd4_challenge and not in_vain):
                self.stacked += 4 if rules.stacking else 0
                self.seat, self.phase = self.next(seat), int(Phase.CHALLENGE)
                return
        count = action.cards if face == Face.WILD_SHOWDOWN else state.deck.counts[action.card]
        variant = last and rules.variant_last_card == "one"
        if count and not variant and self.load(count, last):
            return
        self.effect(seat, face, action.opponent)

    def effect(self, seat: int, face: int, other: int, *, judged: bool = False, loser=-1) -> None:
        rules, sizes = self.rules, self.sizes
        last = self.last == seat and not sizes[seat]
        passed_over = False
        if face <= Face.NINE:
            if rules.seven_zero and not last:
                self.swap(seat, face, other)
        elif face == Face.REVERSE:
            self.direction = -self.direction
            passed_over = rules.two_player_reverse == "skip" and sum(self.state.here) == 2
        elif face == Face.SKIP:
            passed_over = True
        elif face in (Face.DRAW_TWO, Face.WILD_DRAW_FOUR):
            cards = self.stacked + (2 if face == Face.DRAW_TWO else 4)
            if rules.stacking and not last:
                self.stacked = cards
                self.turn_to(self.next(seat))
                return
            self.stacked = 0
            passed_over = True
            won = last and (judged or rules.variant_last_card == "off")
            if rules.draw_before_scoring or not won:
                self.give(self.next(seat), cards)
        self.finish(seat, passed_over, judged=judged, loser=loser)

    def swap(self, seat: int, face: int, other: int) -> None:
        sizes = self.sizes
        if face == Face.SEVEN and other >= 0:
            sizes[seat], sizes[other] = sizes[other], sizes[seat]
        elif face == Face.ZERO:
            before = list(sizes)
            for one in range(self.state.seats):
                if self.state.here[one]:
                    sizes[self.next(one)] = before[one]

    def finish(self, seat: int, passed_over: bool, *, judged: bool, loser: int = -1) -> None:
        if self.last != -1 and not self.sizes[seat]:
            if judged or self.rules.variant_last_card == "off" or not self.load(1, True):
                self.end("out", seat)
            return
        if passed_over:
            seat = self.next(seat)
        self.turn_to(self.next(seat), loser)

    def draw(self, action: Draw) -> None:
        state, rules, seat = self.state, self.rules, action.seat
        if self.stacked:
            cards, self.stacked = self.stacked, 0
            self.give(seat, cards)
            self.turn_to(self.next(seat))
            return
        self.give(seat, 1)
        new = state.draw[-1] if state.draw else None
        if new is None:
            self.phase = -1  # which card comes is chance, and with it whether it can be played
            return
        hand = [new] if rules.only_drawn_playable else [*state.hands[seat], new]
        can = [card for card in hand if may_play(state, seat, card, drawn=new)]
        if can and (not rules.only_drawn_playable or rules.play_drawn != "never"):
            self.phase = int(Phase.DRAWN)
            if not rules.only_drawn_playable or new in can:
                return
        self.turn_to(self.next(seat))

    def keep(self, action: Pass) -> None:
        if self.state.phase == Phase.PLAY and self.state.passes + 1 >= sum(self.state.here):
            self.end("stalemate", -1)
        self.turn_to(self.next(action.seat))

    def accept(self, action: Accept) -> None:
        doubted = self.state.wild_draw_four
        cards, self.stacked = self.stacked or 4, 0
        self.give(action.seat, cards)
        self.finish(doubted.player, True, judged=False)

    def challenge(self, action: Challenge) -> None:
        doubted = self.state.wild_draw_four
        cards, self.stacked = self.stacked or 4, 0
        if not doubted.guilty:
            self.give(action.seat, cards + 2)
            self.finish(doubted.player, True, judged=False)
            return
        if self.rules.guilty == "draws4_and_card_back":
            self.sizes[doubted.player] += 1
            self.lying -= 1
            self.colour = doubted.colour_before
        self.give(doubted.player, cards)
        self.turn_to(action.seat)
        if self.rules.challenger_turn == "loses":
            self.turn_to(self.next(action.seat))

    def settle(self, action: Settle) -> None:
        self.lost(action.loser)

    def lost(self, loser: int, shares: tuple[int, int] | None = None) -> None:
        showdown = self.state.showdown
        starter, other = showdown.initiator, showdown.defender
        if shares is None:
            self.sizes[loser] += self.unit
            if loser == starter:
                self.last = -1
        else:
            self.sizes[starter] += shares[0]
            self.sizes[other] += shares[1]
        self.unit, self.pending = 0, False
        face = self.state.deck.faces[self.state.discard[-1]]
        if showdown.why == "variant":
            self.finish(starter, bool(showdown.lost), judged=True, loser=loser)
        else:
            self.effect(starter, face, showdown.swap, judged=True, loser=loser)

    def lines(self, action: Lines) -> None:
        showdown, rules = self.state.showdown, self.rules
        mine, theirs = action.initiator, action.defender
        if mine != theirs:
            self.lost(showdown.initiator if mine > theirs else showdown.defender)
        elif rules.split_tie == "each_takes_own":
            self.lost(-1, (self.unit - theirs, theirs))
        elif rules.split_tie == "defender_loses":
            self.lost(showdown.defender)
        elif rules.split_tie == "initiator_loses" or showdown.splits >= rules.max_rematches:
            self.lost(showdown.initiator)

    def rematch(self, action: Rematch) -> None:
        """The same cards, the same players."""

    def call(self, action: CallUno) -> None:
        state, seat = self.state, action.seat
        left = self.sizes[seat]
        mine = seat == state.seat and any(may_play(state, seat, c) for c in state.hands[seat])
        if left == 1 or (left == 2 and mine):
            return
        self.penalty(seat, self.rules.false_call_penalty)
        if state.silenced[seat]:
            self.penalty(seat, self.rules.talk_penalty)

    def catch(self, action: Catch) -> None:
        if self.state.uno_open == action.target:
            self.penalty(action.target, self.rules.uno_penalty)
        else:
            self.penalty(action.seat, self.rules.false_catch_penalty)

    def spoke(self, action: Spoke) -> None:
        self.penalty(action.target, self.rules.talk_penalty)

    def penalty(self, seat: int, cards: int) -> None:
        doubted = self.state.wild_draw_four is not None
        back = doubted and self.rules.guilty == "draws4_and_card_back"
        if cards:
            self.give(seat, cards, kept=2 if back else 1)


_DO: dict[type, Any] = {
    Play: Model.play,
    Draw: Model.draw,
    Pass: Model.keep,
    Accept: Model.accept,
    Challenge: Model.challenge,
    Settle: Model.settle,
    Lines: Model.lines,
    Rematch: Model.rematch,
    CallUno: Model.call,
    Catch: Model.catch,
    Spoke: Model.spoke,
}
PREDICTED = tuple(_DO)


# --- which cards may be played ----------------------------------------------------------------


def goes_on(state: State, card: int) -> bool:
    deck, top = state.deck, state.discard[-1]
    if deck.colours[card] in (NO_COLOUR, state.colour) or deck.faces[card] == deck.faces[top]:
        return True
    return state.rules.icon_matches and min(deck.counts[card], deck.counts[top]) > 0


def is_bluff(state: State, hand: list[int]) -> bool:
    """Whether a Wild Draw Four would be wrong now."""
    deck, test = state.deck, state.rules.wd4_test
    wrong = (state.colour, NO_COLOUR) if test == "colour_or_wild" else (state.colour,)
    for other in hand:
        if deck.faces[other] == Face.WILD_DRAW_FOUR:
            continue
        if test == "any_playable":
            if goes_on(state, other):
                return True
        elif deck.colours[other] in wrong:
            return True
    return False


def may_keep(state: State, seat: int) -> bool:
    """Whether the card just drawn may be kept: always, but where it has to be played."""
    drawn = state.drawn
    forced = state.rules.play_drawn == "must" and may_play(state, seat, drawn)
    bluff = state.deck.faces[drawn] == Face.WILD_DRAW_FOUR and is_bluff(state, state.hands[seat])
    return not forced or bluff


def may_play(state: State, seat: int, card: int, drawn: int = -1) -> bool:
    """Whether `seat` may play it now; `drawn` as if that card had just come."""
    hand = [*state.hands[seat], drawn] if drawn >= 0 else state.hands[seat]
    deck, rules = state.deck, state.rules
    face, top = deck.faces[card], state.discard[-1]
    if seat != state.seat:
        same = (deck.colours[card], face) == (deck.colours[top], deck.faces[top])
        free = state.phase == Phase.PLAY and not state.stacked and state.uno_open != seat
        return rules.jump_in and same and face < Face.WILD and free
    if state.phase in (Phase.SHOWDOWN, Phase.ROUND_OVER, Phase.MATCH_OVER):
        return False
    if state.stacked:
        if face != deck.faces[top] or state.last_player != -1:
            return False
    elif state.phase == Phase.CHALLENGE or not goes_on(state, card):
        return False
    now = drawn if drawn >= 0 else state.drawn
    if now >= 0:
        if rules.only_drawn_playable and card != now:
            return False
        if rules.play_drawn == "never" and card == now:
            return False
    hard = face == Face.WILD_DRAW_FOUR and rules.wd4_enforce == "hard"
    return not (hard and is_bluff(state, hand))
