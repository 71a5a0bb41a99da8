"""What `setup` would change on the boot partition, and why not: values in, values out.

All of ours stands in one marked block of config.txt, with what it takes to undo it. A plan is made
from the files as they would be without us, so that a later one replaces an earlier one wholly.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import PurePosixPath

from showdown_hw.board import Board
from showdown_hw.models import Model
from showdown_unit import setup_cmdline, setup_lines
from showdown_unit.config import Config
from showdown_unit.setup_text import (
    Applies,
    Line,
    SetupError,
    in_force_is_all,
    includes,
    joined,
    keys,
    last,
    settings,
    split,
    without_block,
)

CONFIG = "config.txt"
CMDLINE = "cmdline.txt"

_MASKED = "# masked "
_OF_OURS = (
    "#",
    "[all]",
    "gpio=",
    "dtoverlay=dwc2,",
    "dtoverlay=pwm,",
    "dtoverlay=disable-bt",
    "dtparam=audio=",
    "dtparam=uart0=",
    "enable_uart=",
    "otg_mode=",
)
"""How lines of our block begin, also for other models, boards and links."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Boot:
    """What was found. A text is None where there is no such file.

    `masked`: the units of systemd that are masked. `modules`: the kernel modules loaded at boot
    that take the USB device port, by the file that names them.
    """

    config_txt: str
    cmdline_txt: str | None = None
    masked: frozenset[str] = frozenset()
    modules: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class SetText:
    """A file of the boot partition gets this text."""

    file: str
    text: str


@dataclass(frozen=True, slots=True)
class Mask:
    """A unit of systemd is masked, or no longer."""

    unit: str
    on: bool


Step = SetText | Mask


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What to do, in this order: after any of the steps the rest can be found out again.

    `notes`: what to know, nothing of it stands in the way.
    """

    config_txt: str
    cmdline_txt: str | None
    steps: tuple[Step, ...]
    notes: tuple[str, ...] = ()


def plan(model: Model, board: Board, config: Config, boot: Boot) -> Plan:
    """The lines that this unit needs. SetupError says what has to be done before that."""
    _check_port(model, config, boot)
    parts = split(boot.config_txt)
    before, after = parts.before, parts.after
    wanted = setup_lines.wanted(model, board, config)
    if in_force_is_all(before) and _overriding(wanted, after, model):
        before, after = before + after, ""
    theirs = list(settings(before, model))
    groups, notes = _missing(wanted, theirs, model, config)
    late = _overriding(wanted, after, model)
    cmdline, edits = _cmdline(model, config, boot, [*theirs, *settings(after, model)], parts.block)
    units = _to_mask(model, config, boot, parts.block)
    name = " ".join(board.name.split())[:40]
    body = (
        f"# for a Raspberry Pi {model.name} with the board {name}",
        *_rows(groups),
        *(f"{_MASKED}{unit}" for unit in units),
        *setup_cmdline.records(cmdline or "", edits),
    )
    config_txt = joined(before, body, after)
    return Plan(
        config_txt=config_txt,
        cmdline_txt=cmdline,
        steps=_steps(
            boot, parts.block, config_txt=config_txt, cmdline=cmdline, masks=units, edits=edits
        ),
        notes=(
            *setup_lines.advice(model, config),
            *notes,
            *map(_late, late),
            *_strange(parts.block, wanted),
            *(map(_changed, edits) if cmdline != boot.cmdline_txt else ()),
            *(_other_files(theirs) if edits else ()),
            *map(_included, includes(before + after)),
        ),
    )


def undo(boot: Boot) -> Plan:
    """Without our block and what came with it; no step where there is no block."""
    parts = split(boot.config_txt)
    config_txt, cmdline = without_block(parts), _cmdline_without_us(boot, parts.block)
    return Plan(
        config_txt=config_txt,
        cmdline_txt=cmdline,
        steps=_steps(boot, parts.block, config_txt=config_txt, cmdline=cmdline),
    )


def still_needed(model: Model, board: Board, config: Config, config_txt: str) -> tuple[str, ...]:
    """The lines that this config.txt lacks or overrides: `sudo showdown-unit setup` adds them."""
    wanted = setup_lines.wanted(model, board, config)
    return lacking([line for group in wanted for line in group.lines], model, config_txt)


def lacking(lines: Iterable[str], model: Model | None, config_txt: str) -> tuple[str, ...]:
    """Those of the lines that do not count there: missing, under a filter, or overridden."""
    theirs = list(settings(config_txt, model))
    return tuple(line for line in lines if not _stands(line, theirs))


def _rows(groups: tuple[setup_lines.Group, ...]) -> Iterator[str]:
    """Lines of config.txt; a bare `dtoverlay=` first, else others' overlay above takes dtparam."""
    if any(line.startswith("dtparam=") for group in groups for line in group.lines):
        yield from ("# what follows is no parameter of an overlay above", "dtoverlay=")
    for group in groups:
        yield from (f"# {group.why}", *group.lines)


