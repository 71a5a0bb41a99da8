"""A showdown drawn: the two at their paddles, lamps, arrow, what goes on. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rich.cells import cell_len, set_cell_size
from textual.content import Content

from showdown_host.result import Result
from showdown_protocol.messages import Outcome, Side
from showdown_rules.actions import NOBODY
from showdown_table.texts import Texts
from showdown_table.umpire_status import Question, Status, Step

_BOX = 28
_GAP = 20
_LAMPS = ("red", "amber", "green")
_STYLES = {"red": "bold red", "amber": "bold yellow", "green": "bold green"}
_LIT = {
    "armed": ("red", "amber"),
    "counting": ("red",),
    "racing": ("green",),
    "launching": ("green",),
}
_EARLY = {Outcome.FALSE_START, Outcome.ANTICIPATED}
_TELLS = {Question.ABORTED, Question.REFUSED, Question.ELSEWHERE}
_STATES = {"accepted", "armed", "counting", "racing", "launching"}


@dataclass(frozen=True, slots=True)
class Picture:
    """A showdown at one moment.

    `sides`: who sits left and right. `result`: the unit's record of it, once it has a verdict.
    """

    texts: Texts
    names: Sequence[str]
    sides: tuple[int, int]
    loser: int
    status: Status
    result: Result | None

    def drawn(self) -> Content:
        """Both players in boxes, the unit's lamps between them; the loser's box is double."""
        left, right = (
            self._box(seat, side)
            for seat, side in zip(self.sides, (Side.LEFT, Side.RIGHT), strict=True)
        )
        rows: list[Content] = []
        for one, middle, other in zip(left, self._unit(), right, strict=True):
            rows += [Content(f" {one}"), middle, Content(f"{other}\n")]
        return Content.assemble(*rows)

    def told(self) -> list[str]:
        """What goes on, in sentences."""
        say, status = self.texts.say, self.status
        match status.step:
            case Step.SEEKING:
                return [say("score-race-seeking"), status.problem]
            case Step.NOT_READY:
                return [say("score-race-not-ready", problem=status.problem)]
            case Step.ENDING:
                return [say("score-race-ending")]
            case Step.ASKING if status.question is not None:
                word = status.question.value.replace("_", "-")
                shown = status.problem if status.question in _TELLS else ""
                return [say(f"score-race-{word}"), shown]
            case Step.PLAYING:
                return self._playing()
        return [say("score-race-seeking")]

    def _playing(self) -> list[str]:
        say, status = self.texts.say, self.status
        lines = []
        if not status.linked:
            lines.append(say("score-race-unlinked"))
        if status.before:
            lines.append(say(f"outcome-{status.before.replace('_', '-')}", reason="other"))
        if status.attempt > 1:
            lines.append(say("score-race-again", attempt=status.attempt))
        if self.loser != NOBODY:
            lines.append(say("score-race-loses", player=self.names[self.loser]))
        elif status.held:
            lines += [say("unit-held", side=side) for side in status.held]
        elif status.state in _STATES:
            left, right = (self.names[seat] for seat in self.sides)
            words = {"left": left, "right": right, "start": status.begin}
            lines.append(say(f"unit-{status.state}", **words))
        return lines

    def _box(self, seat: int, side: Side) -> list[str]:
        lost = seat == self.loser != NOBODY
        edge = "═║╔╗╚╝" if lost else "─│╭╮╰╯"
        verdict = self.texts.say("score-race-takes") if lost else ""
        inner = _BOX - 2
        where = self.texts.say(f"score-race-{side.value}")
        lines = [where, self.names[seat], self._time(side), verdict]
        return [
            f"{edge[2]}{edge[0] * inner}{edge[3]}",
            *(f"{edge[1]}{_middle(line, inner)}{edge[1]}" for line in lines),
            f"{edge[4]}{edge[0] * inner}{edge[5]}",
        ]

    def _time(self, side: Side) -> str:
        """What the unit measured of that side."""
        result = self.result
        if result is None:
            return ""
        if result.outcome in _EARLY and result.loser is side:
            return self.texts.say("race-early")
        measured = result.reaction_us.get(side)
        return "" if measured is None else self.texts.say("race-time", ms=round(measured / 1000, 1))

    def _unit(self) -> list[Content]:
        """Lamps, one above the other, and the arrow."""
        result = self.result
        lit = _LIT.get(self.status.state, ()) if self.status.step is Step.PLAYING else ()
        if result is not None and result.decided:
            lit = ("red",) if result.outcome in _EARLY else ("green",)
        rows = [Content(" " * _GAP)]
        for lamp in _LAMPS:
            on = lamp in lit
            name = self.texts.say(f"lamp-{lamp}")
            words = set_cell_size(f"   {'●' if on else '○'} {name}", _GAP)
            rows.append(Content.styled(words, _STYLES[lamp] if on else ""))
        arrow = ""
        if self.loser != NOBODY:
            arrow = "◀━━━━━━" if self.loser == self.sides[0] else "━━━━━━▶"
        rows.append(Content.styled(set_cell_size(_middle(arrow, _GAP), _GAP), "bold"))
        return [*rows, Content(" " * _GAP)]


def _middle(text: str, width: int) -> str:
    room = max(width - cell_len(text), 0)
    return set_cell_size(" " * (room // 2) + text, width)
