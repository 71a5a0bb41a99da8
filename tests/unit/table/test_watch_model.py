"""What the watch makes of what it hears, at which time."""

from __future__ import annotations

import pytest

from showdown_table.watch_model import client_words, shortened
from watch_kit import KEY, Story


def test_without_a_heartbeat_what_is_shown_is_marked_as_old_until_one_comes():
    story = Story()
    story.start("counting", "racing")
    assert story.view().green is True
    story.rest(4.9)
    assert story.view().green is True
    assert not any("stale" in note for note in story.view().notes)
    story.rest(0.2)
    view = story.view()
    assert view.notes[0].startswith("stale: no heartbeat for 5 s")
    assert (view.red, view.amber, view.green, view.left_down) == (None, None, None, None)
    assert view.linked
    story.beat()
    assert story.view().green is True


def test_who_holds_control_comes_with_heartbeats():
    story = Story()
    story.open()
    assert story.view().control == "showdown-host on laptop"
    story.beat(None)
    assert story.view().control == ""
    story.beat("tabletop")
    assert story.view().control == "tabletop"
    story.event("link.down", reason="unplugged")
    assert story.view().control is None


def test_a_lost_link_says_why_and_that_it_looks_on():
    story = Story()
    story.start("counting")
    story.event("link.down", reason="unplugged")
    view = story.view()
    assert not view.linked
    assert view.notes[0] == "looking for it again: unplugged"
    assert len(view.rows) == 4, "what was read stays"
    story.watched.lost("/dev/ttyACM0: no such port")
    assert story.view().notes[0] == "looking for it again: /dev/ttyACM0: no such port"


def test_a_heartbeat_of_a_link_that_is_gone_changes_nothing():
    story = Story()
    story.open()
    story.event("link.down", reason="unplugged")
    story.beat()
    assert not story.view().linked


def test_a_result_stands_as_long_as_on_the_unit_and_then_goes_by_time_alone():
    story = Story()
    story.start("counting", "racing")
    story.end(outcome="win", loser="left", launch="completed")
    assert story.view().verdict is not None
    story.rest(4)
    assert story.view().verdict is not None
    story.rest(2)
    assert story.view().verdict is None
    assert story.view().rows[0].key == KEY


def test_missed_events_are_told_for_a_minute():
    story = Story()
    story.open()
    story.event("events.missed", count=1)
    story.event("events.missed", count=11)
    assert any("12 events missed for good" in note for note in story.view().notes)
    story.rest(61)
    story.beat()
    assert not any("missed" in note for note in story.view().notes)


def test_records_that_run_are_none_of_the_list():
    story = Story()
    story.open()
    story.watched.records([{"key": KEY, "state": "racing"}, {"key": "OLD", "state": "aborted"}])
    assert [(row.key, row.outcome) for row in story.view().rows] == [("OLD", "aborted")]


@pytest.mark.parametrize(
    ("client", "words"),
    [
        ("showdown-host laptop 4711 0a1b2c3d", "showdown-host on laptop"),
        ("my tabletop", "my tabletop"),
        (None, ""),
        (5, ""),
    ],
)
def test_clients_are_called_as_people_know_them(client, words):
    assert client_words(client) == words


@pytest.mark.parametrize(
    ("text", "short"),
    [
        ("/dev/ttyACM0: no such port", "/dev/ttyACM0: no such port"),
        ("unix:/run/showdown-unit/showdown.sock", "showdown.sock"),
        ("/home/somebody/units/unit.tty is in use", "unit.tty is in use"),
        ("COM5", "COM5"),
    ],
)
def test_long_paths_are_shortened(text, short):
    assert shortened(text) == short
