"""A `View` from what a host hears: the members of answers and events, as they are on the wire.

A host hears nothing of the hold, of presses before the verdict, or of lights that take turns; so
what it cannot know is None, and what blinks blinks. Members that are missing or of a later
version change nothing. Every function gives a new view.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from showdown_picture.records import row_of, side
from showdown_picture.view import SIDES, Lamp, Side, Tray, View

STANDS_MS = 5_000
"""How long the unit shows a result that is over."""

ROWS = 20
"""So many records are kept for the list."""

Members = Mapping[str, Any]

LAUNCHER = "LAUNCHER"
"""The fault that comes and goes with the tray's."""

_TRAY = "tray_unknown"
_RUNS = frozenset({"accepted", "armed", "counting", "racing", "launching"})
_EARLY = frozenset({"false_start", "anticipated"})

_Lights = tuple[Lamp, Lamp, Lamp]
_DARK: _Lights = (None, None, None)


def hello(view: View, members: Members) -> View:
    """The answer to `hello`: a link, and the unit's state; the rest is asked by `status`."""
    view = replace(view, linked=True, name=str(members.get("name") or view.name))
    holder = members.get("control")
    if members.get("role") == "control":
        view = replace(view, control="this host")
    elif holder:
        view = replace(view, control=str(holder))
    state = _word(members, view.state)
    if members.get("active") != view.key:
        view = _forget(view, members.get("active"))
    return _lights(_at_state(view, state))


def status(view: View, members: Members) -> View:
    """The answer to `status`."""
    key = members.get("active")
    if key != view.key and (key is not None or view.state in _RUNS):
        view = _forget(view, key)
    view = _at_state(view, _word(members, view.state))
    faults = tuple(_fault(fault) for fault in members.get("faults") or ())
    view = replace(
        view,
        faults=faults,
        not_ready=tuple(map(str, members.get("not_ready") or ())),
        notes=_power(members.get("power")),
        tray=_tray(view, members),
    )
    view = _lights(view)
    lamps, arrow = members.get("lamps") or {}, side(members.get("arrow"))
    paddles = members.get("paddles") or ()
    return replace(
        view,
        red=_told(view.red, lamps.get("red")),
        amber=_told(view.amber, lamps.get("amber")),
        green=_told(view.green, lamps.get("green")),
        arrow_left=_told(view.arrow_left, arrow == "left"),
        arrow_right=_told(view.arrow_right, arrow == "right"),
        left_down="left" in paddles,
        right_down="right" in paddles,
    )


def event(view: View, kind: str, members: Members) -> View:
    """An event of that type."""
    view = replace(_at(view, members.get("t_ms")), left_down=None, right_down=None)
    match kind:
        case "state":
            reasons = tuple(map(str, members.get("not_ready") or ()))
            tray: Tray = "unknown" if _TRAY in reasons else _known(view.tray)
            view = replace(view, not_ready=reasons, tray=tray)
            return _lights(_at_state(view, _word(members, view.state)))
        case "showdown.state":
            return _lights(_showdown_state(view, members))
        case "showdown.result":
            return record(view, members.get("record") or {})
        case "showdown.done":
            return _done(view, members.get("record") or {}, members.get("t_ms"))
        case "fault":
            fault = _fault(members)
            if fault not in view.faults:
                view = replace(view, faults=(*view.faults, fault))
            return _tray_lost(view) if members.get("code") == LAUNCHER else view
        case "fault.cleared":
            start = f"{members.get('code')}: "
            left = tuple(text for text in view.faults if not text.startswith(start))
            view = replace(view, faults=left)
            return _tray_seen(view) if members.get("code") == LAUNCHER else view
        case "selftest":
            return replace(view, test=_test(members))
        case "settings":
            values = members.get("values") or {}
            return replace(view, name=str(values.get("name") or view.name))
        case "shutdown":
            return _lights(replace(view, state="stopping", key=None))
        case "session.lost":
            return replace(view, control=str(members.get("by") or "another host"))
    return view


