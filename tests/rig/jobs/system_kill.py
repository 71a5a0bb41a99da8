"""The daemon killed, or hung for its watchdog to bite, in one state: `system_kill.py STATE HOW`.

HOW is `kill` (SIGKILL), `stop` (SIGSTOP) or `abort` (SIGABRT). Reports when systemd had it up
again, which outputs the old daemon, `safe` and the new one set last, what became of the showdown,
and what the app was told that waited all the while.
"""

import os
import signal
import sys
import time
from pathlib import Path

from guest import systemd
from guest.stage import OUTPUTS, Stage, essence
from guest.words import report
from guest.writers import risings, writes

from showdown_host import Unit

SIGNALS = {"kill": signal.SIGKILL, "stop": signal.SIGSTOP, "abort": signal.SIGABRT}


def threads_of(process: int) -> set[int]:
    return {int(task.name) for task in Path(f"/proc/{process}/task").iterdir()}


state, how = sys.argv[1:]
stage = Stage()
pid = systemd.main_pid()
threads = threads_of(pid)
stage.reach(state)
if state == "launching":
    stage.wait_for(lambda: bool(stage.app.told), "the result at the host")
told = list(stage.app.told)
before = stage.on()
threads |= threads_of(pid)
at_s = time.monotonic()
os.kill(pid, SIGNALS[how])
new = systemd.wait_active(limit_s=60, but=pid)
up_s = systemd.active_since_s()
end = stage.app.ended() if state != "ready" else None
with Unit.open(wait_s=30, role="observe") as host:
    record = host.get(stage.app.key)
    status = host.status()
time.sleep(3)
new_threads = threads_of(new)
lines = {stage.board.pins[name].bcm: name for name in OUTPUTS}
last: dict[str, dict[str, int]] = {"old": {}, "safe": {}, "new": {}}
for write in writes():
    if write.line in lines:
        whose = "old" if write.thread in threads else "new" if write.at_s > up_s else "safe"
        if write.thread in new_threads:
            whose = "new"
        last[whose][lines[write.line]] = write.level
report(
    before=before,
    told=told,
    back_s=round(up_s - at_s, 2),
    result=systemd.show(systemd.SERVICE, "Result", "NRestarts", "ExecStopPost"),
    last=last,
    end=end,
    told_in_all=stage.app.told,
    record=essence(record),
    state=str(record.state),
    launch=str(record.record.launch),
    tray=str(status.tray),
    not_ready=[str(reason) for reason in status.not_ready],
    on=[name for name in stage.on() if not name.startswith("lamp")],
    launches=len(risings(stage.board.pins["launcher_power"].bcm)),
    journal=systemd.journal(systemd.SERVICE).splitlines()[-60:],
)
