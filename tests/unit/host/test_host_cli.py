"""The command line: what it prints where, and its exit codes."""

from __future__ import annotations

import io
import json
import signal
import sys
import threading
from collections.abc import Callable
from importlib.metadata import EntryPoint, EntryPoints
from pathlib import Path
from typing import Any

import pytest

from host_kit import FakeOpener
from showdown_host import cli, cli_common, cli_console
from showdown_host.errors import NoUnit, PermissionDenied, PortBusy, ShowdownError
from showdown_host.keystore import KeyStore, default_folder
from showdown_host.timing import MS, Timing
from showdown_protocol.errors import WireError

Command = Callable[..., int]


@pytest.fixture
def opener() -> FakeOpener:
    return FakeOpener()


@pytest.fixture
def showdown(opener: FakeOpener, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Command:
    monkeypatch.setenv("SHOWDOWN_STATE_DIR", str(tmp_path))

    def command(*words: str) -> int:
        return cli.main(words, lambda *_: opener)

    return command


def pending() -> list[str]:
    return [one.key for one in KeyStore(default_folder()).pending()]


def outcome(opener: FakeOpener, **members: Any) -> None:
    """What the next showdown comes to, in place of a win."""

    def at_step(key: str, step: str) -> None:
        if step == "done":
            opener.world.unit.records[key] |= members

    opener.world.unit.at_step = at_step


def test_run_prints_key_progress_and_result(
    showdown: Command, opener: FakeOpener, capsys: pytest.CaptureFixture[str]
) -> None:
    assert showdown("run", "--cards", "3", "--left", "Ana", "--right", "Bo") == 0
    out, err = capsys.readouterr()
    assert out == ("Bo (right) was slower and takes the cards\n  left 231.4 ms, launch completed\n")
    lines = err.splitlines()
    (key,) = opener.world.unit.launches
    assert lines[0] == f"key {key}"
    assert "waiting for the timer button…" in lines
    assert "race…" in lines
    assert pending() == []


def test_run_json_prints_the_record_alone(
    showdown: Command, capsys: pytest.CaptureFixture[str]
) -> None:
    assert showdown("run", "--json") == 0
    record = json.loads(capsys.readouterr().out)
    assert (record["state"], record["loser"], record["cards"]) == ("done", "right", 2)


@pytest.mark.parametrize(
    ("members", "code"),
    [
        ({"outcome": "no_press", "loser": None}, 5),
        ({"outcome": "unclear", "loser": None}, 5),
        ({"outcome": "void", "loser": None, "reason": "lost_edge"}, 5),
        ({"state": "aborted", "outcome": None, "loser": None, "reason": "paddle_held"}, 5),
        ({"state": "cancelled", "outcome": None, "loser": None}, 5),
        ({"outcome": "false_start", "loser": "left"}, 0),
        ({"state": "indeterminate", "outcome": None, "loser": None}, 6),
    ],
    ids=lambda value: str(value),
)
def test_run_exit_codes(
    showdown: Command,
    opener: FakeOpener,
    capsys: pytest.CaptureFixture[str],
    members: dict[str, Any],
    code: int,
) -> None:
    outcome(opener, **members)
    assert showdown("run", "--json") == code
    (line,) = capsys.readouterr().out.splitlines()
    assert json.loads(line)["state"] == members.get("state", "done")
    assert pending() == []


def test_run_refused_is_4_and_its_record_the_tombstone(
    showdown: Command, opener: FakeOpener, capsys: pytest.CaptureFixture[str]
) -> None:
    opener.world.unit.refuse["showdown.start"] = WireError("NOT_READY", reasons=["tray_unknown"])
    assert showdown("run", "--json") == 4
    out, err = capsys.readouterr()
    assert json.loads(out)["state"] == "cancelled"
    assert "showdown: NOT_READY: Something has to be put right first." in err
    assert "tray_unknown" in err
    assert pending() == []


@pytest.mark.parametrize("error", [NoUnit("none"), PortBusy("busy"), PermissionDenied("no")])
def test_no_unit_is_3(
    showdown: Command,
    opener: FakeOpener,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    error: ShowdownError,
) -> None:
    monkeypatch.setattr("showdown_host.core.Timing", lambda: Timing(busy_ns=0))
    opener.errors = [error] * 50
    assert showdown("status") == 3
    assert capsys.readouterr() == ("", f"showdown: {error}\n")


def test_link_lost_is_7_and_run_again_takes_the_showdown_up(
    showdown: Command,
    opener: FakeOpener,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    unit = opener.world.unit
    unit.play = False
    unit.at_step = lambda _key, _step: setattr(unit, "mute", True)
    with monkeypatch.context() as patch:
        quick = Timing(request_ns=50 * MS, patience_ns=400 * MS)
        patch.setattr("showdown_host.core.Timing", lambda: quick)
        assert showdown("run", "--left", "Ana", "--json") == 7
    (key,) = pending()
    record = json.loads(capsys.readouterr().out)
    assert (record["key"], record["state"]) == (key, "accepted")
    unit.mute = False
    unit.at_step = lambda _key, _step: None
    unit.press_button()
    assert showdown("run", "--left", "Ana", "--json") == 0
    out, err = capsys.readouterr()
    assert json.loads(out)["key"] == key
    assert f"taking up {key} again: its end is not known yet" in err
    assert pending() == []


def test_run_with_other_parameters_says_how_to_go_on(
    showdown: Command, opener: FakeOpener, capsys: pytest.CaptureFixture[str]
) -> None:
    store = KeyStore(default_folder())
    with cli.Unit(opener) as unit:
        key = unit.prepare(cards=5).key
    assert showdown("run", "--cards", "2") == 4
    out, err = capsys.readouterr()
    assert out == ""
    assert f"`showdown run --key {key}` takes it up, `showdown cancel {key}` calls it off" in err
    assert showdown("run", "--key", key, "--json") == 0
    assert json.loads(capsys.readouterr().out)["cards"] == 5
    assert store.pending() == []


def test_ctrl_c_calls_off_and_prints_the_record(
    showdown: Command, opener: FakeOpener, capsys: pytest.CaptureFixture[str]
) -> None:
    opener.world.unit.play = False
    main = threading.main_thread().ident
    assert main is not None
    opener.world.unit.at_step = lambda _key, _step: opener.world.at(
        50 * MS, lambda: signal.pthread_kill(main, signal.SIGINT)
    )
    assert showdown("run", "--json") == 5
    assert json.loads(capsys.readouterr().out)["state"] == "cancelled"
    assert pending() == []


def test_an_indeterminate_key_that_nobody_vouches_for_stays_until_cancelled(
    showdown: Command, opener: FakeOpener, capsys: pytest.CaptureFixture[str]
) -> None:
    with cli.Unit(opener) as unit:
        key = unit.prepare().key
    opener.world.unit.start_up()
    opener.world.unit.journal_since += 1
    assert showdown("run", "--json") == 6
    out, err = capsys.readouterr()
    assert json.loads(out) | {"key": key, "state": "indeterminate"} == json.loads(out)
    assert "its journal has been cut or replaced" in err
    assert pending() == [key]
    assert showdown("cancel", key, "--json") == 6
    assert json.loads(capsys.readouterr().out)["state"] == "indeterminate"
    assert pending() == []


def test_cancel_get_list_lines(
    showdown: Command, opener: FakeOpener, capsys: pytest.CaptureFixture[str]
) -> None:
    assert showdown("cancel", "SOMEKEY1") == 0
    assert capsys.readouterr().out == "cancelled\n"
    assert showdown("get", "SOMEKEY1", "--json") == 0
    assert json.loads(capsys.readouterr().out)["state"] == "cancelled"
    assert showdown("get", "NOBODY01") == 0
    assert capsys.readouterr().out == "the unit knows no showdown NOBODY01\n"
    assert showdown("run") == 0
    capsys.readouterr()
    assert showdown("list", "--json") == 0
    keys = [json.loads(line)["key"] for line in capsys.readouterr().out.splitlines()]
    assert keys[-1] == "SOMEKEY1"
    assert showdown("list", "--limit", "1") == 0
    assert capsys.readouterr().out == f"{keys[0]}: win, loser right\n"
    assert showdown("lines", keys[0], "2", "0") == 0
    assert capsys.readouterr().out.startswith("left was slower and takes the cards\n")


def test_status_and_stats(showdown: Command, capsys: pytest.CaptureFixture[str]) -> None:
    assert showdown("status") == 0
    out = capsys.readouterr().out
    assert "lamps      red yes, amber no, green no\n" in out
    assert "faults     none\n" in out
    assert "power      low voltage NOW: use a better supply or a shorter cable\n" in out
    assert showdown("status", "--json") == 0
    told = json.loads(capsys.readouterr().out)
    assert told["tray"] == "ok"
    assert told["power"]["low_voltage"] is True
    assert showdown("stats", "--json") == 0
    assert "launches" in json.loads(capsys.readouterr().out)


def test_no_text_of_a_unit_moves_what_a_terminal_shows(
    showdown: Command, opener: FakeOpener, capsys: pytest.CaptureFixture[str]
) -> None:
    told = opener.world.unit._status()
    fault = {"code": "X", "message": "a\x1b[2Jb\nall is well \u202e"}
    opener.world.unit._status = lambda: told | {"faults": [fault]}  # type: ignore[method-assign]
    assert showdown("status") == 0
    out = capsys.readouterr().out
    assert "message a\ufffd[2Jb\ufffdall is well \ufffd\n" in out
    assert "\x1b" not in out


def test_watch_prints_events_until_ctrl_c(
    showdown: Command, opener: FakeOpener, capsys: pytest.CaptureFixture[str]
) -> None:
    main = threading.main_thread().ident
    assert main is not None
    world = opener.world
    world.at(2000 * MS, lambda: world.unit.emit("button"))
    world.at(8000 * MS, lambda: world.unit.emit("fault", code="EDGES", message="none"))
    world.at(20_000 * MS, lambda: signal.pthread_kill(main, signal.SIGINT))
    assert showdown("watch", "--json") == 0
    kinds = [json.loads(line)["type"] for line in capsys.readouterr().out.splitlines()]
    assert kinds[-1:] == ["fault"]


def test_looking_takes_no_control(showdown: Command, opener: FakeOpener) -> None:
    opener.world.unit.holder = "somebody"
    assert showdown("status") == 0
    assert showdown("run") == 4
    assert showdown("run", "--takeover") == 0


@pytest.mark.parametrize("words", [("--port", "/dev/x", "status"), ("status", "--port", "/dev/x")])
def test_port_stands_before_or_after(words: tuple[str, ...]) -> None:
    seen: list[tuple[str | None, int]] = []

    def make(port: str | None, baud: int, _unit: str | None) -> FakeOpener:
        seen.append((port, baud))
        return FakeOpener(None, NoUnit("none"))

    assert cli.main(words, make) == 3
    assert seen == [("/dev/x", 115_200)]


@pytest.mark.parametrize("words", [(), ("dance",), ("run", "--cards", "two"), ("get",)])
def test_wrong_usage_is_2(words: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        cli.main(words)
    assert caught.value.code == 2
    assert "usage: showdown" in capsys.readouterr().err


def test_console_asks_and_shows_what_comes(
    showdown: Command, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = [
        "help",
        "ping",
        "showdown.get key=NOBODY01",
        'showdown.get {"key": "NOBODY02"}',
        "showdown.start players.left=Ana players.right='Bo B.' cards=0",
        "nonsense",
        "ping x",
        "quit",
        "never read",
    ]
    monkeypatch.setattr(sys, "stdin", io.StringIO("\n".join(lines)))
    assert showdown("console", "--quiet") == 0
    out, err = capsys.readouterr()
    replies = [json.loads(line) for line in out.splitlines()]
    assert "boot" in replies[0]
    assert [reply["key"] for reply in replies[1:3]] == ["NOBODY01", "NOBODY02"]
    assert replies[3]["players"] == {"left": "Ana", "right": "Bo B."}
    assert "error: METHOD_NOT_FOUND" in err
    assert "same key again  never with these parameters" in err
    assert "not understood: 'x' is not name=value" in err


@pytest.mark.parametrize(
    ("line", "parsed"),
    [
        ("status", ("status", {})),
        ("m a=1 b=true c=x d='y z'", ("m", {"a": 1, "b": True, "c": "x", "d": "y z"})),
        ("m p.left=A p.right=B", ("m", {"p": {"left": "A", "right": "B"}})),
        ('m {"a": [1]}', ("m", {"a": [1]})),
    ],
)
def test_console_lines(line: str, parsed: tuple[str, dict[str, Any]]) -> None:
    assert cli_console.parse(line) == parsed


@pytest.mark.parametrize("line", ["m a", "m =1", "m {", "m a=1 a.b=2", "m 'a=1"])
def test_console_lines_that_are_wrong(line: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        cli_console.parse(line)


def test_progress_rewrites_its_line_on_a_terminal() -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    stream = Terminal()
    progress = cli_common.Progress(stream)
    for text in ("count…", "count…", "race…"):
        progress.show(text)
    progress.end()
    assert stream.getvalue() == "\r\x1b[Kcount…\r\x1b[Krace…\n"


@pytest.mark.parametrize(
    ("state", "held", "start", "words"),
    [
        ("armed", (), "button", "waiting for the timer button…"),
        ("armed", (), "now", "about to start…"),
        ("armed", ("left", "right"), "button", "release the left and the right paddle…"),
        ("racing", (), "button", "race…"),
        ("of a later version", (), "button", "of a later version"),
    ],
)
def test_progress_words(state: str, held: tuple[str, ...], start: str, words: str) -> None:
    assert cli_common.state_words(state, held, start) == words


def test_commands_of_other_packages_are_added_and_replace_ours(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    points = EntryPoints(
        [
            EntryPoint("score", "cli_host_plugin:command", cli.GROUP),
            EntryPoint("broken", "no_such_module:command", cli.GROUP),
        ]
    )
    monkeypatch.setattr(cli, "entry_points", lambda group: points if group == cli.GROUP else ())
    assert cli.main(["score", "--points", "7", "--port", "/dev/x"]) == 7
    assert capsys.readouterr().out == "7 at /dev/x\n"


@pytest.fixture
def without_fluent(monkeypatch):
    """As after `pip install showdown-unit`, without the extra `table`."""
    for name in list(sys.modules):
        if name.partition(".")[0] in ("showdown_table", "fluent"):
            monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "fluent", None)
    monkeypatch.setitem(sys.modules, "fluent.runtime", None)


def test_the_help_names_what_a_command_still_needs(without_fluent, capsys):
    with pytest.raises(SystemExit) as over:
        cli.main(["--help"])
    assert over.value.code == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "score needs pip install '.[table]' in a clone" in said
    assert "run play one showdown" in said


def test_a_command_whose_library_is_missing_says_so(without_fluent, capsys):
    assert cli.main(["score", "--new"]) == 2
    assert capsys.readouterr().err == (
        "showdown score: fluent.runtime is not installed: "
        "pip install '.[table]' in a clone of the project\n"
    )


def test_where_the_library_of_a_drawn_command_is_missing_the_plain_one_stays(
    showdown: Command, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    points = EntryPoints([EntryPoint("status", "no_such_module:command", cli.GROUP)])
    monkeypatch.setattr(cli, "entry_points", lambda group: points)
    assert showdown("status", "--json") == 0
    assert json.loads(capsys.readouterr().out)["tray"] == "ok"


def test_the_plain_console_logs_every_line_both_ways(
    showdown: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("stats\nhelp stats\n"))
    assert showdown("console", "--log", str(tmp_path / "log")) == 0
    entries = [json.loads(line) for line in (tmp_path / "log").read_text().splitlines()]
    ways = [entry["way"] for entry in entries if "stats" in entry["line"]]
    assert ways == ["out"]
    assert {entry["way"] for entry in entries} == {"in", "out"}
    assert {entry["crc"] for entry in entries} == {"right"}


def test_a_log_that_cannot_be_written_is_a_mistake_of_the_command(
    showdown: Command, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert showdown("console", "--log", str(tmp_path)) == 2
    assert str(tmp_path) in capsys.readouterr().err


def test_every_opening_of_a_command_goes_by_one_opener(
    opener: FakeOpener, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """It remembers the unit's serial: what is opened again is never another unit."""
    monkeypatch.setenv("SHOWDOWN_STATE_DIR", str(tmp_path))
    made: list[FakeOpener] = []

    def make(*_words: object) -> FakeOpener:
        made.append(opener)
        return opener

    def twice(_args: object, open_unit: Callable[..., Any]) -> int:
        for _ in range(2):
            open_unit("observe").close()
        return 0

    command = cli._Command("", lambda _parser: None, twice)
    monkeypatch.setitem(cli._COMMANDS, "status", command)
    assert cli.main(["status"], make) == 0
    assert (len(made), len(opener.ports)) == (1, 2)
