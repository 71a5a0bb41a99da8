"""The evidence of showdowns on a whole unit: when there is some, and that it is what was judged."""

from __future__ import annotations

import hashlib
import json
from typing import Any

import pytest

from showdown_host.attempts import Evidence, evidence_of
from showdown_protocol.errors import WireError
from showdown_protocol.evidence import canonical, typed
from showdown_protocol.messages import Handicap, Outcome, Record, RecordState, Side
from showdown_referee.recompute import recompute
from showdown_unit import evidence as making
from showdown_unit.journal_errors import StorageError
from showdown_unit.journal_recovery import recover
from showdown_unit.ports import Kept, Step, Stored
from unit_kit import KEY, MS, MakeWorld, World


def kept(world: World, key: str = KEY) -> Kept:
    found: list[Kept | WireError] = []
    world.unit.evidence(key, found.append)
    world.run_for(20)
    (answer,) = found
    assert isinstance(answer, Kept), answer
    return answer


def shown(world: World, record: Record | None = None) -> Evidence:
    """The evidence as a host reads it, after it was held against the record."""
    record = record or world.get()
    found = kept(world, record.key)
    assert found.sha256 == record.evidence_sha256 is not None
    assert hashlib.sha256(b"".join(found.items)).hexdigest() == found.sha256
    items = typed([json.loads(line) for line in found.items])
    assert tuple(map(canonical, items)) == found.items
    evidence = evidence_of(items)
    for attempt in evidence.attempts:
        again = recompute(attempt, evidence.limits, evidence.practice)
        assert again.verdict is not None
        assert again.verdict.outcome == attempt.verdict.outcome
        assert again.verdict.loser == attempt.verdict.loser
    return evidence


def test_a_win_can_be_judged_again_from_what_is_kept(make_world: MakeWorld) -> None:
    world = make_world()
    record = world.win("right")
    evidence = shown(world)
    (attempt,) = evidence.attempts
    assert (attempt.verdict.outcome, attempt.verdict.loser) == ("win", "right")
    assert evidence.limits == world.limits
    assert attempt.hold_ns == world.hold_ns()
    again = recompute(attempt, evidence.limits)
    assert again.closed is not None
    assert record.reaction_us is not None
    assert attempt.verdict.green_ns is None, "a verdict's own times are not among the items"
    assert {side.value for side in again.closed} == {"left", "right"}


def test_dead_heats_are_kept_too_each_on_its_own_clock(make_world: MakeWorld) -> None:
    world = make_world()
    world.dead_heat(world.racing())
    world.run_until(lambda: world.word == "armed")
    green_ns = world.to_green()
    world.press("left", green_ns + 200 * MS)
    world.over()
    first, second = shown(world).attempts
    assert (first.verdict.outcome, second.verdict.outcome) == ("dead_heat", "win")
    assert first.begin_ns == second.begin_ns == 0
    assert max(first.idle_ns.values()) <= 0


def test_nothing_is_told_of_a_showdown_whose_result_is_not_durable(make_world: MakeWorld) -> None:
    world = make_world()
    green_ns = world.racing()
    assert kept(world) == Kept()
    world.disk.fail = lambda step: StorageError("full") if step is Step.RESULT else None
    world.press("left", green_ns + 200 * MS)
    world.run_until(lambda: world.word == "launching")
    told = world.event("showdown.result").data["record"]
    assert told["durable"] is False
    assert "evidence_sha256" not in told
    assert kept(world) == Kept()
    world.over()
    shown(world)


def test_between_two_attempts_nothing_is_told_of_the_first(make_world: MakeWorld) -> None:
    """It holds what the hold was drawn as; so does the next attempt's."""
    world = make_world()
    world.dead_heat(world.racing())
    world.run_until(lambda: world.word == "armed")
    assert kept(world) == Kept()


def test_it_grows_between_result_and_done_and_each_digest_has_its_items(
    make_world: MakeWorld,
) -> None:
    world = make_world()
    green_ns = world.racing()
    world.press("left", green_ns + 200 * MS)
    world.press("right", green_ns + 250 * MS)
    world.run_until(lambda: world.word == "launching")
    first = world.get()
    shown(world, first)
    record = world.over()
    assert record.evidence_sha256 != first.evidence_sha256
    shown(world, record)


