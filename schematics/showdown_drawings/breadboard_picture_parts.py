"""The looks of the parts in the breadboard picture: each a function that draws onto a canvas."""

from collections.abc import Callable

from showdown_drawings.breadboard_picture_canvas import INK, MINUS, Canvas, Point
from showdown_drawings.breadboard_picture_routes import TERMINAL_X, TERMINAL_Y
from showdown_drawings.wiring_plan import COLUMNS, RAILS, ROW_Y, rail_has

WIRE = {
    "BK": "#1d1d1f", "BN": "#7d4a1e", "RD": "#d92027", "OG": "#f58220", "YE": "#f2cf1d",
    "GN": "#2a9d46", "BU": "#2868c8", "VT": "#8a4fbd", "GY": "#98a0a8", "WH": "#ffffff",
}  # fmt: skip
METAL = "#8d949c"
LEAD_WIDTH = 0.16
BANDS = {
    "330": ("#f58220", "#f58220", "#7d4a1e"),
    "1k": ("#7d4a1e", "#1d1d1f", "#d92027"),
    "10k": ("#7d4a1e", "#1d1d1f", "#f58220"),
}  # of resistors with three bands and the tolerance: orange orange brown, ...
LENS = {"red": "#e5383b", "amber": "#ffb627", "green": "#3bb54a"}


def board(canvas: Canvas) -> None:
    """The empty breadboard: outline, hole grid, rails' lines, row letters, column numbers."""
    canvas.rect((-0.8, -1.6), (COLUMNS + 1.6, 21.2), "#f7f5ef", stroke="#b9b4a6", radius=0.4)
    canvas.rect((-0.8, 8.4), (COLUMNS + 1.6, 1.2), "#e4e0d4", width=0)
    lower = ROW_Y["a"] + 2.5
    for plus, minus in ((ROW_Y["+"], ROW_Y["-"]), (lower, lower + 1)):
        canvas.line([(2, plus - 0.62), (62, plus - 0.62)], "#d92027", 0.1)
        canvas.line([(2, minus + 0.62), (62, minus + 0.62)], "#2868c8", 0.1)
        for x in (0.0, 63.0):
            canvas.text((x, plus + 0.35), "+", 1.1, fill="#d92027", bold=True)
            canvas.text((x, minus + 0.35), MINUS, 1.1, fill="#2868c8", bold=True)
        for column in filter(rail_has, range(1, COLUMNS + 1)):
            _hole(canvas, (column, plus))
            _hole(canvas, (column, minus))
    for row in sorted(set(ROW_Y) - set(RAILS)):
        for x in (-0.1, 64.1):
            canvas.text((x, ROW_Y[row] + 0.27), row, 0.75, fill="#6b675c")
    for row in sorted(set(ROW_Y) - set(RAILS)):
        for column in range(1, COLUMNS + 1):
            _hole(canvas, (column, ROW_Y[row]))
    for column in (1, *range(5, COLUMNS + 1, 5)):
        canvas.text((column, ROW_Y["j"] - 0.65), str(column), 0.62, fill="#6b675c")
        canvas.text((column, ROW_Y["a"] + 1.1), str(column), 0.62, fill="#6b675c")


def _hole(canvas: Canvas, at: Point) -> None:
    canvas.rect((at[0] - 0.18, at[1] - 0.18), (0.36, 0.36), "#5a574f", width=0, radius=0.08)


def wire(canvas: Canvas, points: list[Point], colour: str) -> None:
    """A wire with a dark edge in a white one, and a dot in each end."""
    canvas.line(points, "#ffffff", 0.66, bend=0.7)
    canvas.line(points, INK, 0.46, bend=0.7)
    canvas.line(points, WIRE[colour], 0.32, bend=0.7)
    for end in (points[0], points[-1]):
        canvas.circle(end, 0.33, WIRE[colour], width=0.1)
        canvas.circle(end, 0.11, INK if colour in ("WH", "YE", "GY") else "#ffffff", width=0)


