"""Files of tests for `make schematics` alone are not even read by `make test`.

They import what the extra "drawings" brings.
"""

import re
from pathlib import Path

import pytest


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    if "not drawings" not in config.option.markexpr or collection_path.suffix != ".py":
        return None
    if collection_path.is_file() and _marked(collection_path.read_text(encoding="utf-8")):
        return True
    return None


def _marked(text: str) -> bool:
    return re.search(r"^pytestmark = .*pytest\.mark\.drawings\b", text, re.MULTILINE) is not None
