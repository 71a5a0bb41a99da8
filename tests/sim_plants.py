"""Faults to plant in the system, so that one can see that the simulation finds each of them.

Every plant is one defence taken away, and says what then goes wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from typing import Any
from unittest.mock import patch

from msgspec.structs import replace

from showdown_host.events import EventTrack
from showdown_host.intention import Intention
from showdown_protocol.evidence import EdgeItem
from showdown_protocol.messages import RecordState
from showdown_referee.model import MayLaunchWritten, Side
from showdown_unit import evidence, journal_recovery, throw
from showdown_unit.conductor import Conductor
from showdown_unit.journal_recovery import Recovered
from showdown_unit.ports import Step, Stored
from showdown_unit.requests import Requests
from showdown_unit.runner import Runner
from showdown_unit.showdown import Showdown
from showdown_unit.unit import Unit
from sim_journal import MemoryJournal, SlowJournal

Plant = Callable[[ExitStack], None]


@contextmanager
def planted(name: str) -> Iterator[None]:
    """With one fault in the system; "" for none."""
    with ExitStack() as stack:
        if name:
            PLANTS[name](stack)
        yield


def _may_launch_taken_for_accepted(stack: ExitStack) -> None:
    """A restart says `aborted` of a showdown that may have launched."""
    recover = journal_recovery.recover

    def wrong(found: Stored) -> Recovered:
        if found.step is Step.MAY_LAUNCH:
            found = Stored(found.record, Step.ACCEPTED, found.start)
        return recover(found)

    stack.enter_context(patch.object(journal_recovery, "recover", wrong))


def _restart_forgets(stack: ExitStack) -> None:
    """A restart drops what it cannot finish, so the same key starts, and launches, again."""
    begin = MemoryJournal.__init__

    def wrong(self: MemoryJournal, disk: Any, boot: str, **options: Any) -> None:
        for key in [key for key, row in disk.rows.items() if row.step is not Step.DONE]:
            del disk.rows[key]
        begin(self, disk, boot, **options)

    stack.enter_context(patch.object(MemoryJournal, "__init__", wrong))


def _restart_relaunches(stack: ExitStack) -> None:
    """A restart takes a showdown that may have launched as accepted, and plays it again."""
    begin, open_unit = MemoryJournal.__init__, Unit.open
    again: list[Stored] = []

    def wrong(self: MemoryJournal, disk: Any, boot: str, **options: Any) -> None:
        rows = {key: row for key, row in disk.rows.items() if row.step is Step.MAY_LAUNCH}
        for key in rows:
            del disk.rows[key]
        begin(self, disk, boot, **options)
        for key, row in rows.items():
            row.step = Step.ACCEPTED
            disk.rows[key] = row
        again[:] = [row.stored() for row in rows.values()]

    def play_again(self: Unit) -> None:
        open_unit(self)
        for stored in again:
            start = stored.start or "now"
            showdown = Showdown(stored.record, stored.record, start, self.new_hold())
            now_ns = self._scheduler.now_ns()
            self._runner.begin(showdown, start_now=True, now_ns=now_ns)
        again.clear()

    stack.enter_context(patch.object(MemoryJournal, "__init__", wrong))
    stack.enter_context(patch.object(Unit, "open", play_again))


def _host_never_doubts(stack: ExitStack) -> None:
    """A host takes a journal that begins anew for the one that knew its key."""
    stack.enter_context(patch.object(Intention, "doubt", lambda *_: None))


def _key_is_not_checked(stack: ExitStack) -> None:
    """A repeated start runs again, and the journal lets it."""
    find, write = Requests._find, MemoryJournal.write

    def unknown(self: Requests, key: str, then: Callable[[Stored | None], None]) -> None:
        find(self, key, lambda _: then(None))

    def start(self: Requests, *args: Any, **options: Any) -> None:
        with patch.object(Requests, "_find", unknown):
            plain_start(self, *args, **options)

    def overwrite(self: MemoryJournal, step: Step, stored: Stored) -> None:
        if step is Step.ACCEPTED:
            self._disk.rows.pop(stored.record.key, None)
        write(self, step, stored)

    plain_start = Requests.start
    stack.enter_context(patch.object(Requests, "start", start))
    stack.enter_context(patch.object(MemoryJournal, "write", overwrite))


def _told_before_durable(stack: ExitStack) -> None:
    """Every write is said to be durable before it is."""
    write = SlowJournal.write

    def early(self: SlowJournal, step: Step, stored: Stored, then: Any) -> None:
        self._scheduler.post(partial(then, None))
        write(self, step, stored, lambda _: None)

    stack.enter_context(patch.object(SlowJournal, "write", early))


def _throw_before_may_launch(stack: ExitStack) -> None:
    """The count does not wait for "may launch"."""
    write = Runner._write_may_launch

    def hasty(self: Runner, showdown: Any) -> None:
        write(self, showdown)
        now_ns = self._scheduler.now_ns()
        self._scheduler.post(lambda: self.conductor.tell(MayLaunchWritten(now_ns)))

    stack.enter_context(patch.object(Runner, "_write_may_launch", hasty))


def _no_tombstone(stack: ExitStack) -> None:
    """The cancel of an unknown key leaves nothing behind, so its start can still come."""

    def answers_only(self: Requests, key: str, answer: Callable[[Any], None]) -> None:
        answer(self._host.new_tombstone(key))

    stack.enter_context(patch.object(Requests, "_bury", answers_only))


def _cancel_always_wins(stack: ExitStack) -> None:
    """A cancel is answered `cancelled` whatever has been decided."""

    def wrong(self: Requests, active: Any, refusal: Any, answer: Callable[[Any], None]) -> None:
        self._runner.conductor.cancel()
        answer(replace(active.record, state=RecordState.CANCELLED))

    stack.enter_context(patch.object(Requests, "_cancel_active", wrong))


def _wrong_side(stack: ExitStack) -> None:
    """Cards fly toward the winner."""
    stack.enter_context(patch.object(throw, "_POSITIONS", {Side.LEFT: "right", Side.RIGHT: "left"}))


def _power_stays_on(stack: ExitStack) -> None:
    """The launcher keeps its power after the throw."""

    def end(self: throw.Thrower, completed: bool) -> None:
        then, self._then = self._then, None
        if then is not None:
            then(completed)

    stack.enter_context(patch.object(throw.Thrower, "_end", end))


def _events_twice(stack: ExitStack) -> None:
    """The host gives on whatever event comes."""
    take = EventTrack.take

    def any_event(self: EventTrack, event: Any) -> bool:
        return take(self, event) or event.seq is not None

    stack.enter_context(patch.object(EventTrack, "take", any_event))


def _another_seed_is_told(stack: ExitStack) -> None:
    """The hold was drawn from another seed than the one that was published and is told."""
    arm = Conductor.arm

    def wrong(self: Conductor, seed: bytes, **options: Any) -> None:
        arm(self, bytes(16), **options)

    stack.enter_context(patch.object(Conductor, "arm", wrong))


def _evidence_stays_behind(stack: ExitStack) -> None:
    """The evidence of the result is not written again when more has become known."""
    write = MemoryJournal.write

    def wrong(self: MemoryJournal, step: Step, stored: Stored) -> None:
        row = self._disk.rows.get(stored.record.key)
        before = None if row is None else row.evidence
        write(self, step, stored)
        if step is Step.DONE and row is not None and before is not None and before.sha256:
            row.evidence = before

    stack.enter_context(patch.object(MemoryJournal, "write", wrong))


def _edges_left_out(stack: ExitStack) -> None:
    """The evidence keeps quiet about the right paddle."""
    items = evidence.items

    def wrong(*args: Any) -> Any:
        for item in items(*args):
            if not (isinstance(item, EdgeItem) and item.side == "right"):
                yield item

    stack.enter_context(patch.object(evidence, "items", wrong))


PLANTS: dict[str, Plant] = {
    "another_seed_is_told": _another_seed_is_told,
    "cancel_always_wins": _cancel_always_wins,
    "edges_left_out": _edges_left_out,
    "events_twice": _events_twice,
    "evidence_stays_behind": _evidence_stays_behind,
    "host_never_doubts": _host_never_doubts,
    "key_is_not_checked": _key_is_not_checked,
    "may_launch_taken_for_accepted": _may_launch_taken_for_accepted,
    "no_tombstone": _no_tombstone,
    "power_stays_on": _power_stays_on,
    "restart_forgets": _restart_forgets,
    "restart_relaunches": _restart_relaunches,
    "throw_before_may_launch": _throw_before_may_launch,
    "told_before_durable": _told_before_durable,
    "wrong_side": _wrong_side,
}
