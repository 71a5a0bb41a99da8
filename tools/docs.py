"""Rewrite what the documents show of the code: the referee's table and limits, the lamps, the keys.

`python tools/docs.py` writes the pages that differ and names them; tests/unit/test_docs.py fails
where that was forgotten.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import fields
from pathlib import Path

from showdown_referee import limits, table
from showdown_unit import config_doc
from showdown_unit.config_schema import SCHEMA, Key, decimal_text
from showdown_unit.scenes import LOOKS, Lit, Look, Scene

ROOT = Path(__file__).resolve().parent.parent
NOTHING = "\N{EN DASH}"

_WHEN: dict[Scene, str] = {
    Scene.DARK: "before start and after exit",
    Scene.READY: "ready: no showdown",
    Scene.NOT_READY: "not ready: a person has to see to something",
    Scene.ARMED: "armed: waits for the timer button, then for quiet paddles",
    Scene.HELD: "the same, while a paddle is held",
    Scene.COUNT: "count",
    Scene.HOLD: "hold: the secret wait",
    Scene.GREEN: "race",
    Scene.WIN: "win",
    Scene.FALSE_START: "false start, anticipated",
    Scene.AGAIN: "dead heat or void, another attempt follows",
    Scene.NO_LOSER: "over without a loser",
    Scene.CODE: "`identify`: a code of the serial, 3 s",
    Scene.FAULT: "fault, until the process ends",
}


def pages() -> dict[Path, str]:
    """Every page with generated parts, as it should be."""
    docs = ROOT / "docs"
    referee, architecture = docs / "referee.md", docs / "architecture.md"
    return {
        docs / "config.md": config_doc.markdown(),
        referee: _renewed(referee, {"diagram": diagram, "limits": limits_table}),
        architecture: _renewed(architecture, {"lamps": lamps_table}),
    }


def main() -> int:
    """Write what differs."""
    for path, text in pages().items():
        if not path.exists() or path.read_text("utf-8") != text:
            path.write_text(text, "utf-8")
            print(f"wrote {path.relative_to(ROOT)}")
    return 0


def _renewed(page: Path, parts: dict[str, Callable[[], str]]) -> str:
    """The page with the text between its markers replaced. ValueError where a marker is missing."""
    text = page.read_text("utf-8")
    for name, make in parts.items():
        begin, end = f"<!-- generated: {name} -->\n", f"<!-- end: {name} -->\n"
        pattern = re.compile(re.escape(begin) + ".*?" + re.escape(end), re.DOTALL)
        found = len(pattern.findall(text))
        if found != 1:
            msg = f"{page}: {found} parts between `{begin.strip()}` and `{end.strip()}`, must be 1"
            raise ValueError(msg)
        whole = f"{begin}\n{make()}\n{end}"
        text = pattern.sub(lambda _, whole=whole: whole, text)
    return text


def diagram() -> str:
    """The referee's table as Mermaid."""
    return f"```mermaid\n{table.diagram()}```\n"


# --- limits -----------------------------------------------------------------------------------


def limits_table() -> str:
    """Every limit: default, range and meaning, and the configuration's key for it."""
    rows = [
        "| limit | default | range | key | meaning |",
        "| --- | --- | --- | --- | --- |",
        *_limits_rows(),
    ]
    return "\n".join(rows) + "\n"


def _limits_rows() -> Iterator[str]:
    keys = {key.field: key for key in SCHEMA if key.table == "referee"}
    keys["resolution_ns"] = keys["dead_heat_ns"]
    for field in fields(limits.Limits):
        if field.name not in limits.RANGES:
            continue
        key = keys[field.name]
        low, high = (_amount(key, value) for value in limits.RANGES[field.name])
        allowed = f"{low} to {high}"
        default = _amount(key, field.default)
        if field.name == "resolution_ns":
            default, allowed = "the backend's", f"at most {high}"
        meaning = key.meaning.replace("|", "\\|")
        name = field.name.removesuffix("_ns")
        yield f"| {name} | {default} | {allowed} | `{key.path}` | {meaning} |"


def _amount(key: Key, value: object) -> str:
    if not isinstance(value, int):
        msg = f"{key.path}: {value!r} is no whole number"
        raise TypeError(msg)
    if not key.unit:
        return str(value)
    return f"{decimal_text(value, key.unit)} {key.unit.replace('us', 'µs')}"


# --- lamps ------------------------------------------------------------------------------------


def lamps_table() -> str:
    """What is lit in each state."""
    rows = [
        "| state | red | amber | green | arrow |",
        "| --- | --- | --- | --- | --- |",
        *(_lamps_row(scene, look) for scene, look in LOOKS.items()),
    ]
    return "\n".join(rows) + "\n"


def _lamps_row(scene: Scene, look: Look) -> str:
    other: Lit = look.lit if look.other is None else look.other
    cells = [_lamp(on, then, look) for on, then in zip(look.lit, other, strict=True)]
    if scene is Scene.CODE:
        cells = ["in turn"] * 3
    blinking = "blinks at that side" if look.arrow_blinks else NOTHING
    cells.append("at the offender" if look.arrow else blinking)
    return "| " + " | ".join([_WHEN[scene], *cells]) + " |"


def _lamp(on: bool, then: bool, look: Look) -> str:
    if on == then:
        return "on" if on else NOTHING
    return "1 s on, 1 s off" if look.by_tick else f"blinks, {_hertz(look.every_ns)}"


def _hertz(every_ns: int) -> str:
    return f"{500_000_000 / every_ns:g} Hz"


if __name__ == "__main__":
    raise SystemExit(main())
