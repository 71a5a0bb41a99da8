"""The backends by name. Nothing is guessed or fallen back to: what is asked for runs, or says why.

gpiozero's own choice would try one factory after the other and end on one without edges.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

from showdown_hw.board import Board
from showdown_hw.clock import Clock
from showdown_hw.errors import BackendError
from showdown_hw.factory import UnitFactory
from showdown_hw.mock import UnitMockFactory

BACKENDS: dict[str, Callable[..., UnitFactory]] = {"mock": UnitMockFactory}


def open_factory(name: str, board: Board, clock: Clock, **options: Any) -> UnitFactory:
    """Open the backend of that name; BackendError says what there is, or what is wrong with it."""
    if name not in BACKENDS:
        msg = f"backend {name!r} does not exist; there are: {', '.join(sorted(BACKENDS))}"
        raise BackendError(msg)
    opener = BACKENDS[name]
    known = [p.name for p in inspect.signature(opener).parameters.values() if _is_option(p)]
    for option in options:
        if option not in known:
            has = ", ".join(known) or "none"
            msg = f"backend {name}: option {option!r} is unknown; its options: {has}"
            raise BackendError(msg)
    return opener(board, clock, **options)


def _is_option(parameter: inspect.Parameter) -> bool:
    return parameter.kind is inspect.Parameter.KEYWORD_ONLY
