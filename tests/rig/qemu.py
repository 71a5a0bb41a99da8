"""The emulated machine: booted once into a snapshot, resumed from there for each job.

Virtual time: one guest instruction is one nanosecond and idle time is skipped, so that guest
timing hardly depends on the host's load, and a guest that sleeps ten minutes costs a second.
"""

from __future__ import annotations

import contextlib
import shutil
import socket
import subprocess
import tempfile
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

PROGRAM = "qemu-system-x86_64"
READY = b"READY\n"
BOOT_LIMIT_S = 300
_CONSOLE_TAIL = 3000

_pause = threading.Event()  # never set: `wait` on it is a pause


class MachineError(Exception):
    """The machine did not come up, or went away; the message ends with its console's last words."""


@dataclass(frozen=True, slots=True)
class Image:
    """What the machine boots from."""

    kernel: Path
    initrd: Path
    disk: Path


class Machine:
    """One running guest and the port to its agent."""

    def __init__(self, process: subprocess.Popen[bytes], folder: Path, limit_s: float) -> None:
        self._process = process
        self._folder = folder
        self._until = time.monotonic() + limit_s
        self._port = self._connect("port")

    def take(self, count: int) -> bytes:
        """Exactly that many bytes from the agent."""
        data = b""
        while len(data) < count:
            try:
                self._port.settimeout(max(0.001, self._until - time.monotonic()))
                part = self._port.recv(count - len(data))
            except TimeoutError:
                raise self._lost("nothing came from the guest in time") from None
            if not part:
                raise self._lost("the guest's port closed")
            data += part
        return data

    def give(self, data: bytes) -> None:
        """Send it to the agent."""
        self._port.settimeout(max(0.001, self._until - time.monotonic()))
        try:
            self._port.sendall(data)
        except OSError as error:
            raise self._lost(f"the guest took no data: {error}") from None

    def save(self, name: str) -> None:
        """Keep this moment as a snapshot in the disk, and end the machine."""
        with self._connect("monitor") as monitor:
            monitor.sendall(f"savevm {name}\nquit\n".encode())
            if self._process.wait(60) != 0:
                raise self._lost("the snapshot was not saved")

    def _connect(self, name: str) -> socket.socket:
        while True:
            connection = socket.socket(socket.AF_UNIX)
            try:
                connection.connect(str(self._folder / name))
            except OSError:
                connection.close()
                if self._process.poll() is not None or time.monotonic() > self._until:
                    raise self._lost("QEMU did not start") from None
                _pause.wait(0.01)
            else:
                return connection

    def _lost(self, what: str) -> MachineError:
        console = self._folder / "console"
        words = console.read_text(errors="replace")[-_CONSOLE_TAIL:] if console.exists() else ""
        errors = (self._folder / "errors").read_text(errors="replace")
        return MachineError(f"{what}\n--- QEMU\n{errors}--- the guest's console\n{words}")


@contextlib.contextmanager
def machine(image: Image, disk: Path, limit_s: float, resume: str = "") -> Iterator[Machine]:
    """A guest on `disk` (qcow2), booted, or resumed from its snapshot `resume`; ended afterwards.

    `limit_s` is wall time for the whole life.
    """
    folder = Path(tempfile.mkdtemp(prefix="showdown-rig-"))
    errors = (folder / "errors").open("wb")
    process = subprocess.Popen(
        [
            *(PROGRAM, "-M", "q35", "-cpu", "qemu64", "-smp", "1", "-m", "512"),
            *("-accel", "tcg,thread=single", "-icount", "shift=0,sleep=off"),
            *("-rtc", "base=2027-01-01T00:00:00,clock=vm"),
            *("-nodefaults", "-no-user-config", "-display", "none"),
            *("-kernel", image.kernel, "-initrd", image.initrd, "-append"),
            "console=ttyS0 quiet loglevel=4 mitigations=off nokaslr tsc=reliable audit=0 apparmor=0"
            " systemd.show_status=0 net.ifnames=0 systemd.unit=multi-user.target"
            " systemd.wants=rig-agent.service",
            *("-serial", f"file:{folder}/console"),
            *("-monitor", f"unix:{folder}/monitor,server=on,wait=off"),
            # The base disk is named anew each time: the cache may have moved.
            "-drive",
            f"file={disk},format=qcow2,if=virtio,cache=unsafe,"
            f"backing.driver=raw,backing.file.filename={image.disk}",
            *("-device", "virtio-serial-pci"),
            *("-chardev", f"socket,id=port,path={folder}/port,server=on,wait=off"),
            *("-device", "virtserialport,chardev=port,name=rig"),
            *(("-loadvm", resume) if resume else ()),
        ],
        stdin=subprocess.DEVNULL,
        stdout=errors,
        stderr=errors,
    )
    try:
        guest = Machine(process, folder, limit_s)
        with guest._port:
            yield guest
    finally:
        process.kill()
        process.wait()
        errors.close()
        shutil.rmtree(folder)


def make_snapshot(image: Image, disk: Path) -> None:
    """Boot once and keep the guest, its agent waiting for a job, as snapshot `boot` in `disk`."""
    subprocess.run(
        ["qemu-img", "create", "-q", "-f", "qcow2", "-b", image.disk, "-F", "raw", disk],
        check=True,
    )
    with machine(image, disk, BOOT_LIMIT_S) as guest:
        guest.take(len(READY))
        guest.save("boot")
