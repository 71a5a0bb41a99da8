"""Edge stamps in exact nanoseconds, also where gpiozero hands on float seconds."""

from __future__ import annotations


class Stamp(float):
    """gpiozero ticks (seconds as a float) that carry what a float cannot: exact ns, and `seq`.

    A double of seconds no longer tells single nanoseconds apart once the Pi has been up for
    some days. gpiozero's own devices take it for the float that it also is.
    """

    __slots__ = ("ns", "seq")

    ns: int
    seq: int | None

    def __new__(cls, ns: int, seq: int | None = None) -> Stamp:
        """The instant `ns` of CLOCK_MONOTONIC; `seq` counts the line's edges from 1."""
        self = super().__new__(cls, ns / 1e9)
        self.ns = ns
        self.seq = seq
        return self


def stamp_of(ticks: object) -> Stamp:
    """What a pin handed on as ticks, as a stamp. TypeError for other units than seconds."""
    if isinstance(ticks, Stamp):
        return ticks
    if isinstance(ticks, float):
        return Stamp(round(ticks * 1e9))
    msg = f"edge ticks are {ticks!r}: the backend must give seconds as a float, or a Stamp"
    raise TypeError(msg)
