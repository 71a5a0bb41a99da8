"""The beginner's picture of the breadboard tier, whole and step by step, from the layout.

`build()` writes breadboard.svg and .png beside the layout, and one picture per step for the guide.
"""

from collections.abc import Iterator
from pathlib import Path

from showdown_drawings import bom
from showdown_drawings import breadboard_picture_parts as looks
from showdown_drawings.breadboard_picture_canvas import INK, MINUS, Canvas, Point
from showdown_drawings.breadboard_picture_export import png
from showdown_drawings.breadboard_picture_routes import end_at, header_pin, routes
from showdown_drawings.circuit import ELECTRONICS, HEADER, HEADER_PIN, Circuit, load
from showdown_drawings.wiring_plan import COLOURS, RAILS, Plan, check, read, spot

GUIDE_PICTURES = ELECTRONICS.parents[1] / "docs" / "build" / "pictures"
LEFT, TOP, WIDTH, HEIGHT = -6.2, -24.0, 77.0, 66.6
TEXT_X, TEXT_Y, TEXT_LINE = -5.4, -22.2, 1.18
LARGE_LED, SMALL_LED = 1.9, 1.0
LABEL_LEFT = ("R14",)  # where there is no room at the right
TAG_LEFT = ("-35", "h43", "-48", "j49", "h51", "f53", "-59", "a18")
NOTES = {
    "rails": ("Lines of the rails broken in the middle?", "Bridge both there with short wires."),
    "lamps": ("An LED's long leg is its plus.",),
    "arrows": (),
    "paddles": ("NO and COM stand on the switch.",),
    "button": ("Take two legs that the meter finds", "joined only while you press."),
    "supply": ("Supply unplugged, rocker off. 5 V goes into no rail.",),
    "servo": (
        "First measure h51 to the minus rail: 5 V, rocker on.",
        "Then rocker off, and plug the servo in.",
    ),
}
VALUES = dict[str, str]


def picture(plan: Plan, circuit: Circuit, values: VALUES, step: str | None = None) -> str:
    """The SVG of the finished board, or of one step: what came before is pale, the rest missing.

    `values` maps a ref to its value in the parts list.
    """
    names = list(plan.steps)
    shown = names if step is None else names[: names.index(step) + 1]
    title = "Breadboard tier" if step is None else f"{names.index(step) + 1}. {plan.steps[step]}"
    canvas = Canvas(LEFT, TOP, WIDTH, HEIGHT, title)
    looks.pi(canvas, _signals(circuit, plan), header_pin)
    looks.board(canvas)
    runs = routes(plan.wires)
    for name in shown:
        with canvas.pale(when=step not in (None, name)):
            _parts(canvas, plan, values, name)
    for name in shown:
        with canvas.pale(when=step not in (None, name)):
            for wire in plan.wires:
                if wire.step == name:
                    looks.wire(canvas, runs[wire], wire.colour)
    if step is None:
        _overview(canvas, plan, values)
    else:
        _labels(canvas, plan, values, step)
        _tags(canvas, plan, step)
        _instructions(canvas, plan, values, step, title)
    _rails(canvas)
    return canvas.svg()


def _signals(circuit: Circuit, plan: Plan) -> dict[int, str]:
    bcm_of = {pin: bcm for bcm, pin in HEADER_PIN.items()}
    named = {}
    for wire in plan.wires:
        ref, _, pin = wire.start.partition(".")
        if ref == HEADER:
            number = int(pin)
            net = circuit.parts[HEADER].nets[pin]
            named[number] = f"GPIO{bcm_of[number]}" if number in bcm_of else net.lstrip("+")
    return named


