"""The machine with systemd: booted or resumed, one job after another, its power cut by the guest.

As in `qemu`, time is virtual, and idle time is skipped where a guest was resumed. While it boots it
waits for its disk a lot; skipping that would have its clock run far ahead of its work, so that
there idle time passes as it does here. What the guest has synced is on its disk when the emulator
is killed; what it has not is gone with its memory, and with the emulator's own map of the disk.
"""

from __future__ import annotations

import contextlib
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from rig import qemu
from rig.qemu import PROGRAM, READY, Image

MEMORY = Path("/dev/shm")
"""Where a sync costs next to nothing: the guest's clock runs on while it waits for one."""

ROOM_MB = 2_000
BOOT_LIMIT_S = 900


class Machine(qemu.Machine):
    """A running guest whose agent takes jobs."""

    def job(self, tar: bytes) -> tuple[int, str]:
        """Run it; its status and output."""
        self.start(tar)
        return self.answer()

    def start(self, tar: bytes) -> None:
        """Give it to the guest, which is at rest."""
        self.give(b"%10d" % len(tar) + tar)

    def answer(self) -> tuple[int, str]:
        """The status and output that a job, or one that ends the machine, sends."""
        status, size = int(self.take(10)), int(self.take(10))
        return status, self.take(size).decode(errors="replace")

    def wait_stopped(self) -> None:
        """Until the guest has switched itself off, however; the emulator stands still then."""
        while b"paused" not in self._ask("info status"):
            if time.monotonic() > self._until:
                raise self._lost("the guest did not switch itself off")
            qemu._pause.wait(0.05)

    def quit(self) -> None:
        """End the emulator in good order: the disk is whole afterwards."""
        self._ask("quit")
        if self._process.wait(60) != 0:
            raise self._lost("QEMU did not end")

    def _ask(self, command: str) -> bytes:
        with self._connect("monitor") as monitor:
            monitor.settimeout(10)
            monitor.sendall(command.encode() + b"\n")
            heard = b""
            with contextlib.suppress(OSError):
                while heard.count(b"(qemu)") < 2:
                    part = monitor.recv(4096)
                    if not part:
                        break
                    heard += part
            return heard


def new_disk(image: Image, disk: Path) -> None:
    """An overlay of the image's disk."""
    subprocess.run(
        ["qemu-img", "create", "-q", "-f", "qcow2", "-b", image.disk, "-F", "raw", disk],
        check=True,
    )


@contextlib.contextmanager
def quick_folder() -> Iterator[Path]:
    """A folder for disks, gone afterwards; in memory where there is room."""
    in_memory = MEMORY.is_dir() and shutil.disk_usage(MEMORY).free > ROOM_MB * 1_000_000
    place = MEMORY if in_memory else None
    with tempfile.TemporaryDirectory(prefix="showdown-rig-", dir=place) as folder:
        yield Path(folder)


@contextlib.contextmanager
def working_copy(disk: Path) -> Iterator[Path]:
    """A copy to write to, gone afterwards."""
    with quick_folder() as folder:
        copy = folder / "disk.qcow2"
        shutil.copyfile(disk, copy)
        yield copy


@contextlib.contextmanager
def booted(image: Image, disk: Path, limit_s: float = BOOT_LIMIT_S) -> Iterator[Machine]:
    """A guest that has booted from the disk, its agent ready."""
    with _machine(image, disk, limit_s, sleep="on") as guest:
        guest.take(len(READY))
        yield guest


@contextlib.contextmanager
def booted_to_keep(image: Image, disk: Path, limit_s: float = BOOT_LIMIT_S) -> Iterator[Machine]:
    """The same with idle time skipped, as those that resume from it have it."""
    with _machine(image, disk, limit_s, sleep="off") as guest:
        guest.take(len(READY))
        yield guest


@contextlib.contextmanager
def resumed(image: Image, disk: Path, snapshot: str, limit_s: float) -> Iterator[Machine]:
    """A guest as it was kept in the disk."""
    with _machine(image, disk, limit_s, "-loadvm", snapshot, sleep="off") as guest:
        yield guest


@contextlib.contextmanager
def _machine(image: Image, disk: Path, limit_s: float, *more: str, sleep: str) -> Iterator[Machine]:
    folder = Path(tempfile.mkdtemp(prefix="showdown-rig-"))
    errors = (folder / "errors").open("wb")
    process = subprocess.Popen(
        [
            *(PROGRAM, "-M", "q35", "-cpu", "qemu64", "-smp", "1", "-m", "512"),
            *("-accel", "tcg,thread=single", "-icount", f"shift=0,sleep={sleep}"),
            *("-rtc", "base=2027-01-01T00:00:00,clock=vm"),
            *("-nodefaults", "-no-user-config", "-display", "none"),
            # A guest that resets or switches itself off stays, standing still, until it is killed.
            *("-no-reboot", "-no-shutdown"),
            *("-kernel", image.kernel, "-initrd", image.initrd, "-append"),
            "console=ttyS0 8250.nr_uarts=1 quiet loglevel=4 mitigations=off nokaslr tsc=reliable"
            " audit=0 apparmor=0 systemd.show_status=0 net.ifnames=0 systemd.unit=multi-user.target"
            " systemd.wants=rig-agent.service",
            *("-serial", f"file:{folder}/console"),
            *("-monitor", f"unix:{folder}/monitor,server=on,wait=off"),
            # The base disk is named anew each time: the cache may have moved. A sync of the guest
            # is one of the disk here: what is not synced is lost with the emulator.
            "-drive",
            f"file={disk},format=qcow2,if=virtio,cache=writeback,"
            f"backing.driver=raw,backing.file.filename={image.disk}",
            *("-device", "virtio-serial-pci"),
            *("-chardev", f"socket,id=port,path={folder}/port,server=on,wait=off"),
            *("-device", "virtserialport,chardev=port,name=rig"),
            *more,
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
