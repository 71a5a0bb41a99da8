"""Which stored key a wish is played under, and by which thread."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from showdown_host.errors import PendingKey
from showdown_host.intention import Intention
from showdown_host.keystore import KeyStore
from showdown_host.wishes import describe


class Claims:
    """The keys of one `Unit`: found again or stored, each played by one thread at a time."""

    def __init__(self, store: KeyStore) -> None:
        self._store = store
        self._lock = threading.Lock()
        self._running: set[str] = set()

    def choose(self, wish: Intention, *, named: bool) -> Intention:
        """The intention to play: a stored one that is the same wish, or this one, now stored.

        `named`: its key was given by the caller. Raises `PendingKey` where another showdown is in
        the way.
        """
        with self._lock:
            return self._choose(wish, named=named)

    @contextmanager
    def claim(self, key: str) -> Iterator[None]:
        """One thread at a time plays a key. Raises `PendingKey` in the second one."""
        with self._lock:
            if key in self._running:
                msg = f"{key} is being played by another thread"
                raise PendingKey(key, msg)
            self._running.add(key)
        try:
            yield
        finally:
            with self._lock:
                self._running.discard(key)

    def _choose(self, wish: Intention, *, named: bool) -> Intention:
        if named:
            stored = self._store.get(wish.key)
            if stored is not None and not stored.same_wish(wish):
                msg = (
                    f"{wish.key} was stored for {describe(stored)}: "
                    f"`showdown run --key {wish.key}` takes it up as it is"
                )
                raise PendingKey(wish.key, msg)
        else:
            pending = [p for p in self._store.pending(wish.serial) if p.key not in self._running]
            stored = next((one for one in pending if one.same_wish(wish)), None)
            if stored is None and pending:
                key = pending[0].key
                msg = (
                    f"the end of the showdown {key} ({describe(pending[0])}) is not known yet: "
                    f"`showdown run --key {key}` takes it up, `showdown cancel {key}` calls it off"
                )
                raise PendingKey(key, msg)
        if stored is None:
            self._store.put(wish)
        return stored or wish
