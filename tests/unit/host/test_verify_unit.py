"""What the unit itself wrote down holds: records and evidence of the virtual unit."""

from __future__ import annotations

import json

import pytest

from showdown_host import documents
from showdown_host.documents import Document
from showdown_host.verify import Status, verify
from showdown_host.verify_words import words
from showdown_protocol.records import Record, Side
from showdown_unit.ports import Kept
from unit_kit import KEY, MS, MakeWorld, World, make_world

__all__ = ["make_world"]


def shown(world: World, record: Record) -> Document:
    """The record with the evidence that the unit keeps of it."""
    found: list[Kept] = []

    def take(kept: object) -> None:
        assert isinstance(kept, Kept), kept
        found.append(kept)

    world.unit.evidence(record.key, take)
    world.run_for(20)
    items = [json.loads(item) for item in found[0].items]
    return documents.document({"record": record.members(), "evidence": items})


def holds(world: World, record: Record) -> None:
    found = verify(shown(world, record))
    assert found.status is Status.HOLDS, words(found)


@pytest.mark.parametrize("board", ["default", "full"])
def test_a_win(make_world: MakeWorld, board: str) -> None:
    world = make_world(board=board)
    holds(world, world.win("right"))


def test_a_false_start(make_world: MakeWorld) -> None:
    world = make_world()
    world.counting()
    world.press("left")
    record = world.over()
    assert record.outcome == "false_start"
    holds(world, record)


def test_a_dead_heat_and_the_win_after_it(make_world: MakeWorld) -> None:
    world = make_world()
    world.dead_heat(world.racing())
    world.run_until(lambda: world.word == "counting")
    green_ns = world.to_green()
    world.press("right", green_ns + 180 * MS)
    record = world.over()
    assert (record.outcome, len(record.attempts)) == ("win", 1)
    holds(world, record)


def test_called_off_after_a_dead_heat(make_world: MakeWorld) -> None:
    world = make_world()
    world.dead_heat(world.racing())
    world.run_until(lambda: world.word == "counting")
    world.cancel()
    record = world.over()
    assert (record.state, len(record.attempts)) == ("cancelled", 1)
    holds(world, record)


def test_nobody_pressed(make_world: MakeWorld) -> None:
    world = make_world()
    world.racing()
    record = world.over()
    assert record.outcome == "no_press"
    holds(world, record)


def test_practice_with_a_handicap(make_world: MakeWorld) -> None:
    world = make_world(referee__handicap_left_ms=30)
    green_ns = world.racing(KEY, practice=Side.LEFT, cards=0)
    world.press("left", green_ns + 220 * MS)
    record = world.over()
    assert (record.outcome, record.loser) == ("win", None)
    holds(world, record)


def test_the_result_before_the_slower_press(make_world: MakeWorld) -> None:
    world = make_world()
    green_ns = world.racing()
    world.press("left", green_ns + 200 * MS)
    world.run_for(230)
    record = world.get()
    assert record.outcome == "win"
    assert record.reaction_us is not None
    assert record.reaction_us.right is None
    holds(world, record)
