"""Faults of the files that people write: circuits, board files, parts list, guide, wiring."""

from collections.abc import Callable
from dataclasses import dataclass

from planted.place import Fault, Place
from showdown_drawings import bom, checks, guide, netlist, wiring_plan
from showdown_drawings.board_texts import TEXTS
from showdown_drawings.checks_meaning import plug_pads, printed_words_name_the_nets
from showdown_drawings.circuit import TIERS, CircuitError, load
from showdown_drawings.design import Design
from showdown_drawings.netlist import Netlist
from showdown_hw import Board
from showdown_hw.errors import BoardError

CIRCUIT = "circuit file"
BOARD = "board file"
LIST = "parts list"
GUIDE = "guide against parts list"
LAYOUT = "breadboard layout against circuit"
WIRING = "wiring diagram against circuit"
PRINT = "words beside the plugs"
EQUALS = "drawing equals circuit file"

NEEDS = ("schematics/electronics", "schematics/bom.csv", "docs/build", "hw/showdown_hw/boards")


@dataclass(frozen=True)
class Written:
    """The written files of a place, and what the checks say of them beside the drawn netlists."""

    place: Place
    drawn: dict[str, Netlist]

    def found(self) -> dict[str, list[str]]:
        """Each check that says something, and what."""
        found: dict[str, list[str]] = {}
        judges = (self._circuits, self._boards, self._list, self._guide, self._wiring)
        for judge in judges:
            for name, said in judge():
                found.setdefault(name, []).append(said)
        return found

    def _circuits(self) -> list[tuple[str, str]]:
        said = []
        for tier, drawn in self.drawn.items():
            try:
                circuit = load(tier, self.place.electronics)
            except CircuitError as error:
                said.append((CIRCUIT, str(error)))
                continue
            said += [(EQUALS, line) for line in netlist.differences(circuit, drawn)]
            if tier == "addon":
                printed = printed_words_name_the_nets(circuit, plug_pads(circuit), TEXTS)
                said += [(PRINT, line) for line in printed]
        return said

    def _boards(self) -> list[tuple[str, str]]:
        folder = self.place.root / "hw" / "showdown_hw" / "boards"
        said = []
        for tier, drawn in self.drawn.items():
            name = {"breadboard": "default", "addon": "full"}[tier]
            try:
                board = Board.load(folder / f"{name}.toml")
            except BoardError as error:
                said.append((BOARD, str(error)))
                continue
            design = Design(drawn, load(tier), board)
            pins = "pins match the board file"
            said += [(pins, line) for line in checks.CHECKS[pins](design)]
        return said

    def _list(self) -> list[tuple[str, str]]:
        try:
            rows = bom.read(self.place.root / "schematics" / "bom.csv")
            for tier in TIERS:
                bom.check(rows, load(tier))
        except bom.BomError as error:
            return [(LIST, str(error))]
        return []

    def _guide(self) -> list[tuple[str, str]]:
        pages = sorted((self.place.root / "docs" / "build").glob("[0-9]*.md"))
        try:
            rows = bom.read(self.place.root / "schematics" / "bom.csv")
            steps = [s for p in pages for s in guide.steps(p.name, p.read_text(encoding="utf-8"))]
        except bom.BomError:
            return []
        except guide.GuideError as error:
            return [(GUIDE, str(error))]
        return [(GUIDE, said) for said in guide.problems(steps, rows)]

    def _wiring(self) -> list[tuple[str, str]]:
        # It reads YAML, which the extra "drawings" brings; the table of faults is made without.
        from showdown_drawings import wiring

        circuit = load("breadboard")
        try:
            plan = wiring_plan.read(self.place.electronics / wiring_plan.FILE)
            wiring_plan.check(plan, circuit)
        except wiring_plan.PlanError as error:
            return [(LAYOUT, str(error))]
        try:
            source = (self.place.electronics / "wiring.yml").read_text(encoding="utf-8")
            wiring.compare(source, plan, circuit)
        except wiring.WiringError as error:
            return [(WIRING, str(error))]
        return []


def _text(name: str, old: str, new: str) -> Callable[[Place], None]:
    return lambda place: place.replace(name, old, new)


