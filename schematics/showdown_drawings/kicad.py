"""The one place that runs kicad-cli; its files leave here without date and version.

Every run has an empty settings folder of its own, so neither themes nor library tables of the
machine's user change what comes out.
"""

import json
import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from showdown_drawings import netlist

INSTALL = (
    "apt-get install --no-install-recommends -t bookworm-backports "
    "kicad kicad-symbols kicad-footprints"
)
LIBRARIES = Path("/usr/share/kicad")
TIMEOUT_S = 300

_STAMP = r"\d{4}-\d\d-\d\dT[\d:]+(?:[+-]\d\d:?\d\d|Z)?"


class KicadError(RuntimeError):
    """kicad-cli is missing or refused; the text holds the command, its words and a remedy."""


@dataclass(frozen=True, slots=True)
class Violation:
    """One finding of a rule check: its rule's name, severity, words, and on which items."""

    rule: str
    severity: str
    text: str
    items: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.severity} {self.rule}: {self.text} [{'; '.join(self.items)}]"


def installed() -> bool:
    """Whether kicad-cli is in PATH."""
    return shutil.which("kicad-cli") is not None


def version() -> str:
    """The version of kicad-cli, such as 9.0.8."""
    return run("version").strip()


def erc(schematic: Path) -> list[Violation]:
    """All findings of the electrical rules check, of every severity, exclusions included."""
    return _check("sch", "erc", schematic)


def drc(board: Path, *, parity: bool = True) -> list[Violation]:
    """All findings of the design rules check, unconnected pads and parity with the schematic."""
    return _check("pcb", "drc", board, *(["--schematic-parity"] if parity else []))


def read_netlist(schematic: Path) -> netlist.Netlist:
    """The netlist as KiCad reads it from `schematic`."""
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder, "out.xml")
        run("sch", "export", "netlist", "--format", "kicadxml", "-o", str(target), str(schematic))
        return netlist.parse(target.read_text(encoding="utf-8"))


def export_svg(schematic: Path, target: Path) -> None:
    """The first page of `schematic` as SVG at `target`."""
    with tempfile.TemporaryDirectory() as folder:
        run("sch", "export", "svg", "-o", folder, str(schematic))
        made = Path(folder, f"{schematic.stem}.svg").read_text(encoding="utf-8")
        _write(target, clean_svg(made).encode())


def export_pdf(schematic: Path, target: Path) -> None:
    """All pages of `schematic` as one PDF at `target`."""
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder, "out.pdf")
        run(
            "sch", "export", "pdf", "--exclude-pdf-property-popups", "-o", str(made), str(schematic)
        )
        _write(target, clean_pdf(made.read_bytes()))


def export_bom(
    schematic: Path, target: Path, fields: Sequence[str], group_by: Sequence[str] = ()
) -> None:
    """The parts of `schematic` as CSV with the named fields as columns."""
    args = ["--fields", ",".join(fields), "--labels", ",".join(fields)]
    if group_by:
        args += ["--group-by", ",".join(group_by)]
    run("sch", "export", "bom", *args, "-o", str(target), str(schematic))


def export_gerbers(board: Path, folder: Path, layers: Sequence[str] = ()) -> None:
    """Gerber files of `board`, by default of all layers, and their job file, in `folder`."""
    folder.mkdir(parents=True, exist_ok=True)
    chosen = ["--layers", ",".join(layers)] if layers else []
    run("pcb", "export", "gerbers", *chosen, "-o", f"{folder}/", str(board))
    for path in sorted(folder.glob(f"{board.stem}*")):
        _rewrite(path, clean_fabrication)


def export_drill(board: Path, folder: Path) -> None:
    """Excellon drill file of `board` in `folder`, in mm, plated and other holes in one file."""
    folder.mkdir(parents=True, exist_ok=True)
    run("pcb", "export", "drill", "-o", f"{folder}/", str(board))
    _rewrite(folder / f"{board.stem}.drl", clean_fabrication)


