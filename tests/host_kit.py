"""A unit's far side of the line in virtual time, and a world that loses, doubles and delays."""

from __future__ import annotations

import heapq
import random
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar

from showdown_host.core import Close, Core, Happened, Reopen, Task, Write
from showdown_host.errors import LinkLost, ShowdownError
from showdown_host.intention import Intention
from showdown_host.steps import Flow
from showdown_host.timing import MS, S, Timing
from showdown_protocol.codec import (
    Request,
    error_line,
    notification_line,
    parse_request,
    reply_line,
)
from showdown_protocol.errors import WireError
from showdown_protocol.framer import Frame, Framer
from showdown_protocol.messages import Event

T = TypeVar("T")
STEPS = ("accepted", "counting", "racing", "launching", "done")


@dataclass
class Faults:
    """How bad the line is, each way, by the line."""

    lose: float = 0.0
    double: float = 0.0
    cut: float = 0.0  # half the line, then nothing
    garble: float = 0.0
    noise: float = 0.0  # garbage before the line
    echo: bool = False  # the host hears itself
    delay_ns: int = 2 * MS
    jitter_ns: int = 0


@dataclass
class FakeUnit:
    """A unit that plays by the protocol's rules, as a host sees them."""

    world: World
    serial: str = "fake0001"
    journal_since: int = 1_700_000_000_000
    durable: bool = True
    play: bool = True  # somebody presses the timer button, and a paddle
    boot_count: int = 0
    boot: str = ""
    launches: Counter[str] = field(default_factory=Counter)
    records: dict[str, dict[str, Any]] = field(default_factory=dict)
    active: str | None = None
    refuse: dict[str, WireError] = field(default_factory=dict)  # by method, until taken away
    mute: bool = False
    beats: bool = True
    holder: str | None = None  # another host in control
    heard: list[tuple[int, str, Any]] = field(default_factory=list)  # when, method, id
    session: dict[str, Any] | None = None
    events: list[Event] = field(default_factory=list)
    forgotten: int = 0  # events older than this cannot be replayed
    waits: list[tuple[Any, str, str, int]] = field(default_factory=list)
    at_step: Callable[[str, str], None] = lambda _key, _step: None
    _framer: Framer = field(default_factory=Framer)
    _epoch: int = 0
    _up_ns: int = 0
    _nonce_answers: dict[str, bytes] = field(default_factory=dict)

    def start_up(self) -> None:
        """Boot, with the journal of before."""
        self.boot_count += 1
        self._epoch += 1
        self.boot = f"{self.boot_count:032x}"
        self._up_ns = self.world.now
        self.session, self.active, self.events, self.forgotten = None, None, [], 0
        self.waits, self._nonce_answers, self._framer = [], {}, Framer()
        if not self.durable:
            self.records = {}
        for record in self.records.values():
            step = record["state"]
            if step == "accepted":
                record |= {"state": "aborted", "reason": "restart"}
            elif step in ("counting", "racing"):
                record["state"] = "indeterminate"
            elif step == "launching":
                record |= {"state": "done", "launch": "unknown"}
        self._beat(self._epoch)

    def kill(self, down_ns: int = 500 * MS) -> None:
        """The daemon dies and comes back."""
        self._epoch += 1
        self.mute = True
        epoch = self._epoch

        def back() -> None:
            if self._epoch == epoch:
                self.mute = False
                self.start_up()

        self.world.at(down_ns, back)

    def receive(self, data: bytes) -> None:
        """Bytes from the host."""
        if self.mute:
            return
        for frame in self._framer.feed(data, self.world.now):
            if not isinstance(frame, Frame):
                continue
            request = parse_request(frame, crc_required=self.session is not None)
            if isinstance(request, Request):
                self.heard.append((self.world.now, request.method, request.id))
                try:
                    result = self._answer(request)
                except WireError as error:
                    self.world.to_host(error_line(request.id, error, crc=True))
                else:
                    if result is not None:
                        self.world.to_host(reply_line(request.id, result, crc=True))

    def up_ms(self) -> int:
        """Since this boot."""
        return (self.world.now - self._up_ns) // MS

    def word(self) -> str:
        """Its state."""
        return "ready" if self.active is None else str(self.records[self.active]["state"])

    def emit(self, kind: str, **data: Any) -> None:
        """An event to the host."""
        event = Event(
            boot=self.boot, seq=len(self.events) + 1, t_ms=self.up_ms(), type=kind, data=data
        )
        self.events.append(event)
        if self.session is not None:
            self.world.to_host(notification_line("ev", event, crc=True))

    def lose_control(self, by: str) -> None:
        """Another host takes over."""
        self.holder = by
        event = Event(boot=self.boot, t_ms=self.up_ms(), type="session.lost", data={"by": by})
        self.world.to_host(notification_line("ev", event, crc=True))

    def _beat(self, epoch: int) -> None:
        if epoch != self._epoch:
            return
        if self.session is not None and self.beats:
            beat = {"boot": self.boot, "up_ms": self.up_ms(), "seq": len(self.events)}
            self.world.to_host(notification_line("hb", beat | {"state": self.word()}, crc=True))
        self.world.at(2 * S, lambda: self._beat(epoch))

    def _answer(self, request: Request) -> dict[str, Any] | None:
        method, params = request.method, request.params
        if method not in ("hello", "ping") and self.session is None:
            raise WireError("HELLO_REQUIRED")
        if method == "showdown.start":
            return self._start(params)
        if method in self.refuse:
            raise self.refuse[method]
        if method == "hello":
            return self._hello(params)
        if method == "ping":
            pulse = {"boot": self.boot, "up_ms": self.up_ms(), "seq": len(self.events)}
            return pulse | {"state": self.word()}
        if method == "showdown.get":
            key = params["key"]
            return self.records.get(key, {"key": key, "state": "unknown"})
        if method == "showdown.wait":
            return self._wait(request)
        if method == "showdown.cancel":
            return self._cancel(params["key"])
        if method == "showdown.lines":
            record = self.records[params["key"]]
            loser = "left" if params["left"] > params["right"] else "right"
            record |= {"state": "done", "outcome": "win", "loser": loser, "decided_by": "lines"}
            return record
        if method == "showdown.list":
            return self._list(params)
        if method == "events.replay":
            wanted = [e for e in self.events if (e.seq or 0) >= params["from"]]
            kept = [e for e in wanted if (e.seq or 0) > self.forgotten]
            kept = kept[: min(params["max"], 6)]  # as many as fit a line
            after = (kept[-1].seq or 0) + 1 if kept else len(self.events) + 1
            return {
                "events": [e.members() for e in kept],
                "next": after,
                "gap": params["from"] <= self.forgotten,
            }
        if method == "stats":
            return {"rx_lines": len(self.heard), "launches": self.launches.total()}
        if method == "status":
            return self._status()
        if method == "bye":
            self.session = None
            return {}
        raise WireError("METHOD_NOT_FOUND", method=method)

    def _hello(self, params: dict[str, Any]) -> dict[str, Any]:
        wants = params["role"] == "control"
        if wants and self.holder is not None and self.holder != params["client"]:
            if not params.get("takeover"):
                raise WireError("CONTROL_HELD", holder=self.holder)
            self.holder = params["client"]
        self.session = params
        return {
            "proto": 1,
            "nonce": params["nonce"],
            "boot": self.boot,
            "session": f"s{self.boot_count}",
            "role": params["role"],
            "up_ms": self.up_ms(),
            "seq": len(self.events),
            "model": "fake",
            "serial": self.serial,
            "name": "fake",
            "fw": "0",
            "backend": "fake",
            "caps": [],
            "limits": {"rx_line": 1024, "tx_line": 2048, "cards": 10, "keys": 50_000},
            "durable": self.durable,
            "journal_since": self.journal_since,
            "state": self.word(),
            "active": self.active,
        }

    def _start(self, params: dict[str, Any]) -> dict[str, Any]:
        key = params["key"]
        known = self.records.get(key)
        if known is not None:
            wish = {name: params.get(name) for name in ("cards", "players", "practice")}
            if known["state"] != "cancelled" and wish != {n: known.get(n) for n in wish}:
                raise WireError("KEY_CONFLICT", key=key)
            return known | {"replay": True}
        if params["boot"] != self.boot:
            raise WireError("BOOT_CHANGED", boot=self.boot)
        if (params.get("not_after_ms") or 2**50) < self.up_ms():
            raise WireError("EXPIRED", up_ms=self.up_ms())
        if "showdown.start" in self.refuse:
            raise self.refuse["showdown.start"]
        if self.active is not None:
            raise WireError("BUSY", active=self.active)
        self.active = key
        self.records[key] = {
            "key": key,
            "state": "accepted",
            "origin": "host",
            "cards": params["cards"],
            "players": params.get("players"),
            "boot": self.boot,
            "practice": params.get("practice"),
        }
        self.emit("showdown.state", key=key, state="armed")
        self.at_step(key, "accepted")
        if self.play:
            self._later(key, 1, 700 * MS)
        return self.records[key] | {"replay": False}

    def _later(self, key: str, step: int, delay_ns: int) -> None:
        epoch = self._epoch

        def go() -> None:
            if epoch != self._epoch or self.active != key:
                return
            record = self.records[key]
            name = STEPS[step]
            record["state"] = name
            if name == "launching" and record.get("practice"):
                name, alone = "done", record["practice"]
                record |= {"state": "done", "outcome": "win", "decided_by": "timing"}
                record["reaction_us"] = {alone: 231_415}
                self.active = None
                self.emit("showdown.result", record=dict(record))
                self.emit("showdown.done", record=dict(record))
            elif name == "launching":
                record |= {"outcome": "win", "loser": "right", "decided_by": "timing"}
                record["reaction_us"] = {"left": 231_415}
                self.launches[key] += 1
                self.emit("showdown.result", record=dict(record))
            elif name == "done":
                record["launch"] = "completed"
                self.active = None
                self.emit("showdown.done", record=dict(record))
            else:
                self.emit("showdown.state", key=key, state=name)
            self.at_step(key, name)
            self._wake()
            if name != STEPS[-1]:
                self._later(key, step + 1, 900 * MS)

        self.world.at(delay_ns, go)

    def press_button(self) -> None:
        """Somebody starts the count of the armed showdown."""
        if self.active is not None:
            self._later(self.active, 1, MS)

    def _cancel(self, key: str) -> dict[str, Any]:
        record = self.records.setdefault(key, {"key": key, "state": "cancelled"})
        if record["state"] in ("accepted", "counting"):
            record["state"] = "cancelled"
            self.active = None
            self._wake()
        return record

    def _wait(self, request: Request) -> dict[str, Any] | None:
        key, until = request.params["key"], request.params["until"]
        if self._reached(key, until):
            return self.records.get(key, {"key": key, "state": "unknown"})
        deadline = self.world.now + request.params["timeout_ms"] * MS
        self.waits.append((request.id, key, until, deadline))
        self.world.at(request.params["timeout_ms"] * MS, self._wake)
        return None

    def _reached(self, key: str, until: str) -> bool:
        record = self.records.get(key)
        state = record["state"] if record is not None else "unknown"
        if until == "result" and record is not None and record.get("outcome"):
            return True
        passing = ("accepted", "counting", "racing") if until == "result" else STEPS[:-1]
        return state not in passing

    def _wake(self) -> None:
        for wait in list(self.waits):
            ident, key, until, deadline = wait
            if self._reached(key, until) or deadline <= self.world.now:
                self.waits.remove(wait)
                if not self.mute:
                    record = self.records.get(key, {"key": key, "state": "unknown"})
                    self.world.to_host(reply_line(ident, record, crc=True))

    def _list(self, params: dict[str, Any]) -> dict[str, Any]:
        newest = list(reversed(self.records))
        if params.get("before") in newest:
            newest = newest[newest.index(params["before"]) + 1 :]
        page = newest[: min(params["limit"], 3)]
        more = len(page) < len(newest)
        return {"records": [self.records[k] for k in page], "next": page[-1] if more else None}

    def _status(self) -> dict[str, Any]:
        return {
            "state": self.word(),
            "active": self.active,
            "lamps": {"red": True, "amber": False, "green": False},
            "backend": {
                "name": "fake",
                "resolution_us": 1,
                "stamp_source": "fake",
                "settle_us": 5000,
            },
            "launcher": {"state": "off", "powered": False},
            "power": {"low_voltage": True, "throttled": False, "low_voltage_seen": True},
            "tray": "ok",
        }


