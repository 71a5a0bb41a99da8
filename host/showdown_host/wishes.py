"""What is wished for, before it is stored: its key, and whether the unit could do it."""

from __future__ import annotations

import re
import secrets

from showdown_host.errors import Refused
from showdown_host.intention import Intention
from showdown_host.steps import Opened
from showdown_protocol.messages import Side

_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # no I, L, O, U: keys are read aloud
_KEY = re.compile(r"[A-Za-z0-9_-]{8,64}\Z")


def new_key() -> str:
    """A key that nobody had before: 100 random bits."""
    return "".join(secrets.choice(_ALPHABET) for _ in range(20))


def check(wish: Intention, session: Opened) -> None:
    """Refuse what the unit would refuse, before anything is stored for it."""
    if not _KEY.match(wish.key):
        raise _invalid("key", "a key is 8 to 64 of A-Z a-z 0-9 _ -")
    most = session.hello.limits.cards
    if not 0 <= wish.cards <= most:
        raise _invalid("cards", f"this unit throws 0 to {most} cards, not {wish.cards}")
    if wish.start not in ("button", "now"):
        raise _invalid("start", f"`button` or `now`, not {wish.start!r}")
    if wish.practice is not None and wish.cards:
        raise _invalid("cards", f"practice throws none, not {wish.cards}")
    try:
        wish.start_params(wish.boot, 0)
    except ValueError as error:
        raise _invalid("players", error) from error


def cards_of(cards: int | None, practice: Side | str | None) -> int:
    """How many: as asked, else 2, and none where one plays alone."""
    if cards is not None:
        return cards
    return 2 if practice is None else 0


def side_of(practice: Side | str | None) -> Side | None:
    """The side that plays alone. Raises `Refused` for what is none."""
    try:
        return None if practice is None else Side(practice)
    except ValueError:
        raise _invalid("practice", f"`left` or `right`, not {practice!r}") from None


def _invalid(param: str, why: object) -> Refused:
    return Refused("INVALID_PARAMS", f"{param}: {why}", {"param": param})


def describe(intention: Intention) -> str:
    """It, for people."""
    names = f"{intention.left or '-'} against {intention.right or '-'}"
    if intention.practice is not None:
        names = f"{intention.practice.value} practises alone, {names}"
    return f"{intention.cards} cards, {names}, start {intention.start}, unit {intention.serial}"
