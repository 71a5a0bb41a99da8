"""The text of config.txt: its lines under their [sections], and our marked block in it.

A line applies under the filters that stand before it. Filters of the model replace each other,
others add to it, `[all]` ends them all. A `dtparam` behind an overlay is the overlay's where that
has a parameter of the name, until the next overlay, or a bare `dtoverlay=`, ends its scope.
Text is as `surrogateescape` reads it, so that odd bytes come through; only a line feed ends a line.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import IntEnum

from showdown_hw.models import Model

BEGIN = "# showdown-unit: begin"
END = "# showdown-unit: end"
NO_LINE_END = "# before this the file had no line end"

_MARK = re.compile(rf"(?:{re.escape(BEGIN)}|{re.escape(END)})(?!\w)")
_MODEL_FILTER = re.compile(r"pi\d\w*\+?|cm\d\w*")
_ON = frozenset({"", "on", "yes", "y", "true", "1", "okay"})
_OVERLAYS = ("dtoverlay", "device_tree_overlay")
_PARAMETERS = ("dtparam", "device_tree_param")
_OWN = {
    "vc4-kms-": frozenset({"audio", "audio1", "noaudio"}),
    "dwc2": frozenset({"dr_mode", "g-rx-fifo-size", "g-np-tx-fifo-size"}),
    "pwm": frozenset({"pin", "pin2", "func", "func2", "clock"}),
}
"""Parameters of overlays, by how their names begin, that would be taken for the base's or ours."""


class SetupError(Exception):
    """What stands in the way, where, and the command that mends it. Nothing was changed."""


class Applies(IntEnum):
    """Whether a line counts on a model."""

    NO = 0
    MAYBE = 1  # by what is known only while booting: a serial number, a screen, a pin
    YES = 2


@dataclass(frozen=True, slots=True)
class Line:
    """A line that sets something, without blanks at its ends; `number` counts from 1.

    `scope`: the overlay above it whose parameters it may set, empty where there is none.
    """

    number: int
    text: str
    applies: Applies
    scope: str = ""

    def sets(self) -> dict[str, str]:
        """What it sets, and to what, as `keys` of its text in its scope."""
        return keys(self.text, self.scope)


@dataclass(frozen=True, slots=True)
class Parts:
    """The file around our block: joined they are the file as it was without it.

    `block` has the lines between its marks; None where there is no block. A line end that the
    block needed before itself is not in `before`.
    """

    before: str
    block: tuple[str, ...] | None
    after: str


# --- the block ----------------------------------------------------------------------------------


def split(text: str) -> Parts:
    """Find our block. SetupError where its marks do not fit together."""
    lines = _lines(text)
    marks = [
        (number, line.strip()) for number, line in enumerate(lines) if _MARK.match(line.strip())
    ]
    if not marks:
        return Parts(text, None, "")
    if len(marks) != 2 or not (marks[0][1].startswith(BEGIN) and marks[1][1].startswith(END)):
        numbers = ", ".join(str(number + 1) for number, _ in marks)
        raise SetupError(
            f"config.txt: the marks of our block are damaged (line {numbers}): take the lines with"
            f" `{BEGIN}` and `{END}` and ours between them out with an editor, then again"
        )
    begin, end = marks[0][0], marks[1][0]
    before, after = "".join(lines[:begin]), "".join(lines[end + 1 :])
    block = tuple(line.strip() for line in lines[begin + 1 : end])
    if NO_LINE_END in block and not after:
        before = before.removesuffix("\r\n" if lines[begin].endswith("\r\n") else "\n")
    return Parts(before, block, after)


def joined(before: str, body: tuple[str, ...], after: str) -> str:
    """The file with a block of these lines, in the line ends of the rest."""
    newline = line_end(before or after)
    missing = bool(before) and not before.endswith("\n")
    first = (NO_LINE_END,) if missing else ()
    rows = (
        f"{BEGIN} (by `sudo showdown-unit setup`, out by `setup --undo`)",
        *first,
        "[all]",
        *body,
        END,
    )
    return before + newline * missing + "".join(row + newline for row in rows) + after


def without_block(parts: Parts) -> str:
    """The file as it was; `[all]` stays where lines of others that came later stand under it."""
    if parts.block is None or not parts.after:
        return parts.before + parts.after
    keep = not in_force_is_all(parts.before) and _begins_with_a_setting(parts.after)
    return parts.before + (f"[all]{line_end(parts.before)}" if keep else "") + parts.after


def line_end(text: str) -> str:
    """CR LF or LF, as the text's first line has it."""
    at = text.find("\n")
    return "\r\n" if at > 0 and text[at - 1] == "\r" else "\n"


