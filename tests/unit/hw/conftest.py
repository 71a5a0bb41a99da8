from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest

from hw_kit import REVISIONS, Rig, open_rig


def opened(revision: str) -> Iterator[Rig]:
    before = set(threading.enumerate())
    rig = open_rig(revision=revision)
    yield rig
    rig.factory.broken.clear()
    rig.hardware.close()
    leaked = [t for t in set(threading.enumerate()) - before if t.is_alive()]
    assert not leaked, leaked


@pytest.fixture
def rig() -> Iterator[Rig]:
    yield from opened(REVISIONS["zero2w"])


@pytest.fixture(params=REVISIONS.values(), ids=REVISIONS.keys())
def any_pi(request: pytest.FixtureRequest) -> Iterator[Rig]:
    yield from opened(request.param)
