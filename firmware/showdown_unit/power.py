"""Whether the Pi gets enough voltage, and whether it slows itself down: for `status` and the log.

Both come out of sysfs, which a sandboxed service without any group may read. The kernel asks the
firmware every 2 s and keeps its answer: reading it waits for nobody.

* `in0_lcrit_alarm` of the sensor named `rpi_volt` in `/sys/class/hwmon`: the voltage was low within
  the last 2 s. Every kernel that runs on a Pi since 4.20 has it, as the module raspberrypi-hwmon.
* `get_throttled` in the folder of the firmware's device, the sensor's parent; Raspberry Pi's own
  kernels alone have it. That path has another name on a Pi 5, so it is found from the sensor. The
  first read of a boot leaves a harmless trace in the kernel's log: "deprecated, use hwmon sysfs
  instead". hwmon has no such flag, so it is read all the same.

`get_throttled` alone counts for nothing: without the sensor's module nobody renews it.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from showdown_protocol.messages import PowerFlags

LOOK_NS = 2_000_000_000
"""How often the kernel renews it."""

SEARCH_NS = 60_000_000_000
"""How often a sensor is looked for that is not there: its module may load late."""

SENSOR = "rpi_volt"
SLOWED = 0b1110
"""Bits of `get_throttled`: frequency capped, throttled, soft temperature limit."""

WITHIN_2_S = 16
"""The same bits, this far up: at any time since the kernel asked before."""

MENDS = {
    "low_voltage": "low voltage: the Pi's supply or its cable is too weak, links may fail. Use the"
    " supply that is made for this Pi, on a short cable",
    "throttled": "the Pi slows itself down, by heat or low voltage: give it air and a good supply",
}

_logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Reading:
    """What the kernel says: low voltage, and the bits of `get_throttled` where it has these."""

    low_voltage: bool
    throttled_bits: int | None = None

    @property
    def throttled(self) -> bool | None:
        """Whether the Pi has been slowed down within the last 2 s; None: nobody can tell."""
        if self.throttled_bits is None:
            return None
        return bool((self.throttled_bits | self.throttled_bits >> WITHIN_2_S) & SLOWED)


class PowerWatch:
    """Remembers what was seen. `read` gives None where nothing can be told."""

    def __init__(self, read: Callable[[], Reading | None]) -> None:
        self._read = read
        self._next_ns: int | None = None
        self._low: bool | None = None
        self._slow: bool | None = None
        self._now: Reading | None = None

    @property
    def flags(self) -> PowerFlags | None:
        """As `status` tells it; None where nothing can be told now."""
        if self._now is None:
            return None
        return PowerFlags(
            low_voltage=self._now.low_voltage,
            throttled=self._now.throttled,
            low_voltage_seen=self._low,
            throttled_seen=self._slow,
        )

    def look(self, now_ns: int) -> None:
        """Read, where it is time for it. For the watchdog's tick, never while paddles race."""
        if self._next_ns is not None and now_ns < self._next_ns:
            return
        self._now = self._read()
        self._next_ns = now_ns + (SEARCH_NS if self._now is None else LOOK_NS)
        if self._now is not None:
            self._low = self._seen("low_voltage", self._low, self._now.low_voltage)
            self._slow = self._seen("throttled", self._slow, self._now.throttled)

    def _seen(self, name: str, before: bool | None, now: bool | None) -> bool | None:
        if now and not before:
            _logger.warning("%s", MENDS[name])  # once a start: a weak supply comes and goes
        return before or now if now is not None else before


def sysfs(root: Path = Path("/")) -> Callable[[], Reading | None]:
    """The reader of this computer, or of the tree under `root`. Never raises."""
    found: list[Path] = []

    def read() -> Reading | None:
        if not found:
            found.extend(_sensors(root))
        if not found:
            return None
        # Its own folder among the devices, so never another sensor's, whatever modules come and go.
        sensor = found[0]
        alarm = _text(sensor / "in0_lcrit_alarm")
        if alarm not in ("0", "1"):
            found.clear()
            return None
        return Reading(alarm == "1", _bits(_text(sensor.parents[2] / "get_throttled")))

    return read


def _sensors(root: Path) -> list[Path]:
    """As `.../soc:firmware/raspberrypi-hwmon/hwmon/hwmon1`: at most one."""
    try:
        folders = list((root / "sys/class/hwmon").glob("hwmon*"))
        return [folder.resolve() for folder in folders if _text(folder / "name") == SENSOR]
    except (OSError, RuntimeError):  # it went away meanwhile, or is a circle of links
        return []


def _bits(text: str) -> int | None:
    try:
        return int(text, 16)
    except ValueError:
        return None


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="ascii", errors="replace").strip()
    except OSError:
        return ""
