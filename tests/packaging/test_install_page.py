"""docs/install.md: what it names exists, and what can be tried of it is tried."""

from __future__ import annotations

import argparse
import re
import shlex
import subprocess
from pathlib import Path

import pytest

from showdown_host import cli as host_cli
from showdown_unit import cli as unit_cli
from showdown_unit.config import load
from showdown_unit.journal_place import VOLATILE
from showdown_unit.setup_files import BACKUP

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/install.md").read_text("utf-8")
OURS = {"showdown": host_cli.main, "showdown-unit": unit_cli.main}

# What a Raspberry Pi OS, or a Linux PC with a clone, has.
THEIRS = {
    "apt", "cp", "findmnt", "make", "mkdir", "mount", "mv", "python3", "raspi-config", "reboot",
    "scp", "sed", "sh", "ssh", "systemctl", "udevadm", "usermod", ".", ".venv/bin/pip",
}  # fmt: skip


def blocks(language: str) -> list[str]:
    found = re.findall(rf"^( *)```{language}\n(.*?)^ *```", PAGE, re.DOTALL | re.MULTILINE)
    return [re.sub(rf"^{indent}", "", text, flags=re.MULTILINE) for indent, text in found]


def commands() -> list[list[str]]:
    lines = [line for block in blocks("sh") for line in block.splitlines() if line]
    inline = re.findall(r"`((?:sudo )?showdown(?:-unit)? [^`]+)`", PAGE)
    words = [shlex.split(line) for line in [*lines, *inline]]
    return [line[1:] if line[0] == "sudo" else line for line in words]


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
    from showdown_hw.board import Board
    from showdown_unit.setup_plan import Boot, plan

    for name in ("Zero 2 W", "3 B", "4 B", "5 B"):
        for settings in (USB, UART):
            boot = Boot(config_txt=STOCK)
            wish = plan(model(name), Board.named("default"), links(settings), boot)
            for line in wish.config_txt.removeprefix(STOCK).splitlines():
                if "=" in line and not line.startswith(("#", "gpio=")):
                    assert line in PAGE
