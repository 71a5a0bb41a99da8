"""The unit's state and its verdicts in plain words."""

from __future__ import annotations

from dataclasses import dataclass

from showdown_picture.drawing import Style
from showdown_picture.view import SIDES, Row, Side, View


@dataclass(frozen=True, slots=True)
class Told:
    """What goes on, and what to do about it or what comes next; `brief`: that in 40 cells."""

    head: str
    more: str = ""
    style: Style = Style.BOLD
    brief: str = ""

    def fitting(self, cells: int) -> str:
        """`more`, or where that is too long `brief`."""
        return self.brief if self.brief and len(self.more) > cells else self.more


NOT_READY = {
    "tray_unknown": (
        "tray unknown",
        "Look at the tray, then hold the timer button for 2 seconds.",
        "Look at it, then hold the button 2 s.",
    ),
    "fault": ("a fault", "Read the fault below; restart the unit.", ""),
    "selftest": ("a self-test runs", "It ends by itself.", ""),
    "remote_start_off": ("no start by the host alone", "Start with the timer button.", ""),
    "journal_full": ("its journal is full", "Restart the unit.", ""),
}

_REASONS = {
    "not_started": "nobody pressed the timer button",
    "paddle_held": "a paddle was held too long",
    "restart": "the unit restarted",
    "shutdown": "the unit was stopped",
    "fault": "the unit has a fault",
    "storage": "the disk does not take the result",
    "edges_lost": "presses may have been missed",
}

_WAIT = "Wait for green. Who presses now loses."

_STATES = {
    "starting": Told("starting", style=Style.DIM),
    "ready": Told(
        "ready",
        "Press the timer button, or let a host arm a showdown.",
        Style.GOOD,
        "The timer button or a host begins.",
    ),
    "accepted": Told("accepted", "The showdown is being written down."),
    "racing": Told("GREEN", "Press!", Style.GREEN_ON),
    "stopping": Told("stopping", style=Style.WARNING),
}


def told(view: View) -> Told:
    """What goes on."""
    if not view.linked:
        more = "What is drawn is unknown until the unit is found again."
        return Told(
            "no link to the unit", more, Style.WARNING, "Nothing is known until it is back."
        )
    if view.state == "fault":
        more = "All is off. Put it right, then restart the unit."
        return Told("FAULT", more, Style.FAULT, "Put it right, then restart the unit.")
    if view.state == "not_ready":
        return _not_ready(view)
    if view.state == "armed":
        return _armed(view)
    if view.state == "counting":
        return _counting(view)
    if view.verdict is not None:
        return verdict(view)
    return _STATES.get(view.state, Told(view.state.replace("_", " ")))


def verdict(view: View) -> Told:
    """The verdict that stands."""
    row = view.verdict
    if row is None:
        return Told("")
    head = f"{sentence(row)}."
    if view.state == "launching" and row.loser is not None:
        return Told(head, f"{cards(row.cards).capitalize()} fly to the {row.loser}.")
    return Told(head, "; ".join(row.notes))


def sentence(row: Row) -> str:
    """A verdict in a few words, without names of events or codes."""
    loser = "nobody" if row.loser is None else called(row, row.loser)
    match row.outcome:
        case "win" if row.practice is not None:
            return "measured" if row.loser is None else f"{loser} loses"
        case "win" if row.margin_us is not None:
            return f"{loser} loses by {ms(row.margin_us)}"
        case "win":
            return f"{loser} loses"
        case "false_start":
            return f"{loser} was too early"
        case "anticipated":
            return f"{loser} guessed: too soon after green"
        case "unclear":
            return "dead heats only: nobody loses"
        case "dead_heat":
            return "dead heat"
        case "no_press":
            return "nobody pressed"
        case "void":
            return f"void{_because(row)}"
        case "aborted":
            return f"called off{_because(row)}"
        case "cancelled":
            return "cancelled"
        case "indeterminate":
            return "unclear: cards may have flown"
        case other:
            return other.replace("_", " ")


def called(row: Row, side: Side) -> str:
    """A player by name and side, by the side alone where nobody said a name."""
    name = row.left_name if side == "left" else row.right_name
    return f"{name} ({side})" if name else side


def name_of(view: View, side: Side) -> str:
    """Who plays there, as far as anybody said."""
    return (view.left_name if side == "left" else view.right_name) or ""


def ms(us: int) -> str:
    """Microseconds as people read them."""
    if us < 1000:
        return f"{us} µs"
    return f"{us / 1000:.1f} ms" if us < 10_000_000 else f"{us / 1_000_000:.1f} s"


def cards(number: int | None) -> str:
    """How many cards."""
    if number is None:
        return "the cards"
    return "1 card" if number == 1 else f"{number} cards"


def both(sides: tuple[Side, ...]) -> str:
    """Sides in words."""
    return " and ".join(side for side in SIDES if side in sides)


def _because(row: Row) -> str:
    if not row.reason:
        return ""
    return f": {_REASONS.get(row.reason, row.reason.replace('_', ' '))}"


def _not_ready(view: View) -> Told:
    if "selftest" in view.not_ready:
        return Told("self-test", view.test or NOT_READY["selftest"][1], Style.WARNING)
    first = view.not_ready[0] if view.not_ready else ""
    unlisted = (first.replace("_", " "), "See the faults below.", "")
    why, do, brief = NOT_READY.get(first, unlisted)
    return Told(f"not ready: {why}" if why else "not ready", do, Style.WARNING, brief)


def _armed(view: View) -> Told:
    if view.held:
        many = len(view.held) > 1
        head = f"{'paddles' if many else 'a paddle'} held: {both(view.held)}"
        return Told(head, "The count begins when both are released.", Style.WARNING)
    if view.again is not None:
        head = "dead heat" if view.again == "dead_heat" else view.again.replace("_", " ")
        number = "" if view.attempt is None else f" (attempt {view.attempt + 1})"
        more = "Release the paddles; the count begins by itself."
        return Told(f"{head}: once more{number}", more, brief="Release both paddles; it goes on.")
    if view.awaits_button is False:
        more = "The count begins when both paddles are at rest."
        return Told("get ready", more, brief="It begins when both are at rest.")
    head = "waiting for the timer button"
    if view.practice is not None:
        return Told(head, f"Practice: the {view.practice} side alone.")
    if view.cards is None:
        return Told(head)
    return Told(head, f"For {cards(view.cards)}." if view.cards else "No cards will fly.")


def _counting(view: View) -> Told:
    if view.amber is True:
        return Told("hold", _WAIT, Style.AMBER_ON)
    if view.red is True:
        return Told("count", _WAIT, Style.RED_ON)
    more = "Red, then amber, then green: when, the unit alone knows."
    return Told("counting", more, brief="The unit alone knows when green comes.")
