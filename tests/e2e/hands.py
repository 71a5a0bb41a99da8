"""The bench with hands: `python hands.py [WORDS] -- BENCH OPTIONS`. For tests alone.

Words before `--`, done before the unit starts:
    hold LINE            the line is active when the pins are opened
    die-before STEP      SIGKILL to itself when that journal step is about to be written
    die-after STEP       ... when it is durable
    die-pin SIGNAL VALUE ... when a pin has been traced and is about to be set to that value
Lines on stdin, done at once, from a thread:
    press LINE, release LINE      as `press paddle_left`
    lose LINE                     an edge of it gets lost, as its sequence numbers show
    die-source WHY, break SIGNAL  faults of the mock pins
"""

from __future__ import annotations

import argparse
import os
import signal
import sys
import threading
from typing import Any

from showdown_bench import bench as bench_module
from showdown_bench import cli, trace
from showdown_hw.mock_bench import MockBench
from showdown_unit.journal import Journal
from showdown_unit.ports import Step, Stored


def die() -> None:
    """As a power cut would have it: no handler, no farewell."""
    os.kill(os.getpid(), signal.SIGKILL)


def die_at_step(step: Step, *, before: bool) -> None:
    write = Journal.write

    def deadly(self: Journal, at: Step, stored: Stored) -> None:
        if at is step and before:
            die()
        write(self, at, stored)
        if at is step:
            die()

    setattr(Journal, "write", deadly)  # noqa: B010


def die_at_pin(signal_: str, value: float) -> None:
    saw = trace.PinTrace.saw

    def deadly(self: trace.PinTrace, ns: int, name: str, to: float) -> None:
        saw(self, ns, name, to)
        if (name, to) == (signal_, value):
            die()

    setattr(trace.PinTrace, "saw", deadly)  # noqa: B010


class Hands:
    """Work the mock pins from stdin."""

    def __init__(self, held: list[str]) -> None:
        self._held = held

    def at(self, unit: Any) -> MockBench:
        """In place of the bench's own `MockBench`."""
        mock = MockBench(unit)
        for line in self._held:
            mock.level(line, True)
        threading.Thread(target=self._obey, args=(mock,), daemon=True).start()
        return mock

    def _obey(self, mock: MockBench) -> None:
        for line in sys.stdin:
            match line.split(maxsplit=1):
                case ["press", name]:
                    mock.edge(name.strip(), True)
                case ["release", name]:
                    mock.edge(name.strip(), False)
                case ["lose", name]:
                    mock.lose(name.strip())
                case ["die-source", why]:
                    mock.kill_source(why.strip())
                case ["break", name]:
                    mock.break_signal(name.strip(), OSError(5, "the pin is broken"))
                case words:
                    raise ValueError(words)


def main(argv: list[str]) -> int:
    mark = argv.index("--")
    words, options = iter(argv[:mark]), argv[mark + 1 :]
    held: list[str] = []
    for word in words:
        match word:
            case "hold":
                held.append(next(words))
            case "die-before" | "die-after":
                die_at_step(Step(next(words)), before=word == "die-before")
            case "die-pin":
                die_at_pin(next(words), float(next(words)))
            case _:
                raise ValueError(word)
    setattr(bench_module, "MockBench", Hands(held).at)  # noqa: B010
    parser = argparse.ArgumentParser()
    cli.command(parser.add_subparsers())
    args = parser.parse_args(["bench", *options])
    return int(args.run(args))


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
