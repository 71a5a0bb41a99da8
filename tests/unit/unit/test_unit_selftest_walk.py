"""The guided walk against a whole unit behind its gateway, in virtual time."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from selftest_kit import Person, VirtualPort, ends, hold_button, on_step, outputs_off, wire_loop
from selftest_kit import rulers as press_rulers
from showdown_protocol.codec import reply_line
from showdown_protocol.errors import WireError
from showdown_protocol.messages import SelftestEvent
from showdown_protocol.selftest_messages import PARTS
from showdown_unit.selftest_client import Client, ClientError
from showdown_unit.selftest_walk import (
    PartReport,
    Walk,
    all_well,
    complete,
    document,
    passed,
    walk,
)
from showdown_unit.selftest_words import WORDS, advice, sentences
from unit_kit import MS, MakeWorld, S, World


def client_of(world: World) -> tuple[Client, VirtualPort]:
    port = VirtualPort(world)
    return Client(port, "walker"), port


def went(reports: list[PartReport]) -> list[str]:
    return [f"{r.part} {r.result}" + (f" {r.reason}" if r.reason else "") for r in reports]


# --- the whole walk -----------------------------------------------------------------------------


def bench_hands(world: World) -> Callable[[str], None]:
    """Does at the unit what the walk asks for: by step, and before each part."""
    for line in ("paddle_left", "paddle_right"):
        side = line.removeprefix("paddle_")
        on_step(world, line, lambda side=side: world.press(side, world.now_ns + 300 * MS))  # type: ignore[misc]
    on_step(world, "timer_button", lambda: hold_button(world, 100))
    on_step(world, "hold", lambda: hold_button(world, 6000))
    on_step(world, "wire", lambda: None)

    return lambda question: None


def test_a_whole_walk_passes_and_its_report_tells_what_was_measured(make_world: MakeWorld):
    world = make_world(tray_unknown=True)
    bench_hands(world)
    client, _ = client_of(world)
    trace = world.hands.trace

    def wiring(question: str) -> None:
        """The wire goes on before `timing` and off after it; the ruler is laid on."""
        begun = [words for words in person.said if words.startswith("\n")]
        if question.startswith("[Enter"):
            if "Timing" in begun[-1]:
                wire_loop(world)
            elif "Fairness" in begun[-1]:
                world.hands.trace = trace
                world.hands.release("left")
                world.hands.release("right")
                press_rulers(world, iter([-300, 280, 120, -140] * 6))

    person = Person("", "y", "", "y", "", "", "y", "", "", "", think=wiring)
    reports = walk(client, PARTS, person)
    assert went(reports) == [f"{part} passed" for part in PARTS]
    told = document(client.hello, reports, "2026-01-01T00:00:00+00:00")
    again = json.loads(json.dumps(told))
    assert again["passed"] is True
    assert again["unit"]["backend"] == "mock"
    measured = {part["part"]: part["measured"] for part in again["parts"]}
    assert measured["timing"]["skew_median_ns"] == 0
    assert measured["fairness"]["pairs"] == 20
    assert measured["paddles"]["paddle_left_edges"] == 2
    assert measured["link"]["received_events"] == 20
    assert world.word == "ready"
    assert outputs_off(world)


def test_a_person_s_no_fails_the_part_and_the_walk(make_world: MakeWorld):
    client, _ = client_of(make_world())
    person = Person("", "maybe", "no", "")
    reports = walk(client, ["lamps"], person)
    assert went(reports) == ["lamps failed seen_wrong"]
    assert not all_well(reports)
    assert person.asked[1] == person.asked[2] == WORDS["lamps"].question + " [y/n] "


def test_a_part_that_failed_can_be_tried_again(make_world: MakeWorld):
    world = make_world()
    client, _ = client_of(world)

    def wire_now(question: str) -> None:
        if question.startswith("[r"):
            wire_loop(world)

    person = Person("", "r", "", think=wire_now)
    assert went(walk(client, ["timing"], person)) == ["timing passed"]
    assert any("does not follow" in text for text in person.said)


def test_parts_can_be_skipped_and_the_walk_ended(make_world: MakeWorld):
    client, _ = client_of(make_world())
    reports = walk(client, ["lamps", "arrow", "link"], Person("s", "q"))
    assert went(reports) == ["lamps skipped", "arrow skipped quit", "link skipped"]


@pytest.mark.parametrize("answers", [(), ("r",), ("n",), ("r", "s"), ("r", "q")])
def test_a_failure_stands_whatever_is_typed_after_it(
    make_world: MakeWorld, answers: tuple[str, ...]
):
    """Also where the input ends, or another try is begun and left again."""
    client, _ = client_of(make_world())
    reports = walk(client, ["timing", "link"], Person("", *answers))
    assert went(reports)[0] == "timing failed no_wire_left"
    assert reports[0].measured is not None
    assert not passed(reports)
    assert not all_well(reports)


def test_what_nobody_judged_before_the_input_ended_stays_shown(make_world: MakeWorld):
    client, _ = client_of(make_world())
    assert went(walk(client, ["arrow"], Person(""))) == ["arrow shown"]


def reports_of(**results: str) -> list[PartReport]:
    return [PartReport(part, result) for part, result in results.items()]


@pytest.mark.parametrize(
    ("reports", "is_passed", "ends_with_0"),
    [
        (reports_of(lamps="skipped", link="skipped"), False, False),
        (reports_of(lamps="shown", link="skipped"), False, True),
        (reports_of(lamps="passed", link="skipped"), True, True),
        (reports_of(lamps="passed", link="failed"), False, False),
    ],
)
def test_a_walk_passes_when_nothing_failed_and_something_passed(
    reports: list[PartReport], is_passed: bool, ends_with_0: bool
):
    assert (passed(reports), all_well(reports)) == (is_passed, ends_with_0)


def test_a_walk_is_complete_when_every_part_was_judged():
    judged = dict.fromkeys(PARTS, "passed") | {"timing": "failed"}
    assert complete(reports_of(**judged))
    assert not complete(reports_of(**judged | {"timing": "skipped"}))
    assert not complete(reports_of(**judged | {"lamps": "shown"}))
    assert not complete(reports_of(lamps="passed"))


def test_the_report_says_what_to_do_about_a_failure(make_world: MakeWorld):
    client, _ = client_of(make_world())
    told = document(client.hello, walk(client, ["timing"], Person(), ask=False), "")
    assert told["parts"][0]["advice"] == advice("no_wire_left")
    assert (told["passed"], told["complete"]) == (False, False)


def test_a_walk_that_breaks_off_keeps_what_was_measured(make_world: MakeWorld):
    world = make_world()
    client, port = client_of(world)

    def go_away(question: str) -> None:
        if len(person.asked) == 2:
            on_step(world, "wire", lambda: setattr(port, "deaf", True))

    person = Person("", "", think=go_away)
    going = Walk(client, ["link", "timing", "lamps"], person)
    with pytest.raises(ClientError):
        going.go()
    assert went(going.reports) == ["link passed", "timing failed unit_gone", "lamps skipped"]
    assert going.reports[0].measured["received_events"] == 20


def test_ctrl_c_in_the_middle_of_a_part_leaves_its_last_failure(make_world: MakeWorld):
    world = make_world()
    client, _ = client_of(world)

    def interrupt() -> None:
        raise KeyboardInterrupt

    def think(question: str) -> None:
        if question.startswith("[r"):
            on_step(world, "wire", interrupt)

    going = Walk(client, ["timing", "link"], Person("", "r", "", think=think))
    with pytest.raises(KeyboardInterrupt):
        going.go()
    assert went(going.reports) == ["timing failed no_wire_left", "link skipped"]
    going = Walk(client, ["lamps"], Person(""))
    on_step(world, "amber", interrupt)
    with pytest.raises(KeyboardInterrupt):
        going.go()
    assert went(going.reports) == ["lamps skipped interrupted"]


def test_the_seconds_of_a_wait_for_a_person_are_counted_down(make_world: MakeWorld):
    client, _ = client_of(make_world())
    person = Person()
    walk(client, ["launcher"], person, ask=False)
    assert person.counted == list(range(29, 0, -1))
    person = Person()
    walk(client, ["lamps"], person, ask=False)
    assert person.counted == []


def test_the_end_of_the_input_ends_the_walk(make_world: MakeWorld):
    world = make_world()
    client, _ = client_of(world)
    assert went(walk(client, ["arrow", "link"], Person())) == ["arrow skipped", "link skipped"]
    assert ends(world) == []


def test_without_questions_what_is_shown_stays_unjudged(make_world: MakeWorld):
    client, _ = client_of(make_world())
    person = Person()
    reports = walk(client, ["lamps", "link"], person, ask=False)
    assert went(reports) == ["lamps shown", "link passed"]
    assert person.asked == []


def test_a_refusal_of_the_unit_fails_the_part_in_its_words(make_world: MakeWorld):
    world = make_world()
    client, _ = client_of(world)
    world.armed()
    (report,) = walk(client, ["lamps"], Person(), ask=False)
    assert report.reason == "BUSY: key-0001 is not over yet"


def test_a_person_may_think_as_long_as_the_session_is_kept(make_world: MakeWorld):
    world = make_world()
    client, _ = client_of(world)

    def think(_: str) -> None:
        for _ in range(40):
            world.run_for(3000)
            client.ping()

    assert went(walk(client, ["arrow"], Person("", "y", think=think))) == ["arrow passed"]


# --- the connection -----------------------------------------------------------------------------


def test_a_unit_that_answers_in_another_shape_is_no_unit(make_world: MakeWorld):
    port = VirtualPort(make_world())
    port.garble = lambda _: reply_line(1, {}, crc=True)
    with pytest.raises(ClientError, match="the answer to hello is not as the protocol has it"):
        Client(port, "walker")


def test_lines_that_do_not_arrive_whole_fail_the_link(make_world: MakeWorld):
    world = make_world()
    client, port = client_of(world)
    port.garble = lambda data: data.replace(b'"step":"7"', b'"step":"1"')
    assert went(walk(client, ["link"], Person(), ask=False)) == ["link failed events_lost"]


def test_a_unit_that_falls_silent_is_given_up_in_time(make_world: MakeWorld):
    world = make_world()
    client, port = client_of(world)

    def fall_silent(_: SelftestEvent) -> None:
        port.deaf = True

    with pytest.raises(ClientError, match="did not answer ping"):
        client.run("lamps", fall_silent)
    assert b'"stop"' in port.sent[-1]


def test_control_that_somebody_holds_is_named(make_world: MakeWorld):
    world = make_world()
    client_of(world)
    port = VirtualPort(world)
    # Two gateways know nothing of each other: here on the same one.
    first = Client(port, "first")
    assert first.hello.role == "control"
    wire = port.wire
    port.wire = type(wire)("fake:2")
    port.gateway.opened(port.wire)
    with pytest.raises(WireError) as refused:
        Client(port, "second")
    assert (refused.value.name, refused.value.data["holder"]) == ("CONTROL_HELD", "first")


def test_ctrl_c_in_the_middle_stops_the_part(make_world: MakeWorld):
    world = make_world()
    client, _ = client_of(world)

    def interrupt(_: SelftestEvent) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        client.run("lamps", interrupt)
    world.run_for(50)
    assert ends(world) == [{"part": "lamps", "result": "stopped", "reason": "asked"}]
    assert outputs_off(world)


def test_a_connection_that_breaks_stops_the_part(make_world: MakeWorld):
    world = make_world()
    client, port = client_of(world)

    def hang_up(_: SelftestEvent) -> None:
        port.hang_up()
        raise ClientError("gone")

    with pytest.raises(ClientError):
        client.run("lamps", hang_up)
    assert ends(world)[0]["reason"] == "control_lost"
    assert outputs_off(world)


def test_a_long_part_outlives_the_session_s_silence(make_world: MakeWorld):
    world = make_world()
    client, port = client_of(world)
    began_ns = world.now_ns
    assert client.run("launcher", lambda _: None).reason == "not_held"
    assert world.now_ns - began_ns > 20 * S
    assert port.gateway.stats()["sessions"] == 1


# --- the words ----------------------------------------------------------------------------------


def test_every_part_has_its_words():
    assert tuple(WORDS) == PARTS


@pytest.mark.parametrize(
    ("reason", "text"),
    [
        (
            "paddle_left_is_paddle_right",
            "the left paddle was asked for and the right paddle answered: swap their plugs",
        ),
        (
            "timer_button_moves_paddle_left",
            "the timer button moves the left paddle too: look for a short circuit between them",
        ),
        (
            "silent_paddle_right",
            "no edge of the right paddle within 30 s: look at its plug, wire and pin",
        ),
        (
            "held_timer_button",
            "the timer button stays down: free it, or look for a short circuit and its polarity",
        ),
        (
            "no_wire_left",
            "the left paddle's input does not follow arrow_left's pin: look at the wire",
        ),
    ],
)
def test_advice_names_the_part_at_fault(reason: str, text: str):
    assert advice(reason) == text


TO_SET = (
    "for the unit's configuration file, where it has no larger number yet; then restart the unit:"
)
TIMING = {
    "edges": 400,
    "lost_left": 0,
    "lost_right": 1,
    "skew_median_ns": -1_500,
    "skew_worst_ns": -63_000,
    "jitter_median_ns": 400,
    "jitter_worst_ns": 61_500,
    "delivery_median_ns": 600_000,
    "delivery_worst_ns": 4_100_000,
    "dead_heat_us": 70,
    "settle_ms": 6,
    "resolution_ns": 20_000,
    "backend_delivery_ns": 2_000_000,
}


def test_timing_is_told_with_what_to_set():
    assert sentences("timing", TIMING) == [
        "400 edges; lost 0 left, 1 right",
        "skew (left - right): median -1.5 µs, worst -63.0 µs",
        "jitter: median 0.4 µs, worst 61.5 µs",
        "an edge arrives 600.0 µs after its stamp, at worst 4100.0 µs",
        "two presses are stamped further apart than the backend's resolution, 20.0 µs",
        "the backend promises 2000.0 µs: the verdict waits too short",
        TO_SET,
        "    [referee]",
        "    dead_heat_us = 70",
        "    settle_ms = 6",
    ]


def test_a_good_unit_is_told_of_nothing_to_set():
    good = TIMING | {"dead_heat_us": 0, "settle_ms": 0}
    assert len(sentences("timing", good)) == 4


def test_fairness_is_told_with_p_and_the_window():
    measured = {
        "pairs": 20,
        "mean_ns": -600_000,
        "spread_ns": 40_000,
        "left_first": 20,
        "right_first": 0,
        "p_ppm": 2,
        "resolution_ns": 20_000,
        "dead_heat_us": 620,
    }
    assert sentences("fairness", measured) == [
        "20 presses; left first 20, right first 0",
        "left - right: mean -600.0 µs, spread 40.0 µs",
        "a fair unit is at least this uneven with p = 0.0000",
        TO_SET,
        "    [referee]",
        "    dead_heat_us = 620",
    ]
