"""What hosts tell units apart by: `identify`, and who holds control, for anybody with a session."""

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


def test_hello_names_who_holds_control(bench: Bench) -> None:
    holder, looker = bench.host(), bench.host()
    assert "control" not in looker.hello(role="observe", nonce="before")
    assert holder.hello(client="tablet")["control"] == "tablet"
    assert looker.hello(role="observe", nonce="after")["control"] == "tablet"
