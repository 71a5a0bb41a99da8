"""The table of every configuration key: type, unit, default, range, meaning.

Everything else about the configuration comes from this table: what `config.load` accepts, the
errors' wording, the dumped file's comments and docs/config.md.

Every time is a number whose unit ends the key's name: `_s`, `_ms` or `_us`. It may have decimals
(`hold_mean_s = 1.5`); they are taken exactly, down to one nanosecond, never through a binary
float. The limits of the referee have their defaults and ranges from `showdown_referee.limits`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields
from enum import StrEnum

from showdown_referee.limits import RANGES, Limits

NS_PER = {"s": 1_000_000_000, "ms": 1_000_000, "us": 1_000}


class Kind(StrEnum):
    """What a key's value is."""

    TIME = "time"  # a number in the key's unit; kept as integer nanoseconds
    INT = "integer"
    BOOL = "true or false"
    TEXT = "text"
    CHOICE = "choice"


@dataclass(frozen=True, slots=True, kw_only=True)
class Key:
    """One key. `default`, `low` and `high` are in nanoseconds for a time.

    For a text `low` and `high` are its length in characters; `absolute` says that it is a path
    that begins with `/`. `default` None: the key must be given. `setting`: hosts may change it
    while the unit runs; a time is whole milliseconds then.
    """

    table: str
    name: str
    kind: Kind
    default: int | bool | str | None
    meaning: str
    low: int = 0
    high: int = 0
    choices: tuple[str, ...] = ()
    absolute: bool = False
    bytes_max: int = 0  # of a text in UTF-8; 0: no limit beside its characters
    setting: bool = False

    @property
    def path(self) -> str:
        """As people name it: `referee.settle_ms`."""
        return f"{self.table}.{self.name}"

    @property
    def unit(self) -> str:
        """`s`, `ms` or `us` for a time, else empty."""
        return self.name.rpartition("_")[2] if self.kind is Kind.TIME else ""

    @property
    def field(self) -> str:
        """The attribute that holds the value: a time's unit becomes `_ns`."""
        return self.name.rpartition("_")[0] + "_ns" if self.kind is Kind.TIME else self.name


def decimal_text(ns: int, unit: str) -> str:
    """Nanoseconds as the shortest exact decimal in `unit`: 1500000000, "s" gives 1.5."""
    per = NS_PER[unit]
    whole, rest = divmod(abs(ns), per)
    digits = f"{rest:0{len(str(per)) - 1}d}".rstrip("0")
    return ("-" if ns < 0 else "") + (f"{whole}.{digits}" if digits else str(whole))


# --- the referee's keys: the units people think in, and what each is for ---------------------

_REFEREE: dict[str, tuple[str, str]] = {
    "count": ("s", "how long red stands before the hold"),
    "hold_min": ("s", "shortest wait on amber"),
    "hold_mean": ("s", "mean of the random part that is added to `hold_min_s`"),
    "hold_max": ("s", "longest wait on amber; a longer draw is drawn anew"),
    "settle": (
        "ms",
        "wait after the first press before the verdict, for edges still on their way; raised to"
        " resolution + confirm + delivery delay of the backend where that is more",
    ),
    "confirm": ("ms", "a press must be active this long on end; shorter is a spike"),
    "bounce_gap": ("ms", "edges at most this far apart are one train of bounces"),
    "lockout": ("ms", "a released paddle is idle after this long without edges"),
    "start_guard": ("ms", "the count begins no sooner than this after the button"),
    "held_limit": ("s", "a paddle held this long before the count calls the showdown off"),
    "arm_timeout": ("s", "an armed showdown that nobody starts is called off after this"),
    "race_timeout": ("s", "nobody presses for this long after green: no press"),
    "late_press": ("ms", "the slower press is still recorded this long after the faster"),
    "green_write_max": ("ms", "a green that took longer to write makes the attempt void"),
    "sense_wait": ("ms", "how long the green sense edge may take, where the board has that pin"),
    "rematch_delay": ("s", "pause before the next attempt after a dead heat or a void"),
    "anticipation": ("ms", "a press sooner after green is a false start too; athletics uses 100"),
    "handicap_left": ("ms", "added to the left side's stamps after green, before any comparison"),
    "handicap_right": ("ms", "the same for the right side; only one of the two may have one"),
}

