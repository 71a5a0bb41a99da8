"""The package's tree: which file of this repository stands where on the unit."""

from __future__ import annotations

import gzip
import os
import re
import tomllib
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import format_datetime
from pathlib import Path
from string import Template
from typing import Any

from deb_libraries import ROOT, DebError, put

NAME = "showdown-unit"
SITE = "usr/lib/showdown-unit/site"
DOC = f"usr/share/doc/{NAME}"
SYSTEMD = ROOT / "systemd"
DEBIAN = SYSTEMD / "debian"


@dataclass(frozen=True, slots=True)
class Place:
    """One file of systemd/: where it is installed, and whether it is a program."""

    source: str
    target: str
    program: bool = False


PLACES = (
    Place("showdown-unit.service", "usr/lib/systemd/system/showdown-unit.service"),
    Place("showdown-gadget.service", "usr/lib/systemd/system/showdown-gadget.service"),
    Place("showdown-unit.pigpio.conf", f"{DOC}/examples/showdown-unit.pigpio.conf"),
    Place("showdown-unit.rpigpio.conf", f"{DOC}/examples/showdown-unit.rpigpio.conf"),
    Place(
        "serial-getty@ttyGS0.conf",
        "usr/lib/systemd/system/serial-getty@ttyGS0.service.d/showdown-unit.conf",
    ),
    Place("gadget", "usr/lib/showdown-unit/gadget", program=True),
    Place("udev/60-showdown-unit.rules", "usr/lib/udev/rules.d/60-showdown-unit.rules"),
    Place("udev/60-showdown-host.rules", f"{DOC}/examples/60-showdown-host.rules"),
    Place("sysusers.d/showdown-unit.conf", "usr/lib/sysusers.d/showdown-unit.conf"),
    Place("tmpfiles.d/showdown-unit.conf", "usr/lib/tmpfiles.d/showdown-unit.conf"),
    Place("modules-load.d/showdown-unit.conf", "usr/lib/modules-load.d/showdown-unit.conf"),
    Place("debian/unit.toml", "etc/showdown-unit/unit.toml"),
    Place("debian/lintian-overrides", f"usr/share/lintian/overrides/{NAME}"),
    Place("debian/copyright", f"{DOC}/copyright"),
    Place("debian/rtupdate", f"usr/share/python3/runtime.d/{NAME}.rtupdate", program=True),
)
"""Every file of systemd/ that is installed as it is."""

NOT_INSTALLED = {
    "README.md": "for who reads the sources",
    "install.sh": "for units without the package",
    "cloud-init/": "goes onto the boot partition beside the package",
    "debian/README.md": "for who reads the sources",
    "debian/libraries.toml": "what the build reads",
    "debian/launcher": "becomes the two commands",
    "debian/control": "dpkg's own",
    "debian/preinst": "dpkg's own",
    "debian/postinst": "dpkg's own",
    "debian/prerm": "dpkg's own",
    "debian/postrm": "dpkg's own",
    "debian/man/": "installed compressed",
}
"""Every other file or folder of systemd/, and why it stays out."""

TABLE = ("showdown_rules", "showdown_table")
"""Our packages that a unit does without: the apps for the table and their rules. They need more
libraries (the extra `table`), which have no place on a unit."""

SCRIPTS = ("preinst", "postinst", "prerm", "postrm")


