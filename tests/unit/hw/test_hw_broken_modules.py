"""Libraries that are there and raise when they are imported, in whatever way."""

from __future__ import annotations

import logging
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import fake_gpiod
import fake_lgpio
from fake_gpiochip import FakeChip
from fake_lgpio import FakeLgpio
from showdown_hw.backends import open_factory
from showdown_hw.board import Board
from showdown_hw.errors import BackendError
from showdown_hw.gpiod_factory import load_gpiod
from showdown_hw.lgpio_factory import load_lgpio
from showdown_hw.pigpio_factory import load_pigpio
from showdown_hw.virtual import VirtualClock

LOADERS: dict[str, Callable[[], object]] = {
    "gpiod": load_gpiod,
    "lgpio": load_lgpio,
    "pigpio": load_pigpio,
}
WAYS = {
    "raise AttributeError('no _notify_open')": "AttributeError: no _notify_open",
    "def (": "SyntaxError: ",
    "class error(Exception): pass\nraise error('no permission')": "error: no permission",
}


@pytest.fixture
def broken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str, str], None]]:
    """Puts a module of that name and text where it is found first."""
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    made: list[str] = []

    def make(name: str, text: str) -> None:
        monkeypatch.delitem(sys.modules, name, raising=False)
        (tmp_path / f"{name}.py").write_text(text)
        made.append(name)

    yield make
    for name in made:
        sys.modules.pop(name, None)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", LOADERS)
def test_a_module_that_raises_is_told_with_the_command_that_mends_it(broken, name, way):
    broken(name, way)
    with pytest.raises(BackendError) as caught:
        LOADERS[name]()
    told = str(caught.value)
    assert told.startswith(f"the Python module {name} is broken, importing it gives {WAYS[way]}")
    assert "install" in told


def test_gpiod_without_its_library_is_told_too(broken):
    broken("gpiod", "raise OSError('libgpiod.so.3: cannot open shared object file')")
    with pytest.raises(BackendError, match=r"gives OSError: libgpiod\.so\.3: cannot open"):
        load_gpiod()


@pytest.mark.parametrize("text", ["", "raise ValueError('x')", "print 'of Python 2'"])
def test_a_broken_pigpio_keeps_no_other_backend_from_opening(tmp_path: Path, text: str):
    """gpiozero imports it for itself."""
    (tmp_path / "pigpio.py").write_text(text)
    code = (
        "from showdown_hw import BackendError, Board, VirtualClock, open_factory\n"
        "open_factory('mock', Board.named('default'), VirtualClock()).close()\n"
        "try:\n"
        "    open_factory('pigpio', Board.named('default'), VirtualClock(), host='far')\n"
        "except BackendError as error:\n"
        "    print(error)\n"
    )
    ran = subprocess.run(
        [sys.executable, "-B", "-c", code],
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.startswith("the Python module pigpio is broken, importing it gives ")


def test_auto_goes_on_with_lgpio(broken, caplog):
    broken("gpiod", "raise ValueError('x')")
    caplog.set_level(logging.WARNING)
    with fake_lgpio.installed(fake_lgpio.make_lgpio(FakeLgpio(FakeChip()))):
        factory = open_factory("auto", Board.named("default"), VirtualClock(), chip=0)
    assert factory.backend.name == "lgpio"
    factory.close()
    assert "the Python module gpiod is broken" in caplog.text


def test_a_factory_knows_nothing_of_what_another_one_reserved():
    with fake_gpiod.installed(fake_gpiod.make_gpiod(FakeChip())):
        clock = VirtualClock()
        one, two = (open_factory("gpiod", Board.named("default"), clock, chip=0) for _ in "12")
    assert one._reservations is not two._reservations
    one.close()
    two.close()