def heartbeat(view: View, members: Members) -> View:
    """A heartbeat: the unit is there, and this is its state; a result stands only so long."""
    view = _at(replace(view, linked=True), members.get("up_ms"))
    word = _word(members, view.state)
    if word == view.state:
        return view
    if view.state in _RUNS and word not in _RUNS:
        view = _forget(view, None)  # its end was missed
    return _lights(_at_state(view, word))


def record(view: View, members: Members) -> View:
    """A record of the showdown that runs, as `showdown.start`, `get` and `wait` answer it."""
    key, state = members.get("key"), str(members.get("state") or "")
    if state not in _RUNS:
        return _done(view, members, None) if state and state != "unknown" else view
    row = row_of(members)
    if key != view.key:
        view = _forget(view, key)
    view = replace(
        view,
        state=_alive(view, state),
        left_name=row.left_name,
        right_name=row.right_name,
        cards=row.cards,
        practice=row.practice,
    )
    if members.get("outcome") is None:
        return _lights(view)
    tray: Tray = view.tray
    if view.state == "launching" and row.loser is not None:
        tray = row.loser
    return _lights(replace(view, verdict=row, again=None, held=(), tray=tray))


def link_up(view: View, link: str = "") -> View:
    """The port is open; what the unit says comes after its `hello`."""
    return replace(view, linked=True, link=link or view.link)


def link_down(view: View) -> View:
    """The unit is not heard any more: nothing that can change is known."""
    view = replace(_forget(view, None), linked=False, control=None, state="starting", tray=None)
    return _lights(replace(view, left_down=None, right_down=None, faults=(), not_ready=()))


def at(view: View, up_ms: int) -> View:
    """The view at a later time on the unit's own clock, as far as time alone changes it."""
    return _at(view, up_ms)


# --- steps ------------------------------------------------------------------------------------


def _showdown_state(view: View, members: Members) -> View:
    key = members.get("key")
    if key != view.key:
        view = _forget(view, key)
    again = members.get("outcome")
    attempt = members.get("attempt")
    held = tuple(s for s in SIDES if s in (members.get("held") or ()))
    state = _word(members, view.state)
    if state != "armed":
        again, view = None, replace(view, again=None)
    view = replace(
        _at_state(view, _alive(view, state)),
        held=held,
        attempt=attempt if isinstance(attempt, int) else view.attempt,
        again=str(again) if again is not None else view.again,
    )
    if "held" in members:
        left, right = (True if s in held else None for s in SIDES)
        view = replace(view, left_down=left, right_down=right, again=None)
    return view


def _done(view: View, members: Members, t_ms: Any) -> View:
    """A record that is over: its row, its result for a while, and whatever the unit is then."""
    if not members:
        return view
    row = row_of(members)
    rows = (row, *(old for old in view.rows if old.key != row.key))[:ROWS]
    if view.key not in {None, row.key} or any(old.key == row.key for old in view.rows):
        same = view.verdict is not None and view.verdict.key == row.key
        return replace(view, rows=rows, verdict=row if same else view.verdict)
    word = "fault" if "fault" in view.not_ready else "not_ready" if view.not_ready else "ready"
    tray = view.tray if view.tray not in SIDES else None
    launch = members.get("launch")
    tray = "level" if launch == "completed" else "unknown" if launch == "failed" else tray
    until = t_ms + STANDS_MS if isinstance(t_ms, int) else None
    view = replace(
        view,
        state=word,
        key=None,
        held=(),
        again=None,
        attempt=None,
        awaits_button=None,
        tray=tray,
        rows=rows,
        verdict=row if until is not None else None,
        verdict_until_ms=until,
    )
    return _lights(view)


def _at_state(view: View, state: str) -> View:
    if state == view.state:
        return view
    if state not in _RUNS:
        held: tuple[Side, ...] = ()
        view = replace(view, key=None, held=held, again=None, attempt=None, awaits_button=None)
    if "selftest" not in view.not_ready:
        view = replace(view, test="")
    return replace(view, state=state)


def _forget(view: View, key: Any) -> View:
    """Another showdown, or none: nothing is known of it yet."""
    return replace(
        view,
        key=None if key is None else str(key),
        verdict=None,
        verdict_until_ms=None,
        left_name=None,
        right_name=None,
        cards=None,
        practice=None,
        attempt=None,
        again=None,
        held=(),
        awaits_button=None,
    )


