"""docs/install.md: what it names exists, and what can be tried of it is tried."""

from __future__ import annotations

import argparse
import re
import shlex
import subprocess
from pathlib import Path

import pytest
from gpiozero.pins.pi import PiBoardInfo

from showdown_host import cli as host_cli
from showdown_hw.board import Board
from showdown_unit import cli as unit_cli
from showdown_unit.cli_setup import _model, _names
from showdown_unit.config import load
from showdown_unit.journal_place import VOLATILE
from showdown_unit.setup_files import BACKUP

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/install.md").read_text("utf-8")
OURS = {"showdown": host_cli.main, "showdown-unit": unit_cli.main}

# What a Raspberry Pi OS, or a Linux PC with a clone, has.
THEIRS = {
    "apt", "cp", "findmnt", "lsblk", "make", "mkdir", "mount", "mv", "openssl", "python3",
    "raspi-config", "reboot", "scp", "sed", "sh", "ssh", "systemctl", "tar", "udevadm", "umount",
    "usermod", ".", ".venv/bin/pip",
}  # fmt: skip


def blocks(language: str) -> list[str]:
    found = re.findall(rf"^( *)```{language}\n(.*?)^ *```", PAGE, re.DOTALL | re.MULTILINE)
    return [re.sub(rf"^{indent}", "", text, flags=re.MULTILINE) for indent, text in found]


def commands() -> list[list[str]]:
    lines = [line for block in blocks("sh") for line in block.splitlines() if line]
    inline = re.findall(r"`((?:sudo )?showdown(?:-unit)? [^`]+)`", PAGE)
    words = [shlex.split(line) for line in [*lines, *inline]]
    words = [line[1:] if line[0] == "sudo" else line for line in words]
    return [[line[0].replace(".venv/bin/showdown", "showdown"), *line[1:]] for line in words]


COMMANDS = commands()


class UnderstoodError(Exception):
    """The words were parsed; what they would run is not run."""


@pytest.mark.parametrize("words", [w for w in COMMANDS if w[0] in OURS], ids=" ".join)
def test_our_commands_take_these_words(words, monkeypatch):
    parse = argparse.ArgumentParser.parse_args

    def parse_alone(self, args=None, namespace=None):
        parse(self, args, namespace)
        raise UnderstoodError

    monkeypatch.setattr(argparse.ArgumentParser, "parse_args", parse_alone)
    with pytest.raises(UnderstoodError):
        OURS[words[0]](words[1:])


def test_no_command_is_of_nobody():
    assert {words[0] for words in COMMANDS} <= THEIRS | set(OURS)
    assert len([words for words in COMMANDS if words[0] in OURS]) > 12


@pytest.mark.parametrize(
    "name",
    sorted(set(re.findall(r"(?:^|[ `])(systemd/[\w./-]+)", PAGE, re.MULTILINE))),
)
def test_the_files_of_the_clone_are_there(name):
    assert (ROOT / name).is_file()


