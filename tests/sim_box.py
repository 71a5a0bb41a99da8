"""The unit in the simulation: the real daemon's core on mock pins, killed and started again."""

from __future__ import annotations

import functools
import gc
import random
from collections.abc import Callable
from decimal import Decimal
from typing import TYPE_CHECKING

from showdown_hw.board import Board
from showdown_hw.mock import UnitMockFactory
from showdown_hw.mock_bench import MockBench
from showdown_hw.unit import Hardware
from showdown_hw.virtual import VirtualClock, VirtualHandle
from showdown_unit.config import Config, limits_for, load
from showdown_unit.events import EventLog
from showdown_unit.facts import Identity
from showdown_unit.gateway import Gateway
from showdown_unit.hold import Hold
from showdown_unit.journal import KEYS_MAX
from showdown_unit.settings import Settings
from showdown_unit.unit import Unit
from sim_journal import SlowJournal

if TYPE_CHECKING:
    from sim_world import World

S = 1_000_000_000
MANY = 100
"""Timers that nobody needs at a time."""

BOARD = Board.named("default")


class Killed(BaseException):
    """The process is gone, in the middle of whatever it did."""


class ProcessScheduler:
    """The loop of one process: nothing of it runs once that is dead; `live` counts timers."""

    def __init__(self, clock: VirtualClock) -> None:
        self._clock = clock
        self._timers: list[VirtualHandle] = []
        self.dead = False
        self.now_ns = clock.now_ns

    def call_at(self, when_ns: int, callback: Callable[[], None]) -> VirtualHandle:
        handle = self._clock.call_at(when_ns, lambda: None if self.dead else callback())
        self._timers.append(handle)
        if len(self._timers) > 500 and self.live() > MANY:
            raise AssertionError(f"the daemon has {self.live()} timers")
        return handle

    def post(self, callback: Callable[[], None]) -> None:
        self._clock.post(lambda: None if self.dead else callback())

    def live(self) -> int:
        self._timers = [timer for timer in self._timers if timer.live]
        return len(self._timers)


class Process:
    """One run of the daemon, from its start to its death."""

    def __init__(self, world: World, rng: random.Random) -> None:
        plan, clock = world.plan, world.clock
        self.boot = f"{rng.getrandbits(128):032x}"
        self.scheduler = ProcessScheduler(clock)
        journal = world.shelf.open(self.boot)
        report = journal.report
        for record in report.recovered:
            world.recovered(record)
        self.journal = SlowJournal(
            journal,
            clock,
            self.scheduler,
            rng,
            world.committing,
            world.durable,
            slow=plan.slow_disk,
        )
        self.factory = UnitMockFactory(BOARD, clock, write_cost_ns=0)
        self.bench = MockBench(self.factory)
        for line, active in world.levels.items():
            if active:
                self.bench.level(line, True)
        self.factory.trace = world.pin_changes
        self.hardware = Hardware.open(BOARD, self.factory, clock)
        self.factory.write_cost_ns = plan.write_cost_ns
        config = configuration(plan.standalone, tuple(sorted(plan.limits.items())))
        backend = self.hardware.backend
        settings = Settings(
            config, lambda whole: limits_for(whole, backend.resolution_ns, backend.delivery_ns)
        )
        self.events = EventLog(self.scheduler, self.boot)
        self.unit = Unit(
            scheduler=self.scheduler,
            hardware=self.hardware,
            journal=self.journal,
            events=self.events,
            settings=settings,
            identity=Identity(
                model="simulated",
                serial="sim00001",
                fw="0",
                durable=report.durable,
                journal_since=lambda: journal.journal_since * 1000,
                keys=KEYS_MAX,
            ),
            tray_unknown=report.tray_unknown,
            fatal=world.fatal,
            new_hold=lambda: Hold(rng.randbytes(16), rng.randbytes(16)),
        )
        unit = self.unit
        self.gateway = Gateway(unit, self.scheduler, self.events, lambda: unit.counters)
        if report.fault is not None:
            unit.faults.raised("JOURNAL", report.fault)
        unit.open()

    @property
    def dead(self) -> bool:
        return self.scheduler.dead

    def die(self) -> None:
        """As after SIGKILL: not one callback more; what the kernel has of the journal stays."""
        self.scheduler.dead = True
        self.journal.crash()
        self._let_pins_fall()

    def stop(self) -> None:
        """The orderly end."""
        self.unit.close()
        self.scheduler.dead = True
        self.journal.finish()
        self._let_pins_fall()

    def _let_pins_fall(self) -> None:
        gc.enable()
        self.factory.trace = None
        self.factory.write_cost_ns = 0
        self.hardware.close()


@functools.lru_cache(maxsize=64)
def configuration(standalone: str, limits: tuple[tuple[str, float], ...]) -> Config:
    """The unit's configuration, with short waits."""
    over: dict[str, object] = {f"referee.{name}": Decimal(str(value)) for name, value in limits}
    over |= {
        "hardware.backend": "mock",
        "links.unix": "",
        "unit.standalone": standalone,
        "unit.allow_remote_start": True,
    }
    return load(None, over)
