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
        """Who takes the cards; None: nobody, or nobody knows."""
        return self.record.loser

    @property
    def loser_name(self) -> str | None:
        """The loser's name, where names were given."""
        if self.loser is None or self.record.players is None:
            return None
        players = self.record.players
        return players.left if self.loser is Side.LEFT else players.right

    @property
    def decided(self) -> bool:
        """Whether there is a loser beyond the unit's doubt."""
        return self.loser is not None and self.state is not RecordState.INDETERMINATE

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
        side = self.loser.value if self.loser is not None else "nobody"
        who = f"{side} ({self.loser_name})" if self.loser_name else side
        what = self.outcome.value if self.outcome is not None else self.state.value
        why = f", {self.reason}" if self.reason else ""
        return f"{self.key}: {what}{why}, loser {who}"
