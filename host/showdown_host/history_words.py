"""The history as a table of at most 80 columns. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, tzinfo

from showdown_host.columns import fitted, plain
from showdown_host.history_figures import reach
from showdown_host.history_players import Player, Score, Times, played, title
from showdown_host.history_rows import Row
from showdown_protocol.messages import Side

COLUMNS = 80

_NAME = 19
_DUELS = (("duels", 6), ("won", 5), ("lost", 5), ("early", 6), ("ties", 5))
_TIMES = (("best ms", 9), ("median", 9), ("row", 7), ("longest", 8))
_ALONE = (("rounds", 7), ("early", 6), ("best ms", 9), ("median", 9), ("spread", 9))
_SPARKS = "▁▂▃▄▅▆▇█"
_PLAIN_SPARKS = "_.,-=+*#"
_SPARK_CELLS = COLUMNS - _NAME - 1
_COARSE = "~ some of it measured to 5 ms or worse, as by a keyboard"


def milliseconds(value_us: int | None) -> str:
    """As 231.4, or a dash."""
    return "-" if value_us is None else f"{(value_us + 50) // 1000}.{(value_us + 50) // 100 % 10}"


def table(found: Sequence[Player], units: Mapping[str, str], *, plain: bool = False) -> list[str]:
    """The lines. `plain`: in ASCII, but for the names."""
    lines: list[str] = []
    duels = [player for player in found if player.showdowns]
    if duels:
        lines.append(_head("player", (*_DUELS, *_TIMES)))
        for player in duels:
            lines += _duels(player, units)
    alone = [player for player in found if player.rounds]
    if alone:
        lines += [""] if lines else []
        lines.append(_head("practice, alone", _ALONE))
        lines += [_alone(player, units) for player in alone]
    lines += _sparks(found, units, plain=plain)
    if any(player.times.coarse or player.practice_times.coarse for player in found):
        lines += ["", _COARSE]
    return lines


def sparks(values: Sequence[int], low: int, high: int, *, plain: bool = False) -> str:
    """Bars, the higher the slower, from `low` to `high`."""
    bars = _PLAIN_SPARKS if plain else _SPARKS
    span = max(high - low, 1)
    return "".join(bars[min((value - low) * len(bars) // span, len(bars) - 1)] for value in values)


def each(row: Row, units: Mapping[str, str], zone: tzinfo | None) -> str:
    """One showdown in a line; when it was read, in that time zone (None: this host's)."""
    seen = datetime.fromtimestamp(row.seen_ms / 1000, zone or None).astimezone(zone)
    sides = [_side(row, side) for side in played(row)]
    who = " : ".join(sides) if row.practice is None else f"{sides[0]}, practice"
    outcome = row.outcome.value.replace("_", " ") if row.outcome is not None else "none"
    notes = [outcome + (f", {row.loser.value} loses" if row.loser and not row.practice else "")]
    notes += [f"{side} +{ms} ms" for side, ms in _handicaps(row) if ms]
    notes += ["by the lines"] if row.by_lines else []
    notes += ["contested"] if row.contested else []
    unit = units.get(row.serial) or row.serial
    return plain(f"{seen:%Y-%m-%d %H:%M}  {unit}  {who}  {'; '.join(notes)}  {row.key}")


def _side(row: Row, side: Side) -> str:
    time = row.reaction_us(side)
    measured = f" {milliseconds(time)}" if time is not None else ""
    return (" ".join(row.name(side).split()) or side.value) + measured


def _handicaps(row: Row) -> tuple[tuple[str, int], tuple[str, int]]:
    return ("left", row.handicap_left_ms), ("right", row.handicap_right_ms)


def _head(first: str, columns: Sequence[tuple[str, int]]) -> str:
    return fitted(first, _NAME) + "".join(f"{name:>{wide}}" for name, wide in columns)


def _duels(player: Player, units: Mapping[str, str]) -> list[str]:
    """A line, and one more for what was played with a handicap beside the rest."""
    name, first, more = title(player.who, units), player.even, player.handicapped
    if not first.showdowns:
        name, first, more = f"{name} (handicap)", more, Score()
    cells = (
        str(player.false_starts),
        str(player.dead_heats),
        *_times(player.times),
        _streak(player.streak),
        str(player.best_streak),
    )
    wide = [cell for _, cell in (*_DUELS[3:], *_TIMES)]
    rest = "".join(f"{value:>{cell}}" for value, cell in zip(cells, wide, strict=True))
    lines = [fitted(name, _NAME) + _score(first) + rest]
    if more.showdowns:
        lines.append(fitted("  with a handicap", _NAME) + _score(more))
    return lines


def _score(score: Score) -> str:
    values = (score.showdowns, score.wins, score.losses)
    return "".join(f"{value:>{wide}}" for value, (_, wide) in zip(values, _DUELS, strict=False))


def _alone(player: Player, units: Mapping[str, str]) -> str:
    times = player.practice_times
    figures = (*_times(times), milliseconds(times.spread_us))
    values = (str(player.rounds), str(player.practice_false_starts), *figures)
    cells = "".join(f"{value:>{wide}}" for value, (_, wide) in zip(values, _ALONE, strict=True))
    return fitted(title(player.who, units), _NAME) + cells


def _times(times: Times) -> tuple[str, str]:
    mark = "~" if times.coarse else ""
    if not times.values:
        return "-", "-"
    return milliseconds(times.best_us) + mark, milliseconds(times.median_us) + mark


def _streak(streak: int) -> str:
    if streak == 0:
        return "-"
    return f"{abs(streak)} {'won' if streak > 0 else 'lost'}"


def _sparks(found: Sequence[Player], units: Mapping[str, str], *, plain: bool) -> list[str]:
    rows = [(title(player.who, units), player.times.values) for player in found]
    rows += [(f"{title(one.who, units)}, alone", one.practice_times.values) for one in found]
    shown = [(name, values[-_SPARK_CELLS:]) for name, values in rows if len(values) > 1]
    if not shown:
        return []
    low = min(min(values) for _, values in shown)
    high = reach([one for _, values in shown for one in values], 20_000)
    span = f"{milliseconds(low)} to {milliseconds(high)} ms"
    head = f"reaction times, the newest on the far right, {span}:"
    return [
        "",
        head,
        *(
            f"{fitted(name, _NAME)} {sparks(values, low, high, plain=plain)}"
            for name, values in shown
        ),
    ]
