"""Changing the launcher's pulse widths in a board file, with its comments and all else kept."""

from __future__ import annotations

import contextlib
import os
import re
import tempfile
from dataclasses import replace
from importlib import resources
from pathlib import Path

from showdown_hw.board import Board, LauncherSpec
from showdown_hw.errors import BoardError
from showdown_unit.boards import board_of
from showdown_unit.config import Config
from showdown_unit.journal_place import sync_folder

OWN_BOARD = Path("/etc/showdown-unit/board.toml")
"""Where a copy of a board that ships with the unit goes."""

_TABLE = re.compile(r"\s*\[([^\[\]]*)\]\s*(#.*)?")
_NUMBER = r"0x[\da-fA-F_]+|0o[0-7_]+|0b[01_]+|[+\d_]+"
_WIDTH = re.compile(rf"(\s*(park_us|left_us|right_us)\s*=\s*)({_NUMBER})(.*)", re.DOTALL)


def place_for(config: Config, own: Path = OWN_BOARD) -> tuple[Path, str]:
    """The board file to write, and the text it is made from.

    The file that the configuration names; a copy at `own` where that is a shipped board.
    BoardError where that copy exists already, unused.
    """
    named = config.hardware.board
    if "/" in named:
        path = Path(named)
        try:
            return path, path.read_bytes().decode("utf-8")  # line ends as they are
        except (OSError, UnicodeDecodeError) as error:
            raise BoardError(named, "", f"cannot be read: {error}") from error
    board_of(config)  # or it does not ship
    if own.exists():
        raise BoardError(
            str(own),
            "",
            f"exists, but the configuration names the board {named!r}: set hardware.board ="
            f' "{own}" to calibrate that file, or move it away',
        )
    shipped = resources.files("showdown_hw") / "boards" / f"{named}.toml"
    return own, shipped.read_text(encoding="utf-8")


def with_widths(text: str, file: str, spec: LauncherSpec) -> str:
    """The board text with these widths and nothing else changed.

    BoardError where the result would not be that, whatever the widths; `file` is how complaints
    name it.
    """
    before = Board.parse(text, file)
    wanted = {"park_us": spec.park_us, "left_us": spec.left_us, "right_us": spec.right_us}
    found: list[str] = []
    table = ""
    lines = text.splitlines(keepends=True)
    for number, line in enumerate(lines):
        header = _TABLE.fullmatch(line.rstrip("\r\n"))
        if header:
            table = header[1].strip()
        width = _WIDTH.fullmatch(line) if table == "launcher" else None
        if width:
            lines[number] = f"{width[1]}{wanted[width[2]]}{width[4]}"
            found.append(width[2])
    after = "".join(lines)
    launcher = replace(
        before.launcher, park_us=spec.park_us, left_us=spec.left_us, right_us=spec.right_us
    )
    if sorted(found) != sorted(wanted) or not _is(after, file, replace(before, launcher=launcher)):
        listed = ", ".join(f"{key} = {value}" for key, value in wanted.items())
        raise BoardError(
            file,
            "launcher",
            "is written in a way that cannot be changed here: write it as a table [launcher] with"
            f" a line each for {listed}",
        )
    return after


def _is(text: str, file: str, board: Board) -> bool:
    try:
        return Board.parse(text, file) == board
    except BoardError:
        return False


def check_unchanged(path: Path, text: str, spec: LauncherSpec) -> None:
    """BoardError where the file is there and no longer the `text` that was read."""
    try:
        now = path.read_bytes().decode("utf-8")
    except FileNotFoundError:
        return  # a copy is made, or it was taken away: nothing of anybody's is lost
    except (OSError, UnicodeDecodeError) as error:
        raise BoardError(str(path), "", f"cannot be read again: {error}") from error
    if now != text:
        raise BoardError(
            str(path),
            "",
            "was changed by somebody else meanwhile, so nothing was written; set there park_us ="
            f" {spec.park_us}, left_us = {spec.left_us}, right_us = {spec.right_us}",
        )


def check_writable(path: Path) -> None:
    """BoardError where `replace_file` could not write there. Nothing is left behind."""
    if not path.parent.is_dir():
        raise BoardError(
            str(path),
            "",
            f"cannot be written, its folder is missing: sudo mkdir -p {path.parent}, and run this"
            " with sudo; or copy the board into a folder of yours and name the copy as"
            " hardware.board",
        )
    try:
        with tempfile.TemporaryFile(dir=path.parent):
            pass
    except OSError as error:
        raise _not_written(path, error) from error


def replace_file(path: Path, text: str) -> None:
    """The file has this text, or its old one, whenever the power goes. Mode and owner stay."""
    temporary: str | None = None
    try:
        path = path.resolve()  # a link stays a link
        fd, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        with os.fdopen(fd, "w", encoding="utf-8", newline="") as file:
            _like(path, file.fileno())
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        Path(temporary).replace(path)
        sync_folder(path.parent)
    except OSError as error:
        if temporary is not None:
            with contextlib.suppress(FileNotFoundError):
                Path(temporary).unlink()
        raise _not_written(path, error) from error


def _like(path: Path, fd: int) -> None:
    try:
        old = path.stat()
    except FileNotFoundError:
        os.fchmod(fd, 0o644)
        return
    os.fchmod(fd, old.st_mode & 0o7777)
    with contextlib.suppress(PermissionError):  # only root may give files away
        os.fchown(fd, old.st_uid, old.st_gid)


def _not_written(path: Path, error: OSError) -> BoardError:
    return BoardError(
        str(path),
        "",
        f"cannot be written: {error.strerror or error}; run this with sudo, and the folder must be"
        " there",
    )
