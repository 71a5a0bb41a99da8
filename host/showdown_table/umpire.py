"""Plays the match's showdowns at a unit, and asks the table where nobody else can know."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum
from typing import Literal

from showdown_host.result import Result
from showdown_host.unit import Unit
from showdown_rules.state import Showdown
from showdown_table.table import Table


class Step(Enum):
    """How far the umpire is with the pending showdown."""

    IDLE = "idle"  # none is pending
    SEEKING = "seeking"  # a unit is looked for; `problem` says what is wrong
    NOT_READY = "not_ready"  # the unit wants something first; `problem` says what
    PLAYING = "playing"  # the unit has it; see `state`, `held`, `result`
    ASKING = "asking"  # the table has to say; `question` and `answers`
    ENDING = "ending"  # the table has spoken, and the unit is told


class Answer(Enum):
    """What people may tell the umpire now."""

    LOSER = "loser"  # `Umpire.lost`: they saw who lost
    LINES = "lines"  # `Umpire.lines`: the cards over each line
    AGAIN = "again"  # `Umpire.again`: play it once more
    KEEP = "keep"  # `Umpire.keep`: the unit's verdict stands, though it was close
    CANCEL = "cancel"  # `Umpire.cancel`: call it off at the unit
    SWAP = "swap"  # `Umpire.swap`: the two players change sides


class Question(Enum):
    """Why the table is asked."""

    NO_UNIT = "no_unit"  # there is none: play it by hand, or plug one in
    INDETERMINATE = "indeterminate"  # cards may have flown, the unit cannot say at whom
    CONTESTED = "contested"  # a late stamp would have said otherwise: the lines may settle it
    NO_PRESS = "no_press"  # nobody pressed
    ABORTED = "aborted"  # the unit broke it off, see `problem`
    CANCELLED = "cancelled"  # it was called off
    REFUSED = "refused"  # the unit would not begin, see `problem`
    ELSEWHERE = "elsewhere"  # it was begun at another unit: bring that one, or say who lost


@dataclass(frozen=True, slots=True)
class Status:
    """The pending showdown, for a picture. A new one at each change."""

    step: Step = Step.IDLE
    showdown: Showdown | None = None
    left: int = -1  # the seat at the left paddle
    right: int = -1
    key: str = ""  # its name at the unit
    unit: str = ""  # the unit's name, "" while there is none
    state: str = ""  # PLAYING: the record's: accepted, armed, counting, racing, launching, done
    attempt: int = 1  # PLAYING: the unit's own count of attempts, dead heats and voids before it
    before: str = ""  # PLAYING: the outcome of the attempt before: dead_heat or void
    held: tuple[str, ...] = ()  # PLAYING: paddles that have to be let go first: left, right
    linked: bool = True  # PLAYING: False while the cable is off; the unit plays on
    result: Result | None = None  # the record as last seen; the loser is there once it is known
    loser: int = -1  # the losing seat, as soon as it is known
    question: Question | None = None
    answers: frozenset[Answer] = field(default_factory=frozenset)
    problem: str = ""  # what is wrong, as the library words it (English)


Watcher = Callable[[Status], None]


class Umpire:
    """Runs on threads of its own, from `start` to `close`; any thread may call any method.

    It acts on the table by itself (Settle, Lines, Rematch) as soon as a verdict stands; who wants
    to know listens at the table. The answers below do nothing where `status.answers` has them not.

    `open_unit`: opens the unit for control, may raise ShowdownError and is then tried again; None:
    there is no unit, and people say who lost. `swapped`: the initiator sits at the right.
    `ask`: False where nobody is there to answer; then what gave no loser is played again by itself,
    a contested verdict stands, and an indeterminate one is played again.
    """

    def __init__(
        self,
        table: Table,
        open_unit: Callable[[], Unit] | None,
        *,
        swapped: bool = False,
        ask: bool = True,
        begin: Literal["button", "now"] = "button",
    ) -> None:
        raise NotImplementedError

    def start(self) -> None:
        """Begin; a showdown that is pending already is taken up at once."""
        raise NotImplementedError

    def close(self) -> None:
        """Stop. A showdown at the unit goes on there; the next start takes it up."""
        raise NotImplementedError

    @property
    def status(self) -> Status:
        """Now."""
        raise NotImplementedError

    def watch(self, watcher: Watcher) -> Callable[[], None]:
        """Have every new status told; the result ends that. Called as table listeners are."""
        raise NotImplementedError

    def lost(self, seat: int) -> None:
        """The table saw that `seat` lost."""
        raise NotImplementedError

    def lines(self, initiator: int, defender: int) -> None:
        """The cards over each one's line, as counted."""
        raise NotImplementedError

    def again(self) -> None:
        """Play it again."""
        raise NotImplementedError

    def keep(self) -> None:
        """The unit's verdict stands."""
        raise NotImplementedError

    def cancel(self) -> None:
        """Call it off at the unit; then the table is asked. Too late: the verdict stands."""
        raise NotImplementedError

    def swap(self) -> None:
        """The two change sides; one that is armed already is called off and begun anew."""
        raise NotImplementedError
