"""What must hold of a duel's evidence: every judged attempt computed again comes to the same."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import replace

from referee_checks import told
from referee_kit import Duel
from showdown_referee.evidence import AttemptEvidence, Reviewed, Seen
from showdown_referee.judge import Green
from showdown_referee.machine import Referee
from showdown_referee.model import Edge, Reading, Verdict
from showdown_referee.recompute import Recomputed, recompute


def moved(evidence: AttemptEvidence, by_ns: int) -> AttemptEvidence:
    """The same with every time later by that much."""

    def at(t: int) -> int:
        return t + by_ns

    def seen(s: Seen) -> Seen:
        match s:
            case Edge():
                return replace(s, stamp_ns=at(s.stamp_ns))
            case Reading():
                until = None if s.until_ns is None else at(s.until_ns)
                return replace(s, at_ns=at(s.at_ns), until_ns=until)
            case Green():
                sense = None if s.sense_ns is None else at(s.sense_ns)
                return Green(at(s.before_ns), at(s.after_ns), sense)
            case Reviewed():
                return replace(s, at_ns=at(s.at_ns))

    began = evidence.hold_began_ns
    return replace(
        evidence,
        begin_ns=at(evidence.begin_ns),
        idle_ns={side: at(t) for side, t in evidence.idle_ns.items()},
        log=tuple(seen(s) for s in evidence.log),
        verdict=moved_verdict(evidence.verdict, by_ns),
        hold_began_ns=None if began is None else at(began),
    )


def moved_verdict(verdict: Verdict, by_ns: int) -> Verdict:
    """The same verdict, all its times later by that much."""
    return replace(
        verdict,
        at_ns=verdict.at_ns + by_ns,
        presses={side: t + by_ns for side, t in verdict.presses.items()},
        green_ns=None if verdict.green_ns is None else verdict.green_ns + by_ns,
    )


def recomputed(duel: Duel) -> Iterator[str]:
    """Every verdict of the duel, from its evidence, on the unit's clock and on the wire's."""
    assert isinstance(duel.referee, Referee)
    found = duel.referee.evidence()
    judged = [seen for seen in duel.seen if seen.verdict is not None]
    if [e.verdict for e in found] != [seen.verdict for seen in judged]:
        yield f"evidence of {len(found)} attempts, judged were {len(judged)}"
        return
    for before, after in itertools.pairwise(found):
        strange = [e for e in before.log if isinstance(e, Edge) and e.stamp_ns >= after.begin_ns]
        if strange:
            yield f"attempt {before.verdict.attempt} has edges of the next: {strange[:3]}"
    for evidence, seen in zip(found, judged, strict=True):
        for by_ns in (0, -evidence.begin_ns):
            shifted = moved(evidence, by_ns)
            again = recompute(shifted, duel.limits, duel.practice)
            for fault in _faults(duel, shifted, again, by_ns):
                yield f"attempt {seen.number}, moved by {by_ns}: {fault}"


def _faults(duel: Duel, evidence: AttemptEvidence, again: Recomputed, by_ns: int) -> Iterator[str]:
    verdict = evidence.verdict
    if again.verdict != verdict:
        yield f"{told(verdict)}, computed again {told(again.verdict)}: {again.ruling}"
        return
    contested = verdict.attempt in duel.contested
    if again.contested != contested:
        yield f"contested {contested}, computed again {again.contested}, late {again.late}"
    if again.green_too_soon:
        yield "green too soon"
    collected = duel.closed is not None and verdict.final
    closed = duel.closed.presses if duel.closed is not None and verdict.final else None
    if closed is not None:
        closed = {side: t + by_ns for side, t in closed.items()}
    if collected != (again.closed is not None) or again.closed != closed:
        yield f"closed with {closed}, computed again {again.closed}"
