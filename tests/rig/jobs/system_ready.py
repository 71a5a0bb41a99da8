"""Waits until the unit that was installed is up after a boot. Reports how long that took.

Then reads whatever a restart reads, so that no test waits for the disk.
"""

import time
from pathlib import Path

from guest import systemd
from guest.words import report

systemd.wait_active(limit_s=60)
until = time.monotonic() + 20
while not Path("/dev/ttyACM0").exists() and time.monotonic() < until:
    time.sleep(0.1)
report(
    boot=systemd.run("systemd-analyze", check=False).strip(),
    blame=systemd.run("systemd-analyze", "blame", check=False).splitlines()[:12],
    ready_s=systemd.active_since_s(),
    start_s=systemd.start_s(),
    gadget=systemd.show(systemd.GADGET, "ActiveState", "Result"),
    tty_acm=Path("/dev/ttyACM0").exists(),
    failed=systemd.run("systemctl", "--failed", "--no-legend", check=False).splitlines(),
    boot_journal=systemd.journal(systemd.SERVICE, systemd.GADGET).splitlines()[-40:],
)
for folder in ("/usr/lib/showdown-unit", "/usr/lib/python3.13", "/usr/lib/systemd"):
    for file in Path(folder).rglob("*"):
        if file.is_file():
            file.read_bytes()
time.sleep(3)
