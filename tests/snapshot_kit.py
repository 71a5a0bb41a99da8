"""Screens as text, compared with the committed ones.

`UPDATE_SNAPSHOTS=1` writes them anew: look at each before it is committed.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from textual.app import App

FOLDER = Path(__file__).parent / "snapshots"


def screen_text(app: App[Any]) -> str:
    """What stands on the screen, line by line, without colours and without blanks at the ends."""
    width, height = app.size
    strips = app.screen._compositor.render_strips()[:height]
    lines = ["".join(segment.text for segment in strip)[:width].rstrip() for strip in strips]
    return "\n".join(lines).rstrip() + "\n"


def compare(name: str, text: str) -> None:
    """Fail where the screen called `name` has changed; with UPDATE_SNAPSHOTS=1 keep it instead."""
    path = FOLDER / f"{name}.txt"
    if os.environ.get("UPDATE_SNAPSHOTS") == "1":
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return
    assert path.is_file(), f"{path} is not there: UPDATE_SNAPSHOTS=1 writes it"
    committed = path.read_text(encoding="utf-8")
    assert text == committed, (
        f"the screen {name} has changed (UPDATE_SNAPSHOTS=1 keeps it)\n"
        f"--- committed\n{committed}--- now\n{text}"
    )
