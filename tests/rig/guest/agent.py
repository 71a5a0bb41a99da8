#!/usr/bin/python3
"""In the guest: takes one job over the virtio port, runs it, sends back its output and status.

The job is a tar; `command` in it names program, arguments and limit, one word a line. The output
goes to a file in memory and over the port at the end: sending it meanwhile would disturb timing.
"""

import os
import signal
import subprocess
from pathlib import Path

HOME = "/run/rig"
KILLED = 124  # as `timeout` has it

# Read once before the snapshot: a job waits for no disk, which would cost it virtual time.
WARM = (
    "import asyncio, fcntl, gpiod, json, lgpio, logging, msgspec, serial, sqlite3, tomllib, uuid",
    "import gpiozero.pins.lgpio, gpiozero.pins.mock, importlib.metadata, faulthandler, statistics",
    "import pytest, pytest_timeout; pytest.main(['--version'])",
    "import compileall, ctypes, socketserver, concurrent.futures, multiprocessing.connection",
)


def main():
    os.chdir(HOME)
    subprocess.run(["/bin/tar", "--version"], stdout=subprocess.DEVNULL, check=True)
    for code in WARM:
        subprocess.run(["/usr/bin/python3", "-c", code], stdout=subprocess.DEVNULL, check=True)
    subprocess.run(["/bin/mount", "-t", "tracefs", "tracefs", "/sys/kernel/tracing"], check=False)
    with Path("/dev/virtio-ports/rig").open("r+b", buffering=0) as port:
        port.write(b"READY\n")
        size = int(take(port, 10))
        # Not tarfile: it takes seconds of emulation for what the C program does in moments.
        subprocess.run(["/bin/tar", "xf", "-"], input=take(port, size), check=True)
        status = run((Path(HOME) / "command").read_text().split("\n"))
        out = (Path(HOME) / "out").read_bytes()
        for part in (b"%10d%10d" % (status, len(out)), out):
            while part:
                part = part[port.write(part) :]


def run(command):
    limit_s, path, *words = command
    env = os.environ | {"PYTHONPATH": path, "PYTHONUNBUFFERED": "1", "HOME": HOME}
    with (Path(HOME) / "out").open("wb") as out:
        child = subprocess.Popen(
            words, stdout=out, stderr=subprocess.STDOUT, env=env, start_new_session=True
        )
        try:
            return child.wait(float(limit_s))
        except subprocess.TimeoutExpired:
            os.killpg(child.pid, signal.SIGABRT)  # faulthandler then says where it hung
            try:
                child.wait(5)
            except subprocess.TimeoutExpired:
                os.killpg(child.pid, signal.SIGKILL)
                child.wait()
            return KILLED


def take(port, count):
    data = bytearray()
    while len(data) < count:
        data += port.read(count - len(data)) or b""
    return bytes(data)


main()
