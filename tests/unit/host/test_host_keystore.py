"""The stored keys: whole or absent, whatever is cut off in between."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

import pytest

from showdown_host.errors import StoreError
from showdown_host.intention import Intention
from showdown_host.keystore import KeyStore, default_folder


def wish(key: str = "KEY00001", **members: Any) -> Intention:
    facts: dict[str, Any] = {
        "cards": 2,
        "left": "Ana",
        "right": "Bo",
        "start": "button",
        "serial": "s1",
        "boot": "0" * 32,
        "journal_since": 1,
        "durable": True,
    }
    return Intention(key=key, **(facts | members))


@pytest.fixture
def store(tmp_path: Path) -> KeyStore:
    return KeyStore(tmp_path / "state" / "keys")


def test_what_is_put_is_got(store: KeyStore) -> None:
    store.put(wish(left="Ána"))
    assert store.get("KEY00001") == wish(left="Ána")


def test_a_settled_key_is_gone_and_may_be_settled_again(store: KeyStore) -> None:
    store.put(wish())
    store.settle("KEY00001")
    store.settle("KEY00001")
    assert store.get("KEY00001") is None
    assert store.pending() == []


def test_pending_names_one_units_keys_oldest_first(store: KeyStore) -> None:
    for number, key in enumerate(("KEYBBBBB", "KEYAAAAA", "KEYCCCCC")):
        store.put(wish(key, serial="s2" if number == 2 else "s1"))
        os.utime(store.folder / f"{key}.json", ns=(number, number))
    assert [one.key for one in store.pending("s1")] == ["KEYBBBBB", "KEYAAAAA"]
    assert len(store.pending()) == 3


@pytest.mark.parametrize("step", ["write", "fsync", "replace"])
def test_cut_off_at_any_step_leaves_no_half_key(
    store: KeyStore, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    class Killed(BaseException):
        pass

    def die(*_args: Any, **_kwargs: Any) -> None:
        raise Killed

    if step == "write":
        monkeypatch.setattr("msgspec.json.encode", die)
    elif step == "fsync":
        monkeypatch.setattr(os, "fsync", die)
    else:
        monkeypatch.setattr(Path, "replace", die)
    with pytest.raises(Killed):
        store.put(wish())
    monkeypatch.undo()
    assert store.pending() == []
    store.put(wish())
    assert store.pending() == [wish()]


def test_file_and_folder_are_synced_before_put_returns(
    store: KeyStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    order: list[str] = []
    fsync, replace = os.fsync, Path.replace
    monkeypatch.setattr(os, "fsync", lambda fd: (order.append("sync"), fsync(fd))[1])
    monkeypatch.setattr(Path, "replace", lambda a, b: (order.append("replace"), replace(a, b))[1])
    store.put(wish())
    assert order == ["sync", "replace", "sync"]


def test_a_disk_that_takes_nothing_says_what_to_do(
    store: KeyStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_fd: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(StoreError) as caught:
        store.put(wish())
    assert str(caught.value) == (
        "the key KEY00001 cannot be stored, so nothing was sent: [Errno 28] No space left on "
        "device. Free the disk, or name another folder in SHOWDOWN_STATE_DIR"
    )
    assert list(store.folder.iterdir()) == []


def test_a_damaged_file_is_named_never_skipped(store: KeyStore) -> None:
    store.put(wish())
    (store.folder / "KEY00001.json").write_text("{")
    with pytest.raises(StoreError, match=r"KEY00001.json is damaged: .*showdown cancel KEY00001"):
        store.pending()


def test_files_that_are_no_keys_are_let_be(store: KeyStore) -> None:
    store.put(wish())
    (store.folder / "notes.json").write_text("{}")
    (store.folder / "GONE0001.json").symlink_to("nowhere")  # as one removed between list and look
    assert [one.key for one in store.pending()] == ["KEY00001"]


@pytest.mark.parametrize("key", ["../../etc/x", "short", "", "a" * 65, "KEY00001\n"])
def test_no_key_leads_out_of_the_folder(store: KeyStore, key: str) -> None:
    with pytest.raises(StoreError, match="is no key"):
        store.put(wish(key))


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="the XDG rules")
def test_the_folder_follows_xdg(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("SHOWDOWN_STATE_DIR", raising=False)
    monkeypatch.setenv("HOME", "/home/ana")
    monkeypatch.delenv("XDG_STATE_HOME", raising=False)
    assert default_folder() == Path("/home/ana/.local/state/showdown/keys")
    monkeypatch.setenv("XDG_STATE_HOME", "relative")
    assert default_folder() == Path("/home/ana/.local/state/showdown/keys")
    monkeypatch.setenv("XDG_STATE_HOME", "/var/x")
    assert default_folder() == Path("/var/x/showdown/keys")
    monkeypatch.setenv("SHOWDOWN_STATE_DIR", str(tmp_path))
    assert default_folder() == tmp_path / "keys"


@pytest.mark.parametrize(
    ("platform", "variable", "value", "folder"),
    [
        ("darwin", "HOME", "/Users/ana", "/Users/ana/Library/Application Support/showdown/keys"),
        ("win32", "LOCALAPPDATA", "/c/AppData/Local", "/c/AppData/Local/showdown/keys"),
    ],
)
def test_the_folder_of_other_systems(
    monkeypatch: pytest.MonkeyPatch, platform: str, variable: str, value: str, folder: str
) -> None:
    monkeypatch.delenv("SHOWDOWN_STATE_DIR", raising=False)
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setenv(variable, value)
    assert default_folder() == Path(folder)
