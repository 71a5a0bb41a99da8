"""A thread that does one message after the other, and what takes time beside it."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from typing import Any

_CLOSE_S = 5.0


class Worker:
    """`idle` is done after `idle_s` without a message; what a message raises goes to `failed`.

    `ended` is the last that the thread does.
    """

    def __init__(
        self,
        idle: Callable[[], None],
        idle_s: float,
        failed: Callable[[Exception], None],
        ended: Callable[[], None],
    ) -> None:
        self._idle = idle
        self._idle_s = idle_s
        self._failed = failed
        self._ended = ended
        self._inbox: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._main, name="umpire", daemon=True)

    @property
    def running(self) -> bool:
        """Whether it has begun, and not ended."""
        return self._thread.is_alive()

    def start(self) -> None:
        """Begin, once."""
        self._thread.start()

    def close(self) -> None:
        """Stop, within `_CLOSE_S`."""
        self._inbox.put(None)
        if self.running:
            self._thread.join(_CLOSE_S)

    def tell(self, message: Callable[[], None]) -> None:
        """Have it done by the thread. From any thread."""
        self._inbox.put(message)

    def beside(
        self, work: Callable[[], Any], then: Callable[[Any, Exception | None], None]
    ) -> None:
        """Work on a thread of its own; then a message with the result, or the error."""

        def body() -> None:
            result, error = None, None
            try:
                result = work()
            except Exception as problem:  # noqa: BLE001 - whatever it is, somebody has to be told
                error = problem
            self.tell(lambda: then(result, error))

        threading.Thread(target=body, name="umpire-unit", daemon=True).start()

    def _main(self) -> None:
        while True:
            try:
                message = self._inbox.get(timeout=self._idle_s)
            except queue.Empty:
                message = self._idle
            if message is None:
                break
            try:
                message()
            except Exception as error:  # noqa: BLE001 - the thread goes on
                self._failed(error)
        self._ended()
