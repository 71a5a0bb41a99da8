"""A disk that loses power: what `settings_file` does to it, and every state it may be left in.

Names and contents are durable apart: a name only once its folder was synced, and until then any
first ones of the changes to names may be there already.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from showdown_unit.settings_file import SystemDisk


class PowerLost(BaseException):
    """The process is gone."""


class CutDisk(SystemDisk):
    """Works on the real folder until step `cut`, counted from 0, which is carried out to a part.

    `part` of 0 to 1 of a content is there then; a name is the new one from a half on.
    """

    def __init__(self, cut: int, part: float) -> None:
        self.steps = 0
        self._cut, self._part = cut, part

    def create(self, path: Path, data: bytes) -> None:
        if self._now():
            path.unlink(missing_ok=True)
            path.write_bytes(data[: round(len(data) * self._part)])
            raise PowerLost
        super().create(path, data)

    def rename(self, path: Path, to: Path) -> None:
        if self._now():
            if self._part >= 0.5:
                super().rename(path, to)
            raise PowerLost
        super().rename(path, to)

    def sync_folder(self, folder: Path) -> None:
        if self._now():
            raise PowerLost
        super().sync_folder(folder)

    def _now(self) -> bool:
        self.steps += 1
        return self.steps == self._cut + 1


class LazyDisk(SystemDisk):
    """Planted: the content is durable only when the folder is; a cut at the rename shows it."""

    def __init__(self, cut: int, part: float) -> None:
        self.steps = 0
        self._cut, self._part = cut, part
        self._data: dict[str, bytes] = {}

    def create(self, path: Path, data: bytes) -> None:
        self.steps += 1
        self._data[path.name] = data
        path.write_bytes(data)

    def rename(self, path: Path, to: Path) -> None:
        self.steps += 1
        super().rename(path, to)
        if self.steps > self._cut:
            data = self._data[path.name]
            to.write_bytes(data[: round(len(data) * self._part)])
            raise PowerLost

    def sync_folder(self, folder: Path) -> None:
        self.steps += 1


def cuts(steps: int) -> Iterator[tuple[int, float]]:
    """Every step, with nothing, a part and all of it done."""
    for cut in range(steps):
        for part in (0.0, 0.1, 0.5, 0.9, 1.0):
            yield cut, part
