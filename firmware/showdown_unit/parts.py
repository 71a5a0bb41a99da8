"""The parts of a unit between links and pins, made and wired around the unit in their middle."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Protocol

from showdown_hw.inputs import InputLine
from showdown_hw.unit import Hardware
from showdown_referee.machine import Referee
from showdown_referee.model import Side
from showdown_unit.button import TimerButtonWatch
from showdown_unit.conductor import Conducted, Conductor
from showdown_unit.desk import Desk, DeskHost
from showdown_unit.events import EventLog
from showdown_unit.faults import Faults
from showdown_unit.known import Known
from showdown_unit.orientation import Orientation, TableArrow, TableThrower
from showdown_unit.ports import JournalPort, Scheduler
from showdown_unit.power import PowerWatch
from showdown_unit.requests import Host, Requests
from showdown_unit.runner import Runner, RunnerListener
from showdown_unit.scenes import Panel
from showdown_unit.selftest import Selftest
from showdown_unit.settings import Settings
from showdown_unit.storage import Storage
from showdown_unit.supervisor import Supervisor
from showdown_unit.throw import Thrower
from showdown_unit.tray import Tray
from showdown_unit.watchdog import Watchdog


class Middle(Conducted, RunnerListener, Host, DeskHost, Protocol):
    """What the parts tell and ask the unit in their middle; nothing of it while they are made."""

    def readiness_changed(self) -> None:
        """Whether a start would be refused may have changed, and what the panel shows with it."""

    def tell_state(self) -> None:
        """The unit's own state may have changed."""

    def status_line(self) -> str:
        """How the unit is, in one line."""

    def pressed(self, line: InputLine) -> bool:
        """The level now; where it cannot be read that is a fault, and nothing pressed."""

    def selftest_began(self) -> None:
        """A part of the self-test runs."""

    def selftest_ended(self) -> None:
        """It does not any more."""


class Parts:
    """One of each."""

    def __init__(
        self,
        middle: Middle,
        *,
        scheduler: Scheduler,
        hardware: Hardware,
        journal: JournalPort,
        events: EventLog,
        settings: Settings,
        tray_unknown: bool,
        fatal: Callable[[str], None],
        faults: Faults,
        counters: Counter[str],
        power: PowerWatch,
        watchdog: Watchdog | None,
    ) -> None:
        self._hardware = hardware
        self._in_force = in_force = settings.in_force
        config, limits = in_force.config, in_force.limits
        self.orientation = Orientation(swapped=config.unit.swap_sides)
        self.arrow = TableArrow(hardware.arrow, self.orientation)
        self.storage = Storage(journal, scheduler, faults)
        self.tray = Tray(self.storage, faults, middle.readiness_changed, unknown=tray_unknown)
        self.panel = Panel(
            scheduler,
            hardware.lamps,
            self.arrow,
            hardware.buzzer,
            middle.hardware_failed,
            audible=lambda: in_force.config.unit.buzzer,
        )
        self.thrower = Thrower(scheduler, hardware.launcher, config.launcher)
        self.runner = Runner(
            scheduler=scheduler,
            panel=self.panel,
            thrower=TableThrower(self.thrower, self.orientation),
            journal=self.storage,
            listener=middle,
            counters=counters,
            in_force=in_force,
        )
        referee = Referee(limits, first_seq=1)
        self.conductor = Conductor(
            scheduler, hardware, self.panel, referee, middle, orientation=self.orientation
        )
        self.runner.conductor = self.conductor
        self.known = Known(self.storage, self.runner, middle)
        self.requests = Requests(
            scheduler=scheduler,
            journal=self.storage,
            runner=self.runner,
            known=self.known,
            host=middle,
            cards_max=config.unit.cards_max,
            lines_always=lambda: settings.config.unit.lines == "always",
        )
        self.selftest = Selftest(
            scheduler=scheduler,
            hardware=hardware,
            thrower=self.thrower,
            tray=self.tray,
            limits=limits,
            events=events,
            began=middle.selftest_began,
            ended=middle.selftest_ended,
            failed=middle.hardware_failed,
        )
        self.supervisor = Supervisor(
            scheduler=scheduler,
            hardware=hardware,
            storage=self.storage,
            faults=faults,
            panel=self.panel,
            thrower=self.thrower,
            runner=self.runner,
            conductor=self.conductor,
            requests=self.requests,
            selftest=self.selftest,
            power=power,
            changed=middle.tell_state,
            fatal=fatal,
            watchdog=watchdog,
            status=middle.status_line,
        )
        self.desk = Desk(
            scheduler=scheduler,
            conductor=self.conductor,
            requests=self.requests,
            events=events,
            tray=self.tray,
            host=middle,
            in_force=in_force,
        )
        self.button = TimerButtonWatch(
            scheduler,
            lambda: middle.pressed(hardware.button),
            self.desk,
            confirm_ns=limits.confirm_ns,
            lockout_ns=limits.lockout_ns,
        )

    def paddles(self) -> dict[str, InputLine]:
        """The paddle at each side of the table."""
        of, paddles = self.orientation.of, self._hardware.paddles
        return {side.value: paddles[of(side).value] for side in Side}

    def adopt(self) -> None:
        """Go by what is in force now; no showdown runs."""
        swapped = self._in_force.config.unit.swap_sides
        turned = swapped is not self.orientation.swapped
        self.conductor.use(self._in_force.limits, swapped=swapped)
        if turned:
            self.runner.clear()  # a result that still stands would point the other way

    def close(self) -> None:
        """Stop everything at once, launcher unpowered, all dark; nothing is driven after this."""
        self.supervisor.close()
        self.button.close()
        self.selftest.stop("shutdown")
        self.thrower.cut()
        self.conductor.close()
        self.runner.close()
        self.panel.close()
