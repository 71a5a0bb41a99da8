"""How late the system may wake a sleeping thread: 50 µs, unless the thread asks for less."""

from __future__ import annotations

import contextlib
import ctypes
import logging
import os
from collections.abc import Callable, Iterator

_SET, _GET = 29, 30  # PR_SET_TIMERSLACK, PR_GET_TIMERSLACK

_logger = logging.getLogger(__name__)


def prctl(option: int, argument: int = 0) -> int:
    """The system call, for the calling thread. OSError where it is refused or not there."""
    try:
        call = ctypes.CDLL(None, use_errno=True).prctl
    except AttributeError as error:
        msg = "no prctl in this system's C library"
        raise OSError(msg) from error
    zero = ctypes.c_ulong(0)
    answer = int(call(ctypes.c_int(option), ctypes.c_ulong(argument), zero, zero, zero))
    if answer < 0:
        code = ctypes.get_errno()
        raise OSError(code, os.strerror(code))
    return answer


@contextlib.contextmanager
def exact_threads(call: Callable[..., int] = prctl) -> Iterator[None]:
    """A thread that is started in the block wakes when it asked to, for it inherits our slack.

    This thread's own slack is as before afterwards. Where the system refuses, a warning says so.
    """
    try:
        before = call(_GET)
        call(_SET, 1)  # the least: 0 means the default
    except OSError as error:
        _logger.warning("timer slack stays as it is, software pulses may be 50 µs off: %s", error)
        yield
        return
    try:
        yield
    finally:
        call(_SET, before)
