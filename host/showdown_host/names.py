"""When two names are the same player's."""

from __future__ import annotations

import unicodedata


def fold(name: str) -> str:
    """The same for names that people would take for the same: case, form and blanks aside."""
    plain = unicodedata.normalize("NFKC", name).casefold()
    shown = "".join(char for char in plain if not "\ufe00" <= char <= "\ufe0f")
    return unicodedata.normalize("NFKC", " ".join(shown.split()))
