"""What a rebuild has changed: the files under `schematics/` and `docs/build/` before and after.

Contents are compared, not git's records, so that a tree with edits of its own is judged by the same
rule as a fresh clone: what stands there is what the generators make.
"""

import io
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("schematics", "docs/build")
_OURS = ("__pycache__",)  # and what begins with a dot: nothing that is drawn

# Noise of another processor or OpenGL driver in a rendered picture: few pixels, or faint.
FAINT = 24
"""Of 255: the largest difference of a pixel's colours that nobody sees beside its neighbours."""
FEW = 400
"""Pixels beyond that, which must not form a patch of three by three."""


def take(root: Path = ROOT, folders: Iterable[str] = FOLDERS) -> dict[str, bytes]:
    """Every file's content, by its path from `root`."""
    return {
        str(path.relative_to(root)): path.read_bytes()
        for folder in folders
        for path in sorted((root / folder).rglob("*"))
        if path.is_file() and not _left_out(path.relative_to(root))
    }


def changes(before: Mapping[str, bytes], after: Mapping[str, bytes]) -> Iterator[str]:
    """A line for each file that is not what it was."""
    for path in sorted(before.keys() | after.keys()):
        if path not in before:
            yield f"{path} is new"
        elif path not in after:
            yield f"{path} is gone"
        elif before[path] != after[path]:
            yield f"{path} came out otherwise"


def settle(before: Mapping[str, bytes], root: Path = ROOT) -> list[str]:
    """Put pictures back that differ by noise alone; their paths."""
    kept = []
    for path, data in before.items():
        file = root / path
        if not path.endswith(".png") or not file.is_file():
            continue
        if (now := file.read_bytes()) != data and same_picture(data, now):
            file.write_bytes(data)
            kept.append(path)
    return kept


def same_picture(one: bytes, other: bytes) -> bool:
    """Whether two PNG files show the same to an eye: same size, differences faint or scattered."""
    a, b = _pixels(one), _pixels(other)
    if a.shape != b.shape:
        return False
    strong = abs(a - b).max(axis=2) > FAINT
    if strong.sum() > FEW:
        return False
    height, width = strong.shape
    patch = strong[: height - 2, : width - 2].copy()
    for down in range(3):
        for right in range(3):
            patch &= strong[down : height - 2 + down, right : width - 2 + right]
    return not patch.any()


def _pixels(data: bytes) -> Any:
    # From the extra "drawings", which only the rebuild has.
    import numpy as np  # noqa: PLC0415
    from PIL import Image  # noqa: PLC0415

    with Image.open(io.BytesIO(data)) as image:
        return np.asarray(image.convert("RGBA"), dtype=np.int16)


def _left_out(path: Path) -> bool:
    return any(part in _OURS or part.startswith(".") for part in path.parts)
