"""A showdown of the installed unit over USB, brought to one of its states by hands at the pins.

How far it is shows in the outputs alone. The app is a host at the other end of the USB line, in a
thread: it finds the unit by its USB identity, asks for one showdown, and notes what it was told.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any

from guest.sim import SimChip

from showdown_host import ShowdownError, Unit
from showdown_host.result import Result
from showdown_hw.board import Board

STATES = ("ready", "armed", "counting", "hold", "racing", "launching", "done")
KEY = "rig-showdown"
LAMPS = ("lamp_red", "lamp_amber", "lamp_green")
OUTPUTS = (*LAMPS, "arrow_left", "arrow_right", "launcher_power")
LOSER = "right"
"""The left paddle is pressed first, so the right player takes the cards."""

LIMIT_S = 40
_LOOK_S = 0.004


class App(threading.Thread):
    """Asks for one showdown and waits for its end, whatever happens to cable and daemon."""

    def __init__(self, key: str = KEY, wait_s: float = 60) -> None:
        super().__init__(daemon=True)
        self.key = key
        self.told: list[dict[str, Any]] = []
        """Each record that named a loser, as it came."""
        self.end: str | None = None
        """The last state, or the name of the exception."""
        self.loser: str | None = None
        self.serial: str | None = None
        self.port: str | None = None
        self._wait_s = wait_s

    def run(self) -> None:
        try:
            with Unit.open(wait_s=self._wait_s) as host:
                self.serial, self.port = host.info.serial, host.port
                result = host.showdown(cards=2, key=self.key, on_progress=self._note, settle=False)
            self._note(result)
            self.end, self.loser = str(result.state), result.loser and str(result.loser)
        except ShowdownError as error:
            self.end = type(error).__name__

    def ended(self, limit_s: float = LIMIT_S) -> str | None:
        """How it ended; `waiting` if it has not."""
        self.join(limit_s)
        return "waiting" if self.is_alive() else self.end

    def _note(self, result: Result) -> None:
        if result.loser is not None:
            self.told.append(essence(result))


def essence(result: Result) -> dict[str, Any]:
    """What must never change once a host was told."""
    outcome = result.outcome
    return {
        "outcome": outcome and str(outcome),
        "loser": result.loser and str(result.loser),
        "reaction_us": {str(side): us for side, us in result.reaction_us.items()},
    }


class Stage:
    """The pins as hands and eyes have them, and one app."""

    def __init__(self) -> None:
        self.board = Board.named("default")
        self.chip = SimChip()
        self.app = App()
        self._steps: list[tuple[str, Callable[[], None]]] = [
            ("ready", lambda: None),
            ("armed", self._arm),
            ("counting", lambda: self.press("timer_button", until="counting")),
            ("hold", lambda: self.wait_lamps("lamp_amber")),
            ("racing", lambda: self.wait_lamps("lamp_green")),
            ("launching", lambda: self.press("paddle_left", until="launching")),
            ("done", self._finish),
        ]

    def reach(self, state: str) -> None:
        """Go on to that state."""
        while self._steps:
            name, step = self._steps.pop(0)
            step()
            if name == state:
                return
        msg = f"the showdown is past {state}"
        raise ValueError(msg)

    def play_out(self) -> None:
        """Go on to the end of the throw, without the app."""
        while self._steps:
            name, step = self._steps.pop(0)
            if name == "done":
                self._throw_over()
            else:
                step()

    def is_on(self, signal: str) -> bool:
        spec = self.board.pins[signal]
        return bool(self.chip.value(spec.bcm)) == spec.active_high

    def on(self) -> list[str]:
        """The outputs that are on."""
        return [signal for signal in OUTPUTS if self.is_on(signal)]

    def drive(self, line: str, active: bool) -> None:
        spec = self.board.pins[line]
        self.chip.pull(spec.bcm, int(active == spec.active_high))

    def press(self, line: str, until: str = "", held_s: float = 0.05) -> None:
        """Press and release; then wait for what has to come of it."""
        self.drive(line, True)
        time.sleep(held_s)
        self.drive(line, False)
        if until == "counting":
            self.wait_lamps("lamp_red")
        elif until == "launching":
            self.wait_for(lambda: self.is_on("launcher_power"), "the launcher's power")
            time.sleep(0.1)

    def wait_lamps(self, *lit: str) -> None:
        """Until exactly these lamps are lit."""
        self.wait_for(
            lambda: [lamp for lamp in LAMPS if self.is_on(lamp)] == list(lit), f"only {lit}"
        )

    def wait_for(self, seen: Callable[[], bool], what: str, limit_s: float = LIMIT_S) -> None:
        until = time.monotonic() + limit_s
        while not seen():
            if time.monotonic() > until:
                msg = f"{what} did not come on; on are {self.on()}, the app: {self.app.end}"
                raise TimeoutError(msg)
            time.sleep(_LOOK_S)

    def _arm(self) -> None:
        self.app.start()
        self.wait_lamps("lamp_red", "lamp_amber")
        time.sleep(0.2)

    def _throw_over(self) -> None:
        self.wait_for(lambda: not self.is_on("launcher_power"), "the launcher's rest")

    def _finish(self) -> None:
        self._throw_over()
        self.app.ended()
