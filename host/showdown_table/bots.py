"""Players that are programs: the seam for them, those that come with the apps, and the lookup."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from random import Random
from typing import Protocol

from showdown_rules.actions import Action
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
    """No such bot; the message says what there is."""


BOTS: dict[str, Callable[[], Bot]] = {"random": RandomBot, "greedy": GreedyBot}
"""By the names that command lines take."""


def find(name: str) -> Callable[[], Bot]:
    """What makes the bot of that name, or of `module:Class` with no arguments. BotError."""
    if name in BOTS:
        return BOTS[name]
    module, colon, attribute = name.partition(":")
    if not colon:
        msg = f"no bot is called {name!r}; there are {', '.join(BOTS)}, and your own module:Class"
        raise BotError(msg)
    try:
        found = getattr(import_module(module), attribute)
    except (ImportError, AttributeError, ValueError) as error:
        msg = f"no bot in {name!r}: {error}"
        raise BotError(msg) from error
    if not callable(getattr(found, "choose", None)):
        msg = f"{name!r} is no bot: it has no method choose(view, legal, rng)"
        raise BotError(msg)
    make: Callable[[], Bot] = found
    return make
