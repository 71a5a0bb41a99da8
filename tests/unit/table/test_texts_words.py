"""The words of each language: plurals, the main terms, and none of the known wrong ones."""

from __future__ import annotations

import re

import pytest

import texts_kit
from showdown_table.texts import Texts

CARDS = {
    "en": "no cards|1 card|2 cards|5 cards|11 cards|21 cards|22 cards|25 cards",
    "cs": "žádná karta|1 karta|2 karty|5 karet|11 karet|21 karet|22 karet|25 karet",
    "nb": "ingen kort|1 kort|2 kort|5 kort|11 kort|21 kort|22 kort|25 kort",
    "be": "0 карт|1 карта|2 карты|5 карт|11 карт|21 карта|22 карты|25 карт",
}
POINTS = {
    "en": "0 points|1 point|2 points|5 points|11 points|21 points|22 points|25 points",
    "cs": "0 bodů|1 bod|2 body|5 bodů|11 bodů|21 bodů|22 bodů|25 bodů",
    "nb": "0 poeng|1 poeng|2 poeng|5 poeng|11 poeng|21 poeng|22 poeng|25 poeng",
    "be": "0 ачкоў|1 ачко|2 ачкі|5 ачкоў|11 ачкоў|21 ачко|22 ачкі|25 ачкоў",
}
DRAWS = {
    "en": "Ann draws 1 card.|Ann draws 2 cards.|Ann draws 5 cards.|Ann draws 21 cards.",
    "cs": "Ann si líže 1 kartu.|Ann si líže 2 karty.|Ann si líže 5 karet.|Ann si líže 21 karet.",
    "nb": "Ann trekker 1 kort.|Ann trekker 2 kort.|Ann trekker 5 kort.|Ann trekker 21 kort.",
    "be": "Ann бярэ 1 карту.|Ann бярэ 2 карты.|Ann бярэ 5 карт.|Ann бярэ 21 карту.",
}
TERMS = {
    # Draw Two, Skip, Reverse, Wild Draw Four, Wild Showdown
    "en": "Draw Two|Skip|Reverse|Wild Draw Four|Wild Showdown",
    "cs": "Lízni dvě|Stopka|Změna směru|Divoká Lízni čtyři|Divoký souboj",
    "nb": "Trekk to|Stå over|Snu|Joker Trekk fire|Jokerduell",
    "be": "Вазьмі дзве|Прапусці ход|Змена кірунку|Дзікая Вазьмі чатыры|Дзікі паядынак",
}
TRAPS = {
    # A second turn; settling accounts or laying out; an oar; a casino's dealer; drawing lots, with
    # a pencil, or a tie; a display; a car; the municipal library.
    "en": r"second turn|\blay(?:ing)? out|lotter|\bsketch",
    "cs": (
        r"druh\w* tah|dva tahy|zúčtov|vylož|vyklád|pádl|padlo|vyaslo|krup[iy]|přehlídk|losov"
        r"|\bkresl|nakresl|remíz|nerozhodn|dealer|auto|knihovn|duplicit"
    ),
    "nb": (
        r"\btegn|uavgjort|oppgjør|utlegg|forhandler|padle|\båre|andre (?:tur|trekk)\b|to turer"
        r"|loddtrekk|\bbil(?:en|er)?\b|bibliotek|\bvill[et]? (?:kort|trekk|duell)"
    ),
    "be": (
        r"нічы|маляв|малюй|разлік|раскла|вяс[лё]|круп\W|крупье|дылер|друг\w+ ход|два хад|жараб"
        r"|лёсаван|машын|бібліят|выстав"
    ),
}
DISCARD = {"en": "discard", "cs": "odhaz", "nb": "kaste", "be": "скід"}
each_language = pytest.mark.parametrize("lang", texts_kit.LANGUAGES)


@each_language
def test_cards_are_counted_as_the_language_counts(lang: str) -> None:
    texts = Texts(lang, strict=True)
    said = [texts.say("count-cards", cards=count) for count in texts_kit.COUNTS]
    assert said == CARDS[lang].split("|")


@each_language
def test_points_are_counted_as_the_language_counts(lang: str) -> None:
    texts = Texts(lang, strict=True)
    said = [texts.say("count-points", points=count) for count in texts_kit.COUNTS]
    assert said == POINTS[lang].split("|")


@each_language
def test_cards_that_are_drawn_stand_in_the_form_that_drawing_asks_for(lang: str) -> None:
    texts = Texts(lang, strict=True)
    values = {"you": "nobody", "player": "Ann", "why": "turn", "list": ""}
    said = [texts.say("event-drew", cards=count, **values) for count in (1, 2, 5, 21)]
    assert said == DRAWS[lang].split("|")


@each_language
def test_the_main_terms_are_those_of_the_glossary(lang: str) -> None:
    faces = ("draw-two", "skip", "reverse", "wild-draw-four", "wild-showdown")
    texts = Texts(lang, strict=True)
    said = [texts.say(f"face-{face}") for face in faces]
    assert said == TERMS[lang].split("|")


@each_language
def test_no_text_has_a_word_of_a_known_mistranslation(lang: str) -> None:
    trap = re.compile(TRAPS[lang], re.IGNORECASE)
    said = {(key, re.sub("<.*?>", "", text)) for key, text in texts_kit.renderings(lang)}
    assert [each for each in said if trap.search(each[1])] == []


@each_language
def test_no_text_lets_anybody_draw_from_the_discard_pile(lang: str) -> None:
    """It is named where it becomes the draw pile, and nowhere else."""
    naming = {key for key, text in texts_kit.renderings(lang) if DISCARD[lang] in text.lower()}
    assert naming == {"event-reshuffled"}


@pytest.mark.parametrize("lang", ["cs", "be"])
def test_a_played_card_stands_in_the_accusative(lang: str) -> None:
    texts = Texts(lang, strict=True)
    wanted = {"cs": ("Divokou kartu", "červenou"), "be": ("Дзікую карту", "чырвоную")}[lang]
    said = (texts.say("face-wild.object"), texts.say("colour-red.card-object"))
    assert said == wanted


@pytest.mark.parametrize("lang", ["cs", "be"])
def test_no_verb_tells_whether_a_named_player_is_a_woman_or_a_man(lang: str) -> None:
    """The past tense does, and slashes such as `hrál/a` are no way out."""
    past = {
        "cs": r"<\w+> (?:\w+ )?\w+(?:[aeiu]l|[aeiu]la)\b|\w/a\b",
        "be": r"<\w+> (?:\w+ )?\w+(?:[аеіу]ў|[аеіу]ла)\b|\w/ла\b",  # noqa: RUF001
    }
    for key, text in texts_kit.renderings(lang):
        assert not re.search(past[lang], text), f"{lang}: {key}: {text}"
