"""The parts of the self-test that people look at or touch, and the one of the link."""

from __future__ import annotations

from collections.abc import Callable

from showdown_hw.edges import LINES
from showdown_referee.model import Side
from showdown_unit.selftest_kit import (
    MS,
    POLL_NS,
    QUIET_NS,
    Arrival,
    Kit,
    Part,
    S,
    Waits,
    failed,
    passed,
    shown,
)

SHOW_NS = 2 * S
"""How long each lamp stays lit."""

BEEP_NS = 300 * MS
PERSON_NS = 30 * S
"""How long a step waits for a person."""

REST_NS = 5 * S
"""How long hands rest on the paddles."""

HOLD_NS = 1 * S
"""How long the button is held before the launcher moves."""

BETWEEN_NS = 1 * S
"""Between the throw to the left and the one to the right."""

LINK_EVENTS = 20
LINK_GAP_NS = 50 * MS
LINK_TEXT = "".join(map(chr, range(0x20, 0x7F)))
"""Every byte that a line may hold."""


# --- what people look at ------------------------------------------------------------------------


def lamps(kit: Kit) -> Part:
    """Red, amber, green, each alone; then the buzzer, where the board has one."""
    for step, lit in (
        ("red", (True, False, False)),
        ("amber", (False, True, False)),
        ("green", (False, False, True)),
    ):
        kit.hardware.lamps.write(*lit)
        kit.tell(step, f"the {step} lamp alone is lit")
        yield from kit.pause(SHOW_NS)
    kit.hardware.lamps.write(False, False, False)
    if kit.hardware.buzzer is not None:
        kit.hardware.buzzer.on()
        kit.tell("buzzer", "the buzzer sounds")
        yield from kit.pause(BEEP_NS)
        kit.hardware.buzzer.off()
    return shown()


def arrow(kit: Kit) -> Part:
    """The arrow to the left, then to the right, as seen from the printed mark."""
    for side in Side:
        kit.hardware.arrow.write(side is Side.LEFT, side is Side.RIGHT)
        kit.tell(side.value, f"the arrow points {side.value}")
        yield from kit.pause(SHOW_NS)
    return shown()


# --- what people touch --------------------------------------------------------------------------


def paddles(kit: Kit) -> Part:
    """Each paddle and the button tell of themselves alone; resting hands press nothing.

    Measured: how long each one's contact bounced, and its edges.
    """
    measured: dict[str, int] = {}
    merged_before = kit.hardware.merged_firsts
    kit.tell("release", "take all hands off the paddles and the timer button")
    if not (yield from kit.rest(PERSON_NS)):
        held = [line for line, down in kit.levels().items() if down]
        return failed(f"held_{held[0]}" if held else "noisy", measured)
    for line, words in (
        ("paddle_left", "slam the left paddle once"),
        ("paddle_right", "slam the right paddle once"),
        ("timer_button", "press the timer button once"),
    ):
        kit.take()
        kit.tell(line, words)
        heard = yield from _one_press(kit)
        if not heard:
            return failed(f"silent_{line}", measured)
        first = heard[0].edge
        own = [arrival.edge for arrival in heard if arrival.edge.line == line]
        if first.line != line or not own:
            return failed(f"{line}_is_{first.line}", measured)
        if len(own) < len(heard):
            other = next(a.edge.line for a in heard if a.edge.line != line)
            return failed(f"{line}_moves_{other}", measured)
        measured[f"{line}_bounce_us"] = _longest_bounce_ns([e.stamp_ns for e in own]) // 1000
        measured[f"{line}_edges"] = len(own)
    merged = kit.hardware.merged_firsts
    if merged is not None and merged_before is not None:
        measured["merged_firsts"] = merged - merged_before
    kit.take()
    kit.tell("rest", "rest both hands on the paddles as in a game, and press nothing")
    yield from kit.pause(REST_NS)
    measured["resting_edges"] = len(kit.take())
    if measured["resting_edges"]:
        return failed("resting_hands_press", measured)
    return passed(measured)


