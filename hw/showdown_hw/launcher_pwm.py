"""Who makes the servo's pulses: the Pi's hardware, the backend, or a thread of ours.

The word is `launcher.pwm` of the configuration. `auto` never ends on software pulses unsaid.
"""

from __future__ import annotations

import inspect
import logging
from pathlib import Path
from typing import Any

from showdown_hw.backends import BACKENDS, open_factory
from showdown_hw.board import Board
from showdown_hw.chips import BY_LABEL, find_header_chip
from showdown_hw.clock import Clock
from showdown_hw.errors import BackendError
from showdown_hw.factory import UnitFactory
from showdown_hw.pwm import PinPwm, PwmOutput
from showdown_hw.software_pwm import SoftwarePwm
from showdown_hw.sysfs_pwm import NoPwmChip, SysFiles, SysfsPwm

PWM_CHOICES = ("auto", "hardware", "software")

SOFTWARE_TIMED = ("lgpio", "rpigpio")
"""Backends whose own pulses jitter: `auto` prefers the hardware, and says so where it cannot."""

_logger = logging.getLogger(__name__)


def open_unit_factory(
    backend: str,
    pwm: str,
    board: Board,
    clock: Clock,
    *,
    header: str = BY_LABEL,
    sys_root: str | Path = "/",
    files: SysFiles | None = None,
    **options: Any,
) -> UnitFactory:
    """The backend of that name, its servo signal made as `pwm` says. Options are the backend's.

    `header` is `hardware.chip`: which GPIO chip the header is, where not found by its usual label.

    A backend with good pulses of its own (pigpio, mock) makes them under `auto`, and has no
    other. BackendError for what cannot be.
    """
    if pwm not in PWM_CHOICES:
        msg = f"launcher.pwm {pwm!r} does not exist; there are: {', '.join(PWM_CHOICES)}"
        raise BackendError(msg)
    if header != BY_LABEL and backend != "mock":
        if not _takes(backend, "chip"):
            msg = (
                f"the {backend} backend finds its pins without a chip: set hardware.chip to"
                f" {BY_LABEL}, or hardware.backend to gpiod"
            )
            raise BackendError(msg)
        options["chip"] = str(find_header_chip(sys_root, named=header).path)
    if not _takes(backend, "pwm_driver"):
        if pwm != "auto":
            msg = (
                f"the {backend} backend makes the servo's pulses itself: set launcher.pwm to auto,"
                " or hardware.backend to gpiod"
            )
            raise BackendError(msg)
        return open_factory(backend, board, clock, **options)
    opened: list[UnitFactory] = []

    def driver(bcm: int) -> PwmOutput:
        return choose_pwm(pwm, bcm, opened[0], clock, sys_root=sys_root, files=files)

    opened.append(open_factory(backend, board, clock, pwm_driver=driver, **options))
    return opened[0]


def choose_pwm(
    pwm: str,
    bcm: int,
    factory: UnitFactory,
    clock: Clock,
    *,
    sys_root: str | Path = "/",
    files: SysFiles | None = None,
) -> PwmOutput:
    """The servo signal on that pin, off, made as `pwm` says. BackendError names the mend."""
    if pwm == "software":
        _logger.warning(
            "GPIO%d: the servo's pulses are made in software, as launcher.pwm asks: they jitter",
            bcm,
        )
        return SoftwarePwm(bcm, factory, clock)
    try:
        return SysfsPwm(bcm, clock, root=sys_root, files=files)
    except NoPwmChip as error:
        if pwm != "auto" or factory.backend.name not in SOFTWARE_TIMED:
            raise
        _logger.warning(
            "%s makes the servo's pulses in software: they jitter. Better, but: %s",
            factory.backend.name,
            error,
        )
        return PinPwm(bcm, factory)


def _takes(backend: str, option: str) -> bool:
    opener = BACKENDS.get(backend)
    # `auto` hands it on; an unknown name is refused by open_factory, in its own words.
    return opener is None or option in inspect.signature(opener).parameters
