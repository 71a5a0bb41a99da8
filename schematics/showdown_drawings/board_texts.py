"""What is printed on the board: names, values, the meaning of each plug's pins, warnings.

Written for reading, so the labels stand here by hand; only a part's name and value come from the
schematic (`{R1}` in a text is "R1 220"). Sizes are letter heights in mm.
"""

from dataclasses import dataclass
from typing import Literal

REVISION = "A"
SMALL = 0.8


@dataclass(frozen=True, slots=True)
class Text:
    """One line; `turn` in degrees, `align` says which end of it stands at x, y."""

    words: str
    x: float
    y: float
    size: float = SMALL
    turn: float = 0.0
    align: Literal["middle", "left", "right"] = "middle"
    below: bool = False


def _column(x: float, *lines: tuple[str, float]) -> list[Text]:
    return [Text(words, x, y, align="left") for words, y in lines]


def _rows(
    x: float, top: float, step: float, lines: tuple[str, ...], *, size: float, below: bool = False
) -> list[Text]:
    """Lines from top to bottom."""
    return [Text(line, x, top + k * step, size, below=below) for k, line in enumerate(lines)]


_RESISTORS = {
    "R18": (14.81, 19.3), "R3": (14.81, 22.3), "R2": (14.81, 25.3), "R1": (14.81, 28.3),
    "R7": (14.81, 31.3), "R6": (25.21, 38.0), "R21": (25.21, 35.0), "R8": (25.21, 32.0),
    "R20": (47.41, 23.4), "R19": (47.41, 29.0), "R9": (57.41, 25.9), "R16": (57.41, 22.7),
    "R17": (57.41, 19.6),
}  # fmt: skip
_UPRIGHT = {
    "R10": (39.2, 40.26), "R11": (42.2, 40.26), "R12": (45.2, 40.26),
    "R13": (50.2, 40.26), "R14": (53.2, 40.26), "R15": (56.2, 40.26),
}  # fmt: skip

TEXTS: list[Text] = [
    # the board
    *_rows(60.2, 8.3, 1.75, ("showdown", "unit", "add-on"), size=1.15),
    Text(f"rev {REVISION}", 60.2, 13.5, 1.0),
    *_rows(60.2, 15.2, 1.3, ("no ID", "EEPROM"), size=SMALL),
    # the Pi's header
    Text("1", 8.37, 6.35),
    Text("2", 8.37, 0.75),
    Text("39", 56.63, 6.35),
    Text("40", 56.63, 0.75),
    # left edge
    *_column(7.45, ("-", 9.9), ("+", 12.4)),
    Text("BUZZER", 9.2, 11.0, turn=90),
    *_column(7.45, ("R-", 18.45), ("R+", 20.95), ("L-", 25.95), ("L+", 28.45)),
    Text("ARROW", 9.5, 23.45, turn=90),
    *_column(7.45, ("GRN", 34.5), ("AMB", 37.0), ("RED", 39.5), ("+5V", 42.0)),
    Text("LAMPS", 3.6, 46.0, 1.0),
    # the servo's supply, the servo
    Text("SERVO 5 V ONLY", 10.9, 37.6, turn=90),
    Text("NEVER JOIN TO", 12.2, 37.6, turn=90),
    Text("THE PI'S 5 V", 13.5, 37.6, turn=90),
    Text("+5V", 8.9, 44.3),
    Text("GND", 12.6, 44.3),
    Text("servo supply", 12.2, 46.7),
    *_column(32.15, ("SIG", 48.9), ("+5V", 51.44), ("GND", 53.98)),
    Text("SERVO", 35.4, 52.4, turn=90),
    Text("LIVE", 35.2, 40.1),
    Text("TP4", 36.0, 48.2),
    # paddles
    Text("LEFT PADDLE", 40.9, 46.35, 0.9),
    Text("RIGHT PADDLE", 54.0, 46.35, 0.9),
    *[Text(words, x, 48.15) for words, x in (("LED", 38.9), ("SIG", 41.4), ("GND", 43.9))],
    *[Text(words, x, 48.15) for words, x in (("LED", 49.9), ("SIG", 52.4), ("GND", 54.9))],
    # timer button, test points, jumper
    Text("IN", 57.4, 33.0, align="right"),
    Text("GND", 57.4, 30.5, align="right"),
    *_rows(61.2, 36.9, 1.35, ("TIMER", "BUTTON"), size=SMALL),
    Text("PWM2", 50.4, 10.5),
    Text("GND", 62.0, 44.2),
    Text("GATE", 51.8, 14.5),
    *_rows(18.0, 15.2, 1.3, ("GREEN", "SENSE"), size=SMALL),
    # names and values
    *[Text(f"{{{ref}}}", x, y) for ref, (x, y) in _RESISTORS.items()],
    *[Text(f"{{{ref}}}", x, y, turn=90) for ref, (x, y) in _UPRIGHT.items()],
    Text("{U1}", 25.3, 17.5, 1.0, 90),
    Text("{U4}", 36.8, 21.0, 1.0, 90),
    Text("F2", 14.85, 9.2),
    Text("F1", 17.15, 38.85, turn=90),
    Text("D9", 14.81, 12.62),
    Text("D7", 47.41, 26.2),
    Text("{D6}", 26.95, 41.6),
    Text("C9", 38.12, 8.6),
    Text("C3", 47.7, 33.7),
    Text("C10", 43.93, 10.4, turn=90),
    Text("C11", 46.93, 10.4, turn=90),
    Text("C12", 54.09, 10.4, turn=90),
    *_rows(46.5, 15.6, 4.6, ("C8", "4u7"), size=SMALL),
    *_rows(20.9, 46.6, 4.55, ("C1", "1000u"), size=SMALL),
    Text("C2", 33.2, 34.6),
    Text("U2", 43.4, 33.67, turn=90),
    Text("U3", 47.7, 44.2),
    Text("Q1", 27.3, 44.5),
    # the side that faces the Pi
    Text("showdown unit add-on", 24.2, 17.5, 1.0, 90, below=True),
    Text(f"rev {REVISION}, 65 x 56 mm", 25.9, 17.5, SMALL, 90, below=True),
    Text("no ID EEPROM", 27.2, 17.5, SMALL, 90, below=True),
    Text("C2 100u, C3 C9 100n, C10-12 10n", 34.7, 21.5, SMALL, 90, below=True),
    Text("source: schematics/electronics", 36.0, 21.5, SMALL, 90, below=True),
    Text("CERN-OHL-P-2.0", 37.4, 21.5, SMALL, 90, below=True),
    Text("trim leads to 2 mm", 38.7, 21.5, SMALL, 90, below=True),
]
