"""The preflight of the board: its file, its pins, the servo's pulses, the libraries."""

from __future__ import annotations

from showdown_hw.backends import AUTO
from showdown_hw.models import CONFIG_TXT, pwm_overlay
from showdown_unit.check_finding import (
    CONSUMER,
    Finding,
    Level,
    dotted,
    numbers,
    real,
    setup,
    split,
)
from showdown_unit.check_machine import Library, Machine
from showdown_unit.config import Config
from showdown_unit.setup_plan import lacking
from showdown_unit.setup_text import in_force

GPIOZERO_MIN = (2, 0, 1)

_NOT_LOOKED = Library(fault="nobody looked for it")


def board(config: Config, machine: Machine) -> Finding:
    """Whether the board file is right."""
    if machine.board is None:
        text = machine.board_problem or f"{config.hardware.board} cannot be read"
        return Finding("board", Level.FAIL, text, "correct hardware.board, or the board file")
    return Finding("board", Level.OK, f"{machine.board.name} ({len(machine.board.pins)} signals)")


def pins(config: Config, machine: Machine) -> list[Finding]:
    """Whether somebody else holds a pin of the board."""
    if machine.board is None or machine.header is None or not real(config):
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
    if machine.board is None or not real(config) or backend == "pigpio":
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
        sound = in_force(machine.config_txt, machine.model, "dtparam=audio")
        if sound == "on" and _shares(machine):
            found.append(
                Finding(
                    "sound",
                    Level.WARN,
                    "the headphone socket shares the PWM's clock: sound makes the servo twitch",
                    setup(config, machine),
                )
            )
        return found
    line = pwm_overlay(bcm)
    needed = wanted == "hardware" or _will_open(backend, machine) == "gpiod"
    level = Level.FAIL if needed else Level.WARN
    missing = lacking([line], machine.model, machine.config_txt)
    mend = setup(config, machine) if missing else "sudo reboot"
    return [Finding("pwm", level, machine.pwm_problem, mend)]


def _will_open(backend: str, machine: Machine) -> str:
    """The backend that opens: what `auto` takes, as far as its libraries tell."""
    if backend != "auto":
        return backend
    sound = [name for name in AUTO if machine.libraries.get(name, _NOT_LOOKED).fault is None]
    return sound[0] if sound else AUTO[0]


def _shares(machine: Machine) -> bool:
    return machine.model is not None and machine.model.headphones


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
    if numbers(library.version) < GPIOZERO_MIN:
        what = f"version {library.version} is older than {dotted(GPIOZERO_MIN)}"
        return Finding("gpiozero", Level.FAIL, what, "pip install 'gpiozero>=2.0.1'")
    return Finding("gpiozero", Level.OK, f"version {library.version}")


def _backend(name: str, machine: Machine, bad: Level) -> Finding:
    about = f"backend {name}"
    if machine.model is not None and name not in machine.model.backends:
        what = f"{name} does not know the pins of a Raspberry Pi {machine.model.name}"
        return Finding(about, Level.FAIL, what, 'set hardware.backend = "auto"')
    library = machine.libraries.get(name, _NOT_LOOKED)
    if library.fault is not None:
        finding = split(about, bad, library.fault)
        if machine.release is not None and name in machine.release.catches:
            catch = f"{finding.what} ({machine.release.codename}: {machine.release.catches[name]})"
            return Finding(about, bad, catch, finding.mend)
        return finding
    return Finding(about, Level.OK, f"version {library.version or 'unknown'}")
