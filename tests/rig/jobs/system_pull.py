"""The cable pulled in one state and put back: `system_pull.py STATE WAY WHEN`.

WAY is `port` or `controller`. WHEN is `soon`, after a moment, while hands go on; or `after`, when
the showdown is over. Reports what the app was told and how many launches there were.
"""

import sys
import time

from guest import systemd
from guest.cable import Cable, host_ends
from guest.stage import LOSER, Stage, essence
from guest.words import report
from guest.writers import risings

from showdown_host import Unit

state, way, when = sys.argv[1:]
stage, cable = Stage(), Cable(way)
pid = systemd.main_pid()
stage.reach(state)
cable.pull()
time.sleep(0.4)
if when == "soon":
    cable.plug()
if state != "done":
    if when == "soon" and state == "ready":
        stage.reach("armed")
    stage.reach("done") if when == "soon" else stage.play_out()
if when == "after":
    time.sleep(1)
    cable.plug()
end = stage.app.ended()
with Unit.open(wait_s=30, role="observe") as host:
    record = essence(host.get(stage.app.key))
report(
    end=end,
    loser=stage.app.loser,
    told=stage.app.told,
    record=record,
    expected=LOSER,
    launches=len(risings(stage.board.pins["launcher_power"].bcm)),
    on=stage.on(),
    same_daemon=systemd.main_pid() == pid,
    journal=systemd.journal(systemd.SERVICE, systemd.GADGET).splitlines()[-60:],
    host_ends=[str(port) for port in host_ends()],
)
