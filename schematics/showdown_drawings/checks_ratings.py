"""Whether each part can bear and do what its place asks, by its value and its body."""

import re

from showdown_drawings.checks_parts import RESISTOR
from showdown_drawings.design import GROUND, LOGIC, Design
from showdown_drawings.values import ValueFormError, amount

_GATED = "addon"

CAPACITOR_V = 10.0
"""The suppressor lets a wrong supply's 5 V rail climb to 7 to 9 V; source: SA5.0A's data sheets."""

SERVO_FUSE_A = (0.7, 1.0)
"""Holds a blocked servo's current (0.7 A, sellers' figure), trips at what a supply of 2 A gives."""
LAMP_FUSE_A = (0.15, 0.5)
"""Holds all lamps, an arrow and the buzzer (0.12 A, computed), spares a computer's USB port."""

GATE_ON_V = 2.5
"""AO3401A's data sheet gives its resistance at this gate voltage and above."""
GATE_PULL_OHM = 15_000
"""ULN2003A's output may leak 50 uA; with more than this it could open the transistor."""
LEAST_SUPPLY_V = 4.6
DRIVER_MOST_V = 1.1

SUPPRESSORS = ("SA5.0A", "P6KE6.8A")
"""Stand off 5 V and conduct below 7.2 V; source: their data sheets."""
SIGNAL_DIODES = ("1N4148", "1N914", "1N4448")
"""Leak nanoamperes; a Schottky diode at the one-shot leaks as much as its resistor feeds."""

CABLE_MA = 20.0
PULL_UP_OHM = (4_700, 15_000)
FILTER_S = 30e-6
"""1k and 10n give 10 us; a longer one would be a delay of its own, and one more that may differ."""

# Beginning of a value -> beginning of the only footprint that its body and its pins' order fit.
BODIES = {
    "1N4148": "D_DO-35_",
    "SA5.0A": "D_DO-15_",
    "AO3401A": "SOT-23",
    "74AHCT1G125": "SOT-23-5",
    "PRTR5V0U2X": "SOT-143",
    "ULN2003A": "DIP-16_W7.62mm_Socket",
    "74AHC123A": "DIP-16_W7.62mm_Socket",
    "1000u": "CP_Radial_D10.0mm_P5.00mm",
    "100u": "CP_Radial_D6.3mm_P2.50mm",
    "4u7 film": "C_Rect_L7.2mm_W7.2mm_P5.00mm_",
    "0.75 A": "Fuse_BelFuse_0ZRE0075FF_",
    "0.2 A": "Fuse_BelFuse_0ZRE0025FF_",
    "green 3 mm": "LED_D3.0mm",
    "XH 2-pin": "JST_XH_B2B-XH-A_",
    "XH 3-pin": "JST_XH_B3B-XH-A_",
    "XH 4-pin": "JST_XH_B4B-XH-A_",
    "XH 5-pin": "JST_XH_B5B-XH-A_",
}
_WHOLE = frozenset({"AO3401A", "74AHCT1G125", "PRTR5V0U2X"})  # the whole name, not its beginning


def parts_fit_their_footprints(design: Design) -> list[str]:
    """A part whose body or pins' order is its own has the footprint made for it."""
    found = []
    for ref, component in sorted(design.drawn.components.items()):
        footprint = component.footprint.rpartition(":")[2]
        for value, body in BODIES.items():
            fits = footprint == body if value in _WHOLE else footprint.startswith(body)
            if footprint and component.value.startswith(value) and not fits:
                found.append(f"{ref} ({component.value}) is drawn for {footprint}, not {body}")
    return found


def ratings_are_enough(design: Design) -> list[str]:
    """Capacitors bear their rail, fuses hold and trip, diodes are of the kinds we know."""
    found = []
    for ref in design.of_kind("C_Polarized"):
        volts = _unit(design, ref, "V")
        if volts is None or volts < CAPACITOR_V:
            found.append(f"{ref} ({_value(design, ref)!r}) bears less than {CAPACITOR_V:g} V")
    for ref in design.of_kind("Polyfuse"):
        ends = set(design.bridges.get(ref, ()))
        low, high = LAMP_FUSE_A if "+5V_LED" in ends else SERVO_FUSE_A
        amperes = _unit(design, ref, "A")
        if amperes is None or not low <= amperes <= high:
            found.append(f"{ref} ({_value(design, ref)!r}) does not hold {low:g} to {high:g} A")
    for kind, known in (("D_Zener", SUPPRESSORS), ("D", SIGNAL_DIODES)):
        found += [
            f"{ref} is {_value(design, ref)!r}; known for that place: {', '.join(known)}"
            for ref in design.of_kind(kind)
            if not _value(design, ref).startswith(known)
        ]
    return found


