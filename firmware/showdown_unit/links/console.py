"""Finds a UART that the kernel uses as its own console."""

from __future__ import annotations

from pathlib import PurePath


def uart_console_conflict(text: str, path: str) -> str | None:
    """What to do where that UART is an enabled console, else None.

    `text` is that of /proc/consoles, `path` the real device node, links such as /dev/serial0
    resolved. With a console on it, the kernel's messages stand between our lines and a getty
    takes some of the bytes.
    """
    uart = PurePath(path).name
    for line in text.splitlines():
        name, _, rest = line.partition(" ")
        flags = rest.partition("(")[2].partition(")")[0]
        if name == uart and "E" in flags:
            return (
                f"{path} is the kernel's console too (UART_CONSOLE_CONFLICT): remove every "
                f"console=serial0,… and console={uart},… from /boot/firmware/cmdline.txt, run "
                f"`systemctl mask serial-getty@{uart}`, and restart the Pi"
            )
    return None
