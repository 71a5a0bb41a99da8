import pytest

from showdown_drawings.values import ValueFormError, amount, tolerance


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("330", 330),
        ("4k7", 4700),
        ("10k 1%", 10_000),
        ("1M 1%", 1e6),
        ("4R7", 4.7),
        ("10n C0G 5%", 10e-9),
        ("3u3", 3.3e-6),
        ("1000u 10V low ESR", 1e-3),
        ("1.5M", 1.5e6),
        ("2.2µF 10 %", 2.2e-6),
    ],
)
def test_a_values_first_word_is_its_amount(value: str, expected: float) -> None:
    assert amount(value) == pytest.approx(expected)


@pytest.mark.parametrize("value", ["", "about 300", "red 5 mm", "1N4148", "4.7k7", "k7"])
def test_what_is_no_amount_is_refused(value: str) -> None:
    with pytest.raises(ValueFormError, match="no amount"):
        amount(value)


def test_a_tolerance_is_read_where_it_stands() -> None:
    assert tolerance("10n C0G 5%") == pytest.approx(0.05)
    assert tolerance("1M 1 %") == pytest.approx(0.01)
    assert tolerance("3u3") is None
