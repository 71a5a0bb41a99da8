"""The wiring diagram of the breadboard tier: `wiring.yml` for WireViz, and what holds it right.

The file is written from the layout; `compare()` reads it by itself and holds every wire against the
circuit, both ways. `build()` writes it and its drawing.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import yaml

from showdown_drawings import bom
from showdown_drawings.breadboard_picture_export import png
from showdown_drawings.circuit import ELECTRONICS, HEADER, HEADER_PIN, Circuit, load
from showdown_drawings.wiring_plan import (
    PI_GROUNDS,
    RAILS,
    Plan,
    PlanError,
    Wire,
    check,
    read,
    strip,
)

FILE = ELECTRONICS / "wiring.yml"
BOARD = "BB"  # a connector of the breadboard is BB_ and the step's name
NAMES = {
    "SW2": "Left paddle", "SW3": "Right paddle", "SW4": "Timer button", "SW1": "Rocker",
    "J11": "Servo supply", "M1": "Servo",
}  # fmt: skip
PIN_NAMES = {
    "SW2": ("NO", "COM"), "SW3": ("NO", "COM"), "SW4": ("leg", "other leg"),
    "SW1": ("tag", "other tag"), "J11": ("plus", "minus"), "M1": ("signal", "plus", "ground"),
}  # fmt: skip
RAIL_WORDS = {"+": "plus", "-": "minus"}
HEAD = """\
# The breadboard tier's wires, for WireViz. Made by `make schematics` from breadboard.layout.toml;
# change that file, not this one. A hole's net and a pin's net have to be the same at both ends.
"""


class WiringError(ValueError):
    """A wire of the diagram is not the circuit's; the text names it and the two nets."""


def diagram(plan: Plan, circuit: Circuit, values: Mapping[str, str]) -> dict[str, Any]:
    """The harness as WireViz reads it: `values` maps a ref to its value in the parts list."""
    connectors: dict[str, dict[str, Any]] = {HEADER: _header(plan, circuit)}
    cables: dict[str, dict[str, Any]] = {}
    connections: list[list[dict[str, list[int | str]]]] = []
    for number, (step, title) in enumerate(plan.steps.items(), start=1):
        wires = [wire for wire in plan.wires if wire.step == step]
        holes = [end for wire in wires for end in (wire.start, wire.end) if "." not in end]
        board = f"{BOARD}_{step}"
        connectors[board] = {
            "type": f"Breadboard, step {number}",
            "subtype": title,
            "pins": [_word(hole) for hole in holes],
            "pinlabels": [_hole_label(plan, values, hole) for hole in holes],
            "show_name": False,
            "bgcolor_title": "#efe9d8",
        }
        for kind, group in _groups(wires).items():
            cable = f"W{number}{kind}"
            cables[cable] = {
                "category": "bundle",
                "colors": [wire.colour for wire in group],
                "show_wirecount": False,
                "show_name": False,
            }
            for wire in group:
                for ref in _refs(wire):
                    connectors.setdefault(ref, _cabled(ref, values))
            for n, wire in enumerate(group, start=1):
                first, second = _left_to_right(wire, kind)
                connections.append([_node(first, board), {cable: [n]}, _node(second, board)])
    return {"connectors": connectors, "cables": cables, "connections": connections}


def _groups(wires: list[Wire]) -> dict[str, list[Wire]]:
    """A step's wires by what they join: from the Pi ("a"), to cabled parts ("b"), others ("c")."""
    kinds: dict[str, list[Wire]] = {}
    for wire in wires:
        on_board = "." not in wire.end
        kind = "a" if wire.start.startswith(f"{HEADER}.") else "b" if on_board else "c"
        kinds.setdefault(kind, []).append(wire)
    return kinds


def _left_to_right(wire: Wire, kind: str) -> tuple[str, str]:
    return (wire.end, wire.start) if kind == "b" else (wire.start, wire.end)


def _refs(wire: Wire) -> Iterator[str]:
    for end in (wire.start, wire.end):
        ref, dot, _ = end.partition(".")
        if dot and ref != HEADER:
            yield ref


def _node(end: str, board: str) -> dict[str, list[int | str]]:
    ref, dot, pin = end.partition(".")
    return {ref: [int(pin)]} if dot else {board: [_word(end)]}


def _word(hole: str) -> str:
    """A rail's hole without its sign, which WireViz takes for a number's."""
    return hole if hole[0] not in RAILS else f"{RAIL_WORDS[hole[0]]} {hole[1:]}"


def _header(plan: Plan, circuit: Circuit) -> dict[str, Any]:
    pins = [
        int(wire.start.partition(".")[2])
        for wire in plan.wires
        if wire.start.startswith(f"{HEADER}.")
    ]
    bcm_of = {pin: bcm for bcm, pin in HEADER_PIN.items()}
    labels = []
    for pin in pins:
        net = circuit.parts[HEADER].nets[str(pin)]
        labels.append(f"GPIO{bcm_of[pin]} {net.lower()}" if pin in bcm_of else net)
    return {
        "type": "Raspberry Pi",
        "subtype": "40-pin header",
        "pins": pins,
        "pinlabels": labels,
        "bgcolor_title": "#cfe8d4",
    }


