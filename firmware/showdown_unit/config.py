"""The unit's configuration: one TOML file, checked whole, as typed frozen values.

Without a file everything has its default. Keys, units and ranges: `config_schema`, docs/config.md.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

import msgspec

from showdown_referee.limits import LimitError, Limits
from showdown_unit.config_read import (
    ConfigError,
    Value,
    parse_override,
    quoted,
    read_toml,
    take_one,
    take_tables,
    take_ttys,
)
from showdown_unit.config_rules import contradictions, in_file
from showdown_unit.config_schema import (
    BY_PATH,
    SCHEMA,
    TTY_SCHEMA,
    TTY_TABLE,
    Kind,
    decimal_text,
)

__all__ = [
    "DEFAULT_PATH",
    "OVERRIDE",
    "Config",
    "ConfigError",
    "Described",
    "default_path",
    "describe",
    "layered",
    "limits_for",
    "load",
    "parse_override",
]

DEFAULT_PATH = Path("/etc/showdown-unit/unit.toml")
OVERRIDE = "override"


def default_path() -> Path | None:
    """Where the configuration is, unless it is named: None where there is none.

    One that may not be looked at is there: `load` then says so.
    """
    try:
        return DEFAULT_PATH if DEFAULT_PATH.exists() else None
    except OSError:
        return DEFAULT_PATH


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitConfig:
    """Table [unit]."""

    name: str
    standalone: str  # auto, always, off
    lines: str  # auto, always
    launch_on_false_start: bool
    allow_remote_start: bool
    buzzer: bool
    swap_sides: bool
    cards_max: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RefereeConfig:
    """Table [referee]: the limits as written; `limits_for` gives those in force."""

    count_ns: int
    hold_min_ns: int
    hold_mean_ns: int
    hold_max_ns: int
    settle_ns: int
    confirm_ns: int
    bounce_gap_ns: int
    lockout_ns: int
    start_guard_ns: int
    held_limit_ns: int
    arm_timeout_ns: int
    race_timeout_ns: int
    late_press_ns: int
    green_write_max_ns: int
    sense_wait_ns: int
    rematch_delay_ns: int
    anticipation_ns: int
    handicap_left_ns: int
    handicap_right_ns: int
    dead_heat_ns: int
    max_attempts: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LauncherConfig:
    """Table [launcher]: how long each part of a throw is driven, and who makes the pulses."""

    throw_ns: int
    hold_ns: int
    park_ns: int
    pwm: str  # auto, hardware, software


@dataclass(frozen=True, slots=True, kw_only=True)
class HardwareConfig:
    """Table [hardware]."""

    board: str  # a name, or a path where it holds a `/`
    backend: str
    chip: str  # auto, a label, or a path where it holds a `/`


@dataclass(frozen=True, slots=True, kw_only=True)
class TtyConfig:
    """Table [[links.tty]]."""

    path: str
    baud: int
    uart: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class LinksConfig:
    """Table [links]; an empty path is a link that is not wanted."""

    unix: str
    pty: str
    tty: tuple[TtyConfig, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class StateConfig:
    """Table [state]."""

    dir: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LogConfig:
    """Table [log]."""

    level: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """Everything, and for each key where its value comes from.

    `sources` maps each key's path (`referee.settle_ms`, `links.tty`) to `default`, `override`, or
    the name of the file that it stands in: the configuration's, or that of the settings. Two
    configurations with the same values are equal whatever their sources.
    """

    unit: UnitConfig
    referee: RefereeConfig
    launcher: LauncherConfig
    hardware: HardwareConfig
    links: LinksConfig
    state: StateConfig
    log: LogConfig
    sources: Mapping[str, str]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Config):
            return NotImplemented
        names = [f.name for f in fields(Config) if f.name != "sources"]
        return all(getattr(self, name) == getattr(other, name) for name in names)

    __hash__ = None  # type: ignore[assignment]  # equal values may have other sources

    def value(self, path: str) -> Value:
        """The value of a key by its path; times in nanoseconds. KeyError where there is none."""
        key = BY_PATH[path]
        value: Value = getattr(getattr(self, key.table), key.field)
        return value


@dataclass(frozen=True, slots=True)
class Described:
    """One key as people read it: `text` is TOML, `source` as in `Config.sources`."""

    path: str
    text: str
    unit: str
    source: str


def load(
    path: Path | None = None,
    overrides: Mapping[str, object] | None = None,
    defaults: Mapping[str, Value] | None = None,
) -> Config:
    """The defaults, over them the file, over that the overrides (by path, as `parse_override`).

    `defaults` are other ones than the schema's, by path, right ones, as they are kept.
    A time in an override is a number in its key's unit, as in the file. `links.tty` is overridden
    whole, by a list of tables. ConfigError tells everything that is wrong at once.
    """
    problems: list[str] = []
    values: dict[str, Value] = {}
    sources: dict[str, str] = {}
    ttys: list[dict[str, Value]] = []
    for key in SCHEMA:
        if key.default is None:
            raise TypeError(f"the key {key.path} has no default")
        values[key.path] = key.default
    values |= defaults or {}
    sources = dict.fromkeys([*values, TTY_TABLE], "default")

    if path is not None:
        given: dict[str, Value] = {}
        listed = take_tables(str(path), read_toml(path), given, problems)
        values |= given
        sources |= dict.fromkeys(given, str(path))
        if listed is not None:
            ttys, sources[TTY_TABLE] = listed, str(path)
    for name, raw in (overrides or {}).items():
        if name == TTY_TABLE:
            ttys = take_ttys(OVERRIDE, raw, problems)
        else:
            take_one(OVERRIDE, name, raw, values, problems)
        sources[name] = OVERRIDE

    origin = str(path) if path is not None else "configuration"
    problems += [f"{origin}: {text}" for text in contradictions(values)]
    if problems:
        raise ConfigError(problems)
    return _assemble(values, ttys, sources)


def layered(
    config: Config,
    settings: Mapping[str, Value],
    origin: str,
    told: Callable[[str, int], str] = in_file,
) -> Config:
    """The configuration with settings over its file and under its overrides.

    `settings` by path, each right by itself; `origin` is where they come from. ConfigError where
    they contradict the rest, in words that name keys by `told`.
    """
    over = {path: v for path, v in settings.items() if config.sources[path] != OVERRIDE}
    problems = contradictions({key.path: config.value(key.path) for key in SCHEMA} | over, told)
    if problems:
        raise ConfigError(problems)
    tables: dict[str, dict[str, Any]] = {"unit": {}, "referee": {}}
    for path, value in over.items():
        tables[BY_PATH[path].table][BY_PATH[path].field] = value
    return replace(
        config,
        unit=replace(config.unit, **tables["unit"]),
        referee=replace(config.referee, **tables["referee"]),
        sources=MappingProxyType({**config.sources, **dict.fromkeys(over, origin)}),
    )


def limits_for(
    config: Config,
    backend_resolution_ns: int,
    delivery_ns: int,
    *,
    green_sense: bool = False,
) -> Limits:
    """The limits in force with this backend.

    `dead_heat` raises the resolution, never lowers it. The settle time is raised to resolution +
    confirm + the backend's measured delivery delay. ConfigError where the backend does not fit.
    """
    referee = config.referee
    resolution = max(backend_resolution_ns, referee.dead_heat_ns)
    settle = max(referee.settle_ns, resolution + referee.confirm_ns + delivery_ns)
    taken = {
        f.name: getattr(referee, f.name) for f in fields(RefereeConfig) if f.name != "dead_heat_ns"
    }
    taken |= {"resolution_ns": resolution, "settle_ns": settle, "green_sense": green_sense}
    try:
        return Limits(**taken)
    except LimitError as error:
        msg = (
            f"the backend's resolution of {decimal_text(backend_resolution_ns, 'us')} us and"
            f" delivery delay of {decimal_text(delivery_ns, 'ms')} ms raise settle to"
            f" {decimal_text(settle, 'ms')} ms, which does not fit [referee]: {error}; raise"
            f" referee.lockout_ms and referee.late_press_ms, or use another backend"
        )
        raise ConfigError([msg]) from error


def describe(config: Config) -> tuple[Described, ...]:
    """Every key with its value and source, in the schema's order."""
    lines = [
        Described(key.path, toml_text(key.path, config.value(key.path)), key.unit, source)
        for key in SCHEMA
        for source in [config.sources[key.path]]
    ]
    ttys = ", ".join(
        "{ " + ", ".join(f"{k.name} = {_plain(getattr(tty, k.name))}" for k in TTY_SCHEMA) + " }"
        for tty in config.links.tty
    )
    lines.append(Described(TTY_TABLE, f"[{ttys}]", "", config.sources[TTY_TABLE]))
    return tuple(lines)


def toml_text(path: str, value: Value) -> str:
    """A key's value as it is written in the file."""
    key = BY_PATH[path]
    if key.kind is Kind.TIME and not isinstance(value, str):
        return decimal_text(value, key.unit)
    return _plain(value)


def _plain(value: Value) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return quoted(value) if isinstance(value, str) else str(value)


# --- from values by path to the dataclasses --------------------------------------------------


def _assemble(
    values: Mapping[str, Value], ttys: list[dict[str, Value]], sources: Mapping[str, str]
) -> Config:
    tables: dict[str, dict[str, object]] = {}
    for key in SCHEMA:
        tables.setdefault(key.table, {})[key.field] = values[key.path]
    tables["links"]["tty"] = ttys
    return Config(
        unit=msgspec.convert(tables["unit"], UnitConfig),
        referee=msgspec.convert(tables["referee"], RefereeConfig),
        launcher=msgspec.convert(tables["launcher"], LauncherConfig),
        hardware=msgspec.convert(tables["hardware"], HardwareConfig),
        links=msgspec.convert(tables["links"], LinksConfig),
        state=msgspec.convert(tables["state"], StateConfig),
        log=msgspec.convert(tables["log"], LogConfig),
        sources=MappingProxyType(dict(sources)),
    )
