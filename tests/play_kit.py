"""A match as an app under test: cards laid as a test wants them, keys, clicks, a fake umpire."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from app_kit import FakeReferee, Sitting, sit_down
from showdown_rules.ruleset import ruleset
from showdown_rules.state import State
from showdown_table.play_app import PlayApp
from showdown_table.table import Table, deck_text
from showdown_table.texts import Texts
from showdown_table.umpire_status import Status
from showdown_table.widgets import Tap
from snapshot_kit import compare, screen_text

ANA, BO, CY = 0, 1, 2
NAMES = ("Ana", "Bo", "Cy")
LATER = 1000.0
"""A pause that does not end by itself: Space skips it."""


def lay(
    table: Table,
    hands: Mapping[int, Sequence[str]],
    top: str = "red 3",
    colour: int | None = None,
    **fields: Any,
) -> None:
    """Cards by their labels: these hands, that top; Ana's turn; others hold as many as before."""
    state = table.state.copy()
    deck = state.deck
    free = list(range(len(deck.faces)))

    def take(label: str) -> int:
        card = next(one for one in free if deck.label(one) == label)
        free.remove(card)
        return card

    state.discard = [take(top)]
    sizes = [len(hand) for hand in state.hands]
    state.hands = [[take(label) for label in hands.get(seat, ())] for seat in range(state.seats)]
    numbers = sorted(free, key=lambda card: (deck.faces[card] >= 10, deck.counts[card], card))
    for seat, hand in enumerate(state.hands):
        if seat not in hands:
            hand.extend(numbers[: sizes[seat]])
            del numbers[: sizes[seat]]
    held = {card for hand in state.hands for card in hand}
    state.draw = [card for card in free if card not in held]
    state.seat, state.direction = ANA, 1
    state.colour = deck.colours[state.discard[0]] if colour is None else colour
    for name, value in fields.items():
        setattr(state, name, value)
    table._match.state = state


class Match(Sitting[PlayApp]):
    """An app at which a match is played."""

    @property
    def table(self) -> Table:
        return self.app.table

    @property
    def state(self) -> State:
        return self.app.table.state

    @property
    def referee(self) -> FakeReferee:
        assert isinstance(self.app.umpire, FakeReferee)
        return self.app.umpire

    @property
    def text(self) -> str:
        """All that stands on the screen."""
        return screen_text(self.app)

    @property
    def screen(self) -> str:
        """What is in front."""
        return type(self.app.screen).__name__

    async def lay(self, *args: Any, **fields: Any) -> None:
        """See `lay`; shown at once."""
        lay(self.table, *args, **fields)
        self.app._front.forget()
        self.app.follow()
        await self.settle()

    async def act(self, action: Any) -> None:
        """Somebody else does something."""
        self.table.act(action)
        await self.settle()

    async def say(self, status: Status) -> None:
        """The umpire says this."""
        self.referee.say(status)
        await self.settle()

    async def tap(self, words: str) -> None:
        """Click the button that says so."""
        taps = [one for one in self.app.screen.query(Tap) if one.display]
        found = [one for one in taps if str(one.label).split("\n")[0] == words]
        assert found, f"no button says {words}: {[str(one.label) for one in taps]}"
        await self.click(found[0])

    def shown(self, name: str) -> None:
        """The screen is as committed."""
        compare(f"play-{name}", self.text)


def at_match(
    folder: Path,
    play: Callable[[Match], Awaitable[None]],
    *,
    names: Sequence[str] = NAMES,
    bots: Sequence[str] = ("", "greedy", "greedy"),
    size: tuple[int, int] = (80, 24),
    preset: str = "showdown",
    seed: str = "seed",
    before: Callable[[Table], None] = lambda _: None,
    lang: str = "en",
    **options: Any,
) -> None:
    """Sit down at a new match."""
    rules = ruleset(preset, dealer="seat", dealer_seat=len(names) - 1, **options)
    table = Table.new(folder, rules, deck_text(rules.deck), names, bots=bots, seed=seed)
    before(table)
    texts = Texts(lang, strict=True)
    try:
        sit_down(lambda: PlayApp(table, FakeReferee(), texts, pause_s=LATER), Match, play, size)
    finally:
        table.close()
