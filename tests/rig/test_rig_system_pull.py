"""The USB cable pulled in each state of a showdown, and put back."""

from __future__ import annotations

from typing import Any

import pytest

from rig.system import System
from rig.system_ahead import ahead, journal_of

CABLE = [
    ("ready", "port", "soon"),
    ("armed", "port", "soon"),
    ("counting", "controller", "soon"),
    ("hold", "port", "soon"),
    ("racing", "controller", "soon"),
    ("launching", "port", "soon"),
    ("done", "controller", "soon"),
    ("armed", "port", "after"),
    ("racing", "controller", "after"),
]


@pytest.fixture(scope="module")
def pulls(system: System, request: pytest.FixtureRequest) -> Any:
    def play(state: str, way: str, when: str) -> dict[str, Any]:
        with system.ready() as guest:
            return guest.run("pull", state, way, when).facts

    with ahead(request, ("state", "way", "when"), play) as played:
        yield played


@pytest.mark.parametrize(("state", "way", "when"), CABLE)
def test_the_cable_pulled_and_put_back_loses_no_showdown(
    pulls: Any, state: str, way: str, when: str
) -> None:
    facts = pulls(state, way, when)
    with journal_of(facts):
        assert (facts["end"], facts["loser"]) == ("done", "right")
        assert facts["record"] == facts["told"][-1]
        assert facts["launches"] == 1
        assert "launcher_power" not in facts["on"]
        assert facts["same_daemon"]
        assert len(facts["host_ends"]) == 1