# --- others' lines ------------------------------------------------------------------------------


def _missing(
    groups: tuple[setup_lines.Group, ...], theirs: list[Line], model: Model, config: Config
) -> tuple[tuple[setup_lines.Group, ...], list[str]]:
    """Without what stands there already; with what undoes a line that would be in our way."""
    kept: list[setup_lines.Group] = []
    notes: list[str] = []
    told: set[int] = set()
    for group in groups:
        lines = tuple(line for line in group.lines if not _stands(line, theirs))
        notes += [
            f"`{line}` stands in {CONFIG} already" for line in group.lines if line not in lines
        ]
        notes += [note for line in lines for note in _overridden(line, theirs, told)]
        if lines:
            kept.append(setup_lines.Group(group.why, lines))
    host = last("otg_mode", theirs)
    if setup_lines.wants_usb(model, config) and host is not None and host.text != "otg_mode=0":
        kept.append(setup_lines.Group(f"against `{host.text}` above", ("otg_mode=0",)))
        notes.append(f"line {host.number}, `{host.text}`, makes the USB port a host: ours wins")
    return tuple(kept), notes


def _stands(line: str, theirs: list[Line]) -> bool:
    """Whether all that the line sets is so already, by lines that surely count."""
    if line.startswith("dtoverlay=pwm,") and any(_both_channels(line, other) for other in theirs):
        return True
    for key, value in keys(line).items():
        latest = last(key, theirs)
        if latest is None or latest.applies is not Applies.YES or latest.sets()[key] != value:
            return False
    return True


def _both_channels(line: str, other: Line) -> bool:
    """`dtoverlay=pwm-2chan` has our pin as one of its two."""
    name, *words = other.text.removeprefix("dtoverlay=").split(",")
    _, pin, function = line.split(",")
    number, code = pin.removeprefix("pin="), function.removeprefix("func=")
    return (
        other.applies is Applies.YES
        and name == "pwm-2chan"
        and ({pin, function} <= {*words} or {f"pin2={number}", f"func2={code}"} <= {*words})
    )


def _overridden(line: str, theirs: list[Line], told: set[int]) -> Iterator[str]:
    for key, value in keys(line).items():
        latest = last(key, theirs)
        if latest is None or latest.sets()[key] == value or latest.number in told:
            continue
        told.add(latest.number)
        yield f"line {latest.number}, `{latest.text}`, stays; ours comes later and wins: `{line}`"


def _overriding(groups: tuple[setup_lines.Group, ...], after: str, model: Model) -> list[Line]:
    """Others' lines behind our block that set the same to something else."""
    ours: dict[str, str] = {}
    for group in groups:
        for line in group.lines:
            ours |= keys(line)
    return [
        line
        for line in settings(after, model)
        if line.applies is not Applies.NO
        and any(ours.get(key, value) != value for key, value in line.sets().items())
    ]


def _strange(block: tuple[str, ...] | None, wanted: tuple[setup_lines.Group, ...]) -> Iterator[str]:
    """What somebody has written into our block, as far as it is surely not ours."""
    known = {line for group in wanted for line in group.lines}
    for row in block or ():
        if row not in known | {"", "dtoverlay="} and not row.startswith(_OF_OURS):
            yield (
                f"`{row}` inside of our block is not ours and goes with it: where it is needed, it"
                " has to stand above the block"
            )


def _late(line: Line) -> str:
    return (
        f"`{line.text}` stands behind our block and wins: take it out of {CONFIG} if the unit"
        " does not work with it"
    )


def _check_port(model: Model, config: Config, boot: Boot) -> None:
    """SetupError where another gadget would have the USB device port before ours."""
    if not setup_lines.wants_usb(model, config):
        return
    for file, module in boot.modules:
        if PurePosixPath(file).name == "usb-gadget.conf":
            what = "Raspberry Pi's USB network (rpi-usb-gadget)"
            mend = "sudo rpi-usb-gadget off"
        else:
            what = f"the kernel module {module}"
            mend = f"sudo sed -i '/^{module}/d' {file}"
        raise SetupError(
            f"{file}: {what} takes the USB port before the unit: {mend}, then"
            " sudo showdown-unit setup. A login over that USB network ends: have Wi-Fi or a screen"
        )


