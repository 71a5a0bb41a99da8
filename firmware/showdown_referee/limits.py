"""The referee's limits: default, unit, range and meaning of each, in one table."""

from __future__ import annotations

from dataclasses import dataclass, fields

from showdown_referee.model import Side

US = 1_000
MS = 1_000_000
S = 1_000_000_000


class LimitError(ValueError):
    """Limits that contradict each other or leave their range."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """All limits in integer nanoseconds, but `max_attempts`. `RANGES` gives their ranges.

    `resolution_ns` is the backend's: the smallest separation of two presses that it can order
    honestly, raised by the config key `dead_heat`.
    """

    count_ns: int = 1 * S
    hold_min_ns: int = 1 * S
    hold_mean_ns: int = 1_500 * MS
    hold_max_ns: int = 6 * S
    settle_ns: int = 5 * MS
    confirm_ns: int = 1 * MS
    bounce_gap_ns: int = 1 * MS
    lockout_ns: int = 25 * MS
    start_guard_ns: int = 300 * MS
    held_limit_ns: int = 30 * S
    arm_timeout_ns: int = 300 * S
    race_timeout_ns: int = 10 * S
    late_press_ns: int = 500 * MS
    green_write_max_ns: int = 1 * MS
    sense_wait_ns: int = 5 * MS
    rematch_delay_ns: int = 2 * S
    anticipation_ns: int = 0
    handicap_left_ns: int = 0
    handicap_right_ns: int = 0
    resolution_ns: int = 20 * US
    max_attempts: int = 3
    green_sense: bool = False

    def __post_init__(self) -> None:
        for f in fields(self):
            if f.name not in RANGES:
                continue
            low, high = RANGES[f.name]
            value = getattr(self, f.name)
            if not low <= value <= high:
                msg = f"{f.name} is {value}, allowed are {low} to {high}"
                raise LimitError(msg)
        self._check("confirm_ns", self.confirm_ns, "bounce_gap_ns", self.bounce_gap_ns)
        self._check("hold_min_ns", self.hold_min_ns, "hold_max_ns", self.hold_max_ns - 1)
        need = self.resolution_ns + self.confirm_ns
        self._check("resolution_ns + confirm_ns", need, "settle_ns", self.settle_ns)
        self._check("settle_ns", self.settle_ns, "lockout_ns", self.lockout_ns)
        self._check("bounce_gap_ns", self.bounce_gap_ns, "lockout_ns", self.lockout_ns)
        if self.handicap_left_ns and self.handicap_right_ns:
            msg = "handicap_left_ns and handicap_right_ns: at most one side has a handicap"
            raise LimitError(msg)
        self._check("settle_ns", self.settle_ns, "late_press_ns", self.late_press_ns)

    @property
    def handicapped(self) -> bool:
        """Whether a side has a handicap."""
        return self.handicap_left_ns != self.handicap_right_ns

    def handicap_ns(self, side: Side) -> int:
        """What is added to that side's stamps after green before anything is compared."""
        return self.handicap_left_ns if side is Side.LEFT else self.handicap_right_ns

    @staticmethod
    def _check(small: str, small_value: int, large: str, large_value: int) -> None:
        if small_value > large_value:
            msg = f"{small} ({small_value}) must not exceed {large} ({large_value})"
            raise LimitError(msg)


RANGES: dict[str, tuple[int, int]] = {
    "count_ns": (500 * MS, 10 * S),
    "hold_min_ns": (200 * MS, 10 * S),
    "hold_mean_ns": (100 * MS, 10 * S),
    "hold_max_ns": (1 * S, 30 * S),
    "settle_ns": (1 * MS, 100 * MS),
    "confirm_ns": (100 * US, 10 * MS),
    "bounce_gap_ns": (100 * US, 10 * MS),
    "lockout_ns": (5 * MS, 200 * MS),
    "start_guard_ns": (0, 5 * S),
    "held_limit_ns": (1 * S, 300 * S),
    "arm_timeout_ns": (5 * S, 3600 * S),
    "race_timeout_ns": (1 * S, 60 * S),
    "late_press_ns": (50 * MS, 5 * S),
    "green_write_max_ns": (50 * US, 10 * MS),
    "sense_wait_ns": (1 * MS, 50 * MS),
    "rematch_delay_ns": (500 * MS, 30 * S),
    "anticipation_ns": (0, 200 * MS),
    "handicap_left_ns": (0, 200 * MS),
    "handicap_right_ns": (0, 200 * MS),
    "resolution_ns": (1, 50 * MS),
    "max_attempts": (1, 5),
}
