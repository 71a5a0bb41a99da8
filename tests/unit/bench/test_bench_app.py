"""The drawn bench under somebody's hands: keys, mouse, help, sizes, ends."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest
from textual.geometry import Offset

from bench_app_kit import AtBench, at_bench
from picture_kit import PLAYED, READY, WIN
from showdown_bench.app import UNIT_GONE
from showdown_bench.app_styles import NO_COLOURS
from showdown_bench.messages import Act, Look, line
from snapshot_kit import screen_text


async def ended(there: AtBench) -> None:
    """Until the app says what it gives."""
    while there.app.return_value is None:
        await asyncio.sleep(0)


async def sized(there: AtBench, width: int, height: int) -> None:
    """Until the picture has that size."""
    while there.app.picture.size != (width, height):
        await asyncio.sleep(0)


LOOK = Look(READY, ("left", "right"))


@pytest.mark.parametrize(
    ("key", "act"),
    [
        ("a", Act("tap", "left", 80)),
        ("l", Act("tap", "right", 80)),
        ("A", Act("toggle", "left")),
        ("L", Act("toggle", "right")),
        ("space", Act("tap", "button", 100)),
        ("1", Act("robot", "left")),
        ("2", Act("robot", "right")),
    ],
)
def test_keys_do_what_the_footer_says(key: str, act: Act) -> None:
    async def play(there: AtBench) -> None:
        await there.keys(key)
        assert there.acts() == [act]

    at_bench(LOOK, play)


def test_h_holds_the_button_as_long_as_what_it_is_for_takes() -> None:
    async def play(there: AtBench) -> None:
        await there.keys("h")
        (act,) = there.acts()
        assert (act.do, act.part) == ("tap", "button")
        assert act.ms > 3_000, "called off after 3 s"
        there.unit_end.send(line(Look(replace(READY, state="not_ready"), ())))
        await there.settle()
        await there.keys("H")
        (act,) = there.acts()
        assert 2_000 < act.ms < 3_000, "the tray was looked at after 2 s"

    at_bench(LOOK, play)


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (60, 20), (40, 12)])
def test_mouse_and_touch_press_what_is_drawn_until_they_let_go(size: tuple[int, int]) -> None:
    async def play(there: AtBench) -> None:
        for box in there.app.picture.drawing.boxes:
            middle = Offset(box.x + box.width // 2, box.y + box.height // 2)
            await there.pilot.mouse_down(offset=middle)
            await there.settle()
            assert there.acts() == [Act("down", box.part, 80)]
            await there.pilot.mouse_up(offset=Offset(0, 0))  # it slid off meanwhile
            await there.settle()
            assert there.acts() == [Act("up", box.part)]
        await there.pilot.mouse_down(offset=Offset(1, 0))
        await there.pilot.mouse_up(offset=Offset(1, 0))
        await there.settle()
        assert there.acts() == []

    at_bench(LOOK, play, size)


def test_a_new_look_is_drawn_and_a_half_one_waits() -> None:
    async def play(there: AtBench) -> None:
        told = line(Look(replace(PLAYED, state="launching", verdict=WIN, tray="right"), ()))
        there.unit_end.send(told[:100])
        await there.settle()
        assert "tipped" not in screen_text(there.app)
        there.unit_end.send(told[100:])
        await there.settle()
        shown = screen_text(there.app)
        assert "Bo (right) loses by 56.5 ms." in shown
        assert "tipped to the right" in shown

    at_bench(LOOK, play)


def test_it_follows_the_size_of_the_terminal() -> None:
    async def play(there: AtBench) -> None:
        for width, height in ((120, 40), (60, 20), (40, 12), (20, 5), (80, 24)):
            await there.pilot.resize_terminal(width, height)
            await asyncio.wait_for(sized(there, width, height), 5)
            await there.settle()
            drawing = there.app.picture.drawing
            assert (drawing.width, drawing.height) == (width, height)
            assert screen_text(there.app) == drawing.text().rstrip("\n") + "\n"

    at_bench(LOOK, play)


@pytest.mark.parametrize("key", ["q", "ctrl+c", "ctrl+q"])
def test_it_is_left_by(key: str) -> None:
    async def play(there: AtBench) -> None:
        await there.app._press_keys([key])
        await asyncio.wait_for(ended(there), 5)
        assert there.app.return_value == 0

    at_bench(LOOK, play)


def test_it_ends_when_the_unit_is_gone() -> None:
    async def play(there: AtBench) -> None:
        there.unit_end.close()
        await asyncio.wait_for(ended(there), 5)
        assert there.app.return_value == UNIT_GONE

    at_bench(LOOK, play)


def test_the_help_says_what_a_keyboard_is_worth() -> None:
    async def play(there: AtBench) -> None:
        await there.keys("?")
        shown = screen_text(there.app)
        assert "stamp_source: keyboard" in shown
        assert "20 ms" in shown
        await there.keys("q")  # closes the help alone
        assert there.app.return_value is None
        assert "timer button" in screen_text(there.app)
        await there.keys("a")
        assert there.acts() == [Act("tap", "left", 80)]

    at_bench(LOOK, play)


def test_without_colours_nothing_is_coloured() -> None:
    async def play(there: AtBench) -> None:
        for strip in there.app.screen._compositor.render_strips():
            for _, style, _ in strip:
                for colour in (style.color, style.bgcolor) if style else ():
                    assert colour is None or colour.is_default

    at_bench(Look(replace(READY, faults=("F: broken",)), ()), play, styles=NO_COLOURS)


def test_ascii_alone_where_the_terminal_shows_no_more() -> None:
    async def play(there: AtBench) -> None:
        assert screen_text(there.app).isascii()

    at_bench(Look(replace(PLAYED, left_name="Åse", verdict=WIN), ()), play, unicode=False)


def test_robots_are_called_so_and_named_in_the_footer() -> None:
    async def play(there: AtBench) -> None:
        shown = screen_text(there.app)
        assert "Ana (robot)" in shown
        assert "Bo (robot)" not in shown
        assert "robot: left" in shown

    at_bench(Look(PLAYED, ("left",)), play)
