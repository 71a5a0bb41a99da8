"""One attempt: its edges, its green, and its ruling as far as it can be given at a moment."""

from __future__ import annotations

from dataclasses import dataclass, field

from showdown_referee.compared import Compared
from showdown_referee.evidence import Reviewed, Seen
from showdown_referee.judge import Green, Ruling, compared_by, judge, outcome_of
from showdown_referee.limits import Limits
from showdown_referee.model import Edge, Outcome, Reading, Side, Verdict, VoidReason
from showdown_referee.trains import Kind, Paddle, Train


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


def playing(practice: Side | None) -> tuple[Side, ...]:
    """The sides that are judged, where `practice` plays alone or, None, both play."""
    return tuple(Side) if practice is None else (practice,)


class Attempt:
    """What is known of one attempt. `rule` may be asked again at any time, as edges come in.

    `idle_ns`: when each paddle was last read released before the count lamp. `practice`: that
    side plays alone, and nothing of the other is taken in. `log`: all that was taken in, in the
    order in which it was told.
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
        self._paddles = {
            side: Paddle(limits, begin_ns, last_seqs[side]) for side in playing(practice)
        }
        self._gap_seen_ns: dict[Side, int] = {}

    def add(self, edge: Edge) -> bool:
        """Take in an edge; False where it is known already, no more are kept, or nobody plays.

        One stamped before the count lamp matters only by what it makes of a train that goes on
        behind the lamp: that train does not count.
        """
        paddle = self._paddles.get(edge.side)
        if paddle is None:
            return False
        calm = not paddle.storm
        added = paddle.add(edge)
        if added or (paddle.storm and calm):  # the one too many is told, too
            self.log.append(edge)
        return added

    def fill(self, edge: Edge) -> bool:
        """An edge from long before the count lamp; whether its number was missed."""
        paddle = self._paddles.get(edge.side)
        missed = paddle is not None and edge.seq is not None and paddle.fill(edge.seq)
        if missed:
            self.log.append(edge)
        return missed

    def add_reading(self, reading: Reading) -> None:
        """Take in a level reading; those that can tell nothing new are not kept."""
        paddle = self._paddles.get(reading.side)
        if paddle is not None and paddle.add_reading(reading):
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

    def presses(self, now_ns: int) -> dict[Side, int]:
        """The stamp of each side's first press, as known at `now_ns`."""
        scans = ((side, paddle.scan(now_ns)) for side, paddle in self._paddles.items())
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
        compared = self.compared
        first_ns = min(compared.all(presses).values(), default=None)
        over_ns = self._over_ns()
        if over_ns is not None and first_ns is not None and first_ns > over_ns:
            first_ns = None  # too late to matter
        if any(paddle.storm for paddle in self._paddles.values()):
            return _void(VoidReason.EDGE_STORM)

        last_ns = over_ns if first_ns is None else first_ns + limits.resolution_ns
        matters = _Matters(compared, last_ns, until_ns)
        pending = Pending()
        trains = [
            (side, train)
            for side, scan in scans.items()
            for train in scan.unsettled
            if matters.stamp(side, train.stamp_ns)
        ]
        gaps = {
            side: compared.count(side, scan.gap_ns)
            for side, scan in scans.items()
            if scan.gap_ns is not None and matters.stamp(side, scan.gap_ns)
        }
        wait_ns = self._wait_for_green(first_ns)
        reason = self._spoilt(pending, trains, gaps, now_ns)
        if reason is not None:
            if wait_ns is None or now_ns >= wait_ns or not self._compares_later:
                return _void(reason)
            pending.look_again_at(wait_ns)
        for side, train in trains:
            self._await(pending, side, train, now_ns)
        if trains or gaps:
            return pending
        if first_ns is not None and now_ns < first_ns + limits.settle_ns:
            return Pending(deadline_ns=first_ns + limits.settle_ns)
        if wait_ns is not None and now_ns < wait_ns:
            return Pending(deadline_ns=wait_ns)
        if first_ns is None and self.green is None:
            return self._quiet(now_ns)
        if first_ns is None and over_ns is not None and now_ns < over_ns + limits.settle_ns:
            return Pending(deadline_ns=over_ns + limits.settle_ns, quiet=True)
        return judge(presses, self.green, limits, practice=self.practice)

    def _spoilt(
        self,
        pending: Pending,
        trains: list[tuple[Side, Train]],
        gaps: dict[Side, int],
        now_ns: int,
    ) -> VoidReason | None:
        """Why what is known of the trains and gaps that matter voids the attempt, if it does.

        The earliest decides: what is open may become a press that makes later ones irrelevant.
        """
        compared = self.compared
        stamps = [(compared.count(side, train.stamp_ns), train.kind) for side, train in trains]
        first_train_ns = min((stamp_ns for stamp_ns, _ in stamps), default=None)
        first_gap_ns = min(gaps.values(), default=None)
        if first_gap_ns is not None and (first_train_ns is None or first_gap_ns <= first_train_ns):
            return VoidReason.LOST_EDGE if self._lost_for_good(pending, gaps, now_ns) else None
        kinds = {kind for stamp_ns, kind in stamps if stamp_ns == first_train_ns}
        if Kind.LOST in kinds:
            return VoidReason.LOST_EDGE
        return VoidReason.UNDECIDED if Kind.UNDECIDED in kinds else None

    def verdict(self, ruling: Ruling, now_ns: int) -> Verdict:
        """That ruling as the verdict that falls now."""
        outcome, final = outcome_of(ruling, self.number, self._limits)
        presses, green = self.presses(now_ns), self.green
        pressed = outcome is not Outcome.NO_PRESS
        return Verdict(
            attempt=self.number,
            outcome=outcome,
            loser=ruling.loser,
            final=final,
            at_ns=now_ns,
            presses=presses,
            green_ns=green.end_ns if green is not None else None,
            green_width_ns=green.after_ns - green.before_ns if green is not None else None,
            margin_ns=self.compared.margin_ns(presses) if pressed else None,
            void_reason=ruling.void_reason,
        )

    @property
    def compared(self) -> Compared:
        """How stamps are compared, as far as green is known."""
        return compared_by(self.green, self._limits)

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
        if green is None:
            return None
        early = first_ns is not None and first_ns < green.before_ns
        if early and not self._compares_later:
            return None
        if limits.green_sense and green.sense_ns is None:
            return green.after_ns + max(limits.sense_wait_ns, limits.settle_ns)
        if not early and not self._green_is_sound():
            return green.after_ns + limits.settle_ns
        return None

    @property
    def _compares_later(self) -> bool:
        """Whether stamps will be compared otherwise once the sense pin's stamp has come."""
        limits, green = self._limits, self.green
        sensing = limits.green_sense and green is not None and green.sense_ns is None
        return sensing and limits.handicapped

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


@dataclass(frozen=True, slots=True)
class _Matters:
    """Which stamps a ruling waits for: those that count up to `last_ns`, none after `until_ns`."""

    compared: Compared
    last_ns: int | None
    until_ns: int | None

    def stamp(self, side: Side, stamp_ns: int) -> bool:
        if self.until_ns is not None and stamp_ns > self.until_ns:
            return False
        return self.last_ns is None or self.compared.count(side, stamp_ns) <= self.last_ns


def _void(reason: VoidReason) -> Ruling:
    return Ruling(Outcome.VOID, void_reason=reason)
