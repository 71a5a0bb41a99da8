"""`showdown.get` with `evidence`: pages that fit the line, whatever the id's length."""

from __future__ import annotations

import hashlib
import json
from typing import Any

import pytest

from gateway_kit import Bench, Host
from showdown_protocol.crc import seal
from showdown_protocol.errors import WireError
from showdown_protocol.evidence import (
    AnyItem,
    EdgeItem,
    ReadingItem,
    ShowdownItem,
    canonical,
    digest,
)
from showdown_protocol.messages import Side
from showdown_referee.limits import RANGES
from showdown_unit.ports import Kept

KEY = "k" * 64
LONGEST_ID = '"' + "\U0001f0a1" * 21 + '"'


@pytest.fixture
def bench() -> Bench:
    return Bench()


@pytest.fixture
def host(bench: Bench) -> Host:
    made = bench.host()
    made.hello(role="observe")
    return made


def kept(edges: int) -> Kept:
    """The longest first item that there can be, and as many edges."""
    limits = {name: high for name, (_, high) in RANGES.items()} | {"green_sense": 1}
    items: list[AnyItem] = [ShowdownItem(version=1, key=KEY, practice=Side.RIGHT, limits=limits)]
    items += [
        EdgeItem(side=Side.RIGHT, level=bool(n % 2), t_ns=n * 10**9 + 1, seq=n)
        for n in range(edges)
    ]
    return Kept(tuple(map(canonical, items)), digest(items))


def read(host: Host, *, id_: str = "1") -> tuple[list[Any], list[dict[str, Any]]]:
    """Every page, as an object and all items; the lines' own bounds are checked by the host."""
    pages: list[dict[str, Any]] = []
    start: int | None = 0
    while start is not None:
        params = {"key": KEY, "evidence": True, "from": start}
        text = f'{{"id":{id_},"method":"showdown.get","params":{json.dumps(params)}}}'
        (answer,) = host.say(seal(text.encode()).decode() if host.crc else text)
        pages.append(answer["result"])
        start = pages[-1]["next"]
    return [item for page in pages for item in page["items"]], pages


@pytest.mark.parametrize("crc", [False, True])
@pytest.mark.parametrize("id_", ["1", LONGEST_ID])
def test_page_by_page_the_items_hash_to_the_digest(
    bench: Bench, host: Host, id_: str, crc: bool
) -> None:
    host.crc = crc
    host.hello(nonce="n2", role="observe")
    bench.unit.kept[KEY] = told = kept(200)
    items, pages = read(host, id_=id_)
    assert hashlib.sha256(b"".join(map(canonical, items))).hexdigest() == told.sha256
    assert {(page["evidence_sha256"], page["total"]) for page in pages} == {(told.sha256, 201)}
    assert len(pages) < 20


def test_a_page_is_as_full_as_its_line_lets_it_be(bench: Bench, host: Host) -> None:
    """One item more would not have fitted: pages are not given away."""
    bench.unit.kept[KEY] = told = kept(300)
    start = 1
    while start is not None:
        params = json.dumps({"key": KEY, "evidence": True, "from": start})
        host.push(f'{{"id":1,"method":"showdown.get","params":{params}}}\n'.encode())
        bench.clock.run_for(20_000_000)
        (line,) = host.raw()
        result = json.loads(line)["result"]
        if result["next"] is not None:
            more = len(told.items[result["next"]])  # its line end stands for the comma
            assert len(line) + more > 2048 - 4  # `next` was counted as long as it may be
        start = result["next"]


@pytest.mark.parametrize("total", [40, 103, 1_002, 9_999, 10_002])
def test_however_much_the_last_page_holds_it_fits(bench: Bench, host: Host, total: int) -> None:
    """`next` is null there, and longer or shorter than any number before it."""
    item = canonical(ReadingItem(side=Side.LEFT, level=True, t_ns=1))
    ends = set()
    for length in range(8, 65):  # so that the lines' lengths go byte by byte
        key = "k" * length
        bench.unit.kept[key] = Kept((item,) * total, "d" * 64)
        for left in range(24, 36):
            params = json.dumps({"key": key, "evidence": True, "from": total - left})
            (answer,) = host.say(f'{{"id":1,"method":"showdown.get","params":{params}}}')
            host.wire.drain()
            assert answer["result"]["items"]
            ends.add(answer["result"]["next"] is None)
    assert ends == {True, False}


def test_items_come_with_sorted_members_as_in_the_canonical_bytes(bench: Bench, host: Host) -> None:
    bench.unit.kept[KEY] = told = kept(3)
    items, _ = read(host)
    assert [json.dumps(i, separators=(",", ":")).encode() + b"\n" for i in items] == [*told.items]


def test_of_an_unknown_key_nothing_is_kept(host: Host) -> None:
    page = host.ask("showdown.get", key="nothing-1", evidence=True)
    assert page == {
        "key": "nothing-1",
        "evidence_sha256": None,
        "total": 0,
        "items": [],
        "next": None,
    }


@pytest.mark.parametrize("start", [4, 5, 2**53 - 1])
def test_from_behind_the_end_the_page_is_empty_and_the_last(
    bench: Bench, host: Host, start: int
) -> None:
    bench.unit.kept[KEY] = kept(3)
    page = host.ask("showdown.get", key=KEY, evidence=True, **{"from": start})
    assert (page["items"], page["next"], page["total"]) == ([], None, 4)


def test_without_evidence_it_is_the_record(host: Host) -> None:
    page = host.ask("showdown.get", key="nothing-1", evidence=False, **{"from": 3})
    assert page == {"key": "nothing-1", "state": "unknown"}


def test_evidence_that_cannot_be_read_is_an_error(
    bench: Bench, host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    error = WireError("STORAGE", "the disk fails")
    monkeypatch.setattr(bench.unit, "evidence", lambda key, then: then(error))
    answer = host.ask("showdown.get", key=KEY, evidence=True)
    assert answer["data"]["name"] == "STORAGE"
