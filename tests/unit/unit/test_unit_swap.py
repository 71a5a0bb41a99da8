"""The unit stands the other way round: all of a showdown speaks of the table's sides."""

from __future__ import annotations

import pytest

from showdown_protocol.messages import (
    LinesParams,
    Outcome,
    SettingsChanges,
    SettingsSetParams,
    Side,
)
from unit_kit import MS, Answers, MakeWorld, World

OTHER = {"left": "right", "right": "left"}


def swap(world: World, on: bool) -> None:
    values = SettingsChanges(swap_sides=on)
    params = SettingsSetParams(rev=world.unit.settings().rev, values=values)
    world.unit.set_settings(params, lambda _: None)
    world.run_for(20)


@pytest.mark.parametrize("pressed", ["left", "right"])
def test_the_printed_side_pressed_first_wins_for_the_other_side_of_the_table(
    make_world: MakeWorld, pressed: str
) -> None:
    world = make_world(unit__swap_sides=True)
    green_ns = world.racing()
    world.press(pressed, green_ns + 200 * MS)
    record = world.over()
    # as printed: the one pressed wins, and cards fly at the other one, whatever it is called
    assert record.loser == pressed
    assert world.launches() == [OTHER[pressed]]
    assert record.reaction_us is not None
    reactions = record.reaction_us.members()
    assert list(reactions) == [OTHER[pressed]]
    assert record.swapped is True
    assert world.event("showdown.result").data["record"]["swapped"] is True


def test_a_record_of_a_unit_that_stands_as_printed_says_nothing_of_it(
    make_world: MakeWorld,
) -> None:
    world = make_world()
    assert world.win().swapped is None
    assert "swapped" not in world.event("showdown.result").data["record"]


def test_the_arrow_points_at_the_hands_that_were_too_early(make_world: MakeWorld) -> None:
    world = make_world(unit__swap_sides=True)
    world.counting()
    world.press("left")
    world.run_until(lambda: world.arrow != "")
    assert world.arrow == "<"
    assert world.unit.status().arrow is Side.RIGHT
    record = world.over()
    assert (record.outcome, record.loser) == (Outcome.FALSE_START, "right")
    assert world.launches() == ["left"]


def test_held_paddles_are_told_by_the_tables_side_and_shown_on_the_case(
    make_world: MakeWorld,
) -> None:
    world = make_world(unit__swap_sides=True)
    world.armed()
    world.hands.press("right")
    world.run_for(5)
    assert world.unit.status().paddles == (Side.LEFT,)
    world.button()
    world.run_for(400)
    assert list(world.event("showdown.state").data["held"]) == ["left"]
    world.run_until(lambda: world.arrow != "")
    assert world.arrow == ">"


def test_a_handicap_goes_with_the_side_of_the_table(make_world: MakeWorld) -> None:
    world = make_world(unit__swap_sides=True, referee__handicap_left_ms=100)
    green_ns = world.racing()
    world.press("right", green_ns + 200 * MS)
    world.press("left", green_ns + 250 * MS)
    record = world.over()
    assert record.loser == "left"
    assert record.reaction_us is not None
    assert record.reaction_us.left is not None
    assert record.reaction_us.right is not None
    assert record.reaction_us.left < record.reaction_us.right


def test_the_table_decides_by_its_own_sides(make_world: MakeWorld) -> None:
    world = make_world(unit__swap_sides=True, unit__lines="always")
    world.racing()
    world.press("left", world.now_ns + 200 * MS)
    assert world.over().loser == "left"
    answers = Answers()
    params = LinesParams(key="key-0001", left=0, right=2)
    world.unit.lines(params, None, answers)
    world.run_for(20)
    assert answers.record.loser == "right"


def test_the_self_test_stays_with_the_sides_on_the_case(make_world: MakeWorld) -> None:
    world = make_world(unit__swap_sides=True)
    world.unit.selftest("arrow")
    world.run_for(10)
    assert world.event("selftest").data["step"] == "left"
    assert world.arrow == "<"


