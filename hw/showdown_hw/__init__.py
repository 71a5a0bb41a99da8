"""The parts of a showdown unit as Python objects, on gpiozero; useful by themselves."""

from showdown_hw import gpiozero_import  # noqa: F401 - before whatever imports gpiozero
from showdown_hw.backends import open_factory
from showdown_hw.board import Board
from showdown_hw.clock import Clock, SystemClock
from showdown_hw.edges import Edge, EdgeQueue
from showdown_hw.errors import (
    BackendError,
    BoardError,
    HardwareError,
    LauncherError,
    OutputsError,
)
from showdown_hw.factory import BackendInfo
from showdown_hw.unit import Hardware
from showdown_hw.virtual import VirtualClock

__all__ = [
    "BackendError",
    "BackendInfo",
    "Board",
    "BoardError",
    "Clock",
    "Edge",
    "EdgeQueue",
    "Hardware",
    "HardwareError",
    "LauncherError",
    "OutputsError",
    "SystemClock",
    "VirtualClock",
    "open_factory",
]
