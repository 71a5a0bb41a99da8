"""Records with their evidence, as files and pipes hold them: read with care, refused with a place.

A document is `{"record": {…}, "evidence": [items…]}`, or a record alone. A file holds one, over as
many lines as it likes, or one a line.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from showdown_protocol import evidence, strict_json
from showdown_protocol.evidence import AnyItem
from showdown_protocol.records import Record

MAX_BYTES = 64 * 1024 * 1024
"""Of a file. The longest evidence that a unit keeps makes a tenth of it."""

MAX_ITEMS = 200_000
"""Of one showdown's evidence; five attempts on broken switches stay below it."""

DEPTH = 8


class BadDocumentError(ValueError):
    """What was given is no record with its evidence; says where, and why not."""


@dataclass(frozen=True, slots=True)
class Document:
    """A record and what it stands on. `raw`: the items as they came; `items`: the same, typed.

    `raw` is None where no evidence came along. `line`: where the document begins, from 1.
    """

    record: Record
    raw: tuple[Mapping[str, Any], ...] | None = None
    items: tuple[AnyItem, ...] = ()
    line: int = 1

    def members(self) -> dict[str, Any]:
        """As it stands in a file."""
        return {"record": self.record.members(), "evidence": list(self.raw or ())}


def read(data: bytes) -> Iterator[Document]:
    """The documents of a file, one after the other. Raises `BadDocumentError`."""
    if len(data) > MAX_BYTES:
        msg = f"longer than {MAX_BYTES} bytes, which no record and its evidence is"
        raise BadDocumentError(msg)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        msg = f"byte {error.start}: not UTF-8"
        raise BadDocumentError(msg) from None
    lines = [(n, line) for n, line in enumerate(text.split("\n"), start=1) if line.strip()]
    if not lines:
        msg = "empty: no record in it"
        raise BadDocumentError(msg)
    if len(lines) > 1 and lines[0][1].strip() in ("{", "["):  # one document over many lines
        lines = [(lines[0][0], text)]
    for number, line in lines:
        try:
            yield document(_value(line), number)
        except BadDocumentError as error:
            msg = f"line {number}: {error}"
            raise BadDocumentError(msg) from None


def document(value: Any, line: int = 1) -> Document:
    """One document from its JSON value. Raises `BadDocumentError`."""
    if not isinstance(value, dict):
        msg = 'takes an object, {"record": …, "evidence": […]} or a record alone'
        raise BadDocumentError(msg)
    if "record" not in value:
        return Document(_typed(value, Record, ""), line=line)
    record = _typed(value["record"], Record, "record")
    raw = value.get("evidence")
    if raw is None or raw == []:
        return Document(record, line=line)
    if not isinstance(raw, list):
        msg = "evidence: takes a list of items"
        raise BadDocumentError(msg)
    if len(raw) > MAX_ITEMS:
        msg = f"evidence: {len(raw)} items, a unit keeps at most {MAX_ITEMS}"
        raise BadDocumentError(msg)
    items: tuple[AnyItem, ...] = _typed(raw, tuple[AnyItem, ...], "evidence")
    return Document(record, tuple(raw), items, line)


def digest(shown: Document) -> str | None:
    """The digest of the evidence that came along."""
    return None if shown.raw is None else evidence.digest(shown.raw)


def _value(text: str) -> Any:
    try:
        return strict_json.loads(text, DEPTH)
    except strict_json.JsonError as error:
        msg = f"no JSON as the protocol has it: {error}"
        raise BadDocumentError(msg) from None
    except RecursionError:
        msg = "nested too deep"
        raise BadDocumentError(msg) from None


def _typed(value: Any, kind: Any, where: str) -> Any:
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        reason, _, path = str(error).partition(" - at `$")
        place = (where + path.rstrip("`")).lstrip(".") or "record"
        msg = f"{place}: {reason}"
        raise BadDocumentError(msg) from None
