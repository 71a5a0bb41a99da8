"""The journal's lines in a report: few fields of each, as text."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Any

from showdown_unit.report_filter import kernel_line
from showdown_unit.service_state import GADGET, PIGPIOD, SERVICE
from showdown_unit.system_run import Runner

LINES = 2000
_LEVELS = ("emerg", "alert", "crit", "err", "warning", "notice", "info", "debug")
_FIELDS = "MESSAGE,PRIORITY,SYSLOG_IDENTIFIER"


class NoJournalError(Exception):
    """journalctl gives nothing; the text says why."""


def of_unit(run: Runner, boot: int) -> str:
    """What the unit's services logged in one start of the computer: 0 this one, -1 the last."""
    units = [word for unit in (SERVICE, GADGET, PIGPIOD) for word in ("--unit", unit)]
    return _lines(run, [*units, f"--boot={boot}"], lambda _: True)


def of_kernel(run: Runner) -> str:
    """The kernel's lines of this start that have to do with us."""
    return _lines(run, ["--dmesg", "--boot=0"], kernel_line)


def _lines(run: Runner, words: Sequence[str], wanted: Callable[[str], bool]) -> str:
    ran = run(
        [
            *("journalctl", "--no-pager", "--quiet", "--output=json"),
            *(f"--output-fields={_FIELDS}", f"--lines={LINES}", *words),
        ]
    )
    if not ran.well:
        raise NoJournalError(ran.problem)
    lines = [line for text in ran.out.split("\n") if text for line in _told(text, wanted)]
    if lines:
        return "\n".join(lines) + "\n"
    return "nothing; or this user may not read it: with sudo there may be more\n"


def _told(text: str, wanted: Callable[[str], bool]) -> list[str]:
    """One entry of the journal; one that is cut short or odd must not cost the others."""
    try:
        entry = json.loads(text)
        return [_line(entry)] if wanted(_message(entry)) else []
    except (ValueError, TypeError, AttributeError, OverflowError, OSError):
        return ["(a line that cannot be read)"]


def _message(entry: dict[str, Any]) -> str:
    """Bytes that are no UTF-8 come as a list of numbers, a field that is there twice as texts.

    What is too long comes as null.
    """
    message = entry.get("MESSAGE")
    if isinstance(message, list) and all(isinstance(part, str) for part in message):
        return "; ".join(message)
    if isinstance(message, list):
        return bytes(message).decode("utf-8", "replace")
    return message if isinstance(message, str) else "(too long to be shown)"


def _line(entry: dict[str, Any]) -> str:
    at = datetime.fromtimestamp(int(entry.get("__REALTIME_TIMESTAMP", 0)) / 1e6, UTC)
    priority = str(entry.get("PRIORITY", "6"))
    level = _LEVELS[int(priority)] if priority.isdecimal() and int(priority) < 8 else "?"
    who = entry.get("SYSLOG_IDENTIFIER", "")
    return f"{at:%Y-%m-%dT%H:%M:%S.%f}Z {level:7} {who}: {_message(entry)}"
