"""The wait before a count: released, quiet paddles, the guard time, and a durable "may launch"."""

from __future__ import annotations

from dataclasses import dataclass, field

from showdown_referee.limits import Limits
from showdown_referee.model import Action, PaddlesHeld, Reading, ReadLevels, Side, WriteMayLaunch


@dataclass(slots=True)
class ClearingStep:
    """What one look at the paddles led to."""

    actions: list[Action] = field(default_factory=list)
    deadline_ns: int | None = None
    clear: bool = False
    expired: str | None = None  # the reason why this wait ends the showdown


class Clearing:
    """One such wait for the paddles of `sides`, from `since_ns` on; no count before `guard_ns`."""

    def __init__(
        self,
        limits: Limits,
        since_ns: int,
        guard_ns: int,
        last_edge_ns: int | None,
        sides: tuple[Side, ...] = tuple(Side),
    ) -> None:
        self.readings: dict[Side, Reading] = {}
        self._sides = sides
        self.writing = False  # "may launch" is on its way to the disk
        self._limits = limits
        self._expires_ns = max(since_ns, guard_ns) + limits.held_limit_ns
        self._guard_ns = guard_ns
        self._quiet_ns = since_ns if last_edge_ns is None else last_edge_ns + limits.lockout_ns
        self._look_ns = since_ns  # levels read sooner are stale
        self._held: tuple[Side, ...] = ()

    def restart(self, stamp_ns: int) -> None:
        """An edge was stamped: quiet is `lockout` later, and older readings are stale."""
        self._quiet_ns = max(self._quiet_ns, stamp_ns + self._limits.lockout_ns)
        self.readings.clear()

    def may_launch_written(self) -> None:
        """The write is over: look at the paddles afresh."""
        self.writing = False
        self.readings.clear()

    def step(self, now_ns: int, *, may_launch: bool) -> ClearingStep:
        """Look at what is known, ask for what is missing, say whether the count may start."""
        step = ClearingStep(deadline_ns=self._expires_ns)
        if now_ns >= self._expires_ns:
            step.expired = "storage" if self.writing else "paddle_held"
            self._show_held((), step)
            return step
        ready_ns = max(self._quiet_ns, self._look_ns)
        if may_launch:
            ready_ns = max(ready_ns, self._guard_ns)
        if now_ns < ready_ns:
            step.deadline_ns = min(ready_ns, self._expires_ns)
            return step
        found = [self.readings[side] for side in self._sides if side in self.readings]
        fresh = [r for r in found if r.at_ns >= ready_ns]
        if len(fresh) < len(self._sides):
            self.readings.clear()
            step.actions.append(ReadLevels(self._sides))
            return step
        held = tuple(side for side in self._sides if self.readings[side].active)
        self._show_held(held, step)
        if held:
            self._look_ns = max(r.at_ns for r in fresh) + self._limits.lockout_ns
            step.deadline_ns = min(self._look_ns, self._expires_ns)
        elif may_launch:
            step.clear = True
        elif not self.writing:
            self.writing = True
            step.actions.append(WriteMayLaunch())
        return step

    def _show_held(self, held: tuple[Side, ...], step: ClearingStep) -> None:
        if held != self._held:
            self._held = held
            step.actions.append(PaddlesHeld(held))
