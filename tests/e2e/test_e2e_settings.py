"""Settings of a real process: kept over `kill -9`, from two hosts, and a unit turned round."""

from __future__ import annotations

import signal
from pathlib import Path
from typing import Any

import pytest

from e2e_kit import Bench, RawHost, Refusal

SIDE_BY_SIDE = True


def put(host: RawHost, rev: int, **values: Any) -> dict[str, Any]:
    answer: dict[str, Any] = host.ask("settings.set", rev=rev, values=values)
    return answer


def test_settings_outlive_a_kill_and_a_stale_host_overwrites_nothing(tmp_path: Path) -> None:
    with Bench(tmp_path, players="none") as bench, RawHost(bench.up().link) as host:
        host.hello()
        assert host.ask("settings.get")["rev"] == 0
        told = put(host, 0, name="Küche", anticipation_ms=100)
        bench.stop(signal.SIGKILL)
    with Bench(tmp_path, players="none") as bench, RawHost(bench.up().link) as host:
        assert host.hello()["name"] == "Küche"
        assert host.ask("settings.get") == told
        with pytest.raises(Refusal) as refused:
            put(host, 0, name="other")
        assert refused.value.data == {"name": "STALE_REV", "rev": 1}
        assert put(host, 1, name=None)["changed"] == ["anticipation_ms"]
        assert host.hello()["name"].startswith("bench-")


def test_a_unit_that_is_turned_by_a_setting_throws_at_the_hands_that_were_slower(
    tmp_path: Path,
) -> None:
    with Bench(tmp_path, "--script", "demo") as bench, RawHost(bench.up().link) as host:
        host.hello()
        put(host, 0, swap_sides=True)
        host.start("turned-round-1", boot=host.boot)
        record = host.until_over("turned-round-1")
    # the script's first: the right paddle, as printed, is slower
    assert (record["outcome"], record["loser"], record["swapped"]) == ("win", "left", True)
    assert bench.launches() == ["right"]
