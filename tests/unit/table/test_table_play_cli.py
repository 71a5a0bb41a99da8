"""`showdown play` without its screens: which match, whose, by which rules; and bots alone."""

from __future__ import annotations

import errno
import os
import re
import shlex
import subprocess
import sys
import types
from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar

import pytest

from host_kit import FakeOpener, FastWorld
from showdown_host.cli import main
from showdown_host.cli_common import Exit
from showdown_rules.cards import load_deck
from showdown_rules.state import Phase
from showdown_table import play_cli
from showdown_table.headless import Headless
from showdown_table.play_cli import bot_names, newest, options_of
from showdown_table.store import default_folder, matches, read
from showdown_table.table import Table, deck_text, peek
from showdown_table.texts import Texts
from showdown_table.umpire import Question, Status, Step, Umpire
from table_kit import at_showdown, new_table, play

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    monkeypatch.setenv("SHOWDOWN_DATA_DIR", str(tmp_path))
    monkeypatch.setenv("SHOWDOWN_STATE_DIR", str(tmp_path))
    monkeypatch.setenv("LC_ALL", "C")
    monkeypatch.setattr(play_cli, "no_terminal", lambda: "")

    def go(*words: str | Path) -> tuple[int, str, str]:
        try:
            code = main(["play", *map(str, words)])
        except SystemExit as end:
            code = int(str(end.code))
        said = capsys.readouterr()
        return code, said.out, said.err

    return go


BOTS = ("--headless", "--no-unit", "--bots", "3", "--seed", "s17", "--option", "target=10")


def only() -> Path:
    (path,) = matches(default_folder())
    return path


def test_bots_alone_play_a_match_to_its_end(run: Run) -> None:
    code, out, err = run(*BOTS)
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert any(line.startswith("Round 1. ") for line in lines)
    assert "Ada (bot) gets 7 cards." in lines  # which, only the bot knows
    assert "wins the match!" in lines[-2]
    header, state = peek(only())
    assert state.phase == Phase.MATCH_OVER
    assert header["names"] == ["Ada (bot)", "Ben (bot)", "Cleo (bot)"]
    assert header["bots"] == ["greedy"] * 3
    assert lines[-1] == ", ".join(
        f"{name} {score}" for name, score in zip(header["names"], state.scores, strict=True)
    )


def test_the_same_seed_tells_the_same_match(run: Run) -> None:
    first = run(*BOTS)
    assert run(*BOTS) == first
    assert run(*BOTS, "--seed", "s137") != first


def test_nobody_reads_on_and_it_ends(run: Run) -> None:
    words = [Path(sys.executable).parent / "showdown", "play", *BOTS[:-1], "target=10000"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read().startswith(b"`showdown play --file ")
    assert process.returncode == 0
    assert peek(only())[1].phase != Phase.MATCH_OVER


def test_the_rules_are_those_asked_for(run: Run, tmp_path: Path) -> None:
    deck = tmp_path / "mine.toml"
    deck.write_text(deck_text("encanto").replace("provisional = true", "provisional = false"))
    code, _, _ = run(
        *("--headless", "--no-unit", "--seats", "4", "--bots", "random", "--preset", "encanto"),
        *("--option", "stacking=true", "--option", "scoring=standard", "--option", "target=5"),
        *("--deck", deck),
    )
    assert code == 0
    header = read(only()).header
    assert header["bots"] == ["random", "greedy", "greedy", "greedy"]
    rules = header["rules"]
    assert (rules["stacking"], rules["scoring"], rules["target"]) == (True, "standard", 5)
    assert rules["wd4_test"] == "colour_or_wild"


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (
            ["--option", "targt=5"],
            "--option targt=5: no option is called 'targt'; there are auto_uno, ",
        ),
        (["--option", "target"], "--option target: an option is KEY=VALUE"),
        (["--option", "target=five"], "target = five: a whole number"),
        (["--option", "target=0"], "target = 0: it is from 1 to 10000"),
        (["--option", "stacking=yes"], "stacking = yes: true or false"),
        (["--option", "dealer=me"], "dealer = 'me': it is one of"),
        (["--bots", "clever", "2"], "no bot is called 'clever'"),
        (["--bots", "1"], "a match has 2 to 10 players, not 1"),
        (["--bots", "11"], "--bots 11: a match has at most 10"),
        (["--bots", "9" * 5000], "a match has at most 10"),
        (["--seats", "11"], "--seats 11: a match has 2 to 10"),
        (["--seats", "-5"], "--seats -5: a match has 2 to 10"),
        (["--seats", "0"], "--seats 0: a match has 2 to 10"),
        (["--seats", "2", "--bots", "4"], "--seats 2: 4 players and bots are named"),
        (["--bots", "3", "--seed", "\udcff"], "--seed '\\udcff' is no text"),
        (["--players", "Ana", "ana"], "two players are called Ana"),
        (["--players", "a\u200b", "Bo"], "a character that cannot be seen"),
        (["--lang", "xx"], "no texts in 'xx'; there are en"),
        (["--resume", "--new"], "--resume goes on with a match as it is"),
        (["--players", "Ana", "Bo"], "--headless is for bots alone"),
    ],
)
def test_what_makes_no_sense_is_said(run: Run, words: list[str], says: str) -> None:
    code, out, err = run("--headless", "--no-unit", *words)
    assert (code, out) == (2, "")
    assert says in err


