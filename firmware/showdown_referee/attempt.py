"""One attempt: its edges, its green, and its ruling as far as it can be given at a moment."""

from __future__ import annotations

from dataclasses import dataclass, field

from showdown_referee.evidence import Reviewed, Seen
from showdown_referee.judge import Green, Ruling, judge, outcome_of
from showdown_referee.limits import Limits
from showdown_referee.model import Edge, Outcome, Reading, Side, Verdict, VoidReason
from showdown_referee.trains import Kind, Paddle, Scan, Train


@dataclass(slots=True)
class Pending:
    """No ruling yet: which levels to read now, and when to look again.

    `quiet`: neither a press nor anything that could become one is known.
    """

    reads: list[Side] = field(default_factory=list)
    deadline_ns: int | None = None
    quiet: bool = False
    open_stamps: list[int] = field(default_factory=list)

    def look_again_at(self, when_ns: int) -> None:
        """Keep the earliest of the moments to look again."""
        if self.deadline_ns is None or when_ns < self.deadline_ns:
            self.deadline_ns = when_ns


class Attempt:
    """What is known of one attempt. `rule` may be asked again at any time, as edges come in.

    `idle_ns`: when each paddle was last read released before the count lamp. `log`: all that it
    took in, in the order in which it was told.
    """

    def __init__(
        self,
        number: int,
        begin_ns: int,
        limits: Limits,
        last_seqs: dict[Side, int | None],
        idle_ns: dict[Side, int],
        *,
        practice: Side | None = None,
    ) -> None:
        self.number = number
        self.begin_ns = begin_ns
        self.idle_ns = idle_ns
        self.last_seqs = last_seqs
        self.practice = practice
        self.hold_began_ns: int | None = None  # when amber was due
        self.green: Green | None = None
        self.log: list[Seen] = []
        self._limits = limits
        self._paddles = {side: Paddle(limits, begin_ns, last_seqs[side]) for side in Side}
        self._gap_seen_ns: dict[Side, int] = {}

    def add(self, edge: Edge) -> bool:
        """Take in an edge; False where it is known already or no more are kept.

        One stamped before the count lamp matters only by what it makes of a train that goes on
        behind the lamp: that train does not count.
        """
        paddle = self._paddles[edge.side]
        calm = not paddle.storm
        added = paddle.add(edge)
        if added or (paddle.storm and calm):  # the one too many is told, too
            self.log.append(edge)
        return added

    def fill(self, edge: Edge) -> bool:
        """An edge from long before the count lamp; whether its number was missed."""
        missed = edge.seq is not None and self._paddles[edge.side].fill(edge.seq)
        if missed:
            self.log.append(edge)
        return missed

    def add_reading(self, reading: Reading) -> None:
        """Take in a level reading; those that can tell nothing new are not kept."""
        if self._paddles[reading.side].add_reading(reading):
            self.log.append(reading)

    def light(self, green: Green) -> None:
        """Green was lit, or its sense stamp came."""
        self.green = green
        self.log.append(green)

    def tell(self, seen: Seen) -> None:
        """Take in what stands in a log, as it was taken in then."""
        match seen:
            case Edge():
                if seen.stamp_ns < self.idle_ns[seen.side]:
                    self.fill(seen)
                else:
                    self.add(seen)
            case Reading():
                self.add_reading(seen)
            case Green():
                self.light(seen)
            case Reviewed():
                self.log.append(seen)

    def edges(self, side: Side) -> list[Edge]:
        """Every edge of a paddle in the order of the stamps."""
        return self._paddles[side].edges

    def presses(self, now_ns: int) -> dict[Side, int]:
        """The stamp of each side's first press, as known at `now_ns`."""
        scans = ((side, self._paddles[side].scan(now_ns)) for side in Side)
        return {side: scan.press_ns for side, scan in scans if scan.press_ns is not None}

    def spikes(self, now_ns: int) -> int:
        """Spikes of both paddles, each counted up to that paddle's first press."""
        return sum(paddle.scan(now_ns).spikes for paddle in self._paddles.values())

    def open_trains(self, now_ns: int) -> Pending:
        """Every train that is still open, whatever it began after: what to read, when to look."""
        pending = Pending()
        for side, paddle in self._paddles.items():
            for train in paddle.scan(now_ns).unsettled:
                self._await(pending, side, train, now_ns)
        return pending

    def rule(self, now_ns: int, *, until_ns: int | None = None) -> Ruling | Pending:
        """The ruling as of `now_ns`, every edge delivered by then being known.

        `until_ns`: trains that began later do not count, edges of earlier ones still do.
        """
        limits = self._limits
        scans = {side: paddle.scan(now_ns) for side, paddle in self._paddles.items()}
        presses = {
            side: scan.press_ns
            for side, scan in scans.items()
            if scan.press_ns is not None and (until_ns is None or scan.press_ns <= until_ns)
        }
        first_ns = min(presses.values(), default=None)
        over_ns = self._over_ns()
        if over_ns is not None and first_ns is not None and first_ns > over_ns:
            first_ns = None  # too late to matter
        if any(paddle.storm for paddle in self._paddles.values()):
            return _void(VoidReason.EDGE_STORM)

        last_ns = over_ns if first_ns is None else first_ns + limits.resolution_ns
        if until_ns is not None:
            last_ns = until_ns if last_ns is None else min(last_ns, until_ns)
        pending = Pending()
        trains = [
            (side, train)
            for side, scan in scans.items()
            for train in scan.unsettled
            if last_ns is None or train.stamp_ns <= last_ns
        ]
        gaps = self._gaps(scans, last_ns)
        # The earliest decides: what is open may become a press that makes later ones irrelevant.
        first_train_ns = min((train.stamp_ns for _, train in trains), default=None)
        first_gap_ns = min(gaps.values(), default=None)
        if first_gap_ns is not None and (first_train_ns is None or first_gap_ns <= first_train_ns):
            if self._lost_for_good(pending, gaps, now_ns):
                return _void(VoidReason.LOST_EDGE)
        elif first_train_ns is not None:
            kinds = {train.kind for _, train in trains if train.stamp_ns == first_train_ns}
            if Kind.LOST in kinds:
                return _void(VoidReason.LOST_EDGE)
            if Kind.UNDECIDED in kinds:
                return _void(VoidReason.UNDECIDED)
        for side, train in trains:
            self._await(pending, side, train, now_ns)
        if trains or gaps:
            return pending
        if first_ns is not None and now_ns < first_ns + limits.settle_ns:
            return Pending(deadline_ns=first_ns + limits.settle_ns)
        wait_ns = self._wait_for_green(first_ns)
        if wait_ns is not None and now_ns < wait_ns:
            return Pending(deadline_ns=wait_ns)
        if first_ns is None and self.green is None:
            return self._quiet(now_ns)
        if first_ns is None and over_ns is not None and now_ns < over_ns + limits.settle_ns:
            return Pending(deadline_ns=over_ns + limits.settle_ns, quiet=True)
        return judge(presses, self.green, limits)

    def verdict(self, ruling: Ruling, now_ns: int) -> Verdict:
        """That ruling as the verdict that falls now."""
        outcome, final = outcome_of(ruling, self.number, self._limits)
        presses, green = self.presses(now_ns), self.green
        both = len(presses) == len(Side) and outcome is not Outcome.NO_PRESS
        return Verdict(
            attempt=self.number,
            outcome=outcome,
            loser=ruling.loser,
            final=final,
            at_ns=now_ns,
            presses=presses,
            green_ns=green.end_ns if green is not None else None,
            green_width_ns=green.after_ns - green.before_ns if green is not None else None,
            margin_ns=abs(presses[Side.LEFT] - presses[Side.RIGHT]) if both else None,
            void_reason=ruling.void_reason,
        )

    def wait_no_longer(self, now_ns: int) -> None:
        """Any number that is missing at `now_ns` has been waited for long enough."""
        self._gap_seen_ns = dict.fromkeys(Side, now_ns - self._limits.settle_ns)

    def _over_ns(self) -> int | None:
        """The last stamp at which a press counts; None where no sound green was lit."""
        if self.green is None or not self._green_is_sound():
            return None
        return self.green.end_ns + self._limits.race_timeout_ns

    def _quiet(self, now_ns: int) -> Pending:
        """Nothing could become a press, once what may follow the last edge has had its time."""
        limits = self._limits
        stamps = [paddle.last_ns for paddle in self._paddles.values()]
        last_ns = max((stamp for stamp in stamps if stamp is not None), default=None)
        if last_ns is not None:
            quiet_ns = last_ns + limits.bounce_gap_ns + limits.settle_ns
            if now_ns < quiet_ns:
                return Pending(deadline_ns=quiet_ns)
        return Pending(quiet=True)

    def _green_is_sound(self) -> bool:
        return self.green is None or self.green.fault(self._limits) is None

    def _wait_for_green(self, first_ns: int | None) -> int | None:
        """Until when a press from before green may come in, or the sense pin's stamp."""
        green, limits = self.green, self._limits
        if green is None or (first_ns is not None and first_ns < green.before_ns):
            return None
        if limits.green_sense and green.sense_ns is None:
            return green.after_ns + max(limits.sense_wait_ns, limits.settle_ns)
        if not self._green_is_sound():
            return green.after_ns + limits.settle_ns
        return None

    def _await(self, pending: Pending, side: Side, train: Train, now_ns: int) -> None:
        if train.kind is not Kind.OPEN:
            return
        pending.open_stamps.append(train.stamp_ns)
        if train.read_at_ns is not None:
            if now_ns >= train.read_at_ns:
                if side not in pending.reads:
                    pending.reads.append(side)
            else:
                pending.look_again_at(train.read_at_ns)
        if train.until_ns is not None:
            pending.look_again_at(train.until_ns)
        pending.look_again_at(train.stamp_ns + self._limits.lockout_ns + self._limits.settle_ns)

    def _gaps(self, scans: dict[Side, Scan], last_ns: int | None) -> dict[Side, int]:
        """The stamps behind which edges that matter are missing."""
        return {
            side: scan.gap_ns
            for side, scan in scans.items()
            if scan.gap_ns is not None and (last_ns is None or scan.gap_ns <= last_ns)
        }

    def _lost_for_good(self, pending: Pending, gaps: dict[Side, int], now_ns: int) -> bool:
        """Whether a gap has stood for `settle`; those that have not are waited for."""
        lost = False
        for side in Side:  # both, whatever the first says: no side is favoured
            if side not in gaps:
                self._gap_seen_ns.pop(side, None)
                continue
            lost_ns = self._gap_seen_ns.setdefault(side, now_ns) + self._limits.settle_ns
            if now_ns >= lost_ns:
                lost = True
            else:
                pending.look_again_at(lost_ns)
        return lost


def _void(reason: VoidReason) -> Ruling:
    return Ruling(Outcome.VOID, void_reason=reason)
