"""A pigpiod for the real pigpio client to talk to, on the loopback, with its pins in memory.

As the real one: it samples all lines every 5 µs and tells the levels of all with one tick; it
counts notifications from 0, in 16 bits; it reports what changed while nobody watched once somebody
does; an output stays as it was when a client, or the daemon, is gone.
"""

from __future__ import annotations

import contextlib
import socket
import struct
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from fake_gpiochip import FakeChip

ZERO_2_W, PI_3B, PI_4B, PI_5B = 0x902120, 0xA02082, 0xC03114, 0xC04170

MODES, MODEG, PUD, READ, WRITE, PWM, PRS, PFS, SERVO, WDOG, BR1 = range(11)
TICK, HWVER, NB, NC, PRG, PFG, PIGPV = 16, 17, 19, 21, 22, 23, 26
GDC, FG, FN, NOIB = 83, 97, 98, 99

NO_HANDLE, UNKNOWN_COMMAND, BAD_PULSE_WIDTH, NOT_PWM = -24, -88, -7, -92
ALIVE = 1 << 6
SAMPLE_US = 5
PULLS = {0: "floating", 1: "down", 2: "up"}
WRAP = 2**32


@dataclass
class Handle:
    """Notifications of one client."""

    connection: socket.socket
    bits: int = 0
    reported: int = 0
    number: int = 0
    lose: int = 0


@dataclass
class Pigpiod:
    """`tick_ahead` is what its ticks (µs, before they wrap) are ahead of the clock."""

    chip: FakeChip = field(default_factory=FakeChip)
    revision: int = PI_3B
    tick_ahead: int = 0
    slots: int = 32
    now_ns: Callable[[], int] = time.monotonic_ns

    def __post_init__(self) -> None:
        self.modes: dict[int, int] = {}
        self.servo: dict[int, int] = {}
        self.pwm: dict[int, int] = {}
        self.filters: list[tuple[int, ...]] = []
        self.log: list[tuple[int, int, int]] = []
        self.handles: dict[int, Handle] = {}
        self.hung = False
        self.unlisted = False
        self._lock = threading.RLock()
        self._ended = threading.Event()
        self._connections: list[socket.socket] = []
        self._threads: list[threading.Thread] = []
        self._server = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._server.getsockname()[1]
        self.chip.on_edge = self._edge
        self._spawn(self._accept)

    def __enter__(self) -> Pigpiod:
        return self

    def __exit__(self, *_: Any) -> None:
        self.kill()

    def kill(self) -> None:
        """It ends, as by SIGKILL: all connections are gone, the pins stay as they are."""
        self._ended.set()
        for connection in [self._server, *self._connections]:
            with contextlib.suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)
            connection.close()
        for thread in self._threads:
            thread.join(5)
        self._threads.clear()

    @property
    def clients(self) -> int:
        """How many connections are open."""
        with self._lock:
            return len(self._connections)

    def tick(self, ns: int | None = None) -> int:
        """The tick, not wrapped."""
        return (self.now_ns() if ns is None else ns) // 1000 + self.tick_ahead

    def sample(self, levels: dict[int, bool], tick: int | None = None) -> None:
        """The world drives those lines all at once; seen in one sample."""
        for gpio, level in levels.items():
            self.chip.lines[gpio].driven = level
        self._report(self.tick() if tick is None else tick)

    def alive(self) -> None:
        """A sign of life to every client, as after 60 s without an edge."""
        with self._lock:
            for handle in self.handles.values():
                self._send(handle, ALIVE, self.tick())

    def _edge(self, _gpio: int, _rising: bool, stamp_ns: int) -> None:
        self._report(-(-self.tick(stamp_ns) // SAMPLE_US) * SAMPLE_US)

    def _report(self, tick: int) -> None:
        with self._lock:
            for handle in self.handles.values():
                if (self._bank() ^ handle.reported) & handle.bits:
                    self._send(handle, 0, tick)

    def _send(self, handle: Handle, flags: int, tick: int) -> None:
        handle.reported = self._bank()
        record = struct.pack("<HHII", handle.number, flags, tick % WRAP, self._bank())
        handle.number = (handle.number + 1) % 2**16
        if handle.lose:
            handle.lose -= 1
        else:
            with contextlib.suppress(OSError):
                handle.connection.sendall(record)

    def _bank(self) -> int:
        return sum(1 << gpio for gpio in range(32) if self.chip.lines[gpio].level)

    def _spawn(self, run: Callable[..., None], *args: Any) -> None:
        thread = threading.Thread(target=run, args=args, daemon=True)
        self._threads.append(thread)
        thread.start()

    def _accept(self) -> None:
        while True:
            try:
                connection, _ = self._server.accept()
            except OSError:
                return
            if self.unlisted:
                connection.close()
                continue
            self._connections.append(connection)
            self._spawn(self._serve, connection)

    def _serve(self, connection: socket.socket) -> None:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        with contextlib.suppress(OSError):
            while (command := self._take(connection, 16)) is not None:
                number, p1, p2, p3 = struct.unpack("<IIII", command)
                more = self._take(connection, p3) if p3 else b""
                if self.hung:
                    self._ended.wait()
                    break
                with self._lock:
                    self.log.append((number, p1, p2))
                    result = self._do(connection, number, p1, p2, more or b"")
                if result is None:
                    break
                connection.sendall(struct.pack("<IIII", number, p1, p2, result % WRAP))
        with self._lock:
            for handle in [h for h, k in self.handles.items() if k.connection is connection]:
                del self.handles[handle]
            if connection in self._connections:
                self._connections.remove(connection)
        connection.close()

    def _take(self, connection: socket.socket, count: int) -> bytes | None:
        data = b""
        while len(data) < count:
            more = connection.recv(count - len(data))
            if not more:
                return None
            data += more
        return data

    def _do(self, connection: socket.socket, number: int, p1: int, p2: int, more: bytes) -> Any:
        line = self.chip.lines[p1] if p1 < len(self.chip.lines) else None
        if number == MODES:
            self.servo.pop(p1, None)
            self.modes[p1] = p2
            if p2:
                self.chip.configure_output(p1, bool(line and line.level))
            else:
                self.chip.configure_input(p1, line.pull if line else "floating", False)
        elif number == MODEG:
            return self.modes.get(p1, 0)
        elif number == PUD and line is not None:
            line.pull = PULLS[p2]
        elif number == READ and line is not None:
            return int(line.level)
        elif number == WRITE:
            self.servo.pop(p1, None)
            self.pwm.pop(p1, None)
            self.modes[p1] = 1
            self.chip.write(p1, bool(p2))
        elif number == SERVO:
            if p2 and not 500 <= p2 <= 2500:
                return BAD_PULSE_WIDTH
            self.servo[p1] = p2
        elif number == FG or (number == FN and len(more) == 4):
            self.filters.append((number, p1, p2))
        elif number == WDOG:
            pass
        elif number == BR1:
            return self._bank()
        elif number == TICK:
            return self.tick()
        elif number == HWVER:
            return self.revision
        elif number == PIGPV:
            return 79
        elif number == NOIB:
            if len(self.handles) >= self.slots:
                return NO_HANDLE
            handle = next(n for n in range(self.slots) if n not in self.handles)
            self.handles[handle] = Handle(connection, reported=self._bank())
            return handle
        elif number == NB:
            self.handles[p1].bits = p2
            self._report(self.tick())
        elif number == NC:
            return None
        else:
            return UNKNOWN_COMMAND
        return 0
