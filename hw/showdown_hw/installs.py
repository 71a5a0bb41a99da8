"""The one command that puts a missing library there."""

from __future__ import annotations

import sys


def broken_module(name: str, error: Exception, command: str) -> str:
    """Why a module that is there cannot be used; `command` puts a sound one there."""
    return (
        f"the Python module {name} is broken, importing it gives {type(error).__name__}: {error}:"
        f" {command}"
    )


def install_command(apt: str, pip: str) -> str:
    """With pip into the virtual environment that runs, with apt where the system's Python does."""
    if sys.prefix != sys.base_prefix:
        return f"{sys.executable} -m pip install '{pip}'"
    return f"sudo apt install {apt}"
