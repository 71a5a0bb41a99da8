"""The journal as a dict: what it must know after any operations and any crash."""

from __future__ import annotations

import random
from dataclasses import dataclass, field, replace
from functools import partial

import msgspec

from showdown_protocol.messages import Launch, Outcome, RecordState, Side
from showdown_unit.evidence import unpack
from showdown_unit.ports import Kept, Packed, Step, Stored
from storage_kit import STATE_AT, at_step, packed, tombstone

ORDER = list(Step)


@dataclass(frozen=True)
class Write:
    """One write of a record."""

    step: Step
    stored: Stored


@dataclass(frozen=True)
class Tray:
    """One setting of the tray's flag."""

    unknown: bool


Op = Write | Tray


@dataclass
class Model:
    """Keys in the order of their arrival, each with its record and the start it came in."""

    keys_max: int = 10_000
    boot: int = 0
    known: dict[str, tuple[Stored, int, int]] = field(default_factory=dict)
    packed: dict[str, Packed] = field(default_factory=dict)
    tray_unknown: bool = False
    since_s: int = 0

    def copy(self) -> Model:
        """The same knowledge, to be changed apart."""
        return replace(self, known=dict(self.known), packed=dict(self.packed))

    def evidence(self, key: str) -> Kept:
        """What must be kept of that showdown's."""
        return unpack(self.packed.get(key, Packed()))

    def apply(self, op: Op, now_s: int = 0) -> bool:
        """Carry it out; False where the journal must refuse it and stay as it is."""
        if isinstance(op, Tray):
            self.tray_unknown = op.unknown
            return True
        key = op.stored.record.key
        if key in self.known:
            before, boot, at_s = self.known[key]
            back = ORDER.index(op.step) < ORDER.index(before.step)
            if back or op.step is Step.ACCEPTED:
                return False
            record = op.stored.written().record
            if op.stored.evidence is not None:
                self.packed[key] = op.stored.evidence()
            self.known[key] = (Stored(record, op.step, before.start), boot, at_s)
            return True
        if op.step is not Step.ACCEPTED and (op.step is not Step.DONE or op.stored.start):
            return False
        if sum(boot == self.boot for _, boot, _ in self.known.values()) >= self.keys_max:
            return False
        while len(self.known) >= self.keys_max:
            oldest = next(iter(self.known))
            _, _, at_s = self.known.pop(oldest)
            self.packed.pop(oldest, None)
            self.since_s = max(self.since_s, at_s + 1)
        self.known[key] = (op.stored, self.boot, now_s)
        return True

    def restart(self) -> None:
        """What a start makes of open showdowns, written down once more on its own."""
        self.boot += 1
        for key, (stored, boot, at_s) in self.known.items():
            record = stored.record
            if stored.step is Step.ACCEPTED:
                record = msgspec.structs.replace(
                    record, state=RecordState.ABORTED, reason="restart"
                )
            elif stored.step is Step.MAY_LAUNCH:
                record = msgspec.structs.replace(
                    record, state=RecordState.INDETERMINATE, launch=Launch.UNKNOWN
                )
                self.tray_unknown = True
            elif stored.step is Step.RESULT:
                record = msgspec.structs.replace(record, state=RecordState.DONE)
                if record.loser:
                    record = msgspec.structs.replace(record, launch=Launch.UNKNOWN)
                    self.tray_unknown = True
            self.known[key] = (Stored(record, Step.DONE, stored.start), boot, at_s)


def random_op(rng: random.Random, known: list[str], number: int) -> Op:
    """Any operation, now and then one that must be refused; `number` makes new keys."""
    kind = rng.random()
    if kind < 0.05:
        return Tray(rng.random() < 0.5)
    if kind < 0.35 or not known:
        return Write(Step.ACCEPTED, at_step(Step.ACCEPTED, f"key-{number:06}"))
    if kind < 0.45:
        return Write(Step.DONE, tombstone(f"key-{number:06}"))
    if kind < 0.5:
        step = rng.choice(ORDER)
        return Write(step, at_step(step, f"key-{number:06}"))
    key = rng.choice(known[-6:])
    step = rng.choice(ORDER)
    loser = rng.choice([None, Side.LEFT, Side.RIGHT])
    stored = at_step(step, key, loser=loser, seq=number, boot=f"{rng.getrandbits(128):032x}")
    assert stored.record.state is STATE_AT[step]
    assert stored.record.outcome is not Outcome.VOID
    if step in (Step.RESULT, Step.DONE):  # each version of a record stands with its own evidence
        stored = replace(stored, evidence=partial(_evidence, rng.getrandbits(32)))
    return Write(step, stored)


def _evidence(seed: int) -> Packed:
    """None, little, or so much that it takes pages of its own."""
    rng = random.Random(seed)
    size = rng.choice((0, 3, 20, 400))
    return packed(*(f"{rng.getrandbits(128):x}" for _ in range(size))) if size else Packed()


def plan(seed: int, length: int) -> list[Op]:
    """Operations that are all carried out, the same for the same seed."""
    rng = random.Random(seed)
    model = Model()
    ops: list[Op] = []
    while len(ops) < length:
        op = random_op(rng, list(model.known), len(ops))
        if model.apply(op):
            ops.append(op)
    return ops
