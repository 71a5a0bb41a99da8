"""`showdown units`: each unit asked at the same time, and nobody else disturbed."""

from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from host_kit import FakePort, FastWorld
from showdown_host import ask, cli, find, opener
from showdown_host.ask import Asked, ask_all, ask_unit
from showdown_host.errors import NoUnit, PermissionDenied, PortBusy, ShowdownError
from showdown_host.find import Found

USB = Found("/dev/ttyACM0", "fake0001")
BENCH = Found("/tmp/1/unit", "bench-1111", kind="bench", name="Table 1", pid=4711)


@pytest.fixture
def ports(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """What opening a port gives or raises, by its name."""
    there: dict[str, Any] = {}

    def open_port(name: str) -> FakePort:
        if isinstance(there[name], ShowdownError):
            raise there[name]
        return there[name]

    monkeypatch.setattr(ask, "open_port", open_port)
    monkeypatch.setattr(find, "holder", lambda _port, besides=(): None)
    return there


def test_a_unit_says_who_it_is_and_is_let_go(ports: dict[str, Any]) -> None:
    port = ports[USB.port] = FakePort(FastWorld())
    asked = ask_unit(USB)
    assert asked.hello is not None
    assert (asked.serial, asked.name, asked.problem) == ("fake0001", asked.hello.name, None)
    assert asked.hello.role == "observe"
    assert port.closed
    assert [method for _, method, _ in port.world.unit.heard] == ["hello", "bye"]


def test_a_silent_port_costs_its_patience_and_is_closed(ports: dict[str, Any]) -> None:
    port = ports[USB.port] = FakePort(FastWorld())
    port.world.unit.mute = True
    began = time.monotonic()
    asked = ask_unit(USB, patience_s=0.05)
    assert asked.problem == "no answer within 0.05 s"
    assert time.monotonic() - began < 2
    assert port.closed
    assert (asked.serial, asked.busy) == ("fake0001", False)


@pytest.mark.parametrize(
    ("error", "problem", "busy"),
    [
        (
            PortBusy("/dev/ttyACM0 is in use by cat (pid 3). Close that first"),
            "in use by cat (pid 3). Close that first",
            True,
        ),
        (
            PermissionDenied("/dev/ttyACM0: this user may not open it. Run `sudo x`"),
            "permission denied. Run `sudo x`",
            False,
        ),
        (NoUnit("/dev/ttyACM0 cannot be opened: odd"), "cannot be opened: odd", False),
    ],
)
def test_why_it_cannot_be_asked(
    ports: dict[str, Any], error: ShowdownError, problem: str, busy: bool
) -> None:
    ports[USB.port] = error
    asked = ask_unit(USB)
    assert (asked.problem, asked.busy, asked.hello) == (problem, busy, None)


def test_a_port_that_breaks_while_it_is_asked_is_a_problem(ports: dict[str, Any]) -> None:
    port = ports[USB.port] = FakePort(FastWorld())
    port.fail = "unplugged"
    assert ask_unit(USB).problem == "unplugged"
    assert port.closed


def test_a_port_that_somebody_has_open_is_not_touched(
    ports: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    def opened(_name: str) -> None:
        raise AssertionError("opened a port in use")

    asked_for: list[Any] = []

    def holder(port: str, besides: Any = ()) -> str:
        asked_for.append((port, tuple(besides)))
        return "minicom (pid 5)"

    monkeypatch.setattr(ask, "open_port", opened)
    monkeypatch.setattr(find, "holder", holder)
    who = "minicom (pid 5)"
    assert ask_unit(USB) == Asked(USB, problem=f"in use by {who}", busy=True, holder=who)
    ask_unit(BENCH)
    assert asked_for == [(USB.port, ()), (BENCH.port, (4711,))]  # its own bench does not count


def test_a_bench_that_keeps_its_own_port_open_is_no_holder(tmp_path: Path) -> None:
    device = tmp_path / "ttyX"
    device.touch()
    for pid, name in ((17, "showdown-unit"), (4711, "cat")):
        (tmp_path / "proc" / str(pid) / "fd").mkdir(parents=True)
        (tmp_path / "proc" / str(pid) / "comm").write_text(f"{name}\n")
        (tmp_path / "proc" / str(pid) / "fd" / "3").symlink_to(device)
    proc = tmp_path / "proc"
    assert find.holder(str(device), proc, besides=(17,)) == "cat (pid 4711)"
    assert find.holder(str(device), proc, besides=(17, 4711)) is None


def test_all_are_asked_at_the_same_time_and_come_in_their_order() -> None:
    meet = threading.Barrier(3, timeout=5)

    def slow(one: Found, _patience_s: float) -> Asked:
        meet.wait()
        return Asked(one)

    found = [USB, BENCH, Found("/dev/ttyACM1", "b")]
    assert ask_all(found, ask=slow) == [Asked(one) for one in found]


def test_one_that_hangs_holds_up_nobody() -> None:
    never = threading.Event()

    def ask_one(one: Found, _patience_s: float) -> Asked:
        if one is USB:
            never.wait(20)
        return Asked(one, problem="quick")

    began = time.monotonic()
    asked = ask_all([USB, BENCH], 0.01, ask=ask_one)
    assert time.monotonic() - began < 5
    assert [one.problem for one in asked] == ["no answer within 0.01 s", "quick"]
    never.set()


@pytest.fixture
def silent_socket(tmp_path: Path) -> Iterator[str]:
    path = tmp_path / "showdown.sock"
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(path))
        server.listen()
        yield f"unix:{path}"


def test_a_socket_is_asked_as_well(silent_socket: str) -> None:
    one = Found(silent_socket, None, kind="socket")
    assert ask_unit(one, patience_s=0.05).problem == "no answer within 0.05 s"


def test_a_socket_that_nobody_serves_any_more_is_a_problem(tmp_path: Path) -> None:
    path = tmp_path / "showdown.sock"
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(path))
    problem = ask_unit(Found(f"unix:{path}", None, kind="socket")).problem
    assert problem is not None
    assert "refused" in problem


