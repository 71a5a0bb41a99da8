"""The add-on board's launcher: its own supply, the switch, the one-shot, the servo's signal."""

from showdown_drawings.sheet import Point
from showdown_drawings.sheet_parts import Parts

LEFT = 76.0
ROW = 60.0  # the 5 V row of the servo's supply


def draw_power(parts: Parts) -> None:
    """From the supply's socket through fuse and switch to the servo's rail."""
    sheet = parts.sheet
    sheet.block(
        (75, 50), (160, 77), "Launcher power: a supply of its own, off unless the one-shot runs"
    )
    sheet.off_board((76, 54), (98.5, 66), "supply and rocker, in the case: not on the board")
    socket = parts.put("J11", (80, ROW + 1), side="down")
    rocker = parts.put("SW1", (92.5, ROW), side="up")
    sheet.wire(socket.pin(1), rocker.pin(1))
    sheet.name_wire("+5V_SUPPLY", (84, ROW))
    clamp = parts.put(
        "J7", (103, ROW - 5), turn=90, ref_at=(100.5, ROW - 5.2), value_at=(107.5, ROW - 5.2)
    )
    fuse = parts.put("F1", (109, ROW), turn=90, side="up")
    sheet.wire(rocker.pin(2), fuse.pin(1))
    sheet.name_wire("+5V_IN", (99, ROW))
    sheet.flag((105.5, ROW))
    sheet.wire(clamp.pin(1), (103, ROW))
    x, y = socket.pin(2)
    sheet.wire((x, y), (x + 2, y), (x + 2, y + 2), (104, y + 2))
    sheet.wire(clamp.pin(2), (104, y + 3))
    sheet.rail("GND", (104, y + 3))
    switch = parts.put("Q1", (136, ROW + 1), turn=90, mirrored=True, side="up")
    sheet.wire(fuse.pin(2), switch.pin(2))
    sheet.name_wire("+5V_FUSED", (111, ROW))
    sheet.flag((117, ROW))
    for ref, x in (("D6", 113.0), ("C1", 120.0)):
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
    sheet.note(
        (105, 68.5),
        "Off at boot and without the Pi: R6 holds",
        "Q1's gate up, R19 the line down, and U1's",
        "inputs pull themselves down. D8 is lit",
        "while the servo has power.",
    )


def _servo_rail(parts: Parts, start: Point) -> None:
    sheet = parts.sheet
    sheet.wire(start, (157.5, ROW))
    sheet.rail("+5V_SERVO", (157.5, ROW))
    sheet.flag((139.5, ROW))
    for ref, x in (("C2", 141.0), ("C3", 147.5)):
        part = parts.put(ref, (x, ROW + 3))
        sheet.wire((x, ROW), part.pin(1))
        sheet.rail("GND", part.pin(2))
    lamp = parts.put("D8", (153, ROW + 8.5), turn=90)
    series = parts.put("R21", (153, ROW + 3))
    sheet.wire((153, ROW), series.pin(1))
    sheet.wire(series.pin(2), lamp.pin(2))
    sheet.wire((153, ROW + 6), (154, ROW + 6))
    sheet.name_wire("SERVO_LIVE_A", (154, ROW + 6))
    sheet.rail("GND", lamp.pin(1))
    pad = parts.put("TP4", (151, ROW - 2), side="up")
    sheet.wire(pad.pin(1), (151, ROW))
    ground = parts.put("TP2", (142, ROW + 10.5), side="up")
    sheet.wire(ground.pin(1), (142, ROW + 12))
    sheet.rail("GND", (142, ROW + 12))


def draw_one_shot(parts: Parts) -> None:
    """The one-shot that ends a stall when the line is stuck, and its unused half."""
    sheet = parts.sheet
    sheet.block((75, 79), (116, 112), "One-shot: power for 1.5 s at most")
    chip = parts.put("U4", (99, 91), ref_at=(99, 85.4), value_at=(99, 86.3))
    row = chip.pin(15)[1]
    sheet.wire((81, row), chip.pin(15))
    sheet.name_wire("ONE_SHOT_RC", (89, row))
    diode = parts.put("D7", (81, row - 4), turn=270)
    resistor = parts.put("R20", (88, row - 4))
    capacitor = parts.put("C8", (81, row + 3))
    for part, pin in ((diode, 2), (resistor, 2), (capacitor, 1)):
        sheet.wire(part.pin(pin), (part.x, row))
    sheet.rail("+3V3", diode.pin(1))
    sheet.rail("+3V3", resistor.pin(1))
    sheet.rail("GND", capacitor.pin(2))
    x, y = chip.pin(1)
    sheet.wire(chip.pin(14), (91.5, chip.pin(14)[1]), (91.5, y + 1.5))
    sheet.wire((91.5, y), (x, y))
    sheet.rail("GND", (91.5, y + 1.5))
    x, y = chip.pin(2)
    sheet.wire((x, y), (x - 1, y), (x - 1, y + 2), (89, y + 2), (89, y + 1))
    sheet.rail("+3V3", (89, y + 1))
    x, y = chip.pin(3)
    sheet.wire((x, y), (x, y + 2), (90, y + 2))
    sheet.port("LAUNCHER_POWER", (90, y + 2), "left")
    down = parts.put("R19", (94, y + 4.5))
    sheet.wire((94, y + 2), down.pin(1))
    sheet.rail("GND", down.pin(2))
    x, y = chip.pin(13)
    sheet.wire((x, y), (107.5, y))
    sheet.port("LAUNCHER_GATE", (107.5, y), "right", "output")
    pad = parts.put("TP3", (106, y - 2))
    sheet.wire(pad.pin(1), (106, y))
    sheet.open_pin(chip.pin(4))
    _spare_half(parts)
    _one_shot_note(parts)
    sheet.note(
        (98.5, 81.5),
        "Starts on each rise of the line: one",
        "stuck high gets 1.5 s and no more.",
        "Falling: off at once.",
    )


