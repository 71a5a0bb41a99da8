"""The first boot without a screen: the script, with stand-ins for apt, dpkg and the Pi."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from showdown_hw.models import MODELS
from showdown_unit.config import load

FOLDER = Path(__file__).parents[2] / "systemd/cloud-init"
SCRIPT = "showdown-first-boot.sh"
LOG = "showdown-first-boot.log"

# A stand-in writes its words into $CALLS. A package is a file that holds its version.
STAND_INS = {
    "id": "echo ${USER_ID:-0}",
    "date": "echo 2026-01-02 03:04:05",
    "sync": ":",
    "dpkg": """
case $1 in
--print-architecture) echo ${ARCH:-arm64} ;;
--audit) [ -z "${HALF:-}" ] || echo "showdown-unit is half configured" ;;
--configure) echo "dpkg --configure -a" >>"$CALLS" ;;
--compare-versions)
    last=$(printf '%s\\n%s\\n' "$2" "$4" | sort -V | tail -n 1)
    case $3 in
    gt) [ "$2" != "$4" ] && [ "$last" = "$2" ] ;;
    ge) [ "$last" = "$2" ] ;;
    esac ;;
esac""",
    "dpkg-deb": 'grep "^[0-9]" "$2"',
    "dpkg-query": '[ -e "$STATE/installed" ] && printf "ii %s" "$(cat "$STATE/installed")"',
    "apt-get": """
echo "apt-get $*" >>"$CALLS"
for last; do :; done
echo "Setting up showdown-unit"
[ -z "${APT_FAILS:-}" ] || { echo "E: broken"; exit 100; }
cat "$last" >"$STATE/installed" """,
    "systemctl": 'echo "systemctl $*" >>"$CALLS"',
    "showdown-unit": """
