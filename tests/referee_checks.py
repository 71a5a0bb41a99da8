"""What must hold of a duel, whatever happened in it. Each check returns what went wrong."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from referee_kit import Duel, Seen
from referee_oracle import Expected, Wave, counts_as, expect, spike_bounds, trains
from showdown_referee.limits import MS, US
from showdown_referee.model import (
    CalledOff,
    Decided,
    Fault,
    GreenLit,
    LightGreen,
    Outcome,
    Side,
    VoidReason,
)
from showdown_referee.trains import BURST, BURST_NS

AGAIN = (Outcome.DEAD_HEAT, Outcome.VOID)
# what reading the levels and lighting the lamps may take in a duel, on top of a late tick
BUSY_NS = 500 * US


def slack_ns(duel: Duel, seen: Seen) -> int:
    """How late a tick can come; writing green holds the loop up, too."""
    writing = 0 if seen.green is None else seen.green.written_ns - seen.green.start_ns
    return duel.plan.tick_late_ns + BUSY_NS + writing


def right_verdict(duel: Duel, seen: Seen, verdict_ns: int | None = None) -> Expected:
    """The oracle's word on that attempt."""
    return expect(
        duel.waves(),
        seen.count_ns,
        seen.green,
        seen.decided_ns if verdict_ns is None else verdict_ns,
        duel.limits,
        numbered=duel.plan.numbered,
        slack_ns=slack_ns(duel, seen),
        practice=duel.practice,
    )


def counted(duel: Duel, seen: Seen, side: Side, stamp_ns: int) -> int:
    """What that stamp counts as."""
    return counts_as(side, stamp_ns, seen.green, duel.limits)


def waves(duel: Duel) -> dict[Side, Wave]:
    """The true lines of those who play."""
    return {side: wave for side, wave in duel.waves().items() if side in duel.playing}


def agrees(duel: Duel, seen: Seen, right: Expected) -> bool:
    """Whether the referee's verdict of that attempt is the oracle's."""
    assert seen.verdict is not None
    outcome = seen.verdict.outcome
    if seen.verdict.final and outcome is Outcome.UNCLEAR:
        outcome = Outcome.DEAD_HEAT
    return right.allows(outcome, seen.verdict.loser)


def punctual(duel: Duel, seen: Seen, until_ns: int | None = None) -> bool:
    """Whether every edge of the attempt's trains came within what settling waits for."""
    m = duel.limits
    until = seen.decided_ns if until_ns is None else until_ns
    for side, wave in waves(duel).items():
        for train in trains(wave, seen.count_ns, m):
            if train.start_ns > until:
                break
            last = train.clear_ns - m.confirm_ns if train.press else train.last_ns
            room = m.settle_ns - m.confirm_ns - m.resolution_ns - (last - train.start_ns)
            for stamp in wave.times:
                if stamp > last:
                    break
                due = duel.arrivals.get((side, stamp), 0)
                if stamp >= train.start_ns and due - stamp > max(room, 0):
                    return False
    return not seen.gap


def overran(duel: Duel, seen: Seen) -> bool:
    """Whether so many edges without numbers came at once that a queue may have dropped some."""
    if duel.plan.numbered:
        return False
    for side in duel.playing:
        times = [t for t in duel.times[side] if t >= seen.count_ns]
        if any(b - a <= BURST_NS for a, b in zip(times, times[BURST - 1 :], strict=False)):
            return True
    return False


