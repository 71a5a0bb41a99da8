from __future__ import annotations

import dataclasses
import random
from decimal import Decimal
from pathlib import Path

import pytest

import scale
from showdown_referee.limits import LimitError, Limits
from showdown_unit.config import (
    Config,
    ConfigError,
    RefereeConfig,
    TtyConfig,
    describe,
    limits_for,
    load,
    parse_override,
)
from showdown_unit.config_schema import BY_PATH, SCHEMA, Kind, decimal_text


def written(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "unit.toml"
    path.write_text(text)
    return path


def problems(tmp_path: Path, text: str) -> list[str]:
    """The messages about a file, with its folder cut off."""
    with pytest.raises(ConfigError) as caught:
        load(written(tmp_path, text))
    return [line.replace(f"{tmp_path}/", "") for line in caught.value.problems]


def test_without_a_file_the_limits_are_the_referees_own_defaults() -> None:
    assert limits_for(load(), Limits().resolution_ns, 0) == Limits()


def test_the_file_wins_over_defaults_and_overrides_over_the_file(tmp_path: Path) -> None:
    path = written(tmp_path, "[referee]\nsettle_ms = 7\nlockout_ms = 30\n[unit]\nname = 'A'\n")
    config = load(path, {"referee.settle_ms": 8, "unit.buzzer": False})
    assert config.referee.settle_ns == 8_000_000
    assert config.referee.lockout_ns == 30_000_000
    assert config.unit.name == "A"
    assert not config.unit.buzzer
    assert config.sources["referee.settle_ms"] == "override"
    assert config.sources["referee.lockout_ms"] == str(path)
    assert config.sources["referee.confirm_ms"] == "default"


@pytest.mark.parametrize(
    ("key", "text", "ns"),
    [
        ("settle_ms", "5", 5_000_000),
        ("settle_ms", "5.0", 5_000_000),
        ("settle_ms", "1.1", 1_100_000),
        ("settle_ms", "5.000001", 5_000_001),
        ("hold_mean_s", "0.3", 300_000_000),
        ("rematch_delay_s", "1.123456789", 1_123_456_789),
        ("hold_mean_s", "1.123", 1_123_000_000),
        ("hold_mean_s", "2e0", 2_000_000_000),
        ("dead_heat_us", "0.001", 1),
    ],
)
def test_times_are_taken_exactly(tmp_path: Path, key: str, text: str, ns: int) -> None:
    config = load(written(tmp_path, f"[referee]\n{key} = {text}\n"))
    assert config.value(f"referee.{key}") == ns


BAD = [
    ("[referee]\nsettle_ms = 500", "referee.settle_ms = 500: out of range, allowed: 1 to 100 ms"),
    (
        "[referee]\nsettle_ms = 'fast'",
        'referee.settle_ms = "fast": must be a number, 1 to 100 ms, not a text',
    ),
    (
        "[referee]\nsettle_ms = true",
        "referee.settle_ms = true: must be a number, 1 to 100 ms, not true or false",
    ),
    (
        "[referee]\nsettle_ms = 5.0000001",
        "referee.settle_ms = 5.0000001: finer than one nanosecond; round it",
    ),
    (
        "[referee]\nhold_min_s = 1.0001",
        "referee.hold_min_s = 1.0001: finer than one millisecond, as hosts read it; round it",
    ),
    (
        "[referee]\nhandicap_left_ms = 20\nhandicap_right_ms = 30",
        "referee.handicap_left_ms (20 ms) and referee.handicap_right_ms (30 ms): at most one side"
        " has a handicap; set the other one to 0",
    ),
    (
        "[referee]\nsettle_ms = inf",
        "referee.settle_ms = Infinity: out of range, allowed: 1 to 100 ms",
    ),
    ("[referee]\nsettle_ms = nan", "referee.settle_ms = NaN: out of range, allowed: 1 to 100 ms"),
    (
        "[referee]\nsettle_ms = 1e999999",
        "referee.settle_ms = a number of too many digits: out of range, allowed: 1 to 100 ms",
    ),
    (
        "[referee]\nsettle_ms = 1e99999999999999999999999",
        "referee.settle_ms = NaN: out of range, allowed: 1 to 100 ms",
    ),
    ("[referee]\nsettle = 5", "unknown key referee.settle; did you mean referee.settle_ms?"),
    ("[referee]\nsetle_ms = 5", "unknown key referee.setle_ms; did you mean referee.settle_ms?"),
    ("[unit]\nsettle_ms = 5", "unknown key unit.settle_ms; did you mean referee.settle_ms?"),
    ("settle_ms = 5", "unknown key settle_ms; did you mean referee.settle_ms?"),
    ("[refree]\nsettle_ms = 5", "unknown table [refree]; did you mean [referee]?"),
    ("[unit]\nqqqqqq = 1", "unknown key unit.qqqqqq"),
    ("unit = 3", "unit = 3: must be a table, [unit]"),
    (
        "[referee]\nmax_attempts = 2.5",
        "referee.max_attempts = 2.5: must be an integer, 1 to 5, not a decimal number",
    ),
    ("[referee]\nmax_attempts = 0", "referee.max_attempts = 0: out of range, allowed: 1 to 5"),
    ("[unit]\nbuzzer = 1", "unit.buzzer = 1: must be true or false, not an integer"),
    (
        "[unit]\nstandalone = 'on'",
        'unit.standalone = "on": unknown, allowed: auto, always or off',
    ),
    (
        "[unit]\nstandalone = true",
        "unit.standalone = true: must be a text, auto, always or off, not true or false",
    ),
    ("[unit]\nname = ''", 'unit.name = "": must be a text of at most 32 characters, not empty'),
    (
        f'[unit]\nname = "{"😀" * 17}"',
        f'unit.name = "{"😀" * 17}": is longer than 64 bytes in UTF-8',
    ),
    (
        '[unit]\nname = "a\\u0007"',
        'unit.name = "a\\u0007": holds a control or other unprintable character',
    ),
    (
        "[state]\ndir = 'var'",
        'state.dir = "var": must be an absolute path: begin it with /',
    ),
    (
        "[log]\nlevel = 1979-05-27",
        "log.level = a date or time: must be a text, debug, info,"
        " warning or error, not a date or time",
    ),
    ("[links]\ntty = 'x'", "links.tty must be a list of tables, each [[links.tty]]"),
    ("[[links.tty]]\nbaud = 9600", "links.tty[1].path is missing: the device, as /dev/ttyGS0"),
    (
        "[[links.tty]]\npath = '/dev/a'\nbaut = 9600",
        "unknown key links.tty[1].baut; did you mean links.tty[1].baud?",
    ),
    (
        "[[links.tty]]\npath = '/dev/a'\nbaud = 300",
        "links.tty[1].baud = 300: out of range, allowed: 9600 to 4000000",
    ),
    (
        "[[links.tty]]\npath = '/dev/a'\n[[links.tty]]\npath = '/dev/a'",
        'links.tty[2].path = "/dev/a": named twice',
    ),
    (
        "[referee]\nconfirm_ms = 2",
        "referee.confirm_ms (2 ms) must not exceed referee.bounce_gap_ms (1 ms)",
    ),
    (
        "[referee]\nhold_min_s = 6",
        "referee.hold_min_s (6 s) must be less than referee.hold_max_s (6 s)",
    ),
    (
        "[referee]\nsettle_ms = 26",
        "referee.settle_ms (26 ms) must not exceed referee.lockout_ms (25 ms)",
    ),
    (
        "[referee]\nbounce_gap_ms = 10\nlockout_ms = 9",
        "referee.bounce_gap_ms (10 ms) must not exceed referee.lockout_ms (9 ms)",
    ),
    (
        "[referee]\ndead_heat_us = 24500",
        "referee.dead_heat_us (24500 us) + referee.confirm_ms (1 ms) must not exceed"
        " referee.lockout_ms (25 ms)",
    ),
    (
        "[launcher]\nthrow_ms = 600",
        "launcher.throw_ms + hold_ms + park_ms are 1350 ms together; the launcher may be driven"
        " at most 1200 ms",
    ),
]


@pytest.mark.parametrize(("text", "message"), BAD, ids=[text for text, _ in BAD])
def test_a_bad_file_is_refused_with_its_message(tmp_path: Path, text: str, message: str) -> None:
    assert problems(tmp_path, text) == [f"unit.toml: {message}"]


def test_all_mistakes_are_told_together(tmp_path: Path) -> None:
    told = problems(
        tmp_path, "[referee]\nsettle_ms = 0\nnew = 1\nconfirm_ms = 2\n[unit]\nbuzzer = 'no'\n"
    )
    assert len(told) == 4
    assert all(line.startswith("unit.toml: ") for line in told)


def test_a_wrong_override_names_itself() -> None:
    with pytest.raises(ConfigError, match=r"override: referee\.settle_ms = 500: out of range"):
        load(None, {"referee.settle_ms": 500})


def test_files_that_are_no_toml_are_refused(tmp_path: Path) -> None:
    assert problems(tmp_path, "[unit\n")[0].startswith("unit.toml: is not TOML: ")
    assert problems(tmp_path, "a = 1\na = 2\n")[0].startswith("unit.toml: is not TOML: ")
    digits = "9" * 5000
    assert problems(tmp_path, f"a = {digits}\n")[0].startswith("unit.toml: is not TOML: ")
    assert problems(tmp_path, f"a = {'[' * 3000}\n") == ["unit.toml: is nested too deeply"]
    path = tmp_path / "unit.toml"
    path.write_bytes(b"[unit]\nname = '\xff'\n")
    with pytest.raises(ConfigError, match="is not UTF-8 at byte 15"):
        load(path)
    with pytest.raises(ConfigError, match="cannot be read: No such file"):
        load(tmp_path / "none.toml")
    with pytest.raises(ConfigError, match="cannot be read: Is a directory"):
        load(tmp_path)


def test_serial_lines_are_read_whole(tmp_path: Path) -> None:
    text = """
    [[links.tty]]
    path = "/dev/ttyGS0"
    [[links.tty]]
    path = "/dev/ttyAMA0"
    baud = 230400
    uart = true
    """
    config = load(written(tmp_path, text))
    assert config.links.tty == (
        TtyConfig(path="/dev/ttyGS0", baud=115_200, uart=False),
        TtyConfig(path="/dev/ttyAMA0", baud=230_400, uart=True),
    )
    assert load(None, {"links.tty": [{"path": "/dev/x"}]}).links.tty[0].path == "/dev/x"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("referee.settle_ms=7", ("referee.settle_ms", 7)),
        ("referee.hold_mean_s = 0.3", ("referee.hold_mean_s", Decimal("0.3"))),
        ("unit.buzzer=false", ("unit.buzzer", False)),
        ("log.level=debug", ("log.level", "debug")),
        ('log.level="debug"', ("log.level", "debug")),
        ("links.pty=/tmp/a", ("links.pty", "/tmp/a")),
        ("links.pty=", ("links.pty", "")),
        ("unit.name=1\nb=2", ("unit.name", "1\nb=2")),
    ],
)
def test_overrides_are_read_as_toml_or_else_as_text(
    text: str, expected: tuple[str, object]
) -> None:
    assert parse_override(text) == expected


