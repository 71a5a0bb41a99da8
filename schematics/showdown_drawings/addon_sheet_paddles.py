"""The add-on board's inputs: two paddle channels, alike part by part, and the timer button."""

from showdown_drawings.sheet import Point
from showdown_drawings.sheet_parts import Parts


def draw_paddles(parts: Parts) -> None:
    """Both paddle channels and the part that protects them from static."""
    sheet = parts.sheet
    sheet.block((5, 48), (73, 95), "Paddles: two equal channels")
    rows = {"LEFT": 60.0, "RIGHT": 82.0}
    _channel(parts, "LEFT", rows["LEFT"], ("J2", "SW2", "R10", "R11", "R12", "C10"))
    _channel(parts, "RIGHT", rows["RIGHT"], ("J3", "SW3", "R13", "R14", "R15", "C11"))
    guard = parts.put("U3", (45, 71), ref_at=(49.5, 66.5), value_at=(51.5, 67.5))
    left, right = guard.pin(2), guard.pin(3)
    sheet.wire(left, (left[0], rows["LEFT"]))
    sheet.wire(right, (right[0], rows["RIGHT"]))
    sheet.rail("+3V3", guard.pin(4))
    sheet.rail("GND", guard.pin(1))
    sheet.note(
        (53.5, 68.5),
        "10 nF and 1k keep static out and",
        "delay a press by only 7 to 13 us,",
        "the sides within 1.6 us of each",
        "other (computed). The usual 1 uF",
        "would favour one side by up to",
        "6.5 ms. First edge counts; the",
        "firmware ignores the bounce.",
    )
    sheet.note(
        (6.5, 69.5),
        "Plug: LED+, SIG, GND. A switch uses",
        "SIG and GND; a slotted opto takes",
        "9 mA from LED+, and its flag leaves",
        "the slot on a press.",
    )


def _channel(parts: Parts, side: str, y: float, refs: tuple[str, ...]) -> None:
    sheet = parts.sheet
    plug_ref, switch_ref, feed_ref, up_ref, series_ref, filter_ref = refs
    raw, net = f"PADDLE_{side}_RAW", f"PADDLE_{side}"
    sheet.off_board((6, y - 4), (18, y + 6), f"{side.lower()} paddle, on a cable")
    switch = parts.put(switch_ref, (12, y + 2), turn=270, side="left")
    plug = parts.put(plug_ref, (23, y - 5), turn=90, mirrored=True,
                     ref_at=(20, y - 5.2), value_at=(21, y - 6.8))  # fmt: skip
    sheet.wire((12, y), (52.5, y))
    sheet.wire(plug.pin(2), (plug.pin(2)[0], y))
    sheet.wire(switch.pin(2), (plug.pin(3)[0], y + 4))
    sheet.wire(plug.pin(3), (plug.pin(3)[0], y + 5))
    sheet.rail("GND", (plug.pin(3)[0], y + 5))
    feed = parts.put(feed_ref, (31, y - 6))
    led: Point = plug.pin(1)
    sheet.wire(led, (led[0], y - 2), (31, y - 2), feed.pin(2))
    sheet.rail("+3V3", feed.pin(1))
    pull = parts.put(up_ref, (37, y - 6))
    sheet.rail("+3V3", pull.pin(1))
    sheet.wire(pull.pin(2), (37, y))
    sheet.name_wire(raw, (25, y))
    series = parts.put(series_ref, (54, y), turn=90, side="up")
    sheet.wire(series.pin(2), (62, y))
    bypass = parts.put(filter_ref, (60, y + 2.5))
    sheet.wire((60, y), bypass.pin(1))
    sheet.rail("GND", bypass.pin(2))
    sheet.port(net, (62, y), "right", "output")
    sheet.name_wire(f"PADDLE_{side}_OPTO", (led[0] + 0.5, y - 2))


def draw_button(parts: Parts) -> None:
    """The timer button, with a pull-up of its own."""
    sheet = parts.sheet
    y = 104.5
    sheet.block((5, 97), (73, 112), "Timer button")
    sheet.off_board((6, y - 4), (18, y + 6), "button, on a cable")
    switch = parts.put("SW4", (12, y + 2), turn=270, side="left")
    plug = parts.put("J4", (24, y - 4), turn=90, mirrored=True,
                     ref_at=(21.3, y - 4.2), value_at=(22.5, y - 5.8))  # fmt: skip
    sheet.wire((12, y), (44.5, y))
    sheet.wire(plug.pin(1), (24, y))
    sheet.wire(switch.pin(2), (23, y + 4))
    sheet.wire(plug.pin(2), (23, y + 5))
    sheet.rail("GND", (23, y + 5))
    pull = parts.put("R16", (37, y - 4))
    sheet.rail("+3V3", pull.pin(1))
    sheet.wire(pull.pin(2), (37, y))
    sheet.name_wire("TIMER_BUTTON_RAW", (25, y))
    series = parts.put("R17", (46, y), turn=90, side="up")
    sheet.wire(series.pin(2), (56, y))
    bypass = parts.put("C12", (52, y + 2.5))
    sheet.wire((52, y), bypass.pin(1))
    sheet.rail("GND", bypass.pin(2))
    sheet.port("TIMER_BUTTON", (56, y), "right", "output")
    sheet.note(
        (44, 99.5), "This pin is pulled down at reset, so R16", "pulls it up whatever the Pi does."
    )