def in_force_is_all(text: str) -> bool:
    """Whether a line put at the end of this text would count everywhere."""
    state = _Filters(None)
    for line in _lines(text):
        state.take(line.strip())
    return state.clear()


def _begins_with_a_setting(text: str) -> bool:
    for line in _lines(text):
        if line.strip().startswith("["):
            return False
        if _sets(line.strip()):
            return True
    return False


def _lines(text: str) -> list[str]:
    """With their ends; a last one without too."""
    return re.findall(r"[^\n]*\n|[^\n]+\Z", text)


# --- lines and filters --------------------------------------------------------------------------


def settings(text: str, model: Model | None) -> Iterator[Line]:
    """The lines of a text that set something, and whether they count on that model."""
    state, scope = _Filters(model), ""
    for number, raw in enumerate(_lines(text), 1):
        line = raw.strip()
        if state.take(line) or not _sets(line):
            continue
        applies = state.applies()
        yield Line(number, line, applies, scope)
        name, _, value = line.partition("=")
        if name.strip() in _OVERLAYS and applies is not Applies.NO:
            scope = _overlay(value)[0]


def includes(text: str) -> Iterator[tuple[int, str]]:
    """The lines, by number, that have the firmware read another file there."""
    for number, raw in enumerate(_lines(text), 1):
        if raw.split()[:1] == ["include"]:
            yield number, raw.strip()


def last(key: str, lines: Iterable[Line]) -> Line | None:
    """The line that has the last word on a key of `keys`, as far as may be."""
    found = [line for line in lines if line.applies is not Applies.NO and key in line.sets()]
    return found[-1] if found else None


def in_force(config_txt: str, model: Model | None, key: str) -> str | None:
    """What config.txt surely sets a key to, as `dtparam=audio` to `off`; None where it does not."""
    line = last(key, settings(config_txt, model))
    return line.sets()[key] if line is not None and line.applies is Applies.YES else None


def keys(line: str, scope: str = "") -> dict[str, str]:
    """What a line sets, and to what: of two lines with a key, the later wins.

    An overlay is one key, whatever its parameters; `dtparam` may set several at once, and in the
    scope of an overlay it may change that.
    """
    name, _, value = (part.strip() for part in line.partition("="))
    if name in _OVERLAYS:
        overlay = _overlay(value)
        return {f"dtoverlay={overlay[0]}": ",".join(overlay)}
    if name in _PARAMETERS:
        pairs = (part.strip().partition("=") for part in value.split(","))
        return {
            f"dtoverlay={scope}" if _is_own(key, scope) else f"dtparam={key}": _plain(text)
            for key, _, text in pairs
        }
    if name == "gpio":
        pins, _, states = value.partition("=")
        return {f"gpio={pin}": states for pin in _pins(pins)}
    return {name: value}


def _overlay(value: str) -> list[str]:
    """Its name and its parameters; a colon may stand between them, a file name for the name."""
    name, *parameters = re.split(r"[,:]", value)
    name = name.strip().removeprefix("overlays/").removesuffix("-overlay.dtb").removesuffix(".dtbo")
    return [name, *parameters]


def _is_own(parameter: str, scope: str) -> bool:
    return any(scope.startswith(name) and parameter in own for name, own in _OWN.items())


def _plain(value: str) -> str:
    return "on" if value in _ON else value


def _pins(text: str) -> Iterator[int]:
    for part in text.split(","):
        low, _, high = part.partition("-")
        if low.strip().isdecimal() and (high or low).strip().isdecimal():
            yield from range(int(low), min(int(high or low), 255) + 1)


def _sets(line: str) -> bool:
    return "=" in line and not line.startswith(("#", "["))


class _Filters:
    """What stands in force, line by line. Without a model every filter is a maybe."""

    def __init__(self, model: Model | None) -> None:
        self._model = model
        self._board = Applies.YES
        self._filtered = False
        self._others: dict[str, Applies] = {}

    def take(self, line: str) -> bool:
        """Whether it was a filter."""
        if not (line.startswith("[") and line.endswith("]")):
            return False
        name = line[1:-1].strip().lower()
        if name == "all":
            self._board, self._filtered = Applies.YES, False
            self._others.clear()
        elif _MODEL_FILTER.fullmatch(name):
            self._board, self._filtered = self._of_board(name), True
        else:
            kind = re.split(r"[=:]|\d", name)[0]
            self._others[kind] = Applies.NO if name == "none" else Applies.MAYBE
        return True

    def clear(self) -> bool:
        return not self._filtered and not self._others

    def applies(self) -> Applies:
        return min([self._board, *self._others.values()])

    def _of_board(self, name: str) -> Applies:
        if self._model is None or not self._model.filters:
            return Applies.MAYBE
        return Applies.YES if name in self._model.filters else Applies.NO
