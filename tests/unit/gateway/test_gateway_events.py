from __future__ import annotations

import pytest

from gateway_kit import BOOT, MS, Bench, Host, longest_record
from showdown_hw.virtual import VirtualClock
from showdown_protocol.crc import seal
from showdown_protocol.strict_json import dumps
from showdown_unit.events import EVENT_BYTES, RING, EventLog

ROOM = 1900


def log_with(count: int) -> EventLog:
    log = EventLog(VirtualClock(), BOOT)
    for number in range(count):
        log.emit("state", state=f"s{number}")
    return log


def watching(bench: Bench) -> Host:
    host = bench.host()
    host.hello(events=True)
    return host


def test_numbers_start_at_1_and_have_no_gap() -> None:
    log = log_with(0)
    assert log.seq == 0
    assert [log.emit("state", state="ready") for _ in range(3)] == [1, 2, 3]


def test_t_ms_counts_from_the_making_of_the_log() -> None:
    clock = VirtualClock()
    log = EventLog(clock, BOOT)
    seen: list[int] = []
    log.subscribe(lambda event: seen.append(event.t_ms))
    clock.run_for(1500 * MS)
    log.emit("button")
    assert seen == [1500]
    assert log.up_ms() == 1500


def test_a_field_that_is_none_is_left_out() -> None:
    log = EventLog(VirtualClock(), BOOT)
    log.emit("showdown.state", key="key-00001", state="armed", outcome=None)
    assert log.replay(1, 1, ROOM).events[0].data == {"key": "key-00001", "state": "armed"}


def test_a_replay_gives_what_fits_and_where_to_go_on() -> None:
    log = log_with(50)
    first = log.replay(1, 256, ROOM)
    assert [event.seq for event in first.events] == list(range(1, first.next))
    assert 1 < first.next < 50
    assert not first.gap
    assert log.replay(first.next, 256, ROOM).events[0].seq == first.next


def test_a_replay_gives_no_more_than_asked_for() -> None:
    replay = log_with(50).replay(10, 3, ROOM)
    assert [event.seq for event in replay.events] == [10, 11, 12]
    assert replay.next == 13


def test_a_replay_from_before_the_ring_says_that_there_is_a_gap() -> None:
    replay = log_with(RING + 10).replay(1, 1, ROOM)
    assert replay.gap
    assert [event.seq for event in replay.events] == [11]


@pytest.mark.parametrize("from_seq", [0, 1])
def test_the_first_event_is_no_gap(from_seq: int) -> None:
    replay = log_with(1).replay(from_seq, 9, ROOM)
    assert not replay.gap
    assert [event.seq for event in replay.events] == [1]


@pytest.mark.parametrize("count", [0, 3, RING + 3])
def test_a_replay_from_the_end_is_empty(count: int) -> None:
    log = log_with(count)
    replay = log.replay(count + 1, 9, ROOM)
    assert (replay.events, replay.next, replay.gap) == ((), count + 1, False)


def test_a_replay_from_beyond_the_end_leads_back_to_it() -> None:
    assert log_with(3).replay(99, 9, ROOM).next == 4


def test_the_ring_is_bounded() -> None:
    log = log_with(10 * RING)
    assert len(log.replay(0, 10**6, 10**9).events) == RING


def test_an_event_too_long_for_a_line_keeps_its_number_and_says_so(
    caplog: pytest.LogCaptureFixture,
) -> None:
    log = EventLog(VirtualClock(), BOOT)
    assert log.emit("fault", code="X", message="m" * EVENT_BYTES) == 1
    assert log.replay(1, 1, ROOM).events[0].data == {"truncated": True}
    assert "event 1 (fault)" in caplog.text


def test_the_longest_record_fits_an_event_and_its_replay() -> None:
    bench = Bench()
    host = bench.host()
    host.crc = True
    host.hello(events=True)
    bench.events.emit("showdown.result", record=longest_record("a"))
    (event,) = host.hear(20)
    assert dumps(event["params"]["record"]) == dumps(longest_record("a").members())
    text = dumps(event["params"])
    assert len(text) <= EVENT_BYTES
    (answer,) = host.ask("events.replay", boot=BOOT, from_=1, max=9)["events"]
    assert dumps(answer) == text


def test_an_event_as_long_as_allowed_fits_a_replay_under_a_long_id() -> None:
    bench = Bench()
    host = bench.host()
    host.crc = True
    host.hello()
    bench.events.emit("fault", code="X", message="m" * (EVENT_BYTES - 110))
    bench.events.emit("button")
    request = host.request("events.replay", boot=BOOT, from_=1, max=9)
    body = request.rpartition("*")[0].replace('"id":2', '"id":"%s"' % ("i" * 64))
    (answer,) = host.say(seal(body.encode()).decode())
    assert answer["result"]["events"][0]["code"] == "X"
    assert answer["result"]["next"] == 2


def test_an_id_too_long_for_any_event_is_said_and_no_endless_empty_page() -> None:
    bench = Bench()
    host = bench.host()
    host.hello()
    bench.events.emit("showdown.result", record=longest_record("a"))
    body = host.request("events.replay", boot=BOOT, from_=1, max=9)
    (answer,) = host.say(body.replace('"id":2', '"id":"%s"' % ("\U0001f0a1" * 21)))
    assert answer["error"]["data"] == {"name": "INTERNAL", "reason": "too_long"}


def test_events_of_another_boot_cannot_be_had() -> None:
    host = watching(Bench())
    error = host.ask("events.replay", boot="f" * 32, from_=1, max=9)
    assert error["data"] == {"name": "BOOT_CHANGED", "boot": BOOT}


def test_events_go_to_those_who_asked_for_them_alone() -> None:
    bench = Bench()
    watcher, other, stranger = watching(bench), bench.host(), bench.host()
    other.hello(nonce="n2", role="observe")
    bench.events.emit("state", state="ready")
    (event,) = watcher.hear(20)
    assert event["method"] == "ev"
    assert event["params"] == {
        "boot": BOOT,
        "seq": 1,
        "t_ms": 40,
        "type": "state",
        "state": "ready",
    }
    assert other.hear() == stranger.hear() == []


def test_the_shutdown_event_is_out_before_shutdown_returns() -> None:
    bench = Bench()
    host = watching(bench)
    bench.unit.has_time = False
    bench.events.emit("state", state="x")
    bench.gateway.shutdown("term")
    assert [e["params"]["type"] for e in host.hear()] == ["state", "shutdown"]
    bench.unit.has_time = True
    assert host.ask("ping")["seq"] == 2


def test_events_in_a_row_need_no_time() -> None:
    bench = Bench()
    host = watching(bench)
    for _ in range(40):
        bench.events.emit("button")
    assert [e["params"]["seq"] for e in host.hear(0)] == list(range(1, 41))
