"""The preflight: what is right and wrong on this computer, and the command that mends it.

Each function looks at one thing, and at nothing but the `Machine` and the configuration it gets.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import PurePosixPath

from showdown_hw.backends import AUTO
from showdown_hw.models import CONFIG_TXT, pwm_overlay
from showdown_unit.check_machine import Library, Machine, Place
from showdown_unit.config import Config
from showdown_unit.journal_place import VOLATILE
from showdown_unit.links.console import uart_console_conflict

CONSUMER = "showdown-unit"
"""What the unit calls itself where it holds a line."""

KERNEL_MIN = (5, 10)
"""The first with the interface that both good backends need."""

GPIOZERO_MIN = (2, 0, 1)

_MEND = re.compile(r"^(.*?)[:.] ((?:sudo |\S+ -m pip |[Uu]pdate |[Ss]et ).*)$", re.DOTALL)


_NOT_LOOKED = Library(fault="nobody looked for it")


class Level(StrEnum):
    """How bad: `fail` keeps the unit from running, or from running as configured."""

    OK = "ok"
    WARN = "warn"
    FAIL = "fail"


@dataclass(frozen=True, slots=True)
class Finding:
    """One look: at what, how it is, in words, and the command that mends it."""

    about: str
    level: Level
    what: str
    mend: str = ""


def findings(config: Config, machine: Machine) -> list[Finding]:
    """All of them, in the order in which they are best mended."""
    return [
        model(config, machine),
        kernel(machine),
        header(config, machine),
        *groups(config, machine),
        board(config, machine),
        *pins(config, machine),
        *pwm(config, machine),
        *backends(config, machine),
        state(config, machine),
        running(machine),
        *links(config, machine),
    ]


def all_well(found: Iterable[Finding]) -> bool:
    """Whether nothing failed."""
    return all(finding.level is not Level.FAIL for finding in found)


def _real(config: Config) -> bool:
    return config.hardware.backend != "mock"


def _split(about: str, level: Level, text: str) -> Finding:
    """A finding in another's words, which end in the command."""
    match = _MEND.match(text)
    return Finding(about, level, *(match.groups() if match else (text,)))


# --- the computer -------------------------------------------------------------------------------


def model(config: Config, machine: Machine) -> Finding:
    """Which Raspberry Pi this is."""
    if machine.model is not None:
        return Finding("model", Level.OK, machine.model_text or machine.model.name)
    if not _real(config):
        return Finding("model", Level.OK, "no Raspberry Pi: mock pins need none")
    if machine.model_text is None:
        return Finding(
            "model",
            Level.FAIL,
            "this is no Raspberry Pi, or the device tree is hidden",
            'set hardware.backend = "mock" to run without pins; or: showdown-unit bench',
        )
    what = f"{machine.model_text} is in no table of ours: it may work, nobody has tried"
    return Finding("model", Level.WARN, what)


def kernel(machine: Machine) -> Finding:
    """Whether the kernel has the second GPIO interface."""
    numbers = _numbers(machine.kernel)
    system = f" ({machine.release.codename})" if machine.release is not None else ""
    if numbers < KERNEL_MIN:
        return Finding(
            "kernel",
            Level.FAIL,
            f"{machine.kernel}{system} is too old: {_dotted(KERNEL_MIN)} or later is needed",
            "sudo apt full-upgrade && sudo reboot",
        )
    return Finding("kernel", Level.OK, f"{machine.kernel}{system}")


def header(config: Config, machine: Machine) -> Finding:
    """The GPIO chip of the 40-pin header, found by its label or named in the configuration."""
    chip = machine.header
    if chip is not None:
        return Finding("header", Level.OK, f"{chip.path}: {chip.label}, {chip.lines} lines")
    if not _real(config):
        return Finding("header", Level.OK, "not needed: mock pins")
    return _split("header", Level.FAIL, machine.header_problem or "no GPIO chip was found")


def groups(config: Config, machine: Machine) -> list[Finding]:
    """Whether the user may open pins and serial ports."""
    wanted = ["gpio"] if _real(config) else []
    wanted += ["dialout"] if config.links.tty else []
    return [_group(name, machine) for name in wanted]


