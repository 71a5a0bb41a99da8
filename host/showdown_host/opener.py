"""Opens the port of one unit, again and again, however it is called this time."""

from __future__ import annotations

import os
from collections.abc import Mapping

from showdown_host import choose, find
from showdown_host.find import Found
from showdown_host.port import BAUD, Port, open_port
from showdown_protocol.messages import HelloResult


class Opener:
    """Opens the port named, or the unit named, or the one unit there is.

    `port`: a path or COM port, a pyserial URL, `unix:PATH`. `unit`: a name or a serial. Neither:
    SHOWDOWN_UNIT, else SHOWDOWN_PORT, else the one unit on the USB, else the one bench. A unit that
    was found is the one looked for from then on, by its serial. ValueError for both.
    """

    def __init__(
        self,
        port: str | None = None,
        baud: int = BAUD,
        unit: str | None = None,
        *,
        environ: Mapping[str, str] | None = None,
    ) -> None:
        given = os.environ if environ is None else environ
        if port and unit:
            msg = "name a unit or a port, not both"
            raise ValueError(msg)
        if not port and not unit:
            unit = given.get("SHOWDOWN_UNIT")
            port = None if unit else given.get("SHOWDOWN_PORT")
        self._named = port or None
        self._wanted = unit or None
        self._baud = baud
        self._before: Found | None = None
        self.name = self._named or self._wanted or "USB"

    def open(self) -> Port:
        """Raises `NoUnit`, `PortBusy`, `PermissionDenied`."""
        if self._named is not None:
            return open_port(self._named, self._baud)
        one = self._find()
        port = open_port(one.port, self._baud)
        self._before, self.name = one, one.port
        return port

    def stranger(self, hello: HelloResult) -> str | None:
        """Why the unit that answered at the port is not the one that was meant; None where it is.

        What was found may be old by then: a bench's port leads to another one, its name is new.
        """
        one, wanted = self._before, self._wanted
        if one is None:
            return None
        if one.kind == "bench" and hello.serial != one.serial:
            return f"{one.port} leads to {hello.name}, serial {hello.serial}, not to {one}"
        if wanted and not choose.is_called(wanted, hello.name, hello.serial, one.serial):
            return f"the unit at {one.port} is called {hello.name} by now, not {wanted}"
        return None

    def _find(self) -> Found:
        found = find.units()
        if self._before is not None:
            return choose.again(found, self._before)
        if self._wanted is not None:
            return choose.by_name(found, self._wanted)
        return choose.the_only(found)
