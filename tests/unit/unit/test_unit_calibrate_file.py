"""Calibrating the launcher: the servo, the board file, the command."""

from __future__ import annotations

import errno
import io
import os
import signal
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from showdown_hw.board import Board, LauncherSpec
from showdown_hw.errors import BoardError, HardwareError, LauncherError
from showdown_hw.mock import UnitMockFactory
from showdown_hw.mock_bench import MockBench
from showdown_hw.servo_trial import ServoTrial
from showdown_hw.virtual import VirtualClock
from showdown_unit import board_edit, cli, cli_calibrate
from showdown_unit.board_edit import place_for, replace_file, with_widths
from showdown_unit.cli_calibrate import calibrate_launcher, converse
from showdown_unit.config import Config, load
from showdown_unit.interrupts import ENDING, Interrupts
from showdown_unit.journal_place import LOCK_NAME, FolderLock

DEFAULT = (Path(board_edit.resources.files("showdown_hw") / "boards/default.toml")).read_text()
WIDTHS = LauncherSpec(1480, 1020, 1990, 1200)
SAVE = ("1480", "ok", "1020", "ok", "1990", "ok", "save")


def config_of(tmp_path: Path, board: str = "default") -> Config:
    (tmp_path / "state").mkdir(exist_ok=True)
    return load(
        None,
        {
            "hardware.board": board,
            "hardware.backend": "mock",
            "state.dir": str(tmp_path / "state"),
        },
    )


def typed(*lines: str) -> Callable[[str], str]:
    """A person at the keyboard; after the last line the input ends."""
    left = list(lines)

    def read(_prompt: str) -> str:
        if not left:
            raise EOFError
        return left.pop(0)

    return read


def run(config: Config, own: Path, *lines: str, dry_run: bool = False) -> tuple[int, str]:
    told: list[str] = []
    status = calibrate_launcher(
        config,
        dry_run=dry_run,
        read=typed(*lines),
        tell=told.append,
        clock=VirtualClock(),
        own=own,
    )
    return status, "\n".join(told)


# --- the servo -----------------------------------------------------------------------------------


