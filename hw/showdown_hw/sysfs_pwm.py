"""The servo signal from the Pi's hardware PWM, through /sys/class/pwm: exact, and no work for us.

The chip is found by the device behind it, never by its number: that of a Pi 5 was pwmchip2 and
then pwmchip0. Nothing here touches the pin itself; the overlay in config.txt connects it.
"""

from __future__ import annotations

import errno
import fcntl
import logging
import os
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from showdown_hw import device_tree
from showdown_hw.clock import Clock
from showdown_hw.errors import BackendError
from showdown_hw.models import (
    CONFIG_TXT,
    MODELS,
    PWM_CHANNELS,
    PWM_FUNCTION,
    Model,
    model_of,
    pwm_overlay,
)
from showdown_hw.pwm import PERIOD_US

PERIOD_NS = PERIOD_US * 1000

# udev hands a fresh channel to the group a moment after it was exported; at boot that may take.
RETRY_NS = 2_000_000_000
RETRY_EVERY_NS = 20_000_000

_logger = logging.getLogger(__name__)


class NoPwmChip(BackendError):  # noqa: N818 - a state of the system: the overlay is not there
    """The hardware PWM is not switched on; the message has the line for config.txt."""


class SysFiles(Protocol):
    """Reading and writing small files; what fails is an OSError."""

    def read(self, path: Path) -> str:
        """The text, without blanks at its ends."""

    def write(self, path: Path, text: str) -> None:
        """Write all of it at once, into a file that exists."""


class RealFiles:
    """The files of the kernel."""

    def read(self, path: Path) -> str:
        """The text, without blanks at its ends."""
        return path.read_text(encoding="ascii", errors="replace").strip()

    def write(self, path: Path, text: str) -> None:
        """Write all of it at once, into a file that exists."""
        fd = os.open(path, os.O_WRONLY | os.O_CLOEXEC)
        try:
            os.write(fd, text.encode("ascii"))
        finally:
            os.close(fd)


