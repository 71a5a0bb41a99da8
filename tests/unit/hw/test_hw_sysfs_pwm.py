"""The servo's pulses by the hardware PWM, on every model and kernel."""

from __future__ import annotations

import errno

import pytest

from fake_sys import PI_3, PI_4, PI_5, ZERO_2_W, FakePi, make_channel
from showdown_hw.errors import BackendError
from showdown_hw.sysfs_pwm import NoPwmChip, RealFiles, SysfsPwm, find_pwm_chip
from showdown_hw.virtual import VirtualClock

FAN = "107d517a80.pwm"
RP1_FAN = "1f0009c000.pwm"
RP1 = "1f00098000.pwm"
SOCKET = "fe20c800.pwm"

# model, its pwmchips by number, the right one: Bookworm's kernels and Trixie's
SYSTEMS = {
    "zero2w-6.1": (ZERO_2_W, {0: "3f20c000.pwm"}, 0),
    "zero2w-6.12": (ZERO_2_W, {0: "3f20c000.pwm"}, 0),
    "3-6.6": (PI_3, {0: "3f20c000.pwm"}, 0),
    "3-6.12-with-another": (PI_3, {0: "pwm-fan-driver.pwm", 1: "3f20c000.pwm"}, 1),
    "4-6.1": (PI_4, {0: "fe20c000.pwm"}, 0),
    "4-6.12-socket-first": (PI_4, {0: SOCKET, 1: "fe20c000.pwm"}, 1),
    "4-6.18-socket-second": (PI_4, {2: "fe20c000.pwm", 4: SOCKET}, 2),
    "5-6.6": (PI_5, {0: FAN, 2: RP1, 6: RP1_FAN}, 2),
    "5-6.12": (PI_5, {0: RP1, 1: RP1_FAN}, 0),
    "5-6.12-fan-first": (PI_5, {0: RP1_FAN, 1: RP1}, 1),
    "5-6.18": (PI_5, {0: FAN, 10: RP1_FAN, 12: RP1}, 12),
}


@pytest.fixture
def pi(tmp_path) -> FakePi:
    return FakePi(tmp_path, PI_5, {0: RP1})


def open_pwm(pi: FakePi, bcm: int = 12, clock: VirtualClock | None = None) -> SysfsPwm:
    return SysfsPwm(bcm, clock or VirtualClock(), root=pi.root, files=pi.files)


def refused(pi: FakePi, bcm: int = 12) -> str:
    with pytest.raises(BackendError) as caught:
        open_pwm(pi, bcm)
    return str(caught.value).replace(str(pi.root), "")


@pytest.mark.parametrize("header_chip", [0, 4, 11, 12, 13, 14, 15])
@pytest.mark.parametrize(("model", "pwms", "right"), SYSTEMS.values(), ids=SYSTEMS.keys())
def test_the_chip_is_found_by_its_device_whatever_the_numbers(
    tmp_path, model, pwms, right, header_chip
):
    pi = FakePi(tmp_path, model, pwms, header_chip, pins=(12, 13), functions=(4, 4))
    assert find_pwm_chip(12, pi.root) == pi.chip(right)
    assert find_pwm_chip(13, pi.root) == pi.chip(right)


@pytest.mark.parametrize(("bcm", "channel"), [(12, 0), (13, 1)])
@pytest.mark.parametrize(
    ("model", "device"),
    [(ZERO_2_W, "3f20c000.pwm"), (PI_3, "3f20c000.pwm"), (PI_4, "fe20c000.pwm"), (PI_5, RP1)],
)
def test_each_pin_has_its_channel(tmp_path, model, device, bcm, channel):
    pi = FakePi(tmp_path, model, {0: device}, pins=(bcm,))
    pwm = open_pwm(pi, bcm)
    assert pi.written[0] == f"export {channel}"
    pwm.close()


def test_an_unknown_machine_with_a_known_pwm_device_will_do(tmp_path):
    pi = FakePi(tmp_path, "acme,pi-alike", {3: RP1})
    assert find_pwm_chip(12, pi.root) == pi.chip(3)


def test_opening_gives_no_pulse(pi):
    open_pwm(pi)
    assert pi.written == ["export 0", "period 20000000", "duty_cycle 0", "enable 0"]


def test_the_first_pulse_has_its_width_before_the_output_is_enabled(pi):
    pwm = open_pwm(pi)
    assert pi.written[-1] == "enable 0"
    pwm.set_us(1500)
    assert pi.written == ["duty_cycle 1500000", "enable 1"]


def test_off_takes_the_pulse_away_and_then_the_output(pi):
    pwm = open_pwm(pi)
    pwm.set_us(1000)
    assert pi.written[-2:] == ["duty_cycle 1000000", "enable 1"]
    pwm.off()
    assert pi.written == ["duty_cycle 0", "enable 0"]


