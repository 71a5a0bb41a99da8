"""An SVG as PNG, by rsvg-convert."""

import subprocess
from pathlib import Path


class ExportError(RuntimeError):
    """rsvg-convert is missing or refused; the text says what to do."""


def png(svg: Path, width_px: int = 1400) -> Path:
    """Write NAME.png beside NAME.svg, `width_px` wide. ExportError where that fails."""
    target = svg.with_suffix(".png")
    command = ["rsvg-convert", "--width", str(width_px), "--output", str(target), str(svg)]
    try:
        subprocess.run(command, check=True, capture_output=True, text=True)  # noqa: S603
    except FileNotFoundError:
        raise ExportError("rsvg-convert is missing: apt install librsvg2-bin") from None
    except subprocess.CalledProcessError as error:
        raise ExportError(f"rsvg-convert: {svg.name}: {error.stderr.strip()}") from None
    return target
