"""Does nothing: what a job costs."""

import os
import sys
from importlib.metadata import version
from pathlib import Path

from guest.words import report

report(
    python=sys.version.split()[0],
    kernel=os.uname().release,
    uptime_s=float(Path("/proc/uptime").read_text().split()[0]),
    fw=version("showdown-unit"),
    **{name: version(name) for name in ("gpiozero", "gpiod", "rpi-lgpio", "msgspec", "pytest")},
)
