from __future__ import annotations

import re
from importlib import resources

import pytest

from showdown_hw.board import Board, LauncherSpec, PinSpec
from showdown_hw.errors import BoardError
from showdown_hw.signals import SIGNALS

DEFAULT = (resources.files("showdown_hw") / "boards" / "default.toml").read_text("utf-8")


def changed(old: str, new: str) -> str:
    assert re.search(old, DEFAULT, re.MULTILINE), old
    return re.sub(old, new, DEFAULT, count=1, flags=re.MULTILINE)


def test_the_default_board_is_the_documented_pin_map():
    board = Board.named("default")
    assert {signal: spec.bcm for signal, spec in board.pins.items()} == {
        "lamp_red": 17,
        "lamp_amber": 27,
        "lamp_green": 22,
        "arrow_left": 23,
        "arrow_right": 24,
        "launcher_pwm": 12,
        "launcher_power": 25,
        "paddle_left": 5,
        "paddle_right": 6,
        "timer_button": 26,
    }
    assert board.pins["paddle_left"] == PinSpec(5, active_high=False, pull="up")
    assert board.pins["lamp_red"] == PinSpec(17, active_high=True)
    assert board.launcher == LauncherSpec(1500, 1000, 2000, 1200)


def test_the_full_board_adds_the_optional_parts_and_moves_nothing():
    default, full = Board.named("default"), Board.named("full")
    assert full.pins.keys() == SIGNALS.keys()
    assert {signal: full.pins[signal] for signal in default.pins} == default.pins
    assert full.launcher == default.launcher


def test_the_commented_out_parts_of_the_default_board_are_valid_when_uncommented():
    uncommented = re.sub(
        r"^# (?=(buzzer|green_sense|second_pwm) +=)", "", DEFAULT, flags=re.MULTILINE
    )
    assert Board.parse(uncommented, "x.toml").pins == Board.named("full").pins


