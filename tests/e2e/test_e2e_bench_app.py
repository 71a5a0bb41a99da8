"""The drawn bench as people run it: at a terminal, with keys and mouse, and every way it ends."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

import pytest

from e2e_kit import Command, RawHost, until
from scale import count
from terminal_kit import TerminalBench, gone

SIDE_BY_SIDE = True

IDLE_BYTES_A_SECOND = 1_000
"""Of the blinking lamp of an idle unit; measured: some 300."""

WAYS = ["q", "\x03", "SIGTERM", "SIGINT", "SIGHUP"][: count(3, 5)]


def test_a_showdown_is_played_with_keys_and_its_record_says_so(tmp_path: Path) -> None:
    with TerminalBench(tmp_path, "--players=none") as bench:
        bench.shows("ready")
        host = Command(tmp_path, ["run", "--cards", "0", "--json", "--port", bench.link])
        bench.shows("waiting for the timer button")
        bench.type(" ")
        bench.shows("Wait for green")
        bench.shows("GREEN")
        bench.type("a")
        bench.shows("right loses")
        record = host.end().record
        assert (record["outcome"], record["loser"]) == ("win", "right")
        assert record["stamp_source"] == "keyboard"
        assert record["resolution_us"] >= 20_000
        bench.shows("by keyboard")
        bench.type("q")
        assert bench.end() == 0
        assert bench.restored()
        assert not bench.link.is_symlink()


def test_the_mouse_presses_and_holds(tmp_path: Path) -> None:
    with (
        TerminalBench(tmp_path, "--players=none") as bench,
        RawHost(until(lambda: bench.link.is_symlink() and bench.link, "the link")) as host,
    ):
        bench.shows("control: nobody")
        host.hello()
        bench.shows("control: ")
        bench.click("up", let_go=False)
        bench.shows("DOWN")
        bench.type("\x1b[<0;1;1m")
        bench.hides("DOWN")
        bench.type("L")
        bench.shows("DOWN")
        bench.type("L")
        bench.hides("DOWN")


def test_a_robot_takes_a_side_and_leaves_it_to_whoever_presses(tmp_path: Path) -> None:
    with TerminalBench(tmp_path, "--players=left", "--script=demo") as bench:
        bench.shows("robot: left")
        bench.type("2")
        bench.shows("robot: both")
        bench.click("│ timer button")
        bench.shows(" loses")
        bench.type("a")
        bench.shows("robot: right")


@pytest.mark.parametrize("way", WAYS)
def test_it_ends_with_0_and_leaves_the_terminal_as_it_was(tmp_path: Path, way: str) -> None:
    with TerminalBench(tmp_path) as bench:
        bench.shows("ready")
        unit = bench.unit_pid()
        if way.startswith("SIG"):
            bench.process.send_signal(signal.Signals[way])
        else:
            bench.type(way)
        assert bench.end() == 0
        assert bench.restored()
        assert gone(unit)()
        assert not bench.link.is_symlink()


def test_a_unit_that_dies_ends_it_with_a_message(tmp_path: Path) -> None:
    with TerminalBench(tmp_path) as bench:
        bench.shows("ready")
        os.kill(bench.unit_pid(), signal.SIGKILL)
        assert bench.end() == 128 + signal.SIGKILL
        assert bench.restored()
        assert "the unit ended with status 137" in bench.text


def test_a_bug_in_the_picture_ends_the_unit_too(tmp_path: Path) -> None:
    bug = (
        "import sys; from showdown_bench import app_picture as p; "
        "from showdown_picture.draw import draw\n"
        "def broken(view, *a, **k):\n"
        "    if view.state == 'armed': raise RuntimeError('a bug in the picture')\n"
        "    return draw(view, *a, **k)\n"
        "p.draw = broken\n"
        "from showdown_unit.cli import main; sys.exit(main())"
    )
    program = (sys.executable, "-c", bug, "bench")
    with TerminalBench(tmp_path, "--players=none", program=program) as bench:
        bench.shows("ready")
        unit = bench.unit_pid()
        host = Command(tmp_path, ["run", "--cards", "0", "--json", "--port", bench.link])
        assert bench.end() == 1
        host.end()
        assert "a bug in the picture" in bench.text
        assert bench.restored()
        assert gone(unit)()


def test_a_bug_in_the_window_ends_the_app_too(tmp_path: Path) -> None:
    bug = (
        "import sys; from showdown_bench import looks\n"
        "look = looks.Looks.look\n"
        "def broken(self):\n"
        "    view = look(self)\n"
        "    if view.state == 'armed': raise RuntimeError('a bug in the window')\n"
        "    return view\n"
        "looks.Looks.look = broken\n"
        "from showdown_unit.cli import main; sys.exit(main())"
    )
    program = (sys.executable, "-c", bug, "bench")
    with TerminalBench(tmp_path, "--players=none", program=program) as bench:
        bench.shows("ready")
        host = Command(tmp_path, ["run", "--cards", "0", "--json", "--port", bench.link])
        assert bench.end() == 1
        host.end()
        assert "a bug in the window" in bench.text
        assert bench.restored()


def test_an_app_that_is_killed_takes_the_unit_along(tmp_path: Path) -> None:
    with TerminalBench(tmp_path) as bench:
        bench.shows("ready")
        unit = bench.unit_pid()
        bench.process.kill()
        until(gone(unit), "the unit ended")
        assert not bench.link.is_symlink()


def test_what_keeps_it_from_starting_is_told_plainly(tmp_path: Path) -> None:
    with TerminalBench(tmp_path, "--set=referee.count_s=99") as bench:
        assert bench.end() == 2
        assert "referee.count_s" in bench.text
        assert "\x1b[?1049h" not in bench.text
        assert "Traceback" not in bench.text


def test_an_idle_bench_writes_little(tmp_path: Path) -> None:
    with TerminalBench(tmp_path) as bench:
        bench.shows("ready")
        bench.quiet_bytes(0.5)
        assert bench.quiet_bytes(2) < 2 * IDLE_BYTES_A_SECOND


def test_it_follows_the_terminals_size(tmp_path: Path) -> None:
    with TerminalBench(tmp_path) as bench:
        bench.shows("last showdowns")
        for size in ((120, 40), (40, 12), (80, 24)):
            bench.output = b""
            bench.resize(*size)
            bench.shows("q quit")


@pytest.mark.parametrize(
    "environ", [{"NO_COLOR": "1"}, {"TERM": "vt100"}], ids=["no-color", "vt100"]
)
def test_without_colours_it_sends_none(tmp_path: Path, environ: dict[str, str]) -> None:
    with TerminalBench(tmp_path, environ=environ) as bench:
        bench.shows("ready")
        bench.type("q")
        assert bench.end() == 0
        for sequence in set(bench.text.split("\x1b[")):
            codes, ends, _ = sequence.partition("m")
            if ends and codes.replace(";", "").isdigit():
                assert set(codes.split(";")) <= {"0", "1", "2", "7", "22", "27", "39", "49"}, codes


@pytest.mark.parametrize("environ", [{"TERM": "dumb"}, {}], ids=["dumb", "plain"])
def test_the_plain_line_stays_where_the_picture_cannot_be(
    tmp_path: Path, environ: dict[str, str]
) -> None:
    options = () if environ else ("--plain",)
    with TerminalBench(tmp_path, *options, environ=environ) as bench:
        until(lambda: "tray:level" in bench.text, "the plain line")
        bench.process.send_signal(signal.SIGINT)
        assert bench.end() == 0
        assert "\x1b[" not in bench.text


def test_without_textual_it_says_so_and_draws_the_plain_line(tmp_path: Path) -> None:
    lacking = (
        "import sys; from showdown_bench import drawn; drawn.textual_is_there = lambda: False\n"
        "from showdown_unit.cli import main; sys.exit(main())"
    )
    with TerminalBench(tmp_path, program=(sys.executable, "-c", lacking, "bench")) as bench:
        until(lambda: "tray:level" in bench.text, "the plain line")
        assert "the picture needs Textual" in bench.text