# --- the command ------------------------------------------------------------------------------


def units(*words: str) -> int:
    return cli.main(["units", *words], opener.Opener)


def test_no_unit_is_3(
    ports: dict[str, Any], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(find, "units", list)
    assert units() == 3
    assert capsys.readouterr() == (
        "",
        "showdown: no unit found on the USB, and no bench of this user. "
        "Plug one in, or start a bench: showdown-unit bench\n",
    )


def test_each_is_told_with_its_name_state_and_port(
    ports: dict[str, Any], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    ports[USB.port] = FakePort(FastWorld())
    ports[BENCH.port] = PortBusy(f"{BENCH.port} is in use by showdown (pid 9). Close that first")
    monkeypatch.setattr(find, "units", lambda: [USB, BENCH])
    assert units() == 0
    heads, usb, bench = capsys.readouterr().out.splitlines()
    assert heads.split() == ["name", "serial", "state", "port"]
    assert usb.endswith("/dev/ttyACM0")
    assert " ready " in usb
    assert bench.startswith("Table 1")
    assert "in use by showdown (pid 9)" in bench
    ports[USB.port] = FakePort(FastWorld())
    assert units("--json") == 0
    usb_line, bench_line = map(json.loads, capsys.readouterr().out.splitlines())
    assert (usb_line["kind"], usb_line["state"], usb_line["busy"]) == ("usb", "ready", False)
    assert (usb_line["port"], usb_line["serial"]) == ("/dev/ttyACM0", "fake0001")
    assert (bench_line["name"], bench_line["state"], bench_line["busy"]) == ("Table 1", None, True)
    assert bench_line["problem"].startswith("in use by showdown")


def test_a_unit_that_another_host_controls_says_which(
    ports: dict[str, Any], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    port = ports[USB.port] = FakePort(FastWorld())
    answer = port.world.unit._answer

    def held(request: Any) -> Any:
        result = answer(request)
        return result | {"control": "tablet"} if request.method == "hello" else result

    monkeypatch.setattr(port.world.unit, "_answer", held)
    monkeypatch.setattr(find, "units", lambda: [USB])
    assert units() == 0
    assert "ready, held by tablet  /dev/ttyACM0" in capsys.readouterr().out
    assert units("--json") == 0
    assert json.loads(capsys.readouterr().out)["holder"] == "tablet"


def test_a_unit_and_a_port_are_wrong_usage(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        cli.main(["status", "--port", "/dev/x", "--unit", "y"])
    assert end.value.code == 2
    assert "--port and --unit: name one of them" in capsys.readouterr().err
