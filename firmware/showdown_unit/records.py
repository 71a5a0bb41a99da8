"""How a record grows: pure steps from one version of it to the next."""

from __future__ import annotations

from msgspec.structs import replace

from showdown_protocol.messages import (
    Attempt,
    DecidedBy,
    Handicap,
    Launch,
    LinesCount,
    LinesParams,
    Origin,
    Outcome,
    Reaction,
    Record,
    RecordState,
    Side,
    StartParams,
)
from showdown_referee import model as referee
from showdown_referee.limits import MS, Limits
from showdown_unit.hold import Hold
from showdown_unit.ports import Stored


def accepted(
    params: StartParams,
    *,
    origin: Origin,
    boot: str,
    durable: bool,
    limits: Limits,
    source: str,
    swapped: bool,
    hold_sha256: str,
) -> Record:
    """A showdown that was just asked for, to be judged by these limits."""
    local = origin is Origin.BUTTON
    return Record(
        key=params.key,
        state=RecordState.ACCEPTED,
        origin=origin,
        players=params.players,
        cards=None if local else params.cards,
        resolution_us=us_up(limits.resolution_ns),
        stamp_source=source,
        practice=params.practice,
        handicap_ms=handicap(limits),
        hold_sha256=hold_sha256,
        durable=durable,
        boot=boot,
        swapped=swapped or None,
    )


def tombstone(key: str, *, boot: str, durable: bool) -> Record:
    """A key that was called off before anything was asked for under it."""
    return Record(key=key, state=RecordState.CANCELLED, durable=durable, boot=boot)


def handicap(limits: Limits) -> Handicap | None:
    """The handicap in force, None where there is none."""
    left, right = limits.handicap_left_ns // MS or None, limits.handicap_right_ns // MS or None
    return None if left is None and right is None else Handicap(left=left, right=right)


def us(ns: int) -> int:
    """Whole microseconds, cut off: a time is never told longer than it was."""
    return ns // 1000