def the_switch_opens_and_closes(design: Design) -> list[str]:
    """The servo's transistor gets gate voltage enough, and a leaking driver does not open it."""
    if design.tier != _GATED:
        return []
    pull = _between(design, "+5V_FUSED", "PGATE")
    series = _between(design, "PGATE", "PGATE_DRIVE")
    if pull is None or series is None:
        return ["the gate's two resistors are not both there"]
    volts = (LEAST_SUPPLY_V - DRIVER_MOST_V) * pull / (pull + series)
    found = []
    if volts < GATE_ON_V:
        found.append(f"the gate gets {volts:.1f} V, less than {GATE_ON_V:g}")
    if pull > GATE_PULL_OHM:
        found.append(f"the gate is held off by {pull:g} ohm, more than {GATE_PULL_OHM}")
    return found


def the_servo_gets_its_signal(design: Design) -> list[str]:
    """Launcher_pwm leads to the servo's signal wire, plus and ground to the two others."""
    wanted = {("M1", "1"): "SERVO_SIG", ("M1", "2"): "+5V_SERVO", ("M1", "3"): GROUND}
    before = "LAUNCHER_PWM"
    if design.tier == _GATED:
        wanted |= {("J8", pin): net for (_, pin), net in list(wanted.items())}
        wanted |= {("U2", "2"): "LAUNCHER_PWM", ("U2", "4"): "SERVO_SIG_5V"}
        before = "SERVO_SIG_5V"
    found = [
        f"{ref} pin {pin} is on {design.net(ref, pin) or 'nothing'}, not {net}"
        for (ref, pin), net in wanted.items()
        if design.net(ref, pin) != net
    ]
    if _between(design, before, "SERVO_SIG") is None:
        found.append(f"no resistor leads from {before} to SERVO_SIG")
    return found


def cables_and_filters_are_sane(design: Design) -> list[str]:
    """A cable shorted to ground draws little from 3.3 V; the inputs are pulled up and quick."""
    found = []
    for ref, nets in sorted(design.bridges.items()):
        if design.kind(ref) != RESISTOR or LOGIC not in nets:
            continue
        if (ma := 3300 / amount(_value(design, ref))) > CABLE_MA:
            found.append(f"{ref} lets {ma:.0f} mA out of 3.3 V into a short, over {CABLE_MA:g}")
    for name in ("PADDLE_LEFT", "PADDLE_RIGHT", "TIMER_BUTTON"):
        pull = _between(design, LOGIC, f"{name}_RAW")
        series = _between(design, f"{name}_RAW", name)
        if pull is None or not PULL_UP_OHM[0] <= pull <= PULL_UP_OHM[1]:
            found.append(f"{name}_RAW is pulled up by {pull} ohm, not {PULL_UP_OHM}")
        if series is None:
            found.append(f"no resistor leads from {name}_RAW to {name}")
            continue
        seconds = series * sum(
            amount(_value(design, ref))
            for ref, nets in design.bridges.items()
            if design.kind(ref) == "C" and set(nets) == {name, GROUND}
        )
        if seconds > FILTER_S:
            found.append(f"{name} is late by {seconds * 1e6:.0f} us, over {FILTER_S * 1e6:.0f}")
    return found


def the_one_shots_capacitor_is_emptied(design: Design) -> list[str]:
    """A diode takes its charge when 3.3 V goes away; else it would flow through the chip."""
    if design.tier != _GATED:
        return []
    there = [r for r, n in design.bridges.items() if set(n) == {"ONE_SHOT_RC", LOGIC}]
    if any(design.kind(ref) == "D" for ref in there):
        return []
    return ["no diode leads from ONE_SHOT_RC to +3V3"]


def _value(design: Design, ref: str) -> str:
    return design.drawn.components[ref].value


def _unit(design: Design, ref: str, unit: str) -> float | None:
    match = re.search(rf"(\d+(?:\.\d+)?) ?{unit}\b", _value(design, ref))
    return float(match[1]) if match else None


def _between(design: Design, one: str, other: str) -> float | None:
    """The one resistor from net to net in ohms; None where there is not just one."""
    found = [
        ref
        for ref, nets in design.bridges.items()
        if design.kind(ref) == RESISTOR and set(nets) == {one, other}
    ]
    try:
        return amount(_value(design, found[0])) if len(found) == 1 else None
    except ValueFormError:
        return None
