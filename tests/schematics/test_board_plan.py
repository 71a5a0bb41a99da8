"""The board's plan against the Pi's mechanical drawing, and what a maker has to find on it."""

import math
from itertools import pairwise

import pytest

from showdown_drawings import board_footprint, board_plan, board_texts, board_tracks, circuit, sexp
from showdown_drawings.board_footprint import Pad
from showdown_drawings.board_plan import PLACES, SERVO_COPPER

ADDON = circuit.load("addon")
ON_BOARD = {ref: part for ref, part in ADDON.parts.items() if part.place == "board"}
PRINTED = " ".join(text.words for text in board_texts.TEXTS)
EDGES = {"J2": "bottom", "J3": "bottom", "J7": "bottom", "J8": "bottom",
         "J4": "right", "J5": "left", "J6": "left", "J10": "left"}  # fmt: skip


def pads(ref: str) -> dict[str, Pad]:
    footprint = board_footprint.read(ON_BOARD[ref].footprint.partition(":")[2])
    return {pad.number: pad for pad in board_footprint.pads(ref, footprint, PLACES[ref])}


def length(net: str) -> float:
    return sum(
        math.dist(track.start, track.end)
        for track in board_tracks.load().tracks
        if track.net == net
    )


def test_the_boards_file_has_this_outline_and_these_holes() -> None:
    board = sexp.loads((circuit.ELECTRONICS / "addon.kicad_pcb").read_text(encoding="utf-8"))
    edge = [
        (float(at[1]), float(at[2]))
        for kind in ("gr_line", "gr_arc")
        for node in sexp.children(board, kind)
        if sexp.value(node, "layer") == "Edge.Cuts"
        for name in ("start", "end")
        if (at := sexp.child(node, name))
    ]
    left, top = (min(at[k] for at in edge) for k in (0, 1))
    assert [max(at[k] for at in edge) - low for k, low in enumerate((left, top))] == [65, 56]
    holes = {
        (float(at[1]) - left, float(at[2]) - top)
        for node in sexp.children(board, "footprint")
        if "MountingHole" in node[1] and (at := sexp.child(node, "at"))
    }
    assert holes == set(board_plan.HOLES)


def test_every_part_has_a_place_and_every_place_a_part() -> None:
    assert ON_BOARD.keys() == PLACES.keys()


def test_the_socket_is_below_and_each_pin_meets_the_pis() -> None:
    assert PLACES["J1"].below
    header = pads("J1")
    assert len(header) == 40
    for number, pad in header.items():
        pair, even = divmod(int(number) - 1, 2)
        assert pad.at == pytest.approx((8.37 + 2.54 * pair, 2.23 if even else 4.77), abs=1e-3)


def test_holes_are_58_by_49_mm_apart_and_the_header_in_their_middle() -> None:
    assert (board_plan.WIDTH, board_plan.HEIGHT, board_plan.CORNER) == (65, 56, 3)
    assert set(board_plan.HOLES) == {(x, y) for x in (3.5, 3.5 + 58) for y in (3.5, 3.5 + 49)}
    middle = [sum(pad.at[k] for pad in pads("J1").values()) / 40 for k in (0, 1)]
    assert middle == pytest.approx([32.5, 3.5])
    hole = board_footprint.read(board_plan.HOLE_FOOTPRINT)
    assert [pad.drill for pad in board_footprint.pads("H1", hole, PLACES["J1"])] == [2.75]


@pytest.mark.parametrize(("ref", "edge"), EDGES.items())
def test_a_plug_stands_at_its_edge(ref: str, edge: str) -> None:
    footprint = board_footprint.read(ON_BOARD[ref].footprint.partition(":")[2])
    box = board_footprint.courtyard(footprint, PLACES[ref])
    assert box is not None
    free = {"left": box[0], "right": 65 - box[2], "bottom": 56 - box[3]}[edge]
    assert 0 <= free <= 0.6