def test_off_disables_also_when_the_pulse_cannot_be_taken_away(pi):
    pwm = open_pwm(pi)
    pwm.set_us(1000)
    pi.files.refuse["duty_cycle"] = errno.EIO
    with pytest.raises(BackendError, match="duty_cycle"):
        pwm.off()
    assert pi.written[-1] == "enable 0"


def test_close_gives_the_channel_back_off(pi):
    pwm = open_pwm(pi)
    pwm.set_us(1500)
    assert pi.written
    pwm.close()
    pwm.close()
    assert pi.written == ["duty_cycle 0", "enable 0", "unexport 0"]
    pwm.off()
    assert pi.written == []
    with pytest.raises(BackendError, match="closed: open the hardware again"):
        pwm.set_us(1500)


def test_a_channel_left_running_by_a_killed_run_is_stopped_and_stays_exported(pi):
    make_channel(pi.channel(0, 0), period=20_000_000, duty=2_000_000, enable=1)
    pwm = open_pwm(pi)
    assert pi.written == [
        "duty_cycle 0",
        "enable 0",
        "period 20000000",
        "duty_cycle 0",
        "enable 0",
    ]
    pwm.close()
    assert pi.written == ["duty_cycle 0", "enable 0"]


def test_a_channel_left_with_a_longer_pulse_than_our_period_can_be_set(pi):
    make_channel(pi.channel(0, 0), period=90_000_000, duty=50_000_000, polarity="inversed")
    open_pwm(pi).set_us(900)
    assert pi.files.read(pi.channel(0, 0) / "polarity") == "normal"
    assert pi.files.read(pi.channel(0, 0) / "duty_cycle") == "900000"


@pytest.mark.parametrize("locked", ["export", "period", "duty_cycle", "enable"])
def test_udev_may_be_late_with_the_group(pi, locked):
    clock = VirtualClock()
    began_ns = clock.now_ns()
    pi.files.refuse[locked] = errno.EACCES
    clock.world_at(began_ns + 300_000_000, pi.files.refuse.clear)
    open_pwm(pi, clock=clock).set_us(1500)
    assert 300_000_000 <= clock.now_ns() - began_ns <= 320_000_000
    assert pi.files.read(pi.channel(0, 0) / "enable") == "1"


def test_udev_is_not_awaited_for_ever(pi):
    clock = VirtualClock()
    began_ns = clock.now_ns()
    pi.files.refuse["enable"] = errno.EACCES
    with pytest.raises(BackendError):
        open_pwm(pi, clock=clock)
    assert 2_000_000_000 <= clock.now_ns() - began_ns <= 2_040_000_000
    assert pi.written[-1] == "unexport 0"


DENIED = (
    "GPIO12: /sys/class/pwm/pwmchip0/{file} may not be written: sudo usermod -aG gpio $USER, then"
    " log in again (a service: SupplementaryGroups=gpio). Still so in the group gpio: the udev rule"
    " for pwm is missing, sudo apt install --reinstall raspberrypi-sys-mods"
)
SOFTWARE = '. Or set launcher.pwm = "software", whose pulses jitter'


@pytest.mark.parametrize(
    ("name", "file"), [("export", "export"), ("period", "pwm0/period"), ("enable", "pwm0/enable")]
)
def test_no_permission_names_the_group_and_the_rule(pi, name, file):
    pi.files.refuse[name] = errno.EACCES
    assert refused(pi) == DENIED.format(file=file)


def test_a_read_only_sys_names_the_services_option(pi):
    pi.files.refuse["export"] = errno.EROFS
    assert refused(pi) == (
        "GPIO12: /sys/class/pwm/pwmchip0/export is read-only here: the chip came after the service"
        " had started, so start that again (a service of your own needs the chip's folder in"
        " ReadWritePaths=)"
    )


IN_USE = (
    "GPIO12: channel 0 of /sys/class/pwm/pwmchip0 is used by somebody else: stop that program, or"
    " take the overlay that uses the channel out of /boot/firmware/config.txt (`sudo cat"
    " /sys/kernel/debug/pwm` names the user)"
)


def test_a_channel_that_a_driver_has_is_used_by_somebody_else(pi):
    pi.files.refuse["export"] = errno.EBUSY
    assert refused(pi) == IN_USE


def test_a_channel_that_another_unit_has_is_used_by_somebody_else(pi):
    first = open_pwm(pi)
    first.set_us(1500)
    assert refused(pi) == IN_USE
    assert pi.files.read(pi.channel(0, 0) / "enable") == "1"
    first.close()
    open_pwm(pi).close()


