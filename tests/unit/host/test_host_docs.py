"""The guide for host developers says what is there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import showdown_host
from host_kit import FakeOpener
from settings_kit import Settings
from showdown_host import cli, errors
from showdown_host.cli_common import Exit
from showdown_host.errors import ShowdownError
from showdown_protocol.errors import ERRORS

GUIDE = (Path(__file__).parents[3] / "docs" / "hosts.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```python\n(.*?)```", GUIDE, re.DOTALL)


@pytest.mark.parametrize("number", range(len(EXAMPLES)))
def test_each_example_runs(
    number: int,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("SHOWDOWN_STATE_DIR", str(tmp_path))
    opener = FakeOpener()
    Settings(opener.world.unit)
    monkeypatch.setattr("showdown_host.unit.Opener", lambda *_: opener)
    if "events()" in EXAMPLES[number]:
        monkeypatch.setattr(showdown_host.Unit, "events", lambda _unit: iter([]))
    exec(compile(EXAMPLES[number], f"hosts.md example {number}", "exec"), {})
    assert capsys.readouterr().out


def test_every_error_has_its_row() -> None:
    for name in errors.__dict__:
        kind = getattr(errors, name)
        if isinstance(kind, type) and issubclass(kind, ShowdownError) and kind is not ShowdownError:
            assert f"| `{name}` |" in GUIDE


def test_every_command_has_its_row() -> None:
    for name in cli._COMMANDS:
        assert re.search(rf"^\| .*`{name}\b", GUIDE, re.MULTILINE), name


def test_every_exit_code_has_its_row() -> None:
    for code in Exit:
        if code is not Exit.INTERRUPTED:
            assert re.search(rf"^\| {code.value} \|", GUIDE, re.MULTILINE), code


def test_refusals_it_names_exist() -> None:
    table = GUIDE.partition("Branch on `Refused.name`")[2].partition("After a refused")[0]
    names = set(re.findall(r"`([A-Z_]{4,})`", table))
    assert names
    assert names <= set(ERRORS)
