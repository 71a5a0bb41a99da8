"""The host's side of the line: requests out; replies and events in, typed by their method."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, TypeAlias

import msgspec

from showdown_protocol import codec
from showdown_protocol.answers import ErrorReply, Notice, Reply, parse_answer
from showdown_protocol.evidence import EvidencePage
from showdown_protocol.framer import RX_LINE_HOST, Frame, Framer
from showdown_protocol.messages import (
    EmptyResult,
    HelloResult,
    IdentifyResult,
    ListResult,
    Message,
    PingResult,
    Record,
    ReplayResult,
    SelftestResult,
    SettingsResult,
    StatsResult,
    StatusResult,
)

Heard: TypeAlias = Reply | ErrorReply | Notice


def _framer() -> Framer:
    return Framer(max_line=RX_LINE_HOST, typing=False)


@dataclass(slots=True)
class Reader:
    """Bytes, cut anywhere, become what was heard; whatever else there is is dropped and counted.

    Only lines with a true CRC count: a host asks for them from its `hello` on.
    """

    dropped: int = 0  # whole lines that say nothing to a host: garbage, its own words come back
    _framer: Framer = field(default_factory=_framer)

    def reset(self) -> None:
        """Forget a partial line: the bytes to come are another connection's."""
        fresh = _framer()
        fresh.counts = self._framer.counts
        self._framer = fresh

    def feed(self, data: bytes, now_ns: int) -> list[Heard]:
        """What the complete lines say, in order."""
        heard: list[Heard] = []
        for frame in self._framer.feed(data, now_ns):
            if not isinstance(frame, Frame):
                continue  # counted by the framer
            message = parse_answer(frame, crc_required=True)
            if isinstance(message, Reply | ErrorReply | Notice):
                heard.append(message)
            else:
                self.dropped += 1
        return heard

    def counters(self) -> dict[str, int]:
        """What came in, and what of it was thrown away."""
        counts = self._framer.counts
        return {
            "rx_bytes": counts.rx_bytes,
            "rx_lines": counts.rx_lines,
            "rx_bad_crc": counts.rx_bad_crc,
            "rx_too_long": counts.rx_too_long,
            "rx_dropped": self.dropped + counts.rx_poisoned + counts.rx_not_utf8,
        }


def request_line(ident: str, method: str, params: Message | dict[str, Any] | None) -> bytes:
    """The line of a request, with its CRC and its end. `codec.LineTooLong` for too much."""
    return codec.request_line(ident, method, params if params is not None else {}, crc=True)


def result_of(method: str, result: dict[str, Any]) -> Any:
    """A reply's result as its method's type; as it came for a method that is not known here.

    `msgspec.ValidationError` where it is not of that type.
    """
    if method == "events.replay":
        return ReplayResult.of(result)
    if method == "showdown.get" and "items" in result:
        return msgspec.convert(result, EvidencePage)
    kind = _RESULTS.get(method)
    return result if kind is None else msgspec.convert(result, kind)


_RESULTS: dict[str, Any] = {
    "hello": HelloResult,
    "ping": PingResult,
    "status": StatusResult,
    "stats": StatsResult,
    "showdown.start": Record,
    "showdown.get": Record,
    "showdown.wait": Record,
    "showdown.cancel": Record,
    "showdown.lines": Record,
    "showdown.list": ListResult,
    "settings.get": SettingsResult,
    "settings.set": SettingsResult,
    "identify": IdentifyResult,
    "selftest": SelftestResult,
    "bye": EmptyResult,
}
