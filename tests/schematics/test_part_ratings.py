"""Slips in circuit and drawing alike, which only the parts' meaning tells."""

from collections.abc import Callable

import pytest

import drawn_kit as kit
from showdown_drawings import checks_ratings as ratings
from showdown_drawings.design import Design


def both(design: Design, refs: str, value: str) -> Design:
    for ref in refs.split():
        design = kit.valued(design, ref, value)
    return design


@pytest.mark.parametrize(
    ("ref", "value", "said"),
    [
        ("C2", "100u 4V", "bears less than 10 V"),
        ("C1", "1000u low ESR", "bears less than 10 V"),
        ("F1", "0.2 A hold", "does not hold 0.7 to 1 A"),
        ("F1", "2 A hold", "does not hold 0.7 to 1 A"),
        ("F2", "0.75 A hold", "does not hold 0.15 to 0.5 A"),
        ("D6", "SA12A", "known for that place: SA5.0A"),
        ("D7", "BAT85", "known for that place: 1N4148"),
    ],
)
def test_a_part_that_bears_or_does_something_else_is_named(ref: str, value: str, said: str) -> None:
    found = ratings.ratings_are_enough(kit.valued(kit.design("addon"), ref, value))
    assert [line for line in found if line.startswith(ref) and said in line]


@pytest.mark.parametrize(
    ("ref", "footprint"),
    [
        ("Q1", "SOT-143"), ("Q1", "SOT-23-5"), ("U2", "SOT-23"), ("U3", "SOT-23"),
        ("C8", "C_Disc_D5.0mm_W2.5mm_P5.00mm"), ("C1", "CP_Radial_D6.3mm_P2.50mm"),
        ("F2", "Fuse_BelFuse_0ZRE0075FF_L11.5mm_W4.8mm"), ("J2", "JST_XH_B2B-XH-A_1x02_P2.50mm"),
        ("D6", "D_DO-35_SOD27_P7.62mm_Horizontal"),
    ],
)  # fmt: skip
def test_a_footprint_of_another_part_is_named(ref: str, footprint: str) -> None:
    design = kit.changed(kit.design("addon"), ref, footprint=f"showdown:{footprint}")
    (said,) = ratings.parts_fit_their_footprints(design)
    assert said.startswith(f"{ref} (")


@pytest.mark.parametrize(
    ("ref", "value", "said"),
    [
        ("R7", "10k", "the gate gets 1.7 V, less than 2.5"),
        ("R6", "1k", "the gate gets 1.7 V, less than 2.5"),
        ("R6", "100k", "held off by 100000 ohm, more than 15000"),
    ],
)
def test_the_gates_resistors_are_judged(ref: str, value: str, said: str) -> None:
    found = ratings.the_switch_opens_and_closes(kit.valued(kit.design("addon"), ref, value))
    assert [line for line in found if said in line]


Plant = Callable[[Design], Design]


@pytest.mark.parametrize(
    ("plant", "said"),
    [
        (lambda d: kit.swapped(d, ("U2", "2"), ("U2", "4")), "U2 pin 2 is on SERVO_SIG_5V"),
        (lambda d: kit.swapped(d, ("M1", "1"), ("M1", "2")), "M1 pin 1 is on +5V_SERVO"),
        (lambda d: kit.without(d, "R8"), "no resistor leads from SERVO_SIG_5V to SERVO_SIG"),
    ],
)
def test_the_signals_way_to_the_servo_is_followed(plant: Plant, said: str) -> None:
    assert [x for x in ratings.the_servo_gets_its_signal(plant(kit.design("addon"))) if said in x]


def test_so_it_is_on_the_breadboard() -> None:
    design = kit.without(kit.design("breadboard"), "R8")
    assert "no resistor leads from LAUNCHER_PWM to SERVO_SIG" in (
        ratings.the_servo_gets_its_signal(design)
    )


@pytest.mark.parametrize(
    ("refs", "value", "said"),
    [
        ("R10 R13", "22", "R10 lets 150 mA out of 3.3 V into a short"),
        ("R11 R14", "100k 1%", "PADDLE_LEFT_RAW is pulled up by 100000.0 ohm"),
        ("R11 R14", "1k 1%", "PADDLE_LEFT_RAW is pulled up by 1000.0 ohm"),
        ("C10 C11", "10u", "PADDLE_LEFT is late by 10000 us"),
        ("R12 R15", "10k 1%", "PADDLE_RIGHT is late by 100 us"),
    ],
)
def test_a_slip_that_both_paddles_share_is_found(refs: str, value: str, said: str) -> None:
    found = ratings.cables_and_filters_are_sane(both(kit.design("addon"), refs, value))
    assert [line for line in found if said in line]
