"""`showdown-unit setup` as it is typed: what it says, asks and leaves behind."""

from __future__ import annotations

from pathlib import Path

import pytest

from setup_kit import CMDLINE, GETTY, STOCK, WITHOUT_CONSOLE, files, system
from showdown_unit import cli
from showdown_unit.cli_setup import run as run_setup

USB_CONFIG = '[[links.tty]]\npath = "/dev/ttyGS0"\n'
UART_CONFIG = '[[links.tty]]\npath = "/dev/ttyAMA0"\nuart = true\n'


@pytest.fixture
def root(tmp_path):
    system(tmp_path)
    return tmp_path


def setup(root, *words):
    return cli.main(["setup", "--root", str(root), *words])


def unit_toml(root, text):
    (root / "etc/showdown-unit").mkdir(parents=True)
    (root / "etc/showdown-unit/unit.toml").write_text(text)


def answered(root, answer):
    parsed = []
    args = cli._parser().parse_args(["setup", "--root", str(root)])
    return run_setup(args, read=lambda _: answer, tell=parsed.append), "\n".join(parsed)


def test_it_shows_the_change_before_it_asks(root):
    status, told = answered(root, "n")
    assert status == 1
    assert told.startswith(
        "Raspberry Pi Zero 2 W, board default, configuration at its defaults\n"
        "--- /boot/firmware/config.txt\n+++ /boot/firmware/config.txt\n"
    )
    assert "\n+dtoverlay=dwc2,dr_mode=peripheral\n" in told
    assert told.endswith("\nnothing was changed")
    assert (root / "boot/firmware/config.txt").read_text() == STOCK


def test_what_will_not_last_is_told(root, capsys):
    """Below an overlay the mask of the login is gone, and the boot partition's lines are not."""
    mounts = root / "proc/self/mountinfo"
    mounts.parent.mkdir(parents=True)
    mounts.write_text(
        "24 1 0:22 / / rw - overlay overlay rw\n30 24 179:1 / /boot/firmware rw - vfat x rw\n"
    )
    assert setup(root, "--yes") == 0
    told = capsys.readouterr().out
    assert "WARNING: /etc/systemd/system is in memory (an overlay)" in told
    assert "overlayroot=" in told
    assert "/boot/firmware is in memory" not in told


@pytest.mark.parametrize("answer", ["y", "Y", " yes "])
def test_a_yes_is_done(root, answer):
    status, told = answered(root, answer)
    assert status == 0
    assert told.endswith("done; it counts from the next boot on: sudo reboot")
    assert "dtoverlay=dwc2" in (root / "boot/firmware/config.txt").read_text()


@pytest.mark.parametrize("answer", ["", "n", "yo", "ja"])
def test_anything_else_is_a_no(root, answer):
    assert answered(root, answer)[0] == 1
    assert (root / "boot/firmware/config.txt").read_text() == STOCK


def test_nobody_there_is_a_no(root, monkeypatch, capsys):
    monkeypatch.setattr("sys.stdin", None)
    assert setup(root) == 1
    assert "add --yes in scripts" in capsys.readouterr().err
    assert (root / "boot/firmware/config.txt").read_text() == STOCK


def test_a_dry_run_writes_nothing(root, capsys):
    before = files(root)
    assert setup(root, "--dry-run") == 0
    assert "+dtoverlay=dwc2,dr_mode=peripheral" in capsys.readouterr().out
    assert files(root) == before


def test_twice_is_once_and_says_so(root, capsys):
    setup(root, "--yes")
    left = files(root)
    capsys.readouterr()
    assert setup(root, "--yes") == 0
    assert capsys.readouterr().out.endswith(
        "nothing to do: all that the unit needs is in /boot/firmware\n"
    )
    assert files(root) == left


def test_undo_leaves_everything_as_it_was(root, capsys):
    unit_toml(root, UART_CONFIG)
    before = files(root)
    setup(root, "--yes")
    assert (root / "boot/firmware/cmdline.txt").read_text() == WITHOUT_CONSOLE
    assert (root / "etc/systemd/system" / GETTY).is_symlink()
    assert setup(root, "--undo", "--yes") == 0
    assert f"{GETTY}: no longer masked" in capsys.readouterr().out
    assert files(root) == before


