"""The service files as systemd reads them: without a word against them, and how open they are."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SYSTEMD = ROOT / "systemd"
UNITS = ("showdown-unit.service", "showdown-gadget.service")
PROGRAMS = ("usr/bin/showdown-unit", "usr/lib/showdown-unit/gadget")
# What the units and every unit by default refer to.
OTHERS = (
    "sysinit.target", "basic.target", "shutdown.target", "multi-user.target", "usb-gadget.target",
    "umount.target", "local-fs.target", "local-fs-pre.target", "network.target",
    "systemd-modules-load.service", "sys-kernel-config.mount", "pigpiod.service", "system.slice",
)  # fmt: skip

# Ten times the score of `systemd-analyze security`; 252 and 257 differ by a tenth.
DAEMON_AT_MOST = 7
WITH_PIGPIO_AT_MOST = 14
WITH_RPIGPIO_AT_MOST = 7
GADGET_AT_MOST = 26


@pytest.fixture
def analyze() -> str:
    found = shutil.which("systemd-analyze")
    if found is None:
        pytest.skip("systemd-analyze is missing: apt-get install systemd")
    return found


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A system with these units and nothing else."""
    units = tmp_path / "usr/lib/systemd/system"
    units.mkdir(parents=True)
    (tmp_path / "lib").symlink_to("usr/lib")
    (tmp_path / "etc").mkdir()
    for name in OTHERS:
        body = "[Service]\nExecStart=/usr/bin/showdown-unit\n" if name.endswith(".service") else ""
        body = "[Mount]\nWhat=configfs\nWhere=/sys/kernel/config\n" if ".mount" in name else body
        (units / name).write_text(f"[Unit]\nDescription=x\nDefaultDependencies=no\n{body}")
    for name in UNITS:
        shutil.copy(SYSTEMD / name, units)
    for name in PROGRAMS:
        program = tmp_path / name
        program.parent.mkdir(parents=True, exist_ok=True)
        program.write_text("#!/bin/sh\n")
        program.chmod(0o755)
    return tmp_path


def drop_in(tree: Path, name: str) -> None:
    folder = tree / "etc/systemd/system/showdown-unit.service.d"
    folder.mkdir(parents=True)
    shutil.copy(SYSTEMD / name, folder)


def verified(analyze: str, tree: Path) -> tuple[int, str]:
    words = [analyze, "verify", f"--root={tree}", *UNITS]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


def secure(analyze: str, tree: Path, unit: str, at_most: int) -> tuple[int, str]:
    words = [analyze, "security", "--offline=true", f"--root={tree}", "--no-pager"]
    done = subprocess.run(
        [*words, f"--threshold={at_most}", unit], capture_output=True, text=True, check=False
    )
    return done.returncode, done.stdout.rpartition("→")[2] + done.stderr


def test_systemd_has_nothing_to_say_against_the_units(analyze: str, tree: Path) -> None:
    assert verified(analyze, tree) == (0, "")


@pytest.mark.parametrize("name", ["showdown-unit.pigpio.conf", "showdown-unit.rpigpio.conf"])
def test_systemd_has_nothing_to_say_against_a_drop_in(analyze: str, tree: Path, name: str) -> None:
    drop_in(tree, name)
    assert verified(analyze, tree) == (0, "")


def test_a_comment_behind_a_value_would_be_noticed(analyze: str, tree: Path) -> None:
    unit = tree / "usr/lib/systemd/system" / UNITS[0]
    unit.write_text(unit.read_text().replace("WatchdogSec=3", "WatchdogSec=3 # three ticks"))
    assert "3 # three ticks" in verified(analyze, tree)[1]


def test_the_daemon_is_locked_up(analyze: str, tree: Path) -> None:
    status, told = secure(analyze, tree, UNITS[0], DAEMON_AT_MOST)
    assert status == 0, told


def test_with_pigpio_it_is_nearly_so(analyze: str, tree: Path) -> None:
    drop_in(tree, "showdown-unit.pigpio.conf")
    status, told = secure(analyze, tree, UNITS[0], WITH_PIGPIO_AT_MOST)
    assert status == 0, told


def test_with_rpigpio_too(analyze: str, tree: Path) -> None:
    drop_in(tree, "showdown-unit.rpigpio.conf")
    status, told = secure(analyze, tree, UNITS[0], WITH_RPIGPIO_AT_MOST)
    assert status == 0, told


def test_the_port_has_root_and_little_else(analyze: str, tree: Path) -> None:
    status, told = secure(analyze, tree, UNITS[1], GADGET_AT_MOST)
    assert status == 0, told


def test_an_open_daemon_would_be_noticed(analyze: str, tree: Path) -> None:
    unit = tree / "usr/lib/systemd/system" / UNITS[0]
    unit.write_text(unit.read_text().replace("\nCapabilityBoundingSet=\n", "\n"))
    assert secure(analyze, tree, UNITS[0], DAEMON_AT_MOST)[0] != 0


