"""A host in the simulation: the real core and flows, an app on top, a process that can die."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

from showdown_host import flows
from showdown_host.core import Core, Happened, Phase, Reopen, Task, Write
from showdown_host.errors import Indeterminate, LinkLost, NoUnit, Refused, ShowdownError
from showdown_host.intention import Intention
from showdown_host.unit import is_end
from showdown_hw.virtual import VirtualHandle
from showdown_protocol.messages import Event, Record, RecordState, Side
from sim_line import Line
from sim_plan import MS, HostPlan, S, Wish

if TYPE_CHECKING:
    from sim_world import World


class Machine:
    """One computer: its app starts again after each death, and takes up what was stored.

    `store` is the folder of intentions, as it survives: key → intention and whether to give it
    up. `answers` is what the app took for the end of each key.
    """

    def __init__(
        self, world: World, plan: HostPlan, line: Line, number: int, rng: random.Random
    ) -> None:
        self.world = world
        self.plan = plan
        self.line = line
        self.name = f"host{number}"
        self.rng = rng
        self.store: dict[str, tuple[Intention, Wish]] = {}
        self.giving_up: set[str] = set()
        self.answers: dict[str, Record] = {}
        self.unclear: dict[str, str] = {}  # keys whose end nobody could say, and why
        self.wishes = list(plan.wishes)
        self.app: App | None = None
        self._starts = 0
        self.takeover = plan.takeover
        world.at(plan.begin_ns, self.start)
        for at_ns in plan.kills:
            world.at(at_ns, self.kill)

    @property
    def finished(self) -> bool:
        return not self.wishes and not self.store

    def start(self) -> None:
        """A process begins."""
        if self.app is None:
            self._starts += 1
            self.app = App(self, f"{self.name}.{self._starts}")
            self.app.begin()

    def kill(self) -> None:
        """The process is gone, and comes back."""
        if self.app is not None:
            self.world.count("host_kills")
            self.world.note(f"{self.name}: killed")
            self._again(self.rng.randrange(100 * MS, 5 * S))

    def restart(self, takeover: bool) -> None:
        """The app gives its link up and opens another."""
        self.takeover = takeover
        self._again(self.rng.randrange(500 * MS, 6 * S))

    def _again(self, delay_ns: int) -> None:
        if self.app is not None:
            self.app.dead = True
            self.app = None
            self.line.shut()
        self.world.at(delay_ns, self.start)


def _settled_by_lines(error: Indeterminate) -> bool:
    return error.record is not None and error.record.state is RecordState.INDETERMINATE


class App:
    """One process: plays the wishes one after another, the stored ones first."""

    def __init__(self, machine: Machine, client: str) -> None:
        self.machine = machine
        self.world = machine.world
        self.client = client
        self.rng = machine.rng
        self.dead = False
        self.core = Core(client, self._nonce, takeover=machine.takeover, wait_ns=None)
        self.seen: dict[str, int] = {}  # the last event of each boot
        self._missed = 0
        self._timer: VirtualHandle | None = None
        self._timer_ns = 0

    def begin(self) -> None:
        self.world.note(f"{self.client}: starts")
        self.core.begin(self.world.clock.now_ns())
        self._next()
        self.pump()

    # --- the app -------------------------------------------------------------------------------

    def _next(self) -> None:
        """Take up the oldest stored intention, or make the next one."""
        if self.dead:
            return
        machine = self.machine
        if machine.store:
            intention, wish = next(iter(machine.store.values()))
            self._play(intention, wish)
        elif machine.wishes:
            wish = machine.wishes[0]
            self.world.at(wish.pause_ns, self._connect)
        else:
            self.world.host_is_done()

    def _connect(self) -> None:
        if not self.dead:
            self._run(flows.connect(), self._make)

    def _make(self, task: Task[Any]) -> None:
        """A session is there: make the intention, store it, send it."""
        if task.error is not None:
            self._failed(task.error)
            return
        wish = self.machine.wishes.pop(0)
        key = f"key-{self.rng.getrandbits(60):015x}"
        practice = None if wish.practice is None else Side(wish.practice)
        intention = Intention.of(
            task.result(),
            key,
            cards=wish.cards,
            left="Ana",
            right="Bo",
            start=wish.start,
            practice=practice,
        )
        self.machine.store[key] = (intention, wish)
        self.world.count("intentions")
        self._play(intention, wish)

    def _play(self, intention: Intention, wish: Wish) -> None:
        key = intention.key
        over = lambda task: self._over(intention, wish, task)  # noqa: E731
        if key in self.machine.giving_up:
            self._run(flows.cancel(key, intention), over)
            return
        task = self._run(flows.showdown(intention), over)
        if wish.give_up_ns is not None:
            self.world.at(wish.give_up_ns, lambda: self._give_up(intention, task))

    def _give_up(self, intention: Intention, task: Task[Any]) -> None:
        if self.dead or task.done:
            return
        self.world.count("given_up")
        self.world.note(f"{self.client}: gives {intention.key} up")
        self.machine.giving_up.add(intention.key)
        self.core.drop(task, LinkLost("given up"))
        self.pump()

    def _over(self, intention: Intention, wish: Wish, task: Task[Any]) -> None:
        """A flow has ended: keep the answer, settle the key where it is one, go on."""
        if self.dead:
            return
        key, error = intention.key, task.error
        if error is None:
            self._settle(key, task.result())
        elif not isinstance(error, ShowdownError):
            raise error
        elif isinstance(error, Indeterminate) and not _settled_by_lines(error):
            self.world.count("said_unclear")
            self.machine.unclear[key] = str(error)
            self._settle(key, None)
        elif isinstance(error, Indeterminate):
            self.world.count("said_indeterminate")
            if wish.lines and wish.cards:
                lines = flows.lines(key, 1, 0)
                self._run(lines, lambda done: self._by_lines(key, done))
                return
            self._settle(key, error.record)
        elif is_end(error):
            name = error.name if isinstance(error, Refused) else type(error).__name__
            self.world.count(f"refused_{name}")
            self._settle(key, error.record if isinstance(error, Refused) else None)
        else:
            self._failed(error)
            return
        self._next()

    def _by_lines(self, key: str, task: Task[Any]) -> None:
        if task.error is None:
            self.world.count("lines")
            self._settle(key, task.result())
        elif isinstance(task.error, Refused) and task.error.name == "LINES_NOT_ALLOWED":
            self.machine.unclear[key] = "the unit has forgotten it"
            self._settle(key, None)
        else:
            self._failed(task.error)
            return
        self._next()

    def _settle(self, key: str, record: Record | None) -> None:
        if record is not None:
            self.machine.answers[key] = record
            self.world.note(f"{self.client}: {key} ended: {record.state} {record.loser}")
        self.machine.store.pop(key, None)

    def _failed(self, error: BaseException) -> None:
        """Not an end: the intention stays open and is taken up again."""
        if not isinstance(error, ShowdownError):
            raise error
        self.world.note(f"{self.client}: {type(error).__name__}: {error}")
        given_up = isinstance(error, LinkLost) and str(error) == "given up"
        if given_up:
            self._next()
        elif self.core.phase is Phase.ENDED or (
            isinstance(error, Refused) and error.name == "NOT_CONTROLLER"
        ):
            self.world.count("restarts_for_control")
            self.machine.restart(takeover=True)
        else:
            self.world.count("tried_again")
            self.world.at(2 * S, self._next)

    # --- the core's edge ------------------------------------------------------------------------

    def heard(self, data: bytes) -> None:
        self.core.received(data, self.world.clock.now_ns())
        self.pump()

    def lost(self, reason: str) -> None:
        self.core.lost(reason, self.world.clock.now_ns())
        self.pump()

    def pump(self) -> None:
        """Do what the core wishes, and come back when something is due."""
        now_ns = self.world.clock.now_ns()
        while not self.dead and (outputs := self.core.take()):
            for output in outputs:
                if isinstance(output, Write):
                    self.machine.line.from_host(output.data)
                elif isinstance(output, Reopen):
                    self._reopen(now_ns)
                elif isinstance(output, Happened):
                    self._happened(output.event)
        deadline_ns = None if self.dead else self.core.deadline()
        if deadline_ns is None:
            return
        if self._timer is not None and self._timer.live:
            if self._timer_ns <= deadline_ns:
                return
            self._timer.cancel()
        self._timer_ns = deadline_ns
        self._timer = self.world.clock.world_at(deadline_ns, self._due)

    def _due(self) -> None:
        if not self.dead:
            self.core.tick(self.world.clock.now_ns())
            self.pump()

    def _reopen(self, now_ns: int) -> None:
        why = self.machine.line.open(self)
        if why is None:
            self.core.opened(now_ns)
        else:
            self.core.open_failed(NoUnit(why), now_ns)

    def _run(self, flow: Any, then: Any) -> Task[Any]:
        """Run a flow; `then` comes in a turn of its own, as to another thread."""

        def over(task: Task[Any]) -> None:
            self.world.at(0, lambda: None if self.dead else then(task))

        task: Task[Any] = self.core.run(flow, self.world.clock.now_ns(), over)
        self.pump()
        return task

    def _happened(self, event: Event) -> None:
        """Events come each once, in order; whatever is skipped is said to be missed."""
        if event.type == "events.missed":
            self._missed += int(event.data["count"])
            self.world.count("events_missed", int(event.data["count"]))
        elif event.type == "link.down":
            self.world.count("reopens")
        elif event.type == "session.lost":
            self.world.count("control_lost")
        if event.seq is None:
            return
        last = self.seen.get(event.boot)
        if last is not None:
            if event.seq <= last:
                self.world.broken(f"{self.client}: event {event.seq} after {last}")
            gap = event.seq - last - 1
            if gap > self._missed:
                self.world.broken(f"{self.client}: {gap} events skipped in silence")
            self._missed = 0
        self.seen[event.boot] = event.seq
        self.world.count("events_heard")

    def _nonce(self) -> str:
        return f"n{self.rng.getrandbits(64):016x}"
