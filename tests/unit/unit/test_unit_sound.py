"""The buzzer: its times tell nothing of the hold, and nothing of it falls into the race."""

from __future__ import annotations

from decimal import Decimal

import pytest

from scale import count
from showdown_referee.hold import draw_hold_ns
from showdown_unit.conductor import STRETCH_NS
from showdown_unit.config import ConfigError, load
from showdown_unit.scenes import BEEP_NS, LOW_TONE_NS
from unit_kit import MS, World, world

SHORT = {
    "referee__count_s": Decimal("0.5"),
    "referee__hold_min_s": Decimal("0.2"),
    "referee__hold_mean_s": Decimal("0.1"),
    "referee__hold_max_s": 1,
}
"""The least that the configuration allows."""


def seed_of(number: int) -> bytes:
    return number.to_bytes(16, "big")


def raced(made: World) -> tuple[int, int, int]:
    """A whole showdown: first count lamp, green, and the press that decided."""
    count_ns = made.counting(cards=0)
    green_ns = made.to_green()
    made.press("left", green_ns + 200 * MS)
    made.over()
    return count_ns, green_ns, green_ns + 200 * MS


@pytest.mark.prove
@pytest.mark.timeout(120)
@pytest.mark.parametrize("sets", [{}, SHORT], ids=["as delivered", "shortest"])
def test_its_times_are_the_same_whatever_the_hold(sets: dict[str, object]) -> None:
    holds, times = set(), set()
    for number in range(count(60, 600)):
        with world(seeds=[seed_of(number)], **sets) as made:
            count_ns, _, _ = raced(made)
            holds.add(draw_hold_ns(seed_of(number), 1, made.limits))
            times.add(tuple((ns - count_ns, value) for ns, value in made.changes("buzzer")))
    assert len(holds) > 50
    (told,) = times
    assert len(told) == 4  # a beep at the count, one at amber
    assert [value for _, value in told] == [1, 0, 1, 0]


@pytest.mark.prove
@pytest.mark.timeout(120)
def test_no_write_of_it_falls_between_the_stretch_before_green_and_the_verdict() -> None:
    nearest_ns = 10**12
    for number in range(count(60, 600)):
        with world(seeds=[seed_of(number)], **SHORT) as made:
            _, green_ns, press_ns = raced(made)
            for ns, _ in made.changes("buzzer"):
                assert not green_ns - STRETCH_NS <= ns <= press_ns + made.limits.settle_ns, number
            nearest_ns = min(nearest_ns, green_ns - made.changes("buzzer")[-1][0])
    assert nearest_ns >= 100 * MS  # of 200 ms the beep takes 80


def test_the_beep_ends_before_the_stretch_of_the_shortest_hold_that_is_allowed() -> None:
    least_ns = load(overrides={"referee.hold_min_s": Decimal("0.2")}).referee.hold_min_ns
    with pytest.raises(ConfigError, match="hold_min"):
        load(overrides={"referee.hold_min_s": Decimal("0.199")})
    assert least_ns // 2 >= BEEP_NS + STRETCH_NS


@pytest.mark.parametrize("late_ms", [60, 119, 150, 179, 181, 190, 199, 230])
def test_where_the_process_is_held_up_the_end_of_the_beep_waits_for_the_verdict(
    late_ms: int,
) -> None:
    """Held up from amber on, up to near green, into the stretch before it, or over it."""
    with world(seeds=[seed_of(1)], **SHORT) as made:
        made.counting(cards=0)
        amber_ns = made.to_hold()
        hold_ns = draw_hold_ns(seed_of(1), 1, made.limits)
        made.run_to(amber_ns + 70 * MS)
        made.clock.spend(hold_ns - 70 * MS - 200 * MS + late_ms * MS)
        green_ns = made.to_green()
        made.press("left", green_ns + 200 * MS)
        made.over()
        for ns, _ in made.changes("buzzer"):
            assert not green_ns - STRETCH_NS <= ns <= green_ns + 200 * MS
        assert made.changes("buzzer")[-1][1] == 0


