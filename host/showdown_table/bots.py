"""Players that are programs: the seam for them, those that come with the apps, and the lookup."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from random import Random
from reprlib import Repr
from typing import Protocol

from showdown_rules.actions import NOBODY, Action
from showdown_rules.views import View
from showdown_table.bots_greedy import GreedyBot
from showdown_table.bots_random import RandomBot


class Bot(Protocol):
    """A player. One object plays one seat of one match."""

    def choose(self, view: View, legal: Sequence[Action], rng: Random) -> Action | None:
        """One of `legal`; None, out of turn, for nothing.

        It is asked when `view.seat` has to act, again after a call or a catch, and out of turn when
        there is something to say or to jump in with. All its chance comes from `rng`.
        """


class BotError(LookupError):
    """No such bot, or one that does not do as bots do; the message says which, and what it did.

    `seat` is where it plays, NOBODY before it does.
    """

    def __init__(self, text: str, seat: int = NOBODY) -> None:
        super().__init__(text)
        self.seat = seat


BOTS: dict[str, Callable[[], Bot]] = {"random": RandomBot, "greedy": GreedyBot}
"""By the names that command lines take."""

_NOT_THERE = (ImportError, AttributeError, ValueError)
_LONGEST = 200
_SHORT = Repr()
_SHORT.maxother = _SHORT.maxstring = 90


def find(name: str) -> Callable[[], Bot]:
    """What makes the bot of that name, or of `module:Class` with no arguments. BotError."""
    if name in BOTS:
        return BOTS[name]
    module, colon, attribute = name.partition(":")
    if not colon:
        msg = f"no bot is called {name!r}; there are {', '.join(BOTS)}, and your own module:Class"
        raise BotError(msg)
    if "" not in sys.path:
        sys.path.insert(0, "")  # it stands in the folder one works in
    try:
        found = getattr(import_module(module), attribute)
    except (Exception, SystemExit) as error:  # whatever somebody's own file may do
        what = _line(str(error)) if isinstance(error, _NOT_THERE) else _words(error)
        msg = f"no bot in {name!r}: {what}"
        raise BotError(msg) from error
    if not callable(getattr(found, "choose", None)):
        msg = f"{name!r} is no bot: it has no method choose(view, legal, rng)"
        raise BotError(msg)
    make: Callable[[], Bot] = found
    return make


class Seated:
    """A bot at its seat, whose answers are checked: it may be somebody's own."""

    def __init__(self, kind: str, seat: int) -> None:
        """BotError: there is none, or it cannot be made."""
        self.kind, self.seat = kind, seat
        make = find(kind)
        try:
            self._bot = make()
        except (Exception, SystemExit) as error:
            raise self._wrong(f"cannot be made: {_words(error)}") from error

    def choose(self, view: View, legal: Sequence[Action], rng: Random) -> Action | None:
        """One of `legal`; None, out of turn, for nothing. BotError: it chose something else."""
        offered = tuple(legal)  # nobody else can add to these
        try:
            answer = self._bot.choose(view, offered, rng)
        except (Exception, SystemExit) as error:
            raise self._wrong(f"failed: {_words(error)}") from error
        if answer is None:
            if self.seat in view.acting:
                raise self._wrong("chose nothing in its turn")
            return None
        for action in offered:
            if type(answer) is type(action) and all(map(_same, answer, action)):
                return action
        raise self._wrong(f"chose what it was not offered: {_line(_SHORT.repr(answer))}")

    def _wrong(self, what: str) -> BotError:
        return BotError(f"the bot {self.kind} at seat {self.seat} {what}", self.seat)


def _same(given: object, offered: object) -> bool:
    """Equal, and of its type or an enum's: 1.0 and True are no card."""
    kind = type(offered)
    fits = isinstance(given, kind) and isinstance(given, bool) == (kind is bool)
    return fits and given == offered


def _words(error: BaseException) -> str:
    """The error and the line it comes from, without what else its program held."""
    last = traceback.extract_tb(error.__traceback__)[-1]
    told = last.filename == __file__ or isinstance(error, SyntaxError)
    where = "" if told else f" ({Path(last.filename).name}, line {last.lineno})"
    try:
        text = str(error)
    except Exception:  # noqa: BLE001 - an error of somebody's own, whose text fails too
        text = ""
    return _line(f"{type(error).__name__}: {text[:_LONGEST]}{where}")


def _line(text: str) -> str:
    return " ".join(text.split())
