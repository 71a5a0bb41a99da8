"""All checks of a drawing beyond KiCad's own, by name. Each gives a sentence for each fault."""

from collections.abc import Sequence

from showdown_drawings import (
    checks_header,
    checks_launcher,
    checks_meaning,
    checks_parts,
    checks_ratings,
    netlist,
)
from showdown_drawings.bom import BARE_COPPER, BomError, Row, by_ref
from showdown_drawings.circuit import Circuit
from showdown_drawings.design import Check, Design


def drawing_equals_circuit(design: Design) -> list[str]:
    """Parts, nets and open pins are the circuit file's."""
    return netlist.differences(design.circuit, design.drawn)


CHECKS: dict[str, Check] = {
    "drawing equals circuit file": drawing_equals_circuit,
    "pins match the board file": checks_header.pins_match_the_board_file,
    "pin names carry the BCM number": checks_header.pin_names_carry_the_bcm_number,
    "reserved pins are open": checks_header.reserved_pins_are_open,
    "launcher on hardware PWM": checks_header.launcher_is_on_hardware_pwm,
    "outputs off at reset": checks_header.outputs_are_off_at_reset,
    "no GPIO on 5 V": checks_header.no_gpio_meets_five_volts,
    "header's power pins": checks_header.power_pins_of_the_header,
    "only listed pins are open": checks_header.only_listed_pins_are_open,
    "values are readable": checks_parts.every_value_is_readable,
    "polarity": checks_meaning.polarised_parts_point_the_right_way,
    "drivers carry their names": checks_meaning.drivers_carry_their_names,
    "lamps have their colour": checks_meaning.lamps_have_their_colour,
    "footprints fit the parts": checks_ratings.parts_fit_their_footprints,
    "ratings": checks_ratings.ratings_are_enough,
    "servo's switch": checks_ratings.the_switch_opens_and_closes,
    "servo's signal": checks_ratings.the_servo_gets_its_signal,
    "cables and filters": checks_ratings.cables_and_filters_are_sane,
    "one-shot is emptied": checks_ratings.the_one_shots_capacitor_is_emptied,
    "LED polarity": checks_parts.leds_point_the_right_way,
    "LED current": checks_parts.no_led_takes_too_much,
    "pin current": checks_parts.no_pin_gives_too_much,
    "paddles are equal": checks_parts.paddles_are_equal,
    "chips' supplies": checks_parts.chips_have_their_supplies,
    "launcher's pull-downs": checks_launcher.pull_downs_hold_the_launcher_off,
    "one-shot is there": checks_launcher.one_shot_is_there,
    "one-shot's time": checks_launcher.one_shot_lasts_long_enough,
    "one-shot is the only way": checks_launcher.one_shot_is_the_only_way_to_the_gate,
    "supplies share only ground": checks_launcher.supplies_share_only_ground,
}


def failing(design: Design) -> dict[str, list[str]]:
    """The checks that find something in `design`, with what they say."""
    return {name: said for name, check in CHECKS.items() if (said := check(design))}


def parts_match_the_list(design: Design, rows: Sequence[Row]) -> list[str]:
    """Each drawn part has the value of its row, and a footprint where it is soldered."""
    try:
        named = by_ref(list(rows), design.tier)
    except BomError as error:
        return [str(error)]
    found = []
    for ref, component in sorted(design.drawn.components.items()):
        if ref.startswith(BARE_COPPER):
            continue
        if ref not in named:
            found.append(f"{ref} stands in no row of the parts list")
        elif component.value != named[ref].value:
            found.append(f"{ref} is drawn as {component.value!r}, its row has {named[ref].value!r}")
    return found


def parts_are_where_they_belong(circuit: Circuit, on_board: frozenset[str]) -> list[str]:
    """The board has the circuit's parts with place "board", and none that hangs on a cable."""
    soldered = {ref for ref, part in circuit.parts.items() if part.place == "board"}
    found = [f"{ref} is not on the board" for ref in sorted(soldered - on_board)]
    found += [
        f"{ref} is on the board, but it hangs on a cable"
        for ref in sorted(on_board & circuit.parts.keys() - soldered)
    ]
    found += [
        f"{ref} of the board is not in the circuit"
        for ref in sorted(on_board - circuit.parts.keys())
        if not ref.startswith(("H", "FID", "G"))
    ]
    return found
