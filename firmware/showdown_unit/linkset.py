"""All links of a configuration: made, started, counted, described and stopped together."""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path

from showdown_unit.config import LinksConfig
from showdown_unit.links.console import uart_console_conflict
from showdown_unit.links.pty import PtyLink
from showdown_unit.links.status import LinkError, LinkStatus
from showdown_unit.links.tty import TtyLink
from showdown_unit.links.unix import UnixLink
from showdown_unit.ports import WireEvents

CONSOLES = Path("/proc/consoles")

Link = PtyLink | TtyLink | UnixLink

_logger = logging.getLogger(__name__)


class LinkSet:
    """The links in the order of the configuration. LinkError where one can never work."""

    def __init__(
        self, loop: asyncio.AbstractEventLoop, events: WireEvents, config: LinksConfig
    ) -> None:
        self._links: list[Link] = []
        if config.pty:
            self._links.append(PtyLink(loop, events, symlink=config.pty))
        if config.unix:
            self._links.append(UnixLink(loop, events, config.unix))
        for tty in config.tty:
            if tty.uart:
                _refuse_console(tty.path)
            baud = tty.baud if tty.uart else None
            self._links.append(TtyLink(loop, events, tty.path, baud=baud, crc_required=tty.uart))

    def start(self) -> None:
        """Open them; a tty that is not there yet is waited for, for ever."""
        for link in self._links:
            link.start()

    async def stop(self) -> None:
        """Close them, each within its own limit of some seconds."""
        for result in await asyncio.gather(
            *(link.stop() for link in self._links), return_exceptions=True
        ):
            if isinstance(result, BaseException):
                _logger.error("a link did not stop: %s", result)

    def describe(self) -> str:
        """For the log: where hosts find the unit."""
        if not self._links:
            return "no link is configured: the unit plays by its timer button alone"
        return ", ".join(f"{status.kind} {status.path}" for status in self._statuses())

    def stats(self) -> dict[str, int]:
        """The counters of all links added up."""
        statuses = self._statuses()
        return {
            "reopens": sum(status.reopens for status in statuses),
            "link_rx_bytes": sum(status.rx_bytes for status in statuses),
            "link_tx_bytes": sum(status.tx_bytes for status in statuses),
            "link_stuck": sum(status.stuck for status in statuses),
            "link_faults": sum(status.faults for status in statuses),
            "link_dropped": sum(status.dropped for status in statuses),
            "link_refused": sum(status.refused for status in statuses),
        }

    def _statuses(self) -> list[LinkStatus]:
        return [link.describe() for link in self._links]


def _refuse_console(path: str) -> None:
    try:
        consoles = CONSOLES.read_text(encoding="ascii", errors="replace")
    except OSError:
        return  # hidden in a sandbox: whoever set that up has to look
    conflict = uart_console_conflict(consoles, str(Path(path).resolve()))
    if conflict is not None:
        raise LinkError(conflict)
