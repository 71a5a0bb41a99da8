from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest

from hw_kit import REVISIONS, Rig, open_rig


@pytest.fixture(params=REVISIONS.values(), ids=REVISIONS.keys())
def rig(request: pytest.FixtureRequest) -> Iterator[Rig]:
    before = set(threading.enumerate())
    rig = open_rig(revision=request.param)
    yield rig
    rig.factory.broken.clear()
    rig.hardware.close()
    leaked = [t for t in set(threading.enumerate()) - before if t.is_alive()]
    assert not leaked, leaked
