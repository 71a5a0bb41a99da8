"""What players may be called: names that everybody sees, and that look like nobody else's."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from showdown_host.names import fold

MAX_BYTES = 64
"""The unit takes no more of one."""

_BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Characters that count as printable and show nothing."""

_SEEN = frozenset("LNPS")


class NameProblem(ValueError):  # noqa: N818 - read as what is wrong
    """`code`: name (it cannot be one) or same-name. `name`: which."""

    def __init__(self, code: str, name: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.name = name


def clean(name: str, most: int) -> str:
    """The name as it is kept: composed, with single blanks. NameProblem."""
    kept = unicodedata.normalize("NFC", " ".join(name.split()))
    if not kept.isprintable() or not _BLANK.isdisjoint(kept):
        msg = f"the name {name!r} has a character that cannot be seen"
        raise NameProblem("name", name, msg)
    shows = any(unicodedata.category(char)[0] in _SEEN for char in kept)
    if not shows or len(kept) > most or len(kept.encode()) > MAX_BYTES:
        msg = f"the name {name!r}: 1 to {most} characters, at most {MAX_BYTES} bytes"
        raise NameProblem("name", name, msg)
    return kept


def differing(names: Sequence[str], most: int) -> tuple[str, ...]:
    """All of them clean, each another. NameProblem."""
    kept = tuple(clean(name, most) for name in names)
    folded = [fold(name) for name in kept]
    for name, same in zip(kept, folded, strict=True):
        if folded.count(same) > 1:
            msg = f"two players are called {name}"
            raise NameProblem("same-name", name, msg)
    return kept
