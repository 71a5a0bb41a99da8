"""Each finding of the preflight: its level, its words and the command that mends it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from showdown_hw.board import Board
from showdown_hw.chips import ChipInfo
from showdown_hw.models import MODELS, RELEASES
from showdown_unit import cli_check
from showdown_unit.check import Finding, Level, all_well, findings
from showdown_unit.check_machine import GONE, Library, Machine, Place
from showdown_unit.config import load

PI_5 = next(model for model in MODELS if model.name == "5 B")
PI_4 = next(model for model in MODELS if model.name == "4 B")
PI_3B = next(model for model in MODELS if model.name == "3 B")
BOOKWORM = next(release for release in RELEASES if release.codename == "bookworm")

FOLDER = Place(folder=True, owner="showdown", group="showdown")
TTY = Place(owner="root", group="dialout", target="/dev/ttyAMA0")

GOOD = Machine(
    user="showdown",
    member_of=frozenset({"showdown", "gpio", "dialout"}),
    listed_in=frozenset(),
    model_text="Raspberry Pi 5 Model B Rev 1.0",
    model=PI_5,
    release=BOOKWORM,
    kernel="6.12.34+rpt-rpi-2712",
    config_txt="dtoverlay=pwm,pin=12,func=4\n",
    header=ChipInfo(0, Path("/dev/gpiochip0"), "pinctrl-rp1", 54),
    libraries={
        "gpiozero": Library(version="2.0.1"),
        "gpiod": Library(version="2.3.0"),
        "lgpio": Library(version="0.2.2.0"),
        "pigpio": Library(version="1.78"),
    },
    board=Board.named("default"),
    places={"/var/lib/showdown-unit": FOLDER, "/run/showdown-unit": FOLDER},
    state_fs="ext4",
)


def found(machine: Machine = GOOD, **overrides: object) -> list[Finding]:
    keys = {key.replace("__", "."): value for key, value in overrides.items()}
    return findings(load(overrides=keys), machine)


def about(what: str, machine: Machine = GOOD, **overrides: object) -> Finding:
    (one,) = [finding for finding in found(machine, **overrides) if finding.about == what]
    return one


def test_a_good_unit_has_nothing_to_mend():
    looks = found()
    assert {finding.level for finding in looks} == {Level.OK}
    assert [finding.mend for finding in looks] == [""] * len(looks)
    assert [(finding.about, finding.what) for finding in looks] == [
        ("model", "Raspberry Pi 5 Model B Rev 1.0"),
        ("kernel", "6.12.34+rpt-rpi-2712 (bookworm)"),
        ("header", "/dev/gpiochip0: pinctrl-rp1, 54 lines"),
        ("group gpio", "showdown is in it"),
        ("board", "default (10 signals)"),
        ("pins", "nobody else holds one of the board's pins"),
        ("pwm", "the hardware PWM is on GPIO12"),
        ("gpiozero", "version 2.0.1"),
        ("backend gpiod", "version 2.3.0"),
        ("state", "/var/lib/showdown-unit on ext4, owned by showdown"),
        ("unit", "none is running here"),
        ("link unix", "/run/showdown-unit/showdown.sock can be made"),
    ]


NO_PWM = "GPIO12: the hardware PWM is not switched on"

TABLE: list[tuple[str, dict[str, Any], dict[str, Any], Finding]] = [
    (
        "no Pi",
        {"model": None, "model_text": None},
        {},
        Finding(
            "model",
            Level.FAIL,
            "this is no Raspberry Pi, or the device tree is hidden",
            'set hardware.backend = "mock" to run without pins; or: showdown-unit bench',
        ),
    ),
    (
        "an unknown Pi",
        {"model": None, "model_text": "Raspberry Pi 9"},
        {},
        Finding(
            "model",
            Level.WARN,
            "Raspberry Pi 9 is in no table of ours: it may work, nobody has tried",
        ),
    ),
    (
        "an old kernel",
        {"kernel": "5.4.51-v7l+"},
        {},
        Finding(
            "kernel",
            Level.FAIL,
            "5.4.51-v7l+ (bookworm) is too old: 5.10 or later is needed",
            "sudo apt full-upgrade && sudo reboot",
        ),
    ),
    (
        "a chip that may not be opened",
        {
            "header": None,
            "header_problem": "/dev/gpiochip0 may not be opened: sudo usermod -aG gpio showdown,"
            " then log in again (a service: SupplementaryGroups=gpio)",
        },
        {},
        Finding(
            "header",
            Level.FAIL,
            "/dev/gpiochip0 may not be opened",
            "sudo usermod -aG gpio showdown, then log in again"
            " (a service: SupplementaryGroups=gpio)",
        ),
    ),
    (
        "not in the group",
        {"member_of": frozenset()},
        {},
        Finding(
            "group gpio",
            Level.FAIL,
            "showdown is not in it (is this the unit's user?)",
            "sudo usermod -aG gpio showdown, then log in again",
        ),
    ),
    (
        "in the group from the next login on",
        {"member_of": frozenset(), "listed_in": frozenset({"gpio"})},
        {},
        Finding(
            "group gpio",
            Level.FAIL,
            "showdown is in it, but only from the next login on",
            "log out and in again, or reboot",
        ),
    ),
    (
        "dialout for a tty",
        {"member_of": frozenset({"gpio"}), "places": {**GOOD.places, "/dev/ttyGS0": TTY}},
        {"links__tty": [{"path": "/dev/ttyGS0"}]},
        Finding(
            "group dialout",
            Level.FAIL,
            "showdown is not in it (is this the unit's user?)",
            "sudo usermod -aG dialout showdown, then log in again",
        ),
    ),
    (
        "a bad board",
        {"board": None, "board_problem": "b.toml: pins.buzzer.bcm is 5, taken"},
        {},
        Finding(
            "board",
            Level.FAIL,
            "b.toml: pins.buzzer.bcm is 5, taken",
            "correct hardware.board, or the board file",
        ),
    ),
    (
        "a pin that an overlay holds",
        {"line_users": {17: "spi0 CS0"}},
        {},
        Finding(
            "pin lamp_red",
            Level.FAIL,
            "GPIO17 is held by spi0 CS0",
            "stop spi0 CS0, or take the overlay that uses GPIO17 out of /boot/firmware/config.txt"
            " and reboot, or choose another pin in the board file",
        ),
    ),
    (
        "pins that the running unit holds",
        {"line_users": {17: "showdown-unit", 5: "showdown-unit"}, "running": 812},
        {},
        Finding("pins", Level.OK, "nobody else holds one of the board's pins"),
    ),
    (
        "a pin of the unit's name while none runs",
        {"line_users": {5: "showdown-unit"}},
        {},
        Finding(
            "pin paddle_left",
            Level.FAIL,
            "GPIO5 is held by showdown-unit",
            "stop showdown-unit, or take the overlay that uses GPIO5 out of"
            " /boot/firmware/config.txt and reboot, or choose another pin in the board file",
        ),
    ),
    (
        "no PWM overlay",
        {"pwm_problem": NO_PWM, "config_txt": ""},
        {},
        Finding(
            "pwm",
            Level.FAIL,
            NO_PWM,
            "sudo showdown-unit setup && sudo reboot",
        ),
    ),
    (
        "an overlay for another pin",
        {"pwm_problem": NO_PWM, "config_txt": "dtoverlay=pwm,pin=18,func=2"},
        {},
        Finding(
            "pwm",
            Level.FAIL,
            NO_PWM,
            "sudo showdown-unit setup && sudo reboot",
        ),
    ),
    (
        "an overlay that waits for the reboot",
        {"pwm_problem": NO_PWM},
        {},
        Finding("pwm", Level.FAIL, NO_PWM, "sudo reboot"),
    ),
    (
        "lgpio can do without the overlay",
        {"pwm_problem": NO_PWM},
        {"hardware__backend": "lgpio"},
        Finding("pwm", Level.WARN, NO_PWM, "sudo reboot"),
    ),
    (
        "auto on lgpio can do without the overlay too",
        {
            "pwm_problem": NO_PWM,
            "libraries": {**GOOD.libraries, "gpiod": Library(fault="it is missing")},
        },
        {},
        Finding("pwm", Level.WARN, NO_PWM, "sudo reboot"),
    ),
    (
        "no PWM where there is no Pi",
        {"pwm_problem": NO_PWM, "model": None, "model_text": None},
        {},
        Finding(
            "pwm", Level.FAIL, "a Raspberry Pi alone has the hardware PWM that the servo needs"
        ),
    ),
    (
        "hardware pulses were asked for",
        {"pwm_problem": NO_PWM},
        {"hardware__backend": "lgpio", "launcher__pwm": "hardware"},
        Finding("pwm", Level.FAIL, NO_PWM, "sudo reboot"),
    ),
    (
        "software pulses were asked for",
        {"pwm_problem": NO_PWM},
        {"launcher__pwm": "software"},
        Finding(
            "pwm",
            Level.WARN,
            "the servo's pulses are made in software, as launcher.pwm asks: they jitter",
        ),
    ),
    (
        "sound on the PWM's clock",
        {"model": PI_4, "config_txt": "dtparam=audio=on\n"},
        {},
        Finding(
            "sound",
            Level.WARN,
            "the headphone socket shares the PWM's clock: sound makes the servo twitch",
            "sudo showdown-unit setup && sudo reboot",
        ),
    ),
    (
        "sound for another model",
        {"model": PI_4, "config_txt": "[pi3]\ndtparam=audio=on\n[all]\n"},
        {},
        Finding("pwm", Level.OK, "the hardware PWM is on GPIO12"),
    ),
    (
        "our overlay for another model",
        {"pwm_problem": NO_PWM, "config_txt": "[pi3]\ndtoverlay=pwm,pin=12,func=4\n"},
        {},
        Finding("pwm", Level.FAIL, NO_PWM, "sudo showdown-unit setup && sudo reboot"),
    ),
    (
        "an overlay for another pin behind ours",
        {
            "pwm_problem": NO_PWM,
            "config_txt": "dtoverlay=pwm,pin=12,func=4\ndtoverlay=pwm,pin=18,func=2\n",
        },
        {},
        Finding("pwm", Level.FAIL, NO_PWM, "sudo showdown-unit setup && sudo reboot"),
    ),
    (
        "no gpiozero",
        {"libraries": {}},
        {},
        Finding("gpiozero", Level.FAIL, "it is missing", "sudo apt install python3-gpiozero"),
    ),
    (
        "an old gpiozero",
        {"libraries": {**GOOD.libraries, "gpiozero": Library(version="1.6.2")}},
        {},
        Finding(
            "gpiozero",
            Level.FAIL,
            "version 1.6.2 is older than 2.0.1",
            "pip install 'gpiozero>=2.0.1'",
        ),
    ),
    (
        "a folder that is not there",
        {"places": {"/run/showdown-unit": FOLDER}},
        {},
        Finding(
            "state",
            Level.FAIL,
            "/var/lib/showdown-unit does not exist",
            "sudo install -d -o showdown -m 750 /var/lib/showdown-unit",
        ),
    ),
    (
        "a folder of somebody else",
        {"places": {"/var/lib/showdown-unit": replace(FOLDER, owner="root", writable=False)}},
        {},
        Finding(
            "state",
            Level.FAIL,
            "/var/lib/showdown-unit belongs to root, showdown may not write there",
            "sudo chown -R showdown /var/lib/showdown-unit",
        ),
    ),
    (
        "a folder of the unit's user, seen by another one",
        {
            "user": "ana",
            "places": {"/var/lib/showdown-unit": replace(FOLDER, readable=False, writable=False)},
        },
        {},
        Finding(
            "state",
            Level.FAIL,
            "/var/lib/showdown-unit belongs to showdown, ana may not write there",
            "run this as the unit's user: sudo -u showdown showdown-unit check",
        ),
    ),
    (
        "a folder of root's whose unit this user may not see",
        {
            "user": "ana",
            "running_unknown": True,
            "places": {
                "/var/lib/showdown-unit": replace(
                    FOLDER, owner="root", readable=False, writable=False
                )
            },
        },
        {},
        Finding(
            "state",
            Level.FAIL,
            "/var/lib/showdown-unit belongs to root, ana may not write there",
            "run this as the unit's user, or with sudo",
        ),
    ),
    (
        "a socket of the unit's user, seen by another one",
        {"user": "ana", "places": {"/run/showdown-unit": replace(FOLDER, writable=False)}},
        {},
        Finding(
            "link unix",
            Level.FAIL,
            "/run/showdown-unit belongs to showdown, ana may not write there",
            "run this as the unit's user: sudo -u showdown showdown-unit check",
        ),
    ),
    (
        "a unit that this user may not see",
        {"user": "ana", "running_unknown": True},
        {},
        Finding(
            "unit",
            Level.WARN,
            "ana may not look into the state folder, so one may be running",
            "run this as the unit's user, or with sudo",
        ),
    ),
    (
        "pins that a unit holds which this user may not see",
        {"line_users": {17: "showdown-unit", 5: "showdown-unit"}, "running_unknown": True},
        {},
        Finding("pins", Level.OK, "nobody else holds one of the board's pins"),
    ),
    (
        "a file in place of the folder",
        {"places": {"/var/lib/showdown-unit": replace(FOLDER, folder=False)}},
        {},
        Finding(
            "state",
            Level.FAIL,
            "/var/lib/showdown-unit is no folder",
            "name another as state.dir",
        ),
    ),
    (
        "a folder in memory",
        {"state_fs": "overlay"},
        {},
        Finding(
            "state",
            Level.WARN,
            "/var/lib/showdown-unit is on overlay: after a power cut the unit has forgotten its"
            " showdowns",
            "sudo sed -i 's/overlayroot=[^ ]* *//' /boot/firmware/cmdline.txt && sudo reboot, or"
            " mount a partition there (docs/install.md)",
        ),
    ),
    (
        "a folder in memory without an overlay",
        {"state_fs": "tmpfs"},
        {},
        Finding(
            "state",
            Level.WARN,
            "/var/lib/showdown-unit is on tmpfs: after a power cut the unit has forgotten its"
            " showdowns",
            "name a folder on a disk as state.dir",
        ),
    ),
    (
        "a unit that runs",
        {"running": 812},
        {},
        Finding("unit", Level.OK, "running as process 812"),
    ),
    (
        "no folder for the socket",
        {"places": {"/var/lib/showdown-unit": FOLDER}},
        {},
        Finding(
            "link unix",
            Level.FAIL,
            "/run/showdown-unit does not exist",
            "sudo install -d -o showdown -m 750 /run/showdown-unit (gone after the next boot: to"
            " keep one, name another place as links.unix)",
        ),
    ),
    (
        "no link at all",
        {},
        {"links__unix": ""},
        Finding("links", Level.WARN, "none is configured: no host can reach the unit"),
    ),
    (
        "a gadget that is not set up in config.txt",
        {},
        {"links__tty": [{"path": "/dev/ttyGS0"}]},
        Finding(
            "link /dev/ttyGS0",
            Level.FAIL,
            "/dev/ttyGS0 is not there",
            "sudo showdown-unit setup && sudo reboot",
        ),
    ),
    (
        "a Pi that can be no USB device",
        {"model": PI_3B},
        {"links__tty": [{"path": "/dev/ttyGS0"}]},
        Finding(
            "link /dev/ttyGS0",
            Level.FAIL,
            "/dev/ttyGS0 is not there",
            "a Raspberry Pi 3 B has no USB device port: use the UART",
        ),
    ),
    (
        "a UART that is not switched on",
        {"model": PI_4, "config_txt": "enable_uart=1\n"},
        {"links__tty": [{"path": "/dev/ttyAMA0", "uart": True}]},
        Finding(
            "link /dev/ttyAMA0",
            Level.FAIL,
            "/dev/ttyAMA0 is not there",
            "sudo showdown-unit setup && sudo reboot",
        ),
    ),
    (
        "a UART that is the console too",
        {
            "consoles": "ttyAMA0              -W- (EC   p a)  204:64\n",
            "places": {**GOOD.places, "/dev/serial0": TTY},
        },
        {"links__tty": [{"path": "/dev/serial0", "uart": True}]},
        Finding(
            "link /dev/serial0",
            Level.FAIL,
            "/dev/ttyAMA0 is the kernel's console too (UART_CONSOLE_CONFLICT): remove every"
            " console=serial0,… and console=ttyAMA0,… from /boot/firmware/cmdline.txt, run"
            " `systemctl mask serial-getty@ttyAMA0`, and restart the Pi",
            "sudo raspi-config nonint do_serial_cons 1 && sudo systemctl mask"
            " serial-getty@ttyAMA0 && sudo reboot",
        ),
    ),
    (
        "a tty of another group",
        {"places": {**GOOD.places, "/dev/ttyGS0": replace(TTY, group="tty", writable=False)}},
        {"links__tty": [{"path": "/dev/ttyGS0"}]},
        Finding(
            "link /dev/ttyGS0",
            Level.FAIL,
            "showdown may not open /dev/ttyGS0 (group tty)",
            "sudo usermod -aG tty showdown, then log in again",
        ),
    ),
]


@pytest.mark.parametrize(
    ("changes", "overrides", "wanted"),
    [row[1:] for row in TABLE],
    ids=[row[0] for row in TABLE],
)
def test_a_fault_is_found_with_its_mend(
    changes: dict[str, Any], overrides: dict[str, Any], wanted: Finding
):
    assert about(wanted.about, replace(GOOD, **changes), **overrides) == wanted


# --- libraries ----------------------------------------------------------------------------------

EMPTY_LGPIO = (
    "the Python module lgpio (/x/lgpio.py) is not lgpio 0.2.2 or later (PyPI's 0.0.0.2 is an"
    " empty file, which pip takes where no wheel fits): sudo apt install python3-lgpio"
)
FOREIGN_GPIOD = (
    "the Python module gpiod is version 1.5.4 (/x/gpiod.py), not libgpiod's 2.1 or later:"
    " /v/bin/python -m pip install 'gpiod>=2.1'"
)


def with_faults(**faults: str) -> Machine:
    spoiled = {name: Library(version="1", fault=fault) for name, fault in faults.items()}
    return replace(GOOD, libraries={**GOOD.libraries, **spoiled})


def test_auto_with_a_foreign_gpiod_warns_and_goes_on_with_lgpio():
    looks = found(with_faults(gpiod=FOREIGN_GPIOD))
    assert all_well(looks)
    assert [finding for finding in looks if finding.about.startswith("backend")] == [
        Finding(
            "backend gpiod",
            Level.WARN,
            "the Python module gpiod is version 1.5.4 (/x/gpiod.py), not libgpiod's 2.1 or later"
            " (bookworm: its python3-libgpiod is version 1: take gpiod from PyPI)",
            "/v/bin/python -m pip install 'gpiod>=2.1'",
        ),
        Finding("backend lgpio", Level.OK, "version 0.2.2.0"),
    ]


def test_auto_without_either_fails_on_both():
    looks = found(with_faults(gpiod=FOREIGN_GPIOD, lgpio=EMPTY_LGPIO))
    assert not all_well(looks)
    assert [(f.about, f.level) for f in looks if f.about.startswith("backend")] == [
        ("backend gpiod", Level.FAIL),
        ("backend lgpio", Level.FAIL),
    ]


def test_a_backend_asked_for_fails_alone():
    finding = about("backend lgpio", with_faults(lgpio=EMPTY_LGPIO), hardware__backend="lgpio")
    assert (finding.level, finding.mend) == (Level.FAIL, "sudo apt install python3-lgpio")
    assert finding.what.endswith("which pip takes where no wheel fits)")


def test_a_backend_that_does_not_know_this_pi_fails_whatever_is_installed():
    finding = about("backend pigpio", hardware__backend="pigpio")
    assert finding == Finding(
        "backend pigpio",
        Level.FAIL,
        "pigpio does not know the pins of a Raspberry Pi 5 B",
        'set hardware.backend = "auto"',
    )


def test_on_mock_pins_nothing_of_a_pi_is_asked_for():
    bare = Machine(
        user="me",
        member_of=frozenset(),
        listed_in=frozenset(),
        kernel="6.1",
        board=Board.named("default"),
        libraries={"gpiozero": Library(version="2.0.1")},
        places={"/tmp": FOLDER},
        state_fs="ext4",
    )
    looks = found(
        bare, hardware__backend="mock", state__dir="/tmp", links__unix="/tmp/showdown.sock"
    )
    assert [finding for finding in looks if finding.level is not Level.OK] == []


# --- the command --------------------------------------------------------------------------------


def test_a_finding_is_one_line_and_its_mend_another():
    finding = Finding("pwm", Level.FAIL, "it is off", "sudo reboot")
    assert cli_check.text_of(finding) == "fail  pwm: it is off\n      -> sudo reboot"
    assert cli_check.text_of(Finding("pwm", Level.OK, "on")) == "ok    pwm: on"


def test_what_is_not_named_is_not_there():
    assert GOOD.place("/nowhere") == GONE


def test_a_file_of_another_in_the_state_folder_keeps_the_unit_from_running():
    machine = replace(GOOD, state_strangers={"journal.lock": "root", "journal.sqlite": "root"})
    looked = about("state", machine)
    assert looked.level is Level.FAIL
    assert looked.what == (
        "/var/lib/showdown-unit belongs to showdown, journal.lock, journal.sqlite in it to root:"
        " the unit cannot use that"
    )
    assert looked.mend == "sudo chown -R showdown: /var/lib/showdown-unit"
