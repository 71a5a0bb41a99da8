from __future__ import annotations

import re
from pathlib import Path

README = Path(__file__).parents[3] / "hw" / "README.md"


def test_the_readmes_example_runs_and_prints_the_press(capsys):
    (example,) = re.findall(r"```python\n(.*?)```", README.read_text("utf-8"), re.DOTALL)
    exec(compile(example, str(README), "exec"), {})
    assert capsys.readouterr().out == "paddle_right 231415 µs after green\n"


def test_the_readme_names_every_module():
    modules = {
        path.stem for path in (README.parent / "showdown_hw").glob("*.py") if path.stem[0] != "_"
    }
    named = set(re.findall(r"`(\w+)`", README.read_text("utf-8")))
    assert modules - named == {"errors", "toml_table"}
