"""What a showdown's attempt must come to, told from the true waveforms and the lamps alone.

The oracle knows when each paddle's line truly changed, and when the lamps were lit. It knows
nothing of arrival, order, duplicates or sampled levels: so it is the judge of a referee that
sees the same duel only through edges that come late. Times are integer nanoseconds.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from showdown_referee.limits import Limits
from showdown_referee.model import Outcome, Side

FOREVER = 1 << 62


@dataclass(frozen=True, slots=True)
class Wave:
    """One paddle's true line: the instants at which it changed, released before the first.

    `merged` holds the starts of pulses so short that one single edge was seen of them.
    """

    times: Sequence[int]
    merged: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Green:
    """The green interval. `end_ns` is the sense stamp where there is one; `sound`: it agrees.

    `written_ns` is the clock read after the write.
    """

    start_ns: int
    end_ns: int
    written_ns: int
    sound: bool = True


@dataclass(frozen=True, slots=True)
class Train:
    """Edges at most `bounce_gap` apart, stamped at the first. `clear_ns`: when it was told."""

    start_ns: int
    last_ns: int
    press: bool
    clear_ns: int
    merged: bool = False  # one single edge was seen
    fuzzy: bool = False  # holds a merged pulse among or near other edges


@dataclass(frozen=True, slots=True)
class Expected:
    """The right verdict. `outcome` None: nothing was to be decided yet.

    `first_ns` is what the first press counts as, `presses` are as they were. `also` holds verdicts
    that are as right, where the rules leave a choice.
    """

    outcome: Outcome | None
    loser: Side | None = None
    first_ns: int | None = None
    presses: Mapping[Side, int] = field(default_factory=dict)
    also: frozenset[tuple[Outcome | None, Side | None]] = frozenset()
    unsure: bool = False  # on an edge of the rules that depends on the loop's punctuality

    def allows(self, outcome: Outcome, loser: Side | None) -> bool:
        """Whether that verdict is right."""
        return (
            self.unsure
            or (outcome, loser) == (self.outcome, self.loser)
            or (outcome, loser) in self.also
        )


def counts_as(side: Side, stamp_ns: int, green: Green | None, limits: Limits) -> int:
    """What a stamp counts as: later by that side's handicap, if green was over by then."""
    if green is None or stamp_ns <= green.end_ns:
        return stamp_ns
    late = limits.handicap_left_ns if side is Side.LEFT else limits.handicap_right_ns
    return stamp_ns + late


def trains(wave: Wave, since_ns: int, limits: Limits) -> list[Train]:
    """The trains from idle that begin at or after `since_ns`, up to the first press."""
    times, gap, confirm = wave.times, limits.bounce_gap_ns, limits.confirm_ns
    n = len(times)
    i = _first_from_idle(times, since_ns, limits)
    found: list[Train] = []
    while i < n:
        start = j = i
        merged = False
        while True:
            merged = merged or times[j] in wave.merged
            if j % 2 == 0 and (j + 1 == n or times[j + 1] - times[j] >= confirm):
                clear = times[j] + confirm
                found.append(Train(times[start], times[j], True, clear, fuzzy=merged))
                return found
            if j + 1 < n and times[j + 1] - times[j] <= gap:
                j += 1
                continue
            break
        lone = merged and j == start + 1
        # with its next edge before a reading of the level, a lone edge looks like a press
        soon = times[j] + gap + confirm + limits.settle_ns
        fuzzy = merged and (not lone or (j + 1 < n and times[j + 1] <= soon))
        found.append(Train(times[start], times[j], False, times[j] + gap, lone, fuzzy))
        i = j + 1
    return found


def _first_from_idle(times: Sequence[int], since_ns: int, limits: Limits) -> int:
    """The index of the first change that begins a train of an idle paddle."""
    n = len(times)
    i = bisect_left(times, since_ns)
    began_before = 0 < i < n and times[i] - times[i - 1] <= limits.bounce_gap_ns
    if i % 2 == 0 and not began_before:
        return i
    while i < n and times[i] - times[i - 1] <= limits.bounce_gap_ns:
        i += 1
    # held over the count: idle again when released, and without edges for the lockout
    while i < n and (i % 2 or times[i] - times[i - 1] < limits.lockout_ns):
        i += 1
    return i


