"""`showdown-unit safe`: whatever a dead process left on is off, and what cannot be is said."""

from __future__ import annotations

import errno
import fcntl
import os
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import fake_gpiod
import fake_lgpio
from fake_gpiochip import FakeChip
from fake_lgpio import FakeLgpio
from fake_sys import PI_5, FakePi, make_channel
from pigpiod_standin import Pigpiod
from showdown_hw.board import Board
from showdown_unit import cli_safe
from showdown_unit.cli import main
from showdown_unit.cli_safe import Told, configuration, in_time, make_safe, switch
from showdown_unit.config import Config, load
from showdown_unit.journal_place import LOCK_NAME
from showdown_unit.safe_outputs import outputs_of

BOARD = Board.named("default")
SERVO = BOARD.pins["launcher_pwm"].bcm
SWITCHED = [name for name in outputs_of(BOARD) if name != "launcher_pwm"]


class LeftOn:
    """A Pi 5 whose daemon was killed with everything on."""

    def __init__(self, root: Path, *, overlay: bool = True) -> None:
        self.chip = FakeChip()
        for name in SWITCHED:
            self.chip.lines[BOARD.pins[name].bcm].output = True
        self.pi = FakePi(root, PI_5, {2: "1f00098000.pwm"} if overlay else {})
        if overlay:
            self.channel = self.pi.channel(2, 0)
            make_channel(self.channel)
            for name, value in (("period", 20_000_000), ("duty_cycle", 2_000_000), ("enable", 1)):
                (self.channel / name).write_text(str(value))

    def switch(self, config: Config) -> Told:
        with fake_gpiod.installed(fake_gpiod.make_gpiod(self.chip)):
            return switch(config, sys_root=self.pi.root, files=self.pi.files, chip=0)

    @property
    def on(self) -> list[str]:
        return [name for name in SWITCHED if self.chip.lines[BOARD.pins[name].bcm].output]


@pytest.fixture
def left_on(tmp_path: Path) -> LeftOn:
    return LeftOn(tmp_path / "pi")


@pytest.fixture
def config(tmp_path: Path) -> Config:
    return load(None, {"hardware.backend": "gpiod", "state.dir": str(tmp_path)})


def test_everything_that_was_left_on_is_off_and_said_in_one_line(left_on, config):
    told = left_on.switch(config)
    assert left_on.on == []
    assert (left_on.channel / "enable").read_text() == "0\n"
    assert told == Told(
        "all outputs are off: launcher_power, launcher_pwm, lamp_red, lamp_amber, lamp_green,"
        " arrow_left, arrow_right",
        safe=True,
    )


def test_the_launcher_loses_its_power_first_and_never_gets_a_pulse(left_on, config):
    left_on.switch(config)
    assert left_on.chip.writes[0] == (BOARD.pins["launcher_power"].bcm, False)
    assert not any(high for _, high in left_on.chip.writes)
    widths = {word for word in left_on.pi.written if word.startswith("duty_cycle")}
    assert widths == {"duty_cycle 0"}


def test_the_pins_are_given_back_for_the_next_start(left_on, config):
    left_on.switch(config)
    assert left_on.chip.requests == []
    assert left_on.switch(config).safe


def test_without_the_overlay_there_are_no_pulses_to_switch_off(tmp_path, config):
    assert LeftOn(tmp_path / "pi", overlay=False).switch(config).safe


def test_a_pin_that_somebody_holds_is_named_and_the_others_are_off(left_on, config):
    left_on.chip.take(BOARD.pins["launcher_power"].bcm, "blinker")
    told = left_on.switch(config)
    assert not told.safe
    assert left_on.on == ["launcher_power"]
    assert told.line.startswith("may still be on: launcher_power: GPIO25 is busy: blinker holds")
    assert "Off: launcher_pwm, lamp_red," in told.line
    assert told.line.endswith("Pull the servo's plug")


