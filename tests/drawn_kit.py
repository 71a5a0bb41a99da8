"""A tier's netlist as a faultless drawing gives it, made from the circuit file without KiCad."""

from dataclasses import replace

from showdown_drawings import bom
from showdown_drawings.circuit import HEADER_PIN, Circuit, load
from showdown_drawings.design import Design
from showdown_drawings.netlist import Component, Netlist, Pin
from showdown_hw import Board

BOARDS = {"breadboard": "default", "addon": "full"}

# Pins that the circuit may leave open, by symbol; names where a check reads them.
ALSO = {
    "ULN2003A": {"9": "COM"},
    "74HC123": {"4": "~{Q}", "5": "Q", "6": "Cext", "7": "RCext", "12": "~{Q}"},
    "Conn_01x05": {"3": "Pin_3"},
    "Raspberry_Pi_4": {str(pin): f"GPIO{bcm}" for bcm, pin in HEADER_PIN.items()}
    | {"2": "5V", "4": "5V", "17": "3V3", "20": "GND", "25": "GND"},
}
NAMES = {("PRTR5V0U2X", "2"): "IO1", ("PRTR5V0U2X", "3"): "IO2"}
POWER = {("ULN2003A", "8"), ("74HC123", "8"), ("74HC123", "16"), ("74AHCT1G125", "5")}


def design(tier: str) -> Design:
    """The committed circuit, as if drawn without a fault."""
    circuit = load(tier)
    return Design(drawn(circuit), circuit, Board.named(BOARDS[tier]))


def drawn(circuit: Circuit) -> Netlist:
    rows = bom.by_ref(bom.read(), circuit.tier)
    components, names, types = {}, {}, {}
    for ref, part in circuit.parts.items():
        kind = part.symbol.partition(":")[2]
        components[ref] = Component(
            ref=ref,
            value=rows[ref].value if ref in rows else ref,
            footprint=part.footprint,
            symbol=f"showdown:{kind}",
            flags=frozenset(
                {"exclude_from_board"} if part.place == "off" or not part.footprint else ()
            ),
        )
        also = ALSO.get(kind, {})
        for pin in {*part.nets, *also}:
            names[ref, pin] = also.get(pin, NAMES.get((kind, pin), pin))
            types[ref, pin] = "power_in" if (kind, pin) in POWER else "passive"
    nets = {net: frozenset(pins) for net, pins in circuit.nets.items()}
    connected = {pin for pins in nets.values() for pin in pins}
    return Netlist(
        components=components,
        nets=nets,
        full_names={net: net for net in nets},
        open_pins=frozenset(names.keys() - connected),
        pin_names=names,
        pin_types=types,
    )


def moved(original: Design, pin: Pin, net: str) -> Design:
    """The same with one pin drawn on another net; on none for ""."""
    nets = {name: pins - {pin} for name, pins in original.drawn.nets.items()}
    if net:
        nets[net] = nets.get(net, frozenset()) | {pin}
    left = {name: pins for name, pins in nets.items() if pins}
    now_open = original.drawn.open_pins | ({pin} if not net else set())
    changed = replace(
        original.drawn,
        nets=left,
        full_names={name: name for name in left},
        open_pins=now_open - ({pin} if net else set()),
    )
    return replace(original, drawn=changed)


def valued(original: Design, ref: str, value: str) -> Design:
    """The same with another value drawn at a part."""
    return changed(original, ref, value=value)


def changed(original: Design, ref: str, **fields: str) -> Design:
    """The same with other fields of one part."""
    part = replace(original.drawn.components[ref], **fields)  # type: ignore[arg-type]
    components = original.drawn.components | {ref: part}
    return replace(original, drawn=replace(original.drawn, components=components))


def added(original: Design, ref: str, kind: str, value: str, one: str, other: str) -> Design:
    """The same with one more part of two pins."""
    part = Component(ref, value, "", f"showdown:{kind}")
    base = replace(
        original,
        drawn=replace(
            original.drawn,
            components=original.drawn.components | {ref: part},
            pin_names=original.drawn.pin_names | {(ref, "1"): "1", (ref, "2"): "2"},
        ),
    )
    return moved(moved(base, (ref, "1"), one), (ref, "2"), other)


def swapped(original: Design, one: Pin, other: Pin) -> Design:
    """The same with the nets of two pins exchanged."""
    first, second = original.net(*one), original.net(*other)
    return moved(moved(original, one, second), other, first)


def without(original: Design, ref: str) -> Design:
    """The same without a part."""
    gone = {pin for pin in original.drawn.pin_names if pin[0] == ref}
    result = original
    for pin in gone:
        result = moved(result, pin, "")
    components = {r: c for r, c in result.drawn.components.items() if r != ref}
    names = {pin: name for pin, name in result.drawn.pin_names.items() if pin not in gone}
    types = {pin: kind for pin, kind in result.drawn.pin_types.items() if pin not in gone}
    return replace(
        result,
        drawn=replace(
            result.drawn,
            components=components,
            open_pins=result.drawn.open_pins - gone,
            pin_names=names,
            pin_types=types,
        ),
    )
