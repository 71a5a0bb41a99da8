"""Which Raspberry Pi this is, for gpiozero's table of pins: from the device tree alone.

gpiozero itself reads /proc/device-tree, which a sandboxed service does not see, and gives up
where it finds nothing. All these models have the same 40-pin header, so that a guess is harmless.
"""

from __future__ import annotations

import struct
from pathlib import Path

from showdown_hw.chips import HEADER_LABELS

DEVICE_TREE = "sys/firmware/devicetree/base"

REVISIONS: dict[str, int] = {
    "raspberrypi,model-zero-2-w": 0x902120,
    "raspberrypi,model-zero-2": 0x902120,
    "raspberrypi,3-model-a-plus": 0x9020E0,
    "raspberrypi,3-model-b": 0xA02082,
    "raspberrypi,3-model-b-plus": 0xA020D3,
    "raspberrypi,4-model-b": 0xC03114,
    "raspberrypi,400": 0xC03130,
    "raspberrypi,4-compute-module": 0xC03141,
    "raspberrypi,5-model-b": 0xC04170,
    "raspberrypi,5-compute-module": 0xC04180,
    "raspberrypi,500": 0xC04190,
    "brcm,bcm2837": 0x902120,
    "brcm,bcm2711": 0xC03114,
    "brcm,bcm2712": 0xC04170,
}
"""What a device tree says that it is compatible with, and a usual revision of that model."""

_OF_LABEL = dict(zip(HEADER_LABELS, (0xC04170, 0xC03114, 0x902120), strict=True))
_ZERO_2_W = 0x902120


def model_name(root: str | Path = "/") -> str | None:
    """The model as the firmware names it, as `Raspberry Pi 5 Model B Rev 1.0`; None if unknown."""
    names = _strings(root, "model")
    return names[0] if names else None


def board_revision(root: str | Path = "/", label: str | None = None) -> int:
    """The revision code, or a usual one of the model or of what has a header chip of that label."""
    raw = _property(root, "system/linux,revision")
    if len(raw) == 4:
        (code,) = struct.unpack(">I", raw)
        # Bits above the code tell of overvoltage and warranty; old codes have no bit 23.
        return int(code) & 0xFFFFFF if code & 0x800000 else int(code) & 0xFFFF
    for name in _strings(root, "compatible"):
        if name in REVISIONS:
            return REVISIONS[name]
    return _OF_LABEL.get(label or "", _ZERO_2_W)


def _strings(root: str | Path, name: str) -> list[str]:
    return [part.decode(errors="replace") for part in _property(root, name).split(b"\0") if part]


def _property(root: str | Path, name: str) -> bytes:
    try:
        return (Path(root) / DEVICE_TREE / name).read_bytes()
    except OSError:
        return b""
