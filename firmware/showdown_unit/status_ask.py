"""The running unit asked over its Unix socket, as somebody who only looks."""

from __future__ import annotations

import errno
import os
from dataclasses import dataclass
from enum import StrEnum

from showdown_protocol.errors import WireError
from showdown_protocol.messages import (
    EmptyResult,
    GetParams,
    HelloResult,
    ListParams,
    ListResult,
    NoParams,
    Record,
    StatusResult,
)
from showdown_unit.selftest_client import Client, ClientError, UnixPort


@dataclass(frozen=True, slots=True)
class Account:
    """What the unit says of itself.

    `last`: the newest showdown that is over, else the newest that the journal has. `recent`: the
    newest records first, as many as were wanted.
    """

    hello: HelloResult
    status: StatusResult
    stats: dict[str, int]
    last: Record | None
    recent: tuple[Record, ...] = ()


class Why(StrEnum):
    """Why there is no account."""

    NOBODY = "nobody"  # no unit runs there
    DENIED = "denied"  # this user may not ask
    SILENT = "silent"  # somebody is there, and gives no answer that can be used


class NoAccountError(Exception):
    """The unit told nothing: `why`, and in words."""

    def __init__(self, why: Why, text: str) -> None:
        super().__init__(text)
        self.why = why


def ask(path: str, *, recent: int = 0) -> Account:
    """Everything in one short session that observes. NoAccountError.

    `recent`: how many records at most, as many as fit one answer each time.
    """
    if not path:
        raise NoAccountError(Why.NOBODY, "links.unix is empty: this unit has no Unix socket to ask")
    try:
        port = UnixPort(path)
    except OSError as error:
        raise _no_socket(path, error) from error
    try:
        client = Client(port, f"status {os.getpid()}", role="observe")
        status: StatusResult = client.call("status", NoParams(), StatusResult)
        stats: dict[str, int] = client.call("stats", NoParams(), dict[str, int])
        found = _records(client, max(recent, 1))
        last = found[0] if found else None
        if status.last is not None:
            last = client.call("showdown.get", GetParams(key=status.last), Record)
        client.call("bye", NoParams(), EmptyResult)
    except (ClientError, WireError) as error:
        raise NoAccountError(Why.SILENT, f"{path}: {error}") from error
    finally:
        port.close()
    return Account(client.hello, status, stats, last, tuple(found[:recent]))


def _records(client: Client, wanted: int) -> list[Record]:
    found: list[Record] = []
    before: str | None = None
    while len(found) < wanted:
        params = ListParams(limit=min(wanted - len(found), 100), before=before)
        page: ListResult = client.call("showdown.list", params, ListResult)
        found += page.records
        before = page.next
        if before is None or not page.records:
            break
    return found


def _no_socket(path: str, error: OSError) -> NoAccountError:
    if error.errno in (errno.ENOENT, errno.ECONNREFUSED, errno.ENOTDIR):
        return NoAccountError(Why.NOBODY, f"no unit listens at {path}")
    if error.errno in (errno.EACCES, errno.EPERM):
        return NoAccountError(Why.DENIED, f"{path} may not be opened by this user")
    if error.errno == errno.EAGAIN:
        return NoAccountError(Why.SILENT, f"{path}: the unit takes no more connections: it hangs")
    return NoAccountError(Why.SILENT, f"{path}: {error.strerror or error}")