OWN_BOTS = """
class Init:
    def __init__(self):
        raise RuntimeError("no init")
    def choose(self, view, legal, rng):
        return legal[0]

class Mute:
    def choose(self, view, legal, rng):
        return None
"""


@pytest.mark.parametrize(
    ("kind", "says", "files"),
    [
        ("Init", "cannot be made: RuntimeError: no init (cli_bots.py, line 4)", 0),
        ("Mute", "chose nothing in its turn", 1),
    ],
)
def test_a_bot_of_ones_own_that_fails_is_named_in_a_line(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str, says: str, files: int
) -> None:
    (tmp_path / "cli_bots.py").write_text(OWN_BOTS, "utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    code, _, err = run("--headless", "--no-unit", "--bots", f"cli_bots:{kind}", "greedy")
    sys.modules.pop("cli_bots")
    lines = err.splitlines()
    assert code == 2
    assert f"showdown play: the bot cli_bots:{kind} at seat 0 {says}" in lines
    assert len(lines) == 1 + files  # and how the match that was begun goes on
    assert len(matches(default_folder())) == files


def test_a_deck_file_with_a_fault_is_named(run: Run, tmp_path: Path) -> None:
    deck = tmp_path / "mine.toml"
    deck.write_text("[coloured]\n")
    code, _, err = run(*BOTS, "--deck", deck)
    assert code == 2
    assert "0 cards; a deck has 112" in err
    code, _, err = run(*BOTS, "--deck", tmp_path / "none.toml")
    assert code == 2
    assert "none.toml" in err


def test_an_interrupted_match_is_found_again_and_goes_on(run: Run) -> None:
    folder = default_folder()
    folder.mkdir(parents=True)
    table = new_table(folder, target=10)
    play(table, at_showdown)
    done = table.acted
    table.close()
    assert newest(folder) == table.path
    code, out, _ = run("--headless", "--no-unit")
    assert code == 0
    assert out.startswith("Ana 0, Bo 0, Cy 0\n")
    assert peek(only())[1].phase == Phase.MATCH_OVER
    again = Table.resume(only())
    assert again.acted > done
    again.close()
    assert newest(folder) is None


def test_headless_without_a_word_plays_four_bots(run: Run) -> None:
    code, _, _ = run("--headless", "--no-unit", "--new", "--option", "target=10")
    assert code == 0
    assert read(only()).header["bots"] == ["greedy"] * 4


def test_without_a_terminal_the_hint_is_a_command_that_works(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(play_cli, "no_terminal", lambda: "no terminal")
    code, out, err = run("--no-unit")
    assert (code, out) == (2, "")
    (hint,) = re.findall(r"no terminal; `showdown play (.*)` tells", err)
    assert run(*shlex.split(hint), "--option", "target=10")[0] == 0


def test_a_match_may_have_its_own_file(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "evening.match"
    assert run(*BOTS, "--file", path)[0] == 0
    code, out, _ = run("--headless", "--no-unit", "--file", path)
    assert (code, len(out.splitlines())) == (0, 1)  # it is over: the points alone
    code, _, err = run(*BOTS, "--file", path)
    assert code == 4
    assert "there already" in err


def test_nothing_to_resume_is_said(run: Run) -> None:
    code, _, err = run("--resume")
    assert code == 4
    assert "no match waits in" in err
    code, _, err = run("--resume", "--file", "/nowhere/x.match")
    assert code == 4
    assert "x.match cannot be opened" in err


def test_matches_are_listed(run: Run) -> None:
    assert run("--list") == (0, "", "")
    run(*BOTS)
    folder = default_folder()
    new_table(folder).close()
    (folder / "broken.match").write_text("?")
    code, out, err = run("--list")
    assert code == 0
    lines = out.splitlines()
    assert len(lines) == 4
    assert "round 1    Ana 0, Bo 0, Cy 0" in lines[0]
    assert "over       Ada (bot) " in lines[2]
    assert "broken.match is no showdown-match file" in err


def test_bots_without_a_unit_are_told_so(run: Run) -> None:
    code, out, err = run("--headless", "--bots", "2", "--port", "/nowhere/unit")
    assert (code, out) == (3, "")
    assert "/nowhere/unit" in err
    assert list(matches(default_folder())) == []


DAMAGED: dict[str, Callable[[Path], object]] = {
    "header": lambda path: path.write_bytes(
        path.read_bytes().replace(b'"names":[', b'"names":[5,')
    ),
    "deep": lambda path: path.write_bytes(path.read_bytes() + b"[" * 100_000 + b"\n{}\n"),
    "note": lambda path: path.write_bytes(path.read_bytes() + b'{"note":{"claim":5}}\n'),
    "list": lambda path: path.write_bytes(b"[]\n"),
}


@pytest.mark.parametrize("damage", DAMAGED)
def test_a_damaged_match_is_named_and_the_one_before_goes_on(
    run: Run, app: type[FakeApp], damage: str
) -> None:
    folder = default_folder()
    folder.mkdir(parents=True)
    good, bad = new_table(folder), new_table(folder)
    good.close()
    bad.close()
    DAMAGED[damage](bad.path)
    os.utime(good.path, ns=(10**18, 10**18))
    code, out, err = run("--list")
    assert (code, len(out.splitlines())) == (0, 2)
    assert str(good.path) in out
    assert str(bad.path) in err
    code, _, err = run("--no-unit")
    assert code == 0
    assert str(bad.path) in err
    assert app.opened[0][0].match_id == good.match_id


def test_an_output_that_cannot_be_written_ends_it_with_a_word(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(play_cli, "print", full, raising=False)
    code, out, err = run(*BOTS)
    assert (code, out) == (4, "")
    assert "showdown play: the output cannot be written: [Errno 28]" in err
    assert run("--list")[0] == 4


def test_a_unit_that_asks_is_told_of_by_its_name_where_no_key_is_begun(tmp_path: Path) -> None:
    table = new_table(tmp_path)
    play(table, at_showdown)
    asking = Status(
        step=Step.ASKING, unit="Table 1", question=Question.ELSEWHERE, problem="begun elsewhere"
    )

    class Asks:
        status = asking

        def watch(self, watcher: Callable[[Status], None]) -> Callable[[], None]:
            watcher(asking)
            return lambda: None

        def start(self) -> None:
            pass

    told: list[str] = []
    umpire: Any = Asks()
    assert Headless(table, umpire, Texts("en"), told.append).run() == Exit.INDETERMINATE
    table.close()
    assert told[-1] == "Table 1: elsewhere: begun elsewhere"


def test_bots_have_names_that_nobody_has() -> None:
    assert bot_names(1, ["Ada (bot)"]) == ["Ben (bot)"]
    assert bot_names(1, ["ada (BOT)", "ben"]) == ["Cleo (bot)"]
    assert bot_names(2, ["Ada"]) == ["Ben (bot)", "Cleo (bot)"]
    assert len(set(bot_names(10, ["Ada", "Jon"]))) == 10


def test_options_have_the_types_of_the_rules() -> None:
    options = options_of(["target=7", "loser_skipped=true", "tie=extra_round"])
    assert options == {"target": 7, "loser_skipped": True, "tie": "extra_round"}


def test_the_texts_of_decks_are_the_decks() -> None:
    for name in ("showdown", "encanto"):
        assert load_deck(name).name in deck_text(name)


class FakeApp:
    """In place of the screens."""

    opened: ClassVar[list[tuple[Table, Umpire, str]]] = []
    again: ClassVar[str] = ""

    def __init__(self, table: Table, umpire: Umpire, texts: Texts, *, again: str) -> None:
        self.opened.append((table, umpire, texts.lang))
        FakeApp.again = again

    def run(self) -> None:
        """Somebody plays a little, and leaves."""


@pytest.fixture
def app(monkeypatch: pytest.MonkeyPatch) -> type[FakeApp]:
    module = types.ModuleType("showdown_table.play_app")
    module.__dict__["PlayApp"] = FakeApp
    monkeypatch.setitem(sys.modules, "showdown_table.play_app", module)
    monkeypatch.setattr(FakeApp, "opened", [])
    return FakeApp


def test_a_newcomer_plays_against_two_bots_and_finds_the_match_again(
    run: Run, app: type[FakeApp], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LOGNAME", "petra")
    code, out, err = run("--no-unit", "--lang", "cs")
    assert (code, out) == (0, "")
    table, umpire, lang = app.opened[0]
    assert table.names == ("Petra", "Ada (bot)", "Ben (bot)")
    assert table.bots == ("", "greedy", "greedy")
    assert (umpire.status.step, lang) == (Step.IDLE, "cs")
    assert f"showdown play --file {table.path}" in err
    run("--no-unit")
    assert app.opened[1][0].match_id == table.match_id
    run("--no-unit", "--new")
    assert app.opened[2][0].match_id != table.match_id


def test_people_and_bots_as_named(run: Run, app: type[FakeApp]) -> None:
    run("--no-unit", "--players", "Ana", "Bo", "--bots", "random", "--seats", "4")
    table = app.opened[0][0]
    assert table.names == ("Ana", "Bo", "Ada (bot)", "Ben (bot)")
    assert table.bots == ("", "", "random", "greedy")


def test_without_a_unit_the_match_begins_all_the_same(run: Run, app: type[FakeApp]) -> None:
    code, _, err = run("--port", "/nowhere/unit")
    assert code == 0
    assert "/nowhere/unit" in err
    assert "The match begins without" in err
    assert len(app.opened) == 1


@pytest.mark.parametrize(
    ("words", "code", "most"),
    [
        ([], 0, 2),
        (["--option", "wild_showdown_max=1"], 0, 1),
        (["--option", "wild_showdown_max=3"], 2, None),
    ],
)
def test_no_showdown_is_for_more_cards_than_the_unit_holds(
    run: Run,
    app: type[FakeApp],
    monkeypatch: pytest.MonkeyPatch,
    words: list[str],
    code: int,
    most: int | None,
) -> None:
    world = FastWorld()
    hello = world.unit._hello

    def small(params: dict[str, Any]) -> dict[str, Any]:
        answer = hello(params)
        return answer | {"limits": answer["limits"] | {"cards": 2}}

    monkeypatch.setattr(world.unit, "_hello", small)
    monkeypatch.setattr(play_cli, "Opener", lambda *_: FakeOpener(world))
    given, _, err = run("--seats", "3", *words)
    assert given == code
    if most is None:
        assert "this unit holds 2 cards" in err
    else:
        assert app.opened[0][0].state.rules.wild_showdown_max == most


def test_the_command_that_goes_on_is_played_as_before(run: Run, app: type[FakeApp]) -> None:
    words = ("--no-unit", "--start", "now", "--lang", "cs", "--port", "./a unit")
    code, _, err = run("--new", *words)
    path = app.opened[0][0].path
    again = f"showdown play --file {path} --port './a unit' --start now --lang cs --no-unit"
    assert (code, app.again) == (0, again)
    assert f"`{again}` goes on" in err
