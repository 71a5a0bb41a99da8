"""One showdown end to end: the daemon on gpio-sim, a host on its PTY, hands at `pull`.

Reports the record, the outputs as the kernel saw them, and the hands' own times.
"""

import sys
import threading
import time
from pathlib import Path

from guest.bench import PinBench
from guest.pi import PI_4B, pretend
from guest.sim import SimChip
from guest.trace import OutputTrace
from guest.unit_run import running
from guest.words import report, skip

from showdown_host import Unit
from showdown_hw.backends import BACKENDS
from showdown_hw.board import Board

backend = sys.argv[1]
if backend not in BACKENDS:
    skip(f"backend {backend} is not there")
LEFT_AFTER_S, RIGHT_AFTER_S = 0.150, 0.250
pretend(*PI_4B)
board = Board.named("default")
chip = SimChip()
bench = PinBench(board, chip)
times: dict[str, int] = {}


def press(line: str) -> None:
    """Hold it down for a while; bounces as a switch does."""
    times[line] = time.monotonic_ns()
    for active in (True, False, True):
        bench.drive(line, active)
    time.sleep(0.05)
    bench.drive(line, False)


def hands() -> None:
    time.sleep(0.5)
    press("timer_button")
    while not bench.is_on("lamp_green"):
        time.sleep(0.0002)
    time.sleep(LEFT_AFTER_S)
    press("paddle_left")
    time.sleep(RIGHT_AFTER_S - LEFT_AFTER_S - 0.05)
    press("paddle_right")


with running(backend, Path("/run/rig/state")) as unit, Unit.open(unit.pty, wait_s=10) as host:
    info = host.info
    people = threading.Thread(target=hands)
    with OutputTrace() as trace:
        people.start()
        result = host.showdown(cards=2, left="Ana", right="Bo")
        people.join()
    record = result.record
    bcm = {name: spec.bcm for name, spec in board.pins.items()}
    green = [ns for ns, level in trace.levels(bcm["lamp_green"]) if level == 1]
    log = unit.state / "pwm.log"
    report(
        model=info.model,
        backend=info.backend.name if hasattr(info.backend, "name") else str(info.backend),
        state=str(record.state),
        outcome=str(record.outcome),
        loser=str(record.loser),
        launch=str(record.launch),
        stamp_source=str(record.stamp_source),
        reaction_us={str(side): us for side, us in result.reaction_us.items()},
        green_ns=green[0],
        greens=len(green),
        pressed_ns=times,
        power=trace.levels(bcm["launcher_power"]),
        pulses_us=trace.pulses_us(bcm["launcher_pwm"]),
        pwm=[[int(word) for word in line.split()] for line in log.read_text().splitlines()]
        if log.exists()
        else None,
        stats=host.stats(),
    )
report(
    on_after_exit=[
        signal
        for signal in ("lamp_red", "lamp_amber", "lamp_green", "launcher_power")
        if bench.is_on(signal)
    ]
)
