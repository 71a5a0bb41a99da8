"""`showdown history` and `practice` at the command line, against a unit in fast time."""

from __future__ import annotations

import csv
import io
import json
import signal
import sys
import threading
import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path

import pytest

from history_kit import SERIAL, line, practised, with_handicap, won
from host_kit import FakeOpener
from showdown_host import cli
from showdown_host.columns import fitted, width
from showdown_host.errors import NoUnit, PortBusy
from showdown_host.history_export import PLAYER_COLUMNS, SHOWDOWN_COLUMNS, as_csv
from showdown_host.history_players import Wanted, players
from showdown_host.history_plot import MOST_PANELS, drawing, panels
from showdown_host.history_rows import Fold, fold
from showdown_host.history_store import HistoryStore
from showdown_host.history_sync import OVERLAP, sync
from showdown_host.history_words import COLUMNS, table
from showdown_host.keystore import KeyStore
from showdown_host.names import fold as fold_name
from showdown_host.remember import Remember
from showdown_host.unit import Unit
from showdown_protocol.messages import Outcome, Players, Reaction, Side

Command = Callable[..., int]
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def opener() -> FakeOpener:
    return FakeOpener()


@pytest.fixture
def showdown(opener: FakeOpener, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Command:
    monkeypatch.setenv("SHOWDOWN_STATE_DIR", str(tmp_path))
    monkeypatch.delenv("SHOWDOWN_DATA_DIR", raising=False)

    def command(*words: str) -> int:
        return cli.main(words, lambda *_: opener)

    return command


def kept() -> Fold:
    state = Fold()
    HistoryStore().read(state)
    return state


def out(capsys: pytest.CaptureFixture[str]) -> str:
    return capsys.readouterr().out


def test_two_runs_are_told_without_the_unit(
    showdown: Command, opener: FakeOpener, capsys: pytest.CaptureFixture[str]
) -> None:
    for _ in range(2):
        assert showdown("run", "--left", "Ana", "--right", "Bo") == 0
    opener.errors = [NoUnit("no unit found")]
    capsys.readouterr()
    assert showdown("history") == 0
    told, err = capsys.readouterr()
    lines = told.splitlines()
    assert lines[0].split()[:4] == ["player", "duels", "won", "lost"]
    assert lines[1].split() == ["Ana", "2", "2", "0", "0", "0", "231.4", "231.4", "2", "won", "2"]
    assert lines[2].split() == ["Bo", "2", "0", "2", "0", "0", "-", "-", "2", "lost", "0"]
    assert "what was kept before, for no unit was read: no unit found" in err


def test_history_reads_what_others_played_and_only_once(
    showdown: Command, opener: FakeOpener, capsys: pytest.CaptureFixture[str]
) -> None:
    unit = opener.world.unit
    unit.records = {one.key: one.members() for one in map(won, range(30))}
    assert showdown("history", "--json") == 0
    assert json.loads(out(capsys))["players"][0]["showdowns"] == 30
    before = len(unit.heard)
    unit.records |= {one.key: one.members() for one in [won(30)]}
    assert showdown("history", "--json") == 0
    assert json.loads(out(capsys))["players"][0]["showdowns"] == 31
    asked = [method for _, method, _ in unit.heard[before:] if method == "showdown.list"]
    assert len(asked) <= (OVERLAP + 1) // 3 + 2
    (path,) = HistoryStore().folder.iterdir()
    assert len(path.read_bytes().splitlines()) == 31 + 2


def test_a_later_verdict_by_the_lines_is_read_too(showdown: Command, opener: FakeOpener) -> None:
    unit = opener.world.unit
    unit.records = {one.key: one.members() for one in map(won, range(4))}
    assert showdown("history") == 0
    lines = {"lines": {"left": 2, "right": 0}, "loser": "left", "decided_by": "lines"}
    unit.records[won(2).key] |= lines
    assert showdown("history") == 0
    losers = [row.loser for row in kept().in_order()]
    assert losers == [Side.RIGHT, Side.RIGHT, Side.LEFT, Side.RIGHT]


def test_what_was_run_before_stands_behind_what_the_unit_had_played(
    showdown: Command, opener: FakeOpener, tmp_path: Path
) -> None:
    boots = [f"{number:032x}" for number in range(3)]
    records = [won(n, boot=boots[n // 2], seq=n % 2 + 1) for n in range(6)]
    HistoryStore().note("fake0001", records[5])
    opener.world.unit.records = {one.key: one.members() for one in records}
    assert showdown("history") == 0
    assert [row.key for row in kept().in_order()] == [one.key for one in records]


def test_offline_asks_no_unit(showdown: Command, opener: FakeOpener) -> None:
    assert showdown("history", "--offline") == 0
    assert opener.ports == []


def test_a_unit_in_use_leaves_what_is_kept(
    showdown: Command, opener: FakeOpener, capsys: pytest.CaptureFixture[str]
) -> None:
    HistoryStore().note(SERIAL, won())
    opener.errors = [PortBusy("in use by showdown")]
    assert showdown("history", "--showdowns") == 0
    assert "Ana 200.0 : Bo 250.0  win, right loses" in out(capsys)


def test_a_unit_that_contradicts_itself_is_told_at_every_look(
    showdown: Command, capsys: pytest.CaptureFixture[str]
) -> None:
    HistoryStore().note(SERIAL, won())
    HistoryStore().note(SERIAL, won(loser=Side.LEFT))
    for _ in range(2):
        assert showdown("history", "--offline") == 0
        assert "ATTENTION: unit unit-1, showdown KEY00000: the verdict was" in (
            capsys.readouterr().err
        )


@pytest.mark.parametrize(
    ("words", "count"),
    [
        ((), 3),
        (("--player", "ANA"), 2),
        (("--player", "nobody"), 0),
        (("--limit", "1"), 1),
        (("--limit", "0"), 0),
        (("--unit", "TABLE 1"), 2),
        (("--unit", "b"), 1),
        (("--unit", "other"), 0),
        (("--since", "2026-02-02"), 2),
        (("--until", "2026-02-01"), 1),
        (("--since", "2026-02-02T12:00:00+00:00", "--until", "2026-02-02T12:00:00+00:00"), 1),
    ],
)
def test_filters(
    showdown: Command,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    words: tuple[str, ...],
    count: int,
) -> None:
    monkeypatch.setenv("TZ", "UTC")
    noon, day = 1_769_947_200_000, 86_400_000  # 2026-02-01T12:00Z
    store = HistoryStore()
    store.append("a", [line(won(0), noon, serial="a", name="Table 1")])
    cleo = Players(left="Cleo", right="Bo")
    store.append("a", [line(won(1, players=cleo), noon + day, serial="a")])
    store.append("b", [line(won(2), noon + 2 * day, serial="b")])
    assert showdown("history", "--offline", "--showdowns", "--json", *words) == 0
    assert len(json.loads(out(capsys))["showdowns"]) == count


@pytest.mark.parametrize("words", [["--since", "soon"], ["--limit", "-1"], ["--json", "--csv"]])
def test_wrong_words_of_history(showdown: Command, words: list[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        showdown("history", *words)


def test_csv_is_rfc_4180_with_columns_that_stay(
    showdown: Command, capsys: pytest.CaptureFixture[str]
) -> None:
    odd = Players(left='A "B", C', right="=1+1")
    HistoryStore().note(SERIAL, with_handicap(0, 150, players=odd))
    assert showdown("history", "--offline", "--csv") == 0
    text = out(capsys)
    assert text.endswith("\r\n")
    header, first, second = csv.reader(io.StringIO(text, newline=""))
    assert tuple(header) == PLAYER_COLUMNS
    told = dict(zip(header, first, strict=True))
    assert {told["player"], second[0]} == {'A "B", C', "'=1+1"}
    assert (told["showdowns"], told["handicap_showdowns"], told["unit"]) == ("0", "1", "")
    assert showdown("history", "--offline", "--csv", "--showdowns") == 0
    assert out(capsys).splitlines()[0] == ",".join(SHOWDOWN_COLUMNS)
    assert as_csv(("a", "b"), [{"a": None, "b": True}]) == "a,b\r\n,yes\r\n"


def test_the_table_fits_whatever_names_and_numbers_there_are() -> None:
    names = ["x" * 32, "王" * 21, "é" * 32, "e\u0301" * 16, "\u200f" * 21, ""]
    records = [
        won(n, players=Players(left=name, right=names[(n + 1) % 6]), boot="0" * 32, seq=n)
        for n, name in enumerate(names * 30)
    ]
    records += [practised(500 + n, resolution_us=20_000) for n in range(200)]
    slow = Reaction(left=9_999_949, right=9_999_949)
    records += [with_handicap(1_000 + n, 150, reaction_us=slow) for n in range(1_200)]
    rows = fold(line(one) for one in records).in_order()
    lines = table(players(rows), {SERIAL: "y" * 32})
    assert len(lines) > 20
    assert max(map(width, lines)) <= COLUMNS
    assert fitted("王王", 3) == "王…"
    assert fitted("a\x1b[2J", 8) == "a\ufffd[2J   "


def test_a_terminal_without_the_letters_gets_the_table_all_the_same(
    showdown: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, screen = HistoryStore(), io.BytesIO()
    for number in range(2):
        store.note(SERIAL, won(number, players=Players(left="王", right="Bo")))
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(screen, "ascii", write_through=True))
    assert showdown("history", "--offline") == 0
    lines = screen.getvalue().decode("ascii").splitlines()
    assert [text[:2] for text in lines[1:3]] == ["Bo", "? "]
    assert [text.split()[0] for text in lines[-2:]] == ["Bo", "?"]
    assert set("".join(text.split()[1] for text in lines[-2:])) <= set("_.,-=+*#")


def test_the_plot_shows_every_time_once_and_is_whole_xml(
    showdown: Command, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    store = HistoryStore()
    records = [
        won(0),
        with_handicap(1, 150),
        practised(2),
        won(3, Side.LEFT, outcome=Outcome.FALSE_START, reaction_us=None),
        won(4, players=Players(left="<&\u202e>", right="Bo")),
    ]
    store.append(SERIAL, [line(one) for one in records])
    path = tmp_path / "times.svg"
    assert showdown("history", "--offline", "--plot", str(path)) == 0
    root = ET.fromstring(path.read_text("utf-8"))
    kinds = [element.get("class") for element in root.iter()]
    marks = len(("legend",))
    assert kinds.count("dot") == 4 + 2 * marks  # and the legend's triangle
    assert len(root.findall(f"{SVG}circle[@class='ring']")) == 1 + marks
    assert len(root.findall(f"{SVG}rect[@class='ring']")) == 2 + marks
    words = [text.text for text in root.iter(f"{SVG}text")]
    assert any("1 false start" in (one or "") for one in words)
    assert showdown("history", "--offline", "--plot", str(tmp_path / "no" / "x.svg")) == 2
    assert "cannot be written" in capsys.readouterr().err


def test_a_plot_of_nothing_and_one_of_many() -> None:
    assert "Nothing was measured yet" in drawing([])
    many = [won(n, players=Players(left=f"P{n}", right="")) for n in range(20)]
    rows = Wanted().of(fold(line(one) for one in many).in_order())
    shown = panels(rows, {})
    assert len(shown) == 21
    assert f"and {21 - MOST_PANELS} more: name one with --player" in drawing(shown)
    assert len(panels(rows, {}, [one for one in players(rows) if one.who.name == "P3"])) == 1


def test_practice_tells_each_round_and_what_was_before(
    showdown: Command, opener: FakeOpener, capsys: pytest.CaptureFixture[str]
) -> None:
    HistoryStore().note(SERIAL, practised(0, reaction_us=Reaction(left=300_000)))
    assert showdown("practice", "left", "--rounds", "2", "--player", "ana") == 0
    assert out(capsys).splitlines() == [
        "  1  231.4 ms",
        "  2  231.4 ms",
        "best 231.4 ms, median 231.4 ms, spread 0.0 ms, 2 times, 0 false starts",
        "before: best 300.0 ms, median 300.0 ms in 1 round; 68.6 ms faster now",
    ]
    (player,) = [one for one in players(kept().in_order()) if fold_name(one.who.name) == "ana"]
    assert (player.rounds, player.showdowns) == (3, 0)
    assert opener.world.unit.launches == {}


def test_ctrl_c_ends_practice_and_calls_off_what_is_armed(
    showdown: Command, opener: FakeOpener, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    unit = opener.world.unit

    def at_step(_key: str, step: str) -> None:
        if step == "accepted" and len(unit.records) == 2:
            unit.play = False
            threading.Timer(0.3, signal.raise_signal, (signal.SIGINT,)).start()

    unit.at_step = at_step
    assert showdown("practice", "left", "--rounds", "5") == 130
    assert "best 231.4 ms" in out(capsys)
    assert [record["state"] for record in unit.records.values()] == ["done", "cancelled"]
    assert KeyStore(tmp_path / "keys").pending() == []


def test_an_app_s_events_are_kept_from_its_own_thread(opener: FakeOpener, tmp_path: Path) -> None:
    store, told = HistoryStore(tmp_path / "history"), list[str]()
    with (
        Unit(opener, store=KeyStore(tmp_path / "keys")) as unit,
        unit.events() as events,
        Remember(unit.info, tell=told.append, store=store) as memory,
    ):
        key = unit.showdown(left="Ana", right="Bo").key
        for event in events:
            memory.event(event)
            if event.type == "showdown.done":
                break
    state = Fold()
    store.read(state)
    assert ([row.key for row in state.in_order()], told) == ([key], [])


def test_a_sync_that_breaks_off_keeps_no_mark(opener: FakeOpener, tmp_path: Path) -> None:
    store, state = HistoryStore(tmp_path / "history"), Fold()
    opener.world.unit.records = {one.key: one.members() for one in map(won, range(9))}

    def stop(count: int) -> None:
        if count == 5:
            raise KeyboardInterrupt

    with Unit(opener, role="observe", store=KeyStore(tmp_path / "keys")) as unit:
        with pytest.raises(KeyboardInterrupt):
            sync(unit, store, state, progress=stop)
        assert state.upto == {}
        fresh = Fold()
        store.read(fresh)
        assert sync(unit, store, fresh) == 9
        assert fresh.upto == {"fake0001": won(8).key}
