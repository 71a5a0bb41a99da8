"""The preflight of the links: sockets, serial ports, the USB device port."""

from __future__ import annotations

from pathlib import PurePosixPath

from showdown_unit.check_finding import Finding, Level, setup
from showdown_unit.check_machine import Machine
from showdown_unit.check_state import as_its_user
from showdown_unit.check_system import Controller
from showdown_unit.config import Config
from showdown_unit.links.console import uart_console_conflict
from showdown_unit.service_state import GADGET
from showdown_unit.setup_plan import lacking


def links(config: Config, machine: Machine) -> list[Finding]:
    """Whether what hosts connect to is there, and nobody else uses it."""
    paths = {"link unix": config.links.unix, "link pty": config.links.pty}
    found = [_socket(about, path, machine) for about, path in paths.items() if path]
    found += [_tty(tty.path, config, machine, uart=tty.uart) for tty in config.links.tty]
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
        mend = as_its_user(place, machine) or f"sudo chown {user} {folder}"
        return Finding(about, Level.FAIL, what, mend)
    return Finding(about, Level.OK, f"{path} can be made")


def _tty(path: str, config: Config, machine: Machine, *, uart: bool) -> Finding:
    about, place = f"link {path}", machine.place(path)
    if not place.exists:
        mend = _tty_mend(config, machine, uart=uart)
        return Finding(about, Level.FAIL, f"{path} is not there", mend)
    conflict = uart_console_conflict(machine.consoles, place.target or path) if uart else None
    if conflict is not None:
        console = PurePosixPath(place.target or path).name
        mend = (
            "sudo raspi-config nonint do_serial_cons 1 && sudo systemctl mask"
            f" serial-getty@{console} && sudo reboot"
        )
        return Finding(about, Level.FAIL, conflict, mend)
    for getty in machine.gettys:
        if getty.partition("@")[2] == PurePosixPath(place.target or path).name:
            mend = f"sudo systemctl disable --now {getty} && sudo systemctl mask {getty}"
            return Finding(about, Level.FAIL, f"{getty} asks for a login on {path}", mend)
    if not (place.readable and place.writable):
        what = f"{machine.user} may not open {path} (group {place.group})"
        mend = f"sudo usermod -aG {place.group} {machine.user}, then log in again"
        return Finding(about, Level.FAIL, what, mend)
    return Finding(about, Level.OK, f"{path} is there")


def _tty_mend(config: Config, machine: Machine, *, uart: bool) -> str:
    model = machine.model
    if model is None:
        return "look at the cable and the path"
    lines = model.uart_lines if uart else model.usb_lines
    if not lines:
        return f"a Raspberry Pi {model.name} has no USB device port: use the UART"
    if lacking(lines, model, machine.config_txt):
        return setup(config, machine)
    return "sudo reboot" if uart else "sudo systemctl enable --now showdown-gadget"


# --- the USB device port ------------------------------------------------------------------------


def gadget(config: Config, machine: Machine) -> list[Finding]:
    """Whether the USB device port is the unit's; nothing where no link goes by it."""
    ports = [tty for tty in config.links.tty if PurePosixPath(tty.path).name.startswith("ttyGS")]
    if not ports or machine.model is None or not machine.model.usb_lines:
        return []
    if not machine.controllers:
        missing = lacking(machine.model.usb_lines, machine.model, machine.config_txt)
        mend = setup(config, machine) if missing else "sudo reboot"
        return [Finding("usb", Level.FAIL, "there is no USB device controller", mend)]
    return [_controller(machine.controllers[0], machine)]


def _controller(port: Controller, machine: Machine) -> Finding:
    if port.holder and not port.ours:
        what = f"the controller {port.name} is taken by {port.holder}"
        return Finding("usb", Level.FAIL, what, _free(port.holder))
    service = machine.services.get(GADGET)
    if not port.holder:
        again = service is not None and service.active
        mend = "restart" if again else "enable --now"
        what = f"nothing is on the controller {port.name}"
        return Finding("usb", Level.FAIL, what, f"sudo systemctl {mend} showdown-gadget")
    if port.state == "configured":
        return Finding("usb", Level.OK, f"{port.name}: a host has recognised the unit")
    what = f"{port.name} is {port.state}: no host sees the unit"
    if machine.model is not None and machine.model.usb_device:
        what += f"; its port is {machine.model.usb_device}"
    mend = "a cable that carries data, in that port; dmesg on the host"
    return Finding("usb", Level.WARN, what, mend)


def _free(holder: str) -> str:
    if holder == "g_ether":
        return (
            "sudo rpi-usb-gadget off && sudo reboot; or take g_ether out of modules-load= in"
            " /boot/firmware/cmdline.txt"
        )
    if holder.startswith("g_"):
        return (
            f"take {holder} out of modules-load= in /boot/firmware/cmdline.txt and out of"
            " /etc/modules-load.d/, then sudo reboot"
        )
    return "disable the service that made it, then sudo reboot"
