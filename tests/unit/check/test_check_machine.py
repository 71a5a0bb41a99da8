"""What the reader makes of a tree of files, and the command as a whole."""

from __future__ import annotations

import getpass
import json
import os
from pathlib import Path

import pytest

import fake_rpi_gpio
from fake_gpiochip import FakeChip
from pigpiod_standin import Pigpiod
from showdown_hw.chips import ChipInfo
from showdown_hw.errors import BackendError
from showdown_unit import cli
from showdown_unit.check import Level, findings
from showdown_unit.check_machine import GONE, Library, read_machine
from showdown_unit.config import Config, load

ME = getpass.getuser()


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode())


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A Raspberry Pi 5 in files."""
    tree = tmp_path / "root"
    dt = tree / "sys/firmware/devicetree/base"
    write(dt / "model", "Raspberry Pi 5 Model B Rev 1.0\0")
    write(dt / "compatible", "raspberrypi,5-model-b\0brcm,bcm2712\0")
    write(tree / "etc/os-release", "ID=debian\nVERSION_CODENAME=trixie\n")
    write(tree / "etc/group", f"gpio:x:986:pi,{ME}\ndialout:x:20:pi\n")
    write(tree / "proc/sys/kernel/osrelease", "6.12.34+rpt-rpi-2712\n")
    write(tree / "proc/consoles", "tty1 -WU (EC) 4:1\n")
    write(
        tree / "proc/self/mountinfo",
        "1 0 0:1 / / rw - ext4 /dev/root rw\n2 1 0:2 / /run rw - tmpfs tmpfs rw\n",
    )
    write(tree / "boot/firmware/config.txt", "dtparam=audio=on\n")
    (tree / "var/lib/showdown-unit").mkdir(parents=True)
    (tree / "run/showdown-unit").mkdir(parents=True)
    return tree


def chip(root: str | Path, *, named: str) -> ChipInfo:
    return ChipInfo(0, Path(root) / "dev/gpiochip0", "pinctrl-rp1", 54)


def no_library() -> None:
    raise BackendError("the Python module gpiod is missing (no): sudo apt install x")


def read(root: Path, config: Config | None = None, **more: object) -> object:
    options = {
        "find_chip": chip,
        "who_holds": lambda path, line: {17: "spi0 CS0"}.get(line),
        "loaders": {"gpiod": lambda: None, "lgpio": no_library},
    } | more
    return read_machine(config or load(), root=root, **options)  # type: ignore[arg-type]


def test_a_tree_is_read_whole(root: Path):
    machine = read(root)
    assert machine.model is not None
    assert (machine.model.name, machine.model_text) == ("5 B", "Raspberry Pi 5 Model B Rev 1.0")
    assert machine.release is not None
    assert (machine.release.codename, machine.kernel) == ("trixie", "6.12.34+rpt-rpi-2712")
    assert machine.listed_in == {"gpio"}
    assert machine.line_users == {17: "spi0 CS0"}
    assert machine.libraries["gpiod"].fault is None
    assert machine.libraries["lgpio"].fault == (
        "the Python module gpiod is missing (no): sudo apt install x"
    )
    assert machine.board is not None
    assert machine.state_fs == "ext4"
    assert machine.running is None
    assert machine.place("/var/lib/showdown-unit").owner == ME
    assert machine.place("/run/showdown-unit/showdown.sock") == GONE
    assert machine.pwm_problem is not None
    assert "dtoverlay=pwm,pin=12,func=4" in machine.pwm_problem


def test_the_chip_that_the_configuration_names_is_looked_for(root: Path):
    asked: list[str] = []

    def find(at: str | Path, *, named: str) -> ChipInfo:
        asked.append(named)
        return chip(at, named=named)

    read(root, load(overrides={"hardware.chip": "my-header"}), find_chip=find)
    read(root, find_chip=find)
    assert asked == ["my-header", "auto"]


def test_an_empty_tree_is_all_problems_and_no_exception(tmp_path: Path):
    machine = read_machine(load(), root=tmp_path / "nothing", loaders={"gpiod": no_library})
    assert (machine.model, machine.model_text, machine.header) == (None, None, None)
    assert machine.header_problem is not None
    assert "there is no GPIO chip" in machine.header_problem
    levels = {finding.about: finding.level for finding in findings(load(), machine)}
    assert levels["model"] == levels["header"] == levels["state"] == Level.FAIL


def test_a_line_that_cannot_be_asked_about_is_said_to_be_so(root: Path):
    def refuses(path: Path, line: int) -> str | None:
        raise PermissionError(13, "Permission denied")

    machine = read(root, who_holds=refuses)
    assert set(machine.line_users.values()) == {"nobody can tell who (Permission denied)"}


def test_the_lock_s_holder_is_found_without_trying_the_lock(root: Path):
    lock = root / "var/lib/showdown-unit/journal.lock"
    write(lock, "")
    here = device_and_inode(lock)
    write(
        root / "proc/locks",
        f"1: POSIX  ADVISORY  WRITE 11 {here} 0 EOF\n"
        f"2: FLOCK  ADVISORY  WRITE 812 {here} 0 EOF\n"
        "3: FLOCK  ADVISORY  WRITE 12 b3:02:1 0 EOF\n",
    )
    assert (read(root).running, read(root).running_unknown) == (812, False)


def device_and_inode(path: Path) -> str:
    status = path.stat()
    return f"{os.major(status.st_dev):02x}:{os.minor(status.st_dev):02x}:{status.st_ino}"


@pytest.mark.parametrize(("told", "running"), [("41\n", None), ("777\n", 777)])
def test_an_inode_of_that_number_on_another_device_counts_only_with_the_holder_s_own_word(
    root: Path, told: str, running: int | None
):
    """Some file systems show one device to who asks for the file and another in the list."""
    lock = root / "var/lib/showdown-unit/journal.lock"
    write(lock, told)
    inode = lock.stat().st_ino
    write(root / "proc/locks", f"1: FLOCK  ADVISORY  WRITE 777 fffe:fe:{inode} 0 EOF\n")
    assert read(root).running == running


def test_a_state_folder_that_this_user_may_not_enter_leaves_it_unknown(
    root: Path, monkeypatch: pytest.MonkeyPatch
):
    really = Path.stat

    def refuse(path: Path, **more: bool) -> os.stat_result:
        if path.name == "journal.lock":
            raise PermissionError(13, "Permission denied")
        return really(path, **more)

    monkeypatch.setattr(Path, "stat", refuse)
    assert (read(root).running, read(root).running_unknown) == (None, True)


def test_rpigpio_fails_where_its_kernel_has_no_edges(root: Path, monkeypatch: pytest.MonkeyPatch):
    """As `serve` would; installing RPi.GPIO is no mend there."""
    dt = root / "sys/firmware/devicetree/base"
    write(dt / "compatible", "raspberrypi,4-model-b\0brcm,bcm2711\0")
    config = load(overrides={"hardware.backend": "rpigpio"})
    with fake_rpi_gpio.installed(
        fake_rpi_gpio.make_rpi_gpio(fake_rpi_gpio.FakeRpiGpio(FakeChip()))
    ):
        machine = read_machine(config, root=root, find_chip=chip)
    (backend,) = [f for f in findings(config, machine) if f.about == "backend rpigpio"]
    assert backend.level is Level.FAIL
    assert "RPi.GPIO sees no edges with kernel 6.12.34" in backend.what
    assert backend.mend == (
        "Set hardware.backend to gpiod (or install rpi-lgpio in place of RPi.GPIO)"
    )


@pytest.mark.parametrize("answers", [True, False])
def test_pigpio_is_well_only_where_its_daemon_answers(
    root: Path, monkeypatch: pytest.MonkeyPatch, answers: bool
):
    daemon = Pigpiod(FakeChip())
    monkeypatch.setenv("PIGPIO_ADDR", "127.0.0.1")
    monkeypatch.setenv("PIGPIO_PORT", str(daemon.port))
    if not answers:
        daemon.kill()
    machine = read_machine(
        load(overrides={"hardware.backend": "pigpio"}), root=root, find_chip=chip
    )
    fault = machine.libraries["pigpio"].fault
    if answers:
        daemon.kill()
        assert fault is None
    else:
        assert fault is not None
        assert fault.startswith(f"pigpiod does not answer at 127.0.0.1:{daemon.port}")


def test_a_folder_in_memory_is_told_by_its_mount(root: Path):
    config = load(overrides={"state.dir": "/run/showdown-unit"})
    assert read(root, config).state_fs == "tmpfs"


def test_a_link_to_a_tty_is_followed(root: Path):
    write(root / "dev/ttyAMA0", "")
    (root / "dev/serial0").symlink_to("ttyAMA0")
    config = load(overrides={"links.tty": [{"path": "/dev/serial0", "uart": True}]})
    assert read(root, config).place("/dev/serial0").target == "/dev/ttyAMA0"


def test_a_board_that_is_wrong_is_told_in_its_own_words(root: Path, tmp_path: Path):
    board = tmp_path / "b.toml"
    board.write_text("name = 3\n")
    machine = read(root, load(overrides={"hardware.board": str(board)}))
    assert machine.board is None
    assert machine.board_problem is not None
    assert machine.board_problem.startswith(f"{board}: name")


@pytest.mark.parametrize(
    ("backend", "looked"), [("auto", {"gpiod", "lgpio"}), ("lgpio", {"lgpio"}), ("mock", set())]
)
def test_only_libraries_that_may_be_used_are_looked_at(root: Path, backend: str, looked: set[str]):
    asked: set[str] = set()
    names = ("gpiod", "lgpio", "pigpio", "rpigpio")
    loaders = {name: lambda name=name: asked.add(name) for name in names}  # type: ignore[misc]
    read(root, load(overrides={"hardware.backend": backend}), loaders=loaders)
    assert asked == looked


def test_gpiozero_s_version_is_known(root: Path):
    assert isinstance(read(root).libraries["gpiozero"], Library)
    assert read(root).libraries["gpiozero"].version is not None


# --- the command --------------------------------------------------------------------------------


def config_file(tmp_path: Path, extra: str = "") -> Path:
    state = tmp_path / "state"
    state.mkdir()
    path = tmp_path / "unit.toml"
    path.write_text(
        f'[hardware]\nbackend = "mock"\n[state]\ndir = "{state}"\n'
        f'[links]\nunix = "{tmp_path}/unit.sock"\n{extra}'
    )
    return path


def test_the_command_passes_on_mock_pins(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    assert cli.main(["check", "--config", str(config_file(tmp_path)), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["ok"] is True
    assert {finding["level"] for finding in told["findings"]} <= {"ok", "warn"}
    assert set(told["findings"][0]) == {"about", "level", "what", "mend"}


def test_a_wrong_configuration_is_a_finding(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    path = config_file(tmp_path, "[log]\nlevel = 3\n")
    assert cli.main(["check", "--config", str(path)]) == 1
    told = capsys.readouterr().out
    assert told.startswith(f"fail  config: {path}: log.level")
    assert "-> correct the file" in told
    assert told.endswith("\n\n1 failed: mend from the top\n")


def test_where_all_is_well_the_next_command_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    path = config_file(tmp_path)
    assert cli.main(["check", "--config", str(path)]) == 0
    assert capsys.readouterr().out.endswith(
        f"\n\nall well: next, showdown-unit selftest --config {path}\n"
    )


def test_what_fails_makes_the_command_fail(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    path = config_file(tmp_path)
    (tmp_path / "state").rmdir()
    assert cli.main(["check", "--config", str(path)]) == 1
    assert f"-> sudo install -d -o {ME} -m 750 {tmp_path}/state" in capsys.readouterr().out


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files away")
def test_a_file_of_root_in_the_unit_s_folder_is_seen(root: Path):
    folder = root / "var/lib/showdown-unit"
    (folder / "journal.lock").touch()
    (folder / "journal.sqlite").touch()
    os.chown(folder, 65534, 65534)
    os.chown(folder / "journal.sqlite", 65534, 65534)
    machine = read(root)
    assert machine.state_strangers == {"journal.lock": "root"}  # type: ignore[attr-defined]
