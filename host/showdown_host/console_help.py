"""What the console says of methods and errors, in plain words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from showdown_host.console_params import params_of
from showdown_protocol.errors import ERRORS
from showdown_protocol.messages import METHODS

FORMS = """\
METHOD [name=value ...]    as: showdown.start cards=2 players.left=Ana players.right='Bo B.'
METHOD {"name": value}     the same in JSON; a value alone may be JSON too: players={"left":"Ana"}
help METHOD                what it takes; help alone: this"""

DOES = {
    "hello": "Opens the session. The link says it by itself.",
    "ping": "A sign of life: the unit's boot, clock, last event and state.",
    "status": "The whole state: lamps, arrow, paddles, faults, launcher, tray.",
    "stats": "Every counter since the unit's start.",
    "showdown.start": "Starts one showdown, once; the same key again gives its record.",
    "showdown.get": "The record of a key; with evidence=true what its verdict stands on.",
    "showdown.wait": "The record as soon as it is so far, or when the time is up.",
    "showdown.cancel": "Calls a showdown off where no press decided it yet.",
    "showdown.lines": "The table's verdict: the side with more cards over its line loses.",
    "showdown.list": "The newest records first.",
    "events.replay": "Events that were missed, by their numbers.",
    "settings.get": "Every setting, the number of this state, and which ones hosts have set.",
    "settings.set": "Changes settings, where rev is that of the present ones; null gives one up.",
    "identify": "The unit blinks for three seconds, so that people find it.",
    "selftest": "Tries one part while no showdown runs; steps come as events.",
    "bye": "Ends the session. The link opens another.",
}
"""Each method in one sentence."""

_AGAIN = {
    "yes": "yes, at once",
    "after": "when the cause is gone",
    "no": "never with these parameters",
}


def method_help(method: str) -> list[str]:
    """What a method does and takes, line by line."""
    spec = METHODS.get(method)
    if spec is None:
        return [f"{method}: not known here. Methods: {' '.join(METHODS)}"]
    lines = [f"{method}: {DOES.get(method, '')}".rstrip(": ")]
    if spec.needs_control:
        lines.append("  Needs control of the unit.")
    params = params_of(method)
    width = max((len(param.path) for param in params), default=0)
    lines += [f"  {param.path:{width}}  {param.about}" for param in params]
    if not params:
        lines.append("  No parameters.")
    elif any(not param.needed for param in params):
        lines.append("  What is not marked may be left out.")
    return lines


def overview() -> list[str]:
    """Every method in one line each."""
    width = max(map(len, METHODS))
    return [f"  {name:{width}}  {DOES.get(name, '')}".rstrip() for name in METHODS]


def meaning(name: str) -> str:
    """What an error's name means, empty for one of a later version."""
    spec = ERRORS.get(name)
    return "" if spec is None else spec.meaning


def same_key_again(name: str) -> str:
    """Whether the same key may be sent again, in words; for a name not known, when it may."""
    spec = ERRORS.get(name)
    return _AGAIN["after" if spec is None else spec.retry_same_key]


def error_lines(name: str, message: str, data: Mapping[str, Any]) -> list[str]:
    """An error, as a host developer needs it."""
    said = message if message != meaning(name) else ""
    lines = [f"error {name}: {meaning(name) or message}"]
    facts = {"said": said} if said else {}
    facts |= {key: _plain(value) for key, value in data.items() if key not in {"name", "reason"}}
    if data.get("reason") and str(data["reason"]) not in said:
        facts["reason"] = _plain(data["reason"])
    facts["same key again"] = same_key_again(name)
    width = max(map(len, facts))
    return lines + [f"  {key:{width}}  {value}" for key, value in facts.items()]


def _plain(value: object) -> str:
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value)) or "none"
    return "none" if value is None else str(value)
