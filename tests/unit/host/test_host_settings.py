"""Settings from the host: changed on top of what was read, over a line that loses, in words."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from host_kit import FakeOpener, Faults, World
from scale import count
from settings_kit import VALUES, Settings
from showdown_host import cli
from showdown_host.errors import LinkLost, Refused, SettingsChanged
from showdown_host.settings import NAMES, change, differing, took
from showdown_host.settings_words import name_of, read_wishes, short, value_words
from showdown_host.timing import MS, S, Timing
from showdown_protocol.errors import WireError
from showdown_protocol.messages import SettingsResult, SettingsValues


def settled(world: World) -> tuple[World, Settings]:
    return world, Settings(world.unit)


# --- the flow ------------------------------------------------------------------------------


def test_a_change_is_read_set_and_told_before_and_after() -> None:
    world, there = settled(World())
    made = world.run(change({"count_ms": 2000, "name": None})).result()
    assert (made.before.rev, made.after.rev) == (3, 4)
    assert (made.before.values.count_ms, made.after.values.count_ms) == (1000, 2000)
    assert made.after.changed == ("count_ms",)
    assert there.sets == 1


def test_somebody_elses_change_meanwhile_is_told_and_not_overwritten() -> None:
    world, there = settled(World())
    there.before_set = lambda: there.put({"hold_max_ms": 9000})
    task = world.run(change({"count_ms": 2000}))
    with pytest.raises(SettingsChanged) as caught:
        task.result()
    assert caught.value.changes == {"hold_max_ms": (6000, 9000)}
    assert caught.value.data == {"rev": 4}
    assert caught.value.name == "STALE_REV"
    assert "hold_max_ms from 6000 to 9000" in str(caught.value)
    assert there.values["count_ms"] == 1000


def test_a_rev_of_the_apps_own_reading_is_the_one_that_counts() -> None:
    world, there = settled(World())
    there.put({"buzzer": False})
    with pytest.raises(SettingsChanged):
        world.run(change({"count_ms": 2000}, rev=3)).result()
    assert world.run(change({"count_ms": 2000}, rev=4)).result().after.rev == 5


def test_a_value_out_of_range_is_the_units_refusal() -> None:
    world, there = settled(World())
    with pytest.raises(Refused) as caught:
        world.run(change({"anticipation_ms": 201})).result()
    assert (caught.value.name, there.sets) == ("INVALID_PARAMS", 0)


def test_a_lost_answer_is_found_to_have_taken() -> None:
    world, there = settled(World())
    there.lost = 1
    made = world.run(change({"count_ms": 2000})).result()
    assert made.after.values.count_ms == 2000
    assert there.sets == 1  # the repeat was stale, and nothing was set twice


def test_a_lost_answer_after_which_somebody_changed_the_same_is_no_success() -> None:
    world, there = settled(World())
    there.lost = 1
    there.after_set = lambda: there.put({"count_ms": 3000})
    with pytest.raises(SettingsChanged) as caught:
        world.run(change({"count_ms": 2000})).result()
    assert caught.value.changes == {"count_ms": (1000, 3000)}


def test_a_unit_that_stays_away_leaves_it_open() -> None:
    world, there = settled(World(timing=Timing(patience_ns=5 * S)))
    there.lost = 1
    there.after_set = lambda: setattr(world.unit, "mute", True)
    with pytest.raises(LinkLost, match="whether the settings were changed is not known"):
        world.run(change({"count_ms": 2000})).result()


@pytest.mark.parametrize("taken", [True, False])
def test_after_a_long_silence_the_settings_say_whether_it_took(taken: bool) -> None:
    world, there = settled(World(timing=Timing(patience_ns=5 * S)))
    answer = world.unit._answer

    def deaf(request: Any) -> Any:
        if request.method != "settings.set":
            return answer(request)
        if taken and there.sets == 0:
            answer(request)
        return None

    world.unit._answer = deaf
    task = world.run(change({"count_ms": 2000}))
    if taken:
        assert task.result().after.values.count_ms == 2000
    else:
        with pytest.raises(LinkLost, match="the settings are as they were"):
            task.result()


@pytest.mark.prove
@pytest.mark.timeout(120)
def test_over_a_bad_line_a_change_takes_once_or_says_that_it_did_not() -> None:
    for seed in range(count(40, 3000)):
        faults = Faults(lose=0.2, double=0.2, garble=0.1, jitter_ns=400 * MS)
        world, there = settled(World(seed=seed, faults=faults))
        task = world.run(change({"count_ms": 2000}))
        assert task.error is None, seed
        assert (there.values["count_ms"], there.sets) == (2000, 1), seed


def test_took_and_differing_look_at_each_setting() -> None:
    one = SettingsResult(rev=1, values=SettingsValues(**VALUES), changed=("name",))
    two = SettingsResult(rev=2, values=SettingsValues(**VALUES | {"count_ms": 2}), changed=())
    assert took({"name": "Table 1"}, one)
    assert not took({"name": None}, one)
    assert took({"name": None}, two)
    assert not took({"name": "Table 1", "count_ms": 3}, two)
    assert differing(one, two) == {"count_ms": (1000, 2)}


# --- words ---------------------------------------------------------------------------------


def test_settings_are_read_as_people_write_them() -> None:
    words = ["hold_max=4s", "count=1.5s", "anticipation=100ms", "buzzer=off", "swap_sides=YES"]
    words += ["name=Table 2", "standalone=always", "hold_min_ms=200", "handicap_left=0"]
    assert read_wishes(words) == {
        "hold_max_ms": 4000,
        "count_ms": 1500,
        "anticipation_ms": 100,
        "buzzer": False,
        "swap_sides": True,
        "name": "Table 2",
        "standalone": "always",
        "hold_min_ms": 200,
        "handicap_left_ms": 0,
    }


@pytest.mark.parametrize(
    ("word", "says"),
    [
        ("hold_max=4", "hold_max: takes a time with its unit, as 1.5s or 100ms, not '4'"),
        ("hold_max=4m", "takes a time with its unit"),
        ("hold_max=-4s", "takes a time with its unit"),
        ("hold_max=", "takes a time with its unit"),
        ("count=0.5ms", "count: 0.5ms is no whole number of milliseconds"),
        ("buzzer=maybe", "buzzer: takes on or off, not 'maybe'"),
        ("standalone=sometimes", "standalone: takes auto or always or off, not 'sometimes'"),
        ("lines=off", "lines: takes auto or always, not 'off'"),
        ("hold", "'hold' is not NAME=VALUE, as hold_max=4s"),
        ("hold=4s", "there is no setting 'hold'. There are: name, standalone"),
    ],
)
def test_what_cannot_be_read_says_what_it_takes(word: str, says: str) -> None:
    with pytest.raises(ValueError, match=says.replace(".", r"\.")):
        read_wishes([word])


def test_a_setting_given_twice_is_refused() -> None:
    with pytest.raises(ValueError, match="count is given twice"):
        read_wishes(["count=1s", "count_ms=2000"])


def test_every_setting_has_a_name_with_and_without_its_unit() -> None:
    for name in NAMES:
        assert name_of(short(name)) == name_of(name) == name


def test_values_are_told_with_their_unit() -> None:
    told = [value_words("count_ms", ms) for ms in (0, 999, 1000, 1500, 1234, 10_000)]
    assert told == ["0 ms", "999 ms", "1 s", "1.5 s", "1.234 s", "10 s"]
    assert (value_words("buzzer", True), value_words("name", "on")) == ("on", "on")


# --- the command ---------------------------------------------------------------------------------


@pytest.fixture
def opener(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> FakeOpener:
    monkeypatch.setenv("SHOWDOWN_STATE_DIR", str(tmp_path))
    return FakeOpener()


def showdown(opener: FakeOpener, *words: str) -> int:
    return cli.main(words, lambda *_: opener)


def test_settings_are_listed_with_units_and_whose_they_are(
    opener: FakeOpener, capsys: pytest.CaptureFixture[str]
) -> None:
    Settings(opener.world.unit)
    assert showdown(opener, "settings") == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == len(NAMES)
    assert lines[0].split() == ["name", "Table", "1"]
    assert "hold_mean              1.5 s  (configuration)" in lines
    assert showdown(opener, "settings", "--json") == 0
    assert json.loads(capsys.readouterr().out)["values"] == VALUES


def test_set_shows_before_and_after(opener: FakeOpener, capsys: pytest.CaptureFixture[str]) -> None:
    there = Settings(opener.world.unit)
    assert showdown(opener, "settings", "set", "hold_max=4s", "buzzer=on", "--takeover") == 0
    assert capsys.readouterr().out == "hold_max: 6 s -> 4 s\nbuzzer: on, as before\n"
    assert showdown(opener, "settings", "--json", "reset", "hold_max") == 0
    answer = json.loads(capsys.readouterr().out)
    assert (answer["before"]["hold_max_ms"], answer["values"]["hold_max_ms"]) == (4000, 6000)
    assert showdown(opener, "settings", "reset", "name") == 0
    assert capsys.readouterr().out == "name: Table 1, as before  (configuration)\n"
    assert there.own == {"buzzer"}


def test_set_does_not_overwrite_somebody_else_and_says_what_changed(
    opener: FakeOpener, capsys: pytest.CaptureFixture[str]
) -> None:
    there = Settings(opener.world.unit)
    there.before_set = lambda: there.put({"hold_max_ms": 9000})
    assert showdown(opener, "settings", "set", "count=2s") == 4
    out, err = capsys.readouterr()
    assert out == ""
    assert "hold_max: somebody else set 6 s -> 9 s\n" in err
    assert "nothing of yours was set" in err
    assert there.values["count_ms"] == 1000


def test_exit_codes_are_those_of_the_other_commands(
    opener: FakeOpener, capsys: pytest.CaptureFixture[str]
) -> None:
    Settings(opener.world.unit)
    assert showdown(opener, "settings", "set", "hold_max=4") == 2
    assert showdown(opener, "settings", "reset", "nothing") == 2
    assert showdown(opener, "settings", "set", "anticipation=201ms") == 4
    assert "showdown: anticipation: 0 to 200\n" in capsys.readouterr().err
    opener.world.unit.holder = "tablet"
    assert showdown(opener, "settings", "set", "count=2s") == 4
    assert "CONTROL_HELD" in capsys.readouterr().err
    assert showdown(opener, "settings") == 0  # reading needs no control


def test_identify_says_in_words_what_to_look_for(
    opener: FakeOpener, capsys: pytest.CaptureFixture[str]
) -> None:
    Settings(opener.world.unit)
    assert showdown(opener, "identify") == 0
    out = capsys.readouterr().out
    assert out.endswith("blinks red, green, green, one after the other, for 3 s\n")
    opener.world.unit.refuse["identify"] = WireError("BUSY", active="KEY00001")
    Settings(opener.world.unit)
    assert showdown(opener, "identify", "--json") == 0
