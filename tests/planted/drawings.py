"""Faults of the schematics, planted into copies of the drawn files."""

from collections.abc import Callable

from planted.edit import Drawing
from planted.place import Fault, Place

EQUALS = "drawing equals circuit file"


def _drawn(tier: str, edit: Callable[[Drawing], object]) -> Callable[[Place], None]:
    def plant(place: Place) -> None:
        drawing = place.edit(tier)
        edit(drawing)
        drawing.save()

    return plant


def _swap(one: tuple[str, str, str], other: tuple[str, str, str]) -> Callable[[Drawing], None]:
    """Exchange two pins' nets; each is ref, pin and the net it is on."""

    def edit(drawing: Drawing) -> None:
        drawing.move(one[0], one[1], other[2])
        drawing.move(other[0], other[1], one[2])

    return edit


_ADDON: list[tuple[str, str, Callable[[Drawing], object]]] = [
    (
        "a wire is missing at the servo buffer's input",
        "ERC: pin_not_connected",
        lambda d: d.cut("U2", "2"),
    ),
    ("a typing slip in a label", EQUALS, lambda d: d.rename("LAMP_GREEN", "LAMP_GREN")),
    ("a power flag is missing", "ERC: power_pin_not_driven", lambda d: d.remove_flag()),
    (
        "the buffer's output is tied to 5 V",
        "ERC: pin_to_pin",
        lambda d: d.name("U2", "4", "+5V_SERVO"),
    ),
    (
        "a driver's ground is open, marked as meant so",
        "only listed pins are open",
        lambda d: d.cross("U1", "8"),
    ),
    (
        "the buffer's input is open, marked as meant so",
        "only listed pins are open",
        lambda d: d.cross("U2", "2"),
    ),
    (
        "launcher_power and arrow_left are exchanged at the header",
        "pins match the board file",
        _swap(("J1", "22", "LAUNCHER_POWER"), ("J1", "16", "ARROW_LEFT")),
    ),
    (
        "the buzzer is on the UART's pin",
        "reserved pins are open",
        lambda d: (d.uncross("J1", "8"), d.name("J1", "8", "BUZZER")),
    ),
    (
        "the servo's signal comes from a pin without hardware PWM",
        "launcher on hardware PWM",
        _swap(("J1", "32", "LAUNCHER_PWM"), ("J1", "36", "BUZZER")),
    ),
    (
        "launcher_power is on a pin that is pulled up at reset",
        "outputs off at reset",
        _swap(("J1", "22", "LAUNCHER_POWER"), ("J1", "29", "PADDLE_LEFT")),
    ),
    (
        "a GPIO is on 5 V",
        "no GPIO on 5 V",
        lambda d: d.name("J1", "37", "+5V_PI"),
    ),
    (
        "a paddle's pull-up goes to 5 V",
        "no GPIO on 5 V",
        lambda d: d.move("R11", "1", "+5V_LED"),
    ),
    (
        "3.3 V and 5 V are exchanged at the header",
        "header's power pins",
        _swap(("J1", "1", "+3V3"), ("J1", "2", "+5V_PI")),
    ),
    ("a value has a slip: 22 for 220 ohm", "LED current", lambda d: d.field("R1", "Value", "22")),
    (
        "a value is another than the parts list's",
        "values are the parts list's",
        lambda d: d.field("R6", "Value", "12k"),
    ),
    ("an LED of an arrow is turned round", "LED polarity", lambda d: d.turn("D13")),
    ("the supply's suppressor is turned round", "polarity", lambda d: d.turn("D6")),
    ("the supply's capacitor is turned round", "polarity", lambda d: d.turn("C1")),
    (
        "a lamp's LED has the other lamp's colour",
        "lamps have their colour",
        lambda d: d.field("D2", "Value", "green 10 mm"),
    ),
    ("the buzzer is turned round", "polarity", lambda d: d.turn("BZ1")),
    ("a fuse that a blocked servo trips", "ratings", lambda d: d.field("F1", "Value", "0.2 A")),
    (
        "a Schottky diode at the one-shot's capacitor",
        "ratings",
        lambda d: d.field("D7", "Value", "BAT85"),
    ),
    (
        "a capacitor that bears less than the rail",
        "ratings",
        lambda d: d.field("C1", "Value", "1000u 4V"),
    ),
    (
        "the transistor on another part's footprint",
        "footprints fit the parts",
        lambda d: d.field("Q1", "Footprint", "showdown:SOT-23-5"),
    ),
    (
        "the transistor's gate gets half",
        "servo's switch",
        lambda d: d.field("R7", "Value", "10k"),
    ),
    (
        "the servo's plug has signal and ground exchanged",
        "servo's signal",
        _swap(("J8", "1", "/SERVO_SIG"), ("J8", "3", "GND")),
    ),
    (
        "22 ohm for both optos",
        "cables and filters",
        lambda d: (d.field("R10", "Value", "22"), d.field("R13", "Value", "22")),
    ),
    (
        "the paddles' capacitors are a thousand times as large",
        "cables and filters",
        lambda d: (d.field("C10", "Value", "10u"), d.field("C11", "Value", "10u")),
    ),
    ("the one-shot's diode is missing", "one-shot is emptied", lambda d: d.remove("D7")),
    (
        "an LED's resistor is bridged",
        "LED polarity",
        lambda d: d.name("R3", "1", "/LAMP_GREEN_DRIVE"),
    ),
    (
        "the paddles' series resistors differ",
        "paddles are equal",
        lambda d: d.field("R15", "Value", "10k 1%"),
    ),
    (
        "the paddles' capacitors have different footprints",
        "paddles are equal",
        lambda d: d.field("C11", "Footprint", "showdown:C_Disc_D7.5mm_W4.4mm_P5.00mm"),
    ),
    (
        "one paddle has no protection",
        "paddles are equal",
        lambda d: d.cross("U3", "3"),
    ),
    (
        "the one-shot is fed from 5 V",
        "chips' supplies",
        lambda d: d.move("U4", "16", "+5V_PI"),
    ),
    (
        "the transistor's source and drain are exchanged",
        "chips' supplies",
        _swap(("Q1", "2", "/+5V_FUSED"), ("Q1", "3", "+5V_SERVO")),
    ),
    (
        "launcher_power has no pull-down",
        "launcher's pull-downs",
        lambda d: d.remove("R19"),
    ),
    ("the one-shot is missing", "one-shot is there", lambda d: d.remove("U4")),
    (
        "the one-shot is bypassed",
        "one-shot is the only way",
        lambda d: d.move("U1", "6", "LAUNCHER_POWER"),
    ),
    (
        "the servo's transistor is on whatever the one-shot does",
        "one-shot is the only way",
        lambda d: d.move("R7", "2", "GND"),
    ),
    (
        "the one-shot's resistor is a tenth",
        "one-shot's time",
        lambda d: d.field("R20", "Value", "33k 1%"),
    ),
    (
        "another maker's one-shot, with half the time",
        "one-shot's time",
        lambda d: d.field("U4", "Value", "74HC123"),
    ),
    (
        "the two 5 V rails are joined by a wire",
        "supplies share only ground",
        lambda d: d.name("F2", "2", "+5V_SERVO"),
    ),
    (
        "the two 5 V rails are joined by the driver's COM",
        "supplies share only ground",
        lambda d: (d.uncross("U1", "9"), d.name("U1", "9", "+5V_SERVO")),
    ),
    ("the supply's suppressor is missing", EQUALS, lambda d: d.remove("D6")),
    ("a soldered part has no footprint", EQUALS, lambda d: d.field("R6", "Footprint", "")),
]

_BREADBOARD: list[tuple[str, str, Callable[[Drawing], object]]] = [
    ("an LED is turned round", "LED polarity", lambda d: d.turn("D1")),
    (
        "220 for 330 ohm at a pin",
        "pin current",
        lambda d: d.field("R2", "Value", "220"),
    ),
    (
        "the servo is fed from the Pi's 5 V",
        "supplies share only ground",
        lambda d: (d.uncross("J1", "2"), d.name("J1", "2", "+5V_SERVO")),
    ),
    ("a paddle's pull-up is missing", "paddles are equal", lambda d: d.remove("R14")),
]

FAULTS = {
    tier: [Fault(words, _drawn(tier, edit), by) for words, by, edit in faults]
    for tier, faults in (("addon", _ADDON), ("breadboard", _BREADBOARD))
}
