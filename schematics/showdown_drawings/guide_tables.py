"""The tables of the build guide, made from the parts list and the circuits. No files here.

Each function gives one table in Markdown; `guide_cli` puts them between the markers of the pages.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from showdown_drawings.bom import Row, by_ref
from showdown_drawings.breadboard_picture import steps_in_words
from showdown_drawings.circuit import HEADER, Circuit
from showdown_drawings.guide import TIERS, TOOL
from showdown_drawings.values import amount
from showdown_drawings.wiring_plan import Plan

RING = ["black", "brown", "red", "orange", "yellow", "green", "blue", "violet", "grey", "white"]
_KINDS = ("electronics", "power", "mechanics", "consumable")


def rings(value: int, digits: int) -> list[str]:
    """The colours of a resistor's value with two or three digits, without the tolerance's."""
    zeros = len(str(value)) - digits
    if zeros < 0:
        value, zeros = value * 10**-zeros, 0
    return [RING[int(digit)] for digit in str(value)[:digits]] + [RING[zeros]]


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table in Markdown."""
    lines = [head, ["---"] * len(head), *rows]
    return "".join("| " + " | ".join(cells) + " |\n" for cells in lines)


# --- the parts list ---------------------------------------------------------------------------


def parts(rows: Iterable[Row]) -> str:
    """What to buy, kind by kind, without tools and printed parts."""
    wanted = sorted(
        (row for row in rows if row.kind in _KINDS), key=lambda row: _KINDS.index(row.kind)
    )
    return table(
        ("id", "part", "value", "breadboard", "add-on", "maker's number", "EUR each"),
        ((*_names(row), row.value, *_counts(row), row.maker_number, _price(row)) for row in wanted),
    )


def tools(rows: Iterable[Row]) -> str:
    """The tools."""
    return table(
        ("id", "tool", "breadboard", "add-on", "instead of it", "EUR"),
        (
            (*_names(row), *_counts(row), row.alternatives[0], _price(row))
            for row in rows
            if row.kind == TOOL
        ),
    )


def printed(rows: Iterable[Row]) -> str:
    """The printed parts, each with its file."""
    return table(
        ("id", "part", "file", "breadboard", "add-on", "how, and why", "or"),
        (
            (
                *_names(row),
                f"[{row.value}](../../schematics/mechanics/stl/{row.value}.stl)",
                *_counts(row),
                row.why,
                row.alternatives[0],
            )
            for row in rows
            if row.kind == "printed"
        ),
    )


def costs(rows: Iterable[Row]) -> str:
    """What each tier costs: the sums of the parts list."""
    listed = list(rows)
    groups = {
        "electronics and the Pi": ("electronics",),
        "supplies, switches, data cable": ("power",),
        "screws and other mechanics": ("mechanics",),
        "wire, solder, other consumables": ("consumable",),
    }
    lines = [
        (name, *(_euro(_sum(listed, tier, kinds)) for tier in TIERS.values()))
        for name, kinds in groups.items()
    ]
    whole = tuple(f"**{_euro(_sum(listed, tier, _KINDS))}**" for tier in TIERS.values())
    bought = tuple(_euro(_sum(listed, tier, (TOOL,))) for tier in TIERS.values())
    return table(
        ("EUR", *TIERS),
        [*lines, ("**parts in all**", *whole), ("tools, if you have none", *bought)],
    )


def _sum(rows: Iterable[Row], tier: str, kinds: Sequence[str]) -> float:
    return sum((row.price_eur or 0) * row.quantity[tier] for row in rows if row.kind in kinds)


def _euro(amount: float) -> str:
    return f"{amount:.2f}"


def _price(row: Row) -> str:
    return f"{row.price_eur:.2f}" if row.price_eur else ""


def _names(row: Row) -> tuple[str, str]:
    return f"`{row.id}`", row.part


def _counts(row: Row) -> Iterator[str]:
    return (str(row.quantity[tier] or "") for tier in TIERS.values())


# --- resistors and wires ----------------------------------------------------------------------


def ring_colours(rows: Iterable[Row], tier: str) -> str:
    """The rings of each resistor of a tier, and which parts of the circuit it is."""
    found = sorted(
        ((round(amount(row.value)), row) for row in rows if _is_resistor(row) and row.refs[tier]),
        key=lambda pair: pair[0],
    )
    return table(
        ("value, Ω", "five rings", "four rings", "in the schematic"),
        (
            (
                row.value,
                ", ".join(rings(value, 3)),
                ", ".join(rings(value, 2)),
                " ".join(row.refs[tier]),
            )
            for value, row in found
        ),
    )


