"""What was checked of a record, point by point."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Point:
    """One thing that was checked. `text`: what is wrong with it, empty where it holds."""

    name: str
    holds: bool
    text: str = ""


@dataclass(slots=True)
class Points:
    """They gather here, in the order of checking."""

    found: list[Point] = field(default_factory=list)

    def add(self, name: str, holds: bool, text: str) -> None:
        """A point, and what is wrong where it does not hold."""
        self.found.append(Point(name, holds, "" if holds else text))

    def same(self, name: str, said: object, found: object, by: str = "its evidence gives") -> None:
        """Whether what the record says is what was found."""
        self.add(name, said == found, f"says {_word(said)}, {by} {_word(found)}")


def _word(value: object) -> str:
    return "none" if value is None else str(value)
