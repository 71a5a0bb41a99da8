"""How the unit stands: its state in a word, in a line and whole, and whether it takes a start."""

from __future__ import annotations

import logging
from collections import Counter

from showdown_hw.unit import Hardware
from showdown_protocol.errors import WireError
from showdown_protocol.messages import HelloFacts, Record, Side, StartParams, StatusResult
from showdown_unit import facts
from showdown_unit.events import EventLog
from showdown_unit.facts import Identity
from showdown_unit.faults import Faults
from showdown_unit.parts import Parts
from showdown_unit.power import PowerWatch
from showdown_unit.refusals import busy, not_ready
from showdown_unit.scenes import Scene
from showdown_unit.settings import Settings
from showdown_unit.watchdog import status_words

_logger = logging.getLogger(__name__)


class Standing:
    """Looks at the parts and says how they stand; changes nothing but what was told last."""

    def __init__(
        self,
        parts: Parts,
        *,
        hardware: Hardware,
        events: EventLog,
        settings: Settings,
        identity: Identity,
        faults: Faults,
        power: PowerWatch,
        counters: Counter[str],
    ) -> None:
        self._parts = parts
        self._hardware = hardware
        self._events = events
        self._settings = settings
        self._identity = identity
        self._faults = faults
        self._power = power
        self._counters = counters
        self._word = ""

    def state_word(self) -> str:
        """`fault`, the active record's state, `not_ready` or `ready`."""
        if self._parts.supervisor.dead is not None:
            return "fault"
        active = self._parts.runner.active
        if active is not None:
            return active.record.state.value
        return "not_ready" if self.not_ready() else "ready"

    def not_ready(self) -> list[str]:
        """Why a start would be refused, whatever it asks for."""
        why = {
            "tray_unknown": self._parts.tray.unknown,
            "selftest": self._parts.selftest.part is not None,
            "fault": self._parts.supervisor.dead is not None,
        }
        return [reason for reason, holds in why.items() if holds]

    def status_line(self) -> str:
        """How the unit is, in one line for whoever looks at the service."""
        power = self._power.flags
        low = power is not None and power.low_voltage is True
        notes = self._faults.notes()
        return status_words(self.state_word(), self.not_ready(), notes, low_voltage=low)

    def hello_facts(self) -> HelloFacts:
        """The part of the `hello` result that does not depend on the session."""
        return facts.hello_facts(
            self._identity,
            self._settings.config.unit,
            backend=self._hardware.backend.name,
            state=self.state_word(),
            active=self._parts.requests.active_key,
        )

    def status(self, held: tuple[Side, ...], last: Record | None) -> StatusResult:
        """The whole state, for a host that reconnects. `held`: the paddles; `last` is over."""
        points = self._parts.arrow.points
        return facts.status(
            self._hardware,
            self._settings.in_force.limits,
            state=self.state_word(),
            paddles=held,
            arrow=None if points is None else Side(points.value),
            moving=self._parts.thrower.moving,
            faults=self._faults.notes(),
            not_ready=tuple(self.not_ready()),
            active=self._parts.requests.active_key,
            last=None if last is None else last.key,
            power=self._power.flags,
            tray_unknown=self._parts.tray.unknown,
        )

    def stats(self) -> dict[str, int]:
        """The counters, and what the hardware counts of its own edges."""
        counted = {"level_resyncs": self._hardware.level_resyncs}
        if self._hardware.merged_firsts is not None:
            counted["merged_firsts"] = self._hardware.merged_firsts
        return {**self._counters, **counted}

    def need_idle(self, *, testing: bool = False) -> None:
        """Raise what refuses a thing that begins only while nothing runs, save a self-test."""
        if self._parts.supervisor.stopping:
            raise WireError("SHUTTING_DOWN")
        active = self._parts.requests.active_key
        if active is not None:
            raise busy(active)
        if self._parts.supervisor.dead is not None:
            raise not_ready(["fault"])
        if not testing and self._parts.selftest.part is not None:
            raise not_ready(["selftest"])

    def refuse_start(self, params: StartParams) -> WireError | None:
        """The checks of a start in their order, after those of key and control."""
        if self._parts.supervisor.stopping:
            return WireError("SHUTTING_DOWN")
        if params.boot.lower() != self._events.boot:
            return WireError("BOOT_CHANGED", boot=self._events.boot)
        up_ms = self._events.up_ms()
        if params.not_after_ms is not None and up_ms > params.not_after_ms:
            return WireError("EXPIRED", up_ms=up_ms, not_after_ms=params.not_after_ms)
        active = self._parts.requests.active_key
        if active is not None:
            return busy(active)
        reasons = self.not_ready()
        if params.start == "now" and not self._settings.config.unit.allow_remote_start:
            reasons.append("remote_start_off")
        if reasons:
            return not_ready(reasons)
        return None

    def end_reason(self) -> str | None:
        """Why nothing that was accepted may begin any more: `fault`, `shutdown`."""
        if self._parts.supervisor.dead is not None:
            return "fault"
        return "shutdown" if self._parts.supervisor.stopping else None

    def idle_scene(self) -> Scene:
        """Ready, not ready, or dead."""
        if self._parts.supervisor.dead is not None:
            return Scene.FAULT
        if self._parts.selftest.part is not None:
            return Scene.DARK
        return Scene.NOT_READY if self.not_ready() else Scene.READY

    def tell_state(self) -> None:
        """Tell whether the unit is ready; what a running showdown does has events of its own."""
        word = self.state_word()
        if word != self._word and (self._parts.runner.active is None or word == "fault"):
            if self._word:  # the first is told with the links
                _logger.info("%s", self.status_line())
            self._word = word
            self._events.emit("state", state=word, not_ready=self.not_ready() or None)
