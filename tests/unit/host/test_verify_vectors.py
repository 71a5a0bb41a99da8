"""The vectors for verifiers in other languages are right; UPDATE_SNAPSHOTS=1 writes them anew."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from race_cases import document
from showdown_host import documents
from showdown_host.verify import verify
from showdown_host.verify_words import members
from showdown_protocol.evidence import canonical, commitment, digest
from showdown_referee.hold import draw_hold_ns
from showdown_referee.limits import MS, Limits

FILE = Path(__file__).parents[3] / "docs" / "verify-vectors.json"

SEEDS = [bytes(16), bytes(range(16)), bytes(255 - n for n in range(16))]
HOLDS = [Limits(), Limits(hold_min_ns=200 * MS, hold_mean_ns=100 * MS, hold_max_ns=1_000 * MS)]
DRAWN = ["clear-win", "dead-heat", "false-start", "false-start-close", "handicap", "practice"]


def made() -> dict[str, Any]:
    """All vectors, from the code."""
    raw = [dict(item) for item in document("clear-win").raw or ()]
    shown = [document(name).members() for name in DRAWN]
    lies = []
    for place, value in ((("record", "loser"), "left"), (("evidence", 3, "t_ns"), 5_000_000_000)):
        lie = document("clear-win").members()
        inner: Any = lie
        for step in place[:-1]:
            inner = inner[step]
        inner[place[-1]] = value
        lies.append(lie)
    return {
        "items": {
            "items": raw,
            "canonical": [canonical(item).decode() for item in raw],
            "sha256": digest(raw),
        },
        "commitments": [
            {"seed": a.hex(), "nonce": b.hex(), "sha256": commitment(a, b)}
            for a, b in zip(SEEDS, SEEDS[::-1], strict=True)
        ],
        "holds": [
            {
                "seed": seed.hex(),
                "attempt": number,
                "hold_min_ns": limits.hold_min_ns,
                "hold_mean_ns": limits.hold_mean_ns,
                "hold_max_ns": limits.hold_max_ns,
                "hold_ns": draw_hold_ns(seed, number, limits),
            }
            for limits in HOLDS
            for seed in SEEDS
            for number in (1, 2, 5)
        ],
        "documents": [
            one | {"expected": members(verify(documents.document(one)))} for one in shown + lies
        ],
    }


def test_the_vectors_are_those_of_the_code() -> None:
    text = json.dumps(made(), indent=1, ensure_ascii=True) + "\n"
    if os.environ.get("UPDATE_SNAPSHOTS") == "1":
        FILE.write_text(text, encoding="utf-8", newline="\n")
    assert FILE.read_text(encoding="utf-8") == text


def test_the_vectors_agree_with_what_the_file_itself_says() -> None:
    vectors = json.loads(FILE.read_text(encoding="utf-8"))
    assert digest(vectors["items"]["items"]) == vectors["items"]["sha256"]
    results = [one["expected"]["result"] for one in vectors["documents"]]
    assert results == ["holds"] * len(DRAWN) + ["fails"] * 2
    for one in vectors["documents"]:
        report = verify(documents.document({n: one[n] for n in ("record", "evidence")}))
        assert report.status.value == one["expected"]["result"]
