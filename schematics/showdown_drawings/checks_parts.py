"""Single parts: LEDs and their current, the paddles' two channels, the chips' supplies."""

from collections import Counter

from showdown_drawings.circuit import HEADER_PIN
from showdown_drawings.design import GROUND, LOGIC, PI_RAILS, RAILS, Design, header_net
from showdown_drawings.values import ValueFormError, amount
from showdown_hw.signals import SIGNALS, Direction

DRIVER = "ULN2003A"
LED = "LED"
RESISTOR = "R"

PIN_MA = 5.0
ALL_PINS_MA = 30.0
LED_MA = 20.0
"""What a lamp's maker allows for long: usual for 3, 5 and 10 mm LEDs."""

HIGH_V = 3.3
FIVE_V = 5.0
LED_LEAST_V = {"green GaP": 1.9, "green": 2.7, "": 1.8}
"""Forward voltage at a few mA, the least, by how the value begins; else of a red one, the lowest.
Usual figures for these materials, 0.2 V below what data sheets call typical."""
DRIVER_LEAST_V = 0.7
"""ULN2003A's output that is on, at 10 mA."""
MOTOR_DIODE_V = 0.6
"""A servo without power takes its signal through the diode of its own input."""
DRIVER_BASE_KOHM = 2.7
DRIVER_BASE_V = 1.4
"""ULN2003A's input: 2.7 kΩ before the two base-emitter drops. Source: its datasheets."""


def every_value_is_readable(design: Design) -> list[str]:
    """Resistors and capacitors have values that are amounts."""
    found = []
    for ref in design.of_kind(RESISTOR, "C", "C_Polarized"):
        try:
            amount(design.drawn.components[ref].value)
        except ValueFormError as error:
            found.append(f"{ref}: {error}")
    return found


def leds_point_the_right_way(design: Design) -> list[str]:
    """Each cathode leads to what sinks, each anode to what feeds, and a resistor is in between."""
    found = []
    for ref in design.of_kind(LED):
        cathode, way_k = _end(design, ref, "1", _sinks(design))
        anode, way_a = _end(design, ref, "2", _feeds(design))
        if not cathode:
            found.append(
                f"{ref}: the cathode (pin 1) is on {design.net(ref, '1') or 'nothing'}, from where "
                "no resistor or wire leads to ground or a driver's output; turned round?"
            )
        if not anode:
            found.append(
                f"{ref}: the anode (pin 2) is on {design.net(ref, '2') or 'nothing'}, from where "
                "no resistor or wire leads to a supply or an output; turned round?"
            )
        if cathode and anode and not way_k and not way_a:
            found.append(f"{ref} has no resistor between {anode} and {cathode}")
    return found


def led_currents(design: Design) -> dict[str, float]:
    """The most that flows through each LED that is rightly connected, in mA, by its ref."""
    currents = {}
    for ref in design.of_kind(LED):
        cathode, way_k = _end(design, ref, "1", _sinks(design))
        anode, way_a = _end(design, ref, "2", _feeds(design))
        if not cathode or not anode or not (way_k or way_a):
            continue
        kohm = sum(amount(design.drawn.components[r].value) for r in (*way_k, *way_a)) / 1000
        volts = FIVE_V if anode.startswith("+5V") else HIGH_V
        volts -= _least_drop(design.drawn.components[ref].value)
        currents[ref] = (volts - (0 if cathode == GROUND else DRIVER_LEAST_V)) / kohm
    return currents


def pin_currents(design: Design) -> dict[str, float]:
    """The most that each output's pin gives, in mA: LEDs, driver inputs, resistors behind it."""
    leds = led_currents(design)
    currents = {}
    for bcm in sorted(HEADER_PIN):
        net = header_net(design, bcm)
        signal = SIGNALS.get(net.lower())
        if signal is None or signal.direction is Direction.IN:
            continue
        currents[net] = _pin_current(design, net, leds)
    return currents


def no_led_takes_too_much(design: Design) -> list[str]:
    """At most 20 mA each, from the values of the resistors."""
    return [
        f"{ref} gets up to {ma:.1f} mA, more than {LED_MA:g}"
        for ref, ma in led_currents(design).items()
        if ma > LED_MA
    ]


def no_pin_gives_too_much(design: Design) -> list[str]:
    """At most 5 mA a pin and 30 mA in all, from the values of what hangs on them."""
    currents = pin_currents(design)
    found = [
        f"{net} gives up to {ma:.1f} mA, more than {PIN_MA:g}"
        for net, ma in currents.items()
        if ma > PIN_MA
    ]
    if (total := sum(currents.values())) > ALL_PINS_MA:
        found.append(f"all outputs together give up to {total:.1f} mA, more than {ALL_PINS_MA:g}")
    return found


def paddles_are_equal(design: Design) -> list[str]:
    """Left and right have the same parts, values and footprints, connected in the same way."""
    left, right = _channel(design, "LEFT"), _channel(design, "RIGHT")
    found = [f"the left paddle has {_said(entry)}, the right one has not" for entry in left - right]
    found += [f"the right paddle has {_said(entry)}, the left not" for entry in right - left]
    if not left and not right:
        found.append("neither paddle has a part")
    return found


# Chip -> its supply and ground pins by name of the symbol's pin number, and the rail each is on.
_SUPPLIES = {
    "ULN2003A": {"8": GROUND},
    "74HC123": {"16": LOGIC, "8": GROUND},
    "74AHCT1G125": {"5": "+5V_SERVO", "3": GROUND, "1": GROUND},
    "PRTR5V0U2X": {"4": LOGIC, "1": GROUND},
    "AO3401A": {"2": "+5V_FUSED", "3": "+5V_SERVO"},
}


