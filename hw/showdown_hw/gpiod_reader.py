"""The one thread that waits for edges. It sleeps in `poll`; nothing wakes it but an edge."""

from __future__ import annotations

import os
import select
import threading

from showdown_hw.errors import BackendError
from showdown_hw.gpiod_lines import InputLines

_JOIN_S = 5.0


class EdgeReader:
    """Hands on the edges of the requests that were added; its thread starts with the first."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._lines: dict[int, InputLines] = {}
        self._wake = os.eventfd(0, os.EFD_CLOEXEC | os.EFD_NONBLOCK)
        self._thread: threading.Thread | None = None
        self._closing = False
        self._fault: str | None = None

    @property
    def fault(self) -> str | None:
        """Why no edge will come any more; None while all is well."""
        if self._fault is None and self._thread is not None and not self._thread.is_alive():
            return "the thread that reads edges ended"
        return self._fault

    def add(self, lines: InputLines) -> None:
        """Hand on the edges of these lines too; harmless when it does so already."""
        with self._lock:
            if self._lines.get(lines.fd) is lines:
                return
            self._lines[lines.fd] = lines
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="gpio-edges", daemon=True)
                self._thread.start()
        os.eventfd_write(self._wake, 1)

    def remove(self, lines: InputLines) -> None:
        """No edge of these lines is read any more. Before they are closed; harmless when absent.

        The last that was read may still be under way to its listener.
        """
        with self._lock:
            if self._lines.get(lines.fd) is not lines:
                return
            del self._lines[lines.fd]
        os.eventfd_write(self._wake, 1)

    def close(self) -> None:
        """End the thread. BackendError where a listener does not return; harmless when closed."""
        if self._wake < 0:
            return
        self._closing = True
        os.eventfd_write(self._wake, 1)
        thread = self._thread
        if thread is not None and thread is not threading.current_thread():
            thread.join(_JOIN_S)
            if thread.is_alive():
                msg = "the edge thread does not end: a listener has not returned for 5 s"
                raise BackendError(msg)
            os.close(self._wake)
            self._wake = -1
        elif thread is None:
            os.close(self._wake)
            self._wake = -1

    def _run(self) -> None:
        try:
            while not self._closing and self._fault is None:
                self._wait_and_deliver()
        except Exception as error:  # noqa: BLE001 - `fault` says what it was
            self._fault = f"the thread that reads edges ended: {type(error).__name__}: {error}"

    def _wait_and_deliver(self) -> None:
        # A set of its own each time: a file number may be another file's once it was removed.
        with self._lock:
            lines_of = dict(self._lines)
        poll = select.poll()
        poll.register(self._wake, select.POLLIN)
        for fd in lines_of:
            poll.register(fd, select.POLLIN)
        for fd, events in poll.poll():
            if fd == self._wake:
                os.eventfd_read(self._wake)
                continue
            lines = lines_of[fd]
            if events & select.POLLIN:
                self._fault = self._fault or lines.deliver()
            elif not lines.closed:
                self._fault = self._fault or "the kernel ended the edges: the GPIO chip is gone"
