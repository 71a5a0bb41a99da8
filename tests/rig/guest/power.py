"""The power cord."""

from __future__ import annotations

import os
from pathlib import Path
from typing import NoReturn

_RESET = Path("/proc/sysrq-trigger")


def cut() -> NoReturn:
    """End the guest in this very moment, nothing synced; the job's output is the host's by then.

    Only for a job: the agent's port is its own for that long.
    """
    out = Path("out").read_bytes()
    port = int(os.environ["RIG_PORT"])
    data = b"%10d%10d" % (0, len(out)) + out
    while data:
        data = data[os.write(port, data) :]
    _RESET.write_text("b")
    raise SystemExit("the guest survived")
