"""What the console keeps: lines typed before, and the traffic."""

from __future__ import annotations

import json
import stat
from datetime import UTC, datetime
from pathlib import Path

import pytest

from showdown_host import console_history
from showdown_host.console_history import History
from showdown_host.console_seen import KEYS, Seen, read
from showdown_host.tap import WireLine
from showdown_host.traffic_log import TrafficLog

AT = datetime(2026, 1, 2, 3, 4, 5, 678, tzinfo=UTC)


def line(text: str, way: str = "in", crc: bool | None = None, whole: bool = True) -> WireLine:
    return WireLine(way, 5, text.encode(), crc, whole)  # type: ignore[arg-type]


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_typed_lines_are_there_at_the_next_start_in_a_private_file(tmp_path):
    path = tmp_path / "new" / "history"
    first = History(path)
    for typed in ("status", "status", "  ", "ping"):
        first.add(typed)
    assert History(path).lines == ["status", "ping"]
    assert mode(path) == 0o600
    assert mode(path.parent) == 0o700


def test_the_history_is_bounded_on_disk_too(tmp_path, monkeypatch):
    monkeypatch.setattr(console_history, "LINES", 20)
    monkeypatch.setattr(console_history, "MOST", 40)
    history = History(tmp_path / "h")
    for number in range(200):
        history.add(f"ping nonce={number}")
    history.add("x" * 41)
    assert len(history.lines) == 20
    assert history.lines[-1] == "ping nonce=199"
    assert (tmp_path / "h").stat().st_size < 20 * 40
    assert History(tmp_path / "h").lines == history.lines
    assert [one.name for one in tmp_path.iterdir()] == ["h"]


def test_two_consoles_add_to_one_history(tmp_path):
    one, other = History(tmp_path / "h"), History(tmp_path / "h")
    one.add("status")
    other.add("ping")
    assert History(tmp_path / "h").lines == ["status", "ping"]


def test_a_history_that_cannot_be_kept_says_so_and_goes_on(tmp_path):
    (tmp_path / "file").write_text("")
    history = History(tmp_path / "file" / "h")
    history.add("status")
    assert history.lines == ["status"]
    assert history.problem


def test_every_line_stands_in_the_log_as_it_was_on_the_wire(tmp_path):
    path = tmp_path / "log"
    for _ in range(2):  # opened append
        log = TrafficLog(path, lambda: AT)
        log.add(line("ping*25D53DFD", "out", True))
        log.add(line('{"a":"é"}', "in", None, whole=False))
        assert path.read_text(encoding="utf-8").count("\n") % 2 == 0, "flushed at once"
        log.close()
    entries = [json.loads(text) for text in path.read_text(encoding="utf-8").splitlines()]
    assert len(entries) == 4
    assert entries[0] == {
        "t": "2026-01-02T03:04:05.000678Z",
        "ns": 5,
        "way": "out",
        "crc": "right",
        "line": "ping*25D53DFD",
    }
    assert entries[1]["whole"] is False
    assert mode(path) == 0o600


def test_a_full_disk_ends_the_log_and_not_the_link():
    log = TrafficLog(Path("/dev/full"))
    log.add(line("ping"))
    log.add(line("ping"))
    assert "No space left" in log.problem
    log.close()


def test_a_log_that_cannot_be_opened_is_an_error(tmp_path):
    with pytest.raises(OSError, match="directory"):
        TrafficLog(tmp_path)


@pytest.mark.parametrize(
    ("text", "kind", "name"),
    [
        ('{"id":1,"method":"ping"}', "request", "ping"),
        ('{"id":1,"result":{}}', "reply", ""),
        ('{"id":1,"error":{"code":-1,"data":{"name":"BUSY"}}}', "error", "BUSY"),
        ('{"id":1,"error":{"code":-1}}', "error", "-1"),
        ('{"method":"ev","params":{"type":"button"}}', "event", "button"),
        ('{"method":"hb","params":{}}', "heartbeat", "hb"),
        ('{"method":"later","params":{}}', "other", "later"),
        ("# a remark", "other", ""),
        ("[1]", "other", ""),
        ('{"method":5}', "other", ""),
    ],
)
def test_what_a_line_says(text, kind, name):
    said = read(line(text))
    assert (said.kind, said.name) == (kind, name)


def test_a_line_with_a_wrong_crc_says_nothing():
    assert read(line('{"id":1,"result":{}}*00000000', crc=False)).kind == "other"


def test_keys_boot_and_rev_that_went_by_are_known_the_newest_first():
    seen = Seen()
    said = [
        '{"id":1,"result":{"session":"s","boot":"abc","active":"KEY-active"}}',
        '{"id":1,"result":{"records":[{"key":"KEY-new"},{"key":"KEY-old"}]}}',
        '{"method":"ev","params":{"type":"showdown.done","record":{"key":"KEY-last"}}}',
        '{"id":1,"result":{"rev":4,"values":{}}}',
        '{"id":1,"method":"showdown.get","params":{"key":"KEY-asked"}}',
    ]
    for text in said:
        seen.take(read(line(text)))
    known = seen.known(("help",))
    assert known.keys == ("KEY-last", "KEY-new", "KEY-old", "KEY-active")
    assert (known.boot, known.rev, known.commands) == ("abc", 4, ("help",))
    for number in range(100):
        seen.take(read(line(f'{{"id":1,"result":{{"key":"KEY-{number}"}}}}')))
    assert len(seen.known().keys) == KEYS
