"""The desk between the book, the screens and the umpire; and the umpire at it with a fast unit."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from host_kit import FakeOpener, FastWorld
from score_kit import NAMES
from showdown_host import Unit
from showdown_host.keystore import KeyStore
from showdown_rules.actions import TABLE, IllegalAction, Lines, Rematch, Settle
from showdown_rules.ruleset import ruleset
from showdown_table.score_desk import ScoreDesk
from showdown_table.score_entries import Next, Note
from showdown_table.score_game import ScoreError
from showdown_table.score_store import ScoreFile
from showdown_table.umpire import Umpire
from umpire_kit import QUICK

LIMIT_S = 15.0


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[ScoreDesk]:
    desk = ScoreDesk(new_file(tmp_path))
    yield desk
    desk.close()


def new_file(folder: Path) -> ScoreFile:
    rules = ruleset("showdown")
    return ScoreFile.create(folder, NAMES[:3], rules, began="2025-01-31T19:30", game="game0001")


def turn(desk: ScoreDesk) -> int:
    return desk.state.turn


def showdowns(desk: ScoreDesk) -> list[tuple[int, int, int, str]]:
    fought = [one.showdown for one in desk.book.game.showdowns]
    return [(one.initiator, one.defender, one.loser, one.by) for one in fought]


def test_a_launched_showdown_is_what_the_umpire_waits_for(desk):
    assert desk.state.showdown is None
    desk.launch(1, 2, cards=2)
    waited = desk.state.showdown
    assert (waited.number, waited.attempt) == (1, 1)
    assert (waited.initiator, waited.defender, waited.cards) == (1, 2, 2)


def test_a_verdict_is_written_and_the_turn_goes_on(desk):
    desk.launch(1, 2, cards=2)
    desk.act(Settle(turn(desk), TABLE, 1, 2, "unit"))
    assert (showdowns(desk), desk.book.game.seat) == ([(1, 2, 2, "unit")], 2)
    assert desk.state.showdown is None


def test_more_cards_over_the_own_line_lose(desk):
    desk.launch(1, 2, cards=3)
    desk.act(Lines(turn(desk), TABLE, 1, 2, 1))
    assert showdowns(desk) == [(1, 2, 1, "lines")]


@pytest.mark.parametrize("counted", [(2, 2), (-1, 1), (4, 0)])
def test_lines_with_more_cards_than_were_thrown_are_refused(desk, counted):
    desk.launch(1, 2, cards=3)
    with pytest.raises(IllegalAction):
        desk.act(Lines(turn(desk), TABLE, 1, *counted))
    assert showdowns(desk) == []


def test_equal_lines_are_played_again_and_after_three_rematches_the_initiator_loses(desk):
    desk.launch(1, 2, cards=2)
    for attempt in (2, 3, 4):
        desk.act(Lines(turn(desk), TABLE, 1, 1, 1))
        assert desk.state.showdown.attempt == attempt
    desk.act(Lines(turn(desk), TABLE, 1, 1, 1))
    assert showdowns(desk) == [(1, 2, 1, "rematches")]


def test_a_showdown_that_nobody_won_is_played_again_however_often(desk):
    desk.launch(1, 2, cards=2)
    for _ in range(6):
        desk.act(Rematch(turn(desk), TABLE, 1, "unclear"))
    desk.act(Lines(turn(desk), TABLE, 1, 1, 1))
    assert showdowns(desk) == []
    assert desk.state.showdown.attempt == 8


def test_a_verdict_twice_or_of_another_showdown_or_of_before_changes_nothing(desk):
    desk.launch(1, 2, cards=2)
    before = turn(desk)
    desk.act(Rematch(before, TABLE, 1, "unclear"))
    for stale in (
        Settle(before, TABLE, 1, 1, "unit"),
        Settle(turn(desk), TABLE, 2, 1, "unit"),
    ):
        with pytest.raises(IllegalAction):
            desk.act(stale)
    desk.act(Settle(turn(desk), TABLE, 1, 1, "unit"))
    with pytest.raises(IllegalAction):
        desk.act(Settle(turn(desk), TABLE, 1, 1, "unit"))
    assert len(showdowns(desk)) == 1


def test_without_the_unit_people_say_who_lost(desk):
    desk.launch(1, 2, cards=2)
    desk.lost_by_hand(1)
    assert showdowns(desk) == [(1, 2, 1, "table")]


def test_everybody_hears_of_every_change(desk):
    heard: list[str] = []
    end = desk.listen(lambda *_: heard.append("umpire"))
    desk.watch(lambda _: heard.append("screen"))
    desk.do(Next())
    end()
    desk.undo()
    desk.redo()
    assert heard == ["umpire", "screen", "screen", "screen"]


def test_a_listener_that_fails_keeps_nothing_back_from_the_others(desk, caplog):
    heard: list[str] = []

    def fail(*_: object) -> None:
        raise RuntimeError("no")

    desk.listen(fail)
    desk.watch(lambda _: heard.append("screen"))
    desk.do(Next())
    assert heard == ["screen"]
    assert "a listener failed" in caplog.text


def test_notes_of_the_umpire_are_kept_and_heard_by_nobody(desk):
    heard: list[str] = []
    desk.watch(lambda _: heard.append("screen"))
    desk.note(claim={"key": "k"})
    assert (list(desk.notes), heard) == ([{"claim": {"key": "k"}}], [])
    assert Note({"claim": {"key": "k"}}).data == desk.notes[0]


def test_while_the_unit_has_a_showdown_nothing_else_is_written(desk):
    desk.launch(1, 2, cards=2)
    for act in (lambda: desk.do(Next()), desk.undo, desk.redo, lambda: desk.launch(1, 2, 1)):
        with pytest.raises(ScoreError):
            act()


# --- the real umpire, a fast unit --------------------------------------------------------------


class Evening:
    """A unit and a folder, over several lives of the app."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.world = FastWorld()
        self.store = KeyStore(folder / "keys")
        self.opener = FakeOpener(self.world)
        self.changed = threading.Condition()
        new_file(folder).close()

    def sit_down(self) -> tuple[ScoreDesk, Umpire]:
        desk = ScoreDesk(ScoreFile.open(self.folder / "game0001.score"))
        umpire = Umpire(desk, lambda: Unit(self.opener, store=self.store, timing=QUICK), pause_s=0)
        desk.last_result = lambda: umpire.status.result
        desk.watch(lambda _: self._notify())
        umpire.watch(lambda _: self._notify())
        umpire.start()
        return desk, umpire

    def until(self, reached, what: str) -> None:
        with self.changed:
            assert self.changed.wait_for(reached, LIMIT_S), what

    def _notify(self) -> None:
        with self.changed:
            self.changed.notify_all()

    def until_nothing_is_stored(self) -> None:
        pause = threading.Event()
        for _ in range(int(LIMIT_S / 0.01)):
            if not self.store.pending():
                return
            pause.wait(0.01)
        raise TimeoutError(self.store.pending())


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    return Evening(tmp_path)


