from __future__ import annotations

from typing import Any

import pytest

from gateway_kit import BOOT, MS, Bench, Host, longest_record, start
from showdown_protocol.crc import seal
from showdown_protocol.errors import ERRORS, WireError
from showdown_protocol.messages import METHODS
from showdown_protocol.strict_json import dumps


@pytest.fixture
def bench() -> Bench:
    return Bench()


@pytest.fixture
def host(bench: Bench) -> Host:
    host = bench.host()
    host.hello()
    return host


PARAMS: dict[str, dict[str, Any]] = {
    "showdown.start": start("key-00001"),
    "showdown.get": {"key": "key-00001"},
    "showdown.wait": {"key": "key-00001", "until": "done", "timeout_ms": 0},
    "showdown.cancel": {"key": "key-00001"},
    "showdown.lines": {"key": "key-00001", "left": 1, "right": 0},
    "showdown.list": {"limit": 5},
    "events.replay": {"boot": BOOT, "from": 1, "max": 5},
    "settings.set": {"rev": 0, "values": {"name": "Kitchen"}},
    "selftest": {"part": "lamps"},
}


@pytest.mark.parametrize("method", sorted(METHODS.keys() - {"hello"}))
def test_every_method_of_the_protocol_is_answered(host: Host, method: str) -> None:
    assert "code" not in host.ask(method, **PARAMS.get(method, {}))


@pytest.mark.parametrize("method", [*sorted(METHODS.keys() - {"hello", "ping"}), "nope"])
def test_before_hello_only_ping_and_hello_work(bench: Bench, method: str) -> None:
    error = bench.host().ask(method, **PARAMS.get(method, {}))
    assert error["data"] == {"name": "HELLO_REQUIRED", "method": method}
    assert not bench.unit.records


def test_ping_works_before_hello_and_opens_nothing(bench: Bench) -> None:
    answer = bench.host().ask("ping", nonce="abc")
    assert answer == {"nonce": "abc", "boot": BOOT, "up_ms": 0, "seq": 0, "state": "ready"}
    assert bench.stat("sessions") == 0


def test_an_unknown_method_is_named(host: Host) -> None:
    error = host.ask("showdown.launch")
    assert error["code"] == ERRORS["METHOD_NOT_FOUND"].code
    assert error["data"] == {"name": "METHOD_NOT_FOUND", "method": "showdown.launch"}


@pytest.mark.parametrize(
    ("method", "changed", "param"),
    [
        ("showdown.start", {"key": "short"}, "key"),
        ("showdown.start", {"cards": -1}, "cards"),
        ("showdown.start", {"cards": "2"}, "cards"),
        ("showdown.start", {"start": "later"}, "start"),
        ("showdown.start", {"boot": "x"}, "boot"),
        ("showdown.start", {"players": {"left": "a" * 33, "right": "b"}}, "players.left"),
        ("showdown.start", {"players": {"left": "a"}}, "players.right"),
        ("showdown.wait", {"timeout_ms": 10_001}, "timeout_ms"),
        ("showdown.list", {"limit": 0}, "limit"),
        ("events.replay", {"from": -1}, "from"),
    ],
)
def test_a_wrong_parameter_is_named(
    bench: Bench, host: Host, method: str, changed: dict[str, Any], param: str
) -> None:
    error = host.ask(method, **{**PARAMS[method], **changed})
    assert error["data"]["name"] == "INVALID_PARAMS"
    assert error["data"]["param"] == param
    assert not bench.unit.records


def test_a_missing_parameter_is_named(host: Host) -> None:
    assert host.ask("showdown.get")["data"]["param"] == "key"


def test_parameters_come_before_control(bench: Bench) -> None:
    host = bench.host()
    host.hello(role="observe")
    assert host.ask("showdown.cancel", key="x")["data"]["name"] == "INVALID_PARAMS"
    assert bench.unit.refusals == []


def test_ids_come_back_as_they_were(host: Host) -> None:
    for text in ("7", "-7", '"a"', '"Z\\u00fc"'):
        (answer,) = host.say(f'{{"id":{text},"method":"ping"}}')
        assert dumps(answer["id"]).decode() == text


