"""Machines that run before the tests that judge them, as many at once as there are cores."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any, TypeVar

import pytest

T = TypeVar("T")
MOST = 4  # half a gigabyte of memory each


@contextmanager
def ahead(
    request: pytest.FixtureRequest, names: tuple[str, ...], play: Callable[..., T]
) -> Iterator[Callable[..., T]]:
    """`play` with the parameters of each test of the module that was asked for and has them all.

    Gives a function of these parameters: what `play` gave, or raised.
    """
    asked = []
    for item in request.session.items:
        params = getattr(getattr(item, "callspec", None), "params", {})
        if item.path == request.path and all(name in params for name in names):
            asked.append(tuple(params[name] for name in names))
    with ThreadPoolExecutor(min(MOST, os.cpu_count() or 1)) as pool:
        futures = {params: pool.submit(play, *params) for params in asked}
        yield lambda *params: futures[params].result()
        for future in futures.values():
            future.cancel()


@contextmanager
def journal_of(facts: dict[str, Any]) -> Iterator[None]:
    """What is raised in the block has the guest's journal with it, as the job reported it."""
    try:
        yield
    except BaseException as error:
        error.add_note("--- the guest's journal\n" + "\n".join(facts["journal"]))
        raise