def test_the_options_of_the_script_are_its_own():
    usage = subprocess.run(
        ["sh", str(ROOT / "systemd/install.sh"), "--help"],
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    named = {
        option
        for line in re.findall(r"systemd/install\.sh([^\n`]*)", PAGE)
        for option in re.findall(r"--[a-z-]+", line)
    }
    assert named == {"--dry-run", "--uninstall"}
    assert all(option in usage for option in (*named, "--purge"))


def test_services_and_folders_are_those_of_the_unit():
    services = {w[2] for w in COMMANDS if w[0] == "systemctl" and len(w) > 2}
    assert services == {"showdown-unit"}
    unit = (ROOT / "systemd/showdown-unit.service").read_text("utf-8")
    assert "StateDirectory=showdown-unit\n" in unit
    assert "RuntimeDirectory=showdown-unit\n" in unit
    shipped = load(ROOT / "systemd/debian/unit.toml")
    assert shipped.state.dir == "/var/lib/showdown-unit"
    assert f"`{BACKUP}`" in PAGE


def test_the_version_of_the_package_is_the_project_s():
    text = (ROOT / "pyproject.toml").read_text("utf-8")
    (version,) = re.findall(r'^version = "(.*)"', text, re.MULTILINE)
    assert set(re.findall(r"showdown-unit_([\d.]+)_arm64\.deb", PAGE)) == {version}


def test_the_lines_of_user_data_are_those_of_the_file():
    lines = (ROOT / "systemd/cloud-init/user-data").read_text("utf-8").splitlines()[-2:]
    (block,) = blocks("yaml")
    shown = block.splitlines()
    assert [shown[0], shown[-1]] == lines


def test_the_user_s_line_is_one_that_raspberry_pi_os_reads(tmp_path):
    (line,) = [line for line in blocks("sh")[1].splitlines() if line.startswith("openssl")]
    file = tmp_path / "userconf.txt"
    line = line.replace('"/media/$USER/bootfs/userconf.txt"', str(file))
    line = line.replace("-6", "-6 -stdin")
    subprocess.run(["sh", "-c", line], check=True, input="secret\n", text=True)
    assert re.fullmatch(r"[a-z][a-z0-9-]*:\$6\$[^$:]+\$[^$:]+\n", file.read_text())


def test_the_lines_for_a_uart_are_those_of_the_file():
    (lines,) = [block for block in blocks("toml") if "tty" in block]
    assert lines in (ROOT / "systemd/cloud-init/showdown-unit.uart.toml").read_text("utf-8")


# --- pins of the header ---------------------------------------------------------------------------


def header() -> dict[int, str]:
    """The 40 pins by number, as gpiozero knows them."""
    pins = PiBoardInfo.from_revision(0x902120).headers["J8"].pins
    return {number: pin.name for number, pin in pins.items()}


@pytest.mark.parametrize(
    ("part", "signal"),
    [
        ("timer button", "timer_button"),
        ("left paddle", "paddle_left"),
        ("right paddle", "paddle_right"),
    ],
)
def test_what_is_bridged_is_that_part_of_the_board_file_and_ground(part, signal):
    ((pin, ground),) = re.findall(rf"^\| {part} \| (\d+) \| (\d+) \|$", PAGE, re.MULTILINE)
    spec = Board.named("default").pins[signal]
    assert header()[int(pin)] == f"GPIO{spec.bcm}"
    assert header()[int(ground)] == "GND"
    assert (spec.active_high, spec.pull) == (False, "up")


def test_the_pins_that_must_not_be_touched_are_all_that_have_5_v():
    (first, second) = re.findall(r"Never touch pins (\d+) and (\d+): they have 5 V", PAGE)[0]
    assert {int(first), int(second)} == {pin for pin, name in header().items() if name == "5V"}
    (pin, beside) = map(int, re.findall(r"such as pin (\d+) beside pin (\d+)", PAGE)[0])
    assert header()[pin] == f"GPIO{Board.named('default').pins['launcher_pwm'].bcm}"
    assert pin - beside == 1


def test_the_adapter_s_pins_are_those_of_the_uart():
    told = re.findall(r"header pin (\d+) \(GPIO 14\).*pin (\d+) \(GPIO 15\)", PAGE)
    (tx, rx) = map(int, told[0])
    (ground,) = map(int, re.findall(r"ground to pin (\d+)\.", PAGE))
    assert (header()[tx], header()[rx], header()[ground]) == ("GPIO14", "GPIO15", "GND")


def test_what_the_host_prints_for_the_lamps_is_what_it_prints():
    printed = (ROOT / "host/showdown_host/cli_common.py").read_text("utf-8")
    for words in ("waiting for the timer button…", "race…"):
        assert f'"{words}"' in printed
        assert f"`{words}`" in PAGE


# --- models ---------------------------------------------------------------------------------------


def test_every_model_of_the_table_can_be_named():
    table = PAGE.replace("Compute Module 4, 5 ", "Compute Module 4, Compute Module 5 ")
    row = r"^\| ((?:Zero|\d|Compute)[^|]*) \| [^|]+ \| [^|]+ \|$"
    named = [name for cell in re.findall(row, table, re.MULTILINE) for name in cell.split(", ")]
    assert {_model(name, Path("/")).name for name in named} == set(_names())


def test_the_line_of_fstab_is_whole():
    (line,) = blocks("fstab")
    device, place, kind, options, dump, check = line.split()
    assert (device, place, kind) == ("LABEL=showdown", "/var/lib/showdown-unit", "ext4")
    assert kind not in VOLATILE
    assert "nofail" in options.split(",")
    assert (dump, check) == ("0", "2")


@pytest.mark.parametrize("where", ["overlayroot=tmpfs {}", "console=tty1 overlayroot=tmpfs {}"])
def test_the_overlay_spares_other_partitions_and_is_taken_off_again(tmp_path, where):
    rest = "root=PARTUUID=1-02 rootwait\n"
    file = tmp_path / "cmdline.txt"
    file.write_text(where.format(rest))
    on, off = [words for words in COMMANDS if words[0] == "sed"]
    subprocess.run([*on[:-1], str(file)], check=True)
    subprocess.run([*on[:-1], str(file)], check=True)
    assert file.read_text() == where.replace("tmpfs", "tmpfs:recurse=0").format(rest)
    subprocess.run([*off[:-1], str(file)], check=True)
    assert file.read_text() == where.replace("overlayroot=tmpfs ", "").format(rest)


def test_the_lines_that_setup_writes_are_named():
    from setup_kit import STOCK, UART, USB, links, model
    from showdown_unit.setup_plan import Boot, plan

    for name in ("Zero 2 W", "3 B", "4 B", "5 B"):
        for settings in (USB, UART):
            boot = Boot(config_txt=STOCK)
            wish = plan(model(name), Board.named("default"), links(settings), boot)
            for line in wish.config_txt.removeprefix(STOCK).splitlines():
                if "=" in line and not line.startswith(("#", "gpio=")):
                    assert line in PAGE
