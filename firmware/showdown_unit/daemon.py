"""The daemon: every part made, wired, run, and taken down again with the outputs safe."""

from __future__ import annotations

import asyncio
import faulthandler
import logging
import secrets
import signal
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from datetime import UTC, datetime
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import Any

from showdown_hw.board import Board
from showdown_hw.clock import Clock, SystemClock
from showdown_hw.errors import HardwareError
from showdown_hw.launcher_pwm import open_unit_factory
from showdown_hw.unit import Hardware
from showdown_protocol import usb
from showdown_referee.limits import Limits
from showdown_unit import settings_file
from showdown_unit.boards import board_of
from showdown_unit.config import Config, ConfigError, limits_for
from showdown_unit.events import EventLog
from showdown_unit.facts import Identity, bench_serial
from showdown_unit.gateway import Gateway
from showdown_unit.journal import KEYS_MAX, Journal
from showdown_unit.journal_errors import StorageError
from showdown_unit.journal_thread import JournalThread
from showdown_unit.links.status import LinkError
from showdown_unit.linkset import LinkSet
from showdown_unit.notify import Notify
from showdown_unit.power import PowerWatch, sysfs
from showdown_unit.scheduler import AsyncioScheduler
from showdown_unit.settings import Settings
from showdown_unit.unit import Unit
from showdown_unit.watchdog import STARTING, Watchdog

LAST_WORDS_S = 2.0
"""How long a fault may take to reach disk and hosts before the process ends."""

TEST_ID = (
    "the USB id %04x:%04x is a test id: fine for a unit that you built for yourself, never for one"
    " that you pass on"
)

FAILED = 1
DEVICE_TREE = Path("/sys/firmware/devicetree/base")

Extra = Callable[[Any], AbstractContextManager[None]]
HardwareFactory = Callable[[Board, Clock], Hardware]

_logger = logging.getLogger(__name__)


def run(
    config: Config,
    *,
    hardware_factory: HardwareFactory | None = None,
    extra: Extra | None = None,
    notify: Notify | None = None,
) -> int:
    """Run the unit until a signal ends it; the exit status: 0, or 1 after a fault.

    Outputs that could not be switched off at the end are a fault too.

    `hardware_factory` stands in for the backend that the configuration names. `extra` is entered
    with the unit once links and pins are up, and left before the pins are closed. `notify`: where
    the service manager listens; by default the one that the environment names.
    """
    if not faulthandler.is_enabled():
        faulthandler.enable(2)  # systemd ends a unit that hangs by SIGABRT: its stacks say where
    left_on: list[HardwareError] = []
    try:
        with ExitStack() as stack:
            stack.enter_context(_sigterm_as_ctrl_c())
            notify = notify or Notify.of()
            stack.callback(notify.close)
            notify.send(STARTING)
            boot = secrets.token_hex(16)
            journal = Journal.open(Path(config.state.dir), boot, wall_s=_wall_s)
            not_handed_over = stack.enter_context(ExitStack())
            not_handed_over.callback(journal.close)
            board = board_of(config)
            clock = SystemClock()
            open_hardware = hardware_factory or _open_backend(config)
            hardware = open_hardware(board, clock)
            stack.callback(_close_hardware, hardware, left_on)
            not_handed_over.pop_all()
            daemon = Daemon(config, boot, journal, hardware, notify=notify, extra=extra)
            status = asyncio.run(daemon.main())
    except KeyboardInterrupt:
        _logger.info("stopped before it was up")
        status = 0
    except (StorageError, HardwareError, ConfigError, LinkError) as error:
        _logger.critical("cannot run: %s", error)
        status = FAILED
    return FAILED if left_on else status


