"""What `make schematics` lists and installs, with stand-ins for apt-get, dpkg-query and id."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = ROOT / "tools" / "schematics_needs.sh"
OTHERS = ["openscad", "graphviz", "librsvg2-bin", "fonts-dejavu-core", "python3-venv"]
KICAD = ["kicad", "kicad-symbols", "kicad-footprints"]


class Machine:
    """A Debian with some packages, whose apt-get only notes what it was asked."""

    def __init__(self, folder: Path, release: str) -> None:
        self.folder, self.bin, self.sources = folder, folder / "bin", folder / "sources"
        self.log, self.updates = folder / "log", 0
        self.bin.mkdir()
        self.sources.mkdir()
        self.log.touch()
        (folder / "os-release").write_text(f'ID=debian\nVERSION_ID="{release}"\n')
        self.targets = "bookworm http://mirror.example/debian/"
        self.packages: dict[str, str] = {}

    def run(self, *, uid: int, **environment: str) -> subprocess.CompletedProcess[str]:
        shown = "".join(
            f'  {name}) echo "installed {version}";;\n' for name, version in self.packages.items()
        )
        self._command("dpkg-query", f'case "$3" in\n{shown}  *) exit 1;;\nesac')
        self._command("id", f"echo {uid}")
        self._command(
            "apt-get",
            f'[ "$1" != indextargets ] || {{ case "$3" in *URI*) printf "{self.targets}\\n";;'
            f' *) printf "{self.targets}\\n" | cut -d" " -f1;; esac; exit; }}\n'
            f'echo "$@" >>{self.log}\n'
            f'[ "$1" != update ] || exit {self.updates}',
        )
        return subprocess.run(
            ["sh", SCRIPT],
            env={
                "PATH": f"{self.bin}:{os.environ['PATH']}",
                "SHOWDOWN_OS_RELEASE": str(self.folder / "os-release"),
                "SHOWDOWN_APT_SOURCES": str(self.sources),
                **environment,
            },
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )

    def asked(self) -> list[str]:
        return self.log.read_text().splitlines()

    def _command(self, name: str, body: str) -> None:
        path = self.bin / name
        path.write_text(f"#!/bin/sh\n{body}\n")
        path.chmod(0o755)


@pytest.fixture
def bookworm(tmp_path: Path) -> Machine:
    if shutil.which("dpkg") is None:
        pytest.skip("dpkg compares the versions: Debian only")
    return Machine(tmp_path, "12")


def test_a_machine_that_has_all_is_told_nothing(bookworm: Machine):
    bookworm.packages = dict.fromkeys((*KICAD, *OTHERS), "9.0.8+dfsg-1")
    done = bookworm.run(uid=1000)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_each_missing_package_is_listed_with_its_reason_before_anything_is_asked(bookworm: Machine):
    done = bookworm.run(uid=1000, CI="true")
    assert done.returncode == 1
    for name in (*KICAD, *OTHERS):
        line = next(line for line in done.stdout.splitlines() if line.split()[:1] == [name])
        assert len(line.split()) > 2, f"{name} has no reason"
    assert "220 MB" in done.stdout
    assert "sudo" in done.stderr
    assert not bookworm.asked()


def test_root_without_a_terminal_has_to_say_yes_by_ci(bookworm: Machine):
    done = bookworm.run(uid=0)
    assert done.returncode == 1
    assert "CI=true" in done.stderr
    assert not bookworm.asked()
    assert not list(bookworm.sources.iterdir())


def test_kicad_comes_from_backports_added_from_the_same_mirror_and_signed(bookworm: Machine):
    bookworm.packages = {name: "1" for name in OTHERS if name != "openscad"}
    done = bookworm.run(uid=0, CI="true")
    assert done.returncode == 0, done.stderr
    (source,) = bookworm.sources.iterdir()
    assert source.read_text() == (
        "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg]"
        " http://mirror.example/debian/ bookworm-backports main\n"
    )
    assert source.read_text().strip() in done.stdout
    assert bookworm.asked() == [
        "update -qq",
        "install -y -qq --no-install-recommends openscad",
        "install -y -qq --no-install-recommends -t bookworm-backports " + " ".join(KICAD),
    ]


def test_backports_that_are_there_are_not_added_again(bookworm: Machine):
    bookworm.targets += "\\nbookworm-backports http://mirror.example/debian/"
    assert bookworm.run(uid=0, CI="true").returncode == 0
    assert not list(bookworm.sources.iterdir())


def test_an_old_kicad_is_as_good_as_none(bookworm: Machine):
    bookworm.packages = dict.fromkeys((*KICAD, *OTHERS), "9.0.8") | {"kicad": "6.0.11+dfsg-1"}
    assert bookworm.run(uid=0, CI="true").returncode == 0
    assert bookworm.asked()[-1].endswith("bookworm-backports kicad")


def test_a_source_that_cannot_be_fetched_is_taken_out_again(bookworm: Machine):
    bookworm.updates = 100
    done = bookworm.run(uid=0, CI="true")
    assert done.returncode == 1
    assert "Nothing was installed" in done.stderr
    assert not list(bookworm.sources.iterdir())


def test_trixie_has_kicad_of_its_own(bookworm: Machine):
    (bookworm.folder / "os-release").write_text('ID=debian\nVERSION_ID="13"\n')
    assert bookworm.run(uid=0, CI="true").returncode == 0
    assert not list(bookworm.sources.iterdir())
    assert bookworm.asked()[-1] == "install -y -qq --no-install-recommends " + " ".join(KICAD)


def test_another_system_is_told_what_it_lacks(bookworm: Machine):
    (bookworm.folder / "os-release").write_text('ID=fedora\nVERSION_ID="44"\n')
    done = bookworm.run(uid=0, CI="true")
    assert done.returncode == 1
    assert "fedora 44" in done.stderr
    assert "openscad" in done.stderr
    assert not bookworm.asked()


@pytest.mark.skipif(shutil.which("shellcheck") is None, reason="shellcheck is not installed")
def test_shellcheck_has_nothing_to_say_of_the_needs():
    done = subprocess.run(["shellcheck", SCRIPT], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
