"""What a Pi has before any program runs, made at each boot of the guest with systemd.

The header chip with nobody at the paddles, the PWM chip of a Pi 4, its device tree. A trace of
every output runs from here on. Once it is made, others find it: `SimChip()`, `OutputTrace()`.
"""

from __future__ import annotations

import subprocess
from pathlib import Path

from guest.pi import FIRMWARE, pretend
from guest.sim import SimChip
from guest.trace import OutputTrace

SERIAL = "10000000deadbeef"
PWM_MODULE = Path("/usr/lib/rig/pwm-sim.ko")
AT_REST = (5, 6, 26)
"""Both paddles and the timer button of the default board, which pull their lines down."""


def main() -> None:
    Path("/run/rig").mkdir(exist_ok=True)
    pretend(serial=SERIAL)
    (FIRMWARE / "devicetree/base/compatible").write_bytes(b"raspberrypi,4-model-b\0brcm,bcm2711\0")
    chip = SimChip()
    for line in AT_REST:
        chip.pull(line, 1)
    subprocess.run(["/sbin/insmod", PWM_MODULE, "device=fe20c000.pwm"], check=True)
    subprocess.run(["/usr/bin/udevadm", "settle"], check=True)
    OutputTrace().__enter__()


if __name__ == "__main__":
    main()
