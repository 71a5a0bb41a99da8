"""The history for other programs: JSON objects, and CSV with columns that stay. Pure."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from showdown_host.history_players import Player, Score, Times
from showdown_host.history_rows import Row

PLAYER_COLUMNS = (
    "player",
    "unit",
    "side",
    "showdowns",
    "wins",
    "losses",
    "handicap_showdowns",
    "handicap_wins",
    "handicap_losses",
    "false_starts",
    "anticipated",
    "dead_heats",
    "times",
    "coarse_times",
    "best_us",
    "median_us",
    "streak",
    "best_streak",
    "practice_rounds",
    "practice_false_starts",
    "practice_times",
    "practice_best_us",
    "practice_median_us",
    "practice_spread_us",
)
SHOWDOWN_COLUMNS = (
    "unit",
    "key",
    "seen_at",
    "outcome",
    "loser",
    "left",
    "right",
    "left_us",
    "right_us",
    "resolution_us",
    "practice",
    "handicap_left_ms",
    "handicap_right_ms",
    "dead_heats",
    "contested",
    "by_lines",
    "cards",
)


def player_members(player: Player) -> dict[str, Any]:
    """One player's figures; times in microseconds, null where nothing was measured."""
    who = player.who
    return {
        "player": who.name or None,
        "unit": who.serial or None,
        "side": None if who.side is None else who.side.value,
        "showdowns": player.even.showdowns,
        "wins": player.even.wins,
        "losses": player.even.losses,
        **_prefixed("handicap_", player.handicapped),
        "false_starts": player.false_starts,
        "anticipated": player.anticipated,
        "dead_heats": player.dead_heats,
        **_times(player.times),
        "streak": player.streak,
        "best_streak": player.best_streak,
        "practice_rounds": player.rounds,
        "practice_false_starts": player.practice_false_starts,
        "practice_times": len(player.practice_times.values),
        "practice_best_us": player.practice_times.best_us,
        "practice_median_us": player.practice_times.median_us,
        "practice_spread_us": player.practice_times.spread_us,
    }


def showdown_members(row: Row) -> dict[str, Any]:
    """One showdown."""
    return {
        "unit": row.serial,
        "key": row.key,
        "seen_at": datetime.fromtimestamp(row.seen_ms / 1000, UTC).isoformat("T", "seconds"),
        "outcome": None if row.outcome is None else row.outcome.value,
        "loser": None if row.loser is None else row.loser.value,
        "left": row.left or None,
        "right": row.right or None,
        "left_us": row.left_us,
        "right_us": row.right_us,
        "resolution_us": row.resolution_us,
        "practice": None if row.practice is None else row.practice.value,
        "handicap_left_ms": row.handicap_left_ms,
        "handicap_right_ms": row.handicap_right_ms,
        "dead_heats": row.dead_heats,
        "contested": row.contested,
        "by_lines": row.by_lines,
        "cards": row.cards,
    }


def as_csv(columns: Sequence[str], rows: Iterable[Mapping[str, Any]]) -> str:
    """RFC 4180: a header, CRLF, quotes where needed. Null is an empty field."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(columns)
    for row in rows:
        writer.writerow([_cell(row[name]) for name in columns])
    return out.getvalue()


def _cell(value: object) -> object:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, str) and value[:1] in ("=", "+", "-", "@", "\t"):
        return f"'{value}"  # a spreadsheet takes a name that begins so for a formula
    return "" if value is None else value


def _prefixed(prefix: str, score: Score) -> dict[str, Any]:
    return {
        f"{prefix}showdowns": score.showdowns,
        f"{prefix}wins": score.wins,
        f"{prefix}losses": score.losses,
    }


def _times(times: Times) -> dict[str, Any]:
    return {
        "times": len(times.values),
        "coarse_times": times.coarse,
        "best_us": times.best_us,
        "median_us": times.median_us,
    }
