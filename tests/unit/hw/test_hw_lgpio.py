from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from gpiozero import InputDevice, OutputDevice, PinInvalidBounce, PinInvalidEdges, PinSetInput
from gpiozero.pins.local import LocalPiFactory

import fake_lgpio
from fake_gpiochip import FakeChip
from fake_lgpio import FakeLgpio
from showdown_hw.backends import open_factory
from showdown_hw.board import Board
from showdown_hw.clock import SystemClock
from showdown_hw.errors import BackendError
from showdown_hw.lgpio_factory import load_lgpio
from showdown_hw.stamps import Stamp
from showdown_hw.unit import Hardware

CLOCK = SystemClock()
LEFT, RIGHT, GREEN, SERVO = 5, 6, 22, 12


class Lgpio:
    """The module with its traps, and a whole unit on it."""

    def __init__(self) -> None:
        self.chip = FakeChip()
        self.fake = FakeLgpio(FakeChip(number=3), self.chip)
        self.module: Any = fake_lgpio.make_lgpio(self.fake)
        self.hardware: Any = None
        self.factory: Any = None

    def open(self, board: str = "default", **options: Any) -> Hardware:
        options = {"chip": 0, **options}
        with fake_lgpio.installed(self.module):
            self.factory = open_factory("lgpio", Board.named(board), CLOCK, **options)
        self.hardware = Hardware.open(Board.named(board), self.factory, CLOCK)
        return self.hardware

    def close(self) -> None:
        if self.hardware is not None:
            self.hardware.close()
        self.fake.end()

    def edges(self) -> list[Any]:
        """All edges that were delivered up to now."""
        self.fake.wait_idle()
        return list(self.hardware.edges.drain())


@pytest.fixture
def lgpio() -> Iterator[Lgpio]:
    lgpio = Lgpio()
    yield lgpio
    lgpio.close()


# --- stamps ------------------------------------------------------------------------------------


def test_the_kernels_stamp_arrives_to_the_nanosecond_and_has_no_number(lgpio: Lgpio):
    lgpio.open()
    stamp_ns = 2**55 + 1  # a float of seconds would round it
    lgpio.fake.deliver(LEFT, 0, stamp_ns)
    (edge,) = lgpio.edges()
    assert (edge.line, edge.stamp_ns, edge.active, edge.seq) == (
        "paddle_left",
        stamp_ns,
        True,
        None,
    )


def test_the_watchdogs_level_2_is_no_edge(lgpio: Lgpio):
    lgpio.open()
    lgpio.fake.deliver(LEFT, 2, 5)
    assert lgpio.edges() == []
    assert lgpio.hardware.alive() is None


# --- lgpio's only thread -----------------------------------------------------------------------


def test_an_exception_in_a_listener_does_not_end_the_only_thread(lgpio: Lgpio, caplog):
    lgpio.open()

    def fail(ticks: object, state: object) -> None:
        raise RuntimeError("planted")

    lgpio.hardware.paddles["left"]._device.pin.when_changed = fail
    lgpio.chip.drive(LEFT, False)
    lgpio.chip.drive(RIGHT, False)
    assert [edge.line for edge in lgpio.edges()] == ["paddle_right"]
    assert "the listener of GPIO5 failed" in caplog.text


def test_an_edge_on_its_way_while_the_listener_is_taken_away_harms_nothing(lgpio: Lgpio, caplog):
    lgpio.open()
    lgpio.factory.pin(LEFT).when_changed = None
    lgpio.factory.pin(LEFT)._when_changed = None  # gpiozero's own pin would now call None
    lgpio.fake.deliver(LEFT, 0, 5)
    lgpio.chip.drive(RIGHT, False)
    assert [edge.line for edge in lgpio.edges()] == ["paddle_right"]
    assert caplog.records == []


def test_a_dead_thread_is_a_fault(lgpio: Lgpio):
    lgpio.open()
    lgpio.fake.end()
    assert lgpio.hardware.alive() == "lgpio's thread that delivers edges has ended"


def test_a_vanished_chip_is_a_fault(lgpio: Lgpio):
    lgpio.open()
    lgpio.chip.gone = True
    assert "the GPIO chip /dev/gpiochip0 is gone" in lgpio.factory.source_fault()
    lgpio.chip.gone = False


def test_a_closed_backend_says_so(lgpio: Lgpio):
    lgpio.open()
    lgpio.hardware.close()
    assert lgpio.factory.source_fault() == "the lgpio backend is closed"


# --- armed once, never given back alone --------------------------------------------------------


def test_every_input_is_armed_once(lgpio: Lgpio):
    lgpio.open("full")
    alerts = [gpio for kind, gpio, _ in lgpio.fake.claims if kind == "alert"]
    assert sorted(alerts) == [4, 5, 6, 26]


def test_closing_the_input_that_was_armed_last_does_not_stall_the_others(lgpio: Lgpio):
    lgpio.open()
    lgpio.hardware.button.close()
    lgpio.chip.drive(LEFT, False)
    assert [edge.line for edge in lgpio.edges()] == ["paddle_left"]
    lgpio.chip.drive(26, False)
    assert lgpio.edges() == []