class SysfsPwm:
    """A `PwmOutput` on one channel of the hardware PWM.

    Opened with no pulses. `root` is where `sys` is. BackendError says what is missing and the
    line or command that mends it; NoPwmChip where it is the overlay.
    """

    def __init__(
        self,
        bcm: int,
        clock: Clock,
        *,
        root: str | Path = "/",
        files: SysFiles | None = None,
    ) -> None:
        self._bcm = bcm
        self._clock = clock
        self._files = files or RealFiles()
        self._lock: int | None = None
        self._exported = False
        self._closed = False
        chip = find_pwm_chip(bcm, root)
        self._number = PWM_CHANNELS[bcm]
        self._chip = chip
        self._channel = chip / f"pwm{self._number}"
        self._export()
        try:
            self._lock = self._locked()
            self._retrying(self._prepare)
        except BaseException:
            self._give_back()
            raise

    def set_us(self, width_us: int) -> None:
        """Pulses of that width from now on; the very first has it already."""
        if self._closed:
            msg = f"GPIO{self._bcm}: the hardware PWM is closed: open the hardware again"
            raise BackendError(msg)
        self._write("duty_cycle", width_us * 1000)
        self._write("enable", 1)

    def off(self) -> None:
        """No pulses, line low; harmless when there are none."""
        if self._closed:
            return
        try:
            self._write("duty_cycle", 0)
        finally:
            self._write("enable", 0)

    def close(self) -> None:
        """Off, and the channel given back; harmless when closed."""
        if self._closed:
            return
        try:
            self.off()
        finally:
            self._closed = True
            self._give_back()

    # --- opening ----------------------------------------------------------------------------

    def _export(self) -> None:
        if self._channel.is_dir():
            # Left by an earlier run that was killed, or made at boot by somebody's udev rule.
            _logger.info("%s was exported already; it is taken over", self._channel)
            return
        try:
            self._retrying(lambda: self._files.write(self._chip / "export", str(self._number)))
        except BackendError as error:
            cause = error.__cause__
            if isinstance(cause, OSError) and cause.errno == errno.EBUSY:
                raise BackendError(self._in_use()) from cause
            raise
        self._exported = True

    def _locked(self) -> int:
        """Two programs of ours on one channel: the second is told. Others do not ask."""
        try:
            fd = os.open(self._channel, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        except OSError as error:
            raise BackendError(self._why(error)) from error
        try:
            fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            os.close(fd)
            raise BackendError(self._in_use()) from error
        return fd

    def _prepare(self) -> None:
        """From whatever state it was left in to off, with our period and the normal polarity.

        The kernel refuses anything, 0 included, before there is a period, and a period shorter
        than the pulse.
        """
        files, channel = self._files, self._channel
        if files.read(channel / "period") != "0":
            files.write(channel / "duty_cycle", "0")
            files.write(channel / "enable", "0")
        files.write(channel / "period", str(PERIOD_NS))
        if files.read(channel / "polarity") != "normal":
            files.write(channel / "polarity", "normal")
        files.write(channel / "duty_cycle", "0")
        # Asked for here, because the udev rule gives the files away one by one.
        files.write(channel / "enable", "0")

    def _retrying(self, step: Callable[[], None]) -> None:
        until_ns = self._clock.now_ns() + RETRY_NS
        while True:
            try:
                step()
            except PermissionError as error:
                now_ns = self._clock.now_ns()
                if now_ns >= until_ns:
                    raise BackendError(self._why(error)) from error
                self._clock.wait(threading.Event(), now_ns + RETRY_EVERY_NS)
            except OSError as error:
                raise BackendError(self._why(error)) from error
            else:
                return

    # --- closing ----------------------------------------------------------------------------

    def _give_back(self) -> None:
        lock, self._lock = self._lock, None
        try:
            if self._exported:
                self._exported = False
                self._files.write(self._chip / "unexport", str(self._number))
        except OSError as error:
            raise BackendError(self._why(error)) from error
        finally:
            if lock is not None:
                os.close(lock)

    # --- writing, and words -------------------------------------------------------------------

    def _write(self, name: str, value: int) -> None:
        try:
            self._files.write(self._channel / name, str(value))
        except OSError as error:
            raise BackendError(self._why(error, f"{name} {value}")) from error

    def _in_use(self) -> str:
        return (
            f"GPIO{self._bcm}: channel {self._number} of {self._chip} is used by somebody else:"
            " stop that program, or take the overlay that uses the channel out of"
            f" {CONFIG_TXT} (`sudo cat /sys/kernel/debug/pwm` names the user)"
        )

    def _why(self, error: OSError, doing: str = "") -> str:
        where = error.filename or f"{self._channel}" + (f" ({doing})" if doing else "")
        if error.errno == errno.EROFS:
            return (
                f"GPIO{self._bcm}: {where} is read-only here: the chip came after the service had"
                " started, so start that again (a service of your own needs the chip's folder in"
                " ReadWritePaths=)"
            )
        if error.errno in (errno.EACCES, errno.EPERM):
            return (
                f"GPIO{self._bcm}: {where} may not be written: sudo usermod -aG gpio $USER, then"
                " log in again (a service: SupplementaryGroups=gpio). Still so in the group gpio:"
                " the udev rule for pwm is missing, sudo apt install --reinstall"
                " raspberrypi-sys-mods"
            )
        return (
            f"GPIO{self._bcm}: the hardware PWM does not work: {where}:"
            f" {error.strerror or error}. Has the overlay been removed while running? Reboot"
        )


def find_pwm_chip(bcm: int, root: str | Path = "/") -> Path:
    """The pwmchip whose PWM the overlay has put on that pin.

    NoPwmChip where there is none, or where it was put on another pin, as far as that can be told.
    """
    if bcm not in PWM_CHANNELS:
        able = ", ".join(str(pin) for pin in PWM_CHANNELS)
        msg = f"GPIO{bcm} has no hardware PWM; allowed are {able}"
        raise BackendError(msg)
    model = model_of(root)
    wanted = {model.pwm_device} if model else {row.pwm_device for row in MODELS}
    folder = Path(root) / "sys/class/pwm"
    for chip in sorted(folder.glob("pwmchip*")):
        if (chip / "device").resolve().name in wanted:
            _check_pin(bcm, chip, Path(root), model)
            return chip
    raise NoPwmChip(_overlay_missing(bcm, model))


def _check_pin(bcm: int, chip: Path, root: Path, model: Model | None) -> None:
    pins = _connected(chip, root)
    if pins is None:
        return
    if bcm not in pins:
        named = ", ".join(f"GPIO{pin}" for pin in sorted(pins)) or "no pin"
        problem = f"the hardware PWM is on {named}"
    elif pins[bcm] not in (None, PWM_FUNCTION):
        problem = f"its overlay says func={pins[bcm]}"
    else:
        return
    msg = (
        f"GPIO{bcm}: {problem}: make its line in {CONFIG_TXT} `{pwm_overlay(bcm)}`, then reboot"
        + _other_ways(model)
    )
    raise NoPwmChip(msg)


def _connected(chip: Path, root: Path) -> dict[int, int | None] | None:
    """The pins that this chip is put on, each with its function where that is a number.

    None where the device tree does not tell.
    """
    handles = device_tree.numbers(chip / "device/of_node", "pinctrl-0")
    found: dict[int, int | None] = {}
    for handle in handles:
        for group in (root / "sys/bus/gpio/devices").glob("*/of_node/*/phandle"):
            if int.from_bytes(device_tree.raw(group.parent, "phandle"), "big") == handle:
                found |= _group(group.parent)
    return found or None


def _group(node: Path) -> dict[int, int | None]:
    numbers = device_tree.numbers(node, "brcm,pins")
    functions: list[int | None] = [*device_tree.numbers(node, "brcm,function")]
    if len(functions) != len(numbers):
        functions = (functions[:1] or [None]) * len(numbers)
    named = [name.removeprefix("gpio") for name in device_tree.strings(node, "pins")]
    by_name: dict[int, int | None] = {int(name): None for name in named if name.isdigit()}
    return by_name | dict(zip(numbers, functions, strict=True))


def _overlay_missing(bcm: int, model: Model | None) -> str:
    name = f"this Raspberry Pi {model.name}" if model else "this machine"
    return (
        f"GPIO{bcm}: the hardware PWM of {name} is not switched on: add `{pwm_overlay(bcm)}` to"
        f" {CONFIG_TXT}, then reboot" + _other_ways(model)
    )


def _other_ways(model: Model | None) -> str:
    sound = model.pwm_hint if model else ""
    also = f" (with {sound}, if the tray jerks while sound plays)" if sound else ""
    return f'{also}. Or set launcher.pwm = "software", whose pulses jitter'