class Rig:
    def __init__(self) -> None:
        self.clock = VirtualClock()
        self.board = Board.named("default")
        self.factory = UnitMockFactory(self.board, self.clock)
        self.trace: list[tuple[int, str, int]] = []
        began_ns = self.clock.now_ns()
        MockBench(self.factory).trace = lambda ns, signal, value: self.trace.append(
            ((ns - began_ns) // 1_000_000, signal, value)
        )
        self.servo = ServoTrial(self.board, self.factory, self.clock)

    def converse(self, *lines: str, limit_ms: int = 1200) -> LauncherSpec | None:
        launcher = replace(self.board.launcher, limit_ms=limit_ms)
        board = replace(self.board, launcher=launcher)
        with Interrupts() as interrupts:
            return converse(
                board,
                self.servo,
                self.clock,
                typed(*lines),
                lambda _: None,
                interrupts=interrupts,
            )


def test_a_try_has_power_for_600_ms_and_then_neither_power_nor_pulses():
    rig = Rig()
    rig.converse("1480", "+")
    assert rig.trace == [
        (0, "launcher_power", 1),
        (0, "launcher_pwm", 1480),
        (600, "launcher_pwm", 0),
        (600, "launcher_power", 0),
        (600, "launcher_power", 1),
        (600, "launcher_pwm", 1490),
        (1200, "launcher_pwm", 0),
        (1200, "launcher_power", 0),
    ]


def test_a_try_is_no_longer_than_the_boards_limit():
    rig = Rig()
    rig.converse("1480", limit_ms=200)
    assert rig.trace[-1] == (200, "launcher_power", 0)


def test_power_goes_also_when_the_pulses_fail():
    rig = Rig()
    rig.factory.broken["launcher_pwm"] = OSError("gone")
    with pytest.raises(HardwareError, match="launcher_pwm: gone"):
        rig.converse("1480")
    assert not rig.servo.powered
    assert not rig.factory.signal_pin("launcher_power").state


@pytest.mark.parametrize("number", ENDING)
def test_a_signal_in_mid_move_takes_the_power_away_and_leaves(number):
    rig = Rig()
    rig.clock.world_at(rig.clock.now_ns() + 100_000_000, lambda: signal.raise_signal(number))
    assert rig.converse(*SAVE) is None
    assert rig.trace[-1] == (100, "launcher_power", 0)


def test_a_pause_in_mid_move_takes_the_power_away_first_and_then_the_talk_goes_on(monkeypatch):
    rig = Rig()
    paused: list[bool] = []
    real = signal.raise_signal

    def raise_signal(number: int) -> None:
        assert signal.getsignal(number) is signal.SIG_DFL
        paused.append(bool(rig.factory.signal_pin("launcher_power").state))

    monkeypatch.setattr(signal, "raise_signal", raise_signal)
    rig.clock.world_at(rig.clock.now_ns() + 100_000_000, lambda: real(signal.SIGTSTP))
    assert rig.converse(*SAVE) == WIDTHS
    assert paused == [False]
    assert rig.trace[3] == (100, "launcher_power", 0)


def test_a_signal_in_mid_write_waits_until_power_and_pulses_are_off():
    """Not even Ctrl-C comes between the two writes that take the power away."""
    rig = Rig()
    off = rig.servo._pwm.off

    def interrupted_off() -> None:
        signal.raise_signal(signal.SIGINT)
        off()

    rig.servo._pwm.off = interrupted_off
    assert rig.converse(*SAVE) is None
    assert rig.trace[-2:] == [(600, "launcher_pwm", 0), (600, "launcher_power", 0)]


def test_a_signal_while_a_line_is_typed_leaves():
    rig = Rig()

    def read(_prompt: str) -> str:
        signal.raise_signal(signal.SIGHUP)
        return "1480"

    with Interrupts() as interrupts:
        told = converse(
            rig.board, rig.servo, rig.clock, read, lambda _: None, interrupts=interrupts
        )
    assert (told, rig.trace) == (None, [])


def test_signals_are_as_they_were_afterwards():
    before = [signal.getsignal(number) for number in (*ENDING, signal.SIGTSTP)]
    Rig().converse("1480")
    assert [signal.getsignal(number) for number in (*ENDING, signal.SIGTSTP)] == before


def test_the_trial_refuses_what_no_board_may_have_and_stays_unpowered():
    rig = Rig()
    with pytest.raises(LauncherError) as caught:
        rig.servo.drive(2101)
    assert str(caught.value) == "a pulse of 2101 µs is refused: allowed are 900 to 2100 µs"
    assert rig.trace == []


def test_the_trial_knows_when_it_is_overdue():
    rig = Rig()
    assert not rig.servo.overdue(rig.clock.now_ns())
    rig.servo.drive(1500)
    rig.clock.advance(1_199_999_999)
    rig.servo.drive(1600)
    assert not rig.servo.overdue(rig.clock.now_ns())
    rig.clock.advance(1)
    assert rig.servo.overdue(rig.clock.now_ns())
    rig.servo.rest()
    assert not rig.servo.overdue(rig.clock.now_ns())


# --- the file ------------------------------------------------------------------------------------


def test_only_the_widths_change_and_every_comment_stays():
    changed = with_widths(DEFAULT, "default.toml", WIDTHS)
    differing = [
        (old, new)
        for old, new in zip(DEFAULT.splitlines(), changed.splitlines(), strict=True)
        if old != new
    ]
    assert differing == [
        ("park_us  = 1500 # tray level", "park_us  = 1480 # tray level"),
        ("left_us  = 1000 # throws to the left", "left_us  = 1020 # throws to the left"),
        ("right_us = 2000 # throws to the right", "right_us = 1990 # throws to the right"),
    ]


def test_line_ends_and_indents_stay():
    text = DEFAULT.replace("park_us  = 1500", "  park_us=1_500").replace("\n", "\r\n")
    changed = with_widths(text, "b.toml", WIDTHS)
    assert "\r\n  park_us=1480 # tray level\r\n" in changed
    assert changed.count("\r\n") == text.count("\r\n")


def test_keys_of_that_name_elsewhere_are_left_alone():
    text = DEFAULT.replace("[launcher]", "# park_us = 1\n[ launcher ] # servo")
    assert "# park_us = 1\n" in with_widths(text, "b.toml", WIDTHS)


def test_a_file_in_another_shape_is_refused_with_what_to_write():
    head = DEFAULT.partition("[launcher]")[0]
    inline = "launcher = {park_us = 1500, left_us = 1000, right_us = 2000, limit_ms = 1200}\n"
    with pytest.raises(BoardError) as caught:
        with_widths(inline + head, "mine.toml", WIDTHS)
    assert str(caught.value) == (
        "mine.toml: launcher is written in a way that cannot be changed here: write it as a table"
        " [launcher] with a line each for park_us = 1480, left_us = 1020, right_us = 1990"
    )
    with pytest.raises(BoardError, match="cannot be changed here"):  # the widths it has, too
        with_widths(inline + head, "mine.toml", Board.parse(inline + head, "").launcher)


@pytest.mark.parametrize("number", ["0x5dc", "0b10111011100", "+1_500"])
def test_a_width_in_any_notation_is_changed(number):
    changed = with_widths(DEFAULT.replace("= 1500", f"= {number}"), "b.toml", WIDTHS)
    assert "park_us  = 1480 # tray level\n" in changed


def test_a_file_that_cannot_be_changed_is_told_before_anything_moves(tmp_path, capsys):
    mine = tmp_path / "mine.toml"
    head, _, launcher = DEFAULT.partition("[launcher]")
    mine.write_text(head + "[launcher]\n" + launcher.replace("park_us ", '"park_us" '))
    status, told = run(config_of(tmp_path, str(mine)), tmp_path / "own.toml", *SAVE)
    assert (status, told) == (1, "")
    assert "cannot be changed here" in capsys.readouterr().err


def test_a_board_that_does_not_ship_is_told_with_those_that_do(tmp_path, capsys):
    status, _ = run(config_of(tmp_path, "nine"), tmp_path / "own.toml", *SAVE)
    assert status == 1
    assert capsys.readouterr().err == (
        "cannot calibrate: override: hardware.board is 'nine', which does not ship; there are:"
        " default, full. A file of your own is named by its whole path, with /\n"
    )


def test_a_shipped_board_is_copied_and_the_file_named_in_the_config_is_changed(tmp_path):
    own = tmp_path / "board.toml"
    assert place_for(config_of(tmp_path), own) == (own, DEFAULT)
    mine = tmp_path / "mine.toml"
    mine.write_text(DEFAULT.replace('"default"', '"mine"'))
    path, text = place_for(config_of(tmp_path, str(mine)), own)
    assert (path, 'name = "mine"' in text) == (mine, True)


def test_a_copy_that_is_there_but_not_used_is_not_written_over(tmp_path):
    own = tmp_path / "board.toml"
    own.write_text("mine")
    with pytest.raises(BoardError) as caught:
        place_for(config_of(tmp_path), own)
    assert str(caught.value) == (
        f"{own} exists, but the configuration names the board 'default': set hardware.board ="
        f' "{own}" to calibrate that file, or move it away'
    )


def test_a_replaced_file_keeps_its_mode_and_leaves_nothing_beside_it(tmp_path):
    path = tmp_path / "board.toml"
    path.write_text("old")
    path.chmod(0o640)
    replace_file(path, "new µs\r\n")
    assert path.read_bytes() == "new µs\r\n".encode()
    assert path.stat().st_mode & 0o777 == 0o640
    assert list(tmp_path.iterdir()) == [path]


def test_a_link_to_the_board_file_stays_a_link(tmp_path):
    (tmp_path / "real.toml").write_text("old")
    (tmp_path / "board.toml").symlink_to("real.toml")
    replace_file(tmp_path / "board.toml", "new")
    assert (tmp_path / "board.toml").is_symlink()
    assert (tmp_path / "real.toml").read_text() == "new"


def test_a_new_file_can_be_read_by_all(tmp_path):
    replace_file(tmp_path / "board.toml", "new")
    assert (tmp_path / "board.toml").stat().st_mode & 0o777 == 0o644


def test_a_write_that_fails_leaves_the_old_file(tmp_path, monkeypatch):
    path = tmp_path / "board.toml"
    path.write_text("old")

    def full(_fd: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(BoardError, match=r"cannot be written: No space left on device; run this"):
        replace_file(path, "new")
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


# --- the command ---------------------------------------------------------------------------------


def test_the_widths_end_in_a_board_that_loads_and_the_config_line_is_named(tmp_path):
    own = tmp_path / "board.toml"
    status, told = run(config_of(tmp_path), own, *SAVE)
    assert status == 0
    assert Board.load(own).launcher == WIDTHS
    assert f"written: {own}" in told
    assert told.endswith(
        f'now name it in the configuration: [hardware] board = "{own}"\n'
        "start the unit again, then: showdown-unit selftest launcher"
    )


def test_a_board_that_the_config_names_is_changed_without_more_to_do(tmp_path):
    mine = tmp_path / "mine.toml"
    mine.write_bytes(DEFAULT.replace("\n", "\r\n").encode())
    status, told = run(config_of(tmp_path, str(mine)), tmp_path / "own.toml", *SAVE)
    assert (status, Board.load(mine).launcher) == (0, WIDTHS)
    assert b"1480 # tray level\r\n" in mine.read_bytes()
    assert told.endswith(
        f"written: {mine}\nstart the unit again, then: showdown-unit selftest launcher"
    )


def test_what_somebody_else_wrote_meanwhile_is_kept(tmp_path, capsys):
    mine = tmp_path / "mine.toml"
    mine.write_text(DEFAULT)
    left = list(SAVE)

    def read(_prompt: str) -> str:
        if len(left) == 1:
            mine.write_text(DEFAULT + "# mine\n")
        return left.pop(0)

    status = calibrate_launcher(
        config_of(tmp_path, str(mine)), read=read, tell=lambda _: None, clock=VirtualClock()
    )
    assert (status, mine.read_text()) == (1, DEFAULT + "# mine\n")
    assert capsys.readouterr().err == (
        f"cannot calibrate: {mine} was changed by somebody else meanwhile, so nothing was written;"
        " set there park_us = 1480, left_us = 1020, right_us = 1990\n"
    )


def test_a_pin_that_fails_in_mid_move_is_told_with_what_to_do(tmp_path, capsys, monkeypatch):
    """The chip is gone: neither the move nor what ends it can be written."""
    gone = OSError(errno.ENODEV, "No such device")

    class Vanishing(UnitMockFactory):
        def close(self) -> None:
            raise gone

    def opened(*_args: object, **_more: object) -> UnitMockFactory:
        return factory

    factory = Vanishing(Board.named("default"), VirtualClock())
    monkeypatch.setattr(cli_calibrate, "open_unit_factory", opened)
    left = ["1480"]

    def read(_prompt: str) -> str:
        factory.broken.update(launcher_pwm=gone, launcher_power=gone)
        return left.pop(0)

    status = calibrate_launcher(
        config_of(tmp_path),
        read=read,
        tell=lambda _: None,
        clock=VirtualClock(),
        own=tmp_path / "own.toml",
    )
    said = capsys.readouterr().err.splitlines()
    assert status == 1
    assert all(line.startswith("cannot calibrate: ") for line in said), said
    assert said[0].endswith("Cut the launcher's supply, then look at the wiring")
    assert any("No such device" in line for line in said)


def test_a_closed_input_leaves(tmp_path, monkeypatch):
    monkeypatch.setattr("sys.stdin", None)
    told: list[str] = []
    status = calibrate_launcher(
        config_of(tmp_path), tell=told.append, clock=VirtualClock(), own=tmp_path / "own.toml"
    )
    assert (status, told[-1]) == (0, "nothing was written")


@pytest.mark.parametrize("lines", [("1480", "ok", "quit"), ("1480", "ok")])
def test_leaving_writes_nothing(tmp_path, lines):
    own = tmp_path / "board.toml"
    status, told = run(config_of(tmp_path), own, *lines)
    assert (status, told.splitlines()[-1]) == (0, "nothing was written")
    assert not own.exists()


def test_a_dry_run_opens_no_pin_takes_no_lock_and_writes_nothing(tmp_path):
    config = config_of(tmp_path)
    own = tmp_path / "nowhere" / "board.toml"
    lock = FolderLock(tmp_path / "state")
    status, told = run(config, own, *SAVE, dry_run=True)
    lock.release()
    assert status == 0
    assert "(would drive the servo with 1480 µs)" in told
    assert f"(would write {own})" in told
    assert "right_us = 1990 # throws to the right" in told
    assert not own.exists()


def test_a_unit_that_runs_is_not_disturbed(tmp_path, capsys):
    config = config_of(tmp_path)
    lock = FolderLock(tmp_path / "state")
    status, told = run(config, tmp_path / "board.toml", *SAVE)
    lock.release()
    assert (status, told) == (1, "")
    assert capsys.readouterr().err == (
        f"cannot calibrate: the unit runs (pid {os.getpid()}): stop it, calibrate, start it again\n"
    )


def test_a_pin_that_cannot_be_had_is_told_in_one_line(tmp_path, capsys, monkeypatch):
    def busy(_self: object, _bcm: int) -> None:
        raise OSError("GPIO12 busy")

    monkeypatch.setattr(UnitMockFactory, "open_pwm", busy)
    status, _ = run(config_of(tmp_path), tmp_path / "board.toml", *SAVE)
    assert status == 1
    assert capsys.readouterr().err == (
        "cannot calibrate: the launcher cannot be opened: OSError: GPIO12 busy\n"
    )


def test_the_unit_can_run_afterwards(tmp_path):
    run(config_of(tmp_path), tmp_path / "board.toml", "quit")
    FolderLock(tmp_path / "state").release()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root makes files for others")
def test_with_sudo_the_lock_file_belongs_to_the_units_user(tmp_path):
    config = config_of(tmp_path)
    os.chown(tmp_path / "state", 4711, 4712)
    run(config, tmp_path / "board.toml", "quit")
    made = (tmp_path / "state" / LOCK_NAME).stat()
    assert (made.st_uid, made.st_gid) == (4711, 4712)


def test_a_place_that_cannot_be_written_is_told_before_anything_moves(tmp_path, capsys):
    status, told = run(config_of(tmp_path), tmp_path / "nowhere" / "board.toml", *SAVE)
    assert (status, told) == (1, "")
    folder = tmp_path / "nowhere"
    assert capsys.readouterr().err == (
        f"cannot calibrate: {folder}/board.toml cannot be written, its folder is missing: sudo"
        f" mkdir -p {folder}, and run this with sudo; or copy the board into a folder of yours and"
        " name the copy as hardware.board\n"
    )


def test_the_command_is_on_the_command_line(tmp_path, monkeypatch, capsys):
    file = tmp_path / "unit.toml"
    mine = tmp_path / "mine.toml"
    mine.write_text(DEFAULT)
    file.write_text(f'[hardware]\nboard = "{mine}"\n')
    monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))
    monkeypatch.setattr("showdown_unit.logs.log_to", lambda _level: None)
    assert cli.main(["calibrate", "launcher", "--dry-run", "--config", str(file)]) == 0
    assert capsys.readouterr().out.endswith("nothing was written\n")
