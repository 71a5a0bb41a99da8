"""Who makes the servo's pulses, by the configuration's word and the backend."""

from __future__ import annotations

import errno
import logging
from collections.abc import Iterator
from pathlib import Path

import pytest

import fake_gpiod
import fake_lgpio
from fake_gpiochip import FakeChip
from fake_lgpio import FakeLgpio
from fake_sys import PI_5, FakePi
from showdown_hw.board import Board
from showdown_hw.chips import ChipInfo
from showdown_hw.clock import SystemClock
from showdown_hw.errors import BackendError
from showdown_hw.launcher_pwm import open_unit_factory
from showdown_hw.pwm import PinPwm, PwmOutput
from showdown_hw.software_pwm import SoftwarePwm
from showdown_hw.sysfs_pwm import NoPwmChip, SysfsPwm
from showdown_hw.unit import Hardware

RP1 = {2: "1f00098000.pwm"}
BOARD = Board.named("default")
CLOCK = SystemClock()
SERVO = 12


class Choice:
    """Opens the servo signal with fakes of both libraries."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.chip = FakeChip()
        self.lgpio = FakeLgpio(self.chip)

    def open(self, backend: str, pwm: str, pi: FakePi | None = None) -> PwmOutput:
        with (
            fake_gpiod.installed(fake_gpiod.make_gpiod(self.chip)),
            fake_lgpio.installed(fake_lgpio.make_lgpio(self.lgpio)),
        ):
            options = {} if backend == "mock" else {"chip": 0}
            files = pi.files if pi else None
            factory = open_unit_factory(
                backend, pwm, BOARD, CLOCK, sys_root=self.root, files=files, **options
            )
            try:
                output = factory.open_pwm(SERVO)
                output.close()
            finally:
                factory.close()
            return output


@pytest.fixture
def choice(tmp_path: Path) -> Iterator[Choice]:
    choice = Choice(tmp_path)
    yield choice
    choice.lgpio.end()


@pytest.mark.parametrize("pwm", ["auto", "hardware"])
@pytest.mark.parametrize("backend", ["gpiod", "lgpio", "auto"])
def test_with_the_overlay_it_is_the_hardware_without_a_word(choice, caplog, backend, pwm):
    pi = FakePi(choice.root, PI_5, RP1)
    assert isinstance(choice.open(backend, pwm, pi), SysfsPwm)
    assert caplog.records == []
    assert pi.written[-1] == "unexport 0"


@pytest.mark.parametrize(
    ("backend", "pwm"),
    [("gpiod", "auto"), ("gpiod", "hardware"), ("lgpio", "hardware"), ("auto", "auto")],
)
def test_without_the_overlay_it_is_an_error_with_its_line(choice, backend, pwm):
    FakePi(choice.root, PI_5, {})
    with pytest.raises(NoPwmChip, match="add `dtoverlay=pwm,pin=12,func=4` to"):
        choice.open(backend, pwm)


def test_without_the_overlay_lgpio_makes_them_with_one_warning(choice, caplog):
    FakePi(choice.root, PI_5, {})
    assert isinstance(choice.open("lgpio", "auto"), PinPwm)
    (record,) = caplog.records
    assert record.levelno == logging.WARNING
    assert record.getMessage().startswith(
        "lgpio makes the servo's pulses in software: they jitter. Better, but: GPIO12: the hardware"
        " PWM of this Raspberry Pi 5 B is not switched on: add `dtoverlay=pwm,pin=12,func=4`"
    )


def test_a_channel_that_cannot_be_had_is_an_error_also_with_lgpio(choice):
    pi = FakePi(choice.root, PI_5, RP1)
    pi.files.refuse["export"] = errno.EBUSY
    with pytest.raises(BackendError, match="is used by somebody else"):
        choice.open("lgpio", "auto", pi)


@pytest.mark.parametrize("backend", ["gpiod", "lgpio"])
def test_software_is_a_thread_and_says_that_it_jitters(choice, caplog, backend):
    FakePi(choice.root, PI_5, RP1)
    assert isinstance(choice.open(backend, "software"), SoftwarePwm)
    (record,) = caplog.records
    assert record.getMessage() == (
        "GPIO12: the servo's pulses are made in software, as launcher.pwm asks: they jitter"
    )


def test_the_mock_makes_its_own(choice, caplog):
    assert isinstance(choice.open("mock", "auto"), PinPwm)
    assert caplog.records == []


@pytest.mark.parametrize("pwm", ["hardware", "software"])
def test_a_backend_with_pulses_of_its_own_takes_no_others(choice, pwm):
    with pytest.raises(BackendError) as caught:
        choice.open("mock", pwm)
    assert str(caught.value) == (
        "the mock backend makes the servo's pulses itself: set launcher.pwm to auto, or"
        " hardware.backend to gpiod"
    )


@pytest.mark.parametrize("backend", ["gpiod", "lgpio"])
def test_the_chip_that_the_configuration_names_is_opened(choice, monkeypatch, backend):
    other = FakeChip(number=7)
    monkeypatch.setattr(
        "showdown_hw.launcher_pwm.find_header_chip",
        lambda root, *, named: ChipInfo(7, other.path, named, 54),
    )
    lgpio = FakeLgpio(choice.chip, other)
    with (
        fake_gpiod.installed(fake_gpiod.make_gpiod(choice.chip, other)),
        fake_lgpio.installed(fake_lgpio.make_lgpio(lgpio)),
    ):
        factory = open_unit_factory(
            backend, "auto", BOARD, CLOCK, header="my-header", sys_root=choice.root
        )
        factory.pin(5).function = "output"
        assert other.lines[5].holder is not None
        factory.close()
    lgpio.end()


@pytest.mark.parametrize("backend", ["pigpio", "rpigpio"])
def test_a_backend_without_chips_refuses_a_named_one(choice, backend):
    with pytest.raises(BackendError, match=r"without a chip: set hardware\.chip to auto, or"):
        open_unit_factory(backend, "auto", BOARD, CLOCK, header="my-header")


def test_mock_pins_need_no_chip(choice):
    open_unit_factory("mock", "auto", BOARD, CLOCK, header="my-header").close()


def test_words_that_do_not_exist_are_refused(choice):
    with pytest.raises(BackendError, match="there are: auto, hardware, software"):
        choice.open("gpiod", "fast")
    with pytest.raises(BackendError, match="backend 'sysfs' does not exist; there are: auto, "):
        choice.open("sysfs", "auto")


def test_a_whole_unit_never_touches_the_servos_pin_as_gpio(choice):
    pi = FakePi(choice.root, PI_5, RP1)
    with fake_gpiod.installed(fake_gpiod.make_gpiod(choice.chip)):
        factory = open_unit_factory(
            "gpiod", "auto", BOARD, CLOCK, sys_root=choice.root, files=pi.files, chip=0
        )
        hardware = Hardware.open(BOARD, factory, CLOCK)
        assert choice.chip.lines[SERVO].holder is None
        hardware.launcher.power(True)
        assert pi.written[-2:] == ["duty_cycle 1500000", "enable 1"]
        hardware.safe()
        assert pi.written == ["duty_cycle 0", "enable 0"]
        hardware.close()
        assert pi.written[-1] == "unexport 0"
