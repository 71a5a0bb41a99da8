"""What the lamps tell whoever watches them: which attempt, count or hold or green. Pure.

Lamps blink, and are written one after the other, on a busy machine some ms apart; so a scene
counts only once it has stood for `STEADY_NS`; the watcher feeds steady scenes alone.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

STEADY_NS = 10_000_000


@dataclass(frozen=True, slots=True)
class Scene:
    """Lamps and arrow at one moment; `since_ns` is the change that made it."""

    red: bool = False
    amber: bool = False
    green: bool = False
    arrow_left: bool = False
    arrow_right: bool = False
    since_ns: int = 0

    @property
    def lit(self) -> str:
        """The lit lamps by letter, as `RA`; empty when it is dark."""
        pairs = (("R", self.red), ("A", self.amber), ("G", self.green))
        return "".join(letter for letter, on in pairs if on)

    @property
    def arrow(self) -> bool:
        """Whether the arrow points anywhere."""
        return self.arrow_left or self.arrow_right

    def changed(self, ns: int, signal: str, on: bool) -> Scene:
        """The scene after a pin's change at `ns`; this very one where nothing changed in it."""
        name = _LIGHTS.get(signal)
        if name is None or getattr(self, name) is on:
            return self
        return replace(self, **{name: on}, since_ns=ns)


_LIGHTS = {
    "lamp_red": "red",
    "lamp_amber": "amber",
    "lamp_green": "green",
    "arrow_left": "arrow_left",
    "arrow_right": "arrow_right",
}


class Phase(StrEnum):
    """Where a showdown stands, as far as lamps tell."""

    OTHER = "other"
    ARMED = "armed"
    COUNT = "count"
    HOLD = "hold"
    RACE = "race"


@dataclass(frozen=True, slots=True)
class Progress:
    """A phase of one attempt. Showdowns and attempts count from 1; 0 before the first."""

    phase: Phase = Phase.OTHER
    showdown: int = 0
    attempt: int = 0
    since_ns: int = 0
    rematch: bool = False  # all lamps flashed: the next count is another attempt
    played: bool = False  # the attempt came as far as its hold
    lit: str = ""
    arrow: bool = False


def follow(before: Progress, scene: Scene) -> Progress:
    """The progress after one more steady scene.

    Red alone is a count only after red and amber (armed), or after all three (another attempt);
    else it is the slow blink of an idle unit, or with an arrow a false start. Amber straight
    after red is a hold, for a unit that need not wait may begin its count out of that blink.
    """
    now = replace(
        before, phase=Phase.OTHER, since_ns=scene.since_ns, lit=scene.lit, arrow=scene.arrow
    )
    if (now.lit, now.arrow) == (before.lit, before.arrow):
        return before  # it changed and changed back
    if not now.lit and before.phase in {Phase.COUNT, Phase.HOLD}:
        return before  # one lamp is off and the next not on yet, however long that takes
    match now.lit:
        case "RAG":
            return replace(now, rematch=True)
        case "RA":
            return replace(now, phase=Phase.ARMED)
        case "R" if now.arrow:
            # A false start in the count is a whole attempt.
            return replace(now, played=before.played or before.phase is Phase.COUNT)
        case "R" if before.phase is Phase.ARMED or (before.rematch and before.lit in {"", "RAG"}):
            return replace(_next_attempt(now), phase=Phase.COUNT)
        case "A" if before.phase is Phase.COUNT:
            return replace(now, phase=Phase.HOLD, played=True)
        case "A" if before.lit == "R" and not before.arrow:
            return replace(_next_attempt(now), phase=Phase.HOLD, played=True)
        case "A":
            return replace(now, rematch=False)  # over without a loser, perhaps called off
        case "G" if before.phase is Phase.HOLD:
            return replace(now, phase=Phase.RACE)
    return now


def _next_attempt(now: Progress) -> Progress:
    showdown, attempt = now.showdown, now.attempt
    if now.rematch:
        attempt += 1
    elif now.played or showdown == 0:
        showdown, attempt = showdown + 1, 1
    return replace(now, showdown=showdown, attempt=attempt, rematch=False, played=False)
