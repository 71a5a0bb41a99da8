"""What a look at one thing gives, and the words that several looks share."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from showdown_unit.check_machine import Machine
from showdown_unit.config import DEFAULT_PATH, Config

CONSUMER = "showdown-unit"
"""What the unit calls itself where it holds a line."""

_MEND = re.compile(r"^(.*?)[:.] ((?:sudo |\S+ -m pip |[Uu]pdate |[Ss]et ).*)$", re.DOTALL)


class Level(StrEnum):
    """How bad: `fail` keeps the unit from running, or from running as configured."""

    OK = "ok"
    WARN = "warn"
    FAIL = "fail"


@dataclass(frozen=True, slots=True)
class Finding:
    """One look: at what, how it is, in words, and the command that mends it."""

    about: str
    level: Level
    what: str
    mend: str = ""


def all_well(found: Iterable[Finding]) -> bool:
    """Whether nothing failed."""
    return all(finding.level is not Level.FAIL for finding in found)


def real(config: Config) -> bool:
    """Whether there are pins."""
    return config.hardware.backend != "mock"


def split(about: str, level: Level, text: str) -> Finding:
    """A finding in another's words, which end in the command."""
    match = _MEND.match(text)
    return Finding(about, level, *(match.groups() if match else (text,)))


def setup(config: Config, machine: Machine) -> str:
    """The command that puts what is missing into config.txt and cmdline.txt."""
    files = set(config.sources.values()) - {"default", "override", str(DEFAULT_PATH)}
    option = "".join(f" --config {shlex.quote(file)}" for file in sorted(files))
    return f"sudo {machine.program} setup{option} && sudo reboot"


def numbers(version: str) -> tuple[int, ...]:
    """A version as numbers, up to the first that is none."""
    match = re.match(r"\d+(?:\.\d+)*", version)
    return tuple(int(part) for part in match[0].split(".")) if match else ()


def dotted(version: Sequence[int]) -> str:
    """Numbers as a version."""
    return ".".join(map(str, version))