class World:
    """Virtual time, one unit, one host, and the line between them."""

    def __init__(
        self,
        *,
        seed: int = 0,
        faults: Faults | None = None,
        timing: Timing | None = None,
        begin: bool = True,
        **core: Any,
    ) -> None:
        self.random = random.Random(seed)
        self.faults = faults or Faults()
        self.now = 10 * S
        self.heap: list[tuple[int, int, Callable[[], None]]] = []
        self.count = 0
        self.connection = 0
        self.is_open = False
        self.reopens: list[tuple[int, str]] = []
        self.opened_how: Callable[[], ShowdownError | None] = lambda: None
        self.uart = False
        self.written: list[tuple[int, bytes]] = []
        self.happened: list[Event] = []
        self.stale: list[bytes] = []  # said before anybody asked, as a kernel's buffer keeps it
        self.unit = FakeUnit(self)
        self.unit.start_up()
        self.core = Core("test-host", self._nonce, timing=timing, **core)
        if begin:
            self.core.begin(self.now)
            self.drain()

    def _nonce(self) -> str:
        return f"n{self.random.getrandbits(64):016x}"

    def at(self, delay_ns: int, action: Callable[[], None]) -> None:
        """Do something later."""
        self.count += 1
        heapq.heappush(self.heap, (self.now + delay_ns, self.count, action))

    def to_host(self, line: bytes) -> None:
        """The unit's line sets out; it dies with its connection."""
        connection = self.connection

        def arrive(data: bytes) -> None:
            if self.is_open and connection == self.connection:
                self.core.received(data, self.now)

        self._travel(line, arrive)

    def drain(self) -> None:
        """Do what the core wishes."""
        while outputs := self.core.take():
            for output in outputs:
                if isinstance(output, Write):
                    self._write(output.data)
                elif isinstance(output, Close):
                    self.is_open = False
                elif isinstance(output, Reopen):
                    self._reopen(output.reason)
                elif isinstance(output, Happened):
                    self.happened.append(output.event)

    def run(self, flow: Flow[T], limit_ns: int = 600 * S) -> Task[T]:
        """Run a flow until it is over."""
        task = self.core.run(flow, self.now)
        self.drain()
        end = self.now + limit_ns
        while not task.done and self.now < end:
            self.step(end)
        return task

    def run_for(self, ns: int) -> None:
        """Let time pass."""
        end = self.now + ns
        while self.now < end:
            self.step(end)

    def step(self, end: int) -> None:
        """On to the next thing that happens, `end` at the latest."""
        deadline = self.core.deadline()
        times = [end]
        if self.heap:
            times.append(self.heap[0][0])
        if deadline is not None:
            times.append(deadline)
        self.now = max(min(times), self.now)
        while self.heap and self.heap[0][0] <= self.now:
            heapq.heappop(self.heap)[2]()
            self.drain()
        if deadline is not None and deadline <= self.now:
            self.core.tick(self.now)
            after = self.core.deadline()
            self.drain()
            if after is not None and after <= self.now and after == deadline:
                self.count += 1
                if self.count > 10_000_000:
                    raise AssertionError("tick does not get on")

    def cut(self, reason: str = "unplugged") -> None:
        """The cable is pulled."""
        self.is_open = False
        self.core.lost(reason, self.now)
        self.drain()

    def _write(self, data: bytes) -> None:
        if not self.is_open:
            return
        self.written.append((self.now, data))
        if self.faults.echo:
            self.core.received(data, self.now)
        # What was written may reach the unit long after its connection is gone.
        self._travel(data, self.unit.receive)

    def _travel(self, line: bytes, arrive: Callable[[bytes], None]) -> None:
        chance, faults = self.random.random, self.faults
        copies = 0 if chance() < faults.lose else 2 if chance() < faults.double else 1
        for _ in range(copies):
            data = line
            if chance() < faults.cut:
                data = line[: len(line) // 2]
            if chance() < faults.garble:
                spot = self.random.randrange(len(data))
                data = data[:spot] + bytes([data[spot] ^ 0x21]) + data[spot + 1 :]
            if chance() < faults.noise:
                data = b"\xff\x00AT+CGMI\r\n{" + data[-20:] + b"\n" + data
            jitter = self.random.randrange(faults.jitter_ns + 1)
            self.at(faults.delay_ns + jitter, lambda data=data: arrive(data))  # type: ignore[misc]

    def _reopen(self, reason: str) -> None:
        self.reopens.append((self.now, reason))
        self.is_open = False
        self.connection += 1
        error = self.opened_how()
        if error is not None:
            self.core.open_failed(error, self.now)
            return
        self.is_open = True
        self.core.opened(self.now, uart=self.uart)
        for data in self.stale:
            self.core.received(data, self.now)


def intention(world: World, key: str = "KEY00001", **wish: Any) -> Intention:
    """An intention made in the world's live session."""
    session = world.core.session
    if session is None:
        raise AssertionError("no session yet")
    return Intention.of(session, key, **({"cards": 2, "left": "Ana", "right": "Bo"} | wish))


class FastWorld(World):
    """The unit alone, in real time run fast: time moves on whenever its port is used."""

    def __init__(self, speed: int = 100) -> None:
        super().__init__(begin=False)
        self._speed = speed
        self._zero = time.monotonic_ns()
        self._base = self.now
        self.buffer = bytearray()

    def advance(self) -> None:
        """Let happen what is due by now."""
        end = self._base + (time.monotonic_ns() - self._zero) * self._speed
        while self.heap and self.heap[0][0] <= end:
            at, _, action = heapq.heappop(self.heap)
            self.now = max(self.now, at)
            action()
        self.now = end

    def to_host(self, line: bytes) -> None:
        """See `World`."""
        self.buffer += line


class FakePort:
    """A port to a unit in a `FastWorld`; `fail` makes the next use raise."""

    name = "fake"
    uart = False

    def __init__(self, world: FastWorld) -> None:
        self.world = world
        self.fail: str | None = None
        self.closed = False

    def fileno(self) -> int | None:
        """Nothing to select on."""
        return None

    def read(self) -> bytes:
        """What the unit has said."""
        self._check()
        self.world.advance()
        data = bytes(self.world.buffer)
        self.world.buffer.clear()
        return data

    def write(self, data: bytes) -> None:
        """To the unit, which may answer at once."""
        self._check()
        self.world.advance()
        self.world.unit.receive(data)

    def close(self) -> None:
        """Let go."""
        self.closed = True
        self.world.buffer.clear()

    def _check(self) -> None:
        if self.fail is not None:
            why, self.fail = self.fail, None
            raise LinkLost(why)


class FakeOpener:
    """Opens fake ports, or fails as told."""

    name = "fake"

    def __init__(self, world: FastWorld | None = None, *errors: ShowdownError) -> None:
        self.world = world or FastWorld()
        self.errors = list(errors)
        self.ports: list[FakePort] = []

    def open(self) -> FakePort:
        """The next port."""
        if self.errors:
            raise self.errors.pop(0)
        self.ports.append(FakePort(self.world))
        return self.ports[-1]
