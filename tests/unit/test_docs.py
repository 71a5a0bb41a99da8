from __future__ import annotations

import argparse
import ast
import importlib
import importlib.util
import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from showdown_host import cli as host_cli
from showdown_unit import cli as unit_cli

ROOT = Path(__file__).parents[2]
FOLDERS = ("docs", "firmware", "host", "hw", "schematics", "systemd", "tests", "tools", ".ci")
TEXT = {".md", ".py", ".toml", ".sh", ".txt", ""}
COMMANDS = {"showdown": host_cli.main, "showdown-unit": unit_cli.main}
WORKPLACE = ("TO" + "DO", "FIX" + "ME", "issue" + " #", "/wo" + "rk/", "/tmp/con" + "tract")


def _files() -> Iterator[Path]:
    """Every text of the project."""
    yield from (path for path in sorted(ROOT.iterdir()) if path.is_file() and _is_text(path))
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts and _is_text(path):
                yield path


def _is_text(path: Path) -> bool:
    return path.suffix in TEXT and not path.is_symlink()


PAGES = [path for path in _files() if path.suffix == ".md"]


def _name(path: Path) -> str:
    return str(path.relative_to(ROOT))


def _without_blocks(text: str) -> str:
    return re.sub(r"^```.*?^```", "", text, flags=re.DOTALL | re.MULTILINE)


def _shell_lines(page: Path) -> list[str]:
    blocks = re.findall(r"^```sh\n(.*?)^```", page.read_text("utf-8"), re.DOTALL | re.MULTILINE)
    return [line for block in blocks for line in block.splitlines() if line]


def _load_tool() -> ModuleType:
    spec = importlib.util.spec_from_file_location("docs_tool", ROOT / "tools" / "docs.py")
    assert spec is not None
    assert spec.loader is not None
    tool = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tool)
    return tool


# --- generated parts --------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["docs/referee.md", "docs/architecture.md", "docs/config.md"])
def test_the_generated_parts_are_those_of_the_code(name):
    wanted = _load_tool().pages()[ROOT / name]
    text = (ROOT / name).read_text("utf-8")
    assert text == wanted, f"{name} is out of date: python tools/docs.py"


# --- commands ---------------------------------------------------------------------------------


def test_every_make_target_that_a_page_names_exists():
    made = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    named = {
        (_name(page), target)
        for page in PAGES
        for words in re.findall(
            r"(?:^|`)make ((?:[a-z]+ ?)+)", page.read_text("utf-8"), re.MULTILINE
        )
        for target in words.split()
    }
    assert {target for _, target in named} >= {"demo", "test", "check", "prove", "bench"}
    assert [one for one in sorted(named) if one[1] not in made] == []


def _commands() -> Iterator[tuple[str, str]]:
    for page in PAGES:
        for line in _shell_lines(page):
            if line.split()[0] in COMMANDS:
                yield _name(page), line


class UnderstoodError(Exception):
    """The words were parsed; what they would run is not run."""


@pytest.mark.parametrize(("page", "line"), list(_commands()))
def test_every_command_of_a_page_is_understood(page, line, monkeypatch):
    command, *words = shlex.split(line.removesuffix("&"), comments=True)
    parse = argparse.ArgumentParser.parse_args

    def parse_alone(self, args=None, namespace=None):
        parse(self, args, namespace)
        raise UnderstoodError

    monkeypatch.setattr(argparse.ArgumentParser, "parse_args", parse_alone)
    with pytest.raises(UnderstoodError):
        COMMANDS[command](words)


def _sub_commands() -> Iterator[tuple[str, str, str]]:
    for page in PAGES:
        text = _without_blocks(page.read_text("utf-8"))
        for command, word in re.findall(r"`(showdown(?:-unit)?) ([a-z]+)\b", text):
            yield _name(page), command, word


@pytest.mark.parametrize(("page", "command", "word"), sorted(set(_sub_commands())))
def test_every_sub_command_of_a_page_exists(page, command, word, capsys):
    with pytest.raises(SystemExit) as end:
        COMMANDS[command]([word, "--help"])
    assert end.value.code == 0


# --- Python -----------------------------------------------------------------------------------


def test_the_readme_s_example_compiles_and_its_names_exist():
    (example,) = re.findall(
        r"```python\n(.*?)```", (ROOT / "README.md").read_text("utf-8"), re.DOTALL
    )
    tree = ast.parse(example)
    imports = [node for node in tree.body if isinstance(node, ast.ImportFrom)]
    assert [node.module for node in imports] == ["showdown_host"]
    library = importlib.import_module("showdown_host")
    assert [n.name for node in imports for n in node.names if n.name not in library.__all__] == []
    lines = [line for line in example.splitlines() if line]
    assert len(lines) <= 11


# --- links and words --------------------------------------------------------------------------


def _slugs(page: Path) -> set[str]:
    """The anchors that a forge makes of a page's headings."""
    text = _without_blocks(page.read_text("utf-8"))
    heads = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", head).strip().lower().replace(" ", "-") for head in heads}


@pytest.mark.parametrize("page", PAGES, ids=_name)
def test_every_relative_link_leads_somewhere(page):
    text = _without_blocks(page.read_text("utf-8"))
    broken = []
    for link in re.findall(r"\]\(([^)\s]+)\)", text):
        if re.match(r"[a-z]+:", link):
            continue
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        if not target.exists() or (anchor and anchor not in _slugs(target)):
            broken.append(link)
    assert broken == []


@pytest.mark.parametrize("page", PAGES, ids=_name)
def test_every_file_that_a_page_names_exists(page):
    text = _without_blocks(page.read_text("utf-8"))
    named = re.findall(r"`((?:docs|firmware|host|hw|tests|tools)/[\w./*-]+)`", text)
    assert [name for name in named if not (ROOT / name).exists()] == []


def test_every_folder_has_its_readme():
    folders = ["firmware", "host", "hw", "schematics", "systemd", "tests", "tools"]
    folders += [f"firmware/{p.name}" for p in (ROOT / "firmware").iterdir() if p.is_dir()]
    assert [f for f in folders if not (ROOT / f / "README.md").is_file()] == []


def test_no_text_speaks_of_the_workplace():
    said = [
        f"{_name(path)}: {word}"
        for path in _files()
        for word in WORKPLACE
        if word.lower() in path.read_text("utf-8").lower()
    ]
    assert said == []
