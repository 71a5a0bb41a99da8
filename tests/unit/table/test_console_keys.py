"""The console's keys and words: history, completion, views, search, files, bursts."""

from __future__ import annotations

import json

import pytest

from console_kit import Desk, at_console
from showdown_host.console_history import History
from showdown_table import console_traffic, console_view
from showdown_table.console_input import ConsoleInput
from showdown_table.console_traffic import Filter
from showdown_table.console_view import TrafficView
from snapshot_kit import screen_text


def field(desk: Desk) -> ConsoleInput:
    return desk.app.query_one(ConsoleInput)


def view(desk: Desk) -> TrafficView:
    return desk.app.query_one(TrafficView)


def test_a_line_is_sent_as_it_is_meant_and_kept(tmp_path):
    async def play(desk: Desk) -> None:
        await desk.line("showdown.get key=KEY00001")
        await desk.line('showdown.lines {"key": "KEY00001", "left": 1, "right": 0}')
        assert desk.wire.asked == [
            ("showdown.get", {"key": "KEY00001"}),
            ("showdown.lines", {"key": "KEY00001", "left": 1, "right": 0}),
        ]
        assert field(desk).value == ""

    at_console(tmp_path, play)
    assert len(History(tmp_path / "history").lines) == 2


def test_a_line_that_is_wrong_is_not_sent_and_says_why(tmp_path):
    async def play(desk: Desk) -> None:
        await desk.line("showdown.get KEY00001")
        assert desk.wire.asked == []
        assert "'KEY00001' is not name=value" in screen_text(desk.app)

    at_console(tmp_path, play)


def test_what_cannot_be_taken_back_is_named_in_the_traffic_too(tmp_path):
    async def play(desk: Desk) -> None:
        await desk.line("showdown.start start=now cards=3")
        assert desk.wire.asked[0][1] == {"start": "now", "cards": 3}
        assert "3 cards may fly" in screen_text(desk.app)

    at_console(tmp_path, play)


def test_up_and_down_go_through_the_lines_of_this_start_and_of_earlier_ones(tmp_path):
    History(tmp_path / "history").add("ping nonce=old")

    async def play(desk: Desk) -> None:
        await desk.line("status")
        await desk.write("sta")
        for key, line in [
            ("up", "status"), ("up", "ping nonce=old"), ("up", "ping nonce=old"),
            ("down", "status"), ("down", "sta"), ("down", "sta"),
        ]:  # fmt: skip
            await desk.type(key)
            assert field(desk).value == line

    at_console(tmp_path, play)


def test_tab_completes_a_whole_line(tmp_path):
    async def play(desk: Desk) -> None:
        desk.wire.reply({"key": "KEY00001"})
        await desk.write("showdown.g")
        await desk.type("tab")
        assert field(desk).value == "showdown.get "
        await desk.write("k")
        await desk.type("tab")
        assert field(desk).value == "showdown.get key="
        await desk.type("tab")
        assert field(desk).value == "showdown.get key=KEY00001 "
        await desk.type("enter")
        assert desk.wire.asked == [("showdown.get", {"key": "KEY00001"})]

    at_console(tmp_path, play)


def test_of_several_ways_to_go_on_one_is_chosen_by_keys_and_enter_takes_it_alone(tmp_path):
    async def play(desk: Desk) -> None:
        await desk.write("selftest part=")
        await desk.type("tab", "tab", "down", "down")
        assert "> lamps" in screen_text(desk.app)
        await desk.type("enter")
        assert field(desk).value == "selftest part=lamps "
        assert desk.wire.asked == []

    at_console(tmp_path, play)


def test_typing_narrows_the_open_list_and_escape_shuts_it(tmp_path):
    async def play(desk: Desk) -> None:
        await desk.write("s")
        await desk.type("tab")
        assert "showdown.start" in screen_text(desk.app)
        await desk.write("t")
        assert "showdown.start" not in screen_text(desk.app)
        assert "stats" in screen_text(desk.app)
        await desk.type("escape")
        assert "stats" not in screen_text(desk.app)
        assert field(desk).value == "st"

    at_console(tmp_path, play)


def test_views_and_filters_by_word_and_by_key(tmp_path):
    async def play(desk: Desk) -> None:
        await desk.line("raw")
        assert view(desk).raw
        await desk.line("readable")
        assert not view(desk).raw
        await desk.type("f2")
        assert view(desk).raw
        await desk.line("filter errors")
        assert view(desk).chosen is Filter.ERRORS
        await desk.type("ctrl+t")
        assert view(desk).chosen is Filter.ALL
        await desk.line("filter loud")
        assert "filter takes all, calm, events, errors" in screen_text(desk.app)

    at_console(tmp_path, play)


def test_heartbeats_are_hidden_counted_and_shown_when_asked_for(tmp_path):
    async def play(desk: Desk) -> None:
        for _ in range(3):
            desk.wire.beat()
        await desk.settle()
        assert "3 hidden" in screen_text(desk.app)
        assert "heartbeat" not in screen_text(desk.app)
        await desk.line("filter all")
        assert screen_text(desk.app).count("heartbeat:") == 3

    at_console(tmp_path, play)


