"""What each key of the configuration allows alone but the whole does not."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from showdown_referee.limits import LimitError, Limits
from showdown_unit.config_read import Value
from showdown_unit.config_schema import BY_PATH, DRIVEN_MAX_NS, SCHEMA, decimal_text

Told = Callable[[str, int], str]


def in_file(path: str, value: int) -> str:
    """A time as the configuration's file has it: `referee.settle_ms (5 ms)`."""
    unit = BY_PATH[path].unit
    return f"{path} ({decimal_text(value, unit)} {unit})"


def contradictions(values: Mapping[str, Value], told: Told = in_file) -> list[str]:
    """A line for each rule that the values by path break; the referee's own among them."""

    def ns(path: str) -> int:
        return int(values[path])

    def pair(small: str, large: str) -> tuple[str, int, str]:
        return told(small, ns(small)), ns(small), large

    dead_heat, confirm = ns("referee.dead_heat_us"), ns("referee.confirm_ms")
    together = f"{told('referee.dead_heat_us', dead_heat)} + {told('referee.confirm_ms', confirm)}"
    least_settle = max(dead_heat, 1) + confirm  # the settle time is raised to at least this
    rules = [
        pair("referee.confirm_ms", "referee.bounce_gap_ms"),
        pair("referee.settle_ms", "referee.lockout_ms"),
        pair("referee.bounce_gap_ms", "referee.lockout_ms"),
        pair("referee.settle_ms", "referee.late_press_ms"),
        (together, least_settle, "referee.lockout_ms"),
        (together, least_settle, "referee.late_press_ms"),
    ]
    found = [
        f"{text} must not exceed {told(large, ns(large))}"
        for text, value, large in rules
        if value > ns(large)
    ]
    shortest, longest = "referee.hold_min_s", "referee.hold_max_s"
    if ns(shortest) >= ns(longest):
        found.append(
            f"{told(shortest, ns(shortest))} must be less than {told(longest, ns(longest))}"
        )
    left, right = "referee.handicap_left_ms", "referee.handicap_right_ms"
    if ns(left) and ns(right):
        found.append(
            f"{told(left, ns(left))} and {told(right, ns(right))}: at most one side has a handicap;"
            " set the other one to 0"
        )
    if not found:
        found += _referee_refuses(values)
    driven = ns("launcher.throw_ms") + ns("launcher.hold_ms") + ns("launcher.park_ms")
    if driven > DRIVEN_MAX_NS:
        found.append(
            f"launcher.throw_ms + hold_ms + park_ms are {decimal_text(driven, 'ms')} ms"
            f" together; the launcher may be driven at most {decimal_text(DRIVEN_MAX_NS, 'ms')} ms"
        )
    return found


def _referee_refuses(values: Mapping[str, Value]) -> list[str]:
    """A rule of the referee's that is not in the list above, in its own words."""
    taken: dict[str, Any] = {
        key.field: values[key.path]
        for key in SCHEMA
        if key.table == "referee" and key.field != "dead_heat_ns"
    }
    resolution = max(int(values["referee.dead_heat_us"]), 1)  # of the best backend there can be
    taken["resolution_ns"] = resolution
    taken["settle_ns"] = max(taken["settle_ns"], resolution + taken["confirm_ns"])
    try:
        Limits(**taken)
    except LimitError as error:
        return [f"[referee]: {error}"]
    return []
