"""What a rule check cannot know: which way round a part is meant, and what a name promises."""

from collections.abc import Iterable, Mapping, Sequence
from math import dist

from showdown_drawings import board_footprint
from showdown_drawings.board_plan import PLACES
from showdown_drawings.board_texts import Text
from showdown_drawings.circuit import Circuit
from showdown_drawings.design import GROUND, RAILS, Design

_DRIVER = "ULN2003A"
_DRIVES = {"LAUNCHER_GATE": "PGATE_DRIVE"}  # the one output whose net is not named by its input
_COLOURS = {"LAMP_RED": "red", "LAMP_AMBER": "amber", "LAMP_GREEN": "green", "ARROW": "red"}

_TEST_POINTS = {"PWM2": "SECOND_PWM", "GND": GROUND, "GATE": "LAUNCHER_GATE", "TP4": "+5V_SERVO"}

PRINTED: Mapping[str, Mapping[str, str]] = {
    "J2": {"LED": "PADDLE_LEFT_OPTO", "SIG": "PADDLE_LEFT_RAW", "GND": GROUND},
    "J3": {"LED": "PADDLE_RIGHT_OPTO", "SIG": "PADDLE_RIGHT_RAW", "GND": GROUND},
    "J4": {"IN": "TIMER_BUTTON_RAW", "GND": GROUND},
    "J5": {"+5V": "+5V_LED", "RED": "LAMP_RED_K", "AMB": "LAMP_AMBER_K", "GRN": "LAMP_GREEN_K"},
    "J6": {"L+": "+5V_LED", "L-": "ARROW_LEFT_K", "R+": "+5V_LED", "R-": "ARROW_RIGHT_K"},
    "J7": {"+5V": "+5V_IN", "GND": GROUND},
    "J8": {"SIG": "SERVO_SIG", "+5V": "+5V_SERVO", "GND": GROUND},
    "J10": {"+": "+5V_LED", "-": "BUZZER_K"},
} | dict.fromkeys(("TP1", "TP2", "TP3", "TP4"), _TEST_POINTS)
"""The word beside each plug's pin and test point, and the net that the word promises."""

TITLES = {"J2": "LEFT PADDLE", "J3": "RIGHT PADDLE", "J5": "LAMPS", "J6": "ARROW", "J10": "BUZZER"}


def polarised_parts_point_the_right_way(design: Design) -> list[str]:
    """A diode's cathode is on a rail, its anode is not; a capacitor's and a buzzer's plus is."""
    found = []
    for ref in design.of_kind("D", "D_Zener", "C_Polarized", "Buzzer"):
        first, second = design.net(ref, "1"), design.net(ref, "2")
        if first not in RAILS or second in RAILS:
            what = "cathode" if design.kind(ref).startswith("D") else "plus"
            found.append(f"{ref}: its {what} is on {first}, the other end on {second}")
    return found


def drivers_carry_their_names(design: Design) -> list[str]:
    """Each output of the driver switches what its input is named after."""
    found = []
    for ref in design.of_kind(_DRIVER):
        for channel in range(1, 8):
            into, out = design.net(ref, str(channel)), design.net(ref, str(17 - channel))
            if not out.startswith(_DRIVES.get(into, into)):
                found.append(f"{ref} pin {channel} is {into}, its output pin {17 - channel} {out}")
    return found


def lamps_have_their_colour(design: Design) -> list[str]:
    """The LED at a lamp's or arrow's net is of that colour."""
    found = []
    for ref in design.of_kind("LED"):
        value = design.drawn.components[ref].value
        for net in (design.net(ref, "1"), design.net(ref, "2")):
            for name, colour in _COLOURS.items():
                if net.startswith(name) and not value.startswith(colour):
                    found.append(f"{ref} at {net} is {value!r}, not {colour}")
    return found


def printed_words_name_the_nets(
    circuit: Circuit, pads: Mapping[tuple[str, str], tuple[float, float]], texts: Sequence[Text]
) -> list[str]:
    """The word printed nearest to each plug's pin promises the net that is on it.

    `pads` is each pad's place in mm by (ref, pin), `texts` what is printed on the upper side.
    """
    upper = [text for text in texts if not text.below]
    found = []
    for ref, words in PRINTED.items():
        nets = circuit.parts[ref].nets
        for pin, net in nets.items():
            said = _nearest(pads[ref, pin], upper, words)
            if words[said] != net:
                found.append(f"{ref} pin {pin} is {net}; printed beside it is {said!r}")
        if ref in TITLES:
            places = [pads[ref, pin] for pin in nets]
            middle = (
                sum(x for x, _ in places) / len(places),
                sum(y for _, y in places) / len(places),
            )
            if (title := _nearest(middle, upper, TITLES.values())) != TITLES[ref]:
                found.append(f"{ref} is {TITLES[ref]}; printed beside it is {title!r}")
    return found


def plug_pads(circuit: Circuit) -> dict[tuple[str, str], tuple[float, float]]:
    """Where on the board each pin of each plug is, in mm, by (ref, pin)."""
    footprints = {ref: circuit.parts[ref].footprint.rpartition(":")[2] for ref in PRINTED}
    return {
        (ref, pad.number): pad.at
        for ref, name in footprints.items()
        for pad in board_footprint.pads(ref, board_footprint.read(name), PLACES[ref])
    }


def _nearest(place: tuple[float, float], texts: Iterable[Text], words: Iterable[str]) -> str:
    known = frozenset(words)
    near = (text for text in texts if text.words in known)
    return min(near, key=lambda text: dist(place, (text.x, text.y))).words
