"""What a watching host hears, said to a `Watched` without a unit; and the app at a terminal."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from app_kit import Sitting, sit_down
from console_kit import BOOT, RECORD, STATUS
from showdown_host.errors import ShowdownError
from showdown_picture.view import View
from showdown_table.watch_app import WatchApp
from showdown_table.watch_model import Watched

S = 1_000_000_000
KEY = "01J8ZK4C0000"


class Story:
    """A `Watch`: tells a `Watched` what happens, a second apart."""

    def __init__(self) -> None:
        self.now_ns = 100 * S
        self.watched = Watched(self.now_ns)
        self.failure: ShowdownError | None = None
        self.up_ms = 80_000

    def view(self) -> View:
        return self.watched.view(self.now_ns)

    def rest(self, seconds: float) -> None:
        """Nothing happens."""
        self.now_ns += int(seconds * S)
        self.up_ms += int(seconds * 1000)

    def hear(self) -> None:
        self.rest(1)
        self.watched.heard(self.now_ns)

    def open(self, state: str = "ready", active: str | None = None, **status: Any) -> None:
        """A session, the status and the list."""
        self.hear()
        hello = {"name": "Table 1", "serial": "1d1c36", "role": "observe", "up_ms": self.up_ms,
                 "state": state, "active": active}  # fmt: skip
        self.watched.opened("unix:/run/showdown-unit/showdown.sock", hello, self.now_ns)
        self.watched.status(STATUS | {"state": state, "active": active} | status)
        early = {"outcome": "false_start", "loser": "left", "reaction_us": None, "margin_us": None}
        alone = {"practice": "left", "loser": None, "cards": 0, "margin_us": None, "players": None}
        self.watched.records(
            [
                RECORD,
                RECORD | early | {"key": "01J8ZK3A"},
                RECORD | {"key": "01J8ZK39", "outcome": "no_press", "loser": None},
                RECORD | alone | {"key": "01J8ZK38", "reaction_us": {"left": 198_400}},
            ]
        )
        self.beat()

    def beat(self, control: str | None = "showdown-host laptop 4711 0a1b2c3d") -> None:
        self.hear()
        beat = {"boot": BOOT, "up_ms": self.up_ms, "seq": 44, "state": self.watched._view.state}
        self.watched.heartbeat(beat if control is None else beat | {"control": control},
                               self.now_ns)  # fmt: skip

    def event(self, kind: str, **data: Any) -> None:
        self.hear()
        members = {"boot": BOOT, "seq": 44, "t_ms": self.up_ms, "type": kind} | data
        self.watched.event(kind, members, self.now_ns)

    def start(self, *states: str) -> None:
        """A showdown begins and goes as far as that."""
        self.open()
        self.event("showdown.state", key=KEY, state="armed")
        self.watched.record(running("armed"))
        for state in states:
            self.event("showdown.state", key=KEY, state=state, attempt=1)

    def end(self, **record: Any) -> None:
        """It comes to that."""
        over = running("done") | {"launch": "none"} | record
        if over["launch"] == "started":
            self.event("showdown.result", record=over | {"state": "launching"})
        else:
            self.event("showdown.result", record=over | {"state": "racing"})
            self.event("showdown.done", record=over)


def running(state: str) -> dict[str, Any]:
    """A record that is not over."""
    return {
        "key": KEY, "state": state, "origin": "host", "outcome": None, "loser": None,
        "players": {"left": "Ana", "right": "Bo"}, "cards": 3, "launch": "none",
    }  # fmt: skip


class Seat(Sitting[WatchApp]):
    """Somebody who looks."""


def looking(
    story: Story,
    play: Callable[[Seat], Awaitable[None]],
    size: tuple[int, int] = (80, 24),
    *,
    unicode: bool = True,
) -> None:
    """Run a watch of that story at a terminal of that size."""
    sit_down(lambda: WatchApp(story, unicode=unicode), Seat, play, size)
