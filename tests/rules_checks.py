"""What always holds of a match, and what an action must have done: for random rounds."""

from __future__ import annotations

from typing import Any

import rules_model
from rules_kit import ALL, zones
from showdown_rules import engine
from showdown_rules.actions import (
    NOBODY,
    TABLE,
    Accept,
    CallUno,
    Catch,
    Challenge,
    Draw,
    Leave,
    Pass,
    Play,
    Spoke,
)
from showdown_rules.cards import NO_COLOUR, Face
from showdown_rules.events import (
    Challenged,
    Dealt,
    Drew,
    HandsPassed,
    HandsSwapped,
    Left,
    Played,
    Reversed,
    RoundBegan,
    RoundEnded,
)
from showdown_rules.state import Phase, State


def check_cheaply(state: State) -> None:
    cards = len(state.draw) + len(state.discard) + len(state.unit) + sum(map(len, state.hands))
    assert cards == len(ALL), "cards were lost or doubled"
    assert 0 <= state.colour <= 3, "no colour to match"


def check(state: State) -> None:
    """What always holds."""
    assert sorted(zones(state)) == ALL, "cards were lost or doubled"
    assert state.colour in (0, 1, 2, 3), "no colour to match"
    own = state.deck.colours[state.discard[-1]]
    assert own in (NO_COLOUR, state.colour), "the colour is not that of the top card"
    phase, rules, here = state.phase, state.rules, state.here
    assert (state.showdown is not None) == (phase == Phase.SHOWDOWN)
    assert (state.wild_draw_four is not None) == (phase == Phase.CHALLENGE)
    assert not state.unit or phase == Phase.SHOWDOWN
    assert (state.drawn >= 0) == (phase == Phase.DRAWN)
    assert all(h or not hand for h, hand in zip(here, state.hands, strict=True)), "a ghost's hand"
    acting = engine.acting(state)
    wanted = (state.seat,) if phase <= Phase.CHALLENGE else (TABLE,)
    assert acting == (() if phase == Phase.MATCH_OVER else wanted)
    for seat in acting:
        assert seat == TABLE or here[seat], f"{seat} is not here"
        assert engine.legal_actions(state, seat), f"seat {seat} can do nothing"
    if phase <= Phase.DRAWN and rules.variant_last_card == "off":
        assert all(hand or not h for h, hand in zip(here, state.hands, strict=True)), "a hand of 0"
    if phase <= Phase.CHALLENGE:
        for seat in range(state.seats) if rules.jump_in else (state.seat,):
            mine = [card for card in state.hands[seat] if rules_model.may_play(state, seat, card)]
            assert sorted(engine.playable(state, seat)) == sorted(mine)
    if phase == Phase.DRAWN:
        keeps = any(type(one) is Pass for one in engine.legal_actions(state, state.seat))
        assert keeps == rules_model.may_keep(state, state.seat)
    assert state.uno_open == NOBODY or len(state.hands[state.uno_open]) == 1
    for seat, called in enumerate(state.called):
        assert not called or len(state.hands[seat]) in (1, 2), "UNO with many cards"


def compare(before: State, action: Any, after: State, events: list[Any]) -> None:
    """The state after is what the rules, in counts, make of the one before."""
    calls = type(action) in (CallUno, Catch, Spoke)
    assert after.turn == before.turn + (not calls)
    check_told(before, after, events)
    if type(action) is Leave:
        check_leaving(before, action.target, after)
    if type(action) not in rules_model.PREDICTED:
        return
    differs = rules_model.Model(before).run(action).agrees(after)
    assert not differs, differs
    if after.phase < Phase.ROUND_OVER:
        check_words(before, action, after)
    over = [one for one in events if type(one) is RoundEnded]
    if over:
        check_end(before, after, over[0])
    elif not any(type(one).__name__.startswith("Hands") for one in events):
        check_sources(before, action, after)


def check_told(before: State, after: State, events: list[Any]) -> None:
    """Whoever adds up the events has the hands, the direction and the colour."""
    hands = [set(hand) for hand in before.hands]
    direction, colour = before.direction, before.colour
    for event in events:
        kind = type(event)
        if kind is Dealt:
            hands[event.seat] = set(event.cards)
            direction = 1
        elif kind is Played:
            hands[event.seat].remove(event.card)
            colour = event.colour
        elif kind is Drew:
            assert event.size == len(event.cards) <= event.wanted
            hands[event.seat] |= set(event.cards)
        elif kind is Left:
            hands[event.seat] = set()
        elif kind is HandsSwapped:
            one, two = event
            hands[one], hands[two] = hands[two], hands[one]
        elif kind is HandsPassed:
            moved = [seat for seat in range(after.seats) if after.here[seat]][:: event.direction]
            old = [hands[seat] for seat in moved]
            for seat, hand in zip(moved[1:] + moved[:1], old, strict=True):
                hands[seat] = hand
        elif kind is Reversed:
            direction = event.direction
        elif kind is RoundBegan:
            hands = [set() for _ in hands]
            colour = event.colour
        elif kind is Challenged and event.guilty:
            doubted = before.wild_draw_four
            if doubted is not None and after.rules.guilty == "draws4_and_card_back":
                hands[doubted.player].add(doubted.card)
                colour = doubted.colour_before
    assert hands == [set(hand) for hand in after.hands]
    assert (direction, colour) == (after.direction, after.colour)


