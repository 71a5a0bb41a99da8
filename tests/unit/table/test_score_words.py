"""What the companion says, in every language there is, and what it gives to other programs."""

from __future__ import annotations

import csv
import io
import json

import pytest
from rich.cells import cell_len

from score_app_kit import at_table
from score_kit import played, points, written
from showdown_table import score_words as words
from showdown_table.score_entries import (
    NOBODY,
    Caught,
    Deal,
    Do,
    Hand,
    Leave,
    Next,
    NextRound,
    Rename,
    Reverse,
    RoundOver,
    Showdown,
    Silence,
    Skip,
    Spoke,
    Turn,
    Uno,
)
from showdown_table.score_export import to_csv, to_json
from showdown_table.score_game import ScoreError
from showdown_table.score_model import apply
from showdown_table.texts import Texts

TIMED = Showdown(
    initiator=1,
    defender=2,
    cards=2,
    loser=2,
    by="unit",
    number=1,
    outcome="win",
    reaction_us=(231_415, None),
)
EARLY = Showdown(
    initiator=2, defender=0, cards=1, loser=0, by="unit", number=2, outcome="false_start"
)
BARE = Showdown(initiator=1, defender=2, cards=0, loser=1)
NARROW = 13
"""Cells in a button of a row of five."""

HANDS = (Hand(cards=(7, 7, 50)), Hand(), Hand(points=12))


def told(*entries, **options):
    """What is said of the last of them."""
    before = played(*entries[:-1], **options)
    return words.told(Texts("en", strict=True), before, entries[-1], apply(before, entries[-1]))


@pytest.mark.parametrize(
    ("entries", "said"),
    [
        ((Next(),), "Bo is done. Now Cy."),
        ((Skip(),), "Cy loses a turn. Now Ana."),
        ((Reverse(),), "The direction is counter-clockwise now. Ana is next."),
        ((Turn(0),), "It is the turn of Ana."),
        ((Deal(2),), "Cy deals."),
        ((TIMED,), "Showdown: Bo wins. Cy takes 2 cards. Now Cy."),
        ((BARE,), "Showdown: Cy wins against Bo. Now Cy."),
        ((Uno(1),), "Bo has said UNO."),
        ((Silence(0), Uno(1)), "Bo has said UNO. Everybody may talk again."),
        ((Silence(0),), "Ana may not talk until somebody says UNO. Now Cy."),
        ((Silence(0), Spoke(0)), "Ana talked and draws 3 cards."),
        ((Caught(1),), "Bo was caught without UNO and draws 2 cards."),
        ((RoundOver(1, HANDS),), "Bo wins round 1 and gets 76 points."),
        (
            (RoundOver(NOBODY, HANDS),),
            "Round 1 ends without a winner. Nobody gets points.",
        ),
        ((RoundOver(1, HANDS), NextRound()), "Round 2: Bo deals, Cy begins."),
        ((Leave(0),), "Ana has left."),
        ((Leave(0), Leave(1)), "Bo has left. Cy wins the game!"),
        ((Rename(0, "Anna"),), "Anna has a new name."),
    ],
)
def test_every_entry_is_told(entries, said):
    assert told(*entries) == said


def test_the_end_of_a_game_is_told():
    over = RoundOver(1, points(500, 0, 20))
    assert told(over).endswith("Bo wins the game!")
    low = told(over, scoring="low")
    assert low == "Bo wins round 1. Everybody has counted the own hand. Bo wins the game!"
    shared = told(RoundOver(1, points(500, 0, 0)), scoring="low")
    assert shared.endswith("Bo and Cy share the win!")
    assert told(over, scoring="one_round") == "Bo wins the round."


@pytest.mark.parametrize("lang", Texts.languages())
def test_every_language_says_everything(lang):
    texts = Texts(lang, strict=True)
    story = (
        *(Next(), Skip(), Reverse(), TIMED, EARLY, BARE, Turn(1), Uno(1), Caught(2), Silence(0)),
        *(Spoke(0), Uno(2), RoundOver(1, HANDS), NextRound(), Deal(0), Rename(0, "Anna")),
        *(RoundOver(NOBODY, points(1, 2, 3)), NextRound(), Leave(0), Leave(1)),
    )
    for preset, scoring in (("showdown", "standard"), ("showdown", "low"), ("encanto", "standard")):
        game = played(preset=preset, scoring=scoring)
        for entry in story:
            after = apply(game, entry)
            assert words.told(texts, game, entry, after)
            assert words.prompt(texts, after)
            assert texts.say(f"score-last-{words.kind(entry)}")
            game = after
        assert words.history(texts, game)
        assert words.game_line(texts, game)
        assert words.rules_line(texts, game.setup)


