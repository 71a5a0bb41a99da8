"""Every message, filled at random, is itself again after the wire."""

import random
import string

import msgspec
import pytest

from protocol_kit import BOOT, frame, typed
from scale import count
from showdown_protocol import messages
from showdown_protocol.answers import Notice, Reply, parse_answer
from showdown_protocol.codec import notification_line, parse_request, reply_line, request_line
from showdown_protocol.errors import WireError
from showdown_protocol.framer import Framer
from showdown_protocol.messages import (
    METHODS,
    Event,
    HelloParams,
    Message,
    Players,
    Record,
    RecordState,
    StartParams,
)
from showdown_protocol.params import read_params

CHARS = 'aZ09 _-"\\/{}[]:,*#\u00e9\u00df\u20ac\u6f22\u0301\u202e\U0001f600'
KINDS = sorted(
    {k for k in vars(messages).values() if isinstance(k, type) and issubclass(k, Message)}
    - {Message},
    key=lambda k: k.__name__,
)
MEMBERS = [
    "key",
    "boot",
    "cards",
    "players",
    "start",
    "left",
    "right",
    "limit",
    "from",
    "max",
    "until",
    "timeout_ms",
    "proto",
    "client",
    "nonce",
    "role",
    "events",
    "takeover",
    "before",
    "not_after_ms",
    "part",
    "practice",
    "evidence",
    "rev",
    "values",
]


def some_text(rnd, low, high, chars=CHARS):
    return "".join(rnd.choices(chars, k=rnd.randint(low, high)))


def some_int(rnd, low, high):
    return rnd.choice([low, high, rnd.randint(low, high), min(high, max(low, rnd.randint(-9, 99)))])


def some_value(rnd, depth=3):
    """Any JSON within the protocol's limits."""
    kind = rnd.randrange(5 if depth == 0 else 7)
    if kind < 3:
        return [None, rnd.random() < 0.5, rnd.choice([0.5, 1e300, 2.0])][kind]
    if kind == 3:
        return some_int(rnd, -(2**53) + 1, 2**53 - 1)
    if kind == 4:
        return some_text(rnd, 0, 9)
    items = [some_value(rnd, depth - 1) for _ in range(rnd.randint(0, 2))]
    return items if kind == 5 else {some_text(rnd, 0, 5): item for item in items}


def some_message(rnd, kind):
    """A message of one type within the ranges that its annotations give."""
    if kind is Event:
        data = {"x" + some_text(rnd, 0, 5): some_value(rnd) for _ in range(rnd.randint(0, 2))}
        seq = rnd.choice([None, 0, 2**53 - 1])
        return Event(boot=BOOT, seq=seq, t_ms=some_int(rnd, 0, 2**53 - 1), type="x", data=data)
    fields = {f.name: some_of(rnd, f.type) for f in msgspec.inspect.type_info(kind).fields}
    if kind is Players:
        fields = {side: some_text(rnd, 0, 16) for side in fields}
    elif kind is HelloParams:
        fields["client"] = some_text(rnd, 1, 16)
    elif kind is StartParams and fields["practice"] is not None:
        fields["cards"] = 0
    elif kind is Record and fields["state"] is RecordState.UNKNOWN:
        return Record.unknown(fields["key"])
    return kind(**fields)


def some_of(rnd, t):
    inspect = msgspec.inspect
    match t:
        case inspect.StructType():
            return some_message(rnd, t.cls)
        case inspect.EnumType():
            return rnd.choice(list(t.cls))
        case inspect.LiteralType():
            return rnd.choice(t.values)
        case inspect.UnionType():
            return some_of(rnd, rnd.choice(t.types))
        case inspect.NoneType():
            return None
        case inspect.BoolType():
            return rnd.random() < 0.5
        case inspect.IntType():
            low = -(2**53) + 1 if t.ge is None else t.ge
            return some_int(rnd, low, 2**53 - 1 if t.le is None else t.le)
        case inspect.StrType(pattern=None):
            return some_text(rnd, 0, 8)
        case inspect.StrType(pattern=pattern) if "8,64" in pattern:
            return some_text(rnd, 8, 64, string.ascii_letters + string.digits + "_-")
        case inspect.StrType(pattern=pattern) if "{32}" in pattern:
            return some_text(rnd, 32, 32, string.hexdigits if "A-F" in pattern else "09af")
        case inspect.StrType(pattern=pattern) if "{64}" in pattern:
            return some_text(rnd, 64, 64, "0123456789abcdef")
        case inspect.StrType(pattern=pattern) if "1,64" in pattern:
            return some_text(rnd, 1, 64, [chr(c) for c in range(0x20, 0x7F)])
        case inspect.AnyType():
            return some_value(rnd, 1)
        case inspect.DictType():
            keys = (some_of(rnd, t.key_type) for _ in range(rnd.randint(0, 3)))
            return {key: some_of(rnd, t.value_type) for key in keys}
        case inspect.VarTupleType():
            length = rnd.randint(t.min_length or 0, 2)
            return tuple(some_of(rnd, t.item_type) for _ in range(length))
    raise NotImplementedError(t)


def heard(line):
    (only,) = Framer(max_line=2048, typing=False).feed(line, 0)
    return parse_answer(only, crc_required=True)


@pytest.mark.parametrize("kind", KINDS, ids=lambda k: k.__name__)
def test_a_message_comes_back_from_the_wire(kind):
    rnd = random.Random(kind.__name__)
    for _ in range(count(60, 5_000)):
        message = some_message(rnd, kind)
        reply = heard(reply_line(1, message, crc=True))
        assert isinstance(reply, Reply)
        assert typed(kind, reply.result) == message
        assert reply.result == message.members()
        assert heard(notification_line("x", message, crc=True)) == Notice("x", reply.result)


@pytest.mark.parametrize("method", METHODS)
def test_parameters_come_back_from_the_wire(method):
    rnd = random.Random(method)
    for _ in range(count(60, 5_000)):
        params = some_message(rnd, METHODS[method].params_type)
        line = request_line(1, method, params, crc=True)
        request = parse_request(frame(line[:-1]), crc_required=True)
        assert read_params(request.method, request.params) == params


@pytest.mark.parametrize("method", METHODS)
def test_any_parameters_are_read_or_refused_by_name(method):
    rnd = random.Random(method)
    refused = 0
    for _ in range(count(300, 20_000)):
        members = {rnd.choice(MEMBERS): some_value(rnd) for _ in range(rnd.randint(0, 9))}
        refusal = refusal_of(method, members)
        if refusal is not None:
            refused += 1
            assert refusal.name == "INVALID_PARAMS"
            assert refusal.data["param"].split(".")[0].split("[")[0] in MEMBERS
    assert (refused > 0) == bool(METHODS[method].params_type.__struct_fields__)


def refusal_of(method, members):
    try:
        read_params(method, members)
    except WireError as error:
        return error
    return None
