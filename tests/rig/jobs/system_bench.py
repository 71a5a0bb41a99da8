"""What the idle service takes: memory, and how often it wakes in ten seconds."""

import time
from pathlib import Path

from guest import systemd
from guest.words import report

SECONDS = 10

pid = systemd.main_pid()


def switches() -> dict[str, int]:
    """How often each thread went to sleep so far."""
    counts = {}
    for task in Path(f"/proc/{pid}/task").iterdir():
        for line in (task / "status").read_text().splitlines():
            if line.startswith("voluntary_ctxt_switches:"):
                counts[(task / "comm").read_text().strip() + " " + task.name] = int(line.split()[1])
    return counts


memory = {}
for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
    words = line.split()
    if words[0] in ("Rss:", "Pss:", "Private_Dirty:"):
        memory[words[0].rstrip(":").lower() + "_kb"] = int(words[1])
time.sleep(2)
before = switches()
time.sleep(SECONDS)
after = switches()
report(
    seconds=SECONDS,
    memory=memory,
    cgroup=systemd.show(systemd.SERVICE, "MemoryCurrent", "TasksCurrent"),
    switches=sum(after.values()) - sum(before.values()),
    threads={name: count - before.get(name, 0) for name, count in after.items()},
)
