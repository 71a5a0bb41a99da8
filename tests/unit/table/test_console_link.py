"""The console and the watch at a unit in virtual time: what is asked, what is noticed."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from console_kit import AT
from host_kit import FakeOpener
from showdown_host.errors import NoUnit, PermissionDenied
from showdown_host.keystore import KeyStore
from showdown_host.tap import Tap
from showdown_host.timing import MS
from showdown_host.traffic_log import TrafficLog
from showdown_host.unit import Unit
from showdown_protocol.errors import WireError
from showdown_table.console_link import UnitLink
from showdown_table.watch_link import UnitWatch

_pause = threading.Event()  # never set


def until(reached: Callable[[], Any]) -> Any:
    """Look again and again: the unit is fast, the machine may not be."""
    deadline = time.monotonic() + 15
    while not (found := reached()):
        assert time.monotonic() < deadline
        _pause.wait(0.01)
    return found


@pytest.fixture
def opener() -> FakeOpener:
    return FakeOpener()


@pytest.fixture
def open_unit(opener: FakeOpener, tmp_path: Path) -> Any:
    def opens(role: Any, tap: Tap | None = None) -> Unit:
        return Unit(opener, role=role, store=KeyStore(tmp_path), tap=tap)

    return opens


def notes(link: UnitLink) -> list[str]:
    return [entry.note for entry in link.traffic.since(0)[1] if entry.note]


def said(link: UnitLink, kind: str) -> list[tuple[str, str]]:
    entries = link.traffic.since(0)[1]
    return [
        (e.asked or e.said.name, e.said.name) for e in entries if e.said and e.said.kind == kind
    ]


# --- the console -------------------------------------------------------------------------------


def test_what_is_typed_goes_out_filled_in_and_its_answer_is_named(open_unit, opener):
    link = UnitLink(open_unit, "control", clock=lambda: AT)
    try:
        assert (link.name, link.role, link.up) == ("fake", "control", True)
        link.ask("showdown.start", {"cards": 0})
        until(lambda: ("showdown.start", "") in said(link, "reply"))
        until(lambda: link.waiting == 0)
        (record,) = opener.world.unit.records.values()
        assert record["cards"] == 0
        assert link.known(()).keys == (record["key"],)
        assert link.known(()).boot == opener.world.unit.boot
    finally:
        link.close()


def test_an_error_is_shown_as_it_came_and_not_twice(open_unit):
    link = UnitLink(open_unit, "control", clock=lambda: AT)
    try:
        link.ask("showdown.fly", {})
        until(lambda: said(link, "error"))
        until(lambda: link.waiting == 0)
        assert said(link, "error") == [("showdown.fly", "METHOD_NOT_FOUND")]
        assert len(notes(link)) == 1, "what the link is, nothing else"
    finally:
        link.close()


def test_a_line_that_is_too_long_for_the_unit_is_told_though_it_never_went_out(open_unit):
    link = UnitLink(open_unit, "control", clock=lambda: AT)
    try:
        link.ask("ping", {"nonce": "x" * 2000})
        note = until(lambda: next((n for n in notes(link) if "not sent" in n), None))
        assert "1024" in note
    finally:
        link.close()


def test_a_lost_link_is_told_and_so_is_its_return(open_unit, opener):
    link = UnitLink(open_unit, "control", clock=lambda: AT)
    try:
        opener.ports[-1].fail = "unplugged"
        until(lambda: any("link lost: unplugged" in note for note in notes(link)))
        until(lambda: any("there again" in note for note in notes(link)))
        assert link.up
    finally:
        link.close()


def test_control_that_somebody_takes_is_told(open_unit, opener):
    link = UnitLink(open_unit, "control", clock=lambda: AT)
    try:
        opener.world.at(100 * MS, lambda: opener.world.unit.lose_control("somebody"))
        until(lambda: any("control taken by somebody" in note for note in notes(link)))
        assert link.role == "observe"
    finally:
        link.close()


def test_every_line_is_in_the_log(open_unit, tmp_path):
    log = TrafficLog(tmp_path / "log")
    link = UnitLink(open_unit, "observe", log=log)
    link.ask("stats", {})
    until(lambda: said(link, "reply").count(("stats", "")) == 1)
    link.close()
    log.close()
    lines = [json.loads(line)["line"] for line in (tmp_path / "log").read_text().splitlines()]
    kept = [entry.line.text for entry in link.traffic.since(0)[1] if entry.line]
    assert lines == kept
    assert '"bye"' in lines[-1]


def test_the_app_is_told_once_for_much(open_unit):
    link = UnitLink(open_unit, "observe")
    told = threading.Event()
    link.watch(told.set)
    try:
        link.ask("stats", {})
        assert told.wait(10)
    finally:
        link.close()


# --- watching ----------------------------------------------------------------------------------


@pytest.fixture
def watching(open_unit: Any) -> Any:
    watches: list[UnitWatch] = []

    def start() -> UnitWatch:
        watches.append(UnitWatch(open_unit, again_s=0.05))
        return watches[-1]

    yield start
    for watch in watches:
        watch.close()


def test_it_looks_on_until_there_is_a_unit(watching, opener):
    opener.errors += [NoUnit("none on the USB"), NoUnit("none at all")]
    watch = watching()
    seen = set()

    def there() -> bool:
        view = watch.view()
        seen.update(view.notes)
        return view.linked and view.state == "ready"

    until(there)
    assert watch.view().name == "fake"
    until(lambda: any("low voltage" in note for note in watch.view().notes))
    assert "looking for a unit: none at all" in seen


def test_a_port_that_may_not_be_opened_ends_it(watching, opener):
    opener.errors.append(PermissionDenied("this user may not open it"))
    watch = watching()
    until(lambda: watch.failure)
    assert isinstance(watch.failure, PermissionDenied)


def test_it_asks_once_observes_and_then_lives_on_events(watching, opener):
    unit = opener.world.unit
    unit.records["KEY00001"] = {"key": "KEY00001", "state": "done", "outcome": "win",
                                "loser": "left", "reaction_us": {"right": 200_000}}  # fmt: skip
    watch = watching()
    until(lambda: len(watch.view().rows) == 1)
    assert watch.view().rows[0].right_us == 200_000
    opener.world.at(100 * MS, lambda: unit.emit("showdown.state", key="KEY00002", state="armed"))
    opener.world.at(200 * MS, lambda: unit.emit("showdown.state", key="KEY00002", state="racing"))
    until(lambda: watch.view().state == "racing")
    record = {"key": "KEY00002", "outcome": "win", "loser": "right", "launch": "started",
              "reaction_us": {"left": 231_415}, "cards": 2}  # fmt: skip
    opener.world.at(
        300 * MS, lambda: unit.emit("showdown.result", record=record | {"state": "launching"})
    )
    verdict = until(lambda: watch.view().verdict)
    assert (verdict.loser, verdict.left_us) == ("right", 231_415)
    opener.world.at(400 * MS, lambda: unit.emit("showdown.done", record=record | {"state": "done"}))
    until(lambda: [row.key for row in watch.view().rows] == ["KEY00002", "KEY00001"])
    methods = [method for _, method, _ in unit.heard]
    assert methods.count("status") == 1
    assert methods.count("showdown.list") == 1
    assert unit.session is not None
    assert unit.session["role"] == "observe"
    assert not {"showdown.start", "showdown.cancel", "showdown.lines"} & set(methods)


def test_a_running_showdown_is_asked_for_its_names(watching, opener):
    unit = opener.world.unit
    unit.active = "KEY00001"
    unit.records["KEY00001"] = {"key": "KEY00001", "state": "racing", "cards": 2,
                                "players": {"left": "Ana", "right": "Bo"}}  # fmt: skip
    watch = watching()
    until(lambda: watch.view().left_name == "Ana")
    assert watch.view().state == "racing"
    assert watch.view().rows == ()


def test_it_finds_the_unit_again_asks_anew_and_says_so_meanwhile(watching, opener):
    watch = watching()
    until(lambda: watch.view().linked)
    opener.world.unit.mute = True
    opener.ports[-1].fail = "unplugged"
    until(lambda: not watch.view().linked)
    assert watch.view().notes[0].startswith("looking for it again: ")
    assert watch.view().red is None
    opener.world.unit.mute = False
    until(lambda: watch.view().linked and watch.view().state == "ready")
    methods = [method for _, method, _ in opener.world.unit.heard]
    assert methods.count("status") >= 2


def test_events_that_are_gone_are_told_and_the_state_is_asked_for(watching, opener):
    watch = watching()
    until(lambda: watch.view().linked and watch.view().state == "ready")
    unit = opener.world.unit

    def gap() -> None:
        unit.session, session = None, unit.session
        for _ in range(12):
            unit.emit("button")
        unit.forgotten = 12
        unit.session = session
        unit.emit("button")

    opener.world.at(100 * MS, gap)
    until(lambda: any("missed for good" in note for note in watch.view().notes))
    until(lambda: [m for _, m, _ in unit.heard].count("status") >= 2)


def test_a_session_that_ended_for_good_is_opened_anew(watching, opener):
    watch = watching()
    until(lambda: watch.view().linked)
    unit = opener.world.unit
    unit.refuse["hello"] = WireError("PROTO_UNSUPPORTED")
    opener.ports[-1].fail = "unplugged"
    until(lambda: not watch.view().linked)
    del unit.refuse["hello"]
    until(lambda: watch.view().linked)