def _one_shot_note(parts: Parts) -> None:
    parts.sheet.note(
        (89.5, 106.5),
        "Computed: t = 1.0 R20 C8",
        "= 1.55 s, with tolerances",
        "1.31 to 1.81 s at 25 C. Other kinds",
        "of 123 time differently:",
        f"fit the {parts.look('U4').fields['Maker number']}.",
        size=1.1,
    )


def _spare_half(parts: Parts) -> None:
    sheet = parts.sheet
    half = parts.put("U4", (109, 104), unit=2, ref_at=(109, 99.4), value_at=(109, 99))
    sheet.open_pin(half.pin(7), half.pin(6), half.pin(5), half.pin(12))
    sheet.wire(half.pin(9), (102.5, half.pin(9)[1]), (102.5, half.pin(10)[1]), half.pin(10))
    sheet.wire((102.5, half.pin(10)[1]), (102.5, half.pin(11)[1]), half.pin(11))
    sheet.rail("GND", (102.5, half.pin(11)[1]))
    supply = parts.put("U4", (80, 104), unit=3, ref_at=(83.6, 104), value_at=(80, 100))
    bypass = parts.put("C9", (87, 104))
    sheet.wire(supply.pin(16), (87, supply.pin(16)[1]), bypass.pin(1))
    sheet.wire(supply.pin(8), (87, supply.pin(8)[1]), bypass.pin(2))
    sheet.rail("+3V3", supply.pin(16))
    sheet.rail("GND", supply.pin(8))


def draw_signal(parts: Parts) -> None:
    """The servo's signal, raised to 5 V, and its plug."""
    sheet = parts.sheet
    y = 89.0
    sheet.block((118, 79), (160, 99), "Launcher signal")
    sheet.port("LAUNCHER_PWM", (126, y), "left")
    chip = parts.put("U2", (133, y), ref_at=(137, y + 1.8), value_at=(138.5, y + 2.7))
    sheet.wire((126, y), chip.pin(2))
    down = parts.put("R9", (127, y + 2.5))
    sheet.wire((127, y), down.pin(1))
    sheet.rail("GND", down.pin(2))
    sheet.rail("+5V_SERVO", chip.pin(5))
    sheet.rail("GND", chip.pin(3))
    x, top = chip.pin(1)
    sheet.wire((x, top), (x, top - 0.5), (x + 3, top - 0.5), (x + 3, top))
    sheet.rail("GND", (x + 3, top))
    series = parts.put("R8", (144, y), turn=90, side="up")
    sheet.wire(chip.pin(4), series.pin(1))
    sheet.name_wire("SERVO_SIG_5V", (138.5, y))
    sheet.off_board((152.2, 84.5), (159.2, 94.5), "servo, own cable")
    servo = parts.put("M1", (156, y + 1), ref_at=(156, y - 2.5), value_at=(156, y + 3.6))
    plug = parts.put("J8", (147, y - 6), turn=90)
    sheet.wire(series.pin(2), servo.pin(1))
    sheet.name_wire("SERVO_SIG", (148.5, y))
    for tap, pin in ((1, 1), (2, 2), (3, 3)):
        x = plug.pin(tap)[0]
        sheet.wire(plug.pin(tap), (x, servo.pin(pin)[1]))
        if tap > 1:
            sheet.wire((x, servo.pin(pin)[1]), servo.pin(pin))
    sheet.wire((147, y - 3), (143, y - 3))
    sheet.rail("+5V_SERVO", (143, y - 3))
    sheet.rail("GND", (148, y + 2))
    sheet.note(
        (119, 95),
        "U2 has power only while the servo has: no signal reaches a",
        "servo that is off. Check your servo's wire order before plugging.",
    )
