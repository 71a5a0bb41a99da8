"""What is not known is drawn as unknown, never as off; what blinks is not drawn as off either."""

from __future__ import annotations

from dataclasses import replace

import pytest

from picture_kit import PLAYED, READY, WIN
from showdown_picture.draw import draw
from showdown_picture.drawing import Drawing, Style
from showdown_picture.view import Row, View

SIZES = ((120, 40), (100, 30), (80, 24), (60, 20), (40, 12))
LIGHTS = ("red", "amber", "green", "arrow_left", "arrow_right")
DARK = replace(READY, red=False)


def texts(view: View, *, unicode: bool = True) -> list[str]:
    return [draw(view, *size, unicode=unicode).text() for size in SIZES]


@pytest.mark.parametrize("unicode", [True, False])
@pytest.mark.parametrize("light", LIGHTS)
def test_a_light_shows_four_things_by_shape_alone(light: str, unicode: bool) -> None:
    looks = [
        texts(replace(DARK, **{light: lit}), unicode=unicode)
        for lit in (True, False, "blinks", None)
    ]
    for at_size in zip(*looks, strict=True):
        assert len(set(at_size)) == 4


@pytest.mark.parametrize("name", ["left_down", "right_down", "button_down"])
def test_a_paddle_and_the_button_show_three(name: str) -> None:
    looks = [texts(replace(DARK, **{name: down})) for down in (True, False, None)]
    for at_size in zip(*looks, strict=True):
        assert len(set(at_size)) == 3


def test_the_tray_shows_five() -> None:
    trays = ("level", "left", "right", "unknown", None)
    looks = [texts(replace(DARK, tray=tray)) for tray in trays]
    for at_size in zip(*looks, strict=True):
        assert len(set(at_size)) == 5


def test_positions_tell_which_lamp_it_is() -> None:
    """In the words' absence the rows would do: each lamp has a place of its own."""
    for size in SIZES:
        places = []
        for name, style in (
            ("red", Style.RED_ON),
            ("amber", Style.AMBER_ON),
            ("green", Style.GREEN_ON),
        ):
            places.append(place_of(draw(replace(DARK, **{name: True}), *size), style))
        assert places == sorted(set(places))


def place_of(drawing: Drawing, style: Style) -> tuple[int, int]:
    """Where that style begins."""
    for y, line in enumerate(drawing.lines):
        x = 0
        for span in line:
            if span.style is style:
                return y, x
            x += len(span.text)
    raise AssertionError(style)


def test_a_host_that_counts_knows_neither_red_nor_amber() -> None:
    for text in texts(replace(PLAYED, state="counting", red=None, amber=None)):
        assert "red?" in text
        assert "amber?" in text
        assert "counting" in text


@pytest.mark.parametrize(
    ("row", "words"),
    [
        (WIN, "Bo (right) loses by 56.5 ms"),
        (replace(WIN, margin_us=640), "Bo (right) loses by 640 µs"),
        (replace(WIN, right_name=None, margin_us=None), "right loses"),
        (replace(WIN, outcome="anticipated"), "Bo (right) guessed: too soon after green"),
        (Row(key="k", outcome="void", reason="edges_lost"), "void: presses may have been missed"),
        (Row(key="k", outcome="aborted", reason="not_started"), "nobody pressed the timer button"),
        (Row(key="k", outcome="indeterminate"), "unclear: cards may have flown"),
        (Row(key="k", outcome="win", practice="left", left_us=212_000), "measured"),
        (Row(key="k", outcome="sunk_by_storm"), "sunk by storm"),
    ],
)
def test_a_verdict_is_told_in_words(row: Row, words: str) -> None:
    assert words in draw(replace(PLAYED, verdict=row), 100, 30).text()


def test_no_cards_and_unknown_cards_are_not_the_same() -> None:
    armed = replace(PLAYED, state="armed", awaits_button=True)
    assert "No cards will fly." in draw(replace(armed, cards=0), 80, 24).text()
    assert "No cards" not in draw(replace(armed, cards=None), 80, 24).text()
    assert "For 1 card." in draw(replace(armed, cards=1), 80, 24).text()


def test_at_practice_the_other_side_is_not_in_it() -> None:
    shown = draw(replace(PLAYED, state="armed", practice="left"), 80, 24).text()
    assert shown.count("not in this one") == 1


def test_the_worst_is_told_first_and_what_is_left_out_is_counted() -> None:
    faults = tuple(f"F{number}: broken" for number in range(6))
    shown = draw(replace(READY, faults=faults, aside="quiet"), 80, 24).text()
    assert "! F0: broken" in shown
    assert "more)" in shown
    assert "quiet" not in shown


def test_the_last_keys_stay_where_not_all_fit() -> None:
    hint = "A L press  Space timer  1 2 robot: both  ? help  q quit"
    shown = draw(replace(READY, hint=hint), 40, 12).text()
    assert shown.rstrip().endswith("? help  q quit")
    assert "…" not in shown.splitlines()[-1]
