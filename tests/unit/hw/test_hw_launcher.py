from __future__ import annotations

import pytest

from hw_kit import Rig, open_rig
from showdown_hw.errors import LauncherError


def test_opening_and_closing_never_powers_or_moves_it(any_pi: Rig):
    assert any_pi.hardware.launcher.state == (False, None)
    any_pi.hardware.close()
    assert not [change for change in any_pi.changes() if change[0].startswith("launcher")]


def test_the_first_pulse_after_power_is_the_park_pulse(rig: Rig):
    rig.hardware.launcher.power(True)
    assert rig.changes() == [("launcher_power", 1), ("launcher_pwm", 1500)]
    assert rig.hardware.launcher.state == (True, "park")


def test_a_throw_is_pulses_of_the_boards_widths_at_50_hz(any_pi: Rig):
    launcher = any_pi.hardware.launcher
    launcher.power(True)
    launcher.aim("left")
    assert any_pi.factory.signal_pin("launcher_pwm").frequency == 50
    launcher.aim("right")
    launcher.aim("park")
    launcher.power(False)
    assert any_pi.changes() == [
        ("launcher_power", 1),
        ("launcher_pwm", 1500),
        ("launcher_pwm", 1000),
        ("launcher_pwm", 2000),
        ("launcher_pwm", 1500),
        ("launcher_pwm", 0),
        ("launcher_power", 0),
    ]
    assert launcher.state == (False, None)


def test_every_allowed_width_comes_out_exactly(rig: Rig):
    pwm = rig.hardware.launcher._pwm
    pin = rig.factory.signal_pin("launcher_pwm")
    for width_us in range(900, 2101):
        pwm.set_us(width_us)
        assert round(pin.state * 20_000, 6) == width_us
    changes = [value for _, value in rig.changes()]
    assert changes == list(range(900, 2101))


def test_aiming_without_power_is_an_error_and_moves_nothing(rig: Rig):
    with pytest.raises(LauncherError, match=r"no power, cannot aim left: call power\(True\)"):
        rig.hardware.launcher.aim("left")
    assert rig.changes() == []


def test_an_unknown_position_is_an_error_that_names_the_known_ones(rig: Rig):
    rig.hardware.launcher.power(True)
    with pytest.raises(LauncherError, match="'up' is unknown; allowed are park, left, right"):
        rig.hardware.launcher.aim("up")
    assert rig.hardware.launcher.state == (True, "park")


def test_release_ends_the_pulses_and_leaves_the_power(rig: Rig):
    rig.hardware.launcher.power(True)
    rig.changes()
    rig.hardware.launcher.release()
    rig.hardware.launcher.release()
    assert rig.changes() == [("launcher_pwm", 0)]
    assert rig.factory.signal_pin("launcher_pwm").frequency is None
    assert rig.hardware.launcher.state == (True, None)


def test_it_is_overdue_exactly_at_its_limit_and_not_without_power():
    rig = open_rig()
    launcher = rig.hardware.launcher
    now_ns = rig.clock.now_ns()
    assert launcher.driven_since is None
    assert not launcher.overdue(now_ns + 10**12)
    launcher.power(True)
    assert launcher.driven_since == now_ns
    assert not launcher.overdue(now_ns + 1_199_999_999)
    assert launcher.overdue(now_ns + 1_200_000_000)
    launcher.power(False)
    assert launcher.driven_since is None
    assert not launcher.overdue(now_ns + 1_200_000_000)


def test_power_on_while_on_does_not_start_the_limit_again(rig: Rig):
    rig.hardware.launcher.power(True)
    since_ns = rig.hardware.launcher.driven_since
    rig.changes()
    rig.clock.advance(5_000_000)
    rig.hardware.launcher.power(True)
    assert rig.hardware.launcher.driven_since == since_ns
    assert rig.changes() == []


def test_power_goes_off_again_when_the_park_pulse_fails(rig: Rig):
    rig.hands.break_signal("launcher_pwm", OSError("gone"))
    with pytest.raises(OSError, match="gone"):
        rig.hardware.launcher.power(True)
    assert rig.changes() == [("launcher_power", 1), ("launcher_power", 0)]
    assert rig.hardware.launcher.state.powered is False


def test_power_goes_off_even_when_the_pulses_cannot_be_ended(rig: Rig):
    rig.hardware.launcher.power(True)
    rig.hands.break_signal("launcher_pwm", OSError("gone"))
    with pytest.raises(OSError, match="gone"):
        rig.hardware.launcher.power(False)
    assert ("launcher_power", 0) in rig.changes()
    assert rig.hardware.launcher.state == (False, "park")


def test_a_power_pin_that_fails_counts_as_on_so_that_the_limit_runs(rig: Rig):
    rig.hardware.launcher.power(True)
    rig.hands.break_signal("launcher_power", OSError("stuck"))
    with pytest.raises(OSError, match="stuck"):
        rig.hardware.launcher.power(False)
    assert rig.hardware.launcher.state == (True, None)
    assert rig.hardware.launcher.driven_since is not None
