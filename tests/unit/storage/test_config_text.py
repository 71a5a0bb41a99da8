from __future__ import annotations

import random
from decimal import Decimal
from pathlib import Path

import scale
from showdown_unit.config import Config, ConfigError, load
from showdown_unit.config_doc import main, markdown
from showdown_unit.config_schema import SCHEMA, Key, Kind, decimal_text
from showdown_unit.config_text import default_toml, dump

DOC = Path(__file__).parents[3] / "docs" / "config.md"


def test_the_committed_page_is_the_generated_one(tmp_path: Path) -> None:
    again = tmp_path / "config.md"
    assert main([str(again)]) == 0
    assert DOC.read_text(encoding="utf-8") == again.read_text(encoding="utf-8"), (
        "run: python -m showdown_unit.config_doc docs/config.md"
    )


def test_the_page_names_every_key() -> None:
    page = markdown()
    assert all(f"| `{key.name}` |" in page for key in SCHEMA)


def test_the_default_file_loads_to_the_defaults(tmp_path: Path) -> None:
    path = tmp_path / "unit.toml"
    path.write_text(default_toml())
    assert load(path) == load()


def test_the_default_file_says_unit_range_and_default_of_a_key() -> None:
    text = " ".join(default_toml().replace("\n# ", " ").split())
    assert "Allowed: 1 to 100 ms. Default: 5 ms. settle_ms = 5" in text


def random_value(key: Key, rng: random.Random) -> object:
    if key.kind is Kind.BOOL:
        return rng.random() < 0.5
    if key.kind is Kind.CHOICE:
        return rng.choice(key.choices)
    if key.kind is Kind.INT:
        return rng.randint(key.low, key.high)
    if key.kind is Kind.TIME:
        return Decimal(decimal_text(rng.randint(key.low, key.high), key.unit))
    letters = [rng.choice('ab "\\é#=[]') for _ in range(rng.randint(key.low, 20))]
    return ("/" if key.absolute else "") + "".join(letters)


def random_config(rng: random.Random) -> Config:
    while True:
        picked = rng.sample(SCHEMA, rng.randint(0, 8))
        overrides = {key.path: random_value(key, rng) for key in picked}
        if rng.random() < 0.5:
            overrides["links.tty"] = [
                {"path": f'/dev/tty"{n}', "baud": 9600 + n, "uart": n == 1}
                for n in range(rng.randint(0, 3))
            ]
        try:
            return load(None, overrides)
        except ConfigError:
            continue  # drawn values that contradict each other


def test_a_dumped_configuration_loads_back_to_the_same_values(tmp_path: Path) -> None:
    rng = random.Random(4711)
    path = tmp_path / "unit.toml"
    for _ in range(scale.count(60, 3000)):
        config = random_config(rng)
        path.write_text(dump(config), encoding="utf-8")
        assert load(path) == config
