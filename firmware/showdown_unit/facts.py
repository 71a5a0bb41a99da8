"""What the unit says of itself: the standing part of `hello`, and the whole of `status`."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from showdown_hw.unit import Hardware
from showdown_protocol.codec import TX_LINE
from showdown_protocol.framer import RX_LINE_UNIT
from showdown_protocol.messages import (
    BackendStatus,
    FaultNote,
    HelloFacts,
    LampState,
    LauncherStatus,
    Limits,
    PowerFlags,
    Side,
    StatusResult,
)
from showdown_protocol.strict_json import dumps
from showdown_referee.limits import Limits as RefereeLimits
from showdown_unit import records
from showdown_unit.config import UnitConfig
from showdown_unit.events import RING
from showdown_unit.fitting import shortened

CAPS = (
    "launch",
    "lines",
    "standalone",
    "selftest",
    "identify",
    "settings",
    "evidence",
    "practice",
)
"""What a host may count on; `start_now` joins them where the owner allows it."""


FAULTS_ROOM = 1000
"""Bytes of a line for the faults' words: with the longest keys and id the rest takes about 900."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Identity:
    """Who this unit is. `journal_since` gives unix ms: every key used since then is known."""

    model: str
    serial: str
    fw: str
    durable: bool
    journal_since: Callable[[], int]
    keys: int


def bench_serial(folder: str | Path) -> str:
    """For a unit that is no Pi: its own wherever it keeps its state, the same at each start."""
    return "bench-" + hashlib.sha256(str(Path(folder).resolve()).encode()).hexdigest()[:12]


def hello_facts(
    identity: Identity, unit: UnitConfig, *, backend: str, state: str, active: str | None
) -> HelloFacts:
    """The part of the `hello` result that does not depend on the session."""
    return HelloFacts(
        model=identity.model,
        serial=identity.serial,
        name=unit.name,
        fw=identity.fw,
        backend=backend,
        caps=(*CAPS, "start_now") if unit.allow_remote_start else CAPS,
        limits=Limits(
            rx_line=RX_LINE_UNIT,
            tx_line=TX_LINE,
            cards=unit.cards_max,
            keys=identity.keys,
            events=RING,
        ),
        durable=identity.durable,
        journal_since=identity.journal_since(),
        state=state,
        active=active,
    )


def status(
    hardware: Hardware,
    limits: RefereeLimits,
    *,
    state: str,
    paddles: tuple[Side, ...],
    arrow: Side | None,
    moving: bool,
    faults: tuple[FaultNote, ...],
    not_ready: tuple[str, ...],
    active: str | None,
    last: str | None,
    power: PowerFlags | None,
    tray_unknown: bool,
) -> StatusResult:
    """The whole state, outputs as last written; paddles and arrow as the table sees them."""
    lamps = hardware.lamps.state
    return StatusResult(
        state=state,
        lamps=LampState(red=lamps.red, amber=lamps.amber, green=lamps.green),
        arrow=arrow,
        paddles=paddles,
        faults=_fitting(faults),
        not_ready=not_ready,
        active=active,
        last=last,
        backend=BackendStatus(
            name=hardware.backend.name,
            resolution_us=records.us_up(limits.resolution_ns),
            stamp_source=hardware.backend.stamp_source,
            settle_us=records.us_up(limits.settle_ns),
        ),
        launcher=LauncherStatus(
            state="moving" if moving else "off", powered=hardware.launcher.state.powered
        ),
        power=power,
        tray="unknown" if tray_unknown else "ok",
    )


def _fitting(faults: tuple[FaultNote, ...]) -> tuple[FaultNote, ...]:
    """The faults with their words whole, or where all are too long each cut to the same length."""
    whole = sum(len(dumps(fault.members())) + 1 for fault in faults)
    if whole <= FAULTS_ROOM:
        return faults
    room = FAULTS_ROOM // len(faults)
    frame = len(dumps(FaultNote(code="", message="").members()))
    return tuple(
        FaultNote(code=fault.code, message=shortened(fault.message, room - frame - len(fault.code)))
        for fault in faults
    )