def leg(canvas: Canvas, points: list[Point]) -> None:
    """A part's leg; its last point is the hole."""
    canvas.line(points, "#5f666d", LEAD_WIDTH + 0.08, bend=0.2)
    canvas.line(points, "#c9ced3", LEAD_WIDTH, bend=0.2)
    canvas.circle(points[-1], 0.24, "#c9ced3", stroke="#5f666d", width=0.07)


def resistor(canvas: Canvas, one: Point, other: Point, value: str) -> None:
    """A resistor between two holes of one row or one column; its bands tell the value."""
    leg(canvas, [other, one])
    leg(canvas, [one, other])
    x, y = (one[0] + other[0]) / 2, (one[1] + other[1]) / 2
    upright = one[0] == other[0]
    along, across = 2.5, 0.95
    size = (across, along) if upright else (along, across)
    canvas.rect((x - size[0] / 2, y - size[1] / 2), size, "#e9d3a6", stroke="#8a7443", radius=0.35)
    bands = zip((-0.75, -0.3, 0.15, 0.8), (*BANDS[value], "#c9a227"), strict=True)
    for offset, colour in bands:
        if upright:
            canvas.rect((x - across / 2, y + offset - 0.12), (across, 0.24), colour, width=0)
        else:
            canvas.rect((x + offset - 0.12, y - across / 2), (0.24, across), colour, width=0)


def led(canvas: Canvas, anode: Point, cathode: Point, colour: str, radius: float) -> None:
    """An LED that stands above the board: its long leg in the anode's hole."""
    x, base = (anode[0] + cathode[0]) / 2, -2.6
    leg(canvas, [(anode[0], base), anode])
    leg(canvas, [(cathode[0], base), cathode])
    lens = LENS[colour]
    canvas.rect((x - radius, base - 2.2), (2 * radius, 2.0), lens, width=0)
    canvas.circle((x, base - 2.2), radius, lens)
    canvas.rect((x - radius, base - 2.2), (2 * radius, 2.0), lens, width=0)
    canvas.line([(x - radius, base - 2.2), (x - radius, base - 0.3)], INK, 0.08)
    canvas.line([(x + radius, base - 2.2), (x + radius, base - 0.3)], INK, 0.08)
    rim = radius + 0.25
    canvas.rect((x - rim, base - 0.45), (rim + radius, 0.45), lens)  # flat on the cathode's side
    canvas.circle((x - radius * 0.35, base - 2.5), radius * 0.2, "#ffffff", width=0)


def capacitor(canvas: Canvas, plus: Point, minus: Point) -> None:
    """The electrolytic capacitor: a can above the board, its stripe on the minus leg's side."""
    left, right, top, base = plus[0] - 1.2, minus[0] + 1.2, -7.2, -2.4
    leg(canvas, [(plus[0], base), plus])
    leg(canvas, [(minus[0], base), minus])
    canvas.rect((left, top), (right - left, base - top), "#27324a", radius=0.3)
    canvas.rect((right - 0.9, top + 0.05), (0.85, base - top - 0.1), "#cfd6e4", width=0)
    canvas.text((right - 0.47, (top + base) / 2 + 0.3), MINUS, 1.0, bold=True)
    canvas.text((left + 0.65, base - 0.5), "+", 0.9, fill="#ffffff", bold=True)


def fuse(canvas: Canvas, one: Point, other: Point) -> None:
    """The polyfuse, seen from above, over its two legs."""
    leg(canvas, [other, one])
    leg(canvas, [one, other])
    x, y = (one[0] + other[0]) / 2, one[1]
    canvas.rect((x - 0.72, y - 0.42), (1.44, 0.84), "#f3b33d", stroke="#8a5a10", radius=0.2)


def _terminal(canvas: Canvas, pin: str, name: str) -> None:
    x = TERMINAL_X[pin]
    canvas.rect((x - 0.45, TERMINAL_Y - 0.55), (0.9, 1.0), METAL, radius=0.1)
    canvas.text((x, TERMINAL_Y - 0.85), name, 0.62, fill="#ffffff", bold=True)


