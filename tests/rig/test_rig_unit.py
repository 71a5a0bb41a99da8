"""The whole daemon on real GPIO character devices."""

from __future__ import annotations

from typing import Any

import pytest

BACKENDS = ("gpiod", "lgpio")
DEVIATION_US = 2_000
"""The emulated guest is one slow core; the hand that looks for green looks every 0.2 ms."""


@pytest.mark.parametrize("backend", BACKENDS)
def test_a_showdown_is_played_from_the_button_to_the_parked_tray(rig: Any, backend: str) -> None:
    facts = rig.run("showdown", backend).facts
    assert facts["model"] == "Raspberry Pi 4 Model B Rev 1.5"
    assert facts["backend"] == backend
    assert (facts["state"], facts["outcome"], facts["loser"]) == ("done", "win", "right")
    assert facts["launch"] == "completed"
    assert facts["stamp_source"] == "kernel"
    assert facts["greens"] == 1
    # What the unit says against what the world outside saw: the green line, the hands at `pull`.
    for side in ("left", "right"):
        seen_us = (facts["pressed_ns"][f"paddle_{side}"] - facts["green_ns"]) / 1000
        assert facts["reaction_us"][side] == pytest.approx(seen_us, abs=DEVIATION_US)
    on, off = (ns for ns, _ in facts["power"][-2:])
    assert [level for _, level in facts["power"][-2:]] == [1, 0]
    assert facts["pressed_ns"]["paddle_left"] < on
    assert (on - facts["pressed_ns"]["paddle_left"]) / 1e6 < 60
    assert (off - on) / 1e9 < 1.3
    widths = [width for _, width in facts["pwm"]] if facts["pwm"] else facts["pulses_us"]
    assert any(abs(width - 2000) <= 60 for width in widths)  # towards the right
    assert not any(abs(width - 1000) <= 60 for width in widths)
    assert facts["on_after_exit"] == []


def test_an_idle_unit_on_gpiod_hardly_wakes(rig: Any) -> None:
    switches = {
        backend: rig.run("idle", backend).facts["switches"] for backend in ("gpiod", "lgpio")
    }
    assert switches["gpiod"] < 200
    assert switches["gpiod"] * 10 < switches["lgpio"]
