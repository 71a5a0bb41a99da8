"""The daemon as it is, on the header chip. `python -m guest.unit_process BACKEND STATE [SET…]`.

Where the backend has no servo pulses of its own they are only noted: STATE/pwm.log has a line
`ns width_us` for each change.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Any, TextIO

from guest.bench import NotedPwm

from showdown_hw.backends import open_factory
from showdown_hw.board import Board
from showdown_hw.clock import Clock
from showdown_hw.unit import Hardware
from showdown_unit.config import load, parse_override
from showdown_unit.daemon import run
from showdown_unit.logs import log_to


class LoggedPwm(NotedPwm):
    """Writes down what it is asked."""

    def __init__(self, bcm: int, log: TextIO) -> None:
        super().__init__(bcm)
        self._log = log

    def set_us(self, width_us: int) -> None:
        self._note(width_us)

    def off(self) -> None:
        self._note(0)

    def _note(self, width_us: int) -> None:
        if width_us != self.width_us:
            self.width_us = width_us
            self._log.write(f"{time.monotonic_ns()} {width_us}\n")
            self._log.flush()


def main() -> int:
    backend, state, *words = sys.argv[1:]
    Path(state).mkdir(exist_ok=True)
    over: dict[str, object] = {
        "hardware.backend": backend,
        "links.unix": f"{state}/showdown.sock",
        "links.pty": f"{state}/unit.tty",
        "state.dir": state,
    }
    config = load(None, over | dict(parse_override(word) for word in words))
    log_to(config.log.level)

    def open_hardware(board: Board, clock: Clock) -> Hardware:
        options: dict[str, Any] = {}
        if backend == "gpiod":
            log = (Path(state) / "pwm.log").open("w")
            options["pwm_driver"] = lambda bcm: LoggedPwm(bcm, log)
        return Hardware.open(board, open_factory(backend, board, clock, **options), clock)

    return run(config, hardware_factory=open_hardware)


if __name__ == "__main__":
    raise SystemExit(main())
