"""The one command that puts a missing library there."""

from __future__ import annotations

import sys


def install_command(apt: str, pip: str) -> str:
    """With pip into the virtual environment that runs, with apt where the system's Python does."""
    if sys.prefix != sys.base_prefix:
        return f"{sys.executable} -m pip install '{pip}'"
    return f"sudo apt install {apt}"
