"""gpio-sim chips: `pull` is the outside world at a line, `value` is what the line carries."""

from __future__ import annotations

import os
import time
from pathlib import Path
from types import TracebackType
from typing import Self

CONFIGFS = Path("/sys/kernel/config/gpio-sim")
HEADER_LABEL = "pinctrl-bcm2711"
HEADER_LINES = 58
_NODE_LIMIT_S = 10


class SimChip:
    """A chip with the label and the lines of a Pi's header chip, its lines named GPIO0 and on.

    Unlike a Pi's, a line given back falls to its pull, and claiming a line with a pull of its own
    overwrites `pull`. One that is there already under that name is taken as it is.
    """

    def __init__(self, name: str = "header", label: str = HEADER_LABEL, lines: int = HEADER_LINES):
        self._folder = CONFIGFS / name
        bank = self._folder / "bank0"
        if not bank.exists():
            bank.mkdir(parents=True)
            (bank / "num_lines").write_text(str(lines))
            (bank / "label").write_text(label)
            for n in range(lines):
                (bank / f"line{n}").mkdir()
                (bank / f"line{n}/name").write_text(f"GPIO{n}")
            (self._folder / "live").write_text("1")
        self.name = (bank / "chip_name").read_text().strip()
        self.path = f"/dev/{self.name}"
        self.number = int(self.name.removeprefix("gpiochip"))
        device = (self._folder / "dev_name").read_text().strip()
        self.device = Path("/sys/devices/platform") / device / self.name
        self._pull = [os.open(self.pull_file(n), os.O_RDWR) for n in range(lines)]
        self._value = [
            os.open(self.device / f"sim_gpio{n}/value", os.O_RDONLY) for n in range(lines)
        ]
        until = time.monotonic() + _NODE_LIMIT_S
        while not os.access(self.path, os.R_OK | os.W_OK):
            if time.monotonic() > until:
                msg = f"udev made no {self.path}"
                raise TimeoutError(msg)
            time.sleep(0.01)

    def pull_file(self, line: int) -> Path:
        """The file that drives the line, for a driver in another process."""
        return self.device / f"sim_gpio{line}/pull"

    def pull(self, line: int, level: int) -> None:
        """Drive an input from outside."""
        os.pwrite(self._pull[line], b"pull-up" if level else b"pull-down", 0)

    def pulled(self, line: int) -> int:
        """How it is driven from outside."""
        return int(os.pread(self._pull[line], 16, 0).strip() == b"pull-up")

    def value(self, line: int) -> int:
        """The line's level."""
        return int(os.pread(self._value[line], 8, 0))

    def close(self) -> None:
        """Take the chip away."""
        for fd in self._pull + self._value:
            os.close(fd)
        (self._folder / "live").write_text("0")
        for line in (self._folder / "bank0").glob("line*"):
            line.rmdir()
        (self._folder / "bank0").rmdir()
        self._folder.rmdir()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self.close()
