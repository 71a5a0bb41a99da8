"""The service's sandbox: tight as promised, wide enough for each backend and the launcher."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

import pytest

SCORE = 2.0
TESTS = Path(__file__).parent.parent


def test_systemd_finds_nothing_wrong_with_the_units_and_little_exposed(system: Any) -> None:
    with system.ready() as guest:
        facts = guest.run("sandbox").facts
        assert facts["verify"] == []
        assert facts["score"] <= SCORE, facts["against"]


@pytest.mark.parametrize("backend", ["gpiod", "lgpio"])
def test_a_showdown_is_played_on_this_backend_inside_the_sandbox(system: Any, backend: str) -> None:
    with system.ready() as guest:
        facts = guest.run("backend", backend).facts
        assert facts["backend"] == backend
        assert (facts["end"], facts["loser"], facts["launches"]) == ("done", "right", 1)
        # By the hardware PWM, through the files in /sys that the sandbox leaves open.
        assert facts["pulses_us"][-3:] == [2000, 1500, 0]
        assert facts["restarts"] == "0"


def test_with_its_drop_in_the_service_reaches_pigpiod_through_the_sandbox(system: Any) -> None:
    pigpio = importlib.util.find_spec("pigpio")
    assert pigpio is not None
    assert pigpio.origin is not None
    files = {
        "pigpio.py": Path(pigpio.origin).read_bytes(),
        **{
            name: (TESTS / name).read_bytes() for name in ("pigpiod_standin.py", "fake_gpiochip.py")
        },
    }
    with system.ready() as guest:
        facts = guest.run("backend", "pigpio", files=files).facts
        assert (facts["backend"], facts["state"]) == ("pigpio", "active")
        assert facts["restarts"] == "0"
