"""`showdown-unit status` where the unit, the terminal or the folders are odd."""

from __future__ import annotations

import io
import socket
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from showdown_unit import cli, config
from showdown_unit.config import default_path
from showdown_unit.status_ask import NoAccountError, Why, _records, ask
from showdown_unit.status_text import next_command


def test_a_unit_that_hangs_with_a_full_queue_is_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(tmp_path)
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("s")
        server.listen(0)
        waiting = []
        try:
            for _ in range(10):
                client = socket.socket(socket.AF_UNIX)
                waiting.append(client)
                client.setblocking(False)
                client.connect("s")
        except BlockingIOError:
            pass
        with pytest.raises(NoAccountError) as told:
            ask("s")
        for client in waiting:
            client.close()
    assert told.value.why is Why.SILENT
    assert str(told.value) == "s: the unit takes no more connections: it hangs"


def test_a_path_that_is_too_long_for_a_socket_is_told(tmp_path: Path):
    with pytest.raises(NoAccountError, match="too long"):
        ask("/" + "x" * 200)


def test_pages_without_records_come_to_an_end():
    class Endless:
        def call(self, method: str, params: object, kind: type) -> object:
            return kind(records=(), next="key-0001")

    assert _records(Endless(), 5) == []  # type: ignore[arg-type]


def test_without_systemd_a_second_unit_is_no_advice_for_one_that_hangs():
    told = next_command(None, denied=False, silent=True, user="eva", in_group=False, listed=False)
    assert told == "showdown-unit check names its process: end that one, then showdown-unit serve"


# --- the configuration --------------------------------------------------------------------------


class Closed:
    """A path in a folder that may not be looked into."""

    def exists(self) -> bool:
        raise PermissionError(13, "Permission denied")


def test_a_configuration_that_may_not_be_looked_at_counts_as_there(
    monkeypatch: pytest.MonkeyPatch,
):
    closed = Closed()
    monkeypatch.setattr(config, "DEFAULT_PATH", closed)
    assert default_path() is closed


# --- the terminal -------------------------------------------------------------------------------


def stdout(monkeypatch: pytest.MonkeyPatch, encoding: str) -> Callable[[], str]:
    raw = io.BytesIO()
    stream = io.TextIOWrapper(raw, encoding=encoding)
    monkeypatch.setattr(sys, "stdout", stream)

    def told() -> str:
        stream.flush()
        return raw.getvalue().decode(encoding)

    return told


def show(where: Path) -> list[str]:
    file = where / "unit.toml"
    file.write_text('[unit]\nname = "Stůl 😀"\n', encoding="utf-8")
    return ["config", "show", "--config", str(file)]


def test_letters_that_the_terminal_lacks_are_written_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    told = stdout(monkeypatch, "ascii")
    assert cli.main(show(tmp_path)) == 0
    assert 'unit.name = "St\\u016fl \\U0001f600"' in told()


def test_with_standard_output_closed_the_exit_status_is_the_command_s(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(sys, "stdout", None)
    assert cli.main(show(tmp_path)) == 0


def test_ctrl_c_ends_without_a_traceback(monkeypatch: pytest.MonkeyPatch):
    def interrupted(_: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(cli, "_config_default", interrupted)
    assert cli.main(["config", "default"]) == 130
