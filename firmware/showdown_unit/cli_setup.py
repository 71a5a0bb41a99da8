"""`showdown-unit setup`: the lines of the boot partition that the unit needs.

It shows what would change and asks. 0: done, or nothing to do; 1: not done, and why.
"""

from __future__ import annotations

import argparse
import contextlib
import difflib
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from showdown_hw.board import Board
from showdown_hw.errors import BoardError
from showdown_hw.models import MODELS, Model, model_of
from showdown_unit.boards import board_of
from showdown_unit.check_state import OVERLAY_OFF
from showdown_unit.config import DEFAULT_PATH, Config, load
from showdown_unit.setup_files import BootPartition
from showdown_unit.setup_plan import CMDLINE, CONFIG, Boot, Mask, Plan, plan, undo
from showdown_unit.setup_text import SetupError

FAILED = 1

Read = Callable[[str], str]


def command(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add it to the commands of `showdown-unit`."""
    parser = commands.add_parser(
        "setup",
        help="the lines of config.txt that the unit needs: show, ask, write, undo",
        description="Put the lines that this Raspberry Pi, board and configuration need into"
        " config.txt and cmdline.txt of the boot partition, or take them out again. The change is"
        " shown first.",
    )
    parser.add_argument(
        "--config",
        type=Path,
        metavar="FILE",
        help=f"the configuration (default: {DEFAULT_PATH}, where it exists)",
    )
    parser.add_argument("--undo", action="store_true", help="take everything out again")
    parser.add_argument("--dry-run", action="store_true", help="show it, change nothing")
    parser.add_argument("--yes", action="store_true", help="do not ask")
    parser.add_argument(
        "--root",
        type=Path,
        default=Path("/"),
        metavar="DIR",
        help="another system, mounted at DIR (with its boot partition at DIR/boot/firmware)",
    )
    parser.add_argument(
        "--model",
        metavar="NAME",
        help="the Raspberry Pi, where it is not this one: " + ", ".join(_names()),
    )
    parser.set_defaults(run=run)


def _read(question: str) -> str:
    if sys.stdin is None:  # closed by whoever started this
        raise EOFError
    return input(question)


def run(
    args: argparse.Namespace, *, read: Read = _read, tell: Callable[[str], None] = print
) -> int:
    """Run the command; the exit status. `read` shows a question and gives a line."""
    try:
        return _run(args, read, tell)
    except (SetupError, BoardError) as error:
        print(error, file=sys.stderr)
        return FAILED


def _run(args: argparse.Namespace, read: Read, tell: Callable[[str], None]) -> int:
    partition = BootPartition(args.root)
    with contextlib.nullcontext() if args.dry_run else partition.alone():
        return _change(args, partition, read, tell)


def _change(
    args: argparse.Namespace, partition: BootPartition, read: Read, tell: Callable[[str], None]
) -> int:
    boot = partition.read()
    wish = undo(boot) if args.undo else _plan(args, boot, tell)
    for note in wish.notes:
        tell(f"note: {note}")
    if not wish.steps:
        tell(f"nothing to do: {_already(undoing=args.undo)} {partition.shown}")
        return 0
    tell("\n".join(changes(boot, wish, partition.shown)))
    for place in partition.forgotten():
        tell(
            f"WARNING: {place} is in memory (an overlay), so a change there is gone after the next"
            f" boot. Overlay off: {OVERLAY_OFF}; then again"
        )
    if args.dry_run:
        tell("nothing was changed")
        return 0
    partition.check_writable()
    if not args.yes and not _agreed(read):
        tell("nothing was changed")
        return FAILED
    _take(partition, wish, undoing=args.undo)
    tell("done; it counts from the next boot on: sudo reboot")
    return 0


def _plan(args: argparse.Namespace, boot: Boot, tell: Callable[[str], None]) -> Plan:
    root: Path = args.root
    path: Path | None = args.config
    own = root / DEFAULT_PATH.relative_to("/")
    if path is None and own.exists():
        path = own
    config = load(path)
    model = _model(args.model, root)
    board = _board(config, root)
    tell(
        f"Raspberry Pi {model.name}, board {board.name}, {path or 'configuration at its defaults'}"
    )
    return plan(model, board, config, boot)


def _take(partition: BootPartition, wish: Plan, *, undoing: bool) -> None:
    if not undoing:
        partition.back_up()
    for step in wish.steps:
        partition.take(step)
    if undoing:
        partition.tidy()


# --- what it is about -----------------------------------------------------------------------------


def _names() -> list[str]:
    return list(dict.fromkeys(model.name for model in MODELS if model.filters))


def _model(named: str | None, root: Path) -> Model:
    """By its name, or without the letter where one has that number alone: `5` is the 5 B."""
    if named is None:
        model = model_of(root)
        if model is None:
            raise SetupError(
                "this is no Raspberry Pi that a unit can be built on, as far as its device tree"
                f" tells: name it with --model, one of {', '.join(_names())}"
            )
        return model
    there = {_short(model.name): model for model in reversed(MODELS) if model.filters}
    asked = _short(named)
    if asked in there:
        return there[asked]
    alike = [model for short, model in there.items() if short.rstrip("ab+") == asked]
    if len(alike) == 1:
        return alike[0]
    raise SetupError(f"--model {named}: there are {', '.join(_names())}")


def _short(name: str) -> str:
    """`Raspberry Pi 4 B`, `4B` and `pi4b` are one; so are `Compute Module 4` and `CM4`."""
    words = name.lower().replace("raspberry", "").replace("pi", "").replace("model", "")
    plain = words.replace("_", "").replace("-", "").replace(" ", "")
    return plain.replace("computemodule", "cm")


def _board(config: Config, root: Path) -> Board:
    """The board of the configuration; an absolute path is one of the other system."""
    name = Path(config.hardware.board)
    return Board.load(root / name.relative_to("/")) if name.is_absolute() else board_of(config)


# --- words ---------------------------------------------------------------------------------------


def changes(boot: Boot, wish: Plan, folder: str) -> Iterator[str]:
    """What the plan changes, as a diff and in words."""
    yield from _diff(f"{folder}/{CONFIG}", boot.config_txt, wish.config_txt)
    yield from _diff(f"{folder}/{CMDLINE}", boot.cmdline_txt or "", wish.cmdline_txt or "")
    for step in wish.steps:
        if isinstance(step, Mask):
            yield f"{step.unit}: {'masked' if step.on else 'no longer masked'}"


def _diff(name: str, old: str, new: str) -> Iterator[str]:
    rows = difflib.unified_diff(_rows(old), _rows(new), name, name, n=2, lineterm="")
    yield from (row.encode("utf-8", "replace").decode() for row in rows)


def _rows(text: str) -> list[str]:
    return [row.rstrip("\r") for row in text.removesuffix("\n").split("\n")] if text else []


def _already(*, undoing: bool) -> str:
    return "nothing of ours is in" if undoing else "all that the unit needs is in"


def _agreed(read: Read) -> bool:
    try:
        return read("Make these changes? [y/N] ").strip().lower() in ("y", "yes")
    except EOFError:
        raise SetupError("nobody answered, so nothing was changed: add --yes in scripts") from None
