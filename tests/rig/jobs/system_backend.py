"""The service on another backend, in its sandbox: `system_backend.py BACKEND`.

`pigpio` with its drop-in, against a daemon that stands in for pigpiod, with pins of its own: the
service comes up and says so. Of the others a showdown is played.
"""

import sys
from pathlib import Path

from guest import systemd
from guest.stage import Stage
from guest.words import report
from guest.writers import pulses_us, risings

from showdown_host import Unit

(backend,) = sys.argv[1:]
DROP_INS = Path("/etc/systemd/system/showdown-unit.service.d")
EXAMPLE = Path("/usr/share/doc/showdown-unit/examples/showdown-unit.pigpio.conf")
CONFIG = Path("/etc/showdown-unit/unit.toml")

CONFIG.write_text(CONFIG.read_text() + f'\n[hardware]\nbackend = "{backend}"\n')
if backend == "pigpio":
    sys.path.insert(0, str(Path.cwd()))
    from pigpiod_standin import PI_4B, Pigpiod

    daemon = Pigpiod(revision=PI_4B)
    Path("/usr/lib/python3/dist-packages/pigpio.py").write_bytes(Path("pigpio.py").read_bytes())
    DROP_INS.mkdir()
    (DROP_INS / "pigpio.conf").write_text(EXAMPLE.read_text())
    (DROP_INS / "port.conf").write_text(f"[Service]\nEnvironment=PIGPIO_PORT={daemon.port}\n")
    systemd.run("systemctl", "daemon-reload")
old = systemd.main_pid()
systemd.run("systemctl", "restart", systemd.SERVICE)
systemd.wait_active(but=old)
found = {}
if backend != "pigpio":
    stage = Stage()
    stage.reach("done")
    found = {
        "end": stage.app.end,
        "loser": stage.app.loser,
        "launches": len(risings(stage.board.pins["launcher_power"].bcm)),
        "pulses_us": pulses_us(),
    }
with Unit.open(wait_s=20, role="observe") as host:
    name = host.info.backend
report(
    backend=str(getattr(name, "name", name)),
    restarts=systemd.show(systemd.SERVICE, "NRestarts")["NRestarts"],
    state=systemd.state(),
    journal=systemd.journal(systemd.SERVICE).splitlines()[-40:],
    **found,
)
