"""One wish for one showdown: its key, what was asked for, and when in the unit's life."""

from __future__ import annotations

from typing import Literal

import msgspec

from showdown_host.steps import Opened
from showdown_protocol.messages import Players, Side, StartParams

MARGIN_MS = 60_000
"""A start that reaches the unit later than this is void: the players have long gone."""


class Intention(msgspec.Struct, frozen=True, kw_only=True):
    """Stored before it is sent, and never changed.

    `boot`, `journal_since` and `durable` are what the unit said before the key was first sent.
    """

    key: str
    cards: int
    left: str | None
    right: str | None
    start: Literal["button", "now"]
    serial: str
    boot: str
    journal_since: int
    durable: bool
    port: str = ""  # for people
    practice: Side | None = None  # who plays alone

    @classmethod
    def of(
        cls,
        session: Opened,
        key: str,
        *,
        cards: int,
        left: str | None = None,
        right: str | None = None,
        start: Literal["button", "now"] = "button",
        port: str = "",
        practice: Side | None = None,
    ) -> Intention:
        """A new one, in the live session with the unit that is to carry it out."""
        hello = session.hello
        return cls(
            key=key,
            cards=cards,
            left=left,
            right=right,
            start=start,
            serial=hello.serial,
            boot=hello.boot,
            journal_since=hello.journal_since,
            durable=hello.durable,
            port=port,
            practice=practice,
        )

    def same_wish(self, other: Intention) -> bool:
        """Whether the same showdown is asked for, of the same unit, by whichever key."""
        return self._wish == other._wish

    @property
    def _wish(self) -> tuple[object, ...]:
        names = (self.left, self.right)
        return (self.serial, self.cards, *names, self.start, self.practice)

    def doubt(self, session: Opened) -> str | None:
        """Why a journal that does not know the key may have forgotten it; None: it never had it.

        No clocks are compared, the unit's may be wrong: only the very journal that was there
        when the key was made, and that has dropped nothing since, can vouch for it.
        """
        hello = session.hello
        if not (self.durable and hello.durable):
            return "its journal does not survive a restart"
        if hello.journal_since != self.journal_since:
            return "its journal has been cut or replaced since the key was made"
        return None

    def start_params(self, boot: str, up_ms: int) -> StartParams:
        """The request, for that boot of the unit, whose clock says `up_ms`."""
        players = None
        if self.left is not None or self.right is not None:
            players = Players(left=self.left or "", right=self.right or "")
        return StartParams(
            key=self.key,
            boot=boot,
            cards=self.cards,
            players=players,
            start=self.start,
            not_after_ms=up_ms + MARGIN_MS,
            practice=self.practice,
        )