def _is_resistor(row: Row) -> bool:
    refs = [ref for named in row.refs.values() for ref in named]
    return bool(refs) and all(re.fullmatch(r"R\d+", ref) for ref in refs)


def wires(circuit: Circuit) -> str:
    """Each pin of the Pi's header that the circuit uses, and the parts that are on its net."""
    bcm = circuit.signals
    rows = []
    for pin, net in sorted(circuit.parts[HEADER].nets.items(), key=lambda item: int(item[0])):
        ends = sorted({ref for ref, _ in circuit.nets[net]} - {HEADER}, key=_by_number)
        what = "rail" if net not in bcm else " ".join(ends)
        rows.append((pin, net, str(bcm.get(net, "")), what))
    return table(("header pin", "net", "BCM", "goes to"), rows)


def stage(plan: Plan, rows: list[Row], step: str) -> str:
    """What goes where in one stage of the breadboard: a list, parts first, then wires."""
    values = {ref: row.value for ref, row in by_ref(rows, "breadboard").items()}
    return "".join(f"* {text}\n" for _, text in steps_in_words(plan, values, step))


def plugs(circuit: Circuit, names: dict[str, str]) -> str:
    """What is on each way of each plug in `names` (ref -> what it is for), way 1 first."""
    rows = []
    for ref, what in names.items():
        nets = circuit.parts[ref].nets
        ways = range(1, max(map(int, nets)) + 1)
        rows.append((ref, what, ", ".join(f"{n} {nets.get(str(n), 'open')}" for n in ways)))
    return table(("plug", "for", "pins"), rows)


def placement(circuit: Circuit, rows: list[Row], way: Mapping[str, str]) -> str:
    """What is soldered onto the board: each row of the parts list, its refs, which way round.

    `way` maps an id to what to mind; a row that is not in it fits either way.
    """
    named = by_ref(rows, circuit.tier)
    on_board = {ref for ref, part in circuit.parts.items() if part.place == "board"}
    found: dict[str, list[str]] = {}
    for ref in sorted(on_board & set(named), key=_by_number):
        found.setdefault(named[ref].id, []).append(ref)
    listed = [row for row in rows if row.id in found]
    return table(
        ("id", "value", "places on the board", "which way round"),
        (
            (f"`{row.id}`", row.value, " ".join(found[row.id]), way.get(row.id, "either"))
            for row in listed
        ),
    )


def _by_number(ref: str) -> tuple[str, int]:
    letters = ref.rstrip("0123456789")
    return letters, int(ref[len(letters) :] or 0)


# --- readings before the first power-up -------------------------------------------------------


def resistance(circuit: Circuit, rows: list[Row], via: Sequence[str]) -> tuple[str, str, int]:
    """The resistance of a chain of resistors: the nets at its two ends, and the sum in ohms.

    ValueError where two neighbours in `via` do not share a net.
    """
    values = by_ref(rows, circuit.tier)
    ends = [set(circuit.parts[ref].nets.values()) for ref in via]
    for at in range(1, len(via)):
        if not ends[at - 1] & ends[at]:
            raise ValueError(f"{circuit.tier}: {via[at - 1]} and {via[at]} share no net")
    loose = ends[0].copy()
    for nets in ends[1:]:
        loose ^= nets
    start, end = sorted(loose, key=lambda net: (net not in ends[0], net in _RAILS, net))
    return start, end, round(sum(amount(values[ref].value) for ref in via))


def readings(circuit: Circuit, rows: list[Row], chains: Sequence[tuple[Sequence[str], str]]) -> str:
    """Resistances to measure on a cold board without chips: each chain, with what it shows."""
    lines = []
    for via, shows in chains:
        one, other, value = resistance(circuit, rows, via)
        lines.append((_place(circuit, one), _place(circuit, other), kilo(value), shows))
    return table(("from", "to", "Ω", "if not"), lines)


def kilo(value: int) -> str:
    """Ohms for a reader: `330`, `4.7 k`, `1 M`."""
    for unit, factor in (("M", 1_000_000), ("k", 1_000)):
        if value >= factor:
            return f"{value / factor:g} {unit}"
    return str(value)


def _place(circuit: Circuit, net: str) -> str:
    """Where to hold the probe: a pin of the header, else a way of a plug."""
    ref, pin = min(
        circuit.nets[net],
        key=lambda end: (_PROBE.find(end[0][0]) % 99, _by_number(end[0]), int(end[1])),
    )
    name = "header" if ref == HEADER else ref
    return f"{name} pin {pin} ({net})"


_RAILS = ("GND", "+3V3", "+5V_PI")
_PROBE = "JUC"
"""Where a probe is held best: at the header or a plug, else in a chip's socket, else on C."""
