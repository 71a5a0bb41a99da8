"""docs/config.md, written from the table of keys: `python -m showdown_unit.config_doc PATH`."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from showdown_unit.config_read import allowed
from showdown_unit.config_schema import SCHEMA, TABLES, TTY_SCHEMA, TTY_TABLE, Key
from showdown_unit.config_text import default_text

_HEAD = """\
# Configuration

<!-- Written by `python -m showdown_unit.config_doc docs/config.md` from
     firmware/showdown_unit/config_schema.py; change that file, not this one. -->

The unit reads `/etc/showdown-unit/unit.toml`. A key that is left out has its default; a file that
is not there means defaults throughout. An unknown key, a wrong type or a value out of range stops
the start, and all such mistakes are told together, each with file, key, value and what is allowed.

The package brings that file, with the few keys that an installed unit needs. It is its owner's from
then on: an update keeps a changed one, and where the package's own has changed too, asks, and lays
its own beside as `unit.toml.dpkg-dist`. Only `apt purge` removes it. Without the package there is
none at first. This prints one with every key at its default and explained, to take keys from, or
to begin with:

```
showdown-unit config default
```

After every change, before the unit is started again:

```
showdown-unit config check     # is the file right, and the board that it names?
showdown-unit config show      # what is in force: every key, its value, and whose it is:
                               # the default's, this file's, or that of the settings
sudo systemctl restart showdown-unit
```

Any other place does too, with `--config FILE` at every command.

Times are numbers whose unit ends the key's name: `_s`, `_ms` or `_us`. They may have decimals
(`hold_mean_s = 1.5`), which are taken exactly, down to one nanosecond; those of settings, below,
down to one millisecond. Paths are absolute.

## Settings

Keys whose meaning ends in "A setting." can be changed by a host while the unit runs
(`showdown settings`, [protocol.md](protocol.md#settingsget)). What was set stands in
`settings.toml` in the state folder, with the same tables and keys as here, and wins over this file,
also after a restart, until it is given up again. So a changed `unit.toml` may seem to do nothing:
`showdown-unit config show` says of each value whose it is. In order of precedence: the default, the
configuration file, the settings, and what was given to this one start on its command line.

Nobody needs to write `settings.toml` by hand. While the unit is stopped a line may be removed,
which gives that setting up, or the whole file. What cannot be read there never keeps the unit from
starting: the file is set aside beside as `settings.set-aside-…`, the unit tells of a fault
`SETTINGS`, and the values of this file count. So do those of single settings that no longer fit,
because the configuration has changed: only these are given up, and the fault names them. One that
does not fit what was given to this one start rests: it stays in the file and counts again without.

Which pins carry what is not configured here but in a board file, and `hardware.board` says which. A
board of one's own is `/etc/showdown-unit/board.toml`: no package brings it, no update touches it.
"""

_TAIL = """\
## Rules over several keys

* `referee.confirm_ms` is at most `referee.bounce_gap_ms`.
* `referee.hold_min_s` is less than `referee.hold_max_s`.
* At most one of `referee.handicap_left_ms` and `referee.handicap_right_ms` is more than 0.
* `referee.bounce_gap_ms` is at most `referee.lockout_ms`.
* `referee.settle_ms`, and `referee.dead_heat_us` + `referee.confirm_ms`, are at most
  `referee.lockout_ms` and `referee.late_press_ms`.
* The settle time in force is raised to the resolution + `referee.confirm_ms` + the backend's
  measured delivery delay where that is more; `status` shows it raised. The resolution is the
  backend's own, or `referee.dead_heat_us` where that is more.
* `launcher.throw_ms` + `launcher.hold_ms` + `launcher.park_ms` are at most 1200 ms.
"""


def markdown() -> str:
    """The whole page."""
    return "\n".join(_page()).rstrip("\n") + "\n"


def _page() -> Iterator[str]:
    yield _HEAD
    for table, about in TABLES.items():
        yield f"## [{table}]\n\n{about}\n"
        yield from _rows(key for key in SCHEMA if key.table == table)
        if table == "links":
            yield f"### [[{TTY_TABLE}]]\n\nOne table for each serial line; without any, none.\n"
            yield from _rows(TTY_SCHEMA)
    yield _TAIL


def _rows(keys: Iterable[Key]) -> Iterator[str]:
    yield "| key | default | allowed | meaning |"
    yield "| --- | --- | --- | --- |"
    for key in keys:
        default = f"`{default_text(key)}`" if key.default is not None else "required"
        meaning = f"{key.meaning}. A setting." if key.setting else key.meaning
        cells = (f"`{key.name}`", default, allowed(key), meaning)
        yield "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"
    yield ""


def main(arguments: list[str]) -> int:
    """Write the page to the path given."""
    if len(arguments) != 1:
        sys.stderr.write("usage: python -m showdown_unit.config_doc PATH\n")
        return 2
    Path(arguments[0]).write_text(markdown(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
