"""A record against its evidence: every verdict computed again by the referee's own rules.

Pure: a document in, a report out. What is compared with what stands in docs/verify.md.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from showdown_host import documents
from showdown_host.attempts import BadEvidenceError, Evidence, evidence_of
from showdown_host.documents import Document
from showdown_host.expected import Judged, attempt_points, record_points
from showdown_host.points import Point, Points
from showdown_protocol.evidence import commitment
from showdown_protocol.records import DecidedBy, Launch, Outcome, Record, RecordState
from showdown_referee.evidence import AttemptEvidence, Reviewed
from showdown_referee.hold import draw_hold_ns
from showdown_referee.model import Edge
from showdown_referee.recompute import recompute

MAX_WORK = 12_000_000
"""Edges to look at in one attempt, over all the times that it was judged: some seconds. The
longest log that a unit makes of a game stays a thousand times below."""


_WITH_OUTCOME = (RecordState.RACING, RecordState.LAUNCHING, RecordState.DONE)


class Status(StrEnum):
    """What became of a record."""

    HOLDS = "holds"
    FAILS = "fails"
    NOTHING = "nothing"  # no evidence to compute it from


@dataclass(frozen=True, slots=True)
class Report:
    """`points`: all that was checked. `judged`: each attempt, computed again, in order.

    `why_nothing`: for people, where there was nothing to compute a verdict from.
    """

    record: Record
    status: Status
    points: tuple[Point, ...]
    evidence: Evidence | None = None
    judged: tuple[Judged, ...] = field(default=(), repr=False)
    why_nothing: str = ""

    @property
    def faults(self) -> tuple[Point, ...]:
        """The points that do not hold."""
        return tuple(point for point in self.points if not point.holds)


def verify(shown: Document) -> Report:
    """Check all that can be: never raises for what stands in the document."""
    record, points = shown.record, Points()
    _hold_point(points, record)
    _own_points(points, record)
    evidence: Evidence | None = None
    judged: tuple[Judged, ...] = ()
    if shown.raw is not None:
        points.same("evidence_sha256", record.evidence_sha256, documents.digest(shown))
        try:
            evidence = evidence_of(shown.items)
        except BadEvidenceError as error:
            points.add("evidence", False, str(error))
        else:
            judged = _judge(points, record, evidence)
    status = Status.HOLDS
    if any(not point.holds for point in points.found):
        status = Status.FAILS
    elif shown.raw is None:
        status = Status.NOTHING
    why = _why_nothing(record) if status is Status.NOTHING else ""
    return Report(record, status, tuple(points.found), evidence, judged, why)


def _judge(points: Points, record: Record, evidence: Evidence) -> tuple[Judged, ...]:
    for attempt in evidence.attempts:
        work = _work(attempt)
        if work > MAX_WORK:
            text = f"too many edges and reviews to judge again ({work} steps): no unit's log"
            points.add(f"attempt {attempt.verdict.attempt}", False, text)
            return ()
    judged = tuple(
        Judged(
            attempt,
            recompute(attempt, evidence.limits, evidence.practice),
            evidence.limits,
            evidence.practice,
        )
        for attempt in evidence.attempts
    )
    for one in judged:
        attempt_points(points, one)
    _drawn_points(points, record, evidence)
    record_points(points, record, evidence, judged)
    return judged


def _work(attempt: AttemptEvidence) -> int:
    edges = sum(isinstance(seen, Edge) for seen in attempt.log)
    return (3 + sum(isinstance(seen, Reviewed) for seen in attempt.log)) * (edges + 10)


def _hold_point(points: Points, record: Record) -> None:
    """The seed told afterwards is the one that was published as a digest beforehand."""
    seed, nonce = record.hold_seed, record.hold_nonce
    if seed is None and nonce is None:
        return
    if seed is None or nonce is None or record.hold_sha256 is None:
        points.add("hold_sha256", False, "digest, seed and nonce of the hold stand only together")
        return
    found = commitment(bytes.fromhex(seed), bytes.fromhex(nonce))
    points.same("hold_sha256", record.hold_sha256, found, "seed and nonce give")


def _drawn_points(points: Points, record: Record, evidence: Evidence) -> None:
    if record.hold_seed is None:
        points.add("hold_seed", False, "missing: the hold cannot be drawn again")
        return
    seed = bytes.fromhex(record.hold_seed)
    for attempt in evidence.attempts:
        number = attempt.verdict.attempt
        drawn_ns = draw_hold_ns(seed, number, evidence.limits)
        points.same(f"hold of attempt {number}", attempt.hold_ns, drawn_ns, "the seed gives")


def _own_points(points: Points, record: Record) -> None:
    """What a record says must agree with itself, whatever evidence there is."""
    if record.decided_by is DecidedBy.LINES or record.lines is not None:
        lines = record.lines
        if lines is None or record.decided_by is not DecidedBy.LINES:
            points.add("lines", False, "`lines` and decided_by `lines` stand only together")
        else:
            more = None
            if lines.left != lines.right:
                more = "left" if lines.left > lines.right else "right"
            points.same("loser", record.loser, more, "the lines give")
            points.same("outcome", record.outcome, Outcome.WIN, "lines always give")
    elif record.timing_loser is not None:
        points.add("timing_loser", False, "stands only where the lines decided")
    else:
        by = None if record.loser is None else DecidedBy.TIMING
        points.same("decided_by", record.decided_by, by, "the loser gives")
    if record.outcome is None:
        came = record.state is not RecordState.DONE
    else:
        came = record.state in _WITH_OUTCOME
    points.add("state", came, f"{record.state}, and the outcome is {record.outcome or 'none'}")
    if record.loser is not None and record.outcome is None:
        points.add("loser", False, f"{record.loser} loses, but there is no outcome")
    over_without = record.state in (RecordState.ABORTED, RecordState.CANCELLED)
    if record.launch is not Launch.NONE and (record.outcome is not None or over_without):
        may = record.loser is not None and record.cards != 0
        points.add("launch", may, f"{record.launch}, where nothing may fly")


def _why_nothing(record: Record) -> str:
    if record.state is RecordState.UNKNOWN:
        return "the unit knows no such showdown"
    if record.evidence_sha256 is not None:
        return (
            "its evidence did not come along: "
            f"`showdown get {record.key} --evidence --json` fetches it"
        )
    if record.state in (RecordState.ABORTED, RecordState.CANCELLED):
        return f"{record.state} before any verdict"
    if not record.state.over and record.outcome is None:
        return "not decided yet"
    if record.decided_by is DecidedBy.LINES and record.timing_loser is None:
        return "the table decided by the lines, without a verdict of the unit"
    return "the unit kept no evidence of it"
