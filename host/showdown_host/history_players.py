"""The history by player. Pure: rows in the order of play go in, a table comes out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from showdown_host.history_figures import median, spread
from showdown_host.history_rows import Row
from showdown_host.names import fold
from showdown_protocol.messages import Outcome, Side

COARSE_US = 5_000
"""Two presses that far apart may be a dead heat: such times say little of a person."""

EARLY = (Outcome.FALSE_START, Outcome.ANTICIPATED)
"""A press before green, or too soon after it."""


@dataclass(frozen=True, slots=True)
class Who:
    """Whose figures: a name as last spelled, or the side of a unit where nobody gave one."""

    name: str
    serial: str = ""
    side: Side | None = None


@dataclass(slots=True)
class Times:
    """Reaction times in microseconds, in the order of play; `coarse`: how many say little."""

    values: list[int] = field(default_factory=list)
    coarse: int = 0

    @property
    def best_us(self) -> int | None:
        """The shortest."""
        return min(self.values, default=None)

    @property
    def median_us(self) -> int | None:
        """See `median`."""
        return median(self.values)

    @property
    def spread_us(self) -> int | None:
        """See `spread`."""
        return spread(self.values)

    def add(self, row: Row, side: Side) -> None:
        """What was measured of that side, as measured: a handicap is not in it.

        A showdown that ended by somebody's early press gives no times: they are no reactions.
        """
        value = row.reaction_us(side)
        if value is not None and row.outcome not in EARLY:
            self.values.append(value)
            self.coarse += row.resolution_us is not None and row.resolution_us >= COARSE_US


@dataclass(slots=True)
class Score:
    """Showdowns against somebody. A win or a loss by the lines counts as any other."""

    showdowns: int = 0
    wins: int = 0
    losses: int = 0


@dataclass(slots=True)
class Player:
    """One player's figures.

    `even`: without a handicap on either side; `handicapped`: the others, which no streak counts.
    `false_starts` include the `anticipated`. `streak`: wins in a row up to now, negative for
    losses; a showdown without a loser neither counts nor ends it.
    """

    who: Who
    even: Score = field(default_factory=Score)
    handicapped: Score = field(default_factory=Score)
    false_starts: int = 0
    anticipated: int = 0
    dead_heats: int = 0
    times: Times = field(default_factory=Times)
    streak: int = 0
    best_streak: int = 0
    rounds: int = 0  # of practice
    practice_false_starts: int = 0
    practice_times: Times = field(default_factory=Times)

    @property
    def showdowns(self) -> int:
        """All that were not practice."""
        return self.even.showdowns + self.handicapped.showdowns

    def duel(self, row: Row, side: Side) -> None:
        """One showdown against somebody, from that side."""
        score = self.handicapped if row.handicapped else self.even
        score.showdowns += 1
        self.dead_heats += row.dead_heats
        self.times.add(row, side)
        if row.loser is None:
            return
        lost = row.loser is side
        score.losses += lost
        score.wins += not lost
        if lost:
            self.false_starts += row.outcome in EARLY
            self.anticipated += row.outcome is Outcome.ANTICIPATED
        if not row.handicapped:
            self._row(lost)

    def alone(self, row: Row, side: Side) -> None:
        """One round of practice."""
        self.rounds += 1
        self.practice_false_starts += row.outcome in EARLY
        self.practice_times.add(row, side)

    def _row(self, lost: bool) -> None:
        if lost:
            self.streak = min(self.streak, 0) - 1
        else:
            self.streak = max(self.streak, 0) + 1
            self.best_streak = max(self.best_streak, self.streak)


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which showdowns to look at; None: all. `seen_…` are of this host's reading, see `Row`."""

    player: str | None = None
    serials: frozenset[str] | None = None
    since_ms: int | None = None
    until_ms: int | None = None  # and no later than that
    limit: int | None = None  # the last so many of them

    def of(self, rows: Iterable[Row]) -> list[Row]:
        """Those that came to an outcome, in their order."""
        chosen = [row for row in rows if row.outcome is not None and self._fits(row)]
        return chosen if self.limit is None else chosen[max(len(chosen) - self.limit, 0) :]

    def _fits(self, row: Row) -> bool:
        if self.serials is not None and row.serial not in self.serials:
            return False
        if self.since_ms is not None and row.seen_ms < self.since_ms:
            return False
        if self.until_ms is not None and row.seen_ms > self.until_ms:
            return False
        if self.player is None:
            return True
        return fold(self.player) in (fold(row.name(side)) for side in played(row))


def played(row: Row) -> Sequence[Side]:
    """The sides that played."""
    return tuple(Side) if row.practice is None else (row.practice,)


def identity(row: Row, side: Side) -> tuple[str, str, str]:
    """The same for the same player: the folded name, else the side of that unit."""
    name = fold(row.name(side))
    return (name, "", "") if name else ("", row.serial, side.value)


def who(row: Row, side: Side) -> Who:
    """Who sat there."""
    name = " ".join(row.name(side).split())
    return Who(name) if fold(name) else Who("", row.serial, side)


def players(rows: Iterable[Row]) -> list[Player]:
    """Every player in rows that came to an outcome; the most showdowns first, then by name.

    Somebody who played against the same name counts on both sides, the left one first.
    """
    found: dict[tuple[str, str, str], Player] = {}
    for row in rows:
        for side in played(row):
            key = identity(row, side)
            player = found.get(key)
            if player is None:
                player = found[key] = Player(Who(""))
            player.who = who(row, side)
            if row.practice is None:
                player.duel(row, side)
            else:
                player.alone(row, side)
    ordered = sorted(found, key=lambda key: (-found[key].showdowns, -found[key].rounds, key))
    return [found[key] for key in ordered]


def only(found: Sequence[Player], name: str | None) -> list[Player]:
    """That player alone, by whatever spelling; None: all of them."""
    if name is None:
        return list(found)
    return [player for player in found if player.who.name and fold(player.who.name) == fold(name)]


def title(one: Who, units: Mapping[str, str]) -> str:
    """How a player is called in a table; `units`: the units' names by serial."""
    if one.side is None:
        return one.name
    return f"{one.side.value} of {units.get(one.serial) or one.serial}"
