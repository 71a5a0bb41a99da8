"""The unit: everything between the links and the pins, wired on one scheduler."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable, Sequence

from msgspec.structs import replace

from showdown_hw.inputs import InputLine
from showdown_hw.unit import Hardware
from showdown_protocol.errors import WireError
from showdown_protocol.messages import (
    CancelParams,
    Event,
    HelloFacts,
    IdentifyResult,
    LinesParams,
    Origin,
    Record,
    SelftestResult,
    SettingsResult,
    SettingsSetParams,
    Side,
    StartParams,
    StatusResult,
    WaitParams,
)
from showdown_protocol.selftest_messages import STOP
from showdown_referee.model import Action, State
from showdown_unit import records
from showdown_unit.events import EventLog
from showdown_unit.facts import Identity
from showdown_unit.faults import Faults
from showdown_unit.hold import Hold
from showdown_unit.identify import Identify
from showdown_unit.parts import Parts
from showdown_unit.ports import Answer, Handle, JournalPort, Kept, Scheduler, Stored
from showdown_unit.power import PowerWatch
from showdown_unit.publisher import Publisher
from showdown_unit.runner import COUNTERS
from showdown_unit.scenes import Scene
from showdown_unit.settings import Settings
from showdown_unit.settings_requests import SettingsRequests
from showdown_unit.standing import Standing
from showdown_unit.watchdog import Watchdog

_logger = logging.getLogger(__name__)


class Unit:
    """Implements `UnitApi` on one set of hardware, one journal and one scheduler.

    `fatal` is called with the reason when the unit cannot go on: outputs are safe by then, the
    process should end with an error.
    """

    def __init__(
        self,
        *,
        scheduler: Scheduler,
        hardware: Hardware,
        journal: JournalPort,
        events: EventLog,
        settings: Settings,
        identity: Identity,
        tray_unknown: bool,
        fatal: Callable[[str], None],
        power: PowerWatch | None = None,
        watchdog: Watchdog | None = None,
        new_hold: Callable[[], Hold] = Hold.drawn,
    ) -> None:
        self._scheduler = scheduler
        self._hardware = hardware
        self._events = events
        self._settings = settings
        self._identity = identity
        self._last: Record | None = None
        self.new_hold = new_hold
        self.holder: Callable[[], str | None] = lambda: None  # of control; the gateway's
        self.counters: Counter[str] = Counter(dict.fromkeys(COUNTERS, 0))
        self.faults = Faults(events)
        power = power or PowerWatch(lambda: None)
        self._publisher = Publisher(events)
        self._parts = parts = Parts(
            self,
            scheduler=scheduler,
            hardware=hardware,
            journal=journal,
            events=events,
            settings=settings,
            tray_unknown=tray_unknown,
            fatal=fatal,
            faults=self.faults,
            counters=self.counters,
            power=power,
            watchdog=watchdog,
        )
        self.swapped: Callable[[], bool] = lambda: parts.orientation.swapped  # as the table sees it
        self._tray, self._thrower, self._runner = parts.tray, parts.thrower, parts.runner
        self._conductor, self._requests = parts.conductor, parts.requests
        self._known = parts.known
        self._selftest, self._supervisor = parts.selftest, parts.supervisor
        self._desk, self._button = parts.desk, parts.button
        self._identify = Identify(parts.panel, parts.runner, identity.serial)
        self._changes = SettingsRequests(
            settings, parts.storage, stopping=self.stopping, changed=self._settings_changed
        )
        self._standing = Standing(
            parts,
            hardware=hardware,
            events=events,
            settings=settings,
            identity=identity,
            faults=self.faults,
            power=power,
            counters=self.counters,
        )

    def open(self) -> None:
        """Show readiness and start the watchdog tick."""
        self.readiness_changed()
        self._supervisor.open()

    def close(self) -> None:
        """Stop everything at once, launcher unpowered, all dark; nothing is driven after this."""
        self._parts.close()

    def shutdown(self, then: Callable[[], None]) -> None:
        """Call off what nobody has pressed for, finish what somebody has, then call `then`."""
        self._supervisor.shutdown(then)

    # --- UnitApi: state ---------------------------------------------------------------------

    @property
    def boot(self) -> str:
        """32 hex digits, drawn at this start."""
        return self._events.boot

    def up_ms(self) -> int:
        """Milliseconds since this start."""
        return self._events.up_ms()

    def state_word(self) -> str:
        """`fault`, the active record's state, `not_ready` or `ready`."""
        return self._standing.state_word()

    def not_ready(self) -> list[str]:
        """Why a start would be refused, whatever it asks for."""
        return self._standing.not_ready()

    def status_line(self) -> str:
        """How the unit is, in one line for whoever looks at the service."""
        return self._standing.status_line()

    def active_key(self) -> str | None:
        """The key of the showdown that is not over yet."""
        return self._requests.active_key

    def hello_facts(self) -> HelloFacts:
        """The part of the `hello` result that does not depend on the session."""
        return self._standing.hello_facts()

    def status(self) -> StatusResult:
        """The whole state, for a host that reconnects."""
        # First: where a paddle cannot be read, the rest tells it.
        paddles = self._parts.paddles()
        held = tuple(side for side in Side if self.pressed(paddles[side.value]))
        return self._standing.status(held, self._last)

    def may_handle_line(self) -> bool:
        """False in the last stretch before a deadline of the race."""
        return self._conductor.may_handle_line()

    def control_changed(self, held: bool) -> None:
        """The gateway says whether a control session is live."""
        if not held:
            self._selftest.stop("control_lost")
        self._desk.control_changed(held)

    def selftest(self, part: str) -> SelftestResult:
        """Begin that part of the self-test, only when idle; or `stop` it, always."""
        if part != STOP:
            self._standing.need_idle(testing=True)
        return self._selftest.start(part)

    def stats(self) -> dict[str, int]:
        """The counters, and what the hardware counts of its own edges."""
        return self._standing.stats()

    # --- UnitApi: showdowns -----------------------------------------------------------------

    def start(self, params: StartParams, refusal: WireError | None, then: Answer) -> None:
        """Start or replay."""
        self._requests.start(params, refusal, then)

    def cancel(self, params: CancelParams, refusal: WireError | None, then: Answer) -> None:
        """Call off, or leave a tombstone."""
        self._requests.cancel(params, refusal, then)

    def lines(self, params: LinesParams, refusal: WireError | None, then: Answer) -> None:
        """The table's verdict."""
        self._requests.lines(params, refusal, then)

    def get(self, key: str, then: Answer) -> None:
        """The record, `state: unknown` where there is none."""
        self._known.get(key, then)

    def evidence(self, key: str, then: Callable[[Kept | WireError], None]) -> None:
        """What is kept of a showdown's evidence."""
        self._known.evidence(key, then)

    def settings(self) -> SettingsResult:
        """Every setting as it stands."""
        return self._settings.result()

    def set_settings(
        self, params: SettingsSetParams, then: Callable[[SettingsResult | WireError], None]
    ) -> None:
        """Change settings, durably, whole or not at all; they hold from the next showdown on."""
        self._changes.set(params, then)

    def identify(self) -> IdentifyResult:
        """Blink this unit's code, only when idle; while it blinks already, only say it again."""
        self._standing.need_idle()
        return self._identify.start()

    def wait(self, params: WaitParams, then: Answer) -> Handle:
        """The record when it has reached `until`, or as it stands at the timeout."""
        return self._requests.wait(params, then)

    def page(
        self, limit: int, before: str | None, then: Callable[[Sequence[Record]], None]
    ) -> None:
        """The newest records first, older than the key `before`."""
        self._known.page(limit, before, then)

    # --- what requests need -----------------------------------------------------------------

    def refuse_start(self, params: StartParams) -> WireError | None:
        """The checks of a start in their order, after those of key and control."""
        return self._standing.refuse_start(params)

    def new_record(self, params: StartParams, origin: Origin, hold: Hold) -> Record:
        """The record that an accepted start begins with."""
        return records.accepted(
            params,
            origin=origin,
            boot=self.boot,
            durable=self._identity.durable,
            limits=self._settings.in_force.limits,
            source=self._hardware.backend.stamp_source,
            swapped=self._parts.orientation.swapped,
            hold_sha256=hold.sha256,
        )

    def new_tombstone(self, key: str) -> Record:
        """The record of a key that was called off before its start."""
        return records.tombstone(key, boot=self.boot, durable=self._identity.durable)

    def stopping(self) -> bool:
        """Whether the unit is going down."""
        return self._supervisor.stopping

    def end_reason(self) -> str | None:
        """Why nothing that was accepted may begin any more: `fault`, `shutdown`."""
        return self._standing.end_reason()

    def start_failed(self) -> None:
        """An accepted start could not be made durable."""
        self._adopt()
        self._supervisor.nothing_runs()

    def current(self, record: Record) -> Record:
        """The record as it is told: with its last event's number, and whether it is on the disk."""
        if self._runner.is_unsaved(record.key):
            record = replace(record, durable=False)
        return self._publisher.numbered(record)

    def publish(self, kind: str, record: Record, **fields: object) -> Record:
        """Tell hosts of a new version of a record; gives it back with its event's number."""
        record = self._publisher.publish(kind, record, **fields)
        if self._last is not None and self._last.key == record.key:
            self._last = record
        self._requests.record_changed(record)
        return record

    # --- what the referee and the runner say ------------------------------------------------

    def referee_says(self, action: Action) -> None:
        """Passed on to the runner."""
        self._runner.referee_says(action)

    def button_edge(self, stamp_ns: int) -> None:
        """Passed on to the button's watch."""
        self._button.edge(stamp_ns)

    def hardware_failed(self, error: Exception) -> None:
        """A pin failed: nothing here can be trusted any more."""
        self._supervisor.hardware_failed(error)

    def launcher_failed(self) -> None:
        """Nobody knows where the tray is."""
        self._tray.lost()

    def amend(self, key: str, change: Callable[[Stored], Stored]) -> None:
        """Change a record that is over, durably, and tell hosts."""
        self._requests.amend(key, change)

    def showdown_over(self, record: Record) -> None:
        """The showdown is over."""
        self._last = record
        _logger.info("%s", records.sentence(record))
        self._adopt()
        self.tell_state()
        self._supervisor.nothing_runs()

    def idle_scene(self) -> Scene:
        """Ready, not ready, or dead."""
        return self._standing.idle_scene()

    # --- settings ---------------------------------------------------------------------------

    def _settings_changed(self, result: SettingsResult) -> None:
        """They are durable: in force at once, or when the showdown that runs is over."""
        _logger.info("settings changed, rev %d", result.rev)
        self.faults.cleared("SETTINGS")
        self._events.emit("settings", **result.members())
        if self.active_key() is None:
            self._adopt()

    def _adopt(self) -> None:
        """No showdown runs: the next one goes by the newest settings."""
        if self._settings.adopt():
            self._parts.adopt()

    # --- the self-test ----------------------------------------------------------------------

    def testing(self) -> bool:
        """Whether a self-test runs."""
        return self._selftest.part is not None

    def selftest_began(self) -> None:
        """A part of the self-test runs: edges and panel are its own."""
        self._conductor.tap = self._selftest.edge
        self._runner.make_way()
        self.tell_state()

    def selftest_ended(self) -> None:
        """It does not any more."""
        self._conductor.tap = None
        self.readiness_changed()

    # --- plain looks, from any thread -------------------------------------------------------

    def waiting_for_button(self) -> bool:
        """Whether an armed showdown waits for the timer button."""
        return self._conductor.state is State.ARMED

    def tray_unknown(self) -> bool:
        """Whether a person has to look at the tray first."""
        return self._tray.unknown

    def control_idle_ns(self) -> int | None:
        """For how long no control session has been live; None while one is."""
        return self._desk.control_idle_ns()

    def watch(self, listener: Callable[[Event], None]) -> None:
        """Call `listener` on the loop with every event from now on; it must be quick."""
        self._events.subscribe(listener)

    def running_record(self) -> Record | None:
        """The record of the showdown that runs, as far as it is public."""
        return None if (runs := self._runner.active) is None else runs.record

    def last_record(self) -> Record | None:
        """The newest record of this boot that is over."""
        return self._last

    # --- helpers ----------------------------------------------------------------------------

    def pressed(self, line: InputLine) -> bool:
        """The level now; where it cannot be read that is a fault, and nothing pressed."""
        try:
            return line.active
        except Exception as error:  # noqa: BLE001 - any pin may fail in any way
            self.hardware_failed(error)
            return False

    def readiness_changed(self) -> None:
        """Show and tell whether the unit is ready."""
        self._runner.idle()
        self.tell_state()

    def tell_state(self) -> None:
        """Tell whether the unit is ready; what a running showdown does has events of its own."""
        self._standing.tell_state()