def test_pulses_that_cannot_be_stopped_are_named(left_on, config):
    left_on.pi.files.refuse["enable"] = errno.EIO
    told = left_on.switch(config)
    assert left_on.on == []
    assert told.line.startswith("may still be on: launcher_pwm: GPIO12: the hardware PWM does not")


def test_without_the_chip_all_is_named_once(left_on, config):
    left_on.chip.denied = True
    told = left_on.switch(config)
    assert told.line.startswith("may still be on: launcher_power, launcher_pwm, lamp_red, ")
    assert told.line.count("may not be opened") == 1
    assert told.line.endswith("Pull the servo's plug")


def test_a_board_that_cannot_be_read_is_the_default_one(left_on, tmp_path):
    gone = str(tmp_path / "board.toml")
    told = left_on.switch(load(None, {"hardware.backend": "gpiod", "hardware.board": gone}))
    assert left_on.on == []
    assert told.safe
    assert f"(the default board counted: {gone} cannot be read" in told.line


# --- where a unit runs ----------------------------------------------------------------------------


@pytest.fixture
def running(tmp_path: Path) -> Iterator[int]:
    fd = os.open(tmp_path / LOCK_NAME, os.O_RDWR | os.O_CREAT)
    os.write(fd, b"%d\n" % os.getpid())
    fcntl.flock(fd, fcntl.LOCK_EX)
    yield fd
    os.close(fd)


def never(_: Config) -> Told:
    raise AssertionError


def test_where_a_unit_runs_nothing_is_switched(running, tmp_path, config, monkeypatch):
    monkeypatch.setattr(cli_safe, "DYING_S", 0.1)
    told = make_safe(config, never)
    assert told == Told(
        f"a showdown-unit (pid {os.getpid()}) runs with {tmp_path}: nothing was switched. To stop"
        " it, which switches everything off: sudo systemctl stop showdown-unit",
        safe=False,
    )


def test_of_two_at_once_the_second_does_not_take_the_first_for_a_unit(
    running, tmp_path, config, monkeypatch
):
    monkeypatch.setattr(cli_safe, "DYING_S", 0.1)
    with subprocess.Popen(["true"]) as dead:
        dead.wait()
    (tmp_path / LOCK_NAME).write_text(f"{dead.pid}\n")  # of the unit that both clean up after
    told = make_safe(config, never)
    assert not told.safe
    assert told.line.startswith(f"another showdown-unit safe is at work with {tmp_path}: ")


def test_a_unit_that_is_just_dying_is_waited_for(running, config):
    threading.Timer(0.15, fcntl.flock, (running, fcntl.LOCK_UN)).start()
    assert make_safe(config, lambda _: Told("off", safe=True)).safe


def test_no_unit_can_start_meanwhile(tmp_path, config):
    (tmp_path / LOCK_NAME).touch()

    def look(_: Config) -> Told:
        with (
            (tmp_path / LOCK_NAME).open("r+") as lock,
            pytest.raises(BlockingIOError),
        ):
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return Told("off", safe=True)

    assert make_safe(config, look).safe


def test_a_state_folder_that_may_not_be_looked_into_may_be_a_running_unit_s(config, monkeypatch):
    def refuse(*_: Any) -> int:
        raise PermissionError

    monkeypatch.setattr(os, "open", refuse)
    told = make_safe(config, never)
    assert not told.safe
    assert told.line.endswith("nothing was switched. Run this with sudo")


def test_a_damaged_journal_is_none_of_its_business(tmp_path, config):
    (tmp_path / "journal.db").write_bytes(b"\xff" * 100)
    before = sorted(tmp_path.iterdir())
    assert make_safe(config, lambda _: Told("off", safe=True)).safe
    assert sorted(tmp_path.iterdir()) == before  # and no lock that its user could not open


def test_a_folder_that_is_gone_is_nobody_s(config, tmp_path):
    config = load(None, {"state.dir": str(tmp_path / "gone")})
    assert make_safe(config, lambda _: Told("off", safe=True)).safe


# --- broken configurations, hung pins, the command ------------------------------------------------


