"""Installing without the package, below a folder: what is put there, and that it all goes again."""

from __future__ import annotations

import fcntl
import importlib.util
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
SCRIPT = ROOT / "systemd/install.sh"

# In place of Python: makes environments whose pip "installs" a file, so that no network is needed.
PYTHON = """#!/bin/sh
case "$1 $2" in
"-m venv") mkdir -p "$3/bin" && cp "$0" "$3/bin/python" ;;
"-m pip")
  if [ -n "${NO_NETWORK:-}" ]; then echo "no network" >&2; exit 1; fi
  case "$*" in *lgpio*) exit 1 ;; esac
  while [ "$1" != --target ]; do shift; done
  mkdir -p "$2/showdown_unit" && echo "$3" >"$2/showdown_unit/cli.py" ;;
-c*) exit "${PYTHON_UNFIT:-0}" ;;
esac
"""


class System:
    """A system below a folder, and the script run for it."""

    def __init__(self, folder: Path) -> None:
        self.root = folder / "root"
        self.env = {**os.environ, "PYTHON": str(folder / "python"), "TMPDIR": str(folder)}
        folder.mkdir(exist_ok=True)
        (folder / "python").write_text(PYTHON)
        (folder / "python").chmod(0o755)
        self.file("etc/passwd", "root:x:0:0:root:/root:/bin/sh\npi:x:1000:1000:,,,:/home/pi:\n")
        self.file("etc/group", "root:x:0:\ndialout:x:20:pi\n")

    def file(self, path: str, text: str) -> Path:
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        return file

    def run(self, *words: str) -> subprocess.CompletedProcess[str]:
        command = ["sh", str(SCRIPT), "--root", str(self.root), *words]
        return subprocess.run(command, env=self.env, capture_output=True, text=True, check=False)

    def fine(self, *words: str) -> str:
        done = self.run(*words)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def killed(self, at: int, *words: str) -> bool:
        """Run, and be killed before the change number `at`; False where there are fewer."""
        trap = (
            'case $BASH_COMMAND in mkdir*|mv*|rm*|cp*|chmod*|install\\ *|sed*|printf*">"*|'
            r'systemd-sysusers*|systemctl*|rmdir*|"\"\$@\"") echo x >>$COUNT;'
            f' [ "$(wc -l <$COUNT)" -eq {at} ] && kill -9 0;; esac'
        )
        count = self.root.parent / "count"
        count.write_text("")
        script = f"trap '{trap}' DEBUG; set -T; S=$0; . \"$S\""
        command = ["setsid", "-w", "bash", "-c", script, str(SCRIPT), "--root", str(self.root)]
        done = subprocess.run(
            [*command, *words],
            env={**self.env, "COUNT": str(count)},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode in (0, -9, 137), done.stdout + done.stderr
        return done.returncode != 0

    def files(self) -> dict[str, bytes]:
        """Every file and link, beside those of users and groups, with what is in it."""
        return {
            str(path.relative_to(self.root)): str(path.readlink()).encode()
            if path.is_symlink()
            else path.read_bytes()
            for path in sorted(self.root.rglob("*"))
            if path.is_symlink() or path.is_file()
        }


@pytest.fixture
def system(tmp_path: Path) -> System:
    for tool in ("systemctl", "systemd-sysusers"):
        if shutil.which(tool) is None:
            pytest.skip(f"{tool} is missing: apt-get install systemd")
    if os.geteuid() != 0:
        pytest.skip("making users below a folder needs root")
    return System(tmp_path)


def deb_tree() -> Any:
    """The package's own list of places."""
    sys.path.insert(0, str(ROOT / "tools"))
    try:
        spec = importlib.util.spec_from_file_location("deb_tree", ROOT / "tools/deb_tree.py")
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        sys.modules["deb_tree"] = module
        spec.loader.exec_module(module)
    finally:
        sys.path.remove(str(ROOT / "tools"))
    return module


# --- what stands where ----------------------------------------------------------------------------


def test_everything_stands_where_the_package_puts_it(system: System) -> None:
    system.fine()
    of_dpkg = ("usr/share/lintian/", "usr/share/python3/", "usr/share/doc/showdown-unit/copyright")
    for place in deb_tree().PLACES:
        if not place.target.startswith(of_dpkg):
            there = system.root / place.target
            assert there.read_bytes() == (ROOT / "systemd" / place.source).read_bytes()
            assert there.stat().st_mode & 0o777 == (0o755 if place.program else 0o644), place


def test_the_commands_run_what_lies_in_the_private_environment(system: System) -> None:
    system.fine()
    for name, module in (("showdown-unit", "showdown_unit.cli"), ("showdown", "showdown_host.cli")):
        command = system.root / "usr/bin" / name
        text = command.read_text()
        assert text.startswith("#!/usr/bin/python3 -I\n")
        assert 'sys.path.insert(0, "/usr/lib/showdown-unit/site")' in text
        assert f"from {module} import main" in text
        assert "$" not in text
        assert os.access(command, os.X_OK)


def test_the_program_comes_from_this_clone_or_the_wheel_named(system: System) -> None:
    told = system.root / "usr/lib/showdown-unit/site/showdown_unit/cli.py"
    system.fine()
    assert told.read_text().strip() == str(ROOT)
    wheel = system.file("tmp/showdown_unit-9.whl", "")
    system.fine("--wheel", str(wheel))
    assert told.read_text().strip() == str(wheel)


def test_services_start_at_boot_and_the_user_is_there(system: System) -> None:
    system.fine()
    wants = system.root / "etc/systemd/system"
    assert (wants / "multi-user.target.wants/showdown-unit.service").is_symlink()
    assert (wants / "usb-gadget.target.wants/showdown-gadget.service").is_symlink()
    assert "\nshowdown:x:" in (system.root / "etc/passwd").read_text()
    assert "dialout:x:20:pi,showdown\n" in (system.root / "etc/group").read_text()


# --- saying, doing, doing again -------------------------------------------------------------------


@pytest.mark.parametrize("words", [(), ("--uninstall",), ("--uninstall", "--purge")])
def test_a_dry_run_says_every_step_and_does_none(system: System, words: tuple[str, ...]) -> None:
    if words:
        system.fine()
    before = system.files()
    said = system.fine("--dry-run", *words)
    assert system.files() == before
    steps = [line.removeprefix("would: ") for line in said.splitlines() if line[:6] == "would:"]
    assert len(steps) > 15
    done = system.fine(*words).splitlines()
    assert [line for line in done if line in steps] == steps


def test_installing_twice_is_installing_once(system: System) -> None:
    system.fine()
    once = system.files()
    system.fine()
    assert system.files() == once


def test_an_owners_configuration_stays(system: System) -> None:
    config = system.file("etc/showdown-unit/unit.toml", "# mine\n")
    assert "stays as it is" in system.fine()
    assert config.read_text() == "# mine\n"


def test_an_update_that_fails_leaves_the_old_one_whole(system: System) -> None:
    system.fine()
    before = system.files()
    system.env["NO_NETWORK"] = "1"
    done = system.run()
    assert done.returncode != 0
    assert "is the network there?" in done.stderr
    assert system.files() == before


def test_a_first_installation_that_fails_can_be_taken_away(system: System) -> None:
    system.env["NO_NETWORK"] = "1"
    assert system.run().returncode != 0
    system.fine("--uninstall")
    assert not list(system.root.rglob("*showdown*"))


# --- and away again -------------------------------------------------------------------------------


def test_uninstalling_keeps_what_is_the_owners(system: System) -> None:
    system.fine()
    journal = system.file("var/lib/showdown-unit/journal", "x")
    said = system.fine("--uninstall")
    assert "--uninstall --purge removes them" in said
    assert journal.exists()
    left = [name for name in system.files() if "showdown" in name]
    assert left == ["etc/showdown-unit/unit.toml", "var/lib/showdown-unit/journal"]


def test_purging_leaves_nothing(system: System) -> None:
    before = system.files()
    system.fine()
    system.file("var/lib/showdown-unit/journal", "x")
    system.file("etc/showdown-unit/board.toml", "x")
    system.file("etc/systemd/system/showdown-unit.service.d/pigpio.conf", "x")
    system.fine("--uninstall", "--purge")
    left = {name: text for name, text in system.files().items() if name not in before}
    assert [name for name in left if "showdown" in name] == []
    for name, text in system.files().items():
        assert b"showdown" not in text or name.endswith("-"), name  # backups of sysusers
    assert "dialout:x:20:pi\n" in (system.root / "etc/group").read_text()
    assert (system.root / "etc/passwd").read_bytes() == before["etc/passwd"]
    assert not list(system.root.rglob("*showdown*"))


def test_purging_after_uninstalling_works_too(system: System) -> None:
    system.fine()
    system.fine("--uninstall")
    system.fine("--uninstall", "--purge")
    assert not list(system.root.rglob("*showdown*"))


def test_what_others_have_put_there_is_left(system: System) -> None:
    system.fine()
    mine = system.file("usr/share/doc/showdown-unit/notes", "x")
    system.fine("--uninstall", "--purge")
    assert mine.exists()


# --- cut short ------------------------------------------------------------------------------------

EVERY = 17
"""Not each of the places, for the tests' time: with 1 it takes some minutes."""


def without_backups(system: System) -> dict[str, bytes]:
    return {name: text for name, text in system.files().items() if not name.endswith("-")}


@pytest.mark.timeout(180)
def test_killed_while_installing_it_is_finished_or_taken_away(system: System) -> None:
    system.fine()
    whole = without_backups(system)
    system.fine("--uninstall", "--purge")
    nothing = without_backups(system)
    at = 1
    while system.killed(at):
        system.fine()
        assert without_backups(system) == whole, f"killed before change {at}"
        system.fine("--uninstall", "--purge")
        assert without_backups(system) == nothing, f"killed before change {at}"
        if system.killed(at) and system.files() != nothing:
            system.run("--uninstall", "--purge")
            assert without_backups(system) == nothing, f"killed before change {at}"
        at += EVERY
    assert at > 40


@pytest.mark.timeout(180)
def test_killed_while_uninstalling_it_is_finished(system: System) -> None:
    system.fine("--dry-run")
    before = without_backups(system)
    at = 1
    while True:
        system.fine()
        if not system.killed(at, "--uninstall", "--purge"):
            break
        system.run("--uninstall", "--purge")
        left = [name for name in without_backups(system) if name not in before]
        assert [name for name in left if "showdown" in name] == [], f"killed before change {at}"
        assert without_backups(system)["etc/passwd"] == before["etc/passwd"], f"{at}"
        at += EVERY
    assert at > 34


def test_an_update_that_is_killed_leaves_a_whole_program(system: System) -> None:
    system.fine()
    site = system.root / "usr/lib/showdown-unit/site"
    at = 1
    while system.killed(at):
        assert (site / "showdown_unit/cli.py").exists() or site.with_suffix(".old").exists()
        shutil.rmtree(site.with_suffix(".new"), ignore_errors=True)
        at += 1
        if at > 12:
            break


# --- odd places -----------------------------------------------------------------------------------


def test_a_folder_with_blanks_and_quotes(tmp_path: Path, system: System) -> None:
    odd = System(tmp_path / "a b'c\"$d")
    odd.fine()
    assert (odd.root / "usr/bin/showdown-unit").exists()
    odd.fine("--uninstall", "--purge")
    assert not [path for path in odd.root.rglob("*") if "showdown" in path.name]


def test_of_two_at_once_the_second_is_refused(system: System) -> None:
    system.fine()
    before = system.files()
    fd = os.open(system.root, os.O_RDONLY)
    fcntl.flock(fd, fcntl.LOCK_EX)
    done = [system.run(), system.run("--uninstall")]
    os.close(fd)
    assert [one.returncode for one in done] == [1, 1]
    assert "is at work there: wait for it" in done[0].stderr
    assert system.files() == before
    system.fine("--uninstall")


def test_an_empty_root_is_not_this_system(system: System) -> None:
    command = ["sh", str(SCRIPT), "--dry-run", "--root", ""]
    done = subprocess.run(command, env=system.env, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "--root needs a path" in done.stderr


def test_somebody_of_the_name_showdown_stays(system: System) -> None:
    own = "showdown:x:1001:1001::/home/showdown:/bin/bash\n"
    with (system.root / "etc/passwd").open("a") as file:
        file.write(own)
    system.fine()
    assert "the user showdown stays" in system.fine("--uninstall", "--purge")
    assert own in (system.root / "etc/passwd").read_text()
    assert system.run("--uninstall", "--purge").returncode == 1


# --- refusals -------------------------------------------------------------------------------------


def installed(system: System, status: str) -> None:
    system.file(
        "var/lib/dpkg/status",
        f"Package: showdown-unit\nStatus: {status}\nMaintainer: x <x@example.org>\n"
        "Architecture: all\nVersion: 1\nDescription: x\n\n",
    )
    (system.root / "var/lib/dpkg/info").mkdir()


@pytest.mark.parametrize("words", [(), ("--uninstall",), ("--uninstall", "--purge")])
@pytest.mark.skipif(shutil.which("dpkg-query") is None, reason="dpkg-query is missing")
def test_beside_the_package_it_touches_nothing(system: System, words: tuple[str, ...]) -> None:
    installed(system, "install ok installed")
    before = system.files()
    done = system.run(*words)
    assert done.returncode == 1
    assert "sudo apt remove showdown-unit" in done.stderr
    assert system.files() == before


@pytest.mark.skipif(shutil.which("dpkg-query") is None, reason="dpkg-query is missing")
def test_after_the_package_was_removed_it_installs(system: System) -> None:
    installed(system, "deinstall ok config-files")
    system.fine()


def test_uninstalling_what_it_never_installed_is_refused(system: System) -> None:
    done = system.run("--uninstall")
    assert done.returncode == 1
    assert "has installed nothing here" in done.stderr


def test_a_python_too_old_is_told(system: System) -> None:
    system.env["PYTHON_UNFIT"] = "1"
    done = system.run()
    assert done.returncode == 1
    assert "Python 3.11 or later is needed: sudo apt install python3" in done.stderr


@pytest.mark.parametrize("words", [("--wheel", "/nowhere.whl"), ("--wheel",), ("--frobnicate",)])
def test_other_words_change_nothing(system: System, words: tuple[str, ...]) -> None:
    before = system.files()
    done = system.run(*words)
    assert done.returncode != 0
    assert re.search(r"^(error|usage): ", done.stderr, re.MULTILINE)
    assert system.files() == before


def test_a_unit_that_does_not_run_before_setup_does_not_end_the_script(tmp_path: Path) -> None:
    """The step that starts it, alone: no test may start services of the system it runs on."""
    found = re.search(r"^start\(\) \{.*?^\}", SCRIPT.read_text(), re.DOTALL | re.MULTILINE)
    assert found is not None
    calls = tmp_path / "calls"
    for name in ("systemctl", "modprobe", "ls"):
        (tmp_path / name).write_text(f'#!/bin/sh\necho "$0 $*" >>"{calls}"\necho x\nexit 1\n')
        (tmp_path / name).chmod(0o755)
    env = {"PATH": f"{tmp_path}:{os.environ['PATH']}"}
    command = ["sh", "-euc", f"{found[0]}\nstart\necho on"]
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
    assert done.stdout.endswith("on\n"), done.stderr
    assert "setup and reboot come first" in done.stdout
    assert "systemctl start showdown-gadget.service\n" in calls.read_text()
