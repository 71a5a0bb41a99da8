import copy

import msgspec
import pytest

from protocol_kit import (
    BOOT,
    EXAMPLES,
    FACTS,
    HELLO,
    KEY,
    LONGEST_RECORD,
    MAX_INT,
    RECORD,
    RESULT_EVENT,
    START,
    typed,
)
from showdown_protocol.codec import event_line, reply_line
from showdown_protocol.errors import ERRORS, WireError
from showdown_protocol.messages import (
    Event,
    HelloResult,
    ListResult,
    Players,
    Record,
    RecordEvent,
    RecordState,
    ReplayResult,
)
from showdown_protocol.params import read_params

START_MEMBERS = START.members()
HELLO_MEMBERS = HELLO.members()


@pytest.mark.parametrize("message", EXAMPLES, ids=lambda m: type(m).__name__)
def test_a_message_is_its_members(message):
    assert typed(type(message), message.members()) == message


def test_messages_are_frozen():
    with pytest.raises(AttributeError):
        RECORD.cards = 3


def test_an_unmeasured_time_is_absent_and_an_open_verdict_is_null():
    members = Record(key=KEY, state=RecordState.ACCEPTED).members()
    assert members["outcome"] is members["loser"] is members["players"] is None
    assert not {"reaction_us", "margin_us", "lines", "reason", "replay"} & set(members)


def test_an_unknown_key_is_all_that_is_said_of_it():
    assert Record.unknown(KEY).members() == {"key": KEY, "state": "unknown"}
    assert msgspec.convert(Record.unknown(KEY).members(), Record) == Record.unknown(KEY)


def test_states_that_are_over():
    over = {s for s in RecordState if s.over}
    assert over == {"done", "aborted", "cancelled", "indeterminate"}


def test_the_longest_record_fits_beside_the_longest_id():
    for id_ in ("\x01" * 42, "é" * 42, "\U0001f600" * 21):
        assert len(reply_line(id_, LONGEST_RECORD, crc=True)) <= 2049
        one = ListResult(records=(LONGEST_RECORD,), next="k" * 64)
        assert len(reply_line(id_, one, crc=True)) <= 2049
        event = Event(
            boot=BOOT,
            seq=MAX_INT,
            t_ms=MAX_INT,
            type="showdown.result",
            data={"record": LONGEST_RECORD.members()},
        )
        assert len(event_line(event, crc=True)) <= 2049
        replay = ReplayResult(events=(event,), next=MAX_INT, gap=False)
        assert len(reply_line(id_, replay, crc=True)) <= 2049


def test_an_event_stands_flat_on_the_wire():
    members = RESULT_EVENT.members()
    assert set(members) == {"boot", "seq", "t_ms", "type", "record"}
    assert Event.of(members) == RESULT_EVENT
    assert Event.of(members).payload() == RecordEvent(record=RECORD)


def test_an_event_of_a_later_version_is_kept():
    event = Event.of({"boot": BOOT, "seq": 1, "t_ms": 2, "type": "new", "more": [1]})
    assert (event.data, event.payload()) == ({"more": [1]}, None)


def test_replayed_events_are_flat_too():
    result = ReplayResult(events=(RESULT_EVENT,), next=45, gap=True)
    members = result.members()
    assert members["events"] == [RESULT_EVENT.members()]
    assert ReplayResult.of(members) == result


@pytest.mark.parametrize("events", [None, 5, [5], [{}], "x"])
def test_a_broken_replay_is_a_validation_error(events):
    with pytest.raises(msgspec.ValidationError):
        ReplayResult.of({"events": events, "next": 1, "gap": False})


def test_hello_is_the_facts_and_the_session():
    result = HelloResult.of(
        FACTS, proto=1, nonce="n", boot=BOOT, session="s", role="control", up_ms=1, seq=0
    )
    assert FACTS.members().items() <= result.members().items()


def change(members, path, value):
    changed = copy.deepcopy(members)
    place = changed
    *way, last = path.split(".")
    for step in way:
        place = place[step]
    if value is ...:
        del place[last]
    else:
        place[last] = value
    return changed


