"""Somebody in systemd's place: a datagram socket that keeps what a unit says."""

from __future__ import annotations

import socket
from pathlib import Path
from typing import Self

from e2e_kit import until


class Manager:
    """Listens at `address` in `folder`. `heard`: every message so far, as its lines."""

    def __init__(self, folder: Path) -> None:
        self.address = str(folder / "notify.sock")
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind(self.address)
        self._socket.setblocking(False)
        self._heard: list[list[str]] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._socket.close()

    @property
    def heard(self) -> list[list[str]]:
        while True:
            try:
                self._heard.append(self._socket.recv(4096).decode().split("\n"))
            except BlockingIOError:
                return self._heard

    def count(self, line: str) -> int:
        """How often a line was said."""
        return sum(line in message for message in self.heard)

    def until(self, line: str, times: int = 1) -> None:
        """Wait until a line was said so often."""
        until(lambda: self.count(line) >= times, f"{line}, {times} times")

    @property
    def status(self) -> str:
        """The last words for people."""
        lines = [line for message in self.heard for line in message]
        return [line for line in lines if line.startswith("STATUS=")][-1].removeprefix("STATUS=")
