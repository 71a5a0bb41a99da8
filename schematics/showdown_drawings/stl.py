"""Bodies as triangles: STL read and written, binary, the same bytes for the same body.

Triangles are put in one order, each from its least corner on, so that a file does not change when
OpenSCAD only lists them otherwise.
"""

import re
from typing import Any

import numpy as np

Triangles = (
    Any  # numpy, float32, shape (n, 3 corners, 3 axes), mm; corners counter-clockwise outside
)

_HEADER = b"Showdown unit. CERN-OHL-P-2.0. Millimetres."
_VERTEX = re.compile(rb"vertex\s+(\S+)\s+(\S+)\s+(\S+)")
_RECORD = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("more", "<u2")])


class StlError(ValueError):
    """Not an STL file, or one that was cut off."""


def read(data: bytes) -> Triangles:
    """Triangles of an STL file, text or binary."""
    if data[:6] == b"solid " and b"facet" in data[:400]:
        flat = [float(number) for match in _VERTEX.findall(data) for number in match]
        return np.array(flat, dtype="<f4").reshape(-1, 3, 3)
    count = int.from_bytes(data[80:84], "little") if len(data) >= 84 else -1
    if len(data) != 84 + 50 * count:
        raise StlError(f"{len(data)} bytes do not hold {count} triangles; make the file anew")
    return np.frombuffer(data, _RECORD, offset=84)["corners"].copy()


def write(triangles: Triangles) -> bytes:
    """A binary STL file, in canonical order."""
    corners = ordered(triangles)
    records = np.zeros(len(corners), _RECORD)
    records["corners"] = corners
    records["normal"] = normals(corners)
    body: bytes = records.tobytes()
    return _HEADER.ljust(80) + len(corners).to_bytes(4, "little") + body


def ordered(triangles: Triangles) -> Triangles:
    """The same triangles, each from its least corner on, all of them sorted."""
    corners = np.asarray(triangles, dtype="<f4") + np.float32(0)  # no minus zero
    keys = corners[:, :, 0] * 1e6 + corners[:, :, 1].astype("f8") * 1e3 + corners[:, :, 2]
    first = keys.argmin(axis=1)
    index = (first[:, None] + np.arange(3)) % 3
    turned = np.take_along_axis(corners, index[:, :, None], axis=1)
    return turned[np.lexsort(turned.reshape(-1, 9).T[::-1])]


def normals(triangles: Triangles) -> Any:
    """Unit normals; zero for a triangle without area."""
    cross = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
    length = np.linalg.norm(cross, axis=1, keepdims=True)
    return (cross / np.where(length == 0, 1, length)).astype("<f4")
