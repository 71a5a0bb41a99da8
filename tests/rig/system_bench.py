"""`make bench-rig`: boot to ready, memory and wake-ups of the installed service, with the machine.

Figures of an emulated x86-64 guest, whose instructions take a nanosecond each: for comparing one
commit with another, never for a Pi.
"""

from __future__ import annotations

import platform
import re
import sys
from typing import Any

from rig import cache
from rig.machine import NoRigError
from rig.system import System

COMMAND = "make bench-rig"


def main() -> int:
    """Print them; the exit status."""
    try:
        system = System()
    except NoRigError as error:
        print(error, file=sys.stderr)
        return 1
    with system.ready() as guest:
        idle = guest.run("bench").facts
    print("\n".join(lines(system.parts.facts, idle)))
    return 0


def lines(boot: dict[str, Any], idle: dict[str, Any]) -> list[str]:
    """The table, a figure a line."""
    memory, cgroup = idle["memory"], idle["cgroup"]
    host = f"{platform.machine()}, {platform.system()} {platform.release()}"
    return [
        f"{COMMAND} ({cache.qemu_version()} on {host}; guest Debian 13, x86-64, one core of"
        " 1 ns an instruction, 512 MB)",
        f"boot to ready       {boot['ready_s']:.1f} s of guest time since the kernel's start",
        f"  all of the boot   {_first(boot['boot'])}",
        f"  the service       {_service_start(boot['blame'])}",
        f"resident memory     {memory['rss_kb'] / 1024:.1f} MiB RSS,"
        f" {memory['pss_kb'] / 1024:.1f} MiB PSS, {memory['private_dirty_kb'] / 1024:.1f} MiB of"
        " its own",
        f"  with its cgroup   {int(cgroup['MemoryCurrent']) / 2**20:.1f} MiB,"
        f" {cgroup['TasksCurrent']} tasks",
        f"idle wake-ups       {idle['switches']} in {idle['seconds']} s (voluntary context"
        f" switches of {len(idle['threads'])} threads)",
        *(f"  {name:24s} {count}" for name, count in sorted(idle["threads"].items())),
    ]


def _first(text: str) -> str:
    return text.splitlines()[0].removeprefix("Startup finished in ") if text else "unknown"


def _service_start(blame: list[str]) -> str:
    for line in blame:
        if match := re.match(r"\s*(.*?) showdown-unit\.service$", line):
            return f"{match[1]} from its start to its word that it is ready"
    return "not among the slowest of the boot"


if __name__ == "__main__":
    raise SystemExit(main())
