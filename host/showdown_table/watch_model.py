"""What `showdown watch` knows of the unit: what a host hears becomes a `View`. No I/O, no clock."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from showdown_picture import follow
from showdown_picture.records import row_of
from showdown_picture.view import View

S = 1_000_000_000
MS = 1_000_000

STALE_NS = 5 * S
"""Without a line for so long (heartbeats come every 2 s) what is shown may be old."""

MISSED_NS = 60 * S
"""So long it is told that events were missed."""

_LONG_PATH = re.compile(r"(?:unix:)?/[^\s:]{12,}/([^\s/:]+)")

_RUNS = frozenset({"accepted", "armed", "counting", "racing", "launching"})
_OWN_CLIENT = re.compile(r"(showdown-\w+) (\S+) \d+ [0-9a-f]{8}\Z")

Members = Mapping[str, Any]


class Watched:
    """Told what happens, in order; `view` is how it looks at a time. One thread's at a time.

    Times are nanoseconds of one monotonic clock.
    """

    def __init__(self, now_ns: int) -> None:
        self._view = View()
        self._link = ""
        self._looking = ""
        self._missed = 0
        self._missed_ns = 0
        self._heard_ns = now_ns
        self._up: tuple[int, int] | None = None  # the unit's clock, and ours then
        self._known = False  # a unit was there before

    @property
    def running(self) -> str | None:
        """The key of the showdown that runs."""
        return self._view.key

    def looking(self, why: str) -> None:
        """There is no unit now, and why not."""
        self._looking = shortened(why)

    def opened(self, link: str, hello: Members, now_ns: int) -> None:
        """A session began, the first or another one."""
        self._link = link = shortened(link)
        self._known = True
        self._view = follow.hello(follow.link_up(self._view, link), hello)
        self._clock(hello.get("up_ms"), now_ns)

    def status(self, members: Members) -> None:
        """The answer to `status`."""
        self._view = follow.status(self._view, members)

    def records(self, newest_first: Sequence[Members]) -> None:
        """The unit's list: what of it is over stands in place of what was listed."""
        over = [row_of(one) for one in newest_first if one.get("state") not in _RUNS]
        self._view = replace(self._view, rows=tuple(over[: follow.ROWS]))

    def record(self, members: Members) -> None:
        """The record of the showdown that runs: names and cards."""
        if members.get("state") in _RUNS:
            self._view = follow.record(self._view, members)

    def event(self, kind: str, members: Members, now_ns: int) -> None:
        """An event of the unit, or one of the link's."""
        if kind == "link.down":
            self.lost(str(members.get("reason") or "no answer"))
        elif kind == "events.missed":
            count = members.get("count")
            self._missed += count if isinstance(count, int) else 1
            self._missed_ns = now_ns
        else:
            self._clock(members.get("t_ms"), now_ns)
            self._view = follow.event(self._view, kind, members)

    def lost(self, why: str) -> None:
        """The link is gone."""
        self._looking = shortened(why)
        self._view = follow.link_down(self._view)
        self._up = None

    def heartbeat(self, members: Members, now_ns: int) -> None:
        """A sign of life, with who holds control."""
        if not self._view.linked:
            return  # of a link that is gone, or before its hello
        self._clock(members.get("up_ms"), now_ns)
        view = follow.heartbeat(self._view, members)
        self._view = replace(view, control=client_words(members.get("control")))

    def heard(self, now_ns: int) -> None:
        """Any line of the unit."""
        self._heard_ns = now_ns

    def view(self, now_ns: int) -> View:
        """The unit as it is to be drawn at that time."""
        view = self._view
        if self._up is not None:
            up_ms, since_ns = self._up
            view = follow.at(view, up_ms + (now_ns - since_ns) // MS)
        notes = list(view.notes)
        silent_ns = now_ns - self._heard_ns
        if not view.linked:
            again = "looking for it again" if self._known else "looking for a unit"
            notes = [f"{again}: {self._looking}" if self._looking else again]
        elif silent_ns >= STALE_NS:
            view = replace(
                view, red=None, amber=None, green=None, arrow_left=None, arrow_right=None,
                left_down=None, right_down=None, link=f"{self._link}, silent",
            )  # fmt: skip
            notes.insert(0, f"stale: no heartbeat for {silent_ns // S} s; what is drawn may be old")
        if self._missed and now_ns - self._missed_ns < MISSED_NS:
            events = "an event" if self._missed == 1 else f"{self._missed} events"
            notes.append(f"{events} missed for good; asked anew how it is")
        return replace(view, notes=tuple(notes), hint="q ends; this only looks, it never starts")

    def _clock(self, up_ms: object, now_ns: int) -> None:
        if isinstance(up_ms, int):
            self._up = (up_ms, now_ns)


def shortened(text: str) -> str:
    """Of long paths the last part alone: there is one line for all of it."""
    return _LONG_PATH.sub(r"\1", text)


def client_words(client: object) -> str:
    """Who holds control, as people read it; empty for nobody."""
    if not isinstance(client, str):
        return ""
    ours = _OWN_CLIENT.fullmatch(client)
    return f"{ours[1]} on {ours[2]}" if ours else client
