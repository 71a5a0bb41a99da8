"""A unit's process for as long as a block lasts."""

from __future__ import annotations

import contextlib
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from showdown_host import LinkLost, NoUnit, Unit

UP_S = 30


@dataclass(frozen=True, slots=True)
class Running:
    """A unit that answers."""

    process: subprocess.Popen[bytes]
    state: Path

    @property
    def pty(self) -> str:
        return str(self.state / "unit.tty")

    @property
    def unix(self) -> str:
        return f"unix:{self.state}/showdown.sock"

    def log(self) -> str:
        return (self.state / "log").read_text()

    def switches(self) -> dict[str, int]:
        """Voluntary context switches of its threads so far: how often each went to sleep."""
        counts = {}
        for task in Path(f"/proc/{self.process.pid}/task").iterdir():
            for line in (task / "status").read_text().splitlines():
                if line.startswith("voluntary_ctxt_switches:"):
                    counts[task.name] = int(line.split()[1])
        return counts


@contextlib.contextmanager
def running(backend: str, state: Path, *sets: str) -> Iterator[Running]:
    """The daemon on the header chip, up; stopped by SIGTERM, and its status checked, afterwards."""
    state.mkdir(exist_ok=True)
    with (state / "log").open("wb") as log:
        process = subprocess.Popen(
            [sys.executable, "-m", "guest.unit_process", backend, str(state), *sets],
            stdout=log,
            stderr=log,
        )
    unit = Running(process, state)
    try:
        _wait_up(unit)
        yield unit
        process.send_signal(signal.SIGTERM)
        status = process.wait(15)
        if status != 0:
            msg = f"the unit ended with status {status}"
            raise RuntimeError(msg)
    except BaseException:
        print(unit.log(), flush=True)
        raise
    finally:
        process.kill()
        process.wait()


def _wait_up(unit: Running) -> None:
    until = time.monotonic() + UP_S
    while True:
        try:
            Unit.open(unit.unix, role="observe").close()
        except (LinkLost, NoUnit):
            if unit.process.poll() is not None or time.monotonic() > until:
                msg = "the unit did not come up"
                raise RuntimeError(msg) from None
            time.sleep(0.1)
        else:
            return
