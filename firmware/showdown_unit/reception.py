"""What becomes of one line: an answer, a silence that is counted, or the end of the connection."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable
from typing import Final

from showdown_protocol import people
from showdown_protocol.codec import (
    Ignored,
    Refused,
    Request,
    Shorthand,
    error_line,
    parse_request,
)
from showdown_protocol.errors import WireError
from showdown_protocol.framer import Frame, FrameError
from showdown_protocol.noise import is_http, is_noise
from showdown_unit.calls import Call
from showdown_unit.echo import is_own_output
from showdown_unit.methods import Methods
from showdown_unit.peers import PENDING, Peer
from showdown_unit.ports import Scheduler
from showdown_unit.sessions import SILENCE_NS, Sessions

COUNTERS: Final = (
    "dropped_events",
    "internal_errors",
    "output_stuck",
    "rx_dropped_bytes",
    "rx_foreign",
    "rx_http",
    "rx_invalid",
    "rx_no_crc",
    "rx_noise",
    "rx_parse",
    "rx_requests",
    "sessions_expired",
    "sessions_opened",
    "suppressed_errors",
    "takeovers",
    "tx_lines",
)
"""What is counted here and around, beside the framers' own counters."""

_OF_REFUSAL: Final = {
    "PARSE": "rx_parse",
    "INVALID_REQUEST": "rx_invalid",
    "CRC_REQUIRED": "rx_no_crc",
}

_logger = logging.getLogger(__name__)


class Reception:
    """Handles the lines of all wires. `room_made` is called when a full house takes lines again."""

    def __init__(
        self,
        methods: Methods,
        sessions: Sessions,
        scheduler: Scheduler,
        counters: Counter[str],
        *,
        room_made: Callable[[], None],
    ) -> None:
        self._methods = methods
        self._sessions = sessions
        self._scheduler = scheduler
        self._counters = counters
        self._room_made = room_made

    def handle(self, peer: Peer, frame: Frame | FrameError) -> None:
        """Handle one line, good or bad. Whatever goes wrong costs this line alone."""
        try:
            self._handle(peer, frame)
        except Exception:
            self._counters["internal_errors"] += 1
            _logger.exception("%s: a line could not be handled", peer.name)

    def _handle(self, peer: Peer, frame: Frame | FrameError) -> None:
        text = frame.head if isinstance(frame, FrameError) else frame.text
        if is_noise(text):
            self._counters["rx_noise"] += 1
        elif is_http(text):
            self._hang_up_on_web(peer)
        elif isinstance(frame, FrameError):
            error = WireError(frame.name, frame.reason, reason=frame.reason)
            self._refuse(peer, error, text, sealed=False)
        else:
            self._handle_good(peer, frame)

    def _handle_good(self, peer: Peer, frame: Frame) -> None:
        parsed = parse_request(frame, people=peer.session is None)
        if isinstance(parsed, Ignored):
            self._counters["rx_foreign" if parsed.foreign else "rx_noise"] += 1
        elif not frame.crc and _needs_crc(peer, parsed):
            error = WireError("CRC_REQUIRED", reason="add `*` and the line's CRC-32")
            self._refuse(peer, error, frame.text, sealed=False)
        elif isinstance(parsed, Refused):
            if parsed.id is None:
                self._refuse(peer, parsed.error, frame.text, sealed=frame.crc)
            else:
                self._count_refusal(parsed.error)
                crc = _crc(peer, sealed=frame.crc)
                self._deliver(peer, error_line(parsed.id, parsed.error, crc=crc))
        elif isinstance(parsed, Shorthand):
            self._counters["rx_requests"] += 1
            self._deliver(peer, self._for_people(parsed.word, crc=frame.crc))
        else:
            self._counters["rx_requests"] += 1
            self._carry_out(peer, parsed, sealed=frame.crc)

    def _carry_out(self, peer: Peer, request: Request, *, sealed: bool) -> None:
        session = peer.session
        if session is not None:
            session.expires_ns = self._scheduler.now_ns() + SILENCE_NS
        call = Call(request, peer, sealed=sealed, deliver=self._answered)
        self._methods.handle(call)
        if session is not None and not call.answered:
            session.calls.add(call)

    def _answered(self, call: Call, line: bytes) -> None:
        session = call.session
        if session is not None and call in session.calls:
            full = len(session.calls) >= PENDING
            session.calls.discard(call)
            if full:
                self._room_made()
        self._deliver(call.peer, line)

    def _deliver(self, peer: Peer, line: bytes) -> None:
        """Send an answer. Where it does not fit, nobody is reading: the session is over."""
        if peer.reply(line):
            return
        self._counters["output_stuck"] += 1
        if peer.session is not None:
            self._sessions.end(peer.session, "answers do not fit")
        peer.forget_input()
        peer.wire.close("answers do not fit")

    def _for_people(self, word: str, *, crc: bool) -> bytes:
        if word == "help":
            return people.help_lines(crc=crc)
        if word == "ping":
            return people.ping_lines(self._methods.ping(), crc=crc)
        if word == "status":
            return people.status_lines(self._methods.status(), crc=crc)
        return people.stats_lines(self._methods.stats(), crc=crc)

    def _refuse(self, peer: Peer, error: WireError, text: str, *, sealed: bool) -> None:
        """Answer under no id, within the budget; never a line of our own come back."""
        if is_own_output(text):
            self._counters["rx_foreign"] += 1
            return
        self._count_refusal(error)
        if peer.null_errors.take(self._scheduler.now_ns()):
            self._deliver(peer, error_line(None, error, crc=_crc(peer, sealed=sealed)))
        else:
            self._counters["suppressed_errors"] += 1

    def _count_refusal(self, error: WireError) -> None:
        if error.name in _OF_REFUSAL:  # the others are counted by the framer
            self._counters[_OF_REFUSAL[error.name]] += 1

    def _hang_up_on_web(self, peer: Peer) -> None:
        """A web page may not reach the unit: the connection ends, and what else it sent with it.

        A serial line cannot be closed; there the input of the next moments is dropped.
        """
        self._counters["rx_http"] += 1
        _logger.warning("%s: a web request, closed", peer.name)
        if peer.session is not None:
            self._sessions.end(peer.session, "a web request")
        peer.turn_deaf(self._scheduler.now_ns())
        peer.wire.close("a web request")


def _needs_crc(peer: Peer, parsed: Request | Shorthand | Refused) -> bool:
    """Whether a line is good with a CRC alone. A `hello` decides anew, where it may."""
    if isinstance(parsed, Request) and parsed.method == "hello":
        return peer.wire.crc_required
    return peer.session is not None and (peer.session.crc or peer.wire.crc_required)


def _crc(peer: Peer, *, sealed: bool) -> bool:
    return sealed or (peer.session is not None and peer.session.crc)
