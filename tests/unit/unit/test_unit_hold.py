"""The hold's secret: published as a digest, told with the result, and seen nowhere before."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import scale
from gateway_kit import FakeWire
from showdown_protocol.evidence import commitment
from showdown_protocol.messages import RecordState
from showdown_referee.hold import draw_hold_ns
from showdown_unit.gateway import Gateway
from showdown_unit.hold import Hold
from showdown_unit.journal import Journal
from showdown_unit.ports import Step
from showdown_unit.unit import Unit
from storage_kit import quick_folder
from unit_kit import BOOT, KEY, MS, NONCE, SEED, MakeWorld, World

SHA = commitment(SEED, NONCE)


class Ears:
    """Hosts on a unit with a real journal, which ask all the time; all that anybody could see."""

    def __init__(self, world: World, folder: Path, caplog: pytest.LogCaptureFixture) -> None:
        self.world, self.folder, self.caplog = world, folder, caplog
        self.gateway = Gateway(world.unit, world.clock, world.log, lambda: world.unit.stats())
        self.wires = [FakeWire("one"), FakeWire("two", crc_required=False)]
        for number, wire in enumerate(self.wires):
            self.gateway.opened(wire)
            role = "control" if number == 0 else "observe"
            hello = {"proto": [1], "client": "ears", "nonce": f"n{number}", "role": role}
            self.say("hello", wire, **hello, events=True)

    def say(self, method: str, wire: FakeWire, /, **params: Any) -> None:
        line = json.dumps({"id": len(wire.sent) + 1, "method": method, "params": params})
        self.gateway.received(wire, line.encode() + b"\n")
        self.world.run_for(1)

    def ask_everything(self) -> None:
        """Every method that only looks, on both wires."""
        for wire in self.wires:
            for method in ("status", "stats", "ping"):
                self.say(method, wire)
            self.say("showdown.get", wire, key=KEY)
            self.say("showdown.get", wire, key=KEY, evidence=True)
            self.say("showdown.list", wire, limit=100)
            self.say("events.replay", wire, boot=BOOT, **{"from": 1}, max=256)
            self.say("showdown.wait", wire, key=KEY, until="result", timeout_ms=1)
            self.say("showdown.start", wire, key=KEY, boot=BOOT, cards=2, start="button")
            wire.drain()

    def seen(self) -> bytes:
        """Wires, log and disk."""
        disk = b"".join(file.read_bytes() for file in sorted(self.folder.iterdir()))
        log = "\n".join(f"{r.getMessage()} {r.args} {r.__dict__}" for r in self.caplog.records)
        return b"".join(bytes(wire.sent) for wire in self.wires) + disk + log.encode()


@pytest.fixture
def ears(make_world: MakeWorld, caplog: pytest.LogCaptureFixture) -> Iterator[Ears]:
    caplog.set_level(logging.DEBUG)
    with quick_folder() as folder:
        journal = Journal.open(folder, BOOT, wall_s=lambda: 1000)
        yield Ears(make_world(journal=journal), folder, caplog)
        journal.close()


def secrets_of(world: World) -> list[bytes]:
    """Whatever tells the hold: seed and nonce in any spelling, each attempt's hold in any unit."""
    found = []
    for secret in (SEED, NONCE):
        found += [secret, secret.hex().encode(), secret.hex().upper().encode()]
        found += [str(int.from_bytes(secret, order)).encode() for order in ("big", "little")]
    for attempt in range(1, 4):
        hold_ns = draw_hold_ns(SEED, attempt, world.limits)
        found += [str(hold_ns // unit).encode() for unit in (1, 1000)]
        found += [f"{hold_ns / 1e9:.{digits}f}".encode() for digits in (4, 6)]
    return found


def leaks(seen: bytes, secrets: list[bytes]) -> list[bytes]:
    return [secret for secret in secrets if re.search(rb"(?<!\d)" + re.escape(secret), seen)]


def test_until_green_nothing_that_tells_the_hold_is_seen_anywhere(ears: Ears) -> None:
    world = ears.world
    ears.say("showdown.start", ears.wires[0], key=KEY, boot=BOOT, cards=2, start="button")
    world.run_for(50)
    ears.ask_everything()
    world.button()
    world.to_count()
    ears.ask_everything()
    amber_ns = world.to_hold()
    green_due_ns = amber_ns + world.hold_ns()
    while world.now_ns < green_due_ns - 300 * MS:
        ears.ask_everything()
        world.run_for(200)
    green_ns = world.to_green()
    assert green_ns - amber_ns > world.hold_ns() - MS
    seen = ears.seen()
    assert SHA.encode() in seen
    assert leaks(seen, secrets_of(world)) == []

    world.press("left", green_ns + 200 * MS)
    world.over()
    ears.ask_everything()
    told = leaks(ears.seen(), secrets_of(world))
    assert {SEED.hex().encode(), NONCE.hex().encode()} <= set(told), "the look finds what is there"


def test_between_two_attempts_the_next_hold_is_as_secret(ears: Ears) -> None:
    """The seed draws all holds of a showdown: a dead heat reveals nothing of it."""
    world = ears.world
    ears.say("showdown.start", ears.wires[0], key=KEY, boot=BOOT, cards=2, start="button")
    world.run_for(50)
    world.button()
    world.to_count()
    world.dead_heat(world.to_green())
    world.run_until(lambda: world.word == "armed")
    while world.word != "racing":
        ears.ask_everything()
        world.run_for(150)
    assert leaks(ears.seen(), secrets_of(world)) == []


def published(world: World, key: str = KEY) -> tuple[str | None, ...]:
    record = world.get(key)
    return record.hold_sha256, record.hold_seed, record.hold_nonce


REVEALED = (SHA, SEED.hex(), NONCE.hex())


def test_the_commitment_is_durable_with_accepted_and_told_with_the_answer(
    make_world: MakeWorld,
) -> None:
    world = make_world()
    record = world.started()
    assert (record.hold_sha256, record.hold_seed, record.hold_nonce) == (SHA, None, None)
    _, step, stored = world.disk.done[0]
    assert (step, stored.hold_sha256, stored.hold_seed) == (Step.ACCEPTED, SHA, None)


def test_it_is_revealed_by_the_durable_result_and_not_sooner(make_world: MakeWorld) -> None:
    world = make_world()
    green_ns = world.racing()
    world.disk.hangs = lambda step: step is Step.RESULT
    world.press("left", green_ns + 200 * MS)
    world.run_for(400)
    assert world.launches() == ["right"]
    record = world.unit._runner.active
    assert record is not None
    assert (record.record.hold_sha256, record.record.hold_seed) == (SHA, None)
    assert world.memory.kept[KEY].record.hold_seed is None
    world.disk.go_on()
    world.run_for(50)
    assert published(world) == REVEALED
    assert world.event("showdown.result").data["record"]["hold_seed"] == SEED.hex()
    world.over()
    assert world.memory.kept[KEY].record.hold_nonce == NONCE.hex()


@pytest.mark.parametrize("after", ["armed", "count", "hold"])
def test_called_off_it_is_revealed_as_well(make_world: MakeWorld, after: str) -> None:
    world = make_world()
    world.armed() if after == "armed" else world.counting()
    if after == "hold":
        world.to_hold()
    world.cancel()
    record = world.over()
    assert record.state is RecordState.CANCELLED
    assert published(world) == REVEALED
    assert record.evidence_sha256 is None


@pytest.mark.parametrize("step", [Step.ACCEPTED, Step.MAY_LAUNCH])
def test_a_restart_in_between_reveals_nothing(make_world: MakeWorld, step: Step) -> None:
    """Seed and nonce were in memory alone; the digest stays."""
    with quick_folder() as folder:
        journal = Journal.open(folder, "a" * 32, wall_s=lambda: 1000)
        world = make_world(journal=journal)
        world.armed() if step is Step.ACCEPTED else world.counting()
        journal.close()
        again = Journal.open(folder, "c" * 32, wall_s=lambda: 1000)
        (record,) = again.report.recovered
        assert (record.hold_sha256, record.hold_seed, record.hold_nonce) == (SHA, None, None)
        again.close()


def test_a_tombstone_has_no_hold(make_world: MakeWorld) -> None:
    world = make_world()
    world.cancel()
    world.run_for(20)
    assert published(world) == (None, None, None)


def test_no_two_showdowns_share_a_seed_nor_do_two_starts() -> None:
    holds = [Hold.drawn() for _ in range(scale.count(500, 200_000))]
    assert len({hold.seed for hold in holds}) == len({hold.nonce for hold in holds}) == len(holds)
    assert {(len(hold.seed), len(hold.nonce)) for hold in holds} == {(16, 16)}


def test_a_unit_draws_a_fresh_one_for_each_showdown(make_world: MakeWorld) -> None:
    """As the daemon makes it, over showdowns and restarts."""
    assert Unit.__init__.__kwdefaults__["new_hold"] == Hold.drawn
    seen = set()
    for _ in range(3):
        world = make_world()
        world.unit.new_hold = Hold.drawn
        for number in range(3):
            record = world.win(key=f"key-{number:04}")
            assert record.hold_seed is not None
            assert record.hold_nonce is not None
            hold = Hold(bytes.fromhex(record.hold_seed), bytes.fromhex(record.hold_nonce))
            assert hold.sha256 == record.hold_sha256
            seen.add(hold.seed)
    assert len(seen) == 9


def test_a_hold_does_not_show_itself() -> None:
    hold = Hold(SEED, NONCE)
    assert "Hold()" in repr(hold)
    assert SEED.decode() not in f"{hold} {hold!r}"
