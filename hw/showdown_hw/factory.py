"""What the parts need of a backend: a gpiozero pin factory, and what it says about itself."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

from showdown_hw.pwm import PwmOutput


@dataclass(frozen=True, slots=True)
class BackendInfo:
    """How good a backend's edge stamps are.

    `resolution_ns`: two edges closer than this cannot be ordered honestly. `delivery_ns`: how
    long after its stamp an edge may arrive. `stamp_source`: who took the stamp, as `kernel`.
    """

    name: str
    stamp_source: str
    resolution_ns: int
    delivery_ns: int


class UnitFactory(Protocol):
    """A gpiozero `Factory` for a whole unit. One a process; closed by the `Hardware` on it."""

    @property
    def backend(self) -> BackendInfo:
        """Name and quality of the stamps."""

    def pin(self, name: Any) -> Any:
        """The gpiozero pin of that name, the same object each time."""

    def open_pwm(self, bcm: int) -> PwmOutput:
        """The servo signal on that pin, off."""

    def source_fault(self) -> str | None:
        """Why no edge will come any more; None while the edge source lives. Cheap."""

    def close(self) -> None:
        """Give all pins back."""