def _without_row(place: Place) -> None:
    path = place.root / "schematics" / "bom.csv"
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    path.write_text("".join(x for x in lines if not x.startswith("r-4k7,")), encoding="utf-8")


def _swapped_pwm(place: Place) -> None:
    name = "hw/showdown_hw/boards/full.toml"
    place.replace(name, "launcher_pwm   = { bcm = 12", "launcher_pwm   = { bcm = 13")
    place.replace(name, "second_pwm     = { bcm = 13", "second_pwm     = { bcm = 12")


_ADDON = "schematics/electronics/addon.circuit.toml"
_BOM = "schematics/bom.csv"
_PAGE = "docs/build/02-breadboard.md"

_LAYOUT = "schematics/electronics/breadboard.layout.toml"
_WIRES = "schematics/electronics/wiring.yml"

FAULTS = [
    Fault(
        "a typing slip in a net of the circuit",
        _text(_ADDON, '1 = "LAUNCHER_POWER", 2 = "GND"', '1 = "LAUNCHER_POWR", 2 = "GND"'),
        CIRCUIT,
    ),
    Fault(
        "the circuit is changed, the drawing is not",
        _text(_ADDON, '1 = "LAUNCHER_POWER", 2 = "GND"', '1 = "LAUNCHER_GATE", 2 = "GND"'),
        EQUALS,
    ),
    Fault(
        "red and amber are exchanged at the lamps' plug",
        _text(
            _ADDON, '2 = "LAMP_RED_K", 3 = "LAMP_AMBER_K"', '2 = "LAMP_AMBER_K", 3 = "LAMP_RED_K"'
        ),
        PRINT,
    ),
    Fault(
        "a test point is on another net than its word says",
        _text(_ADDON, '1 = "LAUNCHER_GATE" }\n[parts.TP4]', '1 = "ONE_SHOT_RC" }\n[parts.TP4]'),
        PRINT,
    ),
    Fault("a signal of the board file is moved", _swapped_pwm, "pins match the board file"),
    Fault(
        "a signal of the board file is on a reserved pin",
        _text("hw/showdown_hw/boards/full.toml", "bcm = 16", "bcm = 14"),
        BOARD,
    ),
    Fault("a row of the parts list is missing", _without_row, LIST),
    Fault("a quantity is wrong", _text(_BOM, "D1,1,D1,1,", "D1,2,D1,1,"), LIST),
    Fault("a ref stands in two rows", _text(_BOM, "D2,1,D2,1,", "D1,1,D2,1,"), LIST),
    Fault(
        "an alternative is the part itself",
        _text(_BOM, ",1N914,1N4448,", ",1N4148,1N4448,"),
        LIST,
    ),
    Fault("the guide uses one part too few", _text(_PAGE, "3 x `r-330`", "2 x `r-330`"), GUIDE),
    Fault("the guide uses a part that is not listed", _text(_PAGE, "`r-330`", "`r-333`"), GUIDE),
    Fault("a step of the guide has no tools line", _text(_PAGE, "Tools: ", "Tool: "), GUIDE),
    Fault(
        "a leg is one hole off on the breadboard",
        _text(_LAYOUT, '2 = "j6", 1 = "-7"', '2 = "j7", 1 = "-7"'),
        LAYOUT,
    ),
    Fault(
        "an LED is the wrong way round on the breadboard",
        _text(_LAYOUT, '2 = "j6", 1 = "-7"', '1 = "j6", 2 = "-7"'),
        LAYOUT,
    ),
    Fault(
        "ground has a signal's colour",
        _text(_LAYOUT, 'to = "-3", colour = "BK"', 'to = "-3", colour = "WH"'),
        LAYOUT,
    ),
    Fault(
        "a wire of the diagram is at another pin",
        _text(_WIRES, "- - J1:\n    - 11\n", "- - J1:\n    - 13\n"),
        WIRING,
    ),
    Fault(
        "two wires of the diagram have exchanged colours",
        _text(_WIRES, "- OG\n    - BK\n", "- BK\n    - OG\n"),
        WIRING,
    ),
]
