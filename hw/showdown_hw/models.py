"""The Raspberry Pis that a unit can be built on: what each has, what it needs in config.txt.

One table. Which of them this is, the device tree tells; all have the same 40-pin header.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from showdown_hw import device_tree

CONFIG_TXT = "/boot/firmware/config.txt"

PWM_CHANNELS = {12: 0, 13: 1}
"""Channel of the hardware PWM by BCM number: the same on a Pi 5 as on the older ones."""

PWM_FUNCTION = 4
"""What the overlays call the pin function (ALT0) that puts the PWM on these pins."""

HEADER_LABELS = {
    "pinctrl-rp1": "Raspberry Pi 5",
    "pinctrl-bcm2711": "Raspberry Pi 4",
    "pinctrl-bcm2835": "Raspberry Pi 3 and Zero 2 W",
}
"""Label of the chip that has the 40-pin header, and the models that have it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Model:
    """One model.

    `compatible` is its name in the device tree, `revision` a usual code of it, `header_label`
    the label of the GPIO chip with the 40-pin header, `pwm_device` the platform device whose PWM
    reaches that header (its pwmchip number moves). `backends` can drive its pins, best first.
    `usb_device` is the port that can be a USB device, None where there is none. `uart` is the
    device of GPIO14 and 15, there with the lines `uart_lines` in config.txt.
    `headphones`: a headphone socket that shares the PWM's clock. `filters`: the [sections] of
    config.txt that are for it, none where that is not known.
    """

    name: str
    compatible: str
    revision: int
    header_label: str
    pwm_device: str
    backends: tuple[str, ...]
    usb_device: str | None
    uart_lines: tuple[str, ...]
    headphones: bool = False
    uart: str = "/dev/ttyAMA0"
    filters: tuple[str, ...] = ()

    @property
    def usb_lines(self) -> tuple[str, ...]:
        """What its USB device port needs in config.txt."""
        return ("dtoverlay=dwc2,dr_mode=peripheral",) if self.usb_device else ()

    @property
    def pwm_hint(self) -> str:
        """What else is to be set where the headphone socket would disturb the PWM; may be empty."""
        return "dtparam=audio=off" if self.headphones else ""


def pwm_overlay(bcm: int) -> str:
    """The line of config.txt that puts the hardware PWM on that pin; alike on all models.

    On a Pi 5 the same overlay finds RP1's PWM, and the old function numbers are translated.
    """
    return f"dtoverlay=pwm,pin={bcm},func={PWM_FUNCTION}"


_OLDER = ("gpiod", "lgpio", "pigpio", "rpigpio")
_PI_5 = ("gpiod", "lgpio")  # pigpio and RPi.GPIO do not know RP1
_BLUETOOTH_OFF = ("enable_uart=1", "dtoverlay=disable-bt")  # else it is the weaker ttyS0
_USB_C = "the USB-C power port"
_CARRIER = "the USB port of the carrier board that goes to the module's USB 2.0 pins"


def _pi_3(
    name: str,
    compatible: str,
    revision: int,
    usb_device: str | None = None,
    *,
    headphones: bool = True,
    filters: tuple[str, ...] = (),
) -> Model:
    return Model(
        name=name,
        compatible=compatible,
        revision=revision,
        header_label="pinctrl-bcm2835",
        pwm_device="3f20c000.pwm",
        backends=_OLDER,
        usb_device=usb_device,
        uart_lines=_BLUETOOTH_OFF,
        headphones=headphones,
        filters=filters,
    )


def _pi_4(
    name: str,
    compatible: str,
    revision: int,
    usb_device: str = _USB_C,
    *,
    headphones: bool = False,
    filters: tuple[str, ...] = (),
) -> Model:
    return Model(
        name=name,
        compatible=compatible,
        revision=revision,
        header_label="pinctrl-bcm2711",
        pwm_device="fe20c000.pwm",
        backends=_OLDER,
        usb_device=usb_device,
        uart_lines=_BLUETOOTH_OFF,
        headphones=headphones,
        filters=filters,
    )


