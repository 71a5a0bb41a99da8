"""A guest that says it is a Raspberry Pi: its /proc/cpuinfo and its device tree."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

FIRMWARE = Path("/sys/firmware")
PI_4B = ("Raspberry Pi 4 Model B Rev 1.5", 0xC03115)


def pretend(model: str = PI_4B[0], revision: int = PI_4B[1], serial: str = "10000000deadbeef"):
    """Make it one until the guest ends; what else stood in /sys/firmware is hidden."""
    told = Path("/run/rig/cpuinfo")
    told.write_text(
        Path("/proc/cpuinfo").read_text()
        + f"\nRevision\t: {revision:x}\nSerial\t\t: {serial}\nModel\t\t: {model}\n"
    )
    _mount("--bind", str(told), "/proc/cpuinfo")
    _mount("-t", "tmpfs", "firmware", str(FIRMWARE))
    # rpi-lgpio, which stands in for RPi.GPIO, looks into /proc/device-tree alone.
    os.environ |= {"RPI_LGPIO_REVISION": f"{revision:x}", "RPI_LGPIO_CHIP": "0"}
    tree = FIRMWARE / "devicetree/base"
    (tree / "system").mkdir(parents=True)
    (tree / "model").write_bytes(model.encode() + b"\0")
    (tree / "serial-number").write_bytes(serial.encode() + b"\0")
    (tree / "system/linux,revision").write_bytes(revision.to_bytes(4, "big"))


def _mount(*words: str) -> None:
    subprocess.run(["/bin/mount", *words], check=True)
