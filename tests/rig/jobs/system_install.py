"""The package installed by apt, without a network: `system_install.py DEB MODULE…`.

Puts the world of a Pi onto the disk first, from MODULEs of `guest`. Reports what apt said and what
systemd makes of the unit then.
"""

import shutil
import sys
import time
from pathlib import Path

from guest import systemd
from guest.words import report

WORLD = """\
[Unit]
Description=What a Pi has before any program runs
DefaultDependencies=no
Requires=sys-kernel-config.mount sys-kernel-tracing.mount
After=sys-kernel-config.mount sys-kernel-tracing.mount systemd-modules-load.service
After=systemd-udevd.service systemd-tmpfiles-setup-dev.service
Before=sysinit.target

[Service]
Type=oneshot
RemainAfterExit=yes
Environment=PYTHONPATH=/usr/lib/rig
ExecStart=/usr/bin/python3 -m guest.world

[Install]
WantedBy=sysinit.target
"""

deb, *modules = sys.argv[1:]
home = Path("/usr/lib/rig")
(home / "guest").mkdir()
for module in modules:
    shutil.copyfile(f"site/guest/{module}.py", home / f"guest/{module}.py")
shutil.copyfile("pwm-sim.ko", home / "pwm-sim.ko")
Path("/etc/systemd/system/rig-world.service").write_text(WORLD)
systemd.run("systemctl", "enable", "--now", "rig-world.service")

began = time.monotonic()
apt = systemd.run(
    *("env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "install", "-y"),
    *("--no-install-recommends", str(Path(deb).absolute())),
)
took_s = time.monotonic() - began
time.sleep(6)  # whatever installing has started is up by then
report(
    apt=apt.splitlines()[-40:],
    install_s=round(took_s, 1),
    installed={
        unit: systemd.show(unit, "ActiveState", "UnitFileState", "NRestarts")
        for unit in (systemd.SERVICE, systemd.GADGET)
    },
    installed_journal=systemd.journal(systemd.SERVICE, systemd.GADGET).splitlines()[-40:],
)
