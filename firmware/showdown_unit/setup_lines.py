"""Which lines of config.txt a unit needs, from the model, the board and the configuration."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import PurePosixPath

from showdown_hw.board import Board
from showdown_hw.models import Model, pwm_overlay
from showdown_hw.signals import SIGNALS, Direction
from showdown_unit.config import Config, TtyConfig

SPARE = frozenset({"second_pwm"})
"""Signals that are kept free and not driven: nothing is done to them at boot either."""

_SERIAL0 = "/dev/serial0"
_PULLS = {"up": "pu", "down": "pd", "none": "pn"}


@dataclass(frozen=True, slots=True)
class Group:
    """Lines that belong together, and why, in a line of at most 74 characters."""

    why: str
    lines: tuple[str, ...]


def wanted(model: Model, board: Board, config: Config) -> tuple[Group, ...]:
    """All that this unit needs; base parameters come before overlays, whose scope they would miss.

    Empty groups are left out.
    """
    groups = (
        Group("headphone socket off: its sound shares the clock of the PWM", sound(model, config)),
        Group("the serial line on GPIO14 and 15", uart(model, config)),
        Group("USB: this computer is a device of the host", usb(model, config)),
        Group("hardware PWM for the servo of the launcher", pwm(board, config)),
        Group("lamps, arrows and launcher dark and still until the unit runs", pins(board, config)),
    )
    return tuple(group for group in groups if group.lines)


def wants_usb(model: Model, config: Config) -> bool:
    """Whether hosts come by the USB device port: the model has one, and it is not all UART."""
    links = config.links.tty
    return model.usb_device is not None and (not links or any(not link.uart for link in links))


def wants_uart(model: Model, config: Config) -> bool:
    """Whether hosts come by GPIO14 and 15: the configuration says so, or there is no other way."""
    return model.usb_device is None or any(on_header(link.path) for link in _uarts(config))


def on_header(path: str) -> bool:
    """Whether that device is a UART of the processor; an adapter's is not."""
    name = PurePosixPath(path).name
    return path == _SERIAL0 or name.rstrip("0123456789") in ("ttyAMA", "ttyS")


def usb(model: Model, config: Config) -> tuple[str, ...]:
    """The USB port as a device."""
    return model.usb_lines if wants_usb(model, config) else ()


def uart(model: Model, config: Config) -> tuple[str, ...]:
    """The better of the UARTs on GPIO14 and 15."""
    return model.uart_lines if wants_uart(model, config) else ()


def pwm(board: Board, config: Config) -> tuple[str, ...]:
    """The hardware PWM on the launcher's pin; none where the pulses come from elsewhere."""
    if not wants_pwm(config):
        return ()
    return (pwm_overlay(board.pins["launcher_pwm"].bcm),)


def wants_pwm(config: Config) -> bool:
    """Whether the servo's pulses come from the Pi's own PWM."""
    return config.launcher.pwm != "software" and config.hardware.backend not in ("mock", "pigpio")


def sound(model: Model, config: Config) -> tuple[str, ...]:
    """No sound from the headphone socket, where that would disturb the servo."""
    return (model.pwm_hint,) if model.pwm_hint and wants_pwm(config) else ()


def pins(board: Board, config: Config) -> tuple[str, ...]:
    """Outputs off and inputs pulled from power-up on, in the board's order.

    The kernel's drivers take the pins over later; until then the firmware's word holds.
    """
    if config.hardware.backend == "mock":
        return ()
    by_state: dict[str, list[int]] = {}
    for signal, state in _states(board):
        by_state.setdefault(state, []).append(board.pins[signal].bcm)
    return tuple(f"gpio={_list(bcms)}={state}" for state, bcms in by_state.items())


def _states(board: Board) -> Iterator[tuple[str, str]]:
    for signal, spec in board.pins.items():
        if signal in SPARE:
            continue
        if SIGNALS[signal].direction is Direction.IN:
            yield signal, f"ip,{_PULLS[spec.pull]}"
        else:
            yield signal, "op,dl" if spec.active_high else "op,dh"


def _list(bcms: list[int]) -> str:
    return ",".join(map(str, bcms))


# --- what else is to be known -----------------------------------------------------------------


def advice(model: Model, config: Config) -> Iterator[str]:
    """What the lines alone cannot mend: in the configuration, or in the choice of the model."""
    if model.usb_device is None:
        yield (
            f"a Raspberry Pi {model.name} has no USB device port: hosts connect to GPIO14 and 15"
            " through a USB serial adapter for 3.3 V"
        )
        if not _uarts(config):
            yield (
                "the configuration has no UART: write into /etc/showdown-unit/unit.toml"
                f' [[links.tty]] path = "{model.uart}" and uart = true'
            )
    if wants_uart(model, config):
        yield from _wrong_uarts(model, config)
    if sound(model, config):
        yield f"the headphone socket becomes silent ({model.pwm_hint}); HDMI sound is not touched"


def _wrong_uarts(model: Model, config: Config) -> Iterator[str]:
    """/dev/serial0 is the same as the better UART, but not on the models with a debug connector."""
    same = {model.uart} if _debug_connector(model) else {model.uart, _SERIAL0}
    for link in _uarts(config):
        if on_header(link.path) and link.path not in same:
            yield (
                f"{link.path} is not GPIO14 and 15 of a Raspberry Pi {model.name}: set"
                f' links.tty path = "{model.uart}" in the configuration'
            )


def console_words(model: Model, *, enable_uart: bool) -> frozenset[str]:
    """The `console=` names of cmdline.txt that put a login and messages on GPIO14 and 15."""
    if _debug_connector(model):
        names = {"ttyAMA0"} | ({"serial0"} if enable_uart else set())
    else:
        names = {"ttyAMA0", "ttyS0", "serial0"}
    return frozenset(names)


def getty(model: Model) -> str:
    """The unit of systemd that asks for a login there."""
    return f"serial-getty@{PurePosixPath(model.uart).name}.service"


def _debug_connector(model: Model) -> bool:
    return model.header_label == "pinctrl-rp1"


def _uarts(config: Config) -> list[TtyConfig]:
    return [link for link in config.links.tty if link.uart]
