"""End-to-end tests mostly wait for lamps, so they run a few at a time.

That is for modules that say `SIDE_BY_SIDE = True`; their tests take `tmp_path` and parameters,
nothing else. The first one to be called begins all that were chosen, in their order, on threads;
each then only waits for its own end.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

import pytest

AT_A_TIME = 4
LIMIT_S = 60

_begun = pytest.StashKey[dict[str, "Future[None]"]]()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A test that is waited for may have been begun a moment ago."""
    for item in items:
        if _side_by_side(item):
            item.add_marker(pytest.mark.timeout(LIMIT_S))


@pytest.fixture(scope="session", autouse=True)
def beginnings(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[None]:
    """Begin every chosen test of this folder."""
    items = [item for item in request.session.items if _side_by_side(item)]
    with ThreadPoolExecutor(AT_A_TIME, thread_name_prefix="e2e") as pool:
        begun = request.config.stash[_begun] = {}
        for item in items:
            begun[item.nodeid] = pool.submit(_run, item, tmp_path_factory.mktemp("e2e"))
        yield
        pool.shutdown(cancel_futures=True)  # after `-x` or Ctrl-C nobody waits for the rest


def _side_by_side(item: pytest.Item) -> bool:
    return isinstance(item, pytest.Function) and getattr(item.module, "SIDE_BY_SIDE", False)


def _run(item: pytest.Item, folder: Path) -> None:
    assert isinstance(item, pytest.Function)
    params = item.callspec.params if hasattr(item, "callspec") else {}
    item.obj(tmp_path=folder, **params)


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Wait for a test's end instead of calling it."""
    if not _side_by_side(pyfuncitem):
        return None
    pyfuncitem.config.stash[_begun][pyfuncitem.nodeid].result()
    return True