def _parts(canvas: Canvas, plan: Plan, values: VALUES, step: str) -> None:
    for _, draw in (entry for entry in looks.CABLED.values() if entry[0] == step):
        draw(canvas)
    for ref in (ref for ref, of in plan.step_of.items() if of == step):
        one, two = (spot(plan.holes[ref, pin]) for pin in ("1", "2"))
        value = values[ref]
        match ref[0]:
            case "R":
                looks.resistor(canvas, one, two, value)
            case "D":
                radius = LARGE_LED if "10 mm" in value else SMALL_LED
                looks.led(canvas, two, one, value.split()[0], radius)
            case "C":
                looks.capacitor(canvas, one, two)
            case _:
                looks.fuse(canvas, one, two)


def _labels(canvas: Canvas, plan: Plan, values: VALUES, step: str) -> None:
    """Names and values beside the parts of a step."""
    for ref in (ref for ref, of in plan.step_of.items() if of == step):
        (x1, y1), (x2, y2) = (spot(plan.holes[ref, pin]) for pin in ("1", "2"))
        x, y, value = (x1 + x2) / 2, (y1 + y2) / 2, values[ref]
        match ref[0]:
            case "R" if y1 == y2:
                canvas.text((x + 0.6, y + 1.3), f"{ref} {value}", 0.75, bold=True, halo=True)
            case "R":
                side = -0.65 if ref in LABEL_LEFT else 0.65
                anchor = "end" if side < 0 else "start"
                canvas.text((x + side, y), ref, 0.75, anchor=anchor, bold=True, halo=True)
                canvas.text((x + side, y + 0.9), value, 0.75, anchor=anchor, halo=True)
            case "D":
                canvas.text((x, -7.1), f"{ref} {value.split()[0]}", 0.8, bold=True)
            case "C":
                canvas.text((x + 0.05, -7.6), ref, 0.75, bold=True)
            case _:
                canvas.text((x - 0.2, y + 1.3), ref, 0.75, bold=True, halo=True)


def _tags(canvas: Canvas, plan: Plan, step: str) -> None:
    """The hole's name at each end of the step's wires, beside the end and not on it."""
    for wire in plan.wires:
        if wire.step == step:
            for end in (wire.start, wire.end):
                if "." not in end:
                    x, y = end_at(end)
                    canvas.tag(
                        (x - 1.35 if end in TAG_LEFT else x + 1.35, y), _hole(end, short=True)
                    )


def _hole(hole: str, *, short: bool = False) -> str:
    if hole[0] not in RAILS:
        return hole
    sign = "+" if hole[0] == "+" else MINUS
    return f"{sign}{hole[1:]}" if short else f"{sign} rail {hole[1:]}"


def _instructions(canvas: Canvas, plan: Plan, values: VALUES, step: str, title: str) -> None:
    canvas.text((TEXT_X, TEXT_Y), title, 1.5, anchor="start", bold=True)
    for n, note in enumerate(NOTES[step]):
        at = (TEXT_X + 0.3, TEXT_Y + 1.7 + TEXT_LINE * n)
        canvas.text(at, note, 0.85, anchor="start", fill="#9a3412")
    first = TEXT_Y + 1.7 + TEXT_LINE * len(NOTES[step])
    for n, (colour, line) in enumerate(steps_in_words(plan, values, step)):
        y = first + TEXT_LINE * n
        if colour:
            _sample(canvas, (TEXT_X, y), colour)
        canvas.text((TEXT_X + (2.3 if colour else 0.3), y), line, 0.9, anchor="start")


def _sample(canvas: Canvas, at: Point, colour: str) -> None:
    ends = [(at[0] + 0.3, at[1] - 0.3), (at[0] + 1.7, at[1] - 0.3)]
    canvas.line(ends, INK, 0.46)
    canvas.line(ends, looks.WIRE[colour], 0.32)


