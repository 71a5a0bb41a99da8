"""Every member of record and evidence is changed in turn: found out, or listed as harmless."""

from __future__ import annotations

import re

import pytest

from evidence_changes import of_evidence, of_record
from race_cases import CASES, document
from showdown_host.verify import Status, verify

NOT_OF_THE_EVIDENCE = {
    "stamp_source": "where stamps come from is the unit's word",
    "players": "names are the host's",
    "cards": "how many is the host's wish",
    "origin": "who asked for it decides nothing",
    "boot": "which start of the unit it was decides nothing",
    "seq": "the number of its last event decides nothing",
    "durable": "whether it could be written decides nothing",
    "swapped": "sides stand in both as the table sees them",
    "replay": "stands in one answer alone",
    "launch": "what the launcher did is the unit's word, but for where nothing may fly",
    "state": "how far it is, but for whether there is an outcome",
    "reason": "why it was called off is the unit's word",
}
"""Members of a record that its evidence does not give."""

HARMLESS = {
    r"edge seq": "a number tells only of a gap that matters",
    r"edge level": "at rest an edge means pressed; after the press levels decide nothing",
    r"edge (t_ns|side|dropped)": "not of an edge that begins a press after green",
    r"edge (doubled|swapped)": "the stamps order them, and a stamp counts once",
    r"reading .*": "another reading tells the same, or it came after all was known",
    r"reviewed (t_ns|doubled|swapped)": "nothing came in between",
    r"reviewed (dropped|closed)": "the slower press was known before, or there is none",
    r"verdict (t_ns|swapped)": "all that matters was known a little earlier or later, too",
    r"verdict hold_began_ns": "green was not lit",
    r"attempt idle_\w+_ns": "nothing happened in between",
    r"attempt last_seq_\w+": "no number was missing",
    r"attempt: \w+ touched early": "that side loses all the same, or does not play",
    r"green (doubled|swapped)": "the last one counts, and it is the same",
    r"green dropped": "two presses at once are a dead heat before green too",
    r"showdown limits\.\w+": "it plays no part in this race, or not by so much",
}
"""Changes that leave every verdict, time and member of the record as it was, and why."""

CAUGHT_ALWAYS = (
    r"showdown (key|practice|dropped|doubled|version|limits\.resolution_ns)",
    r"showdown limits\.hold_min_ns",
    r"attempt (number|dropped|doubled)",
    r"green (before_ns|after_ns)",
    r"verdict (outcome|loser|final|hold_ns|dropped|doubled)",
)


def kind(what: str) -> str:
    return re.sub(r"^\d+ | = .*", "", what)


@pytest.mark.parametrize("name", CASES)
def test_a_changed_record_is_found_out(name: str) -> None:
    shown = document(name)
    for what, changed in of_record(shown):
        if verify(changed).status is Status.HOLDS:
            member = what.partition(" ")[0]
            assert member in NOT_OF_THE_EVIDENCE, what
            assert member != "reason" or shown.record.outcome is None, what
            assert member != "launch" or shown.record.loser is not None, what


@pytest.mark.parametrize("name", CASES)
def test_evidence_that_is_changed_behind_its_digest_is_found_out(name: str) -> None:
    for what, changed in of_evidence(document(name), fitted=False):
        faults = {fault.name for fault in verify(changed).faults}
        same = changed.raw == document(name).raw
        assert same or "evidence_sha256" in faults, what


@pytest.mark.parametrize("name", CASES)
def test_changed_evidence_with_a_digest_made_to_fit_is_found_out_or_harmless(name: str) -> None:
    shown = document(name)
    found = verify(shown)
    presses = {  # where green was not lit a press is too early, whenever it was
        (one.number, side.value, stamp_ns)
        for one in found.judged
        if one.green is not None
        for side, stamp_ns in one.presses.items()
    }
    number, first = 0, set()
    for index, item in enumerate(shown.raw or ()):
        number = item.get("number", number)
        if item["what"] == "edge" and (number, item["side"], item["t_ns"]) in presses:
            first.add(index)
    for what, changed in of_evidence(shown, fitted=True):
        if verify(changed).status is not Status.HOLDS:
            continue
        assert any(re.fullmatch(pattern, kind(what)) for pattern in HARMLESS), what
        assert not any(re.match(pattern, kind(what)) for pattern in CAUGHT_ALWAYS), what
        index = int(what.split()[0])
        assert index not in first or not re.match(r"edge (t_ns|side|dropped)", kind(what)), what
