"""At the end of a run: what the unit keeps of each showdown, read as a host reads it, and checked.

The pages come through the gateway, so what is checked is what a host gets.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import msgspec

from showdown_host.attempts import Evidence, evidence_of
from showdown_host.documents import Document
from showdown_host.verify import Status, verify
from showdown_protocol.evidence import canonical, commitment, typed
from showdown_protocol.records import DecidedBy, Outcome, Record
from showdown_referee.recompute import recompute

if TYPE_CHECKING:
    from sim_world import World

S = 1_000_000_000
PAGES = 10_000


class Reader:
    """A wire to the unit, and an observer at its other end."""

    name = "reader"
    crc_required = False

    def __init__(self, world: World) -> None:
        assert world.process is not None
        self._clock = world.clock
        self._gateway = world.process.gateway
        self._sent = bytearray()
        self._gateway.opened(self)
        self.ask("hello", proto=[1], client="reader", nonce="r", role="observe", events=False)

    def room(self) -> int:
        return 1_000_000

    def send(self, data: bytes) -> None:
        self._sent += data

    def close(self, reason: str) -> None:
        raise AssertionError(f"closed on the reader: {reason}")

    def ask(self, method: str, /, **params: Any) -> dict[str, Any]:
        """The result of a request; whatever else comes is passed over."""
        self._sent.clear()
        request = {"id": 1, "method": method, "params": params}
        self._gateway.received(self, json.dumps(request).encode() + b"\n")
        limit_ns = self._clock.now_ns() + 30 * S
        assert self._clock.run_until_true(lambda: b'"id":1,' in self._sent, limit_ns), request
        lines = [json.loads(line) for line in self._sent.splitlines()]
        answer = next(line for line in lines if line.get("id") == 1)
        assert "result" in answer, answer
        result: dict[str, Any] = answer["result"]
        return result

    def pages(self, key: str) -> tuple[list[dict[str, Any]], str | None]:
        """All of a showdown's evidence, and its digest."""
        found: list[dict[str, Any]] = []
        start: int | None = 0
        digest = None
        for _ in range(PAGES):
            page = self.ask("showdown.get", key=key, evidence=True, **{"from": start})
            digest, start = page["evidence_sha256"], page["next"]
            found += page["items"]
            if start is None:
                assert page["total"] == len(found)
                return found, digest
            assert start == len(found)
        raise AssertionError(f"{key}: no end of pages")


def check(world: World) -> None:
    """Every record that the unit still has, against what it keeps of its evidence."""
    reader = Reader(world)
    for key in world.durable:
        record = msgspec.convert(reader.ask("showdown.get", key=key), Record)
        for fault in _faults(world, reader, record):
            world.broken(f"{key}: {fault}")


def _faults(world: World, reader: Reader, record: Record) -> Iterator[str]:
    items, digest = reader.pages(record.key)
    if digest != record.evidence_sha256:
        yield f"its record tells {record.evidence_sha256}, its pages {digest}"
        return
    if record.origin is not None and record.hold_sha256 is None:
        yield "nothing was published of its hold"
    if digest is None:
        judged = record.outcome is not None and record.decided_by is not DecidedBy.LINES
        if items or judged:
            yield f"no evidence of {record.outcome}"
        return
    if hashlib.sha256(b"".join(map(canonical, items))).hexdigest() != digest:
        yield "its evidence does not hash to its digest"
    seed, nonce = (bytes.fromhex(text or "") for text in (record.hold_seed, record.hold_nonce))
    if commitment(seed, nonce) != record.hold_sha256:
        yield "its seed is not the one that was published"
    evidence = evidence_of(typed(items))
    yield from _recomputed(world, record, evidence)
    report = verify(Document(record, tuple(items), typed(items)))
    if report.status is not Status.HOLDS:
        yield f"`verify` says {report.status}: {[str(point) for point in report.faults]}"


def _recomputed(world: World, record: Record, evidence: Evidence) -> Iterator[str]:
    """Each attempt's verdict by the referee's own rules, against what the record says."""
    world.count("recomputed")
    told = [(attempt.outcome, None, attempt.contested or False) for attempt in record.attempts]
    if record.outcome is not None:
        outcome, loser = record.outcome, record.loser
        if record.decided_by is DecidedBy.LINES:
            outcome, loser = Outcome(evidence.attempts[-1].verdict.outcome), record.timing_loser
        contested = record.contested and not any(each for _, _, each in told)
        told.append((outcome, loser, contested))
    if len(told) != len(evidence.attempts):
        yield f"evidence of {len(evidence.attempts)} attempts, {len(told)} are told of"
        return
    for attempt, (outcome, loser, contested) in zip(evidence.attempts, told, strict=True):
        world.count("recomputed_attempts")
        again = recompute(attempt, evidence.limits, evidence.practice)
        if again.verdict is None:
            yield f"no verdict again of attempt {attempt.verdict.attempt}"
            continue
        if (again.verdict.outcome, again.verdict.loser) != (outcome, loser):
            yield f"{outcome} {loser} was told, it is {again.verdict}"
        if again.green_too_soon:
            yield "green came too soon"
        if contested and not again.contested:
            yield f"attempt {attempt.verdict.attempt} was contested by nothing"
        if again.contested and not record.contested:
            yield f"attempt {attempt.verdict.attempt} was contested, and nobody says so"
        world.count("recomputed_contested", again.contested)
        world.count(f"recomputed_{outcome}")
    world.count("recomputed_practice", record.practice is not None)
    world.count("recomputed_handicap", record.handicap_ms is not None)
