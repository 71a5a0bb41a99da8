"""The add-on board's schematic: which block stands where; the blocks are in addon_sheet_*.py."""

from showdown_drawings.addon_sheet_lamps import draw_lamps
from showdown_drawings.addon_sheet_launcher import draw_one_shot, draw_power, draw_signal
from showdown_drawings.addon_sheet_paddles import draw_button, draw_paddles
from showdown_drawings.sheet import Point
from showdown_drawings.sheet_parts import Parts

PAPER = "A3"
PI: Point = (27, 20)
SOURCES = {"TIMER_BUTTON", "PADDLE_LEFT", "PADDLE_RIGHT", "GREEN_SENSE"}


def draw(parts: Parts) -> None:
    """The whole sheet."""
    draw_header(parts)
    draw_lamps(parts)
    draw_paddles(parts)
    draw_button(parts)
    draw_power(parts)
    draw_one_shot(parts)
    draw_signal(parts)


def draw_header(parts: Parts) -> None:
    """The Pi's header with a flag for each signal, green sense, and the spare pin's pad."""
    sheet = parts.sheet
    sheet.block((5, 5), (48, 46), "Raspberry Pi header")
    header = parts.put("J1", PI, ref_at=(PI[0] - 6, PI[1] - 11), value_at=(PI[0] + 8, PI[1] - 11))
    flags_of_header(parts)
    x, y = header.pin(2)
    sheet.wire((x, y), (x + 2, y), (x + 2, y - 1))
    sheet.rail("+5V_PI", (x + 2, y - 1))
    x, y = header.pin(1)
    sheet.wire((x, y), (x + 6, y), (x + 6, y - 1))
    sheet.rail("+3V3", (x + 6, y - 1))
    x, y = header.pin(6)
    sheet.wire((x, y), (x, y + 1))
    sheet.rail("GND", (x, y + 1))
    sheet.note(
        (30, 32.5),
        "GND is on 6, 9, 14, 20, 25, 30, 34, 39,",
        "5 V on 2 and 4, 3V3 on 1 and 17.",
    )

    jumper = parts.put("JP1", (20, 39), side="up")
    sheet.wire(jumper.pin(1), (14, 39))
    sheet.port("LAMP_GREEN", (14, 39), "left")
    resistor = parts.put("R18", (24, 42), turn=90, side="up")
    sheet.wire(jumper.pin(2), (16, 40), (16, 42), resistor.pin(1))
    sheet.name_wire("GREEN_LOOP", (16.5, 42))
    sheet.wire(resistor.pin(2), (27, 42))
    sheet.port("GREEN_SENSE", (27, 42), "right", "output")
    sheet.note((6, 44), "Jumper on: the green line is stamped like a press (optional).")
    pad = parts.put("TP1", (43, 38), side="up")
    sheet.wire(pad.pin(1), (43, 40), (42, 40))
    sheet.port("SECOND_PWM", (42, 40), "left")


def flags_of_header(parts: Parts) -> None:
    """A flag on each signal's pin of the placed header, and a cross on each pin that is open."""
    sheet = parts.sheet
    header = next(placed for placed in sheet.placed if placed.ref == "J1")
    nets = parts.circuit.parts["J1"].nets
    used = {header.pin(number) for number in nets}  # some pins are drawn onto each other
    for pin in header.symbol.pins:
        net = nets.get(pin.number)
        x, y = header.pin(pin.number)
        if net in parts.circuit.signals:
            side = -1 if x < header.x else 1
            sheet.wire((x, y), (x + side, y))
            shape = "input" if net in SOURCES else "output"
            sheet.port(net, (x + side, y), "left" if side < 0 else "right", shape)
        elif (x, y) not in used:
            end = x - 1 if x < header.x else x + 1
            sheet.wire((x, y), (end, y))  # beside the pin's number, not on it
            sheet.open_pin((end, y))
            used.add((x, y))
