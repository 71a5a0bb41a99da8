"""The launch model's numbers as Markdown tables: what the guide states, and nothing else does.

Everything here is computed from mechanics/parameters.scad and the sheets named in the tables.
"""

from dataclasses import dataclass
from math import degrees
from typing import Any

from showdown_drawings import launch_detent
from showdown_drawings.launch import (
    MM,
    Machine,
    Servo,
    Stack,
    Throw,
    holding_torque,
    inertia_kg_m2,
    throw,
    tipping_torque,
    torque_for,
)
from showdown_drawings.launch_detent import Detent

FRICTIONS = {0.15: "low-friction tape", 0.25: "smooth print", 0.40: "rough print"}
DEFAULT_FRICTION = 0.25
TOY_LIMIT_J = 0.08
OVERHANG_M = 20 * MM
# The weakest plausible, the usual and the strongest figures under the name SG90 or MG90S, 4.8 V.
SERVOS = {
    "usual sheet": (1.8, 0.12, "sellers' sheets of the SG90, 1.8 kgf·cm, 0.10 to 0.12 s"),
    "fast sheet": (1.8, 0.10, "the same, and a sheet of the MG90S"),
    "9 g servo SER0006": (1.6, 0.12, "DFRobot's page of it"),
    "weak sheet": (1.2, 0.12, "a tutorial's table: 1.2 to 1.4 kgf·cm"),
    "slow report": (1.6, 0.22, "LCKFB's wiki: 0.18 to 0.22 s/60°"),
}
USUAL = "usual sheet"
BROWN_OUT = 0.5  # the part of stall torque that we count on


@dataclass(frozen=True, slots=True)
class Model:
    """The unit as the parameter file has it, with the usual servo."""

    mm: dict[str, Any]

    @property
    def machine(self) -> Machine:
        """Tray and slide."""
        return Machine.of(self.mm)

    @property
    def detent(self) -> Detent:
        """The two magnets."""
        return Detent.of(self.mm)

    def stack(self, count: int) -> Stack:
        """`count` cards of the file."""
        return Stack.of(self.mm, count)

    @property
    def full(self) -> Stack:
        """As many cards as the tray is made for."""
        return self.stack(int(self.mm["cards_max"]))

    def throw(self, count: int, friction: float, servo: str = USUAL) -> Throw:
        """A throw of `count` cards by one of SERVOS."""
        kgf_cm, seconds, _ = SERVOS[servo]
        return throw(self.machine, Servo.of_sheet(kgf_cm, seconds), self.stack(count), friction)


def markdown(model: Model) -> str:
    """All tables, each under a bold line; the same text on every run."""
    parts = (
        ("Assumptions and sources", _inputs(model)),
        ("A throw, by friction", _throws(model)),
        ("A throw, by the number of cards", _counts(model)),
        ("Torque", _torques(model)),
        ("The servos that are sold under one name", _servos(model)),
    )
    return "\n".join(f"**{title}**\n\n{_table(rows)}" for title, rows in parts)


def _table(rows: list[list[str]]) -> str:
    head, *rest = rows
    lines = [head, ["---"] * len(head), *rest]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def _inputs(model: Model) -> list[list[str]]:
    machine, stack = model.machine, model.full
    low, high = launch_detent.BR_N35, 1.22
    return [
        ["number", "value", "where from"],
        ["card", f"{stack.card_kg * 1e3:.1f} g, {stack.length_m * 1e3:.0f} mm along the slide",
         "assumption: coated card of 300 g/m² and a bit; weigh yours"],
        ["tray with cards' floor", f"{machine.tray_kg * 1e3:.0f} g, "
         f"{machine.tray_length_m * 1e3:.1f} mm long", "upper bound of the printed part"],
        ["tilt, slide", f"{degrees(machine.tilt_rad):.0f}°, {degrees(machine.roof_rad):.0f}°, "
         f"{machine.roof_run_m * 1e3:.0f} mm from under the tray's end", "`parameters.scad`"],
        ["card on print", "0.15 / 0.25 / 0.40", "assumption; printed PLA on printed PLA was "
         "measured at 0.12 to 0.38 (Santana and others 2020)"],
        ["card on table", f"{machine.table_friction:.2f}", "assumption: smooth table top"],
        ["speed kept at the slide's foot", f"{machine.keep_at_foot:.0%}".replace("%", " %"),
         "assumption: the foot is rounded"],
        ["servo", f"{SERVOS[USUAL][0]} kgf·cm, {SERVOS[USUAL][1]:.2f} s/60° at 4.8 V, straight "
         "line between", SERVOS[USUAL][2]],
        ["torque that arrives", f"{machine.usable_torque:.0%} of the sheet's".replace("%", " %"),
         "assumption: gears, and the supply's sag"],
        ["magnets", f"Br {low:.2f} T", f"grade N35 is {low:.2f} to {high:.2f} T in makers' "
         "tables (not looked up for a given part)"],
        ["toy limit", "80 mJ", "rigid projectile without a soft tip, as UK trading standards "
         "state EN 71-1's classic rule; the present edition judges energy by area"],
    ]  # fmt: skip