echo "showdown-unit $*" >>"$CALLS"
[ "$1" = setup ] || { [ -z "${TOML_WRONG:-}" ] || echo "links.tty: wrong"; exit ${TOML_WRONG:-0}; }
[ -z "${SETUP_FAILS:-}" ] || { echo "/boot/firmware is read-only: remount it"; exit 1; }
[ -n "${FLAPS:-}" ] && echo "# again" >>"$BOOT/config.txt" && exit 0
grep -q showdown "$BOOT/config.txt" || echo "# showdown" >>"$BOOT/config.txt" """,
    "shutdown": 'echo "shutdown $1 $2" >>"$CALLS"',
}


@dataclass
class Pi:
    """A boot partition and the commands that the script finds."""

    boot: Path
    state: Path
    bin: Path
    tools: Mapping[str, str] = field(default_factory=lambda: STAND_INS)

    def __post_init__(self) -> None:
        for folder in (self.boot, self.state, self.bin, self.etc):
            folder.mkdir()
        for name, body in self.tools.items():
            file = self.bin / name
            file.write_text(f"#!/bin/sh\n{body}\n")
            file.chmod(0o755)
        shutil.copy(FOLDER / SCRIPT, self.boot)
        (self.boot / "config.txt").write_text("arm_boost=1\n")
        (self.boot / "cmdline.txt").write_text("rootwait\n")

    def package(self, version: str, name: str = "showdown-unit_{}_arm64.deb") -> None:
        (self.boot / name.format(version)).write_text(f"{version}\n")

    def run(self, **settings: str) -> int:
        done = subprocess.run(
            ["sh", SCRIPT],
            cwd=self.boot,
            env={
                "PATH": f"{self.bin}:{os.environ['PATH']}",
                "BOOT": str(self.boot),
                "STATE": str(self.state),
                "CALLS": str(self.state / "calls"),
                "SHOWDOWN_UNITS": str(self.units),
                "SHOWDOWN_ETC": str(self.etc),
                **settings,
            },
            check=False,
            capture_output=True,
            text=True,
        )
        return done.returncode

    @property
    def etc(self) -> Path:
        return self.state / "etc"

    @property
    def units(self) -> Path:
        return self.state / "systemd"

    @property
    def each_boot(self) -> bool:
        """Whether systemd will start the script at the next boot."""
        return (self.units / "multi-user.target.wants/showdown-first-boot.service").exists()

    @property
    def calls(self) -> list[str]:
        path = self.state / "calls"
        return path.read_text().splitlines() if path.exists() else []

    @property
    def log(self) -> str:
        return (self.boot / LOG).read_text()


@pytest.fixture
def pi(tmp_path):
    return Pi(tmp_path / "boot", tmp_path / "state", tmp_path / "bin")


def test_it_installs_sets_up_and_restarts_once(pi):
    pi.package("0.1.0")
    assert pi.run() == 0
    assert pi.calls == [
        "apt-get --yes --no-install-recommends -o DPkg::Lock::Timeout=300"
        f" -o DPkg::Options::=--force-confold install {pi.boot}/showdown-unit_0.1.0_arm64.deb",
        "showdown-unit setup --yes",
        "shutdown -r +1",
    ]
    last = pi.log.splitlines()[-1]
    assert last == (
        "2026-01-02 03:04:05  DONE: the Pi restarts in a minute; then: showdown-unit check"
    )


def test_a_second_boot_does_nothing(pi):
    pi.package("0.1.0")
    pi.run()
    assert pi.run() == 0
    assert pi.calls.count("shutdown -r +1") == 1
    assert sum(call.startswith("apt-get") for call in pi.calls) == 1
    assert "DONE: all of it was there already" in pi.log


def test_of_two_packages_the_newer_is_taken(pi):
    for version in ("0.10.0", "0.9.1"):
        pi.package(version)
    pi.run()
    assert pi.calls[0].endswith("showdown-unit_0.10.0_arm64.deb")


def test_a_name_with_blanks_as_browsers_make_it_is_found(pi):
    pi.package("0.1.0", "showdown-unit_0.1.0_arm64 (1).deb")
    assert pi.run() == 0
    assert pi.calls[0].endswith("showdown-unit_0.1.0_arm64 (1).deb")


def test_an_older_package_than_the_installed_is_left_alone(pi):
    pi.package("0.1.0")
    (pi.state / "installed").write_text("0.2.0")
    assert pi.run() == 0
    assert pi.calls == ["showdown-unit setup --yes", "shutdown -r +1"]


def test_it_does_not_restart_for_ever(pi):
    pi.package("0.1.0")
    assert [pi.run(FLAPS="1") for _ in range(5)] == [0, 0, 0, 1, 1]
    assert pi.calls.count("shutdown -r +1") == 3


@pytest.mark.parametrize(
    ("package", "settings", "why", "mend"),
    [
        (False, {}, "there is no showdown-unit_VERSION_arm64.deb", "copy the package"),
        (True, {"ARCH": "armhf"}, "this system is armhf", "64-bit Raspberry Pi OS Lite"),
        (True, {"USER_ID": "1000"}, "not run as root", "sudo"),
        (True, {"APT_FAILS": "1"}, "could not be installed", "sudo apt install"),
        (True, {"SETUP_FAILS": "1"}, "could not be set up", "sudo showdown-unit setup"),
    ],
)
def test_what_went_wrong_and_what_to_do_stand_on_the_boot_partition(
    pi, package, settings, why, mend
):
    if package:
        pi.package("0.1.0")
    assert pi.run(**settings) == 1
    told = pi.log.splitlines()[-3:]
    assert re.search(rf"  FAILED: .*{re.escape(why)}", told[0])
    assert re.search(rf"  WHAT TO DO: .*{re.escape(mend)}", told[1])
    assert told[2].endswith(f"  then boot again, or: sudo sh {pi.boot}/{SCRIPT}")
    assert not any(call.startswith("shutdown") for call in pi.calls)


def test_what_the_commands_said_is_in_the_log(pi):
    pi.package("0.1.0")
    pi.run(SETUP_FAILS="1")
    assert "  Setting up showdown-unit\n" in pi.log
    assert "  /boot/firmware is read-only: remount it\n" in pi.log


def test_a_damaged_package_beside_a_whole_one_is_left_out(pi):
    (pi.boot / "showdown-unit_0.2.0_arm64.deb").write_text("")
    pi.package("0.1.0")
    assert pi.run() == 0
    assert "showdown-unit_0.2.0_arm64.deb is damaged, and left out" in pi.log
    assert pi.calls[0].endswith("showdown-unit_0.1.0_arm64.deb")


def test_a_package_that_was_downloaded_twice_has_a_name_with_blanks(pi):
    pi.package("0.1.0", "showdown-unit_{}_arm64 (1).deb")
    assert pi.run() == 0
    assert pi.calls[0].endswith("/showdown-unit_0.1.0_arm64 (1).deb")


def test_of_two_at_once_the_second_waits_and_finds_it_done(pi):
    pi.package("0.1.0")
    with ThreadPoolExecutor() as pool:
        assert list(pool.map(lambda _: pi.run(), range(2))) == [0, 0]
    assert sum(call.startswith("apt-get") for call in pi.calls) == 1
    assert pi.calls.count("shutdown -r +1") == 1
    assert not pi.each_boot


def test_changes_of_later_days_are_not_counted_as_one_restart_after_another(pi):
    pi.package("0.1.0")
    for _ in range(5):
        (pi.boot / "config.txt").write_text("arm_boost=1\n")
        assert [pi.run(), pi.run()] == [0, 0]
    assert pi.calls.count("shutdown -r +1") == 5


@pytest.mark.parametrize("left", ["showdown-first-boot.service", "showdown-first-boot.service.new"])
def test_cut_short_before_systemd_knows_it_is_made_known_at_the_next_try(pi, left):
    pi.units.mkdir()
    (pi.units / left).write_text("[Uni")
    assert pi.run() == 1
    assert pi.each_boot
    assert "ExecStart=" in (pi.units / "showdown-first-boot.service").read_text()
    pi.package("0.1.0")
    assert pi.run() == 0
    assert [path for path in pi.units.rglob("*") if path.is_file()] == []


def test_a_boot_partition_that_takes_no_log_is_no_reason_to_stop(pi):
    pi.package("0.1.0")
    (pi.boot / LOG).mkdir()
    assert pi.run() == 0
    assert pi.calls[-1] == "shutdown -r +1"


def test_a_damaged_package_is_told(pi):
    (pi.boot / "showdown-unit_0.1.0_arm64.deb").write_text("")
    assert pi.run() == 1
    assert "is damaged" in pi.log


def test_until_it_is_done_it_is_started_at_each_boot(pi):
    assert pi.run() == 1
    assert pi.each_boot
    unit = (pi.units / "showdown-first-boot.service").read_text()
    assert f"ExecStart=/bin/sh {pi.boot}/{SCRIPT}\n" in unit
    pi.package("0.1.0")
    assert pi.run() == 0
    assert not pi.each_boot
    assert [path for path in pi.units.rglob("*") if path.is_file()] == []


def test_a_user_s_try_leaves_no_service(pi):
    pi.run(USER_ID="1000")
    assert not pi.each_boot


def test_an_installation_that_was_cut_short_is_brought_to_its_end_first(pi):
    pi.package("0.1.0")
    assert pi.run(HALF="1") == 0
    assert pi.calls[0] == "dpkg --configure -a"


def test_after_a_mend_it_goes_on(pi):
    pi.package("0.1.0")
    pi.run(APT_FAILS="1")
    assert pi.run() == 0
    assert pi.calls[-1] == "shutdown -r +1"


# --- a configuration beside the package -----------------------------------------------------------


@pytest.fixture
def given(pi):
    pi.package("0.1.0")
    (pi.etc / "unit.toml").write_text("# the package's\n")
    file = pi.boot / "showdown-unit.toml"
    shutil.copy(FOLDER / "showdown-unit.uart.toml", file)
    return file


def test_a_configuration_on_the_boot_partition_is_taken_before_setup_reads_it(pi, given):
    text = given.read_text()
    assert pi.run() == 0
    assert (pi.etc / "unit.toml").read_text() == text
    assert (pi.etc / "unit.toml.before-first-boot").read_text() == "# the package's\n"
    assert pi.calls[1:] == [
        f"showdown-unit config check --config {given}",
        "showdown-unit setup --yes",
        "shutdown -r +1",
    ]
    assert f"{given} is now {pi.etc}/unit.toml\n" in pi.log


def test_where_nothing_restarts_the_pi_the_unit_is_restarted(pi, given):
    (pi.boot / "config.txt").write_text("# showdown\n")
    assert pi.run() == 0
    assert pi.calls[-1] == "systemctl try-restart showdown-unit"
    assert "DONE: all of it was there already" in pi.log


def test_it_is_taken_once_and_what_was_changed_later_stays(pi, given):
    pi.run()
    (pi.etc / "unit.toml").write_text("# mine\n")
    assert pi.run() == 0
    assert (pi.etc / "unit.toml").read_text() == "# mine\n"


def test_a_wrong_one_is_told_and_not_taken(pi, given):
    assert pi.run(TOML_WRONG="1") == 1
    assert (pi.etc / "unit.toml").read_text() == "# the package's\n"
    assert "  links.tty: wrong\n" in pi.log
    assert f"FAILED: {given} is not right\n" in pi.log
    assert pi.run() == 0


def test_the_one_for_a_uart_is_the_package_s_with_another_link():
    ours = load(FOLDER / "showdown-unit.uart.toml")
    package = load(FOLDER.parent / "debian/unit.toml")
    (link,) = ours.links.tty
    assert link.uart
    assert {link.path} == {model.uart for model in MODELS}
    assert replace(ours, links=package.links) == package
    assert replace(ours.links, tty=package.links.tty) == package.links


# --- the files ------------------------------------------------------------------------------------


def test_user_data_starts_the_script_that_lies_beside_it():
    lines = (FOLDER / "user-data").read_text().splitlines()
    assert lines[0] == "#cloud-config"
    active = [line for line in lines if line and not line.startswith("#")]
    assert active == ["runcmd:", f"  - [sh, /boot/firmware/{SCRIPT}]"]


@pytest.mark.parametrize("name", ["user-data", "showdown-unit.uart.toml", SCRIPT])
def test_no_line_end_of_windows_gets_in(name):
    assert b"\r" not in (FOLDER / name).read_bytes()


@pytest.mark.skipif(shutil.which("cloud-init") is None, reason="cloud-init is not installed")
def test_cloud_init_takes_user_data_for_valid():
    command = ["cloud-init", "schema", "--config-file", str(FOLDER / "user-data")]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.skipif(shutil.which("shellcheck") is None, reason="shellcheck is not installed")
def test_shellcheck_has_nothing_to_say():
    command = ["shellcheck", str(FOLDER / SCRIPT)]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    assert done.stdout == ""
