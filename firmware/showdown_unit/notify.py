"""systemd's notification socket: one datagram a message, sent or forgotten, never waited for."""

from __future__ import annotations

import os
import socket
from collections.abc import Mapping

VARIABLE = "NOTIFY_SOCKET"


class Notify:
    """The socket at `address`; `@` in front: an abstract one. None or empty: nobody listens."""

    def __init__(self, address: str | None) -> None:
        self._socket: socket.socket | None = None
        self._address = address or ""
        if self._address.startswith("@"):
            self._address = "\0" + self._address[1:]
        if self._address.startswith(("/", "\0")):  # anything else is another kind of socket
            self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_NONBLOCK)

    @classmethod
    def of(cls, environment: Mapping[str, str] = os.environ) -> Notify:
        """The one that systemd names in the environment of a service with `Type=notify`."""
        return cls(environment.get(VARIABLE))

    def send(self, text: str) -> bool:
        """Lines as `READY=1`. False where systemd could not take them now; never an exception."""
        if self._socket is None:
            return True
        try:
            self._socket.sendto(text.encode("utf-8", "replace"), self._address)
        except OSError:  # systemd is busy, or gone: the unit plays on
            return False
        return True

    def close(self) -> None:
        """Let go of the socket; harmless when closed, and nothing is sent after it."""
        if self._socket is not None:
            self._socket.close()
            self._socket = None
