"""What may be done at the table. Each action is a value that says all of itself.

`turn` is `State.turn` as its sender saw it: an action that comes twice, or after somebody else's,
is refused as stale. `seat` is who acts; what the table does has `TABLE`.
"""

from __future__ import annotations

from typing import NamedTuple

TABLE = -1
"""The seat of whoever runs the table: the unit's verdicts, leaving players, the next round."""

NOBODY = -1


class Play(NamedTuple):
    """A card from the hand, with every choice that belongs to it.

    `colour` for wild cards; `opponent` a seat for a Wild Showdown, a Wild Don't Talk, or a 7 with
    `seven_zero`; `cards`, how many, for a Wild Showdown; `uno` calls UNO with the play. What the
    card does not ask for stays -1 or 0, or the play is refused.
    """

    turn: int
    seat: int
    card: int
    colour: int = -1
    opponent: int = NOBODY
    cards: int = 0
    uno: bool = False


class Draw(NamedTuple):
    """The top card of the pile into the hand; with `stacking`, all that was stacked."""

    turn: int
    seat: int


class Pass(NamedTuple):
    """After drawing: keep the card. Also where nothing can be drawn or played."""

    turn: int
    seat: int


class Accept(NamedTuple):
    """Take the four cards."""

    turn: int
    seat: int


class Challenge(NamedTuple):
    """Doubt the Wild Draw Four."""

    turn: int
    seat: int


class CallUno(NamedTuple):
    """Say UNO, with or before or after the play that leaves one card."""

    turn: int
    seat: int


class Catch(NamedTuple):
    """Say that `target` has one card and has not said UNO."""

    turn: int
    seat: int
    target: int


class Spoke(NamedTuple):
    """The table heard the silenced `target` talk."""

    turn: int
    seat: int
    target: int


class Settle(NamedTuple):
    """The verdict on showdown `number`, from the unit or the table: `loser` takes the cards."""

    turn: int
    seat: int
    number: int
    loser: int
    by: str = "unit"  # unit, lines or table


class Lines(NamedTuple):
    """Showdown `number` was unclear: cards over each side's dividing line, as counted."""

    turn: int
    seat: int
    number: int
    initiator: int
    defender: int


class Rematch(NamedTuple):
    """Showdown `number` gave no loser (dead heat, nobody pressed, aborted): play it again."""

    turn: int
    seat: int
    number: int
    why: str = ""


class Leave(NamedTuple):
    """`target` leaves the match for good."""

    turn: int
    seat: int
    target: int


class NextRound(NamedTuple):
    """Deal again."""

    turn: int
    seat: int


Action = (
    Play
    | Draw
    | Pass
    | Accept
    | Challenge
    | CallUno
    | Catch
    | Spoke
    | Settle
    | Lines
    | Rematch
    | Leave
    | NextRound
)


class IllegalAction(ValueError):  # noqa: N818 - the field's name for it
    """An action that the rules refuse; nothing has changed.

    `code` is a short name for programs and translations, `values` what its text speaks of.
    """

    def __init__(self, code: str, text: str, **values: object) -> None:
        super().__init__(text)
        self.code = code
        self.values = values