def test_undo_needs_neither_model_nor_a_right_configuration(tmp_path):
    system(tmp_path, compatible="acme,box")
    setup(tmp_path, "--yes", "--model", "5b")
    unit_toml(tmp_path, "nonsense = 1\n")
    assert setup(tmp_path, "--undo", "--yes") == 0
    assert (tmp_path / "boot/firmware/config.txt").read_text() == STOCK


def test_undo_of_nothing_says_so(root, capsys):
    assert setup(root, "--undo") == 0
    assert capsys.readouterr().out == "nothing to do: nothing of ours is in /boot/firmware\n"


def test_an_unknown_machine_is_asked_for_its_model(tmp_path, capsys):
    system(tmp_path, compatible="acme,box")
    assert setup(tmp_path, "--yes") == 1
    assert "name it with --model, one of Zero 2 W, 3 A+, 3 B," in capsys.readouterr().err


@pytest.mark.parametrize("name", ["5 B", "5b", "Pi 5B", "Raspberry Pi 5 Model B", "pi5b", "5"])
def test_a_model_is_named_in_many_ways(root, name, capsys):
    assert setup(root, "--dry-run", "--model", name) == 0
    assert capsys.readouterr().out.startswith("Raspberry Pi 5 B,")


@pytest.mark.parametrize(
    ("name", "model"),
    [
        ("4", "4 B"),
        ("3A+", "3 A+"),
        ("3B", "3 B"),
        ("400", "400"),
        ("500", "500"),
        ("Compute Module 5", "Compute Module 5"),
        ("CM4", "Compute Module 4"),
    ],
)
def test_a_model_is_named_as_the_pages_do(root, name, model, capsys):
    assert setup(root, "--dry-run", "--model", name) == 0
    assert capsys.readouterr().out.startswith(f"Raspberry Pi {model},")


@pytest.mark.parametrize("name", ["3", "", "b", "50"])
def test_a_name_that_fits_several_or_none_is_refused(root, name, capsys):
    assert setup(root, "--dry-run", "--model", name) == 1
    assert f"--model {name}: there are " in capsys.readouterr().err


def test_a_wrong_model_is_told_with_those_that_are(root, capsys):
    assert setup(root, "--model", "1B") == 1
    assert capsys.readouterr().err.startswith("--model 1B: there are Zero 2 W,")


def test_the_configuration_and_the_board_are_those_of_the_root(root, capsys):
    board = '[hardware]\nboard = "/etc/showdown-unit/board.toml"\n'
    unit_toml(root, board + USB_CONFIG)
    assert setup(root, "--yes") == 1
    assert "etc/showdown-unit/board.toml cannot be read" in capsys.readouterr().err
    shipped = (Path(__file__).parents[3] / "hw/showdown_hw/boards/default.toml").read_text()
    (root / "etc/showdown-unit/board.toml").write_text(
        shipped.replace("bcm = 12", "bcm = 13").replace('name = "default"', 'name = "mine"')
    )
    assert setup(root, "--yes") == 0
    assert "dtoverlay=pwm,pin=13,func=4\n" in (root / "boot/firmware/config.txt").read_text()
    assert "board mine, " in capsys.readouterr().out


def test_a_wrong_configuration_is_told_as_everywhere(root, capsys):
    unit_toml(root, "[links]\nserial = 1\n")
    assert setup(root, "--yes") == 2
    assert "serial" in capsys.readouterr().err


def test_no_boot_partition_is_told_with_the_mend(tmp_path, capsys):
    assert setup(tmp_path, "--yes") == 1
    assert "sudo mount /boot/firmware" in capsys.readouterr().err


def test_a_file_with_windows_line_ends_keeps_them(tmp_path, capsys):
    boot = system(tmp_path, config_txt=STOCK.replace("\n", "\r\n"))
    setup(tmp_path, "--yes")
    text = (boot / "config.txt").read_bytes()
    assert text.count(b"\n") == text.count(b"\r\n")
    assert "\r" not in capsys.readouterr().out


def test_usb_changes_no_kernel_words(root):
    setup(root, "--yes")
    assert (root / "boot/firmware/cmdline.txt").read_text() == CMDLINE
