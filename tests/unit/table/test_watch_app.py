"""The picture on the host at terminals of three sizes: every state as it looks."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from showdown_host.errors import PermissionDenied
from showdown_table.watch_app import Picture
from snapshot_kit import compare, screen_text
from watch_kit import Seat, Story, looking

SIZES = [(80, 24), (120, 40), (60, 20)]
LOOK = os.environ.get("LOOK_AT")  # a folder: pictures of the screens are written there
REACTIONS = {"left": 231_415, "right": 287_902}


def seeking(story: Story) -> None:
    story.watched.lost("no unit found on the USB, no bench of yours, no unit of this computer")


def ready(story: Story) -> None:
    story.open()


def not_ready(story: Story) -> None:
    story.open("not_ready", not_ready=["tray_unknown"], tray="unknown")


def armed(story: Story) -> None:
    story.start()


def held(story: Story) -> None:
    story.start()
    story.event("showdown.state", key="01J8ZK4C0000", state="armed", held=["left"])


def counting(story: Story) -> None:
    story.start("counting")


def racing(story: Story) -> None:
    story.start("counting", "racing")


def win(story: Story) -> None:
    story.start("counting", "racing")
    story.end(outcome="win", loser="right", reaction_us=REACTIONS, margin_us=56_487,
              launch="started")  # fmt: skip


def false_start(story: Story) -> None:
    story.start("counting")
    story.end(outcome="false_start", loser="left", launch="started")


def dead_heat(story: Story) -> None:
    story.start("counting", "racing")
    story.event("showdown.state", key="01J8ZK4C0000", state="armed", attempt=1,
                outcome="dead_heat")  # fmt: skip


def no_press(story: Story) -> None:
    story.start("counting", "racing")
    story.end(outcome="no_press", loser=None)


def lost(story: Story) -> None:
    story.start("counting")
    story.event("link.down", reason="nothing heard for 10000 ms")


def stale(story: Story) -> None:
    story.start("counting")
    story.rest(6)


def elsewhere(story: Story) -> None:
    story.open()
    story.beat("tabletop of the other room")
    story.event("events.missed", count=12)


def faults(story: Story) -> None:
    fault = {"code": "STORAGE", "message": "the state folder is full: make room, then restart"}
    story.open("fault", faults=[fault], not_ready=["fault"],
               power={"low_voltage": True, "throttled": False})  # fmt: skip


STATES = [
    seeking, ready, not_ready, armed, held, counting, racing, win, false_start, dead_heat,
    no_press, lost, stale, elsewhere, faults,
]  # fmt: skip


def picture(seat: Seat, name: str) -> None:
    """For eyes: the screen as a picture."""
    if LOOK:
        svg = Path(LOOK) / f"{name}.svg"
        svg.write_text(seat.app.export_screenshot(), encoding="utf-8")
        command = ["rsvg-convert", "-w", "1100", svg, "-o", svg.with_suffix(".png")]
        subprocess.run(command, check=True)


def shown(state: Callable[[Story], None], name: str, looks: str, size: tuple[int, int]) -> None:
    story = Story()
    state(story)

    async def play(seat: Seat) -> None:
        seat.app.look()
        await seat.settle()
        picture(seat, looks)
        compare(name, screen_text(seat.app))

    looking(story, play, size)


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("state", STATES, ids=lambda state: state.__name__)
def test_how_it_looks(state, size):
    name = f"watch-{state.__name__.replace('_', '-')}-{size[0]}x{size[1]}"
    shown(state, name, name, size)


@pytest.mark.parametrize("state", STATES, ids=lambda state: state.__name__)
def test_without_colour_the_same_words_stand_there(state, monkeypatch):
    monkeypatch.setenv("NO_COLOR", "1")
    name = f"watch-{state.__name__.replace('_', '-')}"
    shown(state, f"{name}-80x24", f"{name}-grey", (80, 24))


def test_with_ascii_alone():
    story = Story()
    win(story)

    async def play(seat: Seat) -> None:
        assert screen_text(seat.app).isascii()
        compare("watch-win-ascii", screen_text(seat.app))

    looking(story, play, unicode=False)


def test_it_follows_the_size_of_the_terminal():
    story = Story()
    racing(story)

    async def play(seat: Seat) -> None:
        for size in ((120, 40), (40, 12), (60, 20)):
            await seat.pilot.resize_terminal(*size)
            for _ in range(100):
                await seat.settle()
                text = screen_text(seat.app)
                if seat.app.query_one(Picture).size == size and "q ends" in text:
                    break
            assert seat.app.screen.size == size
            assert "GREEN" in text
            assert "q ends" in text

    looking(story, play)


@pytest.mark.parametrize("key", ["q", "escape", "ctrl+c", "ctrl+d"])
def test_a_key_ends_it(key):
    async def play(seat: Seat) -> None:
        await seat.type(key)
        assert seat.app._exit

    looking(Story(), play)


def test_where_looking_on_is_of_no_use_it_ends():
    story = Story()

    async def play(seat: Seat) -> None:
        story.failure = PermissionDenied("this user may not open it")
        seat.app.look()
        await seat.settle()
        assert seat.app._exit

    looking(story, play)