def always(duel: Duel) -> Iterator[str]:
    """What holds in every duel, however late its edges come."""
    m = duel.limits
    yield from duel.faults
    yield from _order(duel)
    for seen in duel.seen:
        if seen.count_ns < duel.written_ns:
            yield "count lit before 'may launch' was durable"
        if seen.count_ns < duel.button_ns + m.start_guard_ns:
            yield "count lit before the start guard was over"
        for side in duel.playing:
            if seen.count_ns - seen.heard_until[side] < m.lockout_ns:
                yield f"count lit {seen.count_ns - seen.heard_until[side]} ns after an edge, {side}"
        if seen.verdict is None:
            continue
        verdict = seen.verdict
        if verdict.attempt != seen.number:
            yield f"verdict of attempt {verdict.attempt} in attempt {seen.number}"
        again = verdict.outcome in AGAIN and verdict.attempt < m.max_attempts
        if verdict.final == again:
            yield f"final is {verdict.final} for {verdict.outcome} in {verdict.attempt}"
        if verdict.final and verdict.outcome is Outcome.DEAD_HEAT:
            yield "a showdown that ends as a dead heat is unclear"
        right = right_verdict(duel, seen)
        if agrees(duel, seen, right) or seen.number in duel.contested:
            continue
        if agrees(duel, seen, right_verdict(duel, seen, duel.now)):
            continue  # it came too soon, but nothing else could have come
        merged = (t for side in duel.playing for t in duel.merged[side])
        if any(seen.count_ns <= t <= seen.decided_ns for t in merged) and not punctual(duel, seen):
            continue  # a lone edge that comes after its next one looks like a press
        if verdict.void_reason is VoidReason.LOST_EDGE and overran(duel, seen):
            continue
        # numbers that are missing from before the count may be of edges of the attempt or not
        stale = any(stamp < seen.count_ns < heard for (_, stamp), heard in duel.first_heard.items())
        if not ((duel.lost or stale) and verdict.void_reason is VoidReason.LOST_EDGE):
            yield f"attempt {seen.number}: {told(verdict)}, right is {told(right)}"
    busy = 50 + 10 * duel.edges + (duel.now - duel.armed_ns) // MS
    if duel.ticks > busy:
        yield f"{duel.ticks} ticks for {duel.edges} edges"


def within(duel: Duel) -> Iterator[str]:
    """What holds on top of `always` where every edge came in time."""
    m = duel.limits
    previous = None
    for seen in duel.seen:
        if previous is not None and seen.count_ns < previous + m.rematch_delay_ns:
            yield "the next attempt came before the rematch delay was over"
        previous = None
        if seen.verdict is None or not punctual(duel, seen) or overran(duel, seen):
            continue
        if not seen.verdict.final:
            previous = seen.decided_ns
        right = right_verdict(duel, seen)
        if right.unsure or duel.lost:
            continue
        if not agrees(duel, seen, right):
            yield f"attempt {seen.number}: {told(seen.verdict)}, right is {told(right)}"
        elif seen.number in duel.contested:
            yield f"attempt {seen.number}: contested, yet right: {told(right)}"
        yield from _details(duel, seen, right)
        if seen.green is not None:
            yield from _green_in_time(duel, seen)
        for side in duel.playing:
            for stamp in duel.times[side]:
                if seen.count_ns - m.lockout_ns < stamp < seen.count_ns:
                    yield f"attempt {seen.number} not put back for {side} {stamp}"
    yield from _closed(duel)
    yield from _held(duel)


def _details(duel: Duel, seen: Seen, right: Expected) -> Iterator[str]:
    m, verdict = duel.limits, seen.verdict
    assert verdict is not None
    name = f"attempt {seen.number} ({told(right)})"
    if right.first_ns is not None and verdict.outcome is not Outcome.VOID:
        if seen.decided_ns < right.first_ns + m.settle_ns:
            yield f"{name}: verdict before the first press had settled"
        latest = (
            right.first_ns + m.resolution_ns + m.lockout_ns + m.settle_ns + slack_ns(duel, seen)
        )
        if m.green_sense:
            latest += m.sense_wait_ns
        if seen.decided_ns > latest:
            yield f"{name}: verdict {seen.decided_ns - right.first_ns} ns after the first press"
        for side, stamp in verdict.presses.items():
            # the slower press is as it is known by then
            waited_for = counted(duel, seen, side, stamp) <= right.first_ns + m.resolution_ns
            if waited_for and right.presses.get(side) != stamp:
                yield f"{name}: press {side} {stamp}, right is {right.presses.get(side)}"
        stamps = [counted(duel, seen, side, stamp) for side, stamp in verdict.presses.items()]
        if right.first_ns not in stamps:
            yield f"{name}: the first press is not in the verdict"
        if len(stamps) == 2:
            left, other = stamps
            if verdict.margin_ns != abs(left - other):
                yield f"{name}: margin {verdict.margin_ns}"
    if verdict.outcome is Outcome.NO_PRESS:
        assert seen.green is not None
        end = seen.green.end_ns + m.race_timeout_ns
        if not end + m.settle_ns <= seen.decided_ns <= end + m.lockout_ns + slack_ns(duel, seen):
            yield f"{name}: no_press {seen.decided_ns - end} ns after the timeout"
    green = None if seen.green is None else seen.green.end_ns
    before_green = right.first_ns is not None and green is not None and right.first_ns <= green
    if m.green_sense and (before_green or verdict.void_reason is not None):
        return  # the sense stamp need not be waited for
    if verdict.green_ns != green:
        yield f"{name}: green at {verdict.green_ns}, lit at {green}"


