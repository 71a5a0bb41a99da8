"""What systemd hears: one datagram a message, never a wait and never an exception."""

from __future__ import annotations

import os
import socket
from pathlib import Path

import pytest

from notify_kit import Manager
from showdown_unit.notify import Notify


def test_a_message_is_one_datagram(tmp_path: Path) -> None:
    with Manager(tmp_path) as manager:
        notify = Notify(manager.address)
        assert notify.send("READY=1\nSTATUS=ready")
        assert notify.send("WATCHDOG=1")
        notify.close()
        assert manager.heard == [["READY=1", "STATUS=ready"], ["WATCHDOG=1"]]


def test_the_at_sign_names_an_abstract_socket() -> None:
    name = f"showdown-test-{os.getpid()}"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(f"\0{name}")
        notify = Notify.of({"NOTIFY_SOCKET": f"@{name}"})
        assert notify.send("READY=1")
        notify.close()
        assert manager.recv(100) == b"READY=1"


@pytest.mark.parametrize("environment", [{}, {"NOTIFY_SOCKET": ""}, {"NOTIFY_SOCKET": "vsock:2:9"}])
def test_with_nobody_to_tell_nothing_is_done(environment: dict[str, str]) -> None:
    notify = Notify.of(environment)
    assert notify.send("READY=1")
    notify.close()


def test_a_manager_that_is_gone_is_no_exception(tmp_path: Path) -> None:
    notify = Notify(str(tmp_path / "nobody"))
    assert not notify.send("WATCHDOG=1")
    notify.close()


def test_a_manager_that_does_not_read_is_never_waited_for(tmp_path: Path) -> None:
    with Manager(tmp_path) as manager:
        notify = Notify(manager.address)
        taken = [notify.send("WATCHDOG=1") for _ in range(5000)]
        notify.close()
        assert taken[0]
        assert not taken[-1]


def test_a_text_of_any_characters_goes_out(tmp_path: Path) -> None:
    with Manager(tmp_path) as manager:
        notify = Notify(manager.address)
        assert notify.send("STATUS=Čau \udcff")
        notify.close()
        assert manager.heard == [["STATUS=Čau ?"]]


def test_closed_it_says_nothing(tmp_path: Path) -> None:
    with Manager(tmp_path) as manager:
        notify = Notify(manager.address)
        notify.close()
        notify.close()
        assert notify.send("WATCHDOG=1")
        assert manager.heard == []
