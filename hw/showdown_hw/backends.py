"""The backends by name. What is asked for runs, or says why not.

gpiozero's own choice would try one factory after the other and end on one without edges. `auto`
tries the two that are good enough, and says so where it does not take the better one.
"""

from __future__ import annotations

import inspect
import logging
from collections.abc import Callable
from typing import Any

from showdown_hw.board import Board
from showdown_hw.clock import Clock
from showdown_hw.errors import BackendError
from showdown_hw.factory import UnitFactory
from showdown_hw.gpiod_factory import open_gpiod
from showdown_hw.lgpio_factory import open_lgpio
from showdown_hw.mock import UnitMockFactory
from showdown_hw.pigpio_factory import open_pigpio
from showdown_hw.pwm import PwmDriver
from showdown_hw.rpigpio_factory import open_rpigpio

BACKENDS: dict[str, Callable[..., UnitFactory]] = {
    "gpiod": open_gpiod,
    "lgpio": open_lgpio,
    "mock": UnitMockFactory,
    "pigpio": open_pigpio,
    "rpigpio": open_rpigpio,
}

AUTO = ("gpiod", "lgpio")
"""What `auto` tries, the best first."""

_logger = logging.getLogger(__name__)


def open_factory(name: str, board: Board, clock: Clock, **options: Any) -> UnitFactory:
    """Open the backend of that name; BackendError says what there is, or what is wrong with it."""
    openers = {**BACKENDS, "auto": _open_auto}
    if name not in openers:
        msg = f"backend {name!r} does not exist; there are: {', '.join(sorted(openers))}"
        raise BackendError(msg)
    opener = openers[name]
    known = [p.name for p in inspect.signature(opener).parameters.values() if _is_option(p)]
    for option in options:
        if option not in known:
            has = ", ".join(known) or "none"
            msg = f"backend {name}: option {option!r} is unknown; its options: {has}"
            raise BackendError(msg)
    return opener(board, clock, **options)


def _open_auto(
    board: Board,
    clock: Clock,
    *,
    chip: int | str | None = None,
    root: str = "/",
    revision: int | None = None,
    pwm_driver: PwmDriver | None = None,
) -> UnitFactory:
    """The first of `AUTO` that opens; one warning where that is not the best."""
    refusals: list[str] = []
    for name in AUTO:
        try:
            factory = BACKENDS[name](
                board, clock, chip=chip, root=root, revision=revision, pwm_driver=pwm_driver
            )
        except BackendError as error:
            refusals.append(f"{name}: {error}")
            continue
        if refusals:
            _logger.warning("the %s backend is used. Better, but: %s", name, "; ".join(refusals))
        return factory
    msg = "no backend for real pins works here. " + ". ".join(refusals)
    raise BackendError(msg)


def _is_option(parameter: inspect.Parameter) -> bool:
    return parameter.kind is inspect.Parameter.KEYWORD_ONLY
