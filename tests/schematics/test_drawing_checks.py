"""Each check of the drawings: silent on the circuits as they are, loud at its own fault."""

from collections.abc import Callable

import pytest

import drawn_kit as kit
from showdown_drawings import bom, checks, checks_launcher, checks_parts
from showdown_drawings.circuit import TIERS
from showdown_drawings.design import Design

Plant = Callable[[Design], Design]

FAULTS: dict[str, tuple[str, str, Plant]] = {
    # fault: tier, the check that must speak, how it is planted
    "a typo in a net": (
        "addon",
        "drawing equals circuit file",
        lambda d: kit.moved(d, ("R1", "1"), "LAMP_RED_KX"),
    ),
    "launcher_power and arrow_left swapped at the header": (
        "addon",
        "pins match the board file",
        lambda d: kit.swapped(d, ("J1", "22"), ("J1", "16")),
    ),
    "a signal missing at the header": (
        "breadboard",
        "pins match the board file",
        lambda d: kit.moved(d, ("J1", "37"), ""),
    ),
    "another header's symbol": (
        "addon",
        "pin names carry the BCM number",
        lambda d: renamed(d, ("J1", "32"), "GPIO18"),
    ),
    "BCM 1 for BCM 12": (
        "addon",
        "pin names carry the BCM number",
        lambda d: renamed(d, ("J1", "32"), "GPIO1"),
    ),
    "something on the UART": (
        "addon",
        "reserved pins are open",
        lambda d: kit.moved(d, ("J1", "8"), "BUZZER"),
    ),
    "the servo on a pin without hardware PWM": (
        "breadboard",
        "launcher on hardware PWM",
        lambda d: kit.swapped(d, ("J1", "32"), ("J1", "36")),
    ),
    "an output on a pin that is pulled up at reset": (
        "addon",
        "outputs off at reset",
        lambda d: kit.swapped(d, ("J1", "22"), ("J1", "29")),
    ),
    "a GPIO on 5 V": (
        "addon",
        "no GPIO on 5 V",
        lambda d: kit.moved(d, ("J1", "37"), "+5V_PI"),
    ),
    "a pull-up to 5 V at a GPIO": (
        "addon",
        "no GPIO on 5 V",
        lambda d: kit.moved(d, ("R11", "1"), "+5V_LED"),
    ),
    "3.3 V and 5 V exchanged at the header": (
        "addon",
        "header's power pins",
        lambda d: kit.swapped(d, ("J1", "1"), ("J1", "2")),
    ),
    "a chip's ground open, with a no-connect mark": (
        "addon",
        "only listed pins are open",
        lambda d: kit.moved(d, ("U1", "8"), ""),
    ),
    "a buffer's input open": (
        "addon",
        "only listed pins are open",
        lambda d: kit.moved(d, ("U2", "2"), ""),
    ),
    "a value that is none": (
        "breadboard",
        "values are readable",
        lambda d: kit.valued(d, "R1", "about 300"),
    ),
    "an LED reversed": (
        "breadboard",
        "LED polarity",
        lambda d: kit.swapped(d, ("D1", "1"), ("D1", "2")),
    ),
    "an LED reversed at the driver": (
        "addon",
        "LED polarity",
        lambda d: kit.swapped(d, ("D13", "1"), ("D13", "2")),
    ),
    "the servo's own LED reversed": (
        "addon",
        "LED polarity",
        lambda d: kit.swapped(d, ("D8", "1"), ("D8", "2")),
    ),
    "an LED without its resistor": (
        "addon",
        "LED polarity",
        lambda d: kit.moved(d, ("D3", "1"), "LAMP_GREEN_DRIVE"),
    ),
    "22 for 220 ohm": ("addon", "LED current", lambda d: kit.valued(d, "R1", "22")),
    "220 for 330 ohm at a pin": (
        "breadboard",
        "pin current",
        lambda d: kit.valued(d, "R2", "220"),
    ),
    "100 ohm in the loop of the green line": (
        "addon",
        "pin current",
        lambda d: kit.valued(d, "R18", "100"),
    ),
    "unequal paddle resistors": (
        "addon",
        "paddles are equal",
        lambda d: kit.valued(d, "R15", "10k 1%"),
    ),
    "unequal paddle capacitors, by footprint": (
        "addon",
        "paddles are equal",
        lambda d: kit.changed(d, "C11", footprint="Capacitor_SMD:C_0805_2012Metric"),
    ),
    "one opto resistor missing": ("addon", "paddles are equal", lambda d: kit.without(d, "R13")),
    "protection on one paddle alone": (
        "addon",
        "paddles are equal",
        lambda d: kit.moved(d, ("U3", "3"), "TIMER_BUTTON_RAW"),
    ),
    "a capacitor at one paddle alone": (
        "breadboard",
        "paddles are equal",
        lambda d: kit.added(d, "C9", "C", "10n", "PADDLE_LEFT", "GND"),
    ),
    "the one-shot fed from 5 V": (
        "addon",
        "chips' supplies",
        lambda d: kit.moved(d, ("U4", "16"), "+5V_PI"),
    ),
    "source and drain exchanged": (
        "addon",
        "chips' supplies",
        lambda d: kit.swapped(d, ("Q1", "2"), ("Q1", "3")),
    ),
    "a suppressor turned round": (
        "addon",
        "polarity",
        lambda d: kit.swapped(d, ("D6", "1"), ("D6", "2")),
    ),
    "the one-shot's diode turned round": (
        "addon",
        "polarity",
        lambda d: kit.swapped(d, ("D7", "1"), ("D7", "2")),
    ),
    "a capacitor turned round": (
        "breadboard",
        "polarity",
        lambda d: kit.swapped(d, ("C1", "1"), ("C1", "2")),
    ),
    "red and amber exchanged behind the driver": (
        "addon",
        "drivers carry their names",
        lambda d: kit.swapped(d, ("U1", "16"), ("U1", "15")),
    ),
    "red and amber exchanged at the lamps": (
        "addon",
        "lamps have their colour",
        lambda d: kit.swapped(d, ("D1", "1"), ("D2", "1")),
    ),
    "a green LED for an arrow": (
        "breadboard",
        "lamps have their colour",
        lambda d: kit.valued(d, "D4", "green 5 mm"),
    ),
    "no pull-down on launcher_power": (
        "addon",
        "launcher's pull-downs",
        lambda d: kit.without(d, "R19"),
    ),
    "a pull-up for the pull-down of launcher_pwm": (
        "breadboard",
        "launcher's pull-downs",
        lambda d: kit.moved(d, ("R9", "2"), "+3V3"),
    ),
    "a pull-down too weak": (
        "addon",
        "launcher's pull-downs",
        lambda d: kit.valued(d, "R19", "470k"),
    ),
    "no one-shot": ("addon", "one-shot is there", lambda d: kit.without(d, "U4")),
    "the one-shot started by its A input": (
        "addon",
        "one-shot is there",
        lambda d: kit.swapped(d, ("U4", "1"), ("U4", "3")),
    ),
    "a tenth of the one-shot's time": (
        "addon",
        "one-shot's time",
        lambda d: kit.valued(d, "R20", "33k 1%"),
    ),
    "a capacitor that may be a fifth too small": (
        "addon",
        "one-shot's time",
        lambda d: kit.valued(d, "C8", "4u7 20%"),
    ),
    "another maker's one-shot, with half the time": (
        "addon",
        "one-shot's time",
        lambda d: kit.valued(d, "U4", "74HC123"),
    ),
    "the one-shot bypassed": (
        "addon",
        "one-shot is the only way",
        lambda d: kit.moved(d, ("U1", "6"), "LAUNCHER_POWER"),
    ),
    "a diode beside the one-shot": (
        "addon",
        "one-shot is the only way",
        lambda d: kit.added(d, "D99", "D", "1N4148", "LAUNCHER_POWER", "LAUNCHER_GATE"),
    ),
    "the gate tied to ground": (
        "addon",
        "one-shot is the only way",
        lambda d: kit.moved(d, ("R7", "2"), "GND"),
    ),
    "a bridge over the servo's transistor": (
        "addon",
        "one-shot is the only way",
        lambda d: kit.added(d, "R99", "R", "1k", "+5V_FUSED", "+5V_SERVO"),
    ),
    "the rails joined by a wire": (
        "addon",
        "supplies share only ground",
        lambda d: kit.moved(d, ("F2", "2"), "+5V_SERVO"),
    ),
    "the rails joined by a resistor": (
        "addon",
        "supplies share only ground",
        lambda d: kit.added(d, "R99", "R", "10k", "+3V3", "+5V_FUSED"),
    ),
    "the rails joined by COM": (
        "addon",
        "supplies share only ground",
        lambda d: kit.moved(d, ("U1", "9"), "+5V_SERVO"),
    ),
    "a diode's footprint of another size": (
        "addon",
        "footprints fit the parts",
        lambda d: kit.changed(d, "D7", footprint="showdown:D_DO-15_P10.16mm_Horizontal"),
    ),
    "a capacitor of 4 V": ("addon", "ratings", lambda d: kit.valued(d, "C1", "1000u 4V low ESR")),
    "a gate that gets half": ("addon", "servo's switch", lambda d: kit.valued(d, "R7", "10k")),
    "signal and ground exchanged at the servo's plug": (
        "addon",
        "servo's signal",
        lambda d: kit.swapped(d, ("J8", "1"), ("J8", "3")),
    ),
    "22 ohm for both optos": (
        "addon",
        "cables and filters",
        lambda d: kit.valued(kit.valued(d, "R10", "22"), "R13", "22"),
    ),
    "no diode at the one-shot's capacitor": (
        "addon",
        "one-shot is emptied",
        lambda d: kit.without(d, "D7"),
    ),
    "the servo from the Pi": (
        "breadboard",
        "supplies share only ground",
        lambda d: kit.moved(d, ("J1", "2"), "+5V_SERVO"),
    ),
}