@pytest.mark.parametrize("lang", Texts.languages())
def test_every_refusal_is_said(lang):
    texts = Texts(lang, strict=True)
    errors = (
        *(ScoreError("not-now"), ScoreError("pending"), ScoreError("nothing-to-undo")),
        *(ScoreError("nothing-to-redo"), ScoreError("players", least=2, most=10)),
        *(ScoreError("name", most=16), ScoreError("same-name", name="Ana"), ScoreError("seat")),
        *(ScoreError("same-player"), ScoreError("loser"), ScoreError("cards", most=10)),
        *(ScoreError("may-talk", name="Ana"), ScoreError("round-began"), ScoreError("hands")),
        *(ScoreError("empty-hand", name="Ana"), ScoreError("points", most=1440)),
        *(ScoreError("deck", value=40, most=4), ScoreError("no-showdown")),
    )
    for error in errors:
        assert words.refusal(texts, error)


@pytest.mark.parametrize("lang", Texts.languages())
@pytest.mark.parametrize("preset", ["showdown", "encanto"])
def test_the_buttons_have_room_for_their_words(tmp_path, lang, preset):
    cut = []

    async def play(table):
        async def check(where):
            for tap in table.app.screen.query("Tap").results():
                if tap.display and tap.region:
                    room = tap.content_size.width
                    lines = str(tap.label).splitlines()
                    cut.extend((where, line, room) for line in lines if cell_len(line) > room)

        await check("table")
        for keys in ("d", "o", "escape o 1", "escape u 2", "escape"):
            await table.keys(keys)
            await check(keys)

    at_table(tmp_path, play, lang=lang, preset=preset, scoring="standard")
    assert cut == []


@pytest.mark.parametrize("lang", Texts.languages())
def test_undo_has_room_for_what_it_takes_back(lang):
    texts = Texts(lang, strict=True)
    kinds = [words.kind(entry) for entry in (Next(), Skip(), Reverse(), Turn(0), Deal(0), BARE)]
    kinds += [words.kind(entry) for entry in (Uno(0), Caught(0), Silence(0), Spoke(0), Leave(0))]
    kinds += ["round-over", "next-round", "rename"]
    whats = [texts.say(f"score-last-{kind}") for kind in kinds]
    assert [what for what in whats if cell_len(what) > NARROW] == []


def test_a_showdown_in_the_history_has_its_times():
    texts = Texts("en", strict=True)
    game = played(TIMED, EARLY)
    assert [words.showdown_line(texts, game, one) for one in game.showdowns] == [
        "Round 1: Bo beats Cy, 2 cards (Bo 231 ms)",
        "Round 1: Cy beats Ana, 1 card (Ana too early)",
    ]


def test_the_csv_has_a_line_for_each_player_in_each_round():
    game = played(RoundOver(1, HANDS), NextRound(), RoundOver(0, points(0, 5, 6)))
    rows = list(csv.DictReader(io.StringIO(to_csv(game))))
    assert [row["player"] for row in rows] == ["Ana", "Bo", "Cy"] * 2
    assert rows[0] == {
        "round": "1",
        "player": "Ana",
        "winner": "no",
        "cards": "7 7 50",
        "points": "64",
        "gained": "0",
        "score": "0",
    }
    assert [row["score"] for row in rows] == ["0", "76", "0", "11", "76", "0"]


def test_a_name_in_the_csv_is_never_a_formula():
    game = played(Rename(0, "=1+1"), RoundOver(1, points(1, 0, 1)))
    assert "'=1+1" in to_csv(game)


def test_the_json_has_everything_that_counts():
    book = written(TIMED, Caught(0), RoundOver(1, HANDS))
    exported = json.loads(to_json(book.game))
    assert exported["scores"] == {"Ana": 0, "Bo": 76, "Cy": 0}
    assert exported["showdowns"][0]["loser"] == "Cy"
    assert exported["showdowns"][0]["reaction_us"] == [231_415, None]
    assert exported["penalties"] == [{"round": 1, "player": "Ana", "cards": 2, "why": "uno"}]
    assert exported["rounds"][0]["hands"]["Ana"] == {"cards": [7, 7, 50], "points": 64}
    assert (exported["over"], exported["winners"]) == (False, [])
    undone = book.write(Do(NextRound())).game
    assert json.loads(to_json(undone))["rounds"] == exported["rounds"]
