import pytest
import yaml

from showdown_drawings import bom, wiring
from showdown_drawings.circuit import load
from showdown_drawings.wiring_plan import read

pytestmark = pytest.mark.drawings  # YAML comes with WireViz

CIRCUIT = load("breadboard")
PLAN = read()
COMMITTED = wiring.FILE.read_text(encoding="utf-8")


def test_the_diagrams_wires_are_the_circuits() -> None:
    wiring.compare(COMMITTED, PLAN, CIRCUIT)


def test_the_committed_diagram_is_what_the_layout_gives() -> None:
    values = {ref: row.value for ref, row in bom.by_ref(bom.read(), "breadboard").items()}
    assert wiring.text(PLAN, CIRCUIT, values) == COMMITTED


def test_each_wire_of_the_layout_is_drawn_in_its_colour() -> None:
    tree = yaml.safe_load(COMMITTED)
    drawn = []
    for first, cable, second in tree["connections"]:
        [(name, [number])] = cable.items()
        colour = tree["cables"][name]["colors"][number - 1]
        drawn.append((tuple(sorted(map(wiring._end, (first, second)))), colour))
    laid = [(tuple(sorted((wire.start, wire.end))), wire.colour) for wire in PLAN.wires]
    assert sorted(drawn) == sorted(laid)


def changed(old: str, new: str) -> str:
    assert old in COMMITTED
    return COMMITTED.replace(old, new, 1)


def without_wire(end: str) -> str:
    tree = yaml.safe_load(COMMITTED)
    kept = [c for c in tree["connections"] if end not in (wiring._end(c[0]), wiring._end(c[2]))]
    assert len(kept) == len(tree["connections"]) - 1
    return yaml.safe_dump(tree | {"connections": kept})


@pytest.mark.parametrize(
    ("source", "message"),
    [
        (
            changed("- - J1:\n    - 11\n", "- - J1:\n    - 13\n"),
            "cable W2a: J1.13 is LAMP_AMBER, a6 is LAMP_RED",
        ),
        (
            changed("- BB_rails:\n    - plus 3", "- BB_rails:\n    - minus 3"),
            "J1.1 is +3V3, -3 is GND",
        ),
        (
            changed("- BB_arrows:\n    - a24", "- BB_arrows:\n    - a55"),
            "a55 is a pin or a strip that the circuit does not use",
        ),
        (
            changed("- - J1:\n    - 32\n", "- - J1:\n    - 33\n"),
            "J1.33 is a pin or a strip that the circuit does not use",
        ),
        (changed("GPIO17 lamp_red", "GPIO27 lamp_red"), "pin 11 is called 'GPIO27 lamp_red'"),
        (without_wire("M1.2"), "M1.2 not wired at all"),
        (without_wire("J1.37"), "J1.37 not wired at all"),
        (without_wire("J1.9"), "GND is in pieces"),
    ],
)
def test_a_wrong_wire_is_named(source: str, message: str) -> None:
    with pytest.raises(wiring.WiringError) as caught:
        wiring.compare(source, PLAN, CIRCUIT)
    assert message in str(caught.value)
