from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from storage_kit import quick_folder


@pytest.fixture
def tmp_path() -> Iterator[Path]:
    """In memory: these tests open and crash hundreds of journals."""
    with quick_folder() as folder:
        yield folder
