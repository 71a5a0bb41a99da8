"""The unit: everything between the links and the pins, wired on one scheduler."""

from __future__ import annotations

import logging
import secrets
from collections import Counter, OrderedDict
from collections.abc import Callable, Sequence

from msgspec.structs import replace

from showdown_hw.unit import Hardware
from showdown_protocol.errors import WireError
from showdown_protocol.messages import (
    CancelParams,
    HelloFacts,
    LinesParams,
    Origin,
    Record,
    StartParams,
    StatusResult,
    WaitParams,
)
from showdown_referee.hold import SEED_BYTES
from showdown_referee.limits import Limits as RefereeLimits
from showdown_referee.machine import Referee
from showdown_referee.model import Action, State
from showdown_unit import facts, records
from showdown_unit.button import TimerButtonWatch
from showdown_unit.conductor import Conductor
from showdown_unit.config import Config
from showdown_unit.events import RING, EventLog
from showdown_unit.facts import Identity
from showdown_unit.faults import Faults
from showdown_unit.ports import Answer, Handle, JournalPort, Scheduler, Stored
from showdown_unit.requests import Requests
from showdown_unit.runner import Runner
from showdown_unit.scenes import Panel, Scene
from showdown_unit.throw import Thrower

TICK_NS = 1_000_000_000
"""The watchdog tick."""

