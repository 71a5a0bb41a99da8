"""What the sub-commands share: exit codes, the progress line, words for records."""

from __future__ import annotations

import json
import sys
import threading
from enum import IntEnum
from typing import Any, Literal, Protocol, TextIO

from showdown_host.errors import (
    Indeterminate,
    NoUnit,
    PendingKey,
    PermissionDenied,
    PortBusy,
    Refused,
    ShowdownError,
    StoreError,
)
from showdown_host.result import Result
from showdown_host.tap import Tap
from showdown_host.unit import Unit
from showdown_protocol.messages import Launch, Message, Outcome, Record, RecordState, Side

TABLE_EXTRA = "pip install '.[table]' in a clone of the project"
"""What brings the libraries of the commands that draw."""


class OpenUnit(Protocol):
    """Opens the unit that the command line names."""

    def __call__(self, role: Literal["control", "observe"], tap: Tap | None = None) -> Unit:
        """With control or without; `tap` is told of every byte. Raises `ShowdownError`."""


class Exit(IntEnum):
    """The exit codes of `showdown`."""

    OK = 0  # decided, or simply done
    DOES_NOT_HOLD = 1  # what `verify` looked at
    USAGE = 2
    NO_UNIT = 3
    REFUSED = 4
    UNDECIDED = 5  # and nothing flew
    INDETERMINATE = 6
    LINK_LOST = 7
    INTERRUPTED = 130


def exit_of_error(error: ShowdownError) -> Exit:
    """The exit code of an error."""
    if isinstance(error, NoUnit | PortBusy | PermissionDenied):
        return Exit.NO_UNIT
    if isinstance(error, Refused | PendingKey | StoreError):
        return Exit.REFUSED
    if isinstance(error, Indeterminate):
        return Exit.INDETERMINATE
    return Exit.LINK_LOST


def exit_of_result(result: Result) -> Exit:
    """The exit code of a record that is over."""
    if result.state is RecordState.INDETERMINATE:
        return Exit.INDETERMINATE
    return Exit.OK if result.conclusive else Exit.UNDECIDED


def say(text: str) -> None:
    """One line for people, beside what the command prints."""
    print(text, file=sys.stderr, flush=True)


def problem_words(error: ShowdownError) -> str:
    """An error as a person at the command line reads it, with the way on."""
    text = f"showdown: {error}"
    if isinstance(error, Refused) and error.name == "BUSY" and error.data.get("active"):
        active = error.data["active"]
        text += f". `showdown get {active}` tells how far it is, `showdown cancel {active}` ends it"
    return text


def print_json(value: Message | dict[str, Any]) -> None:
    """One line of JSON."""
    members = value.members() if isinstance(value, Message) else value
    print(json.dumps(members, separators=(",", ":"), ensure_ascii=False), flush=True)


class Progress:
    """One line that tells how far it is: rewritten on a terminal, else one line a change."""

    def __init__(self, stream: TextIO | None = None) -> None:
        self._stream = stream if stream is not None else sys.stderr
        self._tty = self._stream.isatty()
        self._last = ""
        self._lock = threading.Lock()

    def show(self, text: str) -> None:
        """From any thread."""
        with self._lock:
            if text == self._last:
                return
            self._last = text
            self._stream.write(f"\r\x1b[K{text}" if self._tty else f"{text}\n")
            self._stream.flush()

    def end(self) -> None:
        """Leave the line as it is."""
        with self._lock:
            if self._last and self._tty:
                self._stream.write("\n")
                self._stream.flush()
            self._last = ""


def state_words(state: str, held: tuple[str, ...] = (), start: str = "button") -> str:
    """What a showdown waits for in that state."""
    if held:
        return f"release the {' and the '.join(held)} paddle…"
    waiting = "waiting for the timer button…" if start == "button" else "about to start…"
    words = {
        RecordState.ACCEPTED: waiting,
        RecordState.ARMED: waiting,
        RecordState.COUNTING: "count…",
        RecordState.RACING: "race…",
        RecordState.LAUNCHING: "decided, the cards are thrown…",
    }
    return words.get(RecordState(state), state) if state in set(RecordState) else state


def result_words(result: Result) -> str:
    """A record as a person reads it, in one line or two."""
    record = result.record
    head = _head_words(result)
    facts = [f"{side.value} {us / 1000:.1f} ms" for side, us in result.reaction_us.items()]
    if record.margin_us is not None:
        facts.append(f"margin {record.margin_us / 1000:.1f} ms")
    if result.handicap_ms:
        facts.append(f"handicap {', '.join(result.handicap_words())}")
    if record.launch is not Launch.NONE:
        facts.append(f"launch {record.launch.value}")
    if record.contested:
        facts.append("contested")
    return head + (f"\n  {', '.join(facts)}" if facts else "")


def _head_words(result: Result) -> str:
    if result.outcome is None:
        return result.state.value + (f": {result.reason}" if result.reason else "")
    if result.practice is not None:
        words = {
            Outcome.WIN: "pressed",
            Outcome.FALSE_START: "pressed too early",
            Outcome.ANTICIPATED: "pressed too soon after green",
        }
        told = words.get(result.outcome, result.outcome.value.replace("_", " "))
        return f"practice: {_called(result, result.practice)}: {told}"
    if result.loser is None:
        return f"{result.outcome.value.replace('_', ' ')}: nobody takes the cards"
    why = "was slower" if result.outcome is Outcome.WIN else "pressed too early"
    # Without cards there is nothing to take.
    what = "takes the cards" if result.record.cards != 0 else "loses"
    return f"{_called(result, result.loser)} {why} and {what}"


def _called(result: Result, side: Side) -> str:
    name = result.name_of(side)
    return f"{name} ({side.value})" if name else side.value


def last_record(error: ShowdownError, key: str) -> Result:
    """The record to print beside an error: as last seen, else that nobody knows."""
    record: Record | None = getattr(error, "record", None)
    if isinstance(error, Indeterminate):  # its record may be a mere tombstone
        told = record is not None and record.state is RecordState.INDETERMINATE
        record = record if told else Record(key=key, state=RecordState.INDETERMINATE)
    return Result(record or Record(key=key, state=RecordState.UNKNOWN))