def test_of_a_configuration_with_errors_the_right_keys_count(tmp_path):
    file = tmp_path / "unit.toml"
    file.write_text(
        '[hardware]\nboard = "full"\nbackend = "gpoid"\n[referee]\nsettel_ms = 5\n'
        f'[state]\ndir = "{tmp_path}"\n'
    )
    config, note = configuration(file)
    assert (config.hardware.board, config.hardware.backend) == ("full", "auto")
    assert config.state.dir == str(tmp_path)
    assert "of it hardware.board, state.dir counted" in note
    assert "settel_ms" in note
    assert "\n" not in note


@pytest.mark.parametrize("text", ["[hardware", "hardware = 3\n", None])
def test_of_a_file_that_cannot_be_read_nothing_counts(tmp_path, text):
    file = tmp_path / "unit.toml"
    if text is not None:
        file.write_text(text)
    config, note = configuration(file)
    assert config.hardware.board == "default"
    assert note.startswith(" (the configuration has errors, the defaults counted: ")


def test_pins_that_hang_are_left_behind():
    over = threading.Event()

    def hang() -> Told:
        over.wait()
        return Told("late", safe=True)

    told = in_time(hang, 0.05)
    over.set()
    assert told == Told("the pins do not answer within 0.05 s. Pull the servo's plug", safe=False)


def test_whatever_breaks_is_said():
    def broken() -> Told:
        raise ZeroDivisionError("of all things")

    told = in_time(broken, 5)
    assert told.line.startswith("the outputs could not be switched: ZeroDivisionError: of all")
    assert not told.safe


def test_on_the_mock_backend_it_does_nothing_and_says_so(tmp_path, capsys):
    file = tmp_path / "unit.toml"
    file.write_text(f'[hardware]\nbackend = "mock"\n[state]\ndir = "{tmp_path}"\n')
    assert main(["safe", "--config", str(file)]) == 0
    assert capsys.readouterr() == ("the mock backend has no pins: nothing to switch off\n", "")


def test_the_command_fails_where_something_may_be_on(tmp_path, capsys):
    file = tmp_path / "unit.toml"
    chip = tmp_path / "gpiochip0"
    file.write_text(f'[hardware]\nchip = "{chip}"\n[state]\ndir = "{tmp_path}"\n')
    assert main(["safe", "--config", str(file)]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("may still be on: launcher_power, ")
    assert err.count("\n") == 1


# --- the other backends ---------------------------------------------------------------------------


def test_with_lgpio_it_is_the_same(tmp_path):
    left_on = LeftOn(tmp_path / "pi")
    fake = FakeLgpio(left_on.chip)
    config = load(None, {"hardware.backend": "lgpio", "state.dir": str(tmp_path)})
    with fake_lgpio.installed(fake_lgpio.make_lgpio(fake)):
        told = switch(config, sys_root=left_on.pi.root, files=left_on.pi.files, chip=0)
    fake.end()
    assert told.safe
    assert left_on.on == []
    assert (left_on.channel / "enable").read_text() == "0\n"


def test_pigpiod_which_goes_on_with_the_pulses_of_a_dead_client_is_told_to_stop(tmp_path):
    daemon = Pigpiod()
    for name in SWITCHED:
        daemon.chip.lines[BOARD.pins[name].bcm].output = True
    daemon.servo[SERVO] = 2_000
    config = load(None, {"hardware.backend": "pigpio", "state.dir": str(tmp_path)})
    told = switch(config, host="127.0.0.1", port=daemon.port)
    daemon.kill()
    assert told.safe
    assert daemon.servo.get(SERVO, 0) == 0
    assert [name for name in SWITCHED if daemon.chip.lines[BOARD.pins[name].bcm].output] == []


def test_without_pigpiod_everything_may_still_be_on(tmp_path):
    daemon = Pigpiod()
    daemon.kill()
    config = load(None, {"hardware.backend": "pigpio", "state.dir": str(tmp_path)})
    told = switch(config, host="127.0.0.1", port=daemon.port)
    assert told.line.startswith("may still be on: launcher_power, launcher_pwm, ")
    assert "pigpiod" in told.line
