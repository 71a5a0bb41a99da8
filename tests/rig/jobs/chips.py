"""The header chip among others: found by its label by each backend, never by its number.

Reports the labels by chip number, which number each backend opened, and what is said when two
chips look like a header and when none does.
"""

from typing import Any

from guest.bench import NotedPwm
from guest.pi import PI_4B, pretend
from guest.sim import HEADER_LABEL, SimChip
from guest.words import report

from showdown_hw.backends import open_factory
from showdown_hw.board import Board
from showdown_hw.chips import find_header_chip
from showdown_hw.clock import SystemClock
from showdown_hw.errors import BackendError
from showdown_hw.unit import Hardware

LABELS = ("raspberrypi-exp-gpio", "gpio-brcmstb", HEADER_LABEL, "other")


def refusal() -> str:
    try:
        return f"found {find_header_chip()}"
    except BackendError as error:
        return str(error)


pretend(*PI_4B)
board = Board.named("default")
chips = [SimChip(f"chip{n}", label) for n, label in enumerate(LABELS)]
header = chips[2]
opened = {}
for backend in ("gpiod", "lgpio"):
    options: dict[str, Any] = {"pwm_driver": NotedPwm} if backend == "gpiod" else {}
    clock = SystemClock()
    hardware = Hardware.open(board, open_factory(backend, board, clock, **options), clock)
    hardware.lamps.write(True, False, False)
    lit = [chip.number for chip in chips if chip.value(board.pins["lamp_red"].bcm)]
    opened[backend] = lit[0] if len(lit) == 1 else lit
    hardware.close()
report(labels=list(LABELS), numbers=[c.number for c in chips], header=header.number, opened=opened)
with SimChip("second", "pinctrl-rp1"):
    report(doubled=refusal())
header.close()
report(headless=refusal())
