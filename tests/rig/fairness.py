"""`make fairness`: the same presses before the unit and before three simple gpiozero programs.

Real edges of a simulated chip, in virtual time. Environment: DUELS the number in each cell, SEED,
WRITE=1 (or `--write`) puts what came of it into docs/. Words choose designs. What was played is
kept in build/fairness.json; `--again` says it once more, without playing.
"""

from __future__ import annotations

import json
import os
import sys
import time
from concurrent.futures import FIRST_EXCEPTION, ThreadPoolExecutor, wait
from typing import Any

from rig import cache, fairness_picture, fairness_text
from rig.fairness_rows import DESIGNS, Duel, Row
from rig.guest.duels import GAPS_NS
from rig.machine import NoRigError, Rig
from rig.project import REPOSITORY

CONDITIONS = [(cpu, contacts) for cpu in ("loaded", "idle") for contacts in ("clean", "bouncing")]
KEPT = REPOSITORY / "build/fairness.json"
PAGE = REPOSITORY / "docs/timing.md"
PICTURE = REPOSITORY / "docs/fairness.svg"
MACHINES = 2
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
            play(designs, duels, seed)
        kept = json.loads(KEPT.read_text())
        rows = rows_of(kept)
        page = fairness_text.page(rows, kept)
        print(page)
        print(f"Played in {kept['wall_s']} s.")
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


def play(designs: list[str], duels: int, seed: str) -> None:
    """One machine for each design and condition, two at once; what came of it goes to `KEPT`."""
    rig = Rig()
    began = time.monotonic()
    runs = [(name, *condition) for condition in CONDITIONS for name in designs]
    came: list[dict[str, Any]] = []
    limit_s = 300 + 2 * duels * len(GAPS_NS) * 10

    def run(name: str, cpu: str, contacts: str) -> None:
        words = (name, cpu, contacts, str(duels), seed)
        result = rig.run("fairness", *words, limit_s=limit_s, wall_s=limit_s)
        if result.status != 0:
            msg = f"{' '.join(words)}: {result}"
            raise FailedError(msg)
        came.append({"design": name, "cpu": cpu, "contacts": contacts, **result.facts})
        done = f"{len(came)} of {len(runs)}"
        print(f"{done}: {name}, {cpu}, {contacts}: {result.wall_s:.0f} s", file=sys.stderr)

    with ThreadPoolExecutor(MACHINES) as pool:
        done, rest = wait([pool.submit(run, *one) for one in runs], return_when=FIRST_EXCEPTION)
        for future in rest:
            future.cancel()
    for future in done:
        future.result()
    kept = {
        "duels": duels,
        "seed": seed,
        "versions": versions(rig.parts),
        "wall_s": round(time.monotonic() - began),
        "runs": came,
    }
    KEPT.parent.mkdir(exist_ok=True)
    KEPT.write_text(json.dumps(kept))


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
