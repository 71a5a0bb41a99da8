from __future__ import annotations

import re
from pathlib import Path

README = Path(__file__).parents[3] / "host" / "showdown_rules" / "README.md"


def test_the_readmes_example_plays_a_round_to_its_end(capsys):
    (example,) = re.findall(r"```python\n(.*?)```", README.read_text("utf-8"), re.DOTALL)
    exec(compile(example, str(README), "exec"), {})
    scores, last = re.fullmatch(r"\[(\d+, \d+)\] (\w+)\(.*\)\n", capsys.readouterr().out).groups()
    assert "0" in scores.split(", ")  # who did not win the round
    assert last == "RoundEnded"


def test_the_readme_links_to_modules_that_are_there():
    modules = re.findall(r"\]\((\w+\.py)\)", README.read_text("utf-8"))
    assert modules
    assert [one for one in modules if not (README.parent / one).is_file()] == []