def _throws(model: Model) -> list[list[str]]:
    rows = [["friction", "off the tray", "on the table after", "speed there", "slides on",
             "10 cards", "1 card"]]  # fmt: skip
    for friction, what in FRICTIONS.items():
        many, one = model.throw(10, friction), model.throw(1, friction)
        rows.append([
            f"{friction:.2f} ({what})",
            f"{many.off_tray_s * 1e3:.0f} ms",
            f"{many.on_table_s * 1e3:.0f} ms",
            f"{many.on_table_m_s:.2f} m/s",
            f"{many.slides_m * 100:.0f} cm",
            f"{many.energy_j * 1e3:.1f} mJ",
            f"{one.energy_j * 1e3:.2f} mJ",
        ])  # fmt: skip
    return rows


def _counts(model: Model) -> list[list[str]]:
    rows = [["cards", "tilted after", "off the tray", "on the table after", "speed there",
             "energy", "part of the toy limit"]]  # fmt: skip
    for count in (1, 2, 4, 7, 10):
        flight = model.throw(count, DEFAULT_FRICTION)
        rows.append([
            str(count),
            f"{flight.tilted_s * 1e3:.0f} ms",
            f"{flight.off_tray_s * 1e3:.0f} ms",
            f"{flight.on_table_s * 1e3:.0f} ms",
            f"{flight.on_table_m_s:.2f} m/s",
            f"{flight.energy_j * 1e3:.1f} mJ",
            f"{flight.energy_j / TOY_LIMIT_J:.0%}".replace("%", " %"),
        ])  # fmt: skip
    return rows


def _torques(model: Model) -> list[list[str]]:
    machine, stack, detent = model.machine, model.full, model.detent
    usual = Servo.of_sheet(*SERVOS[USUAL][:2])
    have = BROWN_OUT * usual.stall_nm
    swing = torque_for(machine, stack)
    overhang = holding_torque(stack, OVERHANG_M)
    hold, at = launch_detent.peak(detent)
    sag = launch_detent.sag_rad(machine, stack, detent, OVERHANG_M)
    resting = "tips over" if sag is None else f"rests {degrees(sag):.1f}° off level"
    flight = model.throw(10, DEFAULT_FRICTION)
    return [
        ["what", "mN·m", "against"],
        ["half of the usual servo's stall", f"{have * 1e3:.0f}", "what the design counts on"],
        [f"tray and ten cards ({inertia_kg_m2(machine, stack) * 1e6:.0f} kg·mm²), full tilt in "
         "0.1 s", f"{swing * 1e3:.1f}", f"half of stall is x{have / swing:.1f}"],
        ["the load's height over the pivot, at full tilt",
         f"{tipping_torque(machine, stack, machine.tilt_rad) * 1e3:.1f}", "helps going down, has "
         "to be lifted on the way back"],
        ["ten cards overhanging 20 mm", f"{overhang * 1e3:.1f}", f"the detent holds them: the "
         f"tray {resting}"],
        [f"detent's greatest, {degrees(at):.1f}° off level", f"{hold * 1e3:.1f}",
         f"x{hold / overhang:.1f} of the overhang; half of stall is x{have / hold:.1f} of it; "
         f"the magnets pull {launch_detent.pull_n(detent):.1f} N at level"],
        ["swing and detent at once", f"{(swing + hold) * 1e3:.1f}",
         f"half of stall is x{have / (swing + hold):.1f}"],
        ["first milliseconds", "", f"the cards lift until {flight.lifts_s * 1e3:.1f} ms: the tray "
         "starts faster than they can follow; the model carries them along"],
    ]  # fmt: skip


def _servos(model: Model) -> list[list[str]]:
    need = torque_for(model.machine, model.full)
    hold = launch_detent.peak(model.detent)[0]
    rows = [["figures", "kgf·cm", "s/60°", "half of stall", "over the swing", "over swing and "
             "detent", "ten cards on the table after", "from"]]  # fmt: skip
    for name, (kgf_cm, seconds, source) in SERVOS.items():
        half = BROWN_OUT * Servo.of_sheet(kgf_cm, seconds).stall_nm
        flight = model.throw(10, DEFAULT_FRICTION, name)
        rows.append([
            name,
            f"{kgf_cm}",
            f"{seconds:.2f}",
            f"{half * 1e3:.0f} mN·m",
            f"x{half / need:.1f}",
            f"x{half / (need + hold):.1f}",
            f"{flight.on_table_s * 1e3:.0f} ms",
            source,
        ])  # fmt: skip
    return rows
