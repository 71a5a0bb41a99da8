"""The timer button without a host: stand-alone play, the `button` event, the look at the tray."""

from __future__ import annotations

import pytest

from showdown_protocol.messages import Launch, Origin, Outcome, Record, RecordState
from showdown_unit.journal_errors import StorageError
from unit_kit import KEY, MS, MakeWorld, World


def local(world: World) -> str | None:
    """The key of the showdown that the button started."""
    key = world.unit.active_key()
    return key if key is not None and key.startswith("local-") else None


@pytest.mark.parametrize(
    ("rule", "control", "plays"),
    [
        ("auto", False, True),
        ("auto", True, False),
        ("always", False, True),
        ("always", True, True),
        ("off", False, False),
        ("off", True, False),
    ],
)
def test_the_button_plays_alone_where_the_unit_may(
    make_world: MakeWorld, rule: str, control: bool, plays: bool
) -> None:
    world = make_world(unit__standalone=rule)
    world.unit.control_changed(control)
    world.button()
    world.run_for(500)
    assert (local(world) is not None) == plays
    assert ("button" in world.kinds()) == (control and not plays)
    assert (world.word == "counting") == plays


def test_such_a_showdown_is_a_record_like_any_other(make_world: MakeWorld) -> None:
    world = make_world()
    at_ns = world.button()
    count_ns = world.to_count()
    assert 300 * MS <= count_ns - at_ns < 301 * MS
    key = local(world)
    assert key is not None
    world.press("left", world.to_green() + 200 * MS)
    record = world.over(key)
    assert (record.outcome, record.loser, record.launch) == (
        Outcome.WIN,
        "right",
        Launch.COMPLETED,
    )
    assert (record.cards, record.players, record.origin) == (None, None, Origin.BUTTON)
    assert world.launches() == ["right"]
    assert world.page() == [record]
    assert world.memory.kept[key].record.cards is None
    assert world.kinds(key) == [
        "showdown.state armed",
        "showdown.state counting",
        "showdown.state racing",
        "showdown.result",
        "showdown.done",
    ]


def test_auto_plays_alone_again_when_control_has_ended(make_world: MakeWorld) -> None:
    world = make_world()
    world.unit.control_changed(True)
    world.button()
    world.run_for(500)
    world.unit.control_changed(False)
    world.button()
    world.run_for(500)
    assert local(world) is not None


def test_the_button_starts_what_is_armed_and_nothing_else(make_world: MakeWorld) -> None:
    world = make_world(unit__standalone="always")
    world.armed()
    world.button()
    world.to_count()
    assert world.unit.active_key() == KEY
    world.button()
    world.press("left", world.to_green() + 200 * MS)
    world.button()
    world.over()
    assert [r.key for r in world.page()] == [KEY]
    assert "button" not in world.kinds()


def test_a_spike_on_the_button_starts_nothing(make_world: MakeWorld) -> None:
    world = make_world()
    world.hands.button(True)
    world.at(world.now_ns + 500_000, lambda: world.hands.button(False))
    world.run_for(1000)
    assert world.unit.active_key() is None


def test_a_bouncing_button_is_one_press(make_world: MakeWorld) -> None:
    world = make_world()
    world.unit.control_changed(True)
    for at_us, down in ((0, True), (300, False), (700, True), (1500, False), (1900, True)):
        world.at(world.now_ns + at_us * 1000, lambda down=down: world.hands.button(down))
    world.run_for(100)
    for at_us, down in ((0, False), (300, True), (700, False)):
        world.at(world.now_ns + at_us * 1000, lambda down=down: world.hands.button(down))
    world.run_for(100)
    assert world.kinds().count("button") == 1


def test_a_host_is_told_of_the_button_while_the_tray_is_unknown(make_world: MakeWorld) -> None:
    world = make_world(tray_unknown=True, unit__standalone="always")
    world.unit.control_changed(True)
    world.button()
    world.run_for(500)
    assert world.kinds()[-1] == "button"
    assert world.unit.active_key() is None


def test_a_disk_that_fails_starts_nothing_by_the_button(make_world: MakeWorld) -> None:
    world = make_world()
    world.disk.fail = lambda _: StorageError("full")
    world.button()
    world.run_for(1000)
    assert world.unit.active_key() is None
    assert [n.code for n in world.unit.faults.notes()] == ["STORAGE"]


def test_two_seconds_on_the_button_say_that_the_tray_was_looked_at(make_world: MakeWorld) -> None:
    world = make_world(tray_unknown=True)
    assert world.word == "not_ready"
    assert world.unit.status().tray == "unknown"
    world.button(2_100)
    world.run_for(2_100)
    assert world.word == "ready"
    assert world.unit.status().tray == "ok"
    assert not world.memory.tray_unknown
    assert [e.data for e in world.events if e.type == "state"] == [
        {"state": "not_ready", "not_ready": ["tray_unknown"]},
        {"state": "ready"},
    ]
    world.run_for(2000)
    assert world.unit.active_key() is None  # that press started nothing
    assert set(world.lit) <= {"R"}
    assert world.changes("launcher_power") == []


def test_less_than_two_seconds_do_not(make_world: MakeWorld) -> None:
    world = make_world(tray_unknown=True)
    for _ in range(3):
        world.button(1_900)
        world.run_for(2_500)
    assert world.word == "not_ready"
    assert world.memory.tray_unknown
    assert world.disk.writes == 0


def test_the_tray_counts_as_looked_at_only_when_the_disk_has_it(make_world: MakeWorld) -> None:
    world = make_world(tray_unknown=True)
    world.disk.fail = lambda _: StorageError("full")
    world.button(2_100)
    world.run_for(3_000)
    assert world.unit.not_ready() == ["tray_unknown"]
    world.disk.fail = lambda _: None
    world.button(2_100)
    world.run_for(3_000)
    assert world.unit.not_ready() == []
    assert world.unit.faults.notes() == ()


def test_control_idle_time_is_counted_from_its_end(make_world: MakeWorld) -> None:
    world = make_world()
    world.unit.control_changed(True)
    assert world.unit.control_idle_ns() is None
    world.run_for(100)
    world.unit.control_changed(False)
    world.run_for(300)
    assert world.unit.control_idle_ns() == 300 * MS


def test_the_button_is_dead_while_the_unit_goes_down(make_world: MakeWorld) -> None:
    world = make_world()
    world.unit.shutdown(lambda: None)
    world.button()
    world.run_for(500)
    assert world.unit.active_key() is None
    record: Record = world.get()
    assert record.state is RecordState.UNKNOWN