def test_load_reads_a_file(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(changed('name = "default"', 'name = "mine"'))
    board = Board.load(path)
    assert (board.name, board.file) == ("mine", str(path))


def test_pins_cannot_be_changed_once_checked():
    with pytest.raises(TypeError):
        Board.named("default").pins["lamp_red"] = PinSpec(4, active_high=True)


OUT_PINS = "12, 13, 16, 17, 22, 23, 24, 25, 26, 27"
ALL_PINS = "4, 5, 6, " + OUT_PINS

BAD = {
    "double": (
        r"bcm = 24,",
        "bcm = 23,",
        "b.toml: pins.arrow_right.bcm is 23, which arrow_left uses already; free are 4, 13, 16, 24",
    ),
    "double with a paddle": (
        r"bcm = 5,",
        "bcm = 26,",
        "b.toml: pins.timer_button.bcm is 26, which paddle_left uses already; "
        "free are 4, 5, 13, 16",
    ),
    "uart": (
        r"bcm = 5,",
        "bcm = 14,",
        f"b.toml: pins.paddle_left.bcm is 14, reserved for the UART link; allowed are {ALL_PINS}",
    ),
    "hat eeprom": (
        r"bcm = 17,",
        "bcm = 0,",
        "b.toml: pins.lamp_red.bcm is 0, reserved for the HAT's identity EEPROM; "
        f"allowed are {ALL_PINS}",
    ),
    "i2c": (
        r"bcm = 17,",
        "bcm = 2,",
        "b.toml: pins.lamp_red.bcm is 2, reserved for I2C, with a pull-up soldered to the Pi; "
        f"allowed are {ALL_PINS}",
    ),
    "spi": (
        r"bcm = 17,",
        "bcm = 11,",
        f"b.toml: pins.lamp_red.bcm is 11, reserved for SPI; allowed are {ALL_PINS}",
    ),
    "i2s": (
        r"bcm = 12,",
        "bcm = 18,",
        f"b.toml: pins.launcher_pwm.bcm is 18, reserved for I2S sound; allowed are {ALL_PINS}",
    ),
    "not a pwm pin": (
        r"bcm = 12,",
        "bcm = 16,",
        "b.toml: pins.launcher_pwm.bcm is 16, without hardware PWM; allowed are 12, 13",
    ),
    "pwm low": (
        r'bcm = 12, active = "high"',
        'bcm = 12, active = "low"',
        'b.toml: pins.launcher_pwm.active is "low"; a servo pulse is high, allowed is "high"',
    ),
    "output on at boot": (
        r"bcm = 25,",
        "bcm = 4,",
        "b.toml: pins.launcher_power.bcm is 4, pulled up at reset: launcher_power would be on "
        f"until the first write; allowed are {OUT_PINS}",
    ),
    "power low": (
        r'bcm = 25, active = "high"',
        'bcm = 25, active = "low"',
        'b.toml: pins.launcher_power.active is "low": a broken wire would switch the launcher on; '
        'allowed is "high"',
    ),
    "off the header": (
        r"bcm = 17,",
        "bcm = 28,",
        "b.toml: pins.lamp_red.bcm is 28, allowed are whole numbers 0 to 27",
    ),
    "a word for a pin": (
        r"bcm = 17,",
        'bcm = "GPIO17",',
        'b.toml: pins.lamp_red.bcm is "GPIO17", allowed are whole numbers 0 to 27',
    ),
    "a truth for a pin": (
        r"bcm = 17,",
        "bcm = true,",
        "b.toml: pins.lamp_red.bcm is true, allowed are whole numbers 0 to 27",
    ),
    "unknown signal": (
        r"^paddle_left ",
        "padle_left ",
        "b.toml: pins.padle_left is unknown; did you mean paddle_left? Known here: "
        + ", ".join(SIGNALS),
    ),
    "unknown key of a pin": (
        r'bcm = 17, active = "high"',
        'bcm = 17, activ = "high"',
        "b.toml: pins.lamp_red.activ is unknown; did you mean active? Known here: bcm, active",
    ),
    "pull of an output": (
        r'bcm = 17, active = "high"',
        'bcm = 17, active = "high", pull = "up"',
        "b.toml: pins.lamp_red.pull is unknown; Known here: bcm, active",
    ),
    "unknown table": (
        r"\[launcher\]",
        "[lancher]",
        "b.toml: lancher is unknown; did you mean launcher? Known here: name, pins, launcher",
    ),
    "missing signal": (
        r"^timer_button .*\n",
        "",
        "b.toml: pins.timer_button is missing",
    ),
    "missing pull": (
        r', pull = "up"',
        "",
        "b.toml: pins.paddle_left.pull is missing",
    ),
    "wrong pull": (
        r'pull = "up"',
        'pull = "high"',
        'b.toml: pins.paddle_left.pull is "high", allowed are "up", "down", "none"',
    ),
    "wrong active": (
        r'active = "high"',
        "active = 1",
        'b.toml: pins.lamp_red.active is 1, allowed are "high", "low"',
    ),
    "a pin that is no table": (
        r"^lamp_red .*$",
        "lamp_red = 17",
        "b.toml: pins.lamp_red is 17, must be a table",
    ),
    "no name": (
        r'^name = "default"',
        'name = ""',
        'b.toml: name is "", must be a text that is not empty',
    ),
    "pulse too long": (
        r"right_us = 2000",
        "right_us = 2101",
        "b.toml: launcher.right_us is 2101, allowed are whole numbers 900 to 2100",
    ),
    "pulse as a float": (
        r"left_us  = 1000",
        "left_us  = 1000.0",
        "b.toml: launcher.left_us is 1000.0, allowed are whole numbers 900 to 2100",
    ),
    "park not in the middle": (
        r"park_us  = 1500",
        "park_us  = 1000",
        "b.toml: launcher.park_us is 1000, not between left_us (1000) and right_us (2000)",
    ),
    "limit too long": (
        r"limit_ms = 1200",
        "limit_ms = 1201",
        "b.toml: launcher.limit_ms is 1201, allowed are whole numbers 200 to 1200",
    ),
}


@pytest.mark.parametrize(("old", "new", "message"), BAD.values(), ids=BAD.keys())
def test_a_bad_board_is_refused_with_exactly_this_message(old, new, message):
    with pytest.raises(BoardError) as caught:
        Board.parse(changed(old, new), "b.toml")
    assert str(caught.value) == message


def test_limits_of_the_pulses_and_of_the_launcher_are_allowed():
    text = changed(r"left_us  = 1000", "left_us  = 900").replace("2000", "2100", 1)
    assert Board.parse(text, "b.toml").launcher == LauncherSpec(1500, 900, 2100, 1200)


def test_a_mirrored_servo_is_allowed():
    text = DEFAULT.replace("left_us  = 1000", "left_us = 2000", 1)
    text = text.replace("right_us = 2000", "right_us = 1000", 1)
    assert Board.parse(text, "b.toml").launcher.left_us == 2000


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"name = ", "is not TOML: Invalid value (at end of document)"),
        (b"name = " + b"9" * 5000, "is not TOML: Exceeds the limit"),
        (b"name = " + b"[" * 3000, "is nested too deeply"),
        (b"name = 0x" + b"f" * 5000, "name is a number of 20000 bits, must be a text"),
        (b"\xff\xfe", "cannot be read: 'utf-8' codec can't decode byte 0xff in position 0"),
    ],
)
def test_a_file_that_is_no_board_is_refused_by_name(tmp_path, content, message):
    path = tmp_path / "b.toml"
    path.write_bytes(content)
    with pytest.raises(BoardError) as caught:
        Board.load(path)
    assert (
        str(caught.value)
        .replace(": ", " ", 1)
        .startswith(f"{path} {message}".replace(": ", " ", 1))
    )


def test_a_missing_file_is_refused_by_name(tmp_path):
    with pytest.raises(BoardError, match=r"no\.toml cannot be read: .*No such file"):
        Board.load(tmp_path / "no.toml")


def test_a_board_that_does_not_ship_is_refused_with_those_that_do():
    with pytest.raises(BoardError, match=r"'\.\./x' does not ship; there are: default, full"):
        Board.named("../x")
