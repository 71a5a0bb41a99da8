"""The parts of the machine with systemd: its disk, and that disk with the package installed by apt.

They stand beside the rig's other parts and depend on the kernel alone: `system-…` is Debian without
the package; `installed-…` has the package in it, booted, its unit ready, kept as snapshot `ready`,
and `facts.json` of how that went.
"""

from __future__ import annotations

import contextlib
import hashlib
import io
import json
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache as once
from pathlib import Path

from rig import build, cache, project, qemu, system_qemu
from rig.pwm_module import NAME, pwm_module

DEBS = project.REPOSITORY / "build/deb"
SNAPSHOT = "ready"
KEPT_S = 2 * 86400
INSTALL_LIMIT_S = 3000
"""Of one boot with its job: two minutes, but not where many others want the processor."""
GUEST = cache.HERE / "guest"
ON_DISK = ("__init__", "pi", "sim", "trace", "world")
"""Modules of `guest` that run at the guest's boot."""

PRELOADED = (
    *("json", "argparse", "asyncio", "logging", "serial", "serial.tools.list_ports", "tomllib"),
    *("showdown_host", "showdown_host.cli", "showdown_hw.board"),
)
TAKES = {
    "system": "Debian 13 with systemd: about 60 MB fetched, 75 s",
    "installed": "the package installed in it by apt, booted twice: nothing fetched, 2 minutes",
}


class NoPackageError(Exception):
    """There is no package for the guest; the message says how to make it."""


@dataclass(frozen=True, slots=True)
class SystemParts:
    """Where they are; a part is whole when its folder is there."""

    parts: cache.Parts
    deb: Path
    system: Path
    installed: Path

    @property
    def image(self) -> qemu.Image:
        """What the guest boots from."""
        kernel = self.parts.kernel / "vmlinuz"
        return qemu.Image(kernel, self.parts.disk / "initrd", self.system / "root.img")

    @property
    def disk(self) -> Path:
        """The disk with the package, and the snapshot in it."""
        return self.installed / "disk.qcow2"

    @property
    def facts(self) -> dict[str, object]:
        """How installing and booting went."""
        found: dict[str, object] = json.loads((self.installed / "facts.json").read_text())
        return found

    def missing(self) -> list[str]:
        """What is not built yet, in the order of building."""
        folders = {"system": self.system, "installed": self.installed}
        return [name for name, folder in folders.items() if not folder.is_dir()]


def package() -> Path:
    """The newest package for the guest."""
    found = sorted(DEBS.glob("showdown-unit_*_amd64.deb"), key=lambda deb: deb.stat().st_mtime)
    if not found:
        msg = f"there is no package for the guest in {DEBS}: make deb ARCH=amd64"
        raise NoPackageError(msg)
    return found[-1]


def system_parts() -> SystemParts:
    """The parts that today's scripts, package and QEMU ask for. May raise NoPackageError."""
    parts, deb = cache.parts(), package()
    steps = [cache.STEPS / "common.sh", cache.STEPS / "system.sh", GUEST / "system_agent.py"]
    system = cache.digest(steps, parts.kernel.name)
    made_of = [
        *(cache.HERE / "qemu.py", cache.HERE / "system_qemu.py", cache.STEPS / "pwm-sim.c"),
        *(cache.HERE / f"jobs/system_{job}.py" for job in ("install", "off", "ready")),
        *(GUEST / f"{module}.py" for module in (*ON_DISK, "systemd", "words")),
    ]
    words = (contents(deb), system, parts.disk.name, cache.qemu_version(), *PRELOADED)
    installed = cache.digest(made_of, *words)
    root = parts.root
    return SystemParts(parts, deb, root / f"system-{system}", root / f"installed-{installed}")


def contents(deb: Path) -> str:
    """A hash of what it installs and runs, whenever it was made; its documents do not count."""
    hashed = hashlib.sha256()
    for part in ("--ctrl-tarfile", "--fsys-tarfile"):
        data = subprocess.run(["dpkg-deb", part, deb], capture_output=True, check=True).stdout
        with tarfile.open(fileobj=io.BytesIO(data)) as tar:
            for member in tar:
                if member.isdir() or "/share/doc/" in member.name or "md5sums" in member.name:
                    continue
                file = tar.extractfile(member) if member.isfile() else None
                words = f"{member.name} {member.mode} {member.linkname}\0"
                hashed.update(words.encode() + (file.read() if file else b""))
    return hashed.hexdigest()


