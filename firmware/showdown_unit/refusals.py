"""Errors that refuse what the unit cannot do now, with what to do about it."""

from __future__ import annotations

from collections.abc import Sequence

from showdown_protocol.errors import WireError

_ADVICE = {
    "tray_unknown": "look at the tray, then hold the timer button for 2 s",
    "fault": "the unit has a fault, see status",
    "selftest": "a self-test runs: wait for its end, or stop it",
    "remote_start_off": "this unit starts by its timer button; `unit.allow_remote_start` is off",
}


def not_ready(reasons: Sequence[str]) -> WireError:
    """`NOT_READY` for these reasons."""
    return WireError("NOT_READY", advice(reasons), reasons=list(reasons))


def advice(reasons: Sequence[str]) -> str:
    """What to do about these reasons."""
    return "; ".join(_ADVICE.get(reason, reason) for reason in reasons)


def busy(active: str) -> WireError:
    """`BUSY` with the showdown that is not over."""
    return WireError("BUSY", f"{active} is not over yet", active=active)
