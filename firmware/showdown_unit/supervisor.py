"""Watches over the unit: the watchdog's tick, the end after a fault, and the orderly end."""

from __future__ import annotations

import logging
from collections.abc import Callable

from showdown_hw.errors import HardwareError
from showdown_hw.unit import LEVEL_GRACE_NS, Hardware
from showdown_unit.conductor import Conductor
from showdown_unit.faults import Faults
from showdown_unit.ports import Handle, Scheduler
from showdown_unit.power import PowerWatch
from showdown_unit.requests import Requests
from showdown_unit.runner import Runner
from showdown_unit.scenes import Panel, Scene
from showdown_unit.selftest import Selftest
from showdown_unit.storage import Storage
from showdown_unit.throw import Thrower
from showdown_unit.watchdog import Watchdog

TICK_NS = 1_000_000_000
"""The watchdog tick."""

TICK_RETRY_NS = 5_000_000
"""How soon a tick is tried again that stood before a deadline of the race."""

LATE_NS = 1_000_000_000
"""A tick that comes later than this is told: something held the whole process up."""

SHUTDOWN_NS = 5_000_000_000
"""Longest wait for a running showdown at the end."""

_logger = logging.getLogger(__name__)


class Supervisor:
    """Ticks once a second from `open` on.

    `fatal` is called once with the reason when the unit cannot go on; the launcher is off by
    then. `changed` is called when the unit's own state may have changed. `watchdog` hears of each
    tick that went well, with `status`, how the unit is in one line.
    """

    def __init__(
        self,
        *,
        scheduler: Scheduler,
        hardware: Hardware,
        storage: Storage,
        faults: Faults,
        panel: Panel,
        thrower: Thrower,
        runner: Runner,
        conductor: Conductor,
        requests: Requests,
        selftest: Selftest,
        power: PowerWatch,
        changed: Callable[[], None],
        fatal: Callable[[str], None],
        watchdog: Watchdog | None,
        status: Callable[[], str],
    ) -> None:
        self._scheduler = scheduler
        self._hardware = hardware
        self._storage = storage
        self._faults = faults
        self._panel = panel
        self._thrower = thrower
        self._runner = runner
        self._conductor = conductor
        self._requests = requests
        self._selftest = selftest
        self._power = power
        self._changed = changed
        self._fatal = fatal
        self._watchdog = watchdog
        self._status = status
        self._due_ns = 0
        self._timer: Handle | None = None
        self._second_look: Handle | None = None
        self._stop_timer: Handle | None = None
        self._stopped: Callable[[], None] | None = None
        self.stopping = False
        self.dead: str | None = None

    def open(self) -> None:
        """Start ticking."""
        self._tick_again()

    def close(self) -> None:
        """No tick after this."""
        for timer in (self._timer, self._second_look, self._stop_timer):
            if timer is not None:
                timer.cancel()

    # --- faults -----------------------------------------------------------------------------

    def hardware_failed(self, error: Exception) -> None:
        """A pin failed, or edges are missing: nothing here can be trusted any more."""
        ours = isinstance(error, HardwareError)  # whose words need no name before them
        self.die(str(error) if ours else f"{type(error).__name__}: {error}")

    def die(self, reason: str) -> None:
        """Abort what runs, cut the launcher, show and tell the fault, say `fatal`; once."""
        if self.dead is not None:
            return
        self.dead = reason
        self._faults.raised("FAULT", reason)
        self._conductor.abort("fault")
        self._selftest.stop("fault")
        self._thrower.cut()
        self._panel.show(Scene.FAULT)
        self._changed()
        if self._watchdog is not None:
            self._watchdog.fault(self._status())
        self._fatal(reason)

    def _tick_again(self) -> None:
        self._due_ns = self._scheduler.now_ns() + TICK_NS
        self._timer = self._scheduler.call_at(self._due_ns, self._tick)

    def _tick(self) -> None:
        if not self._conductor.may_handle_line():
            # Green, or the verdict, is due: nothing of the tick may stand before it. At most some
            # deadlines of 20 ms on end, far below the service manager's patience.
            self._timer = self._scheduler.call_at(
                self._scheduler.now_ns() + TICK_RETRY_NS, self._tick
            )
            return
        late_ns = self._scheduler.now_ns() - self._due_ns
        if late_ns >= LATE_NS and not self._conductor.racing:
            _logger.warning("the unit was held up for %.1f s", late_ns / 1e9)
        self._tick_again()
        if self._hardware.launcher.overdue(self._scheduler.now_ns()):
            self._thrower.cut()
        if self.dead is not None:
            return
        self._storage.look()
        self._requests.save_again()
        self._look_at_edges()
        if self.dead is None:
            self._panel.tick()
            racing = self._conductor.racing
            if not racing:
                self._power.look(self._scheduler.now_ns())
            if self._watchdog is not None:
                self._watchdog.alive(None if racing else self._status())

    def _look_at_edges(self, *, again: bool = False) -> None:
        """Whether edges still come. While paddles race no level is read.

        A level that contradicts its last edge is looked at `again` when that edge must have come.
        """
        racing = self._conductor.racing
        try:
            dead = self._hardware.fault() if racing else self._hardware.alive()
            suspect = not racing and dead is None and bool(self._hardware.level_disagreements())
        except Exception as error:  # noqa: BLE001 - any pin may fail in any way
            self.hardware_failed(error)
            return
        if dead is not None:
            self.die(dead)
        elif suspect and not again:
            wait_ns = LEVEL_GRACE_NS + self._hardware.backend.delivery_ns
            self._second_look = self._scheduler.call_at(
                self._scheduler.now_ns() + wait_ns, lambda: self._look_at_edges(again=True)
            )

    # --- the orderly end --------------------------------------------------------------------

    def shutdown(self, then: Callable[[], None]) -> None:
        """Call off what nobody has pressed for, finish what somebody has, then call `then`."""
        if self.stopping:
            return
        self.stopping, self._stopped = True, then
        self._selftest.stop("shutdown")
        if self._requests.active_key is None:
            self.nothing_runs()
            return
        if self._runner.active is not None:
            self._conductor.cancel("shutdown")
        self._stop_timer = self._scheduler.call_at(
            self._scheduler.now_ns() + SHUTDOWN_NS, self.nothing_runs
        )

    def nothing_runs(self) -> None:
        """Nothing is left to wait for at the end."""
        if self._stop_timer is not None:
            self._stop_timer.cancel()
        then, self._stopped = self._stopped, None
        if then is not None:
            then()
