"""Two benches on one computer, in processes of their own: each found by name, never mixed up."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from e2e_kit import Bench, Command, Ran, RawHost, run_words, until
from showdown_host import Unit, cli
from showdown_host.keystore import KeyStore

Showdown = Callable[..., Ran]


@pytest.fixture(autouse=True)
def _own_list(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "runtime").mkdir()
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path / "runtime"))


def named(folder: Path, name: str, *options: str) -> Bench:
    return Bench(folder, "--name", name, "--script", "demo", *options)


@pytest.fixture
def showdown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Showdown:
    """A `showdown` command, in this process: the benches are the ones that have their own."""
    monkeypatch.setenv("SHOWDOWN_STATE_DIR", str(tmp_path / "keys"))

    def command(*words: str) -> Ran:
        capsys.readouterr()
        return Ran(cli.main(words), *capsys.readouterr())

    return command


def units(showdown: Showdown) -> dict[str, dict[str, Any]]:
    """What `showdown units` tells, by name."""
    return {one["name"]: one for one in showdown("units", "--json").records}


def files(folder: Path) -> Sequence[Path]:
    return list((folder / "runtime" / "showdown-unit").iterdir())


def test_each_of_two_benches_is_found_by_its_name(tmp_path: Path, showdown: Showdown) -> None:
    with named(tmp_path / "a", "Table 1") as one, named(tmp_path / "b", "Table 2") as two:
        one.up(), two.up()
        there = units(showdown)
        assert there.keys() == {"Table 1", "Table 2"}
        assert {unit["state"] for unit in there.values()} == {"ready"}
        assert there["Table 1"]["serial"] != there["Table 2"]["serial"]
        assert there["Table 2"]["port"] == str(two.link)

        ran = showdown(*run_words(), "--unit", "table 2")
        assert (ran.code, ran.record["loser"]) == (0, "right")
        assert (one.launches(), two.launches()) == ([], ["right"])
        with Unit.open(unit=there["Table 1"]["serial"], store=KeyStore(tmp_path / "keys")) as unit:
            assert (unit.info.name, unit.port) == ("Table 1", str(one.link))
            change = unit.set_settings({"buzzer": False})
            assert (change.before.values.buzzer, change.after.values.buzzer) == (True, False)

        ran = showdown("status")
        assert ran.code == 3
        assert "2 benches found" in ran.err
        assert "Table 1" in ran.err
        assert there["Table 2"]["serial"] in ran.err
        blinks = showdown("identify", "--unit", "Table 1")
        assert blinks.code == 0, blinks
        assert blinks.out.startswith("Table 1 blinks ")

        one.stop(signal.SIGKILL)
        assert len(files(tmp_path)) == 2
        assert showdown("status").code == 0  # the one that is left
        assert len(files(tmp_path)) == 1
        assert two.stop() == 0
        assert files(tmp_path) == []


def test_asking_all_disturbs_no_host_at_work(tmp_path: Path) -> None:
    def asked(name: str) -> dict[str, Any]:
        told = Command(tmp_path / "keys", ["units", "--json"]).end().records
        return next(one for one in told if one["name"] == name)

    with named(tmp_path / "a", "Table 1") as one, named(tmp_path / "b", "Table 2") as two:
        one.up(), two.up()
        with RawHost(one.link) as host:  # it does not lock its port: only its open file tells
            host.hello(events=True)
            told = asked("Table 1")
            assert told["busy"]
            assert f"pid {os.getpid()}" in told["problem"]
            host.start("still-mine")  # control and session are as they were
            assert host.until_over("still-mine")["loser"] == "right"
        assert asked("Table 1")["state"] == "ready"


def test_after_a_break_the_same_unit_is_found_at_another_port(tmp_path: Path) -> None:
    store = KeyStore(tmp_path / "keys")
    with (
        named(tmp_path / "a", "Table 1") as one,
        named(tmp_path / "b", "Table 1 too") as other,
    ):
        one.up(), other.up()
        with Unit.open(unit="Table 1", role="observe", store=store) as unit:
            serial, boot = unit.info.serial, unit.info.boot
            one.stop(signal.SIGKILL)
            one.link.unlink()
            moved = tmp_path / "a" / "moved.tty"
            with named(tmp_path / "a", "New name", "--link", str(moved)) as again:
                until(moved.exists, "the bench is back")
                assert unit.status().state in ("ready", "not_ready")
                assert unit.info.serial == serial
                assert unit.info.boot != boot
                assert unit.port == str(moved)
                again.stop()
