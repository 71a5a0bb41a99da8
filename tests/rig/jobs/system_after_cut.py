"""What stands after the power came back: `system_after_cut.py KEY`.

Reports when the unit was ready, what was driven since the boot, and the showdown's record as the
package's own command shows it over USB.
"""

import json
import subprocess
import sys
import time
from pathlib import Path

from guest import systemd
from guest.cable import host_ends
from guest.stage import Stage, essence
from guest.words import report
from guest.writers import pulses_us, risings

from showdown_host import Unit

(key,) = sys.argv[1:]
stage = Stage()
systemd.wait_active(limit_s=60)
stage.wait_for(lambda: bool(host_ends()), "the USB line")
got = subprocess.run(
    ["showdown", "--wait", "20", "get", key, "--json"], capture_output=True, text=True
)
with Unit.open(wait_s=20, role="observe") as host:
    kept = essence(host.get(key))
    not_ready = [str(reason) for reason in host.status().not_ready]
time.sleep(3)
launcher = stage.board.pins["launcher_power"].bcm
report(
    ready_s=systemd.active_since_s(),
    start_s=systemd.start_s(),
    record=json.loads(got.stdout) if got.stdout.strip() else None,
    said=got.stderr,
    essence=kept,
    status={"not_ready": not_ready},
    launches=len(risings(launcher)),
    pulses_us=pulses_us(),
    on=[name for name in stage.on() if not name.startswith("lamp")],
    kept={name: (Path("/var/lib/rig") / name).exists() for name in ("synced", "not-synced")},
    journal=systemd.journal(systemd.SERVICE, systemd.GADGET).splitlines()[-40:],
)
