"""Events, prompts, refusals and outcomes: each has its sentence, for whoever reads it."""

from __future__ import annotations

import random
import string
from typing import get_args

import pytest

import texts_kit
from showdown_host.result import Result
from showdown_protocol.messages import DecidedBy, Outcome, Players, Record, RecordState, Side
from showdown_rules import engine, views
from showdown_rules import events as ev
from showdown_rules.actions import NOBODY, IllegalAction
from showdown_rules.cards import Face, load_deck
from showdown_rules.refusals import REFUSALS, refusal
from showdown_rules.ruleset import ruleset
from showdown_rules.state import Phase
from showdown_table.sentences import Sentences, outcome
from showdown_table.texts import Texts

DECK = load_deck("showdown")
NAMES = ("Ann", "Bob", "Eve")
RED_ONE = 1
ICON = next(card for card in range(112) if DECK.counts[card])
each_language = pytest.mark.parametrize("lang", texts_kit.LANGUAGES)


def _first(face: Face) -> int:
    return DECK.faces.index(face)


WILD, DRAW_TWO = _first(Face.WILD), _first(Face.DRAW_TWO)
WHYS = (
    *("turn", "draw_two", "wild_draw_four", "challenge", "uno"),
    *("false_catch", "false_call", "talk", "showdown"),
)
EVENTS: tuple[ev.Event, ...] = (
    ev.RoundBegan(1, 0, RED_ONE, 0, 1),
    ev.Dealt(0, 2, (RED_ONE, WILD)),
    ev.Reflipped(WILD),
    ev.Played(0, ICON, 0, NOBODY, 0),
    ev.Played(0, WILD, 2, NOBODY, 0),
    ev.Played(0, _first(Face.WILD_SHOWDOWN), 2, 1, 3),
    *(ev.Drew(0, 2, 2, why, (RED_ONE, WILD)) for why in WHYS),
    *(ev.Drew(0, 1, 2, why, (WILD,)) for why in WHYS),
    *(ev.Drew(0, 0, 2, why, ()) for why in WHYS if why != "showdown"),
    ev.Passed(0),
    ev.TurnLost(0, "skip"),
    ev.Reversed(1),
    ev.Reversed(-1),
    ev.Challenged(0, 1, True, (RED_ONE, WILD)),
    ev.Challenged(0, 1, False, ()),
    ev.UnoCalled(0),
    ev.FalseCall(0),
    ev.UnoCaught(0, 1),
    ev.FalseCatch(0, 1),
    ev.Silenced(0, 1),
    ev.Talked(0),
    ev.SilenceOver(),
    ev.HandsSwapped(0, 1),
    ev.HandsPassed(1),
    ev.Reshuffled(42),
    ev.ShowdownBegan(3, 0, 1, 2, "icon"),
    ev.ShowdownAgain(3, 2, "dead_heat"),
    *(ev.ShowdownSettled(3, 0, 1, by) for by in ("unit", "lines", "table", "rematches", "left")),
    ev.ShowdownSplit(3),
    ev.ShowdownSkipped(0, 1),
    ev.Left(0),
    ev.RoundEnded(2, 0, "out", ((), (), ()), (35, 0, 0)),
    ev.RoundEnded(2, 0, "out", ((), (), ()), (0, 5, 6)),
    *(
        ev.RoundEnded(2, NOBODY, why, ((), (), ()), (0, 0, 0))
        for why in ("stalemate", "shortage", "left")
    ),
    ev.MatchEnded((0,)),
    ev.MatchEnded((0, 1)),
)


def sentences(lang: str = "en", you: int = NOBODY) -> Sentences:
    return Sentences(Texts(lang, strict=True), DECK, NAMES, you)


def test_the_samples_have_every_event() -> None:
    assert {type(event) for event in EVENTS} == set(get_args(ev.Event))


@each_language
@pytest.mark.parametrize("you", [NOBODY, 0, 1, 2])
def test_every_event_is_said_to_every_reader(lang: str, you: int) -> None:
    for event in EVENTS:
        text = sentences(lang, you).event(event)
        assert text[-1] in ".!", f"{lang}: {event}: {text!r}"
        assert not any(mark in text for mark in ("{", "  ", " .", ": .", "-1")), f"{event}: {text}"


