"""The first boot with the real package, apt and setup, on Trixie without a network.

Run like `deb_life.py`, by hand or by a target of make: it needs root, and builds a system. What no
system without systemd and a Pi has is made up: the device tree, and the command that restarts.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import deb_kit
from setup_kit import CMDLINE, STOCK
from showdown_unit.setup_files import BACKUP

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = "showdown-first-boot.sh"
RUN = f"sh /boot/firmware/{SCRIPT}"
COMPATIBLE = b"raspberrypi,model-zero-2-w\0brcm,bcm2837\0"

pytestmark = pytest.mark.timeout(900)


@pytest.fixture(scope="module")
def pi(tmp_path_factory: pytest.TempPathFactory) -> Iterator[deb_kit.Pi]:
    deb_kit.provide()
    folder = tmp_path_factory.mktemp("first-boot")
    build = [sys.executable, ROOT / "tools/deb.py", "--arch", deb_kit.ARCH, "--out", folder]
    subprocess.run(build, check=True, stdout=subprocess.DEVNULL)
    with deb_kit.emulation():
        pi = deb_kit.Pi.of("trixie", folder)
        boot = pi.root / "boot/firmware"
        boot.mkdir(parents=True)
        (boot / "config.txt").write_text(STOCK)
        (boot / "cmdline.txt").write_text(CMDLINE)
        script = (ROOT / "systemd/cloud-init" / SCRIPT).read_text("utf-8")
        (boot / SCRIPT).write_text(script.replace("arm64", deb_kit.ARCH))
        for package in folder.glob("*.deb"):
            shutil.copy(package, boot)
        tree = pi.root / "sys/firmware/devicetree/base"
        tree.mkdir(parents=True)
        (tree / "compatible").write_bytes(COMPATIBLE)
        restart = pi.root / "usr/local/sbin/shutdown"
        restart.write_text('#!/bin/sh\necho "shutdown $*" >>/root/restarts\n')
        restart.chmod(0o755)
        yield pi
    shutil.rmtree(folder / "trixie", ignore_errors=True)


def boot_file(pi: deb_kit.Pi, name: str) -> str:
    return (pi.root / "boot/firmware" / name).read_text("utf-8")


def restarts(pi: deb_kit.Pi) -> int:
    return len((pi.root / "root/restarts").read_text().splitlines())


def test_the_first_boot_installs_sets_up_and_restarts(pi: deb_kit.Pi) -> None:
    pi.run(RUN)
    assert pi.run("showdown-unit --version").strip()
    assert "\ndtoverlay=dwc2,dr_mode=peripheral\n" in boot_file(pi, "config.txt")
    assert "DONE: the Pi restarts" in boot_file(pi, "showdown-first-boot.log")
    assert boot_file(pi, f"config.txt{BACKUP}") == STOCK
    assert restarts(pi) == 1


def test_it_is_not_started_at_the_next_boot(pi: deb_kit.Pi) -> None:
    units = pi.root / "etc/systemd/system"
    assert list(units.rglob("showdown-first-boot.service")) == []
    assert os.path.lexists(units / "multi-user.target.wants/showdown-unit.service")


def test_run_again_it_changes_nothing(pi: deb_kit.Pi) -> None:
    before = boot_file(pi, "config.txt")
    pi.run(RUN)
    assert boot_file(pi, "config.txt") == before
    assert restarts(pi) == 1


def test_removing_the_package_puts_the_boot_partition_back(pi: deb_kit.Pi) -> None:
    pi.run("apt-get remove -y -o Dpkg::Use-Pty=0 showdown-unit")
    assert boot_file(pi, "config.txt") == STOCK
    assert boot_file(pi, "cmdline.txt") == CMDLINE
    assert list((pi.root / "boot/firmware").glob(f"*{BACKUP}")) == []
