"""The udev rules: well-formed, and what they do to devices, by a reader of the language's core."""

from __future__ import annotations

import re
import shutil
import subprocess
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from pathlib import Path

import pytest

from showdown_protocol import usb

RULES = Path(__file__).parents[2] / "systemd/udev"
UNIT = RULES / "60-showdown-unit.rules"
HOST = RULES / "60-showdown-host.rules"
BOTH = pytest.mark.parametrize("path", [UNIT, HOST], ids=lambda path: path.stem)

TOKEN = re.compile(r'([A-Z]+)(?:\{([^}]+)\})?(==|!=|\+=|=)"([^"]*)"')
VENDOR, ID, PRODUCT = f"{usb.VENDOR_ID:04x}", f"{usb.PRODUCT_ID:04x}", usb.PRODUCT


@dataclass
class Device:
    """A device as rules ask for it; `parents` has attributes by level, the nearest first."""

    subsystem: str
    kernel: str
    attr: dict[str, str] = field(default_factory=dict)
    parents: list[dict[str, str]] = field(default_factory=list)
    devtype: str = ""
    action: str = "add"
    files: tuple[str, ...] = ()
    programs: tuple[str, ...] = ()


@dataclass
class Done:
    """What the rules came to."""

    env: dict[str, str] = field(default_factory=dict)
    set: dict[str, str] = field(default_factory=dict)
    links: list[str] = field(default_factory=list)
    tags: list[str] = field(default_factory=list)
    run: list[str] = field(default_factory=list)
    written: dict[str, str] = field(default_factory=dict)


def lines(path: Path) -> list[list[tuple[str, str, str, str]]]:
    """The rules as lists of key, attribute, operator, value. Fails on what it does not know."""
    found = []
    for line in path.read_text().splitlines():
        if not line or line.startswith("#"):
            continue
        rest = TOKEN.sub("", line)
        assert set(rest) <= {",", " "}, f"{path.name}: {line}"
        assert rest.count(",") == len(TOKEN.findall(line)) - 1, f"{path.name}: {line}"
        found.append(TOKEN.findall(line))
    return found


def apply(path: Path, device: Device) -> Done:
    done = Done()
    skip_to = None
    for rule in lines(path):
        if skip_to is not None:
            if rule == [("LABEL", "", "=", skip_to)]:
                skip_to = None
            continue
        parent: dict[str, str] = {}
        tests = [token for token in rule if token[2] in ("==", "!=")]
        if all(_matches(token, device, rule, parent) for token in tests):
            for key, name, _, value in (token for token in rule if token not in tests):
                if key == "GOTO":
                    skip_to = value
                else:
                    _do(done, key, name, value.replace("$attr{serial}", parent.get("serial", "")))
    assert skip_to is None, f"{path.name}: no label {skip_to}"
    return done


def _matches(
    token: tuple[str, str, str, str],
    device: Device,
    rule: list[tuple[str, str, str, str]],
    parent: dict[str, str],
) -> bool:
    key, name, operator, value = token
    if key == "ATTRS":  # all of them at one and the same level
        wanted = [(n, v) for k, n, o, v in rule if k == "ATTRS"]
        for level in [device.attr, *device.parents]:
            if all(level.get(n) == v for n, v in wanted):
                parent.update(level)
                return True
        return False
    if key == "TEST":
        return (value in device.files or value in device.attr) == (operator == "==")
    if key == "PROGRAM":
        return value.replace("%k", device.kernel) in device.programs
    told = {
        "ACTION": device.action,
        "SUBSYSTEM": device.subsystem,
        "KERNEL": device.kernel,
        "ATTR": device.attr.get(name, ""),
        "ENV": {"DEVTYPE": device.devtype}.get(name, ""),
    }[key]
    return fnmatchcase(told, value) == (operator == "==")


def _do(done: Done, key: str, name: str, text: str) -> None:
    match key:
        case "ENV":
            done.env[name] = text
        case "SYMLINK":
            done.links.append(text)
        case "TAG":
            done.tags.append(text)
        case "RUN":
            done.run.append(text)
        case "ATTR":
            done.written[name] = text
        case "GROUP" | "MODE":
            done.set[key] = text
        case "LABEL":
            pass
        case _:
            raise AssertionError(f"an assignment that nobody knows: {key}")


# --- the files ------------------------------------------------------------------------------------


@BOTH
def test_every_line_reads_as_a_rule(path: Path) -> None:
    assert len(lines(path)) > 3


@BOTH
def test_udev_itself_finds_nothing(path: Path) -> None:
    tool = shutil.which("udevadm")
    if tool is None:
        pytest.skip("udevadm is missing: apt-get install udev")
    told = subprocess.run([tool, "--version"], capture_output=True, text=True, check=True).stdout
    if int(re.match(r"\d+", told)[0]) < 254:  # type: ignore[index]
        pytest.skip(f"udevadm {told.strip()} cannot verify (254 can); the reader above does here")
    words = [tool, "verify", "--resolve-names=never", "--no-style", str(path)]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@BOTH
