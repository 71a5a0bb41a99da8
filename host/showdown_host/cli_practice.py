"""`showdown practice`: one player alone, round after round, each time told at once."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from showdown_host.cli_common import Exit, OpenUnit, Progress, say, state_words
from showdown_host.errors import StoreError
from showdown_host.history_figures import median, spread
from showdown_host.history_players import EARLY, Player, Wanted, only, players
from showdown_host.history_rows import Fold
from showdown_host.history_store import HistoryStore
from showdown_host.history_words import milliseconds
from showdown_host.remember import Remember
from showdown_host.result import Result
from showdown_host.unit import Unit
from showdown_protocol.messages import Outcome, Side

ROUNDS = 5


def add_practice(parser: argparse.ArgumentParser) -> None:
    """The arguments of `practice`."""
    parser.add_argument("side", choices=("left", "right"), help="the paddle that is played")
    parser.add_argument(
        "--rounds", type=_rounds, default=ROUNDS, metavar="N", help=f"how many ({ROUNDS})"
    )
    parser.add_argument("--player", metavar="NAME", help="who plays")
    parser.add_argument(
        "--start",
        choices=("button", "now"),
        default="button",
        help="what starts each count (button); now: by itself, where the unit allows it",
    )


def practice(args: argparse.Namespace, open_unit: OpenUnit) -> int:
    """Play rounds alone, and tell how they compare. Ctrl-C ends it, and calls off what is armed."""
    side = Side(args.side)
    before = _before(args.player)
    results: list[Result] = []
    interrupted = False
    with open_unit("control") as unit, Remember(unit.info, tell=_tell) as memory:
        try:
            for number in range(1, args.rounds + 1):
                result = _round(args, unit, memory, f"round {number} of {args.rounds}")
                results.append(result)
                print(f"{number:3}  {round_words(result, side)}", flush=True)
                if not result.conclusive and result.outcome is None:
                    break  # called off, or the unit gave it up
        except KeyboardInterrupt:
            interrupted = True
    for line in summary(results, side, before):
        print(line)
    if interrupted:
        return Exit.INTERRUPTED
    return Exit.OK if any(one.conclusive for one in results) else Exit.UNDECIDED


def round_words(result: Result, side: Side) -> str:
    """One round: its time, or why there is none."""
    if result.outcome is Outcome.WIN and side in result.reaction_us:
        return f"{milliseconds(result.reaction_us[side])} ms"
    if result.outcome in EARLY:
        return "too early" if result.outcome is Outcome.FALSE_START else "too soon after green"
    why = f": {result.reason}" if result.reason else ""
    return (result.outcome or result.state).value.replace("_", " ") + why


def summary(results: Sequence[Result], side: Side, before: Player | None) -> list[str]:
    """What the rounds came to, and what this player had before."""
    early = sum(one.outcome in EARLY for one in results)
    times = [
        one.reaction_us[side]
        for one in results
        if side in one.reaction_us and one.outcome not in EARLY
    ]
    if not results:
        return []
    best, middle, apart = min(times, default=None), median(times), spread(times)
    lines = [
        f"best {milliseconds(best)} ms, median {milliseconds(middle)} ms, "
        f"spread {milliseconds(apart)} ms, {_many(len(times), 'time')}, "
        f"{_many(early, 'false start')}"
    ]
    if before is None:
        return lines
    usual = before.practice_times.median_us
    if usual is not None:
        words = f"before: best {milliseconds(before.practice_times.best_us)} ms, median "
        words += f"{milliseconds(usual)} ms in {_many(before.rounds, 'round')}"
        if middle is not None and middle != usual:
            faster = "faster" if middle < usual else "slower"
            words += f"; {milliseconds(abs(middle - usual))} ms {faster} now"
        lines.append(words)
    if before.times.median_us is not None:
        lines.append(f"in showdowns: median {milliseconds(before.times.median_us)} ms")
    return lines


def _round(args: argparse.Namespace, unit: Unit, memory: Remember, head: str) -> Result:
    names = {args.side: args.player} if args.player else {}
    intention = unit.prepare(
        0, names.get("left"), names.get("right"), start=args.start, practice=args.side
    )
    progress = Progress()

    def note(result: Result) -> None:
        memory.result(result)
        if not result.over:
            progress.show(f"{head}: {state_words(result.state, start=intention.start)}")

    try:
        return unit.resume(intention.key, on_progress=note)
    except KeyboardInterrupt:
        progress.show("calling it off…")
        memory.result(unit.cancel(intention.key))
        raise
    finally:
        progress.end()


def _before(name: str | None) -> Player | None:
    """The history of this player; of a player without a name nobody knows whose it was."""
    if not name:
        return None
    state = Fold()
    try:
        HistoryStore().read(state)
    except StoreError as error:
        _tell(str(error))
    found = only(players(Wanted().of(state.in_order())), name)
    return found[0] if found else None


def _tell(text: str) -> None:
    say(f"showdown: {text}")


def _many(number: int, word: str) -> str:
    return f"{number} {word}{'' if number == 1 else 's'}"


def _rounds(text: str) -> int:
    number = int(text)
    if number < 1:
        msg = f"{number}: at least 1"
        raise argparse.ArgumentTypeError(msg)
    return number
