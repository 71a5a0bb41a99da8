"""The hardware contract on real character devices."""

from __future__ import annotations

from typing import Any

import pytest


@pytest.mark.parametrize("backend", ["gpiod", "lgpio", "rpigpio"])
def test_a_real_backend_keeps_the_contract(rig: Any, backend: str) -> None:
    outcomes = rig.run("contract", backend, limit_s=250).facts["outcomes"]
    assert len(outcomes) >= 20
    assert set(outcomes.values()) == {"passed"}
