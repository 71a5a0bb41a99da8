"""The breadboard tier's schematic: LEDs straight from the pins, the servo on its own supply."""

from showdown_drawings.addon_sheet import flags_of_header
from showdown_drawings.sheet import Point
from showdown_drawings.sheet_parts import Parts

PAPER = "A4"
PI: Point = (27, 19)
LIGHTS = ("LAMP_RED", "LAMP_AMBER", "LAMP_GREEN", "ARROW_LEFT", "ARROW_RIGHT")
INPUTS = (
    ("PADDLE_LEFT", "SW2", "R11", "R12"),
    ("PADDLE_RIGHT", "SW3", "R14", "R15"),
    ("TIMER_BUTTON", "SW4", "R16", "R17"),
)


def draw(parts: Parts) -> None:
    """The whole sheet."""
    _header(parts)
    _lights(parts)
    _inputs(parts)
    _servo(parts)


def _header(parts: Parts) -> None:
    sheet = parts.sheet
    sheet.block((5, 5), (49, 38), "Raspberry Pi header")
    header = parts.put("J1", PI, ref_at=(PI[0] - 6, PI[1] - 11), value_at=(PI[0] + 8, PI[1] - 11))
    flags_of_header(parts)
    x, y = header.pin(1)
    sheet.wire((x, y), (x + 3, y), (x + 3, y - 1))
    sheet.rail("+3V3", (x + 3, y - 1))
    x, y = header.pin(6)
    sheet.wire((x, y), (x, y + 1))
    sheet.rail("GND", (x, y + 1))
    sheet.note(
        (6, 34),
        "3V3 is taken from pin 1, ground from 6, 9, 14, 30, 34, 39.",
        "The 5 V pins stay open: the servo has a supply of its own.",
        "launcher_power (22) stays open: SW1 is the servo's switch.",
    )


def _lights(parts: Parts) -> None:
    sheet = parts.sheet
    sheet.block((51, 5), (112, 38), "Lamps and arrows")
    rows = [11.0 + 5 * row for row in range(len(LIGHTS))]
    for number, (net, y) in enumerate(zip(LIGHTS, rows, strict=True), start=1):
        resistor = parts.put(f"R{number}", (66, y), turn=90, side="up")
        light = parts.put(f"D{number}", (79, y), mirrored=True, side="up")
        sheet.port(net, (62, y), "left")
        sheet.wire((62, y), resistor.pin(1))
        sheet.wire(resistor.pin(2), light.pin(2))
        sheet.name_wire(f"{net}_A", (68, y))
        sheet.wire(light.pin(1), (85, y), (85, rows[-1] + 2))
    sheet.rail("GND", (85, rows[-1] + 2))
    sheet.note(
        (88, 10),
        "330 ohm: about 4 mA a lamp. A pin",
        "gives at most 5 mA here, all pins",
        "together 30 mA (computed).",
        "",
        "D3 has to be a yellow-green LED",
        "(GaP, 565 nm). A pure green one",
        "(InGaN) needs 3 V and hardly",
        "lights from 3.3 V.",
        "",
        "All are dark while the Pi boots:",
        "these pins are pulled down then.",
    )


def _inputs(parts: Parts) -> None:
    sheet = parts.sheet
    sheet.block((5, 40), (68, 78), "Paddles and timer button")
    for row, (net, switch_ref, pull_ref, series_ref) in enumerate(INPUTS):
        y = 50.5 + 10 * row
        switch = parts.put(switch_ref, (14, y + 2), turn=270, side="left")
        sheet.rail("GND", switch.pin(2))
        pull = parts.put(pull_ref, (24, y - 4))
        sheet.rail("+3V3", pull.pin(1))
        sheet.wire(pull.pin(2), (24, y))
        series = parts.put(series_ref, (32, y), turn=90, side="up")
        sheet.wire(switch.pin(1), series.pin(1))
        sheet.name_wire(f"{net}_RAW", (15, y))
        sheet.wire(series.pin(2), (36, y))
        sheet.port(net, (36, y), "right", "output")
    sheet.note(
        (46.5, 45),
        "A press joins the wire to ground.",
        "Both paddles have the same parts",
        "and no capacitor: the usual 1 uF",
        "would favour one side by up to",
        "6.5 ms (computed). The first edge",
        "counts; the firmware ignores the",
        "bounce after it.",
        "",
        "1k in series protects a pin that",
        "drives by mistake.",
        "",
        "The button's pin is pulled down",
        "at reset, so R16 pulls it up",
        "whatever the Pi does.",
    )


def _servo(parts: Parts) -> None:
    sheet = parts.sheet
    row = 47.0
    sheet.block((70, 40), (112, 66), "Servo: own supply, shared ground only")
    socket = parts.put("J11", (75, row + 1), side="down")
    rocker = parts.put("SW1", (86, row), side="up")
    fuse = parts.put("F1", (93.5, row), turn=90, side="up")
    sheet.wire(socket.pin(1), rocker.pin(1))
    sheet.name_wire("+5V_SUPPLY", (79, row))
    x, y = socket.pin(2)
    sheet.wire((x, y), (x + 1, y), (x + 1, y + 1))
    sheet.rail("GND", (x + 1, y + 1))
    sheet.wire(rocker.pin(2), fuse.pin(1))
    sheet.name_wire("+5V_IN", (88.5, row))
    servo = parts.put("M1", (108, row + 9), side="down")
    sheet.wire(fuse.pin(2), (102.5, row), (102.5, servo.pin(2)[1]), servo.pin(2))
    sheet.rail("+5V_SERVO", (102.5, row))
    sheet.flag((100, row))
    buffer = parts.put("C1", (98, row + 2.5), side="left")
    sheet.wire((98, row), buffer.pin(1))
    sheet.rail("GND", buffer.pin(2))
    x, y = servo.pin(3)
    sheet.wire((x, y), (x - 0.5, y), (x - 0.5, y + 0.5))
    sheet.rail("GND", (x - 0.5, y + 0.5))
    y = servo.pin(1)[1]
    series = parts.put("R8", (91, y), turn=90, side="up")
    down = parts.put("R9", (85, y + 2.5))
    sheet.port("LAUNCHER_PWM", (83, y), "left")
    sheet.wire((83, y), series.pin(1))
    sheet.wire((85, y), down.pin(1))
    sheet.rail("GND", down.pin(2))
    sheet.wire(series.pin(2), servo.pin(1))
    sheet.name_wire("SERVO_SIG", (93, y))
    sheet.note(
        (71, 61.5),
        "Never join this supply's plus to the Pi's 5 V. F1 protects the wires; it does",
        "not open on a stalled servo's 0.7 A, so keep SW1 off while loading cards.",
        "Without pulses the servo goes limp. C1 covers its first millisecond.",
        size=1.1,
    )
