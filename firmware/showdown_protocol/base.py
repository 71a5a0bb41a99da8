"""What all messages have in common: frozen structs, named ranges, a way to the wire."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Any

import msgspec

MAX_INT = 2**53 - 1
"""Integers on the wire stay within plus and minus this."""


class Message(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Members that are None by default are absent on the wire; those made by `always` are not."""

    def members(self) -> dict[str, Any]:
        """The members as they stand on the wire: dicts, lists, strings, numbers, None."""
        built: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(self))
        return built


def always(value: Any) -> Any:
    """A default that stands on the wire too."""
    return msgspec.field(default_factory=lambda: value)


class Side(StrEnum):
    """A side of the unit, as seen from its printed mark."""

    LEFT = "left"
    RIGHT = "right"


KEY_PATTERN = r"\A[A-Za-z0-9_-]{8,64}\Z"
BOOT_PATTERN = r"\A[0-9A-Fa-f]{32}\Z"
NONCE_PATTERN = r"\A[ -~]{1,64}\Z"

Key = Annotated[str, msgspec.Meta(pattern=KEY_PATTERN)]
BootId = Annotated[str, msgspec.Meta(pattern=BOOT_PATTERN)]
Nonce = Annotated[str, msgspec.Meta(pattern=NONCE_PATTERN)]
Natural = Annotated[int, msgspec.Meta(ge=0, le=MAX_INT)]
Cards = Annotated[int, msgspec.Meta(ge=0, le=99)]
"""The range of the wire; the unit's own limit is in its `hello`."""


def is_label(text: str, chars: int) -> bool:
    """Whether a name holds at most `chars` characters, 64 UTF-8 bytes and nothing unprintable.

    Refused are control characters, line and paragraph separators, and lone surrogates.
    """
    if len(text) > chars or any(_breaks(c) for c in text):
        return False
    return len(text.encode()) <= 64


def _breaks(char: str) -> bool:
    point = ord(char)
    return (
        point < 0x20
        or 0x7F <= point <= 0x9F
        or point in (0x2028, 0x2029)
        or 0xD800 <= point <= 0xDFFF
    )
