"""Faults of the add-on board, planted into copies of the board file."""

import copy
import math
from collections.abc import Callable
from dataclasses import dataclass

from planted.place import Fault, Place
from showdown_drawings import checks, kicad, sexp
from showdown_drawings.circuit import load
from showdown_drawings.sexp import Node, Quoted

WHERE = "parts are where they belong"


@dataclass(frozen=True)
class Laid:
    """The board as KiCad and the checks see it."""

    place: Place

    def found(self) -> dict[str, list[str]]:
        """Each check that says something, and what."""
        path = self.place.electronics / "addon.kicad_pcb"
        found: dict[str, list[str]] = {}
        for violation in kicad.drc(path):
            found.setdefault(f"DRC: {violation.rule}", []).append(str(violation))
        board = sexp.loads(path.read_text(encoding="utf-8"))
        on_board = frozenset(ref(node) for node in sexp.children(board, "footprint"))
        if said := checks.parts_are_where_they_belong(load("addon"), on_board):
            found[WHERE] = said
        return found


def ref(footprint: Node) -> str:
    """A placed footprint's reference."""
    return next(
        str(node[2]) for node in sexp.children(footprint, "property") if node[1] == "Reference"
    )


def _footprint(board: Node, wanted: str) -> Node:
    return next(node for node in sexp.children(board, "footprint") if ref(node) == wanted)


def _track(board: Node, net: str) -> Node:
    """The longest track of a net."""
    nets = {str(node[2]): str(node[1]) for node in sexp.children(board, "net") if len(node) > 2}
    tracks = [
        n for n in sexp.children(board, "segment") if sexp.value(n, "net") in (net, nets[net])
    ]
    return max(tracks, key=_length)


def _length(track: Node) -> float:
    (x1, y1), (x2, y2) = (
        (float(point[1]), float(point[2]))
        for point in (sexp.child(track, "start") or [], sexp.child(track, "end") or [])
    )
    return abs(x1 - x2) + abs(y1 - y2)


def _cut(board: Node) -> None:
    track = _track(board, "PADDLE_LEFT")
    board[:] = [node for node in board if node is not track]


def _thin(board: Node) -> None:
    (sexp.child(_track(board, "PADDLE_LEFT"), "width") or [])[1] = "0.1"


def _copied(board: Node, aside_mm: float) -> None:
    """A track of one net along the longest track of another."""
    other = _track(board, "LAUNCHER_PWM")
    mine = copy.deepcopy(other)
    net = sexp.child(mine, "net") or []
    net[1] = (sexp.child(_track(board, "PADDLE_LEFT"), "net") or [])[1]
    (sexp.child(mine, "uuid") or [])[1] = Quoted("00000000-0000-5000-8000-000000000001")
    x1, y1, x2, y2 = (
        float((sexp.child(mine, end) or [])[axis]) for end in ("start", "end") for axis in (1, 2)
    )
    length = math.hypot(x2 - x1, y2 - y1)
    for end in ("start", "end"):
        point = sexp.child(mine, end) or []
        point[1] = f"{float(point[1]) - (y2 - y1) / length * aside_mm:.4f}"
        point[2] = f"{float(point[2]) + (x2 - x1) / length * aside_mm:.4f}"
    board.insert(board.index(other), mine)


def _joined(board: Node) -> None:
    """A new track from one net's to the nearest of another, on its layer."""
    one = _track(board, "LAUNCHER_PWM")
    others = [
        track
        for track in sexp.children(board, "segment")
        if sexp.value(track, "layer") == sexp.value(one, "layer")
        and sexp.value(track, "net") != sexp.value(one, "net")
    ]
    start = _point(one, "start")
    other = min(others, key=lambda track: math.dist(start, _point(track, "start")))
    mine = copy.deepcopy(one)
    (sexp.child(mine, "uuid") or [])[1] = Quoted("00000000-0000-5000-8000-000000000001")
    (sexp.child(mine, "end") or [])[1:3] = (sexp.child(other, "start") or [])[1:3]
    board.insert(board.index(one), mine)


def _point(track: Node, end: str) -> tuple[float, float]:
    _, x, y = sexp.child(track, end) or []
    return float(x), float(y)


def _beside_track(board: Node) -> None:
    width = float(sexp.value(_track(board, "LAUNCHER_PWM"), "width"))
    _copied(board, width + 0.08)


def _off(board: Node) -> None:
    at = sexp.child(_footprint(board, "C10"), "at") or []
    at[1] = f"{float(at[1]) + 80:.3f}"


def _onto(board: Node) -> None:
    one = sexp.child(_footprint(board, "R11"), "at") or []
    other = sexp.child(_footprint(board, "R14"), "at") or []
    one[1:3] = other[1:3]


def _drop(board: Node) -> None:
    gone = _footprint(board, "R19")
    board[:] = [node for node in board if node is not gone]


def _rename(board: Node) -> None:
    for entry in sexp.children(_footprint(board, "R9"), "property"):
        if entry[1] == "Reference":
            entry[2] = Quoted("SW2")


def _value(board: Node) -> None:
    for entry in sexp.children(_footprint(board, "R20"), "property"):
        if entry[1] == "Value":
            entry[2] = Quoted("33k 1%")


def _laid(edit: Callable[[Node], None]) -> Callable[[Place], None]:
    def plant(place: Place) -> None:
        path = place.electronics / "addon.kicad_pcb"
        board = sexp.loads(path.read_text(encoding="utf-8"))
        edit(board)
        path.write_text(sexp.dumps(board), encoding="utf-8")

    return plant


FAULTS = [
    Fault("a track is missing", _laid(_cut), "DRC: unconnected_items"),
    Fault("a track joins two nets", _laid(_joined), "DRC: shorting_items"),
    Fault("a track lies too close to another", _laid(_beside_track), "DRC: clearance"),
    Fault("a track is thinner than board houses make", _laid(_thin), "DRC: track_width"),
    Fault("a part lies beside the board", _laid(_off), "DRC: unconnected_items"),
    Fault("a part lies on another", _laid(_onto), "DRC: courtyards_overlap"),
    Fault("a part is missing on the board", _laid(_drop), WHERE),
    Fault("a switch of the case is on the board", _laid(_rename), WHERE),
    Fault("a part's value is not the schematic's", _laid(_value), "DRC: footprint_symbol_mismatch"),
]
