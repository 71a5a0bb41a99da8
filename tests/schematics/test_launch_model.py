"""The launch model: its physics' books balance, and what the guide states comes out of it."""

import subprocess
import sys
from dataclasses import replace
from math import degrees, pi, radians
from pathlib import Path

import pytest

from showdown_drawings import launch_detent, launch_report
from showdown_drawings.launch import (
    DoesNotSlideError,
    G,
    Machine,
    Servo,
    Stack,
    holding_torque,
    inertia_kg_m2,
    throw,
    torque_for,
)
from showdown_drawings.launch_report import FRICTIONS, SERVOS, TOY_LIMIT_J, Model
from showdown_drawings.scad import MECHANICS, ScadError, numbers, parameters

ROOT = Path(__file__).resolve().parents[2]
CHAPTER = ROOT / "docs/build/launch-model.md"
MODEL = Model(parameters())
USUAL = Servo.of_sheet(1.8, 0.12)
THROWS = [(count, friction) for count in (1, 4, 10) for friction in FRICTIONS]


@pytest.mark.parametrize(("count", "friction"), THROWS)
def test_energy_in_equals_energy_out(count: int, friction: float) -> None:
    flight = MODEL.throw(count, friction)
    assert abs(flight.energy_error_j) < 0.01 * (flight.work_j + flight.fallen_j)


@pytest.mark.parametrize(("count", "friction"), THROWS)
def test_cards_never_carry_more_than_work_and_height_gave(count: int, friction: float) -> None:
    flight = MODEL.throw(count, friction)
    assert 0 < flight.energy_j < flight.work_j + flight.fallen_j


def test_without_a_servo_and_friction_a_slope_is_free_fall_along_it() -> None:
    machine = replace(MODEL.machine, tilt_rad=radians(0.001), roof_rad=radians(35))
    with pytest.raises(DoesNotSlideError, match=r"tray at 0°.*tilt it further"):
        throw(machine, USUAL, MODEL.stack(1), 0.1)
    steep = replace(MODEL.machine, roof_run_m=0.5, roof_rad=MODEL.machine.tilt_rad)
    short = throw(MODEL.machine, USUAL, MODEL.stack(1), 0.0)
    long = throw(steep, USUAL, MODEL.stack(1), 0.0)
    fall = 2 * G * 0.5 * 0.7660444431  # sin 50°
    assert long.on_table_m_s**2 - short.off_tray_m_s**2 == pytest.approx(fall, rel=1e-6)


def test_the_servo_line_ends_at_stall_and_no_load() -> None:
    assert USUAL.torque_nm(0) == pytest.approx(0.1765, abs=1e-4)
    assert USUAL.no_load_rad_s == pytest.approx(pi / 3 / 0.12)
    assert USUAL.torque_nm(USUAL.no_load_rad_s) == 0
    assert USUAL.torque_nm(2 * USUAL.no_load_rad_s) == 0


def test_the_tray_is_never_faster_than_the_servo_alone() -> None:
    flight = MODEL.throw(10, 0.25)
    assert flight.tilted_s > 0.8 * MODEL.machine.tilt_rad / USUAL.no_load_rad_s


def test_the_throw_hardly_hangs_on_the_number_of_cards() -> None:
    times = [MODEL.throw(count, 0.25).on_table_s for count in range(1, 11)]
    assert max(times) - min(times) < 0.005


def test_design_numbers() -> None:
    # A tray of 95 mm and 30 g with cards of 88 mm, as the mechanism was chosen by.
    machine = replace(MODEL.machine, tray_length_m=0.095)
    stack = Stack(10, length_m=0.088)
    assert inertia_kg_m2(machine, stack) * 1e6 == pytest.approx(34, abs=2)
    assert torque_for(machine, stack) * 1e3 == pytest.approx(11.9, abs=0.6)
    assert 0.5 * USUAL.stall_nm / torque_for(machine, stack) == pytest.approx(7, abs=0.6)
    assert holding_torque(stack, 0.020) * 1e3 == pytest.approx(3.5, abs=0.1)


