"""The header as drawn against the firmware's board file, and what its pins may be tied to."""

import re

from showdown_drawings.circuit import HEADER, HEADER_PIN
from showdown_drawings.design import GROUND, LOGIC, RAILS, Design, header_net
from showdown_hw.signals import HARDWARE_PWM, PULLED_UP_AT_RESET, RESERVED, SIGNALS, Direction

# Signals of the board file that a tier has nothing for.
UNWIRED = {"breadboard": frozenset({"LAUNCHER_POWER"}), "addon": frozenset[str]()}

# 5 V pins of the header that a tier has to leave open, and other power pins that it may leave open:
# the symbol joins those to others of their rail, as the Pi does.
_OPEN_POWER = {"breadboard": frozenset({"2", "4"}), "addon": frozenset[str]()}
_MAY_BE_OPEN = {"breadboard": frozenset({"17", "20", "25"}), "addon": frozenset[str]()}

# Other pins that are open on purpose, and why.
OPEN = {
    "breadboard": frozenset[tuple[str, str]](),
    "addon": frozenset(
        {
            ("U1", "9"),  # COM: would join the two 5 V rails
            ("U4", "4"),  # the one-shot's inverted output
            ("U4", "5"), ("U4", "6"), ("U4", "7"), ("U4", "12"),  # its second half, not used
            ("J6", "3"),  # a gap that keeps left and right apart
        }
    ),
}  # fmt: skip


def pins_match_the_board_file(design: Design) -> list[str]:
    """Each signal is on its header pin, and no header pin has a net that is not its signal's."""
    found = []
    expected = {
        spec.bcm: name.upper()
        for name, spec in design.board.pins.items()
        if name.upper() not in UNWIRED[design.tier]
    }
    for bcm, pin in sorted(HEADER_PIN.items()):
        want, got = expected.get(bcm, ""), header_net(design, bcm)
        if want != got:
            found.append(
                f"header pin {pin} (GPIO{bcm}) is on {got or 'nothing'}; "
                f'board "{design.board.name}" has {want or "nothing"} there'
            )
    return found


def pin_names_carry_the_bcm_number(design: Design) -> list[str]:
    """The header symbol's name of each signal's pin has the BCM number that the firmware uses."""
    found = []
    for net, bcm in design.signals.items():
        name = design.drawn.pin_names.get((HEADER, str(HEADER_PIN[bcm])), "")
        if not re.search(rf"GPIO0?{bcm}(?!\d)", name):
            found.append(f"{net} is GPIO{bcm}, but its pin of the header is called {name!r}")
    return found


def reserved_pins_are_open(design: Design) -> list[str]:
    """Nothing is on the pins of the HAT's EEPROM, I2C, SPI, UART and sound."""
    return [
        f"header pin {HEADER_PIN[bcm]} (GPIO{bcm}) is kept for {use}, and is on {net}"
        for bcm, use in sorted(RESERVED.items())
        if (net := header_net(design, bcm))
    ]


def launcher_is_on_hardware_pwm(design: Design) -> list[str]:
    """The servo's pulses come from a pin that makes them without the processor."""
    bcm = next((b for b in HEADER_PIN if header_net(design, b) == "LAUNCHER_PWM"), None)
    if bcm in HARDWARE_PWM:
        return []
    return [f"LAUNCHER_PWM is on GPIO{bcm}; hardware PWM is on {HARDWARE_PWM} alone"]


def outputs_are_off_at_reset(design: Design) -> list[str]:
    """An output's pin is pulled down until the first write, and its load is on at high."""
    found = []
    for bcm in sorted(HEADER_PIN):
        name = header_net(design, bcm).lower()
        if name not in SIGNALS or SIGNALS[name].direction is Direction.IN:
            continue
        if bcm in PULLED_UP_AT_RESET:
            found.append(f"{name.upper()} is on GPIO{bcm}, which is pulled up at reset")
        if name in design.board.pins and not design.board.pins[name].active_high:
            found.append(f'{name.upper()} is active low in board "{design.board.name}"')
    return found


def no_gpio_meets_five_volts(design: Design) -> list[str]:
    """From no GPIO does a wire, resistor, diode, switch or jumper lead to a 5 V net."""
    found = []
    for bcm, pin in sorted(HEADER_PIN.items()):
        net = header_net(design, bcm)
        if not net:
            continue
        if net.startswith("+5V"):
            found.append(f"header pin {pin} (GPIO{bcm}) is on {net}")
            continue
        there = design.reach(net, lambda n: n == GROUND or n in RAILS)
        for rail, way in there.items():
            if rail.startswith("+5V"):
                found.append(f"{net} (GPIO{bcm}) leads to {rail} through {', '.join(way)}")
    return found


def power_pins_of_the_header(design: Design) -> list[str]:
    """The header's own 3.3 V, 5 V and ground pins are on the rails that they are."""
    found = []
    power = {"1": LOGIC, "17": LOGIC, "2": "+5V_PI", "4": "+5V_PI"}
    power |= dict.fromkeys(("6", "9", "14", "20", "25", "30", "34", "39"), GROUND)
    for pin, rail in power.items():
        want = "" if pin in _OPEN_POWER[design.tier] else rail
        got = design.net(HEADER, pin)
        if got != want and (got or pin not in _MAY_BE_OPEN[design.tier]):
            found.append(f"header pin {pin} is on {got or 'nothing'}, not {want or 'nothing'}")
    return found


def only_listed_pins_are_open(design: Design) -> list[str]:
    """No pin hangs in the air that should not: a no-connect mark hides it from KiCad's check."""
    allowed = set(OPEN[design.tier])
    allowed |= {(HEADER, str(pin)) for pin in HEADER_PIN.values()}
    header = _OPEN_POWER[design.tier] | _MAY_BE_OPEN[design.tier]
    allowed |= {(HEADER, pin) for pin in header}
    single = {next(iter(pins)) for pins in design.drawn.nets.values() if len(pins) == 1}
    return [
        f"{ref} pin {pin} ({design.drawn.pin_names.get((ref, pin), '')}) is open"
        for ref, pin in sorted((design.drawn.open_pins | single) - allowed)
    ]