def build_system() -> SystemParts:
    """Build what is missing of it."""
    found = system_parts()
    missing = found.missing()
    if not missing:
        print(f"the machine with systemd is there: {found.installed}")
    for part in missing:
        print(f"  {part:9s} {TAKES[part]}", flush=True)
    if "system" in missing:
        build.need_root(found.parts)
        at = time.monotonic()
        build.make(
            found.system, lambda out: build.step("system", out, KERNEL=str(found.parts.kernel))
        )
        print(f"system built in {time.monotonic() - at:.0f} s", flush=True)
    if "installed" in missing:
        module = pwm_module()
        at = time.monotonic()
        build.make(found.installed, lambda out: _install(found, module, out))
        print(f"installed built in {time.monotonic() - at:.0f} s", flush=True)
    prune(found)
    return found


def prune(found: SystemParts) -> None:
    """Remove what no checkout used for long; every package that is tried makes an `installed`."""
    for ours, kind, kept_s in (
        (found.system, "system-*", build.KEPT_S),
        (found.installed, "installed-*", KEPT_S),
    ):
        with contextlib.suppress(PermissionError):  # built by root, used by another
            os.utime(ours)
        for folder in found.parts.root.glob(kind):
            if folder != ours and time.time() - folder.stat().st_mtime > kept_s:
                shutil.rmtree(folder, ignore_errors=True)


def job_tar(
    job: Path, *args: str, python: Path, files: Mapping[str, bytes] | None = None, limit_s: float
) -> bytes:
    """What the guest's agent takes: the job, what it may import of `guest`, and files."""
    own = {
        "command": "\n".join([str(limit_s), *args]).encode(),
        "job.py": job.read_bytes(),
    }
    return _tar(python, own | dict(files or {}))


@once
def _guest_package(python: Path) -> bytes:
    """`guest`, compiled by the guest's Python. Without what needs the tests of the project."""
    with tempfile.TemporaryDirectory(prefix="showdown-rig-") as name:
        site = Path(name) / "site"
        (site / "guest").mkdir(parents=True)
        for file in GUEST.glob("*.py"):
            (site / "guest" / file.name).write_bytes(file.read_bytes())
        project.compile_here(site, python)
        return project.tar_of(site, "site")


def _tar(python: Path, files: Mapping[str, bytes]) -> bytes:
    data = io.BytesIO(_guest_package(python))
    with tarfile.open(fileobj=data, mode="a") as tar:
        for name, content in files.items():
            info = tarfile.TarInfo(name)
            info.size = len(content)
            tar.addfile(info, io.BytesIO(content))
    return data.getvalue()


def _install(parts: SystemParts, module: bytes, out: Path) -> None:
    """Boot, install by apt, switch off; boot again, wait for the unit, keep it."""
    with system_qemu.quick_folder() as folder:
        disk = folder / "disk.qcow2"
        system_qemu.new_disk(parts.image, disk)
        facts = _installed(parts, module, disk)
        shutil.copyfile(disk, out / "disk.qcow2")
    (out / "facts.json").write_text(json.dumps(facts, indent=1))


def _installed(parts: SystemParts, module: bytes, disk: Path) -> dict[str, object]:
    python = parts.parts.python
    facts: dict[str, object] = {"deb": hashlib.sha256(parts.deb.read_bytes()).hexdigest()}
    with system_qemu.booted(parts.image, disk, INSTALL_LIMIT_S) as guest:
        files = {NAME: module, parts.deb.name: parts.deb.read_bytes()}
        facts |= _facts(guest, "install", parts.deb.name, *ON_DISK, python=python, files=files)
        guest.start(job_tar(cache.HERE / "jobs/system_off.py", python=python, limit_s=300))
        guest.wait_stopped()
        guest.quit()
    with system_qemu.booted_to_keep(parts.image, disk, INSTALL_LIMIT_S) as guest:
        facts |= _facts(guest, "ready", python=python)
        words = {"command": "\n".join(["0", "preload", *PRELOADED]).encode()}
        status, said = guest.job(_tar(python, words))
        if status != 0:
            msg = f"the package's modules cannot be imported in the guest:\n{said}"
            raise build.CannotBuildError(msg)
        guest.save(SNAPSHOT)
    return facts


def _facts(
    guest: system_qemu.Machine,
    job: str,
    *args: str,
    python: Path,
    files: Mapping[str, bytes] | None = None,
) -> dict[str, object]:
    path = cache.HERE / f"jobs/system_{job}.py"
    status, out = guest.job(job_tar(path, *args, python=python, files=files, limit_s=300))
    print(out, flush=True) if status else None
    found: dict[str, object] = {}
    for line in out.splitlines():
        if line.startswith("FACTS "):
            found |= json.loads(line.removeprefix("FACTS "))
    if status != 0:
        msg = f"the job {path.name} failed in the guest with status {status}, see above"
        raise build.CannotBuildError(msg)
    return found


def main() -> int:
    """Build what is missing; the exit status."""
    try:
        build_system()
    except (NoPackageError, build.CannotBuildError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
