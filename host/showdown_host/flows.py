"""The exactly-once flows: start to end, give up, follow. Each is run by a `core.Core`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

from showdown_host.errors import Indeterminate, LinkLost, Refused
from showdown_host.intention import Intention
from showdown_host.steps import Call, Flow, Opened, Session, Sleep
from showdown_host.timing import MS
from showdown_protocol.messages import (
    CancelParams,
    GetParams,
    LinesParams,
    ListParams,
    ListResult,
    Message,
    Record,
    RecordState,
    WaitParams,
)

WAIT_MS = 2_000
"""One wait of the unit; a lost answer costs this and a second."""

PAUSE_NS = 500 * MS
PATIENCE = 20
"""Answers in a row that help nobody, before it is given up."""

_NOTHING_RAN = frozenset({RecordState.CANCELLED, RecordState.ABORTED})
_PASSING = frozenset({"INTERNAL", "TOO_MANY", "SHUTTING_DOWN"})

Note = Callable[[Record], None]


def ignore(_record: Record) -> None:
    """Nobody wants to know how far the showdown is."""


def connect(patience_ns: int | None = None) -> Flow[Opened]:
    """The live session, waited for."""
    opened: Opened = yield Session(patience_ns=patience_ns)
    return opened


def call(method: str, params: Message | dict[str, Any] | None = None) -> Flow[Any]:
    """One request's result."""
    return (yield Call(method, params))


def showdown(intention: Intention, *, note: Note = ignore) -> Flow[Record]:
    """Start it, or take it up again, and follow it to its end, over any losses and restarts.

    Run it as often as need be with the same intention: there is at most one launch. The record
    is `done`, `aborted` or `cancelled`. Raises `Indeterminate`; `Refused`, whose `record` stands
    where the key is given up for good; `LinkLost`, after which the intention is still open.
    """
    record = yield from start(intention)
    return (yield from follow(record, note=note))


def start(intention: Intention) -> Flow[Record]:
    """The record after `showdown.start`, new or of before. Raises as `showdown` does."""
    boot, tries = intention.boot, 0
    while True:
        session: Opened = yield Session()
        try:
            record: Record = yield Call(
                "showdown.start", intention.start_params(boot, session.up_ms)
            )
        except Refused as refusal:
            tries += 1
            if refusal.name == "BOOT_CHANGED" and tries < PATIENCE:
                boot = yield from _next_boot(intention, boot)
                continue
            if refusal.name == "EXPIRED" and tries < 4:
                yield Session(renew=True)  # this host slept: ask for the unit's clock
                continue
            if refusal.name == "INTERNAL" and tries < 4:
                yield Sleep(PAUSE_NS)  # the same key tells what it did
                continue
            if refusal.name == "KEY_CONFLICT":
                raise  # somebody else's showdown: nothing of ours to call off
            record = yield from _give_up(intention, refusal)
        return record


def _next_boot(intention: Intention, refused: str) -> Flow[str]:
    """The unit has restarted and does not know the key. The boot to start it in, if that is safe.

    BOOT_CHANGED is said of unknown keys alone, and every accepted start is durable before its
    first lamp. So where the journal can vouch, no boot ever took this key; and what is still
    under way for an earlier boot can never be taken by a later one.
    """
    session: Opened = yield Session()
    if session.hello.boot == refused:
        session = yield Session(renew=True)
    doubt = intention.doubt(session)
    if doubt is not None:
        raise Indeterminate(
            intention.key,
            f"the unit has restarted and does not know it, and {doubt}. Ask the table, then "
            f"`showdown cancel {intention.key}`",
        )
    return session.hello.boot


def _give_up(intention: Intention, refusal: Refused) -> Flow[Record]:
    """After a refusal a copy of the start may still be under way: a tombstone stops it.

    Returns the record where a copy was taken before; else raises the refusal.
    """
    try:
        record: Record = yield Call("showdown.cancel", CancelParams(key=intention.key))
    except (Refused, LinkLost):
        raise refusal from None
    yield from _check_tombstone(intention, record)
    if record.state in _NOTHING_RAN:
        refusal.record = record
        raise refusal
    return record


def _check_tombstone(intention: Intention, record: Record) -> Flow[None]:
    """A tombstone stops what is to come; about what was, only a journal that vouches tells."""
    if record.state is not RecordState.CANCELLED or record.origin is not None:
        return
    session: Opened = yield Session()
    doubt = intention.doubt(session) if session.hello.boot != intention.boot else None
    if doubt is not None:
        why = f"the unit has restarted and {doubt}; nothing more flies under it, ask the table"
        raise Indeterminate(intention.key, why, record)


def follow(record: Record, *, note: Note = ignore, until: str = "done") -> Flow[Record]:
    """Wait for the end of a showdown that the unit has; `until="result"`: outcome and loser.

    Raises `Indeterminate` where the record is, or is gone.
    """
    key, passing = record.key, 0
    while True:
        if record.state is RecordState.UNKNOWN:
            raise Indeterminate(key, "the unit had it and has lost it")
        note(record)
        if record.state is RecordState.INDETERMINATE:
            why = "the unit was cut off while cards may have flown; `lines` settles it"
            raise Indeterminate(key, why, record)
        decided = record.outcome is not None or record.state is RecordState.LAUNCHING
        if record.state.over or (decided and until == "result"):
            return record
        stage: Literal["result", "done"] = "done" if decided else "result"
        try:
            record = yield Call(
                "showdown.wait", WaitParams(key=key, until=stage, timeout_ms=WAIT_MS)
            )
            passing = 0
        except Refused as refusal:
            passing += 1
            if refusal.name not in _PASSING or passing > PATIENCE:
                raise
            yield Sleep(PAUSE_NS)
        except LinkLost as lost:
            lost.record = record
            raise


def cancel(key: str, intention: Intention | None = None, *, note: Note = ignore) -> Flow[Record]:
    """Call it off, and follow to its end what cannot be called off any more.

    `cancelled` or `aborted`: nothing flew, and nothing will under this key. Raises
    `Indeterminate` where that cannot be said; `intention`, where it is known, tells when.
    """
    record: Record = yield Call("showdown.cancel", CancelParams(key=key))
    if intention is not None:
        yield from _check_tombstone(intention, record)
    return (yield from follow(record, note=note))


def wait(key: str, until: str = "done", *, note: Note = ignore) -> Flow[Record]:
    """Follow a showdown that somebody started; its record as it is, `unknown` too."""
    record: Record = yield Call("showdown.get", GetParams(key=key))
    if record.state in (RecordState.UNKNOWN, RecordState.INDETERMINATE):
        return record
    return (yield from follow(record, note=note, until=until))


def listing(limit: int) -> Flow[list[Record]]:
    """The newest records first, at most `limit`, page by page."""
    records: list[Record] = []
    before: str | None = None
    while len(records) < limit:
        params = ListParams(limit=min(limit - len(records), 100), before=before)
        page: ListResult = yield Call("showdown.list", params)
        records += page.records
        before = page.next
        if before is None or not page.records:
            break
    return records[:limit]


def lines(key: str, left: int, right: int) -> Flow[Record]:
    """The table's verdict: the cards over the line on each side."""
    record: Record = yield Call("showdown.lines", LinesParams(key=key, left=left, right=right))
    return record
