"""Lines that must never change without a new version of the protocol."""

import json
from pathlib import Path

import msgspec
import pytest

from protocol_kit import (
    BOOT,
    FACTS,
    HELLO,
    KEY,
    RECORD,
    RESULT_EVENT,
    SELFTEST_END,
    SELFTEST_STEP,
    SETTINGS,
    START,
    STATUS,
)
from showdown_protocol.codec import error_line, event_line, heartbeat_line, reply_line, request_line
from showdown_protocol.errors import ERRORS, WireError
from showdown_protocol.evidence import (
    AnyItem,
    AttemptItem,
    EdgeItem,
    GreenItem,
    ReadingItem,
    ReviewedItem,
    ShowdownItem,
    VerdictItem,
    canonical,
    commitment,
    digest,
)
from showdown_protocol.messages import (
    CancelParams,
    EmptyResult,
    Event,
    EvidencePage,
    GetParams,
    Handicap,
    Heartbeat,
    HelloResult,
    LinesCount,
    LinesParams,
    ListParams,
    ListResult,
    NoParams,
    Origin,
    Outcome,
    PingParams,
    PingResult,
    Reaction,
    Record,
    RecordState,
    ReplayParams,
    ReplayResult,
    SelftestParams,
    SelftestResult,
    SettingsChanges,
    SettingsResult,
    SettingsSetParams,
    Side,
    WaitParams,
)

SEED, NONCE = bytes(range(16)), bytes(range(16, 32))
TOLD = Record(
    key=KEY,
    state=RecordState.DONE,
    origin=Origin.HOST,
    outcome=Outcome.WIN,
    cards=0,
    reaction_us=Reaction(left=231_415),
    practice=Side.LEFT,
    handicap_ms=Handicap(left=150),
    swapped=True,
    hold_sha256=commitment(SEED, NONCE),
    hold_seed=SEED.hex(),
    hold_nonce=NONCE.hex(),
    evidence_sha256="d" * 64,
)
EVIDENCE: tuple[AnyItem, ...] = (
    ShowdownItem(version=1, key=KEY, practice=Side.LEFT, limits={"settle_ns": 5_000_000}),
    AttemptItem(number=1, idle_left_ns=-40_113, idle_right_ns=0, last_seq_left=7),
    GreenItem(before_ns=3_056_491_000, after_ns=3_056_522_031),
    EdgeItem(side=Side.LEFT, level=True, t_ns=3_287_937_031, seq=8),
    ReadingItem(side=Side.LEFT, level=True, t_ns=3_288_990_000, until_ns=3_288_991_417),
    VerdictItem(
        t_ns=3_293_000_000,
        outcome=Outcome.WIN,
        final=True,
        hold_ns=2_056_400_000,
        hold_began_ns=1_000_090_000,
    ),
    ReviewedItem(t_ns=3_788_000_000, closed=True),
)
"""One item of each kind."""


def _sorted(item):
    """In the order of its canonical bytes."""
    return json.loads(canonical(item))


GOLDEN = Path(__file__).with_name("golden.txt")