_SETTINGS = frozenset(
    (
        "count",
        "hold_min",
        "hold_mean",
        "hold_max",
        "anticipation",
        "handicap_left",
        "handicap_right",
    )
)


def _referee_keys() -> Iterator[Key]:
    defaults = {f.name: f.default for f in fields(Limits)}
    for stem, (unit, meaning) in _REFEREE.items():
        low, high = RANGES[f"{stem}_ns"]
        default = defaults[f"{stem}_ns"]
        if not isinstance(default, int):
            raise TypeError(f"the referee's limit {stem}_ns has no default")
        yield Key(
            table="referee",
            name=f"{stem}_{unit}",
            kind=Kind.TIME,
            default=default,
            low=low,
            high=high,
            meaning=meaning,
            setting=stem in _SETTINGS,
        )
    yield Key(
        table="referee",
        name="dead_heat_us",
        kind=Kind.TIME,
        default=0,
        low=0,
        high=RANGES["resolution_ns"][1],
        meaning="presses at most this far apart are a dead heat; only raises the backend's own"
        " resolution, never lowers it",
    )
    low, high = RANGES["max_attempts"]
    attempts = defaults["max_attempts"]
    if not isinstance(attempts, int):
        raise TypeError("the referee's limit max_attempts has no default")
    yield Key(
        table="referee",
        name="max_attempts",
        kind=Kind.INT,
        default=attempts,
        low=low,
        high=high,
        meaning="attempts in one showdown, dead heats and voids counted together",
    )


MS = NS_PER["ms"]
DRIVEN_MAX_NS = 1_200 * MS  # the launcher's limit: throw, hold and park together
UNIX_PATH_MAX = 107  # bytes that sockaddr_un holds, without its final NUL

