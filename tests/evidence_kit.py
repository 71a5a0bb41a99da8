"""Documents for `verify`: duels as the unit would write them down, and hand-made attempts."""

from __future__ import annotations

import hashlib
from dataclasses import replace

import msgspec

from referee_kit import Duel
from referee_script import Plan
from showdown_host import documents
from showdown_host.documents import Document
from showdown_protocol.evidence import commitment, digest
from showdown_protocol.messages import StartParams
from showdown_protocol.records import Launch, Origin, Record
from showdown_referee.limits import MS, Limits
from showdown_referee.machine import Referee
from showdown_referee.model import Action, Arm, CalledOff, Closed, Contested, Decided, Event
from showdown_unit import records
from showdown_unit.evidence import Case, items

KEY = "01J8ZK3X9M2Q"
NONCE = bytes(range(16))


class ShortSeed(Referee):
    """A referee whose seeds are as long as a record tells them."""

    def handle(self, event: Event) -> list[Action]:
        if isinstance(event, Arm):
            event = replace(event, seed=event.seed[-16:])
        return super().handle(event)


def duel(plan: Plan) -> Duel:
    """That plan, played, with a handicap of whole milliseconds as every unit's is."""
    limits = plan.limits
    left_ns, right_ns = (
        ns // MS * MS for ns in (limits.handicap_left_ns, limits.handicap_right_ns)
    )
    limits = replace(limits, handicap_left_ns=left_ns, handicap_right_ns=right_ns)
    return Duel(replace(plan, limits=limits), ShortSeed).run()


def record_of(played: Duel, **more: object) -> Record:
    """The record that the unit would have written."""
    seed = played.plan.seed.to_bytes(16, "big")
    practice = played.plan.practice
    params = StartParams(
        key=KEY,
        boot="0" * 32,
        cards=0 if practice else 2,
        start="now",
        practice=None if practice is None else practice.value,  # type: ignore[arg-type]
        **more,  # type: ignore[arg-type]
    )
    record = records.accepted(
        params,
        origin=Origin.HOST,
        boot="0" * 32,
        durable=True,
        limits=played.limits,
        source="kernel",
        swapped=False,
        hold_sha256=commitment(seed, NONCE),
    )
    hold = records.Hold(seed, NONCE)
    verdict = None
    for _, entry in played.log:
        match entry:
            case Decided(given) if given.final:
                verdict = given
                flies = given.loser is not None and practice is None
                record = records.decided(record, given, launching=flies)
                record = records.revealed(record, hold)
            case Decided(given):
                record = records.attempt_over(record, given)
            case Contested(attempt, final):
                record = records.contested(record, attempt, final=final)
            case Closed():
                assert verdict is not None
                record = records.with_presses(record, verdict, entry)
                flew = record.launch is not Launch.NONE
                record = records.done(record, Launch.COMPLETED if flew else Launch.NONE)
            case CalledOff(reason):
                record = records.revealed(records.called_off(record, reason), hold)
            case _:
                pass
    return record


def shown(played: Duel, **more: object) -> Document:
    """Record and evidence of a duel, as they come from a unit."""
    assert isinstance(played.referee, Referee)
    return document(record_of(played, **more), played.referee, played.limits)


def document(record: Record, referee: Referee, limits: Limits) -> Document:
    """The evidence that a referee has now, with the record of it."""
    practice = referee._practice
    found = list(items(Case(record.key, limits, practice), referee.evidence()))
    if not found:
        return Document(record)
    return again(record, [item.members() for item in found])


def again(record: Record, raw: list[dict[str, object]]) -> Document:
    """These items with that record, whose digest is made to fit."""
    record = msgspec.structs.replace(record, evidence_sha256=digest(raw))
    return documents.document({"record": record.members(), "evidence": raw})


def fingerprint(text: str) -> str:
    """Short, to tell two texts apart."""
    return hashlib.sha256(text.encode()).hexdigest()[:12]
