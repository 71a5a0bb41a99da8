"""The cards: colours, faces, points, and a deck as the data file describes it.

A card is the number of its place in the deck, 0 to 111, so that each is told from its twin. What
it shows is looked up in the deck's columns.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from importlib.resources import files
from itertools import compress
from typing import Any

SIZE = 112
"""Cards of either deck (SD-02, EN-02); a deck of another game says its `size`."""


class Colour(IntEnum):
    """A colour to match. A wild card has none of its own: `NO_COLOUR`."""

    RED = 0
    YELLOW = 1
    GREEN = 2
    BLUE = 3


COLOURS = tuple(Colour)
NO_COLOUR = -1


class Face(IntEnum):
    """What a card shows besides its colour. 0 to 9 are the number cards."""

    ZERO = 0
    ONE = 1
    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    DRAW_TWO = 10
    REVERSE = 11
    SKIP = 12
    WILD = 13
    WILD_DRAW_FOUR = 14
    WILD_SHOWDOWN = 15
    WILD_DONT_TALK = 16


# The same as plain ints for the engine, which asks for them at each turn: before Python 3.12 the
# name of an enum member is a search.
ZERO, SEVEN, NINE = 0, 7, 9
DRAW_TWO, REVERSE, SKIP = 10, 11, 12
WILD, WILD_DRAW_FOUR, WILD_SHOWDOWN, WILD_DONT_TALK = 13, 14, 15, 16

NUMBERS = tuple(Face)[:10]
ACTIONS = (Face.DRAW_TWO, Face.REVERSE, Face.SKIP)
WILDS = (Face.WILD, Face.WILD_DRAW_FOUR, Face.WILD_SHOWDOWN, Face.WILD_DONT_TALK)

POINTS = (
    *(0, 1, 2, 3, 4, 5, 6, 7, 8, 9),
    *(20, 20, 20),
    *(50, 50, 40, 50),
)
"""By face (SD-90, EN-18)."""


class DeckError(ValueError):
    """A deck file that cannot be used; the message says where and what it should be."""


Goes = tuple[tuple[Callable[[object], bool], ...], ...]
"""By colour to match and card on top: what tells of a card whether it goes on that."""


@dataclass(frozen=True, slots=True)
class Deck:
    """A deck in columns, each an int by card.

    `colours` has `NO_COLOUR` for wild cards. `counts` is the printed showdown number, 0 where the
    card has no symbol (a Wild Showdown's is chosen with the play, so it has 0 here). `provisional`:
    which cards carry a symbol is our guess, to be mended from the printed deck.

    Games ask for millions of matches, so all are looked up once: `matching` by colour, face on top
    and card; `goes` as functions that `filter` takes, and the same with `icon_matches` (AMB-4).
    `asking` are the cards with which something may have to be chosen.
    """

    name: str
    provisional: bool
    colours: tuple[int, ...]
    faces: tuple[int, ...]
    points: tuple[int, ...]
    counts: tuple[int, ...]
    matching: tuple[tuple[tuple[bool, ...], ...], ...] = field(
        init=False, repr=False, compare=False
    )
    goes: Goes = field(init=False, repr=False, compare=False)
    goes_by_icon: Goes = field(init=False, repr=False, compare=False)
    wild_draw_fours: frozenset[int] = field(init=False, repr=False, compare=False)
    asking: frozenset[int] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """By colour, number or symbol, or as a wild card (SD-20, SD-21)."""
        cards = list(zip(self.colours, self.faces, strict=True))
        matching = tuple(
            tuple(tuple(c in (colour, NO_COLOUR) or f == face for c, f in cards) for face in Face)
            for colour in COLOURS
        )
        object.__setattr__(self, "matching", matching)
        icons = {card for card, count in enumerate(self.counts) if count}
        on_faces = [
            [frozenset(compress(range(len(cards)), row)) for row in rows] for rows in matching
        ]
        on_tops = [[on_face[face] for face in self.faces] for on_face in on_faces]
        by_icon = [
            [cards | icons if top in icons else cards for top, cards in enumerate(on_top)]
            for on_top in on_tops
        ]
        object.__setattr__(self, "goes", _predicates(on_tops))
        object.__setattr__(self, "goes_by_icon", _predicates(by_icon))
        places = list(enumerate(self.faces))
        fours = frozenset(card for card, face in places if face == WILD_DRAW_FOUR)
        object.__setattr__(self, "wild_draw_fours", fours)
        asking = frozenset(card for card, face in places if face >= WILD or face == SEVEN)
        object.__setattr__(self, "asking", asking)

    def label(self, card: int) -> str:
        """The card in English, for logs and errors: `red 7 (showdown 1)`."""
        colour, face = self.colours[card], self.faces[card]
        name = str(face) if face <= Face.NINE else Face(face).name.lower().replace("_", " ")
        words = name if colour == NO_COLOUR else f"{Colour(colour).name.lower()} {name}"
        return f"{words} (showdown {self.counts[card]})" if self.counts[card] else words


def _predicates(cards: list[list[frozenset[int]]]) -> Goes:
    return tuple(tuple(one.__contains__ for one in column) for column in cards)


def load_deck(name: str) -> Deck:
    """A deck that comes with the package: `showdown`, `encanto`, or `ordinary` for comparisons."""
    file = files("showdown_rules") / "decks" / f"{name}.toml"
    if not file.is_file():
        msg = f"no deck is called {name!r}; there are showdown, encanto and ordinary"
        raise DeckError(msg)
    return parse_deck(file.read_text("utf-8"), f"{name}.toml")


def parse_deck(text: str, where: str) -> Deck:
    """A deck file's text. `where` names it in errors. DeckError; see decks/README.md."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        msg = f"{where}: not TOML: {error}"
        raise DeckError(msg) from None
    unknown = data.keys() - {"name", "provisional", "note", "size", "coloured", "wild", "symbols"}
    if unknown:
        msg = f"{where}: unknown {', '.join(sorted(unknown))}"
        raise DeckError(msg)
    for section in ("coloured", "wild", "symbols"):
        if not isinstance(data.get(section, {}), dict):
            msg = f"{where}: {section} = {data[section]!r}: it is a table, [{section}]"
            raise DeckError(msg)
    coloured = _copies(data, "coloured", where, (*NUMBERS, *ACTIONS))
    wild = _copies(data, "wild", where, WILDS)
    kinds = [(int(c), f) for c in COLOURS for f, copies in coloured.items() for _ in range(copies)]
    kinds += [(NO_COLOUR, face) for face, copies in wild.items() for _ in range(copies)]
    size = data.get("size", SIZE)
    if type(size) is not int or len(kinds) != size:
        msg = f"{where}: {len(kinds)} cards; a deck has {size}"
        raise DeckError(msg)
    return Deck(
        name=str(data.get("name", where)),
        provisional=bool(data.get("provisional", False)),
        colours=tuple(colour for colour, _ in kinds),
        faces=tuple(int(face) for _, face in kinds),
        points=tuple(POINTS[face] for _, face in kinds),
        counts=_counts(data.get("symbols", {}), kinds, where),
    )


def _copies(
    data: Mapping[str, Any], section: str, where: str, allowed: tuple[Face, ...]
) -> dict[Face, int]:
    faces = {face_word(face): face for face in allowed}
    found = {}
    for word, copies in data.get(section, {}).items():
        if word not in faces or type(copies) is not int or copies < 0:
            known = ", ".join(faces)
            msg = f"{where}: {section}.{word} = {copies!r}: known are {known}, each a count"
            raise DeckError(msg)
        found[faces[word]] = copies
    return found


def face_word(face: int) -> str:
    """The face in files: `7`, `draw_two`, `wild_showdown`."""
    return str(int(face)) if face <= Face.NINE else Face(face).name.lower()


def _counts(symbols: Any, kinds: list[tuple[int, Face]], where: str) -> tuple[int, ...]:
    """`symbols` has, for each colour, lists of face and number; each marks one copy."""
    counts = [0] * len(kinds)
    words = {colour.name.lower(): colour for colour in COLOURS}
    for word, marks in symbols.items():
        if not isinstance(marks, list):
            msg = f'{where}: symbols.{word} = {marks!r}: it is a list, as red = [["7", 1]]'
            raise DeckError(msg)
        for mark in marks:
            try:
                name, count = mark
                colour = words[word]
            except (KeyError, TypeError, ValueError):
                msg = f'{where}: symbols.{word}: {mark!r}; a mark is as red = [["7", 1]]'
                raise DeckError(msg) from None
            places = [
                card
                for card, kind in enumerate(kinds)
                if kind[0] == colour and face_word(kind[1]) == name and counts[card] == 0
            ]
            if not places or type(count) is not int or not 1 <= count <= 3:
                msg = (
                    f"{where}: symbols.{word}: {mark!r}: no free copy, or its number is not 1 to 3"
                )
                raise DeckError(msg)
            counts[places[0]] = count
    return tuple(counts)
