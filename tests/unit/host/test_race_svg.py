"""The picture of a race, byte for byte as committed; UPDATE_SNAPSHOTS=1 writes it anew."""

from __future__ import annotations

import os
from pathlib import Path
from xml.etree import ElementTree as ET

import msgspec
import pytest

from race_cases import CASES, document, report
from showdown_host.documents import Document
from showdown_host.race_panel import levels, trace
from showdown_host.race_scale import Window
from showdown_host.race_svg import picture
from showdown_host.verify import verify
from showdown_protocol.records import Players, Record, RecordState, Side
from showdown_referee.model import Edge
from showdown_referee.model import Side as Paddle

FOLDER = Path(__file__).parents[2] / "snapshots"
UPDATE = "UPDATE_SNAPSHOTS=1 writes it: look at it before it is committed"


@pytest.mark.parametrize("name", CASES)
def test_the_picture_is_the_committed_one(name: str) -> None:
    path, drawn = FOLDER / f"race-{name}.svg", picture(report(name))
    if os.environ.get("UPDATE_SNAPSHOTS") == "1":
        path.write_text(drawn, encoding="utf-8", newline="\n")
    assert path.is_file(), f"{path} is not there: {UPDATE}"
    assert path.read_bytes() == drawn.encode(), f"{path} has changed: {UPDATE}"


@pytest.mark.parametrize("name", CASES)
def test_the_picture_is_xml_and_nothing_leaves_it(name: str) -> None:
    root = ET.fromstring(picture(report(name)))
    _, _, width, height = map(float, root.attrib["viewBox"].split())
    for part in root.iter():
        for across in ("x", "x1", "x2", "cx"):
            assert 0 <= float(part.attrib.get(across, 0)) <= width, part.attrib
        for down in ("y", "y1", "y2", "cy"):
            assert 0 <= float(part.attrib.get(down, 0)) <= height, part.attrib


def test_names_cannot_break_out_of_it() -> None:
    shown = document("clear-win")
    players = Players(left='</text><script a="&', right="\ufffe\ufffe")
    record = msgspec.structs.replace(shown.record, players=players)
    drawn = picture(verify(Document(record, shown.raw, shown.items)))
    ET.fromstring(drawn)
    assert "<script" not in drawn


def test_what_does_not_hold_is_said_in_the_picture() -> None:
    shown = document("clear-win")
    record = msgspec.structs.replace(shown.record, loser=Side.LEFT)
    drawn = picture(verify(Document(record, shown.raw, shown.items)))
    assert "do NOT agree" in drawn
    assert "does not hold: loser: says left, its evidence gives right" in drawn


def test_a_record_without_evidence_has_words_alone() -> None:
    drawn = picture(verify(Document(Record(key="tombstone", state=RecordState.CANCELLED))))
    assert "nothing to verify: cancelled before any verdict" in drawn


def edges(*changes: tuple[int, bool]) -> list[Edge]:
    return [Edge(Paddle.LEFT, t_ns, active) for t_ns, active in changes]


def test_a_press_that_was_sampled_too_late_is_drawn_all_the_same() -> None:
    assert levels(edges((5, False), (9, False)))[:2] == [(5, True), (5, True)]
    assert levels(edges((5, False), (90, True), (95, False))) == [
        (5, True),
        (5, False),
        (90, True),
        (95, False),
    ]


def test_thousands_of_edges_make_a_bounded_trace() -> None:
    window = Window(0, 1_000_000, 0, 100, 200)
    many = edges(*((n * 10, n % 2 == 0) for n in range(100_000)))
    assert len(trace(many, window, 20, 10)) < 20_000


@pytest.mark.parametrize(
    ("span_ns", "unit", "last"),
    [(20_000, "µs", "20"), (2_000_000, "ms", "2"), (350_000_000, "ms", "350"), (10**10, "s", "10")],
)
def test_the_axis_counts_in_what_makes_short_numbers(span_ns: int, unit: str, last: str) -> None:
    window = Window(0, span_ns, 0, 0, 600)
    assert (window.unit[1], window.ticks()[-1][1]) == (unit, last)
    assert 4 <= len(window.ticks()) <= 12
