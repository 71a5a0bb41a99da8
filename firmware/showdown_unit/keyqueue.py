"""Requests about the same key, one after another: the second sees what the first left behind."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field

Finish = Callable[[], None]
Operation = Callable[[Finish], None]


@dataclass(slots=True)
class _Queue:
    waiting: deque[Operation] = field(default_factory=deque)
    busy: bool = False  # an operation has begun and not finished
    going: bool = False  # the loop of `_go` runs


class KeyQueue:
    """Runs operations one at a time per key; each calls the `finish` it is given at its end."""

    def __init__(self) -> None:
        self._queues: dict[str, _Queue] = {}

    def run(self, key: str, operation: Operation) -> None:
        """Run it now, or when all earlier ones of that key have finished."""
        queue = self._queues.setdefault(key, _Queue())
        queue.waiting.append(operation)
        self._go(key, queue)

    def _go(self, key: str, queue: _Queue) -> None:
        # A loop, not a chain of calls: any number may wait that finish within their own call.
        if queue.going:
            return
        queue.going = True
        try:
            while queue.waiting and not queue.busy:
                self._start(key, queue, queue.waiting.popleft())
        finally:
            queue.going = False
        if not queue.busy:
            self._queues.pop(key, None)

    def _start(self, key: str, queue: _Queue, operation: Operation) -> None:
        queue.busy = True
        finished = False

        def finish() -> None:
            nonlocal finished
            if not finished:
                finished = True
                queue.busy = False
                self._go(key, queue)

        try:
            operation(finish)
        except BaseException:
            if not finished:
                finished, queue.busy = True, False  # its failure must not lock the key
            raise
