from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from storage_kit import quick_folder


@pytest.fixture
def tmp_path() -> Iterator[Path]:
    """In memory: a match waits for the disk at each of its lines."""
    with quick_folder() as folder:
        yield folder
