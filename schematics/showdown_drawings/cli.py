"""`python -m showdown_drawings rebuild` and `fab`: what `make schematics` and `make fab` call."""

import argparse
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from showdown_drawings import fab, kicad, kicad_versions, rebuild, snapshot


def main(arguments: Sequence[str] | None = None) -> int:
    """The exit status: 0; 1 where a step failed; 2 where a file came out otherwise than it was."""
    parser = argparse.ArgumentParser(prog="python -m showdown_drawings", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("rebuild", help="make all drawings, pictures and tables anew, and compare")
    maker = commands.add_parser("fab", help="what a board house and a printer want")
    maker.add_argument("folder", type=Path, nargs="?", default=snapshot.ROOT / "build" / "fab")
    given = parser.parse_args(arguments)
    return _rebuild() if given.command == "rebuild" else _fab(given.folder)


def _rebuild() -> int:
    before = snapshot.take()
    began_ns = time.monotonic_ns()
    report = rebuild.rebuild(tell=_tell)
    kept = snapshot.settle(before)
    for path in kept:
        print(f"         {path}: same picture to the eye, kept as it was")
    if not report.failures:
        here = kicad.version()
        for path in kicad_versions.settle(before, here, snapshot.ROOT):
            print(f"         {path}: another KiCad ({here}) made it otherwise, kept as it was")
    took_s = (time.monotonic_ns() - began_ns) / 1e9
    print(f"{sum(report.seconds.values()):6.1f} s  all steps, in {took_s:.1f} s side by side")
    for name, said in report.failures.items():
        print(f"failed: {name}: {said}", file=sys.stderr)
    changed = list(snapshot.changes(before, snapshot.take()))
    if changed:
        print("The committed files are not what their sources give:", file=sys.stderr)
        for line in changed:
            print(f"  {line}", file=sys.stderr)
        print(
            "They are made anew now. Look at each; commit it together with the change that made it"
            " so.\nIf you changed nothing: docs/build and schematics hold generated files, which"
            " are changed at\ntheir sources alone (schematics/README.md).",
            file=sys.stderr,
        )
    return 1 if report.failures else 2 if changed else 0


def _fab(folder: Path) -> int:
    for path in fab.build(folder):
        print(path)
    return 0


def _tell(name: str, seconds: float) -> None:
    print(f"{seconds:6.1f} s  {name}", flush=True)