def chips_have_their_supplies(design: Design) -> list[str]:
    """Supply and ground pins are on their rails, and no supply pin of any part is forgotten."""
    found = []
    for ref, component in sorted(design.drawn.components.items()):
        kind = design.kind(ref)
        if ref.startswith(("U", "Q")) and kind not in _SUPPLIES:
            found.append(f"{ref} ({kind}): the checks do not know its supply pins; add them")
        for pin, rail in _SUPPLIES.get(kind, {}).items():
            if (net := design.net(ref, pin)) != rail:
                found.append(
                    f"{ref} ({component.value}) pin {pin} is on {net or 'nothing'}, not {rail}"
                )
    for (ref, pin), kind in sorted(design.drawn.pin_types.items()):
        net = design.net(ref, pin)
        if kind.startswith("power_in") and ref.startswith("U") and net not in {GROUND, *RAILS}:
            found.append(f"{ref} pin {pin} takes power, and is on {net or 'nothing'}")
    return found


def _sinks(design: Design) -> frozenset[str]:
    outputs = {
        net
        for ref in design.of_kind(DRIVER)
        for pin, net in design.pins(ref).items()
        if 10 <= int(pin) <= 16
    }
    return frozenset({GROUND, *outputs})


def _feeds(design: Design) -> frozenset[str]:
    outputs = {
        net
        for bcm in HEADER_PIN
        if (net := header_net(design, bcm)).lower() in SIGNALS
        and SIGNALS[net.lower()].direction is not Direction.IN
    }
    return frozenset({*PI_RAILS, "+5V_SERVO", *outputs})


def _end(design: Design, ref: str, pin: str, ends: frozenset[str]) -> tuple[str, tuple[str, ...]]:
    """Which of `ends` a wire or one resistor leads to from an LED's pin, and that resistor."""
    net = design.net(ref, pin)
    if net in ends:
        return net, ()
    for other, nets in sorted(design.bridges.items()):
        if design.kind(other) == RESISTOR and net in nets:
            there = nets[1] if nets[0] == net else nets[0]
            if there in ends:
                return there, (other,)
    return "", ()


def _pin_current(design: Design, net: str, leds: dict[str, float]) -> float:
    total = 0.0
    for ref, nets in design.bridges.items():
        if net not in nets:
            continue
        if ref in leds:  # straight on the pin: its resistor is on the other side
            total += leds[ref]
        elif design.kind(ref) == RESISTOR or ref.startswith("JP"):
            total += _behind(design, ref, net, leds)
    for ref in design.of_kind(DRIVER):
        inputs = [pin for pin, n in design.pins(ref).items() if n == net and int(pin) <= 7]
        total += len(inputs) * (HIGH_V - DRIVER_BASE_V) / DRIVER_BASE_KOHM
    return total


def _behind(design: Design, ref: str, net: str, leds: dict[str, float]) -> float:
    """What flows at most through a resistor or jumper on a pin whose other end is anything."""
    there = next(n for n in design.bridges[ref] if n != net)
    lit = [led for led in leds if design.net(led, "2") == there and ref.startswith(RESISTOR)]
    if lit:
        return sum(leds[led] for led in lit)
    if ref.startswith("JP"):  # closed: what the next resistor lets through, into a low output
        further = [r for r, n in design.bridges.items() if there in n and r != ref]
        return sum(HIGH_V / _kohm(design, r) for r in further if design.kind(r) == RESISTOR)
    motors = [
        r for r in design.drawn.components if there in design.pins(r).values() and r[0] == "M"
    ]
    return (HIGH_V - (MOTOR_DIODE_V if motors else 0)) / _kohm(design, ref)


def _least_drop(value: str) -> float:
    return next(volts for word, volts in LED_LEAST_V.items() if value.startswith(word))


def _kohm(design: Design, ref: str) -> float:
    return amount(design.drawn.components[ref].value) / 1000


Entry = tuple[str, str, str, str, tuple[tuple[str, str], ...]]


def _channel(design: Design, side: str) -> Counter[Entry]:
    """One paddle's parts: symbol, value, footprint, place and pins, the side taken out of names.

    A pin's name without digits stands for it, so that one array may serve both sides.
    """
    start = f"PADDLE_{side}"
    nets = set(design.reach(start, lambda n: n == GROUND or n in RAILS)) - {GROUND, *RAILS}
    nets |= {net for net in design.drawn.nets if net.startswith(start)}
    found: Counter[Entry] = Counter()
    for ref, component in design.drawn.components.items():
        if ref == "J1":
            continue
        pins = design.pins(ref)
        mine = {pin: net for pin, net in pins.items() if net in nets}
        if not mine:
            continue
        # All its pins where it is this side's alone; else only those on this side.
        both = any("PADDLE_" in net and net not in nets for net in pins.values())
        ends = tuple(
            sorted(
                (_pin_name(design, ref, pin, both=both), net.replace(f"_{side}", ""))
                for pin, net in (mine if both else pins).items()
            )
        )
        place = "off" if "exclude_from_board" in component.flags else "board"
        found[(design.kind(ref), component.value, component.footprint, place, ends)] += 1
    return found


def _pin_name(design: Design, ref: str, pin: str, *, both: bool) -> str:
    if not both:
        return pin
    return design.drawn.pin_names.get((ref, pin), pin).rstrip("0123456789")


def _said(entry: Entry) -> str:
    kind, value, footprint, _, ends = entry
    body = footprint.rpartition(":")[2] or "no footprint"
    return f"{kind} {value} ({body}) on {', '.join(net for _, net in ends)}"
