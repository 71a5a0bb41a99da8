"""The netlist that KiCad reads from a drawing, and how it differs from a circuit file."""

from dataclasses import dataclass, field
from xml.etree import ElementTree as ET

from showdown_drawings.circuit import Circuit

Pin = tuple[str, str]  # ref, pin number as the symbol has it


@dataclass(frozen=True, slots=True)
class Component:
    """A placed part as KiCad reads it: its own fields, and flags such as exclude_from_board."""

    ref: str
    value: str
    footprint: str
    symbol: str
    fields: dict[str, str] = field(default_factory=dict)
    flags: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Netlist:
    """Components by ref; the pins of each net with two ends or more; pins that are open.

    A net's name is the circuit file's. KiCad itself, and so a board that is to be in parity, puts a
    slash before the name of a net that has only local labels: `full_names` has it.
    `pin_names` and `pin_types` hold each pin's name and electrical type from its symbol.
    """

    components: dict[str, Component]
    nets: dict[str, frozenset[Pin]]
    full_names: dict[str, str]
    open_pins: frozenset[Pin]
    pin_names: dict[Pin, str]
    pin_types: dict[Pin, str]

    def net_of(self, ref: str, pin: str) -> str | None:
        """The net that a pin is on, or None where it is open."""
        for net, pins in self.nets.items():
            if (ref, pin) in pins:
                return net
        return None


def parse(text: str) -> Netlist:
    """The netlist in KiCad's XML form, the one that also holds the parts that are on no board."""
    root = ET.fromstring(text)  # noqa: S314  written by KiCad a moment ago
    components = {node.attrib["ref"]: _component(node) for node in root.iter("comp")}
    nets: dict[str, frozenset[Pin]] = {}
    full_names: dict[str, str] = {}
    open_pins: set[Pin] = set()
    names: dict[Pin, str] = {}
    types: dict[Pin, str] = {}
    for node in root.iter("net"):
        full = node.attrib["name"]
        pins = set()
        for end in node.iter("node"):
            pin = (end.attrib["ref"], end.attrib["pin"])
            pins.add(pin)
            names[pin] = end.attrib.get("pinfunction", "")
            types[pin] = end.attrib["pintype"]
        if full.startswith("unconnected-"):
            open_pins |= pins
        else:
            name = full.removeprefix("/")
            nets[name] = frozenset(pins)
            full_names[name] = full
    return Netlist(components, nets, full_names, frozenset(open_pins), names, types)


def differences(circuit: Circuit, drawn: Netlist) -> list[str]:
    """What the drawing says otherwise than the circuit file, a sentence each; empty when alike.

    Compared are refs, symbols, footprints, what is on the board, and each net by name and pins. A
    pin that the circuit leaves open may lie on one that it connects where the symbol draws both
    onto each other, as the Pi's ground pins are.
    """
    lacking = sorted(circuit.parts.keys() - drawn.components.keys())
    extra_refs = sorted(drawn.components.keys() - circuit.parts.keys())
    found = [f"{ref} stands in the circuit, not in the drawing" for ref in lacking]
    found += [f"{ref} stands in the drawing, not in the circuit" for ref in extra_refs]
    for ref in sorted(circuit.parts.keys() & drawn.components.keys()):
        part, component = circuit.parts[ref], drawn.components[ref]
        if part.symbol.split(":")[1] != component.symbol.split(":")[1]:
            found.append(f"{ref} is a {part.symbol}, drawn as {component.symbol}")
        if part.footprint.partition(":")[2] != component.footprint.partition(":")[2]:
            found.append(
                f"{ref} has footprint {part.footprint!r}, drawn with {component.footprint!r}"
            )
        on_board = part.place == "board" and bool(part.footprint)
        if on_board == ("exclude_from_board" in component.flags):
            found.append(f"{ref} is {'' if on_board else 'not '}on the board, drawn otherwise")
    circuit_nets = circuit.nets
    for net in sorted(circuit_nets.keys() | drawn.nets.keys()):
        wanted = circuit_nets.get(net, set())
        got = drawn.nets.get(net, frozenset())
        if missing := sorted(wanted - got):
            found.append(f"net {net} lacks {_listed(missing)} in the drawing")
        stacked = {(ref, drawn.pin_names[ref, pin]) for ref, pin in got & wanted}
        extra = sorted(
            (ref, pin)
            for ref, pin in got - wanted
            if (ref, drawn.pin_names[ref, pin]) not in stacked
            or pin in circuit.parts[ref].nets
            or not drawn.pin_names[ref, pin]
        )
        if extra:
            found.append(f"net {net} has {_listed(extra)} in the drawing alone")
    return found


def _component(node: ET.Element) -> Component:
    source = node.find("libsource")
    flags = {item.attrib["name"] for item in node.iter("property")}
    return Component(
        ref=node.attrib["ref"],
        value=node.findtext("value", ""),
        footprint=node.findtext("footprint", ""),
        symbol="" if source is None else f"{source.attrib['lib']}:{source.attrib['part']}",
        fields={item.attrib["name"]: item.text for item in node.iter("field") if item.text},
        flags=frozenset(flags & {"exclude_from_board", "exclude_from_bom", "dnp"}),
    )


def _listed(pins: list[Pin]) -> str:
    return ", ".join(f"{ref} pin {pin}" for ref, pin in pins)
