"""The service's sandbox: tight as promised, wide enough for each backend and the launcher."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

import pytest

from rig.system import System
from rig.system_ahead import ahead, journal_of

SCORE = 2.0
TESTS = Path(__file__).parent.parent


def test_systemd_finds_nothing_wrong_with_the_units_and_little_exposed(system: Any) -> None:
    with system.ready() as guest:
        facts = guest.run("sandbox").facts
        assert facts["verify"] == []
        assert facts["score"] <= SCORE, facts["against"]


def files_of(backend: str) -> dict[str, bytes]:
    """A daemon that stands in for pigpiod, and pigpio's own client."""
    if backend != "pigpio":
        return {}
    pigpio = importlib.util.find_spec("pigpio")
    assert pigpio is not None
    assert pigpio.origin is not None
    places = [Path(pigpio.origin), TESTS / "pigpiod_standin.py", TESTS / "fake_gpiochip.py"]
    return {place.name: place.read_bytes() for place in places}


@pytest.fixture(scope="module")
def backends(system: System, request: pytest.FixtureRequest) -> Any:
    def play(backend: str) -> dict[str, Any]:
        with system.ready() as guest:
            return guest.run("backend", backend, files=files_of(backend)).facts

    with ahead(request, ("backend",), play) as played:
        yield played


@pytest.mark.parametrize("backend", ["gpiod", "lgpio"])
def test_a_showdown_is_played_on_this_backend_inside_the_sandbox(
    backends: Any, backend: str
) -> None:
    facts = backends(backend)
    with journal_of(facts):
        assert facts["backend"] == backend
        assert (facts["end"], facts["loser"], facts["launches"]) == ("done", "right", 1)
        # By the hardware PWM, through the files in /sys that the sandbox leaves open.
        assert facts["pulses_us"][-3:] == [2000, 1500, 0]
        assert facts["restarts"] == "0"


@pytest.mark.parametrize("backend", ["pigpio"])
def test_with_its_drop_in_the_service_reaches_pigpiod_through_the_sandbox(
    backends: Any, backend: str
) -> None:
    facts = backends(backend)
    with journal_of(facts):
        assert (facts["backend"], facts["state"]) == (backend, "active")
        assert facts["restarts"] == "0"
