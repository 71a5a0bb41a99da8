"""docs/build/planted-faults.md: every planted fault and what must find it.

`PYTHONPATH=tests python -m planted.table` writes it; a test fails where that was forgotten.
"""

from collections.abc import Iterator, Sequence

from planted import board, data, drawings, printed
from planted.place import ROOT, Fault

PAGE = ROOT / "docs" / "build" / "planted-faults.md"
HEAD = """\
# Planted faults

A check that nobody saw fail proves nothing. Each fault below is planted into a copy of the
committed files, one at a time, and the check beside it has to speak of it: `make schematics` does
all of it. Without a fault none of them may say anything. *ERC* and *DRC* are KiCad's own rules for
schematic and board; the others stand in
[showdown_drawings](../../schematics/README.md#what-is-checked). Many faults are found by several;
named is the one that must find it.

These checks look at drawings. That a built unit works, none of them shows: no unit has been built.
"""

KINDS: tuple[tuple[str, Sequence[Fault]], ...] = (
    ("The add-on board's schematic", drawings.FAULTS["addon"]),
    ("The breadboard tier's schematic", drawings.FAULTS["breadboard"]),
    ("The add-on board", board.FAULTS),
    ("Circuits, board files, parts list, guide, wiring", data.FAULTS),
    ("Printed parts", printed.FAULTS),
)


def page() -> str:
    """The page's text."""
    return "\n".join(_lines())


def _lines() -> Iterator[str]:
    yield HEAD
    total = sum(len(faults) for _, faults in KINDS)
    by_kicad = sum(f.by.startswith(("ERC", "DRC")) for _, faults in KINDS for f in faults)
    yield f"{total} kinds of faults, {by_kicad} of them KiCad's to find.\n"
    for title, faults in KINDS:
        yield f"## {title}\n"
        yield "| fault | caught by |"
        yield "| --- | --- |"
        for fault in faults:
            yield f"| {fault.words} | {fault.by} |"
        yield ""


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
