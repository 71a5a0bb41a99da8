"""One showdown by the package's own command, over the USB line, by hands at the simulated pins.

Reports who the device says it is, what stands at both ends, and what `showdown` printed.
"""

import json
import subprocess
from pathlib import Path

from guest import systemd
from guest.cable import host_ends, identity
from guest.stage import Stage
from guest.words import report
from guest.writers import pulses_us, risings

from showdown_host import Unit

stage = Stage()
units = systemd.run("showdown", "units", "--json")
with Unit.open(role="observe") as host:
    hello = host.info
app = subprocess.Popen(
    ["showdown", "run", "--json", "--cards", "2", "--left", "Ana", "--right", "Bo"],
    stdout=subprocess.PIPE,
    stderr=subprocess.PIPE,
    text=True,
)
stage.wait_lamps("lamp_red", "lamp_amber")
stage.press("timer_button", until="counting")
stage.wait_lamps("lamp_green")
stage.press("paddle_left", held_s=0.15)
stage.press("paddle_right")
out, said = app.communicate(timeout=60)
report(
    identity=identity(),
    host_ends=[str(port) for port in host_ends()],
    unit_end=Path("/dev/ttyGS0").is_char_device(),
    units=[json.loads(line) for line in units.splitlines()],
    hello={"serial": hello.serial, "model": hello.model},
    exit=app.returncode,
    record=json.loads(out) if out.strip() else None,
    said=said,
    launches=len(risings(stage.board.pins["launcher_power"].bcm)),
    pulses_us=pulses_us(),
    restarts=systemd.show(systemd.SERVICE, "NRestarts")["NRestarts"],
)
