"""The sockets to pigpiod: commands with an end to their patience, ticks, and notifications.

In place of the client library's own: that one waits for ever for a daemon that hangs, spins at
100 % of a core once the daemon is gone, ends its only thread at the first exception of a listener,
and does not look at the numbers of the notifications.
"""

from __future__ import annotations

import logging
import socket
import struct
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any, NoReturn, Protocol

from showdown_hw.clock import Clock
from showdown_hw.errors import BackendError
from showdown_hw.pigpio_clock import WRAP, Reading, TickClock

# pigpio.h: the commands used here, and the layout of a command, a reply and a notification.
CMD_READ_BANK_1 = 10
CMD_TICK = 16
CMD_NOTIFY_BEGIN = 19
CMD_NOTIFY_CLOSE = 21
CMD_NOTIFY_OPEN_IN_BAND = 99
_COMMAND = struct.Struct("<IIII")
_REPLY = struct.Struct("<12si")
_NOTIFICATION = struct.Struct("<HHII")
_EITHER_EDGE = 2

PATIENCE_NS = 500_000_000
"""Longest wait for an answer; pigpiod usually takes some ten µs."""

LOOK_EVERY_NS = 500_000_000
"""How often the ticks are read. Less than the watchdog's second, so that it hears of a death."""

_READINGS = 4

_logger = logging.getLogger(__name__)


class CommandSocket:
    """One connection for commands. Once it failed it stays failed: answers would be mixed up."""

    def __init__(self, host: str, port: int) -> None:
        self._where = f"pigpiod at {host}:{port}"
        self._failure: str | None = None
        self._socket = socket.create_connection((host, port), PATIENCE_NS / 1e9)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def ask(self, command: int, p1: int = 0, p2: int = 0) -> int:
        """Send a command and return its result; a negative one is an error of pigpio's."""
        self.sendall(_COMMAND.pack(command, p1, p2, 0))
        _, result = _REPLY.unpack(self.recv(_REPLY.size))
        return int(result)

    def sendall(self, data: bytes) -> None:
        """Send all of it."""
        self._try(lambda: self._socket.sendall(data))

    def send(self, data: bytes) -> int:
        """As `sendall`, for pigpio's client, which does not look how much was sent."""
        self.sendall(data)
        return len(data)

    def recv(self, count: int) -> bytes:
        """So many bytes, never fewer."""
        data = b""
        while len(data) < count:
            more = self._try(lambda: self._socket.recv(count - len(data)))  # noqa: B023
            if not more:
                self._fail("it hung up")
            data += more
        return data

    def endless(self) -> None:
        """From now on wait for data as long as it takes."""
        self._socket.settimeout(None)

    def chunk(self) -> bytes:
        """What has come, after some wait; nothing at the end."""
        return bytes(self._try(lambda: self._socket.recv(4096)))

    def close(self) -> None:
        """Hang up, also under another thread's wait. Harmless when closed."""
        with suppress(OSError):  # it may have hung up before us
            self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()

    def _try(self, step: Callable[[], Any]) -> Any:
        if self._failure is not None:
            raise BackendError(self._failure)
        try:
            return step()
        except TimeoutError:
            self._fail(f"no answer for {PATIENCE_NS // 1_000_000} ms")
        except OSError as error:
            self._fail(error.strerror or str(error))

    def _fail(self, why: str) -> NoReturn:
        self._failure = f"{self._where} does not work: {why}. sudo systemctl restart pigpiod"
        raise BackendError(self._failure)


class TickKeeper:
    """Reads the ticks at intervals on a connection of its own, and thereby sees a daemon die."""

    def __init__(self, host: str, port: int, clock: Clock) -> None:
        self._clock = clock
        self._socket = CommandSocket(host, port)
        self._stop = threading.Event()
        self.fault: str | None = None
        try:
            self.ticks = TickClock(self.read(4 * _READINGS))
        except BaseException:
            self._socket.close()
            raise
        self._thread = threading.Thread(target=self._run, name="pigpio-ticks", daemon=True)

    @property
    def alive(self) -> bool:
        """Whether the thread runs."""
        return self._thread.is_alive()

    def start(self) -> None:
        """Look at intervals from now on."""
        self._thread.start()

    def read(self, times: int = _READINGS) -> Reading:
        """The reading of so many that took the shortest time."""
        return min((self._read_once() for _ in range(times)), key=lambda r: r.round_trip_ns)

    def look(self) -> None:
        """Correct the map by a reading, or keep in `fault` why that failed."""
        try:
            self.ticks.correct(self.read())
        except BackendError as error:
            self.fault = str(error)

    def close(self) -> None:
        """End the thread. Harmless when closed."""
        self._stop.set()
        self._socket.close()
        if self._thread.is_alive():
            self._thread.join(5)

    def _run(self) -> None:
        while self.fault is None:
            if self._clock.wait(self._stop, self._clock.now_ns() + LOOK_EVERY_NS):
                return
            self.look()

    def _read_once(self) -> Reading:
        before_ns = self._clock.now_ns()
        tick = self._socket.ask(CMD_TICK) % WRAP
        return Reading(before_ns, tick, self._clock.now_ns())


