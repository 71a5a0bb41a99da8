"""Jobs in the rig: each in a fresh guest that has just booted, about a second after the call."""

from __future__ import annotations

import io
import json
import shutil
import sys
import tarfile
import tempfile
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rig import cache, project, qemu

JOBS = cache.HERE / "jobs"
HOME = "/run/rig"
SKIP = 77
"""The exit status of a job that cannot run yet; its last line says why."""


class NoRigError(Exception):
    """The rig is not built; the message says how."""


@dataclass(frozen=True, slots=True)
class RigResult:
    """What a job came to. `status` 124: it was ended at its limit."""

    status: int
    out: str
    wall_s: float

    @property
    def facts(self) -> dict[str, Any]:
        """What the job reported with `guest.report`."""
        found: dict[str, Any] = {}
        for line in self.out.splitlines():
            if line.startswith("FACTS "):
                found |= json.loads(line.removeprefix("FACTS "))
        return found

    def __str__(self) -> str:
        return f"status {self.status} after {self.wall_s:.1f} s\n{self.out}"


class Rig:
    """The built rig."""

    def __init__(self) -> None:
        self.parts = cache.parts()
        if missing := self.parts.missing():
            msg = f"the rig has no {', '.join(missing)} in {self.parts.root}: make rig"
            raise NoRigError(msg)
        self._project = project.packed(self.parts)

    def run(
        self,
        job: str | Path,
        *args: str,
        files: Mapping[str, bytes] | None = None,
        limit_s: float = 120,
        wall_s: float = 280,
    ) -> RigResult:
        """Run `job` (a name in jobs/, or a path) by the guest's Python, as root, with `args`.

        It finds the project and `guest` on its path, itself and `files` in its working folder.
        `limit_s` is guest time, after which it is ended; `wall_s` is wall time for everything,
        after which MachineError is raised.
        """
        path = job if isinstance(job, Path) else JOBS / f"{job}.py"
        began = time.monotonic()
        tar = self._tar(path, args, files or {}, limit_s)
        with tempfile.TemporaryDirectory(prefix="showdown-rig-") as folder:
            disk = Path(folder) / "disk.qcow2"
            shutil.copyfile(self.parts.snapshot / "disk.qcow2", disk)
            with qemu.machine(self.parts.image, disk, wall_s, resume="boot") as guest:
                guest.give(b"%10d" % len(tar) + tar)
                status, size = int(guest.take(10)), int(guest.take(10))
                out = guest.take(size).decode(errors="replace")
        return RigResult(status, out, time.monotonic() - began)

    def _tar(
        self, job: Path, args: tuple[str, ...], files: Mapping[str, bytes], limit_s: float
    ) -> bytes:
        words = ["/usr/bin/python3", "-X", "faulthandler", "job.py", *args]
        command = "\n".join([str(limit_s), f"{HOME}/{project.SITE}", *words])
        data = io.BytesIO(self._project)
        with tarfile.open(fileobj=data, mode="a") as tar:
            own = {"command": command.encode(), "job.py": job.read_bytes()}
            for name, content in (own | dict(files)).items():
                info = tarfile.TarInfo(name)
                info.size = len(content)
                tar.addfile(info, io.BytesIO(content))
        return data.getvalue()


def main() -> int:
    """Run one job by hand; its status."""
    try:
        result = Rig().run(sys.argv[1], *sys.argv[2:])
    except NoRigError as error:
        print(error, file=sys.stderr)
        return 1
    print(result)
    return result.status


if __name__ == "__main__":
    raise SystemExit(main())
