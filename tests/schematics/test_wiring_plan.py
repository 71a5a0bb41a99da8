from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from showdown_drawings import wiring_plan as w
from showdown_drawings.circuit import ELECTRONICS, load

CIRCUIT = load("breadboard")
PLAN = w.read()


def moved(end: tuple[str, str], hole: str) -> w.Plan:
    assert end in PLAN.holes
    return replace(PLAN, holes=PLAN.holes | {end: hole})


def rewired(start: str, end: str | None) -> w.Plan:
    """The plan with the wire from `start` going to `end`, or without it."""
    assert any(wire.start == start for wire in PLAN.wires)
    changed = (
        replace(wire, end=end or wire.end) if wire.start == start else wire
        for wire in PLAN.wires
        if end is not None or wire.start != start
    )
    return replace(PLAN, wires=tuple(changed))


def edited(folder: Path, old: str, new: str) -> Path:
    text = (ELECTRONICS / w.FILE).read_text(encoding="utf-8")
    assert old in text
    path = folder / w.FILE
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    return path


def test_strips_and_wires_give_exactly_the_circuits_nets() -> None:
    w.check(PLAN, CIRCUIT)


def test_each_net_is_found_by_following_strips_and_wires() -> None:
    grounds = {("J1", pin) for pin in w.PI_GROUNDS}
    found = {frozenset(group - grounds) for group in w.nets(PLAN)}
    assert found == {frozenset(ends - grounds) for ends in CIRCUIT.nets.values()}


def test_each_part_of_the_circuit_is_in_the_board_or_on_a_wire() -> None:
    cabled = {
        end.partition(".")[0] for wire in PLAN.wires for end in (wire.start, wire.end) if "." in end
    }
    assert set(CIRCUIT.parts) == {ref for ref, _ in PLAN.holes} | cabled


@pytest.mark.parametrize(
    ("plan", "message"),
    [
        (moved(("R1", "2"), "g7"), "LAMP_RED_A is in pieces: D1.2 | R1.2"),
        (moved(("D1", "1"), "+7"), "+3V3 and GND are joined"),
        (moved(("R14", "2"), "i42"), "PADDLE_RIGHT_RAW is in pieces"),
        (moved(("R9", "2"), "+53"), "+3V3 and GND are joined"),
        (rewired("J1.11", "a12"), "hole a12 has"),
        (rewired("J1.11", "b12"), "LAMP_AMBER and LAMP_RED are joined"),
        (rewired("J1.16", None), "ARROW_LEFT is in pieces: J1.16 not wired at all | R4.1"),
        (rewired("J1.9", None), "GND is in pieces"),
        (rewired("M1.2", "+57"), "+3V3 and +5V_SERVO are joined"),
        (moved(("F1", "2"), "g52"), "F1's legs sit 7.6 mm apart"),
        (moved(("R9", "1"), "j53"), "R9's legs sit 6.3 mm apart"),
    ],
)
def test_a_slip_is_named(plan: w.Plan, message: str) -> None:
    with pytest.raises(w.PlanError) as caught:
        w.check(plan, CIRCUIT)
    assert message in str(caught.value)


def test_a_wire_at_an_open_pin_is_named() -> None:
    extra = w.Wire("lamps", "J1.22", "a3", "BU")
    with pytest.raises(w.PlanError, match=r"J1\.22 is wired, but open or unknown"):
        w.check(replace(PLAN, wires=(*PLAN.wires, extra)), CIRCUIT)


@pytest.mark.parametrize("hole", ["k5", "a0", "a64", "+8", "-62", "+2", "a", "5a", ""])
def test_a_hole_that_no_board_has_is_refused(hole: str) -> None:
    with pytest.raises(w.PlanError, match="there is no hole"):
        w.spot(hole)


def test_holes_lie_on_the_grid() -> None:
    assert w.spot("a1") == (1.0, w.ROW_Y["a"])
    rows = [w.ROW_Y[row] for row in "jihgfedcba"]
    assert [b - a for a, b in pairwise(rows)] == [1, 1, 1, 1, 3, 1, 1, 1, 1]


def test_strips_are_five_holes_and_rails_are_long() -> None:
    assert w.strip("a7") == w.strip("e7") != w.strip("f7") == w.strip("j7")
    assert w.strip("a7") != w.strip("a8")
    assert w.strip("+3") == w.strip("+61") != w.strip("-61")


def test_a_rail_has_ten_groups_of_five() -> None:
    assert sum(map(w.rail_has, range(1, w.COLUMNS + 1))) == 50


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('colour = "BN"', 'colour = "PK"', "J1.11 to a6 is 'PK'"),
        ('to = "a6"', 'to = "k6"', "there is no hole 'k6'"),
        ('1 = "d6"', '1 = "d66"', "there is no hole 'd66'"),
        ('R1 = { step = "lamps"', 'R1 = { step = "lamp"', "R1 is of step 'lamp'"),
        ('name = "arrows"', 'name = "arrow"', "'arrows', which is not listed"),
    ],
)
def test_a_bad_entry_is_named(tmp_path: Path, old: str, new: str, message: str) -> None:
    with pytest.raises(w.PlanError) as caught:
        w.read(edited(tmp_path, old, new))
    assert message in str(caught.value)


def test_five_volts_are_in_no_rail() -> None:
    for group in w.nets(PLAN):
        if any(CIRCUIT.parts[ref].nets.get(pin, "").startswith("+5V") for ref, pin in group):
            ends = {hole for leg, hole in PLAN.holes.items() if leg in group}
            ends |= {x.end for x in PLAN.wires if tuple(x.start.split(".")) in group}
            assert not [end for end in ends if end[0] in w.RAILS]


@pytest.mark.parametrize(
    ("start", "colour", "message"),
    [
        ("J1.9", "RD", r"J1\.9 to -3 \(GND\) is red; it has to be black"),
        ("J1.1", "RD", r"\(\+3V3\) is red; it has to be orange"),
        ("M1.2", "YE", r"\(\+5V_SERVO\) is yellow; it has to be red"),
        ("J1.29", "BK", r"\(PADDLE_LEFT\) is black; that is a rail's colour"),
    ],
)
def test_a_rails_wire_of_another_colour_is_named(start: str, colour: str, message: str) -> None:
    wires = tuple(replace(x, colour=colour) if x.start == start else x for x in PLAN.wires)
    with pytest.raises(w.PlanError, match=message):
        w.check(replace(PLAN, wires=wires), CIRCUIT)