SCHEMA: tuple[Key, ...] = (
    Key(
        table="unit",
        name="name",
        kind=Kind.TEXT,
        default="showdown",
        low=1,
        high=32,
        bytes_max=64,
        meaning="what hosts show where several units are about",
        setting=True,
    ),
    Key(
        table="unit",
        name="standalone",
        kind=Kind.CHOICE,
        default="auto",
        choices=("auto", "always", "off"),
        meaning="whether the timer button starts a showdown by itself: `auto` while no host holds"
        " control, `always` also while one does and nothing is armed, `off` never",
        setting=True,
    ),
    Key(
        table="unit",
        name="lines",
        kind=Kind.CHOICE,
        default="auto",
        choices=("auto", "always"),
        meaning="where the table may decide by the dividing lines: `auto` for indeterminate and"
        " contested showdowns, `always` also for wins; never for false starts",
        setting=True,
    ),
    Key(
        table="unit",
        name="launch_on_false_start",
        kind=Kind.BOOL,
        default=True,
        meaning="launch the cards at the player who pressed too early; if false, only point",
        setting=True,
    ),
    Key(
        table="unit",
        name="allow_remote_start",
        kind=Kind.BOOL,
        default=False,
        meaning="accept `start: now` from a host; off because hands may be in the tray",
    ),
    Key(
        table="unit",
        name="buzzer",
        kind=Kind.BOOL,
        default=True,
        meaning="sound the buzzer, where the board has one",
        setting=True,
    ),
    Key(
        table="unit",
        name="swap_sides",
        kind=Kind.BOOL,
        default=False,
        meaning="the unit stands the other way round: its left, as printed, is the table's right",
        setting=True,
    ),
    Key(
        table="unit",
        name="cards_max",
        kind=Kind.INT,
        default=10,
        low=1,
        high=30,
        meaning="most cards in one showdown; the tray is designed for ten",
    ),
    *_referee_keys(),
    Key(
        table="launcher",
        name="throw_ms",
        kind=Kind.TIME,
        default=250 * MS,
        low=50 * MS,
        high=1_000 * MS,
        meaning="time to tilt the tray to the loser's side",
    ),
    Key(
        table="launcher",
        name="hold_ms",
        kind=Kind.TIME,
        default=350 * MS,
        low=0,
        high=1_000 * MS,
        meaning="time the tray stays tilted while the cards slide off",
    ),
    Key(
        table="launcher",
        name="park_ms",
        kind=Kind.TIME,
        default=400 * MS,
        low=50 * MS,
        high=1_000 * MS,
        meaning="time to come back level before the power goes off",
    ),
    Key(
        table="launcher",
        name="pwm",
        kind=Kind.CHOICE,
        default="auto",
        choices=("auto", "hardware", "software"),
        meaning="who makes the servo's pulses: `hardware` the Pi's own PWM, which needs a line in"
        " config.txt that the error names; `auto` the same, or the backend where it makes them"
        " itself; `software` a thread of the unit, which jitters",
    ),
    Key(
        table="hardware",
        name="board",
        kind=Kind.TEXT,
        default="default",
        low=1,
        high=4096,
        meaning="which signal is on which pin, and the servo's pulse widths: the name of a board"
        " that comes with the unit (`default`; `full` has a buzzer and the green sense pin too), or"
        " the whole path of a file of yours, known by its `/`",
    ),
    Key(
        table="hardware",
        name="backend",
        kind=Kind.CHOICE,
        default="auto",
        choices=("auto", "gpiod", "lgpio", "pigpio", "rpigpio", "mock"),
        meaning="the library that reads and writes the pins: `auto` takes gpiod, else lgpio, and"
        " never another; `mock` has no pins at all. What each is good for stands in docs/timing.md",
    ),
    Key(
        table="hardware",
        name="chip",
        kind=Kind.TEXT,
        default="auto",
        low=1,
        high=4096,
        meaning="the GPIO chip of the 40-pin header: `auto` finds it by the labels that Raspberry"
        " Pis have; else its label, or its device (with a `/`). For gpiod and lgpio",
    ),
    Key(
        table="links",
        name="unix",
        kind=Kind.TEXT,
        default="/run/showdown-unit/showdown.sock",
        low=0,
        high=UNIX_PATH_MAX,
        bytes_max=UNIX_PATH_MAX,
        absolute=True,
        meaning="path of the Unix socket; empty: none",
    ),
    Key(
        table="links",
        name="pty",
        kind=Kind.TEXT,
        default="",
        low=0,
        high=4096,
        absolute=True,
        meaning="path of a link to a pseudo-terminal, for apps that only know serial ports;"
        " empty: none",
    ),
    Key(
        table="state",
        name="dir",
        kind=Kind.TEXT,
        default="/var/lib/showdown-unit",
        low=1,
        high=4096,
        absolute=True,
        meaning="folder of journal and settings; it must exist and belong to the unit's user",
    ),
    Key(
        table="log",
        name="level",
        kind=Kind.CHOICE,
        default="info",
        choices=("debug", "info", "warning", "error"),
        meaning="the least that is logged",
    ),
)

TTY_TABLE = "links.tty"
TTY_MAX = 8
TTY_SCHEMA: tuple[Key, ...] = (
    Key(
        table=TTY_TABLE,
        name="path",
        kind=Kind.TEXT,
        default=None,
        low=1,
        high=4096,
        absolute=True,
        meaning="the device: `/dev/ttyGS0` for USB, `/dev/ttyAMA0` and the like for a UART",
    ),
    Key(
        table=TTY_TABLE,
        name="baud",
        kind=Kind.INT,
        default=115_200,
        low=9_600,
        high=4_000_000,
        meaning="bits a second; without effect on USB",
    ),
    Key(
        table=TTY_TABLE,
        name="uart",
        kind=Kind.BOOL,
        default=False,
        meaning="a real serial line: every line of a session must carry its CRC",
    ),
)

BY_PATH: dict[str, Key] = {key.path: key for key in SCHEMA}
SETTINGS: dict[str, Key] = {key.path: key for key in SCHEMA if key.setting}
"""What hosts may change while the unit runs. Pins, launcher and safety limits are not among it."""

TABLES: dict[str, str] = {
    "unit": "What the unit is called and what it lets hosts and players do.",
    "referee": "The limits of the verdict. The defaults are right for almost every unit.",
    "launcher": "The throw. The three times together are at most 1.2 s, the launcher's limit.",
    "hardware": "The pins.",
    "links": "Where hosts connect.",
    "state": "What survives a restart.",
    "log": "What is told to the system's log.",
}
