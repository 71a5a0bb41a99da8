"""A copy of everything that is checked, where a fault can be planted; and what finds it there."""

import shutil
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from planted.edit import Drawing
from showdown_drawings import bom, checks, kicad
from showdown_drawings.circuit import load
from showdown_drawings.design import Design
from showdown_drawings.netlist import Netlist
from showdown_hw import Board

ROOT = Path(__file__).resolve().parents[2]
BOARDS = {"breadboard": "default", "addon": "full"}


class Place:
    """A folder with `schematics/`, `docs/build/` and the board files, as in the project."""

    def __init__(self, root: Path) -> None:
        self.root = root

    @classmethod
    def copy(cls, root: Path, *names: str) -> "Place":
        """A copy of what a fault needs: files or folders, as from the project's root."""
        for name in names:
            source, target = ROOT / name, root / name
            target.parent.mkdir(parents=True, exist_ok=True)
            if source.is_dir():
                shutil.copytree(source, target)
            else:
                shutil.copyfile(source, target)
        return cls(root)

    @property
    def electronics(self) -> Path:
        return self.root / "schematics" / "electronics"

    def schematic(self, tier: str) -> Path:
        return self.electronics / f"{tier}.kicad_sch"

    def edit(self, tier: str) -> Drawing:
        return Drawing(self.schematic(tier))

    def replace(self, name: str, old: str, new: str) -> None:
        """Change a text once. LookupError where it does not stand there."""
        path = self.root / name
        text = path.read_text(encoding="utf-8")
        if old not in text:
            raise LookupError(f"{name} does not have {old!r}")
        path.write_text(text.replace(old, new, 1), encoding="utf-8")


@dataclass(frozen=True, slots=True)
class Fault:
    """One kind of fault: in words, how it is planted, and the check that must find it."""

    words: str
    plant: Callable[[Place], None]
    by: str


def new(found: dict[str, list[str]], clean: dict[str, list[str]]) -> dict[str, list[str]]:
    """What is found beyond what is found without a fault."""
    beyond = {
        name: [line for line in said if line not in clean.get(name, [])]
        for name, said in found.items()
    }
    return {name: said for name, said in beyond.items() if said}


@dataclass(frozen=True)
class Drawn:
    """A tier's schematic as KiCad and the checks see it."""

    place: Place
    tier: str

    @cached_property
    def netlist(self) -> Netlist:
        return kicad.read_netlist(self.place.schematic(self.tier))

    def found(self) -> dict[str, list[str]]:
        """Each check that says something, and what."""
        found: dict[str, list[str]] = {}
        for violation in kicad.erc(self.place.schematic(self.tier)):
            found.setdefault(f"ERC: {violation.rule}", []).append(str(violation))
        circuit = load(self.tier)
        design = Design(self.netlist, circuit, Board.named(BOARDS[self.tier]))
        found |= checks.failing(design)
        if values := checks.parts_match_the_list(design, bom.read()):
            found["values are the parts list's"] = values
        return found
