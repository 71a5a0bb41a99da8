"""What goes into one line: how many messages of a list, how much of a text."""

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


def shortened(text: str, room: int) -> str:
    """The text, or its beginning and `...`, in at most `room` bytes as a string of JSON."""
    if len(dumps(text)) <= room:
        return text
    while text and len(dumps(text)) > room - 3:
        text = text[: min(len(text) - 1, room)]
    return f"{text}..."
