"""One round of the game between bots, as fast as it goes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from showdown_rules import engine
from showdown_rules.actions import NOBODY, TABLE, Action, Settle
from showdown_rules.cards import Deck
from showdown_rules.events import Event, RoundEnded
from showdown_rules.ruleset import RuleSet
from showdown_rules.state import CHALLENGE, PLAY, ROUND_OVER, SHOWDOWN, State
from showdown_rules.views import view
from showdown_table.bots import BOTS, Bot, Seated
from showdown_table.bots_random import quick_aside, quick_move, quick_turns

LONGEST = 1_000_000
"""Steps after which a round is given up: the rules promise an end, a program may not keep it."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What is played: `bots` by seat, as `bots.find` knows them. Round n is the same in any run."""

    rules: RuleSet
    deck: Deck
    bots: tuple[str, ...]
    seed: str


class Outcome(NamedTuple):
    """`first` began the round. `points` is what the other hands held; 0 without a winner.

    `why`: out, stalemate, shortage.
    """

    turns: int
    winner: int
    first: int
    showdowns: int
    points: int
    why: str


class EndlessRound(RuntimeError):  # noqa: N818 - read as what happened
    """A round that does not end."""


def play_round(plan: Plan, number: int) -> Outcome:
    """Round `number` of the plan.

    A turn is a seat that comes to act: a card played, or one drawn and what is done with it. A
    showdown's loser is drawn by a fair coin from the stream `unit`: both are equally fast.
    RuleSetError: so many seats cannot play this. BotError, EndlessRound.
    """
    state, _ = engine.new_match(plan.rules, plan.deck, len(plan.bots), f"{plan.seed}/{number}")
    first = state.seat
    played = _Round(plan, state, number)
    turns = played.run()
    winner, why = played.end()
    points = 0
    if winner != NOBODY:
        others = [hand for seat, hand in enumerate(state.hands) if seat != winner]
        points = sum([engine.hand_points(plan.deck, hand) for hand in others])
    return Outcome(turns, winner, first, state.showdowns, points, why)


class _Round:
    def __init__(self, plan: Plan, state: State, number: int) -> None:
        self.state = state
        self.plan, self.number = plan, number
        self.chance = engine.stream(plan.seed, "bots", number)
        self.coin: Callable[[], float] | None = None
        self.bots = [_seated(name, seat) for seat, name in enumerate(plan.bots)]
        self.events: list[Event] | None = None  # the last ones, where the end is not seen without

    def run(self) -> int:
        """Play it to its end; how many turns there were."""
        state, bots = self.state, self.bots
        chance = self.chance.random
        jumps = state.rules.jump_in
        quick = not (jumps or any(bots))
        step = engine.step
        turns = 0
        for _ in range(LONGEST):
            phase = state.phase
            if self.events and phase <= SHOWDOWN:
                self.events.clear()
            if quick and phase < CHALLENGE and state.uno_open < 0 and self.events is None:
                turns += quick_turns(state, chance, LONGEST)
            elif phase <= CHALLENGE:
                seat, turn = state.seat, state.turn
                action = self._ask(seat) if bots[seat] else quick_move(state, seat, chance)
                step(state, action, self.events)  # type: ignore[arg-type] # refused if there is none
                if phase == PLAY:
                    turns += state.turn - turn  # calls and catches count for none
            elif phase == SHOWDOWN:
                self._showdown()
            else:
                return turns
            if state.uno_open >= 0 or jumps:
                turns += self._aside()
            if turns >= LONGEST:
                break
        msg = f"a round of {LONGEST} steps (seed {state.seed!r}) was given up"
        raise EndlessRound(msg)

    def _showdown(self) -> None:
        state = self.state
        showdown = state.showdown
        assert showdown is not None
        if self.coin is None:  # many rounds have no showdown, and a stream takes its time
            self.coin = engine.stream(self.plan.seed, "unit", self.number).random
        loser = showdown.initiator if self.coin() < 0.5 else showdown.defender
        if showdown.cards:
            engine.settle_unchecked(state, loser)
            return
        # Who loses it goes on with an empty hand, and is not out.
        self.events = self.events or []
        engine.step(state, Settle(state.turn, TABLE, showdown.number, loser), self.events)

    def _aside(self) -> int:
        """Who is not to act may speak or jump in, in an order of chance; the turns it took."""
        state, chance = self.state, self.chance.random
        if state.phase >= ROUND_OVER:
            return 0
        acting = engine.acting(state)
        seats = [seat for seat in range(state.seats) if seat not in acting]
        for seat in sorted(seats, key=lambda _: chance()):
            action = self._ask(seat) if self.bots[seat] else quick_aside(state, seat, chance)
            if action is not None:
                turn = state.turn
                engine.step(state, action, self.events)
                return state.turn - turn
        return 0

    def _ask(self, seat: int) -> Action | None:
        bot = self.bots[seat]
        assert bot is not None
        legal = engine.legal_actions(self.state, seat)
        return bot.choose(view(self.state, seat), legal, self.chance) if legal else None

    def end(self) -> tuple[int, str]:
        """Who has won the round, and why it is over."""
        for event in self.events or ():
            if isinstance(event, RoundEnded):
                return event.winner, event.why
        state = self.state
        if [] in state.hands:
            return state.hands.index([]), "out"
        shortage = state.rules.shortage
        if shortage == "draw_what_exists":
            return NOBODY, "stalemate"
        points = [engine.hand_points(state.deck, hand) for hand in state.hands]
        lowest = min(points)
        alone = shortage == "winner_by_points" and points.count(lowest) == 1
        return (points.index(lowest) if alone else NOBODY), "shortage"


def _seated(name: str, seat: int) -> Bot | None:
    """None for a random bot: it needs no view, which takes longer than its turn."""
    if name == "random":
        return None
    return BOTS[name]() if name in BOTS else Seated(name, seat)
