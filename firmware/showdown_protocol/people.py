"""For people at a terminal: four words, answered in remarks that no unit or host reads."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from showdown_protocol.crc import seal
from showdown_protocol.messages import PingResult, PowerFlags, StatsResult, StatusResult

SHORTHANDS: Final = ("help", "ping", "status", "stats")

_WIDTH = 120
_HELP = (
    "This is a showdown unit. It speaks JSON lines, see docs/protocol.md.",
    "Words for people, until a JSON `hello` opens a session; they only read:",
    "  help    this",
    "  ping    a sign of life",
    "  status  lamps, paddles, faults, what is active",
    "  stats   every counter",
    "To play: `showdown console` on the host.",
)


def help_lines(*, crc: bool) -> bytes:
    """The answer to `help`."""
    return _remarks(_HELP, crc)


def ping_lines(result: PingResult, *, crc: bool) -> bytes:
    """The answer to `ping`."""
    text = f"pong: up {result.up_ms} ms, state {result.state}, event {result.seq}"
    return _remarks([text, f"boot {result.boot}"], crc)


def status_lines(status: StatusResult, *, crc: bool) -> bytes:
    """The answer to `status`."""
    lamps = status.lamps
    lit = [n for n in ("red", "amber", "green") if getattr(lamps, n)]
    backend, launcher = status.backend, status.launcher
    rows = [
        f"state     {status.state}",
        f"lamps     {_listed(lit)}",
        f"arrow     {status.arrow or 'none'}",
        f"paddles   held: {_listed(status.paddles)}",
        f"not ready {_listed(status.not_ready)}",
        f"active    {status.active or 'none'}",
        f"last      {status.last or 'none'}",
        f"backend   {backend.name}, stamps {backend.stamp_source}, "
        f"resolution {backend.resolution_us} us, settle {backend.settle_us} us",
        f"launcher  {launcher.state}, power {'on' if launcher.powered else 'off'}",
        f"tray      {status.tray}",
    ]
    rows += [f"power     {words}" for words in power_words(status.power)]
    rows += [f"fault     {fault.code}: {fault.message}" for fault in status.faults]
    return _remarks(rows, crc)


def stats_lines(stats: StatsResult, *, crc: bool) -> bytes:
    """The answer to `stats`."""
    return _remarks([f"{name:<24} {count}" for name, count in sorted(stats.items())], crc)


def power_words(power: PowerFlags | None) -> list[str]:
    """How the computer is supplied, and what mends it; never nothing."""
    if power is None:
        return ["unknown: this system does not tell"]
    words = []
    if power.low_voltage:
        words.append("low voltage NOW: use a better supply or a shorter cable")
    elif power.low_voltage_seen:
        words.append("low voltage since the start: use a better supply or a shorter cable")
    if power.throttled:
        words.append("slowed down NOW, by heat or low voltage")
    elif power.throttled_seen:
        words.append("slowed down since the start, by heat or low voltage")
    named = {"voltage": power.low_voltage, "slowing down": power.throttled}
    unknown = [name for name, flag in named.items() if flag is None]
    if unknown:
        words.append(f"unknown: {', '.join(unknown)}")
    return words or ["well"]


def _listed(words: Iterable[str]) -> str:
    return ", ".join(words) or "none"


def _remarks(rows: Iterable[str], crc: bool) -> bytes:
    return b"".join(_remark(row, crc) for row in rows)


def _remark(row: str, crc: bool) -> bytes:
    text = "".join(c if " " <= c <= "~" else "?" for c in row[:_WIDTH])
    body = f"# {text}".encode("ascii")
    return (seal(body) if crc else body) + b"\n"
