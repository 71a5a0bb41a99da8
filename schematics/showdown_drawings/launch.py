"""The launch as physics: a servo tilts the tray, gravity carries the stack down the roof.

Pure functions of values, SI units (m, kg, s, rad, N·m, J) unless a name says otherwise. The stack
is one rigid body that slides along the tray and turns with it; a throw is followed until the stack
comes to rest on the table. No unit has been built: every result is computed.

Left out, and which way that errs: the gear train's own inertia (the servo is slower off the mark),
cards that fan out (friction between cards lets the stack spread), air (a single card is slowed),
and that the cards lift for the first milliseconds, while the tray starts (the model carries them
along, so it needs more torque than the unit will).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from math import cos, degrees, inf, radians, sin, sqrt
from typing import Any

G = 9.80665  # m/s², standard gravity
KGF_CM = G / 100  # N·m in 1 kgf·cm, the unit of servo sheets
MM = 1e-3
STEP_S = 1e-4


@dataclass(frozen=True, slots=True)
class Servo:
    """A hobby servo's straight line from stall torque (N·m) to no-load speed (rad/s)."""

    stall_nm: float
    no_load_rad_s: float

    @classmethod
    def of_sheet(cls, kgf_cm: float, s_per_60_deg: float) -> "Servo":
        """From the two figures that sellers give."""
        return cls(kgf_cm * KGF_CM, radians(60) / s_per_60_deg)

    def torque_nm(self, speed_rad_s: float, usable: float = 1.0) -> float:
        """Torque at a speed, never negative; `usable` is the part that gears and supply leave."""
        return max(0.0, self.stall_nm * usable * (1 - speed_rad_s / self.no_load_rad_s))


@dataclass(frozen=True, slots=True)
class Machine:
    """Tray and slide. Heights above the table, lengths along the slide, angles from level."""

    tray_length_m: float
    tray_floor_m: float  # the cards' lowest face above the pivot
    pivot_height_m: float
    tilt_rad: float
    roof_rad: float
    roof_run_m: float  # the stack's way on the slide, from under the tray's end to its foot
    tray_kg: float = 0.030  # the printed tray weighs less; its magnet and screws are in it
    usable_torque: float = 0.7  # assumption: what gear friction and a sagging supply leave
    keep_at_foot: float = 0.85  # assumption: speed kept where the slide meets the table
    table_friction: float = 0.25  # assumption: card on a smooth table top

    @classmethod
    def of(cls, mm: Mapping[str, Any]) -> "Machine":
        """From the numbers of mechanics/parameters.scad, in mm and degrees."""
        return cls(
            tray_length_m=2 * mm["tray_half"] * MM,
            tray_floor_m=(mm["pivot_drop"] + mm["wall"]) * MM,
            pivot_height_m=mm["pivot_z"] * MM,
            tilt_rad=radians(mm["tilt_max"]),
            roof_rad=radians(mm["roof_angle"]),
            roof_run_m=mm["slide_after_tray"] * MM,
        )


@dataclass(frozen=True, slots=True)
class Stack:
    """`count` cards lying flat; each 1.8 g and 0.3 mm thick, `length_m` along the slide."""

    count: int
    length_m: float = 87 * MM
    card_kg: float = 1.8e-3
    card_thick_m: float = 0.3 * MM

    @classmethod
    def of(cls, mm: Mapping[str, Any], count: int) -> "Stack":
        """`count` of the cards in mechanics/parameters.scad."""
        return cls(count, length_m=mm["card"][1] * MM, card_thick_m=mm["card"][2] * MM)

    @property
    def kg(self) -> float:
        """Mass of all cards."""
        return self.count * self.card_kg

    @property
    def thick_m(self) -> float:
        """Height of the stack."""
        return self.count * self.card_thick_m


@dataclass(frozen=True, slots=True)
class Moment:
    """The throw at `t_s` on the tray: tilt, and where the stack's middle is along it."""

    t_s: float
    tilt_rad: float
    slid_m: float
    speed_m_s: float
    torque_nm: float


