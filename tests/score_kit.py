"""Tables for the tests of the companion."""

from __future__ import annotations

import random
from typing import Any

from showdown_rules.ruleset import ruleset
from showdown_table.score_book import Book
from showdown_table.score_entries import (
    NOBODY,
    Caught,
    Deal,
    Do,
    Entry,
    Hand,
    Leave,
    Next,
    NextRound,
    Redo,
    Rename,
    Reverse,
    RoundOver,
    Setup,
    Showdown,
    Silence,
    Skip,
    Spoke,
    Turn,
    Undo,
    Uno,
)
from showdown_table.score_game import Game, Phase
from showdown_table.score_model import fold
from showdown_table.score_points import values

NAMES = ("Ana", "Bo", "Cy", "Dee", "Eli", "Fay", "Gus", "Hal", "Ivy", "Jo")
EMPTY = Hand()


def setup(players: int = 3, preset: str = "showdown", dealer: int = 0, **options: Any) -> Setup:
    """A table of the first names, Ana deals."""
    return Setup(
        game="testgame0001",
        began="2025-01-31T19:30",
        names=NAMES[:players],
        rules=ruleset(preset, **options),
        dealer=dealer,
    )


def played(*entries: Entry, **options: Any) -> Game:
    """The game after the entries."""
    return fold(setup(**options), entries)


def written(*entries: Entry, **options: Any) -> Book:
    """The book with the entries in it."""
    book = Book.new(setup(**options))
    for entry in entries:
        book = book.write(Do(entry))
    return book


def points(*totals: int) -> tuple[Hand, ...]:
    """Hands of which nobody tapped the cards."""
    return tuple(Hand(points=total) if total else EMPTY for total in totals)


def fought(initiator: int, defender: int, loser: int, cards: int = 2) -> Showdown:
    """A showdown by hand."""
    return Showdown(initiator=initiator, defender=defender, loser=loser, cards=cards)


def any_line(rnd: random.Random, book: Book) -> Any:
    """Something that somebody might tap, sensible or not."""
    return rnd.choice((Undo(), Redo(), *(Do(any_entry(rnd, book.game)) for _ in range(4))))


def any_entry(rnd: random.Random, game: Game) -> Entry:
    """Any entry, more often one that fits."""
    count = len(game.names)
    seat, other = rnd.randrange(-1, count + 1), rnd.randrange(count)
    if game.phase is Phase.ROUND_OVER and rnd.random() < 0.7:
        return NextRound()
    return rnd.choice(
        (
            *(Next(), Next(), Skip(), Reverse(), Turn(seat), Deal(seat), Uno(seat), Caught(other)),
            *(Silence(other), Silence(seat), Spoke(other), Spoke(seat), NextRound()),
            *(Leave(seat) if rnd.random() < 0.1 else Next(), Rename(other, rnd.choice(NAMES))),
            fought(game.seat, other, rnd.choice((game.seat, other)), rnd.randrange(4)),
            any_round(rnd, game),
        )
    )


def any_round(rnd: random.Random, game: Game) -> RoundOver:
    """Hands as they might be counted."""
    winner = rnd.choice((NOBODY, *game.seats, *game.seats))
    worths = list(values(game.setup.rules.deck))
    hands = []
    for seat, here in enumerate(game.here):
        if seat == winner or not here:
            hands.append(EMPTY)
        elif rnd.random() < 0.5:
            hands.append(Hand(points=rnd.randrange(200)))
        else:
            hands.append(Hand(cards=tuple(rnd.choice(worths) for _ in range(rnd.randrange(7)))))
    return RoundOver(winner, tuple(hands))
