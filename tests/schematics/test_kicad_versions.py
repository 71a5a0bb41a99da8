"""Files that KiCad makes are kept where another release of it draws the same sources otherwise."""

from pathlib import Path

import pytest

from showdown_drawings import kicad_versions as versions

ONE = b'(kicad_pcb (version 1) (gr_line (start 0 0) (uuid "a")) (segment (start 1 1) (end 2 2)))'
OTHER = b'(kicad_pcb (version 1) (segment (start 1 1) (end 2 2)) (gr_line (start 0 0) (uuid "b")))'
MOVED = ONE.replace(b"(start 1 1)", b"(start 1 3)")


@pytest.fixture
def before(tmp_path: Path) -> dict[str, bytes]:
    """A committed state made by 9.0.8, also on disk."""
    files = dict.fromkeys((*versions.MADE, *versions.SHEETS), b"(sheet)")
    files |= {versions.BOARD: ONE, versions.MADE_BY: b"9.0.8\n"}
    for path, data in files.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_bytes(data)
    return files


def test_another_release_keeps_what_it_draws_otherwise(
    before: dict[str, bytes], tmp_path: Path
) -> None:
    (tmp_path / versions.BOARD).write_bytes(OTHER)
    (tmp_path / versions.MADE[1]).write_bytes(b"drawn otherwise")
    assert versions.settle(before, "9.0.2", tmp_path) == [versions.BOARD, versions.MADE[1]]
    assert (tmp_path / versions.BOARD).read_bytes() == ONE
    assert (tmp_path / versions.MADE[1]).read_bytes() == before[versions.MADE[1]]


def test_the_same_release_keeps_nothing(before: dict[str, bytes], tmp_path: Path) -> None:
    (tmp_path / versions.MADE[1]).write_bytes(b"drawn otherwise")
    assert versions.settle(before, "9.0.8", tmp_path) == []
    assert (tmp_path / versions.MADE[1]).read_bytes() == b"drawn otherwise"


@pytest.mark.parametrize(
    ("path", "data"), [(versions.SHEETS[0], b"(sheet changed)"), (versions.BOARD, MOVED)]
)
def test_a_changed_source_leaves_what_this_release_made_and_says_so(
    before: dict[str, bytes], tmp_path: Path, path: str, data: bytes
) -> None:
    (tmp_path / path).write_bytes(data)
    (tmp_path / versions.MADE[1]).write_bytes(b"drawn anew")
    assert versions.settle(before, "9.0.2", tmp_path) == []
    assert (tmp_path / versions.MADE[1]).read_bytes() == b"drawn anew"
    assert (tmp_path / versions.MADE_BY).read_text(encoding="utf-8") == "9.0.2\n"
