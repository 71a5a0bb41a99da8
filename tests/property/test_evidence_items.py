"""Evidence as the unit makes it into items, and the host makes it of them again: the same."""

from __future__ import annotations

import random
from dataclasses import fields, replace

import pytest

import scale
from evidence_checks import moved
from showdown_host.attempts import evidence_of
from showdown_protocol.evidence import canonical, digest, typed
from showdown_protocol.strict_json import DEPTH_HOST, loads
from showdown_referee.evidence import AttemptEvidence, Reviewed, Seen
from showdown_referee.hold import draw_hold_ns
from showdown_referee.judge import Green
from showdown_referee.limits import RANGES, LimitError, Limits
from showdown_referee.model import Edge, Outcome, Reading, Side, Verdict, VoidReason
from showdown_unit.evidence import PACKED_MAX, Case, items, pack, unpack

RUNS = scale.count(100, 5_000)
FAR = 10**13


def _time(rng: random.Random) -> int:
    return FAR + rng.randrange(-(10**9), 30 * 10**9)


def _maybe(rng: random.Random, value: int) -> int | None:
    return value if rng.random() < 0.7 else None


def _seen(rng: random.Random, *, late: bool) -> Seen:
    side, at_ns = rng.choice(list(Side)), _time(rng)
    kind = rng.random()
    if kind < 0.6:
        return Edge(side, at_ns, rng.random() < 0.5, _maybe(rng, rng.randrange(10**6)))
    if kind < 0.85:
        until_ns = _maybe(rng, at_ns + rng.randrange(10**6))
        return Reading(side, rng.random() < 0.5, at_ns, until_ns)
    if late:
        return Reviewed(at_ns, rng.random() < 0.3)
    return Green(at_ns, at_ns + rng.randrange(10**6), _maybe(rng, at_ns + 5))


def _limits(rng: random.Random) -> Limits:
    while True:
        try:
            chosen = {
                name: rng.randint(*RANGES[name])
                for name in RANGES
                if rng.random() < 0.3 and name != "max_attempts"
            }
            return Limits(**chosen, max_attempts=5, green_sense=rng.random() < 0.5)  # type: ignore[arg-type]
        except LimitError:
            continue


def _attempt(rng: random.Random, number: int, final: bool) -> AttemptEvidence:
    before = [_seen(rng, late=False) for _ in range(rng.choice((0, 1, 5, 40)))]
    after = [_seen(rng, late=True) for _ in range(rng.choice((0, 0, 1, 20)))]
    void = rng.random() < 0.3
    outcome = Outcome.VOID if void else rng.choice(list(Outcome))
    verdict = Verdict(
        attempt=number,
        outcome=outcome,
        loser=rng.choice((None, *Side)),
        final=final,
        at_ns=_time(rng),
        void_reason=rng.choice(list(VoidReason)) if outcome is Outcome.VOID else None,
    )
    return AttemptEvidence(
        begin_ns=_time(rng),
        idle_ns={side: _time(rng) for side in Side},
        last_seqs={side: _maybe(rng, rng.randrange(-1, 10**6)) for side in Side},
        log=(*before, *after),
        known=len(before),
        verdict=verdict,
        hold_ns=draw_hold_ns(rng.randbytes(16), number, Limits()),
        hold_began_ns=_maybe(rng, _time(rng)),
    )


def _case(rng: random.Random) -> tuple[Case, tuple[AttemptEvidence, ...]]:
    count = rng.randint(1, 5)
    attempts = tuple(_attempt(rng, number, number == count) for number in range(1, count + 1))
    key = "".join(rng.choices("AZaz09_-", k=rng.randint(8, 64)))
    return Case(key, _limits(rng), rng.choice((None, *Side))), attempts


@pytest.mark.parametrize("first", range(0, RUNS, 100))
def test_items_to_evidence_and_back_is_the_identity(first: int) -> None:
    for seed in range(first, first + 100):
        case, attempts = _case(random.Random(seed))
        made = list(items(case, attempts))
        read = evidence_of(made)
        assert (read.key, read.limits, read.practice) == (case.key, case.limits, case.practice)
        assert list(items(Case(read.key, read.limits, read.practice), read.attempts)) == made
        for told, found in zip(attempts, read.attempts, strict=True):
            wanted = moved(told, -told.begin_ns)
            # of a verdict the items have what it says; what it was computed from stands beside it
            assert replace(wanted, verdict=found.verdict) == found
            assert found.verdict == replace(wanted.verdict, presses=found.verdict.presses)


@pytest.mark.parametrize("first", range(0, RUNS, 100))
def test_what_is_packed_are_the_canonical_bytes(first: int) -> None:
    """The unit's own encoder is a fast one; the protocol's says what is right."""
    for seed in range(first, first + 100):
        case, attempts = _case(random.Random(seed))
        made = list(items(case, attempts))
        packed = pack(iter(made), case.key)
        kept = unpack(packed)
        assert kept.items == tuple(map(canonical, made))
        assert kept.sha256 == packed.sha256 == digest(made)
        raw = [loads(line.decode("ascii"), DEPTH_HOST) for line in kept.items]
        assert digest(raw) == kept.sha256
        assert list(typed(raw)) == made


def test_every_limit_of_the_referee_is_among_the_items() -> None:
    case, attempts = _case(random.Random(1))
    (first, *_) = items(case, attempts)
    assert set(first.limits) == {field.name for field in fields(Limits)}  # type: ignore[union-attr]


def test_without_a_judged_attempt_there_is_no_evidence() -> None:
    case, _ = _case(random.Random(1))
    assert pack(items(case, ()), case.key).sha256 is None


def test_a_storm_on_both_paddles_in_five_attempts_is_kept() -> None:
    """The most edges that attempts hold, at random times: half of what may be kept."""
    rng = random.Random(4)
    case, attempts = _case(rng)
    edges = [
        Edge(side, _time(rng), rng.random() < 0.5, number)
        for number in range(4097)
        for side in Side
    ]
    storm = [replace(attempts[0], log=tuple(edges), known=len(edges))] * 5
    packed = case.packed(storm)()
    assert packed.sha256 is not None
    assert 0.3 * PACKED_MAX < len(packed.body) < 0.6 * PACKED_MAX
    assert len(unpack(packed).items) == 1 + 5 * (2 + len(edges))
