"""The mistakes and mishaps that people meet: what they are told, and that nothing is launched."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from e2e_kit import Bench, Command, RawHost, Refusal, command, run_words, showdown, until

SIDE_BY_SIDE = True

USAGE = 2
FAILED = 1


def told(bench: Bench, status: int) -> str:
    """What a bench said that did not start."""
    assert bench.end() == status, bench.log
    assert "Traceback" not in bench.log
    assert "showdown unit on" not in bench.log, "said to be up"
    return bench.log


@pytest.mark.parametrize(
    ("key", "value", "essence"),
    [
        ("referee.cont_s", 1, "unknown key referee.cont_s; did you mean referee.count_s?"),
        ("referee.count_s", 99, "referee.count_s = 99: out of range, allowed: 0.5 to 10 s"),
        ("unit.name", 7, "unit.name"),
        ("hardware.board", "defualt", "there are: default, full"),
    ],
)
def test_a_wrong_key_or_value_is_named(
    tmp_path: Path, key: str, value: object, essence: str
) -> None:
    with Bench(tmp_path, sets={key: value}) as bench:
        assert essence in told(bench, USAGE)


def test_a_wrong_config_file_is_told_with_every_mistake_in_it(tmp_path: Path) -> None:
    file = tmp_path / "unit.toml"
    file.write_text("[referee]\ncont_s = 1\nhold_min_s = 20\n[launchr]\n")
    with Bench(tmp_path, "--config", str(file), quick=False) as bench:
        log = told(bench, USAGE)
        for essence in (str(file), "referee.cont_s", "hold_min_s = 20", "launchr"):
            assert essence in log


def test_a_wrong_board_file_is_told_with_its_pins(tmp_path: Path) -> None:
    file = tmp_path / "board.toml"
    file.write_text("[pins\n")
    with Bench(tmp_path, sets={"hardware.board": str(file)}) as bench:
        assert f"{file} is not TOML" in told(bench, USAGE)


def test_a_link_path_that_is_in_use_or_taken_is_left_alone(tmp_path: Path) -> None:
    with Bench(tmp_path / "first", players="none") as first:
        first.up()
        with Bench(tmp_path / "second", f"--link={first.link}") as second:
            log = told(second, FAILED)
            assert f"{first.link}: port in use" in log
            assert "choose another path" in log
        with RawHost(first.link) as host:
            assert host.hello()["state"] == "ready"
    file = tmp_path / "notes.txt"
    file.write_text("mine")
    with Bench(tmp_path / "third", f"--link={file}") as third:
        assert "is no symlink; move it away" in told(third, FAILED)
    assert file.read_text() == "mine"


def test_a_second_unit_on_the_same_state_folder_names_the_first(tmp_path: Path) -> None:
    with Bench(tmp_path, players="none") as first:
        first.up()
        with Bench(tmp_path, f"--link={tmp_path / 'other.tty'}", trace=False) as second:
            log = told(second, FAILED)
            assert f"another showdown-unit (pid {first.process.pid}) uses this state folder" in log
        with RawHost(first.link) as host:
            assert host.hello()["state"] == "ready"


def test_a_state_folder_that_is_a_file_is_told(tmp_path: Path) -> None:
    (tmp_path / "state").write_text("")
    with Bench(tmp_path) as bench:
        log = told(bench, USAGE)
        assert f"--state {tmp_path / 'state'}: File exists; name another folder" in log


def test_a_trace_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    with Bench(tmp_path, f"--trace={tmp_path / 'nowhere' / 'pins.log'}", trace=False) as bench:
        assert "No such file or directory; name another file" in told(bench, USAGE)


# --- the host's port ---------------------------------------------------------------------------


def test_no_unit_at_the_port_says_what_to_do(tmp_path: Path) -> None:
    ran = Command(tmp_path, [*run_words(), "--port", tmp_path / "unit.tty"]).end()
    assert (ran.code, ran.out) == (3, "")
    assert f"{tmp_path / 'unit.tty'}: no such port. Is the unit plugged in?" in ran.err
    assert list(tmp_path.glob("keys/*")) == []


def test_a_port_that_another_program_holds_is_told_with_its_name(tmp_path: Path) -> None:
    with Bench(tmp_path, players="none") as bench, RawHost(bench.up().link).lock():
        ran = showdown(bench, *run_words())
        assert (ran.code, ran.out) == (3, "")
        assert f"{bench.link} is in use by " in ran.err
        assert f"(pid {os.getpid()})" in ran.err or f"(pid {bench.process.pid})" in ran.err
        assert bench.launches() == []


# --- the table ---------------------------------------------------------------------------------


def test_a_held_paddle_is_named_and_then_ends_it(tmp_path: Path) -> None:
    sets = {"referee.held_limit_s": 1}
    hold = ("hold", "paddle_left")
    with Bench(tmp_path, players="none", hands=hold, sets=sets) as bench:
        run = command(bench.up(), *run_words())
        run.until_said("release the left paddle…")
        ran = run.end()
        assert ran.code == 5
        assert (ran.record["state"], ran.record["reason"]) == ("aborted", "paddle_held")
        assert bench.launches() == []
        blinks = [c for c in bench.trace().changes if c.signal == "arrow_left"]
        assert blinks
        assert not [c for c in bench.trace().changes if c.signal == "lamp_green" and c.value]


def test_a_paddle_let_go_in_time_lets_the_count_begin(tmp_path: Path) -> None:
    hold = ("hold", "paddle_left")
    with Bench(tmp_path, players="none", hands=hold) as bench:
        run = command(bench.up(), *run_words())
        run.until_said("release the left paddle…")
        bench.tell("release paddle_left")
        bench.until_pin("lamp_green", 1)
        bench.tell("press paddle_left")
        ran = run.end()
        assert (ran.code, ran.record["loser"]) == (0, "right")
        assert bench.launches() == ["right"]


# --- the disk ----------------------------------------------------------------------------------


@contextmanager
def small_disk(folder: Path, *options: str) -> Iterator[Path]:
    """A file system of 8 MiB; skips where this user may not mount one."""
    folder.mkdir(parents=True)
    mount = ["mount", "-t", "tmpfs", "-o", ",".join(("size=8m", *options)), "none", str(folder)]
    made = subprocess.run(mount, capture_output=True, check=False)
    if made.returncode != 0:
        pytest.skip(f"cannot mount: {made.stderr.decode().strip()}")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


def fill(folder: Path) -> Path:
    """Take all the room that is left."""
    filler = folder / "filler"
    with filler.open("ab", buffering=0) as file:
        for size in (65536, 4096, 512, 1):
            try:
                while True:
                    file.write(b"x" * size)
            except OSError:
                continue
    return filler


def test_a_full_disk_at_the_start_is_told_and_nothing_runs(tmp_path: Path) -> None:
    with small_disk(tmp_path / "state") as disk:
        fill(disk)
        with Bench(tmp_path) as bench:
            log = told(bench, FAILED)
            assert "No space left on device; make room on that file system" in log
            assert bench.outputs_on() == {}


def test_a_limit_on_files_at_the_start_is_told_and_nothing_runs(tmp_path: Path) -> None:
    with Bench(tmp_path, trace=False, shell="ulimit -f 64") as bench:
        log = told(bench, FAILED)
        assert "File too large" in log
        assert str(tmp_path / "state") in log


def test_a_disk_that_fills_up_refuses_the_start_until_there_is_room(tmp_path: Path) -> None:
    with (
        small_disk(tmp_path / "state") as disk,
        Bench(tmp_path, "--script", "demo") as bench,
        RawHost(bench.up().link) as host,
    ):
        host.hello(events=True)
        filler = fill(disk)
        for number in range(3):
            with pytest.raises(Refusal) as refused:
                host.start(f"no-room-{number}")
            assert refused.value.name == "STORAGE"
            assert "make room on that file system" in str(refused.value)
        assert "STORAGE" in str(host.until_event("fault"))
        ran = showdown(bench, *run_words(), "--takeover")
        assert (ran.code, "STORAGE" in ran.err) == (4, True)
        assert bench.launches() == []
        filler.unlink()
        host.hello()
        assert host.start("room-again")["state"] == "accepted"
        assert host.until_over("room-again")["durable"] is False  # it is a tmpfs
        assert bench.launches() == ["right"]


def test_a_disk_that_fills_up_in_the_count_still_takes_the_result(tmp_path: Path) -> None:
    with small_disk(tmp_path / "state") as disk:
        with Bench(tmp_path, "--script", "demo") as bench, RawHost(bench.up().link) as host:
            host.hello(events=True)
            host.start("full-in-between")
            host.until_event("showdown.state", state="counting")
            fill(disk)
            record = host.until_over("full-in-between")
            assert (record["outcome"], record["launch"]) == ("win", "completed")
            assert bench.stop() == 0
        (disk / "filler").unlink()
        with Bench(tmp_path, players="none") as bench, RawHost(bench.up().link) as host:
            assert host.hello()["state"] == "ready"
            kept = host.get("full-in-between")
            assert {**kept, "seq": 0} == {**record, "seq": 0}
            assert bench.launches() == ["right"]


def test_a_read_only_disk_is_told_and_nothing_runs(tmp_path: Path) -> None:
    with small_disk(tmp_path / "state", "ro"), Bench(tmp_path) as bench:
        assert "mount it writable: the file system is read-only" in told(bench, FAILED)


def test_a_disk_that_nobody_can_write_any_more_launches_nothing(tmp_path: Path) -> None:
    with (
        Bench(tmp_path, "--script", "demo", trace=False) as bench,
        RawHost(bench.up().link) as host,
    ):
        host.hello()
        limit = ["prlimit", f"--pid={bench.process.pid}", "--fsize=0:0"]
        subprocess.run(limit, check=True)
        with pytest.raises(Refusal) as refused:
            host.start("no-more-writes")
        assert refused.value.name == "STORAGE"
        assert until(lambda: host.ask("status")["faults"], "a fault is shown")
        assert host.get("no-more-writes")["state"] == "unknown"
        assert host.ask("stats").get("launches", 0) == 0
