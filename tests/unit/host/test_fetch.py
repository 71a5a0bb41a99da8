"""Evidence is fetched page by page, and begun anew where it changed in between."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from race_cases import document
from showdown_host.documents import Document
from showdown_host.errors import Unreadable
from showdown_host.fetch import ROUNDS, evidence_of
from showdown_host.steps import Call, Flow, Sleep
from showdown_host.verify import Status, verify
from showdown_host.wire import result_of
from showdown_protocol.evidence import EvidencePage
from showdown_protocol.messages import GetParams
from showdown_protocol.records import Record, RecordState

KEY = "01J8ZK3X9M2Q"


class Shelf:
    """A unit that shows one document, so many items a page."""

    def __init__(self, shown: Document, size: int = 5) -> None:
        self.shown, self.size = shown, size
        self.asked: list[int | None] = []
        self.before: Callable[[int | None], None] = lambda start: None

    def answer(self, params: GetParams) -> Any:
        start = params.from_item if params.evidence else None
        self.asked.append(start)
        self.before(start)
        if start is None:
            return self.shown.record
        raw = tuple(self.shown.raw or ())
        end = start + self.size
        return EvidencePage(
            key=KEY,
            evidence_sha256=self.shown.record.evidence_sha256,
            total=len(raw),
            items=tuple(dict(item) for item in raw[start:end]),
            next=end if end < len(raw) else None,
        )

    def fetch(self) -> Document:
        return self._run(evidence_of(KEY))

    def _run(self, flow: Flow[Document]) -> Document:
        reply: Any = None
        while True:
            try:
                step = flow.send(reply)
            except StopIteration as over:
                found: Document = over.value
                return found
            assert isinstance(step, Call | Sleep)
            reply = None
            if isinstance(step, Call):
                assert isinstance(step.params, GetParams)
                reply = self.answer(step.params)


def test_all_pages_together_are_what_verify_takes() -> None:
    shelf = Shelf(document("clear-win"))
    found = shelf.fetch()
    assert shelf.asked == [None, 0, 5, 10]
    assert found.raw == shelf.shown.raw
    assert verify(found).status is Status.HOLDS


def test_evidence_that_grew_in_between_is_begun_anew() -> None:
    shelf = Shelf(document("clear-win"))

    def grow(start: int | None) -> None:
        if start == 5:
            shelf.shown = document("dead-heat")

    shelf.before = grow
    found = shelf.fetch()
    assert found.raw == document("dead-heat").raw
    assert shelf.asked[:4] == [None, 0, 5, None]


def test_evidence_that_never_stands_still_is_given_up() -> None:
    shelf = Shelf(document("clear-win"))
    names = ["clear-win", "dead-heat"] * 50

    def change(start: int | None) -> None:
        if start is not None:
            shelf.shown = document(names[len(shelf.asked)])

    shelf.before = change
    with pytest.raises(Unreadable, match="it changes all the time"):
        shelf.fetch()
    assert shelf.asked.count(None) == ROUNDS


def test_a_digest_that_does_not_fit_is_said() -> None:
    shown = document("clear-win")
    record = msgspec.structs.replace(shown.record, evidence_sha256="0" * 64)
    with pytest.raises(Unreadable, match="its digest is another than the record's"):
        Shelf(Document(record, shown.raw, shown.items)).fetch()


def test_pages_that_lead_nowhere_end() -> None:
    with pytest.raises(Unreadable):
        Shelf(document("clear-win"), size=0).fetch()


def test_a_unit_that_keeps_none_gives_the_record_alone() -> None:
    shelf = Shelf(Document(Record(key=KEY, state=RecordState.CANCELLED)))
    assert shelf.fetch().raw is None
    assert shelf.asked == [None]


def test_an_answer_with_items_is_a_page() -> None:
    page = {"key": KEY, "evidence_sha256": None, "total": 0, "items": [], "next": None}
    assert result_of("showdown.get", page) == EvidencePage(key=KEY, total=0, items=())