def _pi_5(
    name: str,
    compatible: str,
    revision: int,
    usb_device: str = _USB_C,
    *,
    filters: tuple[str, ...] = (),
) -> Model:
    return Model(
        name=name,
        compatible=compatible,
        revision=revision,
        header_label="pinctrl-rp1",
        pwm_device="1f00098000.pwm",
        backends=_PI_5,
        usb_device=usb_device,
        uart_lines=("dtparam=uart0=on",),  # without it /dev/serial0 is the debug connector
        filters=filters,
    )


_INNER = "the inner micro-USB port, marked USB"

_A_TO_A = "its USB-A port, by a cable A to A"
_ZERO = ("pi0", "pi0w", "pi02")

# The Zero 2 W has two names, by the age of its firmware. The last three rows are for models that
# are not listed, by their processor.
MODELS: tuple[Model, ...] = (
    _pi_3(
        "Zero 2 W",
        "raspberrypi,model-zero-2-w",
        0x902120,
        _INNER,
        headphones=False,
        filters=_ZERO,
    ),
    _pi_3(
        "Zero 2 W", "raspberrypi,model-zero-2", 0x902120, _INNER, headphones=False, filters=_ZERO
    ),
    _pi_3("3 A+", "raspberrypi,3-model-a-plus", 0x9020E0, _A_TO_A, filters=("pi3", "pi3+")),
    _pi_3("3 B", "raspberrypi,3-model-b", 0xA02082, filters=("pi3",)),
    _pi_3("3 B+", "raspberrypi,3-model-b-plus", 0xA020D3, filters=("pi3", "pi3+")),
    _pi_4("4 B", "raspberrypi,4-model-b", 0xC03114, headphones=True, filters=("pi4",)),
    _pi_4("400", "raspberrypi,400", 0xC03130, filters=("pi4", "pi400")),
    _pi_4(
        "Compute Module 4",
        "raspberrypi,4-compute-module",
        0xC03141,
        _CARRIER,
        filters=("pi4", "cm4"),
    ),
    _pi_5("5 B", "raspberrypi,5-model-b", 0xC04170, filters=("pi5",)),
    _pi_5(
        "Compute Module 5",
        "raspberrypi,5-compute-module",
        0xC04180,
        _CARRIER,
        filters=("pi5", "cm5"),
    ),
    _pi_5("500", "raspberrypi,500", 0xC04190, filters=("pi5", "pi500")),
    _pi_3("3 or Zero 2 W", "brcm,bcm2837", 0x902120, headphones=False),
    _pi_4("4", "brcm,bcm2711", 0xC03114),
    _pi_5("5", "brcm,bcm2712", 0xC04170),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Release:
    """One release of Raspberry Pi OS: `catches` says by backend what is different there."""

    codename: str
    python: str
    kernels: str
    catches: dict[str, str] = field(default_factory=dict)


RELEASES: tuple[Release, ...] = (
    Release(
        codename="bookworm",
        python="3.11",
        kernels="6.1 to 6.12",
        catches={
            "gpiod": "its python3-libgpiod is version 1: take gpiod from PyPI",
            "rpigpio": "no edges from kernel 6.6 on",
        },
    ),
    Release(
        codename="trixie",
        python="3.13",
        kernels="6.12 and later",
        catches={
            "lgpio": "PyPI has no wheel for its Python: take python3-lgpio from apt",
            "pigpio": "its daemon pigpiod is not packaged: build it from source",
            "rpigpio": "no edges",
        },
    ),
)


def model_of(root: str | Path = "/") -> Model | None:
    """Which of `MODELS` this is; None where the device tree is of something else, or not there."""
    told = device_tree.strings(device_tree.base(root), "compatible")
    by_name = {model.compatible: model for model in MODELS}
    for name in told:  # the most exact comes first
        if name in by_name:
            return by_name[name]
    return None


def model_name(root: str | Path = "/") -> str | None:
    """The model as the firmware names it, as `Raspberry Pi 5 Model B Rev 1.0`; None if unknown."""
    names = device_tree.strings(device_tree.base(root), "model")
    return names[0] if names else None


def release_of(root: str | Path = "/") -> Release | None:
    """Which of `RELEASES` this system is, by /etc/os-release; None where it is another."""
    try:
        text = (Path(root) / "etc/os-release").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return None
    told = dict(line.split("=", 1) for line in text.splitlines() if "=" in line)
    codename = told.get("VERSION_CODENAME", "").strip("\"'")
    return next((release for release in RELEASES if release.codename == codename), None)