@dataclass(frozen=True, slots=True)
class Throw:
    """A throw's course, and where its energy went.

    `energy_error_j` is what the books are out by when the stack leaves the tray: work put in, less
    what is moving, has risen, was rubbed off and was stopped.
    """

    tilted_s: float
    off_tray_s: float
    off_tray_m_s: float
    on_table_s: float
    on_table_m_s: float
    slides_m: float
    energy_j: float
    work_j: float
    fallen_j: float
    peak_torque_nm: float
    energy_error_j: float
    lifts_s: float
    path: list[Moment] = field(repr=False)


class DoesNotSlideError(ValueError):
    """The stack stays on tray or roof: the text names friction, angle and a remedy."""


def inertia_kg_m2(machine: Machine, stack: Stack, slid_m: float = 0.0) -> float:
    """Tray (a plate turning about its middle) and stack about the pivot."""
    tray = machine.tray_kg * machine.tray_length_m**2 / 12
    arm = machine.tray_floor_m + stack.thick_m / 2
    own = stack.kg * (stack.length_m**2 + stack.thick_m**2) / 12
    return tray + own + stack.kg * (slid_m**2 + arm**2)


def torque_for(machine: Machine, stack: Stack, within_s: float = 0.1) -> float:
    """Torque (N·m) that swings tray and stack to full tilt `within_s`, half of it braking."""
    return inertia_kg_m2(machine, stack) * 4 * machine.tilt_rad / within_s**2


def holding_torque(stack: Stack, overhang_m: float) -> float:
    """What a stack pushed `overhang_m` out of the middle asks of the level tray's detent, N·m."""
    return stack.kg * G * overhang_m


def tipping_torque(machine: Machine, stack: Stack, tilt_rad: float) -> float:
    """What the loaded tray's height above the pivot adds to the tilt, N·m, stack in the middle."""
    arm = machine.tray_floor_m + stack.thick_m / 2
    return G * sin(tilt_rad) * (stack.kg * arm + machine.tray_kg * machine.tray_floor_m)


@dataclass(frozen=True, slots=True)
class _Load:
    """What turns: the tray, and the stack that slides on it; `arm` is its middle over the pivot."""

    kg: float
    arm: float
    solid: float  # tray and stack, each about its own middle, kg·m²
    tray_weight: float  # tray's weight times its height over the pivot, N·m
    friction: float


@dataclass(slots=True)
class _State:
    t: float = 0.0
    tilt: float = 0.0
    turn: float = 0.0  # rad/s
    slid: float = 0.0
    speed: float = 0.0  # along the tray
    work: float = 0.0
    rubbed: float = 0.0


@cache
def throw(machine: Machine, servo: Servo, stack: Stack, friction: float) -> Throw:
    """One throw from the command to rest on the table.

    The servo drives at what its line gives until the tray is at full tilt, then holds it there.
    Raises DoesNotSlideError when friction (a plain number, still and moving alike) wins.
    """
    _must_slide(machine, friction)
    body = stack.kg * (stack.length_m**2 + stack.thick_m**2) / 12
    plate = machine.tray_kg * machine.tray_length_m**2 / 12
    load = _Load(
        kg=stack.kg,
        arm=machine.tray_floor_m + stack.thick_m / 2,
        solid=plate + body,
        tray_weight=machine.tray_kg * machine.tray_floor_m * G,
        friction=friction,
    )
    state, path = _State(), [Moment(0, 0, 0, 0, servo.torque_nm(0, machine.usable_torque))]
    tilted, stopped, peak, lifts = inf, 0.0, 0.0, 0.0
    while state.slid < machine.tray_length_m / 2:
        moving = state.tilt < machine.tilt_rad
        torque = servo.torque_nm(state.turn, machine.usable_torque) if moving else 0.0
        push = _pushes(load, state, torque, moving)
        if stack.kg * G * stack.length_m / 2 < body * push.turn_rad_s2:
            lifts = state.t + STEP_S
        peak = max(peak, torque)
        _advance(state, push)
        if state.tilt >= machine.tilt_rad and moving:
            tilted = state.t
            stopped += _stop(state, load)
        path.append(Moment(state.t, state.tilt, state.slid, state.speed, torque))
    lip = -state.slid * sin(state.tilt) + load.arm * cos(state.tilt)
    risen = load.kg * G * (lip - load.arm) + load.tray_weight * (cos(state.tilt) - 1)
    moving_j = _kinetic(state, load)
    error = state.work - (moving_j + risen + state.rubbed + stopped)
    run = machine.roof_run_m
    v_roof = state.speed * cos(machine.tilt_rad - machine.roof_rad)
    pull = G * (sin(machine.roof_rad) - friction * cos(machine.roof_rad))
    v_foot = sqrt(v_roof**2 + 2 * pull * run)
    return Throw(
        tilted_s=tilted,
        off_tray_s=state.t,
        off_tray_m_s=state.speed,
        on_table_s=state.t + 2 * run / (v_roof + v_foot),
        on_table_m_s=v_foot,
        slides_m=(machine.keep_at_foot * v_foot) ** 2 / (2 * machine.table_friction * G),
        energy_j=stack.kg * v_foot**2 / 2,
        work_j=state.work,
        fallen_j=stack.kg * G * (machine.pivot_height_m + load.arm),
        peak_torque_nm=peak,
        energy_error_j=error,
        lifts_s=lifts,
        path=path,
    )