@pytest.mark.parametrize("late_ms", [185, 199, 230])
def test_where_the_process_is_held_up_at_amber_near_green_there_is_no_beep(
    late_ms: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Held up between the lamp and the sound."""
    with world(seeds=[seed_of(1)], **SHORT) as made:
        hold_ns = draw_hold_ns(seed_of(1), 1, made.limits)
        write = made.hardware.lamps.write

        def slow(red: bool, amber: bool, green: bool) -> None:
            write(red, amber, green)
            if (red, amber, green) == (False, True, False):
                made.clock.spend(hold_ns - 200 * MS + late_ms * MS)

        made.counting(cards=0)
        monkeypatch.setattr(made.hardware.lamps, "write", slow)
        green_ns = made.to_green()
        made.press("left", green_ns + 200 * MS)
        made.over()
        for ns, _ in made.changes("buzzer"):
            assert not green_ns - STRETCH_NS <= ns <= green_ns + 200 * MS
        assert made.changes("buzzer")[-1][1] == 0


def test_a_beep_that_green_has_overtaken_ends_with_the_verdict() -> None:
    """Should the loop come to green before the timer of the beep, its pin waits for the race."""
    with world() as made:
        made.counting(cards=0)
        green_ns = made.to_green()
        panel = made.unit._parts.panel
        panel._racing = False
        panel.beep()
        panel.note_green()
        on_ns = made.last("buzzer", 1)
        made.press("left", green_ns + 200 * MS)
        made.run_to(green_ns + 199 * MS)
        assert made.last("buzzer", 1) == on_ns
        made.over()
        off_ns = made.last("buzzer", 0)
        assert off_ns > green_ns + 200 * MS
        assert off_ns < green_ns + 300 * MS
        made.run_for(10_000)
        assert made.last("buzzer", 0) == off_ns


@pytest.mark.parametrize("anticipated", [False, True])
def test_a_press_too_early_sounds_one_long_tone_that_no_beep_is_like(anticipated: bool) -> None:
    with world(referee__anticipation_ms=100) as made:
        count_ns = made.counting()
        at_ns = made.to_green() + 50 * MS if anticipated else count_ns + 300 * MS
        made.press("left", at_ns)
        record = made.over()
        assert record.outcome == ("anticipated" if anticipated else "false_start")
        made.run_for(2000)
        on_ns, off_ns = made.last("buzzer", 1), made.last("buzzer", 0)
        assert on_ns > at_ns
        assert off_ns - on_ns == pytest.approx(LOW_TONE_NS, abs=MS)
        assert off_ns - on_ns > 5 * BEEP_NS
        assert len([ns for ns, _ in made.changes("buzzer") if ns >= on_ns]) == 2


def test_the_long_tone_sounds_after_the_throw_was_told_to_begin() -> None:
    with world() as made:
        made.press("left", made.counting() + 300 * MS)
        made.over()
        assert made.changes("launcher_power")[0][0] < made.last("buzzer", 1)


@pytest.mark.parametrize("outcome", ["win", "no_press"])
def test_no_other_end_sounds(outcome: str) -> None:
    with world() as made:
        green_ns = made.racing()
        if outcome == "win":
            made.press("left", green_ns + 200 * MS)
        assert made.over().outcome == outcome
        made.run_for(10_000)
        assert all(ns < green_ns for ns, _ in made.changes("buzzer"))


def test_each_attempt_beeps_alike() -> None:
    with world() as made:
        first_ns = made.counting(cards=0)
        green_ns = made.to_green()
        made.dead_heat(green_ns)
        made.run_until(lambda: made.word == "armed")
        second_ns = made.to_count()
        made.to_green()
        made.over()
        beeps = made.changes("buzzer")
        one = [(ns - first_ns, value) for ns, value in beeps if ns < green_ns]
        two = [(ns - second_ns, value) for ns, value in beeps if ns > green_ns]
        assert one == two
