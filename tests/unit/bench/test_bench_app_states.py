"""The drawn bench in each state: what a real unit in virtual time makes of the picture.

Each snapshot has the three layouts, then how the cells of the standard one are styled, with
colours and without.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from rich.segment import Segment
from rich.style import Style as Shown

from bench_app_kit import AtBench, KeyboardWorld, at_bench, keyboard_world
from showdown_bench.app_styles import COLOURS, NO_COLOURS
from showdown_bench.messages import Look
from showdown_hw.errors import HardwareError
from showdown_picture import follow
from showdown_picture.view import View
from snapshot_kit import compare, screen_text
from unit_kit import MS, PLAYERS

SIZES = ((80, 24), (120, 40), (60, 20))
SEED_OF_LOCAL_KEYS = "local-"


def ready(unit: KeyboardWorld) -> None:
    unit.run_for(2_100)


def armed(unit: KeyboardWorld) -> None:
    unit.started(players=PLAYERS, cards=2)


def held(unit: KeyboardWorld) -> None:
    armed(unit)
    unit.hands.press("left")
    unit.button()
    unit.run_for(600)


def count(unit: KeyboardWorld) -> None:
    armed(unit)
    unit.button()
    unit.to_count()


def hold(unit: KeyboardWorld) -> None:
    count(unit)
    unit.to_hold()


def green(unit: KeyboardWorld) -> None:
    hold(unit)
    unit.to_green()


def lost(unit: KeyboardWorld, side: str) -> None:
    """Green, and that side is the slower one; its cards are about to fly."""
    green(unit)
    at_ns = unit.last("lamp_green", 1)
    other = "left" if side == "right" else "right"
    unit.press(other, at_ns + 231 * MS)
    unit.press(side, at_ns + 287 * MS)
    unit.run_until(lambda: unit.pins.tray == side)
    unit.run_for(80)


def left_loses(unit: KeyboardWorld) -> None:
    lost(unit, "left")


def right_loses(unit: KeyboardWorld) -> None:
    lost(unit, "right")


def over(unit: KeyboardWorld) -> None:
    lost(unit, "right")
    unit.over()


def false_start(unit: KeyboardWorld) -> None:
    hold(unit)
    unit.hands.press("right")
    unit.run_for(60)
    unit.run_until(lambda: unit.view.verdict is not None)


def again(unit: KeyboardWorld) -> None:
    """Keys 15 ms apart."""
    green(unit)
    at_ns = unit.last("lamp_green", 1)
    unit.press("left", at_ns + 231 * MS)
    unit.press("right", at_ns + 246 * MS)
    unit.run_for(400)


def unclear(unit: KeyboardWorld) -> None:
    for _ in range(unit.config.referee.max_attempts):
        unit.run_until(lambda: unit.word in {"ready", "armed"})
        if unit.word == "ready":
            armed(unit)
            unit.button()
        unit.dead_heat(unit.to_green())
        unit.run_for(400)
    unit.over()


def no_press(unit: KeyboardWorld) -> None:
    green(unit)
    unit.over()


def selftest(unit: KeyboardWorld) -> None:
    unit.unit.control_changed(True)
    unit.unit.selftest("arrow")
    unit.run_for(100)


def fault(unit: KeyboardWorld) -> None:
    count(unit)
    unit.hands.break_signal("lamp_amber", HardwareError("the pin of the amber lamp does not obey"))
    unit.run_for(3_000)


def host(unit: KeyboardWorld) -> None:
    unit.unit.control_changed(True)
    unit.unit.holder = lambda: "showdown run on laptop"
    unit.run_for(2_100)


STATES: dict[str, Callable[[KeyboardWorld], None]] = {
    "ready": ready,
    "not-ready": ready,
    "fault": fault,
    "armed": armed,
    "held": held,
    "count": count,
    "hold": hold,
    "green": green,
    "left-loses": left_loses,
    "right-loses": right_loses,
    "over": over,
    "false-start": false_start,
    "again": again,
    "no-press": no_press,
    "unclear": unclear,
    "selftest": selftest,
    "host": host,
    "link-lost": over,
}


def view_of(name: str) -> View:
    """That state of a real unit, as the bench's window tells it."""
    with keyboard_world(tray_unknown=name == "not-ready", unit__name="Table 1") as unit:
        STATES[name](unit)
        view = unit.view
    return follow.link_down(view) if name == "link-lost" else view


