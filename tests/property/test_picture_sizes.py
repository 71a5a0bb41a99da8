"""Whatever is to be drawn at whatever size: every line takes exactly its cells."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import cell_len

from picture_kit import VIEWS
from scale import count
from showdown_picture.cells import cut, fit, plain, width
from showdown_picture.draw import draw
from showdown_picture.view import View

CASES = count(60, 5_000)


@settings(max_examples=CASES)
@given(view=VIEWS, wide=st.integers(1, 160), high=st.integers(1, 60), unicode=st.booleans())
def test_nothing_overflows_at_any_size(view: View, wide: int, high: int, unicode: bool) -> None:
    drawn = draw(view, wide, high, unicode=unicode)
    assert (drawn.width, drawn.height, len(drawn.lines)) == (wide, high, high)
    for line in drawn.lines:
        text = "".join(span.text for span in line)
        # Terminals and Textual count as rich does.
        assert cell_len(text) == width(text) == wide
        assert unicode or text.isascii()
        assert text.isprintable()
    for box in drawn.boxes:
        assert 0 <= box.x < box.x + box.width <= wide
        assert 0 <= box.y < box.y + box.height <= high


@settings(max_examples=CASES)
@given(view=VIEWS, wide=st.integers(40, 160), high=st.integers(12, 60))
def test_all_three_can_be_pressed_from_40_by_12_on(view: View, wide: int, high: int) -> None:
    drawn = draw(view, wide, high)
    assert {box.part for box in drawn.boxes} == {"left", "right", "button"}
    taken = [
        (x, y)
        for box in drawn.boxes
        for x in range(box.x, box.x + box.width)
        for y in range(box.y, box.y + box.height)
    ]
    assert len(taken) == len(set(taken)), "two boxes overlap"
    left, right, button = (
        next(box for box in drawn.boxes if box.part == part) for part in ("left", "right", "button")
    )
    assert left.x + left.width <= button.x
    assert button.x + button.width <= right.x


@settings(max_examples=CASES)
@given(text=st.text(max_size=12), cells=st.integers(0, 20))
def test_a_text_of_anybodys_is_cut_to_its_cells(text: str, cells: int) -> None:
    shown = plain(text)
    assert plain(shown) == shown
    assert cell_len(shown) == width(shown)
    assert width(cut(shown, cells)) <= cells
    assert width(fit(shown, cells)) == cells
    assert plain(text, unicode=False).isascii()


def test_every_character_is_as_wide_as_rich_says() -> None:
    step = count(29, 1)
    wrong = [
        hex(code)
        for code in range(0, 0x110000, step)
        if cell_len(plain(f"a{chr(code)}b")) != width(plain(f"a{chr(code)}b"))
    ]
    assert wrong == []
