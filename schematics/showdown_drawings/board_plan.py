"""The add-on board's plan: where each part stands. Millimetres from the upper left corner.

Seen from above with the Pi's header along the upper edge, so that the board lies on the Pi as it is
drawn. Plugs stand along the edges: buzzer, arrows and lamps on the left, the servo and its supply
at the lower left, the paddles at the lower right, the timer button on the right.
"""

from itertools import pairwise

from showdown_drawings.board_footprint import Box, Place, Point
from showdown_drawings.board_router import Track, Via

WIDTH, HEIGHT, CORNER = 65.0, 56.0, 3.0
# Holes and pin 1, from Raspberry Pi's mechanical drawing of HATs: holes 3.5 mm from the edges and
# 58 x 49 mm apart, the header's middle half way between the upper two and on their height. Pin 1 is
# in the row that faces the board's middle, pin 2 beside it at the edge.
HOLES = ((3.5, 3.5), (61.5, 3.5), (3.5, 52.5), (61.5, 52.5))
HOLE_FOOTPRINT = "MountingHole_2.75mm_M2.5_HAT"
HOLE_FREE = 3.05  # radius that a screw's head or a spacer may cover
PIN_1 = (32.5 - 19 * 1.27, 3.5 + 1.27)

# No track here: these pads keep all their spokes into the ground pour.
KEEP_FREE = (((29.12, 8.62), 1.5), ((33.0, 12.1), 1.6))

PADDLE_PITCH = 11.0


def _paddle(dx: float, plug: str, lit: str, up: str, series: str) -> dict[str, Place]:
    return {
        plug: Place(38.9 + dx, 51.7),
        lit: Place(39.2 + dx, 36.45, 270),
        up: Place(42.2 + dx, 36.45, 270),
        series: Place(45.2 + dx, 44.07, 90),
    }


PLACES: dict[str, Place] = {
    "J1": Place(*PIN_1, 270, below=True),
    # left edge: what the Pi's 5 V lights
    "J10": Place(3.35, 12.4, 90),
    "J6": Place(3.35, 28.45, 90),
    "J5": Place(3.35, 42.0, 90),
    "F2": Place(12.3, 8.3),
    "D9": Place(11.0, 12.62),
    "JP1": Place(11.7, 16.0, 90),
    "R18": Place(11.0, 19.3),
    "R3": Place(11.0, 22.3),
    "R2": Place(11.0, 25.3),
    "R1": Place(11.0, 28.3),
    "U1": Place(29.12, 26.4, 180),
    # lower left: the servo and its supply
    "J7": Place(9.65, 50.7),
    "F1": Place(16.2, 41.4, 90),
    "C1": Place(20.55, 49.0),
    "D6": Place(21.3, 41.6),
    "Q1": Place(30.5, 45.4),
    "J8": Place(30.2, 48.9),
    "C2": Place(33.0, 36.1),
    "R6": Place(21.4, 38.0),
    "R7": Place(18.62, 31.3, 180),
    "R8": Place(21.4, 32.0),
    "R21": Place(29.02, 35.0, 180),
    "U2": Place(40.3, 33.67),
    "C3": Place(45.2, 33.7),
    "D8": Place(35.2, 42.0, 270),
    "TP4": Place(34.0, 47.2),
    # one-shot
    "U4": Place(33.0, 12.1),
    "C9": Place(40.62, 8.6, 180),
    "C8": Place(44.0, 17.9),
    "R20": Place(51.22, 23.4, 180),
    "D7": Place(51.22, 26.2, 180),
    "R19": Place(43.6, 29.0),
    "R9": Place(53.6, 25.9),
    "TP3": Place(51.65, 16.0),
    # paddles
    "C10": Place(43.93, 7.9, 270),
    "C11": Place(46.93, 7.9, 270),
    "U3": Place(47.4, 46.95),
    **_paddle(0, "J2", "R10", "R11", "R12"),
    **_paddle(PADDLE_PITCH, "J3", "R13", "R14", "R15"),
    # timer button
    "C12": Place(54.09, 7.9, 270),
    "TP1": Place(50.3, 8.6),
    "J4": Place(60.6, 33.0, 90),
    "R17": Place(61.22, 19.6, 180),
    "R16": Place(53.6, 22.7),
    "TP2": Place(62.0, 46.0),
}

WIDTH_MM = {  # a net that is not here: SIGNAL_MM
    "+3V3": 0.5,
    "+5V_PI": 0.4,  # fits between the header's pads; the fuse behind it holds 0.2 A
    "+5V_LED": 0.8,
    "+5V_FUSED": 0.5,  # taps alone: where the servo's current runs, SERVO_COPPER has it
    "+5V_SERVO": 0.5,
    "ARROW_LEFT_K": 0.5,
    "ARROW_RIGHT_K": 0.5,
    "BUZZER_K": 0.5,
}
SIGNAL_MM = 0.3


def _line(net: str, layer: int, width: float, *points: Point) -> list[Track]:
    return [Track(net, a, b, layer, width) for a, b in pairwise(points)]


# The way of the servo's current: terminal, fuse, capacitor, switch, plug; and back below, on the
# other side, to the terminal.
SERVO_COPPER: list[Track] = [
    *_line("+5V_IN", 0, 2.5, (9.65, 50.7), (16.2, 41.4)),
    *_line("+5V_FUSED", 0, 2.0, (18.1, 36.3), (21.3, 41.6), (20.55, 46.35), (20.55, 49.0)),
    *_line("+5V_FUSED", 0, 2.0, (20.55, 46.35), (29.5625, 46.35)),
    *_line("+5V_SERVO", 0, 1.5, (31.4375, 45.4), (32.7, 46.7), (32.7, 50.2), (30.2, 51.44)),
    *_line("+5V_SERVO", 0, 1.0, (32.7, 46.7), (34.0, 47.2)),
    *_line("+5V_SERVO", 0, 1.2, (31.4375, 45.4), (33.48, 43.4), (33.48, 40.0), (33.0, 36.1)),
    *_line("GND", 1, 2.5, (30.2, 53.98), (24.5, 53.5), (17.5, 53.5), (14.73, 50.7)),
    *_line("GND", 1, 2.5, (25.55, 49.0), (24.5, 53.5)),
]
# Ground where the pour alone would not reach well: U2's two pads, U4 beside C9.
GROUND_COPPER: list[Track] = [
    *_line("GND", 0, 0.4, (39.1625, 32.72), (38.0, 32.4)),
    *_line("GND", 0, 0.4, (39.1625, 34.62), (38.0, 34.7)),
    *_line("GND", 0, 0.5, (33.0, 12.1), (35.62, 8.6)),
]
GROUND_VIAS: list[Via] = [Via("GND", (38.0, 32.4)), Via("GND", (38.0, 34.7))]
FIXED = [*SERVO_COPPER, *GROUND_COPPER]

# Ground is one net and one pour, slit so that the servo's return meets the rest at one place alone,
# left of the terminal. Each slit is a box without pour, on both sides; tracks may cross.
SLITS: tuple[Box, ...] = (
    (7.5, 49.2, 8.1, 55.6),
    (7.5, 39.1, 8.1, 44.6),
    (7.5, 39.1, 31.0, 39.7),
    (30.4, 33.2, 31.0, 39.7),
    (30.4, 33.2, 37.5, 33.8),
    (36.9, 33.2, 37.5, 48.6),
    (35.9, 48.0, 37.5, 48.6),
    (35.9, 48.0, 36.5, 55.6),
)
