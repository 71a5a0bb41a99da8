"""Put the tables of the build guide into its pages: `python -m showdown_drawings.guide_cli`.

It writes the pages that differ and names them; a test fails where that was forgotten.
"""

import re
from collections.abc import Callable
from functools import partial
from pathlib import Path

from showdown_drawings import bom, circuit, guide_tables, wiring_plan

GUIDE = Path(__file__).resolve().parents[2] / "docs" / "build"

PLUGS = {
    "J2": "left paddle",
    "J3": "right paddle",
    "J4": "timer button",
    "J5": "lamps",
    "J6": "arrows",
    "J7": "servo's supply",
    "J8": "servo",
    "J10": "buzzer",
}

WAY = {
    "pi-socket": "on the lower side, soldered from above",
    "c-100u": "long leg is plus, the stripe is minus",
    "c-1000u": "long leg is plus, the stripe is minus",
    "tvs-5v": "its band over the band on the board",
    "diode-1n4148": "its band over the band on the board",
    "u-uln2003a": "its notch to the notch on the board",
    "u-74ahc123": "its notch to the notch on the board",
    "u-74ahct1g125": "two pins on one side, three on the other",
    "u-prtr5v0u2x": "one of its four legs is wider: pin 1, ground",
    "q-ao3401a": "one leg on one side, two on the other",
    "led-3mm": "short leg, at the flat side, into the square pad",
    "xh-2": "its open side as on the board's print",
    "xh-3": "its open side as on the board's print",
    "xh-4": "its open side as on the board's print",
    "xh-5": "its open side as on the board's print",
    "screw-terminal": "openings to the edge of the board",
}
"""Which way round a part goes onto the board; what is not named fits either way."""

CHAINS = (
    (("R12", "R11"), "R11 or R12: wrong value, or not soldered"),
    (("R15", "R14"), "R14 or R15; and it must equal the row above within 2 %"),
    (("R17", "R16"), "R16 or R17"),
    (("R10",), "R10"),
    (("R13",), "R13"),
    (("R19",), "R19. Without it the servo may get power while the Pi boots"),
    (("R9",), "R9"),
    (("R7", "R6"), "R6 or R7: the servo's switch is not held off"),
)
"""What is measured on the cold board without its chips, and what to look at if it differs."""


SERVO = "servo"  # the stage of the breadboard that waits until the launcher is there


def pages() -> dict[Path, str]:
    """Every page with generated tables, as it should be."""
    rows = bom.read()
    addon, breadboard = circuit.load("addon"), circuit.load("breadboard")
    plan = wiring_plan.read()
    wanted: dict[str, dict[str, Callable[[], str]]] = {
        "README.md": {"costs": lambda: guide_tables.costs(rows)},
        "01-buy-and-print.md": {
            "parts": lambda: guide_tables.parts(rows),
            "tools": lambda: guide_tables.tools(rows),
            "printed": lambda: guide_tables.printed(rows),
        },
        "02-breadboard.md": {
            "wires": lambda: guide_tables.wires(breadboard),
            "rings": lambda: guide_tables.ring_colours(rows, "breadboard"),
            **{
                f"stage-{name}": partial(guide_tables.stage, plan, rows, name)
                for name in plan.steps
                if name != SERVO
            },
        },
        "07-launcher.md": {f"stage-{SERVO}": partial(guide_tables.stage, plan, rows, SERVO)},
        "05-board.md": {
            "rings": lambda: guide_tables.ring_colours(rows, "addon"),
            "placement": lambda: guide_tables.placement(addon, rows, WAY),
            "plugs": lambda: guide_tables.plugs(addon, PLUGS),
            "readings": lambda: guide_tables.readings(addon, rows, CHAINS),
        },
    }
    return {GUIDE / name: _renewed(GUIDE / name, parts) for name, parts in wanted.items()}


def _renewed(page: Path, parts: dict[str, Callable[[], str]]) -> str:
    """The page with the text between its markers replaced. ValueError where a marker is missing."""
    text = page.read_text("utf-8")
    for name, make in parts.items():
        begin, end = f"<!-- generated: {name} -->\n", f"<!-- end: {name} -->\n"
        head, found, rest = text.partition(begin)
        _, closed, tail = rest.partition(end)
        if not (found and closed) or re.search(re.escape(begin), tail):
            msg = f"{page.name}: needs `{begin.strip()}` and `{end.strip()}`, once each"
            raise ValueError(msg)
        text = f"{head}{begin}\n{make()}\n{end}{tail}"
    return text


def build() -> list[str]:
    """Write the pages that differ; their names."""
    changed = {path: text for path, text in pages().items() if path.read_text("utf-8") != text}
    for path, text in changed.items():
        path.write_text(text, "utf-8")
    return [path.name for path in changed]


def main() -> int:
    """Write what differs, and say so."""
    for name in build():
        print(f"wrote docs/build/{name}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