def _at(view: View, up_ms: Any) -> View:
    until = view.verdict_until_ms
    if until is None or not isinstance(up_ms, int) or up_ms < until:
        return view
    return _lights(replace(view, verdict=None, verdict_until_ms=None))


# --- lights -----------------------------------------------------------------------------------


def _lights(view: View) -> View:
    """Lamps and arrows as the unit shows them in that state, as far as that is known."""
    red, amber, green = _lamps(view)
    left, right = _arrows(view)
    return replace(view, red=red, amber=amber, green=green, arrow_left=left, arrow_right=right)


def _lamps(view: View) -> _Lights:
    if not view.linked:
        return _DARK
    if view.state == "fault":
        return "blinks", None, None  # a pin may have failed
    if view.state == "counting":
        return None, None, False
    if view.state in {"armed", "accepted"}:
        if view.again is not None:
            return "blinks", "blinks", "blinks"
        return (True, True, False) if view.state == "armed" else _DARK
    if view.verdict is not None:
        return _verdict_lamps(view.verdict.outcome, view.verdict.loser)
    match view.state:
        case "racing" | "launching":
            return False, False, True
        case "ready":
            return "blinks", False, False
        case "not_ready" if "selftest" not in view.not_ready:
            return False, "blinks", False
    return _DARK


def _verdict_lamps(outcome: str, loser: Side | None) -> _Lights:
    if outcome in _EARLY and loser is not None:
        return True, False, False
    if outcome == "win":
        return False, False, True
    return False, "blinks", False


def _arrows(view: View) -> tuple[Lamp, Lamp]:
    if not view.linked or "selftest" in view.not_ready or view.state in {"starting", "stopping"}:
        return None, None
    if view.state == "armed":
        left, right = ("blinks" if side in view.held else False for side in SIDES)
        return left, right  # type: ignore[return-value]
    row = view.verdict
    if row is not None and row.outcome in _EARLY and view.state != "fault":
        return row.loser == "left", row.loser == "right"
    return False, False


def _told(known: Lamp, said: Any) -> Lamp:
    """What `status` says, where that does not change by itself a moment later."""
    return said if isinstance(known, bool) and isinstance(said, bool) else known


# --- members ----------------------------------------------------------------------------------


def _word(members: Members, before: str) -> str:
    word = members.get("state")
    return word if isinstance(word, str) and word else before


def _tray(view: View, members: Members) -> Any:
    if members.get("tray") == "unknown":
        return "unknown"
    return view.tray if view.state == "launching" and view.tray in SIDES else "level"


def _tray_lost(view: View) -> View:
    reasons = tuple(reason for reason in view.not_ready if reason != _TRAY)
    return replace(view, tray="unknown", not_ready=(_TRAY, *reasons))


def _tray_seen(view: View) -> View:
    reasons = tuple(reason for reason in view.not_ready if reason != _TRAY)
    return replace(view, tray=_known(view.tray), not_ready=reasons)


def _alive(view: View, state: str) -> str:
    """That of a showdown, which a dead unit does not go by."""
    return "fault" if "fault" in view.not_ready else state


def _known(tray: Any) -> Any:
    """Where the tray is, once nobody calls that unknown any more."""
    return "level" if tray == "unknown" else tray


def _fault(members: Any) -> str:
    return f"{members.get('code')}: {members.get('message') or 'no more is known'}"


def _test(members: Members) -> str:
    part = members.get("part")
    if members.get("text"):
        return f"{part}: {members['text']}"
    why = f" ({str(members['reason']).replace('_', ' ')})" if members.get("reason") else ""
    return f"{part}: {members.get('result') or 'goes on'}{why}"


def _power(flags: Any) -> tuple[str, ...]:
    if not isinstance(flags, Mapping):
        return ()
    notes = []
    if flags.get("low_voltage"):
        notes.append("low voltage: use a stronger supply or a shorter cable")
    if flags.get("throttled"):
        notes.append("the computer slows itself down: heat or low voltage")
    return tuple(notes)