@pytest.mark.parametrize("at_ms", [300, 2_000])
def test_what_contests_a_verdict_is_among_it(make_world: MakeWorld, at_ms: int) -> None:
    world = make_world()
    green_ns = world.racing()
    world.press("left", green_ns + 200 * MS)
    for after_ms, active in ((190, True), (195, False)):
        stamp_ns = green_ns + after_ms * MS

        def arrive(stamp_ns: int = stamp_ns, active: bool = active) -> None:
            world.hands.edge("paddle_right", active, stamp_ns, moves_level=False)

        world.at(green_ns + at_ms * MS, arrive)
    world.over()
    world.run_for(3_000)
    record = world.get()
    assert record.contested
    evidence = shown(world, record)
    assert recompute(evidence.attempts[0], evidence.limits).contested


def test_an_amendment_that_fails_has_no_digest_until_it_is_written(make_world: MakeWorld) -> None:
    world = make_world()
    green_ns = world.racing()
    world.press("left", green_ns + 200 * MS)
    edge: dict[str, Any] = {"moves_level": False}
    for after_ms, active in ((190, True), (195, False)):
        at_ns = green_ns + after_ms * MS
        world.at(
            green_ns + 2_000 * MS,
            lambda at_ns=at_ns, active=active: world.hands.edge(  # type: ignore[misc]
                "paddle_right", active, at_ns, **edge
            ),
        )
    before = world.over()
    shown(world, before)
    world.disk.fail = lambda step: StorageError("full") if step is Step.DONE else None
    world.run_for(2_500)
    record = world.get()
    assert (record.contested, record.durable, record.evidence_sha256) == (True, False, None)
    assert "evidence_sha256" not in world.event("showdown.done").data["record"]
    assert kept(world) == Kept()
    world.disk.fail = lambda _: None
    world.run_for(1_100)
    record = world.get()
    assert (record.contested, record.durable) == (True, True)
    evidence = shown(world, record)
    assert recompute(evidence.attempts[0], evidence.limits).contested


def test_lines_change_the_record_and_not_what_it_stands_on(make_world: MakeWorld) -> None:
    world = make_world(unit__lines="always")
    before = world.win("right")
    record = world.lines(2, 0).record
    assert (record.loser, record.evidence_sha256) == ("left", before.evidence_sha256)
    assert shown(world).attempts[0].verdict.loser == "right"


def test_lines_on_a_record_that_the_disk_would_not_take_bring_its_evidence(
    make_world: MakeWorld,
) -> None:
    world = make_world(unit__lines="always")
    green_ns = world.racing()
    world.disk.fail = lambda step: StorageError("full") if step is Step.DONE else None
    world.press("left", green_ns + 200 * MS)
    assert world.over().durable is False
    world.disk.fail = lambda _: None
    record = world.lines(2, 0).record
    assert record.durable
    shown(world, record)
    assert world.get().evidence_sha256 == record.evidence_sha256


def test_a_called_off_rematch_keeps_the_attempts_that_were_judged(make_world: MakeWorld) -> None:
    world = make_world()
    world.dead_heat(world.racing())
    world.run_until(lambda: world.word == "armed")
    world.cancel()
    record = world.over()
    assert (record.state, record.outcome) == (RecordState.CANCELLED, None)
    (attempt,) = shown(world, record).attempts
    assert attempt.verdict.outcome == "dead_heat"


def test_of_an_unknown_key_a_tombstone_and_one_that_never_began_nothing_is_kept(
    make_world: MakeWorld,
) -> None:
    world = make_world()
    assert kept(world, "nothing-1") == Kept()
    world.cancel("buried-01")
    world.run_for(20)
    assert kept(world, "buried-01") == Kept()
    world.armed()
    world.cancel()
    world.over()
    assert kept(world) == Kept()