# --- cmdline.txt and masked units ---------------------------------------------------------------


def _cmdline(
    model: Model, config: Config, boot: Boot, theirs: list[Line], block: tuple[str, ...] | None
) -> tuple[str | None, tuple[setup_cmdline.Edit, ...]]:
    text = _cmdline_without_us(boot, block)
    if text is None:
        return None, ()
    enabled = last("enable_uart", theirs)
    consoles: frozenset[str] = frozenset()
    if setup_lines.wants_uart(model, config):
        on = enabled is not None and enabled.text != "enable_uart=0"
        consoles = setup_lines.console_words(model, enable_uart=on)
    gadgets = setup_lines.wants_usb(model, config)

    def rule(word: str) -> str | None:
        name, _, value = word.partition("=")
        if name == "console" and value.split(",")[0] in consoles:
            return None
        if name == "modules-load" and gadgets:
            kept = [module for module in value.split(",") if not is_gadget(module)]
            return f"{name}={','.join(kept)}" if kept else None
        return word

    return setup_cmdline.edited(text, rule)


def _changed(edit: setup_cmdline.Edit) -> str:
    old, new = edit.old.strip(), edit.new.strip()
    if old.startswith("console="):
        return f"`{old}` leaves {CMDLINE}: the kernel and a login would write into the unit's lines"
    what = f"becomes `{new}` in {CMDLINE}" if new else f"leaves {CMDLINE}"
    return f"`{old}` {what}: it would take the USB port; a login over that USB network ends"


def _other_files(theirs: list[Line]) -> Iterator[str]:
    for key in ("cmdline", "os_prefix"):
        line = last(key, theirs)
        if line is not None:
            yield (
                f"line {line.number}, `{line.text}`, names another file than {CMDLINE}: do there"
                " what the change does here"
            )


def _included(line: tuple[int, str]) -> str:
    number, text = line
    return (
        f"line {number}, `{text}`, names a file that was not looked into: see for yourself that"
        " it sets nothing against our lines"
    )


def is_gadget(module: str) -> bool:
    """Whether it is a kernel module that takes the USB device port by itself: g_ether and such."""
    return module.startswith("g_")


def _cmdline_without_us(boot: Boot, block: tuple[str, ...] | None) -> str | None:
    if boot.cmdline_txt is None or block is None:
        return boot.cmdline_txt
    return setup_cmdline.undone(boot.cmdline_txt, block)


def _to_mask(
    model: Model, config: Config, boot: Boot, block: tuple[str, ...] | None
) -> tuple[str, ...]:
    """The login on the UART; nothing where somebody else has masked it."""
    if not setup_lines.wants_uart(model, config):
        return ()
    unit = setup_lines.getty(model)
    return (unit,) if unit in _ours(block) or unit not in boot.masked else ()


def _ours(block: tuple[str, ...] | None) -> tuple[str, ...]:
    rows = [row for row in block or () if row.startswith(_MASKED)]
    return tuple(row.removeprefix(_MASKED) for row in rows)


def _steps(
    boot: Boot,
    block: tuple[str, ...] | None,
    *,
    config_txt: str,
    cmdline: str | None,
    masks: tuple[str, ...] = (),
    edits: tuple[setup_cmdline.Edit, ...] = (),
) -> tuple[Step, ...]:
    """The block stands in config.txt as long as anything that it tells how to undo."""
    steps: list[Step] = []
    now = boot.cmdline_txt
    old = tuple(row for row in block or () if setup_cmdline.is_record(row))
    if now is not None and old and old != setup_cmdline.records(cmdline or "", edits):
        now = _cmdline_without_us(boot, block)
        if now is not None and now != boot.cmdline_txt:
            steps.append(SetText(CMDLINE, now))
    steps += [Mask(unit, on=False) for unit in _ours(block) if unit not in masks]
    if config_txt != boot.config_txt:
        steps.append(SetText(CONFIG, config_txt))
    steps += [Mask(unit, on=True) for unit in masks if unit not in boot.masked]
    if cmdline is not None and cmdline != now:
        steps.append(SetText(CMDLINE, cmdline))
    return tuple(steps)
