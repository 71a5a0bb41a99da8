"""The signals of a unit, and what each header pin (BCM numbers) is fit for."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Direction(Enum):
    """Which way a signal goes."""

    OUT = "out"
    PWM = "pwm"
    IN = "in"


@dataclass(frozen=True, slots=True)
class Signal:
    """One signal: its direction, and whether a board must have it."""

    direction: Direction
    required: bool = True


SIGNALS: dict[str, Signal] = {
    "lamp_red": Signal(Direction.OUT),
    "lamp_amber": Signal(Direction.OUT),
    "lamp_green": Signal(Direction.OUT),
    "arrow_left": Signal(Direction.OUT),
    "arrow_right": Signal(Direction.OUT),
    "launcher_pwm": Signal(Direction.PWM),
    "launcher_power": Signal(Direction.OUT),
    "paddle_left": Signal(Direction.IN),
    "paddle_right": Signal(Direction.IN),
    "timer_button": Signal(Direction.IN),
    "buzzer": Signal(Direction.OUT, required=False),
    "green_sense": Signal(Direction.IN, required=False),
    # Kept free for a second servo; checked, not driven.
    "second_pwm": Signal(Direction.PWM, required=False),
}

HEADER = frozenset(range(28))

RESERVED: dict[int, str] = {
    0: "the HAT's identity EEPROM",
    1: "the HAT's identity EEPROM",
    2: "I2C, with a pull-up soldered to the Pi",
    3: "I2C, with a pull-up soldered to the Pi",
    7: "SPI",
    8: "SPI",
    9: "SPI",
    10: "SPI",
    11: "SPI",
    14: "the UART link",
    15: "the UART link",
    18: "I2S sound",
    19: "I2S sound",
    20: "I2S sound",
    21: "I2S sound",
}

USABLE = tuple(sorted(HEADER - RESERVED.keys()))

# 18 and 19 have the same two channels again, but they are I2S.
HARDWARE_PWM = (12, 13)

# What is switched on by a high level glows, sounds or runs here from power-up to the first write.
PULLED_UP_AT_RESET = frozenset(range(9))
