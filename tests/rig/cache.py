"""Where the rig's parts are kept: each under the hash of whatever it was made from."""

from __future__ import annotations

import hashlib
import os
import subprocess
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from rig import qemu

HERE = Path(__file__).parent
STEPS = HERE / "build"
_DIGITS = 12


@dataclass(frozen=True, slots=True)
class Parts:
    """The folders of the rig's parts; a part is whole when its folder is there."""

    root: Path
    kernel: Path
    disk: Path
    snapshot: Path

    @property
    def image(self) -> qemu.Image:
        """What the guest boots from."""
        return qemu.Image(self.kernel / "vmlinuz", self.disk / "initrd", self.disk / "root.img")

    @property
    def python(self) -> Path:
        """The guest's Python, as the host can run it."""
        return self.disk / "python"

    def missing(self) -> list[str]:
        """What is not built yet, in the order of building."""
        parts = {"kernel": self.kernel, "disk": self.disk, "snapshot": self.snapshot}
        return [name for name, folder in parts.items() if not folder.is_dir()]


def root() -> Path:
    """$SHOWDOWN_RIG_CACHE, or showdown-rig in the user's cache folder."""
    named = os.environ.get("SHOWDOWN_RIG_CACHE")
    if named:
        return Path(named).absolute()
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "showdown-rig"


def parts() -> Parts:
    """The parts that today's scripts and today's QEMU ask for."""
    base = root()
    common = STEPS / "common.sh"
    kernel = digest([common, STEPS / "kernel.sh"])
    disk = digest([common, STEPS / "root.sh", HERE / "guest" / "agent.py"], kernel)
    snapshot = digest([HERE / "qemu.py"], disk, qemu_version())
    return Parts(
        base, base / f"kernel-{kernel}", base / f"disk-{disk}", base / f"snapshot-{snapshot}"
    )


def digest(files: Iterable[Path], *words: str) -> str:
    """A short hash of the files' contents and the words."""
    hashed = hashlib.sha256()
    for file in files:
        hashed.update(hashlib.sha256(file.read_bytes()).digest())
    for word in words:
        hashed.update(word.encode() + b"\0")
    return hashed.hexdigest()[:_DIGITS]


def qemu_version() -> str:
    """A snapshot is only good for the QEMU that made it; empty where there is none."""
    try:
        found = subprocess.run([qemu.PROGRAM, "--version"], capture_output=True, text=True)
    except FileNotFoundError:
        return ""
    return found.stdout.partition("\n")[0]
