"""What the guided walk says: before each part, after it, and what to do about each finding."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Words:
    """Of one part. `question` is asked where only eyes can tell."""

    title: str
    before: str
    question: str = ""


WORDS: dict[str, Words] = {
    "lamps": Words(
        "Lamps",
        "Look at the traffic light: red, amber and green light for 2 s each, alone;"
        " then the buzzer, where there is one.",
        "Was it red, amber, green, each bright and alone (and then the buzzer)?",
    ),
    "arrow": Words(
        "Arrow",
        "Stand where the printed mark faces you. The arrow points left for 2 s, then right.",
        "Did it point to your left first, then to your right?",
    ),
    "paddles": Words(
        "Paddles and timer button",
        "Follow the steps: one slam of each paddle, one press of the button, then both hands at"
        " rest for 5 s.",
    ),
    "launcher": Words(
        "Launcher",
        "Take all cards out of the tray, switch the servo's supply on, faces away from the tray."
        " It moves only while you hold the timer button.",
        "Did the tray tip left, then right, and end level and still?",
    ),
    "timing": Words(
        "Timing",
        "Unplug both paddles. Lead one wire from arrow_left's header pin through 1 kΩ to the"
        " signal contacts of both paddle plugs; nobody touches the paddles.",
    ),
    "fairness": Words(
        "Fairness",
        "Take the timing wire off, plug the paddles in. Lay a stiff ruler across both paddles and"
        " press its middle, 20 times, each time anew when told.",
    ),
    "link": Words("Link", "Nothing to do: lines go to and fro on this connection."),
}

_ADVICE = {
    "held": "a paddle stays down: free it, or look for a short circuit",
    "noisy": "an input never comes to rest: look for a loose contact",
    "resting_hands_press": "a resting hand presses: a stronger return spring, or more travel",
    "button_stuck": "the timer button reads pressed: look for a short circuit, then its polarity",
    "not_held": "the timer button was not held for 1 s, or it is not wired",
    "released": "the timer button was let go; the tray may stand anywhere: look at it",
    "storage": "the state folder could not be written, so nothing moved: `showdown-unit check`",
    "launcher": "the servo's pins failed, see the unit's log",
    "lost_edges": "edges were lost: a loose wire, or the Pi is overloaded",
    "too_late": "edges come later, or further apart, than any setting covers: take another"
    " backend, or some load off the Pi",
    "extra_edges": "edges nobody made: a loose wire, or a paddle was touched",
    "one_sided": "one paddle came alone again and again: press the ruler in its middle",
    "nobody_pressed": "no press came within 30 s",
    "biased": "one side comes first too often: look at travel, springs and plugs of both paddles;"
    " set the window below only when they are alike",
    "fault": "a pin failed, see the unit's log",
    "control_lost": "another host took over, or this one was too slow",
    "shutdown": "the unit went down",
    "asked": "it was stopped",
    "seen_wrong": "a person saw it go wrong: look at the wiring of that part",
    "quit": "the walk was ended before it",
    "interrupted": "it was broken off before its end",
    "unit_gone": "the connection to the unit broke: the unit's log says why",
    "events_lost": "events of the unit did not arrive: look at this connection",
}


_WAITS = {
    "paddles": ("release", "paddle_left", "paddle_right", "timer_button"),
    "launcher": ("release", "hold"),
}


def waits_for_person(part: str, step: str) -> bool:
    """Whether that step waits for a person to do something, up to 30 s."""
    return part == "fairness" or step in _WAITS.get(part, ())


def advice(reason: str) -> str:
    """What to do about a reason of a part's end."""
    if reason in _ADVICE:
        return _ADVICE[reason]
    if "_is_" in reason:
        wanted, _, got = reason.partition("_is_")
        return f"{_said(wanted)} was asked for and {_said(got)} answered: swap their plugs"
    if "_moves_" in reason:
        wanted, _, got = reason.partition("_moves_")
        return f"{_said(wanted)} moves {_said(got)} too: look for a short circuit between them"
    head, _, rest = reason.partition("_")
    if head == "held":
        return f"{_said(rest)} stays down: free it, or look for a short circuit and its polarity"
    if head == "silent":
        return f"no edge of {_said(rest)} within 30 s: look at its plug, wire and pin"
    if reason.startswith("no_wire_"):
        side = reason.removeprefix("no_wire_")
        return f"the {side} paddle's input does not follow arrow_left's pin: look at the wire"
    return reason


def _said(line: str) -> str:
    return "the " + line.replace("paddle_left", "left paddle").replace(
        "paddle_right", "right paddle"
    ).replace("timer_button", "timer button")


def sentences(part: str, measured: Mapping[str, int]) -> list[str]:
    """What was measured, and what follows from it."""
    if part == "timing" and "skew_median_ns" in measured:
        return _timing(measured)
    if part == "fairness" and "mean_ns" in measured:
        return _fairness(measured)
    return [f"{name.replace('_', ' ')}: {value}" for name, value in measured.items()]


def _timing(m: Mapping[str, int]) -> list[str]:
    said = [
        f"{m['edges']} edges; lost {m['lost_left']} left, {m['lost_right']} right",
        f"skew (left - right): median {_us(m['skew_median_ns'])}, worst {_us(m['skew_worst_ns'])}",
        f"jitter: median {_us(m['jitter_median_ns'])}, worst {_us(m['jitter_worst_ns'])}",
        f"an edge arrives {_us(m['delivery_median_ns'])} after its stamp, at worst"
        f" {_us(m['delivery_worst_ns'])}",
    ]
    if "clock_error_ns" in m:
        said.append(
            f"stamps are within {_us(m['clock_error_ns'])} of the clock, all alike: reaction times"
            " are off by as much, the order of two presses is not"
        )
    if m["dead_heat_us"]:
        said.append(
            "two presses are stamped further apart than the backend's resolution,"
            f" {_us(m['resolution_ns'])}"
        )
    if m["settle_ms"]:
        said.append(
            f"the backend promises {_us(m['backend_delivery_ns'])}: the verdict waits too short"
        )
    return said + _to_set(m["dead_heat_us"], m["settle_ms"])


def _fairness(m: Mapping[str, int]) -> list[str]:
    said = [
        f"{m['pairs']} presses; left first {m['left_first']}, right first {m['right_first']}",
        f"left - right: mean {_us(m['mean_ns'])}, spread {_us(m['spread_ns'])}",
        f"a fair unit is at least this uneven with p = {m['p_ppm'] / 1_000_000:.4f}",
    ]
    if m["dead_heat_us"] * 1000 > m["resolution_ns"]:
        return said + _to_set(m["dead_heat_us"])
    return [*said, f"no window is needed beyond the backend's {_us(m['resolution_ns'])}"]


def _to_set(dead_heat_us: int, settle_ms: int = 0) -> list[str]:
    """The lines for the configuration file; none where nothing is to be set."""
    lines = {"dead_heat_us": dead_heat_us, "settle_ms": settle_ms}
    wanted = [f"    {name} = {value}" for name, value in lines.items() if value]
    if not wanted:
        return []
    told = (
        "for the unit's configuration file, where it has no larger number yet; then restart the"
        " unit:"
    )
    return [told, "    [referee]", *wanted]


def _us(ns: int) -> str:
    return f"{ns / 1000:.1f} µs"
