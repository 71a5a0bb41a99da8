"""The one place that runs OpenSCAD: a model file in, its body as triangles out."""

import shutil
import subprocess
import tempfile
from collections.abc import Mapping
from pathlib import Path

from showdown_drawings.stl import Triangles, read

INSTALL = "apt-get install --no-install-recommends openscad"
TIMEOUT_S = 600


class OpenscadError(RuntimeError):
    """OpenSCAD is missing or refused; the text holds the file, its words and a remedy."""


def body(model: Path, values: Mapping[str, float | str | bool] | None = None) -> Triangles:
    """The body that `model` renders with `values` for its top-level names, in mm.

    Raises OpenscadError when it refuses, warns, or renders nothing.
    """
    program = shutil.which("openscad")
    if program is None:
        raise OpenscadError(f"openscad is not in PATH; install it: {INSTALL}")
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "body.stl"
        command = [program, "-q", "--hardwarnings", "-o", str(out)]
        for name, value in (values or {}).items():
            command += ["-D", f"{name}={_literal(value)}"]
        run = subprocess.run(  # noqa: S603  our own model files
            [*command, str(model)], capture_output=True, text=True, check=False, timeout=TIMEOUT_S
        )
        if run.returncode != 0 or not out.is_file():
            raise OpenscadError(f"{model.name}: {run.stderr.strip() or 'nothing came out'}")
        return read(out.read_bytes())


def _literal(value: float | str | bool) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return f'"{value}"' if isinstance(value, str) else repr(value)
