"""lgpio's stall when the input that was armed last is closed."""

from __future__ import annotations

from typing import Any


def test_closing_an_input_stalls_the_others_with_gpiozeros_own_factory(rig: Any) -> None:
    facts = rig.run("stall", "plain").facts
    assert (facts["before"], facts["after"]) == (5, 0)
    assert facts["late"] == 5  # they come once another input is armed


def test_closing_an_input_stalls_no_other_with_ours(rig: Any) -> None:
    facts = rig.run("stall", "ours").facts
    assert (facts["before"], facts["after"], facts["late"]) == (5, 5, 0)
