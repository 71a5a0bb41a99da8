"""How much room a sheet's texts take, and what on a sheet lies on what."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from showdown_drawings.sheet import Sheet

GRID_MM = 2.54
# KiCad's stroke font: how far each character moves on, as a share of the size (measured, KiCad 9).
_ADVANCE = {
    0.48: "ijI!',.:;", 0.52: "l", 0.57: "ft^", 0.62: "r", 0.67: "()[]{}", 0.71: "~",
    0.76: 'vyJT"*_ ', 0.81: "ksxzL", 0.86: "ceAFVY?", 0.9: "abdghnopquE", 0.95: "0123456789SXZ$|",
    1.0: "BCDGKPR#", 1.05: "wHNOQU/", 1.14: "MW%", 1.24: "&+-<=>", 1.29: "@", 1.33: "m",
}  # fmt: skip
_SHARE = {letter: share for share, letters in _ADVANCE.items() for letter in letters}
Box = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Text:
    """A text on a sheet: its place in steps of 2.54 mm, its size in mm, whose it is."""

    words: str
    x: float
    y: float
    size: float
    align: Literal["left", "center", "right"]
    owner: str
    hidden: bool = False
    bold: bool = False
    upright: bool = False
    above: bool = False  # y is the text's foot, not its middle
    frame: float = 0.0  # room on both ends for a flag's outline
    colour: tuple[int, int, int] | None = None


def width_of(words: str, size: float) -> float:
    """The width of a text in KiCad's stroke font, in steps of 2.54 mm."""
    return sum(_SHARE.get(letter, 1.0) for letter in words) * size / GRID_MM


def box_of(text: Text) -> Box:
    """The room that a text takes: left, top, right, bottom."""
    width = width_of(text.words, text.size) + text.frame
    height = text.size * (1.25 if text.frame == 0 else 1.7) / GRID_MM
    if text.upright:
        return (text.x - height / 2, text.y - width / 2, text.x + height / 2, text.y + width / 2)
    left = text.x - {"left": 0.0, "center": width / 2, "right": width}[text.align]
    top = text.y - (height if text.above else height / 2)
    return (left, top, left + width, top + height)


def clashes(sheet: "Sheet") -> list[str]:
    """What lies on what and should not: texts, symbols and wires, a sentence each."""
    texts = [(box_of(text), text) for text in sheet.texts if not text.hidden]
    every = [(placed.body, placed) for placed in sheet.placed]
    bodies = [(body, placed) for body, placed in every if not placed.ref.startswith("#")]
    found = []
    for index, (box, text) in enumerate(texts):
        for other_box, other in texts[index + 1 :]:
            if _meet(box, other_box):
                found.append(f"{_named(text)} lies on {_named(other)}")
        for body, placed in every:
            if placed.ref != text.owner and _meet(box, body, room=0.05):
                found.append(f"{_named(text)} lies on {placed.ref}")
        for (x1, y1), (x2, y2) in sheet.segments:
            if _meet(box, (x1, y1, x2, y2), room=0.03):
                found.append(f"{_named(text)} lies on the wire {x1:g}, {y1:g} to {x2:g}, {y2:g}")
    for index, (body, placed) in enumerate(bodies):
        for other_body, neighbour in bodies[index + 1 :]:
            if _meet(body, other_body):
                found.append(f"{placed.ref} lies on {neighbour.ref}")
        pins = {placed.page(pin.x, pin.y) for pin in placed.symbol.pins_of(placed.unit)}
        for (x1, y1), (x2, y2) in sheet.segments:
            if not pins & {(x1, y1), (x2, y2)} and _meet(body, (x1, y1, x2, y2), room=0.1):
                found.append(f"the wire {x1:g}, {y1:g} to {x2:g}, {y2:g} runs through {placed.ref}")
    return found


def _meet(one: Box, other: Box, room: float = 0.0) -> bool:
    return (
        one[0] + room < other[2]
        and other[0] < one[2] - room
        and one[1] + room < other[3]
        and other[1] < one[3] - room
    )


def _named(text: Text) -> str:
    return f"{text.words!r} of {text.owner} at {text.x:g}, {text.y:g}"
