"""What a terminal gets to see of hostile texts: nothing that moves or hides what stands there."""

from __future__ import annotations

import json
from typing import Any

import pytest

from evidence_kit import duel, shown
from referee_plans import Kind, plan
from showdown_host import documents
from showdown_host.history_rows import Row
from showdown_host.history_words import each
from showdown_host.race_table import table
from showdown_host.verify import verify
from showdown_host.verify_words import words
from showdown_protocol.messages import Outcome

EVIL = "\x1b]0;x\x07\x1b[2J\nKEY00000: holds\x9b\u202e"


def document() -> dict[str, Any]:
    found = (shown(duel(plan(seed, Kind()))) for seed in range(50))
    members: dict[str, Any] = next(one for one in found if one.raw).members()
    return members


@pytest.mark.parametrize("where", ["reason", "limits", "players"])
def test_no_text_of_a_file_reaches_the_terminal_as_it_is(where: str) -> None:
    members = document()
    if where == "reason":
        members["record"]["reason"] = EVIL
    elif where == "limits":
        members["evidence"][0]["limits"][EVIL] = 1
    else:
        members["record"]["players"] = {"left": "\u202eA", "right": "\u202eB"}
    report = verify(next(documents.read(json.dumps(members).encode())))
    for text in (words(report), table(report)):
        assert all(line.isprintable() for line in text.split("\n"))
        assert not any(line.startswith("KEY00000") for line in text.split("\n"))


def test_no_name_moves_what_a_line_of_the_history_says() -> None:
    row = Row(
        "s\x1b[2J", "key-00000001", 0, outcome=Outcome.WIN, left="\u202eAna", right="Bo\u2066"
    )
    assert each(row, {}, None).isprintable()
    assert each(row, {row.serial: "Table\u202e"}, None).isprintable()