def export_positions(board: Path, target: Path) -> None:
    """The surface-mount parts of `board` as CSV: name, value, place in mm from its lower left."""
    how = ["--format", "csv", "--units", "mm", "--smd-only", "--use-drill-file-origin"]
    run("pcb", "export", "pos", *how, "-o", str(target), str(board))


def render(board: Path, target: Path, *, side: str, width: int = 1600, height: int = 1200) -> None:
    """A 3D picture (PNG) of `board` from `side` (top, bottom, left, right, front, back)."""
    size = ["--width", str(width), "--height", str(height)]
    run(
        "pcb",
        "render",
        "--side",
        side,
        *size,
        "--background",
        "opaque",
        "-o",
        str(target),
        str(board),
    )


def run(*args: str) -> str:
    """The words of `kicad-cli ARGS`; KicadError where it is missing or returns an error."""
    program = shutil.which("kicad-cli")
    if program is None:
        raise KicadError(
            f"kicad-cli is not in PATH; on Debian 12, with bookworm-backports: {INSTALL}"
        )
    with tempfile.TemporaryDirectory() as home:
        environment = {**os.environ, "HOME": home, "KICAD_CONFIG_HOME": home, "LC_ALL": "C.UTF-8"}
        done = subprocess.run(  # noqa: S603  our own arguments
            [program, *args],
            env=environment,
            capture_output=True,
            text=True,
            timeout=TIMEOUT_S,
            check=False,
        )
    if done.returncode != 0:
        said = (done.stdout + done.stderr).strip()
        raise KicadError(f"kicad-cli {' '.join(args)} gave {done.returncode}: {said}")
    return done.stdout


def clean_svg(text: str) -> str:
    """`text` without the date and version that KiCad writes as an SVG's title and comments."""
    text = re.sub(r"^\s*<title>SVG Image created[^\n]*\n", "", text, flags=re.MULTILINE)
    return re.sub(r"(<desc>Image generated by [\w-]+)[^<]*", r"\1 ", text)


def clean_pdf(data: bytes) -> bytes:
    """`data` with its creation date set to the epoch; the length stays, so the offsets hold."""
    return re.sub(rb"/CreationDate \(D:\d{14}\)", b"/CreationDate (D:19700101000000)", data)


def clean_fabrication(text: str) -> str:
    """A gerber, its job file or a drill file without dates and KiCad's version."""
    text = re.sub(rf"(CreationDate[^\w\n]+){_STAMP}", r"\g<1>1970-01-01T00:00:00+00:00", text)
    text = re.sub(r"(KiCad,Pcbnew,)[^*\"\n]*", r"\g<1>9", text)
    text = re.sub(r'("Application": "Pcbnew",\s*"Version": )"[^"]*"', r'\1"9"', text)
    text = re.sub(r"(G04 Created by KiCad \(PCBNEW) [^)]*\) date [^*]*", r"\1)", text)
    return re.sub(r"(DRILL file \{KiCad) [^}]*\} date [^\n]*", r"\1}", text)


def _check(kind: str, check: str, path: Path, *more: str) -> list[Violation]:
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder, "report.json")
        run(kind, check, "--severity-all", "--format", "json", *more, "-o", str(target), str(path))
        report = json.loads(target.read_text(encoding="utf-8"))
    groups = [report, *report.get("sheets", [])]
    keys = ("violations", "unconnected_items", "schematic_parity")
    return [
        Violation(
            rule=entry["type"],
            severity=entry["severity"],
            text=entry["description"],
            items=tuple(_item(item) for item in entry.get("items", [])),
        )
        for group in groups
        for key in keys
        for entry in group.get(key, [])
    ]


def _item(item: dict[str, object]) -> str:
    place = item.get("pos")
    where = f" at {place['x']}, {place['y']}" if isinstance(place, dict) else ""
    return f"{item.get('description', '')}{where}"


def _rewrite(path: Path, clean: Callable[[str], str]) -> None:
    if path.is_file():
        _write(path, clean(path.read_text(encoding="utf-8")).encode())


def _write(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
