"""The bounded output queue of a wire: whole lines in, any number of bytes out."""

from __future__ import annotations

CAPACITY_BYTES = 64 * 1024
LF = 0x0A


class OutputQueue:
    """Bytes waiting for the kernel, never more than `capacity`.

    Lines are taken whole or not at all. What is cleared in the middle of a line leaves a line
    without its end at the peer; the next line is then preceded by an LF, so that it stands alone.
    """

    def __init__(self, capacity: int = CAPACITY_BYTES) -> None:
        self._capacity = capacity
        self._bytes = bytearray()
        self._in_line = False  # the last byte that went out was not an LF
        self._torn = False  # that line will never get its end

    def __len__(self) -> int:
        return len(self._bytes)

    def room(self) -> int:
        """Bytes that `put` still takes."""
        return max(0, self._capacity - len(self._bytes) - self._torn)

    def put(self, lines: bytes) -> bool:
        """Append whole lines; False, and nothing is queued, where they do not fit.

        ValueError when the last line has no LF.
        """
        if not lines:
            return True
        if lines[-1] != LF:
            msg = f"output must be whole lines, got {lines[-20:]!r} at the end"
            raise ValueError(msg)
        if len(lines) > self.room():
            return False
        if self._torn:
            self._bytes.append(LF)
            self._torn = False
        self._bytes += lines
        return True

    def head(self, most: int) -> bytes:
        """The next bytes to write, at most that many."""
        return bytes(self._bytes[:most])

    def taken(self, count: int) -> None:
        """The kernel took that many bytes of `head`."""
        if count:
            self._in_line = self._bytes[count - 1] != LF
            del self._bytes[:count]

    def clear(self, *, torn: bool = False) -> None:
        """Forget what is queued. `torn`: bytes already handed over may be lost as well."""
        self._bytes.clear()
        self._torn = self._torn or self._in_line or torn
        self._in_line = False