# --- what the rest of the project relies on -------------------------------------------------------


def values(name: str, key: str) -> list[str]:
    return re.findall(rf"^{key}=(.*)$", (SYSTEMD / name).read_text(), re.MULTILINE)


@pytest.mark.parametrize(
    ("key", "wanted"),
    [
        ("Type", "notify"),
        ("NotifyAccess", "main"),
        ("WatchdogSec", "3"),
        ("Restart", "always"),
        ("StartLimitIntervalSec", "0"),
        ("ExecStart", "/usr/bin/showdown-unit serve"),
        ("ExecStopPost", "/usr/bin/showdown-unit safe"),
        ("User", "showdown"),
        ("SupplementaryGroups", "gpio dialout"),
        ("StateDirectory", "showdown-unit"),
        ("RuntimeDirectory", "showdown-unit"),
        ("WorkingDirectory", "/run/showdown-unit"),
    ],
)
def test_the_daemon_runs_as_everything_else_expects(key: str, wanted: str) -> None:
    assert values(UNITS[0], key) == [wanted]


def test_it_has_the_time_to_finish_a_showdown_and_close_its_port() -> None:
    assert int(values(UNITS[0], "TimeoutStopSec")[0]) >= 20


def test_it_is_back_soon() -> None:
    wait, die = values(UNITS[0], "RestartSec")[0], values(UNITS[0], "TimeoutAbortSec")[0]
    assert int(wait) + int(die) + int(values(UNITS[0], "WatchdogSec")[0]) < 10


def test_the_daemon_neither_needs_the_port_nor_is_stopped_with_it() -> None:
    text = (SYSTEMD / UNITS[0]).read_text()
    lines = [line for line in text.splitlines() if "showdown-gadget" in line]
    assert lines == ["After=showdown-gadget.service"]
    port = (SYSTEMD / UNITS[1]).read_text()
    assert not re.search(r"^(Conflicts|PartOf|BindsTo|Requires|Before)=", port, re.MULTILINE)


def test_the_port_is_wanted_where_there_is_a_controller() -> None:
    assert values(UNITS[1], "WantedBy") == ["usb-gadget.target"]


def test_the_serial_function_is_loaded_before_the_allowed_devices_are_looked_up() -> None:
    lines = (SYSTEMD / "modules-load.d/showdown-unit.conf").read_text().splitlines()
    assert [line for line in lines if line and not line.startswith("#")] == ["usb_f_acm"]
    assert "char-ttyGS rw" in values(UNITS[0], "DeviceAllow")


def test_never_the_whole_memory() -> None:
    assert not any("/dev/mem" in value or "char-mem" in value for value in values(
        UNITS[0], "DeviceAllow"
    ))  # fmt: skip


@pytest.mark.parametrize(
    "path", sorted(SYSTEMD.rglob("*.service")) + sorted(SYSTEMD.glob("*.conf"))
)
def test_no_comment_stands_behind_a_value(path: Path) -> None:
    for line in path.read_text().splitlines():
        assert line.startswith("#") or "#" not in line


@pytest.fixture
def empty_system(tmp_path: Path) -> Path:
    (tmp_path / "etc").mkdir()
    (tmp_path / "etc/passwd").write_text("root:x:0:0:root:/root:/bin/sh\n")
    (tmp_path / "etc/group").write_text("root:x:0:\ndialout:x:20:pi\n")
    return tmp_path


def test_the_user_is_made_with_its_groups(empty_system: Path) -> None:
    tool = shutil.which("systemd-sysusers")
    if tool is None:
        pytest.skip("systemd-sysusers is missing: apt-get install systemd")
    conf = SYSTEMD / "sysusers.d/showdown-unit.conf"
    words = [tool, f"--root={empty_system}", str(conf)]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    if done.returncode and "privileg" in done.stderr.lower():
        pytest.skip(f"systemd-sysusers needs root: {done.stderr}")
    assert done.returncode == 0, done.stderr
    users = (empty_system / "etc/passwd").read_text()
    assert re.search(r"^showdown:.*:/var/lib/showdown-unit:\S*nologin$", users, re.MULTILINE)
    groups = (empty_system / "etc/group").read_text()
    assert re.search(r"^gpio:x:\d+:showdown$", groups, re.MULTILINE)
    assert re.search(r"^dialout:x:20:pi,showdown$", groups, re.MULTILINE)


@pytest.mark.parametrize("name", ["gadget", "install.sh"])
def test_shellcheck_finds_nothing(name: str) -> None:
    tool = shutil.which("shellcheck")
    if tool is None:
        pytest.skip("shellcheck is missing: apt-get install shellcheck")
    done = subprocess.run([tool, SYSTEMD / name], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
