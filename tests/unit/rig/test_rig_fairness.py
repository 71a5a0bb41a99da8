"""What `make fairness` reckons, asks, writes and draws, on made-up duels. No rig is needed."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest

from rig import fairness, fairness_picture, fairness_text
from rig.fairness_rows import DESIGNS, Duel, Row, binomial_p, wilson

US, MS = 1_000, 1_000_000
SVG = "{http://www.w3.org/2000/svg}"
KEPT: dict[str, Any] = {"duels": 5, "seed": "7", "versions": {"Linux": "6.12", "gpiod": "2.5.0"}}


def made_row(
    *said: str, design: str = "gpiod", apart_ns: int = 100 * US, resolution_ns: int | None = 20 * US
) -> Row:
    """Duels in which the left one and the right one are first in turn; `right` is `ok`."""
    duels = []
    for n, word in enumerate(said):
        first = ("left", "right")[n % 2]
        other = ("right", "left")[n % 2]
        duels.append(Duel({"ok": first, "ko": other}.get(word, word), first, apart_ns))
    return Row(design, apart_ns, resolution_ns, tuple(duels))


def made_table() -> list[Row]:
    """All designs at two gaps: the unit is right, the programs are wrong in half at the first."""
    rows = []
    for design in DESIGNS:
        unit = design in ("gpiod", "lgpio", "shim")
        for gap_ns in (20 * US, 10 * MS):
            said = ["ok", "ok", "ok", "ok"] if unit or gap_ns > MS else ["ok", "ok", "ko", "ko"]
            rows.append(
                made_row(
                    *said,
                    design=design,
                    apart_ns=gap_ns,
                    resolution_ns=10 * US if unit else None,
                )
            )
    return rows


def test_wilsons_bounds_are_those_of_the_tables() -> None:
    assert wilson(0, 20) == pytest.approx((0.0, 0.1611), abs=1e-4)
    assert wilson(10, 20) == pytest.approx((0.2993, 0.7007), abs=1e-4)
    assert wilson(0, 0) == (0.0, 1.0)


def test_a_bias_shows_in_the_binomial_p() -> None:
    assert binomial_p(10, 20) == 1.0
    assert binomial_p(20, 20) == binomial_p(0, 20) == pytest.approx(2 / 2**20)
    assert binomial_p(15, 20) == binomial_p(5, 20) == pytest.approx(0.0414, abs=1e-4)
    assert binomial_p(10, 21) == 1.0
    assert binomial_p(0, 0) == 1.0


def test_a_row_counts_what_was_said_of_its_duels() -> None:
    row = made_row("ok", "ko", "ok", "dead heat", "void", "called off: fault", "nobody")
    assert (row.right, row.wrong, row.decided) == (2, 1, 3)
    assert (row.dead_heat, row.void, row.left_won) == (1, 3, 3)


def test_a_row_that_is_right_throughout_passes() -> None:
    assert made_row(*["ok"] * 20).failures() == []


def test_a_wrong_verdict_fails_from_the_resolution_on_and_not_below() -> None:
    said = ["ok"] * 19 + ["ko"]
    assert made_row(*said, apart_ns=20 * US).failures() == ["1 wrong"]
    assert made_row(*said, apart_ns=20 * US - 1).failures() == []


def test_more_than_one_in_a_hundred_undecided_fails_from_twice_the_resolution_on() -> None:
    said = ["ok"] * 198 + ["dead heat", "void"]
    assert made_row(*said, apart_ns=40 * US).failures() == []
    said = ["ok"] * 197 + ["dead heat", "void", "nobody"]
    assert made_row(*said, apart_ns=40 * US).failures() == ["3 of 200 undecided"]
    assert made_row(*said, apart_ns=40 * US - 1).failures() == []


def test_a_side_that_wins_too_often_fails_at_any_gap() -> None:
    said = ["ok", "dead heat"] * 9  # the left one wins each
    assert made_row(*said, apart_ns=12 * US).failures() == ["bias"]


@pytest.mark.parametrize(("design", "finest_us"), [("gpiod", 50), ("lgpio", 100)])
def test_a_resolution_stated_too_coarse_fails(design: str, finest_us: int) -> None:
    at = made_row("ok", "ok", design=design, resolution_ns=finest_us * US)
    above = made_row("ok", "ok", design=design, resolution_ns=finest_us * US + 1)
    assert at.failures() == []
    assert above.failures() == [f"resolution above {finest_us} µs"]


def test_nothing_is_asked_of_a_simple_program() -> None:
    row = made_row(*["ko", "nobody"] * 20, design="polling", resolution_ns=None)
    assert row.failures() == []


def test_the_runs_of_all_conditions_are_summed_by_design_and_gap() -> None:
    cell = {"gap_ns": 20 * US, "duels": [["left", "left", 20_100], ["dead heat", "right", 19_900]]}
    run = {"design": "lgpio", "resolution_ns": 50 * US, "cells": [cell]}
    (row,) = fairness.rows_of({"runs": [run, run, {**run, "resolution_ns": 50 * US}]})
    assert (row.design, row.gap_ns, row.resolution_ns) == ("lgpio", 20 * US, 50 * US)
    assert (len(row.duels), row.right, row.dead_heat) == (6, 3, 3)


def test_the_page_says_how_it_was_played_and_what_failed() -> None:
    rows = [*made_table(), made_row(*["ok"] * 3, "ko", design="lgpio", apart_ns=200 * US)]
    page = fairness_text.page(rows, KEPT)
    assert "`make fairness DUELS=5 SEED=7 WRITE=1`" in page
    assert "Linux 6.12" in page
    assert "fairness.svg" in page
    assert re.search(r"\| 200 µs \| +4 \| +75\.0 % \| .* 1 \| .* 1 wrong \|", page)
    assert "Criteria met in 6 of the unit's 7 rows." in page
    lines = [line for line in page.splitlines() if line.startswith("|")]
    assert len(lines) == 2 * len(DESIGNS) + len(rows)


def test_the_table_goes_between_the_marks_and_nowhere_else(tmp_path: Path) -> None:
    path = tmp_path / "timing.md"
    marks = f"{fairness_text.BEGIN}\nold\n{fairness_text.END}"
    path.write_text(f"before\n{marks}\nafter\n")
    for text in ("one", "two"):
        fairness_text.put(path, text)
        assert path.read_text() == (
            f"before\n{fairness_text.BEGIN}\n\n{text}\n\n{fairness_text.END}\nafter\n"
        )


@pytest.mark.parametrize("words", [None, "", "<!-- fairness:begin -->"])
def test_a_page_without_the_marks_is_left_alone(tmp_path: Path, words: str | None) -> None:
    path = tmp_path / "timing.md"
    if words is not None:
        path.write_text(words)
    with pytest.raises(fairness_text.NoPlaceError, match=r"timing\.md must have"):
        fairness_text.put(path, "table")
    assert words is None or path.read_text() == words


def test_the_picture_has_a_line_a_design_at_the_height_of_its_wrong_share() -> None:
    picture = ET.fromstring(fairness_picture.drawn(made_table()))
    lines = picture.findall(f"{SVG}polyline")
    assert len(lines) == len(DESIGNS)
    for design, line in zip(DESIGNS, lines, strict=True):
        points = [
            tuple(float(number) for number in point.split(","))
            for point in line.attrib["points"].split()
        ]
        first = (
            fairness_picture.BOTTOM
            if design in ("gpiod", "lgpio", "shim")
            else (
                fairness_picture.TOP  # half of its duels, which is the most: the axis ends there
            )
        )
        assert points == [
            (fairness_picture.LEFT, first),
            (fairness_picture.RIGHT, fairness_picture.BOTTOM),
        ]


def test_the_picture_names_its_axes_and_designs() -> None:
    picture = ET.fromstring(fairness_picture.drawn(made_table()))
    words = {element.text for element in picture.iter(f"{SVG}text")}
    assert {*DESIGNS.values(), "20 µs", "1 ms", "10 ms", "0 %", "50 %"} <= words
    assert "gap between the two presses (µs, ms)" in words
    assert "wrong, of all duels" in words


def test_the_gaps_axis_is_logarithmic() -> None:
    rows = [made_row("ok", apart_ns=us * US) for us in (10, 100, 1000)]
    (line,) = ET.fromstring(fairness_picture.drawn(rows)).findall(f"{SVG}polyline")
    xs = [float(point.split(",")[0]) for point in line.attrib["points"].split()]
    assert xs[1] - xs[0] == pytest.approx(xs[2] - xs[1], abs=0.2)


def test_a_picture_without_a_wrong_verdict_still_has_a_scale() -> None:
    picture = fairness_picture.drawn([made_row("ok", "ok")])
    assert ">10 %<" in picture
