"""The add-on board's lamps, arrows and buzzer: switched to ground, fed from the Pi's 5 V."""

from showdown_drawings.sheet import Point
from showdown_drawings.sheet_parts import Parts

INPUTS = ("LAMP_RED", "LAMP_AMBER", "LAMP_GREEN", "ARROW_LEFT", "ARROW_RIGHT", "LAUNCHER_GATE",
          "BUZZER")  # fmt: skip
TOP = 12.0  # the row of +5V_LED


def draw_lamps(parts: Parts) -> None:
    """The block of U1 with all that it switches, and the fuse before it."""
    sheet = parts.sheet
    sheet.block((50, 5), (160, 48), "Lamps, arrows, buzzer: from the Pi's 5 V, switched to ground")
    _fuse(parts)
    chip = parts.put("U1", (72, 29), ref_at=(72, 22.6), value_at=(72, 23.6))
    for number, net in enumerate(INPUTS, start=1):
        x, y = chip.pin(number)
        sheet.wire((x, y), (x - 1, y))
        sheet.port(net, (x - 1, y), "left")
    x, y = chip.pin(8)
    sheet.wire((x, y), (x, y + 1))
    sheet.rail("GND", (x, y + 1))
    sheet.open_pin(chip.pin(9))
    x, y = chip.pin(11)
    sheet.wire((x, y), (x + 1, y))
    sheet.port("PGATE_DRIVE", (x + 1, y), "right", "output")
    _lamps(parts)
    _arrows(parts)
    _buzzer(parts)
    sheet.note(
        (51.5, 40),
        "The Pi's pins give under 1 mA each here; the",
        "lamps may take 10 mA and be of any colour.",
        "COM (9) stays open: joined to a rail it would",
        "tie the Pi's 5 V to the servo's supply.",
        "F2 ends a short in a lamp's cable within",
        "seconds; the Pi may restart meanwhile.",
    )


def _fuse(parts: Parts) -> None:
    sheet = parts.sheet
    fuse = parts.put("F2", (60, TOP), turn=90, side="up")
    sheet.wire((55, TOP), fuse.pin(1))
    sheet.rail("+5V_PI", (55, TOP))
    sheet.wire(fuse.pin(2), (124, TOP))
    sheet.rail("+5V_LED", (68, TOP))
    sheet.flag((64, TOP))


def _lamps(parts: Parts) -> None:
    sheet = parts.sheet
    chip = next(placed for placed in sheet.placed if placed.ref == "U1")
    plug = parts.put(
        "J5", (101, TOP - 3), turn=90, ref_at=(97.5, TOP - 3.2), value_at=(105, TOP - 4)
    )
    sheet.off_board((107, TOP + 0.5), (122.5, TOP + 15), "lamps, on a cable: not on the board")
    for row, (colour, drive) in enumerate((("RED", 16), ("AMBER", 15), ("GREEN", 14))):
        y = TOP + 4 + 4 * row
        lane = chip.pin(drive)[0] + 1 + row
        resistor = parts.put(f"R{row + 1}", (91, y), turn=270, side="up")
        lamp = parts.put(f"D{row + 1}", (114, y), side="up")
        sheet.wire(chip.pin(drive), (lane, chip.pin(drive)[1]), (lane, y), resistor.pin(2))
        sheet.name_wire(f"LAMP_{colour}_DRIVE", (82, y))
        sheet.wire(resistor.pin(1), lamp.pin(1))
        sheet.name_wire(f"LAMP_{colour}_K", (93, y))
        tap = plug.pin(row + 2)
        sheet.wire(tap, (tap[0], y))
        sheet.wire(lamp.pin(2), (120, y), (120, TOP))
    sheet.wire(plug.pin(1), (plug.pin(1)[0], TOP))


def _arrows(parts: Parts) -> None:
    sheet = parts.sheet
    chip = next(placed for placed in sheet.placed if placed.ref == "U1")
    plug = parts.put(
        "J6", (128, TOP - 3), turn=90, ref_at=(124, TOP - 3.2), value_at=(133, TOP - 4)
    )
    for pin in (1, 4):
        sheet.wire(plug.pin(pin), (plug.pin(pin)[0], TOP))
    sheet.open_pin(plug.pin(3))
    sheet.wire((124, TOP), (156, TOP))
    sheet.off_board((134, TOP + 0.5), (159, TOP + 26), "arrows, on a cable: not on the board")
    for side, drive, tap, middle in (("LEFT", 13, 2, TOP + 7), ("RIGHT", 12, 5, TOP + 19)):
        start = chip.pin(drive)
        foot = plug.pin(tap)
        if side == "LEFT":
            sheet.wire(start, (123.5, start[1]), (123.5, middle), (138, middle))
        else:
            sheet.wire(start, (foot[0], start[1]), (foot[0], middle), (138, middle))
        sheet.wire(foot, (foot[0], middle))
        sheet.name_wire(f"ARROW_{side}_K", (82, start[1]))
        for row in (1, 2, 3):
            y = middle + 4 * (row - 2)
            number = 10 + row + (3 if side == "RIGHT" else 0)
            led = parts.put(f"D{number}", (142, y), side="up")
            resistor = parts.put(f"R{20 + number}", (151, y), turn=270, side="up")
            sheet.wire((138, middle), (138, y), led.pin(1))
            sheet.wire(led.pin(2), resistor.pin(2))
            sheet.name_wire(f"ARROW_{side[0]}{row}_A", (144, y))
            sheet.wire(resistor.pin(1), (156, y), (156, TOP))


def _buzzer(parts: Parts) -> None:
    sheet = parts.sheet
    chip = next(placed for placed in sheet.placed if placed.ref == "U1")
    top, bottom = 38.0, 44.0
    start = chip.pin(10)
    sheet.wire(start, (start[0] + 1, start[1]), (start[0] + 1, bottom), (112, bottom))
    sheet.name_wire("BUZZER_K", (80, bottom))
    sheet.wire((84, top), (112, top))
    sheet.rail("+5V_LED", (84, top))
    diode = parts.put("D9", (90, 41), turn=270)
    sheet.wire(diode.pin(1), (90, top))
    sheet.wire(diode.pin(2), (90, bottom))
    plug = parts.put(
        "J10", (103, top - 3), turn=90, ref_at=(100.5, top - 3.2), value_at=(106.5, top - 3.2)
    )
    sheet.wire(plug.pin(1), (103, top))
    sheet.wire(plug.pin(2), (104, bottom))
    sheet.off_board((107, 37), (122, 47), "buzzer, on a cable")
    buzzer = parts.put("BZ1", (116, 41))
    corner: Point = (112, top)
    sheet.wire(corner, (112, buzzer.pin(1)[1]), buzzer.pin(1))
    sheet.wire((112, bottom), (112, buzzer.pin(2)[1]), buzzer.pin(2))
    sheet.note((125, 42), "D9 takes over the current of a buzzer with a coil.",
               "Arrows: three LEDs each, every one with its own resistor.",
               "R3 is smaller: a pure-green LED needs 3 V of the 5 V.")  # fmt: skip
