"""A gateway in virtual time, with a unit that only keeps records and wires that only remember."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from showdown_hw.virtual import VirtualClock
from showdown_protocol.crc import seal, unseal
from showdown_protocol.errors import WireError
from showdown_protocol.messages import (
    BackendStatus,
    CancelParams,
    HelloFacts,
    IdentifyResult,
    LampState,
    LauncherStatus,
    Limits,
    LinesParams,
    Record,
    RecordState,
    SelftestResult,
    SettingsResult,
    SettingsSetParams,
    SettingsValues,
    StartParams,
    StatusResult,
    WaitParams,
)
from showdown_unit.events import EventLog
from showdown_unit.gateway import Gateway
from showdown_unit.ports import Answer, Handle, Kept

BOOT = "0123456789abcdef" * 2
MS = 1_000_000
SECOND = 1_000_000_000


class FakeUnit:
    """Keeps records, answers after `delay_ms`, and remembers what it was asked and told."""

    boot = BOOT

    def __init__(self, clock: VirtualClock) -> None:
        self.clock = clock
        self.started_ns = clock.now_ns()
        self.delay_ms = 3
        self.records: dict[str, Record] = {}
        self.refusals: list[WireError | None] = []
        self.control: list[bool] = []
        self.called_off: list[str] = []
        self.waiting: list[tuple[WaitParams, Answer]] = []
        self.has_time = True
        self.tested: list[str] = []
        self.kept: dict[str, Kept] = {}
        self.rev, self.values = 0, SettingsValues(name="Table", buzzer=True)
        self.broken: Exception | None = None

    def up_ms(self) -> int:
        return (self.clock.now_ns() - self.started_ns) // MS

    def state_word(self) -> str:
        return "ready"

    def active_key(self) -> str | None:
        return None

    def hello_facts(self) -> HelloFacts:
        return HelloFacts(
            model="showdown-1",
            serial="0000",
            name="Table",
            fw="0.1.0",
            backend="mock",
            limits=Limits(rx_line=1024, tx_line=2048, cards=10, keys=50_000),
            durable=True,
            journal_since=0,
            state="ready",
        )

    def status(self) -> StatusResult:
        if self.broken is not None:
            raise self.broken
        return StatusResult(
            state="ready",
            lamps=LampState(red=True, amber=False, green=False),
            backend=BackendStatus(
                name="mock", resolution_us=20, stamp_source="mock", settle_us=5000
            ),
            launcher=LauncherStatus(state="off", powered=False),
            tray="ok",
        )

    def start(self, params: StartParams, refusal: WireError | None, then: Answer) -> None:
        self.refusals.append(refusal)
        known = self.records.get(params.key)
        if known is not None:
            self._later(then, msgspec.structs.replace(known, replay=True))
        elif refusal is not None:
            self._later(then, refusal)
        else:
            record = Record(key=params.key, state=RecordState.ACCEPTED, cards=params.cards)
            self.records[params.key] = record
            self._later(then, msgspec.structs.replace(record, replay=False))

    def cancel(self, params: CancelParams, refusal: WireError | None, then: Answer) -> None:
        self.refusals.append(refusal)
        self._later(then, refusal or Record(key=params.key, state=RecordState.CANCELLED))

    def lines(self, params: LinesParams, refusal: WireError | None, then: Answer) -> None:
        self.refusals.append(refusal)
        self._later(then, refusal or Record(key=params.key, state=RecordState.DONE))

    def get(self, key: str, then: Answer) -> None:
        if self.broken is not None:
            raise self.broken
        self._later(then, self.records.get(key, Record.unknown(key)))

    def wait(self, params: WaitParams, then: Answer) -> Handle:
        entry = (params, then)
        self.waiting.append(entry)
        record = Record.unknown(params.key)
        timer = self.clock.call_at(
            self.clock.now_ns() + params.timeout_ms * MS, lambda: then(record)
        )
        return _Wait(self, entry, timer)

    def page(
        self, limit: int, before: str | None, then: Callable[[Sequence[Record]], None]
    ) -> None:
        newest = list(self.records.values())[::-1]
        keys = [record.key for record in newest]
        first = keys.index(before) + 1 if before in keys else 0
        self._later(then, newest[first : first + limit])

    def evidence(self, key: str, then: Callable[[Kept | WireError], None]) -> None:
        self._later(then, self.kept.get(key, Kept()))

    def settings(self) -> SettingsResult:
        return SettingsResult(rev=self.rev, values=self.values)

    def set_settings(
        self, params: SettingsSetParams, then: Callable[[SettingsResult | WireError], None]
    ) -> None:
        given = {k: v for k, v in msgspec.structs.asdict(params.values).items() if v is not None}
        self.rev, self.values = self.rev + 1, msgspec.structs.replace(self.values, **given)
        self._later(then, self.settings())

    def identify(self) -> IdentifyResult:
        return IdentifyResult(blinks=("red", "green", "red"), limit_ms=3_000)

    def selftest(self, part: str) -> SelftestResult:
        self.tested.append(part)
        if self.broken is not None:
            raise self.broken
        return SelftestResult(part=part, limit_ms=7_000)

    def may_handle_line(self) -> bool:
        return self.has_time

    def control_changed(self, held: bool) -> None:
        self.control.append(held)

    def _later(self, then: Callable[[Any], None], value: Any) -> None:
        self.clock.call_at(self.clock.now_ns() + self.delay_ms * MS, lambda: then(value))


class _Wait:
    def __init__(self, unit: FakeUnit, entry: tuple[WaitParams, Answer], timer: Handle) -> None:
        self._unit, self._entry, self._timer = unit, entry, timer

    def cancel(self) -> None:
        self._timer.cancel()
        self._unit.called_off.append(self._entry[0].key)


class FakeWire:
    """Remembers what is sent; `capacity` bytes of it fit until `drain`."""

    def __init__(self, name: str, *, crc_required: bool = False) -> None:
        self.name = name
        self.crc_required = crc_required
        self.capacity = 1_000_000
        self.sent = bytearray()
        self.queued = 0
        self.closed_for: list[str] = []

    def room(self) -> int:
        return self.capacity - self.queued

    def send(self, data: bytes) -> None:
        assert len(data) <= self.room(), "the caller asks for room first"
        assert data.endswith(b"\n")
        self.sent += data
        self.queued += len(data)

    def close(self, reason: str) -> None:
        self.closed_for.append(reason)
        self.queued = 0

    def drain(self) -> None:
        self.queued = 0


class PausingWire(FakeWire):
    """A wire that can leave input to the kernel."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.paused = False

    def pause_reading(self) -> None:
        self.paused = True

    def resume_reading(self) -> None:
        self.paused = False


