"""The servo signal through the kernel's own PWM files: on a PWM chip without hardware.

The chip has the name of a Pi 4's. Reports for each step what the kernel applied to the channel:
period in ns, pulse in ns, enabled, inversed; and how a channel left behind was taken over.
"""

import re
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from guest.pi import FIRMWARE, PI_4B, pretend
from guest.trace import TRACING
from guest.words import report

from showdown_hw.clock import SystemClock
from showdown_hw.errors import BackendError
from showdown_hw.sysfs_pwm import SysfsPwm

CHIP = Path("/sys/class/pwm/pwmchip0")
SERVO = 12
APPLIED = re.compile(r"pwm_sim: 0 (\d+) (\d+) (\d) (\d)")

pretend(*PI_4B)
(FIRMWARE / "devicetree/base/compatible").write_bytes(b"raspberrypi,4-model-b\0brcm,bcm2711\0")
clock = SystemClock()
applied: dict[str, list[list[int]]] = {}


def step(name: str, does: Callable[[], Any]) -> Any:
    (TRACING / "trace").write_text("")
    result = does()
    found = APPLIED.findall((TRACING / "trace").read_text())
    applied[name] = [[int(word) for word in words] for words in found]
    return result


def refusal() -> str:
    try:
        SysfsPwm(SERVO, clock).close()
    except BackendError as error:
        return f"{type(error).__name__}: {error}"
    return "none"


without_chip = refusal()
subprocess.run(["/sbin/insmod", "pwm-sim.ko", "device=fe20c000.pwm"], check=True)

pwm = step("open", lambda: SysfsPwm(SERVO, clock))
step("1000", lambda: pwm.set_us(1000))
step("2000", lambda: pwm.set_us(2000))
taken = refusal()
step("off", pwm.off)
step("1500", lambda: pwm.set_us(1500))
step("close", pwm.close)
exported_after_close = (CHIP / "pwm0").is_dir()

# As a killed program may leave it: exported, running, and turned round.
(CHIP / "export").write_text("0")
channel = CHIP / "pwm0"
for name, value in (
    ("period", "1000000"),
    ("polarity", "inversed"),
    ("duty_cycle", "500000"),
    ("enable", "1"),
):
    (channel / name).write_text(value)
pwm = step("taken over", lambda: SysfsPwm(SERVO, clock))
polarity = (channel / "polarity").read_text().strip()
step("1500 again", lambda: pwm.set_us(1500))
step("closed again", pwm.close)
times = []
pwm = SysfsPwm(SERVO, clock)
for width_us in (1000, 2000) * 20:
    before = time.monotonic_ns()
    pwm.set_us(width_us)
    times.append(time.monotonic_ns() - before)
pwm.close()
report(
    without_chip=without_chip,
    taken=taken,
    applied=applied,
    exported_after_close=exported_after_close,
    polarity=polarity,
    write_us=sorted(times)[len(times) // 2] // 1000,
)
