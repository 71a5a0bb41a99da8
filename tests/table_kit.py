"""Matches to play in tests: a table in a folder, and bots that play it as far as is wanted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from showdown_rules.actions import TABLE, Action, NextRound, Settle
from showdown_rules.ruleset import ruleset
from showdown_rules.state import Phase, State
from showdown_table.bot_seats import BotSeats
from showdown_table.table import Table, deck_text

NAMES = ("Ana", "Bo", "Cy")


def new_table(
    folder: Path,
    *,
    names: Sequence[str] = NAMES,
    bots: str = "greedy",
    seed: str = "seed",
    preset: str = "showdown",
    **options: Any,
) -> Table:
    """A new match of bots."""
    rules = ruleset(preset, **options)
    kinds = [bots] * len(names)
    return Table.new(folder, rules, deck_text(rules.deck), names, bots=kinds, seed=seed)


def next_action(state: State, bots: BotSeats) -> Action:
    """What bots do next; who began a showdown loses it."""
    action = bots.aside(state) or bots.move(state)
    if action is not None:
        return action
    if state.showdown is not None:
        return Settle(state.turn, TABLE, state.showdown.number, state.showdown.initiator, "table")
    return NextRound(state.turn, TABLE)


def play(table: Table, stop: Callable[[State], bool]) -> None:
    """Until the state is as wanted, or the match is over."""
    bots = BotSeats(table.bots)
    while table.acting() and not stop(table.state):
        table.act(next_action(table.state, bots))


def at_showdown(state: State) -> bool:
    """A showdown waits."""
    return state.phase == Phase.SHOWDOWN
