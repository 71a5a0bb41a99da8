"""The methods of the wire: from a request to what it asks of the unit, and back to its answer."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, Final

from showdown_protocol.errors import WireError
from showdown_protocol.messages import (
    METHODS,
    CancelParams,
    EmptyResult,
    GetParams,
    HelloParams,
    LinesParams,
    ListParams,
    ListResult,
    NoParams,
    PingParams,
    PingResult,
    Record,
    ReplayParams,
    ReplayResult,
    SelftestParams,
    SettingsSetParams,
    StartParams,
    StatsResult,
    StatusResult,
    WaitParams,
)
from showdown_protocol.params import read_params
from showdown_unit.calls import Call, too_long
from showdown_unit.events import EventLog
from showdown_unit.fitting import fitting
from showdown_unit.pages import page
from showdown_unit.ports import Kept, UnitApi
from showdown_unit.sessions import Sessions

MAX_WAITS: Final = 4
"""Pending `showdown.wait` of one session."""

_WIDEST = 2**53 - 1
_logger = logging.getLogger(__name__)


class Methods:
    """Answers calls, some of them later. A handler that fails costs its own call `INTERNAL`."""

    def __init__(
        self,
        unit: UnitApi,
        events: EventLog,
        sessions: Sessions,
        counters: Counter[str],
        stats: Callable[[], StatsResult],
    ) -> None:
        self._unit = unit
        self._events = events
        self._sessions = sessions
        self._counters = counters
        self._stats = stats
        self._handlers: dict[str, Callable[[Call, Any], None]] = {
            "hello": self._hello,
            "ping": self._ping,
            "status": self._status,
            "stats": self._stats_of,
            "showdown.start": self._start,
            "showdown.get": self._get,
            "showdown.wait": self._wait,
            "showdown.cancel": self._cancel,
            "showdown.lines": self._lines,
            "showdown.list": self._list,
            "events.replay": self._replay,
            "settings.get": self._settings_get,
            "settings.set": self._settings_set,
            "identify": self._identify,
            "selftest": self._selftest,
            "bye": self._bye,
        }

    def handle(self, call: Call) -> None:
        """Carry out a call: session, parameters, then the method itself."""
        self._guarded(call, lambda: self._carry_out(call))

    def ping(self, nonce: str | None = None) -> PingResult:
        """A sign of life."""
        return PingResult(
            nonce=nonce,
            boot=self._unit.boot,
            up_ms=self._unit.up_ms(),
            seq=self._events.seq,
            state=self._unit.state_word(),
        )

    def status(self) -> StatusResult:
        """The whole state."""
        return self._unit.status()

    def stats(self) -> StatsResult:
        """Every counter."""
        return self._stats()

    def _carry_out(self, call: Call) -> None:
        method = call.request.method
        spec = METHODS.get(method)
        if call.session is None and (spec is None or spec.needs_hello):
            raise WireError("HELLO_REQUIRED", method=method[:64])
        params = read_params(method, call.request.params)
        handler = self._handlers.get(method)
        if handler is None:
            raise WireError("METHOD_NOT_FOUND", method=method)
        handler(call, params)

    def _guarded(self, call: Call, step: Callable[[], None]) -> None:
        """Do a step of a call; where it fails, that is the answer."""
        try:
            step()
        except WireError as error:
            call.fail(error)
        except Exception:
            self._counters["internal_errors"] += 1
            _logger.exception("%s: %s failed", call.peer.name, call.request.method)
            call.fail(WireError("INTERNAL"))

    def _hello(self, call: Call, params: HelloParams) -> None:
        call.reply(self._sessions.hello(call.peer, params, crc=call.sealed))

    def _ping(self, call: Call, params: PingParams) -> None:
        call.reply(self.ping(params.nonce))

    def _status(self, call: Call, _: NoParams) -> None:
        call.reply(self.status())

    def _stats_of(self, call: Call, _: NoParams) -> None:
        call.reply(self.stats())

    def _start(self, call: Call, params: StartParams) -> None:
        self._unit.start(params, self._sessions.refusal(call.session), call.answer)

    def _cancel(self, call: Call, params: CancelParams) -> None:
        self._unit.cancel(params, self._sessions.refusal(call.session), call.answer)

    def _lines(self, call: Call, params: LinesParams) -> None:
        self._unit.lines(params, self._sessions.refusal(call.session), call.answer)

    def _get(self, call: Call, params: GetParams) -> None:
        if not params.evidence:
            self._unit.get(params.key, call.answer)
            return

        def answer(kept: Kept | WireError) -> None:
            if isinstance(kept, WireError):
                raise kept
            call.reply(page(call, params.key, params.from_item, kept))

        self._unit.evidence(params.key, lambda kept: self._guarded(call, lambda: answer(kept)))

    def _wait(self, call: Call, params: WaitParams) -> None:
        if call.session is not None and call.session.waits() >= MAX_WAITS:
            reason = f"at most {MAX_WAITS} pending showdown.wait"
            raise WireError("TOO_MANY", reason, limit=MAX_WAITS, reason=reason)
        call.handle = self._unit.wait(params, call.answer)

    def _list(self, call: Call, params: ListParams) -> None:
        def answer(page: Sequence[Record]) -> None:
            room = call.room(ListResult(records=(), next="k" * 64))
            records = tuple(fitting(page, room + 1))
            if page and not records:
                raise too_long()
            more = len(records) < len(page) or len(page) >= params.limit
            call.reply(ListResult(records=records, next=records[-1].key if more else None))

        self._unit.page(
            params.limit, params.before, lambda page: self._guarded(call, lambda: answer(page))
        )

    def _replay(self, call: Call, params: ReplayParams) -> None:
        if params.boot.lower() != self._unit.boot.lower():
            raise WireError(
                "BOOT_CHANGED", "events of another start are gone", boot=self._unit.boot
            )
        room = call.room(ReplayResult(events=(), next=_WIDEST, gap=False))
        result = self._events.replay(params.from_seq, params.max_events, room + 1)
        if not result.events and result.next <= self._events.seq:
            raise too_long()
        call.reply(result)

    def _settings_get(self, call: Call, _: NoParams) -> None:
        call.reply(self._unit.settings())

    def _settings_set(self, call: Call, params: SettingsSetParams) -> None:
        refusal = self._sessions.refusal(call.session)
        if refusal is not None:
            raise refusal
        self._unit.set_settings(params, call.answer)

    def _identify(self, call: Call, _: NoParams) -> None:
        call.reply(self._unit.identify())

    def _selftest(self, call: Call, params: SelftestParams) -> None:
        refusal = self._sessions.refusal(call.session)
        if refusal is not None:
            raise refusal
        call.reply(self._unit.selftest(params.part))

    def _bye(self, call: Call, _: NoParams) -> None:
        call.reply(EmptyResult())
        if call.session is not None:
            self._sessions.end(call.session, "bye")
