"""`identify` on a whole unit: what it shows, when it may, and what ends it."""

from __future__ import annotations

import itertools
from collections.abc import Callable

import pytest

from scale import count
from showdown_protocol.errors import WireError
from showdown_protocol.messages import IdentifyResult
from showdown_unit.identify import LIMIT_NS, code_of, steps_of
from unit_kit import KEY, MS, MakeWorld, S, World

SERIAL_0 = ("red", "red", "green")  # the kit's unit has the serial 0
LETTER = {"red": "R", "amber": "A", "green": "G"}


def looks(world: World, until_ns: int) -> list[tuple[str, int]]:
    """What is lit one after the other until then, and for how many ms."""
    told: list[tuple[str, int]] = []
    while world.now_ns < until_ns:
        lit, since_ns = world.lit, world.now_ns
        while world.lit == lit and world.now_ns < until_ns:
            world.run_for(1)
        ms = (world.now_ns - since_ns) // MS
        if ms > 2:  # else while it is being written
            told.append((lit, ms))
    return told


def refused(world: World) -> str:
    with pytest.raises(WireError) as error:
        world.unit.identify()
    reasons = error.value.data.get("reasons", ())
    return error.value.name + "".join(f" {reason}" for reason in reasons)


# --- the code ---------------------------------------------------------------------------------


def test_the_code_comes_of_the_serial_alone() -> None:
    assert code_of("0") == SERIAL_0
    assert code_of("100000003d1d1c36") == code_of("100000003d1d1c36")


@pytest.mark.prove
def test_two_serials_rarely_share_a_code() -> None:
    """27 codes: of Pis whose serials follow one another, one pair in 27 shares one, no more."""
    serials = [f"10000000{number:08x}" for number in range(count(2_000, 200_000))]
    codes = [code_of(serial) for serial in serials]
    assert len(set(codes)) == 27
    shared = sum(one == two for one, two in itertools.pairwise(codes)) / len(codes)
    assert shared == pytest.approx(1 / 27, abs=0.015)
    most = max(codes.count(code) for code in set(codes)) / len(codes)
    assert most < 1.5 / 27


def test_the_same_lamp_twice_is_seen_to_be_two() -> None:
    steps = steps_of(("red", "red", "red"))
    assert all(one != two for (one, _), (two, _) in itertools.pairwise(steps))
    assert sum(for_ns for _, for_ns in steps) == LIMIT_NS == 3 * S


# --- what it shows ----------------------------------------------------------------------------


def test_its_lamps_blink_one_after_the_other_and_then_it_is_ready_again(
    make_world: MakeWorld,
) -> None:
    world = make_world()
    world.run_for(1500)
    since_ns = world.now_ns
    assert world.unit.identify() == IdentifyResult(blinks=SERIAL_0, limit_ms=3000)
    seen = looks(world, since_ns + 2950 * MS)
    expected = [("", 300)]
    for lamp in SERIAL_0:
        expected += [(LETTER[lamp], 600), ("", 300)]
    assert [lit for lit, _ in seen] == [lit for lit, _ in expected]
    assert [ms for _, ms in seen[:-1]] == pytest.approx([ms for _, ms in expected[:-1]], abs=2)
    world.run_for(60)
    assert world.lit == "R"
    assert {lit for lit, _ in looks(world, world.now_ns + 4 * S)} == {"R", ""}


def test_nothing_but_lamps_moves_and_no_event_is_told(make_world: MakeWorld) -> None:
    world = make_world()
    events = len(world.events)
    since_ns = world.now_ns
    world.unit.identify()
    world.run_for(4000)
    driven = {signal for ns, signal, value in world.trace if ns > since_ns and value}
    assert driven <= {"lamp_red", "lamp_amber", "lamp_green", "green_sense"}
    assert len(world.events) == events
    assert (world.word, world.unit.status().state) == ("ready", "ready")


def test_asked_again_meanwhile_it_says_the_same_and_begins_nothing(make_world: MakeWorld) -> None:
    world = make_world()
    began_ns = world.now_ns
    first = world.unit.identify()
    for _ in range(4):
        world.run_for(500)
        assert world.unit.identify() == first
    world.run_to(began_ns + 3050 * MS)
    assert world.lit == "R"
    world.unit.identify()  # over: a new one
    assert world.lit == ""


# --- when it may ------------------------------------------------------------------------------


def test_a_start_on_its_way_to_the_disk_refuses_it(make_world: MakeWorld) -> None:
    world = make_world()
    world.start()
    world.run_until(lambda: world.unit.active_key() is not None)
    assert refused(world) == "BUSY"


@pytest.mark.parametrize("to", ["armed", "counting", "racing"])
def test_no_lamp_of_a_showdown_is_touched(make_world: MakeWorld, to: str) -> None:
    world = make_world()
    getattr(world, to)()
    lit, writes = world.lit, len(world.trace)
    assert refused(world) == "BUSY"
    assert (world.lit, len(world.trace)) == (lit, writes)


