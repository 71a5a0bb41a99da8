"""The texts themselves: all there, in every language, in every case."""

from __future__ import annotations

import re

import pytest

import texts_kit
from showdown_table.texts import Texts

OTHERS = [lang for lang in texts_kit.LANGUAGES if lang != "en"]
each_language = pytest.mark.parametrize("lang", texts_kit.LANGUAGES)
each_translation = pytest.mark.parametrize("lang", OTHERS)


def test_the_languages_are_these() -> None:
    assert Texts.languages() == texts_kit.LANGUAGES


@each_translation
def test_a_translation_has_every_text_and_no_other(lang: str) -> None:
    english, own = set(texts_kit.entries("en")), set(texts_kit.entries(lang))
    assert sorted(english - own) == [], f"{lang} lacks these"
    assert sorted(own - english) == [], f"only {lang} has these"


@each_translation
def test_a_translation_uses_the_values_and_cases_of_the_english_text(lang: str) -> None:
    for key in texts_kit.entries("en"):
        english, own = texts_kit.asks("en", key), texts_kit.asks(lang, key)
        assert own.keys() == english.keys(), f"{lang}: {key}"
        for name in english:
            wanted, found = texts_kit.cases(english[name]), texts_kit.cases(own[name])
            assert found == wanted, f"{lang}: {key}: the cases of ${name}"


@each_translation
def test_a_translation_stands_in_the_files_of_the_english_texts(lang: str) -> None:
    english = {path.name for path in (texts_kit.FOLDER / "en").iterdir()}
    assert {path.name for path in (texts_kit.FOLDER / lang).iterdir()} == english


@each_language
def test_every_text_can_be_said_in_every_case(lang: str) -> None:
    for key, text in texts_kit.renderings(lang):
        assert text == text.strip() or key == "drew-why", f"{lang}: {key}: {text!r}"
        assert not re.search(r"[{}\u2066-\u2069]|[^ ] [.,;:!](?!\S)|(?<!\.)\.\.(?!\.)", text), (
            f"{lang}: {key}: {text!r}"
        )


@each_language
def test_a_language_file_begins_with_the_reasons_for_its_words(lang: str) -> None:
    head = (texts_kit.FOLDER / lang / "common.ftl").read_text("utf-8").split("\n\n")
    words = ("showdown", "draw", "paddle", "challenge", "pass")
    comment = "\n".join(part for part in head[:4] if part.startswith("#"))
    assert [word for word in words if word not in comment] == []


@each_translation
def test_a_button_of_the_companion_has_room_for_its_two_lines(lang: str) -> None:
    """About as many letters as the English label, or the room that every button has."""
    english, own = (_lengths(each) for each in ("en", lang))
    for key, length in english.items():
        why = f"{key}-why"
        if why in english and length <= 20 and english[why] <= 24:
            if not texts_kit.asks("en", key):  # names are cut where there is no room
                assert own[key] <= max(14, length + 3), f"{lang}: {key}"
            assert own[why] <= max(17, english[why]), f"{lang}: {why}"


def _lengths(lang: str) -> dict[str, int]:
    """The longest that each text can become, with values of some letters."""
    lengths: dict[str, int] = {}
    for key, text in texts_kit.renderings(lang):
        lengths[key] = max(lengths.get(key, 0), len(re.sub("[<>]", "", text)))
    return lengths
