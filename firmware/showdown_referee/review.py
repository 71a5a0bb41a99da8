"""An attempt after its verdict: the slower press, and late edges that would have changed it."""

from __future__ import annotations

from showdown_referee.attempt import Attempt, Pending
from showdown_referee.evidence import AttemptEvidence, Reviewed
from showdown_referee.judge import Ruling
from showdown_referee.limits import Limits
from showdown_referee.model import Action, Closed, Contested, Edge, LateEdge, Reading, Side, Verdict

AFTERWARDS = 1024
"""Edges stamped after the verdict that are kept."""


class Review:
    """Collects what comes in after a verdict. The verdict stands; it may become contested."""

    def __init__(self, attempt: Attempt, ruling: Ruling, verdict: Verdict, limits: Limits) -> None:
        self.attempt = attempt
        self.verdict = verdict
        self.known = len(attempt.log)  # when the verdict fell
        self.limits = limits
        counted = attempt.compared.all(verdict.presses)
        first_ns = min(counted.values(), default=verdict.at_ns)
        self.close_ns = max(first_ns + limits.late_press_ns, verdict.at_ns)
        self.end_ns: int | None = None  # the next attempt began: later edges are that one's
        self._ruling = ruling
        self._late: list[Side] = []
        self._late_edges = 0
        self._afterwards = 0
        self._to_review = False
        self._contested = False

    def end_at(self, begin_ns: int) -> None:
        """Another attempt's count began: what is stamped from then on is not this one's."""
        if self.end_ns is None:
            self.end_ns = begin_ns

    def add(self, edge: Edge) -> bool:
        """Take an edge in; True where it is one of this attempt, late or in time."""
        if edge.stamp_ns < self.attempt.idle_ns[edge.side]:
            missed = self.attempt.fill(edge)
            self._to_review = self._to_review or missed
            return missed
        if self.end_ns is not None and edge.stamp_ns >= self.end_ns:
            return False
        late = edge.stamp_ns <= self.verdict.at_ns
        if not late and self._afterwards >= AFTERWARDS:
            return False
        if not self.attempt.add(edge):
            return False
        if late:
            self._late.append(edge.side)
            self._late_edges += 1
        else:
            self._afterwards += 1
        # An edge stamped after the verdict may end the train of a late one.
        self._to_review = self._late_edges > 0
        return True

    def add_reading(self, reading: Reading) -> None:
        """Take a level reading in."""
        self.attempt.add_reading(reading)

    def step(self, now_ns: int) -> tuple[list[Action], Pending | None]:
        """Tell of late edges; judge again where there were any; what is still waited for."""
        actions: list[Action] = [
            LateEdge(side, max(0, now_ns - self.verdict.at_ns)) for side in self._late
        ]
        self._late.clear()
        if not self._to_review:
            return actions, None
        ruling = self.judge(now_ns)
        if isinstance(ruling, Pending) and not ruling.quiet:
            return actions, ruling
        self._to_review = False
        self.attempt.tell(Reviewed(now_ns))
        if self.differs(ruling) and not self._contested:
            self._contested = True
            actions.append(Contested(self.verdict.attempt, self.verdict.final))
        return actions, None

    def judge(self, now_ns: int) -> Ruling | Pending:
        """The ruling with what came in late; `Pending` and quiet where nothing is left of it."""
        return self.attempt.rule(now_ns, until_ns=self.verdict.at_ns)

    def differs(self, ruling: Ruling | Pending) -> bool:
        """Whether that ruling is another than the verdict's."""
        if isinstance(ruling, Pending):
            return ruling.quiet
        return (ruling.outcome, ruling.loser) != (self._ruling.outcome, self._ruling.loser)

    def presses(self, now_ns: int) -> dict[Side, int]:
        """Every press that is collected, as known at `now_ns`."""
        found = self.attempt.presses(now_ns)
        return {side: stamp_ns for side, stamp_ns in found.items() if stamp_ns <= self.close_ns}

    def evidence(self, hold_ns: int) -> AttemptEvidence:
        """What the verdict stands on, as it stands now."""
        attempt = self.attempt
        return AttemptEvidence(
            begin_ns=attempt.begin_ns,
            idle_ns=dict(attempt.idle_ns),
            last_seqs=dict(attempt.last_seqs),
            log=tuple(attempt.log),
            known=self.known,
            verdict=self.verdict,
            hold_ns=hold_ns,
            hold_began_ns=attempt.hold_began_ns,
        )

    def close(self, now_ns: int) -> Closed:
        """Nothing that is stamped later is collected."""
        self.attempt.tell(Reviewed(now_ns, closed=True))
        presses = self.presses(now_ns)
        return Closed(
            presses,
            self.attempt.spikes(now_ns),
            self._late_edges,
            self.attempt.compared.margin_ns(presses),
        )
