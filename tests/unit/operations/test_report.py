"""The support report: what is in it, what never is, and that nothing stops it."""

from __future__ import annotations

import argparse
import io
import json
import tarfile
from datetime import UTC, datetime
from pathlib import Path

import pytest

from showdown_unit import cli_report
from showdown_unit.report import Part, Wanted, archive, file_name, gather, listing
from showdown_unit.service_state import SERVICE
from showdown_unit.system_run import Ran
from system_kit import NOT_BOOTED, RUNNING, Systemd

AT = datetime(2026, 1, 31, 20, 15, tzinfo=UTC)

SECRETS = {
    "computer": "evas-computer",
    "user": "eva",
    "wifi": "EvasNetz",
    "address": "192.168.178.23",
    "mac": "dc:a6:32:01:23:45",
    "client": "laptop-of-otto",
    "edid": "BNQ-78H04521",
    "partition": "8a6f1e2c-02",
    "password": "correct-horse",
    "stick": "AA00000000000489",
    "table": "Table of Ida and Otto",
}


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A Raspberry Pi in files, with a secret wherever one may be."""
    tree = tmp_path / "root"
    write(tree / "sys/firmware/devicetree/base/model", "Raspberry Pi 5 Model B Rev 1.0\0")
    write(tree / "sys/firmware/devicetree/base/compatible", "raspberrypi,5-model-b\0")
    write(tree / "sys/firmware/devicetree/base/serial-number", "100000003d1d1c36\0")
    write(tree / "etc/hostname", "evas-computer\n")
    write(tree / "etc/passwd", "eva:x:1000:1000:Eva,,,:/home/eva:/bin/bash\n")
    write(tree / "etc/group", "gpio:x:986:eva\n")
    write(tree / "etc/os-release", 'PRETTY_NAME="Debian"\nVERSION_CODENAME=trixie\n')
    write(tree / "proc/meminfo", "MemTotal: 8000000 kB\n")
    write(tree / "proc/loadavg", "0.1 0.2 0.3 1/2 3\n")
    write(tree / "proc/uptime", "12.5 3\n")
    write(tree / "proc/cmdline", "console=tty1 root=PARTUUID=8a6f1e2c-02 password=correct-horse\n")
    write(
        tree / "proc/self/mountinfo",
        "1 0 0:1 / / rw - ext4 /dev/root rw\n2 1 0:2 / /srv rw - nfs 192.168.178.23:/eva rw\n",
    )
    write(
        tree / "boot/firmware/config.txt",
        "# wifi EvasNetz\ndtparam=audio=off\n[EDID=BNQ-78H04521]\n",
    )
    write(tree / "boot/firmware/cmdline.txt", "quiet ds=nocloud;h=evas-computer\n")
    write(tree / "boot/firmware/user-data", "password: correct-horse\n")
    write(tree / "etc/udev/rules.d/99-eva.rules", 'ATTR{address}=="dc:a6:32:01:23:45"\n')
    write(
        tree / "sys/kernel/config/usb_gadget/stick/strings/0x409/serialnumber", "AA00000000000489"
    )
    write(tree / "dev/ttyGS0", "")
    write(tree / "var/lib/showdown-unit/journal.sqlite", "correct-horse seed of a hold")
    return tree


def lines(*entries: dict[str, object]) -> Ran:
    more = {"__REALTIME_TIMESTAMP": "1769890500000000", "SYSLOG_IDENTIFIER": "x"}
    return Ran(0, "".join(f"{json.dumps(more | entry)}\n" for entry in entries))


UNIT = lines(
    {"MESSAGE": "/dev/ttyGS0: session s1 begins: laptop-of-otto 812, control", "PRIORITY": "6"},
    {"MESSAGE": list(b"bytes \xff"), "_HOSTNAME": "evas-computer", "_MACHINE_ID": "EvasNetz"},
    {"MESSAGE": None},
    {"MESSAGE": "Started by eva from 192.168.178.23"},
)
KERNEL = lines(
    {"MESSAGE": "hwmon1: Undervoltage detected! on evas-computer", "PRIORITY": "4"},
    {"MESSAGE": "usb 1-1: SerialNumber: AA00000000000489"},
    {"MESSAGE": "wlan0: associated with EvasNetz dc:a6:32:01:23:45"},
)


def report(root: Path, systemd: Systemd, *words: str) -> dict[str, str]:
    """Run the command; the files of the archive by name."""
    config = root.parent / "unit.toml"
    config.write_text(f'[unit]\nname = "{SECRETS["table"]}"\n[hardware]\nbackend = "mock"\n')
    path = root.parent / "r.tar.gz"
    parser = argparse.ArgumentParser()
    cli_report.command(parser.add_subparsers())
    socket = str(root / "no.sock")
    more = ["--config", str(config), "--socket", socket, "--output", str(path), "--yes", *words]
    assert cli_report.run(parser.parse_args(["report", *more]), systemd, root) == 0
    return unpacked(path.read_bytes())


def unpacked(data: bytes) -> dict[str, str]:
    with tarfile.open(fileobj=io.BytesIO(data)) as tar:
        found = {}
        for member in tar.getmembers():
            file = tar.extractfile(member)
            assert file is not None
            assert (member.uid, member.uname, member.gname) == (0, "", "")
            found[member.name.partition("/")[2]] = file.read().decode()
    return found


def good() -> Systemd:
    vcgencmd = Ran(0, "throttled=0x50005\n")
    return Systemd({SERVICE: RUNNING}, UNIT, KERNEL, {"vcgencmd": vcgencmd})


def test_no_secret_is_in_it(root: Path):
    files = report(root, good())
    whole = "\n".join(files.values())
    assert [what for what, secret in SECRETS.items() if secret in whole] == []


def test_what_helps_is_in_it(root: Path):
    files = report(root, good())
    assert "Raspberry Pi 5 Model B Rev 1.0" in files["computer.txt"]
    assert files["boot.txt"].startswith("# /boot/firmware/config.txt\ndtparam=audio=off\n")
    assert "quiet\n(1 other word left out)" in files["boot.txt"]
    assert json.loads(files["services.json"])["showdown-unit"]["MainPID"] == "812"
    assert "2026-01-31T20:15:00.000000Z warning x: hwmon1: Undervoltage" in files["kernel.txt"]
    assert "bytes �" in files["journal.txt"]
    assert "throttled=0x50005" in files["power.txt"]
    assert "journal.sqlite" in files["disk.txt"]
    assert "mount / ext4 rw" in files["disk.txt"]
    assert "/dev/ttyGS0" in files["devices.txt"]
    assert json.loads(files["board.json"])["pins"]["lamp_red"]["bcm"] == 17
    assert {each["about"] for each in json.loads(files["check.json"])} >= {"model", "service"}
    assert "unit.name = <name>  # " in files["config.txt"]
    assert json.loads(files["about.json"])["version"]


def test_every_file_stands_in_its_contents(root: Path):
    files = report(root, good())
    contents = files.pop("CONTENTS")
    assert [line.split()[0] for line in contents.splitlines()] == list(files)


def test_without_daemon_and_systemd_it_says_so_and_goes_on(root: Path):
    files = report(root, Systemd(broken=NOT_BOOTED))
    assert "systemd does not run here" in files["services.json"]
    assert "no unit listens at" in files["status.json"]
    assert "this could not be had" in files["journal.txt"]
    assert "but it could not be had" in files["CONTENTS"]


def test_an_empty_computer_gives_a_report_too(tmp_path: Path):
    (tmp_path / "root").mkdir()
    files = report(tmp_path / "root", Systemd(broken=NOT_BOOTED))
    assert len(files) == 17
    assert "NoPartError" in files["services.json"]


def test_the_unit_s_name_is_in_it_on_demand(root: Path):
    assert SECRETS["table"] in report(root, good(), "--names")["config.txt"]


def test_a_wrong_configuration_is_in_it(root: Path):
    (root.parent / "wrong").mkdir()
    config = root.parent / "wrong.toml"
    config.write_text("[log]\nlevel = 3\n")
    parser = argparse.ArgumentParser()
    cli_report.command(parser.add_subparsers())
    path = root.parent / "w.tar.gz"
    words = ["report", "--config", str(config), "--output", str(path), "--yes"]
    assert cli_report.run(parser.parse_args(words), good(), root) == 0
    files = unpacked(path.read_bytes())
    assert "# WRONG:" in files["config.txt"]
    assert json.loads(files["check.json"])[0]["about"] == "config"


def test_the_list_comes_first_and_a_dry_run_writes_nothing(
    root: Path, capsys: pytest.CaptureFixture[str]
):
    parser = argparse.ArgumentParser()
    cli_report.command(parser.add_subparsers())
    path = root.parent / "r.tar.gz"
    args = parser.parse_args(["report", "--output", str(path), "--dry-run"])
    assert cli_report.run(args, good(), root) == 0
    told = capsys.readouterr().out
    assert told.startswith(f"{path} will hold:\n  about.json")
    assert not path.exists()


def test_a_file_that_is_there_is_never_overwritten(root: Path, capsys: pytest.CaptureFixture[str]):
    report(root, good())
    parser = argparse.ArgumentParser()
    cli_report.command(parser.add_subparsers())
    path = root.parent / "r.tar.gz"
    before = path.read_bytes()
    args = parser.parse_args(["report", "--output", str(path), "--yes"])
    assert cli_report.run(args, good(), root) == 1
    assert "name another place by --output" in capsys.readouterr().err
    assert path.read_bytes() == before


def test_it_is_its_owner_s_alone(root: Path):
    report(root, good())
    assert (root.parent / "r.tar.gz").stat().st_mode & 0o777 == 0o600


# --- the archive --------------------------------------------------------------------------------


def test_a_part_that_breaks_holds_why():
    def broken() -> str:
        raise OSError(5, "Input/output error")

    parts = gather(
        [Wanted("a.txt", "one", lambda: "text"), Wanted("b.txt", "two", broken)], lambda text: text
    )
    assert [(part.name, part.failed) for part in parts] == [("a.txt", False), ("b.txt", True)]
    assert parts[1].text.startswith("this could not be had: OSError: [Errno 5] Input/output error")
    assert listing(parts) == "  a.txt  one\n  b.txt  two, but it could not be had\n"


@pytest.mark.parametrize(
    ("serial", "name"),
    [
        ("100000003d1d1c36", "showdown-report-100000003d1d1c36-20260131T201500Z"),
        ("", "showdown-report-unknown-20260131T201500Z"),
        ("../../x", "showdown-report-x-20260131T201500Z"),
    ],
)
def test_the_name_has_serial_and_time(serial: str, name: str):
    assert file_name(serial, AT) == name


def test_the_same_parts_give_the_same_files():
    parts = [Part("a.txt", "one", "text\n")]
    assert unpacked(archive(parts, "folder", AT)) == {
        "CONTENTS": "  a.txt  one\n",
        "a.txt": "text\n",
    }
