"""`make test` fails where one of its two runs does."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

TOOL = Path(__file__).parents[2] / "tools" / "test.py"


@pytest.mark.parametrize(
    ("one", "other", "status"),
    [
        (0, 0, 0),
        (1, 0, 1),
        (0, 1, 1),
        (2, 1, 2),
        (0, 5, 0),  # words such as `-k` chose tests in one run alone
        (5, 0, 0),
        (5, 1, 1),
        (5, 5, 5),
        (0, -9, -9),
    ],
)
def test_the_worse_of_two_statuses_is_the_command_s(one: int, other: int, status: int) -> None:
    assert runpy.run_path(str(TOOL))["worse"](one, other) == status


def test_every_folder_that_runs_beside_is_there() -> None:
    for folder in runpy.run_path(str(TOOL))["BESIDE"]:
        assert (TOOL.parents[1] / folder).is_dir()
