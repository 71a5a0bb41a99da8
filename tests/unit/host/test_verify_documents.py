"""What `verify` takes and what it refuses: hostile files end soon, with a place and a reason."""

from __future__ import annotations

import io
import json
import time
from pathlib import Path
from typing import Any

import pytest

from race_cases import document
from showdown_host import cli, documents
from showdown_host.documents import BadDocumentError, Document
from showdown_host.verify import MAX_WORK, Status, verify
from showdown_protocol.evidence import digest


def text(shown: Document) -> str:
    return json.dumps(shown.members())


def changed(**more: Any) -> bytes:
    whole = document("clear-win").members()
    whole["record"] |= more
    return json.dumps(whole).encode()


def item(index: int, **more: Any) -> bytes:
    whole = document("clear-win").members()
    whole["evidence"][index] |= more
    return json.dumps(whole).encode()


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "empty: no record in it"),
        (b"\n \n", "empty: no record in it"),
        (b"\xff\xfe", "byte 0: not UTF-8"),
        (b"[1]", 'line 1: takes an object, {"record": …, "evidence": […]} or a record alone'),
        (b"{", "line 1: no JSON as the protocol has it: Expecting property name"),
        (b'{"a":1,"a":2}', "line 1: no JSON as the protocol has it: a member stands twice"),
        (b'{"key":' + b"[" * 90_000, "line 1: no JSON as the protocol has it: nested deeper"),
        (b'{"key":1e999}', "line 1: no JSON as the protocol has it: a number is out of range"),
        (b'{"key":' + b"9" * 90_000 + b"}", "an integer is beyond 2^53-1"),
        (b"{}", "line 1: record: Object missing required field `key`"),
        (b'{"record":{}}', "line 1: record: Object missing required field `key`"),
        (b'{"record":7}', "line 1: record: Expected `object`, got `int`"),
        (changed(loser="middle"), "line 1: record.loser: Invalid enum value 'middle'"),
        (changed(hold_seed="xyz"), "line 1: record.hold_seed: Expected `str` matching regex"),
        (changed(attempts={}), "line 1: record.attempts: Expected `array`, got `object`"),
        (item(3, t_ns="soon"), "line 1: evidence[3].t_ns: Expected `int`, got `str`"),
        (item(3, t_ns=1.5), "line 1: evidence[3].t_ns: Expected `int`, got `float`"),
        (item(3, what="rumour"), "line 1: evidence[3].what: Invalid value 'rumour'"),
        (item(0, limits=[]), "line 1: evidence[0].limits: Expected `object`, got `array`"),
        (b'{"record":{"key":"12345678","state":"done"},"evidence":{}}', "evidence: takes a list"),
    ],
)
def test_bad_input_is_refused_with_its_place(data: bytes, reason: str) -> None:
    with pytest.raises(BadDocumentError) as error:
        list(documents.read(data))
    assert reason in str(error.value)


def test_one_document_over_many_lines_and_one_a_line_are_taken() -> None:
    shown = document("clear-win")
    pretty = json.dumps(shown.members(), indent=2)
    lines = f"{text(shown)}\n\n{json.dumps(shown.record.members())}\n"
    assert [one.raw for one in documents.read(pretty.encode())] == [shown.raw]
    assert [one.line for one in documents.read(lines.encode())] == [1, 3]


@pytest.mark.parametrize(
    ("index", "more", "reason"),
    [
        (0, {"version": 2}, "evidence[0].version: 2 is not known here, only 1"),
        (0, {"limits": {}}, "evidence[0].limits.anticipation_ns: missing"),
        (1, {"number": 2}, "evidence[1]: attempt 2, where 1 is next"),
        (5, {"reason": "tired"}, "attempt 1: the verdict's reason 'tired' is not known here"),
    ],
)
def test_evidence_that_none_can_be_does_not_hold(
    index: int, more: dict[str, Any], reason: str
) -> None:
    whole = document("clear-win").members()
    whole["evidence"][index] |= more
    whole["record"]["evidence_sha256"] = digest(whole["evidence"])
    found = verify(documents.document(whole))
    assert [fault.text for fault in found.faults] == [reason]


