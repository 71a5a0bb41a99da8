"""Evidence that no unit makes: told in words, never a traceback."""

from __future__ import annotations

import re

import msgspec
import pytest

from evidence_kit import again
from race_cases import document
from showdown_host.documents import Document
from showdown_host.race_svg import picture
from showdown_host.race_table import table
from showdown_host.verify import Status, verify
from showdown_host.verify_words import words
from showdown_protocol.records import Players
from showdown_referee.limits import MS, US

CLEAR = document("clear-win")


@pytest.mark.parametrize("name", ["practice", "clear-win"])
def test_a_late_edge_that_takes_the_deciding_press_away_is_a_fault_in_words(name: str) -> None:
    """What the slower press is looked up in has lost the faster one."""
    shown = document(name)
    items = [dict(item) for item in shown.raw or ()]
    items[1] = items[1] | {"idle_left_ns": -100}
    spot = next(i for i, item in enumerate(items) if item["what"] == "verdict") + 1
    items.insert(spot, {"what": "edge", "side": "left", "level": False, "t_ns": -5})
    report = verify(again(shown.record, items))
    assert report.status is Status.FAILS
    assert any(point.name == "late edges of attempt 1" for point in report.faults)
    assert re.search(r"left( \(Ana\))? pressed", words(report))
    assert table(report)
    assert picture(report).endswith("</svg>\n")


def test_no_name_turns_the_words_of_a_picture_around() -> None:
    players = Players(left="\u202eAna", right="Bo\u2066")
    record = msgspec.structs.replace(CLEAR.record, players=players)
    drawn = picture(verify(Document(record, CLEAR.raw, CLEAR.items)))
    assert "Ana" in drawn
    assert not set(drawn) & set("\u202e\u2066")


@pytest.mark.parametrize("late_ms", [99, 101, 3_000])
def test_a_green_that_was_held_back_is_told_of(late_ms: int) -> None:
    """The drawn hold is kept to only if nobody waits for a better moment after it."""
    late_ns = late_ms * MS
    moved = ("t_ns", "until_ns", "before_ns", "after_ns")
    items = [dict(item) for item in document("clear-win").raw or ()]
    for item in items[2:]:
        item |= {name: item[name] + late_ns for name in moved if name in item}
    report = verify(again(document("clear-win").record, items))
    assert report.status is Status.HOLDS
    told = re.search(r"green came (.*) after count and hold were over", words(report))
    assert (told is not None) == (late_ms > 100)
    assert told is None or float(told[1].split()[0]) in (101.0, 3.0)


@pytest.mark.parametrize("name", ["clear-win", "handicap"])
def test_no_handicap_hides_below_a_millisecond(name: str) -> None:
    """A record tells whole ones, and no unit takes others."""
    shown = document(name)
    head, *items = [dict(item) for item in shown.raw or ()]
    limits = head["limits"]
    head["limits"] = limits | {"handicap_left_ns": limits["handicap_left_ns"] + 900 * US}
    found = [point.name for point in verify(again(shown.record, [head, *items])).faults]
    assert "handicap_ms" in found