def _group(name: str, machine: Machine) -> Finding:
    about = f"group {name}"
    if machine.user == "root":
        return Finding(about, Level.OK, "root needs none")
    if name in machine.member_of:
        return Finding(about, Level.OK, f"{machine.user} is in it")
    if name in machine.listed_in:
        what = f"{machine.user} is in it, but only from the next login on"
        return Finding(about, Level.FAIL, what, "log out and in again, or reboot")
    return Finding(
        about,
        Level.FAIL,
        f"{machine.user} is not in it (is this the unit's user?)",
        f"sudo usermod -aG {name} {machine.user}, then log in again",
    )


# --- the board ----------------------------------------------------------------------------------


def board(config: Config, machine: Machine) -> Finding:
    """Whether the board file is right."""
    if machine.board is None:
        text = machine.board_problem or f"{config.hardware.board} cannot be read"
        return Finding("board", Level.FAIL, text, "correct hardware.board, or the board file")
    return Finding("board", Level.OK, f"{machine.board.name} ({len(machine.board.pins)} signals)")


def pins(config: Config, machine: Machine) -> list[Finding]:
    """Whether somebody else holds a pin of the board."""
    if machine.board is None or machine.header is None or not _real(config):
        return []
    taken: list[Finding] = []
    for signal, spec in machine.board.pins.items():
        user = machine.line_users.get(spec.bcm)
        if user is None or (_may_run(machine) and _ours(user)):
            continue
        taken.append(
            Finding(
                f"pin {signal}",
                Level.FAIL,
                f"GPIO{spec.bcm} is held by {user}",
                f"stop {user}, or take the overlay that uses GPIO{spec.bcm} out of {CONFIG_TXT}"
                " and reboot, or choose another pin in the board file",
            )
        )
    return taken or [Finding("pins", Level.OK, "nobody else holds one of the board's pins")]


def _may_run(machine: Machine) -> bool:
    return machine.running is not None or machine.running_unknown


def _ours(user: str) -> bool:
    return user in (CONSUMER, "lg", "gpiozero")


def pwm(config: Config, machine: Machine) -> list[Finding]:
    """Whether the servo's pulses come from the hardware."""
    wanted, backend = config.launcher.pwm, config.hardware.backend
    if machine.board is None or not _real(config) or backend == "pigpio":
        return []
    if machine.model_text is None:
        what = "a Raspberry Pi alone has the hardware PWM that the servo needs"
        return [Finding("pwm", Level.FAIL, what)]
    if wanted == "software":
        what = "the servo's pulses are made in software, as launcher.pwm asks: they jitter"
        return [Finding("pwm", Level.WARN, what)]
    bcm = machine.board.pins["launcher_pwm"].bcm
    if machine.pwm_problem is None:
        found = [Finding("pwm", Level.OK, f"the hardware PWM is on GPIO{bcm}")]
        if "dtparam=audio=on" in _active_lines(machine.config_txt) and _shares(machine):
            found.append(
                Finding(
                    "sound",
                    Level.WARN,
                    "the headphone socket shares the PWM's clock: sound makes the servo twitch",
                    f"sudo sed -i s/^dtparam=audio=on/dtparam=audio=off/ {CONFIG_TXT}"
                    " && sudo reboot",
                )
            )
        return found
    line = pwm_overlay(bcm)
    needed = wanted == "hardware" or _will_open(backend, machine) == "gpiod"
    level = Level.FAIL if needed else Level.WARN
    written = [old for old in _active_lines(machine.config_txt) if old.startswith("dtoverlay=pwm")]
    if line in written:
        mend = "sudo reboot"
    elif written:
        mend = f"sudo sed -i 's/^dtoverlay=pwm.*/{line}/' {CONFIG_TXT} && sudo reboot"
    else:
        mend = f"echo {line} | sudo tee -a {CONFIG_TXT} && sudo reboot"
    return [Finding("pwm", level, machine.pwm_problem, mend)]


