"""Two benches on one computer, in processes of their own: each found by name, never mixed up."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from e2e_kit import Bench, Command, Ran, RawHost, run_words, until

SIDE_BY_SIDE = True

HOST = """
import sys
from showdown_host import Unit
with Unit.open(unit="Table 1", role="observe") as unit:
    print(unit.info.serial, unit.info.boot, unit.port, flush=True)
    sys.stdin.readline()
    unit.status()
    print(unit.info.serial, unit.info.boot, unit.port, flush=True)
"""


class Table:
    """A list of benches of its own, and commands that look there."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        (folder / "runtime").mkdir()
        self.env = {
            "XDG_RUNTIME_DIR": str(folder / "runtime"),
            "SHOWDOWN_STATE_DIR": str(folder / "keys"),
        }

    def bench(self, folder: str, name: str, *options: str) -> Bench:
        where = self.folder / folder
        return Bench(where, "--name", name, "--script", "demo", *options, env=self.env)

    def showdown(self, *words: str) -> Ran:
        return Command(self.folder / "keys", words, env=self.env).end()

    def units(self) -> dict[str, dict[str, Any]]:
        """What `showdown units` tells, by name."""
        return {one["name"]: one for one in self.showdown("units", "--json").records}

    def files(self) -> Sequence[Path]:
        return list((self.folder / "runtime" / "showdown-unit").iterdir())


def test_each_of_two_benches_is_found_by_its_name(tmp_path: Path) -> None:
    table = Table(tmp_path)
    with table.bench("a", "Table 1") as one, table.bench("b", "Table 2") as two:
        one.up(), two.up()
        there = table.units()
        assert there.keys() == {"Table 1", "Table 2"}
        assert {unit["state"] for unit in there.values()} == {"ready"}
        assert there["Table 1"]["serial"] != there["Table 2"]["serial"]
        assert there["Table 2"]["port"] == str(two.link)

        ran = table.showdown(*run_words(), "--unit", "table 2")
        assert (ran.code, ran.record["loser"]) == (0, "right")
        assert (one.launches(), two.launches()) == ([], ["right"])
        ran = table.showdown("settings", "set", "buzzer=off", "--unit", there["Table 1"]["serial"])
        assert (ran.code, ran.out) == (0, "buzzer: on -> off\n")

        ran = table.showdown("status")
        assert ran.code == 3
        assert "2 benches found" in ran.err
        assert "Table 1" in ran.err
        assert there["Table 2"]["serial"] in ran.err

        one.stop(signal.SIGKILL)
        assert len(table.files()) == 2
        ran = table.showdown("identify")  # the one that is left
        assert ran.code == 0, ran
        assert ran.out.startswith("Table 2 blinks ")
        assert len(table.files()) == 1
        assert two.stop() == 0
        assert table.files() == []


def test_asking_all_disturbs_no_host_at_work(tmp_path: Path) -> None:
    table = Table(tmp_path)
    with table.bench("a", "Table 1") as one, table.bench("b", "Table 2") as two:
        one.up(), two.up()
        with RawHost(one.link) as host:  # it does not lock its port: only its open file tells
            host.hello(events=True)
            told = table.units()
            assert told["Table 1"]["busy"]
            assert f"pid {os.getpid()}" in told["Table 1"]["problem"]
            assert told["Table 2"]["state"] == "ready"
            host.start("still-mine")  # control and session are as they were
            assert host.until_over("still-mine")["loser"] == "right"
        assert not table.units()["Table 1"]["busy"]


def test_after_a_break_the_same_unit_is_found_at_another_port(tmp_path: Path) -> None:
    table = Table(tmp_path)
    with (
        table.bench("a", "Table 1") as one,
        table.bench("b", "Table 1 too") as other,
    ):
        one.up(), other.up()
        with subprocess.Popen(
            [sys.executable, "-c", HOST],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=os.environ | table.env,
        ) as host:
            assert host.stdin is not None
            assert host.stdout is not None
            serial, boot, port = host.stdout.readline().split()
            assert port == str(one.link)
            one.stop(signal.SIGKILL)
            one.link.unlink()
            moved = tmp_path / "a" / "moved.tty"
            with table.bench("a", "New name", "--link", str(moved)) as again:
                until(moved.exists, "the bench is back")
                host.stdin.write("\n")
                host.stdin.flush()
                same, new_boot, new_port = host.stdout.readline().split()
                assert (same, new_port) == (serial, str(moved))
                assert new_boot != boot
                assert host.wait(20) == 0
                again.stop()