def test_the_same_id_twice_is_answered_twice(host: Host) -> None:
    line = '{"id":1,"method":"showdown.get","params":{"key":"key-00001"}}'
    assert len(host.say(f"{line}\n{line}")) == 2


def test_an_exception_of_the_unit_is_internal_and_logged(
    bench: Bench, host: Host, caplog: pytest.LogCaptureFixture
) -> None:
    bench.unit.broken = RuntimeError("a wire came off")
    assert host.ask("status")["data"]["name"] == "INTERNAL"
    assert host.ask("showdown.get", key="key-00001")["data"]["name"] == "INTERNAL"
    assert "a wire came off" in caplog.text
    assert bench.stat("internal_errors") == 2
    bench.unit.broken = None
    assert host.ask("status")["state"] == "ready"


def test_an_exception_under_a_person_s_word_costs_that_word_alone(
    bench: Bench, caplog: pytest.LogCaptureFixture
) -> None:
    host = bench.host()
    bench.unit.broken = RuntimeError("a wire came off")
    assert host.say("status") == []
    assert host.say("ping") != []
    assert "a wire came off" in caplog.text


def test_a_second_answer_of_the_unit_is_nothing(bench: Bench, host: Host) -> None:
    def twice(key: str, then: Any) -> None:
        then(longest_record(key))
        then(longest_record(key))

    bench.unit.get = twice  # type: ignore[method-assign]
    assert host.ask("showdown.get", key="key-00001")["state"] == "indeterminate"


def test_stats_hold_every_counter_and_the_unit_s_own(host: Host) -> None:
    host.say("{broken")
    host.say('{"result":1}')
    stats = host.ask("stats")
    assert all(isinstance(value, int) for value in stats.values())
    assert stats["spikes"] == 7
    assert (stats["rx_parse"], stats["rx_foreign"], stats["rx_lines"]) == (1, 1, 4)
    assert (stats["sessions"], stats["wires"], stats["rx_requests"]) == (1, 1, 2)


def test_at_most_4_waits_of_a_session_are_pending(bench: Bench, host: Host) -> None:
    wait = {"until": "done", "timeout_ms": 5000}
    for number in range(4):
        assert host.say(host.request("showdown.wait", key=f"key-{number:05}", **wait)) == []
    assert host.ask("showdown.wait", key="key-00009", **wait)["data"] == {
        "name": "TOO_MANY",
        "limit": 4,
        "reason": "at most 4 pending showdown.wait",
    }
    assert host.ask("showdown.get", key="key-00001")["state"] == "unknown"
    other = bench.host()
    other.hello(nonce="n2", role="observe")
    assert other.say(other.request("showdown.wait", key="key-00001", **wait)) == []
    assert len(host.hear(5000)) == 4
    assert host.say(host.request("showdown.wait", key="key-00001", **wait)) == []


@pytest.mark.parametrize("ending", ["bye", "hello", "silence"])
def test_waits_end_with_their_session(bench: Bench, host: Host, ending: str) -> None:
    line = host.request("showdown.wait", key="key-00001", until="done", timeout_ms=10_000)
    assert host.say(line) == []
    if ending == "bye":
        host.ask("bye")
    elif ending == "hello":
        host.hello(nonce="n2")
    else:
        assert len(host.hear(20_000)) == 1, "a pending wait keeps its session"
        assert bench.unit.control == [True, False]
        return
    assert bench.unit.called_off == ["key-00001"]
    assert host.hear(12_000) == []


def listed(host: Host, limit: int) -> list[list[str]]:
    """The keys page by page, to the end."""
    pages, before = [], {}
    while True:
        answer = host.ask("showdown.list", limit=limit, **before)
        pages.append([record["key"] for record in answer["records"]])
        if answer["next"] is None:
            return pages
        before = {"before": answer["next"]}


