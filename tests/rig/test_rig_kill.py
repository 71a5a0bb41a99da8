"""The daemon killed in the middle of a showdown."""

from __future__ import annotations

from typing import Any

import pytest


@pytest.mark.parametrize(
    ("backend", "moment"), [("gpiod", "racing"), ("gpiod", "launching"), ("lgpio", "launching")]
)
def test_the_next_daemon_switches_all_off_and_launches_nothing(
    rig: Any, backend: str, moment: str
) -> None:
    facts = rig.run("kill", backend, moment, limit_s=280).facts
    launching = moment == "launching"
    # What a Pi leaves on was on when the next one began.
    assert "lamp_green" in facts["after_kill"]
    assert ("launcher_power" in facts["after_kill"]) is launching
    for signal in ("lamp_green", "arrow_left", "arrow_right", "launcher_power"):
        assert facts["driven"][signal] == [0], signal
    # Its journal knows how far it had come, and says what it cannot know.
    ended = ("done", "win", "right") if launching else ("indeterminate", None, None)
    assert (facts["state"], facts["outcome"], facts["loser"]) == ended
    assert facts["launch"] == "unknown"
    assert (facts["not_ready"], facts["tray"]) == (["tray_unknown"], "unknown")
    assert any("was running when the unit stopped" in line for line in facts["log"])
    assert facts["app"] == (["done"] if launching else ["Indeterminate"])
