#!/usr/bin/env python3
"""Prints the launch model's tables, and draws launch-model.svg beside this file.

python3 schematics/mechanics/launch_model.py [--check]

Needs nothing but Python 3.11; reads parameters.scad. With --check it writes nothing and ends with 1
when the picture is not the one that it would draw. No unit has been built: all is computed.
"""

import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

from showdown_drawings.launch_picture import svg  # noqa: E402 - the path above is needed first
from showdown_drawings.launch_report import Model, markdown  # noqa: E402
from showdown_drawings.scad import parameters  # noqa: E402


def main() -> int:
    """Tables on standard output, the picture into its file."""
    model = Model(parameters(HERE / "parameters.scad"))
    picture = HERE / "launch-model.svg"
    drawn = svg(model)
    if "--check" in sys.argv[1:]:
        return int(picture.read_text(encoding="utf-8") != drawn)
    picture.write_text(drawn, encoding="utf-8")
    sys.stdout.write(markdown(model))
    return 0


if __name__ == "__main__":
    sys.exit(main())