def check_words(before: State, action: Any, after: State) -> None:
    """UNO, silence, and what is kept of a Wild Draw Four."""
    kind = type(action)
    if kind in (Draw, Pass, Accept, Challenge):
        assert after.uno_open == NOBODY, "the next player has acted, and one may still be caught"
    if kind is not Play:
        return
    seat, face = action.seat, after.deck.faces[action.card]
    rest = [card for card in before.hands[seat] if card != action.card]
    if len(rest) == 1 and after.hands[seat] == rest:
        said = action.uno or before.called[seat] or after.rules.auto_uno
        assert after.called[seat] == said
        assert after.uno_open == (NOBODY if said else seat)
        if said and face != Face.WILD_DONT_TALK:
            assert not any(after.silenced)
    if face == Face.WILD_DONT_TALK:
        assert after.silenced[action.opponent]
    if after.phase == Phase.CHALLENGE:
        doubted = after.wild_draw_four
        assert doubted is not None
        wrong = rules_model.is_bluff(before, before.hands[seat])
        assert doubted == (seat, action.card, wrong, tuple(rest), before.colour)


def check_leaving(before: State, target: int, after: State) -> None:
    """The cards go under the draw pile, and nobody else's turn or hand is touched."""
    left = before.hands[target]
    assert not after.here[target]
    assert not after.hands[target]
    if after.phase != Phase.MATCH_OVER and before.phase <= Phase.DRAWN:
        hands = [[] if seat == target else hand for seat, hand in enumerate(before.hands)]
        assert after.hands == hands
        assert after.draw == left + before.draw
        assert after.direction == before.direction
        if before.seat != target:
            assert (after.seat, after.phase) == (before.seat, before.phase)
        else:
            assert (after.seat, after.phase) == (rules_model.Model(after).next(target), Phase.PLAY)


def check_end(before: State, after: State, over: Any) -> None:
    hands = [hand for hand, here in zip(after.hands, after.here, strict=True) if here]
    if over.why == "out":
        assert after.hands[over.winner] == []
        assert not after.unit
    elif over.why == "stalemate":
        assert over.winner == NOBODY
        assert len(after.draw) + len(after.discard) == 1
    else:
        assert over.why == "shortage"
        assert after.rules.shortage != "draw_what_exists"
    points = [sum(after.deck.points[card] for card in hand) for hand in after.hands]
    gained = [now - then for now, then in zip(after.scores, before.scores, strict=True)]
    assert list(over.gained) == gained
    if over.winner == NOBODY or after.rules.scoring == "one_round":
        assert not any(gained)
    elif after.rules.scoring == "low":
        assert gained == points
    else:
        wanted = [0] * after.seats
        wanted[over.winner] = sum(points) - points[over.winner]
        assert gained == wanted
    assert hands
    check_match(after, over)


def check_match(after: State, over: Any) -> None:
    """Who has won the match, if it is over."""
    rules, players = after.rules, [seat for seat in range(after.seats) if after.here[seat]]
    scores = [after.scores[seat] for seat in players]
    if rules.scoring == "one_round":
        wanted = [] if over.winner == NOBODY else [over.winner]
    elif max(scores) < rules.target:
        wanted = []
    else:
        best = max(scores) if rules.scoring == "standard" else min(scores)
        wanted = [seat for seat in players if after.scores[seat] == best]
        if len(wanted) > 1 and rules.tie == "extra_round":
            wanted = []
    assert after.winners == wanted
    assert (after.phase == Phase.MATCH_OVER) == bool(wanted)


def check_sources(before: State, action: Any, after: State) -> None:
    """Cards come off the top of the draw pile, out of the unit, or back off the discard pile."""
    came = set()
    for seat, hand in enumerate(after.hands):
        came |= set(hand) - set(before.hands[seat])
    if type(action) is Play:
        assert after.discard[-1] == action.card
    came -= set(before.unit)
    came |= set(after.unit) - set(before.unit)
    back = before.wild_draw_four.card if before.wild_draw_four else -1
    if after.discard[-1] != back:
        came.discard(back)
    if came and len(came) <= len(before.draw) and after.shuffles == before.shuffles:
        assert came == set(before.draw[-len(came) :]), "not from the top of the draw pile"
    elif came:
        assert came <= {*before.draw, *before.discard}
