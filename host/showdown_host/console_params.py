"""What each method takes, for people who type: names, types and ranges, read off the messages."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal

from msgspec import inspect

from showdown_protocol.base import BOOT_PATTERN, KEY_PATTERN, MAX_INT, NONCE_PATTERN
from showdown_protocol.messages import METHODS

Kind = Literal["text", "whole", "yesno", "key", "boot", "list", "other"]


@dataclass(frozen=True, slots=True)
class Param:
    """One parameter, nested ones by their path as `players.left`.

    `choices`: the words it takes, where they are few. `low`, `high`: of a whole number, where
    anything bounds it. `takes`: type and range in words. `why`: what it is for.
    """

    path: str
    kind: Kind
    needed: bool
    choices: tuple[str, ...] = ()
    low: int | None = None
    high: int | None = None
    takes: str = ""
    why: str = ""
    nullable: bool = False
    filled: bool = False

    @property
    def hint(self) -> str:
        """Everything about it in one line."""
        return f"{self.path}: {self.about}"

    @property
    def about(self) -> str:
        """The same without its name."""
        need = " (filled in where missing)" if self.filled else " (needed)" if self.needed else ""
        null = ", or null" if self.nullable and self.path.startswith("values.") else ""
        return f"{self.takes}{null}{f'; {self.why}' if self.why else ''}{need}"

    def problem(self, value: Any) -> str:
        """Why the unit will hardly take this value; empty where nothing speaks against it."""
        if value is None:
            return "" if self.nullable else f"takes {self.takes}, not null"
        whole = isinstance(value, int) and not isinstance(value, bool)
        if self.kind == "whole":
            inside = (
                whole
                and (self.low is None or value >= self.low)
                and (self.high is None or value <= self.high)
            )
            return "" if inside else f"takes {self.takes}"
        if self.kind == "yesno":
            return "" if isinstance(value, bool) else f"takes {self.takes}"
        if self.choices:
            return "" if value in self.choices else f"takes {self.takes}"
        if self.kind in {"text", "key", "boot"} and not isinstance(value, str):
            return f"takes {self.takes}"
        return ""


@cache
def params_of(method: str) -> tuple[Param, ...]:
    """The parameters of a method in the order of the protocol; none for one not known here."""
    spec = METHODS.get(method)
    if spec is None:
        return ()
    kind = inspect.type_info(spec.params_type)
    return tuple(_members(method, kind, "")) if isinstance(kind, inspect.StructType) else ()


def param_of(method: str, path: str) -> Param | None:
    """That parameter, None where the method has no such one."""
    return next((param for param in params_of(method) if param.path == path), None)


def _members(method: str, struct: inspect.StructType, before: str) -> Iterator[Param]:
    for member in struct.fields:
        path = f"{before}{member.encode_name}"
        needed = member.required and not before
        kinds = _alternatives(member.type)
        inner = next((kind for kind in kinds if isinstance(kind, inspect.StructType)), None)
        if inner is not None:
            yield from _members(method, inner, f"{path}.")
        else:
            yield _param(method, path, kinds, needed=needed)


def _alternatives(kind: inspect.Type) -> tuple[inspect.Type, ...]:
    return kind.types if isinstance(kind, inspect.UnionType) else (kind,)


def _param(method: str, path: str, kinds: tuple[inspect.Type, ...], *, needed: bool) -> Param:
    nullable = any(isinstance(kind, inspect.NoneType) for kind in kinds)
    choices = tuple(_choices(kinds))
    why = _WHY.get(f"{method} {path}") or _WHY.get(path, "")
    common: dict[str, Any] = {"path": path, "needed": needed, "why": why, "nullable": nullable}
    common["filled"] = path in FILLED.get(method, ())
    if choices:
        words = f"{', '.join(choices[:-1])} or {choices[-1]}" if len(choices) > 1 else choices[0]
        return Param(kind="text", choices=choices, takes=words, **common)
    for kind in kinds:
        if isinstance(kind, inspect.IntType):
            low, high = SETTING_RANGES.get(path, (kind.ge, kind.le))
            low = None if low is None or low <= -MAX_INT else low
            high = None if high is None or high >= MAX_INT else high
            return Param(kind="whole", low=low, high=high, takes=_range(low, high), **common)
        if isinstance(kind, inspect.BoolType):
            return Param(kind="yesno", choices=("true", "false"), takes="true or false", **common)
        if isinstance(kind, inspect.StrType):
            named: dict[str | None, tuple[Kind, str]] = {
                KEY_PATTERN: ("key", "8 to 64 of A-Z, a-z, 0-9, _ and -"),
                BOOT_PATTERN: ("boot", "32 hex digits, from `hello`"),
                NONCE_PATTERN: ("text", "1 to 64 printable ASCII characters"),
            }
            short, takes = named.get(kind.pattern, ("text", "text"))
            return Param(kind=short, takes=_TEXTS.get(path, takes), **common)
        if isinstance(kind, inspect.VarTupleType | inspect.ListType):
            return Param(kind="list", takes="a list, as [1]", **common)
    return Param(kind="other", takes="JSON", **common)


def _choices(kinds: tuple[inspect.Type, ...]) -> Iterator[str]:
    for kind in kinds:
        if isinstance(kind, inspect.LiteralType):
            yield from (str(value) for value in kind.values)
        elif isinstance(kind, inspect.EnumType):
            yield from (str(member.value) for member in kind.cls)


def _range(low: int | None, high: int | None) -> str:
    if low is None and high is None:
        return "a whole number"
    if high is None:
        return f"a whole number from {low} on"
    return f"{low} to {high}"


FILLED: dict[str, tuple[str, ...]] = {
    "showdown.start": ("key", "boot", "cards", "start"),
    "showdown.wait": ("until", "timeout_ms"),
    "showdown.list": ("limit",),
    "events.replay": ("boot", "max"),
    "settings.set": ("rev",),
}
"""What the console fills in where it is missing, by method."""

SETTING_RANGES: dict[str, tuple[int, int]] = {
    "values.count_ms": (500, 10_000),
    "values.hold_min_ms": (200, 10_000),
    "values.hold_mean_ms": (100, 10_000),
    "values.hold_max_ms": (1000, 30_000),
    "values.anticipation_ms": (0, 200),
    "values.handicap_left_ms": (0, 200),
    "values.handicap_right_ms": (0, 200),
}
"""As the protocol's table of settings has them; the wire's own types leave them to the unit."""

_TEXTS = {
    "players.left": "a name, at most 32 characters",
    "players.right": "a name, at most 32 characters",
    "values.name": "1 to 32 printable characters",
    "client": "1 to 64 characters",
}

_WHY = {
    "players.left": "both or neither",
    "players.right": "both or neither",
    "key": "names one showdown",
    "showdown.start key": "made anew for each intention",
    "showdown.start cards": "that may fly, 0 for none",
    "showdown.start start": "who begins the count: a person, or this line at once",
    "boot": "this start of the unit",
    "practice": "one player alone; cards=0 then",
    "not_after_ms": "refuse when later, on the unit's clock up_ms",
    "until": "the loser is known, or all is over",
    "timeout_ms": "answered by then at the latest",
    "left": "cards over the left side's line",
    "right": "cards over the right side's line",
    "limit": "how many, the newest first",
    "before": "older than this key",
    "evidence": "what the verdict stands on, in pages",
    "showdown.get from": "the first item of the page",
    "events.replay from": "the first event number wanted",
    "max": "events at once",
    "rev": "of the settings as read, the last one seen here",
    "part": "what to try; stop ends it",
    "takeover": "take control from whoever holds it",
    "values.name": "of the unit",
    "values.standalone": "whether the timer button starts a showdown without a host",
    "values.lines": "where the table may decide by the dividing lines",
    "values.launch_on_false_start": "whether cards fly at who pressed too early",
    "values.buzzer": "whether it sounds",
    "values.swap_sides": "the unit stands the other way round",
    "values.count_ms": "the count",
    "values.hold_min_ms": "the shortest secret wait",
    "values.hold_mean_ms": "the mean of what comes on top of it",
    "values.hold_max_ms": "the longest secret wait",
    "values.anticipation_ms": "a press sooner after green is too early",
    "values.handicap_left_ms": "added to the left stamps after green",
    "values.handicap_right_ms": "added to the right stamps after green",
}
