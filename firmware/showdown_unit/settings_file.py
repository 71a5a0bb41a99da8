"""`settings.toml` in the state folder: read, replaced whole, set aside if damaged, never lost."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Protocol

from showdown_unit import settings_text
from showdown_unit.config import OVERRIDE, Config, ConfigError, layered
from showdown_unit.config_read import BadValueError, Value
from showdown_unit.config_schema import SCHEMA
from showdown_unit.journal_errors import StorageError, from_os
from showdown_unit.journal_place import give_to_owner, sync_folder
from showdown_unit.settings_text import Saved

NAME = "settings.toml"
NEW_NAME = "settings.new"
ASIDE = "settings.set-aside-"
SIZE_MAX = 65_536

Fits = Callable[[Config], object]
"""Takes a configuration that this unit can run; ConfigError for another."""


class Disk(Protocol):
    """The steps that a write is made of; each one raises OSError where the disk refuses."""

    def create(self, path: Path, data: bytes) -> None:
        """A new file in place of what has its name; its content, not its name, is durable."""

    def rename(self, path: Path, to: Path) -> None:
        """It has that name, in place of what had it."""

    def sync_folder(self, folder: Path) -> None:
        """Names in it are durable."""


class SystemDisk:
    """The file system."""

    def create(self, path: Path, data: bytes) -> None:
        """See `Disk`. Links are not followed."""
        path.unlink(missing_ok=True)
        fd = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o644)
        with os.fdopen(fd, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(fd)

    def rename(self, path: Path, to: Path) -> None:
        """See `Disk`."""
        path.rename(to)

    def sync_folder(self, folder: Path) -> None:
        """See `Disk`."""
        sync_folder(folder)


SYSTEM = SystemDisk()


@dataclass(frozen=True, slots=True)
class Opened:
    """What a start or a look finds. `fault`: what was wrong with it, for people."""

    saved: Saved
    fault: str | None = None


def path_in(folder: Path) -> Path:
    """Where the settings of a state folder are."""
    return folder / NAME


def write(folder: Path, data: bytes, disk: Disk = SYSTEM) -> None:
    """Replace the settings, durably; a loss of power leaves the old or the new. StorageError."""
    _put(folder, NAME, data, disk)


def look(folder: Path, base: Config) -> Opened:
    """The settings as a start would take them, with nothing changed on the disk."""
    try:
        data = _read(path_in(folder))
    except FileNotFoundError:
        return Opened(Saved())
    except OSError as error:
        mend = "ask as the unit's user or with sudo"
        return Opened(Saved(), f"{path_in(folder)} {_why(error)}: what it sets is not here; {mend}")
    except BadValueError as error:
        return Opened(Saved(), f"{path_in(folder)} {error}: {_NEXT_START}")
    try:
        found = settings_text.parse(data)
    except BadValueError as error:
        return Opened(Saved(), f"{path_in(folder)} {error}: {_NEXT_START}")
    kept, misfits = _fitting(found, base, path_in(folder), lambda _: None)
    words = f"{path_in(folder)} does not fit: {_NEXT_START}; {_given_up(misfits)}"
    if not found.misfits and OVERRIDE in _sources(base):
        words = f"{path_in(folder)} does not fit what was given here: {_resting(misfits)}"
    return Opened(Saved(found.rev, kept), words if misfits else None)


def settled(base: Config, root: Path = Path("/")) -> tuple[Config, str | None]:
    """The configuration as a start would take it, settings and all; what is wrong with those.

    `root`: where the file system begins.
    """
    folder = root / base.state.dir.lstrip("/")
    opened = look(folder, base)
    return layered(base, opened.saved.values, str(path_in(folder))), opened.fault


def open_settings(
    folder: Path, base: Config, fits: Fits, stamp: str, disk: Disk = SYSTEM
) -> Opened:
    """The settings of this start. What cannot be taken is set aside and told, and stops nothing.

    `stamp` names the moment. The number of the settings grows where they are not what they were.
    ConfigError where this unit cannot run `base` itself: no setting is to blame, none is touched.
    """
    fits(base)
    path = path_in(folder)
    try:
        data = _read(path)
    except FileNotFoundError:
        return Opened(Saved())
    except (OSError, BadValueError) as error:
        return _move_aside(folder, stamp, _why(error))
    try:
        found = settings_text.parse(data)
    except BadValueError as error:
        rev = settings_text.rev_of(data)
        rest = Saved(1 if rev is None else rev + 1)
        why = f"{path} {error}"
        return _set_aside(folder, data, rest, why=why, what=_ALL, stamp=stamp, disk=disk)
    kept, misfits = _fitting(found, base, path, fits)
    if not misfits:
        return Opened(found)
    resting = {name: value for name, value in found.values.items() if name not in kept}
    if not found.misfits and OVERRIDE in _sources(base):
        fault = f"{path} does not fit what was given at this start: {_resting(misfits)}"
        return Opened(Saved(found.rev, kept, resting=resting), fault)
    rest = Saved(found.rev + 1, kept)
    why, what = f"{path} does not fit any more", _given_up(misfits)
    return _set_aside(folder, data, rest, why=why, what=what, stamp=stamp, disk=disk)


_NEXT_START = "the unit sets it aside when it starts"
_ALL = "the values of the configuration file count until they are set anew"


def _set_aside(
    folder: Path, data: bytes, rest: Saved, *, why: str, what: str, stamp: str, disk: Disk
) -> Opened:
    """Keep what was there under another name, then put `rest` in its place."""
    try:
        name = _keep(folder, data, stamp, disk)
        _put(folder, NAME, settings_text.text(rest), disk)
    except StorageError as error:
        fault = f"{why}: {what}; it could not be set aside: {error}"
    else:
        fault = f"{why}, and was set aside as {name}: {what}"
    return Opened(rest, fault)


def _move_aside(folder: Path, stamp: str, why: str) -> Opened:
    """What is there is no file that can be read: it moves as it is."""
    name = next(name for name in _names(stamp) if not os.path.lexists(folder / name))
    try:
        path_in(folder).rename(folder / name)
        sync_folder(folder)
        done = f", and was set aside as {name}"
    except OSError as error:
        done = f", and could not be set aside ({error.strerror})"
    fault = f"{path_in(folder)} {why}{done}: {_ALL}"
    return Opened(Saved(), fault)


def _keep(folder: Path, data: bytes, stamp: str, disk: Disk) -> str:
    """The name of a durable copy. A start cut short before has made it already."""
    for other in sorted(folder.glob(ASIDE + "*")):
        try:
            if _read(other) == data:
                return other.name
        except (OSError, BadValueError):
            continue  # it is none of ours; another name is free
    name = next(name for name in _names(stamp) if not os.path.lexists(folder / name))
    _put(folder, name, data, disk)
    return name


def _names(stamp: str) -> list[str]:
    return [f"{ASIDE}{stamp}.toml", *(f"{ASIDE}{stamp}-{number}.toml" for number in range(2, 1000))]


def _put(folder: Path, name: str, data: bytes, disk: Disk) -> None:
    new = folder / NEW_NAME
    try:
        disk.create(new, data)
        disk.rename(new, folder / name)
        disk.sync_folder(folder)
    except OSError as error:
        raise from_os("cannot write the settings in", folder, error) from error
    give_to_owner(folder)


def _read(path: Path) -> bytes:
    """OSError; BadValueError where it is no file, or too large for one of settings."""
    fd = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    try:
        if not stat.S_ISREG(os.fstat(fd).st_mode):
            raise BadValueError("is no file")
        with os.fdopen(fd, "rb", closefd=False) as file:
            data = file.read(SIZE_MAX + 1)
    finally:
        os.close(fd)
    if len(data) > SIZE_MAX:
        raise BadValueError(f"is larger than {SIZE_MAX} bytes")
    return data


def _why(error: OSError | BadValueError) -> str:
    return f"cannot be read: {error.strerror}" if isinstance(error, OSError) else str(error)


def _fitting(
    found: Saved, base: Config, path: Path, fits: Fits
) -> tuple[Mapping[str, Value], list[str]]:
    """As many of the values as fit together with the rest, and a line about each other one."""
    names = list(found.values)
    why = ""
    for number in range(len(names) + 1):
        for without in combinations(names, number):
            kept = {name: found.values[name] for name in names if name not in without}
            try:
                fits(layered(base, kept, str(path)))
            except ConfigError as error:
                why = why or "; ".join(error.problems)
                continue
            misfits = [*found.misfits]
            if without:
                misfits.append(f"{' and '.join(without)} ({why})")
            return kept, misfits
    return {}, [*found.misfits, why]


def _given_up(misfits: list[str]) -> str:
    return "given up: " + "; ".join(misfits)


def _resting(misfits: list[str]) -> str:
    return "it stays, and does not count meanwhile: " + "; ".join(misfits)


def _sources(base: Config) -> set[str]:
    """Where the times come from that settings may contradict."""
    return {base.sources[key.path] for key in SCHEMA if key.table in ("referee", "launcher")}