def lines():
    """Every kind of line once, each with the sign of who says it."""
    yield ">", request_line(1, "hello", HELLO, crc=True)
    hello = HelloResult.of(
        FACTS,
        proto=1,
        nonce="n-5f1c",
        boot=BOOT,
        session="s1",
        role="control",
        up_ms=81_234,
        seq=40,
    )
    yield "<", reply_line(1, hello, crc=True)
    yield ">", request_line("p", "ping", PingParams(nonce="n"), crc=False)
    yield (
        "<",
        reply_line("p", PingResult(nonce="n", boot=BOOT, up_ms=1, seq=2, state="ready"), crc=False),
    )
    yield ">", request_line(2, "status", NoParams(), crc=False)
    yield "<", reply_line(2, STATUS, crc=False)
    yield ">", request_line(3, "stats", NoParams(), crc=False)
    yield "<", reply_line(3, {"rx_lines": 3}, crc=False)
    yield ">", request_line(4, "showdown.start", START, crc=True)
    yield "<", reply_line(4, RECORD, crc=True)
    yield ">", request_line(5, "showdown.get", GetParams(key=KEY), crc=False)
    yield "<", reply_line(5, Record.unknown(KEY), crc=False)
    yield (
        ">",
        request_line(
            6, "showdown.wait", WaitParams(key=KEY, until="done", timeout_ms=0), crc=False
        ),
    )
    yield ">", request_line(7, "showdown.cancel", CancelParams(key=KEY), crc=False)
    yield "<", reply_line(7, Record(key=KEY, state=RecordState.CANCELLED), crc=False)
    yield ">", request_line(8, "showdown.lines", LinesParams(key=KEY, left=2, right=0), crc=False)
    lined = Record(
        key=KEY, state=RecordState.DONE, lines=LinesCount(left=2, right=0), timing_loser=Side.RIGHT
    )
    yield "<", reply_line(8, lined, crc=False)
    yield ">", request_line(9, "showdown.list", ListParams(limit=2, before=KEY), crc=False)
    yield "<", reply_line(9, ListResult(records=(RECORD,), next=KEY), crc=False)
    yield (
        ">",
        request_line(
            10, "events.replay", ReplayParams(boot=BOOT, from_seq=1, max_events=9), crc=False
        ),
    )
    yield "<", reply_line(10, ReplayResult(events=(RESULT_EVENT,), next=45, gap=True), crc=False)
    yield ">", request_line(12, "selftest", SelftestParams(part="timing"), crc=False)
    yield "<", reply_line(12, SelftestResult(part="timing", limit_ms=9000), crc=False)
    yield "<", event_line(SELFTEST_STEP, crc=False)
    yield "<", event_line(SELFTEST_END, crc=True)
    yield ">", request_line(13, "settings.get", NoParams(), crc=False)
    yield "<", reply_line(13, SettingsResult(rev=0, values=SETTINGS), crc=False)
    changes = SettingsChanges(name="Zoë", buzzer=False, count_ms=1_500, lines=None)
    set_params = SettingsSetParams(rev=3, values=changes)
    yield ">", request_line(14, "settings.set", set_params, crc=True)
    changed = SettingsResult(rev=4, values=SETTINGS, changed=("name", "count_ms"))
    yield "<", reply_line(14, changed, crc=True)
    told = Event(boot=BOOT, seq=52, t_ms=127_000, type="settings", data=changed.members())
    yield "<", event_line(told, crc=False)
    practice = msgspec.structs.replace(START, cards=0, players=None, practice=Side.LEFT)
    yield ">", request_line(15, "showdown.start", practice, crc=False)
    yield "<", reply_line(15, TOLD, crc=False)
    get = GetParams(key=KEY, evidence=True)
    yield ">", request_line(16, "showdown.get", get, crc=True)
    raw = [item.members() for item in EVIDENCE]
    page = EvidencePage(
        key=KEY, evidence_sha256=digest(raw), total=9, items=tuple(map(_sorted, raw)), next=7
    )
    yield "<", reply_line(16, page, crc=True)
    get = GetParams(key="01J8ZK3X9M2R", evidence=True, from_item=7)
    yield ">", request_line(17, "showdown.get", get, crc=False)
    nothing = EvidencePage(key="01J8ZK3X9M2R", total=0, items=())
    yield "<", reply_line(17, nothing, crc=False)
    yield ">", request_line(11, "bye", NoParams(), crc=False)
    yield "<", reply_line(11, EmptyResult(), crc=False)
    yield "<", event_line(RESULT_EVENT, crc=True)
    lost = Event(boot=BOOT, t_ms=9, type="session.lost", data={"by": "other"})
    yield "<", event_line(lost, crc=False)
    yield "<", heartbeat_line(Heartbeat(boot=BOOT, up_ms=1, seq=2, state="ready"), crc=False)
    for name in ERRORS:
        yield "<", error_line(None, WireError(name), crc=False)


NOW = [f"{who} {line.decode('ascii').rstrip()}" for who, line in lines()]
KEPT = GOLDEN.read_text().splitlines()


def test_as_many_lines_as_were_kept():
    assert len(NOW) == len(KEPT)


@pytest.mark.parametrize(("now", "kept"), list(zip(NOW, KEPT, strict=False)))
def test_a_line_is_as_it_was(now, kept):
    assert now == kept