def test_a_channel_that_goes_away_says_so(pi):
    pwm = open_pwm(pi)
    (pi.channel(0, 0) / "duty_cycle").unlink()
    with pytest.raises(BackendError) as caught:
        pwm.set_us(1500)
    assert str(caught.value).replace(str(pi.root), "") == (
        "GPIO12: the hardware PWM does not work: /sys/class/pwm/pwmchip0/pwm0/duty_cycle: No such"
        " file or directory. Has the overlay been removed while running? Reboot"
    )


@pytest.mark.parametrize(
    ("model", "pwms", "bcm", "words"),
    [
        (
            ZERO_2_W,
            {},
            12,
            "GPIO12: the hardware PWM of this Raspberry Pi Zero 2 W is not switched on: add"
            " `dtoverlay=pwm,pin=12,func=4` to /boot/firmware/config.txt, then reboot",
        ),
        (
            PI_3,
            {0: "pwm-fan-driver.pwm"},
            13,
            "GPIO13: the hardware PWM of this Raspberry Pi 3 B+ is not switched on: add"
            " `dtoverlay=pwm,pin=13,func=4` to /boot/firmware/config.txt, then reboot (with"
            " dtparam=audio=off, if the tray jerks while sound plays)",
        ),
        (
            PI_4,
            {0: SOCKET},
            12,
            "GPIO12: the hardware PWM of this Raspberry Pi 4 B is not switched on: add"
            " `dtoverlay=pwm,pin=12,func=4` to /boot/firmware/config.txt, then reboot (with"
            " dtparam=audio=off, if the tray jerks while sound plays)",
        ),
        (
            PI_5,
            {0: FAN, 1: RP1_FAN},
            12,
            "GPIO12: the hardware PWM of this Raspberry Pi 5 B is not switched on: add"
            " `dtoverlay=pwm,pin=12,func=4` to /boot/firmware/config.txt, then reboot",
        ),
        (
            "acme,board",
            {0: "fan.pwm"},
            12,
            "GPIO12: the hardware PWM of this machine is not switched on: add"
            " `dtoverlay=pwm,pin=12,func=4` to /boot/firmware/config.txt, then reboot",
        ),
    ],
)
def test_without_the_overlay_its_line_is_named(tmp_path, model, pwms, bcm, words):
    pi = FakePi(tmp_path, model, pwms)
    assert refused(pi, bcm) == words + SOFTWARE
    assert pi.written == []


@pytest.mark.parametrize(
    ("pins", "functions", "problem"),
    [
        ((18,), (2,), "the hardware PWM is on GPIO18"),
        ((18, 19), (2, 2), "the hardware PWM is on GPIO18, GPIO19"),
        ((12,), (2,), "its overlay says func=2"),
    ],
)
def test_an_overlay_for_another_pin_or_function_is_told(tmp_path, pins, functions, problem):
    pi = FakePi(tmp_path, PI_5, {0: RP1}, pins=pins, functions=functions)
    assert refused(pi) == (
        f"GPIO12: {problem}: make its line in /boot/firmware/config.txt"
        " `dtoverlay=pwm,pin=12,func=4`, then reboot" + SOFTWARE
    )
    assert pi.written == []


def test_a_pin_group_by_names_is_read_too(tmp_path):
    pi = FakePi(tmp_path, PI_5, {0: RP1}, pins=(), functions=())
    group = pi.root / "sys/firmware/devicetree/base/soc/gpio@0/pwm_pins"
    (group / "pins").write_bytes(b"gpio12\0gpio13\0")
    assert find_pwm_chip(13, pi.root) == pi.chip(0)
    (group / "pins").write_bytes(b"gpio18\0")
    with pytest.raises(NoPwmChip, match="on GPIO18"):
        find_pwm_chip(13, pi.root)


def test_where_the_device_tree_does_not_tell_the_pins_the_chip_is_believed(tmp_path):
    pi = FakePi(tmp_path, PI_4, {0: "fe20c000.pwm"}, pins=(18,))
    (pi.root / "sys/firmware/devicetree/base/soc/pwm@0/pinctrl-0").unlink()
    assert find_pwm_chip(12, pi.root) == pi.chip(0)


def test_a_pin_without_hardware_pwm_is_refused(pi):
    assert refused(pi, 17) == "GPIO17 has no hardware PWM; allowed are 12, 13"


def test_the_real_files_are_written_whole_and_never_made(tmp_path):
    files = RealFiles()
    (tmp_path / "period").write_text("0\n")
    files.write(tmp_path / "period", "20000000")
    assert files.read(tmp_path / "period") == "20000000"
    with pytest.raises(FileNotFoundError):
        files.write(tmp_path / "nothing", "1")
