"""What the Debian package is made of, without building it."""

from __future__ import annotations

import importlib
import re
import shutil
import stat
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

import deb_kit
from showdown_host import cli as host_cli
from showdown_unit import cli as unit_cli
from showdown_unit.config import load

ROOT = Path(__file__).resolve().parent.parent.parent
SYSTEMD = ROOT / "systemd"
DEBIAN = SYSTEMD / "debian"
SCRIPTS = ("preinst", "postinst", "prerm", "postrm", "rtupdate")


@pytest.fixture(scope="module")
def tree() -> Iterator[ModuleType]:
    """tools/deb_tree.py, as tools/deb.py finds it."""
    sys.path.insert(0, str(ROOT / "tools"))
    yield importlib.import_module("deb_tree")
    sys.path.remove(str(ROOT / "tools"))


def sources() -> set[str]:
    return {
        str(path.relative_to(SYSTEMD))
        for path in SYSTEMD.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }


def test_every_file_of_systemd_is_installed_or_left_out_for_a_reason(tree: ModuleType) -> None:
    placed = {place.source for place in tree.PLACES}
    left_out = tuple(tree.NOT_INSTALLED)
    folders = tuple(name for name in left_out if name.endswith("/"))
    rest = {path for path in sources() - placed if not path.startswith(folders)}
    assert rest - set(left_out) == set()
    assert placed - sources() == set()
    assert not placed & set(left_out)


def test_the_packages_are_all_of_this_repository_but_table_apps_and_drawings(
    tree: ModuleType,
) -> None:
    found = {path.parent.name for path in ROOT.glob("*/showdown_*/__init__.py")}
    laid = {path.name for path in tree.own_packages()}
    assert laid | set(tree.TABLE) | {"showdown_drawings"} == found
    assert "showdown_drawings" not in laid
    assert not laid & set(tree.TABLE)


def test_our_own_tree_has_the_commands_and_what_extends_them(
    tree: ModuleType, tmp_path: Path
) -> None:
    tree.lay_own(tmp_path)
    (info,) = tmp_path.glob("showdown_unit-*.dist-info")
    text = (info / "entry_points.txt").read_text()
    table = tree.project()
    assert f"showdown-unit = {table['scripts']['showdown-unit']}\n" in text
    assert "[showdown_unit.commands]\nbench = showdown_bench.cli:command\n" in text
    assert "[gpiozero_pin_factories]\ngpiod = " in text
    assert "showdown_table" not in text
    assert f"\nVersion: {table['version']}\n" in (info / "METADATA").read_text()
    assert (tmp_path / "showdown_hw/boards/default.toml").exists()
    assert not list(tmp_path.rglob("__pycache__"))


def test_both_commands_are_isolated_and_see_their_own_libraries_first(
    tree: ModuleType, tmp_path: Path
) -> None:
    tree.lay_system(tmp_path)
    for command, module in (
        ("showdown-unit", "showdown_unit.cli"),
        ("showdown", "showdown_host.cli"),
    ):
        launcher = tmp_path / "usr/bin" / command
        lines = launcher.read_text().splitlines()
        assert lines[0] == "#!/usr/bin/python3 -I"
        assert 'sys.path.insert(0, "/usr/lib/showdown-unit/site")' in lines
        assert f"from {module} import main  # noqa: E402" in lines
        assert launcher.stat().st_mode & stat.S_IXUSR


def test_a_launcher_runs_the_private_copy_whatever_the_caller_has(
    tree: ModuleType, tmp_path: Path
) -> None:
    site = tmp_path / "site"
    (site / "mine").mkdir(parents=True)
    (site / "mine/__init__.py").write_text(
        "import sys\ndef main():\n    print(sys.flags.isolated)\n"
    )
    other = tmp_path / "other/mine"
    other.mkdir(parents=True)
    (other / "__init__.py").write_text("raise SystemExit('the wrong one')\n")
    text = (DEBIAN / "launcher").read_text()
    for name, value in {"$site": str(site), "$module": "mine", "$function": "main"}.items():
        text = text.replace(name, value)
    (tmp_path / "command").write_text(text.replace("#!/usr/bin/python3", f"#!{sys.executable}"))
    (tmp_path / "command").chmod(0o755)
    done = subprocess.run(
        [tmp_path / "command"],
        capture_output=True,
        text=True,
        check=False,
        cwd=other.parent,
        env={"PYTHONPATH": str(other.parent)},
    )
    assert (done.stdout, done.stderr) == ("1\n", "")
    assert not list(site.rglob("*.pyc"))


def test_the_conffile_is_right_and_serves_usb_and_the_socket() -> None:
    config = load(DEBIAN / "unit.toml")
    assert [tty.path for tty in config.links.tty] == ["/dev/ttyGS0"]
    assert config.links.unix == "/run/showdown-unit/showdown.sock"
    assert config.state.dir == "/var/lib/showdown-unit"


