"""The netlist that KiCad reads from a drawing, and how it differs from a circuit file."""

from dataclasses import dataclass, field

from showdown_drawings import sexp
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
    """The netlist in KiCad's own form (kicadsexpr); KeyError-free for what KiCad 9 writes."""
    root = sexp.loads(text)
    components = {}
    for node in sexp.children(sexp.child(root, "components") or [], "comp"):
        component = _component(node)
        components[component.ref] = component
    nets: dict[str, frozenset[Pin]] = {}
    open_pins: set[Pin] = set()
    full_names: dict[str, str] = {}
    names: dict[Pin, str] = {}
    types: dict[Pin, str] = {}
    for node in sexp.children(sexp.child(root, "nets") or [], "net"):
        full = sexp.value(node, "name")
        name = full.removeprefix("/")
        pins = set()
        for end in sexp.children(node, "node"):
            pin = (sexp.value(end, "ref"), sexp.value(end, "pin"))
            pins.add(pin)
            names[pin] = sexp.value(end, "pinfunction")
            types[pin] = sexp.value(end, "pintype")
        if name.startswith("unconnected-"):
            open_pins |= pins
        else:
            nets[name] = frozenset(pins)
            full_names[name] = full
    return Netlist(components, nets, full_names, frozenset(open_pins), names, types)


def differences(circuit: Circuit, drawn: Netlist) -> list[str]:
    """What the drawing says otherwise than the circuit file, a sentence each; empty when alike.

    Compared are refs, symbols, footprints, what is on the board, each net by name and pins, and
    that no pin is drawn open which the circuit connects or the reverse.
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
        if extra := sorted(got - wanted):
            found.append(f"net {net} has {_listed(extra)} in the drawing alone")
    return found


def _component(node: sexp.Node) -> Component:
    source = sexp.child(node, "libsource") or []
    fields = {
        sexp.value(item, "name"): str(item[-1]) if not isinstance(item[-1], list) else ""
        for item in sexp.children(sexp.child(node, "fields") or [], "field")
    }
    flags = {sexp.value(item, "name") for item in sexp.children(node, "property")}
    return Component(
        ref=sexp.value(node, "ref"),
        value=sexp.value(node, "value"),
        footprint=sexp.value(node, "footprint"),
        symbol=f"{sexp.value(source, 'lib')}:{sexp.value(source, 'part')}",
        fields={name: text for name, text in fields.items() if text},
        flags=frozenset(flags & {"exclude_from_board", "exclude_from_bom", "dnp"}),
    )


def _listed(pins: list[Pin]) -> str:
    return ", ".join(f"{ref} pin {pin}" for ref, pin in pins)