def _named(canvas: Canvas, x: float, *lines: str) -> None:
    for n, line in enumerate(lines):
        y = TERMINAL_Y - 6.6 + 1.0 * n
        canvas.text((x, y), line, 0.85 if n == 0 else 0.72, bold=n == 0)


def lever_switch(canvas: Canvas, ref: str, name: str) -> None:
    """A paddle's switch: common and normally-open tag are used, in any order."""
    ends = sorted((f"{ref}.1", f"{ref}.2"), key=TERMINAL_X.__getitem__)
    left, right = (TERMINAL_X[end] for end in ends)
    x = (left + right) / 2
    canvas.line([(x - 2.6, TERMINAL_Y - 4.0), (x + 2.9, TERMINAL_Y - 4.9)], METAL, 0.22)
    canvas.rect((x + 1.2, TERMINAL_Y - 4.4), (0.7, 0.7), "#c0392b", width=0.06, radius=0.15)
    canvas.rect((x - 3.0, TERMINAL_Y - 3.9), (6.0, 3.5), "#2c3138", radius=0.25)
    for hole in (x - 2.0, x + 2.0):
        canvas.circle((hole, TERMINAL_Y - 2.9), 0.4, "#ffffff")
    for end in ends:
        _terminal(canvas, end, "COM" if end.endswith(".2") else "NO")
    _named(canvas, x, name, f"{ref}, NC stays free")


def push_button(canvas: Canvas, ref: str, name: str) -> None:
    """The timer button: two legs that are open until it is pressed."""
    x = (TERMINAL_X[f"{ref}.1"] + TERMINAL_X[f"{ref}.2"]) / 2
    canvas.rect((x - 2.6, TERMINAL_Y - 4.9), (5.2, 4.5), "#3a4048", radius=0.3)
    canvas.circle((x, TERMINAL_Y - 3.0), 1.3, "#e9ecef")
    _terminal(canvas, f"{ref}.1", "")
    _terminal(canvas, f"{ref}.2", "")
    _named(canvas, x, name, f"{ref}, opposite corners")


def supply(canvas: Canvas) -> None:
    """Barrel socket and rocker, both on the servo's own supply."""
    x = (TERMINAL_X["J11.1"] + TERMINAL_X["J11.2"]) / 2
    canvas.rect((x - 1.9, TERMINAL_Y - 3.6), (3.8, 3.2), "#2c3138", radius=0.25)
    canvas.rect((x - 1.0, TERMINAL_Y - 4.9), (2.0, 1.3), "#4b525b", radius=0.2)
    _terminal(canvas, "J11.2", MINUS)
    _terminal(canvas, "J11.1", "+")
    _named(canvas, x - 0.5, "Servo supply", "J11, 5 V 2 A")
    x = (TERMINAL_X["SW1.1"] + TERMINAL_X["SW1.2"]) / 2
    canvas.rect((x - 1.9, TERMINAL_Y - 4.5), (3.8, 4.1), "#2c3138", radius=0.25)
    canvas.rect((x - 1.2, TERMINAL_Y - 3.9), (2.4, 2.2), "#c0392b", radius=0.2)
    canvas.text((x - 0.55, TERMINAL_Y - 2.5), "I", 0.9, fill="#ffffff", bold=True)
    canvas.text((x + 0.55, TERMINAL_Y - 2.5), "O", 0.9, fill="#ffffff", bold=True)
    _terminal(canvas, "SW1.1", "")
    _terminal(canvas, "SW1.2", "")
    _named(canvas, x + 0.5, "Rocker", "SW1, off")


