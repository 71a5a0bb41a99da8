"""The host's core in virtual time, against a unit that plays by the rules."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from host_kit import Faults, World
from showdown_host import flows
from showdown_host.core import Phase
from showdown_host.errors import (
    LinkLost,
    NoUnit,
    PortBusy,
    PortMissing,
    Refused,
    Unreadable,
)
from showdown_host.steps import Call, Flow, Session, Sleep
from showdown_host.timing import MS, S
from showdown_protocol.codec import notification_line, reply_line
from showdown_protocol.errors import WireError


def live(**world: Any) -> World:
    made = World(**world)
    made.run_for(1 * S)
    assert made.core.phase is Phase.LIVE
    return made


def methods(world: World) -> list[str]:
    return [method for _, method, _ in world.unit.heard]


def test_says_lf_and_hello_with_a_crc_first() -> None:
    world = live()
    first = world.written[0][1]
    assert first.startswith(b'\n{"jsonrpc":"2.0","id":"n')
    assert b'"method":"hello"' in first
    assert first[-10:-9] == b"*"


def test_throws_away_everything_until_its_nonce_comes_back() -> None:
    world = World(begin=False)
    event = {"boot": "f" * 32, "seq": 7, "t_ms": 1, "type": "button"}
    world.stale = [
        notification_line("ev", event, crc=True),
        reply_line("n0000000000000000", {"nonce": "n0000000000000000"}, crc=True),
        b'{"jsonrpc":"2.0","id":"n1.1","res',
    ]
    world.core.begin(world.now)
    world.drain()
    world.run_for(2 * S)  # the half line costs the first answer
    assert world.core.phase is Phase.LIVE
    assert [event.type for event in world.happened] == ["link.up"]
    assert world.core.hello is not None
    assert world.core.hello.boot == world.unit.boot


def test_a_call_gives_its_typed_result() -> None:
    record = live().run(flows.call("showdown.get", {"key": "NOBODY01"})).result()
    assert record.state == "unknown"


def test_an_error_reply_is_raised_into_the_flow_with_its_data() -> None:
    world = live()
    world.unit.refuse["stats"] = WireError("FAULT", "broken", part="launcher")
    task = world.run(flows.call("stats"))
    assert isinstance(task.error, Refused)
    assert (task.error.name, task.error.data) == ("FAULT", {"part": "launcher"})
    assert str(task.error) == "FAULT: broken (part=launcher)"


def test_a_lost_request_is_repeated_word_for_word_after_an_lf_at_the_written_times() -> None:
    world = live()
    world.unit.receive, was = (lambda _data: None), world.unit.receive  # type: ignore[method-assign]
    start = world.now
    task = world.core.run(flows.call("stats"), start)
    world.drain()
    world.run_for(4900 * MS)
    world.unit.receive = was  # type: ignore[method-assign]
    sent = [(at - start, data) for at, data in world.written if b'"stats"' in data]
    assert [at // MS for at, _ in sent] == [0, 1250, 2750, 4750]
    assert {data.lstrip(b"\n") for _, data in sent} == {sent[0][1]}
    assert all(data.startswith(b"\n{") for _, data in sent[1:])
    world.run_for(1 * S)
    assert not world.reopens[1:]
    assert not task.done or task.error is None


def test_after_four_tries_it_opens_again_and_asks_again() -> None:
    world = live()
    world.unit.mute = True
    task = world.core.run(flows.call("stats"), world.now)
    world.drain()
    world.run_for(6 * S)
    assert world.reopens[-1][1] == "no answer to stats in 4 tries"
    world.unit.mute = False
    world.run_for(9 * S)
    assert task.done
    assert task.error is None


def test_a_uart_has_two_seconds() -> None:
    world = World(begin=False)
    world.uart = True
    world.core.begin(world.now)
    world.drain()
    world.run_for(1 * S)
    world.unit.mute = True
    start = world.now
    world.core.run(flows.call("stats"), start)
    world.drain()
    world.run_for(3 * S)
    sent = [(at - start) // MS for at, data in world.written if b'"stats"' in data]
    assert sent == [0, 2250]


def test_start_has_five_seconds() -> None:
    world = live()
    world.unit.mute = True
    start = world.now
    world.core.run(flows.call("showdown.cancel", {"key": "KEY00001"}), start)
    world.drain()
    world.run_for(6 * S)
    sent = [(at - start) // MS for at, data in world.written if b'"showdown.cancel"' in data]
    assert sent == [0, 5250]


def test_a_wait_has_its_own_time_on_top() -> None:
    world = live()
    world.unit.mute = True
    start = world.now
    world.core.run(
        flows.call("showdown.wait", flows.WaitParams(key="K" * 8, until="done", timeout_ms=3000)),
        start,
    )
    world.drain()
    world.run_for(4500 * MS)
    sent = [(at - start) // MS for at, data in world.written if b'"showdown.wait"' in data]
    assert sent == [0, 4250]


def test_a_doubled_reply_changes_nothing() -> None:
    world = live(faults=Faults(double=1.0))
    for _ in range(5):
        assert world.run(flows.call("showdown.get", {"key": "NOBODY01"})).error is None
    assert len(world.reopens) == 1


@pytest.mark.parametrize(
    "faults",
    [
        Faults(noise=1.0),
        Faults(echo=True),
        Faults(cut=0.3),
        Faults(garble=0.3),
        Faults(lose=0.3, double=0.3, jitter_ns=400 * MS),
    ],
    ids=["garbage", "echo", "half lines", "flipped bits", "loss"],
)
def test_gets_through(faults: Faults) -> None:
    world = World(faults=faults, seed=3)
    for number in range(20):
        key = f"NOBODY{number:02}"
        record = world.run(flows.call("showdown.get", {"key": key})).result()
        assert record.key == key


def test_pings_while_the_app_is_idle() -> None:
    world = live()
    world.run_for(30 * S)
    pings = [at for at, method, _ in world.unit.heard if method == "ping"]
    assert len(pings) >= 6
    assert max(b - a for a, b in pairwise(pings)) <= 5 * S


def test_ten_seconds_of_silence_open_the_port_again() -> None:
    world = live()
    world.faults.lose = 1.0
    world.run_for(11 * S)
    assert len(world.reopens) >= 2
    assert any(event.type == "link.down" for event in world.happened)


def test_answers_without_heartbeats_mean_the_session_is_over_so_hello_again() -> None:
    world = live()
    world.unit.session = None
    world.run_for(15 * S)
    assert methods(world).count("hello") == 2
    assert world.unit.session is not None
    assert len(world.reopens) == 1


def test_hello_required_says_hello_again_and_repeats_the_call() -> None:
    world = live()
    world.unit.session = None
    assert world.run(flows.call("stats")).error is None
    assert methods(world).count("hello") == 2


def test_another_boot_in_a_heartbeat_says_hello_again() -> None:
    world = live()
    world.unit.kill(down_ns=10 * MS)
    world.run_for(20 * MS)
    world.unit.session = {"x": 1}  # as if it spoke up by itself
    world.run_for(3 * S)
    assert world.core.hello is not None
    assert world.core.hello.boot == world.unit.boot


def test_hello_is_repeated_for_ever_until_a_late_unit_answers() -> None:
    world = World(begin=False, wait_ns=None)
    world.unit.mute = True
    world.core.begin(world.now)
    world.drain()
    world.run_for(40 * S)
    world.unit.mute = False
    world.run_for(12 * S)
    assert world.core.phase is Phase.LIVE


def test_a_first_port_that_is_not_there_ends_it() -> None:
    world = World(begin=False)
    world.opened_how = lambda: NoUnit("gone")
    world.core.begin(world.now)
    world.drain()
    task = world.run(flows.connect())
    assert isinstance(task.error, NoUnit)
    assert world.core.phase is Phase.ENDED


def test_a_first_port_in_use_is_tried_for_two_seconds() -> None:
    world = World(begin=False)
    world.opened_how = lambda: PortBusy("busy") if world.now < 11 * S else None
    world.core.begin(world.now)
    world.drain()
    assert world.run(flows.connect()).error is None
    world = World(begin=False)
    world.opened_how = lambda: PortBusy("busy")
    world.core.begin(world.now)
    world.drain()
    assert isinstance(world.run(flows.connect(), limit_ns=5 * S).error, PortBusy)


def test_a_first_port_that_is_missing_may_appear_within_three_seconds() -> None:
    world = World(begin=False)
    world.opened_how = lambda: PortMissing("starting") if world.now < 12 * S else None
    world.core.begin(world.now)
    world.drain()
    assert world.run(flows.connect()).error is None
    world = World(begin=False)
    world.opened_how = lambda: PortMissing("nowhere")
    world.core.begin(world.now)
    world.drain()
    assert isinstance(world.run(flows.connect(), limit_ns=5 * S).error, PortMissing)


def test_a_port_that_vanishes_later_is_sought_with_backoff_until_it_is_back() -> None:
    world = live()
    world.opened_how = lambda: NoUnit("gone")
    world.cut()
    world.run_for(20 * S)
    gaps = [b[0] - a[0] for a, b in pairwise(world.reopens[1:])]
    assert gaps[:3] == [500 * MS, 1000 * MS, 2000 * MS]
    assert set(gaps[3:]) == {2 * S}
    world.opened_how = lambda: None
    assert world.run(flows.call("stats")).error is None


def test_a_call_gives_up_after_its_patience() -> None:
    world = live()
    world.opened_how = lambda: NoUnit("gone")
    world.cut("unplugged")

    def flow() -> Flow[Any]:
        return (yield Call("stats", patience_ns=3 * S))

    start = world.now
    task = world.run(flow())
    assert isinstance(task.error, LinkLost)
    assert world.now - start == 3 * S


def test_a_failure_at_each_step_of_opening_is_survived() -> None:
    for step in range(1, 12):
        world = live()
        world.cut()
        world.run_for(step * 23 * MS * 10)
        world.cut()
        assert world.run(flows.call("stats")).error is None, step


def test_another_unit_at_the_port_is_not_taken_for_ours() -> None:
    world = live()
    world.unit.serial = "other"
    world.cut()
    world.run_for(5 * S)
    assert world.core.phase is not Phase.LIVE
    assert "another unit answered: other, not fake0001" in {why for _, why in world.reopens}
    world.unit.serial = "fake0001"
    world.run_for(5 * S)
    assert world.core.phase is Phase.LIVE


def test_control_held_at_first_ends_it() -> None:
    world = World(begin=False)
    world.unit.holder = "somebody"
    world.core.begin(world.now)
    world.drain()
    task = world.run(flows.connect())
    assert isinstance(task.error, Refused)
    assert task.error.name == "CONTROL_HELD"
    assert task.error.data == {"holder": "somebody"}


def test_takeover_is_said_once() -> None:
    world = World(begin=False, takeover=True)
    world.unit.holder = "somebody"
    world.core.begin(world.now)
    world.drain()
    assert world.run(flows.connect()).error is None
    world.unit.holder = "third"
    world.cut()
    world.run_for(3 * S)
    assert world.core.phase is not Phase.LIVE


def test_control_held_by_our_own_older_session_is_taken_back() -> None:
    world = live()
    world.unit._hello = _held_by_ourselves(world)  # type: ignore[method-assign]
    world.cut()
    world.run_for(3 * S)
    assert world.core.phase is Phase.LIVE
    assert world.core.hello is not None
    assert world.core.hello.role == "control"


def _held_by_ourselves(world: World) -> Any:
    was = world.unit._hello

    def hello(params: dict[str, Any]) -> dict[str, Any]:
        if not params.get("takeover"):
            raise WireError("CONTROL_HELD", holder="test-host")
        return was(params)

    return hello


def test_control_held_by_another_after_a_reopen_ends_in_watching() -> None:
    world = live()
    world.unit.holder = "somebody"
    world.cut()
    world.run_for(20 * S)
    assert world.core.phase is Phase.LIVE
    assert world.core.hello is not None
    assert world.core.hello.role == "observe"


def test_control_taken_away_is_told_and_not_fought_over() -> None:
    world = live()
    world.unit.lose_control("the other table")
    world.run_for(1 * S)
    lost = [event for event in world.happened if event.type == "session.lost"]
    assert [event.data for event in lost] == [{"by": "the other table"}]
    world.cut()
    world.run_for(3 * S)
    assert world.core.hello is not None
    assert world.core.hello.role == "observe"


def test_events_come_once_and_in_order_over_a_bad_line() -> None:
    world = live(seed=5)
    world.faults.lose, world.faults.double, world.faults.jitter_ns = 0.4, 0.3, 300 * MS
    for _ in range(60):
        world.unit.emit("button")
        world.run_for(100 * MS)
    world.faults.lose = 0.0
    world.run_for(10 * S)
    seqs = [event.seq for event in world.happened if event.type == "button"]
    assert seqs == list(range(1, 61))


def test_events_of_a_time_without_a_link_are_asked_for() -> None:
    world = live()
    world.cut()
    for _ in range(5):
        world.unit.emit("button")
    world.run_for(3 * S)
    assert [event.seq for event in world.happened if event.seq] == [1, 2, 3, 4, 5]


def test_events_that_are_gone_are_counted_not_guessed() -> None:
    world = live()
    world.cut()
    for _ in range(9):
        world.unit.emit("button")
    world.unit.forgotten = 4
    world.run_for(3 * S)
    kinds = [(event.type, event.seq or event.data.get("count")) for event in world.happened]
    assert kinds[3:] == [
        ("events.missed", 4),
        *[("button", seq) for seq in (5, 6, 7, 8, 9)],
    ]


def test_sleep_lasts_as_long_as_asked() -> None:
    world = live()

    def flow() -> Flow[str]:
        yield Sleep(1500 * MS)
        return "awake"

    start = world.now
    assert world.run(flow()).result() == "awake"
    assert world.now - start == 1500 * MS


def test_the_sessions_clock_is_the_units() -> None:
    world = live()
    world.run_for(100 * S)
    session = world.run(flows.connect()).result()
    assert 0 <= session.up_ms - world.unit.up_ms() <= 10


def test_renew_says_hello_again_on_the_same_connection() -> None:
    world = live()

    def flow() -> Flow[Any]:
        return (yield Session(renew=True))

    world.run(flow()).result()
    assert methods(world).count("hello") == 2
    assert len(world.reopens) == 1


def test_a_dropped_flow_ends_and_its_late_answer_is_nothing() -> None:
    world = live()
    task = world.core.run(flows.call("stats"), world.now)
    world.core.drop(task, LinkLost("interrupted"))
    world.drain()
    world.run_for(5 * S)
    assert isinstance(task.error, LinkLost)
    assert len(world.reopens) == 1


def test_the_end_says_bye_and_ends_every_flow() -> None:
    world = live()
    tasks = [
        world.core.run(flow, world.now)
        for flow in (flows.call("stats"), flows.wait("NOBODY01"), _sleeper())
    ]
    world.core.end(world.now)
    world.drain()
    world.run_for(1 * S)
    assert all(isinstance(task.error, LinkLost) for task in tasks)
    assert methods(world)[-1] == "bye"
    assert isinstance(world.run(flows.connect()).error, LinkLost)


def _sleeper() -> Flow[None]:
    yield Sleep(10 * S)


def test_a_result_of_another_shape_is_unreadable() -> None:
    world = live()
    world.unit._answer = lambda _request: {"key": 5}  # type: ignore[method-assign]
    assert isinstance(world.run(flows.call("showdown.get", {"key": "KEY00001"})).error, Unreadable)


def test_too_much_for_a_line_is_refused_unsent() -> None:
    world = live()
    task = world.run(flows.call("showdown.get", {"key": "x" * 2000}))
    assert isinstance(task.error, Refused)
    assert task.error.name == "LINE_TOO_LONG"


def test_nothing_is_due_while_nothing_is_to_do() -> None:
    """A deadline in the past that a tick does not clear would burn a core."""
    world = live()
    for _ in range(2000):
        deadline = world.core.deadline()
        assert deadline is not None
        assert deadline > world.now
        world.step(world.now + 60 * S)


def test_a_stranger_at_the_first_hello_is_the_end_and_is_asked_nothing_more() -> None:
    world = World(stranger=lambda hello: f"{hello.serial} is not meant")
    world.run_for(1 * S)
    task = world.run(flows.call("stats"))
    assert isinstance(task.error, NoUnit)
    assert str(task.error) == "fake0001 is not meant"
    assert {method for _, method, _ in world.unit.heard} <= {"hello", "bye"}
