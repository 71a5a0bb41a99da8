"""The installed unit in a machine with systemd: jobs in it, from when it was ready or from a boot.

`python -m rig.system JOB WORD…` runs one by hand.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from rig import system_qemu
from rig.machine import JOBS, NoRigError, RigResult
from rig.system_parts import SNAPSHOT, NoPackageError, SystemParts, job_tar, system_parts

LIMIT_S = 120
WALL_S = 900


class Guest:
    """One running machine. A job that fails raises `JobFailedError` with its output."""

    def __init__(self, machine: system_qemu.Machine, parts: SystemParts) -> None:
        self.machine = machine
        self._python = parts.parts.python

    def run(
        self,
        job: str,
        *args: str,
        files: Mapping[str, bytes] | None = None,
        limit_s: float = LIMIT_S,
    ) -> RigResult:
        """Run a job of jobs/, `system_` in front of its name; `limit_s` is guest time."""
        began = time.monotonic()
        path = JOBS / f"system_{job}.py"
        tar = job_tar(path, *args, python=self._python, files=files, limit_s=limit_s)
        status, out = self.machine.job(tar)
        result = RigResult(status, out, time.monotonic() - began)
        if status != 0:
            msg = f"{job} {' '.join(args)}: {result}"
            raise JobFailedError(msg)
        return result

    def journal(self) -> str:
        """What the guest's journal has of this boot; or why it cannot be had."""
        try:
            return self.run("journal").out
        except (JobFailedError, system_qemu.MachineError) as error:
            return f"(no journal: {error})"


class JobFailedError(Exception):
    """A job came to an end that it should not."""


class System:
    """The built machine."""

    def __init__(self) -> None:
        try:
            self.parts = system_parts()
        except NoPackageError as error:
            raise NoRigError(str(error)) from error
        if missing := self.parts.missing():
            msg = f"the rig has no {', '.join(missing)} in {self.parts.parts.root}: make rig"
            raise NoRigError(msg)

    @contextmanager
    def disk(self) -> Iterator[Path]:
        """A disk of one's own, with the package and the snapshot."""
        with system_qemu.working_copy(self.parts.disk) as copy:
            yield copy

    @contextmanager
    def resumed(self, disk: Path, limit_s: float = WALL_S) -> Iterator[Guest]:
        """The guest with its unit ready. What is raised in the block has the journal with it."""
        with (
            system_qemu.resumed(self.parts.image, disk, SNAPSHOT, limit_s) as machine,
            _with_journal(Guest(machine, self.parts)) as guest,
        ):
            yield guest

    @contextmanager
    def booted(self, disk: Path, limit_s: float = WALL_S) -> Iterator[Guest]:
        """The guest after a boot from that disk."""
        with (
            system_qemu.booted(self.parts.image, disk, limit_s) as machine,
            _with_journal(Guest(machine, self.parts)) as guest,
        ):
            yield guest

    @contextmanager
    def ready(self, limit_s: float = WALL_S) -> Iterator[Guest]:
        """The guest with its unit ready, on a disk that is thrown away."""
        with self.disk() as disk, self.resumed(disk, limit_s) as guest:
            yield guest


@contextmanager
def _with_journal(guest: Guest) -> Iterator[Guest]:
    try:
        yield guest
    except Exception as error:
        error.add_note(f"--- the guest's journal\n{guest.journal()}")
        raise


def main() -> int:
    """Run one job by hand; its status."""
    job, *args = sys.argv[1:]
    try:
        with System().ready() as guest:
            print(guest.run(job, *args))
    except (NoRigError, JobFailedError) as error:
        print(error, *getattr(error, "__notes__", ()), sep="\n", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
