"""The unit for apps: its thread, its stored keys, its errors. Real threads, a fast unit."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from host_kit import FakeOpener, FakePort, FastWorld
from showdown_host import Unit
from showdown_host.driver import CLOSE_S
from showdown_host.errors import (
    Indeterminate,
    LinkLost,
    NoUnit,
    PendingKey,
    Refused,
    StoreError,
)
from showdown_host.keystore import KeyStore
from showdown_host.result import Result
from showdown_host.timing import MS, S, Timing
from showdown_protocol.errors import WireError
from showdown_protocol.messages import Side

QUICK = Timing(
    request_ns=200 * MS, backoff_first_ns=10 * MS, hello_gap_ns=10 * MS, patience_ns=4 * S
)


@pytest.fixture
def store(tmp_path: Path) -> KeyStore:
    return KeyStore(tmp_path / "keys")


@pytest.fixture
def opener() -> FakeOpener:
    return FakeOpener()


@pytest.fixture
def unit(opener: FakeOpener, store: KeyStore) -> Iterator[Unit]:
    with Unit(opener, store=store, timing=QUICK) as opened:
        yield opened


def test_plays_a_showdown(unit: Unit, opener: FakeOpener, store: KeyStore) -> None:
    states: list[str] = []
    result = unit.showdown(
        cards=2, left="Ana", right="Bo", on_progress=lambda so_far: states.append(so_far.state)
    )
    assert (result.outcome, result.loser, result.loser_name) == ("win", Side.RIGHT, "Bo")
    assert result.decided
    assert result.reaction_us == {Side.LEFT: 231_415}
    assert states[-1] == "done"
    assert opener.world.unit.launches == {result.key: 1}
    assert store.pending() == []


def test_the_key_is_stored_before_it_is_sent(
    unit: Unit, opener: FakeOpener, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_fd: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(StoreError, match="nothing was sent"):
        unit.showdown()
    assert "showdown.start" not in [method for _, method, _ in opener.world.unit.heard]


def test_an_unknown_end_is_taken_up_again_with_the_same_key(
    opener: FakeOpener, store: KeyStore
) -> None:
    opener.world.unit.play = False
    opener.world.unit.at_step = lambda _key, _step: setattr(opener.world.unit, "mute", True)
    impatient = Timing(request_ns=100 * MS, patience_ns=300 * MS)
    with Unit(opener, store=store, timing=impatient) as first, pytest.raises(LinkLost):
        first.showdown(left="Ana", right="Bo")
    (open_wish,) = store.pending()
    opener.world.unit.mute = False
    opener.world.unit.at_step = lambda _key, _step: None
    opener.world.unit.press_button()
    with Unit(opener, store=store, timing=QUICK) as second:
        result = second.showdown(left="Ana", right="Bo")
    assert result.key == open_wish.key
    assert opener.world.unit.launches == {result.key: 1}


def test_an_unknown_end_of_other_parameters_is_not_passed_over(unit: Unit, store: KeyStore) -> None:
    first = unit.prepare(cards=3)
    with pytest.raises(PendingKey) as caught:
        unit.showdown(cards=2)
    assert caught.value.key == first.key
    assert str(caught.value) == (
        f"the end of the showdown {first.key} (3 cards, - against -, start button, unit fake0001)"
        f" is not known yet: `showdown run --key {first.key}` takes it up, "
        f"`showdown cancel {first.key}` calls it off"
    )
    assert unit.resume(first.key).record.cards == 3
    assert unit.showdown(cards=2).decided


def test_a_stored_key_is_not_used_for_other_parameters(unit: Unit) -> None:
    unit.prepare(cards=3, key="MYKEY001")
    with pytest.raises(PendingKey, match="MYKEY001 was stored for 3 cards"):
        unit.showdown(cards=2, key="MYKEY001")


def test_keys_of_another_unit_are_left_alone(unit: Unit, store: KeyStore) -> None:
    wish = unit.prepare(cards=3)
    store.settle(wish.key)
    values = {name: getattr(wish, name) for name in wish.__struct_fields__}
    store.put(type(wish)(**(values | {"serial": "elsewhere"})))
    assert unit.pending() == []
    assert unit.showdown(cards=2).decided
    with pytest.raises(PendingKey, match="belongs to the unit elsewhere, this is fake0001"):
        unit.resume(wish.key)


def test_settle_false_keeps_the_key_for_an_app_that_writes_first(
    unit: Unit, store: KeyStore
) -> None:
    result = unit.showdown(settle=False)
    assert [one.key for one in store.pending()] == [result.key]
    assert unit.showdown().replayed
    assert store.pending() == []


@pytest.mark.parametrize(
    ("wish", "message"),
    [
        ({"cards": 11}, "INVALID_PARAMS: cards: this unit throws 0 to 10 cards, not 11"),
        ({"cards": -1}, "INVALID_PARAMS: cards: this unit throws 0 to 10 cards, not -1"),
        ({"key": "short"}, "INVALID_PARAMS: key: a key is 8 to 64 of A-Z a-z 0-9 _ -"),
        ({"start": "soon"}, "INVALID_PARAMS: start: `button` or `now`, not 'soon'"),
        ({"left": "x" * 33}, "INVALID_PARAMS: players: `left` takes at most 32 characters"),
    ],
)
def test_bad_parameters_are_refused_before_a_key_is_stored(
    unit: Unit, store: KeyStore, wish: dict[str, Any], message: str
) -> None:
    with pytest.raises(Refused) as caught:
        unit.showdown(**wish)
    assert str(caught.value).startswith(message)
    assert store.pending() == []


def test_a_refused_showdown_frees_its_key(unit: Unit, opener: FakeOpener, store: KeyStore) -> None:
    opener.world.unit.refuse["showdown.start"] = WireError("NOT_READY", reasons=["tray_unknown"])
    with pytest.raises(Refused, match=r"NOT_READY.*tray_unknown") as caught:
        unit.showdown()
    assert caught.value.retry == "after"
    assert store.pending() == []


def test_indeterminate_is_raised_with_its_record_and_settled_by_the_lines(
    unit: Unit, opener: FakeOpener, store: KeyStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("showdown_host.flows.WAIT_MS", 100)
    fake = opener.world.unit
    fake.at_step = lambda _key, step: fake.kill() if step == "racing" else None
    with pytest.raises(Indeterminate) as caught:
        unit.showdown()
    assert caught.value.record is not None
    result = unit.lines(caught.value.key, 2, 0)
    assert (result.loser, result.record.decided_by) == (Side.LEFT, "lines")
    assert store.pending() == []


def test_the_rest_of_the_methods(unit: Unit) -> None:
    assert unit.info.serial == "fake0001"
    assert unit.status().tray == "ok"
    assert unit.stats()["launches"] == 0
    assert unit.get("NOBODY01").state == "unknown"
    assert unit.wait("NOBODY01").state == "unknown"
    keys = [unit.cancel(f"CANCEL0{number}").key for number in range(5)]
    assert [result.key for result in unit.list()] == keys[::-1]
    assert unit.call("showdown.get", {"key": keys[0]}).state == "cancelled"
    assert unit.link_stats()["reopens"] == 0


def test_events_until_closed(unit: Unit, opener: FakeOpener) -> None:
    events = unit.events()
    result = unit.showdown()
    seen: list[str] = []
    for event in events:
        seen.append(event.type)
        if event.type == "showdown.done":
            assert event.data["record"]["key"] == result.key
            unit.close()
    assert seen[0] == "showdown.state"
    assert list(events) == []


def test_a_write_that_failed_is_maybe_sent_and_sent_again(unit: Unit, opener: FakeOpener) -> None:
    opener.ports[-1].fail = "Write timeout"
    assert unit.stats()["launches"] == 0
    assert opener.ports[0].closed
    assert len(opener.ports) == 2


def test_many_threads_ask_at_once(unit: Unit) -> None:
    answers: list[Result] = []
    threads = [
        threading.Thread(target=lambda n=n: answers.append(unit.get(f"NOBODY{n:02}")))  # type: ignore[misc]
        for n in range(16)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(5.0)
    assert {answer.key for answer in answers} == {f"NOBODY{n:02}" for n in range(16)}


def test_one_key_is_played_by_one_thread(unit: Unit, opener: FakeOpener) -> None:
    opener.world.unit.play = False
    armed = threading.Event()
    opener.world.unit.at_step = lambda _key, _step: armed.set()
    thread = threading.Thread(target=lambda: unit.showdown(key="ONLYONE1"))
    thread.start()
    assert armed.wait(5.0)
    with pytest.raises(PendingKey, match="played by another thread"):
        unit.showdown(key="ONLYONE1")
    opener.world.unit.press_button()
    thread.join(5.0)
    assert not thread.is_alive()


def test_a_call_from_the_links_own_thread_is_an_error_not_a_deadlock(unit: Unit) -> None:
    with pytest.raises(RuntimeError, match="cannot wait for itself"):
        unit.showdown(on_progress=lambda _result: unit.status())  # type: ignore[arg-type,return-value]
    (intention,) = unit.pending()
    assert unit.resume(intention.key).decided


def test_no_port_no_unit(store: KeyStore) -> None:
    before = threading.active_count()
    with pytest.raises(NoUnit, match="nothing there"):
        Unit(FakeOpener(None, NoUnit("nothing there")), store=store)
    assert threading.active_count() == before


def test_wait_s_waits_for_a_unit_to_appear(store: KeyStore) -> None:
    opener = FakeOpener(None, NoUnit("not yet"), NoUnit("not yet"))
    with Unit(opener, store=store, timing=QUICK, wait_s=5.0) as unit:
        assert unit.info.model == "fake"


def test_silence_at_the_first_hello_says_where(
    store: KeyStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("showdown_host.linked.HELLO_S", 0.1)
    opener = FakeOpener()
    opener.world.unit.mute = True
    with pytest.raises(LinkLost, match=r"^fake: no answer .* is its daemon running\?"):
        Unit(opener, store=store, timing=QUICK)


def test_after_close_every_call_is_link_lost(unit: Unit) -> None:
    unit.close()
    for call in (unit.status, unit.stats, unit.showdown, unit.pending):
        with pytest.raises(LinkLost, match="closed"):
            call()
    unit.close()


def test_close_ends_what_another_thread_waits_for(unit: Unit, opener: FakeOpener) -> None:
    opener.world.unit.play = False
    errors: list[Exception] = []
    armed = threading.Event()
    opener.world.unit.at_step = lambda _key, _step: armed.set()

    def play() -> None:
        try:
            unit.showdown()
        except LinkLost as error:
            errors.append(error)

    thread = threading.Thread(target=play)
    thread.start()
    assert armed.wait(5.0)
    unit.close()
    thread.join(5.0)
    assert len(errors) == 1


def test_close_takes_two_seconds_at_most_though_the_driver_hangs(
    store: KeyStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("showdown_host.driver.CLOSE_S", 0.1)
    assert CLOSE_S <= 2.0
    release = threading.Event()
    opener = FakeOpener()
    unit = Unit(opener, store=store, timing=QUICK)
    monkeypatch.setattr(FakePort, "close", lambda _port: release.wait(10.0))
    start = time.monotonic()
    unit.close()
    assert time.monotonic() - start < 1.0
    release.set()
    unit._driver._thread.join(5.0)


def test_a_fault_of_ours_in_the_thread_leaves_nobody_waiting(
    unit: Unit, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_args: object) -> None:
        raise RuntimeError("a bug")

    monkeypatch.setattr(unit._core, "received", broken)
    with pytest.raises(LinkLost, match="thread has failed: RuntimeError"):
        unit.stats()
    with pytest.raises(LinkLost):
        unit.stats()
    assert "the link's thread has failed" in caplog.text


def test_a_world_run_fast_is_a_unit_like_any() -> None:
    world = FastWorld()
    port = FakePort(world)
    port.write(b'{"id":1,"method":"ping"}\n')
    assert b'"boot"' in port.read()


def test_a_key_whose_file_is_damaged_can_be_called_off(unit: Unit, store: KeyStore) -> None:
    path = store.folder / f"{unit.prepare().key}.json"
    path.write_text("{")
    with pytest.raises(StoreError, match=f"showdown cancel {path.stem}"):
        unit.showdown()
    assert unit.cancel(path.stem).state == "cancelled"
    assert unit.pending() == []
