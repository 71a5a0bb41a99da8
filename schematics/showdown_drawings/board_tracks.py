"""The found tracks as data: addon.tracks.json, one line for each piece of copper."""

import json
from pathlib import Path

from showdown_drawings.board_router import Routed, Track, Via
from showdown_drawings.circuit import ELECTRONICS

FILE = ELECTRONICS / "addon.tracks.json"


def load(path: Path = FILE) -> Routed:
    """The tracks and vias that the router found; nothing in them has failed."""
    table = json.loads(path.read_text(encoding="utf-8"))
    tracks = [
        Track(net, (x1, y1), (x2, y2), layer, width)
        for net, x1, y1, x2, y2, layer, width in table["tracks"]
    ]
    return Routed(tracks, [Via(net, (x, y)) for net, x, y in table["vias"]], [])


def dumps(routed: Routed) -> str:
    """The file's text, sorted, so that the same result is the same text."""
    tracks = sorted([t.net, *t.start, *t.end, t.layer, t.width] for t in routed.tracks)
    vias = sorted([v.net, *v.at] for v in routed.vias)
    parts = {
        "tracks": tracks,
        "vias": vias,
    }
    lines = [
        f" {json.dumps(name)}: [\n" + ",\n".join(f"  {json.dumps(row)}" for row in rows) + "\n ]"
        for name, rows in parts.items()
        if rows
    ]
    return "{\n" + ",\n".join(lines) + "\n}\n"