def drawn(look: Look, size: tuple[int, int], styles: dict[object, Shown]) -> tuple[str, str]:
    """The screen, and how it is styled."""
    got: list[str] = []

    async def play(there: AtBench) -> None:
        strips = there.app.screen._compositor.render_strips()[: size[1]]
        got.append(screen_text(there.app))
        got.append("".join(styled(y, list(strip)) for y, strip in enumerate(strips)))

    at_bench(look, play, size, styles=styles)  # type: ignore[arg-type]
    return got[0], got[1]


def styled(y: int, segments: list[Segment]) -> str:
    """What is not plain on a line: where it begins, how it looks, and its text."""
    x, told = 0, []
    for text, style, _ in segments:
        shown = str(style or "").replace(" on default", "").replace("default", "").strip()
        if shown not in {"", "none"} and text.strip():
            told.append(f"{y:>2},{x:<3} {shown:<24} {text.strip()}\n")
        x += len(text)
    return "".join(told)


@pytest.mark.parametrize("name", STATES)
def test_the_bench_in_each_state(name: str) -> None:
    look = Look(view_of(name), ("right",))
    parts = []
    for size in SIZES:
        screen, _ = drawn(look, size, COLOURS)  # type: ignore[arg-type]
        parts.append(f"== {size[0]} x {size[1]}\n{screen}")
    for title, styles in (("with colours", COLOURS), ("without colours", NO_COLOURS)):
        _, told = drawn(look, SIZES[0], styles)  # type: ignore[arg-type]
        parts.append(f"== 80 x 24, {title}\n{told}")
    compare(f"bench-{name}", "".join(parts))


def test_the_picture_has_the_tables_sides() -> None:
    with keyboard_world(unit__swap_sides=True) as unit:
        green(unit)
        at_ns = unit.last("lamp_green", 1)
        unit.press("right", at_ns + 231 * MS)  # of the case: the left of the table
        unit.press("left", at_ns + 287 * MS, hold_ms=400)
        unit.run_until(lambda: unit.pins.tray == "left")
        unit.run_for(80)
        view = unit.view
        assert view.verdict is not None
        assert (view.verdict.loser, view.verdict.left_us) == ("right", 231_000)
        assert view.tray == "right"
        assert (view.left_down, view.right_down) == (False, True)


def test_the_arrow_has_the_tables_sides_too() -> None:
    with keyboard_world(unit__swap_sides=True) as unit:
        false_start(unit)
        assert unit.pins.arrow == (False, True)
        assert (unit.view.arrow_left, unit.view.arrow_right) == (True, False)
        assert unit.view.verdict is not None
        assert unit.view.verdict.loser == "left"


def test_keys_15_ms_apart_are_a_dead_heat_and_the_record_says_keyboard() -> None:
    with keyboard_world() as unit:
        again(unit)
        record = unit.get()
        assert [attempt.outcome for attempt in record.attempts] == ["dead_heat"]
        assert record.attempts[0].margin_us == 15_000
        assert record.stamp_source == "keyboard"
        assert record.resolution_us is not None
        assert record.resolution_us >= 20_000


def test_keys_25_ms_apart_are_not() -> None:
    with keyboard_world() as unit:
        green(unit)
        at_ns = unit.last("lamp_green", 1)
        unit.press("left", at_ns + 231 * MS)
        unit.press("right", at_ns + 256 * MS)
        record = unit.over()
        assert (record.outcome, record.loser, record.margin_us) == ("win", "right", 25_000)


def test_without_colours_no_state_looks_like_another() -> None:
    """Shape and words tell, so the plain texts differ already."""
    seen: dict[str, str] = {}
    for name in STATES:
        if name in {"over", "link-lost", "host"}:
            continue
        screen, _ = drawn(Look(view_of(name), ()), (60, 20), NO_COLOURS)  # type: ignore[arg-type]
        assert seen.setdefault(screen, name) == name
