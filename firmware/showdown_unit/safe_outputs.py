"""Every output of a board switched off, without the unit: for when its process has ended.

Nothing is read, nothing moves. Each output is opened by itself, which writes it off, so that one
that cannot be had does not keep the others on; the launcher's power is the first.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass

from showdown_hw.board import Board
from showdown_hw.factory import UnitFactory
from showdown_hw.outputs import Output
from showdown_hw.signals import SIGNALS, Direction
from showdown_hw.sysfs_pwm import NoPwmChip

POWER, PULSES = "launcher_power", "launcher_pwm"

_logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What is off, in the order of switching, and why the others may still be on."""

    off: tuple[str, ...]
    left_on: Mapping[str, str]


def outputs_of(board: Board) -> list[str]:
    """The board's outputs in the order of their danger."""
    switched = [
        name
        for name, signal in SIGNALS.items()
        if name in board.pins and signal.direction is Direction.OUT and name != POWER
    ]
    return [POWER, PULSES, *switched]


def switch_off(board: Board, open_factory: Callable[[], UnitFactory]) -> Outcome:
    """Switch all of them off, whatever fails on the way, and give the pins back."""
    names = outputs_of(board)
    try:
        factory = open_factory()
    except Exception as error:  # noqa: BLE001 - whatever it was, nothing was switched
        return Outcome((), dict.fromkeys(names, _words(error)))
    off: list[str] = []
    left_on: dict[str, str] = {}
    with ExitStack() as stack:
        stack.callback(_close, factory.close)
        for name in names:
            try:
                close = _off(name, board, factory)
            except NoPwmChip:
                off.append(name)  # without that hardware there are no pulses
            except Exception as error:  # noqa: BLE001 - kept, and told once all have been tried
                left_on[name] = _words(error)
            else:
                stack.callback(_close, close)
                off.append(name)
    return Outcome(tuple(off), left_on)


def _off(name: str, board: Board, factory: UnitFactory) -> Callable[[], None]:
    """Switch one off; what gives its pin back."""
    if name == PULSES:
        pulses = factory.open_pwm(board.pins[name].bcm)  # opened without pulses
        pulses.off()
        return pulses.close
    output = Output(name, board.pins[name], factory)  # opened off
    output.off()
    return output.close


def _close(close: Callable[[], None]) -> None:
    try:
        close()
    except Exception as error:  # noqa: BLE001 - it is off; the process ends now anyway
        _logger.debug("not given back: %s", error)


def _words(error: Exception) -> str:
    ours = str(error)
    return ours or type(error).__name__
