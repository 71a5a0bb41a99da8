"""`make deb-test`: the package's whole life on arm64 Bookworm and Trixie, without a network.

The tests of one system build on each other, from top to bottom: one life. No systemd runs in
there: what it does with the units is tried in the rig.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

import deb_kit

ROOT = Path(__file__).resolve().parent.parent.parent
OLD = "0.0.9"
SITE = "/usr/lib/showdown-unit/site"
CONFIG = "/etc/showdown-unit/unit.toml"
MINE = "# by hand\n"

pytestmark = pytest.mark.timeout(1800)  # the first test's includes making the base systems


@dataclass(frozen=True, slots=True)
class Built:
    """The package as it is now, and one of an earlier version."""

    now: Path
    old: Path

    @property
    def version(self) -> str:
        return self.now.name.split("_")[1]


@dataclass(slots=True)
class Life:
    """One system: its Python, how it was before the package, and itself."""

    python: str
    pi: deb_kit.Pi
    before: dict[str, str]


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Built]:
    deb_kit.provide()
    out = tmp_path_factory.mktemp("deb")
    packages = Built(now=build(out), old=build(out, "--version", OLD))
    with deb_kit.emulation():
        deb_kit.bases()
        yield packages


@pytest.fixture(scope="module", params=deb_kit.SUITES)
def life(request: pytest.FixtureRequest, built: Built) -> Iterator[Life]:
    folder = Path(os.environ.get("TMPDIR", "/tmp")) / f"showdown-deb-test-{os.getpid()}"
    folder.mkdir(exist_ok=True)
    try:
        pi = deb_kit.Pi.of(request.param, folder)
        yield Life(deb_kit.SUITES[request.param], pi, pi.files())
    finally:
        shutil.rmtree(folder)


def build(out: Path, *more: str, **variables: str) -> Path:
    command = [
        sys.executable,
        ROOT / "tools" / "deb.py",
        "--arch",
        deb_kit.ARCH,
        "--out",
        out,
        *more,
    ]
    done = subprocess.run(
        command, capture_output=True, text=True, check=False, env=os.environ | variables
    )
    assert done.returncode == 0, done.stderr
    return Path(done.stdout.splitlines()[-2].split(" (")[0])


def install(life: Life, package: Path) -> str:
    """As people do: apt, which looks after the dependencies; nothing can be fetched here."""
    given = life.pi.give(package)
    return life.pi.run(f"apt-get install -y --allow-downgrades -o Dpkg::Use-Pty=0 {given}")


def compiled(life: Life) -> list[Path]:
    tag = f"cpython-{life.python.replace('.', '')}"
    return sorted((life.pi.root / SITE[1:]).rglob(f"__pycache__/*.{tag}.pyc"))


def test_the_same_sources_give_the_same_bytes(built: Built, tmp_path: Path) -> None:
    """Built anew in another folder with nothing compiled kept, another time zone and mask."""
    told = os.environ.get("SHOWDOWN_DEB_CACHE")
    cache = Path(told) if told else Path.home() / ".cache" / "showdown-deb"
    for kept in ("pypi", "tools", "headers"):
        (tmp_path / "cache").mkdir(exist_ok=True)
        (tmp_path / "cache" / kept).symlink_to(cache / kept)
    mask = os.umask(0o077)
    try:
        again = build(tmp_path, SHOWDOWN_DEB_CACHE=str(tmp_path / "cache"), TZ="Asia/Tokyo")
    finally:
        os.umask(mask)
    assert digest(again) == digest(built.now)


def test_lintian_finds_nothing(built: Built) -> None:
    command = ["lintian", "--allow-root", "--fail-on=error,warning", str(built.now)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "")


def test_apt_installs_it_without_a_network(life: Life, built: Built) -> None:
    install(life, built.old)
    assert life.pi.run("showdown-unit --version").strip() == built.version
    assert life.pi.run("dpkg --audit") == ""
    missing = life.pi.run("dpkg --verify showdown-unit").splitlines()
    assert [row for row in missing if "/usr/share/man/" not in row] == []  # those systems have none


def test_user_groups_and_folders_are_there(life: Life) -> None:
    assert set(life.pi.run("id -nG showdown").split()) == {"showdown", "gpio", "dialout"}
    assert (
        life.pi.run("stat -c '%U:%G %a' /var/lib/showdown-unit").strip() == "showdown:showdown 750"
    )


def test_the_services_start_at_boot(life: Life) -> None:
    for unit in ("showdown-unit.service", "showdown-gadget.service"):
        assert life.pi.run(f"systemctl is-enabled {unit}").strip() == "enabled"


def test_every_module_is_compiled_for_this_python(life: Life) -> None:
    sources = set((life.pi.root / SITE[1:]).rglob("*.py"))
    made = {path.parent.parent / f"{path.name.split('.')[0]}.py" for path in compiled(life)}
    assert made == sources


def test_the_bundled_libraries_are_the_ones_that_are_used(life: Life) -> None:
    code = (
        f"import sys; sys.path.insert(0, '{SITE}');"
        "import _lgpio, lgpio, gpiod._ext, gpiozero, colorzero, msgspec._core, serial;"
        "import gpiozero.pins.lgpio, gpiozero.pins.mock, serial.tools.list_ports;"
        "import showdown_unit.daemon, showdown_bench.bench, showdown_host.unit;"
        "from showdown_hw import gpiod_factory, lgpio_factory;"
        "mine = [m for m in sys.modules.values() if (getattr(m, '__file__', 0) or '').count('site')"
        f" and not m.__file__.startswith(('{SITE}', '/usr/lib/python'))];"
        "print(mine, lgpio.lgpio_version() if hasattr(lgpio, 'lgpio_version') else '', msgspec."
        "json.decode(b'[1]'), gpiod.is_gpiochip_device('/dev/null'))"
    )
    assert life.pi.run(f'python3 -I -B -c "{code}"').startswith("[] ")


def test_the_configuration_is_right(life: Life) -> None:
    assert life.pi.run("showdown-unit config check").strip() == f"{CONFIG}: right"
    assert "setup" in life.pi.run("showdown-unit --help")
    assert "units" in life.pi.run("showdown --help")


def test_nothing_of_the_caller_gets_into_the_commands(life: Life) -> None:
    (life.pi.root / "tmp/msgspec.py").write_text("raise SystemExit('not this one')\n")
    told = life.pi.run("PYTHONPATH=/tmp PYTHONSTARTUP=/tmp/msgspec.py showdown-unit config check")
    assert told.strip() == f"{CONFIG}: right"


def test_a_unit_on_mock_pins_plays_a_showdown(life: Life) -> None:
    """The installed daemon as its own user, asked over its socket. Nobody presses."""
    more = '[unit]\nallow_remote_start = true\n[hardware]\nbackend = "mock"\n[referee]\n'
    more += "race_timeout_s = 1\nhold_max_s = 2\n"
    text = (life.pi.root / CONFIG[1:]).read_text()
    (life.pi.root / "tmp/mock.toml").write_text(text + more)
    told = life.pi.run(
        """
        install -d -o showdown -g showdown -m 750 /run/showdown-unit
        as="setpriv --reuid showdown --regid showdown --init-groups env HOME=/tmp"
        $as showdown-unit serve --config /tmp/mock.toml 2>/tmp/log &
        unit=$!
        for _ in $(seq 120); do
            [ -S /run/showdown-unit/showdown.sock ] && break; sleep 0.5; done
        $as showdown --wait 60 --port unix:/run/showdown-unit/showdown.sock \
            run --start now --json 2>/tmp/host
        echo "$?"
        kill "$unit"; wait "$unit"; echo "$?"; rm -r /run/showdown-unit
        """
    )
    *record, code, ended = told.splitlines()
    assert (code, ended) == ("5", "0"), told + (life.pi.root / "tmp/log").read_text()
    assert json.loads(record[0])["outcome"] == "no_press"


def test_an_upgrade_keeps_the_edited_configuration_and_state(life: Life, built: Built) -> None:
    root = life.pi.root
    with (root / CONFIG[1:]).open("a") as file:
        file.write(MINE)
    (root / "etc/showdown-unit/board.toml").write_text("# mine\n")
    (root / "var/lib/showdown-unit/kept").write_text("a record\n")
    install(life, built.now)
    assert (root / CONFIG[1:]).read_text().endswith(MINE)
    assert (root / "var/lib/showdown-unit/kept").exists()
    assert life.pi.run("dpkg-query -W -f '${Version}' showdown-unit") == built.version
    assert not list((root / "etc/showdown-unit").glob("*.dpkg-*"))


def test_a_downgrade_is_refused_and_changes_nothing(life: Life, built: Built) -> None:
    ran = life.pi.tried(f"dpkg -i {life.pi.give(built.old)}")
    assert ran.status != 0
    assert f"showdown-unit {OLD} is older than {built.version}" in ran.text
    assert life.pi.run("dpkg-query -W -f '${db:Status-Status} ${Version}' showdown-unit") == (
        f"installed {built.version}"
    )
    assert compiled(life)


def test_it_is_refused_beside_a_unit_that_the_script_installed(life: Life, built: Built) -> None:
    mark = life.pi.root / "usr/lib/showdown-unit/installed-by-script"
    mark.touch()
    ran = life.pi.tried(f"dpkg -i {life.pi.give(built.now)}")
    mark.unlink()
    assert ran.status != 0
    assert "systemd/install.sh --uninstall" in ran.text
    assert life.pi.run("dpkg --audit") == ""
    assert compiled(life)


def test_after_pythons_own_upgrade_everything_is_compiled_anew(life: Life) -> None:
    for path in compiled(life):
        path.rename(path.with_name(path.name.replace(".cpython-3", ".cpython-30")))
    hook = "/usr/share/python3/runtime.d/showdown-unit.rtupdate"
    life.pi.run(f"{hook} rtupdate python3.0 python{life.python}")
    assert compiled(life)
    assert not list((life.pi.root / SITE[1:]).rglob("*.cpython-30*.pyc"))


def test_the_commands_leave_no_compiled_files_behind(life: Life) -> None:
    life.pi.run(f"py3clean -p showdown-unit {SITE}")
    assert life.pi.run("showdown-unit config check")
    assert not list((life.pi.root / SITE[1:]).rglob("*.pyc"))


def test_removing_keeps_state_and_configuration_alone(life: Life) -> None:
    life.pi.run("apt-get remove -y showdown-unit")
    root = life.pi.root
    assert (root / CONFIG[1:]).read_text().endswith(MINE)
    assert (root / "var/lib/showdown-unit/kept").exists()
    assert not (root / "usr/bin/showdown-unit").exists()
    assert not (root / "usr/lib/showdown-unit").exists()


def test_installing_again_takes_the_kept_ones_up(life: Life, built: Built) -> None:
    install(life, built.now)
    assert life.pi.run("showdown-unit config check").strip() == f"{CONFIG}: right"
    assert (life.pi.root / CONFIG[1:]).read_text().endswith(MINE)
    assert life.pi.run("systemctl is-enabled showdown-unit.service").strip() == "enabled"


def test_a_purge_leaves_nothing(life: Life) -> None:
    life.pi.run("apt-get purge -y showdown-unit")
    after = life.pi.files()
    changed = {path: fact for path, fact in after.items() if life.before.get(path) != fact}
    assert changed == {}
    assert set(life.before) == set(after)
    assert life.pi.tried("dpkg-query -W showdown-unit").status != 0
    assert not list((life.pi.root / "var/lib/dpkg").rglob("showdown-unit*"))


def test_it_can_be_installed_after_a_purge_and_purged_without_a_removal(
    life: Life, built: Built
) -> None:
    install(life, built.old)
    life.pi.run("dpkg --purge showdown-unit")
    assert life.pi.files() == life.before


def digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()
