"""A unit, for an app: open it, play showdowns, close it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

from showdown_host import fetch, flows
from showdown_host.claims import Claims
from showdown_host.documents import Document
from showdown_host.driver import Opens
from showdown_host.errors import (
    Indeterminate,
    PendingKey,
    Refused,
    ShowdownError,
)
from showdown_host.intention import Intention
from showdown_host.keystore import DamagedKeyError, KeyStore, default_folder
from showdown_host.linked import Linked
from showdown_host.opener import Opener
from showdown_host.port import BAUD
from showdown_host.result import Result
from showdown_host.selftest import run_part
from showdown_host.settings import Change, Wanted, change
from showdown_host.steps import Flow
from showdown_host.tap import Tap
from showdown_host.timing import Timing
from showdown_host.wishes import cards_of, check, new_key, side_of
from showdown_protocol.messages import (
    GetParams,
    IdentifyResult,
    Record,
    SelftestEvent,
    SettingsResult,
    Side,
    StatusResult,
)

Progress = Callable[[Result], None]
Start = Literal["button", "now"]


class Unit(Linked):
    """One unit over one link, which is kept up and opened again by a thread of its own.

    Any thread may call any method; each call blocks until its answer. Methods raise `Refused`
    and `LinkLost`, see `showdown_host.errors`. Leave by `close` or as a context manager.
    `tap`: is told of every byte of the link, see `showdown_host.tap`.
    """

    def __init__(
        self,
        opener: Opens,
        *,
        role: Literal["control", "observe"] = "control",
        takeover: bool = False,
        wait_s: float = 0.0,
        store: KeyStore | None = None,
        timing: Timing | None = None,
        tap: Tap | None = None,
    ) -> None:
        self._store = store or KeyStore(default_folder())
        self._claims = Claims(self._store)
        super().__init__(
            opener, role=role, takeover=takeover, wait_s=wait_s, timing=timing, tap=tap
        )

    @classmethod
    def open(
        cls,
        port: str | None = None,
        *,
        unit: str | None = None,
        role: Literal["control", "observe"] = "control",
        takeover: bool = False,
        wait_s: float = 0.0,
        store: KeyStore | None = None,
        baud: int = BAUD,
        tap: Tap | None = None,
    ) -> Unit:
        """Open the unit at `port`, or the one called `unit`, or the one that is found.

        `port`: `/dev/ttyACM0`, `COM5`, a pyserial URL as `socket://host:7878`, `unix:PATH`.
        `unit`: the name or serial of one on this computer. Neither: the variables SHOWDOWN_UNIT
        or SHOWDOWN_PORT, else the unit on the USB, else the bench. `role="observe"` may look but
        not start. `takeover` takes control from another host. `wait_s`: how long to wait for a unit
        that is not there yet. Raises `NoUnit`, `PortBusy`, `PermissionDenied`, `LinkLost`,
        `Refused` (as CONTROL_HELD).
        """
        opener = Opener(port, baud, unit)
        return cls(opener, role=role, takeover=takeover, wait_s=wait_s, store=store, tap=tap)

    # --- showdowns ----------------------------------------------------------------------------

    def showdown(
        self,
        cards: int | None = None,
        left: str | None = None,
        right: str | None = None,
        key: str | None = None,
        start: Start = "button",
        *,
        practice: Side | str | None = None,
        on_progress: Progress | None = None,
        settle: bool = True,
    ) -> Result:
        """Play one showdown to its end; at most one launch, whatever is lost or restarted.

        Its key is stored before it is sent. A showdown of the same unit and parameters whose end
        is not known yet (the app was killed, the link lost) is taken up again in place of a new
        one; one of other parameters raises `PendingKey`: `resume` or `cancel` it first. `cards`
        (2): 0 is without a launch. `start="now"` skips the timer button, where the unit allows
        it. `practice`: "left" or "right" plays alone, without cards; a win has no loser then.

        `on_progress` is called from the link's thread whenever the record changed; the loser is
        there already in state `launching`. `settle=False` leaves the key stored until
        `settle(key)`: for an app that first writes the result down.

        The result may have no loser: `no_press`, `unclear`, `void`, aborted, cancelled. Raises
        `Indeterminate` where the table has to say. After `LinkLost` call again: same key.
        """
        wanted = self.prepare(cards, left, right, key, start, practice=practice)
        return self._play(wanted, on_progress, settle)

    def prepare(
        self,
        cards: int | None = None,
        left: str | None = None,
        right: str | None = None,
        key: str | None = None,
        start: Start = "button",
        *,
        practice: Side | str | None = None,
    ) -> Intention:
        """The first half of `showdown`: key made, or found again, and stored; nothing is sent.

        `resume(intention.key)` is the other half.
        """
        session = self._session()
        wish = Intention.of(
            session,
            key or new_key(),
            cards=cards_of(cards, practice),
            left=left,
            right=right,
            start=start,
            port=self.port,
            practice=side_of(practice),
        )
        check(wish, session)
        return self._claims.choose(wish, named=key is not None)

    def resume(
        self, key: str, *, on_progress: Progress | None = None, settle: bool = True
    ) -> Result:
        """Take up a stored showdown, see `pending`. Raises as `showdown` does."""
        intention = self._store.get(key)
        if intention is None:
            msg = f"no showdown {key} waits here; `showdown get {key}` asks the unit"
            raise PendingKey(key, msg)
        serial = self._session().hello.serial
        if intention.serial != serial:
            msg = f"{key} belongs to the unit {intention.serial}, this is {serial}"
            raise PendingKey(key, msg)
        return self._play(intention, on_progress, settle)

    def pending(self) -> Sequence[Intention]:
        """The showdowns of this unit whose end is not known yet, oldest first."""
        return self._store.pending(self._session().hello.serial)

    def settle(self, key: str) -> None:
        """The end of this showdown is known and kept: its key need not be stored any more."""
        self._store.settle(key)

    def cancel(self, key: str, *, settle: bool = True) -> Result:
        """Call a showdown off; what cannot be called off any more is followed to its end.

        `cancelled` or `aborted`: nothing flew, and nothing ever will under this key. Raises
        `Indeterminate` where that cannot be said.
        """
        try:
            intention = self._store.get(key)
        except DamagedKeyError:
            intention = None  # the unit needs the key alone
        return self._ended(key, flows.cancel(key, intention), settle)

    def lines(self, key: str, left: int, right: int) -> Result:
        """The table's verdict: the cards over the line on each side."""
        result = Result(self._run(flows.lines(key, left, right)))
        self._store.settle(key)
        return result

    def get(self, key: str) -> Result:
        """A showdown's record, `state` unknown where the unit has none."""
        return Result(self._run(flows.call("showdown.get", GetParams(key=key))))

    def evidence(self, key: str) -> Document:
        """A showdown's record with all that its verdict stands on, where the unit keeps that.

        `showdown_host.verify.verify` computes the verdict again. Raises `Unreadable` where the
        evidence does not fit the digest in the record.
        """
        return self._run(fetch.evidence_of(key))

    def wait(
        self,
        key: str,
        until: Literal["result", "done"] = "done",
        *,
        on_progress: Progress | None = None,
    ) -> Result:
        """Follow a showdown that was started before; `result`: as soon as the loser is known."""
        return Result(self._run(flows.wait(key, until, note=_noting(on_progress))))

    def list(self, limit: int = 20) -> Sequence[Result]:
        """The newest records first."""
        return [Result(record) for record in self._run(flows.listing(limit))]

    # --- the unit -----------------------------------------------------------------------------

    def status(self) -> StatusResult:
        """The whole state."""
        status: StatusResult = self._run(flows.call("status"))
        return status

    def stats(self) -> dict[str, int]:
        """The unit's counters; this end's stand in `link_stats`."""
        stats: dict[str, int] = self._run(flows.call("stats"))
        return stats

    def selftest(self, part: str, *, on_step: Callable[[SelftestEvent], None]) -> SelftestEvent:
        """Run one part of the unit's self-test, as `lamps`: blocks to its end, gives its result.

        `on_step` is told, in this thread, what people have to do or to see now. An exception of
        it, or Ctrl-C, stops the part. The parts and their numbers: docs/selftest.md.
        """
        return run_part(self, part, on_step)

    def settings(self) -> SettingsResult:
        """Every setting as it stands."""
        settings: SettingsResult = self._run(flows.call("settings.get"))
        return settings

    def set_settings(self, wanted: Wanted, *, rev: int | None = None) -> Change:
        """Change settings by their names on the wire, as `hold_max_ms`; None gives one up.

        Whole or not at all, and only on top of what was read: on `settings().rev` where it is
        given, else as they stand at this moment. They hold from the next showdown on. Raises
        `SettingsChanged` where somebody else was faster, `Refused` for a value out of range. After
        a lost answer the settings are read again; where even that fails `LinkLost` says so.
        """
        return self._run(change(wanted, rev))

    def identify(self) -> IdentifyResult:
        """Let it blink its code for some seconds: `blinks` are the lamps in their order."""
        code: IdentifyResult = self._run(flows.call("identify"))
        return code

    # --- inside -------------------------------------------------------------------------------

    def _play(self, intention: Intention, on_progress: Progress | None, settle: bool) -> Result:
        key = intention.key
        with self._claims.claim(key):
            flow = flows.showdown(intention, note=_noting(on_progress))
            return self._ended(key, flow, settle)

    def _ended(self, key: str, flow: Flow[Record], settle: bool) -> Result:
        """Run a flow to a showdown's end; then its key need not be stored any more."""
        try:
            record = self._run(flow)
        except ShowdownError as error:
            if settle and is_end(error):
                self._store.settle(key)
            raise
        if settle:
            self._store.settle(key)
        return Result(record)


def is_end(error: ShowdownError) -> bool:
    """Whether the showdown that ended in `error` needs no taking up: the unit has closed it."""
    if isinstance(error, Refused):
        return error.record is not None or error.name == "KEY_CONFLICT"
    return isinstance(error, Indeterminate) and error.record is not None


def _noting(on_progress: Progress | None) -> flows.Note:
    if on_progress is None:
        return flows.ignore
    return lambda record: on_progress(Result(record))
