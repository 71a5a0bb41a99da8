"""Makes every generated drawing, picture and table anew, steps beside each other where they can."""

import importlib
import os
import time
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass, field


class RebuildError(RuntimeError):
    """A step failed; the text names it and says what it said."""


@dataclass(frozen=True, slots=True)
class Step:
    """One step: its name for people, the function without arguments that does it, what it needs.

    `function` is "module:name", so that a step is found when it is run, in a process of its own.
    """

    name: str
    function: str
    needs: tuple[str, ...] = ()


_SCHEMATICS = "schematics"
_PARTS = "printed parts"
STEPS = (
    Step(_PARTS, "showdown_drawings.printed_parts:build"),  # the longest one first
    Step(_SCHEMATICS, "showdown_drawings.schematics:build"),
    Step("board", "showdown_drawings.board_build:build", (_SCHEMATICS,)),
    Step("pictures of the parts", "showdown_drawings.mechanics_pictures:build", (_PARTS,)),
    Step("wiring diagram", "showdown_drawings.wiring:build"),
    Step("breadboard pictures", "showdown_drawings.breadboard_picture:build"),
    Step("launch model", "showdown_drawings.rebuild:launch_model"),
    Step("guide's tables", "showdown_drawings.guide_cli:build"),
)


@dataclass(slots=True)
class Report:
    """How long each finished step took, in seconds, and what the failed ones said."""

    seconds: dict[str, float] = field(default_factory=dict)
    failures: dict[str, str] = field(default_factory=dict)


def rebuild(
    tell: Callable[[str, float], None],
    steps: Iterable[Step] = STEPS,
    workers: int | None = None,
) -> Report:
    """Run all steps; `tell` hears of each when it is done. What needs a failed one is not run."""
    waiting = {step.name: step for step in steps}
    report = Report()
    with ProcessPoolExecutor(max_workers=workers or os.cpu_count()) as pool:
        running: dict[Future[float], str] = {}
        while waiting or running:
            for step in ready(waiting, report.seconds):
                running[pool.submit(run, step.function)] = step.name
                del waiting[step.name]
            if not running:
                break
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                name = running.pop(future)
                try:
                    report.seconds[name] = future.result()
                    tell(name, report.seconds[name])
                except Exception as error:  # noqa: BLE001  any step may fail in its own way
                    report.failures[name] = f"{type(error).__name__}: {error}"
    for step in waiting.values():
        lacking = [name for name in step.needs if name not in report.seconds]
        report.failures[step.name] = f"not run, for it needs {', '.join(lacking)}"
    return report


def launch_model() -> None:
    """The launch model's picture, from the parameter file."""
    # Only the process that does this step needs them.
    from showdown_drawings import launch_picture, launch_report, scad  # noqa: PLC0415

    model = launch_report.Model(scad.parameters())
    picture = scad.MECHANICS / "launch-model.svg"
    picture.write_text(launch_picture.svg(model), encoding="utf-8")


def ready(waiting: Mapping[str, Step], done: Iterable[str]) -> list[Step]:
    """The steps that need nothing which is not done."""
    there = set(done)
    return [step for step in waiting.values() if set(step.needs) <= there]


def run(function: str) -> float:
    """Run one step; its time in seconds."""
    module, _, name = function.partition(":")
    began_ns = time.monotonic_ns()
    getattr(importlib.import_module(module), name)()
    return (time.monotonic_ns() - began_ns) / 1e9
