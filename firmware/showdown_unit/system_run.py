"""Other programs, asked for what they know: run without a shell, with a limit, never raising."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import dataclass

LIMIT_S = 10.0
"""How long a program may take that ought to take moments."""

OUTPUT_MAX = 4_000_000
"""Characters of output that are kept, the last ones."""


@dataclass(frozen=True, slots=True)
class Ran:
    """A program that is over. `status` None: it could not be run, or not to its end."""

    status: int | None
    out: str = ""
    err: str = ""

    @property
    def well(self) -> bool:
        """Whether it ran and ended with 0."""
        return self.status == 0

    @property
    def problem(self) -> str:
        """In one line why it is not well."""
        lines = (self.err.strip() or self.out.strip()).splitlines()
        return lines[-1].strip() if lines else f"it ended with {self.status}"


Runner = Callable[[Sequence[str]], Ran]


def run_program(words: Sequence[str]) -> Ran:
    """Run it, in English, and wait for its end, at most `LIMIT_S`."""
    try:
        done = subprocess.run(  # noqa: S603 - our own words, no shell
            list(words),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=LIMIT_S,
            env=os.environ | {"LC_ALL": "C.UTF-8", "SYSTEMD_COLORS": "0", "SYSTEMD_PAGER": ""},
            check=False,
        )
    except subprocess.TimeoutExpired:
        return Ran(None, err=f"{words[0]} did not end within {LIMIT_S:.0f} s")
    except OSError as error:
        return Ran(None, err=f"{words[0]} cannot be run: {error.strerror or error}")
    return Ran(done.returncode, _text(done.stdout), _text(done.stderr))


def run_nothing(words: Sequence[str]) -> Ran:
    """For a machine that is only a tree of files."""
    return Ran(None, err=f"{words[0]} is not asked here")


def _text(data: bytes) -> str:
    return data.decode("utf-8", "replace")[-OUTPUT_MAX:]
