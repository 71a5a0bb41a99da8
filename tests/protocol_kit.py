"""What the protocol's tests share: examples of every message, and lines to feed."""

from __future__ import annotations

import os
from typing import Any

import msgspec
from hypothesis import configuration, settings

from scale import count
from showdown_protocol.framer import Frame, FrameError, Framer
from showdown_protocol.messages import (
    Attempt,
    BackendStatus,
    DecidedBy,
    EmptyResult,
    Event,
    FaultNote,
    Handicap,
    Heartbeat,
    HelloFacts,
    HelloParams,
    HelloResult,
    LampState,
    Launch,
    LauncherStatus,
    Limits,
    LinesCount,
    Message,
    Origin,
    Outcome,
    PingResult,
    Players,
    PowerFlags,
    Reaction,
    Record,
    RecordState,
    SelftestEvent,
    SelftestOutcome,
    SelftestParams,
    SelftestResult,
    SettingsChanges,
    SettingsResult,
    SettingsSetParams,
    SettingsValues,
    Side,
    StartParams,
    StatusResult,
)

BOOT = "9f2c5a1e07b84d63a1f09c3d5be27f40"
KEY = "01J8ZK3X9M2Q"
MAX_INT = 2**53 - 1
# Hypothesis keeps a cache of the constants it finds in sources; here it finds no place for one.
configuration.set_hypothesis_home_dir(os.devnull)
PROPERTY = settings(max_examples=count(150, 5_000))

RECORD = Record(
    key=KEY,
    state=RecordState.DONE,
    origin=Origin.HOST,
    outcome=Outcome.WIN,
    loser=Side.RIGHT,
    decided_by=DecidedBy.TIMING,
    players=Players(left="Ana", right="Zoë"),
    cards=2,
    launch=Launch.COMPLETED,
    reaction_us=Reaction(left=231415, right=287902),
    margin_us=56487,
    resolution_us=20,
    stamp_source="kernel",
    green_uncertainty_us=31,
    attempts=(Attempt(outcome=Outcome.DEAD_HEAT, margin_us=7),),
    boot=BOOT,
    seq=44,
)

LONGEST_RECORD = Record(
    key="k" * 64,
    state=RecordState.INDETERMINATE,
    origin=Origin.BUTTON,
    outcome=Outcome.FALSE_START,
    loser=Side.RIGHT,
    decided_by=DecidedBy.TIMING,
    players=Players(left="\U0001f600" * 16, right="é" * 32),
    cards=99,
    launch=Launch.COMPLETED,
    reason="green_too_slow",
    reaction_us=Reaction(left=10_500_000, right=10_500_000),
    margin_us=10_500_000,
    resolution_us=50_000,
    stamp_source="kernel-realtime",
    green_uncertainty_us=10_000,
    lines=LinesCount(left=99, right=99),
    timing_loser=Side.RIGHT,
    attempts=tuple(
        Attempt(outcome=Outcome.DEAD_HEAT, margin_us=50_000, contested=True) for _ in range(4)
    ),
    practice=Side.RIGHT,
    handicap_ms=Handicap(right=200),
    swapped=True,
    hold_sha256="a" * 64,
    hold_seed="b" * 32,
    hold_nonce="c" * 32,
    evidence_sha256="d" * 64,
    boot=BOOT,
    seq=MAX_INT,
    replay=False,
)

FACTS = HelloFacts(
    model="showdown-unit",
    serial="100000003d1d1c36",
    name="Table 1",
    fw="0.1.0",
    backend="mock",
    limits=Limits(rx_line=1024, tx_line=2048, cards=10, keys=50_000),
    durable=True,
    journal_since=1_767_225_600_000,
    state="ready",
)

HELLO = HelloParams(proto=(1,), client="golden", nonce="n-5f1c", role="control", events=True)

STATUS = StatusResult(
    state="not_ready",
    lamps=LampState(red=False, amber=True, green=False),
    paddles=(Side.LEFT,),
    faults=(FaultNote(code="storage", message="the state folder is full: make room"),),
    not_ready=("tray_unknown",),
    last=KEY,
    backend=BackendStatus(name="mock", resolution_us=20, stamp_source="kernel", settle_us=5000),
    launcher=LauncherStatus(state="off", powered=False),
    power=PowerFlags(
        low_voltage=True, throttled=False, low_voltage_seen=True, throttled_seen=False
    ),
    tray="unknown",
)

START = StartParams(
    key=KEY,
    boot=BOOT,
    cards=2,
    players=Players(left="Ana", right="Zoë"),
    start="button",
    not_after_ms=90_000,
)

SETTINGS = SettingsValues(
    name="Table 1",
    standalone="auto",
    lines="auto",
    launch_on_false_start=True,
    buzzer=True,
    swap_sides=False,
    count_ms=1_000,
    hold_min_ms=1_000,
    hold_mean_ms=1_500,
    hold_max_ms=6_000,
    anticipation_ms=0,
    handicap_left_ms=0,
    handicap_right_ms=0,
)

EXAMPLES: tuple[Message, ...] = (
    RECORD,
    LONGEST_RECORD,
    Record(key=KEY, state=RecordState.CANCELLED),
    FACTS,
    HelloResult.of(
        FACTS, proto=1, nonce="n", boot=BOOT, session="s1", role="observe", up_ms=1, seq=0
    ),
    HELLO,
    STATUS,
    START,
    PingResult(nonce="n", boot=BOOT, up_ms=1, seq=2, state="ready"),
    Heartbeat(boot=BOOT, up_ms=1, seq=2, state="racing"),
    EmptyResult(),
    SelftestParams(part="stop"),
    SelftestResult(part="timing", limit_ms=9_000),
    SettingsResult(rev=4, values=SETTINGS, changed=("name",)),
    SettingsSetParams(rev=4, values=SettingsChanges(name="A", buzzer=None, count_ms=500)),
    SelftestEvent(
        part="timing", result=SelftestOutcome.FAILED, reason="no_wire", measured={"edges": 0}
    ),
)

RESULT_EVENT = Event(
    boot=BOOT, seq=44, t_ms=92_377, type="showdown.result", data={"record": RECORD.members()}
)

SELFTEST_STEP = Event(
    boot=BOOT,
    seq=50,
    t_ms=120_000,
    type="selftest",
    data={"part": "lamps", "step": "red", "text": "the red lamp alone is lit"},
)
SELFTEST_END = Event(
    boot=BOOT,
    seq=51,
    t_ms=126_000,
    type="selftest",
    data={
        "part": "timing",
        "result": "failed",
        "reason": "lost_edges",
        "measured": {"edges": 400, "lost_left": 3, "skew_median_ns": -1200},
    },
)


def frames(data: bytes, framer: Framer | None = None) -> list[Frame | FrameError]:
    """What a fresh framer, past its `hello`, makes of `data`."""
    return (framer or Framer(typing=False)).feed(data, 0)


def frame(line: bytes | str) -> Frame:
    """The one good frame of one line without its end."""
    data = line.encode() if isinstance(line, str) else line
    (only,) = frames(data + b"\n")
    assert isinstance(only, Frame), only
    return only


def typed(kind: Any, members: dict[str, Any]) -> Any:
    """A result's members as its type."""
    return (
        kind.of(members)
        if kind.__name__ in ("Event", "ReplayResult")
        else msgspec.convert(members, kind)
    )