def steps_in_words(plan: Plan, values: VALUES, step: str) -> Iterator[tuple[str | None, str]]:
    """What to put where in a step, as (colour of a wire or None, text): parts first, then wires."""
    for ref in (ref for ref, of in plan.step_of.items() if of == step):
        one, two = (_hole(plan.holes[ref, pin]) for pin in ("1", "2"))
        match ref[0]:
            case "D":
                yield None, f"{ref}, {values[ref]}: long leg {two}, short leg {one}"
            case "C":
                size = values[ref].split()[0].replace("u", " µF")
                yield None, f"{ref}, {size}: plus {one}, stripe (minus) {two}"
            case "F":
                yield None, f"{ref}, fuse {values[ref]}: {one} and {two}"
            case _:
                yield None, f"{ref}, {values[ref]}: {one} and {two}"
    for wire in plan.wires:
        if wire.step == step:
            yield wire.colour, f"{COLOURS[wire.colour]}: {_words(wire.start)} to {_words(wire.end)}"


def _words(end: str) -> str:
    ref, _, pin = end.partition(".")
    if not pin:
        return _hole(end)
    if ref == HEADER:
        return f"Pi pin {pin}"
    names = {
        "J11.1": "supply plus", "J11.2": "supply minus", "SW1.1": "rocker",
        "SW1.2": "rocker's other tag", "M1.1": "servo signal", "M1.2": "servo plus",
        "M1.3": "servo ground",
    }  # fmt: skip
    tags = {"SW2": "left switch", "SW3": "right switch", "SW4": "button"}
    if ref in tags:
        side = {"1": "NO", "2": "COM"}[pin] if ref != "SW4" else {"1": "leg", "2": "other leg"}[pin]
        return f"{tags[ref]} {side}"
    return names[end]


def _overview(canvas: Canvas, plan: Plan, values: VALUES) -> None:
    for step in plan.steps:
        _labels(canvas, plan, values, step)
    canvas.text((TEXT_X, TEXT_Y), "Breadboard tier, whole", 1.5, anchor="start", bold=True)
    lines = (
        "Step by step: docs/build. Nobody has built it yet;",
        "a program followed each strip and wire and found",
        "the circuit of the schematic, no more and no less.",
    )
    for n, line in enumerate(lines):
        canvas.text((TEXT_X, TEXT_Y + 1.8 + 1.2 * n), line, 0.85, anchor="start")
    uses = (
        ("OG", "3.3 V from the Pi, in the + rail"), ("RD", "5 V for the servo, in no rail"),
        ("BK", "ground"), ("YE", "amber lamp; servo's signal"), ("BN", "red lamp"),
        ("GN", "green lamp; timer button"), ("BU", "left arrow"), ("VT", "right arrow"),
        ("WH", "left paddle"), ("GY", "right paddle"),
    )  # fmt: skip
    for n, (colour, use) in enumerate(uses):
        x, y = TEXT_X + 14.2 * (n % 2), TEXT_Y + 6.6 + 1.35 * (n // 2)
        _sample(canvas, (x, y), colour)
        canvas.text((x + 2.2, y), use, 0.72, anchor="start")


def _rails(canvas: Canvas) -> None:
    x = 65.2
    canvas.text((x, 0.3), "3.3 V", 0.8, anchor="start", fill="#d92027", bold=True)
    canvas.text((x, 1.4), "ground", 0.8, anchor="start", fill="#2868c8", bold=True)
    canvas.text((x, 17.8), "stays", 0.8, anchor="start", fill="#6b675c")
    canvas.text((x, 18.8), "empty", 0.8, anchor="start", fill="#6b675c")


def target(plan: Plan, step: str | None) -> Path:
    """Where the SVG of the whole or of a step lies."""
    if step is None:
        return ELECTRONICS / "breadboard.svg"
    return GUIDE_PICTURES / f"wiring-{list(plan.steps).index(step) + 1}-{step}.svg"


def build() -> None:
    """Write breadboard.svg and .png, and docs/build/pictures/wiring-N-STEP.svg and .png."""
    plan, circuit = read(), load("breadboard")
    check(plan, circuit)
    values = {ref: row.value for ref, row in bom.by_ref(bom.read(), "breadboard").items()}
    GUIDE_PICTURES.mkdir(parents=True, exist_ok=True)
    for step in (None, *plan.steps):
        path = target(plan, step)
        path.write_text(picture(plan, circuit, values, step), encoding="utf-8")
        png(path)
