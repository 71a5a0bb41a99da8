"""What the umpire has a unit do: each runs to its end on a thread of its own."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

from showdown_host.errors import Indeterminate, PendingKey, Refused
from showdown_host.result import Result
from showdown_host.unit import Unit
from showdown_protocol.messages import RecordState, StatusResult
from showdown_rules.state import Showdown
from showdown_table.umpire_keys import Claim, Claims

READY_S = 0.5
"""Between two looks at a unit that is not ready."""


class DroppedError(Exception):
    """Nobody wants it any more; nothing was sent."""


@dataclass(eq=False)
class Job:
    """One that runs. `pending`: the showdown that it plays."""

    pending: Showdown | None = None
    claim: Claim | None = None  # once there is one
    stop: threading.Event = field(default_factory=threading.Event)
    called_off: bool = False

    def pause(self, seconds: float) -> None:
        """Wait, unless nobody waits for us: DroppedError."""
        if self.stop.wait(seconds):
            raise DroppedError


@dataclass(frozen=True)
class Wish:
    """How a new showdown is to be begun, and whom to tell how far it is."""

    swapped: Callable[[], bool]
    begin: Literal["button", "now"]
    rest_s: float
    not_ready: Callable[[str], None]
    begun: Callable[[Claim], None]
    progress: Callable[[Result], None]


def play(job: Job, unit: Unit, claims: Claims, names: tuple[str, ...], wish: Wish) -> Result:
    """Play the pending showdown, or take it up again. Raises as `Unit.resume`; DroppedError."""
    pending = job.pending
    if pending is None:
        raise DroppedError
    job.pause(wish.rest_s)
    serial = unit.info.serial
    claim = claims.standing(pending)
    if claim is not None and claim.unit != serial:
        msg = f"{claim.key} was begun at the unit {claim.unit}, this is {serial}"
        raise PendingKey(claim.key, msg)
    if claim is None or unit.get(claim.key).state is RecordState.UNKNOWN:
        while (why := unready(unit.status())) is not None:
            wish.not_ready(why)
            job.pause(READY_S)
    job.pause(0)
    if claim is None:
        claim = claims.make(
            pending, serial, unit.info.limits.cards, swapped=wish.swapped(), begin=wish.begin
        )
    job.claim = claim  # from here on who drops the job calls the key off
    job.pause(0)
    wish.begun(claim)
    unit.prepare(claim.cards, names[claim.left], names[claim.right], claim.key, claim.begin)
    return unit.resume(claim.key, on_progress=wish.progress, settle=False)


def tidy(unit: Unit, claims: Claims, standing: Claim | None) -> None:
    """End at the unit what the match is done with: lines are told, the rest is called off.

    A showdown that is over stays as it is. Afterwards no key of the match is stored but the one
    that is standing.
    """
    for intention in unit.pending():
        key = intention.key
        if not claims.is_ours(key) or (standing is not None and key == standing.key):
            continue
        lines = claims.lines(key)
        try:
            if lines is not None:
                unit.lines(key, *lines)
            else:
                unit.cancel(key, settle=False)
        except (Refused, Indeterminate) as error:
            # An even split, or nobody can say: the match has its own verdict all the same.
            if isinstance(error, Refused) and error.record is None and error.name in _TELL:
                raise
        unit.settle(key)


_TELL = frozenset({"CONTROL_HELD", "NOT_CONTROLLER", "INTERNAL", "STORAGE", "SHUTTING_DOWN"})


def unready(status: StatusResult) -> str | None:
    """Why a start would be refused now, for people; None: it would not."""
    reasons = [_REASONS.get(reason, reason) for reason in status.not_ready]
    if status.state == "fault" or "fault" in status.not_ready:
        reasons = [fault.message for fault in status.faults] or ["the unit has a fault"]
    if reasons:
        return "; ".join(reasons)
    if status.active is not None:
        return f"another showdown runs: {status.active}"
    return None


_REASONS = {
    "tray_unknown": "look at the tray, then hold the timer button for 2 s",
    "selftest": "a self-test runs",
    "journal_full": "its journal is full: restart the unit",
}
