"""One attempt on its time axis: lamps, green, both players' levels, presses, resolution."""

from __future__ import annotations

from dataclasses import dataclass

from showdown_host.expected import Judged
from showdown_host.race_drawing import Drawing, number
from showdown_host.race_scale import Window, counted_presses, zero_name, zero_of
from showdown_host.why import limit_words, name_of, presses_of, time_words
from showdown_protocol.records import Record
from showdown_referee.model import Edge, Side

LAMPS = 16  # height of the strip of lamps
TRACK = 58  # from one player's track to the next
SWING = 26  # from released to pressed
HEIGHT = LAMPS + 2 * TRACK + 46
ZOOM_HEIGHT = 2 * TRACK + 68


def panel(drawing: Drawing, record: Record, one: Judged, window: Window, y: int) -> None:
    """The whole of what decided."""
    top = y + LAMPS + 6
    whole = Panel(drawing, record, one, window, top, top + 2 * TRACK + 8)
    whole.lamps(y)
    whole.grid()
    whole.tracks(-8)


def zoom_panel(drawing: Drawing, record: Record, one: Judged, window: Window, y: int) -> None:
    """The same, so near that bounces, the resolution and the width of green can be seen."""
    top = y + 20
    near = Panel(drawing, record, one, window, top, top + 2 * TRACK + 22)
    drawing.rect("lens", window.left_px, top, window.right_px - window.left_px, near.foot - top)
    near.grid()
    near.resolution()
    near.tracks(4)


def lens(drawing: Drawing, whole: Window, near: Window, y: int) -> None:
    """Where the zoom that begins at `y` stands in the panel above it."""
    top, foot = y - HEIGHT + LAMPS + 6, y - HEIGHT + LAMPS + 14 + 2 * TRACK
    from_x, until_x = whole.x(near.from_ns) - 2, whole.x(near.until_ns) + 2
    drawing.rect("lens", from_x, top, until_x - from_x, foot - top)
    drawing.line("lens", from_x, y - 4, near.left_px, y + 20)
    drawing.line("lens", until_x, y - 4, near.right_px, y + 20)