def _will_open(backend: str, machine: Machine) -> str:
    """The backend that opens: what `auto` takes, as far as its libraries tell."""
    if backend != "auto":
        return backend
    sound = [name for name in AUTO if machine.libraries.get(name, _NOT_LOOKED).fault is None]
    return sound[0] if sound else AUTO[0]


def _shares(machine: Machine) -> bool:
    return machine.model is not None and machine.model.headphones


def _active_lines(config_txt: str) -> list[str]:
    return [line.strip() for line in config_txt.splitlines()]


# --- the libraries ------------------------------------------------------------------------------


def backends(config: Config, machine: Machine) -> list[Finding]:
    """gpiozero, and what reads and writes the pins."""
    found = [_gpiozero(machine.libraries.get("gpiozero", Library()))]
    wanted = config.hardware.backend
    if wanted == "mock":
        return [*found, Finding("backend", Level.OK, "mock: no pins, robots or nobody")]
    if wanted != "auto":
        return [*found, _backend(wanted, machine, Level.FAIL)]
    best, second = (_backend(name, machine, Level.WARN) for name in AUTO)
    if best.level is Level.OK:
        return [*found, best]
    if second.level is Level.OK:
        return [*found, best, second]
    return [
        *found,
        Finding(best.about, Level.FAIL, best.what, best.mend),
        Finding(second.about, Level.FAIL, second.what, second.mend),
    ]


def _gpiozero(library: Library) -> Finding:
    if library.version is None:
        return Finding("gpiozero", Level.FAIL, "it is missing", "sudo apt install python3-gpiozero")
    if _numbers(library.version) < GPIOZERO_MIN:
        what = f"version {library.version} is older than {_dotted(GPIOZERO_MIN)}"
        return Finding("gpiozero", Level.FAIL, what, "pip install 'gpiozero>=2.0.1'")
    return Finding("gpiozero", Level.OK, f"version {library.version}")


def _backend(name: str, machine: Machine, bad: Level) -> Finding:
    about = f"backend {name}"
    if machine.model is not None and name not in machine.model.backends:
        what = f"{name} does not know the pins of a Raspberry Pi {machine.model.name}"
        return Finding(about, Level.FAIL, what, 'set hardware.backend = "auto"')
    library = machine.libraries.get(name, _NOT_LOOKED)
    if library.fault is not None:
        finding = _split(about, bad, library.fault)
        if machine.release is not None and name in machine.release.catches:
            catch = f"{finding.what} ({machine.release.codename}: {machine.release.catches[name]})"
            return Finding(about, bad, catch, finding.mend)
        return finding
    return Finding(about, Level.OK, f"version {library.version or 'unknown'}")


# --- state and links ----------------------------------------------------------------------------


def state(config: Config, machine: Machine) -> Finding:
    """The journal's folder: there, ours, and on a disk that survives."""
    folder, user = config.state.dir, machine.user
    place = machine.place(folder)
    make = f"sudo install -d -o {user} -m 750 {folder}"
    if not place.exists:
        return Finding("state", Level.FAIL, f"{folder} does not exist", make)
    if not place.folder:
        return Finding("state", Level.FAIL, f"{folder} is no folder", "name another as state.dir")
    if not (place.readable and place.writable):
        what = f"{folder} belongs to {place.owner}, {user} may not write there"
        mend = _as_its_user(place, machine) or f"sudo chown -R {user} {folder}"
        return Finding("state", Level.FAIL, what, mend)
    if machine.state_fs is None or machine.state_fs in VOLATILE:
        kind = machine.state_fs or "a file system that nobody knows"
        what = f"{folder} is on {kind}: after a power cut the unit has forgotten its showdowns"
        mend = "sudo raspi-config nonint disable_overlayfs && sudo reboot, or name a folder on disk"
        return Finding("state", Level.WARN, what, mend)
    return Finding("state", Level.OK, f"{folder} on {machine.state_fs}, owned by {place.owner}")


