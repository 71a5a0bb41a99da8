"""The servo signal by hardware PWM, against the kernel's own PWM files."""

from __future__ import annotations

from typing import Any

import pytest

from rig.build import CannotBuildError
from rig.pwm_module import NAME, pwm_module

PERIOD_NS = 20_000_000
IDLE = [PERIOD_NS, 0, 0, 0]


def running(width_us: int) -> list[int]:
    return [PERIOD_NS, width_us * 1000, 1, 0]


def test_the_kernel_takes_the_servos_pulses_as_they_are_meant(rig: Any) -> None:
    try:
        module = pwm_module()
    except CannotBuildError as error:
        pytest.skip(str(error))
    facts = rig.run("pwm", files={NAME: module}).facts
    applied = facts["applied"]
    assert applied["open"][-1] == IDLE
    assert applied["1000"][-1] == running(1000)
    assert applied["2000"] == [running(2000)]  # no pulse of another width on the way
    assert applied["1500"][-1] == running(1500)
    for name in ("off", "close", "closed again"):
        assert applied[name][-1] == IDLE, name
    assert not facts["exported_after_close"]
    # A channel that was left running and inversed ends up as a fresh one, and never jumps to
    # another pulse while it runs.
    assert [state for state in applied["taken over"] if state[2] and state[1]] == []
    assert applied["taken over"][-1] == IDLE
    assert facts["polarity"] == "normal"
    assert applied["1500 again"][-1] == running(1500)
    assert facts["without_chip"].startswith("NoPwmChip: GPIO12: the hardware PWM of this Raspberry")
    assert "used by somebody else" in facts["taken"]