def _must_slide(machine: Machine, friction: float) -> None:
    for what, angle in (("tray", machine.tilt_rad), ("roof", machine.roof_rad)):
        if friction >= sin(angle) / cos(angle):
            raise DoesNotSlideError(
                f"{what} at {degrees(angle):.0f}°: a friction of {friction:.2f} holds the cards; "
                "tilt it further, or line it with low-friction tape"
            )


@dataclass(frozen=True, slots=True)
class _Push:
    turn_rad_s2: float
    slide_m_s2: float
    torque_nm: float
    rub_n: float


def _pushes(load: _Load, at: _State, torque: float, moving: bool) -> _Push:
    """Accelerations of tilt and slide: Lagrange's two equations, with dry friction between them.

    The stack's middle is `at.slid` along the tray and `load.arm` above the pivot, across it.
    """
    m, arm, turn = load.kg, load.arm, at.turn
    along = G * sin(at.tilt) + at.slid * turn**2  # per kg, before friction and the tray's own turn

    def normal(turn_up: float) -> float:
        lift = 2 * at.speed * turn + arm * turn**2 + at.slid * turn_up
        return max(0.0, m * (G * cos(at.tilt) - lift))

    if not moving:
        rub = load.friction * normal(0.0)
        return _Push(0.0, along - rub / m, 0.0, rub)
    mass = load.solid + m * (at.slid**2 + arm**2)
    turning = torque + m * G * (at.slid * cos(at.tilt) + arm * sin(at.tilt))
    turning += load.tray_weight * sin(at.tilt) - 2 * m * at.slid * at.speed * turn
    stuck = turning / mass
    if at.speed == 0 and abs(along - arm * stuck) * m <= load.friction * normal(stuck):
        return _Push(stuck, 0.0, torque, 0.0)
    way = 1.0 if at.speed > 0 or (at.speed == 0 and along > arm * stuck) else -1.0
    turn_up = stuck
    for _ in range(8):  # friction hangs on the turn and the turn on the slide: settles at once
        slide = along - arm * turn_up - way * load.friction * normal(turn_up) / m
        turn_up = (turning - m * arm * slide) / mass
    rub = way * load.friction * normal(turn_up)
    return _Push(turn_up, along - arm * turn_up - rub / m, torque, rub)


def _advance(at: _State, push: _Push) -> None:
    """One step; work and heat by the mean of the step's two ends."""
    turn, speed = at.turn, at.speed
    at.turn += push.turn_rad_s2 * STEP_S
    at.speed += push.slide_m_s2 * STEP_S
    if speed * at.speed < 0:
        at.speed = 0.0
    turned, slid = (turn + at.turn) / 2 * STEP_S, (speed + at.speed) / 2 * STEP_S
    at.tilt += turned
    at.slid += slid
    at.work += push.torque_nm * turned
    at.rubbed += push.rub_n * slid
    at.t += STEP_S


def _kinetic(at: _State, load: _Load) -> float:
    along, across = at.speed + load.arm * at.turn, at.slid * at.turn
    return load.kg * (along**2 + across**2) / 2 + load.solid * at.turn**2 / 2


def _stop(at: _State, load: _Load) -> float:
    """The tray stands at full tilt; the stack keeps its way along it. Gives what the stop took."""
    before = _kinetic(at, load)
    kept = at.speed + load.arm * at.turn - load.friction * abs(at.slid * at.turn)
    at.speed, at.turn = max(0.0, kept), 0.0
    return before - _kinetic(at, load)
