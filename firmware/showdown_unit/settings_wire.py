"""Settings between the wire and the configuration: one table, both ways."""

from __future__ import annotations

import msgspec
from msgspec import UNSET
from msgspec.structs import asdict

from showdown_protocol.errors import WireError
from showdown_protocol.messages import SettingsChanges, SettingsValues
from showdown_unit.config import Config
from showdown_unit.config_read import BadValueError, Value, allowed, convert
from showdown_unit.config_schema import BY_PATH, MS, SETTINGS, Key, Kind, decimal_text


def wire_name(key: Key) -> str:
    """A setting's name on the wire: that of its key, a time in milliseconds."""
    return key.name.rpartition("_")[0] + "_ms" if key.kind is Kind.TIME else key.name


BY_NAME: dict[str, Key] = {wire_name(key): key for key in SETTINGS.values()}


def told(path: str, value: int) -> str:
    """A time for a host: `hold_max_ms (6000)`; where it is no setting, as the file has it."""
    if path in SETTINGS:
        return f"{wire_name(SETTINGS[path])} ({value // MS})"
    unit = BY_PATH[path].unit
    return f"{path} ({decimal_text(value, unit)} {unit})"


def values_of(config: Config) -> SettingsValues:
    """Every setting as it stands."""
    members = {name: _to_wire(key, config.value(key.path)) for name, key in BY_NAME.items()}
    return msgspec.convert(members, SettingsValues)


def read_changes(changes: SettingsChanges) -> dict[str, Value | None]:
    """The changes by path; None gives a setting up. INVALID_PARAMS names the first bad one."""
    given = {name: value for name, value in asdict(changes).items() if value is not UNSET}
    if not given:
        raise refused("values", "takes at least one setting")
    return {
        BY_NAME[name].path: None if value is None else _from_wire(name, value)
        for name, value in given.items()
    }


def refused(param: str, reason: str) -> WireError:
    """INVALID_PARAMS."""
    return WireError("INVALID_PARAMS", f"{param}: {reason}", param=param, reason=reason)


def _to_wire(key: Key, value: Value) -> Value:
    return value // MS if key.kind is Kind.TIME and isinstance(value, int) else value


def _from_wire(name: str, value: Value) -> Value:
    key = BY_NAME[name]
    if key.kind is Kind.TIME:
        low, high = key.low // MS, key.high // MS
        if not isinstance(value, int) or not low <= value <= high:
            raise refused(f"values.{name}", f"takes {low} to {high}")
        return value * MS
    try:
        return convert(key, value)
    except BadValueError as error:
        raise refused(f"values.{name}", f"takes {allowed(key)}: it {error}") from error