def test_taking_a_listener_away_or_changing_its_edges_arms_nothing_anew(lgpio: Lgpio):
    lgpio.open()
    pin = lgpio.factory.pin(26)
    lgpio.fake.claims.clear()
    pin.when_changed = None
    pin.when_changed = lgpio.hardware.button._on_edge
    pin.edges = "falling"
    assert lgpio.fake.claims == []
    lgpio.chip.drive(26, False)
    lgpio.chip.drive(26, True)
    assert [edge.active for edge in lgpio.edges()] == [True]
    with pytest.raises(PinInvalidEdges):
        pin.edges = "some"


def test_an_armed_pin_is_not_turned_to_something_else(lgpio: Lgpio):
    lgpio.open()
    pin = lgpio.factory.pin(LEFT)
    for turn in (lambda: pin.output_with_state(0), lambda: setattr(pin, "pull", "down")):
        with pytest.raises(BackendError, match="GPIO5 is armed as an input, and lgpio cannot"):
            turn()
    pin.function = "input"
    pin.pull = "up"
    lgpio.chip.drive(LEFT, False)
    assert len(lgpio.edges()) == 1


def test_a_closed_input_can_be_opened_again(lgpio: Lgpio):
    lgpio.open()
    lgpio.hardware.button.close()
    again = InputDevice(26, pull_up=True, pin_factory=lgpio.factory)
    heard: list[Any] = []

    def listener(ticks: Stamp, state: bool) -> None:
        heard.append((ticks.ns, state))

    again.pin.when_changed = listener
    lgpio.fake.deliver(26, 0, 77)
    lgpio.fake.wait_idle()
    assert heard == [(77, False)]
    again.close()


def test_no_debouncing_is_asked_of_it(lgpio: Lgpio):
    lgpio.open()
    with pytest.raises(PinInvalidBounce, match="the stamp would be that of the end"):
        lgpio.factory.pin(LEFT).bounce = 0.01


# --- outputs and the servo ---------------------------------------------------------------------


def test_an_output_is_off_from_its_first_moment_on_whatever_its_polarity(lgpio: Lgpio):
    lgpio.open()
    lgpio.fake.claims.clear()
    device = OutputDevice(16, active_high=False, pin_factory=lgpio.factory)
    assert [claim for claim in lgpio.fake.claims if claim[0] == "output"] == [("output", 16, 1)]
    device.close()


def test_a_write_asks_the_kernel_nothing_first(lgpio: Lgpio):
    lgpio.open()
    lgpio.fake.queries = 0
    lgpio.chip.writes.clear()
    lgpio.hardware.lamps._green.write(True)
    assert (lgpio.fake.queries, lgpio.chip.writes) == (0, [(GREEN, True)])
    with pytest.raises(PinSetInput):
        lgpio.factory.pin(LEFT).state = 1


@pytest.mark.parametrize("width_us", [1000, 1001, 1250, 1500, 1650, 1999])
def test_a_servo_pulse_is_exact_not_in_steps_of_a_per_cent(lgpio: Lgpio, width_us: int):
    lgpio.open()
    lgpio.hardware.launcher._pwm.set_us(width_us)
    frequency, duty = lgpio.fake.pwm[SERVO]
    assert frequency == 50
    assert duty * 200 == pytest.approx(width_us, abs=1e-6)


def test_stopping_the_servo_leaves_its_line_low(lgpio: Lgpio):
    lgpio.open()
    lgpio.factory.pin(SERVO).frequency = 50
    lgpio.factory.pin(SERVO).frequency = None
    assert lgpio.chip.lines[SERVO].level is False


def test_closing_amid_pulses_leaves_the_line_low(lgpio: Lgpio):
    lgpio.open()
    lgpio.hardware.launcher._pwm.set_us(1500)
    lgpio.factory.close()
    assert lgpio.chip.lines[SERVO].output is False
    assert lgpio.chip.free
    lgpio.hardware = None


def test_a_boards_outputs_stay_driven_off_after_the_end(lgpio: Lgpio):
    lgpio.open()
    lgpio.hardware.lamps.write(True, True, True)
    lgpio.hardware.close()
    assert [lgpio.chip.lines[bcm].output for bcm in (17, 27, 22)] == [False] * 3
    assert lgpio.chip.free


def test_a_forked_child_drops_its_copy_and_touches_nothing(lgpio: Lgpio, monkeypatch):
    hardware = lgpio.open()
    hardware.lamps.write(True, False, False)
    lgpio.chip.writes.clear()
    lgpio.fake.claims.clear()
    with monkeypatch.context() as child:
        pid = os.getpid()
        child.setattr(os, "getpid", lambda: pid + 1)
        lgpio.factory.pin(GREEN).close()
        lgpio.factory.close()
    assert (lgpio.chip.writes, lgpio.fake.claims) == ([], [])
    lgpio.hardware = None


def test_a_driver_for_the_servo_is_used_instead(lgpio: Lgpio):
    asked: list[int] = []

    class Servo:
        def off(self) -> None: ...

        def close(self) -> None: ...

    def driver(bcm: int) -> Any:
        asked.append(bcm)
        return Servo()

    lgpio.open(pwm_driver=driver)
    assert asked == [SERVO]


