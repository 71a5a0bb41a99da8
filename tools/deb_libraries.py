"""What systemd/debian/libraries.toml pins: read, fetched by hash, laid into one folder."""

from __future__ import annotations

import hashlib
import os
import re
import subprocess
import sys
import tomllib
import zipfile
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

ROOT = Path(__file__).resolve().parent.parent
PINS = ROOT / "systemd" / "debian" / "libraries.toml"
MACHINE = {"arm64": "aarch64", "amd64": "x86_64"}
"""Debian's name of an architecture, and the one that wheels and compilers use."""

_PLATFORMS = (
    *("manylinux_2_12", "manylinux2010", "manylinux_2_17", "manylinux2014", "manylinux_2_28"),
    *("manylinux_2_34", "musllinux_1_1"),
)
_METADATA = ("METADATA", "entry_points.txt")
"""All that is kept of a wheel's .dist-info: what importlib.metadata reads."""


class DebError(Exception):
    """The package cannot be built; the message says what, where and what to do."""


@dataclass(frozen=True, slots=True)
class Library:
    """One pinned distribution. `wheels`: tag to sha256; `source`: the sdist's sha256 instead."""

    name: str
    version: str
    why: str
    licence: str = ""
    wheels: dict[str, str] = field(default_factory=dict)
    source: str = ""


@dataclass(frozen=True, slots=True)
class Pins:
    """The whole file."""

    pythons: tuple[str, ...]
    glibc: str
    headers: dict[str, str]
    libraries: tuple[Library, ...]
    tools: tuple[Library, ...]


def pins(path: Path = PINS) -> Pins:
    """The file, read; `DebError` where it lacks something."""
    raw = tomllib.loads(path.read_text())
    try:
        return Pins(
            pythons=tuple(raw["pythons"]),
            glibc=raw["glibc"],
            headers=dict(raw["headers"]),
            libraries=tuple(Library(**entry) for entry in raw["library"]),
            tools=tuple(Library(**entry) for entry in raw["tool"]),
        )
    except (KeyError, TypeError) as error:
        raise DebError(f"{path}: {error}: see the entries beside it") from error


def tag_of(python: str) -> str:
    """`3.11` as the ABI is called: `cp311`."""
    return "cp" + python.replace(".", "")


def wheel_hashes(library: Library, arch: str, pythons: tuple[str, ...]) -> list[tuple[str, str]]:
    """Which wheels a library needs: (Python, sha256); one alone where it is for all Pythons."""
    if "any" in library.wheels:
        return [(pythons[0], library.wheels["any"])]
    try:
        return [(python, library.wheels[f"{tag_of(python)}-{arch}"]) for python in pythons]
    except KeyError as error:
        raise DebError(
            f"{PINS}: {library.name} has no wheel for {error}. Where PyPI has none either, it must"
            " be built from its source, as lgpio is"
        ) from error


def wheel(library: Library, python: str, machine: str, sha256: str, cache: Path) -> Path:
    """The wheel with exactly this hash, from `cache` or fetched into it."""
    platforms = [f"--platform={name}_{machine}" for name in _PLATFORMS]
    only = ["--only-binary=:all:", f"--python-version={python}", *platforms]
    return _fetched(library, sha256, only, cache)


def source(library: Library, cache: Path) -> Path:
    """The source archive with exactly this hash, from `cache` or fetched into it."""
    return _fetched(library, library.source, [f"--no-binary={library.name}"], cache)


def _fetched(library: Library, sha256: str, options: list[str], cache: Path) -> Path:
    folder = cache / "pypi" / sha256
    for path in folder.glob("*"):
        if digest(path) == sha256:
            return path
    folder.mkdir(parents=True, exist_ok=True)
    wanted = f"{library.name}=={library.version}"
    print(f"fetching {wanted}", flush=True)
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", f"--dest={folder}"]
    done = subprocess.run(
        [*command, "--disable-pip-version-check", *options, wanted],
        check=False,
        capture_output=True,
        text=True,
        env=os.environ | {"PIP_ROOT_USER_ACTION": "ignore"},
    )
    got = sorted(folder.glob("*"))
    for path in got:
        if digest(path) == sha256:
            return path
    seen = "".join(f"\n  {path.name}: {digest(path)}" for path in got)
    for path in got:
        path.unlink()
    raise DebError(
        f"{wanted} with sha256 {sha256} is not to be had from PyPI. What came:"
        f"{seen or ' nothing'}\n{done.stderr.strip()}\nIs there a network? Has the pin in {PINS}"
        " the hash that PyPI shows for this version?"
    )


def digest(path: Path) -> str:
    """A file's sha256 as hexadecimal digits."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def lay(path: Path, site: Path) -> None:
    """Unpack a wheel into `site`; a file that stands there with other bytes is an error."""
    with zipfile.ZipFile(path) as archive:
        for info in sorted(archive.infolist(), key=lambda info: info.filename):
            name = PurePosixPath(info.filename)
            if info.is_dir() or name.parts[0].endswith((".data", ".libs")):
                continue  # .data: commands and man pages of theirs, which we do not install
            if name.parts[0].endswith(".dist-info") and str(
                name.relative_to(name.parts[0])
            ) not in (_METADATA):
                continue
            put(site / name, archive.read(info))


def put(target: Path, data: bytes) -> None:
    """Write a file that must be new or the same: two Pythons share one folder."""
    if target.exists() and target.read_bytes() != data:
        raise DebError(f"{target.name} differs between the Pythons that are to share {target}")
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(data)


def too_new(module: bytes, glibc: str) -> list[str]:
    """The C library versions that an extension module wants beyond `glibc`."""
    limit = tuple(map(int, glibc.split(".")))
    wanted = {match.decode() for match in re.findall(rb"GLIBC_([0-9]+(?:\.[0-9]+)+)\0", module)}
    versions = sorted(tuple(map(int, version.split("."))) for version in wanted)
    return [".".join(map(str, version)) for version in versions if version > limit]


def modules_missing(site: Path, arch: str, pythons: tuple[str, ...]) -> list[str]:
    """Extension modules that one of the Pythons would not find, by file name."""
    suffixes = [f".cpython-{tag_of(p)[2:]}-{MACHINE[arch]}-linux-gnu.so" for p in pythons]
    stems = {path.with_name(path.name.split(".")[0]) for path in site.rglob("*.so")}
    wanted = (stem.with_name(stem.name + suffix) for stem in stems for suffix in suffixes)
    return sorted(str(path.relative_to(site)) for path in wanted if not path.exists())
