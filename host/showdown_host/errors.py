"""Everything that can go wrong for a host: one tree, each error says what to do."""

# ruff: noqa: N818 - they are read as what happened: `except LinkLost`
from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from showdown_protocol.errors import ERRORS, WireError
from showdown_protocol.messages import Record


class ShowdownError(Exception):
    """The root of the tree."""


class NoUnit(ShowdownError):
    """There is no unit, or more than one, or the port named is not there."""


class PortMissing(NoUnit):
    """The port named is not there: not plugged in, or its bench is still starting."""


class PortBusy(ShowdownError):
    """Another program has the port open."""


class PermissionDenied(ShowdownError):
    """The port may not be opened by this user."""


class LinkLost(ShowdownError):
    """No answer, and no hope of one in time. What was sent may have arrived: ask by its key.

    `record` is the showdown's as last seen, where one was under way.
    """

    record: Record | None = None


class Refused(ShowdownError):
    """The unit said no. Branch on `name`, a row of the error table; `data` says what about it.

    `retry`: whether the same key may be sent again: `yes`, `after` (when the cause is gone), `no`.
    `record` is the cancelled record where the key was given up; then a new key is free to use.
    """

    def __init__(self, name: str, message: str, data: Mapping[str, Any] | None = None) -> None:
        self.name = name
        self.message = message
        self.data = dict(data or {})
        self.record: Record | None = None
        detail = ", ".join(
            f"{key}={_plain(value)}"
            for key, value in self.data.items()
            if not (isinstance(value, str) and value in message)  # said already
        )
        super().__init__(f"{name}: {message}" + (f" ({detail})" if detail else ""))

    @classmethod
    def of(cls, error: WireError) -> Refused:
        """From the error as the protocol reads it."""
        return cls(error.name, error.message, error.data)

    @property
    def retry(self) -> str:
        """`yes`, `after` or `no`; `after` for errors of a later version."""
        spec = ERRORS.get(self.name)
        return "after" if spec is None else spec.retry_same_key


class SettingsChanged(Refused):
    """Somebody else changed the settings meanwhile, so these were not: look, then ask again.

    `changes`: how they stand now against what was read first, (before, now) by name; `data["rev"]`
    is that of now.
    """

    def __init__(self, changes: Mapping[str, tuple[Any, Any]], *, rev: int) -> None:
        told = ", ".join(f"{name} from {old!r} to {new!r}" for name, (old, new) in changes.items())
        message = f"somebody else changed {told or 'the settings'} meanwhile: nothing was set"
        super().__init__("STALE_REV", message, {"rev": rev})
        self.changes = dict(changes)


class Indeterminate(ShowdownError):
    """Cards may have flown and nobody can say at whom: the table has to.

    `record` is the unit's where it has one; then `lines` can settle it.
    """

    def __init__(self, key: str, why: str, record: Record | None = None) -> None:
        self.key = key
        self.record = record
        super().__init__(f"the showdown {key} is indeterminate: {why}")


class PendingKey(ShowdownError):
    """An earlier showdown's key has no known end yet, so no new one is made."""

    def __init__(self, key: str, message: str) -> None:
        self.key = key
        super().__init__(message)


class StoreError(ShowdownError):
    """A key could not be stored or read back; nothing was sent for it."""


class Unreadable(ShowdownError):
    """The unit speaks something that this library does not understand."""


def _plain(value: object) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, Sequence):
        return "+".join(str(part) for part in value)
    return str(value)
