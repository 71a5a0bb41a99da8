"""What systemd makes of the unit files: `verify` and `security`, inside the machine they run on."""

import re

from guest import systemd
from guest.words import report

security = systemd.run("systemd-analyze", "security", systemd.SERVICE, "--no-pager", check=False)
score = re.search(r"Overall exposure level for \S+: ([\d.]+)", security)
report(
    verify=systemd.run(
        "systemd-analyze", "verify", systemd.SERVICE, systemd.GADGET, check=False
    ).splitlines(),
    score=float(score[1]) if score else None,
    against=[line for line in security.splitlines() if "✗" in line],
)