def test_a_limit_out_of_its_range_is_named() -> None:
    whole = document("clear-win").members()
    whole["evidence"][0]["limits"]["lockout_ns"] = 10**15
    found = verify(documents.document(whole))
    assert "lockout_ns is 1000000000000000, allowed are" in found.faults[-1].text


def bomb(edges: int, reviews: int) -> Document:
    whole = document("clear-win").members()
    items = whole["evidence"]
    t_ns = items[5]["t_ns"]
    late = [
        {"what": "edge", "side": "left", "level": n % 2 == 0, "t_ns": n * 40_000}
        for n in range(edges)
    ]
    again = [{"what": "reviewed", "t_ns": t_ns, "closed": False}] * reviews
    items[6:6] = [*late, *again]
    whole["record"]["evidence_sha256"] = digest(items)
    return documents.document(whole)


@pytest.mark.parametrize(("edges", "reviews"), [(20_000, 20_000), (3_000, 3_000), (60_000, 1)])
def test_a_bomb_of_edges_ends_soon(edges: int, reviews: int) -> None:
    began = time.monotonic()
    assert verify(bomb(edges, reviews)).status is Status.FAILS
    assert time.monotonic() - began < 15


def test_more_work_than_any_unit_makes_is_not_begun() -> None:
    edges = 20_000
    found = verify(bomb(edges, MAX_WORK // edges))
    assert "too many edges and reviews to judge again" in found.faults[-1].text


# --- the command ------------------------------------------------------------------------------


def run(*words: str) -> int:
    return cli.main(["verify", *words])


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "race.json"
    path.write_text(text(document("clear-win")), encoding="utf-8")
    return path


def test_it_says_so_where_all_holds(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(str(file)) == 0
    out = capsys.readouterr().out
    assert out.startswith("01J8ZK3X9M2Q: holds, ")
    assert run(str(file), "--json") == 0
    assert json.loads(capsys.readouterr().out)["result"] == "holds"


def test_it_reads_a_pipe(monkeypatch: pytest.MonkeyPatch, file: Path) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(file.read_bytes())))
    assert run("-") == 0


def test_one_that_does_not_hold_among_many_is_exit_1(file: Path) -> None:
    good = file.read_text(encoding="utf-8")
    file.write_text(f"{good}\n{changed(loser='left').decode()}\n{good}\n", encoding="utf-8")
    assert run(str(file)) == 1


def test_nothing_to_verify_is_exit_1_unless_allowed(file: Path) -> None:
    alone = json.dumps(document("clear-win").record.members())
    file.write_text(alone, encoding="utf-8")
    assert run(str(file)) == 1
    assert run(str(file), "--allow-nothing") == 0


def test_bad_input_is_exit_2(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file.write_text("{", encoding="utf-8")
    assert run(str(file)) == 2
    assert f"showdown verify: {file}: line 1: no JSON" in capsys.readouterr().err
    assert run(str(file.parent / "absent")) == 2
    assert "No such file" in capsys.readouterr().err


def test_a_key_picks_one_and_an_absent_one_is_said(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(str(file), "--key", "01J8ZK3X9M2Q") == 0
    assert run(str(file), "--key", "someone-else") == 2
    assert "no showdown someone-else in it" in capsys.readouterr().err


def test_the_picture_is_of_one_record(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = file.parent / "race.svg"
    assert run(str(file), "--svg", str(out)) == 0
    assert out.read_text(encoding="utf-8").startswith("<svg ")
    good = file.read_text(encoding="utf-8")
    file.write_text(f"{good}\n{good}\n", encoding="utf-8")
    assert run(str(file), "--svg", str(out)) == 2
    assert "--key says which one to draw" in capsys.readouterr().err
