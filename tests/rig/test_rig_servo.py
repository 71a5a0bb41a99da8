"""The servo's pulses where software makes them."""

from __future__ import annotations

from typing import Any

import pytest

OFF_US = 10
"""A servo's dead band, about: what it does not move for."""


@pytest.mark.parametrize("guest_is", ["idle", "ticking"])
def test_lgpios_pulses_are_as_wide_as_asked(rig: Any, guest_is: str) -> None:
    pulses = rig.run("servo", guest_is).facts["pulses"]
    assert pulses.keys() == {"1000", "1500", "2000"}
    for wanted_us, widths in pulses.items():
        assert len(widths) >= 15
        wrong = [us for us in widths if abs(us - int(wanted_us)) > OFF_US]
        assert len(wrong) <= 2, (wanted_us, widths)
