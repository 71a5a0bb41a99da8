"""`make fairness`: the same presses before the unit and before three simple gpiozero programs.

Real edges of a simulated chip, in virtual time. Environment: DUELS the number in each cell, SEED,
MACHINES how many at once, WRITE=1 (or `--write`) puts what came of it into docs/. Words choose
designs. Each machine's duels are kept in build/fairness/, so that a long run that was stopped goes
on where it stood; all of the last run is in build/fairness.json, and `--again` says that once more,
without playing.
"""

from __future__ import annotations

import json
import os
import sys
from concurrent.futures import FIRST_EXCEPTION, ThreadPoolExecutor, wait
from pathlib import Path
from typing import Any

from rig import cache, fairness_picture, fairness_text, project
from rig.fairness_rows import DESIGNS, Duel, Row
from rig.guest.duels import GAPS_NS
from rig.machine import JOBS, NoRigError, Rig
from rig.project import REPOSITORY

CONDITIONS = [(cpu, contacts) for cpu in ("loaded", "idle") for contacts in ("clean", "bouncing")]
KEPT = REPOSITORY / "build/fairness.json"
PARTS = REPOSITORY / "build/fairness"
PAGE = REPOSITORY / "docs/timing.md"
PICTURE = REPOSITORY / "docs/fairness.svg"
MACHINES = "2"
"""At once. Virtual time does not depend on what else the machine does."""


class FailedError(Exception):
    """A guest did not play to the end; the message ends with its output."""


def main() -> int:
    """Play, or take what was played; 0 where every criterion is met."""
    words = set(sys.argv[1:])
    write = "--write" in words or os.environ.get("WRITE", "") not in ("", "0")
    designs = [name for name in DESIGNS if name in words] or list(DESIGNS)
    if unknown := words - {*DESIGNS, "--write", "--again"}:
        print(f"unknown: {' '.join(sorted(unknown))}; designs: {' '.join(DESIGNS)}")
        return 2
    try:
        if "--again" not in words:
            duels, seed = int(os.environ.get("DUELS", "20")), os.environ.get("SEED", "1")
            play(designs, duels, seed, int(os.environ.get("MACHINES", MACHINES)))
        kept = json.loads(KEPT.read_text())
        rows = rows_of(kept)
        page = fairness_text.page(rows, kept)
        print(page)
        print(f"Played in {kept['wall_s']} s of machines' time.")
        if write:
            if {row.design for row in rows} != set(DESIGNS):
                print("not written: that takes all designs", file=sys.stderr)
                return 2
            fairness_text.put(PAGE, page)
            PICTURE.write_text(fairness_picture.drawn(rows))
    except (NoRigError, FailedError, fairness_text.NoPlaceError) as error:
        print(error, file=sys.stderr)
        return 1
    return 1 if any(row.failures() for row in rows) else 0


def play(designs: list[str], duels: int, seed: str, machines: int) -> None:
    """One machine for each design and condition; what came of them all goes to `KEPT`."""
    rig = Rig()
    key = cache.digest([JOBS / "fairness.py"], project.key(rig.parts))
    runs = [(name, *condition) for condition in CONDITIONS for name in designs]
    came: list[dict[str, Any]] = []

    def run(name: str, cpu: str, contacts: str) -> None:
        words = (name, cpu, contacts, str(duels), seed)
        kept = PARTS / f"{'-'.join(words)}-{key}.json"
        if not kept.exists():
            _keep(kept, {"design": name, "cpu": cpu, "contacts": contacts, **_played(rig, words)})
        came.append(json.loads(kept.read_text()))
        done = f"{len(came)} of {len(runs)}"
        print(f"{done}: {name}, {cpu}, {contacts}: {came[-1]['wall_s']} s", file=sys.stderr)

    with ThreadPoolExecutor(machines) as pool:
        done, rest = wait([pool.submit(run, *one) for one in runs], return_when=FIRST_EXCEPTION)
        for future in rest:
            future.cancel()
    for future in done:
        future.result()
    _keep(
        KEPT,
        {
            "duels": duels,
            "seed": seed,
            "versions": versions(rig.parts),
            "wall_s": sum(one["wall_s"] for one in came),
            "runs": came,
        },
    )


def _played(rig: Rig, words: tuple[str, ...]) -> dict[str, Any]:
    limit_s = 300 + 2 * int(words[-2]) * len(GAPS_NS) * 10
    result = rig.run("fairness", *words, limit_s=limit_s, wall_s=limit_s)
    if result.status != 0:
        msg = f"{' '.join(words)}: {result}"
        raise FailedError(msg)
    return {"wall_s": round(result.wall_s), **result.facts}


def _keep(path: Path, what: dict[str, Any]) -> None:
    """Whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_suffix(".new")
    new.write_text(json.dumps(what))
    new.rename(path)


def rows_of(kept: dict[str, Any]) -> list[Row]:
    """The cells of each design and gap summed."""
    found: dict[tuple[str, int], list[Duel]] = {}
    resolutions = {}
    for run in kept["runs"]:
        resolutions[run["design"]] = run["resolution_ns"]
        for cell in run["cells"]:
            duels = found.setdefault((run["design"], cell["gap_ns"]), [])
            duels += [Duel(*one) for one in cell["duels"]]
    return [
        Row(name, gap_ns, resolutions[name], tuple(found[name, gap_ns]))
        for name in DESIGNS
        for gap_ns in GAPS_NS
        if (name, gap_ns) in found
    ]


def versions(parts: cache.Parts) -> dict[str, str]:
    """What the duels were played on, by name."""
    words = (parts.disk / "versions").read_text().split()
    found = dict(word.rsplit("-", 1) for word in words if "-" in word and "kernel" not in word)
    kernel = next(word.removeprefix("kernel-") for word in words if word.startswith("kernel-"))
    wanted = {name: found[name] for name in ("gpiod", "lgpio", "gpiozero")}
    qemu = cache.qemu_version().removeprefix("QEMU emulator version ").split()[0]
    return {"Linux": kernel, **wanted, "rpi-lgpio": found["rpi_lgpio"], "QEMU": qemu}


if __name__ == "__main__":
    raise SystemExit(main())
