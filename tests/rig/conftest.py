"""What tests in the rig share: the mark, room for emulation, and the rig itself."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rig.machine import SKIP, NoRigError, Rig, RigResult
from rig.system import System

LIMIT_S = 300
SYSTEM_LIMIT_S = 1200
"""Of a test in the machine with systemd: others that run ahead of it are waited for, too."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.rig)
            of_system = item.path.name.startswith("test_rig_system_")
            item.add_marker(pytest.mark.timeout(SYSTEM_LIMIT_S if of_system else LIMIT_S))


class Checked:
    """The rig, where a job that fails fails the test, and one that cannot run yet skips it."""

    def __init__(self, rig: Rig) -> None:
        self.rig = rig

    def run(self, job: str, *args: str, **options: Any) -> RigResult:
        result = self.rig.run(job, *args, **options)
        if result.status == SKIP:
            pytest.skip(result.out.strip().rpartition("\n")[2])
        if result.status != 0:
            pytest.fail(f"{job} {' '.join(args)}: {result}", pytrace=False)
        return result


@pytest.fixture(scope="session")
def rig() -> Checked:
    try:
        return Checked(Rig())
    except NoRigError as error:
        pytest.fail(str(error), pytrace=False)


@pytest.fixture(scope="session")
def system() -> System:
    """The machine with systemd and the installed package."""
    try:
        return System()
    except NoRigError as error:
        pytest.fail(str(error), pytrace=False)