class Daemon:
    """One run of the unit on an event loop."""

    def __init__(
        self,
        config: Config,
        boot: str,
        journal: Journal,
        hardware: Hardware,
        *,
        notify: Notify,
        extra: Extra | None = None,
    ) -> None:
        self._config = config
        self._boot = boot
        self._journal = journal
        self._report = journal.report
        self._hardware = hardware
        self._notify = notify
        self._extra = extra or (lambda _: nullcontext())
        self._status = 0

    async def main(self) -> int:
        """Run until a signal or a fault; the exit status."""
        loop = asyncio.get_running_loop()
        self._done = asyncio.Event()
        scheduler = AsyncioScheduler(loop)
        journal = JournalThread(self._journal, scheduler, self._journal_unreadable)
        watchdog = Watchdog(self._notify.send, scheduler.now_ns, lambda: journal.oldest_pending_ns)
        try:
            unit, gateway, links = self._wire(loop, scheduler, journal, watchdog)
            loop.set_exception_handler(self._bug)
            for number in (signal.SIGTERM, signal.SIGINT):
                loop.add_signal_handler(number, self._signalled, number, unit, gateway, watchdog)
            loop.add_signal_handler(signal.SIGHUP, _ignore_hangup)
            try:
                unit.open()
                links.start()
                with self._extra(unit):
                    _logger.info("%s; %s", unit.status_line(), links.describe())
                    if unit.state_word() != "fault":
                        watchdog.ready(unit.status_line())
                    await self._done.wait()
            finally:
                watchdog.closing()
                unit.close()
                await links.stop()
        finally:
            await loop.run_in_executor(None, journal.close, LAST_WORDS_S)
        return self._status

    def _wire(
        self,
        loop: asyncio.AbstractEventLoop,
        scheduler: AsyncioScheduler,
        journal: JournalThread,
        watchdog: Watchdog,
    ) -> tuple[Unit, Gateway, LinkSet]:
        config, hardware = self._config, self._hardware
        backend = hardware.backend
        settings, settings_fault = _open_settings(config, hardware)
        limits = settings.in_force.limits
        events = EventLog(scheduler, self._boot)
        unit = Unit(
            scheduler=scheduler,
            hardware=hardware,
            journal=journal,
            events=events,
            settings=settings,
            identity=Identity(
                model=_device_tree("model") or "showdown bench",
                serial=_serial(config),
                fw=version("showdown-unit"),
                durable=self._report.durable,
                journal_since=lambda: journal.journal_since * 1000,
                keys=KEYS_MAX,
            ),
            tray_unknown=self._report.tray_unknown,
            fatal=self._fatal,
            power=PowerWatch(sysfs()),
            watchdog=watchdog,
        )
        gateway = Gateway(unit, scheduler, events, lambda: {**unit.stats(), **links.stats()})
        unit.holder = gateway.holder
        links = LinkSet(loop, gateway, config.links)
        if usb.IS_TEST_ID and any(not tty.uart for tty in config.links.tty):
            _logger.warning(TEST_ID, usb.VENDOR_ID, usb.PRODUCT_ID)
        if self._report.fault is not None:
            unit.faults.raised("JOURNAL", self._report.fault)
        if settings_fault is not None:
            unit.faults.raised("SETTINGS", settings_fault)
        for record in self._report.recovered:
            _logger.warning("%s was running when the unit stopped: %s", record.key, record.state)
        _logger.info(
            "boot %s, backend %s (%s stamps, resolution %d us, settle %.1f ms)",
            self._boot,
            backend.name,
            backend.stamp_source,
            limits.resolution_ns // 1000,
            limits.settle_ns / 1e6,
        )
        return unit, gateway, links

    # --- ways out ---------------------------------------------------------------------------

    def _signalled(self, number: int, unit: Unit, gateway: Gateway, watchdog: Watchdog) -> None:
        if unit.stopping():
            return  # told already: more events would push the result out of the ring
        watchdog.stopping()
        _logger.info("stopping (%s)", signal.Signals(number).name)
        gateway.shutdown(signal.Signals(number).name)
        unit.shutdown(self._done.set)

    def _fatal(self, reason: str) -> None:
        _logger.critical("the unit cannot go on: %s", reason)
        self._status = FAILED
        # Time for the fault's last words to disk and hosts; the launcher is off already.
        asyncio.get_running_loop().call_later(LAST_WORDS_S, self._done.set)

    def _journal_unreadable(self, error: Exception) -> None:
        self._fatal(f"the journal cannot be read: {error}")

    def _bug(self, _: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """A callback raised: what it was about can no longer be trusted, so the process ends."""
        error = context.get("exception")
        _logger.critical("%s", context.get("message"), exc_info=error)
        self._status = FAILED
        self._done.set()


def _open_settings(config: Config, hardware: Hardware) -> tuple[Settings, str | None]:
    """The settings over this configuration and backend, and what was wrong with their file."""
    folder, backend = Path(config.state.dir), hardware.backend

    def limits_of(whole: Config) -> Limits:
        sense = hardware.green_sense is not None
        return limits_for(whole, backend.resolution_ns, backend.delivery_ns, green_sense=sense)

    stamp = datetime.now(UTC).strftime("%Y%m%dT%H%M%SZ")
    opened = settings_file.open_settings(folder, config, limits_of, stamp)
    save = partial(settings_file.write, folder)
    return Settings(config, limits_of, saved=opened.saved, save=save), opened.fault


def _open_backend(config: Config) -> HardwareFactory:
    def open_hardware(board: Board, clock: Clock) -> Hardware:
        wanted = config.hardware
        factory = open_unit_factory(
            wanted.backend, config.launcher.pwm, board, clock, header=wanted.chip
        )
        return Hardware.open(board, factory, clock)

    return open_hardware


def _close_hardware(hardware: Hardware, left_on: list[HardwareError]) -> None:
    try:
        with _deaf():
            hardware.close()
    except HardwareError as error:
        left_on.append(error)
        _logger.critical("outputs may still be on, pull the plug: %s", error)


@contextmanager
def _sigterm_as_ctrl_c() -> Iterator[None]:
    """Until the loop has handlers of its own, SIGTERM takes down what is opened half, as Ctrl-C."""
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


@contextmanager
def _deaf() -> Iterator[None]:
    """Impatience must not break the switching off."""
    numbers = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
    before = {number: signal.signal(number, signal.SIG_IGN) for number in numbers}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _wall_s() -> int:
    return int(datetime.now(UTC).timestamp())


def _serial(config: Config) -> str:
    """The Pi's; that of a bench where there is none, or where this is a bench on a Pi."""
    pi = "" if config.hardware.backend == "mock" else _device_tree("serial-number")
    return pi or bench_serial(config.state.dir)


def _device_tree(name: str) -> str:
    try:
        return (DEVICE_TREE / name).read_text(encoding="ascii", errors="replace").strip("\0\n ")
    except OSError:
        return ""


def _ignore_hangup() -> None:
    """A terminal went away; the unit does not belong to one."""
