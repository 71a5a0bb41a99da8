"""A record, as an app reads it."""

from __future__ import annotations

from dataclasses import dataclass

from showdown_protocol.messages import Outcome, Record, RecordState, Side

_WIRE_ORDER = (Side.LEFT, Side.RIGHT)


@dataclass(frozen=True, slots=True)
class Result:
    """What a showdown came to, or how far it is. `record` has everything."""

    record: Record

    @property
    def key(self) -> str:
        """The showdown's name."""
        return self.record.key

    @property
    def state(self) -> RecordState:
        """How far it is."""
        return self.record.state

    @property
    def outcome(self) -> Outcome | None:
        """What it came to; None without a verdict."""
        return self.record.outcome

    @property
    def loser(self) -> Side | None:
        """Who takes the cards, or pressed too early alone; None: nobody, or nobody knows."""
        return self.record.loser

    @property
    def loser_name(self) -> str | None:
        """The loser's name, where names were given."""
        return None if self.loser is None else self.name_of(self.loser)

    @property
    def decided(self) -> bool:
        """Whether there is a loser beyond the unit's doubt."""
        return self.loser is not None and self.state is not RecordState.INDETERMINATE

    @property
    def practice(self) -> Side | None:
        """Who played alone; nobody loses to anybody then."""
        return self.record.practice

    @property
    def conclusive(self) -> bool:
        """Whether it came to what it was played for: a loser, or the press of who plays alone."""
        return self.decided or (self.practice is not None and self.outcome is Outcome.WIN)

    @property
    def handicap_ms(self) -> dict[Side, int]:
        """Milliseconds added to a side's stamps before they were compared; mostly none."""
        handicap = self.record.handicap_ms
        if handicap is None:
            return {}
        both = zip(_WIRE_ORDER, (handicap.left, handicap.right), strict=True)
        return {side: value for side, value in both if value}

    @property
    def over(self) -> bool:
        """Whether it is finished, but for the table's `lines`."""
        return self.state.over

    @property
    def reaction_us(self) -> dict[Side, int]:
        """Microseconds from green to each press that was measured."""
        reaction = self.record.reaction_us
        if reaction is None:
            return {}
        both = zip(_WIRE_ORDER, (reaction.left, reaction.right), strict=True)
        return {side: value for side, value in both if value is not None}

    @property
    def margin_us(self) -> int | None:
        """Microseconds between the two presses, where both were measured."""
        return self.record.margin_us

    @property
    def contested(self) -> bool:
        """Whether a late stamp would have told another loser: the lines may settle it."""
        return self.record.contested

    @property
    def reason(self) -> str | None:
        """Why it was aborted, or void."""
        return self.record.reason

    @property
    def replayed(self) -> bool:
        """Whether the start found the key known: its showdown had been accepted before."""
        return bool(self.record.replay)

    def __str__(self) -> str:
        what = self.outcome.value if self.outcome is not None else self.state.value
        why = f", {self.reason}" if self.reason else ""
        if self.practice is not None:
            who = f"practice of {self._called(self.practice)}"
        else:
            who = f"loser {self._called(self.loser)}"
        handicap = "".join(f", {words}" for words in self.handicap_words())
        return f"{self.key}: {what}{why}, {who}{handicap}"

    def handicap_words(self) -> list[str]:
        """As `left +150 ms`."""
        return [f"{side.value} +{value} ms" for side, value in self.handicap_ms.items()]

    def name_of(self, side: Side) -> str | None:
        """Who sat there, where names were given."""
        players = self.record.players
        if players is None:
            return None
        return (players.left if side is Side.LEFT else players.right) or None

    def _called(self, side: Side | None) -> str:
        if side is None:
            return "nobody"
        name = self.name_of(side)
        return f"{side.value} ({name})" if name else side.value
