"""In the guest with systemd: takes jobs over the virtio port, one after another.

A job is a tar, unpacked into /run/rig; the first line of `command` in it is its limit in seconds,
the others are arguments. The agent forks, and the child runs `job.py`: what the agent has imported
on the word `preload` no job has to import again. Output and status go back at the end. A job that
ends the machine sends them itself: RIG_PORT is the port's descriptor.
"""

import contextlib
import importlib
import io
import os
import runpy
import shutil
import signal
import sys
import tarfile
import threading
import traceback
from pathlib import Path

HOME = Path("/run/rig")
JOB = HOME / "job"
SITES = (str(JOB / "site"), "/usr/lib/showdown-unit/site")
KILLED = 124  # as `timeout` has it


def main():
    sys.path[:0] = SITES
    os.environ |= {"PYTHONPATH": ":".join(SITES), "HOME": str(HOME)}
    with Path("/dev/virtio-ports/rig").open("r+b", buffering=0) as port:
        os.environ["RIG_PORT"] = str(port.fileno())
        port.write(b"READY\n")
        while True:
            shutil.rmtree(JOB, ignore_errors=True)
            with tarfile.open(fileobj=io.BytesIO(take(port, int(take(port, 10))))) as tar:
                tar.extractall(JOB, filter="fully_trusted")
            importlib.invalidate_caches()  # the folder has only just come to be
            limit_s, *words = (JOB / "command").read_text().split("\n")
            status = preload(words[1:]) if words[:1] == ["preload"] else run(float(limit_s), words)
            out = (JOB / "out").read_bytes()
            for part in (b"%10d%10d" % (status, len(out)), out):
                while part:
                    part = part[port.write(part) :]


def preload(names):
    """Import these for all jobs to come."""
    with (JOB / "out").open("w") as out:
        try:
            for name in names:
                __import__(name)
        except Exception:  # noqa: BLE001 - told to the host
            traceback.print_exc(file=out)
            return 1
    return 0


def run(limit_s, words):
    """The job in a process of its own; its status."""
    pid = os.fork()
    if pid == 0:
        os.setsid()
        status = 1
        try:
            out = os.open(JOB / "out", os.O_WRONLY | os.O_CREAT | os.O_APPEND)
            os.dup2(out, 1)
            os.dup2(out, 2)
            os.chdir(JOB)
            sys.argv = ["job.py", *words]
            runpy.run_path(str(JOB / "job.py"), run_name="__main__")
            status = 0
        except SystemExit as end:
            status = end.code if isinstance(end.code, int) else 1
        except BaseException:  # noqa: BLE001 - told to the host
            traceback.print_exc()
        finally:
            sys.stdout.flush()
            os._exit(status)
    killed = []

    def kill():
        killed.append(True)
        os.killpg(pid, signal.SIGABRT)  # faulthandler then says where it hung
        threading.Timer(5, lambda: os.killpg(pid, signal.SIGKILL)).start()

    timer = threading.Timer(limit_s, kill)
    timer.start()
    _, status = os.waitpid(pid, 0)
    timer.cancel()
    with contextlib.suppress(ProcessLookupError):
        os.killpg(pid, signal.SIGKILL)  # what it left behind
    return KILLED if killed else os.waitstatus_to_exitcode(status)


def take(port, count):
    data = bytearray()
    while len(data) < count:
        data += port.read(count - len(data)) or b""
    return bytes(data)


if __name__ == "__main__":
    main()
