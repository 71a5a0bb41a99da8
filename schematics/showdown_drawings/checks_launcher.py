"""The launcher's power and signal: off unless driven, ended by hardware, on a supply of its own."""

from showdown_drawings.checks_parts import DRIVER, RESISTOR
from showdown_drawings.circuit import HEADER
from showdown_drawings.design import GROUND, LOGIC, PI_RAILS, RAILS, SERVO_RAILS, Design
from showdown_drawings.values import ValueFormError, amount, tolerance

GATED = "addon"
"""The tier that switches the servo's supply."""

PULL_DOWN_OHM = (1_000, 47_000)

ONE_SHOT = "74HC123"
ONE_SHOT_S = (1.3, 1.8)
ONE_SHOT_K = {"74AHC123A": (0.9, 1.0, 1.1)}
"""Time = K x R x C: the least, usual and most K at 3.3 V of the chips we know, by how the value
begins. Source: TI SCLS352. Other makers' 123s have half of it, by their data sheets."""


def pull_downs_hold_the_launcher_off(design: Design) -> list[str]:
    """A resistor to ground on each launcher line that is wired: off while nobody drives it."""
    low, high = PULL_DOWN_OHM
    found = []
    for net in ("LAUNCHER_PWM", "LAUNCHER_POWER"):
        if net not in design.signals:
            continue
        held = [
            ref
            for ref, nets in design.bridges.items()
            if set(nets) == {net, GROUND}
            and design.kind(ref) == RESISTOR
            and low <= amount(design.drawn.components[ref].value) <= high
        ]
        if not held:
            found.append(f"{net} has no resistor of {low} to {high} ohm to ground")
    return found


def one_shot_is_there(design: Design) -> list[str]:
    """A rising launcher_power starts it, a falling one ends it; the second half is held still."""
    if design.tier != GATED:
        return []
    chips = design.of_kind(ONE_SHOT)
    if len(chips) != 1:
        return [f"one {ONE_SHOT} expected, found {len(chips)}"]
    (ref,) = chips
    wanted = {
        "1": GROUND, "2": LOGIC, "3": "LAUNCHER_POWER", "13": "LAUNCHER_GATE",
        "14": GROUND, "15": "ONE_SHOT_RC", "9": GROUND, "10": GROUND, "11": GROUND,
    }  # fmt: skip
    return [
        f"{ref} pin {pin} is on {net or 'nothing'}, not {want}"
        for pin, want in wanted.items()
        if (net := design.net(ref, pin)) != want
    ]


def one_shot_lasts_long_enough(design: Design) -> list[str]:
    """Between 1.3 and 1.8 s by its values; longer than the firmware's limit also at their worst."""
    if design.tier != GATED:
        return []
    try:
        nominal_s, least_s = one_shot_s(design)
    except (ValueFormError, LookupError) as error:
        return [f"the one-shot's time cannot be computed: {error}"]
    found = []
    low, high = ONE_SHOT_S
    if not low <= nominal_s <= high:
        found.append(f"the one-shot lasts {nominal_s:.2f} s, not {low} to {high}")
    if least_s * 1000 <= design.board.launcher.limit_ms:
        found.append(
            f"the one-shot may end after {least_s:.2f} s, before the firmware's limit_ms "
            f"{design.board.launcher.limit_ms}"
        )
    return found


def one_shot_s(design: Design) -> tuple[float, float]:
    """The one-shot's time by its values, and the shortest with all tolerances, in seconds.

    ValueFormError for a value that is no amount or has no tolerance, LookupError where chip, R or C
    is not there once or the chip is one whose K we do not know.
    """
    least_k, usual_k, _ = _one_shot_k(design)
    resistor = _only(design, RESISTOR, {LOGIC, "ONE_SHOT_RC"})
    capacitor = _only(design, "C", {"ONE_SHOT_RC", GROUND})
    product, least = 1.0, 1.0
    for ref in (resistor, capacitor):
        value = design.drawn.components[ref].value
        off = tolerance(value)
        if off is None:
            raise ValueFormError(f"{ref} ({value!r}) has no tolerance; write it as 330k 1%")
        product *= amount(value)
        least *= 1 - off
    return usual_k * product, least_k * product * least


def one_shot_is_the_only_way_to_the_gate(design: Design) -> list[str]:
    """From launcher_power to the servo's supply leads the one-shot and nothing beside it."""
    if design.tier != GATED:
        return []
    # Each net of the chain, and all that may be on it beside test points.
    chain = {
        "LAUNCHER_POWER": {(HEADER, "22"), ("U4", "3"), ("R19", "1"), ("R19", "2")},
        "LAUNCHER_GATE": {("U4", "13"), ("U1", "6")},
        "PGATE_DRIVE": {("U1", "11"), ("R7", "1"), ("R7", "2")},
        "PGATE": {("Q1", "1"), ("R6", "1"), ("R6", "2"), ("R7", "1"), ("R7", "2")},
    }
    found = []
    for net, allowed in chain.items():
        pins = design.drawn.nets.get(net, frozenset())
        extra = sorted(pin for pin in pins - allowed if not pin[0].startswith("TP"))
        if not pins:
            found.append(f"there is no net {net}")
        found += [
            f"{ref} pin {pin} is on {net}: a way to the gate beside the one-shot"
            for ref, pin in extra
        ]
        found += [
            f"{ref} has no pin on {net}: the way from the one-shot to the gate is broken"
            for ref in sorted({ref for ref, _ in allowed} - {ref for ref, _ in pins})
            if pins
        ]
    before = SERVO_RAILS - {"+5V_SERVO"}
    leads = design.reach("+5V_SERVO", lambda net: net == GROUND)
    found += [
        f"+5V_SERVO gets power from {net} through {', '.join(way)}, past Q1"
        for net, way in leads.items()
        if net in before | PI_RAILS
    ]
    return found


def supplies_share_only_ground(design: Design) -> list[str]:
    """No part with two ends leads from the Pi's rails to the servo's supply, and COM is open."""
    found = []
    for rail in sorted(PI_RAILS & design.drawn.nets.keys()):
        there = design.reach(rail, lambda net: net == GROUND)
        found += [
            f"{rail} and {net} are joined through {', '.join(way)}"
            for net, way in there.items()
            if net in SERVO_RAILS
        ]
    for ref in sorted(design.drawn.components):
        rails = set(design.pins(ref).values()) & RAILS
        if rails & SERVO_RAILS and rails & PI_RAILS:
            found.append(f"{ref} is on {' and '.join(sorted(rails))}, rails that share only ground")
    for ref in design.of_kind(DRIVER):
        if net := design.net(ref, "9"):
            found.append(f"{ref} COM (pin 9) is on {net}: its diodes join the two 5 V rails")
    expected = SERVO_RAILS if design.tier == GATED else SERVO_RAILS - {"+5V_FUSED"}
    found += [f"there is no net {net}" for net in sorted(expected - design.drawn.nets.keys())]
    return found


def _only(design: Design, kind: str, nets: set[str]) -> str:
    found = [r for r, n in design.bridges.items() if design.kind(r) == kind and set(n) == nets]
    if len(found) != 1:
        raise LookupError(f"{len(found)} of {kind} between {' and '.join(sorted(nets))}, not 1")
    return found[0]


def _one_shot_k(design: Design) -> tuple[float, float, float]:
    values = [design.drawn.components[ref].value for ref in design.of_kind(ONE_SHOT)]
    for name, k in ONE_SHOT_K.items():
        if len(values) == 1 and values[0].startswith(name):
            return k
    raise LookupError(f"the chip is {values}; the time of {', '.join(ONE_SHOT_K)} alone is known")
