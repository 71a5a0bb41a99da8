"""The flow that fetches a showdown's record with all of its evidence, page by page."""

from __future__ import annotations

from typing import Any

from showdown_host.documents import MAX_ITEMS, BadDocumentError, Document, document
from showdown_host.errors import Unreadable
from showdown_host.steps import Call, Flow, Sleep
from showdown_host.timing import MS
from showdown_protocol import evidence
from showdown_protocol.evidence import EvidencePage
from showdown_protocol.messages import GetParams, Record

ROUNDS = 8
"""How often it is begun anew, because the evidence changed in between, before it is given up."""

PAUSE_NS = 200 * MS


def evidence_of(key: str) -> Flow[Document]:
    """The record and what it stands on, of one and the same moment.

    Without evidence where the unit keeps none. Raises `Unreadable` where the pages do not fit
    their digest, or never stand still.
    """
    problem = ""
    for _ in range(ROUNDS):
        record: Record = yield Call("showdown.get", GetParams(key=key))
        if record.evidence_sha256 is None:
            return Document(record)
        items = yield from _pages(key, record.evidence_sha256)
        if items is None:
            problem = "it changes all the time"
        elif evidence.digest(items) != record.evidence_sha256:
            problem = "its digest is another than the record's"
        else:
            try:
                return document({"record": record.members(), "evidence": items})
            except BadDocumentError as error:
                problem = f"{error}; is the unit's firmware newer than this program?"
        yield Sleep(PAUSE_NS)
    msg = f"the evidence of {key} cannot be had: {problem}"
    raise Unreadable(msg)


def _pages(key: str, sha256: str) -> Flow[list[dict[str, Any]] | None]:
    """All items, None where they are not those of that digest."""
    items: list[dict[str, Any]] = []
    while True:
        params = GetParams(key=key, evidence=True, from_item=len(items))
        page: EvidencePage = yield Call("showdown.get", params)
        items += page.items
        if page.evidence_sha256 != sha256 or len(items) > min(page.total, MAX_ITEMS):
            return None
        if page.next is None:
            return items if len(items) == page.total else None
        if page.next != len(items) or not page.items:
            return None
