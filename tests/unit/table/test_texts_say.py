"""The catalogue's manners: which language, what is missing, what is set in."""

from __future__ import annotations

import pytest

from showdown_table.texts import TextError, Texts


@pytest.fixture(autouse=True)
def plain_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)


@pytest.mark.parametrize(
    ("asked", "given"),
    [("cs", "cs"), ("cs_CZ.UTF-8", "cs"), ("be-BY", "be"), ("be_BY@latin", "be"), ("no", "nb"),
     ("nn_NO", "nb"), ("EN", "en")],
)  # fmt: skip
def test_a_language_is_found_by_code_or_locale(asked: str, given: str) -> None:
    assert Texts(asked).lang == given


def test_an_argument_that_names_no_language_is_refused() -> None:
    with pytest.raises(TextError, match="no texts in 'tlh'; there are en, be, cs, nb"):
        Texts("tlh")


@pytest.mark.parametrize(
    ("environment", "given"),
    [
        ({}, "en"),
        ({"LANG": "cs_CZ.UTF-8"}, "cs"),
        ({"LANG": "cs_CZ.UTF-8", "LC_MESSAGES": "nb_NO.UTF-8"}, "nb"),
        ({"LC_ALL": "be_BY.UTF-8", "LC_MESSAGES": "nb_NO.UTF-8"}, "be"),
        ({"LC_ALL": "", "LANG": "nb_NO"}, "nb"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "POSIX"}, "en"),
        ({"LANG": "ja_JP.UTF-8"}, "en"),
        ({"LC_MESSAGES": "C", "LANG": "cs_CZ.UTF-8"}, "en"),
    ],
)
def test_without_an_argument_the_environment_chooses(
    monkeypatch: pytest.MonkeyPatch, environment: dict[str, str], given: str
) -> None:
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert Texts().lang == given


def test_a_missing_text_is_an_error_where_texts_are_strict() -> None:
    with pytest.raises(TextError, match="no text 'no-such-text' in cs"):
        Texts("cs", strict=True).say("no-such-text")


def test_a_missing_value_is_an_error_where_texts_are_strict() -> None:
    with pytest.raises(TextError, match=r"'event-passed' in en.*player"):
        Texts("en", strict=True).say("event-passed", you="nobody")


def test_a_missing_text_is_said_as_its_key() -> None:
    assert Texts("cs").say("no-such-text") == "no-such-text"


def test_a_missing_value_is_said_as_its_name() -> None:
    assert Texts("en").say("event-passed", you="nobody") == "player passes."


def test_what_a_translation_lacks_is_said_in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    texts, bare = Texts("cs"), Texts("en")
    own = texts._bundles[0]
    monkeypatch.setattr(own, "has_message", lambda key: key != "prompt-match-over")
    assert texts.say("prompt-match-over") == bare.say("prompt-match-over")
    assert texts.say("prompt-round-over") != bare.say("prompt-round-over")


def test_a_form_that_a_language_has_not_is_its_plain_text() -> None:
    assert Texts("cs", strict=True).say("face-wild.object") == "Divokou kartu"
    assert Texts("en", strict=True).say("face-wild.object") == "Wild"


def test_a_name_comes_through_as_it_is() -> None:
    name = 'Łū{cja} "Ž" العربية <b>'
    said = Texts("en", strict=True).say("event-passed", you="nobody", player=name)
    assert said == f"{name} passes."


def test_a_truth_is_set_in_as_yes_or_no() -> None:
    values = {"you": "nobody", "player": "Ann", "target": "Bob"}
    texts = Texts("en", strict=True)
    assert texts.say("event-challenged", guilty=True, **values).endswith("It was not allowed.")
    assert texts.say("event-challenged", guilty=False, **values).endswith("It was allowed.")


@pytest.mark.parametrize(
    ("items", "row"),
    [([], ""), (["a"], "a"), (["a", "b"], "a and b"), (["a", "b", "c"], "a, b and c")],
)
def test_things_are_said_in_a_row(items: list[str], row: str) -> None:
    assert Texts("en", strict=True).join(items) == row
