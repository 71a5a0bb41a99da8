"""The robots' plans: what a seed draws, and what the scripts hold."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from showdown_bench import players
from showdown_bench.players import (
    MS,
    SCRIPTS,
    US,
    Kind,
    Plan,
    PlayerPlan,
    Since,
    Situation,
    plan,
    reaction_ns,
    scripted,
    seeded,
    situation,
)

SHOWDOWNS = range(1, 401)


def plans(seed: int = 7, attempt: int = 1) -> list[Plan]:
    return [plan(seed, n, attempt) for n in SHOWDOWNS]


def both(drawn: list[Plan]) -> list[PlayerPlan]:
    return [player for p in drawn for player in (p.left, p.right)]


def test_the_same_seed_gives_the_same_plans() -> None:
    assert plans(3) == plans(3)


def test_a_plan_needs_no_earlier_plan() -> None:
    alone = plan(3, 200, 2)
    plans(3, 2)
    assert plan(3, 200, 2) == alone


def test_seed_showdown_and_attempt_each_change_the_plan() -> None:
    drawn = [plan(3, 1, 1), plan(4, 1, 1), plan(3, 2, 1), plan(3, 1, 2)]
    assert len(set(drawn)) == 4


def test_the_seed_draws_the_same_on_every_python() -> None:
    drawn = [situation(1, n).value for n in range(1, 9)]
    assert drawn == ["race", "race", "race", "early", "race", "early", "race", "race"]


def test_every_kind_of_player_comes_up() -> None:
    assert {player.kind for player in both(plans())} == set(Kind)


def test_every_situation_comes_up_about_as_often_as_it_should() -> None:
    drawn = [situation(7, n) for n in range(1, 2001)]
    share = {kind: drawn.count(kind) / len(drawn) for kind in Situation}
    assert 0.65 < share[Situation.RACE] < 0.75
    assert min(share.values()) > 0.02


def test_either_side_is_the_faster_about_half_the_time() -> None:
    faster = [
        p.left.after_ns < p.right.after_ns
        for p in plans()
        if p.left.since is p.right.since
        and p.left.after_ns is not None
        and p.right.after_ns is not None
    ]
    assert 0.4 < sum(faster) / len(faster) < 0.6


def test_either_side_is_the_early_one() -> None:
    assert {p.left.kind is Kind.EARLY for p in plans() if Kind.EARLY in kinds(p)} == {True, False}


def kinds(p: Plan) -> set[Kind]:
    return {p.left.kind, p.right.kind}


def test_reactions_are_human() -> None:
    draw = Random(5)
    drawn = sorted(reaction_ns(draw) for _ in range(2000))
    assert drawn[0] >= 180 * MS
    assert 230 * MS < drawn[1000] < 265 * MS
    slow = [ns for ns in drawn if ns > 450 * MS]
    assert 0.02 < len(slow) / len(drawn) < 0.10
    assert drawn[-1] < 1100 * MS


def test_the_tail_of_reactions_lies_on_the_slow_side() -> None:
    draw = Random(5)
    drawn = sorted(reaction_ns(draw) for _ in range(2000))
    middle = drawn[1000]
    assert drawn[1900] - middle > 1.5 * (middle - drawn[100])


def test_an_early_press_falls_in_the_count_or_before_the_shortest_hold_ends() -> None:
    early = [player for player in both(plans()) if player.kind is Kind.EARLY]
    assert {player.since for player in early} == {Since.COUNT, Since.HOLD}
    assert all(player.after_ns is not None and player.after_ns < 1000 * MS for player in early)


def test_dead_heats_lie_within_half_a_microsecond_and_some_in_the_same_nanosecond() -> None:
    apart = [
        abs(p.left.after_ns - p.right.after_ns)
        for p in plans()
        if p.left.kind is Kind.DEAD_HEAT
        and p.left.after_ns is not None
        and p.right.after_ns is not None
    ]
    assert 0 in apart
    assert 0 < max(apart) < 500


def test_a_dead_heat_is_followed_by_a_race_but_twins_tie_for_ever() -> None:
    once = next(n for n in SHOWDOWNS if situation(7, n) is Situation.DEAD_HEAT)
    twins = next(n for n in SHOWDOWNS if situation(7, n) is Situation.TWINS)
    assert kinds(plan(7, once, 1)) == {Kind.DEAD_HEAT}
    assert Kind.DEAD_HEAT not in kinds(plan(7, once, 2))
    assert all(kinds(plan(7, twins, n)) == {Kind.DEAD_HEAT} for n in (1, 2, 3, 4))


def test_paddles_are_free_again_after_80_to_200_ms() -> None:
    held = [player.held_ns for player in both(plans()) if player.after_ns is not None]
    assert min(held) >= 80 * MS
    assert max(held) <= 200 * MS


def test_a_bouncy_switch_toggles_up_to_4_ms_and_ends_closed() -> None:
    bouncy = [player for player in both(plans()) if player.kind is Kind.BOUNCY]
    assert all(player.bounces_ns for player in bouncy)
    for player in bouncy:
        for toggles in (player.bounces_ns, player.release_bounces_ns):
            assert len(toggles) % 2 == 0
            assert toggles[-1] < 4 * MS
            gaps = [b - a for a, b in pairwise((0, *toggles))]
            assert all(20 * US <= gap <= 120 * US for gap in gaps)
    assert max(player.bounces_ns[-1] for player in bouncy) > 3500 * US


def test_strokes_alternate_begin_pressed_and_end_released() -> None:
    for player in both(plans()):
        strokes = player.strokes()
        assert [pressed for _, pressed in strokes] == [n % 2 == 0 for n in range(len(strokes))]
        assert all(a < b for (a, _), (b, _) in pairwise(strokes))
        assert len(strokes) % 2 == 0


def test_who_never_presses_has_no_strokes() -> None:
    assert PlayerPlan(Kind.NEVER).strokes() == ()


def test_the_demo_has_three_wins_one_after_a_dead_heat_and_a_false_start() -> None:
    script = SCRIPTS["demo"]
    last = [attempts[-1] for attempts in script]
    early = [p for p in last if Kind.EARLY in kinds(p)]
    assert len(script) == 5
    assert len(early) == 1
    assert len(script) - len(early) >= 3
    assert [n for n, attempts in enumerate(script) if len(attempts) == 2] == [2]
    assert kinds(script[2][0]) == {Kind.DEAD_HEAT}
    losers = {p.left.after_ns < p.right.after_ns for p in last if p not in early}  # type: ignore[operator]
    assert losers == {True, False}


def test_a_script_begins_again_and_its_last_attempt_stands_for_further_ones() -> None:
    book = scripted("demo")
    assert book(6, 1) == book(1, 1)
    assert book(3, 1) != book(3, 2)
    assert book(3, 3) == book(3, 2)


def test_an_unknown_script_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        scripted("nothing")


def test_a_seeded_book_is_plan_with_its_seed() -> None:
    assert seeded(9)(4, 2) == players.plan(9, 4, 2)
