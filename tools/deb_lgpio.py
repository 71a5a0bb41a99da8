"""lgpio from its source, for several Pythons of one architecture, whatever machine this is."""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import tarfile
import tempfile
import zipfile
from pathlib import Path

from deb_libraries import MACHINE, DebError, Library, Pins, put, source, tag_of, wheel

_MIRROR = "http://deb.debian.org/debian"
_KEYRING = "/usr/share/keyrings/debian-archive-keyring.gpg"
_FLAGS = ("-shared", "-fPIC", "-O2", "-g0", "-w", "-pthread", "-fno-sanitize=undefined")
_LINK = ("-Wl,-s", "-Wl,-z,relro,-z,now", "-lrt", "-ldl")


def build(library: Library, site: Path, arch: str, known: Pins, cache: Path) -> None:
    """Put `lgpio.py`, an extension module for each Python and the metadata into `site`."""
    archive = source(library, cache)
    tools = {tool.name: _unpacked(tool, cache) for tool in known.tools}
    swig = tools["swig"] / "swig" / "data"
    (program,) = (swig / "bin").glob("swig*")
    library_folder = next((swig / "share" / "swig").iterdir())
    with tempfile.TemporaryDirectory(prefix="showdown-lgpio-") as folder:
        with tarfile.open(archive) as packed:
            packed.extractall(folder, filter="data")
        work = next(Path(folder).iterdir())
        swig_env = {"SWIG_LIB": str(library_folder)}
        _run([str(program), "-python", "-o", "wrap.c", "lgpio.i"], work, swig_env)
        sources = sorted(path.name for path in (work / "src").glob("*.c"))
        for python in known.pythons:
            headers = _headers(python, known.headers[python], arch, cache)
            name = f"_lgpio.cpython-{tag_of(python)[2:]}-{MACHINE[arch]}-linux-gnu.so"
            _run(
                [
                    *(str(tools["ziglang"] / "ziglang" / "zig"), "cc"),
                    *("-target", f"{MACHINE[arch]}-linux-gnu.{known.glibc}"),
                    *_FLAGS,
                    *("-Isrc", f"-I{headers}", f"-I{headers / f'python{python}'}"),
                    *(f"src/{name}" for name in sources),
                    *("wrap.c", *_LINK, "-o", name),
                ],
                work,
                {"ZIG_GLOBAL_CACHE_DIR": str(cache / "zig"), "ZIG_LOCAL_CACHE_DIR": folder},
            )
            put(site / name, (work / name).read_bytes())
        put(site / "lgpio.py", (work / "lgpio.py").read_bytes())
        info = site / f"{library.name}-{library.version}.dist-info"
        put(info / "METADATA", (work / "PKG-INFO").read_bytes())


def _unpacked(tool: Library, cache: Path) -> Path:
    machine = platform.machine()
    if machine not in tool.wheels:
        raise DebError(f"{tool.name} is pinned for {', '.join(tool.wheels)}, this is {machine}")
    sha256 = tool.wheels[machine]
    folder = cache / "tools" / sha256
    if not folder.exists():
        packed = wheel(tool, "3.11", machine, sha256, cache)
        folder.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder.parent) as new:
            with zipfile.ZipFile(packed) as archive:
                archive.extractall(Path(new) / "tool")  # noqa: S202 - known by its hash
                for info in archive.infolist():  # zipfile forgets that programs may be run
                    if mode := (info.external_attr >> 16) & 0o777:
                        (Path(new) / "tool" / info.filename).chmod(mode | 0o200)
            (Path(new) / "tool").rename(folder)
    return folder


def _headers(python: str, suite: str, arch: str, cache: Path) -> Path:
    """The folder of Python's C headers for an architecture, from Debian's package."""
    folder = cache / "headers" / f"{python}-{arch}"
    if folder.exists():
        return folder / "usr" / "include"
    if shutil.which("apt-get") is None or not Path(_KEYRING).exists():
        raise DebError(
            "lgpio needs Python's headers from Debian's packages: apt-get and Debian's keys are not"
            " here. On Debian 12 or 13: apt-get install debian-archive-keyring"
        )
    print(f"fetching libpython{python}-dev of {suite} for {arch}", flush=True)
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent) as work:
        apt = Path(work)
        for name in ("state", "lists/partial", "cache", "out"):
            (apt / name).mkdir(parents=True)
        (apt / "status").touch()
        mirror = os.environ.get("MIRROR", _MIRROR)
        (apt / "sources.list").write_text(f"deb [signed-by={_KEYRING}] {mirror} {suite} main\n")
        (apt / "conf").write_text(
            f'Dir::Etc::SourceList "{apt}/sources.list"; Dir::Etc::SourceParts "/dev/null";'
            f'Dir::State "{apt}/state"; Dir::State::Lists "{apt}/lists";'
            f'Dir::State::status "{apt}/status"; Dir::Cache "{apt}/cache";'
            f'APT::Architecture "{arch}"; APT::Architectures {{ "{arch}"; }};'
            'APT::Sandbox::User "root"; Acquire::Languages "none"; Acquire::Retries "3";\n'
        )
        own = {"APT_CONFIG": str(apt / "conf")}
        _run(["apt-get", "update", "-qq", "--error-on=any"], apt / "out", own)
        _run(["apt-get", "download", "-qq", f"libpython{python}-dev"], apt / "out", own)
        (package,) = (apt / "out").glob("*.deb")
        _run(["dpkg-deb", "-x", str(package), str(apt / "tree")], apt, {})
        (apt / "tree").rename(folder)
    return folder / "usr" / "include"


def _run(command: list[str], folder: Path, variables: dict[str, str]) -> None:
    done = subprocess.run(
        command, cwd=folder, env=os.environ | variables, check=False, capture_output=True, text=True
    )
    if done.returncode != 0:
        raise DebError(f"`{' '.join(command)}` failed in {folder}:\n{done.stderr or done.stdout}")
