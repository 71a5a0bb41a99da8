"""How many messages of a list go into one line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeVar

from showdown_protocol.messages import Message
from showdown_protocol.strict_json import dumps

M = TypeVar("M", bound=Message)


def fitting(messages: Iterable[M], room: int) -> Iterator[M]:
    """The leading messages that fit in `room` bytes of JSON, a comma counted for each."""
    for message in messages:
        room -= len(dumps(message.members())) + 1
        if room < 0:
            return
        yield message
