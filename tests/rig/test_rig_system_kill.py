"""The installed unit's daemon killed, or hanging, in each state: systemd has it up again, safe."""

from __future__ import annotations

from typing import Any

import pytest

from rig.system import System
from rig.system_ahead import ahead, journal_of

BACK_S = 10
"""The service is up again by itself within this, from the kill or from the hang."""

KILLS = [
    *((state, "kill") for state in ("ready", "armed", "counting", "hold")),
    *((state, "kill") for state in ("racing", "launching", "done")),
    *((state, "stop") for state in ("ready", "racing", "launching")),
]
NO_THROW_YET = ("armed", "counting", "hold")
OUTPUTS = {"lamp_red", "lamp_amber", "lamp_green", "arrow_left", "arrow_right", "launcher_power"}


@pytest.fixture(scope="module")
def kills(system: System, request: pytest.FixtureRequest) -> Any:
    def play(state: str, how: str) -> dict[str, Any]:
        with system.ready() as guest:
            return guest.run("kill", state, how).facts

    with ahead(request, ("state", "how"), play) as played:
        yield played


@pytest.mark.parametrize(("state", "how"), KILLS)
def test_a_daemon_that_ends_or_hangs_is_back_with_safe_outputs_and_launches_nothing(
    kills: Any, state: str, how: str
) -> None:
    facts = kills(state, how)
    with journal_of(facts):
        assert facts["back_s"] < BACK_S
        assert facts["result"]["NRestarts"] == "1"
        # systemd ran `safe` in between: it set every output, and set it to off.
        assert facts["last"]["safe"] == dict.fromkeys(OUTPUTS, 0)
        assert "launcher_power" not in facts["on"]
        thrown = state in ("launching", "done")
        assert facts["launches"] == int(thrown)
        assert facts["last"]["new"].get("launcher_power", 0) == 0
        # What the host was told once is what stands, word for word.
        for told in facts["told"]:
            assert told == facts["record"]
        if thrown:
            assert facts["told"]
            assert (facts["state"], facts["record"]["loser"]) == ("done", "right")
            assert facts["end"] == "done"
        elif state != "ready":
            assert facts["record"]["loser"] is None
            assert facts["state"] in ("aborted", "indeterminate")
        if state == "launching":
            assert facts["not_ready"] == ["tray_unknown"]