@each_language
def test_every_named_player_stands_in_the_sentence(lang: str) -> None:
    for event in EVENTS:
        text = sentences(lang).event(event)
        for field in ("seat", "target", "by", "other", "initiator", "defender", "winner", "loser"):
            seat = getattr(event, field, None)
            if isinstance(seat, int) and seat != NOBODY:
                assert NAMES[seat] in text, f"{lang}: {event}: {text}"


@each_language
def test_who_reads_of_what_they_did_is_not_named(lang: str) -> None:
    for event in EVENTS:
        if getattr(event, "seat", None) == 0:
            text = sentences(lang, you=0).event(event)
            assert "Ann" not in text or isinstance(event, ev.RoundBegan), f"{event}: {text}"


def test_every_text_about_events_is_for_one_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
    voice, said = sentences(), set()
    say = voice.texts.say
    monkeypatch.setattr(
        voice.texts, "say", lambda key, **values: said.add(key) or say(key, **values)
    )
    for event in EVENTS:
        voice.event(event)
    assert {key for key in texts_kit.entries("en") if key.startswith("event-")} <= said


@pytest.mark.parametrize(
    ("you", "event", "text"),
    [
        (0, ev.Drew(0, 2, 2, "turn", (RED_ONE, WILD)), "You draw 2 cards: red 1 and Wild."),
        (1, ev.Drew(0, 2, 2, "draw_two", ()), "Ann draws 2 cards for the Draw Two."),
        (
            1,
            ev.Drew(0, 1, 2, "talk", ()),
            "Ann draws 1 card for talking. There are no more.",
        ),
        (0, ev.UnoCaught(0, 1), "Bob catches you: one card left, and you did not call UNO."),
        (1, ev.UnoCaught(0, 1), "You catch Ann: one card left, and no UNO."),
        (2, ev.UnoCaught(0, 1), "Bob catches Ann: one card left, and no UNO."),
        (1, ev.ShowdownBegan(3, 0, 1, 1, "icon"), "Showdown 3 for 1 card: Ann against you."),
        (2, ev.MatchEnded((0, 1)), "Ann and Bob share the win!"),
        (0, ev.MatchEnded((0,)), "You win the match!"),
    ],
)
def test_english_sentences(you: int, event: ev.Event, text: str) -> None:
    assert sentences(you=you).event(event).replace(" (showdown 1)", "") == text


def test_only_who_challenged_is_told_the_hand() -> None:
    shown = sentences(you=0).event(ev.Challenged(0, 1, True, (DRAW_TWO, WILD)))
    hidden = sentences(you=2).event(ev.Challenged(0, 1, True, ()))
    assert shown.endswith("The hand of Bob: red Draw Two and Wild.")
    assert hidden.endswith("It was not allowed.")


def test_every_card_of_both_decks_has_a_name() -> None:
    for name in ("showdown", "encanto"):
        deck = load_deck(name)
        for lang in texts_kit.LANGUAGES:
            said = Sentences(Texts(lang, strict=True), deck, NAMES)
            names = {said.card(card) for card in range(112)}
            looks = set(zip(deck.colours, deck.faces, deck.counts, strict=True))
            assert len(names) == len(looks)


@each_language
@pytest.mark.parametrize("phase", Phase)
def test_every_phase_has_a_prompt(lang: str, phase: Phase) -> None:
    seat = 0 if phase in (Phase.PLAY, Phase.DRAWN, Phase.CHALLENGE) else NOBODY
    mine, theirs = (sentences(lang, you).prompt(phase, seat) for you in (0, 1))
    assert (mine == theirs) == (seat == NOBODY)


@each_language
@pytest.mark.parametrize("code", REFUSALS)
def test_every_refusal_has_a_text(lang: str, code: str) -> None:
    fields = [name for _, name, _, _ in string.Formatter().parse(REFUSALS[code]) if name]
    error = refusal(code, **dict.fromkeys(fields, 1))
    assert sentences(lang).refusal(error) not in ("", str(error), f"refused-{code}")


