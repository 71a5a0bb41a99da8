"""The integrity suffix: `*` and the CRC-32 of every byte before it, as 8 hex digits."""

from __future__ import annotations

import re
import zlib

_SUFFIX = re.compile(rb"\*([0-9A-Fa-f]{8})\Z")
SUFFIX_LENGTH = 9


def crc_hex(body: bytes) -> bytes:
    """The CRC-32 (zlib) of `body` as 8 upper-case hex digits."""
    return b"%08X" % zlib.crc32(body)


def seal(body: bytes) -> bytes:
    """`body` with its suffix."""
    return body + b"*" + crc_hex(body)


def unseal(line: bytes) -> tuple[bytes, bool | None]:
    """The line without its suffix, and whether that was right; None where there is none."""
    found = _SUFFIX.search(line)
    if found is None:
        return line, None
    body = line[: found.start()]
    return body, found[1].upper() == crc_hex(body)
