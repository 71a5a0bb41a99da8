"""Settings of a unit: what is answered, what is durable, and from when on it is in force."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from showdown_protocol.errors import WireError
from showdown_protocol.messages import (
    Launch,
    Outcome,
    SettingsChanges,
    SettingsResult,
    SettingsSetParams,
    SettingsValues,
)
from showdown_referee.limits import Limits
from showdown_unit import settings_text
from showdown_unit.config import Config, ConfigError, load
from showdown_unit.journal_errors import StorageError
from showdown_unit.settings import Settings
from showdown_unit.settings_text import Saved
from showdown_unit.settings_wire import BY_NAME
from unit_kit import COUNT_NS, GUARD_NS, MS, MakeWorld, S, World

Said = SettingsResult | WireError


class Told:
    """The answers in the order of their coming, each with the events there were by then."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.got: list[Said] = []
        self.events: list[int] = []

    def __call__(self, answer: Said) -> None:
        self.got.append(answer)
        self.events.append(len([e for e in self.world.events if e.type == "settings"]))


def ask(world: World, rev: int, told: Told | None = None, **values: Any) -> Told:
    told = told or Told(world)
    params = SettingsSetParams(rev=rev, values=SettingsChanges(**values))
    world.unit.set_settings(params, told)
    return told


def change(world: World, **values: Any) -> SettingsResult:
    """Change them, and run until that is durable."""
    told = ask(world, world.unit.settings().rev, **values)
    world.run_for(20)
    (answer,) = told.got
    assert isinstance(answer, SettingsResult), answer
    return answer


def refusal(world: World, rev: int = 0, **values: Any) -> WireError:
    """The error, given at once, with nothing changed."""
    before, written = world.unit.settings(), len(world.saved)
    told = ask(world, rev, **values)
    world.run_for(20)
    (answer,) = told.got
    assert isinstance(answer, WireError), answer
    assert world.unit.settings() == before
    assert len(world.saved) == written
    assert "settings" not in world.kinds()
    return answer


# --- what is answered ---------------------------------------------------------------------------


def test_every_setting_has_a_key_and_every_key_that_is_one_a_setting() -> None:
    assert list(BY_NAME) == list(SettingsValues.__struct_fields__)
    assert list(BY_NAME) == list(SettingsChanges.__struct_fields__)


def test_get_tells_every_setting_as_the_configuration_has_it(make_world: MakeWorld) -> None:
    world = make_world(unit__name="Table 1", referee__hold_max_s=7)
    result = world.unit.settings()
    assert (result.rev, result.changed) == (0, ())
    assert result.values.members() == {
        "name": "Table 1",
        "standalone": "auto",
        "lines": "auto",
        "launch_on_false_start": True,
        "buzzer": True,
        "swap_sides": False,
        "count_ms": 1000,
        "hold_min_ms": 1000,
        "hold_mean_ms": 1500,
        "hold_max_ms": 7000,
        "anticipation_ms": 0,
        "handicap_left_ms": 0,
        "handicap_right_ms": 0,
    }


def test_what_is_set_is_durable_then_told_then_answered(make_world: MakeWorld) -> None:
    world = make_world()
    told = ask(world, 0, anticipation_ms=100, name="Küche")
    assert world.saved == []
    world.run_for(2)
    assert (told.got, world.kinds()) == ([], ["state ready"])
    world.run_for(5)
    (answer,) = told.got
    assert isinstance(answer, SettingsResult)
    assert (answer.rev, answer.changed) == (1, ("name", "anticipation_ms"))
    assert (answer.values.name, answer.values.anticipation_ms) == ("Küche", 100)
    assert told.events == [1]
    assert world.event("settings").data == answer.members()
    saved = settings_text.parse(world.saved[-1])
    assert saved == Saved(1, {"unit.name": "Küche", "referee.anticipation_ms": 100 * MS})
    assert world.unit.settings() == answer


