"""Whether anybody knows where the tray is, and what lies in it."""

from __future__ import annotations

import logging
from collections.abc import Callable

from showdown_unit.faults import Faults
from showdown_unit.ports import JournalPort

_logger = logging.getLogger(__name__)


class Tray:
    """Unknown after a throw that did not end level, until a person has looked; kept on disk."""

    def __init__(
        self,
        journal: JournalPort,
        faults: Faults,
        changed: Callable[[], None],
        *,
        unknown: bool,
    ) -> None:
        self._journal = journal
        self._faults = faults
        self._changed = changed
        self._unknown = unknown

    @property
    def unknown(self) -> bool:
        """Whether a person has to look at it first."""
        return self._unknown

    def will_move(self, then: Callable[[Exception | None], None]) -> None:
        """It is about to be moved by hand of a test: unknown on the disk first, then `then`."""

        def written(error: Exception | None) -> None:
            if error is None:
                self._unknown = True
                self._changed()
            then(error)

        self._journal.set_tray_unknown(True, written)

    def lost(self) -> None:
        """A throw did not end level. Counts at once, whether or not the disk takes it."""
        self._unknown = True
        self._faults.raised("LAUNCHER", "the throw did not end level: look at the tray and servo")
        self._journal.set_tray_unknown(True, lambda _: None)
        self._changed()

    def looked_at(self) -> None:
        """A person looked. Counts once the disk has it."""
        self._journal.set_tray_unknown(False, self._known)

    def _known(self, error: Exception | None) -> None:
        if error is None:
            self._unknown = False
            _logger.info("a person has looked at the tray")
            self._faults.cleared("LAUNCHER")
            self._changed()
