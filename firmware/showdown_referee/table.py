"""The referee's states and what leads from one to the next: the whole machine as one table.

Its law: a transition that does not stand here does not happen. The diagram in the documents is
drawn from it.
"""

from __future__ import annotations

from enum import StrEnum

from showdown_referee.model import State


class Trigger(StrEnum):
    """What moves the referee from one state to another."""

    ARM = "armed by a host"
    ARM_NOW = "armed to start now"
    BUTTON = "timer button"
    CLEAR = "paddles released and quiet, may-launch durable, red lit"
    PUT_BACK = "a train from before the count came to light"
    COUNT_OVER = "count over, amber lit"
    GREEN = "hold over, no candidate, green lit"
    VERDICT = "verdict"
    REPEAT = "dead heat or void, attempts left"
    REMATCH = "rematch delay over"
    CLOSE = "late presses collected"
    CALL_OFF = "called off"


TRANSITIONS: dict[State, dict[Trigger, State]] = {
    State.IDLE: {
        Trigger.ARM: State.ARMED,
        Trigger.ARM_NOW: State.CLEARING,
    },
    State.ARMED: {
        Trigger.BUTTON: State.CLEARING,
        Trigger.CALL_OFF: State.IDLE,
    },
    State.CLEARING: {
        Trigger.CLEAR: State.COUNT,
        Trigger.CALL_OFF: State.IDLE,
    },
    State.COUNT: {
        Trigger.COUNT_OVER: State.HOLD,
        Trigger.PUT_BACK: State.CLEARING,
        Trigger.VERDICT: State.DECIDED,
        Trigger.REPEAT: State.AGAIN,
        Trigger.CALL_OFF: State.IDLE,
    },
    State.HOLD: {
        Trigger.GREEN: State.RACE,
        Trigger.PUT_BACK: State.CLEARING,
        Trigger.VERDICT: State.DECIDED,
        Trigger.REPEAT: State.AGAIN,
        Trigger.CALL_OFF: State.IDLE,
    },
    State.RACE: {
        Trigger.PUT_BACK: State.CLEARING,
        Trigger.VERDICT: State.DECIDED,
        Trigger.REPEAT: State.AGAIN,
        Trigger.CALL_OFF: State.IDLE,
    },
    State.AGAIN: {
        Trigger.REMATCH: State.CLEARING,
        Trigger.CALL_OFF: State.IDLE,
    },
    State.DECIDED: {
        Trigger.CLOSE: State.IDLE,
    },
}


def diagram() -> str:
    """The table as a Mermaid state diagram."""
    lines = ["stateDiagram-v2", f"    [*] --> {State.IDLE}"]
    lines += [
        f"    {state} --> {target}: {trigger}"
        for state, row in TRANSITIONS.items()
        for trigger, target in row.items()
    ]
    return "\n".join(lines) + "\n"
