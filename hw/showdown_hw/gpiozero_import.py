"""gpiozero, imported before anything else here, with a trap of its import closed.

It imports pigpio for itself, whatever the backend, and takes nothing but ImportError for the
absence of one: any other thing of that name on the path would keep every backend from opening.
"""

from __future__ import annotations

import importlib
import sys


def _import() -> Exception | None:
    try:
        importlib.import_module("gpiozero")
    except ImportError:
        raise
    except Exception as error:  # noqa: BLE001 - that thing may raise anything
        for name in [name for name in sys.modules if name.split(".")[0] == "gpiozero"]:
            del sys.modules[name]  # it is there by half
        sys.modules["pigpio"] = None  # type: ignore[assignment]  # makes its import an ImportError
        try:
            importlib.import_module("gpiozero")
        except Exception:  # noqa: BLE001 - as above
            del sys.modules["pigpio"]  # it was not that
            raise error from None
        return error
    return None


broken_pigpio = _import()
"""Why pigpio could not be imported though something of that name is there; None where it could."""
