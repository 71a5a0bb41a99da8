"""A showdown's evidence as a table for people: what the unit was told, in that order."""

from __future__ import annotations

from collections.abc import Iterator

from showdown_host.expected import Judged
from showdown_host.race_scale import zero_of
from showdown_host.verify import Report
from showdown_host.verify_words import words
from showdown_host.why import limit_words, presses_of
from showdown_referee.evidence import Reviewed, Seen
from showdown_referee.judge import Green
from showdown_referee.limits import S
from showdown_referee.model import Edge, Reading

MANY = 200
"""Rows of an attempt; a broken switch makes thousands."""


def table(report: Report) -> str:
    """What came of it, then every attempt's rows."""
    return "\n".join([words(report), *(row for one in report.judged for row in _rows(one))])


def _rows(one: Judged) -> Iterator[str]:
    zero_ns, name = zero_of(one)
    given = one.given
    told = [_told(one, seen) for seen in given.log]
    verdict = f"verdict: {given.verdict.outcome.value.replace('_', ' ')}"
    if given.verdict.loser is not None:
        verdict = f"{verdict}, {given.verdict.loser.value} loses"
    told.insert(given.known, (given.verdict.at_ns, "", verdict))
    yield ""
    resolution = limit_words(one.limits.resolution_ns)
    hold = f"{given.hold_ns / S:.6f}".rstrip("0").rstrip(".")
    yield f"attempt {one.number}: hold {hold} s, resolution {resolution}"
    yield f"  {'ms from ' + name:>20}"
    for t_ns, side, text in told[:MANY]:
        yield f"  {(t_ns - zero_ns) / 1_000_000:20.6f}  {side:5}  {text}".rstrip()
    if len(told) > MANY:
        yield f"  … and {len(told) - MANY} more"


def _told(one: Judged, seen: Seen) -> tuple[int, str, str]:
    match seen:
        case Edge(side, stamp_ns, active, _):
            word = "down" if active else "up"
            first = presses_of(one).get(side) == stamp_ns
            return stamp_ns, side.value, f"{word}, the press that counts" if first else word
        case Reading(side, active, at_ns, _):
            return at_ns, side.value, f"read {'pressed' if active else 'released'}"
        case Green(before_ns, after_ns, sense_ns):
            width = f"{(after_ns - before_ns) / 1000:.1f} µs"
            if sense_ns is not None:
                return sense_ns, "", "green seen by the sense pin"
            return after_ns, "", f"green lit, written within {width}"
        case Reviewed(at_ns, closed):
            return at_ns, "", "closed" if closed else "judged again, with late edges"
