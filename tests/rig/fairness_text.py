"""What came of duels, as Markdown, and its place in a page."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from rig.fairness_rows import DESIGNS, FINEST_NS, LEAST_P, MOST_UNDECIDED, Row, wilson

BEGIN, END = "<!-- fairness:begin -->", "<!-- fairness:end -->"
HEADS = ("apart", "duels", "right", "dead heat", "void", "wrong", "up to", "left won", "p")
NIGHT = 375
"""Duels in a cell for which one would wait a night: 3000 a row."""


class NoPlaceError(Exception):
    """The page has no place for it; the message says what is missing."""


def page(rows: Sequence[Row], kept: Mapping[str, Any]) -> str:
    """Everything between the marks. `kept`: `duels` in a cell, `seed`, `versions` by name."""
    sections = [_played(rows, kept), "![Share of wrong verdicts over the gap](fairness.svg)"]
    sections += [_read(), _rig(), _criteria()]
    for name in DESIGNS:
        mine = [row for row in rows if row.design == name]
        if mine:
            sections += [_head(mine[0]), table(mine)]
    failed = sum(bool(row.failures()) for row in rows)
    unit = sum(row.resolution_ns is not None for row in rows)
    sections.append(f"Criteria met in {unit - failed} of the unit's {unit} rows.")
    return "\n\n".join(sections)


def table(rows: Sequence[Row]) -> str:
    """One design's rows, in columns also to the eye."""
    judged = rows[0].resolution_ns is not None
    lines = [(*HEADS, "criteria") if judged else HEADS]
    for row in rows:
        of = len(row.duels)
        cells = (
            length(row.apart_ns),
            str(of),
            percent(row.right / of, 1),
            str(row.dead_heat),
            str(row.void),
            str(row.wrong),
            percent(wilson(row.wrong, of)[1], 2),
            f"{row.left_won} of {row.decided}",
            f"{row.bias_p:.3f}",
        )
        lines.append((*cells, "; ".join(row.failures()) or "pass") if judged else cells)
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    rule = tuple("-" * (width - 1) + ":" for width in widths)
    return "\n".join(
        "| "
        + " | ".join(cell.rjust(width) for cell, width in zip(line, widths, strict=True))
        + " |"
        for line in (lines[0], rule, *lines[1:])
    )


def put(path: Path, text: str) -> None:
    """Replace what stands between the marks."""
    try:
        before, rest = path.read_text().split(BEGIN)
        _, after = rest.split(END)
    except (FileNotFoundError, ValueError):
        msg = f"not written: {path} must have {BEGIN} and then {END}, once each"
        raise NoPlaceError(msg) from None
    path.write_text(f"{before}{BEGIN}\n\n{text}\n\n{END}{after}")


def length(ns: int) -> str:
    """As a reader says it."""
    return f"{ns / 1000:.0f} µs" if ns < 999_500 else f"{ns / 1_000_000:.0f} ms"


def percent(share: float, digits: int) -> str:
    """In the spelling of the docs."""
    return f"{100 * share:.{digits}f} %"


def _played(rows: Sequence[Row], kept: Mapping[str, Any]) -> str:
    total = sum(len(row.duels) for row in rows)
    versions = ", ".join(f"{name} {version}" for name, version in kept["versions"].items())
    per_row = max(len(row.duels) for row in rows)
    none_wrong = wilson(0, 8 * NIGHT)[1]
    more = (
        f" `DUELS={NIGHT}` makes it {8 * NIGHT} a row, which takes a night, and"
        f" narrows the bound of a row without a wrong verdict to {percent(none_wrong, 2)}."
    )
    return _wrapped(
        f"Played by `make fairness DUELS={kept['duels']} SEED={kept['seed']} WRITE=1`:"
        f" {total} duels, {per_row} a row, on the simulated GPIO chip of the rig, in virtual time"
        f" ({versions}).{more if per_row < 8 * NIGHT else ''}"
    )


def _read() -> str:
    return _wrapped(
        "A row is one design at one gap, summed over 8 cells: the left one first or the right one,"
        " contacts that close at once or bounce for up to 0.9 ms, the CPU idle or wanted by two"
        " other processes. *apart* is the median of what lay between the two presses in truth,"
        " *void* whatever is neither a side nor a dead heat, *up to* the upper 95 % bound (Wilson)"
        " of the share of wrong verdicts among the duels. Each side was first in half of the"
        " duels: *left won* is of those decided, *p* how likely so uneven a share is by chance"
        " (binomial, two-sided)."
    )


def _rig() -> str:
    return _wrapped(
        "The simulated chip stamps at once, a Pi 5 by 7 to 20 µs late: the unit's dead heats at the"
        " smallest gaps are for the Pi's sake. `when_pressed` is called in the order of the stamps"
        " because lgpio holds edges back to sort them; it knows neither dead heat nor lost edge,"
        " and a bounce_time, the usual remedy against bouncing, makes that order one of the"
        " bounces' ends."
    )


def _criteria() -> str:
    finest = ", ".join(f"{name} {length(ns)}" for name, ns in FINEST_NS.items())
    return _wrapped(
        f"Criteria for the unit: a stated resolution of at most {finest}; no wrong verdict where"
        " the presses were at least the resolution apart; at twice the resolution and above at"
        f" most {percent(MOST_UNDECIDED, 0)} dead heat or void; p above {LEAST_P}."
    )


def _head(row: Row) -> str:
    head = f"**{DESIGNS[row.design]}**"
    if row.resolution_ns is None:
        return head
    return f"{head}, stated resolution {length(row.resolution_ns)}"


def _wrapped(text: str) -> str:
    return textwrap.fill(text, 100, break_long_words=False, break_on_hyphens=False)
