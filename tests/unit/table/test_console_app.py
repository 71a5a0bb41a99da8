"""The console at terminals of three sizes: every state as it looks, and what keys do."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from console_kit import RECORD, STATUS, Desk, at_console
from showdown_table.console_view import TrafficView
from snapshot_kit import compare, screen_text

SIZES = [(80, 24), (120, 40), (60, 20)]
LOOK = os.environ.get("LOOK_AT")  # a folder: pictures of the screens are written there


def view(desk: Desk) -> TrafficView:
    return desk.app.query_one(TrafficView)


def opened(desk: Desk) -> None:
    wire = desk.wire
    wire.tell("showdown-unit 100000003d1d1c36, firmware 0.1.0, backend mock, control")
    wire.request("hello", {"proto": [1], "client": "console"}, "h")
    wire.reply({"session": "s1", "boot": "9f2c5a1e07b84d63a1f09c3d5be27f40"}, "h")
    wire.beat()


async def empty(desk: Desk) -> None:
    opened(desk)
    await desk.settle()


async def completion(desk: Desk) -> None:
    opened(desk)
    await desk.write("settings.set values.h")
    await desk.type("tab", "tab")


async def readable(desk: Desk) -> None:
    opened(desk)
    desk.wire.request("status")
    desk.wire.reply(STATUS)
    await desk.write("showdown.start cards=")


async def error(desk: Desk) -> None:
    opened(desk)
    params = {"key": "01J8ZK3X9M2Q", "cards": 2, "start": "button"}
    desk.wire.request("showdown.start", params)
    desk.wire.error("NOT_READY", reasons=["tray_unknown", "selftest"])
    desk.wire.request("showdown.get", {"key": "short"}, "a.2")
    reason = "takes 8 to 64 of A-Z, a-z, 0-9, _ and -"
    desk.wire.error("INVALID_PARAMS", "a.2", param="key", reason=reason)
    await desk.write("showdown.start start=now")


async def raw(desk: Desk) -> None:
    opened(desk)
    desk.wire.request("ping")
    desk.wire.reply({"boot": "9f2c5a1e07b84d63a1f09c3d5be27f40", "up_ms": 81234, "seq": 40})
    desk.wire.put("in", b'{"jsonrpc":"2.0","id":1,"result":{}}*00000000', crc=False)
    desk.wire.put("in", b"\xff\x00garbage", crc=None)
    await desk.line("filter all")
    await desk.type("f2")


async def filtered(desk: Desk) -> None:
    opened(desk)
    for _ in range(30):
        desk.wire.beat()
    desk.wire.event("showdown.state", key="01J8ZK3X9M2Q", state="counting", attempt=1)
    desk.wire.event("showdown.done", record=RECORD)
    desk.wire.tell("control taken by somebody; this console observes now")
    await desk.line("filter events")
    await desk.line("find 01J8ZK")


async def lost(desk: Desk) -> None:
    opened(desk)
    desk.wire.request("showdown.wait", {"key": "01J8ZK3X9M2Q", "until": "done"})
    desk.wire.up, desk.wire.waiting = False, 1
    desk.wire.tell("link lost: unplugged. Looking for it", problem=True)
    await desk.settle()


async def helped(desk: Desk) -> None:
    opened(desk)
    await desk.line("help showdown.start")
    await desk.settle()


STATES = [empty, completion, readable, error, raw, filtered, lost, helped]


def picture(desk: Desk, name: str) -> None:
    """For eyes: the screen as a picture."""
    if LOOK:
        svg = Path(LOOK) / f"{name}.svg"
        svg.write_text(desk.app.export_screenshot(), encoding="utf-8")
        subprocess.run(
            ["rsvg-convert", "-w", "1100", svg, "-o", svg.with_suffix(".png")], check=True
        )


@pytest.mark.parametrize("state", STATES, ids=lambda state: state.__name__)
def test_without_colour_the_same_words_stand_there(state, tmp_path, monkeypatch):
    monkeypatch.setenv("NO_COLOR", "1")

    async def play(desk: Desk) -> None:
        await state(desk)
        await desk.settle()
        picture(desk, f"console-{state.__name__}-grey")
        compare(f"console-{state.__name__}-80x24", screen_text(desk.app))

    at_console(tmp_path, play)


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("state", STATES, ids=lambda state: state.__name__)
def test_how_it_looks(state: Callable[[Desk], Awaitable[None]], size, tmp_path):
    name = f"console-{state.__name__}-{size[0]}x{size[1]}"

    async def play(desk: Desk) -> None:
        await state(desk)
        await desk.settle()
        picture(desk, name)
        compare(name, screen_text(desk.app))

    at_console(tmp_path, play, size)