def _one_press(kit: Kit) -> Waits[list[Arrival]]:
    """The edges from the first one until all is idle again; none where nobody pressed."""
    if not (yield from kit.until(lambda: bool(_of_people(kit)), PERSON_NS)):
        return []
    yield from kit.rest(PERSON_NS)
    return _of_people(kit)


def _of_people(kit: Kit) -> list[Arrival]:
    return [arrival for arrival in kit.arrivals if arrival.edge.line in LINES[:3]]


def _longest_bounce_ns(stamps_ns: list[int]) -> int:
    """From first to last edge of the longest train, trains being `QUIET_NS` / 10 apart."""
    longest = begin = last = 0
    for stamp_ns in sorted(stamps_ns):
        if stamp_ns - last > QUIET_NS // 10:
            begin = stamp_ns
        last = stamp_ns
        longest = max(longest, last - begin)
    return longest


# --- the launcher -------------------------------------------------------------------------------


def launcher(kit: Kit) -> Part:
    """A throw to each side, while a person holds the timer button pressed anew.

    Only a button that was seen up counts: one that is stuck down moves nothing.
    """
    kit.tell("release", "take the cards out of the tray, and let go of the timer button")
    if not (yield from kit.until(lambda: not kit.hardware.button.pressed, PERSON_NS)):
        return failed("button_stuck")
    kit.tell("hold", "hold the timer button: the tray tips left, then right. Letting go stops it")
    if not (yield from _held_for(kit, HOLD_NS)):
        return failed("not_held")
    written: list[Exception | None] = []
    kit.tray.will_move(written.append)
    yield from kit.until(lambda: bool(written), PERSON_NS)
    if not written or written[0] is not None:
        return failed("storage")
    if not kit.hardware.button.pressed:
        return failed("released")
    for side in Side:
        kit.tell(side.value, f"the tray tips {side.value} and comes back level")
        wrong = yield from _throw(kit, side)
        if wrong is not None:
            kit.tray.lost()
            return failed(wrong)
        if side is Side.LEFT and not (yield from _still_held(kit, BETWEEN_NS)):
            return failed("released")
    kit.tray.looked_at()
    return shown()


def _held_for(kit: Kit, duration_ns: int) -> Waits[bool]:
    """Whether the button came to be held that long on end."""
    end_ns = kit.now_ns() + PERSON_NS
    since_ns: int | None = None
    while True:
        now_ns = kit.now_ns()
        if not kit.hardware.button.pressed:
            since_ns = None
            if now_ns >= end_ns:
                return False
        elif since_ns is None:
            since_ns = now_ns
        elif now_ns - since_ns >= duration_ns:
            return True
        yield now_ns + POLL_NS


def _throw(kit: Kit, side: Side) -> Waits[str | None]:
    """One throw, cut where the button is let go; why it did not end level."""
    ended: list[bool] = []
    kit.thrower.throw(side, ended.append)
    yield from _while_held(kit, lambda: bool(ended))
    if not ended:
        kit.thrower.cut()
        return "released"
    return None if ended[0] else "launcher"


def _while_held(kit: Kit, over: Callable[[], bool]) -> Waits[None]:
    while not over() and kit.hardware.button.pressed:
        yield kit.now_ns() + POLL_NS


def _still_held(kit: Kit, duration_ns: int) -> Waits[bool]:
    end_ns = kit.now_ns() + duration_ns
    yield from _while_held(kit, lambda: kit.now_ns() >= end_ns)
    return kit.now_ns() >= end_ns


# --- the link -----------------------------------------------------------------------------------


def link(kit: Kit) -> Part:
    """Numbered events with every byte that a line may hold; the host counts what arrives."""
    for number in range(LINK_EVENTS):
        kit.tell(f"{number + 1}", LINK_TEXT)
        yield from kit.pause(LINK_GAP_NS)
    return passed({"sent_events": LINK_EVENTS})
