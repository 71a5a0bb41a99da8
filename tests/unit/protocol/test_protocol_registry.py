"""How benches are listed: which folder, which folders are trusted, and what a file says."""

from __future__ import annotations

import pytest

from showdown_protocol import registry
from showdown_protocol.registry import Listing, file_of, folders, listing_of, may_use

BENCH = Listing(port="/tmp/a/unit", serial="bench-1", name="Table 1", pid=7)


def test_the_sessions_runtime_folder_is_the_only_one_where_it_is_named() -> None:
    assert folders({"XDG_RUNTIME_DIR": "/run/user/7/"}, 5) == (
        ("/run/user/7/", "/run/user/7/showdown-unit"),
    )


@pytest.mark.parametrize("environ", [{}, {"XDG_RUNTIME_DIR": ""}, {"XDG_RUNTIME_DIR": "run/x"}])
def test_without_one_both_ends_look_at_the_users_own_places(environ: dict[str, str]) -> None:
    assert folders(environ, 5) == (
        ("/run/user/5", "/run/user/5/showdown-unit"),
        ("/tmp", "/tmp/showdown-unit-5"),
    )


def test_a_folder_is_used_only_where_nobody_else_can_write() -> None:
    assert may_use(0o700, 5, 5, is_folder=True) is None
    assert may_use(0o700, 0, 5, is_folder=True) == "belongs to another user"
    assert may_use(0o720, 5, 5, is_folder=True) == "can be written by other users"
    assert may_use(0o702, 5, 5, is_folder=True) == "can be written by other users"
    assert may_use(0o700, 5, 5, is_folder=False) == "is no folder"


def test_a_file_comes_back_as_it_was_written() -> None:
    assert listing_of(file_of(BENCH)) == BENCH
    assert len(file_of(BENCH)) < registry.MAX_BYTES


@pytest.mark.parametrize(
    "data",
    [b"", b"\xff", b"{}", b"[]", b'{"port":1}', file_of(BENCH)[:-3], b" " * 5000 + file_of(BENCH)],
)
def test_anything_else_is_no_bench(data: bytes) -> None:
    assert listing_of(data) is None


def test_a_later_bench_may_say_more() -> None:
    assert listing_of(file_of(BENCH)[:-2] + b',"more":[1]}') == BENCH