def test_an_override_without_a_value_is_refused() -> None:
    with pytest.raises(ConfigError, match=r"write it as table\.key=value"):
        parse_override("referee.settle_ms")


def test_dead_heat_only_raises_the_resolution() -> None:
    config = load(None, {"referee.dead_heat_us": 50})
    assert limits_for(config, 20_000, 0).resolution_ns == 50_000
    assert limits_for(config, 80_000, 0).resolution_ns == 80_000


def test_settle_is_raised_to_resolution_confirm_and_delivery_and_never_lowered() -> None:
    config = load()
    assert limits_for(config, 20_000, 1_000_000).settle_ns == 5_000_000
    assert limits_for(config, 20_000, 7_000_000).settle_ns == 8_020_000


def test_a_backend_too_slow_for_the_limits_is_refused_with_what_to_do() -> None:
    with pytest.raises(ConfigError, match=r"raise settle to 31\.02 ms.*raise referee\.lockout_ms"):
        limits_for(load(), 20_000, 30_000_000)


def test_the_green_sense_pin_reaches_the_limits() -> None:
    assert limits_for(load(), 20_000, 0, green_sense=True).green_sense


def test_every_limit_of_the_referee_has_a_key() -> None:
    limits = {f.name for f in dataclasses.fields(Limits)} - {"resolution_ns", "green_sense"}
    keys = {f.name for f in dataclasses.fields(RefereeConfig)} - {"dead_heat_ns"}
    assert keys == limits
    assert {key.field for key in SCHEMA if key.table == "referee"} == keys | {"dead_heat_ns"}


