from __future__ import annotations

import logging
import tomllib
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import fake_gpiod
import fake_lgpio
from fake_gpiochip import FakeChip
from fake_lgpio import FakeLgpio
from showdown_hw.backends import open_factory
from showdown_hw.board import Board
from showdown_hw.clock import SystemClock
from showdown_hw.errors import BackendError

CLOCK = SystemClock()
BOARD = Board.named("default")
PYPROJECT = Path(__file__).parents[3] / "pyproject.toml"


@pytest.fixture
def modules() -> Iterator[tuple[ModuleType, ModuleType]]:
    chip = FakeChip()
    fake = FakeLgpio(chip)
    yield fake_gpiod.make_gpiod(chip), fake_lgpio.make_lgpio(fake)
    fake.end()


def open_auto(gpiod: Any, lgpio: Any) -> str:
    with fake_gpiod.installed(gpiod), fake_lgpio.installed(lgpio):
        factory = open_factory("auto", BOARD, CLOCK, chip=0)
        name = factory.backend.name
        factory.close()
        return name


def test_auto_takes_gpiod_without_a_word(modules, caplog):
    assert open_auto(*modules) == "gpiod"
    assert caplog.records == []


def test_auto_takes_lgpio_where_there_is_no_gpiod_and_says_why_in_one_warning(modules, caplog):
    assert open_auto(None, modules[1]) == "lgpio"
    (record,) = caplog.records
    assert record.levelno == logging.WARNING
    text = record.getMessage()
    assert text.startswith("the lgpio backend is used. Better, but: gpiod: the Python module gpiod")
    assert "install" in text


def test_where_none_works_each_is_named_with_its_reason_and_command():
    with pytest.raises(BackendError) as caught:
        open_auto(None, ModuleType("lgpio"))
    text = str(caught.value)
    assert text.startswith("no backend for real pins works here. gpiod: the Python module gpiod is")
    assert ". lgpio: the Python module lgpio (" in text
    assert text.count("install ") == 2


def test_an_error_that_is_no_refusal_comes_out_of_auto(modules):
    def fail(*args: object) -> None:
        raise ZeroDivisionError

    modules[0].Chip = fail
    with pytest.raises(ZeroDivisionError):
        open_auto(*modules)


def test_the_entry_point_that_gpiozero_looks_up_is_the_factory():
    project = tomllib.loads(PYPROJECT.read_text("utf-8"))["project"]
    module, _, name = project["entry-points"]["gpiozero_pin_factories"]["gpiod"].partition(":")
    assert getattr(import_module(module), name).__name__ == "GpiodFactory"
