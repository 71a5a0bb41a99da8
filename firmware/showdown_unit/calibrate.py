"""Finding the servo's pulse widths, as a conversation: lines in, things to do out. No I/O here.

Park, left and right are set one after the other. A width is tried, looked at, and kept with `ok`;
nothing moves before the first try.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from showdown_hw.board import PULSE_US, LauncherSpec

POSITIONS = ("park", "left", "right")
STEPS_US = {"+": 10, "-": -10, "++": 50, "--": -50}

# Less than this between level and thrown, and the cards stay on the tray: surely a slip.
LEAST_THROW_US = 100

MOST_DIGITS = 20
"""Longer numbers are not even read: no width has as many."""

_AIMS = {
    "park": "the tray is level",
    "left": "the tray throws to the left, as seen from the mark on the unit",
    "right": "the tray throws to the right, as seen from the mark on the unit",
}

HELP = """\
  1480         try that pulse width, in µs
  + -  ++ --   try 10 or 50 µs more or less
  go           try the present width again
  ok           keep it for this position, and go on to the next
  park, left, right   set that position (again)
  show         the widths as they are now
  save         write them into the board file
  quit         leave without writing"""


@dataclass(frozen=True, slots=True)
class Say:
    """Tell the person."""

    text: str


@dataclass(frozen=True, slots=True)
class Move:
    """Drive the servo to that width for a moment, then take its power away."""

    width_us: int


@dataclass(frozen=True, slots=True)
class Save:
    """Write these widths, and end."""

    spec: LauncherSpec


@dataclass(frozen=True, slots=True)
class Quit:
    """End without writing."""


Action = Say | Move | Save | Quit


class Calibration:
    """One conversation, beginning from the widths that the board has."""

    def __init__(self, spec: LauncherSpec) -> None:
        self._spec = spec
        self._kept = {"park": spec.park_us, "left": spec.left_us, "right": spec.right_us}
        self._position = "park"
        self._width_us = spec.park_us
        self._changed: set[str] = set()
        self._tried: set[tuple[str, int]] = set()

    @property
    def prompt(self) -> str:
        """What to show before the next line: `park 1500> `."""
        return f"{self._position} {self._width_us}> "

    def begin(self) -> list[Action]:
        """The first words."""
        return [Say(f"{self._table()}\n\n{HELP}\n"), self._aim()]

    def command(self, line: str) -> list[Action]:
        """What a line asks for."""
        word = line.strip().lower()
        if word in STEPS_US:
            return self._try(self._width_us + STEPS_US[word])
        if word.isascii() and word.isdigit():
            if len(word) > MOST_DIGITS:
                return self._refuse(f"a number of {len(word)} digits")
            return self._try(int(word))
        if word in POSITIONS:
            return self._turn_to(word)
        answers: dict[str, Callable[[], list[Action]]] = {
            "go": self._go,
            "ok": self._keep,
            "show": lambda: [Say(self._table())],
            "save": self._save,
            "quit": lambda: [Quit()],
            "help": lambda: [Say(HELP)],
            "": lambda: [Say(HELP)],
        }
        if word in answers:
            return answers[word]()
        return [Say(f"{line.strip()!r} is no command:\n{HELP}")]

    def _try(self, width_us: int) -> list[Action]:
        low, high = PULSE_US
        if not low <= width_us <= high:
            return self._refuse(f"{width_us} µs")
        self._width_us = width_us
        return self._go()

    def _refuse(self, what: str) -> list[Action]:
        low, high = PULSE_US
        return [Say(f"{what} is refused: allowed are {low} to {high} µs")]

    def _go(self) -> list[Action]:
        self._tried.add((self._position, self._width_us))
        return [Move(self._width_us)]

    def _keep(self) -> list[Action]:
        position = self._position
        self._kept[position] = self._width_us
        self._changed.add(position)
        tried = (position, self._width_us) in self._tried
        told = Say(f"{position} is {self._width_us} µs{'' if tried else ' (not tried)'}")
        following = POSITIONS[POSITIONS.index(position) + 1 :]
        if following:
            return [told, *self._turn_to(following[0])]
        return [told, Say(f"{self._table()}\nAll right: save. Another look: park, left or right.")]

    def _turn_to(self, position: str) -> list[Action]:
        self._position = position
        self._width_us = self._kept[position]
        return [self._aim()]

    def _aim(self) -> Say:
        return Say(f"{self._position}: find the width at which {_AIMS[self._position]}.")

    def _save(self) -> list[Action]:
        problems = list(self._problems())
        if problems:
            return [Say("not saved: " + "; ".join(problems))]
        kept = self._kept
        return [Save(LauncherSpec(kept["park"], kept["left"], kept["right"], self._spec.limit_ms))]

    def _problems(self) -> Iterator[str]:
        if not self._changed:
            yield "no position has been kept; say ok at a width that is right"
        if self._width_us != self._kept[self._position]:
            yield (
                f"{self._position} is tried at {self._width_us} µs but not kept; say ok, or"
                f" {self._position} to go back to {self._kept[self._position]}"
            )
        park, left, right = (self._kept[position] for position in POSITIONS)
        if not min(left, right) < park < max(left, right):
            yield f"park ({park} µs) is not between left ({left} µs) and right ({right} µs)"
        for side, width_us in (("left", left), ("right", right)):
            if abs(width_us - park) < LEAST_THROW_US:
                yield (
                    f"{side} ({width_us} µs) is less than {LEAST_THROW_US} µs from park"
                    f" ({park} µs): no card would slide"
                )

    def _table(self) -> str:
        return "\n".join(
            f"  {position:<6}{self._kept[position]:>5} µs"
            + ("" if position in self._changed else "  as it was")
            for position in POSITIONS
        )
