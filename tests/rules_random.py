"""Random rounds: option sets, players that do anything that is allowed, and what is checked.

`play_match` plays one match of a few rounds and raises AssertionError, with the seed, at the first
thing that is not right. Everything hangs on the seed.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any, get_args, get_type_hints

from rules_checks import check, check_cheaply, compare
from rules_kit import ENCANTO, MARKED
from showdown_rules import codec, engine
from showdown_rules.actions import (
    NOBODY,
    TABLE,
    Accept,
    CallUno,
    Catch,
    Challenge,
    Draw,
    IllegalAction,
    Leave,
    Lines,
    NextRound,
    Pass,
    Play,
    Rematch,
    Settle,
    Spoke,
)
from showdown_rules.cards import NO_COLOUR, Face, load_deck
from showdown_rules.events import RoundEnded
from showdown_rules.ruleset import RuleSet
from showdown_rules.state import Phase, State

DECKS = (MARKED, ENCANTO, load_deck("showdown"))
PATIENCE, MUCH_PATIENCE = 80, 2000
"""Actions of a round after which its players hurry: a round is long by chance, not by rule."""

MOST_ACTIONS = 10_000
"""Of one round."""

_HINTS = get_type_hints(RuleSet)
_NUMBERS = {
    "hand_size": (1, 2, 3, 5, 7, 7, 10),
    "max_rematches": (0, 1, 3),
    "uno_penalty": (0, 1, 2, 4),
    "false_catch_penalty": (0, 2),
    "false_call_penalty": (0, 2),
    "talk_penalty": (0, 1, 3),
    "target": (1, 50, 200, 500),
}
_KEPT = {"deck", "dealer_seat", "wild_showdown_min", "wild_showdown_max"}


def random_rules(random: Random) -> RuleSet:
    """Any options together, the default more often than each of the others."""
    options: dict[str, Any] = {}
    change = random.choice((0.0, 0.2, 0.6))
    for name, hint in _HINTS.items():
        if name not in _KEPT and random.random() < change:
            choices = get_args(hint) or _NUMBERS.get(name) or (False, True)
            options[name] = random.choice(choices)
    if random.random() < change:
        low = random.choice((1, 2))
        options |= {"wild_showdown_min": low, "wild_showdown_max": low + random.choice((0, 2, 6))}
    if options.get("dealer") == "seat":
        options["dealer_seat"] = random.choice((0, 1))
    return RuleSet(**options)


class Table:
    """One match and its random players."""

    def __init__(self, seed: str, rules: RuleSet, counts: Counter[str], watched: float) -> None:
        self.random = random = Random(seed)
        self.seed, self.rules, self.counts = seed, rules, counts
        self.seats = random.choice((2, 2, 3, 4, 5, 7, 10))
        self.deck = random.choice(DECKS)
        self.leaving = 0.5 if random.random() < 0.25 else 0.0
        self.watched = random.random() < watched
        self.cautious = random.random() < 0.5
        self.idle = random.choice((0.01, 0.01, 0.06))
        self.patience = MUCH_PATIENCE if random.random() < 0.01 else PATIENCE
        self.hurry = False
        self.state, _ = engine.new_match(rules, self.deck, self.seats, seed)
        self.actions: list[Any] = []

    # What is done

    def play_round(self) -> None:
        """To the end of the round, or of the match."""
        state, n, self.hurry = self.state, 0, False
        check(state)
        while state.phase < Phase.ROUND_OVER:
            n += 1
            assert n < MOST_ACTIONS, "the round does not end"
            self.hurry = n > self.patience
            self.act(self.choose())
        self.counts["rounds"] += 1
        self.counts["longest"] = max(self.counts["longest"], n)
        check(state)
        if state.phase == Phase.ROUND_OVER and n:
            assert not engine.legal_actions(state, 0), "somebody plays after the round"

    def act(self, action: Any) -> None:
        """Do it, and look at what came of it."""
        state = self.state
        self.actions.append(action)
        if not self.watched:
            engine.step(state, action, None)
            check_cheaply(state)
            return
        before = state.copy()
        if self.random.random() < 0.1:
            self.try_illegal()
        events: list[Any] = []
        engine.step(state, action, events)
        self.counts.update({type(action).__name__: 1, f"phase {int(state.phase)}": 1})
        self.counts.update(type(event).__name__ for event in events)
        self.counts.update(f"end {one.why}" for one in events if type(one) is RoundEnded)
        check(state)
        compare(before, action, state, events)

    def choose(self) -> Any:
        """Anything that is legal; mostly what brings the round on."""
        state, chance = self.state, self.random.random()
        if chance < self.idle and not self.hurry:
            action = self.out_of_turn(chance / self.idle)
            if action is not None:
                return action
        if state.phase == Phase.SHOWDOWN:
            return self.verdict()
        seat = state.seat
        if self.watched and not self.hurry and self.random.random() < 0.2:
            return self.pick(self.listed(seat))
        cards = engine.playable(state, seat)
        if cards and (state.phase != Phase.CHALLENGE or chance < 0.3):
            draws = chance < 2 * self.idle and state.phase == Phase.PLAY
            if self.hurry or not draws or not state.rules.voluntary_draw:
                return self.a_play(seat, self.quickest(cards) if self.hurry else self.pick(cards))
        return self.instead(seat, chance)

    def instead(self, seat: int, chance: float) -> Any:
        """Of playing a card."""
        state = self.state
        if state.phase == Phase.CHALLENGE:
            return (Accept if chance < 0.6 else Challenge)(state.turn, seat)
        if state.phase == Phase.DRAWN:
            return Pass(state.turn, seat)
        if state.draw or len(state.discard) > 1 or state.stacked:
            return Draw(state.turn, seat)
        return self.pick([a for a in self.listed(seat) if type(a) in (Play, Draw, Pass)])

    def quickest(self, cards: Sequence[int]) -> int:
        """The card after which the fewest are drawn. By chance alone a hand of many options grows
        as fast as it shrinks, and the round need not end.
        """
        deck = self.state.deck

        def draws(card: int) -> int:
            face = deck.faces[card]
            more = {Face.DRAW_TWO: 2, Face.WILD_DRAW_FOUR: 4, Face.WILD_SHOWDOWN: 5}
            return deck.counts[card] + more.get(Face(face), 0)

        return min(cards, key=draws)

    def pick(self, among: Sequence[Any]) -> Any:
        return among[int(self.random.random() * len(among))]

    def listed(self, seat: int) -> list[Any]:
        found = engine.legal_actions(self.state, seat)
        assert found, f"seat {seat} can do nothing"
        return found

    def a_play(self, seat: int, card: int) -> Play:
        state, random = self.state, self.random
        face, left = state.deck.faces[card], len(state.hands[seat]) - 1
        colour = int(random.random() * 4) if face >= Face.WILD else NO_COLOUR
        opponent, cards = NOBODY, 0
        asks = face == Face.SEVEN and state.rules.seven_zero and left
        if asks or face in (Face.WILD_SHOWDOWN, Face.WILD_DONT_TALK):
            opponent = self.pick([s for s in self.present() if s != seat])
        if face == Face.WILD_SHOWDOWN:
            cards = random.randint(state.rules.wild_showdown_min, state.rules.wild_showdown_max)
        uno = left == 1 and (self.cautious or self.hurry)
        return Play(state.turn, seat, card, colour, opponent, cards, uno)

    def present(self) -> list[int]:
        return [seat for seat in range(self.seats) if self.state.here[seat]]

    def out_of_turn(self, chance: float) -> Any:
        """A call, a catch, a jump-in, talk; or somebody leaves."""
        state, random = self.state, self.random
        turn, seats = state.turn, self.present()
        if random.random() < self.leaving:
            return Leave(turn, TABLE, self.pick(seats))
        seat, other = self.pick(seats), self.pick(seats)
        if chance < 0.2:
            silenced = [one for one in seats if state.silenced[one]]
            return Spoke(turn, TABLE, random.choice(silenced)) if silenced else None
        if chance < 0.4:
            return Catch(turn, seat, other) if seat != other else None
        if chance < 0.5:
            return None if state.called[seat] else CallUno(turn, seat)
        if seat == state.seat and state.phase != Phase.SHOWDOWN:
            return None
        found = engine.legal_actions(state, seat)
        return random.choice(found) if found else None

    def verdict(self) -> Any:
        state, random = self.state, self.random
        showdown = state.showdown
        assert showdown is not None
        turn, number, chance = state.turn, showdown.number, random.random()
        if self.hurry:
            return Settle(turn, TABLE, number, showdown.defender)
        if chance < 0.1:
            return Rematch(turn, TABLE, number, "no_press")
        if chance < 0.4 and showdown.cards:
            mine = random.randint(0, showdown.cards)
            even = chance < 0.3 and showdown.cards // 2
            theirs = random.randint(0, showdown.cards - mine)
            return Lines(turn, TABLE, number, *((even, even) if even else (mine, theirs)))
        loser = random.choice((showdown.initiator, showdown.defender))
        return Settle(turn, TABLE, number, loser, random.choice(("unit", "table")))

    def try_illegal(self) -> None:
        """Something at random that is not listed is refused, and changes nothing."""
        state = self.state
        action = random_action(state, self.random)
        seat = action.seat
        listed = engine.legal_actions(state, seat) if seat in range(TABLE, self.seats) else []
        if action in listed or is_unlisted_but_legal(state, action):
            return
        before = state.copy()
        for go in (engine.step, lambda s, a, _: engine.apply(s, a)):
            code = None  # no pytest.raises: what it raises cannot come home from another process
            try:
                go(state, action, None)
            except IllegalAction as refusal:
                code = refusal.code
            assert code, f"not listed, yet done: {action}"
            assert state == before, f"refused, yet changed: {action}"
        self.counts["refused"] += 1


def play_match(
    seed: str, rules: RuleSet, counts: Counter[str], *, watched: float, rounds: int = 3
) -> int:
    """How many rounds were played. `watched` is the share of matches that are checked wholly."""
    table = Table(seed, rules, counts, watched)
    played = 0
    try:
        while True:
            scores = list(table.state.scores)
            table.play_round()
            played += 1
            now = table.state.scores
            assert all(a <= b for a, b in zip(scores, now, strict=True)), "a score fell"
            if table.state.phase == Phase.MATCH_OVER or played == rounds:
                break
            table.act(NextRound(table.state.turn, TABLE))
        if table.watched:
            replay(table)
    except Exception as error:
        last = table.actions[-1] if table.actions else None
        raise AssertionError(f"seed {seed!r}, action {len(table.actions)}, {last}") from error
    return played


def play_many(name: str, rounds: int, *, watched: float, matches: int) -> Counter[str]:
    """At least so many rounds, by a new option set each `matches` matches."""
    counts: Counter[str] = Counter()
    played = n = 0
    while played < rounds:
        rules = random_rules(Random(f"{name}/{n}"))
        for match in range(matches):
            if played < rounds:
                played += play_match(f"{name}/{n}/{match}", rules, counts, watched=watched)
        n += 1
    counts["option sets"] = n
    return counts


def again(seed: str, watched: float = 1.0) -> None:
    """The match that failed with this seed, once more."""
    rules = random_rules(Random(seed.rpartition("/")[0]))
    play_match(seed, rules, Counter(), watched=watched)


def replay(table: Table) -> None:
    """From the seed and the actions comes the same state, also if it is saved and loaded midway."""
    state, _ = engine.new_match(table.rules, table.deck, table.seats, table.seed)
    middle = table.random.randrange(len(table.actions))
    for n, action in enumerate(table.actions):
        if n == middle:
            saved = json.loads(json.dumps(codec.state_to_plain(state)))
            state = codec.state_from_plain(saved)
        engine.step(state, action, None)
    assert state == table.state, "another state comes of the same actions"
    assert codec.state_hash(state) == codec.state_hash(table.state)
    table.counts["replays"] += 1


# --- what is not legal ------------------------------------------------------------------------


def is_unlisted_but_legal(state: State, action: Any) -> bool:
    """As `engine.legal_actions` says of what it does not list."""
    if action.turn != state.turn or state.phase == Phase.MATCH_OVER:
        return False
    kind = type(action)
    if kind is Play:
        if not action.uno or action.seat not in range(state.seats):
            return False
        needless = state.rules.auto_uno or state.called[action.seat]
        silent = action._replace(uno=False) in engine.legal_actions(state, action.seat)
        return needless and silent and len(state.hands[action.seat]) == 2
    here = [seat for seat in range(state.seats) if state.here[seat]]
    if kind is Leave:
        return action.target in here and action.seat in (TABLE, action.target)
    if state.phase == Phase.ROUND_OVER:
        return False
    if kind is CallUno:
        return action.seat in here and not state.called[action.seat]
    if kind is Catch:
        return action.seat in here and action.target in here and action.seat != action.target
    if kind is Spoke:
        return action.seat == TABLE and action.target in here and state.silenced[action.target]
    showdown = state.showdown
    if kind not in (Settle, Lines, Rematch) or showdown is None:
        return False
    if action.seat != TABLE or action.number != showdown.number:
        return False
    if kind is Settle:
        mine = (showdown.initiator, showdown.defender)
        return action.loser in mine and action.by in ("unit", "lines", "table")
    if kind is Lines:
        low = min(action.initiator, action.defender)
        return showdown.cards > 0 and low >= 0 and sum(action[-2:]) <= showdown.cards
    return True


_KINDS = (Play, Draw, Pass, Accept, Challenge, CallUno, Catch, Spoke, Settle, Lines, Rematch)


def random_action(state: State, random: Random) -> Any:
    """Any action with any values, most of them near to what could be."""
    kind = random.choice((*_KINDS, Play, Play, Play, Leave, NextRound))
    turn = state.turn if random.random() < 0.9 else random.randint(-1, state.turn + 2)
    seat = random.choice((state.seat, random.randint(-2, state.seats), TABLE))
    someone = random.randint(-1, state.seats)
    number = random.choice((state.showdowns, state.showdowns + 1, 0, -1))
    if kind is Play:
        hand = state.hands[seat] if 0 <= seat < state.seats else []
        card = random.choice(hand) if hand and random.random() < 0.8 else random.randint(-1, 112)
        colour, cards = random.choice((-1, -1, 0, 3, 4)), random.choice((0, 0, 1, 3, 11))
        opponent = random.choice((-1, -1, someone))
        return Play(turn, seat, card, colour, opponent, cards, random.random() < 0.2)
    if kind in (Catch, Spoke, Leave):
        return kind(turn, seat, someone)
    if kind is Settle:
        return Settle(turn, seat, number, someone, random.choice(("unit", "me")))
    if kind is Lines:
        return Lines(turn, seat, number, random.randint(-1, 3), random.randint(-1, 3))
    return Rematch(turn, seat, number) if kind is Rematch else kind(turn, seat)
