"""The preflight of what survives a restart, and of a unit that runs already."""

from __future__ import annotations

from showdown_unit.check_finding import Finding, Level
from showdown_unit.check_machine import Machine, Place
from showdown_unit.config import Config
from showdown_unit.journal_place import VOLATILE

OVERLAYS = frozenset({"overlay", "overlayfs"})
OVERLAY_OFF = "sudo sed -i 's/overlayroot=[^ ]* *//' /boot/firmware/cmdline.txt && sudo reboot"
"""Root written to the card again. raspi-config's switch finds no word with `recurse=0`."""


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
        mend = as_its_user(place, machine) or f"sudo chown -R {user} {folder}"
        return Finding("state", Level.FAIL, what, mend)
    if machine.state_strangers:
        names, owners = list(machine.state_strangers), sorted({*machine.state_strangers.values()})
        what = (
            f"{folder} belongs to {place.owner}, {', '.join(names)} in it to {', '.join(owners)}:"
            " the unit cannot use that"
        )
        return Finding("state", Level.FAIL, what, f"sudo chown -R {place.owner}: {folder}")
    if machine.state_fs is None or machine.state_fs in VOLATILE:
        kind = machine.state_fs or "a file system that nobody knows"
        what = f"{folder} is on {kind}: after a power cut the unit has forgotten its showdowns"
        mend = "name a folder on a disk as state.dir"
        if machine.state_fs in OVERLAYS:
            mend = f"{OVERLAY_OFF}, or mount a partition there (docs/install.md)"
        return Finding("state", Level.WARN, what, mend)
    return Finding("state", Level.OK, f"{folder} on {machine.state_fs}, owned by {place.owner}")


def as_its_user(place: Place, machine: Machine) -> str | None:
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
