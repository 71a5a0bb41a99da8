"""The add-on board's launcher: its own supply, the switch, the one-shot, the servo's signal."""

from showdown_drawings.sheet import Point
from showdown_drawings.sheet_parts import Parts

LEFT = 76.0
ROW = 60.0  # the 5 V row of the servo's supply


def draw_power(parts: Parts) -> None:
    """From the supply's socket through fuse and switch to the servo's rail."""
    sheet = parts.sheet
    sheet.block(
        (75, 50), (161, 77), "Launcher power: a supply of its own, off unless the one-shot runs"
    )
    sheet.off_board((76, 54), (98.5, 66), "supply and rocker, in the case: not on the board")
    socket = parts.put("J11", (80, ROW + 1), side="down")
    rocker = parts.put("SW1", (92.5, ROW), side="up")
    sheet.wire(socket.pin(1), rocker.pin(1))
    sheet.name_wire("+5V_SUPPLY", (84, ROW))
    clamp = parts.put(
        "J7", (103, ROW - 5), turn=90, ref_at=(100.5, ROW - 5.2), value_at=(107.5, ROW - 5.2)
    )
    fuse = parts.put("F1", (111, ROW), turn=90, side="up")
    sheet.wire(rocker.pin(2), fuse.pin(1))
    sheet.name_wire("+5V_IN", (99, ROW))
    sheet.flag((107, ROW))
    sheet.wire(clamp.pin(1), (103, ROW))
    x, y = socket.pin(2)
    sheet.wire((x, y), (x + 2, y), (x + 2, y + 2), (104, y + 2))
    sheet.wire(clamp.pin(2), (104, y + 3))
    sheet.rail("GND", (104, y + 3))
    switch = parts.put("Q1", (136, ROW + 1), turn=90, mirrored=True, side="up")
    sheet.wire(fuse.pin(2), switch.pin(2))
    sheet.name_wire("+5V_FUSED", (113, ROW))
    sheet.flag((121, ROW))
    for ref, x in (("D6", 116.0), ("C1", 123.0)):
        part = parts.put(ref, (x, ROW + 3), turn=270 if ref == "D6" else 0)
        sheet.wire((x, ROW), part.pin(1))
        sheet.rail("GND", part.pin(2))
    pull = parts.put("R6", (131, ROW + 3))
    sheet.wire((131, ROW), pull.pin(1))
    series = parts.put("R7", (136, ROW + 8))
    sheet.wire(pull.pin(2), (131, ROW + 5.5), (136, ROW + 5.5), series.pin(1))
    sheet.wire(switch.pin(1), (136, ROW + 5.5))
    sheet.name_wire("PGATE", (131.5, ROW + 5.5))
    sheet.wire(series.pin(2), (136, ROW + 11), (134, ROW + 11))
    sheet.port("PGATE_DRIVE", (134, ROW + 11), "left")
    _servo_rail(parts, switch.pin(3))
    sheet.note(
        (76.5, 68.5),
        "The Pi's 5 V and this supply share nothing but ground.",
        "C1 covers the servo's first millisecond, D6 surges and a",
        "supply the wrong way round (F1 then opens). F1 protects",
        "the wiring: a stalled servo's 0.7 A does not open it.",
        "So the firmware ends a throw within 1.2 s, the one-shot",
        "after 1.5 s, and the rocker whenever somebody wants.",
    )


def _servo_rail(parts: Parts, start: Point) -> None:
    sheet = parts.sheet
    sheet.wire(start, (158, ROW))
    sheet.rail("+5V_SERVO", (158, ROW))
    sheet.flag((139.5, ROW))
    for ref, x in (("C2", 141.0), ("C3", 146.5)):
        part = parts.put(ref, (x, ROW + 3))
        sheet.wire((x, ROW), part.pin(1))
        sheet.rail("GND", part.pin(2))
    lamp = parts.put("D8", (152, ROW + 8.5), turn=90)
    series = parts.put("R21", (152, ROW + 3))
    sheet.wire((152, ROW), series.pin(1))
    sheet.wire(series.pin(2), lamp.pin(2))
    sheet.wire((152, ROW + 6), (153, ROW + 6))
    sheet.name_wire("SERVO_LIVE_A", (153, ROW + 6))
    sheet.rail("GND", lamp.pin(1))
    pad = parts.put("TP4", (155, ROW - 2), side="up")
    sheet.wire(pad.pin(1), (155, ROW))
    ground = parts.put("TP2", (142, ROW + 10.5), side="up")
    sheet.wire(ground.pin(1), (142, ROW + 12))
    sheet.rail("GND", (142, ROW + 12))


