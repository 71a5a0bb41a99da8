"""`showdown-unit serve` on mock pins, with levers: `python levers.py CONFIG`. For tests alone.

Lines on stdin, done at once, from a thread:
    die-source WHY    no edge will come any more
    block-loop        the event loop hangs for ever
"""

from __future__ import annotations

import asyncio
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from showdown_hw.board import Board
from showdown_hw.clock import Clock
from showdown_hw.mock import UnitMockFactory
from showdown_hw.unit import Hardware
from showdown_unit.config import load
from showdown_unit.daemon import run
from showdown_unit.logs import log_to

_factories: list[UnitMockFactory] = []


def open_hardware(board: Board, clock: Clock) -> Hardware:
    _factories.append(UnitMockFactory(board, clock))
    return Hardware.open(board, _factories[0], clock)


def hang_in_the_loop() -> None:
    threading.Event().wait()


def pull(loop: asyncio.AbstractEventLoop) -> None:
    for line in sys.stdin:
        lever, _, words = line.strip().partition(" ")
        if lever == "die-source":
            _factories[0].dead = words
        elif lever == "block-loop":
            loop.call_soon_threadsafe(hang_in_the_loop)


@contextmanager
def levers(_: Any) -> Iterator[None]:
    loop = asyncio.get_running_loop()
    threading.Thread(target=pull, args=(loop,), name="levers", daemon=True).start()
    yield


if __name__ == "__main__":
    config = load(Path(sys.argv[1]))
    log_to(config.log.level)
    sys.exit(run(config, hardware_factory=open_hardware, extra=levers))
