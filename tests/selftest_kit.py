"""Hands for the self-test: who runs a part, wires the loop, presses with a ruler, holds on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from gateway_kit import FakeWire
from showdown_protocol.messages import Event
from showdown_unit.gateway import Gateway
from unit_kit import MS, World

LINES = {"left": "paddle_left", "right": "paddle_right"}


def steps(world: World, part: str | None = None) -> list[str]:
    """The steps told so far."""
    return [
        event.data["step"]
        for event in world.events
        if event.type == "selftest" and "step" in event.data and part in (None, event.data["part"])
    ]


def ends(world: World) -> list[dict[str, Any]]:
    """The ends of parts so far."""
    return [e.data for e in world.events if e.type == "selftest" and "result" in e.data]


def end(world: World, s: float = 400) -> dict[str, Any]:
    """Run to the end of the part that runs; its event's data."""
    count = len(ends(world))
    if not world.unit.testing():
        return ends(world)[-1]
    world.run_until(lambda: len(ends(world)) > count, s)
    return ends(world)[-1]


def run(world: World, part: str) -> dict[str, Any]:
    """A part from its start to its end."""
    world.unit.selftest(part)
    return end(world)


def on_step(world: World, step: str, act: Callable[[], None]) -> None:
    """Act once, when that step is told."""
    waiting = [act]

    def heard(event: Event) -> None:
        if event.type == "selftest" and event.data.get("step") == step and waiting:
            world.at(world.now_ns, waiting.pop())

    world.log.subscribe(heard)


def on_steps(world: World, act: Callable[[str], None], part: str | None = None) -> None:
    """Act at each step, of one part where named."""

    def heard(event: Event) -> None:
        step = event.data.get("step")
        if event.type == "selftest" and step and part in (None, event.data["part"]):
            world.at(world.now_ns, lambda: act(step))

    world.log.subscribe(heard)


def outputs_off(world: World) -> bool:
    """Whether nothing is driven; the lamp of readiness may blink."""
    hardware = world.hardware
    buzzer = hardware.buzzer is not None and hardware.buzzer.sounding
    powered, position = hardware.launcher.state
    return not (any(hardware.arrow.state) or buzzer or powered or position or "G" in world.lit)


def wire_loop(
    world: World,
    *,
    sides: tuple[str, ...] = ("left", "right"),
    late_ns: Callable[[str, int], int] = lambda side, number: 0,
    lose: Callable[[str, int], bool] = lambda side, number: False,
) -> None:
    """A wire from arrow_left's pin to paddle inputs: low is pressed, high is not.

    `late_ns(side, n)` delays the n-th edge's stamp, `lose(side, n)` loses it.
    """
    numbers = dict.fromkeys(sides, 0)
    remember = world.hands.trace

    def deliver(side: str, high: bool) -> None:
        numbers[side] += 1
        line, stamp_ns = LINES[side], world.now_ns + late_ns(side, numbers[side])
        if lose(side, numbers[side]):
            world.hands.level(line, not high)
            world.hands.lose(line)
        else:
            world.hands.edge(line, not high, stamp_ns)

    def trace(ns: int, signal: str, value: int) -> None:
        if remember is not None:
            remember(ns, signal, value)
        if signal == "arrow_left":
            for side in sides:
                deliver(side, value == 1)

    world.hands.trace = trace
    for side in sides:
        world.hands.press(side)  # the arrow is off, its pin low


def rulers(world: World, margins_us: Iterator[int]) -> None:
    """Both paddles together at each step; negative: left comes first. A huge one: left alone."""

    def press(_: str) -> None:
        margin_us = next(margins_us)
        at_ns = world.now_ns + 300 * MS
        left_ns, right_ns = (0, margin_us) if margin_us >= 0 else (-margin_us, 0)
        # The sign is left minus right.
        left_ns, right_ns = right_ns * 1000, left_ns * 1000
        world.press("left", at_ns + left_ns)
        if abs(margin_us) < 1_000_000:
            world.press("right", at_ns + right_ns)

    on_steps(world, press, "fairness")


def hold_button(world: World, hold_ms: float) -> None:
    """Press the timer button now and let it go later, without letting time pass."""
    world.hands.button(True)
    world.at(world.now_ns + round(hold_ms * MS), lambda: world.hands.button(False))


class VirtualPort:
    """The test's client on the unit's real gateway, in virtual time. `deaf`: nothing comes back."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.gateway = Gateway(world.unit, world.clock, world.log)
        self.wire = FakeWire("fake:1")
        self.gateway.opened(self.wire)
        self.sent: list[bytes] = []
        self.deaf = False
        self.garble: Callable[[bytes], bytes] = lambda data: data

    def send(self, data: bytes) -> None:
        self.sent.append(data)
        self.gateway.received(self.wire, data)

    def receive(self, until_ns: int) -> bytes:
        self.world.clock.run_until_true(lambda: bool(self.wire.sent), until_ns)
        data = bytes(self.wire.sent)
        self.wire.sent.clear()
        self.wire.drain()
        return b"" if self.deaf else self.garble(data)

    def now_ns(self) -> int:
        return self.world.now_ns

    def hang_up(self) -> None:
        self.gateway.closed(self.wire, "gone")


class Person:
    """A person at the terminal: answers by the beginning of the question, in order."""

    def __init__(self, *answers: str, think: Callable[[str], None] = lambda _: None) -> None:
        self.answers = list(answers)
        self.think = think
        self.said: list[str] = []
        self.asked: list[str] = []
        self.counted: list[int] = []

    def count(self, left_s: int) -> None:
        self.counted.append(left_s)

    def tell(self, text: str) -> None:
        self.said.append(text)

    def ask(self, question: str) -> str:
        self.asked.append(question)
        self.think(question)
        if not self.answers:
            raise EOFError
        return self.answers.pop(0)
