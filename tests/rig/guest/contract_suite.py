"""The contract of all backends, on real character devices. Run by the job `contract`."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from guest.bench import GuestRig
from guest.sim import SimChip

from contract.test_hw_backends import *  # noqa: F403 - its tests, with the rig below for theirs


@pytest.fixture(scope="session")
def chip() -> Iterator[SimChip]:
    with SimChip() as chip:
        yield chip


@pytest.fixture
def rig(chip: SimChip, pytestconfig: pytest.Config) -> Iterator[GuestRig]:
    rig = GuestRig(pytestconfig.getoption("backend"), chip)
    yield rig
    rig.close()
