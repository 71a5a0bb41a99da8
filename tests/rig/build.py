"""`make rig`: build what is missing of the rig, and say what that takes before it is done.

Nothing is installed into the guest's host beyond the Debian packages that it names.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from rig import cache, qemu

PACKAGES = (
    *("qemu-system-x86", "qemu-utils", "mmdebstrap", "gcc-12", "make", "bc", "xz-utils"),
    *("libelf1", "e2fsprogs", "python3-venv", "debian-archive-keyring"),
)
TAKES = {
    "kernel": "Debian's 6.12 kernel, and gpio-sim for it as a module: about 250 MB fetched, 70 s",
    "disk": "Debian 13 with Python and the GPIO libraries: about 60 MB fetched, 60 s",
    "snapshot": "the guest booted once: nothing fetched, 30 s",
}
KEPT_S = 14 * 86400
"""Parts that no checkout used for so long are removed."""


class CannotBuildError(Exception):
    """Something that the build needs is not there; the message says what to do."""


def main() -> int:
    """Build what is missing; the exit status."""
    try:
        build()
    except CannotBuildError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


def build() -> cache.Parts:
    """All parts, those that are missing built now."""
    parts = cache.parts()
    if not parts.missing():
        print(f"the rig is there: {parts.root}")
        touch(parts)
        return parts
    packages = absent()
    print(f"The rig is built in {parts.root} (about 1.2 GB; SHOWDOWN_RIG_CACHE moves it):")
    if packages:
        print(f"  host      Debian packages, installed by apt-get: {' '.join(packages)}")
    for part in parts.missing():
        print(f"  {part:9s} {TAKES[part]}")
    sys.stdout.flush()
    if packages or parts.missing() != ["snapshot"]:
        need_root(parts)
    if packages:
        install(packages)
        parts = cache.parts()  # QEMU's version is known now
    began = time.monotonic()
    makers: dict[str, Callable[[Path], None]] = {
        "kernel": lambda out: step("kernel", out),
        "disk": lambda out: step("root", out, KERNEL=str(parts.kernel)),
        "snapshot": lambda out: qemu.make_snapshot(parts.image, out / "disk.qcow2"),
    }
    folders = {"kernel": parts.kernel, "disk": parts.disk, "snapshot": parts.snapshot}
    parts.root.mkdir(parents=True, exist_ok=True)
    for part in parts.missing():
        at = time.monotonic()
        make(folders[part], makers[part])
        print(f"{part} built in {time.monotonic() - at:.0f} s", flush=True)
    shutil.rmtree(parts.root / "apt", ignore_errors=True)
    touch(parts)
    prune(parts)
    print(f"the rig was built in {time.monotonic() - began:.0f} s: {parts.root}", flush=True)
    return parts


def need_root(parts: cache.Parts) -> None:
    """mmdebstrap and chroot want it; a rig that is built is used by anyone."""
    if shutil.which("apt-get") is None:
        msg = (
            "The rig is built on Debian 12 or 13 (apt-get, mmdebstrap, gcc-12), which this machine"
            " is not. Everything else is tested without it: make test"
        )
        raise CannotBuildError(msg)
    if os.geteuid() != 0:
        msg = (
            "Building the rig needs root, for mmdebstrap and chroot; using it does not. Build it"
            f" once with:\n  sudo SHOWDOWN_RIG_CACHE={parts.root} PYTHONPATH={cache.HERE.parent}"
            f" {sys.executable} -m rig.build"
        )
        raise CannotBuildError(msg)


def absent() -> list[str]:
    """The Debian packages that are not installed here."""
    if shutil.which("dpkg-query") is None:
        return list(PACKAGES)
    found = subprocess.run(
        ["dpkg-query", "--show", "--showformat=${Package} ${db:Status-Status}\n", *PACKAGES],
        capture_output=True,
        text=True,
    )
    there = {line.split()[0] for line in found.stdout.splitlines() if line.endswith(" installed")}
    return [package for package in PACKAGES if package not in there]


def install(packages: list[str]) -> None:
    """Install them, asking first where somebody can answer."""
    if sys.stdin.isatty() and input("Install these packages? [Y/n] ").strip().lower() in (
        "n",
        "no",
    ):
        msg = f"Install them yourself: sudo apt-get install {' '.join(packages)}"
        raise CannotBuildError(msg)
    command = ["apt-get", "install", "-y", "-qq", "--no-install-recommends", *packages]
    quiet = {"DEBIAN_FRONTEND": "noninteractive"}
    for words in (["apt-get", "update", "-qq"], command):
        done = subprocess.run(words, env=os.environ | quiet, stdout=subprocess.DEVNULL)
        if done.returncode != 0:
            msg = f"`{' '.join(words)}` failed: is there a network? Nothing was built."
            raise CannotBuildError(msg)


def step(name: str, out: Path, **variables: str) -> None:
    """One of the scripts in build/."""
    with tempfile.TemporaryDirectory(dir=out.parent, prefix="work-") as work:
        places = {"OUT": str(out), "WORK": work, "APT": str(out.parent / "apt")}
        script = cache.STEPS / f"{name}.sh"
        done = subprocess.run(["bash", script], env=os.environ | places | variables)
    if done.returncode != 0:
        msg = f"{script} failed, see above. Nothing of it is kept."
        raise CannotBuildError(msg)


def make(folder: Path, maker: Callable[[Path], None]) -> None:
    """Make a part's folder, there only once it is whole."""
    with tempfile.TemporaryDirectory(dir=folder.parent, prefix="new-") as new:
        out = Path(new) / "part"
        out.mkdir()
        try:
            maker(out)
        except qemu.MachineError as error:
            raise CannotBuildError(str(error)) from error
        if not folder.is_dir():  # another may have made it meanwhile
            out.rename(folder)


def touch(parts: cache.Parts) -> None:
    """Note that these parts are in use."""
    for folder in (parts.kernel, parts.disk, parts.snapshot):
        try:
            os.utime(folder)
        except PermissionError:
            return  # built by root, used by another: root's builds note it


def prune(parts: cache.Parts) -> None:
    """Remove what nobody used for a long time."""
    ours = (parts.kernel, parts.disk, parts.snapshot)
    for kind in ("kernel-*", "disk-*", "snapshot-*", "project-*"):
        for folder in parts.root.glob(kind):
            if folder not in ours and time.time() - folder.stat().st_mtime > KEPT_S:
                shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    raise SystemExit(main())
