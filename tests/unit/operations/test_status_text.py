"""What `showdown-unit status` says, of a unit that answers and of one that does not."""

from __future__ import annotations

from dataclasses import replace

import msgspec
import pytest

from showdown_protocol.messages import (
    BackendStatus,
    FaultNote,
    HelloResult,
    LampState,
    Launch,
    LauncherStatus,
    Limits,
    Outcome,
    PowerFlags,
    Record,
    RecordState,
    Side,
    StatusResult,
)
from showdown_unit.config import load
from showdown_unit.service_state import ServiceState
from showdown_unit.status_ask import Account
from showdown_unit.status_text import (
    NOT_READY,
    READY,
    absence_text,
    account_json,
    account_text,
    duration,
    next_command,
    status_of,
)
from system_kit import GADGET_UP, NOT_FOUND, RESTARTING, RUNNING, STARTING, STOPPED

BOOT = "9f2c5a1e07b84d63a1f09c3d5be27f40"
HELLO = HelloResult(
    model="Raspberry Pi 5 Model B Rev 1.0",
    serial="100000003d1d1c36",
    name="Table 1",
    fw="0.1.0",
    backend="gpiod",
    limits=Limits(rx_line=1024, tx_line=2048, cards=10, keys=50_000),
    durable=True,
    journal_since=0,
    state="ready",
    proto=1,
    nonce="n",
    boot=BOOT,
    session="s1",
    role="observe",
    up_ms=3_905_000,
    seq=0,
)
STATUS = StatusResult(
    state="ready",
    lamps=LampState(red=True, amber=False, green=False),
    last="01J8ZK3X9M2Q",
    backend=BackendStatus(name="gpiod", resolution_us=20, stamp_source="kernel", settle_us=5500),
    launcher=LauncherStatus(state="off", powered=False),
    tray="ok",
)
LAST = Record(
    key="01J8ZK3X9M2Q",
    state=RecordState.DONE,
    outcome=Outcome.WIN,
    loser=Side.RIGHT,
    launch=Launch.COMPLETED,
    margin_us=56_487,
    boot=BOOT,
)
GOOD = Account(HELLO, STATUS, {"sessions": 2, "reopens": 1}, LAST)
LINKS = load(overrides={"links.tty": [{"path": "/dev/ttyGS0"}]}).links


def with_status(**changes: object) -> Account:
    return replace(GOOD, status=msgspec.structs.replace(STATUS, **changes))


def test_a_ready_unit_whole():
    assert account_text(GOOD, LINKS) == (
        "unit       Table 1, serial 100000003d1d1c36, Raspberry Pi 5 Model B Rev 1.0\n"
        "state      ready\n"
        "lamps      red on\n"
        "paddles    none held down\n"
        "launcher   off, unpowered; tray known to stand level\n"
        "backend    gpiod: kernel stamps, presses 20 us apart are told apart, the verdict waits"
        " 5.5 ms\n"
        "links      unix /run/showdown-unit/showdown.sock, usb /dev/ttyGS0\n"
        "           1 host in session; a line came back 1 time\n"
        "last       01J8ZK3X9M2Q: win, right takes the cards, 56.5 ms apart, launch completed\n"
        "journal    durable: a power cut loses nothing that was told\n"
        "power      nothing can be told of it here\n"
        "version    0.1.0, up 1 h 5 min\n"
    )
    assert status_of(GOOD) == READY


def test_what_is_not_ready_comes_with_its_mend():
    account = with_status(state="not_ready", not_ready=("tray_unknown", "remote"), tray="unknown")
    text = account_text(account)
    assert (
        "state      not ready\n"
        "           tray_unknown: cards may have flown, or the tray does not stand level: look at"
        " it, then hold the timer button for 2 s\n"
        "           remote\n"
    ) in text
    assert "nobody knows where the tray stands" in text
    assert status_of(account) == NOT_READY


def test_faults_are_told_and_make_the_command_fail():
    account = with_status(faults=(FaultNote(code="STORAGE", message="make room"),))
    assert "faults     STORAGE: make room\n" in account_text(account)
    assert status_of(account) == NOT_READY


def test_a_running_showdown_is_no_failure():
    account = with_status(state="racing", active="01J8ZK3X9M2R", paddles=(Side.LEFT,))
    text = account_text(account)
    assert "state      racing, showdown 01J8ZK3X9M2R\n" in text
    assert "paddles    left held down\n" in text
    assert status_of(account) == READY


def test_the_arrow_and_several_lamps():
    lamps = LampState(red=True, amber=True, green=False)
    text = account_text(with_status(lamps=lamps, arrow=Side.LEFT))
    assert "lamps      red and amber on\n           the arrow points left\n" in text


def power(**flags: bool | None) -> PowerFlags:
    quiet = dict.fromkeys(("low_voltage", "throttled", "low_voltage_seen", "throttled_seen"), False)
    return PowerFlags(**quiet | flags)


