from __future__ import annotations

from showdown_unit.budgets import Budget, Window


def test_a_budget_gives_its_burst_and_then_one_a_period() -> None:
    budget = Budget(5, 1000)
    assert [budget.take(0) for _ in range(7)] == [True] * 5 + [False] * 2
    assert [budget.take(999), budget.take(1000), budget.take(1001)] == [False, True, False]


def test_a_rested_budget_holds_no_more_than_its_burst() -> None:
    budget = Budget(2, 1000)
    assert [budget.take(10**9) for _ in range(3)] == [True, True, False]
    assert [budget.take(10**12) for _ in range(3)] == [True, True, False]


def test_a_window_holds_in_any_stretch_of_its_span() -> None:
    window = Window(2, 1000)
    assert [window.take(t) for t in (0, 900, 950, 999)] == [True, True, False, False]
    assert [window.take(t) for t in (1000, 1899, 1900)] == [True, False, True]