def _closed(duel: Duel) -> Iterator[str]:
    """The slower press, and the spikes, of the last attempt."""
    seen, closed, m = duel.final, duel.closed, duel.limits
    if seen is None or seen.verdict is None or closed is None or not punctual(duel, seen):
        return
    right = right_verdict(duel, seen, duel.closed_ns)
    if right.unsure or duel.lost or duel.stopped or not agrees(duel, seen, right):
        return
    if seen.verdict.loser is not None:
        assert right.first_ns is not None
        cut = right.first_ns + m.late_press_ns
        for side, wave in waves(duel).items():
            stamp, got = right.presses.get(side), closed.presses.get(side)
            found = trains(wave, seen.count_ns, m)
            if any(seen.count_ns <= t <= duel.closed_ns for t in duel.merged[side]):
                continue  # a lone edge whose next one is known before a reading is a press
            if any(t.clear_ns > t.start_ns + m.lockout_ns for t in found):
                continue  # undecided: whether what follows is kept is free
            train = next((t for t in found if t.press), None)
            told_in_time = train is not None and train.clear_ns + m.confirm_ns <= cut
            # one that began in time and could not be told by then may be kept or not
            if stamp is not None and told_in_time and got != stamp:
                yield f"closed with {side} {got}, pressed at {stamp}"
            if got is not None and (got != stamp or got > cut):
                yield f"closed with {side} {got}, right is {stamp}"
        latest = cut + m.lockout_ns + m.settle_ns + slack_ns(duel, seen)
        if duel.closed_ns > latest:
            yield f"closed {duel.closed_ns - cut} ns after the late press window"
    heard = seen.decided_ns
    if seen.green is not None:  # what begins after the timeout may be counted or not
        handicap_ns = m.handicap_left_ns + m.handicap_right_ns
        heard = min(heard, seen.green.end_ns + m.race_timeout_ns - handicap_ns)
        if handicap_ns and right.first_ns is not None:  # nor what counts after the first press
            heard = min(heard, right.first_ns - handicap_ns)
    fewest, most = spike_bounds(waves(duel), seen.count_ns, heard, duel.closed_ns, m)
    if not fewest <= closed.spikes <= most:
        yield f"{closed.spikes} spikes, right are {fewest} to {most}"


