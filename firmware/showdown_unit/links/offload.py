"""System calls that may hang, each on a daemon thread of its own.

Not an executor: the interpreter joins an executor's threads at exit, and closing a gadget's tty
may take 15 s in the kernel.
"""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Callable

T = TypeVar("T")


def offload(
    loop: asyncio.AbstractEventLoop,
    work: Callable[[], T],
    *,
    name: str,
    discard: Callable[[T], object] | None = None,
) -> asyncio.Future[T]:
    """Run `work` on a thread; the future gets its result or its exception.

    A result that nobody awaits any more goes to `discard`, on a thread as well.
    """
    future: asyncio.Future[T] = loop.create_future()

    def deliver(result: T) -> None:
        if not future.done():
            future.set_result(result)
        elif discard is not None:
            threading.Thread(target=discard, args=(result,), name=name, daemon=True).start()

    def fail(error: BaseException) -> None:
        if not future.done():
            future.set_exception(error)

    def run() -> None:
        try:
            result = work()
        except BaseException as error:  # noqa: BLE001 (it is the awaiting side's)
            _post(loop, fail, error)
            return
        if not _post(loop, deliver, result) and discard is not None:
            discard(result)

    threading.Thread(target=run, name=name, daemon=True).start()
    return future


def _post(loop: asyncio.AbstractEventLoop, callback: Callable[[T], None], value: T) -> bool:
    """Whether the loop still takes callbacks."""
    try:
        loop.call_soon_threadsafe(callback, value)
    except RuntimeError:  # closed meanwhile
        return False
    return True
