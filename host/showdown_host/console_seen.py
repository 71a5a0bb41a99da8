"""Lines of a link as messages, and what of them helps with the next line that is typed."""

from __future__ import annotations

import json
import threading
from dataclasses import dataclass, field
from typing import Any, Literal

from showdown_host.console_line import Known
from showdown_host.tap import WireLine
from showdown_protocol.crc import unseal

Kind = Literal["request", "reply", "error", "event", "heartbeat", "other"]

KEYS = 50
"""So many keys are remembered, the newest."""

_LIST_LIKE = ("records", "events")


@dataclass(frozen=True, slots=True)
class Said:
    """What one line says. `members`: parameters, result, or an error's members.

    `name`: a request's method, an event's type, an error's name; of a reply nothing: see its `id`.
    `kind` other: no line of the protocol, or one whose CRC is wrong.
    """

    kind: Kind
    name: str = ""
    ident: str | int | None = None
    members: dict[str, Any] = field(default_factory=dict)


def read(line: WireLine) -> Said:
    """What a line says, whatever it is."""
    if line.crc is False or not line.whole:
        return Said("other")
    body, _ = unseal(line.data)
    try:
        value = json.loads(body)
    except ValueError:
        return Said("other")
    if not isinstance(value, dict):
        return Said("other")
    ident = value.get("id")
    ident = ident if isinstance(ident, str | int) else None
    error, result, params = value.get("error"), value.get("result"), value.get("params", {})
    if isinstance(error, dict):
        data = error.get("data")
        name = data.get("name") if isinstance(data, dict) else None
        return Said("error", str(name or error.get("code", "")), ident, error)
    if isinstance(result, dict):
        return Said("reply", "", ident, result)
    method = value.get("method")
    if not isinstance(method, str) or not isinstance(params, dict):
        return Said("other")
    if "id" in value:
        return Said("request", method, ident, params)
    if method == "ev":
        return Said("event", str(params.get("type", "")), None, params)
    return Said("heartbeat" if method == "hb" else "other", method, None, params)


@dataclass(slots=True)
class Seen:
    """What goes by: keys, the boot, the settings' number. From any thread."""

    boot: str = ""
    rev: int | None = None
    _keys: dict[str, None] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def take(self, said: Said) -> None:
        """One more line."""
        if said.kind in {"reply", "event"}:
            with self._lock:
                self._take(said)

    def known(self, commands: tuple[str, ...] = ()) -> Known:
        """For completion and hints."""
        with self._lock:
            return Known(tuple(reversed(self._keys)), self.boot, self.rev, commands)

    def _take(self, said: Said) -> None:
        members = said.members
        if isinstance(members.get("boot"), str) and "session" in members:
            self.boot = members["boot"]
        if isinstance(members.get("rev"), int) and "values" in members:
            self.rev = members["rev"]
        found = [members, members.get("record")]
        for name in _LIST_LIKE:
            several = members.get(name)
            found += reversed(several) if isinstance(several, list) else []
        for one in found:
            if isinstance(one, dict):
                for name in ("last", "active", "key"):
                    self._key(one.get(name))

    def _key(self, key: object) -> None:
        if not isinstance(key, str):
            return
        self._keys.pop(key, None)
        self._keys[key] = None
        if len(self._keys) > KEYS:
            del self._keys[next(iter(self._keys))]
