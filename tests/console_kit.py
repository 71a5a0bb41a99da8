"""The console under test: lines of a wire without one, and the app at a terminal."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from app_kit import Sitting, sit_down
from showdown_host.console_history import History
from showdown_host.console_line import Known
from showdown_host.tap import WireLine
from showdown_protocol.codec import error_line, notification_line, reply_line, request_line
from showdown_protocol.errors import WireError
from showdown_table.console_app import ConsoleApp
from showdown_table.console_input import ConsoleInput
from showdown_table.console_traffic import Traffic
from showdown_table.console_words import rows

AT = datetime(2026, 1, 2, 3, 4, 5, 678_000, tzinfo=UTC)
BOOT = "9f2c5a1e07b84d63a1f09c3d5be27f40"
RECORD: dict[str, Any] = {
    "key": "01J8ZK3X9M2Q", "state": "done", "origin": "host", "outcome": "win", "loser": "right",
    "decided_by": "timing", "players": {"left": "Ana", "right": "Bo"}, "cards": 2,
    "launch": "completed", "contested": False, "reaction_us": {"left": 231_415, "right": 287_902},
    "margin_us": 56_487, "resolution_us": 20, "stamp_source": "kernel", "attempts": [],
    "durable": True, "boot": BOOT, "seq": 45,
}  # fmt: skip
STATUS: dict[str, Any] = {
    "state": "ready", "lamps": {"red": False, "amber": False, "green": False}, "arrow": None,
    "paddles": [], "faults": [], "not_ready": [], "active": None, "last": "01J8ZK3X9M2Q",
    "backend": {"name": "mock", "resolution_us": 20, "stamp_source": "kernel", "settle_us": 5000},
    "launcher": {"state": "off", "powered": False}, "power": None, "tray": "ok",
}  # fmt: skip


class Wire:
    """Lines into a `Traffic`, 8 ms apart, and a `Link` that keeps what it is asked."""

    def __init__(self) -> None:
        self.traffic = Traffic()
        self.name = "Table 1"
        self.role = "control"
        self.up = True
        self.waiting = 0
        self.asked: list[tuple[str, dict[str, Any]]] = []
        self.trouble = ""
        self.changed: Callable[[], None] = lambda: None
        self._ns = 0

    # --- the link -----------------------------------------------------------------------------

    def known(self, commands: tuple[str, ...]) -> Known:
        return self.traffic.seen.known(commands)

    def ask(self, method: str, params: dict[str, Any]) -> None:
        self.asked.append((method, params))

    def watch(self, changed: Callable[[], None]) -> None:
        self.changed = changed

    def problem(self) -> str:
        return self.trouble

    # --- the wire -----------------------------------------------------------------------------

    def put(self, way: str, data: bytes, crc: bool | None = True, whole: bool = True) -> None:
        self._ns += 8_000_000
        line = WireLine(way, self._ns, data.strip(), crc, whole)  # type: ignore[arg-type]
        self.traffic.heard(line, AT)
        self.changed()

    def request(
        self, method: str, params: dict[str, Any] | None = None, ident: str = "a.1"
    ) -> None:
        self.put("out", request_line(ident, method, params or {}, crc=True))

    def reply(self, result: dict[str, Any], ident: str = "a.1") -> None:
        self.put("in", reply_line(ident, result, crc=True))

    def error(self, name: str, ident: str = "a.1", **data: Any) -> None:
        self.put("in", error_line(ident, WireError(name, **data), crc=True))

    def event(self, kind: str, **data: Any) -> None:
        event = {"boot": BOOT, "seq": 44, "t_ms": 92_377, "type": kind} | data
        self.put("in", notification_line("ev", event, crc=True))

    def beat(self) -> None:
        beat = {"boot": BOOT, "up_ms": 81_234, "seq": 44, "state": "ready"}
        self.put("in", notification_line("hb", beat, crc=True))

    def tell(self, note: str, *, problem: bool = False) -> None:
        self.traffic.tell(note, AT, problem=problem)
        self.changed()

    def text(self, wide: int = 80, *, raw: bool = False) -> list[str]:
        """The newest entry as it is shown."""
        entry = self.traffic.since(0)[1][-1]
        return [row.head + row.text for row in rows(entry, wide, raw=raw)]


class Desk(Sitting[ConsoleApp]):
    """Somebody at the console."""

    @property
    def wire(self) -> Wire:
        assert isinstance(self.app.link, Wire)
        return self.app.link

    async def line(self, text: str) -> None:
        """Type a line and Enter."""
        await self.write(text)
        await self.type("enter")

    async def write(self, text: str) -> None:
        """Type without Enter, faster than anybody can."""
        self.app.query_one(ConsoleInput).insert_text_at_cursor(text)
        await self.settle()


def at_console(
    folder: Path,
    play: Callable[[Desk], Awaitable[None]],
    size: tuple[int, int] = (80, 24),
    **options: Any,
) -> None:
    """Run a console without a unit at a terminal of that size."""
    sit_down(
        lambda: ConsoleApp(Wire(), History(folder / "history"), clock=lambda: AT, **options),
        Desk,
        play,
        size,
    )
