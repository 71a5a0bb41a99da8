"""A match that is all showdowns, a fake unit in fast time, and a wait for what the umpire is at."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from host_kit import FakeOpener, FakeUnit, FastWorld
from showdown_host import Unit
from showdown_host.errors import PortMissing
from showdown_host.keystore import KeyStore
from showdown_host.timing import MS, S, Timing
from showdown_rules.actions import Action, IllegalAction, Lines, Rematch, Settle
from showdown_rules.events import Event
from showdown_rules.state import Phase, Showdown
from showdown_table.umpire import Status, Step, Umpire

LIMIT_S = 15.0
QUICK = Timing(
    request_ns=200 * MS, backoff_first_ns=10 * MS, hello_gap_ns=10 * MS, patience_ns=4 * S
)
ANA, BO, CY = 0, 1, 2


@dataclass
class Now:
    phase: int
    turn: int
    showdown: Showdown | None


@dataclass
class FakeMatch:
    """`HasShowdowns` in memory: its `acts` and `notes` are what a match file would keep."""

    match_id: str = "abcdefgh2345"
    course: str = "c0ffee"
    names: tuple[str, ...] = ("Ana", "Bo", "Cy")
    acts: list[Action] = field(default_factory=list)
    kept: list[dict[str, Any]] = field(default_factory=list)
    before_act: Callable[[Action], None] = lambda _: None
    _turn: int = 1
    _number: int = 0
    _showdown: Showdown | None = None
    _listeners: list[Callable[[Action, list[Event]], None]] = field(default_factory=list)
    _lock: threading.RLock = field(default_factory=threading.RLock)

    def pend(self, initiator: int = ANA, defender: int = BO, cards: int = 2) -> Showdown:
        """A showdown begins."""
        with self._lock:
            self._number += 1
            self._turn += 1
            self._showdown = Showdown(self._number, 1, initiator, defender, cards, "icon")
            showdown = self._showdown
        self._tell(Rematch(0, -1, 0))
        return showdown

    @property
    def state(self) -> Now:
        """Now."""
        with self._lock:
            phase = Phase.PLAY if self._showdown is None else Phase.SHOWDOWN
            return Now(phase, self._turn, self._showdown)

    @property
    def notes(self) -> Sequence[dict[str, Any]]:
        """What was kept."""
        with self._lock:
            return tuple(self.kept)

    def note(self, **members: Any) -> None:
        """Keep something."""
        with self._lock:
            self.kept.append(members)

    def act(self, action: Action) -> list[Event]:
        """Take the end of the pending showdown."""
        with self._lock:
            pending = self._showdown
            if pending is None or action.turn != self._turn:
                raise IllegalAction("stale", "too late")
            self.before_act(action)
            if isinstance(action, Lines):
                if action.initiator + action.defender > pending.cards:
                    raise IllegalAction("lines", "too many")
                even = action.initiator == action.defender
                self._showdown = pending._replace(attempt=pending.attempt + 1) if even else None
            elif isinstance(action, Rematch):
                self._showdown = pending._replace(attempt=pending.attempt + 1)
            else:
                self._showdown = None
            self._turn += 1
            self.acts.append(action)
        self._tell(action)
        return []

    def listen(self, listener: Callable[[Action, list[Event]], None]) -> Callable[[], None]:
        """Have every change told."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def _tell(self, action: Action) -> None:
        for listener in list(self._listeners):
            listener(action, [])

    @property
    def settled(self) -> list[tuple[int, int, str]]:
        """Number, loser and judge of every showdown that is settled."""
        return [(a.number, a.loser, a.by) for a in self.acts if isinstance(a, Settle)]

    @property
    def again(self) -> list[str]:
        """Why there were rematches."""
        return [action.why for action in self.acts if isinstance(action, Rematch)]


@dataclass
class Room:
    """One table with one fake unit. Apps come and go; unit, keys and match stay."""

    folder: Path
    match: FakeMatch = field(default_factory=FakeMatch)
    world: FastWorld = field(default_factory=lambda: FastWorld(300))
    store: KeyStore = field(init=False)
    opener: FakeOpener = field(init=False)
    statuses: list[Status] = field(default_factory=list)
    plugged: bool = True
    _changed: threading.Condition = field(default_factory=threading.Condition)

    def __post_init__(self) -> None:
        self.store = KeyStore(self.folder / "keys")
        self.opener = FakeOpener(self.world)

    @property
    def unit(self) -> FakeUnit:
        """The unit."""
        return self.world.unit

    def open(self) -> Unit:
        """As an app opens it."""
        if not self.plugged:
            msg = "it is not plugged in"
            raise PortMissing(msg)
        return Unit(self.opener, store=self.store, timing=QUICK)

    @contextmanager
    def umpire(self, *, unit: bool = True, **options: Any) -> Iterator[Umpire]:
        """An app with an umpire at this table."""
        umpire = Umpire(self.match, self.open if unit else None, pause_s=0.02, **options)
        umpire.watch(self._note)
        umpire.start()
        try:
            yield umpire
        finally:
            umpire.close()

    def _note(self, status: Status) -> None:
        with self._changed:
            self.statuses.append(status)
            self._changed.notify_all()

    def until(self, reached: Callable[[Status], Any], what: str = "") -> Status:
        """Wait for a status; ones that have passed since the last call count."""
        with self._changed:

            def there() -> Status | None:
                while self.statuses:
                    if reached(status := self.statuses.pop(0)):
                        return status
                return None

            found = self._changed.wait_for(there, LIMIT_S)
        if found is None:
            msg = f"never {what or reached}; acts {self.match.acts}"
            raise TimeoutError(msg)
        return found

    def until_step(self, step: Step) -> Status:
        """Wait for a step."""
        return self.until(lambda status: status.step is step, str(step))

    def until_idle(self) -> Status:
        """Wait until no showdown is pending."""
        match = self.match
        return self.until(
            lambda status: status.step is Step.IDLE and match.state.showdown is None, "idle"
        )

    def until_kept(self, keys: list[str]) -> None:
        """Wait until exactly these keys are stored."""
        pause = threading.Event()
        for _ in range(int(LIMIT_S / 0.01)):
            if [one.key for one in self.store.pending()] == keys:
                return
            pause.wait(0.01)
        raise TimeoutError([one.key for one in self.store.pending()])

    def ends_as(self, step: str, **members: Any) -> None:
        """From now on the unit's showdowns end when they are at `step`, with these members."""

        def at_step(key: str, name: str) -> None:
            if name == step:
                self.unit.records[key].update(members)
                self.unit.active = None

        self.unit.at_step = at_step
