"""The installed unit's power cut in each state, and put back: booted again from the same disk."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from rig.system import System
from rig.system_ahead import ahead, journal_of

STATES = ("ready", "armed", "counting", "hold", "racing", "launching", "done")
KEY = "rig-showdown"
START_S = 10
"""The service is ready within this of its start by systemd. What the kernel and the rest of the
system take before that says nothing of a Pi."""


@dataclass(frozen=True, slots=True)
class Cut:
    """What the host had been told when the power went, and what stands after the next boot."""

    before: dict[str, Any]
    after: dict[str, Any]


def cut(system: System, state: str) -> Cut:
    with system.disk() as disk:
        with system.resumed(disk) as guest:
            before = guest.run("cut", state).facts
            guest.machine.wait_stopped()
        # Leaving the block killed the emulator: memory, and what was not synced, are gone.
        with system.booted(disk) as guest:
            return Cut(before, guest.run("after_cut", KEY).facts)


@pytest.fixture(scope="module")
def cuts(system: System, request: pytest.FixtureRequest) -> Any:
    with ahead(request, ("state",), lambda state: cut(system, state)) as played:
        yield played


@pytest.mark.parametrize("state", STATES)
def test_after_a_power_cut_nothing_is_launched_and_no_announced_result_is_lost(
    cuts: Any, state: str
) -> None:
    done = cuts(state)
    before, after = done.before, done.after
    with journal_of(after):
        thrown = state in ("launching", "done")
        assert before["launches"] == int(thrown)
        assert after["start_s"] < START_S
        # No output was switched on since, nor was the launcher's servo given a pulse.
        assert after["launches"] == 0
        assert after["pulses_us"] in ([], [0])
        assert "launcher_power" not in after["on"]
        assert after["kept"] == {"synced": True, "not-synced": False}
        record = after["record"]
        for told in before["told"]:
            assert told == after["essence"]
        if thrown:
            assert before["told"]
            assert (record["state"], record["outcome"], record["loser"]) == ("done", "win", "right")
        elif state == "ready":
            assert record["state"] == "unknown"
        else:
            assert record.get("loser") is None
            assert record["state"] in ("aborted", "indeterminate")
        unsure = record["state"] == "indeterminate" or state == "launching"
        assert after["status"]["not_ready"] == (["tray_unknown"] if unsure else [])
