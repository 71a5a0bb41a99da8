"""What the lamps tell: counts, holds and greens, and what only looks like one."""

from __future__ import annotations

from dataclasses import replace

from showdown_bench.scenes import Phase, Progress, Scene, follow


def after(*lit: str, start: Progress | None = None) -> Progress:
    """The progress after steady scenes: lamps by letter, `<` for an arrow."""
    progress = start or Progress()
    for ns, letters in enumerate(lit, 1):
        scene = Scene("R" in letters, "A" in letters, "G" in letters, "<" in letters, since_ns=ns)
        progress = follow(progress, scene)
    return progress


WIN = ("RA", "R", "A", "G")


def test_a_showdown_is_armed_count_hold_and_race() -> None:
    phases = [after(*WIN[:n]).phase for n in range(1, 5)]
    assert phases == [Phase.ARMED, Phase.COUNT, Phase.HOLD, Phase.RACE]


def test_a_dark_moment_between_two_lamps_changes_nothing() -> None:
    slow = ("RA", "R", "", "A", "", "G")
    phases = [after(*slow[:n]).phase for n in range(2, 7)]
    assert phases == [Phase.COUNT, Phase.COUNT, Phase.HOLD, Phase.HOLD, Phase.RACE]


def test_a_phase_is_timed_from_the_change_of_its_lamp() -> None:
    assert after(*WIN).since_ns == 4


def test_the_slow_blink_of_an_idle_unit_is_no_count() -> None:
    assert after("R", "", "R", "", "R").phase is Phase.OTHER
    assert after("R", "", "A").phase is Phase.OTHER
    assert after("A", "", "A").phase is Phase.OTHER
    assert after("RA", "", "R").phase is Phase.OTHER


def test_a_hold_straight_out_of_the_idle_blink_is_the_next_showdown() -> None:
    progress = after("R", "", "R", "A")
    assert (progress.phase, progress.showdown, progress.attempt) == (Phase.HOLD, 1, 1)


def test_a_false_start_is_no_count() -> None:
    assert after("RA", "R", "A", "R<").phase is Phase.OTHER
    assert after("RA", "R", "R<", "", "R").phase is Phase.OTHER


def test_the_next_armed_unit_is_the_next_showdown() -> None:
    progress = after(*WIN, "", "R", *WIN)
    assert (progress.showdown, progress.attempt) == (2, 1)


def test_all_lamps_flashing_means_another_attempt_of_the_same_showdown() -> None:
    for between in (("RAG", "", "RAG"), ("RAG", ""), ("RAG", "", "RAG", "RA")):
        progress = after(*WIN, *between, "R")
        assert (progress.phase, progress.showdown, progress.attempt) == (Phase.COUNT, 1, 2)


def test_after_another_attempt_the_next_showdown_begins_at_its_first() -> None:
    progress = after(*WIN, "RAG", "", "R", "A", "G", "", *WIN)
    assert (progress.showdown, progress.attempt) == (2, 1)


def test_called_off_between_two_attempts_no_further_attempt_is_expected() -> None:
    progress = after(*WIN, "RAG", "", "A", "", "A", "", "R")
    assert progress.phase is Phase.OTHER
    assert after("RA", "R", start=progress).attempt == 1


def test_a_count_called_off_uses_up_no_showdown() -> None:
    progress = after("RA", "R", "RA", "R")
    assert (progress.phase, progress.showdown) == (Phase.COUNT, 1)


def test_a_false_start_in_the_count_uses_up_its_showdown() -> None:
    assert after("RA", "R", "R<", "", "RA", "R").showdown == 2


def test_lamps_that_came_back_to_what_they_were_change_nothing() -> None:
    assert after("RA", "R", "R") == after("RA", "R")


def test_a_blinking_arrow_at_a_held_paddle_is_still_armed() -> None:
    assert after("RA", "RA<", "RA", "RA<", "R").phase is Phase.COUNT


def test_a_pin_that_is_no_light_and_a_level_that_stays_change_no_scene() -> None:
    scene = Scene(red=True, since_ns=1)
    assert scene.changed(2, "launcher_pwm", True) is scene
    assert scene.changed(2, "lamp_red", True) is scene
    assert scene.changed(2, "lamp_amber", True) == replace(scene, amber=True, since_ns=2)


def test_the_arrow_is_lit_while_either_side_is() -> None:
    scene = Scene().changed(1, "arrow_left", True).changed(2, "arrow_right", False)
    assert scene.arrow
