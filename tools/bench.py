"""Speed and memory, measured in one run on this machine: ratios and counts, no verdicts.

Mock pins and a PTY: the figures are the software's, on this machine. They say nothing of a Pi.
"""

from __future__ import annotations

import os
import platform
import pty
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import tty
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from showdown_bench.trace import Change, read_trace
from showdown_host.keystore import KeyStore
from showdown_host.unit import Unit
from showdown_protocol.codec import parse_request
from showdown_protocol.framer import Framer

BIN = Path(sys.executable).parent
LATENCY = Path(__file__).with_name("bench_latency.py")
RULES = Path(__file__).with_name("bench_rules.py")
BARE_GPIOZERO = "import gpiozero"
BARE_STACK = "import gpiozero, serial, asyncio, sqlite3"
IDLE_S = 10.0
RESULTS = 20
PINGS = 2_000
SETTLE_NS = 5_000_000

QUICK = {
    "referee.count_s": 0.5,
    "referee.hold_min_s": 0.2,
    "referee.hold_mean_s": 0.1,
    "referee.hold_max_s": 1,
}


def main() -> int:
    """Print the table."""
    print(f"$ {Path(sys.executable).name} tools/bench.py")
    print(f"machine: {platform.machine()}, {os.cpu_count()} cores, {_cpu()}, Linux", end=" ")
    print(f"{platform.release()}, Python {platform.python_version()}")
    load = " ".join(f"{value:.1f}" for value in os.getloadavg())
    print(f"load before: {load}\n")
    subprocess.run([sys.executable, LATENCY], check=True)
    _lines()
    _start()
    with _bench("none") as (process, link, _):
        _idle(process.pid)
        _memory(process.pid)
        _pings(link)
    _results()
    subprocess.run([sys.executable, RULES], check=True)
    return 0


def _lines() -> None:
    line = b'{"jsonrpc":"2.0","id":1,"method":"showdown.get","params":{"key":"01J8ZK3X9M2Q"}}\n'
    count = 20_000
    framer = Framer()
    start_ns = time.perf_counter_ns()
    parsed = 0
    for _ in range(count):
        for frame in framer.feed(line, 0):
            parse_request(frame)
            parsed += 1
    seconds = (time.perf_counter_ns() - start_ns) / 1e9
    print(f"protocol lines framed and parsed: {parsed / seconds:,.0f} a second, in one process")


def _pings(link: Path) -> None:
    with Unit.open(str(link), role="observe") as unit:
        start_ns = time.perf_counter_ns()
        for _ in range(PINGS):
            unit.call("ping")
        each_us = (time.perf_counter_ns() - start_ns) / PINGS / 1000
    echo_us = statistics.median(_echo_us(PINGS))
    print(
        f"ping, one after the other, host library to daemon over a PTY: {1e6 / each_us:,.0f} a"
        f" second, {each_us:.0f} us each; a bare echo over a PTY {echo_us:.0f} us: "
        f"{each_us / echo_us:.1f} times"
    )


def _start() -> None:
    bare = statistics.median(_seconds(_python(BARE_GPIOZERO)) for _ in range(5))
    starts = []
    for _ in range(5):
        start_ns = time.perf_counter_ns()
        with _bench("none", asked_at_ns=start_ns) as (_, _, ready_s):
            starts.append(ready_s)
    ready = statistics.median(starts)
    print(
        f"daemon start to ready (journal made, link open): {ready:.2f} s; a bare import of"
        f" gpiozero {bare:.2f} s: {ready / bare:.1f} times"
    )


def _idle(pid: int) -> None:
    time.sleep(2)  # noqa: TID251 - the start's own work must be over
    before, cpu_before = _wakeups(pid), _cpu_s(pid)
    time.sleep(IDLE_S)  # noqa: TID251 - idling is what is measured
    wakeups, cpu = (_wakeups(pid) - before) / IDLE_S, (_cpu_s(pid) - cpu_before) / IDLE_S
    print(f"idle: {100 * cpu:.2f} % of one core, {wakeups:.1f} voluntary wake-ups a second")


def _memory(pid: int) -> None:
    rss = _rss_mb(pid)
    code = f"{BARE_STACK}\nprint(open('/proc/self/status').read())"
    text = subprocess.run(_python(code), capture_output=True, text=True, check=True).stdout
    bare = int(text.split("VmRSS:")[1].split()[0]) / 1024
    print(
        f"resident memory: {rss:.1f} MB (the bench: daemon and mock pins); {BARE_STACK}:"
        f" {bare:.1f} MB: {rss / bare:.2f} times"
    )


