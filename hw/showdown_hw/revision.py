"""Which Raspberry Pi this is, for gpiozero's table of pins: from the device tree alone.

gpiozero itself reads /proc/device-tree, which a sandboxed service does not see, and gives up
where it finds nothing. All these models have the same 40-pin header, so that a guess is harmless.
"""

from __future__ import annotations

from pathlib import Path

from showdown_hw import device_tree
from showdown_hw.models import MODELS, model_of

_ZERO_2_W = 0x902120


def is_pi_5(revision: int) -> bool:
    """Whether that code is of a Pi with its pins behind RP1: 5, 500, Compute Module 5."""
    new_style, processor = revision >> 23 & 1, revision >> 12 & 0xF
    return bool(new_style) and processor >= 4


def board_revision(root: str | Path = "/", label: str | None = None) -> int:
    """The revision code, or a usual one of the model or of what has a header chip of that label."""
    codes = device_tree.numbers(device_tree.base(root), "system/linux,revision")
    if len(codes) == 1:
        # Bits above the code tell of overvoltage and warranty; old codes have no bit 23.
        return codes[0] & 0xFFFFFF if codes[0] & 0x800000 else codes[0] & 0xFFFF
    model = model_of(root)
    if model is not None:
        return model.revision
    # The last row of a label is the one for its processor.
    return {row.header_label: row.revision for row in MODELS}.get(label or "", _ZERO_2_W)