def servo(canvas: Canvas) -> None:
    """The servo with its three-way socket; plus is the middle one."""
    x = TERMINAL_X["M1.2"]
    canvas.rect((x - 2.6, TERMINAL_Y - 4.6), (5.2, 3.2), "#2f6fbf", radius=0.25)
    canvas.rect((x - 3.5, TERMINAL_Y - 3.6), (0.9, 1.1), "#2f6fbf")
    canvas.rect((x + 2.6, TERMINAL_Y - 3.6), (0.9, 1.1), "#2f6fbf")
    canvas.circle((x + 1.2, TERMINAL_Y - 3.0), 0.95, "#e9ecef")
    canvas.line([(x + 1.2, TERMINAL_Y - 3.0), (x - 1.4, TERMINAL_Y - 3.9)], "#ffffff", 0.6)
    canvas.rect((x - 1.95, TERMINAL_Y - 1.0), (3.9, 1.5), "#2c3138", radius=0.15)
    for pin in ("M1.3", "M1.2", "M1.1"):
        canvas.rect((TERMINAL_X[pin] - 0.35, TERMINAL_Y - 0.4), (0.7, 0.7), METAL, width=0)
    _named(canvas, x, "Servo", "M1, its three wires")


CABLED: dict[str, tuple[str, Callable[[Canvas], None]]] = {
    "SW2": ("paddles", lambda canvas: lever_switch(canvas, "SW2", "Left paddle")),
    "SW3": ("paddles", lambda canvas: lever_switch(canvas, "SW3", "Right paddle")),
    "SW4": ("button", lambda canvas: push_button(canvas, "SW4", "Timer button")),
    "J11": ("supply", supply),
    "M1": ("servo", servo),
}  # the parts on cables: in which step they come, and how they look


def pi(canvas: Canvas, signals: dict[int, str], pins: Callable[[int], Point]) -> None:
    """The Pi below the board with its header along the upper edge, drawn three times as wide.

    `signals` names the pins that carry something; the others stay free.
    """
    (left, top), (right, bottom) = pins(2), pins(39)
    canvas.rect((left - 4.4, top - 1.7), (right - left + 8.8, 15.2), "#3f8f4f", radius=1.2)
    for x, y in ((left - 2.9, top + 12.2), (right + 2.9, top + 12.2)):
        canvas.circle((x, y), 0.7, "#ffffff")
    canvas.rect((left - 1.5, top - 1.2), (right - left + 3.0, bottom - top + 4.0), "#3a4048")
    for pin in range(1, 41):
        at = pins(pin)
        if pin in signals:
            canvas.circle(at, 0.78, "#ffd54a", width=0.06)
            canvas.text((at[0], at[1] + 1.62), str(pin), 0.95, fill="#ffd54a", bold=True)
            canvas.text((at[0], at[1] + 2.35), signals[pin], 0.55, fill="#ffffff", bold=True)
        else:
            canvas.circle(at, 0.78, "#6a7078", width=0.06)
            canvas.text((at[0], at[1] + 0.28), str(pin), 0.78)
    canvas.rect((left + 21, bottom + 3.6), (6.5, 5.0), "#22262b", radius=0.3)
    canvas.text((left + 3, bottom + 5.4), "Raspberry Pi", 1.5, anchor="start", fill="#ffffff")
    canvas.text(
        (left + 3, bottom + 7.0),
        "header drawn three times as wide",
        0.85,
        anchor="start",
        fill="#ffffff",
    )
    canvas.rect((left - 4.4, bottom + 3.0), (3.6, 3.6), "#c3c8cd", radius=0.2)
    canvas.text((left - 2.6, bottom + 5.1), "card", 0.8)
    sockets = (
        (left + 11, "HDMI", ""),
        (left + 37, "USB", "cable to the computer: power and data"),
        (left + 51, "PWR IN", "leave empty"),
    )
    for x, name, what in sockets:
        canvas.rect((x - 2.2, bottom + 8.1), (4.4, 1.9), "#c3c8cd", radius=0.3)
        canvas.text((x, bottom + 9.3), name, 0.85, bold=name == "USB")
        canvas.text((x, bottom + 7.5), what, 0.75, fill="#ffffff")