def project() -> dict[str, Any]:
    """The `[project]` table of pyproject.toml; its version must be the changelog's newest."""
    table: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    newest = re.search(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    if newest is None or newest[1] != table["version"]:
        raise DebError(
            f"pyproject.toml says version {table['version']}, CHANGELOG.md's newest is"
            f" {newest[1] if newest else 'none'}: make them one"
        )
    return table


def own_packages() -> list[Path]:
    """The folders of our own packages, as pyproject.toml names them for the wheel, less TABLE."""
    table = tomllib.loads((ROOT / "pyproject.toml").read_text())
    named = table["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"]
    return [ROOT / name for name in named if Path(name).name not in TABLE]


def lay_own(site: Path) -> None:
    """Our packages, and the metadata that names the version, the commands and their parts."""
    for package in own_packages():
        for path in sorted(package.rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts and path.suffix != ".md":
                put(site / package.name / path.relative_to(package), path.read_bytes())
    table = project()
    info = site / f"showdown_unit-{table['version']}.dist-info"
    lines = ["Metadata-Version: 2.1", f"Name: {table['name']}", f"Version: {table['version']}"]
    put(info / "METADATA", "\n".join([*lines, f"Summary: {table['description']}", ""]).encode())
    groups = {"console_scripts": table["scripts"], **table["entry-points"]}
    rows: list[str] = []
    for group, entries in groups.items():
        rows.append(f"[{group}]")
        rows += [f"{name} = {at}" for name, at in entries.items() if at.split(".")[0] not in TABLE]
    put(info / "entry_points.txt", "".join(f"{row}\n" for row in rows).encode())


def lay_system(tree: Path) -> None:
    """The files of systemd/ and the two commands; `DebError` names each that is missing."""
    missing = [place.source for place in PLACES if not (SYSTEMD / place.source).exists()]
    if missing:
        raise DebError(f"these files of {SYSTEMD} are missing: {', '.join(missing)}")
    for place in PLACES:
        put(tree / place.target, (SYSTEMD / place.source).read_bytes())
    programs = [place.target for place in PLACES if place.program]
    launcher = Template((DEBIAN / "launcher").read_text())
    for command, entry in project()["scripts"].items():
        module, _, function = entry.partition(":")
        text = launcher.substitute(site=f"/{SITE}", module=module, function=function)
        put(tree / "usr/bin" / command, text.encode())
        programs.append(f"usr/bin/{command}")
    for program in programs:
        (tree / program).chmod(0o755)


def lay_docs(tree: Path, version: str, epoch: int) -> None:
    """Changelogs and manual pages, compressed without a time in them."""
    when = format_datetime(datetime.fromtimestamp(epoch, UTC))
    entry = (
        f"{NAME} ({version}) stable; urgency=medium\n\n"
        f"  * Version {version}. What is new stands in CHANGELOG.md.gz beside this.\n\n"
        f" -- {maintainer()}  {when}\n"
    )
    put(tree / DOC / "changelog.gz", _packed(entry.encode()))
    put(tree / DOC / "CHANGELOG.md.gz", _packed((ROOT / "CHANGELOG.md").read_bytes()))
    for page in sorted((DEBIAN / "man").glob("*.[1-8]")):
        folder = tree / f"usr/share/man/man{page.suffix[1:]}"
        put(folder / f"{page.name}.gz", _packed(page.read_bytes()))


def maintainer() -> str:
    """As the control file names whoever looks after the package."""
    found = re.search(r"^Maintainer: (.+)$", (DEBIAN / "control").read_text(), re.MULTILINE)
    if found is None:
        raise DebError(f"{DEBIAN / 'control'}: no Maintainer")
    return found[1]


def lay_control(tree: Path, version: str, arch: str) -> None:
    """The folder DEBIAN: control, conffiles and the maintainer scripts, `$version` filled in."""
    control = tree / "DEBIAN"
    files = [path for path in tree.rglob("*") if path.is_file()]
    size = sum(-(-path.stat().st_size // 1024) for path in files)
    known = {"version": version, "arch": arch, "size": str(size)}
    put(control / "control", Template((DEBIAN / "control").read_text()).substitute(known).encode())
    etc = sorted(
        f"/{path.relative_to(tree)}" for path in files if path.parts[len(tree.parts)] == "etc"
    )
    put(control / "conffiles", "".join(f"{path}\n" for path in etc).encode())
    for name in SCRIPTS:
        text = (DEBIAN / name).read_text().replace("@VERSION@", version)
        put(control / name, text.encode())
        (control / name).chmod(0o755)


def settle(tree: Path, epoch: int) -> None:
    """Modes and times that depend on nothing but the input."""
    for path in [tree, *tree.rglob("*")]:
        program = path.is_dir() or path.stat().st_mode & 0o100
        path.chmod(0o755 if program else 0o644)
        os.utime(path, (epoch, epoch))


def _packed(data: bytes) -> bytes:
    return gzip.compress(data, 9, mtime=0)