def test_what_load_accepts_the_referee_accepts_and_the_other_way_round() -> None:
    rng = random.Random(20260)
    keys = [key for key in SCHEMA if key.table == "referee"]
    seen = {True: 0, False: 0}
    for _ in range(scale.count(300, 5_000)):
        overrides: dict[str, object] = {}
        for key in rng.sample(keys, 4):
            span = key.high - key.low
            value = key.low + rng.choice([0, span, rng.randrange(span + 1), span // 50])
            value -= value % 1_000_000 if key.setting else 0
            text = decimal_text(value, key.unit) if key.kind is Kind.TIME else str(value)
            overrides[key.path] = Decimal(text) if key.kind is Kind.TIME else value
        assert accepted_by_load(overrides) == accepted_by_referee(overrides), overrides
        seen[accepted_by_load(overrides)] += 1
    assert min(seen.values()) > 20, seen


def accepted_by_load(overrides: dict[str, object]) -> bool:
    try:
        load(None, overrides)
    except ConfigError:
        return False
    return True


def accepted_by_referee(overrides: dict[str, object]) -> bool:
    per = {"s": 10**9, "ms": 10**6, "us": 10**3, "": 1}
    values = {
        BY_PATH[path].field: int(Decimal(str(value)) * per[BY_PATH[path].unit])
        for path, value in overrides.items()
    }
    resolution = max(values.pop("dead_heat_ns", 0), 1)  # of the best backend there can be
    confirm = values.get("confirm_ns", Limits().confirm_ns)
    settle = values.get("settle_ns", Limits().settle_ns)
    values |= {"resolution_ns": resolution, "settle_ns": max(settle, resolution + confirm)}
    try:
        Limits(**values)  # type: ignore[arg-type]
    except LimitError:
        return False
    return True


def test_describe_gives_every_key_with_value_unit_and_source(tmp_path: Path) -> None:
    path = written(tmp_path, "[referee]\nhold_mean_s = 1.25\n")
    rows = {row.path: row for row in describe(load(path, {"unit.buzzer": False}))}
    assert set(rows) == {*BY_PATH, "links.tty"}
    mean = rows["referee.hold_mean_s"]
    assert (mean.text, mean.unit, mean.source) == ("1.25", "s", str(path))
    assert (rows["unit.buzzer"].text, rows["unit.buzzer"].source) == ("false", "override")


def test_equal_values_are_equal_whatever_their_sources() -> None:
    assert load(None, {"unit.buzzer": True}) == load()
    assert load(None, {"unit.buzzer": False}) != load()
    assert isinstance(load(), Config)