class Host:
    """One end of a wire: says lines, and reads what came back since it last looked."""

    def __init__(self, bench: Bench, wire: FakeWire) -> None:
        self.bench = bench
        self.wire = wire
        self.crc = False
        self._read = 0
        self._ids = 0

    def push(self, data: bytes) -> None:
        """Bytes, without letting time pass."""
        self.bench.gateway.received(self.wire, data)

    def say(self, text: str, ms: int = 20) -> list[Any]:
        """A line as it stands, `ms` of time, and what came back."""
        self.push(text.encode() + b"\n")
        return self.hear(ms)

    def ask(self, method: str, /, ms: int = 20, **params: Any) -> Any:
        """A request, and the one thing that came back: its result, or its error."""
        answers = [a for a in self.say(self.request(method, **params), ms) if "id" in a]
        assert [a["id"] for a in answers] == [self._ids], answers
        return answers[0].get("result", answers[0].get("error"))

    def request(self, method: str, /, **params: Any) -> str:
        self._ids += 1
        params = {name.rstrip("_"): value for name, value in params.items()}
        text = json.dumps(
            {"id": self._ids, "method": method, "params": params}, separators=(",", ":")
        )
        return seal(text.encode()).decode() if self.crc else text

    def hello(self, **params: Any) -> Any:
        return self.ask("hello", **hello(**params))

    def start(self, key: str = "key-00001", ms: int = 20, **params: Any) -> Any:
        return self.ask("showdown.start", ms, **start(key, **params))

    def hear(self, ms: int = 0) -> list[Any]:
        """What came back, as objects; lines that are none as text. Checks their form."""
        self.bench.clock.run_for(ms * MS)
        return [_object(line) for line in self.raw()]

    def raw(self) -> list[bytes]:
        new, self._read = bytes(self.wire.sent[self._read :]), len(self.wire.sent)
        lines = new.split(b"\n")[:-1]
        for line in lines:
            assert len(line) <= 2048
            assert all(0x20 <= byte <= 0x7E for byte in line)
            assert not line.startswith((b"OK", b"ERROR", b"CONNECT"))
        return lines


class Bench:
    """A gateway with its unit, its clock and any number of hosts."""

    def __init__(self) -> None:
        self.clock = VirtualClock()
        self.unit = FakeUnit(self.clock)
        self.events = EventLog(self.clock, BOOT)
        self.gateway = Gateway(
            self.unit, self.clock, self.events, extra_stats=lambda: {"spikes": 7}
        )
        self._count = 0

    def host(self, wire: FakeWire | None = None, *, crc_required: bool = False) -> Host:
        self._count += 1
        if wire is None:
            wire = FakeWire(f"fake:{self._count}", crc_required=crc_required)
        self.gateway.opened(wire)
        return Host(self, wire)

    def stat(self, name: str) -> int:
        return self.gateway.stats()[name]


def hello(**params: Any) -> dict[str, Any]:
    return {
        "proto": [1],
        "client": "test",
        "nonce": "n1",
        "role": "control",
        "events": False,
    } | params


def start(key: str, **params: Any) -> dict[str, Any]:
    return {"key": key, "boot": BOOT, "cards": 2, "start": "button"} | params


def longest_record(key: str, *, name: str = "\U0001d49c" * 16, attempts: int = 4) -> Record:
    """The longest record that the unit makes: names of 64 bytes, every member there."""
    attempt = {
        "outcome": "dead_heat",
        "margin_us": 10_000,
        "reason": "green_too_slow",
        "contested": True,
    }
    return msgspec.convert(
        {
            "key": key.ljust(64, "k"),
            "state": "indeterminate",
            "origin": "button",
            "outcome": "anticipated",
            "loser": "right",
            "decided_by": "timing",
            "players": {"left": name, "right": name},
            "cards": 99,
            "launch": "completed",
            "contested": True,
            "reason": "green_too_slow",
            "reaction_us": {"left": -10_000_000, "right": -10_000_000},
            "margin_us": 10_000_000,
            "resolution_us": 100_000,
            "stamp_source": "kernel_hardware",
            "green_uncertainty_us": 100_000,
            "lines": {"left": 99, "right": 99},
            "timing_loser": "right",
            "attempts": [attempt] * attempts,
            "practice": "right",
            "handicap_ms": {"right": 200},
            "swapped": True,
            "hold_sha256": "f" * 64,
            "hold_seed": "f" * 32,
            "hold_nonce": "f" * 32,
            "evidence_sha256": "f" * 64,
            "durable": False,
            "boot": BOOT,
            "seq": 10**9,
            "replay": True,
        },
        Record,
    )


def _object(line: bytes) -> Any:
    body, right = unseal(line)
    assert right is not False
    try:
        value = json.loads(body)
    except ValueError:
        return body.decode()
    assert value["jsonrpc"] == "2.0"
    return value
