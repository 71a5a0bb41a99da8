"""What the preflight says of an installed unit: service, watchdog, USB port, power, users."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from showdown_hw.models import MODELS
from showdown_unit import check_system
from showdown_unit.check import Finding, Level, findings
from showdown_unit.check_machine import Machine, Place, read_machine
from showdown_unit.check_system import Controller
from showdown_unit.config import load
from showdown_unit.power import Reading
from showdown_unit.service_state import GADGET, SERVICE, ServiceState
from system_kit import (
    GADGET_UP,
    NOT_BOOTED,
    NOT_FOUND,
    RESTARTING,
    RUNNING,
    STARTING,
    STOPPED,
    Systemd,
)

PI_5 = next(model for model in MODELS if model.name == "5 B")
SETUP = "sudo showdown-unit setup && sudo reboot"
USB = {"links.tty": [{"path": "/dev/ttyGS0"}]}
FOLDER = Place(folder=True, owner="showdown", group="showdown")
UP = Controller("1000480000.usb", "configured", "the gadget showdown", ours=True)


def services(unit: dict[str, str], gadget: dict[str, str] = GADGET_UP) -> dict[str, ServiceState]:
    return {SERVICE: ServiceState(unit), GADGET: ServiceState(gadget)}


INSTALLED = Machine(
    user="root",
    member_of=frozenset({"root"}),
    listed_in=frozenset(),
    model_text="Raspberry Pi 5 Model B Rev 1.0",
    model=PI_5,
    config_txt="dtoverlay=dwc2,dr_mode=peripheral\n",
    places={
        "/var/lib/showdown-unit": FOLDER,
        "/run/showdown-unit": FOLDER,
        "/dev/ttyGS0": Place(group="dialout"),
    },
    state_fs="ext4",
    services=services(RUNNING),
    service_listed_in=frozenset({"gpio", "dialout"}),
    controllers=(UP,),
    power=Reading(low_voltage=False, throttled_bits=0),
    installs=("/usr/bin/showdown-unit",),
)


def about(what: str, machine: Machine = INSTALLED) -> list[Finding]:
    return [each for each in findings(load(overrides=USB), machine) if each.about == what]


def test_a_good_installation():
    told = {
        what: [(each.level.value, each.what) for each in about(what)]
        for what in ("install", "group gpio", "group dialout", "power", "service", "usb")
    }
    assert told == {
        "install": [("ok", "/usr/bin/showdown-unit")],
        "group gpio": [("ok", "the service's user showdown is in it")],
        "group dialout": [("ok", "the service's user showdown is in it")],
        "power": [("ok", "the voltage is not low now")],
        "service": [("ok", "showdown-unit is active (running)")],
        "usb": [("ok", "1000480000.usb: a host has recognised the unit")],
    }
    assert about("watchdog") == about("group showdown") == []


WORDS: list[tuple[dict[str, Any], Finding]] = [
    (
        {"services": services(STOPPED)},
        Finding(
            "service",
            Level.WARN,
            "showdown-unit is inactive (dead), not enabled: it does not start with the computer",
            "sudo systemctl enable --now showdown-unit",
        ),
    ),
    (
        {"services": services(RESTARTING)},
        Finding(
            "service",
            Level.FAIL,
            "it keeps ending (exit status 1, a fault: its last lines say which); restarts so far:"
            " 7",
            "showdown-unit logs -n 20",
        ),
    ),
    (
        {"services": services(STARTING)},
        Finding(
            "service",
            Level.WARN,
            "showdown-unit is activating (start)",
            "wait some seconds, then once more",
        ),
    ),
    (
        {"services": services(RUNNING | {"UnitFileState": "masked"})},
        Finding(
            "service",
            Level.FAIL,
            "showdown-unit is masked",
            "sudo systemctl unmask showdown-unit && sudo systemctl enable --now showdown-unit",
        ),
    ),
    (
        {"services": services(NOT_FOUND)},
        Finding(
            "service",
            Level.WARN,
            "showdown-unit.service is not installed: nothing starts the unit by itself",
            "install the package: docs/install.md",
        ),
    ),
    (
        {"services": {}, "systemd_problem": "systemd does not run here"},
        Finding(
            "service",
            Level.OK,
            "systemd does not run here: nothing starts the unit by itself",
        ),
    ),
    (
        {"services": services(RUNNING | {"WatchdogUSec": "infinity"})},
        Finding(
            "watchdog",
            Level.WARN,
            "systemd does not watch the unit: one that hangs stays so",
            "sudo systemctl revert showdown-unit && sudo systemctl restart showdown-unit",
        ),
    ),
    (
        {"installs": ("/usr/local/bin/showdown-unit", "/usr/bin/showdown-unit")},
        Finding(
            "install",
            Level.WARN,
            "there are several: /usr/local/bin/showdown-unit is the one that is run, besides"
            " /usr/bin/showdown-unit",
            "remove all but one: what belongs to the package, dpkg -S"
            " /usr/local/bin/showdown-unit tells",
        ),
    ),
    (
        {
            "service_listed_in": frozenset({"gpio"}),
            "services": services(RUNNING | {"SupplementaryGroups": ""}),
        },
        Finding(
            "group dialout",
            Level.FAIL,
            "the service's user showdown is not in it",
            "sudo usermod -aG dialout showdown && sudo systemctl restart showdown-unit",
        ),
    ),
    (
        {"user": "ana"},
        Finding(
            "group showdown",
            Level.WARN,
            "ana is not in it, so showdown-unit status needs sudo",
            "sudo usermod -aG showdown ana, then log in again",
        ),
    ),
    (
        {"user": "ana", "listed_in": frozenset({"showdown"})},
        Finding(
            "group showdown",
            Level.WARN,
            "ana is in it, but only from the next login on",
            "log out and in again, or reboot",
        ),
    ),
    (
        {"controllers": (), "config_txt": ""},
        Finding("usb", Level.FAIL, "there is no USB device controller", SETUP),
    ),
    (
        {"controllers": ()},
        Finding("usb", Level.FAIL, "there is no USB device controller", "sudo reboot"),
    ),
    (
        {"controllers": (replace(UP, holder="g_ether", ours=False),)},
        Finding(
            "usb",
            Level.FAIL,
            "the controller 1000480000.usb is taken by g_ether",
            "sudo rpi-usb-gadget off && sudo reboot; or take g_ether out of modules-load= in"
            " /boot/firmware/cmdline.txt",
        ),
    ),
    (
        {"controllers": (replace(UP, holder="g_serial", ours=False),)},
        Finding(
            "usb",
            Level.FAIL,
            "the controller 1000480000.usb is taken by g_serial",
            "take g_serial out of modules-load= in /boot/firmware/cmdline.txt and out of"
            " /etc/modules-load.d/, then sudo reboot",
        ),
    ),
    (
        {"controllers": (replace(UP, holder="the gadget rpi", ours=False),)},
        Finding(
            "usb",
            Level.FAIL,
            "the controller 1000480000.usb is taken by the gadget rpi",
            "disable the service that made it, then sudo reboot",
        ),
    ),
    (
        {"controllers": (Controller("x.usb", "not attached"),)},
        Finding(
            "usb",
            Level.FAIL,
            "nothing is on the controller x.usb",
            "sudo systemctl restart showdown-gadget",
        ),
    ),
    (
        {
            "controllers": (Controller("x.usb", "not attached"),),
            "services": services(RUNNING, NOT_FOUND),
        },
        Finding(
            "usb",
            Level.FAIL,
            "nothing is on the controller x.usb",
            "sudo systemctl enable --now showdown-gadget",
        ),
    ),
    (
        {"controllers": (replace(UP, state="not attached"),)},
        Finding(
            "usb",
            Level.WARN,
            "1000480000.usb is not attached: no host sees the unit; its port is the USB-C power"
            " port",
            "a cable that carries data, in that port; dmesg on the host",
        ),
    ),
    (
        {"gettys": ("serial-getty@ttyGS0",)},
        Finding(
            "link /dev/ttyGS0",
            Level.FAIL,
            "serial-getty@ttyGS0 asks for a login on /dev/ttyGS0",
            "sudo systemctl disable --now serial-getty@ttyGS0 && sudo systemctl mask"
            " serial-getty@ttyGS0",
        ),
    ),
    (
        {"power": Reading(low_voltage=True)},
        Finding(
            "power",
            Level.WARN,
            "low voltage: the Pi's supply or its cable is too weak, links may fail",
            "Use the supply that is made for this Pi, on a short cable",
        ),
    ),
    (
        {"power": Reading(low_voltage=False, throttled_bits=0b10)},
        Finding(
            "power",
            Level.WARN,
            "the Pi slows itself down, by heat or low voltage",
            "give it air and a good supply",
        ),
    ),
]


@pytest.mark.parametrize(
    ("changes", "finding"),
    WORDS,
    ids=[f"{number}-{each.about}" for number, (_, each) in enumerate(WORDS)],
)
def test_each_fault_of_an_installed_unit_has_its_mend(changes: dict[str, Any], finding: Finding):
    assert about(finding.about, replace(INSTALLED, **changes)) == [finding]


def test_where_nothing_can_be_told_of_the_power_nothing_is():
    assert about("power", replace(INSTALLED, power=None)) == []


def test_setup_is_told_the_configuration_that_it_is_for(tmp_path: Path):
    file = tmp_path / "unit.toml"
    file.write_text('[[links.tty]]\npath = "/dev/ttyGS0"\n')
    machine = replace(INSTALLED, controllers=(), config_txt="")
    (finding,) = [each for each in findings(load(file), machine) if each.about == "usb"]
    assert finding.mend == f"sudo showdown-unit setup --config {file} && sudo reboot"


# --- what is read -------------------------------------------------------------------------------


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def controller(root: Path, *, function: str = "") -> Path:
    udc = root / "sys/class/udc/fe980000.usb"
    write(udc / "state", "configured\n")
    write(udc / "function", f"{function}\n")
    return root / "sys/kernel/config/usb_gadget"


def test_a_free_controller(tmp_path: Path):
    gadgets = controller(tmp_path)
    write(gadgets / "showdown/UDC", "\n")
    assert check_system.controllers(tmp_path) == (Controller("fe980000.usb", "configured"),)


def test_a_controller_that_is_ours_by_the_product_s_name(tmp_path: Path):
    gadgets = controller(tmp_path, function="configfs-gadget.x")
    write(gadgets / "x/UDC", "fe980000.usb\n")
    write(gadgets / "x/strings/0x409/product", "Showdown Unit\n")
    (found,) = check_system.controllers(tmp_path)
    assert (found.holder, found.ours) == ("the gadget x", True)


def test_a_controller_that_another_gadget_or_driver_has(tmp_path: Path):
    gadgets = controller(tmp_path, function="g_ether")
    (found,) = check_system.controllers(tmp_path)
    assert (found.holder, found.ours) == ("g_ether", False)
    write(gadgets / "rpi/UDC", "fe980000.usb\n")
    (found,) = check_system.controllers(tmp_path)
    assert (found.holder, found.ours) == ("the gadget rpi", False)


def test_systemd_is_asked_once_for_services_and_once_for_logins_on_our_lines(tmp_path: Path):
    systemd = Systemd(
        {SERVICE: RUNNING, "getty@ttyGS0.service": GADGET_UP | {"Id": "getty@ttyGS0.service"}}
    )
    write(tmp_path / "etc/group", "gpio:x:1:showdown\n")
    machine = read_machine(load(overrides=USB), root=tmp_path, runner=systemd, loaders={})
    assert machine.services[SERVICE].active
    assert machine.service_listed_in == {"gpio"}
    assert machine.gettys == ("getty@ttyGS0",)
    assert len(systemd.asked) == 2


def test_without_systemd_that_is_what_is_known(tmp_path: Path):
    machine = read_machine(load(), root=tmp_path, runner=Systemd(broken=NOT_BOOTED), loaders={})
    assert (machine.services, machine.systemd_problem) == ({}, "systemd does not run here")


def test_links_to_one_command_count_once(tmp_path: Path):
    write(tmp_path / "usr/bin/showdown-unit", "")
    (tmp_path / "usr/local/bin").mkdir(parents=True)
    (tmp_path / "usr/local/bin/showdown-unit").symlink_to(tmp_path / "usr/bin/showdown-unit")
    assert check_system.installs(tmp_path) == ("/usr/local/bin/showdown-unit",)
    (tmp_path / "usr/local/bin/showdown-unit").unlink()
    write(tmp_path / "usr/local/bin/showdown-unit", "")
    assert len(check_system.installs(tmp_path)) == 2


@pytest.mark.parametrize(
    ("argv0", "name"),
    [
        ("/usr/bin/showdown-unit", "showdown-unit"),
        ("/home/ana/venv/bin/showdown-unit", "/home/ana/venv/bin/showdown-unit"),
        ("/x/pytest", "showdown-unit"),
    ],
)
def test_sudo_finds_a_program_of_a_venv_by_its_path_alone(argv0: str, name: str):
    assert check_system.program(argv0) == name