# --- the chip ----------------------------------------------------------------------------------


def test_the_chip_that_is_named_is_opened_whatever_gpiozero_thinks(lgpio: Lgpio):
    # A Pi 5: gpiozero 2.0.1 would open chip 4 (there is none), later ones chip 0.
    lgpio.open(chip=3, revision=0xC04170)
    assert lgpio.fake.opened == [3]
    assert (lgpio.factory.chip, lgpio.factory.board_info.model) == (3, "5B")


def test_a_chip_that_is_not_there_says_so(lgpio: Lgpio):
    with pytest.raises(BackendError, match="/dev/gpiochip9 cannot be opened: No such file"):
        lgpio.open(chip=9)


def test_a_busy_line_is_named_with_its_holder(lgpio: Lgpio):
    lgpio.chip.take(RIGHT, "some-hat")
    with pytest.raises(BackendError, match="GPIO6 is busy: some-hat holds it"):
        lgpio.open()


def test_its_pins_are_not_shared_with_other_factories(lgpio: Lgpio):
    lgpio.open()
    assert LocalPiFactory.pins == {}


# --- the module --------------------------------------------------------------------------------

MODULE = """\
import os
cwd_before = os.getcwd()
os.chdir(os.environ["LG_WD"])
work_dir = os.getcwd()
os.mkfifo(".lgd-nfy0")
mode = os.stat(".").st_mode & 0o777
gpiochip_open = _notify_thread = None
"""


@pytest.fixture
def module_on_disk(tmp_path: Path, monkeypatch) -> Iterator[Path]:
    """A lgpio that does on import what the real one does."""
    folder = tmp_path / "site"
    folder.mkdir()
    (folder / "lgpio.py").write_text(MODULE)
    monkeypatch.syspath_prepend(folder)
    monkeypatch.delenv("LG_WD", raising=False)
    monkeypatch.delenv("RUNTIME_DIRECTORY", raising=False)
    yield tmp_path
    sys.modules.pop("lgpio", None)


def test_its_pipe_is_made_in_a_folder_of_its_own_and_nothing_remains(module_on_disk, monkeypatch):
    run = module_on_disk / "run"
    run.mkdir()
    monkeypatch.setenv("RUNTIME_DIRECTORY", f"{run}:/other")
    before = Path.cwd()
    lgpio = load_lgpio()
    assert Path(lgpio.work_dir).parent == run
    assert lgpio.mode == 0o700
    assert Path.cwd() == before  # lgpio goes to its folder; the process comes back
    assert list(run.iterdir()) == []
    assert "LG_WD" not in os.environ


def test_a_read_only_working_folder_does_no_harm(module_on_disk, monkeypatch):
    work = module_on_disk / "work"
    work.mkdir()
    lgpio = load_lgpio(work)
    assert Path(lgpio.work_dir).parent == work


def test_a_folder_that_the_environment_names_is_taken(module_on_disk, monkeypatch):
    named = module_on_disk / "named"
    named.mkdir()
    monkeypatch.setenv("LG_WD", str(named))
    before = Path.cwd()
    assert load_lgpio().work_dir == str(named)
    assert Path.cwd() == before
    assert os.environ["LG_WD"] == str(named)


def test_a_folder_that_this_user_may_not_enter_is_left_for_the_root(module_on_disk, monkeypatch):
    """As after `sudo -u` from a home folder: there is no way back into it."""
    monkeypatch.chdir(module_on_disk)
    really = os.open

    def refuse(path: Any, flags: int, *more: Any, **named: Any) -> int:
        if path == ".":
            raise PermissionError(13, "Permission denied")
        return really(path, flags, *more, **named)

    monkeypatch.setattr(os, "open", refuse)
    assert load_lgpio().mode == 0o700
    assert Path.cwd() == Path("/")


@pytest.mark.parametrize("variable", ["LG_WD", "RUNTIME_DIRECTORY"])
def test_a_folder_that_is_not_there_is_named_with_what_to_do(module_on_disk, monkeypatch, variable):
    monkeypatch.setenv(variable, str(module_on_disk / "nowhere"))
    before = Path.cwd()
    with pytest.raises(BackendError, match=r"cannot make its pipe: .*nowhere.*RuntimeDirectory="):
        load_lgpio()
    assert Path.cwd() == before


def test_the_empty_lgpio_0_0_0_2_is_refused():
    empty: Any = ModuleType("lgpio")
    empty.__file__ = "/x/lgpio.py"
    with (
        fake_lgpio.installed(empty),
        pytest.raises(
            BackendError, match=r"\(/x/lgpio\.py\) is not lgpio 0\.2\.2 .*empty.*install"
        ),
    ):
        load_lgpio()


def test_a_missing_module_names_the_command_that_installs_it():
    with fake_lgpio.installed(None), pytest.raises(BackendError, match=r"is missing.*install"):
        load_lgpio()


def test_importing_the_backends_needs_neither_module():
    assert "lgpio" not in sys.modules
    assert "gpiod" not in sys.modules
