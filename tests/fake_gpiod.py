"""The part of libgpiod's Python module that the gpiod backend uses, on chips in memory."""

from __future__ import annotations

import enum
import errno
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from types import ModuleType, SimpleNamespace
from typing import Any

from fake_gpiochip import FakeChip


class Value(enum.Enum):
    INACTIVE = 0
    ACTIVE = 1


class Direction(enum.Enum):
    AS_IS = 1
    INPUT = 2
    OUTPUT = 3


class Bias(enum.Enum):
    AS_IS = "as is"
    DISABLED = "floating"
    PULL_UP = "up"
    PULL_DOWN = "down"


class Edge(enum.Enum):
    NONE = 1
    RISING = 2
    FALLING = 3
    BOTH = 4


class Clock(enum.Enum):
    MONOTONIC = 1
    REALTIME = 2


@dataclass
class LineSettings:
    direction: Direction = Direction.AS_IS
    edge_detection: Edge = Edge.NONE
    bias: Bias = Bias.AS_IS
    active_low: bool = False
    debounce_period: timedelta = timedelta()
    event_clock: Clock = Clock.MONOTONIC
    output_value: Value = Value.INACTIVE


class EdgeType(enum.Enum):
    RISING_EDGE = 1
    FALLING_EDGE = 2


class LineRequest:
    def __init__(self, chip: FakeChip, config: dict[int, LineSettings], consumer: str, size: int):
        self._chip = chip
        self.settings = dict(config)
        self._request = chip.request(list(config), self, consumer, size)
        self.fd = self._request.fd
        self._configure(config)

    def _configure(self, config: dict[int, LineSettings]) -> None:
        for offset, wanted in config.items():
            if wanted.direction is Direction.OUTPUT:
                self._chip.configure_output(offset, wanted.output_value is Value.ACTIVE)
            else:
                edges = wanted.edge_detection is not Edge.NONE
                self._chip.configure_input(offset, wanted.bias.value, edges)

    def reconfigure_lines(self, config: dict[int, LineSettings]) -> None:
        self._configure(config)

    def get_value(self, offset: int) -> Value:
        self._chip.check()
        return Value(int(self._chip.lines[offset].level))

    def set_values(self, values: dict[int, Value]) -> None:
        for offset, value in values.items():
            self._chip.write(offset, value is Value.ACTIVE)

    def read_edge_events(self, max_events: int) -> list[Any]:
        return [
            SimpleNamespace(
                event_type=EdgeType.RISING_EDGE if event.rising else EdgeType.FALLING_EDGE,
                timestamp_ns=event.stamp_ns,
                line_offset=event.offset,
                global_seqno=event.seqno,
                line_seqno=event.line_seqno,
            )
            for event in self._request.pop(max_events)
        ]

    def release(self) -> None:
        self._request.release()


def make_gpiod(*chips: FakeChip) -> ModuleType:
    """The module on these chips; `requests` lists all requests ever made."""
    module: Any = ModuleType("gpiod")
    module.requests = []

    class Chip:
        def __init__(self, path: str) -> None:
            found = [chip for chip in chips if str(chip.path) == path]
            if not found:
                raise FileNotFoundError(errno.ENOENT, "No such file or directory")
            (self._chip,) = found
            self._chip.check()

        def request_lines(
            self, config: dict[int, LineSettings], consumer: str, event_buffer_size: int
        ) -> LineRequest:
            request = LineRequest(self._chip, config, consumer, event_buffer_size)
            module.requests.append(request)
            return request

        def get_line_info(self, offset: int) -> SimpleNamespace:
            self._chip.check()
            line = self._chip.lines[offset]
            return SimpleNamespace(used=line.holder is not None, consumer=line.consumer)

        def close(self) -> None:
            pass

    module.Chip = Chip
    module.LineSettings = LineSettings
    module.EdgeEvent = SimpleNamespace(Type=EdgeType)
    module.line = SimpleNamespace(
        Value=Value, Direction=Direction, Bias=Bias, Edge=Edge, Clock=Clock
    )
    module.request_lines = None
    module.__version__ = "2.5.0"
    return module


@contextmanager
def installed(module: Any) -> Iterator[Any]:
    """`import gpiod` gives that module meanwhile; None: there is none."""
    before = sys.modules.get("gpiod")
    sys.modules["gpiod"] = module
    try:
        yield module
    finally:
        del sys.modules["gpiod"]
        if before is not None:
            sys.modules["gpiod"] = before
