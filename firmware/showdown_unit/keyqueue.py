"""Requests about the same key, one after another: the second sees what the first left behind."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

Finish = Callable[[], None]
Operation = Callable[[Finish], None]


class KeyQueue:
    """Runs operations one at a time per key; each calls the `finish` it is given at its end."""

    def __init__(self) -> None:
        self._waiting: dict[str, deque[Operation]] = {}

    def run(self, key: str, operation: Operation) -> None:
        """Run it now, or when all earlier ones of that key have finished."""
        queue = self._waiting.get(key)
        if queue is not None:
            queue.append(operation)
            return
        self._waiting[key] = deque()
        self._start(key, operation)

    def _start(self, key: str, operation: Operation) -> None:
        finished = False

        def finish() -> None:
            nonlocal finished
            if finished:
                return
            finished = True
            queue = self._waiting[key]
            if queue:
                self._start(key, queue.popleft())
            else:
                del self._waiting[key]

        operation(finish)