def test_null_gives_a_setting_up_and_absent_leaves_it(make_world: MakeWorld) -> None:
    world = make_world(saved=Saved(3, {"unit.name": "A", "referee.count_s": 2 * S}))
    answer = change(world, name=None)
    assert (answer.rev, answer.changed) == (4, ("count_ms",))
    assert (answer.values.name, answer.values.count_ms) == ("showdown", 2000)
    assert settings_text.parse(world.saved[-1]) == Saved(4, {"referee.count_s": 2 * S})
    assert change(world, name=None).rev == 5


TAKES = [
    ("count_ms", 499, "takes 500 to 10000"),
    ("count_ms", 10_001, "takes 500 to 10000"),
    ("count_ms", -1, "takes 500 to 10000"),
    ("hold_min_ms", 199, "takes 200 to 10000"),
    ("hold_mean_ms", 99, "takes 100 to 10000"),
    ("hold_max_ms", 2**53 - 1, "takes 1000 to 30000"),
    ("anticipation_ms", 201, "takes 0 to 200"),
    ("handicap_left_ms", 201, "takes 0 to 200"),
    ("name", "", "takes a text of at most 32 characters: it must be a text of at most 32"),
    ("name", "x" * 33, "takes a text of at most 32 characters"),
    ("name", "\U0001f600" * 17, "is longer than 64 bytes in UTF-8"),
    ("name", "a\tb", "holds a control or other unprintable character"),
]


@pytest.mark.parametrize(("name", "value", "words"), TAKES)
def test_a_value_out_of_range_is_refused_with_the_range(
    make_world: MakeWorld, name: str, value: Any, words: str
) -> None:
    error = refusal(make_world(), buzzer=False, **{name: value})
    assert error.name == "INVALID_PARAMS"
    assert error.data["param"] == f"values.{name}"
    assert words in error.data["reason"]
    assert error.message == f"values.{name}: {error.data['reason']}"


def test_the_ends_of_a_range_are_taken(make_world: MakeWorld) -> None:
    world = make_world()
    assert change(world, count_ms=500, anticipation_ms=200).values.count_ms == 500
    assert change(world, count_ms=10_000, anticipation_ms=0).values.count_ms == 10_000


def test_values_that_contradict_each_other_are_refused_in_the_hosts_words(
    make_world: MakeWorld,
) -> None:
    world = make_world()
    error = refusal(world, hold_min_ms=6000)
    assert error.data == {
        "param": "values.hold_min_ms",
        "reason": "hold_min_ms (6000) must be less than hold_max_ms (6000)",
    }
    change(world, hold_min_ms=6000, hold_max_ms=9000)
    change(world, handicap_left_ms=50)
    world.events.clear()
    error = refusal(world, 2, handicap_right_ms=50)
    assert error.data["reason"] == (
        "handicap_left_ms (50) and handicap_right_ms (50): at most one side has a handicap;"
        " set the other one to 0"
    )
    error = refusal(world, 2, swap_sides=True, handicap_right_ms=50)
    assert error.data["param"] == "values.handicap_right_ms", "not the first, but the one meant"


def test_giving_a_setting_up_may_contradict_the_others_too(make_world: MakeWorld) -> None:
    world = make_world(
        saved=Saved(1, {"referee.hold_min_s": 7 * S, "referee.hold_max_s": 9 * S}),
    )
    assert refusal(world, 1, hold_max_ms=None).data["param"] == "values.hold_max_ms"


def test_what_the_backend_cannot_do_is_refused_with_its_reason() -> None:
    def limits_of(config: Config) -> Limits:
        if config.referee.anticipation_ns > 50 * MS:
            raise ConfigError(["the backend's resolution of 9000 us does not fit"])
        return Limits()

    settings = Settings(load(), limits_of)
    values = SettingsChanges(anticipation_ms=60)
    with pytest.raises(WireError) as refused:
        settings.proposed(SettingsSetParams(rev=0, values=values))
    assert refused.value.data["reason"] == "the backend's resolution of 9000 us does not fit"


def test_no_change_at_all_is_refused(make_world: MakeWorld) -> None:
    assert refusal(make_world()).data == {
        "param": "values",
        "reason": "takes at least one setting",
    }


