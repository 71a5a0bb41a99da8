"""Bytes in, lines out.

The law of this module:

* A line ends at LF or CR; empty lines are nothing. A bad line never costs more than itself.
* Memory is bounded by `max_line`, whatever comes.
* Each bad line gives at most one `FrameError`; a poisoned, discarded or abandoned one gives none.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final

from showdown_protocol.crc import unseal

RX_LINE_UNIT: Final = 1024
"""Bytes of a line that the unit reads, without the line end."""
RX_LINE_HOST: Final = 2048
"""Bytes of a line that a host reads, without the line end."""
IDLE_NS: Final = 2_000_000_000
"""A partial line is dropped this long after its last byte."""
IDLE_TYPING_NS: Final = 60_000_000_000
"""The same before any `hello`, where a person may be typing."""

_CONTROL = re.compile(rb"[\x00-\x08\x0a-\x1f\x7f]")
_LINE_ENDS = b"\n\r"
_DISCARD = b"\x03\x18"
_RUB_OUT = b"\x08\x7f"
_HEAD = 64


@dataclass(frozen=True, slots=True)
class Frame:
    """A good line: its text without line end and suffix, and whether a right CRC stood there."""

    text: str
    crc: bool = False


@dataclass(frozen=True, slots=True)
class FrameError:
    """A bad line that may be answered: a name of the error table, what about it, how it began."""

    name: str
    reason: str
    head: str = ""


@dataclass(slots=True)
class FrameCounts:
    """What came in on one transport, by the names of `stats`."""

    rx_bytes: int = 0
    rx_lines: int = 0  # good frames
    rx_too_long: int = 0
    rx_bad_crc: int = 0
    rx_not_utf8: int = 0
    rx_poisoned: int = 0  # lines with a control byte
    rx_discarded: int = 0  # partial lines ended by 0x03 or 0x18
    rx_abandoned: int = 0  # partial lines dropped for their age


@dataclass(slots=True)
class Framer:
    """Cuts one transport's bytes into lines.

    `typing`: no `hello` has come yet, so a person may be typing: rub-out works, and a partial
    line lives longer. The owner clears it with the first `hello`.
    """

    max_line: int = RX_LINE_UNIT
    typing: bool = True
    counts: FrameCounts = field(default_factory=FrameCounts)
    _line: bytearray = field(default_factory=bytearray)
    _too_long: bool = False
    _poisoned: bool = False
    _last_ns: int = 0

    def feed(self, data: bytes, now_ns: int) -> list[Frame | FrameError]:
        """What `data`, received at `now_ns`, completes. Takes any bytes, cut anywhere."""
        if not data:
            return []
        if self.partial and now_ns - self._last_ns >= self._idle_ns:
            self.counts.rx_abandoned += 1
            self._reset()
        self._last_ns = now_ns
        self.counts.rx_bytes += len(data)
        out: list[Frame | FrameError] = []
        at = 0
        for control in _CONTROL.finditer(data):
            self._take(data[at : control.start()])
            at = control.end()
            self._control(control[0], out)
        self._take(data[at:])
        return out

    @property
    def partial(self) -> bool:
        """Whether a line has begun and not ended."""
        return bool(self._line) or self._too_long or self._poisoned

    @property
    def buffered(self) -> int:
        """Bytes held, at most `max_line`."""
        return len(self._line)

    @property
    def _idle_ns(self) -> int:
        return IDLE_TYPING_NS if self.typing else IDLE_NS

    def _take(self, piece: bytes) -> None:
        if self._too_long or self._poisoned:
            return
        if len(self._line) + len(piece) > self.max_line:
            self._line += piece[:_HEAD]
            del self._line[_HEAD:]
            self._too_long = True
        else:
            self._line += piece

    def _control(self, byte: bytes, out: list[Frame | FrameError]) -> None:
        if byte in _LINE_ENDS:
            self._end(out)
        elif byte in _DISCARD:
            if self.partial:
                self.counts.rx_discarded += 1
            self._reset()
        elif byte in _RUB_OUT and self.typing:
            self._rub_out()
        else:
            self._poisoned = True
            self._line.clear()

    def _rub_out(self) -> None:
        if self._too_long or self._poisoned:
            return
        while self._line and self._line.pop() & 0xC0 == 0x80:
            pass  # the continuation bytes of one character go together

    def _end(self, out: list[Frame | FrameError]) -> None:
        line, too_long, poisoned = bytes(self._line), self._too_long, self._poisoned
        self._reset()
        if poisoned:
            self.counts.rx_poisoned += 1
        elif too_long:
            self.counts.rx_too_long += 1
            reason = f"a line holds at most {self.max_line} bytes"
            out.append(FrameError("LINE_TOO_LONG", reason, _head(line)))
        elif line:
            out.append(self._frame(line))

    def _frame(self, line: bytes) -> Frame | FrameError:
        body, right = unseal(line)
        if right is False:
            self.counts.rx_bad_crc += 1
            return FrameError("BAD_CRC", "the CRC does not fit the line", _head(line))
        try:
            text = body.decode()
        except UnicodeDecodeError:
            self.counts.rx_not_utf8 += 1
            return FrameError("PARSE", "the line is not UTF-8", _head(line))
        self.counts.rx_lines += 1
        return Frame(text, right is True)

    def _reset(self) -> None:
        self._line.clear()
        self._too_long = False
        self._poisoned = False


def _head(line: bytes) -> str:
    return line[:_HEAD].decode("ascii", "replace")