@pytest.mark.parametrize(
    ("flags", "words"),
    [
        (power(), "power      well\n"),
        (power(throttled=None, throttled_seen=None), "power      well\n"),
        (power(low_voltage=True, low_voltage_seen=True), "power      NOW: low voltage: "),
        (power(low_voltage_seen=True), "power      since the start, not now: low voltage: "),
        (power(throttled=True), "power      NOW: the Pi slows itself down"),
        (None, "power      nothing can be told of it here\n"),
    ],
)
def test_the_power_in_words(flags: PowerFlags | None, words: str):
    assert words in account_text(with_status(power=flags))


def test_a_unit_of_before_that_knows_no_power_flags_is_told_all_the_same():
    class Old(msgspec.Struct, frozen=True):
        state: str = "ready"
        not_ready: tuple[str, ...] = ()
        faults: tuple[FaultNote, ...] = ()
        lamps: LampState = STATUS.lamps
        arrow: None = None
        active: None = None
        paddles: tuple[Side, ...] = ()
        launcher: LauncherStatus = STATUS.launcher
        backend: BackendStatus = STATUS.backend
        tray: str = "ok"

    account = replace(GOOD, status=Old())  # type: ignore[arg-type]
    assert "power      nothing can be told of it here\n" in account_text(account)


def test_a_journal_that_a_power_cut_empties_is_told():
    account = replace(GOOD, hello=msgspec.structs.replace(HELLO, durable=False))
    assert "journal    NOT durable" in account_text(account)


def test_a_showdown_of_an_earlier_start_says_so_and_none_says_so():
    earlier = replace(GOOD, last=msgspec.structs.replace(LAST, boot="0" * 32))
    assert account_text(earlier).count("launch completed (before this start)\n") == 1
    assert "last       no showdown yet\n" in account_text(replace(GOOD, last=None))


@pytest.mark.parametrize(
    ("ms", "text"),
    [
        (999, "0 s"),
        (61_000, "1 min 1 s"),
        (3_600_000, "1 h 0 min"),
        (90_000_000, "1 d 1 h"),
    ],
)
def test_durations(ms: int, text: str):
    assert duration(ms) == text


def test_the_json_has_everything_and_the_exit_status():
    told = account_json(GOOD)
    assert (told["running"], told["exit"]) == (True, READY)
    assert told["hello"]["serial"] == "100000003d1d1c36"
    assert told["status"]["backend"]["resolution_us"] == 20
    assert told["last"]["loser"] == "right"


# --- no unit answers ----------------------------------------------------------------------------


def test_a_service_that_keeps_ending_is_told_with_its_last_lines_and_the_next_command():
    text = absence_text(
        "no unit listens at /run/x.sock",
        [ServiceState(RESTARTING), ServiceState(GADGET_UP)],
        None,
        ["one", "two"],
        "showdown-unit check",
    )
    assert text == (
        "unit       no unit listens at /run/x.sock\n"
        "service    showdown-unit is activating (auto-restart); last: exit status 1, a fault: its"
        " last lines say which; started again 7 times\n"
        "service    showdown-gadget is active (exited)\n"
        "log        one\n"
        "           two\n"
        "next       showdown-unit check\n"
    )


@pytest.mark.parametrize(
    ("properties", "command"),
    [
        (None, "showdown-unit serve, or without a Raspberry Pi: showdown-unit bench"),
        (NOT_FOUND, "install the package (docs/install.md), or by hand: showdown-unit serve"),
        (STOPPED, "sudo systemctl enable --now showdown-unit"),
        (RESTARTING, "showdown-unit check; what it mends, then sudo systemctl restart"
         " showdown-unit"),
        (STARTING, "wait some seconds, then showdown-unit status"),
        (RUNNING, "showdown-unit logs; then sudo systemctl restart showdown-unit"),
        (RUNNING | {"UnitFileState": "masked"}, "sudo systemctl unmask showdown-unit && sudo"
         " systemctl enable --now showdown-unit"),
    ],
)  # fmt: skip
def test_the_next_command_follows_from_the_service(properties: dict[str, str] | None, command: str):
    service = None if properties is None else ServiceState(properties)
    told = next_command(service, denied=False, user="ana", in_group=False, listed=False)
    assert told == command


@pytest.mark.parametrize(
    ("in_group", "listed", "command"),
    [
        (False, False, "sudo showdown-unit status, or: sudo usermod -aG showdown ana, then log in"
         " again"),
        (False, True, "log out and in again, then showdown-unit status"),
        (True, True, "showdown-unit check"),
    ],
)  # fmt: skip
def test_who_may_not_ask_is_told_how_to(in_group: bool, listed: bool, command: str):
    service = ServiceState(RUNNING)
    told = next_command(service, denied=True, user="ana", in_group=in_group, listed=listed)
    assert told == command
