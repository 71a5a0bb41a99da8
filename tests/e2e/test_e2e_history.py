"""The history over real processes: two runs and a practice, then without the unit."""

from __future__ import annotations

import shutil
from pathlib import Path

from e2e_kit import Bench, Command, run_words, showdown
from showdown_host.history_store import HistoryStore

SIDE_BY_SIDE = True


def test_two_runs_are_in_the_history_after_the_unit_is_gone(tmp_path: Path) -> None:
    with Bench(tmp_path, "--script", "demo") as bench:
        bench.up()
        records = [showdown(bench, *run_words()).record for _ in range(2)]
        told = showdown(bench, "history", "--showdowns", "--json")
        assert told.code == 0, told
        kept = told.record["showdowns"]
        assert [one["key"] for one in kept] == [record["key"] for record in records]
        practised = showdown(bench, "practice", "left", "--rounds", "1", "--start", "now")
        assert practised.out.startswith("  1  "), practised
        assert bench.launches() == [one["loser"] for one in records if one["loser"]]
    shutil.rmtree(bench.state)
    again = Command(tmp_path, ["history", "--offline", "--json"]).end()
    assert again.code == 0, again
    players = {one["player"]: one for one in again.record["players"]}
    lost = {side: sum(one["loser"] == side for one in records) for side in ("left", "right")}
    for name, side, other in (("Ana", "left", "right"), ("Bo", "right", "left")):
        figures = players[name]
        assert (figures["showdowns"], figures["losses"]) == (2, lost[side]), again
        assert figures["wins"] == lost[other]
    alone = players[None]
    assert (alone["side"], alone["practice_rounds"]) == ("left", 1)
    first = HistoryStore(tmp_path / "history").find(records[0]["key"])[0].record
    assert first is not None
    assert first.state == "accepted"  # so the hold's commitment is known from before the race
    assert first.hold_sha256 == records[0]["hold_sha256"]
