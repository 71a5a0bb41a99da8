"""Every command that the troubleshooting page names exists, and does what it is given."""

from __future__ import annotations

import argparse
import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from showdown_host import cli as host_cli
from showdown_unit import cli as unit_cli
from showdown_unit.config_schema import BY_PATH

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "troubleshooting.md").read_text(encoding="utf-8")
OURS = {"showdown": host_cli.main, "showdown-unit": unit_cli.main}

VERBS = {"enable", "disable", "start", "stop", "restart", "status", "mask", "unmask"}
THEIRS = {
    "ModemManager": "on the host",
    "pigpiod": "Debian's",
}
"""Services that are not ours."""

PROGRAMS = {
    "apt": "apt",
    "chown": "coreutils",
    "df": "coreutils",
    "dmesg": "util-linux",
    "gpioinfo": "gpiod",
    "journalctl": "systemd",
    "kill": "procps",
    "make": "make",
    "mkdir": "coreutils",
    "pip": "python3-pip",
    "raspi-config": "raspi-config",
    "reboot": "systemd-sysv",
    "rpi-usb-gadget": "rpi-usb-gadget",
    "sed": "sed",
    "usermod": "passwd",
    "vcgencmd": "raspi-utils-core",
}
"""Programs of others, and the package that brings them to Raspberry Pi OS or the host."""


def _written() -> Iterator[str]:
    """Whatever stands as code on the page, and may be a command."""
    for block in re.findall(r"^```(?:sh)?\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE):
        yield from block.splitlines()
    inline = re.sub(r"^```.*?^```", "", PAGE, flags=re.DOTALL | re.MULTILINE)
    yield from re.findall(r"`([^`\n]+)`", inline)


def _commands() -> list[list[str]]:
    found = []
    for text in _written():
        if "…" in text:
            continue  # words of a message
        try:
            words = shlex.split(text, comments=True)
        except ValueError:
            continue
        if "|" in words:
            words = words[: words.index("|")]
        while "&&" in words:
            found.append(words[: words.index("&&")])
            words = words[words.index("&&") + 1 :]
        found.append(words)
    plain = [words[1:] if words[:1] == ["sudo"] else words for words in found]
    known = {*OURS, *PROGRAMS, "systemctl"}
    sudo = [words[1:] for words in found if words[:1] == ["sudo"]]
    assert [words for words in sudo if words[0] not in known] == []
    return [words for words in plain if words and words[0] in known]


COMMANDS = _commands()


class UnderstoodError(Exception):
    """The words were parsed; what they would run is not run."""


def ids(words: list[str]) -> str:
    return " ".join(words)


def of(*programs: str) -> list[list[str]]:
    unique = {ids(words): words for words in COMMANDS if words[0] in programs and len(words) > 1}
    return [words for _, words in sorted(unique.items())]


@pytest.mark.parametrize("words", of(*OURS), ids=ids)
def test_our_commands_are_understood(words: list[str], monkeypatch: pytest.MonkeyPatch):
    parse = argparse.ArgumentParser.parse_args

    def parse_alone(self, args=None, namespace=None):
        parse(self, args, namespace)
        raise UnderstoodError

    monkeypatch.setattr(argparse.ArgumentParser, "parse_args", parse_alone)
    if words[1:] == ["--version"]:
        with pytest.raises(SystemExit):
            OURS[words[0]](words[1:])
        return
    with pytest.raises(UnderstoodError):
        OURS[words[0]](words[1:])


@pytest.mark.parametrize("words", of("systemctl"), ids=ids)
def test_what_systemctl_is_asked_for_is_a_service_that_there_is(words: list[str]):
    verb, *names = [word for word in words[1:] if not word.startswith("-")]
    assert verb in VERBS
    for name in names:
        assert name in THEIRS or (ROOT / "systemd" / f"{name}.service").is_file()


def test_the_page_names_the_commands_of_an_installed_unit():
    named = {words[1] for words in COMMANDS if words[0] == "showdown-unit" and len(words) > 1}
    assert named >= {"status", "check", "logs", "report", "setup", "selftest", "calibrate"}


def test_every_key_of_the_configuration_that_it_names_exists():
    tables = {path.partition(".")[0] for path in BY_PATH}
    named = {
        text
        for text in _written()
        if re.fullmatch(r"[a-z]+\.[a-z_]+", text) and text.partition(".")[0] in tables
    }
    unknown = named - BY_PATH.keys() - {"unit.toml"}
    assert unknown == set()
    assert named >= {"unit.allow_remote_start", "launcher.pwm"}
