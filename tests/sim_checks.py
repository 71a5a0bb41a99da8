"""What must hold after a run, whatever failed in it."""

from __future__ import annotations

from collections import Counter

from showdown_protocol.messages import DecidedBy, Record, RecordState
from showdown_unit.ports import Step
from sim_plan import Plan, draw
from sim_world import World

MANY_TIMERS = 20


def faults(world: World) -> list[str]:
    """Everything that is wrong with a run that has ended."""
    found = list(world.faults)
    for check in (_throws, _answers, _end):
        found += check(world)
    return found


def simulate(plan: Plan, totals: Counter[str] | None = None) -> list[str]:
    """Run a plan; what was wrong. What happened is added to `totals`."""
    world = World(plan).run()
    if totals is not None:
        tally(world, totals)
    return faults(world)


def replay(seed: int, hosts: int) -> str:
    """A run as text: its plan, its log, what was wrong, what happened."""
    plan = draw(seed, hosts)
    world = World(plan, log=True).run()
    lines = [str(plan), *(world.log or ())]
    for key, stored in world.durable.items():
        record = stored.record
        told = [str(host.answers[key].state) for host in world.hosts if key in host.answers]
        lines.append(
            f"{key}: {stored.step.value} {record.state} {record.outcome} {record.loser} "
            f"{record.launch}; hosts: {', '.join(told) or 'none'}"
        )
    lines += [f"WRONG {fault}" for fault in faults(world)]
    lines.append(", ".join(f"{name} {n}" for name, n in sorted(world.totals.items())))
    return "\n".join(lines)


def tally(world: World, totals: Counter[str]) -> None:
    """What happened, counted."""
    totals.update(world.totals)
    totals["runs"] += 1
    totals["real_journals"] += world.plan.real_journal
    totals["throws"] += len(world.throws)
    for stored in world.durable.values():
        record = stored.record
        totals[f"state_{record.state.value}"] += 1
        if record.outcome is not None:
            totals[f"outcome_{record.outcome.value}"] += 1
        if record.reason is not None:
            totals[f"reason_{record.reason}"] += 1
        totals["contested"] += record.contested
        if record.key.startswith("local-"):
            totals["local"] += 1
        for attempt in record.attempts:
            totals[f"attempt_{attempt.outcome.value}"] += 1
        if record.state is RecordState.CANCELLED and record.origin is None:
            totals["tombstones"] += 1


def _throws(world: World) -> list[str]:
    found = []
    times = Counter(throw.key for throw in world.throws)
    found += [f"{key}: thrown {n} times" for key, n in times.items() if n > 1]
    for throw in world.throws:
        stored = world.lost.get(throw.key or "") or world.durable.get(throw.key or "")
        if stored is None:
            found.append(f"{throw.key}: thrown, and nobody knows the key")
            continue
        record = stored.record
        loser = record.timing_loser if record.decided_by is DecidedBy.LINES else record.loser
        if record.state in (RecordState.CANCELLED, RecordState.ABORTED):
            found.append(f"{record.key}: thrown, and the record says {record.state.value}")
        elif loser is not None and loser.value != throw.side:
            found.append(f"{record.key}: thrown to the {throw.side}, {loser.value} has lost")
        elif loser is None and record.state is RecordState.DONE and record.lines is None:
            found.append(f"{record.key}: thrown, and nobody has lost")
        if record.cards == 0:
            found.append(f"{record.key}: thrown without cards")
    return found


def _answers(world: World) -> list[str]:
    found = []
    thrown = {throw.key for throw in world.throws}
    for host in world.hosts:
        if not world.totals["journals_lost"]:
            found += [f"{key}: nobody can say ({why})" for key, why in host.unclear.items()]
        found += [f"{key}: {host.name} still asks" for key in host.store]
        for key, answer in host.answers.items():
            stored = world.durable.get(key) or world.lost.get(key)
            if not answer.durable:
                continue  # it was said that this may not last
            if answer.state in (RecordState.CANCELLED, RecordState.ABORTED) and key in thrown:
                found.append(f"{key}: answered {answer.state.value}, and cards flew")
            if not answer.state.over:
                found.append(f"{key}: ended as {answer.state.value}")
            if stored is None or stored.step is not Step.DONE:
                found.append(f"{key}: answered, and not done in the journal")
            elif _sum(stored.record) != _sum(answer):
                found.append(f"{key}: answered {_sum(answer)}, the journal: {_sum(stored.record)}")
    return found


def _end(world: World) -> list[str]:
    found = []
    if world.process is None:
        return ["the unit is down in the end"]
    if world.last_word == "not_ready" and not world.not_ready:
        found.append("not ready, and no reason")
    elif world.last_word not in ("ready", "not_ready"):
        found.append(f"the unit is {world.last_word} in the end")
    if world.powered:
        found.append("the launcher has power in the end")
    if world.live_timers > MANY_TIMERS:
        found.append(f"{world.live_timers} timers are left")
    if world.totals["internal_errors"]:
        found.append("the daemon answered INTERNAL")
    found += [
        f"{key}: still {stored.step.value} in the end"
        for key, stored in world.durable.items()
        if stored.step is not Step.DONE
    ]
    return found


def _sum(record: Record) -> tuple[object, ...]:
    return record.state, record.outcome, record.loser
