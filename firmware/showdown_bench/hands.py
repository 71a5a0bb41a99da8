"""People's hands on the mock pins: taps, holds and mouse buttons, one after the other."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from showdown_bench.world import World
from showdown_picture.drawing import Part

MS = 1_000_000


class Hands:
    """Press and release paddles and the timer button; every call happens in `world`'s thread.

    `set_level` puts a line down (True) or lets it go. A key gives no key-up: a `tap` is a press
    of some milliseconds; one that comes while it lasts makes it last longer.
    """

    def __init__(self, set_level: Callable[[Part, bool], None], world: World) -> None:
        self._set_level = set_level
        self._world = world
        self._until_ns: dict[Part, int | None] = {}  # None: until it is let go
        self._least_ns: dict[Part, int] = {}  # no sooner, however soon it is let go

    def tap(self, part: Part, ms: int) -> None:
        """Down for that long; where it is held, let go."""
        if self._until_ns.get(part, 0) is None:
            self.up(part)
            return
        until_ns = self._world.now_ns() + ms * MS
        if part not in self._until_ns:
            self._set_level(part, True)
        self._until_ns[part] = until_ns
        self._world.world_at(until_ns, partial(self._over, part))

    def down(self, part: Part, least_ms: int = 0) -> None:
        """Down until `up`, and at least that long: a mouse may say both at once."""
        if part not in self._until_ns:
            self._set_level(part, True)
            self._least_ns[part] = self._world.now_ns() + least_ms * MS
        self._until_ns[part] = None

    def up(self, part: Part) -> None:
        """Let go, where it is down."""
        if part not in self._until_ns:
            return
        least_ns = self._least_ns.pop(part, 0)
        if self._world.now_ns() < least_ns:
            self._until_ns[part] = least_ns
            self._world.world_at(least_ns, partial(self._over, part))
            return
        del self._until_ns[part]
        self._set_level(part, False)

    def toggle(self, part: Part) -> None:
        """Hold, or let go where it is down."""
        if part in self._until_ns:
            self.up(part)
        else:
            self.down(part)

    def let_go(self) -> None:
        """Everything up."""
        self._least_ns.clear()
        for part in tuple(self._until_ns):
            self.up(part)

    def _over(self, part: Part) -> None:
        until_ns = self._until_ns.get(part)
        if until_ns is not None and self._world.now_ns() >= until_ns:
            self.up(part)
