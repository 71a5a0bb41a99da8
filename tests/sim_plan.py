"""One run of the simulation, drawn from its seed: how bad the line is, who dies when, who plays."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import Literal

MS = 1_000_000
S = 1_000_000_000


@dataclass(frozen=True)
class LineFaults:
    """Chances by the line of text, each way; `late_start`: a start is heard once more, later."""

    lose: float = 0.0
    double: float = 0.0
    flip: float = 0.0
    cut: float = 0.0
    drop_bytes: float = 0.0
    overtake: float = 0.0
    late_start: float = 0.0
    delay_ns: int = 2 * MS
    jitter_ns: int = 5 * MS


@dataclass(frozen=True)
class Kill:
    """The daemon ends: from `at_ns` on at once, or at the next such moment.

    `what`: `now`, `term` (asked to stop), `commit`, `pin`.
    """

    at_ns: int
    what: str
    detail: str = ""  # of a commit the step, of a pin its signal, or `throw`
    after: bool = False
    damages: bool = False  # the journal too
    down_ns: int = 2 * S


@dataclass(frozen=True)
class Wish:
    """One intention of a host, and what becomes of it on the host's side."""

    cards: int
    start: Literal["button", "now"]
    pause_ns: int
    give_up_ns: int | None = None
    lines: bool = False
    practice: str | None = None  # the side that plays alone


@dataclass(frozen=True)
class HostPlan:
    """One host: what it wants, when its process dies, when its cable is pulled."""

    kind: str  # tty or socket
    wishes: tuple[Wish, ...]
    kills: tuple[int, ...] = ()
    pulls: tuple[tuple[int, int], ...] = ()  # when, for how long
    begin_ns: int = 0
    takeover: bool = False


@dataclass(frozen=True)
class People:
    """How the players and the one at the button behave; chances by the showdown."""

    early: float = 0.08
    nobody: float = 0.06
    dead_heat: float = 0.08
    bounce: float = 0.3
    hold_paddle: float = 0.04
    no_button: float = 0.05
    hold_button: float = 0.03
    lost_edge: float = 0.02  # the kernel drops one
    late_edge: float = 0.02  # the kernel delivers it long after its stamp
    idle_button: float = 0.1  # somebody presses the button for no reason
    slowest_ns: int = 600 * MS


@dataclass(frozen=True)
class Plan:
    """Everything that a run is made of. All times count from its beginning."""

    seed: int
    hosts: tuple[HostPlan, ...]
    faults: LineFaults
    kills: tuple[Kill, ...]
    people: People
    calm_ns: int  # from here on nothing fails any more
    real_journal: bool
    standalone: str
    write_cost_ns: int
    slow_disk: bool
    disk_fails: tuple[int, int] | None  # from, to: no write works
    limits: dict[str, float] = field(default_factory=dict)


def draw(seed: int, hosts: int = 1) -> Plan:
    """The plan of a seed."""
    rng = random.Random(f"{seed} {hosts}")
    calm_ns = rng.randrange(20 * S, 60 * S)
    return Plan(
        seed=seed,
        hosts=tuple(_host(rng, number, hosts, calm_ns) for number in range(hosts)),
        faults=_faults(rng),
        kills=tuple(_kill(rng, calm_ns) for _ in range(_few(rng))),
        people=_people(rng),
        calm_ns=calm_ns,
        real_journal=rng.random() < 0.1,
        standalone=rng.choice(("auto", "off")),
        write_cost_ns=rng.choice((0, 0, 0, 8_000)),
        slow_disk=rng.random() < 0.5,
        disk_fails=_bad_disk(rng, calm_ns) if rng.random() < 0.1 else None,
        limits={
            "count_s": 0.5,
            "hold_min_s": 0.2,
            "hold_mean_s": rng.choice((0.1, 0.5)),
            "hold_max_s": 1.0,
            "rematch_delay_s": 0.5,
            "race_timeout_s": rng.choice((1.0, 2.0)),
            "arm_timeout_s": rng.choice((5.0, 8.0)),
            "held_limit_s": 2.0,
            "start_guard_ms": rng.choice((50, 300)),
            **_handicap(rng),
        },
    )