def expect(
    waves: Mapping[Side, Wave],
    count_ns: int,
    green: Green | None,
    verdict_ns: int,
    limits: Limits,
    *,
    numbered: bool = True,
    slack_ns: int = 0,
    practice: Side | None = None,
) -> Expected:
    """The verdict of the attempt whose count lamp's clock read was `count_ns`.

    `practice`: that side plays alone, whatever the other paddle does.

    `verdict_ns`: nothing that began later can have been part of it. `numbered`: edges carry
    sequence numbers. `slack_ns`: how late edges and ticks may come, for the one rule (the
    lockout of an undecided train) that depends on it.
    """
    by_side = {
        side: [t for t in trains(wave, count_ns, limits) if t.start_ns <= verdict_ns]
        for side, wave in waves.items()
        if practice in (None, side)
    }
    end = FOREVER if green is None else green.end_ns + limits.race_timeout_ns
    presses: dict[Side, int] = {}
    stuck: list[int] = []
    lost: list[int] = []
    edge_of_lockout: list[int] = []
    for side, found in by_side.items():
        for train in found:
            counted_ns = counts_as(side, train.start_ns, green, limits)
            limit = train.start_ns + limits.lockout_ns
            clear, slack = train.clear_ns, slack_ns
            if train.merged:  # told `settle` after a reading, which is taken soon
                clear += limits.settle_ns + limits.confirm_ns
                slack += limits.bounce_gap_ns + limits.confirm_ns
            if train.fuzzy or limit - slack < clear <= limit + slack:
                edge_of_lockout.append(counted_ns)
            if train.merged and not numbered:
                lost.append(counted_ns)
            elif clear > limit:
                stuck.append(counted_ns)
            elif train.press:
                presses[side] = train.start_ns
            if clear > limit:
                break
    first = min((counts_as(s, t, green, limits) for s, t in presses.items()), default=FOREVER)
    within = first + limits.resolution_ns if first <= end else end
    unsure = any(t <= within for t in edge_of_lockout)
    spoilt = any(t <= within for t in (*stuck, *lost))
    known = {s: t for s, t in presses.items() if first <= end}
    right = _judge(known, green, spoilt=spoilt, unsure=unsure, verdict_ns=verdict_ns, limits=limits)
    if practice is not None and right.outcome is Outcome.WIN:
        right = replace(right, loser=None)
    if practice is not None:
        also = ((o, None if o is Outcome.WIN else s) for o, s in right.also)
        right = replace(right, also=frozenset(also))
    if lost and min(lost) + limits.settle_ns < verdict_ns:
        # an edge known to be lost voids, though the train may turn out not to matter
        right = replace(right, also=right.also | {(Outcome.VOID, None)})
    return right


def _judge(
    presses: dict[Side, int],
    green: Green | None,
    *,
    spoilt: bool,
    unsure: bool,
    verdict_ns: int,
    limits: Limits,
) -> Expected:
    counted = {s: counts_as(s, t, green, limits) for s, t in presses.items()}
    first = min(counted.values(), default=None)

    def say(*rulings: tuple[Outcome | None, Side | None]) -> Expected:
        (outcome, loser), also = rulings[0], frozenset(rulings[1:])
        return Expected(outcome, loser, first, presses, also, unsure)

    void = (Outcome.VOID, None)
    if spoilt:
        return say(void)
    ruling = _ruling(counted, green, verdict_ns, limits)
    if green is None:
        return say(ruling)
    if first is not None and first < green.start_ns:
        # the text voids a contradicting sense without a word on presses from before the write
        return say(ruling) if green.sound else say(ruling, void)
    if not green.sound:
        return say(void)
    too_wide = [
        end - green.start_ns > limits.green_write_max_ns for end in (green.end_ns, green.written_ns)
    ]
    if all(too_wide):
        return say(void)
    # with a sense stamp the width may be the bracket's or the interval's up to the stamp
    return say(void, ruling) if any(too_wide) else say(ruling)


def _ruling(
    presses: dict[Side, int], green: Green | None, verdict_ns: int, limits: Limits
) -> tuple[Outcome | None, Side | None]:
    """The verdict by stamps where green itself is beyond doubt."""
    if not presses:
        timed_out = green is not None and verdict_ns >= green.end_ns + limits.race_timeout_ns
        return (Outcome.NO_PRESS if timed_out else None), None
    stamps = list(presses.values())
    if len(stamps) == 2 and abs(stamps[0] - stamps[1]) <= limits.resolution_ns:
        return Outcome.DEAD_HEAT, None
    side = min(presses, key=presses.__getitem__)
    if green is None or presses[side] <= green.end_ns:
        return Outcome.FALSE_START, side
    if presses[side] - green.end_ns < limits.anticipation_ns:
        return Outcome.ANTICIPATED, side
    return Outcome.WIN, side.other


def spike_bounds(
    waves: Mapping[Side, Wave], count_ns: int, verdict_ns: int, closed_ns: int, limits: Limits
) -> tuple[int, int]:
    """The fewest and the most spikes that an attempt can count.

    Fewest: those that were over, with room to hear of them, before the verdict, on a paddle that
    had not been pressed yet. Most: all that began before the close, and whatever follows a
    press, whose release may look like some.
    """
    fewest = most = 0
    heard = verdict_ns - limits.bounce_gap_ns - limits.settle_ns - limits.confirm_ns
    for wave in waves.values():
        pressed = FOREVER
        for train in trains(wave, count_ns, limits):
            if train.press:
                pressed = train.last_ns
                if train.clear_ns + limits.settle_ns > closed_ns:
                    # some of its edges may not have come by the close: the others look like spikes
                    begun = bisect_left(wave.times, train.start_ns)
                    most += max(0, bisect_left(wave.times, closed_ns) - begun)
            elif train.start_ns <= closed_ns:
                most += 1
                fewest += train.last_ns < heard and not train.merged
        later = wave.times[bisect_left(wave.times, pressed) + 1 :]
        most += sum(
            i == 0 or t - later[i - 1] > limits.bounce_gap_ns
            for i, t in enumerate(later)
            if t <= closed_ns
        )
    return fewest, most