@pytest.mark.parametrize("friction", FRICTIONS)
def test_ten_cards_stay_a_fifth_of_the_toy_limit(friction: float) -> None:
    assert MODEL.throw(10, friction).energy_j < TOY_LIMIT_J / 5


def test_ten_cards_are_on_the_table_well_before_the_power_is_cut() -> None:
    assert MODEL.throw(10, 0.40, "slow report").on_table_s < 0.6


def test_every_servo_that_is_sold_has_torque_for_swing_and_detent() -> None:
    need = torque_for(MODEL.machine, MODEL.full) + launch_detent.peak(MODEL.detent)[0]
    for name, (kgf_cm, seconds, source) in SERVOS.items():
        assert 0.5 * Servo.of_sheet(kgf_cm, seconds).stall_nm > 1.5 * need, name
        assert source


def test_detent_holds_ten_cards_overhanging_by_20_mm() -> None:
    sag = launch_detent.sag_rad(MODEL.machine, MODEL.full, MODEL.detent, 0.020)
    assert sag is not None
    assert degrees(sag) < 2
    assert launch_detent.peak(MODEL.detent)[0] > 2 * holding_torque(MODEL.full, 0.020)


def test_detent_lets_go_when_magnets_are_far_apart() -> None:
    weak = replace(MODEL.detent, gap_m=0.02)
    assert launch_detent.sag_rad(MODEL.machine, MODEL.full, weak, 0.020) is None


def test_detent_is_the_same_to_both_sides_and_gone_far_out() -> None:
    detent = MODEL.detent
    assert launch_detent.torque_nm(detent, 0.0) == pytest.approx(0, abs=1e-6)
    assert launch_detent.torque_nm(detent, radians(-8)) == pytest.approx(
        -launch_detent.torque_nm(detent, radians(8)), rel=1e-3
    )
    assert abs(launch_detent.torque_nm(detent, radians(45))) < 2e-4


def test_two_magnets_pull_as_a_dipole_far_away() -> None:
    far = replace(MODEL.detent, gap_m=0.1)
    moment = far.remanence_t / launch_detent.MU_0 * pi * (far.diameter_m / 2) ** 2 * far.thick_m
    apart = far.gap_m + far.thick_m
    dipole = 3 * launch_detent.MU_0 * moment**2 / (2 * pi * apart**4)
    assert launch_detent.pull_n(far) == pytest.approx(dipole, rel=0.02)


def test_the_machine_is_the_one_in_the_parameter_file() -> None:
    mm = parameters()
    machine = Machine.of(mm)
    assert machine.tray_length_m * 1e3 == pytest.approx(mm["card"][1] + 3 + 2.4)
    assert degrees(machine.tilt_rad) == mm["tilt_max"]
    assert machine.roof_run_m * 1e3 == pytest.approx(mm["slide_after_tray"])


def test_parameter_reader() -> None:
    text = "a = 2; // b = 9;\nv = [a, 3.5];\nbig = a > 1 ? v[1] : 0;\nc = -cos(60)*(a + 2)/2;\n"
    assert numbers(text) == {"a": 2, "v": [2, 3.5], "big": 3.5, "c": pytest.approx(-1)}
    odd = numbers("q = lookup(3);\nr = q + 1;\ns = 4;\n", "p.scad")
    assert odd["s"] == 4
    with pytest.raises(ScadError, match=r"p\.scad: r cannot be read: q \+ 1 \(p\.scad: q cannot"):
        odd["r"]


def test_the_chapter_states_what_the_script_prints() -> None:
    chapter = CHAPTER.read_text(encoding="utf-8")
    assert launch_report.markdown(MODEL) in chapter, (
        "docs/build/launch-model.md does not hold the tables that the model gives; run "
        "python3 schematics/mechanics/launch_model.py and put its output between the marks"
    )


def test_the_script_runs_with_nothing_but_python_and_its_picture_is_current() -> None:
    script = MECHANICS / "launch_model.py"
    command = [sys.executable, "-I", "-S", str(script), "--check"]
    assert subprocess.run(command, check=False).returncode == 0, f"run python3 {script}"
