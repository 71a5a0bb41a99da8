"""The daemon killed in the middle of a showdown, and started again: `kill.py BACKEND MOMENT`.

MOMENT is `racing` (green is lit, nobody has pressed) or `launching` (the tray moves). As on a Pi,
whatever was driven at the kill stays so: the simulated line would fall to its pull, so that is set
to its level beforehand. Reports what was on after the kill, what the next daemon drove from its
first moment on, what it says of the showdown and of itself, and what the app is told that has
waited all the while.
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
from guest.words import report

from showdown_host import ShowdownError, Unit
from showdown_hw.board import Board

KEY = "kill-in-the-middle"
OUTPUTS = ("lamp_red", "lamp_amber", "lamp_green", "arrow_left", "arrow_right", "launcher_power")
STATE = Path("/run/rig/state")
LIMIT_S = 30

backend, moment = sys.argv[1:]
pretend(*PI_4B)
board = Board.named("default")
chip = SimChip()
bench = PinBench(board, chip)
bench.rest()


def wait_for(signal: str) -> None:
    until = time.monotonic() + LIMIT_S
    while not bench.is_on(signal):
        if time.monotonic() > until:
            msg = f"{signal} did not come on"
            raise TimeoutError(msg)
        time.sleep(0.0005)


def press(line: str) -> None:
    bench.drive(line, True)
    time.sleep(0.05)
    bench.drive(line, False)


def on() -> list[str]:
    return [signal for signal in OUTPUTS if bench.is_on(signal)]


def app() -> None:
    """Waits for the end of its showdown, whatever happens to the daemon."""
    try:
        with Unit.open(f"{STATE}/unit.tty", wait_s=10) as host:
            told.append(str(host.showdown(cards=2, key=KEY).record.state))
    except ShowdownError as error:
        told.append(type(error).__name__)


def killed() -> None:
    """One life of the daemon."""
    try:
        with running(backend, STATE) as unit:
            player.start()
            time.sleep(0.5)
            press("timer_button")
            wait_for("lamp_green")
            time.sleep(0.1)
            if moment == "launching":
                press("paddle_left")
                wait_for("launcher_power")
                time.sleep(0.1)
            before = on()
            for signal in before:
                chip.pull(board.pins[signal].bcm, 1)
            unit.process.kill()
            unit.process.wait()
            report(before=before, after_kill=on())
    except RuntimeError as error:
        if "status -9" not in str(error):
            raise


told: list[str] = []
player = threading.Thread(target=app)
killed()
with (
    OutputTrace() as trace,
    running(backend, STATE) as unit,
    Unit.open(unit.unix, role="observe") as host,
):
    record = host.get(KEY).record
    status = host.status()
    player.join()
    time.sleep(3)
    driven = {
        signal: [level for _, level in trace.levels(board.pins[signal].bcm)] for signal in OUTPUTS
    }
    report(
        state=str(record.state),
        outcome=record.outcome and str(record.outcome),
        loser=record.loser and str(record.loser),
        reason=record.reason,
        launch=str(record.launch),
        not_ready=[str(reason) for reason in status.not_ready],
        tray=str(status.tray),
        app=told,
        driven=driven,
        log=[line for line in unit.log().splitlines() if KEY in line or "restart" in line],
    )
