"""Settings over restarts of the whole process, and what the command line says of them."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from showdown_hw.board import Board
from showdown_hw.clock import Clock
from showdown_hw.mock import UnitMockFactory
from showdown_hw.unit import Hardware
from showdown_protocol.errors import WireError
from showdown_protocol.messages import SettingsChanges, SettingsResult, SettingsSetParams
from showdown_unit import settings_text
from showdown_unit.cli import main
from showdown_unit.config import Config, load
from showdown_unit.daemon import run
from showdown_unit.notify import Notify
from showdown_unit.settings_file import NAME, write
from showdown_unit.settings_text import Saved
from showdown_unit.unit import Unit

Look = Callable[[Unit], Any]


def config_of(folder: Path, text: str = "") -> Path:
    path = folder / "unit.toml"
    path.write_text(f"[state]\ndir = '{folder}'\n[links]\nunix = ''\n{text}")
    return path


def serve(config: Config, *steps: Callable[[Unit, Callable[[Any], None]], None]) -> list[Any]:
    """One run of the daemon on mock pins: the steps one after the other, each to its answer."""
    got: list[Any] = []

    def open_hardware(board: Board, clock: Clock) -> Hardware:
        return Hardware.open(board, UnitMockFactory(board, clock), clock)

    @contextmanager
    def up(unit: Unit) -> Iterator[None]:
        def go_on(number: int) -> None:
            if number == len(steps):
                signal.raise_signal(signal.SIGTERM)
                return

            def answered(answer: Any) -> None:
                got.append(answer)
                asyncio.get_running_loop().call_soon(go_on, number + 1)

            steps[number](unit, answered)

        asyncio.get_running_loop().call_soon(go_on, 0)
        yield

    assert run(config, hardware_factory=open_hardware, extra=up, notify=Notify(None)) == 0
    return got


def put(rev: int, **values: Any) -> Callable[[Unit, Callable[[Any], None]], None]:
    params = SettingsSetParams(rev=rev, values=SettingsChanges(**values))
    return lambda unit, then: unit.set_settings(params, then)


def see(look: Look) -> Callable[[Unit, Callable[[Any], None]], None]:
    return lambda unit, then: then(look(unit))


def faults(unit: Unit) -> dict[str, str]:
    return {note.code: note.message for note in unit.faults.notes()}


def test_what_was_set_stands_after_a_restart_and_wins_over_the_file(tmp_path: Path) -> None:
    config = load(config_of(tmp_path, "[unit]\nname = 'file'\nlines = 'always'\n"))
    (answer,) = serve(config, put(0, name="set", count_ms=1500))
    assert isinstance(answer, SettingsResult)
    again, name, found = serve(
        config,
        see(lambda unit: unit.settings()),
        see(lambda unit: unit.hello_facts().name),
        see(faults),
    )
    assert again == answer
    assert (again.rev, again.values.count_ms, again.values.lines) == (1, 1500, "always")
    assert (name, found) == ("set", {})


def test_what_was_given_up_is_again_as_the_file_has_it_then(tmp_path: Path) -> None:
    serve(
        load(config_of(tmp_path, "[unit]\nname = 'one'\n")), put(0, name="set"), put(1, name=None)
    )
    (settings,) = serve(
        load(config_of(tmp_path, "[unit]\nname = 'two'\n")), see(lambda unit: unit.settings())
    )
    assert (settings.rev, settings.changed, settings.values.name) == (2, (), "two")


def test_a_damaged_file_stops_no_start_and_is_told(tmp_path: Path) -> None:
    (tmp_path / NAME).write_bytes(b"rev = 6\n[unit]\nname = \x00")
    told, answer, left = serve(
        load(config_of(tmp_path)), see(faults), put(7, buzzer=False), see(faults)
    )
    assert list(told) == ["SETTINGS"]
    assert "was set aside as settings.set-aside-" in told["SETTINGS"]
    assert isinstance(answer, SettingsResult)
    assert left == {}
    assert len(list(tmp_path.glob("settings.set-aside-*"))) == 1


def test_settings_that_the_new_configuration_contradicts_stop_no_start(tmp_path: Path) -> None:
    write(tmp_path, settings_text.text(Saved(3, {"referee.hold_min_s": 4_000_000_000})))
    config = load(config_of(tmp_path, "[referee]\nhold_max_s = 3\n"))
    told, settings = serve(config, see(faults), see(lambda unit: unit.settings()))
    assert "given up: referee.hold_min_s" in told["SETTINGS"]
    assert (settings.rev, settings.values.hold_min_ms) == (4, 1000)


def test_a_folder_that_takes_no_file_refuses_the_change(tmp_path: Path) -> None:
    config = load(config_of(tmp_path))
    (tmp_path / NAME).mkdir()
    (tmp_path / NAME / "in the way").touch()

    def block(unit: Unit, then: Callable[[Any], None]) -> None:
        (tmp_path / NAME).mkdir()
        (tmp_path / NAME / "in the way").touch()
        then(None)

    _, answer, settings = serve(config, block, put(0, buzzer=False), see(lambda u: u.settings()))
    assert isinstance(answer, WireError)
    assert answer.name == "STORAGE"
    assert (settings.rev, settings.values.buzzer) == (0, True)


def shown(capsys: pytest.CaptureFixture[str], path: Path) -> tuple[int, dict[str, str], str]:
    status = main(["config", "show", "--config", str(path)])
    out, err = capsys.readouterr()
    return status, dict(line.split(" = ", 1) for line in out.splitlines()), err


def test_config_show_finds_the_state_folder_and_tells_whose_each_value_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = config_of(tmp_path, "[unit]\nname = 'file'\nbuzzer = false\n")
    write(tmp_path, settings_text.text(Saved(1, {"unit.name": "set"})))
    status, lines, err = shown(capsys, path)
    assert (status, err) == (0, "")
    assert lines["unit.name"] == f'"set"  # {tmp_path / NAME}'
    assert lines["unit.buzzer"] == f"false  # {path}"
    assert lines["unit.lines"] == '"auto"  # default'


def test_config_show_says_what_is_wrong_with_the_settings(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = config_of(tmp_path)
    (tmp_path / NAME).write_bytes(b"x")
    status, lines, err = shown(capsys, path)
    assert status == 1
    assert lines["unit.name"] == '"showdown"  # default'
    assert err.startswith(f"{tmp_path / NAME} is not TOML")
    assert "the unit sets it aside when it starts" in err


def test_config_check_says_which_keys_of_the_file_have_no_effect(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = config_of(tmp_path, "[unit]\nname = 'file'\n")
    write(tmp_path, settings_text.text(Saved(1, {"unit.name": "set", "unit.buzzer": False})))
    assert main(["config", "check", "--config", str(path)]) == 0
    out, _ = capsys.readouterr()
    assert out.splitlines()[1] == "settings of hosts win over it: unit.name, unit.buzzer"


def test_root_leaves_the_settings_to_the_folders_owner(tmp_path: Path) -> None:
    if os.geteuid() != 0:
        pytest.skip("only root may give a folder away")
    os.chown(tmp_path, 12_345, 12_345)
    write(tmp_path, b"rev = 1\n")
    assert (tmp_path / NAME).stat().st_uid == 12_345
