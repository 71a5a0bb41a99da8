"""The plain terminal line: the whole unit in 79 columns, told by position and letter."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, TextIO

from showdown_bench.trace import Widths, aim
from showdown_protocol.records import Outcome, Record, RecordState

WIDTH = 79


class Lamps(NamedTuple):
    """Which lamps are lit."""

    red: bool
    amber: bool
    green: bool


class Sides(NamedTuple):
    """Something that each side has: a lit arrow, a pressed paddle."""

    left: bool
    right: bool


_DARK = Lamps(False, False, False)
_NEITHER = Sides(False, False)


@dataclass(slots=True)
class Pins:
    """The pins as the line shows them, kept up by `saw`; any thread may read."""

    widths: Widths
    lamps: Lamps = _DARK
    arrow: Sides = _NEITHER
    paddles: Sides = _NEITHER
    tray: str = "level"
    button: bool = False

    def saw(self, _ns: int, signal: str, value: float) -> None:
        """A pin changes."""
        on = bool(value)
        match signal.split("_"):
            case ["lamp", ("red" | "amber" | "green") as lamp]:
                self.lamps = self.lamps._replace(**{lamp: on})
            case ["arrow", ("left" | "right") as side]:
                self.arrow = self.arrow._replace(**{side: on})
            case ["paddle", ("left" | "right") as side]:
                self.paddles = self.paddles._replace(**{side: on})
            case ["timer", "button"]:
                self.button = on
            case ["launcher", "pwm"] if on:
                aimed = aim(value, self.widths)
                self.tray = "level" if aimed == "park" else aimed


def draw(pins: Pins, state: str, last: str | None) -> str:
    """One line of at most 79 columns, ASCII but for what `last` holds.

    Lit lamps show their letter, a lit arrow its head, dark ones a dot; a pressed paddle and a
    tilted tray are in capitals.
    """
    lights = " ".join(letter if lit else "." for letter, lit in zip("RAG", pins.lamps, strict=True))
    heads = f"{'<' if pins.arrow.left else '.'} {'>' if pins.arrow.right else '.'}"
    tray_word = pins.tray if pins.tray == "level" else pins.tray.upper()
    left, right = ("DOWN" if pressed else "up" for pressed in pins.paddles)
    told = f" last: {last}" if last else ""
    text = f"[{lights}] {heads} tray:{tray_word:<5} L:{left:<4} R:{right:<4} {state}{told}"
    return text if len(text) <= WIDTH else text[: WIDTH - 1] + "~"


def tell(record: Record) -> str:
    """What a record came to, in a few words."""
    if record.state in {RecordState.CANCELLED, RecordState.INDETERMINATE}:
        return record.state.value
    if record.state is RecordState.ABORTED:
        return f"aborted ({record.reason})" if record.reason else "aborted"
    match record.outcome:
        case Outcome.WIN if record.loser is None:
            return f"{record.practice} played alone"
        case Outcome.WIN if record.margin_us is not None:
            return f"{record.loser} lost by {_margin(record.margin_us)}"
        case Outcome.WIN:
            return f"{record.loser} lost"
        case Outcome.FALSE_START | Outcome.ANTICIPATED:
            return f"{record.loser} was too early"
        case Outcome.NO_PRESS:
            return "nobody pressed"
        case None:
            return record.state.value
        case outcome:
            return outcome.value.replace("_", " ")


class TerminalLine:
    """Shows the line: rewritten in place on a terminal, else each change on a line of its own."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._in_place = stream.isatty()
        self._shown = ""

    def show(self, text: str) -> None:
        """Show `text` where it differs from what is shown."""
        if text == self._shown:
            return
        if self._in_place:
            self._stream.write("\r" + text.ljust(len(self._shown)))
        else:
            self._stream.write(text + "\n")
        self._stream.flush()
        self._shown = text

    def close(self) -> None:
        """Leave the last line standing; idempotent."""
        if self._in_place and self._shown:
            self._stream.write("\n")
            self._stream.flush()
        self._shown = ""


def _margin(margin_us: int) -> str:
    return f"{round(margin_us / 1000)} ms" if margin_us >= 1000 else f"{margin_us} us"