def _results() -> None:
    """Press to `showdown.result` in the host's hands, less settle; presses from the pin trace."""
    arrivals: list[tuple[int, str]] = []  # when, and the side that won
    quick = [word for key, value in QUICK.items() for word in ("--set", f"{key}={value}")]
    with (
        tempfile.TemporaryDirectory() as folder,
        _bench("robots", "--script", "demo", *quick) as (_, link, _),
        Unit.open(str(link), store=KeyStore(Path(folder))) as unit,
    ):
        events = unit.events()

        def hear() -> None:
            for event in events:
                if event.type == "showdown.result" and event.data["record"]["outcome"] == "win":
                    loser = event.data["record"]["loser"]
                    winner = "right" if loser == "left" else "left"
                    arrivals.append((time.monotonic_ns(), winner))

        ear = threading.Thread(target=hear)
        ear.start()
        for _ in range(RESULTS):
            unit.showdown(cards=1, start="now")
        changes = read_trace(link.with_name("pins.log")).changes
    ear.join()
    delays_ms = [
        (arrived_ns - _pressed_ns(changes, winner, arrived_ns) - SETTLE_NS) / 1e6
        for arrived_ns, winner in arrivals
    ]
    echo_ms = statistics.median(_echo_us(200)) / 1000
    print(
        f"press to `showdown.result` at the host over a PTY, less settle (5 ms), its durable write"
        f" included: {len(delays_ms)} wins, median {statistics.median(delays_ms):.2f} ms, worst"
        f" {max(delays_ms):.2f} ms; a bare echo over a PTY: {echo_ms:.2f} ms"
    )


def _pressed_ns(changes: Sequence[Change], side: str, before_ns: int) -> int:
    """The first edge of that paddle after the last green before `before_ns`."""
    earlier = [change for change in changes if change.ns < before_ns]
    green_ns = max(c.ns for c in earlier if c.signal == "lamp_green" and c.value)
    return min(c.ns for c in earlier if c.signal == f"paddle_{side}" and c.ns > green_ns)


def _echo_us(count: int) -> Iterator[float]:
    near, far = pty.openpty()
    tty.setraw(far)
    code = f"import os\nwhile True: os.write({far}, os.read({far}, 4096))"
    echo = subprocess.Popen(_python(code), pass_fds=[far])
    try:
        os.write(near, b"x" * 60)
        os.read(near, 4096)
        for _ in range(count):
            start_ns = time.perf_counter_ns()
            os.write(near, b"x" * 60)
            got = 0
            while got < 60:
                got += len(os.read(near, 4096))
            yield (time.perf_counter_ns() - start_ns) / 1000
    finally:
        echo.kill()
        echo.wait()
        os.close(near)
        os.close(far)


@contextmanager
def _bench(
    players: str, *options: str, asked_at_ns: int | None = None
) -> Iterator[tuple[subprocess.Popen[bytes], Path, float]]:
    start_ns = asked_at_ns or time.perf_counter_ns()
    with tempfile.TemporaryDirectory() as folder:
        link = Path(folder) / "unit.tty"
        command = [BIN / "showdown-unit", "bench", "--headless", "--players", players]
        process = subprocess.Popen(
            [*command, "--link", link, "--trace", link.with_name("pins.log"), *options],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            while not link.is_symlink():
                time.sleep(0.002)  # noqa: TID251 - another process is waited for
            yield process, link, (time.perf_counter_ns() - start_ns) / 1e9
        finally:
            process.terminate()
            process.wait()


def _python(code: str) -> list[str]:
    return [sys.executable, "-c", code]


def _seconds(command: list[str]) -> float:
    start_ns = time.perf_counter_ns()
    subprocess.run(command, check=True)
    return (time.perf_counter_ns() - start_ns) / 1e9


def _tasks(pid: int) -> Iterator[Path]:
    yield from Path(f"/proc/{pid}/task").iterdir()


def _wakeups(pid: int) -> int:
    def one(task: Path) -> int:
        text = (task / "status").read_text()
        return int(text.split("\nvoluntary_ctxt_switches:")[1].split()[0])

    return sum(map(one, _tasks(pid)))


def _cpu_s(pid: int) -> float:
    words = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


def _rss_mb(pid: int) -> float:
    return int(Path(f"/proc/{pid}/status").read_text().split("VmRSS:")[1].split()[0]) / 1024


def _cpu() -> str:
    for line in Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            return line.partition(":")[2].strip()
    return platform.processor()


if __name__ == "__main__":
    raise SystemExit(main())