SHUTDOWN_NS = 5_000_000_000
"""Longest wait for a running showdown at the end."""

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
        config: Config,
        limits: RefereeLimits,
        identity: Identity,
        tray_unknown: bool,
        fatal: Callable[[str], None],
        new_seed: Callable[[], bytes] = lambda: secrets.token_bytes(SEED_BYTES),
    ) -> None:
        self._scheduler = scheduler
        self._hardware = hardware
        self._journal = journal
        self._events = events
        self._config = config
        self._limits = limits
        self._identity = identity
        self._tray_unknown = tray_unknown
        self._fatal = fatal
        self.new_seed = new_seed
        self.faults = Faults(events)
        self.counters: Counter[str] = Counter()
        self._control_held = False
        self._stopping: Callable[[], None] | None = None
        self._stop_timer: Handle | None = None
        self._dead: str | None = None
        self._last: Record | None = None
        self._control_ended_ns = scheduler.now_ns()
        self._seqs: OrderedDict[str, int] = OrderedDict()
        self._word = ""
        buzzer = hardware.buzzer if config.unit.buzzer else None
        self._panel = Panel(scheduler, hardware.lamps, hardware.arrow, buzzer)
        self._thrower = Thrower(scheduler, hardware.launcher, config.launcher)
        self._runner = Runner(
            scheduler=scheduler,
            panel=self._panel,
            thrower=self._thrower,
            journal=journal,
            listener=self,
            counters=self.counters,
            launch_on_false_start=config.unit.launch_on_false_start,
        )
        self._conductor = Conductor(scheduler, hardware, self._panel, Referee(limits), self)
        self._runner.conductor = self._conductor
        self._requests = Requests(
            scheduler=scheduler,
            journal=journal,
            runner=self._runner,
            host=self,
            cards_max=config.unit.cards_max,
            lines_always=config.unit.lines == "always",
        )
        self._button = TimerButtonWatch(
            scheduler,
            lambda: hardware.button.pressed,
            self,
            confirm_ns=limits.confirm_ns,
            lockout_ns=limits.lockout_ns,
        )
        self._tick_timer: Handle | None = None

    def open(self) -> None:
        """Show readiness and start the watchdog tick."""
        self._runner.idle()
        self._tell_state()
        self._tick_timer = self._scheduler.call_at(self._scheduler.now_ns() + TICK_NS, self._tick)

    def close(self) -> None:
        """Stop everything at once; the caller makes the outputs safe."""
        if self._tick_timer is not None:
            self._tick_timer.cancel()
        self._thrower.cut()
        self._conductor.close()

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
        if self._dead is not None:
            return "fault"
        if self._runner.active is not None:
            return self._runner.active.record.state.value
        return "not_ready" if self.not_ready() else "ready"

    def not_ready(self) -> list[str]:
        """Why a start would be refused, whatever it asks for."""
        reasons = ["tray_unknown"] if self._tray_unknown else []
        return [*reasons, "fault"] if self._dead is not None else reasons

    def active_key(self) -> str | None:
        """The key of the showdown that is not over yet."""
        return self._requests.active_key

    def hello_facts(self) -> HelloFacts:
        """The part of the `hello` result that does not depend on the session."""
        return facts.hello_facts(
            self._identity,
            self._config.unit,
            backend=self._hardware.backend.name,
            state=self.state_word(),
            active=self.active_key(),
        )

    def status(self) -> StatusResult:
        """The whole state, for a host that reconnects."""
        return facts.status(
            self._hardware,
            self._limits,
            state=self.state_word(),
            moving=self._thrower.moving,
            faults=self.faults.notes(),
            not_ready=tuple(self.not_ready()),
            active=self.active_key(),
            last=None if self._last is None else self._last.key,
            tray_unknown=self._tray_unknown,
        )

    def may_handle_line(self) -> bool:
        """False in the last stretch before a deadline of the race."""
        return self._conductor.may_handle_line()

    def control_changed(self, held: bool) -> None:
        """The gateway says whether a control session is live."""
        if self._control_held and not held:
            self._control_ended_ns = self._scheduler.now_ns()
        self._control_held = held

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
        self._requests.get(key, then)

    def wait(self, params: WaitParams, then: Answer) -> Handle:
        """The record when it has reached `until`, or as it stands at the timeout."""
        return self._requests.wait(params, then)

    def page(
        self, limit: int, before: str | None, then: Callable[[Sequence[Record]], None]
    ) -> None:
        """The newest records first, older than the key `before`."""
        self._requests.page(limit, before, then)

    # --- what requests need -----------------------------------------------------------------

    def refuse_start(self, params: StartParams) -> WireError | None:
        """The checks of a start in their order, after those of key and control."""
        if self.stopping():
            return WireError("SHUTTING_DOWN")
        if params.boot.lower() != self.boot:
            return WireError("BOOT_CHANGED", boot=self.boot)
        if params.not_after_ms is not None and self.up_ms() > params.not_after_ms:
            return WireError("EXPIRED", up_ms=self.up_ms(), not_after_ms=params.not_after_ms)
        active = self.active_key()
        if active is not None:
            return WireError("BUSY", f"{active} is not over yet", active=active)
        reasons = self.not_ready()
        if params.start == "now" and not self._config.unit.allow_remote_start:
            reasons.append("remote_start_off")
        if reasons:
            return WireError("NOT_READY", _why_not_ready(reasons), reasons=reasons)
        return None

    def new_record(self, params: StartParams, origin: Origin) -> Record:
        """The record that an accepted start begins with."""
        return records.accepted(
            params,
            origin=origin,
            boot=self.boot,
            durable=self._identity.durable,
            resolution_us=records.us_up(self._limits.resolution_ns),
            source=self._hardware.backend.stamp_source,
        )

    def new_tombstone(self, key: str) -> Record:
        """The record of a key that was called off before its start."""
        return records.tombstone(key, boot=self.boot, durable=self._identity.durable)

    def stopping(self) -> bool:
        """Whether the unit is going down."""
        return self._stopping is not None

    def storage_failed(self, error: Exception) -> None:
        """A durable write failed."""
        self.faults.raised("STORAGE", str(error))

    def storage_works(self) -> None:
        """A durable write worked."""
        self.faults.cleared("STORAGE")

    def current(self, record: Record) -> Record:
        """The record with the number of its last event, where that is of this boot."""
        seq = self._seqs.get(record.key)
        return record if seq is None else replace(record, seq=seq)

    def publish(self, kind: str, record: Record, **fields: object) -> Record:
        """Tell hosts of a new version of a record; gives it back with its event's number."""
        record = replace(record, seq=self._events.seq + 1)
        self._seqs[record.key] = self._events.seq + 1
        self._seqs.move_to_end(record.key)
        if len(self._seqs) > RING:
            self._seqs.popitem(last=False)
        if kind == "showdown.state":
            self._events.emit(kind, key=record.key, state=record.state.value, **fields)
        else:
            self._events.emit(kind, record=record)
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
        self._die(f"{type(error).__name__}: {error}")

    def launcher_failed(self) -> None:
        """Nobody knows where the tray is."""
        self.faults.raised("LAUNCHER", "the throw did not end level: look at the tray and servo")
        self._set_tray_unknown(True)

    def showdown_over(self, stored: Stored) -> None:
        """The showdown is over."""
        self._last = stored.record
        _logger.info("%s", records.sentence(stored.record))
        self._tell_state()
        if self._stopping is not None:
            self._stopped()

    def idle_scene(self) -> Scene:
        """Ready, not ready, or dead."""
        if self._dead is not None:
            return Scene.FAULT
        return Scene.NOT_READY if self.not_ready() else Scene.READY

    # --- the timer button -------------------------------------------------------------------

    def button_pressed(self, stamp_ns: int) -> None:
        """Start what is armed; with nothing armed, a showdown without a host, or an event."""
        if self._conductor.state is State.ARMED:
            self._conductor.press_button(stamp_ns)
        elif self.active_key() is not None or self.not_ready() or self.stopping():
            return
        elif self._standalone():
            key = f"local-{secrets.token_hex(8)}"
            params = StartParams(key=key, boot=self.boot, cards=0, start="button")
            self._requests.start(
                params, None, _log_refusal, origin=Origin.BUTTON, pressed_ns=stamp_ns
            )
        elif self._control_held:
            self._events.emit("button")

    def button_held(self, seconds: int) -> None:
        """Two seconds: the tray was looked at. Three: the running showdown is called off."""
        if self.active_key() is not None:
            if seconds == 3:
                self._conductor.cancel()
        elif seconds == 2 and self._tray_unknown:
            self._set_tray_unknown(False)

    # --- plain looks, from any thread -------------------------------------------------------

    def waiting_for_button(self) -> bool:
        """Whether an armed showdown waits for the timer button."""
        return self._conductor.state is State.ARMED

    def tray_unknown(self) -> bool:
        """Whether a person has to look at the tray first."""
        return self._tray_unknown

    def control_idle_ns(self) -> int | None:
        """For how long no control session has been live; None while one is."""
        if self._control_held:
            return None
        return self._scheduler.now_ns() - self._control_ended_ns

    def last_record(self) -> Record | None:
        """The newest record of this boot that is over."""
        return self._last

    def _standalone(self) -> bool:
        rule = self._config.unit.standalone
        return rule == "always" or (rule == "auto" and not self._control_held)

    # --- supervision and the end ------------------------------------------------------------

    def shutdown(self, then: Callable[[], None]) -> None:
        """Call off what nobody has pressed for, finish what somebody has, then call `then`."""
        if self._stopping is not None:
            return
        self._stopping = then
        if self._runner.active is None:
            if self._requests.active_key is None:
                self._stopped()
                return
        else:
            self._conductor.cancel("shutdown")
        self._stop_timer = self._scheduler.call_at(
            self._scheduler.now_ns() + SHUTDOWN_NS, self._stopped
        )

    def _stopped(self) -> None:
        if self._stop_timer is not None:
            self._stop_timer.cancel()
        then = self._stopping
        self._stopping = _nothing
        if then is not None:
            then()

    def _tick(self) -> None:
        now_ns = self._scheduler.now_ns()
        self._tick_timer = self._scheduler.call_at(now_ns + TICK_NS, self._tick)
        if self._dead is not None:
            return
        if self._hardware.launcher.overdue(now_ns):
            self._thrower.cut()
        dead = None if self._conductor.racing else self._hardware.alive()
        dead = dead or self._hardware.factory.source_fault()
        if dead is not None:
            self._die(dead)
            return
        try:
            self._panel.tick()
        except Exception as error:  # noqa: BLE001 - any pin may fail in any way
            self.hardware_failed(error)

    def _die(self, reason: str) -> None:
        if self._dead is not None:
            return
        self._dead = reason
        self.faults.raised("FAULT", reason)
        self._conductor.abort("fault")
        self._thrower.cut()
        try:
            self._panel.show(Scene.FAULT)
        except Exception:
            _logger.exception("the fault cannot be shown")
        self._tell_state()
        self._fatal(reason)

    def _set_tray_unknown(self, unknown: bool) -> None:
        self._tray_unknown = unknown

        def written(error: Exception | None) -> None:
            if error is not None:
                self.storage_failed(error)
            if not unknown:
                self.faults.cleared("LAUNCHER")
            self._runner.idle()
            self._tell_state()

        self._journal.set_tray_unknown(unknown, written)

    def _tell_state(self) -> None:
        word = self.state_word()
        if word != self._word:
            self._word = word
            self._events.emit("state", state=word, not_ready=self.not_ready() or None)


_ADVICE = {
    "tray_unknown": "look at the tray, then hold the timer button for 2 s",
    "fault": "the unit has a fault, see status",
    "remote_start_off": "this unit starts by its timer button; `unit.allow_remote_start` is off",
}


def _why_not_ready(reasons: list[str]) -> str:
    return "; ".join(_ADVICE.get(reason, reason) for reason in reasons)


def _log_refusal(answer: Record | WireError) -> None:
    if isinstance(answer, WireError):
        _logger.warning("the timer button started nothing: %s", answer)


def _nothing() -> None:
    """The end was told already."""