def test_no_part_but_the_socket_lies_over_the_header_or_outside() -> None:
    for ref in ON_BOARD.keys() - {"J1"}:
        footprint = board_footprint.read(ON_BOARD[ref].footprint.partition(":")[2])
        box = board_footprint.courtyard(footprint, PLACES[ref])
        assert box is not None
        assert box[0] >= 0, ref
        assert box[1] >= 6.2, ref
        assert box[2] <= 65, ref
        assert box[3] <= 56, ref


@pytest.mark.parametrize(
    ("part", "pin", "near", "its_pin", "most_mm"),
    [
        ("C9", "1", "U4", "16", 4.0),
        ("C10", "1", "J1", "29", 4.0),
        ("C11", "1", "J1", "31", 4.0),
        ("C12", "1", "J1", "37", 4.0),
        ("U3", "2", "J2", "2", 8.0),
        ("U3", "3", "J3", "2", 8.0),
        ("C3", "1", "U2", "5", 5.0),
    ],
)
def test_a_part_is_close_to_what_it_serves(
    part: str, pin: str, near: str, its_pin: str, most_mm: float
) -> None:
    assert math.dist(pads(part)[pin].at, pads(near)[its_pin].at) <= most_mm


def test_the_paddles_channels_are_laid_out_alike() -> None:
    for left, right in (("J2", "J3"), ("R10", "R13"), ("R11", "R14"), ("R12", "R15")):
        one, other = PLACES[left], PLACES[right]
        assert (other.x - one.x, other.y - one.y) == (board_plan.PADDLE_PITCH, 0)
        assert one.angle == other.angle
    for ending, most_mm in (("", 5.0), ("_RAW", 2.0), ("_OPTO", 2.0)):
        assert abs(length(f"PADDLE_LEFT{ending}") - length(f"PADDLE_RIGHT{ending}")) <= most_mm


def test_the_servos_current_runs_in_wide_copper_from_terminal_to_plug_and_back() -> None:
    assert min(track.width for track in SERVO_COPPER) >= 1.0
    ways = [
        ("+5V_IN", ("J7", "1"), ("F1", "1"), 2.0),
        ("+5V_FUSED", ("F1", "2"), ("Q1", "2"), 2.0),
        ("+5V_SERVO", ("Q1", "3"), ("J8", "2"), 1.5),
        ("GND", ("J8", "3"), ("J7", "2"), 2.5),
    ]
    for net, start, end, width in ways:
        reached = {pads(start[0])[start[1]].at}
        wide = [t for t in SERVO_COPPER if t.net == net and t.width >= width]
        for _ in wide:
            for track in wide:
                if track.start in reached or track.end in reached:
                    reached |= {track.start, track.end}
        assert pads(end[0])[end[1]].at in reached, net


def test_the_slits_leave_the_servos_ground_one_way_out() -> None:
    """Along the slits' outline there is one gap, 4 to 5 mm wide, at the terminal."""
    boxes = board_plan.SLITS
    gaps = [
        (one, other)
        for one, other in pairwise(boxes)
        if one[2] < other[0] or other[2] < one[0] or one[3] < other[1] or other[3] < one[1]
    ]
    assert len(gaps) == 1
    lower, upper = gaps[0]
    assert 4 <= lower[1] - upper[3] <= 5
    assert math.dist((lower[0], lower[1]), pads("J7")["2"].at) < 10


@pytest.mark.parametrize(
    "words",
    ["showdown", "add-on", f"rev {board_texts.REVISION}", "no ID", "CERN-OHL-P-2.0",
     "source: schematics/electronics", "LEFT PADDLE", "RIGHT PADDLE", "TIMER BUTTON", "LAMPS",
     "ARROW", "BUZZER", "SERVO 5 V ONLY NEVER JOIN TO THE PI'S 5 V", "servo supply",
     "GRN AMB RED +5V", "SIG +5V GND", "LED SIG GND"],
)  # fmt: skip
def test_a_maker_can_read_it_on_the_board(words: str) -> None:
    assert words in PRINTED


def test_resistors_are_printed_with_their_values() -> None:
    for ref in (ref for ref in ON_BOARD if ref.startswith("R")):
        assert f"{{{ref}}}" in PRINTED, ref
