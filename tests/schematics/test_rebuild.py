"""The order of a rebuild's steps, what it reports, and how it finds what has changed."""

from pathlib import Path

from showdown_drawings import fab, snapshot
from showdown_drawings.rebuild import STEPS, Step, ready, rebuild


def test_a_step_waits_for_what_it_needs() -> None:
    waiting = {"board": Step("board", "m:f", ("drawing",)), "drawing": Step("drawing", "m:f")}
    assert [step.name for step in ready(waiting, [])] == ["drawing"]
    assert [step.name for step in ready(waiting, ["drawing"])] == ["board", "drawing"]


def test_each_step_needs_only_steps_that_there_are() -> None:
    names = [step.name for step in STEPS]
    assert len(set(names)) == len(names)
    for step in STEPS:
        assert set(step.needs) <= set(names)


def test_a_failed_step_is_named_with_its_words_and_what_needs_it_is_not_run() -> None:
    told: list[str] = []
    report = rebuild(
        lambda name, _: told.append(name),
        [
            Step("lists", "json:JSONEncoder"),
            Step("drawing", "json:no_such_thing"),
            Step("board", "json:JSONEncoder", ("drawing",)),
        ],
        workers=1,
    )
    assert told == list(report.seconds) == ["lists"]
    assert "no_such_thing" in report.failures["drawing"]
    assert report.failures["board"] == "not run, for it needs drawing"


def test_changes_are_told_by_content(tmp_path: Path) -> None:
    folder = tmp_path / "schematics"
    (folder / "__pycache__").mkdir(parents=True)
    (folder / "same.svg").write_text("a")
    (folder / "other.svg").write_text("a")
    (folder / "old.svg").write_text("a")
    before = snapshot.take(tmp_path, ["schematics"])
    (folder / "other.svg").write_text("b")
    (folder / "old.svg").unlink()
    (folder / "new.svg").write_text("a")
    (folder / "__pycache__" / "x.pyc").write_text("a")
    (folder / "same.svg").write_text("a")
    assert list(snapshot.changes(before, snapshot.take(tmp_path, ["schematics"]))) == [
        "schematics/new.svg is new",
        "schematics/old.svg is gone",
        "schematics/other.svg came out otherwise",
    ]


def test_a_zip_has_the_same_bytes_whenever_it_is_packed(tmp_path: Path) -> None:
    one, two = tmp_path / "a.stl", tmp_path / "b.stl"
    one.write_text("solid")
    two.write_text("solid too")
    fab.pack(tmp_path / "first.zip", [one, two])
    one.touch()
    one.chmod(0o600)
    fab.pack(tmp_path / "second.zip", [one, two])
    assert (tmp_path / "first.zip").read_bytes() == (tmp_path / "second.zip").read_bytes()
