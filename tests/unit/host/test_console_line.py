"""Lines of the console: how they are read, how they may go on, what is said of them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from showdown_host.console_help import DOES, error_lines, method_help, overview
from showdown_host.console_line import Known, complete, danger, filled, hint, parse
from showdown_host.console_params import SETTING_RANGES, param_of, params_of
from showdown_protocol.errors import ERRORS
from showdown_protocol.messages import METHODS

DOC = Path(__file__).parents[3] / "docs" / "protocol.md"
KNOWN = Known(keys=("KEY00002", "KEY00001"), boot="b" * 32, rev=7, commands=("help", "raw", "quit"))


def options(line: str, known: Known = KNOWN) -> list[str]:
    return [option.text for option in complete(line, len(line), known).options]


def said(line: str) -> tuple[str, bool]:
    return hint(line, len(line), KNOWN)


# --- reading -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "params"),
    [
        ("showdown.get key=12345678", {"key": "12345678"}),
        ("ping nonce=true", {"nonce": "true"}),
        ('ping nonce="5"', {"nonce": "5"}),
        ('m a="5" b=5 c=x', {"a": "5", "b": 5, "c": "x"}),
        ('m p={"left": "Ana B", "right": "Bo"} x=[1, 2]',
         {"p": {"left": "Ana B", "right": "Bo"}, "x": [1, 2]}),
        ("m p='Ana B' q=\"\"", {"p": "Ana B", "q": ""}),
        ("settings.set values.name=null rev=3", {"values": {"name": None}, "rev": 3}),
        ("settings.set values.name=123", {"values": {"name": "123"}}),
        ("showdown.start cards=nine", {"cards": "nine"}),
    ],
)  # fmt: skip
def test_text_stays_text_and_json_is_json(line, params):
    assert parse(line)[1] == params


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("m a", "'a' is not name=value"),
        ("m a=1 =2", "'=2' is not name=value"),
        ("m a='x", "the quote after = is not closed (column 3)"),
        ('m {"a": }', "the JSON cannot be read: Expecting value (column 9)"),
        ("m a=1 a.b=2", "a holds a value already, so a.b cannot be set"),
    ],
)
def test_what_is_wrong_with_a_line_is_said_with_its_place(line, why):
    with pytest.raises(ValueError, match=re.escape(why)):
        parse(line)


def test_what_is_left_out_is_filled_in_and_what_is_given_stays():
    start = filled("showdown.start", {"cards": 3}, KNOWN, "FRESHKEY")
    assert start == {"key": "FRESHKEY", "boot": "b" * 32, "cards": 3, "start": "button"}
    assert filled("showdown.start", {"practice": "left"}, KNOWN, "k")["cards"] == 0
    assert filled("settings.set", {"values": {}}, KNOWN, "k") == {"values": {}, "rev": 7}
    assert "rev" not in filled("settings.set", {}, Known(), "k")
    assert filled("showdown.wait", {"key": "K"}, KNOWN, "k")["timeout_ms"] == 10_000
    assert filled("status", {}, KNOWN, "k") == {}


# --- completion --------------------------------------------------------------------------------


def test_methods_and_own_words_complete():
    assert options("st") == ["status", "stats"]
    assert options("ra") == ["raw"]
    assert options("start") == ["showdown.start"], "where nothing begins so, what holds it"
    assert options("help showdown.c") == ["showdown.cancel"]
    assert set(options("")) == {*METHODS, *KNOWN.commands}


def test_parameters_complete_those_that_are_needed_first_and_none_twice():
    assert options("showdown.lines ") == ["key=", "left=", "right="]
    assert options("showdown.lines left=1 ") == ["key=", "right="]
    assert options("showdown.start pl") == ["players.left=", "players.right="]
    assert "key=" not in options("showdown.start key=KEY00001 ")


def test_values_complete_by_their_type():
    assert options("selftest part=la") == ["lamps", "launcher"]
    assert options("showdown.start start=") == ["button", "now"]
    assert options("settings.set values.buzzer=") == ["true", "false"]
    assert options("showdown.get key=") == ["KEY00002", "KEY00001"]
    assert options("events.replay boot=") == ["b" * 32]
    assert options("settings.set rev=") == ["7"]
    assert options("showdown.start cards=") == []
    assert options('showdown.get {"key') == []


def test_a_completion_replaces_the_word_at_the_cursor_alone():
    line = "showdown.start st"
    choices = complete(line, len(line), KNOWN)
    assert line[: choices.start] + choices.options[0].text == "showdown.start start="
    middle = complete("showdown.get ke", 5, KNOWN)
    assert (middle.start, middle.options[0].text) == (0, "showdown.start")


def test_what_all_of_them_begin_with():
    line = "showdown.start pl"
    assert complete(line, len(line), KNOWN).common("pl") == "players."
    assert complete("zzz", 3, KNOWN).common("zzz") == "zzz"


# --- hints -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "words", "warns"),
    [
        ("", "Tab completes", False),
        ("sta", "2 methods begin so", False),
        ("status", "status: no parameters", False),
        ("nonsense", "not known here; it is sent as it stands", True),
        ("nonsense a=1", "not known here", True),
        ("showdown.get ", "showdown.get key [evidence from]", False),
        ("showdown.start cards=", "cards: 0 to 99; that may fly", False),
        ("showdown.start cards=100", "cards takes 0 to 99", True),
        ("showdown.start cards=x", "cards takes 0 to 99", True),
        ("settings.set values.count_ms=499", "takes 500 to 10000", True),
        ("settings.set values.count_ms=null", "the count", False),
        ("selftest part=horn", "part takes", True),
        ("showdown.get kee=5", "has no parameter kee", True),
        ("raw", "as they are on the wire", False),
    ],
)
def test_the_hint_says_type_and_range_as_one_types(line, words, warns):
    text, warning = said(line)
    assert words in text
    assert warning is warns


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("showdown.start start=now", "counts at once, 2 cards may fly. Hands off!"),
        ("showdown.start start=now cards=0", "no cards fly"),
        ('showdown.start {"start":"now","cards":5}', "5 cards may fly"),
        ("hello takeover=true", "control is taken"),
        ("bye", "cuts into this session"),
    ],
)
def test_what_cannot_be_taken_back_is_named(line, words):
    assert words in danger(line)
    assert said(line + " ") == (danger(line), True)


def test_harmless_lines_warn_of_nothing():
    assert danger("showdown.start start=button") == danger("status") == danger("m '") == ""


# --- the tables --------------------------------------------------------------------------------


def test_every_method_has_its_sentence_and_its_help():
    assert set(DOES) == set(METHODS)
    for method in METHODS:
        lines = method_help(method)
        assert DOES[method] in lines[0]
        for param in params_of(method):
            assert any(line.split()[:1] == [param.path] for line in lines)
    assert len(overview()) == len(METHODS)
    assert "not known here" in method_help("fly")[0]


def test_the_ranges_of_settings_are_the_protocols():
    text = DOC.read_text(encoding="utf-8")
    ranges = {
        f"values.{name}": (int(low), int(high))
        for row in re.findall(r"^\| (`\w+_ms`.*?) \| (.*?) \|$", text, re.MULTILINE)
        for name, (low, high) in zip(
            re.findall(r"`(\w+)`", row[0]),
            re.findall(r"(\d+) to (\d+)", row[1]) * 2,
            strict=False,
        )
    }
    assert {name: ranges[name] for name in SETTING_RANGES} == SETTING_RANGES


def test_a_bounded_number_says_its_bounds():
    limit = param_of("showdown.list", "limit")
    assert limit is not None
    assert (limit.low, limit.high) == (1, 100)
    assert limit.problem(0)
    assert limit.problem(True)
    assert not limit.problem(100)


@pytest.mark.parametrize("name", [*ERRORS, "LATER"])
def test_every_error_tells_name_meaning_and_whether_the_same_key_may_go_again(name):
    lines = error_lines(name, "what the unit said", {"name": name, "active": "KEY00001"})
    assert lines[0].startswith(f"error {name}: ")
    assert lines[-1].split("again")[0].strip() == "same key"
    assert any("KEY00001" in line for line in lines)
