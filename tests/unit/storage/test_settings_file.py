"""`settings.toml`: what a person finds in it, and what becomes of one that cannot be taken."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from showdown_protocol.messages import SettingsChanges, SettingsSetParams
from showdown_unit import settings_text
from showdown_unit.config import Config, ConfigError, limits_for, load
from showdown_unit.config_read import BadValueError
from showdown_unit.config_schema import SCHEMA
from showdown_unit.journal_errors import StorageError
from showdown_unit.settings import Settings
from showdown_unit.settings_file import (
    NAME,
    NEW_NAME,
    SystemDisk,
    look,
    open_settings,
    settled,
    write,
)
from showdown_unit.settings_text import Saved

STAMP = "20260101T000000Z"
ASIDE = f"settings.set-aside-{STAMP}.toml"
SAVED = Saved(
    4, {"unit.name": 'Zoë "x"', "unit.buzzer": False, "referee.hold_min_s": 1_250_000_000}
)


def base(folder: Path, **over: object) -> Config:
    given = {name.replace("__", "."): value for name, value in over.items()}
    path = folder / "unit.toml"
    path.write_text("".join(f"{name} = {value}\n" for name, value in given.items()))
    return load(path, {"state.dir": str(folder)})


def start(folder: Path, config: Config | None = None) -> tuple[Saved, str | None]:
    found = open_settings(folder, config or base(folder), lambda _: None, STAMP)
    return found.saved, found.fault


def test_the_file_is_toml_with_the_keys_of_the_configuration_and_says_what_it_is() -> None:
    text = settings_text.text(SAVED).decode()
    head, _, body = text.partition("\n\nrev")
    assert all(line.startswith("#") for line in head.splitlines())
    assert "wins\n# over the one in unit.toml" in head
    assert (
        body
        == ' = 4\n\n[unit]\nname = "Zoë \\"x\\""\nbuzzer = false\n\n[referee]\nhold_min_s = 1.25\n'
    )


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    write(tmp_path, settings_text.text(SAVED))
    assert start(tmp_path) == (SAVED, None)
    assert sorted(p.name for p in tmp_path.iterdir()) == [NAME, "unit.toml"]


def test_no_file_is_no_setting(tmp_path: Path) -> None:
    assert start(tmp_path) == (Saved(), None)


def test_its_mode_is_that_of_the_journal(tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        write(tmp_path, b"rev = 1\n")
    finally:
        os.umask(before)
    assert (tmp_path / NAME).stat().st_mode & 0o777 == 0o640


def test_a_link_that_somebody_laid_is_replaced_and_never_followed(tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.write_bytes(b"rev = 9\n")
    (tmp_path / NEW_NAME).symlink_to(other)
    (tmp_path / NAME).symlink_to(other)
    saved, fault = start(tmp_path)
    assert saved == Saved()
    assert fault is not None
    write(tmp_path, b"rev = 1\n")
    assert other.read_bytes() == b"rev = 9\n"
    assert not (tmp_path / NAME).is_symlink()


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "has no `rev` that counts its changes"),
        (b"rev = true\n", "has no `rev` that counts its changes"),
        (b"rev = -1\n", "has no `rev` that counts its changes"),
        (b"[unit]\nname = 'A'\n", "has no `rev` that counts its changes"),
        (b"rev = 3\n[unit", "is not TOML: "),
        (b"\xff\xfe", "is not UTF-8 at byte 0"),
        (bytes(300), "is not TOML: "),
        (b"rev = " + b"[" * 20_000, "is nested too deeply"),
    ],
)
def test_a_damaged_file_is_kept_beside_told_and_counts_no_more(
    tmp_path: Path, data: bytes, words: str
) -> None:
    with pytest.raises(BadValueError):
        settings_text.parse(data)
    (tmp_path / NAME).write_bytes(data)
    saved, fault = start(tmp_path)
    assert saved.values == {}
    assert fault is not None
    assert f"{tmp_path / NAME} {words}" in fault
    assert f"set aside as {ASIDE}: the values of the configuration file count" in fault
    assert (tmp_path / ASIDE).read_bytes() == data
    assert start(tmp_path) == (saved, None)


def test_a_damaged_file_does_not_take_back_the_number_of_the_settings(tmp_path: Path) -> None:
    (tmp_path / NAME).write_bytes(b"rev = 41\n[unit]\nname = 'A")
    assert start(tmp_path)[0].rev == 42
    assert start(tmp_path)[0].rev == 42


def test_a_second_damaged_file_of_the_same_second_has_a_name_of_its_own(tmp_path: Path) -> None:
    for data in (b"one", b"two"):
        (tmp_path / NAME).write_bytes(data)
        start(tmp_path)
    assert sorted(p.read_bytes() for p in tmp_path.glob("settings.set-aside*")) == [b"one", b"two"]


def test_a_folder_in_its_place_is_set_aside_as_it_is(tmp_path: Path) -> None:
    (tmp_path / NAME).mkdir()
    saved, fault = start(tmp_path)
    assert saved == Saved()
    assert fault is not None
    assert "is no file, and was set aside" in fault
    assert (tmp_path / ASIDE).is_dir()
    write(tmp_path, settings_text.text(SAVED))
    assert start(tmp_path) == (SAVED, None)


def test_only_the_settings_that_a_new_configuration_contradicts_are_given_up(
    tmp_path: Path,
) -> None:
    saved = Saved(7, {"unit.name": "A", "referee.hold_min_s": 4_000_000_000})
    write(tmp_path, settings_text.text(saved))
    whole = (tmp_path / NAME).read_bytes()
    assert start(tmp_path, base(tmp_path, referee__hold_max_s=5)) == (saved, None)
    kept, fault = start(tmp_path, base(tmp_path, referee__hold_max_s=3))
    assert kept == Saved(8, {"unit.name": "A"})
    assert fault is not None
    assert f"set aside as {ASIDE}: given up: referee.hold_min_s (" in fault
    assert "referee.hold_min_s (4 s) must be less than referee.hold_max_s (3 s)" in fault
    assert (tmp_path / ASIDE).read_bytes() == whole
    assert start(tmp_path, base(tmp_path, referee__hold_max_s=3)) == (kept, None)


def test_what_is_given_for_one_run_takes_no_setting_away(tmp_path: Path) -> None:
    """It rests; what is set meanwhile leaves it in the file, but where it is set itself."""
    rests = {"referee.hold_min_s": 4_000_000_000}
    saved = Saved(7, {"unit.name": "A", **rests})
    write(tmp_path, settings_text.text(saved))
    whole = (tmp_path / NAME).read_bytes()
    config = load(None, {"state.dir": str(tmp_path), "referee.hold_max_s": 3})
    kept, fault = start(tmp_path, config)
    assert kept == Saved(7, {"unit.name": "A"}, resting=rests)
    assert fault is not None
    assert "does not fit what was given at this start: it stays, and does not count" in fault
    assert look(tmp_path, config).saved.values == kept.values
    assert [path.name for path in tmp_path.glob("settings*")] == [NAME]
    assert (tmp_path / NAME).read_bytes() == whole

    settings = Settings(config, lambda c: limits_for(c, 1, 0), saved=kept)
    proposal = settings.proposed(SettingsSetParams(rev=7, values=SettingsChanges(buzzer=False)))
    write(tmp_path, proposal.data)
    assert start(tmp_path) == (
        Saved(8, {"unit.name": "A", "unit.buzzer": False, **rests}),
        None,
    )
    settings.took(proposal)
    proposal = settings.proposed(SettingsSetParams(rev=8, values=SettingsChanges(hold_min_ms=None)))
    assert proposal.saved.resting == {}


def test_settings_that_fit_only_together_are_kept_together(tmp_path: Path) -> None:
    config = base(tmp_path, referee__hold_max_s=3)
    both = {"referee.hold_min_s": 4_000_000_000, "referee.hold_max_s": 8_000_000_000}
    write(tmp_path, settings_text.text(Saved(2, both)))
    assert start(tmp_path, config) == (Saved(2, both), None)


def test_what_this_version_does_not_know_or_take_is_given_up_alone(tmp_path: Path) -> None:
    (tmp_path / NAME).write_text(
        'rev = 5\nvolume = 3\n[unit]\nbuzzer = false\nbell = 1\nname = "a\\u0001"\ncards_max = 9\n'
        "[referee]\ncount_s = 99\nanticipation_ms = 0.5\n"
    )
    saved, fault = start(tmp_path)
    assert saved == Saved(6, {"unit.buzzer": False})
    assert fault is not None
    for words in (
        "volume is no setting",
        "unit.bell is no setting",
        "unit.cards_max is no setting",
        "unit.name: holds a control",
        "referee.count_s = 99: out of range, allowed: 0.5 to 10 s",
        "referee.anticipation_ms = 0.5: finer than one millisecond",
    ):
        assert words in fault


def test_what_the_backend_cannot_do_is_given_up_too(tmp_path: Path) -> None:
    def fits(config: Config) -> None:
        if config.referee.anticipation_ns:
            raise ConfigError(["not with this backend"])

    write(tmp_path, settings_text.text(Saved(1, {"referee.anticipation_ms": 5_000_000})))
    found = open_settings(tmp_path, base(tmp_path), fits, STAMP)
    assert found.saved == Saved(2, {})
    assert found.fault is not None
    assert "referee.anticipation_ms (not with this backend)" in found.fault


def test_a_configuration_that_the_backend_cannot_run_costs_no_setting(tmp_path: Path) -> None:
    def fits(_config: Config) -> None:
        raise ConfigError(["not with this backend"])

    write(tmp_path, settings_text.text(SAVED))
    with pytest.raises(ConfigError, match="not with this backend"):
        open_settings(tmp_path, base(tmp_path), fits, STAMP)
    assert start(tmp_path) == (SAVED, None)


class ReadOnly(SystemDisk):
    def create(self, path: Path, data: bytes) -> None:
        raise OSError(errno.EROFS, os.strerror(errno.EROFS))


def test_a_disk_that_takes_nothing_stops_no_start(tmp_path: Path) -> None:
    (tmp_path / NAME).write_bytes(b"nonsense")
    found = open_settings(tmp_path, base(tmp_path), lambda _: None, STAMP, ReadOnly())
    assert found.saved.values == {}
    assert found.fault is not None
    assert "it could not be set aside: cannot write the settings in" in found.fault
    assert (tmp_path / NAME).read_bytes() == b"nonsense"
    with pytest.raises(StorageError, match="mount it writable"):
        write(tmp_path, b"rev = 1\n", ReadOnly())


def test_to_look_changes_nothing(tmp_path: Path) -> None:
    (tmp_path / NAME).write_bytes(b"rev = 2\n[unit]\nname = 'A'\n[referee]\ncount_s = 99\n")
    config = base(tmp_path)
    before = {p.name: p.read_bytes() for p in tmp_path.iterdir()}
    found = look(tmp_path, config)
    assert found.saved == Saved(2, {"unit.name": "A"})
    assert found.fault is not None
    assert "the unit sets it aside when it starts" in found.fault
    assert {p.name: p.read_bytes() for p in tmp_path.iterdir()} == before


def test_every_layer_wins_over_the_one_below_it(tmp_path: Path) -> None:
    path = tmp_path / "unit.toml"
    path.write_text("[unit]\nname = 'file'\nlines = 'always'\nbuzzer = false\n")
    over = {"state.dir": str(tmp_path), "unit.buzzer": True}
    write(
        tmp_path,
        settings_text.text(
            Saved(1, {"unit.name": "set", "unit.buzzer": False, "unit.swap_sides": True})
        ),
    )
    config, fault = settled(load(path, over))
    assert fault is None
    told = {name: (config.value(name), config.sources[name]) for name in LAYERED}
    assert told == {
        "unit.standalone": ("auto", "default"),
        "unit.lines": ("always", str(path)),
        "unit.name": ("set", str(tmp_path / NAME)),
        "unit.swap_sides": (True, str(tmp_path / NAME)),
        "unit.buzzer": (True, "override"),
    }


LAYERED = ["unit.standalone", "unit.lines", "unit.name", "unit.swap_sides", "unit.buzzer"]


def test_pins_launcher_links_and_safety_limits_are_no_settings() -> None:
    named = {key.path for key in SCHEMA if key.setting}
    assert {path.partition(".")[0] for path in named} == {"unit", "referee"}
    assert not named & {"unit.allow_remote_start", "unit.cards_max", "referee.settle_ms"}