def test_what_was_given_at_the_start_wins_and_cannot_be_set(make_world: MakeWorld) -> None:
    world = make_world(
        unit__standalone="off", saved=Saved(2, {"unit.standalone": "always", "unit.name": "A"})
    )
    assert world.unit.settings().values.standalone == "off"
    error = refusal(world, 2, standalone="auto")
    assert error.data["param"] == "values.standalone"
    assert "given at the unit's start" in error.data["reason"]


# --- two writers --------------------------------------------------------------------------------


def test_a_write_on_settings_that_have_changed_since_is_stale(make_world: MakeWorld) -> None:
    world = make_world()
    change(world, buzzer=False)
    world.events.clear()
    error = refusal(world, 0, buzzer=True)
    assert (error.name, error.data) == ("STALE_REV", {"rev": 1})
    assert refusal(world, 2, buzzer=True).name == "STALE_REV"


def test_of_two_writers_in_the_same_instant_the_second_is_stale(make_world: MakeWorld) -> None:
    world = make_world()
    told = Told(world)
    ask(world, 0, told, count_ms=700)
    ask(world, 0, told, count_ms=800)
    ask(world, 1, told, hold_min_ms=900)
    world.run_for(50)
    first, second, third = told.got
    assert isinstance(first, SettingsResult)
    assert isinstance(second, WireError)
    assert isinstance(third, SettingsResult)
    assert second.data == {"rev": 1}
    assert (third.rev, third.values.count_ms, third.values.hold_min_ms) == (2, 700, 900)
    assert [settings_text.parse(data).rev for data in world.saved] == [1, 2]


def test_a_repeat_of_a_lost_answer_is_stale_and_what_it_wanted_stands(
    make_world: MakeWorld,
) -> None:
    world = make_world()
    change(world, count_ms=700)
    world.events.clear()
    assert refusal(world, 0, count_ms=700).data == {"rev": 1}
    assert world.unit.settings().values.count_ms == 700


def test_who_asks_again_from_within_an_answer_waits_for_its_turn(make_world: MakeWorld) -> None:
    world = make_world()
    told = Told(world)

    def again(answer: Said) -> None:
        told(answer)
        ask(world, 1, told, count_ms=900)
        ask(world, 1, told, count_ms=950)

    params = SettingsSetParams(rev=0, values=SettingsChanges(count_ms=800))
    world.unit.set_settings(params, again)
    world.run_for(50)
    assert [type(answer) for answer in told.got] == [SettingsResult, SettingsResult, WireError]
    assert world.unit.settings().values.count_ms == 900


def test_any_number_may_wait_for_a_slow_disk(make_world: MakeWorld) -> None:
    world = make_world()
    told = ask(world, 0, buzzer=False)
    for _ in range(2_000):
        ask(world, 0, told, buzzer=True)
    world.run_for(20)
    assert isinstance(told.got[0], SettingsResult)
    assert [said.name for said in told.got[1:] if isinstance(said, WireError)] == [
        "STALE_REV"
    ] * 2_000


def test_what_the_disk_will_not_take_is_not_in_force(make_world: MakeWorld) -> None:
    world = make_world()
    world.disk.fail = lambda _: StorageError("the disk is full: make room")
    error = refusal(world, count_ms=700)
    assert (error.name, error.data["reason"]) == ("STORAGE", "the disk is full: make room")
    assert world.unit.faults.notes()[0].code == "STORAGE"
    assert world.limits.count_ns == 1 * S
    world.disk.fail = lambda _: None
    assert change(world, count_ms=700).rev == 1
    assert world.unit.faults.notes() == ()


def test_a_unit_that_goes_down_takes_no_change(make_world: MakeWorld) -> None:
    world = make_world()
    world.unit.shutdown(lambda: None)
    assert refusal(world, buzzer=False).name == "SHUTTING_DOWN"


def test_the_fault_of_a_damaged_file_is_over_once_settings_are_set_anew(
    make_world: MakeWorld,
) -> None:
    world = make_world()
    world.unit.faults.raised("SETTINGS", "set aside")
    change(world, buzzer=False)
    assert world.unit.faults.notes() == ()


# --- in force -----------------------------------------------------------------------------------


