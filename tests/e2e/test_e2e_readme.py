from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

README = Path(__file__).parents[2] / "README.md"
BENCH = Path(sys.executable).parent / "showdown-unit"
QUICK = ("count_s=0.5", "hold_min_s=0.2", "hold_mean_s=0.1", "hold_max_s=1")
LIMIT_S = 15


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Path]:
    """The folder of a running bench whose link is `unit.tty`."""
    quick = [word for limit in QUICK for word in ("--set", f"referee.{limit}")]
    with subprocess.Popen(
        [BENCH, "bench", "--seed", "7", "--headless", "--link", "unit.tty", *quick],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as process:
        try:
            assert process.stdout is not None
            assert process.stdout.readline().startswith("showdown unit on ")
            yield tmp_path
        finally:
            process.terminate()
            assert process.wait(LIMIT_S) == 0


def test_the_readme_s_example_plays_a_showdown_and_names_the_loser(bench: Path) -> None:
    (example,) = re.findall(r"```python\n(.*?)```", README.read_text("utf-8"), re.DOTALL)
    played = subprocess.run(
        [sys.executable, "-c", example],
        cwd=bench,
        env=os.environ | {"SHOWDOWN_STATE_DIR": str(bench / "keys")},
        timeout=LIMIT_S,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (played.returncode, played.stderr) == (0, "")
    assert re.match(r"win - (Ana|Bo) takes the cards\n", played.stdout), played.stdout
    assert re.search(r"^(left|right): \d+\.\d ms after green$", played.stdout, re.MULTILINE)
