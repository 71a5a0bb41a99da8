"""An edge whose direction was sampled wrong, on a line that rests: no fault of the unit."""

from __future__ import annotations

import pytest

from unit_kit import MakeWorld


@pytest.mark.parametrize("rests", [True, False], ids=["pressed", "released"])
def test_the_unit_goes_on_and_knows_the_level(make_world: MakeWorld, rests: bool) -> None:
    world = make_world()
    if not rests:
        world.hands.press("left")
        world.run_for(1_500)
    world.hands.edge("paddle_left", rests)
    world.hands.edge("paddle_left", not rests, moves_level=False)
    world.run_for(5_000)
    assert world.fatal == []
    assert world.hardware.level_resyncs == 1
    assert world.hardware.paddles["left"].last_active is rests
    world.hands.release("left")
    world.armed()


def test_a_change_without_an_edge_afterwards_ends_it(make_world: MakeWorld) -> None:
    world = make_world()
    world.hands.edge("paddle_left", True)
    world.hands.edge("paddle_left", False, moves_level=False)
    world.run_for(2_500)
    assert world.fatal == []
    world.hands.level("paddle_left", False)
    world.run_until(lambda: bool(world.fatal), 3)
    assert "no edge arrived" in world.fatal[0]