def us_up(ns: int) -> int:
    """Whole microseconds, rounded up: an uncertainty is never told smaller than it was."""
    return -(-ns // 1000)


def attempt_over(record: Record, verdict: referee.Verdict) -> Record:
    """Another attempt follows: this one joins `attempts`."""
    attempt = Attempt(
        outcome=Outcome(verdict.outcome.value),
        margin_us=None if verdict.margin_ns is None else us(verdict.margin_ns),
        reason=None if verdict.void_reason is None else verdict.void_reason.value,
    )
    return replace(record, state=RecordState.ARMED, attempts=(*record.attempts, attempt))


def decided(record: Record, verdict: referee.Verdict, *, launching: bool) -> Record:
    """The verdict fell. Outcome and loser never change after this, but by the lines."""
    width_ns = verdict.green_width_ns
    known = replace(
        record,
        state=RecordState.LAUNCHING if launching else RecordState.RACING,
        outcome=Outcome(verdict.outcome.value),
        loser=None if verdict.loser is None else Side(verdict.loser.value),
        decided_by=None if verdict.loser is None else DecidedBy.TIMING,
        launch=Launch.STARTED if launching else Launch.NONE,
        green_uncertainty_us=None if width_ns is None else us_up(width_ns),
        reason=None if verdict.void_reason is None else verdict.void_reason.value,
    )
    return with_presses(known, verdict, verdict)


def revealed(record: Record, hold: Hold) -> Record:
    """Nothing is drawn from the hold's secret any more: everybody may see what it was."""
    return replace(record, hold_seed=hold.seed.hex(), hold_nonce=hold.nonce.hex())


def with_presses(
    record: Record, verdict: referee.Verdict, seen: referee.Verdict | referee.Closed
) -> Record:
    """Reaction times as measured, the margin as compared, as far as `seen` has them."""
    if verdict.outcome in (referee.Outcome.VOID, referee.Outcome.NO_PRESS):
        return record
    reactions = {
        side.value: us(stamp_ns - verdict.green_ns)
        for side, stamp_ns in seen.presses.items()
        if verdict.green_ns is not None and stamp_ns > verdict.green_ns
    }
    return replace(
        record,
        reaction_us=Reaction(**reactions) if reactions else None,
        margin_us=None if seen.margin_ns is None else us(seen.margin_ns),
    )


def contested(record: Record, attempt: int, *, final: bool) -> Record:
    """A late edge would have changed that attempt: it says so, and so does the record."""
    if final:
        return replace(record, contested=True)
    attempts = tuple(
        replace(a, contested=True) if number == attempt else a
        for number, a in enumerate(record.attempts, start=1)
    )
    return replace(record, contested=True, attempts=attempts)


def done(record: Record, launch: Launch) -> Record:
    """The tray is parked, or nothing flew; the slower press is in."""
    return replace(record, state=RecordState.DONE, launch=launch)


def called_off(record: Record, reason: str | None) -> Record:
    """Over without a verdict: cancelled, or aborted with a reason."""
    if reason is None:
        return replace(record, state=RecordState.CANCELLED)
    return replace(record, state=RecordState.ABORTED, reason=reason)


def same_start(stored: Stored, params: StartParams) -> bool:
    """Whether a start asks for what that key stands for already; a tombstone stands for all."""
    record = stored.record
    return stored.start is None or (
        stored.start == params.start
        and record.cards == params.cards
        and record.players == params.players
        and record.practice == params.practice
    )


def lines_allowed(record: Record, *, always: bool) -> bool:
    """Whether the table may decide: cards may have flown, and the loser is not beyond doubt."""
    if record.cards == 0:
        return False
    if record.state is RecordState.INDETERMINATE:
        return True
    flew = record.launch is not Launch.NONE
    if record.state is not RecordState.DONE or not flew or record.outcome is not Outcome.WIN:
        return False
    return record.contested or always


def why_no_lines(record: Record) -> str:
    """Why the table may not decide a record that is not `lines_allowed`."""
    if not record.state.over:
        return "not_over"
    flew = record.launch is not Launch.NONE and record.cards != 0
    return "beyond_doubt" if flew and record.loser is not None else "nothing_flew"


def by_lines(record: Record, params: LinesParams) -> Record:
    """The table's verdict: the side with more cards over its line loses."""
    return replace(
        record,
        state=RecordState.DONE,
        outcome=Outcome.WIN,
        loser=Side.LEFT if params.left > params.right else Side.RIGHT,
        decided_by=DecidedBy.LINES,
        lines=LinesCount(left=params.left, right=params.right),
        timing_loser=record.loser,
    )


def sentence(record: Record) -> str:
    """The record for a person who reads the log."""
    if record.state is RecordState.ABORTED:
        return f"{record.key}: aborted ({record.reason})"
    if record.outcome is None or record.state is not RecordState.DONE:
        return f"{record.key}: {record.state.value}"
    words = [record.outcome.value.replace("_", " ")]
    if record.attempts:
        words[0] += f" at attempt {len(record.attempts) + 1}"
    if record.decided_by is DecidedBy.LINES:
        words[0] += " by the lines"
    if record.practice is not None:
        words.append(_practised(record))
    elif record.loser is None:
        words.append("no loser, nothing launched")
    elif record.cards == 0:
        words.append(f"{record.loser.value} loses, no cards were asked for")
    else:
        words.append(f"{record.loser.value} takes {_cards(record.cards)}")
    if record.margin_us is not None:
        words.append(f"{record.margin_us / 1000:.1f} ms apart")
    if record.loser is not None and record.cards != 0:
        words.append(f"launch {record.launch.value}")
    words += ["contested"] if record.contested else []
    words += [] if record.durable else ["NOT written to the disk"]
    return f"{record.key}: {', '.join(words)}"


def _practised(record: Record) -> str:
    """A player alone: only the time counts."""
    words = f"{record.practice} alone"
    taken = record.reaction_us
    us = None if taken is None else taken.left if record.practice is Side.LEFT else taken.right
    return words if us is None else f"{words}, {us / 1000:.1f} ms after green"


def _cards(number: int | None) -> str:
    if number is None:
        return "the cards"
    return "1 card" if number == 1 else f"{number} cards"