def test_no_refusal_is_in_the_catalogue_that_the_rules_do_not_know() -> None:
    keys = {key for key in texts_kit.entries("en") if key.startswith("refused-")}
    assert keys == {f"refused-{code.replace('_', '-')}" for code in REFUSALS}


def test_a_refusal_names_whose_turn_it_is() -> None:
    assert sentences().refusal(refusal("not_your_turn", now=1)) == "It is the turn of Bob."


def test_a_refusal_that_the_catalogue_does_not_know_is_said_in_english() -> None:
    error = IllegalAction("brand_new", "something brand new")
    assert sentences("cs").refusal(error) == "something brand new"


def result(word: Outcome | None, state: RecordState = RecordState.DONE, **more: object) -> Result:
    fields = {"loser": Side.LEFT, "players": Players(left="Ann", right="Bob"), **more}
    return Result(Record(key="k-1-1", state=state, outcome=word, **fields))  # type: ignore[arg-type]


OVER = (
    *(result(word) for word in Outcome),
    *(result(word, reason="lost_edge") for word in (Outcome.VOID,)),
    *(
        result(None, RecordState.ABORTED, loser=None, reason=why)
        for why in ("not_started", "paddle_held", "restart", "shutdown", "fault", "brand_new")
    ),
    result(None, RecordState.CANCELLED, loser=None),
    result(None, RecordState.INDETERMINATE, loser=None),
    result(Outcome.WIN, RecordState.INDETERMINATE),
    result(Outcome.WIN, decided_by=DecidedBy.LINES),
    result(Outcome.WIN, contested=True),
    result(Outcome.WIN, players=None),
)


@each_language
def test_every_outcome_of_the_unit_has_a_text(lang: str) -> None:
    texts = Texts(lang, strict=True)
    for one in OVER:
        text = outcome(texts, one)
        assert text[-1] in ".!?", f"{one}: {text}"
        assert text[0] == text[0].upper()


def test_while_a_showdown_runs_there_is_no_outcome() -> None:
    for state in RecordState:
        one = result(None, state, loser=None, players=None)
        assert (outcome(Texts("en"), one) == "") == (not one.over)


@pytest.mark.parametrize(
    ("one", "text"),
    [
        (result(Outcome.WIN), "Bob was faster; Ann takes the cards."),
        (
            result(Outcome.WIN, players=None),
            "The right player was faster; the left player takes the cards.",
        ),
        (
            result(Outcome.FALSE_START),
            "Too early: Ann pressed before green and takes the cards.",
        ),
        (
            result(Outcome.WIN, decided_by=DecidedBy.LINES),
            "More cards lie on the side of Ann, who takes them all.",
        ),
        (
            result(None, RecordState.ABORTED, loser=None, reason="paddle_held"),
            "The showdown was stopped: a paddle was held down.",
        ),
    ],
)
def test_english_outcomes(one: Result, text: str) -> None:
    assert outcome(Texts("en", strict=True), one) == text


@pytest.mark.parametrize("lang", texts_kit.LANGUAGES)
@pytest.mark.parametrize("preset", ["showdown", "encanto"])
def test_whole_matches_are_said_to_a_player_and_to_who_looks_on(lang: str, preset: str) -> None:
    """Played at random, with the house rules on, so that rare events come up too."""
    rules = ruleset(preset, seven_zero=True, jump_in=True, stacking=True, target=100)
    deck = load_deck(preset)
    rng = random.Random(f"{lang} {preset}")
    texts = Texts(lang, strict=True)
    said = {you: Sentences(texts, deck, NAMES, you) for you in (NOBODY, 0)}
    state, events = engine.new_match(rules, deck, len(NAMES), "texts")
    for _ in range(400):
        for you, voice in said.items():
            for event in views.project(events, you):
                text = voice.event(event)
                assert text[-1] in ".!", (event, text)
                assert not any(mark in text for mark in ("-1", ": .", "  ")), (event, text)
        acting = engine.acting(state)
        if not acting:
            break
        for voice in said.values():
            assert voice.prompt(state.phase, state.seat)
        action = rng.choice(engine.legal_actions(state, rng.choice(acting)))
        state, events = engine.apply(state, action)
