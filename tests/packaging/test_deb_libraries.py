"""The pins of what the Debian package brings along, and what the build holds them to."""

from __future__ import annotations

import importlib
import re
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent


@pytest.fixture(scope="module")
def libraries() -> Iterator[ModuleType]:
    """tools/deb_libraries.py, as tools/deb.py finds it."""
    sys.path.insert(0, str(ROOT / "tools"))
    yield importlib.import_module("deb_libraries")
    sys.path.remove(str(ROOT / "tools"))


def test_every_library_is_pinned_for_every_python_and_architecture(libraries: ModuleType) -> None:
    pins = libraries.pins()
    assert pins.pythons == ("3.11", "3.13")
    assert set(pins.headers) == set(pins.pythons)
    for library in pins.libraries:
        assert library.why
        assert library.licence
        if library.source:
            assert re.fullmatch("[0-9a-f]{64}", library.source)
            continue
        for arch in libraries.MACHINE:
            for _, sha256 in libraries.wheel_hashes(library, arch, pins.pythons):
                assert re.fullmatch("[0-9a-f]{64}", sha256)


def test_no_hash_stands_there_twice(libraries: ModuleType) -> None:
    text = libraries.PINS.read_text()
    hashes = re.findall(r'"([0-9a-f]{64})"', text)
    assert len(hashes) == len(set(hashes))


def test_the_pins_are_what_the_project_asks_for(libraries: ModuleType) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    asked = [*project["dependencies"], *project["optional-dependencies"]["pi"]]
    pins = {library.name: library.version for library in libraries.pins().libraries}
    for wish in asked:
        name, least = re.fullmatch(r"([\w.-]+)>=([\d.]+)", wish).groups()
        assert parts(pins[name]) >= parts(least), wish


def parts(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in re.findall(r"\d+", version.partition(".post")[0]))


def test_lgpio_is_never_taken_as_a_wheel(libraries: ModuleType) -> None:
    """0.0.0.2 on PyPI is an empty wheel for any Python; the one from source is the real one."""
    (lgpio,) = [one for one in libraries.pins().libraries if one.name == "lgpio"]
    assert not lgpio.wheels
    assert parts(lgpio.version) >= (0, 2, 2)
    (swig,) = [one for one in libraries.pins().tools if one.name == "swig"]
    assert parts(swig.version) < (4, 4)


def test_a_file_with_another_hash_is_refused_and_not_kept(
    libraries: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def pip(command: list[str], **_: object) -> subprocess.CompletedProcess[str]:
        (folder,) = [word.partition("=")[2] for word in command if word.startswith("--dest=")]
        Path(folder, "lgpio-0.0.0.2-py3-none-any.whl").write_bytes(b"empty")
        return subprocess.CompletedProcess(command, 0, "", "")

    monkeypatch.setattr(libraries.subprocess, "run", pip)
    wanted = libraries.Library(name="lgpio", version="0.2.2.0", why="", source="0" * 64)
    with pytest.raises(libraries.DebError, match=r"lgpio==0\.2\.2\.0 .*\n  lgpio-0\.0\.0\.2-py3"):
        libraries.source(wanted, tmp_path)
    assert not list(tmp_path.rglob("*.whl"))


def test_a_kept_file_is_taken_again_without_a_network(
    libraries: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824"
    kept = tmp_path / "pypi" / known / "x.tar.gz"
    kept.parent.mkdir(parents=True)
    kept.write_bytes(b"hello")
    monkeypatch.setattr(libraries.subprocess, "run", None)
    wanted = libraries.Library(name="x", version="1", why="", source=known)
    assert libraries.source(wanted, tmp_path) == kept


def packed(path: Path, files: dict[str, str]) -> Path:
    with zipfile.ZipFile(path, "w") as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return path


def test_wheels_of_two_pythons_stand_side_by_side(libraries: ModuleType, tmp_path: Path) -> None:
    for python in ("311", "313"):
        files = {
            "x/__init__.py": "one for both\n",
            f"x/_x.cpython-{python}-aarch64-linux-gnu.so": python,
            "x-1.dist-info/METADATA": "Name: x\n",
            "x-1.dist-info/WHEEL": f"Tag: cp{python}\n",
            "x-1.dist-info/RECORD": python,
            "x-1.data/scripts/x": "#!python\n",
        }
        libraries.lay(packed(tmp_path / f"{python}.whl", files), tmp_path / "site")
    site = tmp_path / "site"
    laid = {str(path.relative_to(site)) for path in site.rglob("*") if path.is_file()}
    assert laid == {
        *("x/__init__.py", "x-1.dist-info/METADATA"),
        *("x/_x.cpython-311-aarch64-linux-gnu.so", "x/_x.cpython-313-aarch64-linux-gnu.so"),
    }
    assert libraries.modules_missing(site, "arm64", ("3.11", "3.13")) == []


def test_a_module_that_one_python_lacks_is_named(libraries: ModuleType, tmp_path: Path) -> None:
    (tmp_path / "_x.cpython-311-aarch64-linux-gnu.so").write_bytes(b"")
    missing = libraries.modules_missing(tmp_path, "arm64", ("3.11", "3.13"))
    assert missing == ["_x.cpython-313-aarch64-linux-gnu.so"]


def test_pythons_that_cannot_share_a_file_are_told(libraries: ModuleType, tmp_path: Path) -> None:
    libraries.put(tmp_path / "x.py", b"one")
    with pytest.raises(libraries.DebError, match=r"x\.py differs between the Pythons"):
        libraries.put(tmp_path / "x.py", b"another")


def test_a_module_for_a_newer_c_library_is_noticed(libraries: ModuleType) -> None:
    module = b"\0GLIBC_2.17\0GLIBC_2.38\0GLIBC_2.4\0GLIBC_2.36\0"
    assert libraries.too_new(module, "2.36") == ["2.38"]
    assert libraries.too_new(module, "2.38") == []
