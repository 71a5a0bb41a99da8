"""Every planted fault is found by its check in the real drawings, and nothing is found without."""

import os
import tempfile
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

import pytest

from planted import board, data, drawings, printed
from planted.board import Laid
from planted.data import Written
from planted.place import ROOT, Drawn, Fault, Place, new
from planted.printed import Printed
from showdown_drawings import kicad
from showdown_drawings.netlist import Netlist

pytestmark = [pytest.mark.drawings, pytest.mark.timeout(120)]

Found = dict[str, list[str]]

FAULTS: dict[str, list[Fault]] = {
    **drawings.FAULTS,
    "board": board.FAULTS,
    "data": data.FAULTS,
    "printed": printed.FAULTS,
}
NEEDS = {
    "addon": ("schematics/electronics",),
    "breadboard": ("schematics/electronics",),
    "board": ("schematics/electronics",),
    "data": data.NEEDS,
    "printed": printed.NEEDS,
}
CASES = [(kind, fault) for kind, faults in FAULTS.items() for fault in faults]
CLEAN = [(kind, None) for kind in FAULTS]


class Bench:
    """All faults planted and judged, as many at once as there are processors."""

    def __init__(self, pool: ThreadPoolExecutor) -> None:
        self.drawn = {tier: pool.submit(_netlist, tier) for tier in drawings.FAULTS}
        self.results: dict[tuple[str, str], Future[Found]] = {}
        for kind, fault in [*CLEAN, *CASES]:
            words = fault.words if fault else ""
            self.results[kind, words] = pool.submit(self._judge, kind, fault)

    def found(self, kind: str, words: str = "") -> Found:
        return self.results[kind, words].result()

    def _judge(self, kind: str, fault: Fault | None) -> Found:
        with tempfile.TemporaryDirectory() as folder:
            place = Place.copy(Path(folder), *NEEDS[kind])
            if fault is not None:
                fault.plant(place)
            if kind == "board":
                return Laid(place).found()
            if kind == "printed":
                return Printed(place, printed.TRAY if fault else "*.stl").found()
            if kind == "data":
                return Written(place, {t: f.result() for t, f in self.drawn.items()}).found()
            return Drawn(place, kind).found()


def _netlist(tier: str) -> Netlist:
    return kicad.read_netlist(ROOT / "schematics" / "electronics" / f"{tier}.kicad_sch")


@pytest.fixture(scope="module")
def bench() -> Iterator[Bench]:
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        yield Bench(pool)


@pytest.mark.parametrize("kind", FAULTS)
def test_the_committed_files_have_no_fault(bench: Bench, kind: str) -> None:
    assert bench.found(kind) == {}


@pytest.mark.parametrize(
    ("kind", "fault"), CASES, ids=[f"{kind}: {fault.words}" for kind, fault in CASES]
)
def test_a_planted_fault_is_found_by_its_check(bench: Bench, kind: str, fault: Fault) -> None:
    found = new(bench.found(kind, fault.words), bench.found(kind))
    assert fault.by in found, f"found instead: {found}"