def stopped(duel: Duel) -> Iterator[str]:
    """What the first cancel or fault must have led to, where every edge came in time."""
    if not duel.stopped:
        return
    position, at, event = duel.stopped[0]
    before = [entry for _, entry in duel.log[:position]]
    if any(
        isinstance(e, CalledOff) or (isinstance(e, Decided) and e.verdict.final) for e in before
    ):
        return  # too late; `always` sees that it changed nothing
    off, name = duel.called_off, f"{event} at {at}"
    if isinstance(event, Fault):
        if off is None or off.reason != event.reason or duel.log[position + 1][0] != at:
            yield f"{name}: {off}"
        return
    lit = [s for s in duel.seen if s.count_ns <= at]
    seen = lit[-1] if lit else None
    running = seen is not None and not seen.put_back
    if seen is None or not running or (seen.verdict is not None and seen.verdict_at <= position):
        if off is None:
            yield f"{name}: between attempts, not called off"
        return
    m = duel.limits
    handicap_ns = m.handicap_left_ns + m.handicap_right_ns
    horizon_ns = at + m.resolution_ns + handicap_ns
    right = right_verdict(duel, seen, horizon_ns)
    if right.unsure or right.also or not punctual(duel, seen, horizon_ns):
        return
    pressed = any(stamp < at for stamp in right.presses.values())
    if pressed and right.outcome in (Outcome.WIN, Outcome.FALSE_START, Outcome.ANTICIPATED):
        if off is not None or duel.final is not seen or not agrees(duel, seen, right):
            yield f"{name}: right is {told(right)}, pressed {right.presses}, stopped at {at}"
    elif off is None:
        if right.outcome is not Outcome.NO_PRESS:
            yield f"{name}: not called off, right is {told(right)}"
    elif off.reason != event.reason:
        yield f"{name}: called off with {off.reason}"
    else:
        open_ = any(
            at - t < m.lockout_ns + m.settle_ns and t - at <= m.resolution_ns
            for side in duel.playing
            for t in duel.times[side]
        )
        latest = at + m.settle_ns + slack_ns(duel, seen) + (2 * m.lockout_ns if open_ else 0)
        latest += handicap_ns if pressed else 0
        # the ticks of a hold may be as late as green
        latest += max((script.green_late_ns for script in duel.plan.scripts), default=0)
        if off.at_ns > latest:
            yield f"{name}: called off only {off.at_ns - at} ns later"


def _order(duel: Duel) -> Iterator[str]:
    """The log as a whole: one final verdict, one end, nothing decided after either."""
    final = ended = False
    for _, entry in duel.log:
        if isinstance(entry, Decided):
            if final or ended:
                yield "a verdict after the last one"
            final = final or entry.verdict.final
        elif isinstance(entry, CalledOff):
            if final or ended:
                yield "called off after the last verdict"
            ended = True
        elif isinstance(entry, LightGreen | GreenLit) and (final or ended):
            yield "green after the end"
    if final and duel.closed is None and not duel.faults:
        yield "decided, never closed"


def _green_in_time(duel: Duel, seen: Seen) -> Iterator[str]:
    """Green is not written while a candidate is undecided, or after a press."""
    assert seen.green is not None
    lit, m = seen.green.start_ns, duel.limits
    for side, wave in waves(duel).items():
        for train in trains(wave, seen.count_ns, m):
            heard = [
                stamp
                for stamp in wave.times
                if train.start_ns <= stamp <= train.last_ns
                and duel.first_heard.get((side, stamp), lit) < lit
            ]
            if train.press and train.start_ns in heard:
                yield f"green after the {side} press was heard of"
            elif heard and lit <= heard[-1] + m.bounce_gap_ns:
                yield f"green inside a train of {side}"


def _held(duel: Duel) -> Iterator[str]:
    """`paddle_held` only where no quiet stretch could have begun a count."""
    off, m = duel.called_off, duel.limits
    if off is None or off.reason != "paddle_held":
        return
    quiet = m.lockout_ns + m.start_guard_ns + duel.plan.write_ns + 20 * MS
    begin, end = off.at_ns - m.held_limit_ns, off.at_ns
    marks = [begin, end]
    for t in sorted(t for side in duel.playing for t in duel.times[side] if begin < t < end):
        marks.insert(-1, t)
    for a, b in itertools.pairwise(marks):
        released = not any(duel.level(side, a) for side in duel.playing)
        if released and b - a > quiet:
            yield f"paddle_held, but free from {a} to {b}"


def told(verdict: object) -> str:
    """An outcome and a loser in few words."""
    outcome = getattr(verdict, "outcome", None)
    loser: Side | None = getattr(verdict, "loser", None)
    reason = getattr(verdict, "void_reason", None)
    return " ".join(str(w) for w in (outcome, loser, reason) if w is not None) or "nothing yet"
