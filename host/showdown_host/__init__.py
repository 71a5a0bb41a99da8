"""The host's library: a tabletop app pairs with a showdown unit.

from showdown_host import Unit

with Unit.open() as unit:
    result = unit.showdown(cards=2, left="Ana", right="Bo")
    print(result.loser_name or "nobody", "takes the cards")
"""

from showdown_host.errors import (
    Indeterminate,
    LinkLost,
    NoUnit,
    PendingKey,
    PermissionDenied,
    PortBusy,
    PortMissing,
    Refused,
    SettingsChanged,
    ShowdownError,
    StoreError,
    Unreadable,
)
from showdown_host.find import Found, units
from showdown_host.intention import Intention
from showdown_host.keystore import KeyStore
from showdown_host.remember import Remember
from showdown_host.result import Result
from showdown_host.settings import Change as SettingsChange
from showdown_host.stream import EventStream
from showdown_host.unit import Unit
from showdown_host.wishes import new_key
from showdown_protocol.messages import (
    Event,
    Outcome,
    Record,
    RecordState,
    SelftestEvent,
    Side,
)

__all__ = [
    "Event",
    "EventStream",
    "Found",
    "Indeterminate",
    "Intention",
    "KeyStore",
    "LinkLost",
    "NoUnit",
    "Outcome",
    "PendingKey",
    "PermissionDenied",
    "PortBusy",
    "PortMissing",
    "Record",
    "RecordState",
    "Refused",
    "Remember",
    "Result",
    "SelftestEvent",
    "SettingsChange",
    "SettingsChanged",
    "ShowdownError",
    "Side",
    "StoreError",
    "Unit",
    "Unreadable",
    "new_key",
    "units",
]
