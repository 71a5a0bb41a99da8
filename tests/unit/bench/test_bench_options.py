"""The sub-command's options, and the configuration that they make."""

from __future__ import annotations

import argparse
from contextlib import ExitStack
from pathlib import Path

import pytest

from showdown_bench.bench import configure, state_folder
from showdown_bench.cli import command
from showdown_bench.options import Options, read
from showdown_bench.players import scripted


def parse(*words: str) -> Options:
    parser = argparse.ArgumentParser()
    command(parser.add_subparsers(required=True))
    return read(parser.parse_args(["bench", *words]))


def refused(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    with pytest.raises(SystemExit):
        parse(*words)
    return capsys.readouterr().err


def test_without_options_robots_play_seed_1_and_draw() -> None:
    assert parse() == Options()


def test_every_option_arrives() -> None:
    words = (
        "--name n --link l --players none --seed 7 --script demo --unasked --headless --plain "
        "--ascii --trace t --state s"
    )
    assert parse(*words.split(), "--config", "c", "--set", "unit.name=b") == Options(
        name="n",
        link=Path("l"),
        players="none",
        seed=7,
        script="demo",
        unasked=True,
        headless=True,
        plain=True,
        ascii=True,
        trace=Path("t"),
        state=Path("s"),
        config=Path("c"),
        overrides={"unit.name": "b"},
    )


def test_the_parsed_arguments_know_what_to_run() -> None:
    parser = argparse.ArgumentParser()
    command(parser.add_subparsers())
    assert callable(parser.parse_args(["bench"]).run)


@pytest.mark.parametrize(
    "words",
    [("--seed", "-1"), ("--seed", "x"), ("--players", "people"), ("--script", "x"), ("--set", "x")],
)
def test_what_is_no_sensible_value_is_refused_with_the_option_named(
    words: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert words[0] in refused(capsys, *words)


def test_every_option_has_a_help_text(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        parse("--help")
    text = capsys.readouterr().out
    names = "link players seed script unasked headless trace state config"
    for name in names.split():
        assert f"--{name} " in text or f"--{name}\n" in text


def test_the_book_is_the_seeds_or_the_scripts() -> None:
    assert parse("--seed", "3").book(1, 1) == parse("--seed", "3").book(1, 1)
    assert parse("--script", "unclear").book(1, 1) == scripted("unclear")(1, 1)


@pytest.mark.parametrize(
    ("players", "sides"),
    [("robots", {"left", "right"}), ("none", set()), ("left", {"left"}), ("right", {"right"})],
)
def test_robots_play_where_they_are_wanted(players: str, sides: set[str]) -> None:
    assert parse("--players", players).sides == sides


def test_a_bench_runs_on_mock_pins_and_may_start_from_afar(tmp_path: Path) -> None:
    config = configure(Options(), tmp_path)
    assert config.hardware.backend == "mock"
    assert config.unit.allow_remote_start
    assert config.links.unix == ""
    assert config.links.pty == str(tmp_path / "unit")
    assert config.state.dir == str(tmp_path)


def test_a_configuration_file_keeps_its_word_about_remote_starts(tmp_path: Path) -> None:
    file = tmp_path / "unit.toml"
    file.write_text("[unit]\nallow_remote_start = false\n")
    config = configure(Options(config=file), tmp_path)
    assert not config.unit.allow_remote_start
    assert config.hardware.backend == "mock"


def test_a_set_key_has_the_last_word(tmp_path: Path) -> None:
    given = {"referee.count_s": 2, "unit.allow_remote_start": False}
    config = configure(Options(overrides=given), tmp_path)
    assert config.referee.count_ns == 2_000_000_000
    assert not config.unit.allow_remote_start


def test_the_link_is_where_it_was_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    config = configure(Options(link=Path("tty")), tmp_path)
    assert config.links.pty == str(tmp_path / "tty")


def test_a_state_folder_of_its_own_is_gone_afterwards() -> None:
    with ExitStack() as stack:
        folder = state_folder(Options(), stack)
        assert folder.is_dir()
    assert not folder.exists()


def test_an_asked_for_state_folder_is_made_and_stays(tmp_path: Path) -> None:
    with ExitStack() as stack:
        folder = state_folder(Options(state=tmp_path / "a" / "b"), stack)
    assert folder.is_dir()