def test_more_than_may_be_kept_is_not_and_no_digest_is_told(
    make_world: MakeWorld, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(making, "PACKED_MAX", 100)
    world = make_world()
    record = world.win()
    assert (record.outcome, record.evidence_sha256) == (Outcome.WIN, None)
    assert kept(world) == Kept()
    assert any("too long to be kept" in line for line in caplog.messages)


def test_nothing_is_made_ready_before_the_launch_command(
    make_world: MakeWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It takes time, and the race's own path has none."""
    world = make_world()
    pack, made_ns = making.pack, []

    def late(*args: Any) -> Any:
        made_ns.append(world.now_ns)
        assert world.unit._thrower.moving or world.launches()
        assert world.changes("launcher_power")[0][0] < world.now_ns
        return pack(*args)

    monkeypatch.setattr(making, "pack", late)
    world.win("right")
    assert len(made_ns) == 2


# --- practice and handicap ------------------------------------------------------------------


def practice(world: World, side: str, at_ms: int = 200, **more: Any) -> Record:
    green_ns = world.racing(cards=0, practice=Side(side), **more)
    world.press(side, green_ns + at_ms * MS)
    return world.over()


@pytest.mark.parametrize("side", ["left", "right"])
def test_practice_is_a_win_without_a_loser_and_nothing_is_launched(
    make_world: MakeWorld, side: str
) -> None:
    world = make_world()
    record = practice(world, side)
    assert (record.outcome, record.loser, record.decided_by, record.practice) == (
        Outcome.WIN,
        None,
        None,
        side,
    )
    assert (record.launch, world.launches()) == ("none", [])
    assert record.reaction_us is not None
    assert record.reaction_us.members() == {side: 200_000}
    assert record.margin_us is None
    assert shown(world, record).practice == side
    assert world.lit == "G", "the race is won: no picture of a showdown without a result"
    assert world.lines(1, 0).error == "LINES_NOT_ALLOWED"


def test_practice_too_early_is_a_false_start(make_world: MakeWorld) -> None:
    world = make_world()
    world.counting(cards=0, practice=Side.LEFT)
    world.press("left")
    record = world.over()
    assert (record.outcome, record.loser, record.launch) == (Outcome.FALSE_START, "left", "none")
    shown(world, record)


@pytest.mark.parametrize(
    ("first", "again"), [(Side.LEFT, Side.RIGHT), (Side.LEFT, None), (None, Side.LEFT)]
)
def test_another_practice_under_the_same_key_is_a_conflict(
    make_world: MakeWorld, first: Side | None, again: Side | None
) -> None:
    world = make_world()
    world.started(cards=0, practice=first)
    answers = world.start(cards=0, practice=again)
    world.run_for(20)
    assert answers.error == "KEY_CONFLICT"
    answers = world.start(cards=0, practice=first)
    world.run_for(20)
    assert (answers.record.replay, answers.record.practice) == (True, first)


def test_a_practice_that_is_killed_after_its_result_is_done_and_the_tray_is_known(
    make_world: MakeWorld,
) -> None:
    world = make_world()
    green_ns = world.racing(cards=0, practice=Side.LEFT)
    world.press("left", green_ns + 200 * MS)
    world.run_until(lambda: Step.RESULT in [step for _, step, _ in world.disk.done])
    record = world.memory.kept[KEY].record
    recovered = recover(Stored(record, Step.RESULT, "button"))
    assert recovered.tray_unknown is False
    assert (recovered.stored.record.state, recovered.stored.record.outcome) == ("done", "win")


def test_a_handicap_stands_in_record_and_evidence(make_world: MakeWorld) -> None:
    """Times as measured, the margin as compared."""
    world = make_world(referee__handicap_left_ms=100)
    green_ns = world.racing()
    world.press("left", green_ns + 200 * MS)
    world.press("right", green_ns + 250 * MS)
    record = world.over()
    assert (record.outcome, record.loser) == (Outcome.WIN, "left")
    assert record.handicap_ms == Handicap(left=100)
    assert record.reaction_us is not None
    assert (record.reaction_us.left, record.reaction_us.right) == (200_000, 250_000)
    assert record.margin_us == 50_000
    evidence = shown(world, record)
    assert evidence.limits.handicap_left_ns == 100 * MS


def test_without_a_handicap_the_record_says_nothing_of_one(make_world: MakeWorld) -> None:
    assert make_world().started().handicap_ms is None


def test_a_wire_that_sings_through_every_attempt_leaves_evidence_too(make_world: MakeWorld) -> None:
    """More edges than an attempt holds, each time: what was kept of them fits the disk's room."""
    world = make_world(referee__max_attempts=2)
    world.counting()
    for _ in range(2):
        first_ns = world.now_ns + MS
        for number in range(4_200):

            def edge(at_ns: int = first_ns + number * 2 * MS // 10, on: bool = True) -> None:
                world.hands.edge("paddle_left", on, at_ns, moves_level=False)

            world.at(first_ns + number * 2 * MS // 10, edge)
        world.run_until(lambda: world.word == "armed" or world.unit.active_key() is None)
        if world.unit.active_key() is not None:
            world.to_count()
    record = world.over()
    assert (record.outcome, record.loser) == (Outcome.VOID, None)
    evidence = shown(world, record)
    assert len(evidence.attempts) == 2
    assert len(world.memory.packed[KEY].body) < making.PACKED_MAX // 2
