"""Raspberry Pi OS as far as the package can tell: root filesystems, emulated, without a network.

The base systems are made once by mmdebstrap and kept in ~/.cache/showdown-deb (another place:
SHOWDOWN_DEB_CACHE); each run works on a copy.
"""

from __future__ import annotations

import hashlib
import os
import platform
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

ARCH = os.environ.get("ARCH") or "arm64"
"""`ARCH=amd64 make deb-test` needs no emulation on most machines: quick, for who changes things."""

SUITES = {"bookworm": "3.11", "trixie": "3.13"}
PACKAGES = (
    *("mmdebstrap", "arch-test", "qemu-user-static", "debian-archive-keyring"),
    *("lintian", "util-linux", "dpkg"),
)
INCLUDE = "systemd-sysv,udev,kmod,python3"
"""What Raspberry Pi OS Lite carries and the package builds upon."""

GROUPS = ("gpio",)
"""Groups that Raspberry Pi OS has and Debian has not."""

_CPU = {"QEMU_CPU": "cortex-a53"}
"""What is emulated: the oldest 64-bit Pis' (3 and Zero 2 W), so nothing newer gets by unseen. And
seven times as quick as QEMU's default, which computes pointer signatures in software."""

_MIRROR = "http://deb.debian.org/debian"
_KEYRING = "/usr/share/keyrings/debian-archive-keyring.gpg"
_BINFMT = Path("/proc/sys/fs/binfmt_misc")
_HANDLER = "showdown-aarch64"
_MAGIC = r"\x7f\x45\x4c\x46\x02\x01\x01" + r"\x00" * 9 + r"\x02\x00\xb7\x00"
_MASK = r"\xff" * 7 + r"\x00" + r"\xff" * 8 + r"\xfe\xff\xff\xff"
"""An ELF header of 64 bits for AArch64: e_ident of 16 bytes (of any system), e_type, e_machine."""
_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
_VOLATILE = (
    *("proc", "sys", "dev", "tmp", "var/cache", "var/log", "var/tmp", "var/lib/apt"),
    *("var/lib/dpkg", "root", "etc/.pwd.lock", "etc/ld.so.cache"),
)
"""What apt and dpkg keep for themselves; of dpkg's own folder the tests ask dpkg."""

_SORTED = ("etc/passwd", "etc/group", "etc/shadow", "etc/gshadow")


class CannotTestError(Exception):
    """This machine cannot; the message says what to do."""


@dataclass(frozen=True, slots=True)
class Ran:
    """One command in the emulated system."""

    status: int
    text: str


def provide() -> None:
    """Install what is missing on this machine; CannotTestError where that cannot be."""
    if shutil.which("apt-get") is None or os.geteuid() != 0:
        raise CannotTestError(
            "`make deb-test` runs as root on Debian 12 or 13 (mmdebstrap, chroot, binfmt_misc)."
            " The fast tests of the package run anywhere, with make test"
        )
    form = "--showformat=${Package} ${db:Status-Status}\n"
    asked = subprocess.run(
        ["dpkg-query", "--show", form, *PACKAGES], capture_output=True, text=True, check=False
    )
    there = {row.split()[0] for row in asked.stdout.splitlines() if row.endswith(" installed")}
    absent = [package for package in PACKAGES if package not in there]
    if not absent:
        return
    quiet = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    install = ["apt-get", "install", "-y", "-qq", "--no-install-recommends", *absent]
    for command in (["apt-get", "update", "-qq"], install):
        if subprocess.run(command, env=quiet, stdout=subprocess.DEVNULL, check=False).returncode:
            raise CannotTestError(f"`{' '.join(command)}` failed: is there a network?")


@contextmanager
def emulation() -> Iterator[None]:
    """ARCH's programs run here; what was set up for that is taken down again."""
    if platform.machine() == {"arm64": "aarch64", "amd64": "x86_64"}[ARCH]:
        yield
        return
    mounted = not os.path.ismount(_BINFMT)
    if mounted:
        _do("mount", "-t", "binfmt_misc", "binfmt_misc", str(_BINFMT))
    handled = any("aarch64" in path.name for path in _BINFMT.iterdir())
    if not handled:
        found = shutil.which("qemu-aarch64-static") or shutil.which("qemu-aarch64")
        if found is None:
            raise CannotTestError("qemu-aarch64 is not here though qemu-user-static is installed")
        # F: opened now, so that the program need not stand in the root filesystem
        (_BINFMT / "register").write_text(f":{_HANDLER}:M::{_MAGIC}:{_MASK}:{found}:F")
    try:
        yield
    finally:
        if not handled:
            (_BINFMT / _HANDLER).write_text("-1")
        if mounted:
            subprocess.run(["umount", str(_BINFMT)], check=False)


