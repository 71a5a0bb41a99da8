"""What the firmware tells about the machine: properties of the device tree.

Read below /sys, never /proc/device-tree, which a sandboxed service does not see.
"""

from __future__ import annotations

from pathlib import Path

DEVICE_TREE = "sys/firmware/devicetree/base"


def raw(node: Path, name: str) -> bytes:
    """A property's bytes; empty where it does not exist or cannot be read."""
    try:
        return (node / name).read_bytes()
    except OSError:
        return b""


def strings(node: Path, name: str) -> list[str]:
    """A property that is a list of texts."""
    return [part.decode(errors="replace") for part in raw(node, name).split(b"\0") if part]


def numbers(node: Path, name: str) -> list[int]:
    """A property that is a list of 32-bit numbers."""
    cells = raw(node, name)
    return [int.from_bytes(cells[at : at + 4], "big") for at in range(0, len(cells) - 3, 4)]


def base(root: str | Path = "/") -> Path:
    """The tree's root node; `root` is where `sys` is."""
    return Path(root) / DEVICE_TREE