def renamed(design: Design, pin: tuple[str, str], name: str) -> Design:
    design.drawn.pin_names[pin] = name
    return design


@pytest.mark.parametrize("tier", TIERS)
@pytest.mark.parametrize("name", checks.CHECKS)
def test_a_check_finds_nothing_in_the_circuits_as_they_are(name: str, tier: str) -> None:
    assert checks.CHECKS[name](kit.design(tier)) == []


@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_found_by_its_check(fault: str) -> None:
    tier, name, plant = FAULTS[fault]
    assert checks.CHECKS[name](plant(kit.design(tier))), f"{name} says nothing"


def test_every_check_has_a_fault_that_it_finds() -> None:
    assert {name for _, name, _ in FAULTS.values()} == set(checks.CHECKS)


@pytest.mark.parametrize("tier", TIERS)
def test_values_of_the_drawing_are_those_of_the_parts_list(tier: str) -> None:
    design, rows = kit.design(tier), bom.read()
    assert checks.parts_match_the_list(design, rows) == []
    (said,) = checks.parts_match_the_list(kit.valued(design, "R1", "33"), rows)
    assert said.startswith("R1 is drawn as '33'")
    assert checks.parts_match_the_list(
        kit.added(design, "R99", "R", "1k", "GND", "+3V3"), rows
    ) == ["R99 stands in no row of the parts list"]


def test_what_hangs_on_a_cable_is_not_on_the_board() -> None:
    circuit = kit.design("addon").circuit
    soldered = frozenset(ref for ref, part in circuit.parts.items() if part.place == "board")
    assert checks.parts_are_where_they_belong(circuit, soldered | {"H1"}) == []
    assert checks.parts_are_where_they_belong(circuit, soldered - {"R1"} | {"SW2", "X1"}) == [
        "R1 is not on the board",
        "SW2 is on the board, but it hangs on a cable",
        "X1 of the board is not in the circuit",
    ]


def test_currents_are_those_of_the_values() -> None:
    pins = checks_parts.pin_currents(kit.design("breadboard"))
    assert pins["LAMP_RED"] == pytest.approx((3.3 - 1.8) / 0.330)
    assert sum(pins.values()) < checks_parts.ALL_PINS_MA
    leds = checks_parts.led_currents(kit.design("addon"))
    assert leds["D1"] == pytest.approx((5 - 1.8 - 0.7) / 0.220)
    assert len(leds) == 10


def test_the_one_shots_time_is_that_of_the_values() -> None:
    nominal_s, least_s = checks_launcher.one_shot_s(kit.design("addon"))
    assert 1.2 < least_s < nominal_s < 1.8