def draw_one_shot(parts: Parts) -> None:
    """The one-shot that ends a stall whatever the Pi does, and its unused half."""
    sheet = parts.sheet
    sheet.block((75, 79), (116, 113), "One-shot: power for 1.5 s at most")
    chip = parts.put("U4", (97, 92), ref_at=(97, 87.4), value_at=(103.2, 88.2))
    row = chip.pin(15)[1]
    sheet.wire((81, row), chip.pin(15))
    sheet.name_wire("ONE_SHOT_RC", (84.5, row))
    diode = parts.put("D7", (81, row - 4), turn=270)
    resistor = parts.put("R20", (88, row - 4))
    capacitor = parts.put("C8", (81, row + 3))
    for part, pin in ((diode, 2), (resistor, 2), (capacitor, 1)):
        sheet.wire(part.pin(pin), (part.x, row))
    sheet.rail("+3V3", diode.pin(1))
    sheet.rail("+3V3", resistor.pin(1))
    sheet.rail("GND", capacitor.pin(2))
    sheet.wire(chip.pin(14), (90, chip.pin(14)[1]), (90, chip.pin(1)[1]), chip.pin(1))
    sheet.wire((90, chip.pin(1)[1]), (88, chip.pin(1)[1]), (88, chip.pin(1)[1] + 0.5))
    sheet.rail("GND", (88, chip.pin(1)[1] + 0.5))
    x, y = chip.pin(2)
    sheet.wire((x, y), (x - 1, y), (x - 1, y + 2), (85.5, y + 2), (85.5, y))
    sheet.rail("+3V3", (85.5, y))
    x, y = chip.pin(3)
    sheet.wire((x, y), (x, y + 2), (88, y + 2))
    sheet.port("LAUNCHER_POWER", (88, y + 2), "left")
    down = parts.put("R19", (93, y + 4.5))
    sheet.wire((93, y + 2), down.pin(1))
    sheet.rail("GND", down.pin(2))
    x, y = chip.pin(13)
    sheet.wire((x, y), (107, y))
    sheet.port("LAUNCHER_GATE", (107, y), "right", "output")
    pad = parts.put("TP3", (105, y - 2), side="up")
    sheet.wire(pad.pin(1), (105, y))
    sheet.open_pin(chip.pin(4))
    _spare_half(parts)
    sheet.note(
        (98.5, 81.5),
        "Starts on a rising LAUNCHER_POWER",
        "only; a line stuck high gets 1.5 s",
        "and no more. Falling: off at once.",
        "R19: off while nobody drives it.",
    )


def _spare_half(parts: Parts) -> None:
    sheet = parts.sheet
    half = parts.put("U4", (108, 105), unit=2, ref_at=(108, 100.4), value_at=(108, 100))
    sheet.open_pin(half.pin(7), half.pin(6), half.pin(5), half.pin(12))
    sheet.wire(half.pin(9), (101.5, half.pin(9)[1]), (101.5, half.pin(10)[1]), half.pin(10))
    sheet.wire((101.5, half.pin(10)[1]), (101.5, half.pin(11)[1]), half.pin(11))
    sheet.rail("GND", (101.5, half.pin(11)[1]))
    supply = parts.put("U4", (78, 105), unit=3, ref_at=(80.5, 104), value_at=(80, 100))
    bypass = parts.put("C9", (84, 105))
    sheet.wire(supply.pin(16), (84, supply.pin(16)[1]), bypass.pin(1))
    sheet.wire(supply.pin(8), (84, supply.pin(8)[1]), bypass.pin(2))
    sheet.rail("+3V3", supply.pin(16))
    sheet.rail("GND", supply.pin(8))


def draw_signal(parts: Parts) -> None:
    """The servo's signal, raised to 5 V, and its plug."""
    sheet = parts.sheet
    y = 89.0
    sheet.block((118, 79), (161, 99), "Launcher signal")
    sheet.port("LAUNCHER_PWM", (125, y), "left")
    chip = parts.put("U2", (134, y), ref_at=(137.5, y - 2.5), value_at=(139.5, y + 2))
    sheet.wire((125, y), chip.pin(2))
    down = parts.put("R9", (126.5, y + 2.5))
    sheet.wire((126.5, y), down.pin(1))
    sheet.rail("GND", down.pin(2))
    sheet.rail("+5V_SERVO", chip.pin(5))
    sheet.rail("GND", chip.pin(3))
    x, top = chip.pin(1)
    sheet.wire((x, top), (x, top - 0.5), (x + 3, top - 0.5), (x + 3, top))
    sheet.rail("GND", (x + 3, top))
    series = parts.put("R8", (146, y), turn=90, side="up")
    sheet.wire(chip.pin(4), series.pin(1))
    sheet.name_wire("SERVO_SIG_5V", (139.5, y))
    sheet.off_board((152.6, 82), (160.5, 94), "servo")
    servo = parts.put("M1", (157, y + 1), ref_at=(156.5, y - 2.5), value_at=(156.5, y + 4))
    plug = parts.put("J8", (150, y - 6), turn=90, ref_at=(147.8, y - 6), value_at=(150, y - 7.5))
    sheet.wire(series.pin(2), servo.pin(1))
    sheet.name_wire("SERVO_SIG", (147.5, y))
    for tap, pin in ((1, 1), (2, 2), (3, 3)):
        x = plug.pin(tap)[0]
        sheet.wire(plug.pin(tap), (x, servo.pin(pin)[1]))
        if tap > 1:
            sheet.wire((x, servo.pin(pin)[1]), servo.pin(pin))
    sheet.wire((150, y + 1), (150, y + 3))
    sheet.rail("+5V_SERVO", (150, y + 3), "down")
    sheet.wire((151, y + 2), (152, y + 2))
    sheet.rail("GND", (151, y + 2))
    sheet.note(
        (119, 95),
        "U2 has power only while the servo has: no signal reaches a",
        "servo that is off. Check your servo's wire order before plugging.",
    )