# --- the switch ---------------------------------------------------------------------------------


def test_a_switch_while_a_showdown_runs_waits_for_its_end(make_world: MakeWorld) -> None:
    world = make_world()
    green_ns = world.racing()
    swap(world, True)
    world.hands.press("left")
    world.run_for(1)
    assert world.unit.status().paddles == (Side.LEFT,)
    world.press("left", green_ns + 100 * MS)
    record = world.over()
    assert (record.loser, record.swapped) == ("right", None)
    assert world.launches() == ["right"]
    green_ns = world.racing("key-0002")
    world.press("left", green_ns + 200 * MS)
    record = world.over("key-0002")
    assert (record.loser, record.swapped) == ("left", True)
    assert world.launches() == ["right", "right"]


def test_a_showdown_that_was_accepted_before_the_switch_stays_as_it_was(
    make_world: MakeWorld,
) -> None:
    world = make_world()
    world.start()
    swap(world, True)
    world.button()
    world.to_count()
    world.press("left", world.to_green() + 200 * MS)
    record = world.over()
    assert (record.loser, record.swapped) == ("right", None)


def test_after_a_switch_no_edge_counts_as_lost(make_world: MakeWorld) -> None:
    """Each line's numbers go on, whichever side it is now."""
    world = make_world()
    for number in range(6):
        world.press("left", hold_ms=30)
        world.run_for(200)
        if number % 2:
            world.press("right", hold_ms=30)
            world.run_for(200)
    for number, on in enumerate((True, False, True)):
        swap(world, on)
        key = f"key-{number:04}"
        green_ns = world.racing(key)
        world.press("left", green_ns + 200 * MS)
        world.press("right", green_ns + 250 * MS)
        record = world.over(key)
        assert record.outcome is Outcome.WIN
        assert record.loser == ("left" if on else "right")
        assert record.attempts == ()


@pytest.mark.parametrize("switched", [False, True])
@pytest.mark.parametrize("late", ["left", "right"])
@pytest.mark.parametrize("winner", ["left", "right"])
def test_an_edge_delivered_across_the_switch_is_nobodys(
    make_world: MakeWorld, winner: str, late: str, switched: bool
) -> None:
    """Stamped before the switch, handed over after it: it decides and contests nothing."""
    world = make_world()
    green_ns = world.racing()
    world.press(winner, green_ns + 200 * MS)
    world.over()
    swap(world, switched)
    late_ns = green_ns + 100 * MS
    world.hands.edge(f"paddle_{late}", True, late_ns, moves_level=False)
    world.hands.edge(f"paddle_{late}", False, late_ns + 50 * MS, moves_level=False)
    world.run_for(100)
    assert world.get().contested is not switched
    assert world.get().loser == OTHER[winner]
    green_ns = world.racing("key-0002")
    world.press("left", green_ns + 200 * MS)
    second = world.over("key-0002")
    assert (second.outcome, second.attempts) == (Outcome.WIN, ())
    assert second.loser == ("left" if switched else "right")


def test_a_result_that_stands_gives_way_to_the_switch(make_world: MakeWorld) -> None:
    world = make_world()
    world.counting()
    world.press("left")
    world.over()
    assert world.arrow == "<"
    swap(world, True)
    assert world.arrow == ""
    assert world.unit.status().arrow is None


def test_to_switch_back_and_forth_is_to_switch_nothing(make_world: MakeWorld) -> None:
    world = make_world()
    swap(world, True)
    swap(world, False)
    assert world.win("right").loser == "right"
    assert world.launches() == ["right"]


def test_a_switch_while_a_self_test_runs_takes_nothing_from_it(make_world: MakeWorld) -> None:
    world = make_world()
    world.unit.selftest("lamps")
    world.run_for(10)
    assert world.lit == "R"
    swap(world, True)
    assert world.lit == "R"
    world.run_until(lambda: not world.unit.testing(), 20)
    assert world.win("left").loser == "right"
