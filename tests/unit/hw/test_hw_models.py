"""The table of Raspberry Pis, and which of them this is."""

from __future__ import annotations

import pytest

from fake_sys import PI_3, PI_4, PI_5, ZERO_2_W, FakePi
from showdown_hw.models import (
    HEADER_LABELS,
    MODELS,
    RELEASES,
    model_of,
    pwm_overlay,
    release_of,
)


@pytest.mark.parametrize(
    ("compatible", "name", "label", "pwm", "usb", "uart_line", "backends"),
    [
        (
            ZERO_2_W,
            "Zero 2 W",
            "pinctrl-bcm2835",
            "3f20c000.pwm",
            "the inner micro-USB port, marked USB",
            "dtoverlay=disable-bt",
            ("gpiod", "lgpio", "pigpio", "rpigpio"),
        ),
        (
            PI_3,
            "3 B+",
            "pinctrl-bcm2835",
            "3f20c000.pwm",
            None,
            "dtoverlay=disable-bt",
            ("gpiod", "lgpio", "pigpio", "rpigpio"),
        ),
        (
            PI_4,
            "4 B",
            "pinctrl-bcm2711",
            "fe20c000.pwm",
            "the USB-C power port",
            "dtoverlay=disable-bt",
            ("gpiod", "lgpio", "pigpio", "rpigpio"),
        ),
        (
            PI_5,
            "5 B",
            "pinctrl-rp1",
            "1f00098000.pwm",
            "the USB-C power port",
            "dtparam=uart0=on",
            ("gpiod", "lgpio"),
        ),
    ],
)
def test_each_model_offers_what_it_has(
    tmp_path, compatible, name, label, pwm, usb, uart_line, backends
):
    model = model_of(FakePi(tmp_path, compatible, {}).root)
    assert model is not None
    assert (model.name, model.header_label, model.pwm_device) == (name, label, pwm)
    assert (model.usb_device, model.backends, model.uart) == (usb, backends, "/dev/ttyAMA0")
    assert uart_line in model.uart_lines
    assert bool(model.usb_lines) == (usb is not None)


@pytest.mark.parametrize(
    ("compatible", "name"),
    [
        (b"raspberrypi,5-of-tomorrow\0brcm,bcm2712\0", "5"),
        (b"raspberrypi,4-of-tomorrow\0brcm,bcm2711\0", "4"),
        (b"raspberrypi,3-of-tomorrow\0brcm,bcm2837\0", "3 or Zero 2 W"),
        (b"raspberrypi,model-zero-2\0brcm,bcm2837\0", "Zero 2 W"),
    ],
)
def test_a_model_that_is_not_listed_is_told_by_its_processor(tmp_path, compatible, name):
    root = FakePi(tmp_path, PI_5, {}).root
    (root / "sys/firmware/devicetree/base/compatible").write_bytes(compatible)
    model = model_of(root)
    assert model is not None
    assert model.name == name


def test_another_machine_is_no_model(tmp_path):
    assert model_of(tmp_path) is None
    assert model_of(FakePi(tmp_path, "acme,board", {}).root) is None


def test_every_model_has_a_header_chip_that_is_looked_for():
    assert {model.header_label for model in MODELS} == set(HEADER_LABELS)
    assert len({model.compatible for model in MODELS}) == len(MODELS)


def test_the_overlay_line_names_the_pin():
    assert pwm_overlay(13) == "dtoverlay=pwm,pin=13,func=4"


@pytest.mark.parametrize(
    ("text", "python"),
    [
        ("NAME=Debian\nVERSION_CODENAME=bookworm\n", "3.11"),
        ('ID=debian\n\nVERSION_CODENAME="trixie"\n', "3.13"),
        ("VERSION_CODENAME=sid\n", None),
        ("", None),
    ],
)
def test_the_release_is_told_by_its_codename(tmp_path, text, python):
    (tmp_path / "etc").mkdir()
    (tmp_path / "etc/os-release").write_text(text)
    release = release_of(tmp_path)
    assert (release.python if release else None) == python


def test_a_system_without_os_release_is_none(tmp_path):
    assert release_of(tmp_path) is None


def test_what_is_different_in_a_release_is_about_backends_that_there_are():
    known = {backend for model in MODELS for backend in model.backends}
    assert all(set(release.catches) <= known for release in RELEASES)
