"""What an owner asks an installed unit, running and failing: status, check, logs and report.

Words of the job: none. Reports what each said, and its exit status.
"""

import io
import subprocess
import tarfile
import time
from pathlib import Path
from typing import Any

from guest import systemd
from guest.words import report

UNIT = "/usr/bin/showdown-unit"
DROP_IN = Path("/run/systemd/system/showdown-unit.service.d/broken.conf")


def ask(*words: str, user: str = "") -> dict[str, Any]:
    """The command's words and exit status; by somebody without rights where named."""
    prefix = ["setpriv", f"--reuid={user}", "--regid=nogroup", "--clear-groups"] if user else []
    done = subprocess.run([*prefix, UNIT, *words], capture_output=True, text=True, timeout=60)
    return {"status": done.returncode, "out": done.stdout, "err": done.stderr}


def bundle() -> dict[str, str]:
    """A report's files."""
    path = Path("/tmp/report.tar.gz")
    done = ask("report", "--yes", "--output", str(path))
    if done["status"] != 0:
        raise RuntimeError(done)
    with tarfile.open(fileobj=io.BytesIO(path.read_bytes())) as tar:
        files = {each.name.partition("/")[2]: tar.extractfile(each) for each in tar}
        return {name: file.read().decode() for name, file in files.items() if file is not None}


running = {
    "status": ask("status"),
    "nobody": ask("status", user="nobody"),
    "check": ask("check"),
    "logs": ask("logs", "-n", "5"),
    "no_logs": ask("logs", user="nobody"),
}
files = bundle()

DROP_IN.parent.mkdir(parents=True)
DROP_IN.write_text("[Service]\nExecStart=\nExecStart=/usr/bin/showdown-unit serve --no-such\n")
systemd.run("systemctl", "daemon-reload")
systemd.run("systemctl", "restart", "--no-block", systemd.SERVICE)
time.sleep(6)
failing = {"status": ask("status"), "check": ask("check")}
DROP_IN.unlink()
systemd.run("systemctl", "daemon-reload")
report(running=running, files=files, failing=failing)