def test_finding_shows_what_holds_the_text_until_escape(tmp_path):
    async def play(desk: Desk) -> None:
        desk.wire.event("button")
        desk.wire.event("shutdown", reason="update")
        await desk.type("f4")
        await desk.write("update")
        await desk.type("enter")
        assert "button" not in screen_text(desk.app)
        assert "update" in screen_text(desk.app)
        await desk.type("escape")
        assert "button" in screen_text(desk.app)

    at_console(tmp_path, play)


def test_save_writes_what_is_kept_as_json_lines(tmp_path):
    async def play(desk: Desk) -> None:
        desk.wire.request("ping")
        desk.wire.reply({})
        await desk.line(f"save {tmp_path / 'out'}")
        await desk.line(f"save {tmp_path}")
        assert "2 lines added" in screen_text(desk.app).replace("\n", "")
        assert "not saved" in screen_text(desk.app)

    at_console(tmp_path, play, (120, 40))
    kept = [json.loads(line) for line in (tmp_path / "out").read_text().splitlines()]
    assert [one["way"] for one in kept] == ["out", "in"]


def test_scrolling_back_stays_where_it_is_while_lines_come(tmp_path):
    async def play(desk: Desk) -> None:
        for _ in range(60):
            desk.wire.event("button")
        await desk.settle()
        assert view(desk).following
        await desk.type("pageup")
        before = [line[:70].rstrip() for line in screen_text(desk.app).splitlines()[1:20]]
        for _ in range(5):
            desk.wire.event("button")
        await desk.settle()
        assert [line[:70].rstrip() for line in screen_text(desk.app).splitlines()[1:20]] == before
        assert "5 newer lines below" in screen_text(desk.app)
        await desk.type("escape")
        assert view(desk).following
        assert "newer lines" not in screen_text(desk.app)

    at_console(tmp_path, play)


def test_a_burst_is_shown_to_its_end_in_bounded_memory_and_says_what_was_dropped(
    tmp_path, monkeypatch
):
    monkeypatch.setattr(console_traffic, "KEPT", 200)
    monkeypatch.setattr(console_traffic, "SLACK", 20)

    async def play(desk: Desk) -> None:
        for number in range(1000):
            desk.wire.event("button", number=number)
            if number % 150 == 149:
                await desk.settle()
        await desk.settle()
        text = screen_text(desk.app)
        assert "number  999" in text
        assert f"{desk.wire.traffic.dropped} oldest lines dropped" in text
        assert len(view(desk)._lines) <= 2 * 220
        assert desk.wire.traffic.count == 1000

    at_console(tmp_path, play)


def test_clear_empties_the_view(tmp_path):
    async def play(desk: Desk) -> None:
        desk.wire.event("button")
        await desk.settle()
        await desk.line("clear")
        assert "button" not in screen_text(desk.app)
        desk.wire.event("shutdown", reason="update")
        await desk.settle()
        assert "update" in screen_text(desk.app)

    at_console(tmp_path, play)


def test_help_of_everything_and_of_the_method_that_is_typed(tmp_path):
    async def play(desk: Desk) -> None:
        await desk.type("f1")
        await desk.type("ctrl+home")
        assert "METHOD [name=value ...]" in screen_text(desk.app)
        await desk.write("identify")
        await desk.type("f1")
        assert "The unit blinks for three seconds" in screen_text(desk.app)
        assert field(desk).value == "identify"

    at_console(tmp_path, play, (80, 40))


@pytest.mark.parametrize("keys", ["ctrl+c", "ctrl+d", "q u i t enter"])
def test_the_ways_out(tmp_path, keys):
    async def play(desk: Desk) -> None:
        await desk.keys(keys)
        assert desk.app._exit

    at_console(tmp_path, play)


def test_ctrl_d_in_a_line_deletes(tmp_path):
    async def play(desk: Desk) -> None:
        await desk.write("pong")
        await desk.type("home", "ctrl+d")
        assert field(desk).value == "ong"
        assert not desk.app._exit

    at_console(tmp_path, play)


def test_a_log_that_ends_is_told(tmp_path):
    async def play(desk: Desk) -> None:
        desk.wire.trouble = "/log: the log ends here: No space left on device"
        desk.wire.beat()
        await desk.settle()
        assert "the log ends here" in screen_text(desk.app)

    at_console(tmp_path, play)


@pytest.mark.parametrize("size", [(40, 10), (24, 8)])
def test_small_terminals_still_have_a_line_to_type_in(tmp_path, size):
    async def play(desk: Desk) -> None:
        await desk.write("status")
        await desk.type("enter")
        assert desk.wire.asked == [("status", {})]
        desk.wire.event("button")
        await desk.settle()
        assert "button" in screen_text(desk.app)

    at_console(tmp_path, play, size)


def test_without_colour_no_line_is_dimmed_into_the_background(tmp_path, monkeypatch):
    monkeypatch.setenv("NO_COLOR", "1")

    async def play(desk: Desk) -> None:
        desk.wire.error("BUSY", active="KEY00001")
        await desk.settle()
        styles = [part.style for part in view(desk).render_line(0) if "BUSY" in part.text]
        assert styles
        assert all(style is not None and style.color is None and style.bold for style in styles)

    at_console(tmp_path, play)


def test_every_tone_can_be_drawn():
    assert set(console_view.TONES) == set(console_view.Tone.__args__)