def test_files_of_etc_and_no_others_are_conffiles(tree: ModuleType, tmp_path: Path) -> None:
    tree.lay_system(tmp_path)
    tree.lay_control(tmp_path, "1.2.3", "arm64")
    assert (tmp_path / "DEBIAN/conffiles").read_text() == "/etc/showdown-unit/unit.toml\n"
    control = (tmp_path / "DEBIAN/control").read_text()
    assert "\nVersion: 1.2.3\nArchitecture: arm64\n" in control
    assert "$" not in control
    assert "@" not in (tmp_path / "DEBIAN/preinst").read_text()


def test_the_package_depends_on_what_raspberry_pi_os_lite_carries_alone() -> None:
    (row,) = re.findall(r"^Depends: (.*)$", (DEBIAN / "control").read_text(), re.MULTILINE)
    names = {part.split()[0] for part in row.split(", ")}
    assert names == {"python3", "libc6", "systemd", "udev", "kmod", "passwd"}
    assert {"python3 (>= 3.11)", "python3 (<< 3.14)"} <= set(row.split(", "))


def test_the_changelog_has_the_version_of_the_project(tree: ModuleType) -> None:
    assert tree.project()["version"] in (ROOT / "CHANGELOG.md").read_text()


def test_a_changelog_of_another_version_is_refused(
    tree: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    (tmp_path / "CHANGELOG.md").write_text("# Changelog\n\n## 9.9.9\n")
    monkeypatch.setattr(tree, "ROOT", tmp_path)
    with pytest.raises(Exception, match=r"CHANGELOG\.md's newest is 9\.9\.9: make them one"):
        tree.project()


def test_a_missing_unit_is_named(
    tree: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tree, "SYSTEMD", tmp_path)
    with pytest.raises(Exception, match=r"missing: showdown-unit\.service, "):
        tree.lay_system(tmp_path / "tree")


@pytest.mark.parametrize("name", SCRIPTS)
def test_maintainer_scripts_are_plain_shell(name: str) -> None:
    text = (DEBIAN / name).read_text()
    assert text.startswith("#!/bin/sh\n")
    assert "\nset -eu\n" in text
    checker = shutil.which("dash") or "sh"
    assert subprocess.run([checker, "-n", DEBIAN / name], check=False).returncode == 0
    if found := shutil.which("shellcheck"):
        done = subprocess.run([found, DEBIAN / name], capture_output=True, text=True, check=False)
        assert done.stdout == ""


def test_the_daemon_stops_before_the_port_that_it_holds() -> None:
    text = (DEBIAN / "prerm").read_text()
    assert text.index("stop showdown-unit.service") < text.index("stop showdown-gadget.service")


def test_what_the_scripts_name_is_what_the_units_name() -> None:
    units = {path.name for path in SYSTEMD.glob("*.service")}
    named = re.findall(r"showdown-\w+\.service(?!\.d)", (DEBIAN / "postinst").read_text())
    assert set(named) == units


def test_manual_pages_name_every_command_that_help_lists() -> None:
    (commands,) = [
        action.choices
        for action in unit_cli._parser()._actions
        if action.choices and not action.option_strings
    ]
    page = (DEBIAN / "man/showdown-unit.1").read_text()
    hidden = {"safe"}  # what the service calls
    assert [name for name in commands if name not in page and name not in hidden] == []
    page = (DEBIAN / "man/showdown.1").read_text()
    assert [name for name in host_cli._COMMANDS if name not in page] == []


def test_pins_and_copyright_are_of_the_same_libraries() -> None:
    pins = tomllib.loads((DEBIAN / "libraries.toml").read_text())
    text = (DEBIAN / "copyright").read_text()
    stanzas = dict(re.findall(r"^Files: (.+)\n(?:.+\n)*?License: (.+)$", text, re.MULTILINE))
    for library in pins["library"]:
        site = f"usr/lib/showdown-unit/site/{library['name']}-*"
        (licence,) = [said for files, said in stanzas.items() if site in files.split()]
        assert licence.replace("+", "-or-later") == library["licence"]
        assert re.search(rf"^License: {re.escape(licence)}\n ", text, re.MULTILINE)
    named = re.findall(r"site/([\w]+)-\*", text)
    assert sorted(named) == sorted(library["name"] for library in pins["library"])


def test_the_emulator_is_registered_for_programs_of_a_pi_and_no_others() -> None:
    magic, mask = (
        bytes.fromhex(text.replace(r"\x", "")) for text in (deb_kit._MAGIC, deb_kit._MASK)
    )
    ident = b"\x7fELF" + bytes([2, 1, 1])  # 64 bits, little-endian, this version
    position_independent, aarch64, x86_64 = b"\x03\x00", b"\xb7\x00", b"\x3e\x00"

    def taken(header: bytes) -> bool:
        return bytes(a & b for a, b in zip(header, mask, strict=True)) == magic

    assert taken(ident + bytes(9) + position_independent + aarch64)
    assert not taken(ident + bytes(9) + position_independent + x86_64)