def test_the_name_counts_at_once(make_world: MakeWorld) -> None:
    world = make_world()
    world.armed()
    change(world, name="Zoë's")
    assert world.unit.hello_facts().name == "Zoë's"


def test_limits_hold_from_the_next_showdown_on(make_world: MakeWorld) -> None:
    world = make_world()
    change(world, count_ms=2500, handicap_right_ms=30)
    world.armed()
    pressed_ns = world.button()
    amber_ns = world.to_hold()
    assert amber_ns - pressed_ns >= GUARD_NS + 2_500 * MS
    world.to_green()
    assert world.limits.handicap_right_ns == 30 * MS


@pytest.mark.parametrize("since", ["armed", "counting", "racing", "accepted"])
def test_a_change_while_a_showdown_runs_waits_for_the_next(
    make_world: MakeWorld, since: str
) -> None:
    world = make_world()
    if since == "accepted":
        world.start()
    else:
        getattr(world, since)()
    changed = change(world, count_ms=2500, launch_on_false_start=False)
    assert changed.values.count_ms == 2500
    if since in ("armed", "accepted"):
        world.button()
    if since != "racing":
        amber_ns = world.to_hold()
        assert amber_ns - world.last("lamp_amber", 0) < COUNT_NS + 10 * MS
        world.press("left")
        record = world.over()
        assert (record.outcome, record.launch) == (Outcome.FALSE_START, Launch.COMPLETED)
    else:
        world.press("left", world.now_ns + 200 * MS)
        world.over()
    world.armed("key-0002")
    world.button()
    amber_ns = world.to_hold()
    assert amber_ns - world.last("lamp_amber", 0) >= 2_500 * MS
    world.press("left")
    record = world.over("key-0002")
    assert (record.outcome, record.launch) == (Outcome.FALSE_START, Launch.NONE)


def test_a_start_that_the_disk_refused_holds_no_change_back(make_world: MakeWorld) -> None:
    world = make_world()
    world.disk.fail = lambda step: StorageError("full") if step is not None else None
    world.start()
    told = ask(world, 0, count_ms=2500)
    world.run_for(50)
    assert isinstance(told.got[0], SettingsResult)
    assert world.limits.count_ns == 2_500 * MS


def test_the_buzzer_is_silent_once_it_is_switched_off(make_world: MakeWorld) -> None:
    world = make_world()
    change(world, buzzer=False)
    world.racing()
    assert world.changes("buzzer") == []
    world.press("left", world.now_ns + 100 * MS)
    world.over()
    change(world, buzzer=True)
    world.counting("key-0002")
    assert world.changes("buzzer") != []


def test_standalone_counts_at_the_next_press_of_the_button(make_world: MakeWorld) -> None:
    world = make_world()
    change(world, standalone="off")
    world.button()
    world.run_for(50)
    assert world.unit.active_key() is None
    change(world, standalone="auto")
    world.run_for(500)
    world.button()
    world.run_for(50)
    assert world.unit.active_key() is not None


def test_lines_count_when_the_table_says_its_verdict(make_world: MakeWorld) -> None:
    world = make_world()
    world.win("right")
    assert world.lines(2, 0).error == "LINES_NOT_ALLOWED"
    change(world, lines="always")
    assert world.lines(2, 0).record.loser == "left"


def test_saved_settings_are_in_force_from_the_start(make_world: MakeWorld) -> None:
    saved = Saved(9, {"referee.count_s": 2 * S, "unit.name": "B", "unit.buzzer": False})
    world = make_world(saved=saved)
    assert world.unit.settings().rev == 9
    assert world.unit.hello_facts().name == "B"
    world.counting()
    assert world.limits.count_ns == 2 * S
    assert world.changes("buzzer") == []


def test_the_longest_answer_and_the_longest_request_fit_a_line(make_world: MakeWorld) -> None:
    world = make_world()
    answer = change(world, name="\U0001d49c" * 16, count_ms=10_000, hold_max_ms=30_000)
    every = msgspec.structs.replace(answer, changed=tuple(BY_NAME), rev=2**53 - 1)
    assert len(msgspec.json.encode(every.members())) < 900
