"""The orderly end: what is called off, what is finished, and for how long."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from showdown_protocol.messages import Launch, Outcome, RecordState
from showdown_unit.ports import Step
from unit_kit import KEY, MS, MakeWorld, World


class End:
    """Asks for the end, and notes when it came."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.asked_ns = world.now_ns
        self.came_ns: list[int] = []
        world.unit.shutdown(lambda: self.came_ns.append(world.now_ns))

    def wait(self) -> float:
        """Run until it comes; how long that took, in ms."""
        self.world.run_until(lambda: bool(self.came_ns), 10)
        return (self.came_ns[0] - self.asked_ns) / MS


def armed(world: World) -> None:
    world.armed()


def held(world: World) -> None:
    world.armed()
    world.hands.press("left")
    world.button()
    world.run_for(500)


def counting(world: World) -> None:
    world.counting()


def racing(world: World) -> None:
    world.racing()


def again(world: World) -> None:
    world.dead_heat(world.racing())
    world.run_until(lambda: world.word == "armed")


def test_idle_it_ends_at_once(make_world: MakeWorld) -> None:
    end = End(make_world())
    assert end.came_ns == [end.asked_ns]


@pytest.mark.parametrize("to_state", [armed, held, counting, racing, again])
def test_before_any_press_the_showdown_is_aborted(
    make_world: MakeWorld, to_state: Callable[[World], None]
) -> None:
    world = make_world()
    to_state(world)
    assert End(world).wait() < 50
    record = world.get()
    assert (record.state, record.reason) == (RecordState.ABORTED, "shutdown")
    assert world.memory.kept[KEY].step is Step.DONE
    assert world.changes("launcher_power") == []


def test_after_a_press_it_is_finished_to_the_parked_tray(make_world: MakeWorld) -> None:
    world = make_world()
    green_ns = world.racing()
    world.press("left", green_ns + 200 * MS)
    world.run_to(green_ns + 201 * MS)
    took_ms = End(world).wait()
    record = world.get()
    assert (record.state, record.outcome, record.loser, record.launch) == (
        RecordState.DONE,
        Outcome.WIN,
        "right",
        Launch.COMPLETED,
    )
    assert not world.powered
    assert took_ms < 1_500


def test_a_throw_is_finished(make_world: MakeWorld) -> None:
    world = make_world()
    world.press("left", world.racing() + 200 * MS)
    world.run_until(lambda: world.word == "launching")
    world.run_for(300)
    End(world).wait()
    assert world.get().launch is Launch.COMPLETED
    assert world.launches() == ["right"]


def test_it_waits_five_seconds_at_most(make_world: MakeWorld) -> None:
    world = make_world()
    world.press("left", world.racing() + 200 * MS)
    world.run_until(lambda: world.powered)
    world.disk.hangs = lambda _: True
    assert End(world).wait() == 5_000


def test_a_start_on_its_way_to_the_disk_is_aborted(make_world: MakeWorld) -> None:
    world = make_world()
    world.disk.delay_ns = 100 * MS
    start = world.start()
    world.run_for(150)
    end = End(world)
    assert end.came_ns == []
    assert end.wait() < 200
    assert start.record.state is RecordState.ACCEPTED
    record = world.get()
    assert (record.state, record.reason) == (RecordState.ABORTED, "shutdown")


def test_a_start_that_then_fails_does_not_hold_the_end_up(make_world: MakeWorld) -> None:
    world = make_world()
    world.disk.delay_ns = 100 * MS
    world.disk.fail = lambda _: OSError("full")
    start = world.start()
    world.run_for(150)
    assert End(world).wait() < 100
    assert start.error == "STORAGE"


def test_afterwards_nothing_begins(make_world: MakeWorld) -> None:
    world = make_world()
    world.win()
    End(world)
    start, cancel = world.start("key-0002"), world.cancel("key-0003")
    world.run_for(20)
    assert start.error == cancel.error == "SHUTTING_DOWN"
    assert world.start().record.replay is True
    assert world.cancel().record.state is RecordState.DONE
    assert world.lines(1, 0).error == "SHUTTING_DOWN"


def test_the_second_end_is_the_first(make_world: MakeWorld) -> None:
    world = make_world()
    world.racing()
    first, second = End(world), End(world)
    first.wait()
    world.run_for(10_000)
    assert len(first.came_ns) == 1
    assert second.came_ns == []