def _handicap(rng: random.Random) -> dict[str, float]:
    if rng.random() < 0.8:
        return {}
    return {f"handicap_{rng.choice(('left', 'right'))}_ms": rng.choice((1, 30, 150))}


def _few(rng: random.Random) -> int:
    return rng.choice((0, 1, 1, 2, 2, 3, 5))


def _faults(rng: random.Random) -> LineFaults:
    if rng.random() < 0.2:
        return LineFaults(late_start=0.2)
    bad = rng.choice((0.3, 0.3, 1.0, 1.0, 2.0, 4.0))
    return LineFaults(
        lose=0.1 * bad * rng.random(),
        double=0.1 * bad * rng.random(),
        flip=0.05 * bad * rng.random(),
        cut=0.04 * bad * rng.random(),
        drop_bytes=0.04 * bad * rng.random(),
        overtake=0.05 * bad * rng.random(),
        late_start=0.4 * rng.random(),
        delay_ns=rng.randrange(1, 20) * MS,
        jitter_ns=rng.choice((0, 5 * MS, 80 * MS, 600 * MS, 2 * S)),
    )


def _people(rng: random.Random) -> People:
    kind = rng.random()
    if kind < 0.08:
        return People(dead_heat=0.8)
    if kind < 0.16:
        return People(early=0.5)
    if kind < 0.28:
        return People(late_edge=0.4, lost_edge=0.2, slowest_ns=170 * MS)
    return People()


def _bad_disk(rng: random.Random, calm_ns: int) -> tuple[int, int]:
    begin_ns = rng.randrange(10 * S)
    return begin_ns, min(begin_ns + rng.randrange(200 * MS, 10 * S), calm_ns)


def _kill(rng: random.Random, calm_ns: int) -> Kill:
    what = rng.choice(("now", "commit", "commit", "pin", "pin", "term"))
    detail = ""
    if what == "commit":
        detail = rng.choice(("accepted", "may_launch", "result", "result", "done"))
    elif what == "pin":
        detail = rng.choice(("throw", "throw", "launcher_power", "lamp_green", "lamp_amber"))
    return Kill(
        at_ns=rng.randrange(15 * S),
        what=what,
        detail=detail,
        after=rng.random() < 0.5,
        damages=rng.random() < (0.25 if detail in ("throw", "result") else 0.04),
        down_ns=rng.randrange(300 * MS, 4 * S),
    )


def _host(rng: random.Random, number: int, hosts: int, calm_ns: int) -> HostPlan:
    few = 1 if hosts == 1 else rng.randint(0, 1)
    return HostPlan(
        kind=rng.choice(("tty", "socket")),
        wishes=tuple(_wish(rng) for _ in range(rng.randint(1, 3))),
        kills=tuple(rng.randrange(calm_ns) for _ in range(rng.choice((0, 0, few, few, 2)))),
        pulls=tuple(
            (rng.randrange(calm_ns), rng.randrange(200 * MS, 12 * S))
            for _ in range(rng.choice((0, 0, few, few, 2)))
        ),
        begin_ns=0 if number == 0 else rng.randrange(10 * S),
        takeover=number > 0 and rng.random() < 0.7,
    )


def _wish(rng: random.Random) -> Wish:
    cards = rng.choice((0, 1, 2, 2, 5))
    practice = rng.choice((None, "left", "right")) if cards == 0 else None
    return Wish(
        cards=cards,
        practice=practice,
        start="button" if rng.random() < 0.5 else "now",
        pause_ns=rng.randrange(3 * S),
        give_up_ns=rng.randrange(6 * S) if rng.random() < 0.25 else None,
        lines=rng.random() < 0.6,
    )
