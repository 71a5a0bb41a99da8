"""Near-simultaneous presses of known truth, closer than the smallest gap that real edges allow.

Two sides, two players: whoever was first in truth by more than the backend's resolution wins, on
whichever side; within it nobody does. What a backend garbles or loses costs a verdict, never the
wrong player's.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable

import pytest

import scale
from fairness_kit import (
    BACKENDS,
    MS,
    US,
    Backend,
    Change,
    Paddle,
    Play,
    Table,
    bouncing,
    clean,
    garbled,
    merged,
    misread,
    overflowed,
    spike,
    storm,
    table,
    tell,
)
from showdown_referee.model import Side
from unit_kit import RESOLUTION_NS, world

ROUNDS = scale.count(1, 20)
DRAWN = scale.count(12, 1_000)

SINGING = [backend for backend in BACKENDS if backend.kept is not None]
KEPT = 128  # fewer than gpiod's 1024, for a storm of all those takes long to play
READ_NS = 500 * US
KERNEL = SINGING
NUMBERED = [backend for backend in BACKENDS if backend.numbered]

Contact = Callable[[int, random.Random], list[Change]]
CONTACTS: dict[str, Contact] = {"clean": lambda at_ns, _: clean(at_ns), "bouncing": bouncing}

each_backend = pytest.mark.parametrize("backend", BACKENDS, ids=lambda backend: backend.name)
each_contact = pytest.mark.parametrize("contact", CONTACTS)


def gaps(resolution_ns: int) -> list[int]:
    near = (resolution_ns - 1, resolution_ns, resolution_ns + 1, 2 * resolution_ns)
    fixed = (1, 10, 100, 20 * US, 100 * US, 1 * MS, 3 * MS, 10 * MS)
    return sorted({0, *near, *fixed})


def wanted(gap_ns: int, resolution_ns: int) -> str:
    """The first one plays on the left."""
    return "dead heat" if gap_ns <= resolution_ns else "right"


def pair(first: Paddle, second: Paddle) -> Play:
    return Play({Side.LEFT: first, Side.RIGHT: second})


def play_both_ways(at: Table, play: Play) -> str:
    """The word for the play as it is; its mirror must come to the same, to the nanosecond."""
    ruled, mirrored = at.play(play), at.play(play.mirrored())
    assert mirrored.seen_as(mirrored=True) == ruled.seen_as(mirrored=False)
    return ruled.word


# --- sound edges --------------------------------------------------------------------------------


@each_contact
@each_backend
def test_beyond_the_resolution_the_first_wins_within_it_nobody_does(
    backend: Backend, contact: str
) -> None:
    rng = random.Random(f"{backend.name} {contact}")
    close = CONTACTS[contact]
    with table(backend) as at:
        late = at.allowed_ns
        for _ in range(ROUNDS):
            for gap_ns in gaps(backend.resolution_ns):
                first, second = close(0, rng), close(gap_ns, rng)
                for delays in ((0, 0), (late, 0), (0, late)):
                    told = [
                        tell(changes, delay_ns=lambda d=delay: d)
                        for changes, delay in zip((first, second), delays, strict=True)
                    ]
                    word = play_both_ways(at, pair(*told))
                    assert word == wanted(gap_ns, backend.resolution_ns), (gap_ns, delays)


@each_backend
def test_edges_may_arrive_in_any_order_within_what_settle_allows(backend: Backend) -> None:
    rng = random.Random(f"order {backend.name}")
    with table(backend) as at:
        for _ in range(DRAWN):
            gap_ns = rng.choice(gaps(backend.resolution_ns))

            def delay_ns() -> int:
                return rng.randint(0, at.allowed_ns)

            told = [tell(bouncing(t, rng), delay_ns=delay_ns) for t in (0, gap_ns)]
            assert play_both_ways(at, pair(*told)) == wanted(gap_ns, backend.resolution_ns)


@each_backend
def test_the_faster_press_may_come_in_after_the_slower_by_all_of_settle(backend: Backend) -> None:
    with table(backend) as at:
        for gap_ns in (backend.resolution_ns + 1, backend.resolution_ns + 3 * MS):
            late_ns = gap_ns + at.limits.settle_ns - 1
            first = tell(clean(0), delay_ns=lambda d=late_ns: d)
            assert play_both_ways(at, pair(first, tell(clean(gap_ns)))) == "right"


@each_backend
def test_stamps_that_err_within_the_resolution_never_make_the_first_lose(backend: Backend) -> None:
    """What the resolution stands for: by so much two stamps may be out against each other."""
    rng = random.Random(f"error {backend.name}")
    with table(backend) as at:
        for _ in range(DRAWN):
            close = rng.choice(list(CONTACTS.values()))
            gap_ns = rng.choice([*gaps(backend.resolution_ns), 2 * backend.resolution_ns + 1])
            errors = [rng.choice((0, rng.randint(0, backend.resolution_ns))) for _ in Side]
            errors[rng.randrange(2)] = rng.choice((0, backend.resolution_ns))
            told = [
                tell(close(t, rng), error_ns=error)
                for t, error in zip((0, gap_ns), errors, strict=True)
            ]
            word = play_both_ways(at, pair(*told))
            assert word in ("right", "dead heat"), (gap_ns, errors)
            if gap_ns > 2 * backend.resolution_ns:
                assert word == "right", (gap_ns, errors)


@pytest.mark.parametrize("first", list(Side))
@pytest.mark.parametrize("gap_ns", [1, RESOLUTION_NS, RESOLUTION_NS + 1, 10 * MS])
def test_the_whole_unit_throws_at_the_slower_or_not_at_all(first: Side, gap_ns: int) -> None:
    with world(referee__max_attempts=1) as unit:
        green_ns = unit.racing()
        unit.press(first.value, green_ns + 200 * MS)
        unit.press(first.other.value, green_ns + 200 * MS + gap_ns)
        record = unit.over()
        if gap_ns <= RESOLUTION_NS:
            assert (record.outcome, record.loser) == ("unclear", None)
            assert unit.launches() == []
        else:
            assert (record.outcome, record.loser) == ("win", first.other.value)
            assert unit.launches() == [first.other.value]


# --- garbled, spiked, late ----------------------------------------------------------------------


@each_backend
def test_levels_that_are_sampled_late_change_no_verdict(backend: Backend) -> None:
    """As the kernel does: with bounces the first edge of a press may be told as a release."""
    rng = random.Random(f"sampled {backend.name}")
    with table(backend) as at:
        for _ in range(DRAWN):
            gap_ns = rng.choice(gaps(backend.resolution_ns))
            told = [
                tell(bouncing(t, rng), sampled_late_ns=rng.randint(0, 60 * US)) for t in (0, gap_ns)
            ]
            assert play_both_ways(at, pair(*told)) == wanted(gap_ns, backend.resolution_ns)


@each_contact
@each_backend
def test_a_first_edge_that_is_sampled_as_a_release_changes_no_verdict(
    backend: Backend, contact: str
) -> None:
    rng = random.Random(f"first {backend.name} {contact}")
    close = CONTACTS[contact]
    with table(backend) as at:
        for gap_ns in gaps(backend.resolution_ns):
            sound = [tell(close(t, rng)) for t in (0, gap_ns)]
            for wrong in ((0,), (1,), (0, 1)):
                told = [misread(paddle) if n in wrong else paddle for n, paddle in enumerate(sound)]
                word = play_both_ways(at, pair(*told))
                assert word == wanted(gap_ns, backend.resolution_ns), (gap_ns, wrong)


@each_backend
def test_levels_that_are_sampled_wrong_cost_at_most_the_verdict(backend: Backend) -> None:
    rng = random.Random(f"garbled {backend.name}")
    words: Counter[str] = Counter()
    with table(backend) as at:
        for _ in range(DRAWN):
            gap_ns = rng.choice(gaps(backend.resolution_ns))
            told = [garbled(tell(bouncing(t, rng)), rng, 0.05) for t in (0, gap_ns)]
            word = play_both_ways(at, pair(*told))
            assert word in (wanted(gap_ns, backend.resolution_ns), "void"), gap_ns
            words[word] += 1
    assert words["void"] < words.total() / 2


@pytest.mark.parametrize("backend", KERNEL, ids=lambda backend: backend.name)
def test_edges_that_the_kernel_merges_within_the_resolution_never_make_the_first_lose(
    backend: Backend,
) -> None:
    rng = random.Random(f"merged {backend.name}")
    with table(backend) as at:
        for _ in range(DRAWN):
            gap_ns = rng.choice([*gaps(backend.resolution_ns), 2 * backend.resolution_ns + 1])
            within_ns = rng.randint(1, backend.resolution_ns)
            told = [
                merged(tell(bouncing(t, rng, first_us=1), sampled_late_ns=within_ns), within_ns)
                for t in (0, gap_ns)
            ]
            word = play_both_ways(at, pair(*told))
            assert word in ("right", "dead heat"), (gap_ns, within_ns)
            if gap_ns > 2 * backend.resolution_ns:
                assert word == "right", (gap_ns, within_ns)


@each_backend
def test_spikes_before_a_press_change_no_verdict(backend: Backend) -> None:
    rng = random.Random(f"spikes {backend.name}")
    with table(backend) as at:
        for _ in range(DRAWN):
            close = rng.choice(list(CONTACTS.values()))
            gap_ns = rng.choice(gaps(backend.resolution_ns))
            told = []
            for press_ns in (0, gap_ns):
                begins = sorted(rng.sample(range(-40, -3), rng.randint(0, 3)))
                spikes = [c for b in begins[::2] for c in spike(b * MS, rng)]
                told.append(tell([*spikes, *close(press_ns, rng)]))
            assert play_both_ways(at, pair(*told)) == wanted(gap_ns, backend.resolution_ns)


@each_backend
def test_a_press_that_comes_in_too_late_is_right_or_contested(backend: Backend) -> None:
    """The one way to a wrong loser: an edge later than the backend promises. It is not hidden."""
    rng = random.Random(f"late {backend.name}")
    contested = 0
    with table(backend) as at:
        for _ in range(DRAWN):
            gap_ns = rng.choice(gaps(backend.resolution_ns))
            late_ns = rng.randint(0, 80 * MS)
            first = tell(clean(0), delay_ns=lambda d=late_ns: d)
            play = pair(first, tell(bouncing(gap_ns, rng)))
            ruled = at.play(play)
            mirrored = at.play(play.mirrored())
            assert mirrored.seen_as(mirrored=True) == ruled.seen_as(mirrored=False)
            if ruled.word != wanted(gap_ns, backend.resolution_ns):
                assert ruled.contested or ruled.word == "void", (gap_ns, late_ns)
            contested += ruled.contested
    assert contested


# --- lost edges ---------------------------------------------------------------------------------


@pytest.mark.parametrize("backend", NUMBERED, ids=lambda backend: backend.name)
def test_with_numbers_any_lost_edge_of_a_press_costs_at_most_the_verdict(backend: Backend) -> None:
    rng = random.Random(f"lost {backend.name}")
    words: Counter[str] = Counter()
    with table(backend) as at:
        for _ in range(DRAWN):
            gap_ns = rng.choice(gaps(backend.resolution_ns))
            paddles = [tell(bouncing(t, rng)) for t in (0, gap_ns)]
            loses = rng.randrange(2)
            whole = paddles[loses]
            gone = set(rng.sample(range(len(whole.told) // 2), rng.randint(1, 2)))
            told = tuple(one for n, one in enumerate(whole.told) if n not in gone)
            paddles[loses] = Paddle(whole.changes, told, whole.edges)
            word = play_both_ways(at, pair(*paddles))
            assert word in (wanted(gap_ns, backend.resolution_ns), "void"), (gap_ns, gone)
            words[word] += 1
    assert words["void"]


@pytest.mark.parametrize("backend", SINGING, ids=lambda backend: backend.name)
def test_a_storm_that_the_kernel_keeps_changes_no_verdict(backend: Backend) -> None:
    kept = min(KEPT, backend.kept or 0)
    with table(backend) as at:
        for gap_ns in (*gaps(backend.resolution_ns)[2:6], 1 * MS):
            sings = storm(0, kept // 2 - 1, 5 * US)
            later = [Change(change.at_ns + gap_ns, change.active) for change in sings]
            for first, second in ((sings, clean(gap_ns)), (clean(0), later)):
                told = [overflowed(tell(changes), kept, READ_NS) for changes in (first, second)]
                word = play_both_ways(at, pair(*told))
                assert word == wanted(gap_ns, backend.resolution_ns), gap_ns


def test_with_numbers_a_storm_beyond_what_the_kernel_keeps_is_void() -> None:
    (gpiod,) = (backend for backend in SINGING if backend.numbered)
    with table(gpiod) as at:
        for gap_ns in (0, 1, gpiod.resolution_ns, gpiod.resolution_ns + 1, 300 * US, 1 * MS):
            sang = overflowed(tell(storm(0, KEPT * 3 // 5, 5 * US)), KEPT, 3 * MS)
            assert len(sang.told) < sang.edges
            assert play_both_ways(at, pair(sang, tell(clean(gap_ns)))) == "void", gap_ns


def test_without_numbers_a_storm_that_may_have_overrun_the_kernel_is_void_too() -> None:
    (lgpio,) = (backend for backend in SINGING if not backend.numbered)
    assert lgpio.kept is not None
    sang = overflowed(tell(storm(0, 20, 10 * US)), lgpio.kept, READ_NS)
    lost_ns = sang.told[0].stamp_ns
    assert lost_ns == (sang.edges - 1 - lgpio.kept) * 10 * US
    with table(lgpio) as at:
        for gap_ns in (lost_ns // 2, lost_ns + lgpio.resolution_ns + 1, 1 * MS, 3 * MS, 10 * MS):
            assert play_both_ways(at, pair(sang, tell(clean(gap_ns)))) == "void", gap_ns
