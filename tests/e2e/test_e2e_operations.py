"""`showdown-unit status` and `report` beside a unit that plays."""

from __future__ import annotations

import json
import subprocess
import tarfile
from pathlib import Path

from e2e_kit import BIN, Bench, RawHost, showdown

SIDE_BY_SIDE = True


def unit(*words: str | Path, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [BIN / "showdown-unit", *words], capture_output=True, text=True, check=False, cwd=cwd
    )


def socket_of(bench: Bench) -> tuple[str, Path]:
    return ("--socket", bench.folder / "unit.sock")


def with_socket(folder: Path) -> dict[str, object]:
    return {"links.unix": str(folder / "unit.sock")}


def test_status_asks_without_taking_control(tmp_path: Path) -> None:
    with (
        Bench(tmp_path, players="none", sets=with_socket(tmp_path)) as bench,
        RawHost(bench.up().link) as host,
    ):
        host.hello()
        ready = unit("status", *socket_of(bench))
        assert ready.returncode == 0, ready
        assert "state      ready\n" in ready.stdout
        assert "1 host in session" in ready.stdout
        assert "last       no showdown yet\n" in ready.stdout
        host.start("while-looked-at", start="button")  # control is still its own
        during = json.loads(unit("status", "--json", *socket_of(bench)).stdout)
        assert during["status"]["active"] == "while-looked-at"
        host.ask("showdown.cancel", key="while-looked-at")
        after = json.loads(unit("status", "--json", *socket_of(bench)).stdout)
        assert after["last"] == host.get("while-looked-at")
        assert host.ask("stats")["takeovers"] == 0
        assert bench.stop() == 0
        gone = unit("status", *socket_of(bench))
        assert gone.returncode == 3
        assert "no unit listens at" in gone.stdout


def test_a_unit_that_nobody_may_start_is_not_ready_and_says_why(tmp_path: Path) -> None:
    sets = with_socket(tmp_path)
    with (
        Bench(tmp_path, hands=("die-after", "may_launch"), sets=sets) as bench,
        RawHost(bench.up().link) as host,
    ):
        host.hello()
        host.send("showdown.start", key="killed-here", boot=host.boot, cards=2, start="now")
        assert bench.end() == -9
    with Bench(tmp_path, players="none", sets=sets) as bench:
        told = unit("status", *socket_of(bench.up()))
        assert told.returncode == 1
        assert "state      not ready\n           tray_unknown: " in told.stdout
        assert "last       killed-here: indeterminate (before this start)\n" in told.stdout


def test_a_report_has_the_showdowns_and_no_name(tmp_path: Path) -> None:
    with Bench(tmp_path, "--script", "demo", sets=with_socket(tmp_path)) as bench:
        bench.up()
        names = ("--left", "Zacharias", "--right", "Walburga")
        assert showdown(bench, "run", "--cards", "2", *names, "--start", "now").code == 0
        made = unit("report", "--yes", *socket_of(bench), cwd=tmp_path)
        assert made.returncode == 0, made
        (path,) = tmp_path.glob("showdown-report-bench*.tar.gz")
        files = unpacked(path)
        (record,) = json.loads(files["records.json"])
        assert (record["outcome"], record["players"]) == ("win", None)
        assert json.loads(files["stats.json"])["showdowns"] == 1
        assert json.loads(files["status.json"])["status"]["state"] == "ready"
        whole = "\n".join(files.values())
        assert "Zacharias" not in whole
        assert "Walburga" not in whole
        named = tmp_path / "named.tar.gz"
        unit("report", "--yes", "--names", "--output", named, *socket_of(bench))
        assert "Walburga" in unpacked(named)["records.json"]


def test_during_a_count_nothing_tells_how_long_the_hold_is(tmp_path: Path) -> None:
    sets = with_socket(tmp_path) | {"referee.hold_min_s": 3, "referee.hold_max_s": 6}
    with (
        Bench(tmp_path, players="none", sets=sets) as bench,
        RawHost(bench.up().link) as host,
    ):
        host.hello()
        host.start("a-secret-hold")
        bench.until_lit("A")
        path = tmp_path / "r.tar.gz"
        assert unit("report", "--yes", "--output", path, *socket_of(bench)).returncode == 0
        (record,) = json.loads(unpacked(path)["records.json"])
        assert record["key"] == "a-secret-hold"
        assert not {"seed", "hold", "hold_us", "holds_us"} & record.keys()


def unpacked(path: Path) -> dict[str, str]:
    with tarfile.open(path) as tar:
        files = {member.name.partition("/")[2]: tar.extractfile(member) for member in tar}
        return {name: file.read().decode() for name, file in files.items() if file is not None}
