"""The people around the unit: they see its lamps and work its paddles and its button."""

from __future__ import annotations

import random
from functools import partial
from typing import TYPE_CHECKING

from sim_plan import MS, S

if TYPE_CHECKING:
    from sim_world import World

SIDES = ("left", "right")
LOOK_NS = 300_000
"""Lamps that change together are seen together."""

LAMPS = ("lamp_red", "lamp_amber", "lamp_green")


class Crowd:
    """Two players, and whoever presses the timer button and looks at the tray."""

    def __init__(self, world: World, rng: random.Random) -> None:
        self.world = world
        self.rng = rng
        self._lit = dict.fromkeys(LAMPS, 0)
        self._before = (0, 0, 0)
        self._changes = 0
        self._going_to_press = False
        world.at(2 * S, self._look_at_tray)

    def saw(self, signal: str, value: int) -> None:
        """A lamp is about to change."""
        if signal in self._lit:
            self._lit[signal] = value
            self._changes += 1
            self.world.at(LOOK_NS, partial(self._look, self._changes))

    def _look(self, change: int) -> None:
        if change != self._changes:
            return  # lamps are written one after the other: people see what stands
        red, amber, green = now = self._lamps()
        before, self._before = self._before, now
        if now == before:
            return
        if (red, amber, green) == (1, 1, 0):
            self._armed()
        elif now == (1, 0, 0) and before == (1, 1, 0):
            self._counting()
        elif now == (0, 0, 1):
            self._green()

    def _lamps(self) -> tuple[int, int, int]:
        return self._lit["lamp_red"], self._lit["lamp_amber"], self._lit["lamp_green"]

    def _chance(self, name: str) -> bool:
        return self.rng.random() < float(getattr(self.world.plan.people, name))

    def _armed(self) -> None:
        if self._chance("hold_paddle"):
            self._press(self.rng.choice(SIDES), 0, self.rng.randrange(300 * MS, 5 * S))
        if self._going_to_press or self._chance("no_button"):
            return
        self._going_to_press = True
        long = self._chance("hold_button")
        think_ns = self.rng.randrange(100 * MS, 1500 * MS)
        self._button(think_ns, 3200 * MS if long else 120 * MS)

    def _button(self, delay_ns: int, length_ns: int) -> None:
        def down() -> None:
            self._going_to_press = False
            self.world.line_moves("timer_button", True)

        self.world.at(delay_ns, down)
        self.world.at(delay_ns + length_ns, lambda: self.world.line_moves("timer_button", False))

    def _counting(self) -> None:
        self.world.count_is_seen()
        for side in SIDES:
            if self._chance("early"):
                self._press(side, self.rng.randrange(1500 * MS), 80 * MS)

    def _green(self) -> None:
        if self._chance("nobody"):
            return
        if self._chance("dead_heat"):
            both_ns = self.rng.randrange(150 * MS, 400 * MS)
            for side in SIDES:
                self._press(side, both_ns, 90 * MS)
            return
        for side in SIDES:
            if not self._chance("nobody"):
                self._press(
                    side, self.rng.randrange(130 * MS, self.world.plan.people.slowest_ns), 90 * MS
                )

    def _press(self, side: str, delay_ns: int, length_ns: int) -> None:
        line = f"paddle_{side}"
        if self._chance("lost_edge"):
            self.world.count("edges_lost")
            self.world.at(delay_ns, lambda: self.world.edge_lost(line))
        elif self._chance("late_edge"):
            self.world.count("edges_late")
            late_ns = self.rng.randrange(18 * MS)  # later is a dead edge source
            self.world.at(delay_ns, lambda: self.world.line_moves(line, True, late_ns=late_ns))
            delay_ns += late_ns + 40 * MS
            self.world.at(delay_ns, lambda: self.world.line_moves(line, False))
            return
        steps = [(0, True), (length_ns, False)]
        if self._chance("bounce"):
            steps += [(200_000, False), (450_000, True)]
        for at_ns, active in steps:
            self.world.at(
                delay_ns + at_ns,
                lambda a=active: self.world.line_moves(line, a),  # type: ignore[misc]
            )

    def _look_at_tray(self) -> None:
        process = self.world.process
        if process is not None and not process.unit.active_key() and not self._going_to_press:
            if process.unit.tray_unknown():
                self._going_to_press = True
                self.world.count("trays_looked_at")
                self._button(self.rng.randrange(1 * S), 2300 * MS)
            elif self.world.failing and self._chance("idle_button"):
                self._going_to_press = True
                self._button(self.rng.randrange(1 * S), 120 * MS)
        self.world.at(self.rng.randrange(2 * S, 6 * S), self._look_at_tray)