def test_the_name_sorts_before_the_seats_rules(path: Path) -> None:
    assert path.name < "73-seat-late.rules"
    assert path.name > "50-udev-default.rules"


# --- the host's side ------------------------------------------------------------------------------


def stick(product: str = PRODUCT, vendor: str = VENDOR, id_: str = ID) -> dict[str, str]:
    return {"idVendor": vendor, "idProduct": id_, "product": product, "serial": "10000000abcdef01"}


def host_device(**words: str) -> Done:
    attr = {**stick(**words), "power/control": "auto"}
    return apply(HOST, Device("usb", "1-2", attr, devtype="usb_device"))


def host_tty(**words: str) -> Done:
    interface = {"bInterfaceClass": "02"}
    hub = {"idVendor": "1d6b", "idProduct": "0002", "product": "xHCI", "serial": "0000:00:14.0"}
    return apply(HOST, Device("tty", "ttyACM3", parents=[interface, stick(**words), hub]))


def test_the_port_has_a_name_that_stays_and_is_for_whoever_sits_there() -> None:
    done = host_tty()
    assert done.links == ["showdown-10000000abcdef01"]
    assert done.tags == ["uaccess"]


def test_modemmanager_is_kept_off_port_and_device() -> None:
    assert host_tty().env == {"ID_MM_DEVICE_IGNORE": "1", "ID_MM_PORT_IGNORE": "1"}
    assert host_device().env == {"ID_MM_DEVICE_IGNORE": "1", "MTP_NO_PROBE": "1"}


def test_the_device_is_never_put_to_sleep() -> None:
    assert host_device().written == {"power/control": "on"}


@pytest.mark.parametrize(
    "other", [{"product": "Logic Analyser"}, {"vendor": "1d6b"}, {"id_": "0002"}]
)
def test_others_with_a_part_of_the_identity_are_left_alone(other: dict[str, str]) -> None:
    assert host_tty(**other) == Done()
    assert host_device(**other) == Done()


def test_a_unit_behind_another_device_is_not_pieced_together() -> None:
    other, half = stick(product="Hub"), {"product": PRODUCT, "serial": "x"}
    assert apply(HOST, Device("tty", "ttyACM0", parents=[half, other])) == Done()


def test_nothing_happens_when_it_goes() -> None:
    gone = Device("tty", "ttyACM3", parents=[stick()], action="remove")
    assert apply(HOST, gone) == Done()


def test_whose_group_the_port_is_stays_the_systems_affair() -> None:
    assert host_tty().set == {}


# --- the unit's side ------------------------------------------------------------------------------

OURS = ("/usr/lib/showdown-unit/gadget owns ttyGS1",)
PI_OS = [("/etc/udev/rules.d/99-com.rules",), ("/usr/lib/udev/rules.d/99-com.rules",)]
CHIP = Device("gpio", "gpiochip0")
PWM = Device("pwm", "pwmchip0", action="change")


def test_the_units_own_port_has_a_name_that_stays() -> None:
    done = apply(UNIT, Device("tty", "ttyGS1", programs=OURS))
    assert done.links == ["showdown-gadget"]
    assert done.env == {"ID_MM_PORT_IGNORE": "1"}


def test_the_port_of_another_gadget_has_not() -> None:
    assert apply(UNIT, Device("tty", "ttyGS0", programs=OURS)) == Done()


def test_the_script_that_is_asked_is_the_one_installed() -> None:
    service = (RULES.parent / "showdown-gadget.service").read_text()
    assert "ExecStart=/usr/lib/showdown-unit/gadget up" in service


def test_without_raspberry_pi_os_pins_and_pwm_are_the_groups() -> None:
    assert apply(UNIT, CHIP).set == {"GROUP": "gpio", "MODE": "0660"}
    assert apply(UNIT, Device("rpi-gpiomem", "gpiomem0")).set == {"GROUP": "gpio", "MODE": "0660"}
    assert apply(UNIT, PWM).run == ["/bin/sh -c 'chgrp -R gpio /sys%p && chmod -R g=u /sys%p'"]


@pytest.mark.parametrize("files", PI_OS)
@pytest.mark.parametrize("device", [CHIP, PWM], ids=["gpio", "pwm"])
def test_raspberry_pi_oss_own_rules_stand(device: Device, files: tuple[str, ...]) -> None:
    assert apply(UNIT, Device(**{**vars(device), "files": files})) == Done()


def test_pins_in_sysfs_are_nobodys() -> None:
    assert apply(UNIT, Device("gpio", "gpio17")) == Done()
