"""`showdown units` and `identify`: which unit is which."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any

from showdown_host import ask, find
from showdown_host.ask import Asked
from showdown_host.cli_common import Exit, OpenUnit, print_json, say

_HEADS = ("name", "serial", "state", "port")


def units(args: argparse.Namespace, _open_unit: OpenUnit) -> int:
    """Name the units of this computer, and what each says of itself."""
    asked = ask.ask_all(find.units())
    if args.json:
        for one in asked:
            print_json(_members(one))
    elif asked:
        print(_table([_row(one) for one in asked]))
    if not asked:
        say(
            "showdown: no unit found on the USB, and no bench of this user. "
            "Plug one in, or start a bench: showdown-unit bench"
        )
    return Exit.OK if asked else Exit.NO_UNIT


def identify(args: argparse.Namespace, open_unit: OpenUnit) -> int:
    """Let the unit blink its code, and say what to look for."""
    with open_unit("observe") as unit:
        shown = unit.identify()
        name = unit.info.name or unit.info.serial
    if args.json:
        print_json(shown)
        return Exit.OK
    seconds = shown.limit_ms / 1000
    print(f"{name} blinks {', '.join(shown.blinks)}, one after the other, for {seconds:g} s")
    return Exit.OK


def _members(one: Asked) -> dict[str, Any]:
    hello = one.hello
    return {
        "port": one.found.port,
        "kind": one.found.kind,
        "serial": one.serial,
        "name": one.name,
        "product": one.found.product,
        "model": None if hello is None else hello.model,
        "state": None if hello is None else hello.state,
        "active": None if hello is None else hello.active,
        "busy": one.busy,
        "holder": one.holder,
        "problem": one.problem,
    }


def _row(one: Asked) -> Sequence[str]:
    state = one.problem if one.hello is None else one.hello.state
    if one.hello is not None and one.holder is not None:
        state = f"{state}, held by {one.holder}"
    return (one.name or "?", one.serial or "?", state or "?", one.found.port)


def _table(rows: Sequence[Sequence[str]]) -> str:
    widths = [max(len(row[column]) for row in (_HEADS, *rows)) for column in range(len(_HEADS))]
    return "\n".join(
        "  ".join(f"{text:{width}}" for text, width in zip(row, widths, strict=True)).rstrip()
        for row in (_HEADS, *rows)
    )
