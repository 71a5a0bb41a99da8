"""`identify` over the wire: anybody with a session may ask, and it takes no control."""

from __future__ import annotations

import pytest

from gateway_kit import Bench


@pytest.fixture
def bench() -> Bench:
    return Bench()


def test_an_observer_may_ask_while_another_holds_control(bench: Bench) -> None:
    holder, looker = bench.host(), bench.host()
    holder.hello()
    looker.hello(role="observe")
    assert looker.ask("identify") == {"blinks": ["red", "green", "red"], "limit_ms": 3000}
    assert bench.unit.control == [True]


def test_without_a_session_it_is_refused(bench: Bench) -> None:
    assert bench.host().ask("identify")["data"]["name"] == "HELLO_REQUIRED"