@dataclass(frozen=True, slots=True)
class Panel:
    """A window on one attempt, drawn from `top` to `foot`."""

    drawing: Drawing
    record: Record
    one: Judged
    window: Window
    top: int
    foot: int

    def tracks(self, down: int) -> None:
        """Both players, the first `down` below the top."""
        for index, side in enumerate(Side):
            self.track(side, self.top + TRACK * (index + 1) + down)

    def lamps(self, y: int) -> None:
        """What was lit when, in words too, so that it needs no colour."""
        green, began_ns = self.one.green, self.one.given.hold_began_ns
        end_ns = self.window.until_ns
        amber_ns = end_ns if began_ns is None else began_ns
        lit_ns = end_ns if green is None else green.end_ns
        spans = (
            ("lit", "green", lit_ns, end_ns),
            ("amber", "amber", amber_ns, lit_ns),
            ("red", "red", 0, min(amber_ns, lit_ns)),
        )
        for cls, word, from_ns, until_ns in spans:
            from_x, until_x = self.window.x(from_ns), self.window.x(until_ns)
            if (
                until_ns <= self.window.from_ns
                or from_ns >= self.window.until_ns
                or until_x - from_x < 1
            ):
                continue
            self.drawing.rect(cls, from_x, y, until_x - from_x, LAMPS)
            self.drawing.rect("lamp", from_x, y, until_x - from_x, LAMPS)
            if until_x - from_x > 50:
                self.drawing.text("onlamp", (from_x + until_x) / 2, y + 12.5, word, "middle")
        self.drawing.text("small", self.window.left_px - 12, y + 12.5, "lamps", "end")

    def grid(self) -> None:
        """Green with its width, the axis, and the moment that it counts from."""
        self._green()
        window, zero = self.window, zero_of(self.one)
        for t_ns, told in self.window.ticks():
            x = self.window.x(t_ns)
            self.drawing.line("grid", x, self.top, x, self.foot)
            if x > self.window.left_px + 16:
                self.drawing.text("small", x, self.foot + 16, told, "middle")
        if window.holds(zero[0]):
            cls = "due" if self.one.green is None else "zero"
            x = window.x(zero[0])
            self.drawing.line(cls, x, self.top - 6, x, self.foot)
        self.drawing.line("axis", window.left_px, self.foot, window.right_px, self.foot)
        words = f"{window.unit[1]} from {zero_name(self.one, window)}"
        self.drawing.text("small", window.left_px - 12, self.foot + 16, words, "end")

    def _green(self) -> None:
        green, window, high = self.one.green, self.window, self.foot - self.top
        if green is None or green.before_ns > window.until_ns:
            return
        start_x, end_x = window.x(green.before_ns), window.x(green.end_ns)
        self.drawing.rect("green", end_x, self.top, window.right_px - end_x, high)
        if window.holds(green.end_ns) or window.holds(green.before_ns):
            self.drawing.rect("dead", start_x, self.top, end_x - start_x, high)
            if end_x - start_x > 150:
                words = "green being switched on"
                self.drawing.text("small", (start_x + end_x) / 2, self.top + 14, words, "middle")
        soon_ns = self.one.limits.anticipation_ns
        if soon_ns and window.from_ns < green.end_ns + soon_ns:
            width = window.x(green.end_ns + soon_ns) - end_x
            self.drawing.rect("dead", end_x, self.top, width, high)
            if width > 60:
                self.drawing.text("small", end_x + width / 2, self.foot - 3, "too soon", "middle")

    def track(self, side: Side, low: int) -> None:
        """One player's level, `low` where it rests."""
        high = low - SWING
        self.drawing.text(
            "bold", self.window.left_px - 12, low - 12, _short(name_of(self.record, side)), "end"
        )
        stamp_ns = presses_of(self.one).get(side)
        loses = self.one.verdict.loser is side
        told = "loses" if loses else ""
        if self.one.practice not in (None, side):
            told = "not playing"
        elif stamp_ns is None and not _edges(self.one, side):
            told = f"{told}, no press".removeprefix(", ")
        self.drawing.text("small", self.window.left_px - 12, low + 4, told, "end")
        self.drawing.line("rest", self.window.left_px, low, self.window.right_px, low)
        self.drawing.path(side.value, trace(_edges(self.one, side), self.window, low, high))
        if stamp_ns is not None:
            self._mark(side, stamp_ns, high - 7)

    def _mark(self, side: Side, stamp_ns: int, y: int) -> None:
        """The press at its stamp, and where its handicap moves it."""
        counted_ns = counted_presses(self.one)[side]
        x, to_x = self.window.x(stamp_ns), self.window.x(counted_ns)
        if not self.window.holds(counted_ns) and not self.window.holds(stamp_ns):
            return
        text = self._stamp_words(stamp_ns)
        if counted_ns != stamp_ns:
            self.drawing.line(f"{side.value} shift", x, y, to_x, y)
            shift = limit_words(counted_ns - stamp_ns)
            text = f"{text} + {shift} of handicap"
            if self.window.zero_ns != zero_of(self.one)[0]:
                text = f"{self._stamp_words(counted_ns)}, {shift} of handicap in it"
            if self.window.holds(counted_ns):
                self.drawing.circle(f"{side.value} ring", to_x, y, 4)
        if self.window.holds(stamp_ns):
            self.drawing.circle(f"fill-{side.value}", x, y, 4)
        if to_x < self.window.right_px - 300:
            self.drawing.text("small", to_x + 9, y + 4, text)
        elif x > self.window.left_px + 250:
            self.drawing.text("small", x - 9, y + 4, text, "end")
        else:
            self.drawing.text("small", to_x - 9, y - 8, text, "end")

    def _stamp_words(self, stamp_ns: int) -> str:
        zero_ns, name = zero_of(self.one)
        if self.window.zero_ns != zero_ns:
            behind = stamp_ns - self.window.zero_ns
            return (
                zero_name(self.one, self.window)
                if behind == 0
                else f"{time_words(abs(behind))} later"
            )
        if stamp_ns > zero_ns:
            return f"{time_words(stamp_ns - zero_ns)} after {'green' if self.one.green else name}"
        if self.one.green is None:
            return f"{time_words(zero_ns - stamp_ns)} before {name}"
        return f"{time_words(zero_ns - stamp_ns)} before green"

    def resolution(self) -> None:
        """From the first press on: what is no later than its end cannot be told from it."""
        counted = counted_presses(self.one)
        if len(counted) < len(Side) or not all(self.window.holds(t) for t in counted.values()):
            return
        first_ns = min(counted.values())
        until_ns = first_ns + self.one.limits.resolution_ns
        from_x, until_x = self.window.x(first_ns), self.window.x(until_ns)
        self.drawing.rect("resolution", from_x, self.top, until_x - from_x, self.foot - self.top)
        self.drawing.text(
            "small",
            from_x + 4,
            self.foot - 3,
            f"resolution {limit_words(self.one.limits.resolution_ns)}",
        )


def _edges(one: Judged, side: Side) -> list[Edge]:
    found = [seen for seen in one.given.log if isinstance(seen, Edge) and seen.side is side]
    return sorted(found, key=lambda edge: (edge.stamp_ns, edge.seq or 0))


def trace(edges: list[Edge], window: Window, low: int, high: int) -> str:
    """The level over the window; what changes within a tenth of a pixel becomes one stroke."""
    pressed = False
    start = low
    parts: list[str] = []
    at: float = window.left_px
    strokes = 0
    for t_ns, level in levels(edges):
        if t_ns > window.until_ns:
            break
        if t_ns < window.from_ns:
            pressed, start = level, high if level else low
            continue
        x = window.x(t_ns)
        strokes = strokes + 1 if x == at else 1
        if x != at:
            parts.append(f"V{high if pressed else low}H{number(x)}")  # where strokes were left out
            at = x
        if strokes <= 2:
            parts.append(f"V{high if level else low}")
        pressed = level
    ended = f"V{high if pressed else low}H{window.right_px}"
    return "".join((f"M{window.left_px} {start}", *parts, ended))


def levels(edges: list[Edge]) -> list[tuple[int, bool]]:
    """The level from each stamp on. What was sampled may come too late for a short touch.

    At rest an edge means pressed. Sampled released, it was up again at once, unless the next
    edge was sampled so too: then the first sample was wrong.
    """
    found: list[tuple[int, bool]] = []
    pressed = False
    for index, edge in enumerate(edges):
        level = edge.active
        if not pressed and not level:
            found.append((edge.stamp_ns, True))
            level = index + 1 < len(edges) and not edges[index + 1].active
        found.append((edge.stamp_ns, level))
        pressed = level
    return found


def _short(name: str) -> str:
    return name if len(name) <= 15 else f"{name[:14]}…"
