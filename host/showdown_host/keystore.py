"""Keys that are on their way, one small file each: written before the key is first sent."""

from __future__ import annotations

import os
import re
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import msgspec

from showdown_host.errors import StoreError
from showdown_host.folders import state_folder, sync_folder
from showdown_host.intention import Intention

_SAFE = re.compile(r"[A-Za-z0-9_-]{8,64}\Z")


def default_folder() -> Path:
    """Where this user's keys stand."""
    return state_folder() / "keys"


class DamagedKeyError(StoreError):
    """A stored key's file cannot be understood. The key itself can still be called off."""


@dataclass(frozen=True, slots=True)
class KeyStore:
    """Intentions without a known end. Whatever is cut off in between, a file is whole or absent.

    Every method raises `StoreError` when the folder does not serve.
    """

    folder: Path

    def put(self, intention: Intention) -> None:
        """Durable when this returns."""
        path = self._path(intention.key)
        scratch = path.with_name(f".{path.name}.{os.getpid()}")
        try:
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            with scratch.open("wb") as file:
                file.write(msgspec.json.encode(intention) + b"\n")
                file.flush()
                os.fsync(file.fileno())
            scratch.replace(path)
            sync_folder(self.folder)
        except OSError as error:
            with suppress(OSError):
                scratch.unlink(missing_ok=True)
            msg = (
                f"the key {intention.key} cannot be stored, so nothing was sent: {error}. "
                "Free the disk, or name another folder in SHOWDOWN_STATE_DIR"
            )
            raise StoreError(msg) from error

    def get(self, key: str) -> Intention | None:
        """The intention of a key, None where its end is known, or it was never here."""
        path = self._path(key)
        try:
            return msgspec.json.decode(path.read_bytes(), type=Intention)
        except FileNotFoundError:
            return None
        except OSError as error:
            msg = f"{path} cannot be read: {error}"
            raise StoreError(msg) from error
        except msgspec.DecodeError as error:
            msg = (
                f"{path} is damaged: {error}. The key {key} may be under way: "
                f"`showdown cancel {key}` ends it"
            )
            raise DamagedKeyError(msg) from error

    def pending(self, serial: str | None = None) -> list[Intention]:
        """Every stored intention, of one unit or of all, oldest first.

        Files that are no key's are let be; one that another process removes meanwhile has ended.
        """
        paths = []
        try:
            for path in self.folder.glob("*.json"):
                if _SAFE.match(path.stem):
                    with suppress(FileNotFoundError):
                        paths.append((path.stat().st_mtime_ns, path))
        except OSError as error:
            msg = f"{self.folder} cannot be read: {error}"
            raise StoreError(msg) from error
        found = [self.get(path.stem) for _, path in sorted(paths)]
        return [one for one in found if one and (serial is None or one.serial == serial)]

    def settle(self, key: str) -> None:
        """The end of this key is known, and whoever asked has it."""
        try:
            self._path(key).unlink(missing_ok=True)
            if self.folder.is_dir():
                sync_folder(self.folder)
        except OSError as error:
            msg = f"{self._path(key)} cannot be removed: {error}"
            raise StoreError(msg) from error

    def _path(self, key: str) -> Path:
        if not _SAFE.match(key):
            msg = f"{key!r} is no key: 8 to 64 of A-Z a-z 0-9 _ -"
            raise StoreError(msg)
        return self.folder / f"{key}.json"
