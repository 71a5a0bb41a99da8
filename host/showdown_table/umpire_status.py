"""What the umpire is at, for pictures."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum
from typing import Literal

from showdown_host.result import Result
from showdown_rules.actions import NOBODY
from showdown_rules.state import Showdown

logger = logging.getLogger(__name__)

Watcher = Callable[["Status"], None]


class Step(Enum):
    """How far the umpire is with the pending showdown."""

    IDLE = "idle"  # none is pending
    SEEKING = "seeking"  # a unit is looked for; `problem` says what is wrong
    NOT_READY = "not_ready"  # the unit wants something first; `problem` says what
    PLAYING = "playing"  # the unit has it; see `state`, `held`, `result`
    ASKING = "asking"  # the table has to say; `question` and `answers`
    ENDING = "ending"  # the unit still ends the showdown before


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

    NO_UNIT = "no_unit"  # there is none: play it by hand
    INDETERMINATE = "indeterminate"  # cards may have flown, the unit cannot say at whom
    CONTESTED = "contested"  # a late stamp would have said otherwise: the lines may settle it
    NO_PRESS = "no_press"  # nobody pressed
    ABORTED = "aborted"  # the unit broke it off, see `problem`
    CANCELLED = "cancelled"  # it was called off
    REFUSED = "refused"  # it cannot be played as things are, see `problem`
    ELSEWHERE = "elsewhere"  # it was begun at another unit: bring that one, or say who lost


@dataclass(frozen=True, slots=True)
class Status:
    """The pending showdown, for a picture. A new one at each change."""

    step: Step = Step.IDLE
    showdown: Showdown | None = None
    left: int = NOBODY  # the seat at the left paddle
    right: int = NOBODY
    key: str = ""  # its name at the unit
    unit: str = ""  # the unit's name, "" while there is none
    cards: int = 0  # that the unit is to throw: fewer than the showdown's where it holds fewer
    state: str = ""  # PLAYING: the record's: accepted, armed, counting, racing, launching, done
    begin: Literal["button", "now"] = "button"  # PLAYING: what starts the count
    attempt: int = 1  # PLAYING: the unit's own count of attempts, dead heats and voids before it
    before: str = ""  # PLAYING: the outcome of the attempt before: dead_heat or void
    held: tuple[str, ...] = ()  # PLAYING: paddles that have to be let go first: left, right
    linked: bool = True  # PLAYING: False while the cable is off; the unit plays on
    result: Result | None = None  # the record as last seen; the last one stays while IDLE
    loser: int = NOBODY  # the losing seat, as soon as it is known
    question: Question | None = None
    answers: frozenset[Answer] = frozenset()
    problem: str = ""  # what is wrong, as the library words it (English)


def open_answers(status: Status) -> frozenset[Answer]:
    """What people may tell while nothing is asked."""
    by_hand = {Answer.LOSER} | ({Answer.LINES} if status.cards else set())
    match status.step:
        case Step.SEEKING:
            return frozenset(by_hand | {Answer.SWAP})
        case Step.NOT_READY | Step.ENDING:
            return frozenset(by_hand)
        case Step.PLAYING if not status.linked:
            return frozenset(by_hand)
        case Step.PLAYING if status.state in {"", "accepted", "armed"}:
            return frozenset({Answer.CANCEL, Answer.SWAP})
        case Step.PLAYING if status.state == "counting":
            return frozenset({Answer.CANCEL})
    return frozenset()


class Board:
    """The status, and whoever watches it. Any thread may call."""

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self._status = Status()
        self._watchers: list[Watcher] = []

    @property
    def status(self) -> Status:
        """Now."""
        return self._status

    def put(self, status: Status) -> None:
        """A new one; its `answers` stand only while it asks."""
        if status.step is not Step.ASKING:
            status = replace(status, question=None, answers=open_answers(status))
        with self._lock:
            if status == self._status:
                return
            self._status = status
            for watcher in list(self._watchers):
                try:
                    watcher(status)
                except Exception:
                    # A picture that fails must not stop the match.
                    logger.exception("a watcher failed")

    def watch(self, watcher: Watcher) -> Callable[[], None]:
        """Have every new status told; the result ends that."""
        with self._lock:
            self._watchers.append(watcher)

        def end() -> None:
            with self._lock:
                if watcher in self._watchers:
                    self._watchers.remove(watcher)

        return end
