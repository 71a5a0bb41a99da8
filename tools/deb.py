"""`make deb`: the Debian package of the unit, for arm64 or amd64, on any Debian machine.

Give it the same commit and pins and it gives the same bytes. Nothing is installed on this
machine; what is fetched is kept in ~/.cache/showdown-deb (SHOWDOWN_DEB_CACHE moves it).
"""

from __future__ import annotations

import argparse
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import deb_lgpio
from deb_libraries import (
    MACHINE,
    ROOT,
    DebError,
    lay,
    modules_missing,
    pins,
    too_new,
    wheel,
    wheel_hashes,
)
from deb_tree import (
    NAME,
    SITE,
    lay_control,
    lay_docs,
    lay_own,
    lay_system,
    project,
    settle,
)

OUT = ROOT / "build" / "deb"


def main() -> int:
    """Build one package; the exit status."""
    parser = argparse.ArgumentParser(prog="deb.py", description=__doc__)
    parser.add_argument("--arch", choices=sorted(MACHINE), default="arm64")
    parser.add_argument("--out", type=Path, default=OUT, help=f"the folder (default: {OUT})")
    parser.add_argument(
        "--version", help="another version than pyproject.toml's, to try upgrades with"
    )
    args = parser.parse_args()
    try:
        package = build(args.arch, args.out, args.version or project()["version"])
    except DebError as error:
        print(f"no package: {error}", file=sys.stderr)
        return 1
    digest = hashlib.sha256(package.read_bytes()).hexdigest()
    print(f"{package} ({package.stat().st_size / 1e6:.1f} MB)\nsha256 {digest}")
    return 0


def build(arch: str, out: Path, version: str) -> Path:
    """The package file, made anew."""
    if shutil.which("dpkg-deb") is None:
        raise DebError("dpkg-deb is not here. Install it with: sudo apt-get install dpkg")
    epoch = epoch_of_commit()
    with tempfile.TemporaryDirectory(prefix="showdown-deb-") as work:
        tree = Path(work) / "tree"
        tree.mkdir()
        lay_site(tree / SITE, arch)
        lay_system(tree)
        lay_docs(tree, version, epoch)
        lay_control(tree, version, arch)
        settle(tree, epoch)
        return pack(tree, out / f"{NAME}_{version}_{arch}.deb", epoch)


def lay_site(site: Path, arch: str) -> None:
    """The private environment: the pinned libraries, then our own packages."""
    known = pins()
    cache = cache_folder()
    for library in known.libraries:
        if library.source:
            deb_lgpio.build(library, site, arch, known, cache)
            continue
        for python, sha256 in wheel_hashes(library, arch, known.pythons):
            lay(wheel(library, python, MACHINE[arch], sha256, cache), site)
    if missing := modules_missing(site, arch, known.pythons):
        raise DebError(f"extension modules are missing: {', '.join(missing)}")
    for module in site.rglob("*.so"):
        if late := too_new(module.read_bytes(), known.glibc):
            raise DebError(f"{module.name} wants C library {late}, Bookworm has {known.glibc}")
    lay_own(site)


def pack(tree: Path, package: Path, epoch: int) -> Path:
    """The tree as a package, owned by root, its checksums inside."""
    sums = "".join(
        f"{hashlib.md5(path.read_bytes(), usedforsecurity=False).hexdigest()}"
        f"  {path.relative_to(tree)}\n"
        for path in sorted(tree.rglob("*"))
        if path.is_file()
        and "DEBIAN" not in path.parts
        and path.relative_to(tree).parts[0] != "etc"
    )
    (tree / "DEBIAN" / "md5sums").write_text(sums)
    (tree / "DEBIAN" / "md5sums").chmod(0o644)
    package.parent.mkdir(parents=True, exist_ok=True)
    command = ["dpkg-deb", "--root-owner-group", "--threads-max=1", "-Zxz", "-z9", "--build"]
    done = subprocess.run(
        [*command, str(tree), str(package)],
        env=os.environ | {"SOURCE_DATE_EPOCH": str(epoch)},
        check=False,
        capture_output=True,
        text=True,
    )
    if done.returncode != 0:
        raise DebError(f"dpkg-deb failed:\n{done.stderr}")
    return package


def epoch_of_commit() -> int:
    """Seconds since 1970 that stand for the input's time: SOURCE_DATE_EPOCH, or the commit's."""
    if told := os.environ.get("SOURCE_DATE_EPOCH"):
        return int(told)
    command = ["git", "-C", str(ROOT), "log", "-1", "--format=%ct"]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    if done.returncode != 0:
        raise DebError(f"no commit to take the time from; set SOURCE_DATE_EPOCH. {done.stderr}")
    return int(done.stdout)


def cache_folder() -> Path:
    """Where fetched files are kept between builds."""
    told = os.environ.get("SHOWDOWN_DEB_CACHE")
    return Path(told) if told else Path.home() / ".cache" / "showdown-deb"


if __name__ == "__main__":
    sys.exit(main())