def test_a_list_goes_on_page_by_page_and_misses_nothing(bench: Bench, host: Host) -> None:
    for number in range(23):
        host.start(f"key-{number:05}", players={"left": "Ana", "right": "Bo"})
    pages = listed(host, 100)
    assert 1 < len(pages) < 23
    assert [key for page in pages for key in page] == [
        f"key-{number:05}" for number in reversed(range(23))
    ]


def test_a_list_gives_no_more_than_asked_for(host: Host) -> None:
    for number in range(4):
        host.start(f"key-{number:05}")
    assert [len(page) for page in listed(host, 3)] == [3, 1]


def test_a_list_of_nothing_ends(host: Host) -> None:
    assert listed(host, 100) == [[]]


@pytest.mark.parametrize(
    "name", ["\U0001d49c" * 16, "\u00fc" * 32, "\u2603" * 21, '"' * 32, "a" * 32]
)
def test_the_longest_records_go_one_by_one(bench: Bench, host: Host, name: str) -> None:
    host.crc = True
    host.hello(nonce="n2")
    for key in ("a", "b", "c"):
        record = longest_record(key, name=name)
        bench.unit.records[record.key] = record
    assert [len(page) for page in listed(host, 100) if page] == [1, 1, 1]
    for key in bench.unit.records:
        assert len(host.ask("showdown.get", key=key)["attempts"]) == 4


LONGEST_ID = '"' + "\U0001f0a1" * 21 + '"'


def test_the_longest_record_goes_under_the_longest_id(bench: Bench, host: Host) -> None:
    host.crc = True
    host.hello(nonce="n2")
    record = longest_record("a")
    bench.unit.records[record.key] = record
    line = f'{{"id":{LONGEST_ID},"method":"showdown.get","params":{{"key":"{record.key}"}}}}'
    assert host.say(seal(line.encode()).decode())[0]["result"]["key"] == record.key


def test_a_list_without_room_for_one_record_is_an_error_and_no_empty_page(
    bench: Bench, host: Host
) -> None:
    record = longest_record("a", attempts=9)
    bench.unit.records[record.key] = record
    (answer,) = host.say(f'{{"id":{LONGEST_ID},"method":"showdown.list","params":{{"limit":9}}}}')
    assert answer["error"]["data"] == {"name": "INTERNAL", "reason": "too_long"}


def test_a_start_is_answered_when_the_unit_answers(bench: Bench, host: Host) -> None:
    bench.unit.delay_ms = 700
    line = host.request("showdown.start", **start("key-00001"))
    assert host.say(line, ms=699) == []
    assert "boot" in host.ask("ping", ms=0), "nothing waits behind it"
    assert host.hear(2)[0]["result"]["replay"] is False


def test_starts_of_one_key_from_two_wires_make_one_record(bench: Bench, host: Host) -> None:
    other = bench.host()
    other.hello(nonce="n2", role="observe")
    for _ in range(50):
        for each in (host, other):
            each.push(each.request("showdown.start", **start("key-00001")).encode() + b"\n")
    bench.clock.run_for(1000 * MS)
    answers = host.hear() + other.hear()
    assert [a["result"]["replay"] for a in answers].count(False) == 1
    assert len(answers) == 100
    assert len(bench.unit.records) == 1


def test_a_self_test_needs_control_and_the_unit_is_not_asked_without(
    bench: Bench, host: Host
) -> None:
    watcher = bench.host()
    watcher.hello(nonce="n2", role="observe")
    for part in ("lamps", "stop"):
        error = watcher.ask("selftest", part=part)
        assert error["data"] == {"name": "NOT_CONTROLLER", "holder": "test"}
    assert bench.unit.tested == []
    assert host.ask("selftest", part="arrow") == {"part": "arrow", "limit_ms": 7_000}
    assert bench.unit.tested == ["arrow"]


def test_the_unit_s_refusal_of_a_self_test_is_the_answer(bench: Bench, host: Host) -> None:
    bench.unit.broken = WireError("NOT_READY", reasons=["selftest"])
    error = host.ask("selftest", part="arrow")
    assert error["data"] == {"name": "NOT_READY", "reasons": ["selftest"]}
