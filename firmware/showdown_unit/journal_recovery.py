"""What a restart makes of a showdown that was not over: by its last durable step alone."""

from __future__ import annotations

from dataclasses import dataclass

from msgspec.structs import replace

from showdown_protocol.messages import Launch, RecordState
from showdown_unit.ports import Step, Stored


@dataclass(frozen=True, slots=True)
class Recovered:
    """The record as it stands from now on, and whether cards may lie about in the tray."""

    stored: Stored
    tray_unknown: bool


def recover(found: Stored) -> Recovered:
    """Nothing is launched again.

    | last step | becomes | tray unknown |
    | --- | --- | --- |
    | accepted | aborted, reason restart | no: cards cannot have flown |
    | may launch | indeterminate | yes |
    | result without a loser | done, as announced | no |
    | result with a loser | done, as announced, launch unknown | yes |

    With no cards loaded nothing can have flown, so `launch` is none; the tray may have moved.
    At practice it cannot have either: before its result it is as one that was only accepted.
    """
    record = found.record
    alone = record.practice is not None
    flown = Launch.NONE if record.cards == 0 else Launch.UNKNOWN
    if found.step is Step.DONE:
        return Recovered(found, tray_unknown=False)
    if found.step is Step.ACCEPTED or (alone and found.step is Step.MAY_LAUNCH):
        after = replace(record, state=RecordState.ABORTED, reason="restart")
        return Recovered(Stored(after, Step.DONE, found.start), tray_unknown=False)
    if found.step is Step.MAY_LAUNCH:
        after = replace(record, state=RecordState.INDETERMINATE, launch=flown)
        return Recovered(Stored(after, Step.DONE, found.start), tray_unknown=True)
    lost = record.loser is not None
    launch = flown if lost else record.launch
    after = replace(record, state=RecordState.DONE, launch=launch)
    return Recovered(Stored(after, Step.DONE, found.start), tray_unknown=lost and not alone)
