"""Why an attempt came to what it did, in plain words."""

from __future__ import annotations

from showdown_host.expected import Judged
from showdown_protocol.records import Record
from showdown_referee.limits import MS, US, S
from showdown_referee.model import Outcome, Side, VoidReason

HELD_BACK_NS = 100 * MS
"""Green that comes so much later than count and hold end is told of."""


def name_of(record: Record, side: Side) -> str:
    """A side, with the player's name where there is one."""
    players = record.players
    name = "" if players is None else (players.left if side is Side.LEFT else players.right)
    return f"{side.value} ({name})" if name else side.value


def time_words(ns: int) -> str:
    """A span as people read it, rounded: 900 ns, 12 µs, 0.84 ms, 231.4 ms, 1.25 s."""
    if ns < US:
        return f"{ns} ns"
    if ns < 100 * US:
        return f"{ns / US:.0f} µs"
    if ns < 10 * MS:
        return f"{ns / MS:.2f} ms"
    if ns < S:
        return f"{ns / MS:.1f} ms"
    return f"{ns / S:.2f} s"


def limit_words(ns: int) -> str:
    """A limit, exactly: 20 µs, 1.5 ms, 10 s."""
    for unit_ns, word in ((S, "s"), (MS, "ms"), (US, "µs")):
        if ns >= unit_ns and ns % (unit_ns // 10) == 0:
            return f"{ns / unit_ns:g} {word}"
    return f"{ns} ns"


def presses_of(one: Judged) -> dict[Side, int]:
    """The presses that the verdict goes by; the slower one of a win may have come after it.

    Where late edges made something else of one that it goes by, those of its own moment.
    """
    grown = one.verdict.presses.items() <= one.presses.items()
    return one.presses if grown and not one.again.contested else one.verdict.presses


def why(record: Record, one: Judged) -> str:
    """The reason for an attempt's outcome, by its stamps; no name of the loser at the front."""
    if one.again.verdict is None:
        return "its evidence gives no verdict"
    outcome = one.verdict.outcome
    if outcome is Outcome.WIN:
        return _win(record, one)
    if outcome in (Outcome.FALSE_START, Outcome.ANTICIPATED):
        return _early(record, one)
    if outcome in (Outcome.DEAD_HEAT, Outcome.UNCLEAR):
        return _dead_heat(one)
    if outcome is Outcome.NO_PRESS:
        return f"nobody pressed within {limit_words(one.limits.race_timeout_ns)} of green"
    return _void(one)


def held_back(one: Judged) -> str:
    """Words about a green that kept people waiting after its time, empty where it did not.

    A paddle that flutters holds it up, and so does a machine that has no time; but so would a
    unit that waits for one player's hands.
    """
    if one.green is None:
        return ""
    due_ns = one.given.begin_ns + one.limits.count_ns + one.given.hold_ns
    late_ns = one.green.before_ns - due_ns
    if late_ns < HELD_BACK_NS:
        return ""
    return f" (green came {time_words(late_ns)} after count and hold were over)"


def _win(record: Record, one: Judged) -> str:
    green_ns = one.verdict.green_ns or 0
    counted = one.compared.all(presses_of(one))
    first = min(counted, key=lambda side: counted[side])
    text = f"{name_of(record, first)} pressed {_after(one, first, green_ns)}"
    if one.verdict.loser is None:
        return f"{text}, alone at practice"
    other = first.other
    if other not in counted:
        if one.again.closed is None or one.again.contested:
            return f"{text}, {name_of(record, other)} had not pressed by then"
        late = limit_words(one.limits.late_press_ns)
        return f"{text}, {name_of(record, other)} did not press within {late} of that"
    text = f"{text}, {name_of(record, other)} {time_words(counted[other] - counted[first])} later"
    handicap_ns = one.limits.handicap_ns(other)
    return f"{text}{_with_handicap(handicap_ns)}"


def _after(one: Judged, side: Side, green_ns: int) -> str:
    stamp_ns = presses_of(one)[side]
    handicap_ns = one.limits.handicap_ns(side)
    counted_ns = stamp_ns + handicap_ns - green_ns
    return f"{time_words(counted_ns)} after green{_with_handicap(handicap_ns)}"


def _with_handicap(ns: int) -> str:
    return f" with {limit_words(ns)} of handicap counted in" if ns else ""


def _early(record: Record, one: Judged) -> str:
    side = one.verdict.loser
    if side is None or side not in presses_of(one):
        return "somebody pressed too early"
    who, stamp_ns = name_of(record, side), presses_of(one)[side]
    green_ns, began_ns = one.verdict.green_ns, one.given.hold_began_ns
    if green_ns is not None:
        if stamp_ns > green_ns:
            soon = limit_words(one.limits.anticipation_ns)
            after = _after(one, side, green_ns)
            return f"{who} pressed {after}: sooner than {soon}, so before seeing it"
        if stamp_ns == green_ns:
            return f"{who} pressed in the moment in which green was certainly lit, not after it"
        return f"{who} pressed {time_words(green_ns - stamp_ns)} before green was certainly lit"
    if began_ns is None or stamp_ns < began_ns:
        return f"{who} pressed on red, {time_words(stamp_ns)} after it was lit"
    due_ns = began_ns + one.given.hold_ns
    if stamp_ns >= due_ns:
        return f"{who} pressed on amber, {time_words(stamp_ns - due_ns)} after green was due"
    return f"{who} pressed on amber, {time_words(due_ns - stamp_ns)} before green was due"


def _dead_heat(one: Judged) -> str:
    text = f"both pressed within {limit_words(one.limits.resolution_ns)}"
    margin_ns = one.compared.margin_ns(presses_of(one))
    if margin_ns is not None:
        text = f"{text} ({time_words(margin_ns)} apart)"
    return f"{text}, too close to tell{_went_on(one)}"


def _went_on(one: Judged) -> str:
    if not one.verdict.final:
        return ": played again"
    number = one.limits.max_attempts
    return ": there is no other attempt" if number == 1 else f": the last of {number} attempts"


_VOID = {
    VoidReason.LOST_EDGE: "an edge is missing that must have been there",
    VoidReason.UNDECIDED: "a paddle fluttered, neither pressed nor released",
    VoidReason.GREEN_TOO_SLOW: "switching green on took too long",
    VoidReason.GREEN_SENSE: "the sense wire did not see green light up when it should have",
    VoidReason.EDGE_STORM: "more edges of one paddle than any hand makes",
}


def _void(one: Judged) -> str:
    reason = one.verdict.void_reason
    text = "not measured honestly" if reason is None else _VOID[reason]
    return f"{text}{_went_on(one)}"
