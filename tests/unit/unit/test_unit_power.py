"""Low voltage and throttling: what sysfs tells, what is remembered, and that it is said once."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

from showdown_protocol.codec import TX_LINE, reply_line
from showdown_protocol.messages import PowerFlags, Side
from showdown_protocol.people import power_words
from showdown_unit.power import LOOK_NS, SEARCH_NS, PowerWatch, Reading, sysfs
from unit_kit import S, World

PI_4, PI_5 = "soc/soc:firmware", "soc@107c000000/soc@107c000000:firmware"


class FakeSys:
    """The firmware's device with its sensor, as a Pi's kernel shows them."""

    def __init__(self, root: Path, firmware: str = PI_4, number: int = 1) -> None:
        self.root = root
        self.firmware = root / "sys/devices/platform" / firmware
        self.sensor = self.firmware / f"raspberrypi-hwmon/hwmon/hwmon{number}"
        self.sensor.mkdir(parents=True)
        (self.sensor / "device").symlink_to("../../../raspberrypi-hwmon")
        (self.sensor / "name").write_text("rpi_volt\n")
        classes = root / "sys/class/hwmon"
        other = classes / "hwmon0"
        other.mkdir(parents=True)
        (other / "name").write_text("cpu_thermal\n")
        (classes / f"hwmon{number}").symlink_to(self.sensor)
        self.set(low=False, bits="0")

    def set(self, *, low: bool, bits: str | None) -> None:
        (self.sensor / "in0_lcrit_alarm").write_text(f"{int(low)}\n")
        throttled = self.firmware / "get_throttled"
        if bits is not None:
            throttled.write_text(f"{bits}\n")
        else:
            throttled.unlink(missing_ok=True)


@pytest.mark.parametrize("firmware", [PI_4, PI_5])
def test_both_are_found_from_the_sensor_wherever_the_firmware_is(tmp_path, firmware):
    pi = FakeSys(tmp_path, firmware)
    pi.set(low=True, bits="50005")
    assert sysfs(tmp_path)() == Reading(low_voltage=True, throttled_bits=0x50005)


@pytest.mark.parametrize(
    ("bits", "throttled"),
    [
        ("0", False),
        ("1", False),
        ("10000", False),
        ("2", True),
        ("4", True),
        ("8", True),
        ("20000", True),
        ("40000", True),
        ("80000", True),
        (None, None),
        ("?", None),
    ],
)
def test_heat_and_capping_are_throttling_low_voltage_alone_is_not(tmp_path, bits, throttled):
    pi = FakeSys(tmp_path)
    pi.set(low=False, bits=bits)
    reading = sysfs(tmp_path)()
    assert reading is not None
    assert reading.throttled is throttled


def test_without_the_sensor_nothing_counts_for_the_rest_is_stale(tmp_path):
    pi = FakeSys(tmp_path)
    (pi.sensor / "name").write_text("other\n")
    assert sysfs(tmp_path)() is None
    assert sysfs(tmp_path / "nowhere")() is None


@pytest.mark.parametrize("alarm", ["", "maybe"])
def test_an_alarm_that_is_no_number_is_unknown_not_false(tmp_path, alarm):
    pi = FakeSys(tmp_path)
    (pi.sensor / "in0_lcrit_alarm").write_text(alarm)
    assert sysfs(tmp_path)() is None


def test_a_sensor_that_comes_again_under_another_number_is_found_again(tmp_path):
    pi = FakeSys(tmp_path)
    read = sysfs(tmp_path)
    assert read() == Reading(low_voltage=False, throttled_bits=0)
    again = pi.sensor.rename(pi.sensor.with_name("hwmon7"))
    (tmp_path / "sys/class/hwmon/hwmon1").unlink()
    (tmp_path / "sys/class/hwmon/hwmon7").symlink_to(again)
    assert read() is None
    assert read() == Reading(low_voltage=False, throttled_bits=0)


class Supply:
    """Gives what it is set to, and counts how often it was asked."""

    def __init__(self, reading: Reading | None) -> None:
        self.reading = reading
        self.asked_ns: list[int] = []
        self.world: World | None = None

    def __call__(self) -> Reading | None:
        self.asked_ns.append(self.world.now_ns if self.world else 0)
        return self.reading


GOOD = Reading(low_voltage=False, throttled_bits=0)
LOW = Reading(low_voltage=True, throttled_bits=0)


def test_what_was_seen_stays_seen():
    supply = Supply(LOW)
    watch = PowerWatch(supply)
    assert watch.flags is None
    watch.look(0)
    supply.reading = GOOD
    watch.look(LOOK_NS)
    assert watch.flags == PowerFlags(
        low_voltage=False, throttled=False, low_voltage_seen=True, throttled_seen=False
    )


def test_what_cannot_be_told_is_null_never_false():
    watch = PowerWatch(Supply(Reading(low_voltage=False)))
    watch.look(0)
    assert watch.flags == PowerFlags(low_voltage=False, low_voltage_seen=False)
    assert watch.flags is not None
    assert watch.flags.throttled is None


def test_a_sensor_that_goes_away_makes_it_unknown():
    supply = Supply(LOW)
    watch = PowerWatch(supply)
    watch.look(0)
    supply.reading = None
    watch.look(LOOK_NS)
    assert watch.flags is None


def test_it_is_read_no_more_often_than_it_is_renewed():
    supply = Supply(GOOD)
    watch = PowerWatch(supply)
    for now_ns in range(0, 10 * S, S // 10):
        watch.look(now_ns)
    assert len(supply.asked_ns) == 5


def test_a_sensor_that_is_missing_is_looked_for_once_a_minute():
    supply = Supply(None)
    watch = PowerWatch(supply)
    for now_ns in range(0, 2 * SEARCH_NS, S):
        watch.look(now_ns)
    assert len(supply.asked_ns) == 2


def test_low_voltage_is_logged_once_with_its_mend(caplog):
    supply = Supply(GOOD)
    watch = PowerWatch(supply)
    with caplog.at_level(logging.INFO):
        for number in range(6):
            supply.reading = LOW if number % 2 else GOOD
            watch.look(number * LOOK_NS)
    assert [(r.levelname, r.getMessage()) for r in caplog.records] == [
        (
            "WARNING",
            "low voltage: the Pi's supply or its cable is too weak, links may fail. Use the supply"
            " that is made for this Pi, on a short cable",
        )
    ]


# --- in a unit ------------------------------------------------------------------------------------


def world_on(supply: Supply, **options: object) -> World:
    world = World(power=PowerWatch(supply), **options)
    supply.world = world
    return world


def test_status_tells_it_and_knows_nothing_before_the_first_look():
    world = world_on(Supply(LOW))
    assert world.unit.status().power is None
    world.run_for(1_500)
    power = world.unit.status().power
    assert power is not None
    assert (power.low_voltage, power.throttled_seen) == (True, False)
    assert world.unit.status_line() == "ready; low voltage"


def test_while_paddles_race_it_is_not_read():
    supply = Supply(GOOD)
    world = world_on(supply)
    world.counting()
    first_lamp_ns = world.last("lamp_red", 1)
    world.to_green()
    world.run_for(5_000)
    assert world.word == "racing"
    assert [ns for ns in supply.asked_ns if first_lamp_ns <= ns] == []
    world.over()
    world.run_for(3_000)
    assert supply.asked_ns[-1] > world.now_ns - 3 * S


def test_the_longest_status_fits_in_a_line():
    world = world_on(Supply(LOW), tray_unknown=True)
    world.run_for(1_500)
    for code in ("FAULT", "STORAGE", "JOURNAL", "LAUNCHER"):
        world.unit.faults.raised(code, "žluťoučký kůň \U0001f600 " * 100)
    for side in ("left", "right"):
        world.hands.press(side)
    status = world.unit.status()
    assert status.paddles == (Side.LEFT, Side.RIGHT)
    longest = type(status)(
        **{name: getattr(status, name) for name in status.__struct_fields__}
        | {
            "state": "indeterminate",
            "active": "k" * 64,
            "last": "k" * 64,
            "arrow": Side.RIGHT,
            "not_ready": ("tray_unknown", "selftest", "fault"),
        }
    )
    line = reply_line("\U0001f600" * 21, longest, crc=True)
    assert len(line) <= TX_LINE + 1
    assert all(len(fault.message) > 10 for fault in status.faults)


def test_words_that_fit_are_told_whole():
    world = World()
    message = "m" * 700
    world.unit.faults.raised("JOURNAL", message)
    assert [fault.message for fault in world.unit.status().faults] == [message]


@pytest.mark.parametrize(
    ("power", "words"),
    [
        (None, ["unknown: this system does not tell"]),
        (
            PowerFlags(
                low_voltage=False, throttled=False, low_voltage_seen=False, throttled_seen=False
            ),
            ["well"],
        ),
        (
            PowerFlags(low_voltage=True, low_voltage_seen=True),
            [
                "low voltage NOW: use a better supply or a shorter cable",
                "unknown: slowing down",
            ],
        ),
        (
            PowerFlags(
                low_voltage=False, throttled=True, low_voltage_seen=True, throttled_seen=True
            ),
            [
                "low voltage since the start: use a better supply or a shorter cable",
                "slowed down NOW, by heat or low voltage",
            ],
        ),
    ],
)
def test_the_words_for_people(power, words):
    assert power_words(power) == words


@pytest.mark.parametrize("error", [OSError(2, "gone"), RuntimeError("Symlink loop")])
def test_a_sensor_that_goes_while_it_is_looked_for_ends_nothing(tmp_path, monkeypatch, error):
    FakeSys(tmp_path)

    def gone(_: Path) -> Path:
        raise error

    monkeypatch.setattr(Path, "resolve", gone)
    assert sysfs(tmp_path)() is None


@pytest.mark.parametrize("bits", ["", "-", "0x", "zz", "\x00", "5 5", "\u0665"])
def test_bits_that_are_none_count_as_unknown(tmp_path, bits):
    pi = FakeSys(tmp_path)
    pi.set(low=False, bits=bits)
    found = sysfs(tmp_path)()
    assert found is not None
    assert found.throttled is None
