"""The project as the guest gets it with each job: packed, and compiled by the guest's own Python.

Compiling in the guest would cost each job some ten seconds of emulation. Modules are compiled
here, at the host's speed, and kept under the hash of the sources.
"""

from __future__ import annotations

import ast
import io
import os
import subprocess
import tarfile
import tempfile
import tomllib
from pathlib import Path

from rig import cache

REPOSITORY = cache.HERE.parent.parent
PACKAGES = (
    "firmware/showdown_protocol", "firmware/showdown_referee", "firmware/showdown_unit",
    "hw/showdown_hw", "host/showdown_host",
)  # fmt: skip
TESTS = ("tests/contract", "tests/rig/guest")
SITE = "site"
"""The folder in the guest's job folder that is on Python's path."""

_DATA = {".py", ".toml", ".json"}


def packed(parts: cache.Parts) -> bytes:
    """A tar of the project, compiled; made anew when a source changed."""
    files = sources()
    name = f"project-{key(parts)}.tar"
    kept = Path(tempfile.gettempdir()) / f"showdown-rig-{os.geteuid()}" / name
    if not kept.exists():
        kept.parent.mkdir(mode=0o700, exist_ok=True)
        new = kept.with_suffix(f".{os.getpid()}")
        new.write_bytes(_pack(files, parts.python))
        for old in kept.parent.glob("project-*.tar"):
            old.unlink(missing_ok=True)
        new.rename(kept)
    return kept.read_bytes()


def key(parts: cache.Parts) -> str:
    """A short hash of all the sources and of what they run on."""
    files = sources()
    return cache.digest(files.values(), *(str(name) for name in files), parts.disk.name)


def sources() -> dict[Path, Path]:
    """The project's files by their place in the guest's site folder."""
    found = {}
    for package in PACKAGES:
        folder = REPOSITORY / package
        for file in sorted(folder.rglob("*")):
            if file.suffix in _DATA and file.is_file():
                found[file.relative_to(folder.parent)] = file
    for name in TESTS:
        folder = REPOSITORY / name
        for file in sorted(folder.rglob("*.py")):
            found[Path(folder.name) / file.relative_to(folder)] = file
    helpers = _helpers([file for place, file in found.items() if place.parts[0] == "contract"])
    for module in sorted(helpers):  # a set has another order in each process, and so another hash
        found[Path(module.name)] = module
    found[Path("pyproject.toml")] = REPOSITORY / "pyproject.toml"
    return found


def _helpers(files: list[Path]) -> set[Path]:
    """The modules in tests/ that these import, and what those import."""
    found: set[Path] = set()
    while files:
        for node in ast.walk(ast.parse(files.pop().read_text())):
            names = []
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom) and node.module:
                names = [node.module]
            for name in names:
                module = REPOSITORY / "tests" / f"{name}.py"
                if module.exists() and module not in found:
                    found.add(module)
                    files.append(module)
    return found


def _pack(files: dict[Path, Path], python: Path) -> bytes:
    with tempfile.TemporaryDirectory(prefix="showdown-rig-") as name:
        site = Path(name) / SITE
        for place, file in files.items():
            (site / place).parent.mkdir(parents=True, exist_ok=True)
            (site / place).write_bytes(file.read_bytes())
        _describe(site)
        compile_here(site, python)
        return tar_of(site, SITE)


def _describe(site: Path) -> None:
    """What an installed distribution tells of itself: the daemon asks for its version."""
    project = tomllib.loads((site / "pyproject.toml").read_text())["project"]
    info = site / f"showdown_unit-{project['version']}.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n"
    )


def compile_here(folder: Path, python: Path) -> None:
    """Compile every module in `folder` by the guest's Python, never to be checked again."""
    libraries = python / "usr/lib/x86_64-linux-gnu"
    subprocess.run(
        [
            *(libraries / "ld-linux-x86-64.so.2", "--library-path", libraries),
            *(python / "usr/bin/python3", "-S", "-m", "compileall", "-q"),
            *("--invalidation-mode", "unchecked-hash", folder),
        ],
        env={"PYTHONHOME": str(python / "usr"), "PYTHONDONTWRITEBYTECODE": "1"},
        check=True,
    )


def tar_of(folder: Path, name: str) -> bytes:
    """An uncompressed tar with `folder` as `name`."""
    data = io.BytesIO()
    with tarfile.open(fileobj=data, mode="w") as tar:
        tar.add(folder, name)
    return data.getvalue()