def bases() -> None:
    """All base systems, those that are missing made side by side."""
    with ThreadPoolExecutor() as pool:
        list(pool.map(base, SUITES))


def base(suite: str) -> Path:
    """The base system of a Debian release, made where it is not kept."""
    mirror = os.environ.get("MIRROR", _MIRROR)
    recipe = f"2 {suite} {ARCH} {INCLUDE} {GROUPS}"
    told = os.environ.get("SHOWDOWN_DEB_CACHE")
    cache = (Path(told) if told else Path.home() / ".cache" / "showdown-deb") / "roots"
    kept = cache / f"{suite}-{ARCH}-{hashlib.sha256(recipe.encode()).hexdigest()[:12]}"
    if kept.exists():
        return kept
    cache.mkdir(parents=True, exist_ok=True)
    for old in cache.glob(f"{suite}-{ARCH}-*"):
        shutil.rmtree(old)
    groups = [f'--customize-hook=chroot "$1" groupadd --system {group}' for group in GROUPS]
    with tempfile.TemporaryDirectory(dir=cache, prefix="new-") as new:
        _do(
            *("unshare", "--mount"),  # what it mounts goes with it, even if it is killed
            *("mmdebstrap", "--mode=root", "--variant=minbase", f"--architectures={ARCH}"),
            *("--quiet", f"--include={INCLUDE}", '--aptopt=Apt::Install-Recommends "false"'),
            *("--dpkgopt=force-unsafe-io", "--dpkgopt=path-exclude=/usr/share/man/*"),
            *("--dpkgopt=path-exclude=/usr/share/locale/*", *groups),
            *(suite, f"{new}/root", f"deb [signed-by={_KEYRING}] {mirror} {suite} main"),
        )
        if not kept.exists():  # another run may have made it meanwhile
            Path(new, "root").rename(kept)
    return kept


class Pi:
    """A copy of a base system, `root`, in which commands run as on a Pi that has no network."""

    def __init__(self, root: Path) -> None:
        self.root = root

    @classmethod
    def of(cls, suite: str, folder: Path) -> Pi:
        """A fresh one."""
        root = folder / suite
        _do("cp", "-a", "--reflink=auto", str(base(suite)), str(root))
        return cls(root)

    def run(self, command: str, *, status: int = 0) -> str:
        """What a shell command prints, both streams; it must end with this status."""
        ran = self.tried(command)
        assert ran.status == status, f"{command}: {ran.status}\n{ran.text}"
        return ran.text

    def tried(self, command: str) -> Ran:
        """The same, with whatever status."""
        inside = [
            "env",
            "-i",
            f"QEMU_CPU={_CPU['QEMU_CPU']}",
            f"PATH={_PATH}",
            "HOME=/root",
            "LC_ALL=C.UTF-8",
            "TERM=dumb",
        ]
        alone = ["unshare", "--net", "--mount", "--pid", "--fork", "--kill-child"]
        done = subprocess.run(
            [
                *(*alone, f"--mount-proc={self.root}/proc", "chroot", str(self.root)),
                *(*inside, "DEBIAN_FRONTEND=noninteractive", "sh", "-c", f"cd /tmp\n{command}"),
            ],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
            env=os.environ | _CPU,
        )
        return Ran(done.returncode, done.stdout)

    def give(self, file: Path) -> str:
        """Copy a file into /tmp; its path there."""
        shutil.copy(file, self.root / "tmp" / file.name)
        return f"/tmp/{file.name}"

    def files(self) -> dict[str, str]:
        """Every path that outlives a boot, with what it is: mode, owner, and its content's hash."""
        found: dict[str, str] = {}
        for folder, folders, names in os.walk(self.root):
            inside = Path(folder).relative_to(self.root)
            folders[:] = [name for name in folders if str(inside / name) not in _VOLATILE]
            for name in (*folders, *names):
                path = inside / name
                if str(path) not in _VOLATILE and not (
                    path.parent == Path("etc") and name.endswith("-")
                ):  # passwd- and its like: copies of before the last change
                    found[str(path)] = self._fact(path)
        return found

    def _fact(self, path: Path) -> str:
        whole = self.root / path
        info = whole.lstat()
        if whole.is_symlink():
            return f"-> {whole.readlink()}"
        owner = f"{info.st_mode:o} {info.st_uid}:{info.st_gid}"
        if not whole.is_file():
            return owner
        data = whole.read_bytes()
        if str(path) in _SORTED:
            data = b"\n".join(sorted(data.splitlines()))
        return f"{owner} {hashlib.sha256(data).hexdigest()}"


def _do(*command: str) -> None:
    done = subprocess.run(
        command, capture_output=True, text=True, check=False, env=os.environ | _CPU
    )
    if done.returncode != 0:
        raise CannotTestError(f"`{' '.join(command)}` failed:\n{done.stderr or done.stdout}")
