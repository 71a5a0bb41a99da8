"""Lines that nobody meant for a unit."""

from __future__ import annotations

import re

_NOISE = re.compile(
    r"\s*(?:#|AT|\+|~|OK\b|ERROR\b|CONNECT\b|RING\b|BUSY\b|NO (?:CARRIER|DIALTONE|ANSWER)\b)",
    re.IGNORECASE,
)
_HTTP = re.compile(
    r"(?:GET|HEAD|POST|PUT|DELETE|CONNECT|OPTIONS|TRACE|PATCH|PRI) \S*.*"
    r"|HTTP/\d.*"
    r"|(?:Host|User-Agent|Accept|Accept-[A-Za-z]+|Connection|Content-[A-Za-z]+|Origin|Referer"
    r"|Sec-[A-Za-z-]+|Upgrade(?:-[A-Za-z-]+)?|Cookie|Cache-Control): ?.*",
    re.IGNORECASE | re.DOTALL,
)


def is_noise(text: str) -> bool:
    """Whether a line is a modem's command or answer, or a remark (`#`): never answered."""
    return _NOISE.match(text) is not None


def is_http(text: str) -> bool:
    """Whether a line begins like a web request or one of its headers."""
    return _HTTP.match(text) is not None