def test_a_selftest_refuses_it_and_a_dead_unit_and_one_that_goes_down(
    make_world: MakeWorld,
) -> None:
    world = make_world()
    world.unit.selftest("lamps")
    assert refused(world) == "NOT_READY selftest"
    world.unit.selftest("stop")
    world.unit.identify()
    world.hands.kill_source()
    world.run_for(1100)
    assert refused(world) == "NOT_READY fault"
    world = make_world()
    world.unit.shutdown(lambda: None)
    assert refused(world) == "SHUTTING_DOWN"


def test_a_tray_that_has_to_be_looked_at_does_not(make_world: MakeWorld) -> None:
    world = make_world(tray_unknown=True)
    assert world.unit.identify().blinks == SERIAL_0
    world.run_for(3100)
    assert {lit for lit, _ in looks(world, world.now_ns + 4 * S)} == {"A", ""}


# --- what ends it -----------------------------------------------------------------------------


def start(world: World) -> None:
    assert world.started().state == "accepted"


def selftest(world: World) -> None:
    world.unit.selftest("arrow")


def fault(world: World) -> None:
    world.unit.hardware_failed(RuntimeError("a pin failed"))


def button(world: World) -> None:
    world.button()
    world.run_for(50)


@pytest.mark.parametrize("at_ms", [0, 100, 450, 899, 901, 1500, 2800])
@pytest.mark.parametrize(
    ("by", "lit"),
    [(start, {"RA"}), (selftest, {""}), (fault, {"R", ""}), (button, {"RA", "R"})],
)
def test_what_begins_meanwhile_ends_it_at_once(
    make_world: MakeWorld, by: Callable[[World], None], lit: set[str], at_ms: int
) -> None:
    world = make_world(unit__standalone="always")
    world.unit.identify()
    world.run_for(at_ms)
    by(world)
    assert {look for look, _ in looks(world, world.now_ns + 250 * MS)} <= lit
    assert {look for look, _ in looks(world, world.now_ns + 1500 * MS)} <= lit | {"A"}


@pytest.mark.parametrize("at_ms", [0, 350, 1500, 2950])
def test_a_start_is_not_delayed(make_world: MakeWorld, at_ms: int) -> None:
    """From the start to green all is as without it, to the nanosecond."""

    def writes(world: World) -> list[tuple[int, tuple[bool, ...]]]:
        """Every write of the lamps, also one that changes nothing."""
        told: list[tuple[int, tuple[bool, ...]]] = []
        write = world.hardware.lamps.write

        def noted(*lit: bool) -> None:
            told.append((world.now_ns - since_ns, lit))
            write(*lit)

        world.run_for(at_ms)
        since_ns = world.now_ns
        world.hardware.lamps.write = noted  # type: ignore[method-assign]
        world.win(start="now")
        armed = (True, True, False)
        return told[[lit for _, lit in told].index(armed) :]

    plain, blinking = (make_world(unit__allow_remote_start=True) for _ in range(2))
    blinking.unit.identify()
    assert writes(blinking) == writes(plain)


def test_a_result_that_stands_makes_way(make_world: MakeWorld) -> None:
    world = make_world()
    world.win()
    assert world.lit == "G"
    world.unit.identify()
    world.run_for(100)
    assert world.lit == ""
    world.run_for(3000)
    assert world.lit == "R"  # and the result does not come back
    world.run_for(3000)
    assert world.lit in ("R", "")


def test_readiness_that_changes_meanwhile_is_shown_afterwards(make_world: MakeWorld) -> None:
    world = make_world(tray_unknown=True)
    world.unit.identify()
    world.button(hold_ms=2100)
    world.run_for(2300)
    assert not world.unit.tray_unknown()
    assert world.lit in ("G", "")
    world.run_for(1000)
    assert {lit for lit, _ in looks(world, world.now_ns + 4 * S)} == {"R", ""}


def test_a_lamp_that_fails_while_it_blinks_is_a_fault(make_world: MakeWorld) -> None:
    world = make_world()
    world.unit.identify()
    world.run_for(100)

    def broken(*_lit: bool) -> None:
        raise OSError("no such line")

    world.hardware.lamps.write = broken  # type: ignore[method-assign]
    world.run_for(1000)
    assert world.fatal
    assert world.word == "fault"


def test_nothing_is_driven_after_the_end(make_world: MakeWorld) -> None:
    world = make_world()
    world.unit.identify()
    world.run_for(500)
    world.unit.close()
    writes = len(world.trace)
    world.run_for(5000)
    assert (world.lit, len(world.trace)) == ("", writes)


def test_a_showdown_goes_on_from_it(make_world: MakeWorld) -> None:
    world = make_world()
    world.unit.identify()
    world.run_for(700)
    assert world.win().loser == "right"
    assert world.get(KEY).state == "done"
