"""Telling our own output when it comes back: an echoing line must never start a loop of errors."""

from __future__ import annotations

import re

# As `codec` writes them. An id that the text does not show to its end may be ours or not; silence
# is then the safe answer.
_OWN = re.compile(
    r'\{"jsonrpc":"2\.0",(?:"method":"(?:ev|hb)"'
    r'|"id":(?:null|-?\d+|"(?:[^"\\]|\\.)*"),"(?:result|error)"'
    r'|"id":"(?:[^"\\]|\\.)*\\?\Z)'
)


def is_own_output(text: str) -> bool:
    """Whether a bad line, or its beginning, is one that this unit sent."""
    return _OWN.match(text) is not None
