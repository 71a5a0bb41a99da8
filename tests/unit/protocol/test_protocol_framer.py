import pytest

from protocol_kit import frames
from showdown_protocol.crc import seal, unseal
from showdown_protocol.framer import IDLE_NS, IDLE_TYPING_NS, Frame, FrameError, Framer

GOOD = b'{"id":1,"method":"ping"}'
FRAME = Frame(GOOD.decode())


def names(found):
    return [f.name if isinstance(f, FrameError) else f.text for f in found]


@pytest.mark.parametrize("end", [b"\n", b"\r", b"\r\n", b"\r\n\r\n", b"\n\n"])
def test_a_line_ends_at_lf_cr_or_both(end):
    assert frames(GOOD + end + GOOD + end) == [FRAME, FRAME]


def test_a_whole_log_in_one_read_gives_what_single_bytes_give():
    log = GOOD + b"\r\nAT\r" + seal(GOOD) + b"\nx\x00y\n" + b"z" * 1025 + b"\n\xff\n" + GOOD + b"\n"
    whole = frames(log)
    framer = Framer(typing=False)
    single = [f for i in range(len(log)) for f in framer.feed(log[i : i + 1], 0)]
    assert whole == single
    assert names(whole) == [
        GOOD.decode(),
        "AT",
        GOOD.decode(),
        "LINE_TOO_LONG",
        "PARSE",
        GOOD.decode(),
    ]


def test_1024_bytes_are_a_line_and_1025_are_too_many():
    assert frames(b"a" * 1024 + b"\r\n") == [Frame("a" * 1024)]
    (error,) = frames(b"GET /" + b"a" * 1020 + b"\n")
    assert (error.name, error.head[:6]) == ("LINE_TOO_LONG", "GET /a")


def test_the_crc_counts_to_the_length():
    assert names(frames(seal(b"a" * 1015) + b"\n")) == ["a" * 1015]
    assert names(frames(seal(b"a" * 1016) + b"\n")) == ["LINE_TOO_LONG"]


def test_an_endless_line_is_answered_once_and_at_its_end():
    framer = Framer(typing=False)
    for _ in range(1000):
        assert framer.feed(b"x" * 997, 0) == []
        assert framer.buffered <= framer.max_line
    assert names(framer.feed(b"\n" + GOOD + b"\n", 0)) == ["LINE_TOO_LONG", GOOD.decode()]


def test_a_host_reads_longer_lines():
    framer = Framer(max_line=2048, typing=False)
    assert framer.feed(b"a" * 2048 + b"\n", 0) == [Frame("a" * 2048)]


@pytest.mark.parametrize("control", [c for c in range(32) if c not in b"\t\n\r\x03\x18"] + [127])
def test_a_control_byte_poisons_its_line_silently(control):
    framer = Framer(typing=False)
    assert framer.feed(GOOD[:5] + bytes([control]) + GOOD[5:] + b"\n", 0) == []
    assert framer.counts.rx_poisoned == 1
    assert framer.feed(GOOD + b"\n", 0) == [FRAME]


def test_a_tab_is_a_space():
    assert frames(b"\tping\n") == [Frame("\tping")]


@pytest.mark.parametrize(
    "bad", [b"\xff", b"\x80", b"\xc3", b"\xed\xa0\x80", b"\xf8\x88\x80\x80\x80"]
)
def test_bytes_that_are_no_utf8_are_a_parse_error(bad):
    assert names(frames(b'{"a":"' + bad + b'"}\n' + GOOD + b"\n")) == ["PARSE", GOOD.decode()]


@pytest.mark.parametrize("discard", [b"\x03", b"\x18"])
@pytest.mark.parametrize("begun", [b"garbage", b"x" * 2000, b"poi\x00son"])
def test_discard_forgets_the_line_begun(begun, discard):
    assert frames(begun + discard + GOOD + b"\n") == [FRAME]


def test_rub_out_takes_back_one_character_before_any_hello():
    framer = Framer()
    assert framer.feed("pié".encode() + b"\x7f\x08\x7f\x7f\x7fpinh\x08g\n", 0) == [Frame("ping")]


def test_rub_out_poisons_once_a_session_is_open():
    assert frames(b"pinh\x08g\n") == []


def test_a_partial_line_is_dropped_two_seconds_after_its_last_byte():
    framer = Framer(typing=False)
    framer.feed(b"half", 0)
    framer.feed(b" of", IDLE_NS - 1)
    framer.feed(b" it", 2 * IDLE_NS - 2)
    assert framer.feed(GOOD + b"\n", 3 * IDLE_NS - 2) == [FRAME]
    assert framer.counts.rx_abandoned == 1


def test_a_person_may_take_a_minute():
    framer = Framer()
    framer.feed(b"pi", 0)
    assert framer.feed(b"ng\n", IDLE_TYPING_NS - 1) == [Frame("ping")]
    framer.feed(b"pi", 0)
    assert framer.feed(b"ping\n", IDLE_TYPING_NS) == [Frame("ping")]


def test_an_overlong_or_poisoned_line_is_abandoned_too():
    for begun in (b"x" * 2000, b"\x00"):
        framer = Framer(typing=False)
        framer.feed(begun, 0)
        assert framer.feed(GOOD + b"\n", IDLE_NS) == [FRAME]


@pytest.mark.parametrize(
    ("body", "crc"),
    [
        (b"123456789", b"CBF43926"),
        (b'{"id":1,"method":"ping"}', b"4AEA9DA5"),
        (b"ping", b"25D53DFD"),
        (b'{"id":3,"method":"showdown.get","params":{"key":"01J8ZK3X9M2Q"}}', b"EEBC0E1C"),
    ],
)
def test_crc_vectors(body, crc):
    assert seal(body) == body + b"*" + crc
    assert unseal(body + b"*" + crc) == (body, True)
    assert unseal(body + b"*" + crc.lower()) == (body, True)
    assert frames(body + b"*" + crc.lower() + b"\n") == [Frame(body.decode(), crc=True)]


def test_a_wrong_crc_is_an_error_and_costs_its_line_alone():
    found = frames(GOOD + b"*4AEA9DA6\n" + GOOD + b"*4AEA9DA5\n")
    assert names(found) == ["BAD_CRC", GOOD.decode()]
    assert found[1].crc


def test_a_crc_covers_stars_before_the_last():
    assert frames(seal(seal(b"a")) + b"\n") == [Frame(seal(b"a").decode(), crc=True)]


def test_counts_say_what_came():
    framer = Framer(typing=False)
    framer.feed(b"a\n\xff\nx*00000000\n" + b"y" * 1025 + b"\nz\x03\x00\n", 0)
    c = framer.counts
    assert (c.rx_lines, c.rx_not_utf8, c.rx_bad_crc, c.rx_too_long) == (1, 1, 1, 1)
    assert (c.rx_discarded, c.rx_poisoned, c.rx_bytes) == (1, 1, 1045)