def _cabled(ref: str, values: Mapping[str, str]) -> dict[str, Any]:
    return {
        "type": NAMES[ref],
        "subtype": values[ref],
        "pins": list(range(1, len(PIN_NAMES[ref]) + 1)),
        "pinlabels": list(PIN_NAMES[ref]),
        "bgcolor_title": "#d6e4f5",
    }


def _hole_label(plan: Plan, values: Mapping[str, str], hole: str) -> str:
    """What else sits in the hole's strip: the part that the wire is for."""
    if hole[0] in RAILS:
        return "3.3 V rail" if hole[0] == "+" else "ground rail"
    refs = [ref for (ref, _), other in plan.holes.items() if strip(other) == strip(hole)]
    return ", ".join(f"{ref} {values[ref].split()[0]}" for ref in refs)


def text(plan: Plan, circuit: Circuit, values: Mapping[str, str]) -> str:
    """wiring.yml's text, the same each time."""
    tree = diagram(plan, circuit, values)
    written: str = yaml.safe_dump(tree, sort_keys=False, allow_unicode=True, width=100)
    return HEAD + written


def compare(source: str, plan: Plan, circuit: Circuit) -> None:
    """That the diagram's wires are the circuit's: ends on one net, no pin left out, rails' colours.

    `source` is wiring.yml's text. A hole's net is that of the part whose leg shares its strip; the
    wires with those strips have to give the circuit's nets. Raises WiringError.
    """
    tree = yaml.safe_load(source)
    net_of = {f"{ref}.{pin}": net for net, ends in circuit.nets.items() for ref, pin in ends}
    net_of |= {f"{HEADER}.{pin}": "GND" for pin in PI_GROUNDS}
    strips = {strip(hole): net_of[f"{ref}.{pin}"] for (ref, pin), hole in plan.holes.items()}
    wires = []
    for first, cable, second in tree["connections"]:
        start, end = _end(first), _end(second)
        nets = [_net(at, net_of, strips) for at in (start, end)]
        [(name, [number])] = cable.items()
        if nets[0] != nets[1]:
            raise WiringError(
                f"wiring.yml, cable {name}: {start} is {nets[0]}, {end} is {nets[1]}; one end is "
                "wrong"
            )
        colour = tree["cables"][name]["colors"][number - 1]
        wires.append(Wire(name, start, end, colour))
    _labels_right(tree, circuit)
    try:
        check(replace(plan, wires=tuple(wires)), circuit)
    except PlanError as error:
        raise WiringError(f"wiring.yml, its wires in the layout's strips: {error}") from None


def _end(node: Mapping[str, list[int | str]]) -> str:
    [(name, [pin])] = node.items()
    if not name.startswith(f"{BOARD}_"):
        return f"{name}.{pin}"
    signs = {word: sign for sign, word in RAIL_WORDS.items()}
    word, _, column = str(pin).rpartition(" ")
    return signs.get(word, word) + column


def _net(end: str, net_of: Mapping[str, str], strips: Mapping[str, str]) -> str:
    known = net_of if "." in end else strips
    net = known.get(end if "." in end else strip(end))
    if net is None:
        raise WiringError(f"wiring.yml: {end} is a pin or a strip that the circuit does not use")
    return net


def _labels_right(tree: Mapping[str, Any], circuit: Circuit) -> None:
    """That the header's labels say the BCM number and the signal of their pins."""
    header = tree["connectors"][HEADER]
    bcm_of = {pin: bcm for bcm, pin in HEADER_PIN.items()}
    for pin, label in zip(header["pins"], header["pinlabels"], strict=True):
        net = circuit.parts[HEADER].nets[str(pin)]
        right = f"GPIO{bcm_of[pin]} {net.lower()}" if pin in bcm_of else net
        if label != right:
            raise WiringError(f"wiring.yml: header pin {pin} is called {label!r}, it is {right!r}")


def draw(source: str, target: Path) -> None:
    """Draw wiring.yml's text with WireViz into `target`, an SVG, and a PNG beside it."""
    from wireviz.wireviz import parse  # noqa: PLC0415  (it loads slowly)

    harness = parse(yaml.safe_load(source), return_types="harness")
    target.write_text(_plain(harness.svg), encoding="utf-8")
    png(target, width_px=2600)


def _plain(svg: str) -> str:
    """Without what hangs on Graphviz's release: its version, and a title nobody gave."""
    svg = re.sub(r"<!-- Generated by graphviz.*?-->\n?", "", svg, flags=re.DOTALL)
    return re.sub(r"<!-- (Title: %3 )?Pages: 1 -->\n|<title>%3</title>\n", "", svg)


def build() -> None:
    """Write wiring.yml, wiring.svg and wiring.png."""
    plan, circuit = read(), load("breadboard")
    check(plan, circuit)
    values = {ref: row.value for ref, row in bom.by_ref(bom.read(), "breadboard").items()}
    source = text(plan, circuit, values)
    compare(source, plan, circuit)
    FILE.write_text(source, encoding="utf-8")
    draw(source, FILE.with_suffix(".svg"))
