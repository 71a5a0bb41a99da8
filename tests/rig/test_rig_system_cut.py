"""The installed unit's power cut in each state, and put back: booted again from the same disk."""

from __future__ import annotations

from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import pytest

from rig.system import System

STATES = ("ready", "armed", "counting", "hold", "racing", "launching", "done")
KEY = "rig-showdown"
AT_ONCE = 2
READY_S = 60
"""From the kernel's start, in a guest that is slower than a Pi: no figure, only an end."""

ANNOUNCED = ("outcome", "loser", "reaction_us")


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
def cuts(system: Any) -> Any:
    """All of them, two machines at a time; one guest boots while another plays."""
    with ThreadPoolExecutor(AT_ONCE) as pool:
        futures: dict[str, Future[Cut]] = {
            state: pool.submit(cut, system, state) for state in STATES
        }
        yield futures
        for future in futures.values():
            future.cancel()


@pytest.mark.parametrize("state", STATES)
def test_after_a_power_cut_nothing_is_launched_and_no_announced_result_is_lost(
    cuts: Any, state: str
) -> None:
    done = cuts[state].result()
    before, after = done.before, done.after
    journal = "\n".join(after["journal"])
    thrown = state in ("launching", "done")
    assert before["launches"] == int(thrown)
    assert after["ready_s"] < READY_S, journal
    # No output was switched on since, nor was the launcher's servo given a pulse.
    assert after["launches"] == 0, journal
    assert after["pulses_us"] in ([], [0]), journal
    assert "launcher_power" not in after["on"], journal
    assert after["kept"] == {"synced": True, "not-synced": False}
    record = after["record"]
    for told in before["told"]:
        assert told == after["essence"], journal
    if thrown:
        assert before["told"]
        assert (record["state"], record["outcome"], record["loser"]) == ("done", "win", "right")
    elif state == "ready":
        assert record["state"] == "unknown"
    else:
        assert record.get("loser") is None
        assert record["state"] in ("aborted", "indeterminate")
    unsure = record["state"] == "indeterminate" or state == "launching"
    assert after["status"]["not_ready"] == (["tray_unknown"] if unsure else []), journal
