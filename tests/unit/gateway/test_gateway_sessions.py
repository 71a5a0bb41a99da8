from __future__ import annotations

import pytest

from gateway_kit import BOOT, MS, Bench, Host, start


@pytest.fixture
def bench() -> Bench:
    return Bench()


def name(answer: dict[str, object]) -> object:
    data = answer["data"]
    assert isinstance(data, dict)
    return data["name"]


def lost(host: Host) -> list[object]:
    return [m["params"] for m in host.hear() if m.get("params", {}).get("type") == "session.lost"]


def test_hello_tells_the_unit_and_the_session(bench: Bench) -> None:
    bench.clock.run_for(1234 * MS)
    bench.events.emit("button")
    answer = bench.host().hello(nonce="abc")
    assert answer["proto"] == 1
    assert answer["nonce"] == "abc"
    assert answer["boot"] == BOOT
    assert answer["role"] == "control"
    assert (answer["up_ms"], answer["seq"]) == (1234, 1)
    assert answer["model"] == "showdown-1"


def test_the_same_nonce_gets_the_same_answer(bench: Bench) -> None:
    host = bench.host()
    first = host.hello()
    bench.events.emit("button")
    bench.clock.run_for(300 * MS)
    assert host.hello() == first


def test_a_repeated_hello_costs_no_pending_request(bench: Bench) -> None:
    host = bench.host()
    host.hello()
    bench.unit.delay_ms = 100
    assert host.say(host.request("showdown.start", **start("key-00001"))) == []
    host.hello()
    (answer,) = host.hear(200)
    assert answer["result"]["key"] == "key-00001"


def test_a_new_hello_replaces_the_session_and_keeps_its_control(bench: Bench) -> None:
    host = bench.host()
    first = host.hello()
    second = host.hello(nonce="n2")
    assert first["session"] != second["session"]
    assert host.start()["state"] == "accepted"
    assert bench.unit.control == [True]


def test_answers_to_a_replaced_session_are_not_sent_to_the_next(bench: Bench) -> None:
    host = bench.host()
    host.hello()
    bench.unit.delay_ms = 100
    host.say(host.request("showdown.start", **start("key-00001")))
    host.hello(nonce="n2")
    assert host.hear(500) == []
    assert "key-00001" in bench.unit.records


def test_a_new_hello_that_only_observes_gives_control_back(bench: Bench) -> None:
    host = bench.host()
    host.hello()
    host.hello(nonce="n2", role="observe")
    assert bench.unit.control == [True, False]
    assert name(host.start()) == "NOT_CONTROLLER"


def test_five_hellos_a_second_and_no_more(bench: Bench) -> None:
    host = bench.host()
    answers = [host.hello(nonce=f"n{i}") for i in range(6)]
    assert all("session" in answer for answer in answers[:5])
    assert name(answers[5]) == "TOO_MANY"
    assert host.start()["state"] == "accepted", "the session before stays"
    bench.clock.run_for(1000 * MS)
    assert host.hello(nonce="n6")["nonce"] == "n6"


def test_a_version_not_spoken_here_is_refused(bench: Bench) -> None:
    answer = bench.host().hello(proto=[2, 3])
    assert answer["data"] == {"name": "PROTO_UNSUPPORTED", "param": "proto", "supported": [1]}


def test_one_common_version_is_enough(bench: Bench) -> None:
    assert bench.host().hello(proto=[2, 1])["proto"] == 1


def test_control_is_held_once_and_the_holder_named(bench: Bench) -> None:
    bench.host().hello(client="Ana's phone")
    second = bench.host()
    answer = second.hello(nonce="n2")
    assert answer["data"] == {"name": "CONTROL_HELD", "holder": "Ana's phone"}
    assert name(second.ask("status")) == "HELLO_REQUIRED"


def test_a_refused_hello_leaves_the_session_as_it_is(bench: Bench) -> None:
    bench.host().hello()
    second = bench.host()
    second.hello(nonce="n2", role="observe")
    assert name(second.hello(nonce="n3")) == "CONTROL_HELD"
    assert second.ask("status")["state"] == "ready"


def test_a_takeover_tells_the_loser_alone_and_without_a_number(bench: Bench) -> None:
    first, second, third = bench.host(), bench.host(), bench.host()
    first.hello()
    third.hello(nonce="n3", role="observe", events=True)
    assert second.hello(nonce="n2", client="Bo", takeover=True)["role"] == "control"
    assert lost(first) == [{"boot": BOOT, "t_ms": 40, "type": "session.lost", "by": "Bo"}]
    assert lost(second) == lost(third) == []
    assert bench.events.seq == 0
    assert bench.stat("takeovers") == 1


def test_after_a_takeover_the_loser_may_look_but_not_play(bench: Bench) -> None:
    first, second = bench.host(), bench.host()
    first.hello()
    second.hello(nonce="n2", client="Bo", takeover=True)
    first.hear()
    assert first.start()["data"] == {"name": "NOT_CONTROLLER", "holder": "Bo"}
    assert first.ask("status")["state"] == "ready"
    assert second.start()["state"] == "accepted"
    assert bench.unit.control == [True], "control was held all the time"


def test_the_loser_s_old_hello_promises_no_control_any_more(bench: Bench) -> None:
    first, second = bench.host(), bench.host()
    first.hello()
    second.hello(nonce="n2", takeover=True)
    first.hear()
    assert name(first.hello()) == "CONTROL_HELD"


def test_a_takeover_of_free_control_is_a_plain_hello(bench: Bench) -> None:
    host = bench.host()
    assert host.hello(takeover=True)["role"] == "control"
    assert host.hello(nonce="n2", takeover=True)["role"] == "control"
    assert lost(host) == []