@pytest.mark.parametrize(
    ("path", "value"),
    [
        *[(p, ...) for p in ("key", "boot", "cards", "start", "players.left", "players.right")],
        *[
            ("key", v)
            for v in ("a" * 7, "a" * 65, "a" * 8 + "\n", "schlüssel", "a b c d e", 12345678, None)
        ],
        *[("boot", v) for v in ("", "9f2c", "g" * 32, BOOT + "\n", 0, None)],
        *[("cards", v) for v in (-1, 100, 2.0, 2.5, True, "2", None, [])],
        *[("start", v) for v in ("soon", "", 1, None)],
        *[("players", v) for v in ("Ana", [], {"left": "a"})],
        *[
            ("players.left", v)
            for v in ("x" * 33, "€" * 22, "a\nb", "\x7f", "\x85", "\u2028", None, 5)
        ],
        *[("not_after_ms", v) for v in (-1, 2**53, 1.5, "1")],
    ],
)
def test_start_refuses_naming_the_parameter(path, value):
    with pytest.raises(WireError) as refused:
        read_params("showdown.start", change(START_MEMBERS, path, value))
    assert refused.value.name == "INVALID_PARAMS"
    assert refused.value.data["param"].startswith(path)
    assert refused.value.data["reason"]
    assert path in str(refused.value)


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("key", "a" * 8),
        ("key", "A-z_0" * 12 + "abcd"),
        ("boot", "0" * 32),
        ("cards", 0),
        ("cards", 99),
        ("players", None),
        ("players", ...),
        ("players.left", "x" * 32),
        ("players.left", "é" * 32),
        ("players.left", "\U0001f600" * 16),
        ("not_after_ms", 0),
        ("not_after_ms", None),
        ("start", "now"),
    ],
)
def test_start_takes_the_whole_range(path, value):
    read_params("showdown.start", change(START_MEMBERS, path, value))


@pytest.mark.parametrize(
    ("method", "members", "param"),
    [
        ("hello", change(HELLO_MEMBERS, "proto", []), "proto"),
        ("hello", change(HELLO_MEMBERS, "proto", [1, "2"]), "proto[1]"),
        ("hello", change(HELLO_MEMBERS, "proto", 1), "proto"),
        ("hello", change(HELLO_MEMBERS, "client", ""), "client"),
        ("hello", change(HELLO_MEMBERS, "client", "c" * 65), "client"),
        ("hello", change(HELLO_MEMBERS, "client", "é" * 33), "client"),
        ("hello", change(HELLO_MEMBERS, "nonce", "é"), "nonce"),
        ("hello", change(HELLO_MEMBERS, "nonce", ""), "nonce"),
        ("hello", change(HELLO_MEMBERS, "nonce", ...), "nonce"),
        ("hello", change(HELLO_MEMBERS, "role", "boss"), "role"),
        ("hello", change(HELLO_MEMBERS, "events", 1), "events"),
        ("ping", {"nonce": "n" * 65}, "nonce"),
        ("showdown.get", {}, "key"),
        ("showdown.wait", {"key": KEY, "until": "ever", "timeout_ms": 1}, "until"),
        ("showdown.wait", {"key": KEY, "until": "done", "timeout_ms": 10_001}, "timeout_ms"),
        ("showdown.lines", {"key": KEY, "left": 1}, "right"),
        ("showdown.lines", {"key": KEY, "left": 1, "right": -1}, "right"),
        ("showdown.list", {"limit": 0}, "limit"),
        ("showdown.list", {"limit": 101}, "limit"),
        ("events.replay", {"boot": BOOT, "from": -1, "max": 1}, "from"),
        ("events.replay", {"boot": BOOT, "from": 1, "max": 257}, "max"),
    ],
)
def test_a_bad_parameter_is_named(method, members, param):
    with pytest.raises(WireError) as refused:
        read_params(method, members)
    assert (refused.value.name, refused.value.data["param"]) == ("INVALID_PARAMS", param)


@pytest.mark.parametrize(
    "method", ["", "fly", "settings", "settings.reset", "selftest.run", "x" * 900]
)
def test_a_method_that_is_not_there(method):
    with pytest.raises(WireError) as refused:
        read_params(method, {})
    assert refused.value.name == "METHOD_NOT_FOUND"
    assert len(str(refused.value)) < 200


def test_names_are_checked_where_a_record_is_made_too():
    with pytest.raises(ValueError, match="left"):
        Players(left="a\nb", right="b")


def test_codes_are_distinct_and_json_rpcs_own_where_it_has_one():
    codes = [spec.code for spec in ERRORS.values()]
    assert len(set(codes)) == len(codes) == 24
    assert ERRORS["PARSE"].code == -32700
    assert all(-32768 <= code <= -32000 for code in codes)
    assert {spec.retry_same_key for spec in ERRORS.values()} == {"yes", "after", "no"}


def test_an_error_outside_the_table_cannot_be_raised():
    with pytest.raises(ValueError, match="NOPE"):
        WireError("NOPE")
