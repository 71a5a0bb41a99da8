"""The verdict of one attempt from its presses and its green interval: the rules, in order."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from showdown_referee.compared import Compared
from showdown_referee.limits import Limits
from showdown_referee.model import Outcome, Side, VoidReason


@dataclass(frozen=True, slots=True)
class Green:
    """Green as it was lit: the clock before and after its write, and the sense pin's stamp."""

    before_ns: int
    after_ns: int
    sense_ns: int | None = None

    @property
    def end_ns(self) -> int:
        """The moment at which green was certainly lit."""
        return self.after_ns if self.sense_ns is None else self.sense_ns

    def fault(self, limits: Limits) -> VoidReason | None:
        """Why this green cannot be raced by, None where it can."""
        if self.after_ns - self.before_ns > limits.green_write_max_ns:
            return VoidReason.GREEN_TOO_SLOW
        if limits.green_sense and not self._sensed(limits):
            return VoidReason.GREEN_SENSE
        return None

    def compared(self, limits: Limits) -> Compared:
        """How stamps are compared by this green; a sense stamp that contradicts it is left out."""
        return Compared(limits, self.end_ns if self._sensed(limits) else self.after_ns)

    def _sensed(self, limits: Limits) -> bool:
        return (
            self.sense_ns is not None
            and self.before_ns <= self.sense_ns <= self.after_ns + limits.resolution_ns
        )


@dataclass(frozen=True, slots=True)
class Ruling:
    """What an attempt came to: `loser` where there is one, `void_reason` where it is void."""

    outcome: Outcome
    loser: Side | None = None
    void_reason: VoidReason | None = None


def outcome_of(ruling: Ruling, attempt: int, limits: Limits) -> tuple[Outcome, bool]:
    """The outcome of attempt 1, 2, … by that ruling, and whether it ends the showdown."""
    again = ruling.outcome in (Outcome.DEAD_HEAT, Outcome.VOID)
    final = not again or attempt >= limits.max_attempts
    if final and ruling.outcome is Outcome.DEAD_HEAT:
        return Outcome.UNCLEAR, final
    return ruling.outcome, final


def compared_by(green: Green | None, limits: Limits) -> Compared:
    """How stamps are compared, with `green` None where it was not lit."""
    return Compared(limits, None) if green is None else green.compared(limits)


def judge(
    presses: Mapping[Side, int],
    green: Green | None,
    limits: Limits,
    *,
    practice: Side | None = None,
) -> Ruling:
    """Decide by the first press of each side, at their stamps.

    `green` is None where it was never lit. Without a press the answer is `no_press`; it is the
    caller who knows that the time is up. `practice`: that side plays alone, and only its press
    is given; nobody loses to it.
    """
    counted = compared_by(green, limits).all(presses)
    first = min(counted, key=lambda side: counted[side], default=None)
    first_ns = counted[first] if first is not None else None
    if green is not None and (first_ns is None or first_ns >= green.before_ns):
        reason = green.fault(limits)
        if reason is not None:
            return Ruling(Outcome.VOID, void_reason=reason)
    if first is None or first_ns is None:
        return Ruling(Outcome.NO_PRESS)
    if green is not None and first_ns > green.end_ns + limits.race_timeout_ns:
        return Ruling(Outcome.NO_PRESS)
    second_ns = counted.get(first.other)
    if second_ns is not None and second_ns - first_ns <= limits.resolution_ns:
        return Ruling(Outcome.DEAD_HEAT)
    if green is None or first_ns <= green.end_ns:
        return Ruling(Outcome.FALSE_START, loser=first)
    if first_ns - green.end_ns < limits.anticipation_ns:
        return Ruling(Outcome.ANTICIPATED, loser=first)
    return Ruling(Outcome.WIN, loser=first.other if practice is None else None)