def test_the_refusal_goes_along_because_the_key_comes_first(bench: Bench) -> None:
    host, watcher = bench.host(), bench.host()
    host.hello()
    host.start()
    watcher.hello(nonce="n2", role="observe")
    assert watcher.start()["replay"] is True
    assert name(watcher.start("key-00002")) == "NOT_CONTROLLER"
    assert name(watcher.ask("showdown.cancel", key="key-00001")) == "NOT_CONTROLLER"
    assert name(watcher.ask("showdown.lines", key="key-00001", left=1, right=2)) == (
        "NOT_CONTROLLER"
    )


def test_without_a_controller_the_refusal_names_nobody(bench: Bench) -> None:
    host = bench.host()
    host.hello(role="observe")
    assert host.start()["data"] == {"name": "NOT_CONTROLLER", "holder": None}


def test_events_of_taking_control_are_those_before_hello_s_seq(bench: Bench) -> None:
    host = bench.host()
    bench.unit.control_changed = lambda held: bench.events.emit("state", state="x")  # type: ignore[assignment]
    assert host.hello(events=True)["seq"] == 1
    bench.events.emit("button")
    assert [m["params"]["seq"] for m in host.hear(20)] == [2]


def test_a_hello_that_fails_inside_changes_nothing(bench: Bench) -> None:
    host = bench.host()
    host.hello()
    facts = bench.unit.hello_facts
    bench.unit.hello_facts = lambda: 1 // 0  # type: ignore[assignment]
    assert name(host.hello(nonce="n2")) == "INTERNAL"
    bench.unit.hello_facts = facts  # type: ignore[method-assign]
    assert host.start()["state"] == "accepted"
    assert bench.stat("sessions") == 1


def test_bye_ends_the_session_and_frees_control(bench: Bench) -> None:
    host = bench.host()
    host.hello()
    assert host.ask("bye") == {}
    assert bench.unit.control == [True, False]
    assert name(host.ask("status")) == "HELLO_REQUIRED"
    assert bench.host().hello(nonce="n2")["role"] == "control"


def test_a_closed_wire_frees_control_and_calls_its_waits_off(bench: Bench) -> None:
    host = bench.host()
    host.hello()
    host.say(host.request("showdown.wait", key="key-00001", until="done", timeout_ms=9000))
    bench.gateway.closed(host.wire, "hung up")
    assert bench.unit.control == [True, False]
    assert bench.unit.called_off == ["key-00001"]
    bench.clock.run_for(20_000 * MS)
    assert host.hear() == []


def test_15_s_without_a_line_end_a_session(bench: Bench) -> None:
    host = bench.host()
    host.hello()
    bench.clock.run_for(14_900 * MS)
    assert bench.unit.control == [True]
    bench.clock.run_for(200 * MS)
    assert bench.unit.control == [True, False]
    assert name(host.ask("status")) == "HELLO_REQUIRED"
    assert bench.stat("sessions_expired") == 1


def test_a_ping_every_5_s_keeps_a_session(bench: Bench) -> None:
    host = bench.host()
    host.hello()
    for _ in range(10):
        host.ask("ping", ms=5000)
    assert host.start()["state"] == "accepted"


def test_noise_and_echoes_keep_no_session(bench: Bench) -> None:
    host = bench.host()
    host.hello()
    for line in ("ATZ", '{"method":"hb","params":{}}', "{broken") * 4:
        host.say(line, ms=2000)
    assert bench.unit.control == [True, False]


def test_a_pending_request_keeps_its_session(bench: Bench) -> None:
    host = bench.host()
    host.hello()
    bench.unit.delay_ms = 60_000
    assert host.say(host.request("showdown.start", **start("key-00001")), ms=59_000) == []
    (answer,) = host.hear(1100)
    assert answer["result"]["state"] == "accepted"
    bench.clock.run_for(1100 * MS)
    assert bench.unit.control == [True, False]


def test_heartbeats_come_every_2_s_to_those_with_events_on(bench: Bench) -> None:
    host, quiet = bench.host(), bench.host()
    host.hello(events=True)
    quiet.hello(nonce="n2", role="observe")
    bench.events.emit("button")
    host.hear(100)
    beats = host.hear(6000)
    assert [beat["method"] for beat in beats] == ["hb"] * 3
    client = "test"
    pulse = {"boot": BOOT, "up_ms": 2000, "seq": 1, "state": "ready", "control": client}
    assert beats[0]["params"] == pulse
    assert [beat["params"]["up_ms"] for beat in beats] == [2000, 4000, 6000]
    assert quiet.hear() == []
    assert bench.events.seq == 1, "a heartbeat is no event"


def test_heartbeats_name_who_holds_control_and_nobody_where_nobody_does(bench: Bench) -> None:
    host, looker = bench.host(), bench.host()
    host.hello(nonce="n1", client="Ana's laptop")
    looker.hello(nonce="n2", role="observe", events=True)
    assert looker.hear(2000)[-1]["params"]["control"] == "Ana's laptop"
    host.say(host.request("bye"))
    assert "control" not in looker.hear(2000)[-1]["params"]


def test_an_idle_gateway_schedules_nothing(bench: Bench) -> None:
    host = bench.host()
    host.hello(events=True)
    host.ask("bye")
    bench.clock.run_for(20_000 * MS)
    host.hear()
    assert bench.clock.next_ns() is None


def test_memory_of_ended_sessions_is_given_back(bench: Bench) -> None:
    for number in range(50):
        host = bench.host()
        host.hello(nonce=f"n{number}", takeover=True)
        bench.gateway.closed(host.wire, "gone")
    assert (bench.stat("sessions"), bench.stat("wires")) == (0, 0)
    assert bench.stat("sessions_opened") == 50
    assert bench.stat("rx_lines") == 50, "counters outlive their wires"
