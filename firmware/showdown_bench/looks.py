"""What the picture shows of the bench's unit: its events, and its pins as they are now."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import replace
from typing import Protocol

from showdown_bench.line import Pins, Sides
from showdown_bench.robots import UnitView
from showdown_picture import follow
from showdown_picture.drawing import Part
from showdown_picture.records import side
from showdown_picture.view import Tray, View
from showdown_protocol.messages import Event, HelloFacts, Record, StatusResult


class ShownUnit(UnitView, Protocol):
    """What is asked of the unit."""

    swapped: Callable[[], bool]
    """Whether it stands the other way round: left is the right of its case; any thread."""

    holder: Callable[[], str | None]
    """The client that holds control; any thread."""

    def hello_facts(self) -> HelloFacts:
        """Who it is."""

    def status(self) -> StatusResult:
        """How it is, asked once on its loop."""

    def running_record(self) -> Record | None:
        """The record of the showdown that runs; any thread."""

    def up_ms(self) -> int:
        """Its clock; any thread."""

    def watch(self, listener: Callable[[Event], None]) -> None:
        """Every event from now on, on its loop."""


TURNED: dict[Part, Part] = {"left": "right", "right": "left", "button": "button"}
"""What each part is for whoever sits on the other side."""


class Looks:
    """Made on the unit's loop; `look` is for one other thread, and holds nobody up.

    `link`: where hosts find the unit.
    """

    def __init__(self, unit: ShownUnit, pins: Pins, link: str) -> None:
        self._unit = unit
        self._pins = pins
        view = follow.link_up(View(), link)
        view = follow.hello(view, unit.hello_facts().members())
        self._view = follow.status(view, unit.status().members())
        self._events: deque[Event] = deque()
        unit.watch(self._events.append)

    def look(self) -> View:
        """The unit now."""
        unit, pins = self._unit, self._pins
        view = self._view
        while self._events:
            event = self._events.popleft()
            view = follow.event(view, event.type, event.members())
        view = follow.at(view, unit.up_ms())
        record = unit.running_record()
        if record is not None and record.key == view.key and view.cards is None:
            view = follow.record(view, record.members())  # names and cards, which no event tells
        self._view = view
        lamps, arrow, paddles = pins.lamps, pins.arrow, pins.paddles
        if unit.swapped():  # what is drawn is the table's
            arrow, paddles = Sides(*reversed(arrow)), Sides(*reversed(paddles))
        return replace(
            view,
            red=lamps.red,
            amber=lamps.amber,
            green=lamps.green,
            arrow_left=arrow.left,
            arrow_right=arrow.right,
            left_down=paddles.left,
            right_down=paddles.right,
            button_down=pins.button,
            tray=self._tray(),
            awaits_button=unit.waiting_for_button() if view.state == "armed" else None,
            control=unit.holder() or "",
        )

    def _tray(self) -> Tray:
        tipped = side(self._pins.tray)
        if tipped is not None:
            other: Tray = "left" if tipped == "right" else "right"
            return other if self._unit.swapped() else tipped
        return "unknown" if self._unit.tray_unknown() else "level"
