"""The real daemon and somebody in systemd's place: ready, alive, stopping, and silent when not."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Self

import pytest

from e2e_kit import BIN, LIMIT_S, RawHost, until
from notify_kit import Manager
from showdown_unit.watchdog import STARTING

SIDE_BY_SIDE = True

LEVERS = (sys.executable, Path(__file__).with_name("levers.py"))
SILENCE_S = 2.5
"""Longer than two ticks."""


class Served:
    """`showdown-unit serve` with the mock backend, on a socket in `folder`; killed in the end."""

    def __init__(self, folder: Path, *, levers: bool = False, extra: str = "") -> None:
        self.socket = folder / "unit.sock"
        self.config = folder / "unit.toml"
        self.config.write_text(
            '[hardware]\nbackend = "mock"\n'
            f'[state]\ndir = "{folder}"\n[links]\nunix = "{self.socket}"\n{extra}'
        )
        self.manager = Manager(folder)
        command: Sequence[str | Path] = (BIN / "showdown-unit", "serve", "--config", self.config)
        self._log = folder / "unit.log"
        with self._log.open("wb") as log:
            self.process = subprocess.Popen(
                [*LEVERS, self.config] if levers else command,
                env=os.environ | {"NOTIFY_SOCKET": self.manager.address},
                stdin=subprocess.PIPE,
                stdout=log,
                stderr=subprocess.STDOUT,
            )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.communicate()
        self.manager.__exit__()

    def up(self) -> Self:
        self.manager.until("READY=1")
        return self

    def pull(self, lever: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(f"{lever}\n".encode())
        self.process.stdin.flush()

    def silent(self) -> bool:
        """Whether no promise comes for longer than two ticks."""
        before = self.manager.count("WATCHDOG=1")
        try:
            until(lambda: self.manager.count("WATCHDOG=1") > before + 1, "a sign", SILENCE_S)
        except TimeoutError:
            return self.manager.count("WATCHDOG=1") <= before + 1  # one was under way
        return False

    @property
    def log(self) -> str:
        return self._log.read_text()


def test_it_is_ready_once_hosts_are_answered(tmp_path: Path) -> None:
    with Served(tmp_path) as unit:
        unit.up()
        with RawHost(f"unix:{unit.socket}") as host:
            assert host.hello()["state"] == "ready"
        assert unit.manager.heard[:2] == [
            ["STATUS=starting: the journal is read", "EXTEND_TIMEOUT_USEC=120000000"],
            ["READY=1", "STATUS=ready", "WATCHDOG=1"],
        ]


def test_it_is_never_ready_where_a_link_cannot_be_made(tmp_path: Path) -> None:
    extra = f'pty = "{tmp_path / "missing" / "unit.tty"}"\n'
    with Served(tmp_path, extra=extra) as unit:
        assert unit.process.wait(LIMIT_S) == 1
        assert unit.manager.count("READY=1") == 0


def test_it_is_never_ready_where_the_journal_is_another_s(tmp_path: Path) -> None:
    (tmp_path / "one").mkdir()
    with Served(tmp_path / "one") as first:
        first.up()
        (tmp_path / "two").mkdir()
        extra = f'[state]\ndir = "{tmp_path / "one"}"\n'
        second_config = tmp_path / "two" / "unit.toml"
        with Manager(tmp_path / "two") as manager:
            second_config.write_text(f'[hardware]\nbackend = "mock"\n{extra}')
            ran = subprocess.run(
                [BIN / "showdown-unit", "serve", "--config", second_config],
                env=os.environ | {"NOTIFY_SOCKET": manager.address},
                capture_output=True,
                timeout=LIMIT_S,
            )
            assert ran.returncode == 1
            assert manager.heard == [STARTING.split("\n")]
        switched = subprocess.run(
            [BIN / "showdown-unit", "safe", "--config", first.config],
            capture_output=True,
            timeout=LIMIT_S,
            text=True,
        )
        assert switched.returncode == 1
        assert f"(pid {first.process.pid}) runs with" in switched.stderr


def test_it_promises_every_second_also_after_a_hangup(tmp_path: Path) -> None:
    with Served(tmp_path) as unit:
        unit.up()
        unit.process.send_signal(signal.SIGHUP)
        unit.manager.until("WATCHDOG=1", 4)
        assert unit.process.poll() is None


def test_stopped_as_a_whole_it_promises_nothing(tmp_path: Path) -> None:
    with Served(tmp_path) as unit:
        unit.up()
        unit.process.send_signal(signal.SIGSTOP)
        assert unit.silent()
        unit.process.send_signal(signal.SIGCONT)
        unit.manager.until("WATCHDOG=1", 4)


def test_with_its_loop_blocked_it_falls_silent_and_leaves_its_stacks(tmp_path: Path) -> None:
    with Served(tmp_path, levers=True) as unit:
        unit.up().pull("block-loop")
        assert unit.silent()
        unit.process.send_signal(signal.SIGABRT)  # as systemd does then
        assert unit.process.wait(LIMIT_S) == -signal.SIGABRT
        assert "Fatal Python error: Aborted" in unit.log
        assert "in hang_in_the_loop" in unit.log
        switched = subprocess.run(
            [BIN / "showdown-unit", "safe", "--config", unit.config],
            capture_output=True,
            timeout=LIMIT_S,
            text=True,
        )
        assert (switched.returncode, switched.stdout[:16]) == (0, "the mock backend")


def test_with_a_dead_edge_source_it_says_so_and_ends(tmp_path: Path) -> None:
    with Served(tmp_path, levers=True) as unit:
        unit.up().pull("die-source the chip is gone")
        unit.manager.until("STATUS=the unit cannot go on; FAULT: the chip is gone")
        said = len(unit.manager.heard)
        assert unit.process.wait(LIMIT_S) == 1
        # The end itself: one more interval for what has to be taken down.
        assert unit.manager.heard[said:] == [["WATCHDOG=1"]]


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_asked_to_stop_it_says_so_at_once(tmp_path: Path, number: signal.Signals) -> None:
    with Served(tmp_path) as unit:
        unit.up()
        unit.process.send_signal(number)
        unit.manager.until("STOPPING=1")
        assert unit.process.wait(LIMIT_S) == 0
        assert unit.manager.status.startswith("stopping")