def test_a_showdown_is_played_at_the_unit_with_its_times(evening):
    desk, umpire = evening.sit_down()
    desk.launch(1, 2, cards=2)
    evening.until(lambda: desk.book.game.showdowns, "a verdict")
    evening.until_nothing_is_stored()
    umpire.close()
    desk.close()
    one = desk.book.game.showdowns[0].showdown
    assert (one.initiator, one.loser, one.by, one.outcome) == (1, 2, "unit", "win")
    assert one.reaction_us == (231_415, None)
    (key,) = evening.world.unit.launches.elements()
    assert key.startswith("game0001-1-1-")


def test_an_app_that_is_killed_in_a_showdown_takes_the_same_one_up_again(evening):
    evening.world.unit.play = False
    desk, umpire = evening.sit_down()
    desk.launch(1, 2, cards=2)
    evening.until(lambda: umpire.status.state in ("accepted", "armed"), "at the unit")
    umpire.close()
    desk.close()
    (key,) = [one.key for one in evening.store.pending()]

    evening.world.unit.press_button()
    again, umpire = evening.sit_down()
    evening.until(lambda: again.book.game.showdowns, "a verdict")
    evening.until_nothing_is_stored()
    umpire.close()
    again.close()
    assert showdowns(again) == [(1, 2, 2, "unit")]
    assert evening.world.unit.launches == {key: 1}


def test_the_result_is_in_the_book_before_the_key_is_let_go(evening, monkeypatch):
    kept: list[bool] = []
    settle = KeyStore.settle

    def watched(store: KeyStore, key: str) -> None:
        file = evening.folder / "game0001.score"
        kept.append('"type":"showdown"' in file.read_text())
        settle(store, key)

    monkeypatch.setattr(KeyStore, "settle", watched)
    desk, umpire = evening.sit_down()
    desk.launch(1, 2, cards=2)
    evening.until(lambda: desk.book.game.showdowns, "a verdict")
    evening.until_nothing_is_stored()
    umpire.close()
    desk.close()
    assert kept == [True]


def test_a_showdown_that_does_not_count_is_called_off_at_the_unit(evening):
    evening.world.unit.play = False
    desk, umpire = evening.sit_down()
    desk.launch(1, 2, cards=2)
    evening.until(lambda: umpire.status.state in ("accepted", "armed"), "at the unit")
    desk.drop()
    evening.until_nothing_is_stored()
    umpire.close()
    desk.close()
    (record,) = evening.world.unit.records.values()
    assert record["state"] == "cancelled"
    assert desk.book.game.showdowns == ()


def test_an_older_copy_that_goes_on_another_way_takes_no_old_verdict(evening):
    desk, umpire = evening.sit_down()
    path = desk.path
    copy = path.read_bytes()
    desk.launch(1, 2, cards=2)
    evening.until(lambda: desk.book.game.showdowns, "a verdict")
    evening.until_nothing_is_stored()
    umpire.close()
    desk.close()

    path.write_bytes(copy)
    desk, umpire = evening.sit_down()
    desk.do(Next())
    desk.launch(1, 2, cards=2)
    evening.until(lambda: desk.book.game.showdowns, "a verdict")
    evening.until_nothing_is_stored()
    umpire.close()
    desk.close()
    assert list(evening.world.unit.launches.values()) == [1, 1]
