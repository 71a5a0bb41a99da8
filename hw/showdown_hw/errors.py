"""What the parts raise. Each message says what, where, and what to do."""

from __future__ import annotations

from collections.abc import Mapping


class HardwareError(Exception):
    """Anything that goes wrong with the parts; the others derive from it."""


class BoardError(HardwareError):
    """A board file that cannot be used."""

    def __init__(self, file: str, key: str, problem: str) -> None:
        where = f"{file}: {key}" if key else file
        super().__init__(f"{where} {problem}")
        self.file = file
        self.key = key


class BackendError(HardwareError):
    """A backend that does not exist, cannot run here, or does not know an option."""


class LauncherError(HardwareError):
    """The launcher was told something that it must not do."""


class OutputsError(HardwareError):
    """Some outputs could not be switched off or closed; all the others were."""

    def __init__(self, doing: str, failures: Mapping[str, Exception]) -> None:
        listed = "; ".join(f"{name}: {error}" for name, error in failures.items())
        super().__init__(f"{doing}: {listed}. Cut the launcher's supply, then look at the wiring")
        self.failures = dict(failures)