class Watch(Protocol):
    """A listener as pigpio's client registers it."""

    gpio: int
    bit: int
    edge: int
    func: Callable[[int, int, int], None]


class Notifier:
    """Hands on what pigpiod notifies of: (gpio, level, tick) for each line that changed.

    Stands in for the thread of pigpio's client (`append`, `remove`, `stop`). A notification tells
    the levels of all lines at one tick; their 16-bit numbers count notifications, not edges, so
    that a gap says that edges were lost, not whose.
    """

    def __init__(self, host: str, port: int, control: Any, to_ns: Callable[[int], int]) -> None:
        self._control = control  # the command connection and its lock
        self._to_ns = to_ns
        self._lock = threading.Lock()
        self._watches: tuple[tuple[Watch, int], ...] = ()
        self._levels = 0
        self._next = 0
        self._stopping = False
        self.fault: str | None = None
        self._socket = CommandSocket(host, port)
        try:
            self._handle = self._socket.ask(CMD_NOTIFY_OPEN_IN_BAND)
            if self._handle < 0:
                msg = (
                    f"pigpiod gives no more notifications (error {self._handle}): it has too many"
                    " clients. sudo systemctl restart pigpiod"
                )
                raise BackendError(msg)
            self._socket.endless()
        except BaseException:
            self._socket.close()
            raise
        self._thread = threading.Thread(target=self._run, name="pigpio-edges", daemon=True)
        self._thread.start()

    @property
    def alive(self) -> bool:
        """Whether the thread runs."""
        return self._thread.is_alive()

    def append(self, watch: Watch) -> None:
        """Watch one more line: changes from now on, none of before."""
        since_ns = self._to_ns(self._ask(CMD_TICK) % WRAP)
        levels = self._ask(CMD_READ_BANK_1)
        with self._lock:
            self._levels = self._levels & ~watch.bit | levels & watch.bit
            self._watches = (*self._watches, (watch, since_ns))
        self._begin()

    def remove(self, watch: Watch) -> None:
        """Watch it no more; harmless when it is not watched."""
        with self._lock:
            self._watches = tuple(entry for entry in self._watches if entry[0] is not watch)
        self._begin()

    def stop(self) -> None:
        """End the thread. Harmless when ended."""
        self._stopping = True
        if self.fault is None:
            with suppress(BackendError):  # gone already, which is what is wanted
                self._socket.sendall(_COMMAND.pack(CMD_NOTIFY_CLOSE, self._handle, 0, 0))
        self._socket.close()
        if self._thread is not threading.current_thread():
            self._thread.join(5)

    def _begin(self) -> None:
        bits = 0
        for watch, _ in self._watches:
            bits |= watch.bit
        self._ask(CMD_NOTIFY_BEGIN, self._handle, bits)

    def _ask(self, command: int, p1: int = 0, p2: int = 0) -> int:
        with self._control.l:
            return int(self._control.s.ask(command, p1, p2))

    def _run(self) -> None:
        data = b""
        while not self._stopping and self.fault is None:
            try:
                more = self._socket.chunk()
            except BackendError as error:
                self._end(str(error))
                return
            if not more:
                self._end("pigpiod has ended: sudo systemctl restart pigpiod")
                return
            data += more
            whole = len(data) // _NOTIFICATION.size * _NOTIFICATION.size
            for record in _NOTIFICATION.iter_unpack(data[:whole]):
                self._notified(*record)
            data = data[whole:]

    def _end(self, why: str) -> None:
        if not self._stopping:
            self.fault = why

    def _notified(self, number: int, flags: int, tick: int, levels: int) -> None:
        if number != self._next:
            lost = (number - self._next) % 2**16
            self.fault = f"pigpiod lost {lost} notifications: edges are missing"
            _logger.error("%s", self.fault)
        self._next = (number + 1) % 2**16
        if flags:
            return  # a sign of life, a watchdog or an event: no edge
        for watch, level in self._changed(tick, levels):
            try:
                # Rising is 0 and falling 1, the level after it the other way round.
                if watch.edge in (_EITHER_EDGE, 1 - level):
                    watch.func(watch.gpio, level, tick)
            except Exception:
                _logger.exception("the listener of GPIO%d failed", watch.gpio)

    def _changed(self, tick: int, levels: int) -> list[tuple[Watch, int]]:
        changed: list[tuple[Watch, int]] = []
        stamp_ns = self._to_ns(tick)
        with self._lock:
            for watch, since_ns in self._watches:
                # One of before the line was watched may still be on its way.
                if stamp_ns > since_ns and (levels ^ self._levels) & watch.bit:
                    changed.append((watch, int(bool(levels & watch.bit))))
            for watch, _ in changed:
                self._levels ^= watch.bit
        return changed
