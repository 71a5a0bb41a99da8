"""`verify` agrees with every duel, as the unit would have written it down."""

from __future__ import annotations

import random

import pytest

import scale
from evidence_changes import of_evidence
from evidence_kit import duel, shown
from referee_plans import Kind, plan
from showdown_host import documents
from showdown_host.race_svg import picture
from showdown_host.verify import Status, verify
from showdown_host.verify_words import words

CHUNK = 60
KINDS = (
    Kind(),
    Kind(sense=True),
    Kind(beyond=True),
    Kind(stops=True),
    Kind(losses=True),
    Kind(handicap=True),
    Kind(handicap=True, beyond=True, sense=True),
    Kind(practice=True),
    Kind(practice=True, beyond=True),
    Kind(losses=True, beyond=True, sense=True),
)


@pytest.mark.parametrize("first", range(0, scale.count(CHUNK, 3_000), CHUNK))
@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_every_duel_holds(kind: Kind, first: int) -> None:
    for seed in range(first, first + CHUNK):
        found = verify(shown(duel(plan(seed, kind))))
        assert found.faults == (), f"seed {seed}: {words(found)}"
        assert found.judged or found.status is Status.NOTHING, f"seed {seed}"


@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_nothing_that_is_changed_at_random_stops_verify_or_its_picture(kind: Kind) -> None:
    rng = random.Random(str(kind))
    for seed in range(scale.count(2, 60)):
        document = shown(duel(plan(seed + 5_000, kind)))
        assert picture(verify(document)).endswith("</svg>\n")
        if len(document.raw or ()) > 150:
            continue  # of storms there are too many changes
        changes = [one for _, one in of_evidence(document, fitted=True)] or [document]
        for changed in rng.sample(changes, min(12, len(changes))):
            again = documents.document(changed.members())
            assert picture(verify(again)).endswith("</svg>\n")
