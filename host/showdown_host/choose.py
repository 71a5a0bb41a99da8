"""Which of the units on this computer is meant."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from showdown_host import ask
from showdown_host.ask import Asked
from showdown_host.errors import NoUnit
from showdown_host.find import Found
from showdown_protocol import usb

AskAll = Callable[[Sequence[Found]], list[Asked]]

HOW = "name one with --unit or SHOWDOWN_UNIT (its name or its serial), or its port with --port"


def the_only(found: Sequence[Found]) -> Found:
    """The one unit on the USB, else the one bench. Raises `NoUnit` saying what there is."""
    for kind, words in (("usb", "units"), ("bench", "benches")):
        same = [one for one in found if one.kind == kind]
        if len(same) == 1:
            return same[0]
        if same:
            msg = f"{len(same)} {words} found, {HOW}:{_listed(same)}"
            raise NoUnit(msg)
    msg = (
        f"no unit found on the USB ({usb.VENDOR_ID:04x}:{usb.PRODUCT_ID:04x}, "
        f"{usb.PRODUCT!r}), and no bench of this user. "
        "Plug it in, start a bench (`showdown-unit bench`), or name a port with --port or "
        "SHOWDOWN_PORT"
    )
    if found:
        msg += f". There is{_listed(found)}"
    raise NoUnit(msg)


def by_name(found: Sequence[Found], wanted: str, ask_all: AskAll = ask.ask_all) -> Found:
    """The unit of that serial or name, in any case. Raises `NoUnit`, listing what there is.

    Serials need no asking, names do: all units at once, also where one was found already, for a
    name may have changed, and two may have the same.
    """
    serials = [one for one in found if is_called(wanted, one.serial)]
    if serials:
        return serials[0]  # more than one port of one unit
    asked = ask_all(found)
    named = [one for one in asked if is_called(wanted, one.name, one.serial)]
    if len({one.serial or one.found.port for one in named}) == 1:
        return named[0].found
    if not named:
        there = _told(asked) if asked else " none at all. Is it plugged in, or its bench running?"
        msg = f"no unit is called {wanted!r} or has that serial. There is:{there}"
        raise NoUnit(msg)
    msg = (
        f"{len(named)} units are called {wanted!r}, say which by its serial or its port:"
        f"{_told(named)}"
    )
    raise NoUnit(msg)


def again(found: Sequence[Found], before: Found) -> Found:
    """The unit that was opened before, by its serial, whatever its port is called now.

    Raises `NoUnit` where it is not there; never gives another unit.
    """
    if before.serial is not None:
        same = [one for one in found if one.serial == before.serial]
        if same:
            return min(same, key=lambda one: (one.kind != before.kind, one.port != before.port))
        which, mend = f"the unit with serial {before.serial}", "Is its cable plugged in?"
        if before.kind == "bench":
            which, mend = f"the bench {before.name or before.serial}", "Is it still running?"
        msg = f"{which} is not there. {mend}"
        raise NoUnit(msg)
    # The system hides its serial: whoever answers there, the link compares the unit's own.
    same = [one for one in found if one.kind == before.kind and one.serial is None]
    if len(same) == 1:
        return same[0]
    msg = f"the unit at {before.port} is not there, or there are several now:{_listed(same)}"
    raise NoUnit(msg)


def is_called(wanted: str, *names: str | None) -> bool:
    """Whether one of the names or serials is that one, in any case."""
    return any(name is not None and name.casefold() == wanted.casefold() for name in names)


def _listed(found: Sequence[Found]) -> str:
    return "".join(f"\n  {one}" for one in found)


def _told(asked: Sequence[Asked]) -> str:
    return "".join(
        f"\n  {one.name or 'name unknown'}, serial {one.serial or 'unknown'}, {one.found.port}"
        + (f" ({one.problem})" if one.problem else "")
        for one in asked
    )