def _as_its_user(place: Place, machine: Machine) -> str | None:
    """What to do where a place is somebody's already: surely the unit's own user's."""
    if place.owner == machine.user:
        return None
    if machine.running_unknown:
        return "run this as the unit's user, or with sudo"
    if place.owner in ("", "root"):
        return None
    return f"run this as the unit's user: sudo -u {place.owner} showdown-unit check"


def running(machine: Machine) -> Finding:
    """Whether a unit runs already."""
    if machine.running_unknown:
        what = f"{machine.user} may not look into the state folder, so one may be running"
        return Finding("unit", Level.WARN, what, "run this as the unit's user, or with sudo")
    if machine.running is None:
        return Finding("unit", Level.OK, "none is running here")
    return Finding("unit", Level.OK, f"running as process {machine.running}")


def links(config: Config, machine: Machine) -> list[Finding]:
    """Whether what hosts connect to is there, and nobody else uses it."""
    paths = {"link unix": config.links.unix, "link pty": config.links.pty}
    found = [_socket(about, path, machine) for about, path in paths.items() if path]
    found += [_tty(tty.path, machine, uart=tty.uart) for tty in config.links.tty]
    nothing = Finding("links", Level.WARN, "none is configured: no host can reach the unit")
    return found or [nothing]


def _socket(about: str, path: str, machine: Machine) -> Finding:
    if machine.place(path).exists and machine.running is not None:
        return Finding(about, Level.OK, f"{path} is there")
    folder = str(PurePosixPath(path).parent)
    place, user = machine.place(folder), machine.user
    if not place.exists:
        make = f"sudo install -d -o {user} -m 750 {folder}"
        if PurePosixPath("/run") in PurePosixPath(folder).parents:
            make += " (gone after the next boot: to keep one, name another place as links."
            make += f"{about.removeprefix('link ')})"
        return Finding(about, Level.FAIL, f"{folder} does not exist", make)
    if not place.writable:
        what = f"{folder} belongs to {place.owner}, {user} may not write there"
        mend = _as_its_user(place, machine) or f"sudo chown {user} {folder}"
        return Finding(about, Level.FAIL, what, mend)
    return Finding(about, Level.OK, f"{path} can be made")


def _tty(path: str, machine: Machine, *, uart: bool) -> Finding:
    about, place = f"link {path}", machine.place(path)
    if not place.exists:
        return Finding(about, Level.FAIL, f"{path} is not there", _tty_mend(machine, uart=uart))
    conflict = uart_console_conflict(machine.consoles, place.target or path) if uart else None
    if conflict is not None:
        console = PurePosixPath(place.target or path).name
        mend = (
            "sudo raspi-config nonint do_serial_cons 1 && sudo systemctl mask"
            f" serial-getty@{console} && sudo reboot"
        )
        return Finding(about, Level.FAIL, conflict, mend)
    if not (place.readable and place.writable):
        what = f"{machine.user} may not open {path} (group {place.group})"
        mend = f"sudo usermod -aG {place.group} {machine.user}, then log in again"
        return Finding(about, Level.FAIL, what, mend)
    return Finding(about, Level.OK, f"{path} is there")


def _tty_mend(machine: Machine, *, uart: bool) -> str:
    model = machine.model
    if model is None:
        return "look at the cable and the path"
    lines: Sequence[str] = model.uart_lines if uart else model.usb_lines
    if not lines:
        return f"a Raspberry Pi {model.name} has no USB device port: use the UART"
    missing = [line for line in lines if line not in _active_lines(machine.config_txt)]
    if missing:
        text = "\\n".join(missing)
        return f"printf '{text}\\n' | sudo tee -a {CONFIG_TXT} && sudo reboot"
    return "sudo reboot" if uart else "sudo systemctl enable --now showdown-gadget"


# --- numbers ------------------------------------------------------------------------------------


def _numbers(version: str) -> tuple[int, ...]:
    match = re.match(r"\d+(?:\.\d+)*", version)
    return tuple(int(part) for part in match[0].split(".")) if match else ()


def _dotted(numbers: Sequence[int]) -> str:
    return ".".join(map(str, numbers))
