"""The unit's end of the picture: tells what is to be drawn, and does what people do.

Its threads only read plain facts of the unit; presses go to the mock pins. Whoever draws is
another process, so that a slow terminal costs the race nothing.
"""

from __future__ import annotations

import logging
import os
import signal
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import partial

from showdown_bench.hands import Hands
from showdown_bench.looks import TURNED, Looks, ShownUnit
from showdown_bench.messages import Act, Lines, Look, act_of, line
from showdown_bench.robots import BOTH
from showdown_bench.stage import Stage
from showdown_bench.world import PinThread
from showdown_picture.drawing import Part

LOOK_EVERY_NS = 40_000_000
"""How soon a change is seen."""

RESOLUTION_NS = 20_000_000
"""Presses closer than this are a dead heat where people press keys.

A terminal hands keys over when it likes: two keys pressed at once come some ms apart, through
its queue, ssh and two processes; stamps are taken at the end of that way.
"""

STAMPS = "keyboard"
"""The stamp source of every record that people may have taken part in."""

CHUNK = 4096

_logger = logging.getLogger(__name__)


class Window:
    """On its end of a socket pair; when the other end is gone, the unit ends by SIGTERM."""

    def __init__(self, end: socket.socket) -> None:
        self._end = end
        self._swapped: Callable[[], bool] = lambda: False
        self._stopping = False
        self._last: bytes = b""
        self._down: dict[Part, Part] = {}  # what the mouse holds, and where on the case that is

    @contextmanager
    def open(self, unit: ShownUnit, stage: Stage, link: str) -> Iterator[None]:
        """Tell and do, from inside the unit's loop until the end of the block.

        Raises at its end what broke it; the unit is stopped by then.
        """
        self._swapped = unit.swapped
        looks = Looks(unit, stage.pins, link)
        hands = PinThread("hands")
        screen = PinThread("screen")
        on_pins = Hands(partial(_press, stage), hands)
        reader = threading.Thread(
            target=self._read, args=(stage, hands, on_pins), name="keys", daemon=True
        )
        with ExitStack() as last:
            last.callback(screen.stop)
            last.callback(on_pins.let_go)
            last.callback(hands.stop)
            last.callback(self._close)
            hands.start()
            screen.start()
            screen.world_at(screen.now_ns(), partial(self._tell, screen, looks, stage))
            reader.start()
            yield

    def _tell(self, screen: PinThread, looks: Looks, stage: Stage) -> None:
        robots = stage.robots
        sides = frozenset[str]() if robots is None else robots.sides
        if self._swapped() and len(sides) == 1:
            sides = BOTH - sides
        try:
            told = line(Look(looks.look(), tuple(sorted(sides))))
            if told != self._last:
                self._end.sendall(told)
                self._last = told
        except OSError:
            self._gone()
            return
        except Exception:
            self._gone()
            raise
        screen.world_at(screen.now_ns() + LOOK_EVERY_NS, partial(self._tell, screen, looks, stage))

    def _read(self, stage: Stage, hands: PinThread, on_pins: Hands) -> None:
        lines = Lines()
        try:
            while data := self._end.recv(CHUNK):
                for text in lines.feed(data):
                    act = self._at_the_case(act_of(text))
                    hands.world_at(hands.now_ns(), partial(_do, stage, on_pins, act))
        except OSError:
            pass
        except Exception:
            _logger.exception("what the picture sent cannot be done")
        self._gone()

    def _at_the_case(self, act: Act) -> Act:
        """The same with the side of the case. What went down comes up, turned meanwhile or not."""
        part = TURNED[act.part] if self._swapped() else act.part
        if act.do == "down":
            self._down[act.part] = part
        elif act.do == "up":
            part = self._down.pop(act.part, part)
        return Act(act.do, part, act.ms)

    def _gone(self) -> None:
        """Nobody draws any more: the unit ends as if it was told to."""
        if not self._stopping:
            self._stopping = True
            os.kill(os.getpid(), signal.SIGTERM)

    def _close(self) -> None:
        self._stopping = True
        with suppress(OSError):
            self._end.shutdown(socket.SHUT_RDWR)


def _press(stage: Stage, part: Part, down: bool) -> None:
    stage.touch.finger("people", "timer_button" if part == "button" else f"paddle_{part}", down)


def _do(stage: Stage, hands: Hands, act: Act) -> None:
    match act.do:
        case "robot":
            if stage.robots is not None:
                stage.robots.sides ^= {act.part}
        case "tap":
            hands.tap(act.part, act.ms)
        case "down":
            hands.down(act.part, act.ms)
        case "up":
            hands.up(act.part)
        case "toggle":
            hands.toggle(act.part)
    if act.do != "up":
        _take_over(stage, act)


def _take_over(stage: Stage, act: Act) -> None:
    """Whoever works a paddle takes that side from its robot."""
    robots = stage.robots
    if act.do != "robot" and robots is not None and act.part in robots.sides:
        robots.sides -= {act.part}
