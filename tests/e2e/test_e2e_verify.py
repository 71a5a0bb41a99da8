"""A bench's showdown, its evidence fetched by one command and verified by another."""

from __future__ import annotations

import json
from pathlib import Path

from e2e_kit import Bench, run_words, showdown

SIDE_BY_SIDE = True


def test_the_evidence_of_a_bench_is_verified_and_drawn(tmp_path: Path) -> None:
    with Bench(tmp_path, "--script", "demo") as bench:
        played = showdown(bench, *run_words())
        assert played.code == 0, played
        key = played.record["key"]
        got = showdown(bench, "get", key, "--evidence", "--json")
        table = showdown(bench, "get", key, "--evidence")
        assert (got.code, table.code) == (0, 0), (got, table)
        assert "the press that counts" in table.out
        file, picture = tmp_path / "race.json", tmp_path / "race.svg"
        file.write_text(got.out, encoding="utf-8")
        verified = showdown(bench, "verify", str(file), "--svg", str(picture))
        assert verified.code == 0, verified
        assert verified.out.startswith(f"{key}: holds, ")
        assert picture.read_text(encoding="utf-8").startswith("<svg ")
        whole = json.loads(got.out)
        assert whole["record"]["loser"] == "right"
        whole["record"]["loser"] = "left"
        file.write_text(json.dumps(whole), encoding="utf-8")
        lied = showdown(bench, "verify", str(file))
        assert lied.code == 1, lied
        assert "! loser: says left, its evidence gives right" in lied.out
