"""A maze router for two layers: nets may meet at first, at a price that rises until none do.

It works on points 0.254 mm apart. Its result is kept as data (addon.tracks.json): building the
board needs no routing, and the router is run again only when parts or nets change.
"""

import heapq
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from math import ceil, floor, hypot

from showdown_drawings.board_footprint import Pad, Point

PITCH = 0.254
CLEARANCE = 0.207  # the rule asks 0.2; a slanted track is only looked at where it crosses points
VIA, VIA_DRILL = 0.8, 0.4
EDGE_FREE = 0.5  # copper to the board's edge
_VIA_COST = 12.0
_AGAINST = 1.3  # a step across the layer's own direction: top runs left-right, bottom up-down
_STEPS = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1))


@dataclass(frozen=True, slots=True)
class Track:
    """A straight piece of copper of one net; `layer` 0 is the top, 1 the bottom."""

    net: str
    start: Point
    end: Point
    layer: int
    width: float


@dataclass(frozen=True, slots=True)
class Via:
    """A plated hole that joins the layers."""

    net: str
    at: Point


@dataclass(frozen=True, slots=True)
class Routed:
    """What was found: copper, and the nets that stayed open or touch others."""

    tracks: list[Track]
    vias: list[Via]
    failed: list[str]


@dataclass(slots=True)
class _Path:
    """One net's cells; what of each kind of later track they stand in the way of."""

    tracks: list[Track] = field(default_factory=list)
    vias: list[Via] = field(default_factory=list)
    cells: list[tuple[int, int]] = field(default_factory=list)  # layer, index
    holes: list[int] = field(default_factory=list)
    stamp: dict[tuple[str, int], set[int]] = field(default_factory=dict)


class Router:
    """Routes `pads` (each with its net) round `fixed` copper within a width x height board.

    `widths` maps a net to its track's width; `blocked` are circles (centre, radius) without copper.
    """

    def __init__(
        self,
        size: Point,
        pads: list[tuple[Pad, str]],
        *,
        fixed: list[Track],
        fixed_vias: list[Via],
        widths: dict[str, float],
        blocked: Iterable[tuple[Point, float]] = (),
        say: Callable[[str], None] = lambda _: None,
    ) -> None:
        self.nx, self.ny = int(size[0] / PITCH) + 1, int(size[1] / PITCH) + 1
        self.size, self.pads, self.fixed, self.fixed_vias = size, pads, fixed, fixed_vias
        self.widths, self.blocked, self.say = widths, list(blocked), say
        self.classes = sorted(set(widths.values()))
        count = self.nx * self.ny
        self.used = {
            (kind, layer): [0] * count
            for kind in [*map(str, self.classes), "via"]
            for layer in (0, 1)
        }
        self.past = [[0.0] * count, [0.0] * count]
        self.paths: dict[str, _Path] = {}

    def run(self, nets: list[str], rounds: int = 40) -> Routed:
        """Routes `nets` until nothing touches or the rounds are over."""
        waiting, price = list(nets), 0.6
        for turn in range(rounds):
            lost = [net for net in waiting if not self._reroute(net, price)]
            clashing = self._clashes()
            self.say(f"round {turn}: routed {len(waiting)}, open {lost}, touching {len(clashing)}")
            if not clashing and not lost:
                break
            waiting = [net for net in nets if net in clashing or net in lost]
            price *= 1.5
        failed = sorted({*lost, *clashing})
        done = [self.paths[net] for net in nets if net in self.paths]
        return Routed(
            [track for path in done for track in path.tracks],
            [via for path in done for via in path.vias],
            failed,
        )

    # --- cells ---------------------------------------------------------------------------------

    def _cell(self, at: Point) -> int:
        return round(at[1] / PITCH) * self.nx + round(at[0] / PITCH)

    def _point(self, cell: int) -> Point:
        return (round(cell % self.nx * PITCH, 4), round(cell // self.nx * PITCH, 4))

    def _near(self, at: Point, half: Point, radius: float, *, circle: bool) -> set[int]:
        """Cells nearer than `radius` to a rectangle or, if `circle`, to a disc of half[0]."""
        rx, ry = half[0] + radius, half[1] + radius
        found = set()
        for j in range(
            max(0, ceil((at[1] - ry) / PITCH)),
            min(self.ny - 1, floor((at[1] + ry) / PITCH)) + 1,
        ):
            for i in range(
                max(0, ceil((at[0] - rx) / PITCH)),
                min(self.nx - 1, floor((at[0] + rx) / PITCH)) + 1,
            ):
                dx, dy = abs(i * PITCH - at[0]), abs(j * PITCH - at[1])
                if circle:
                    apart = hypot(dx, dy) - half[0]
                else:
                    apart = hypot(max(0.0, dx - half[0]), max(0.0, dy - half[1]))
                if apart < radius - 1e-6:
                    found.add(j * self.nx + i)
        return found

    def _along(self, track: Track, radius: float) -> set[int]:
        (x1, y1), (x2, y2) = track.start, track.end
        steps = max(1, ceil(hypot(x2 - x1, y2 - y1) / (PITCH / 2)))
        found: set[int] = set()
        for k in range(steps + 1):
            at = (x1 + (x2 - x1) * k / steps, y1 + (y2 - y1) * k / steps)
            found |= self._near(at, (0, 0), track.width / 2 + radius, circle=True)
        return found

    def _solid(self, net: str, width: float) -> tuple[list[bytearray], bytearray]:
        """Where pads, holes, edges and fixed copper of other nets let no track or via of `net`."""
        count = self.nx * self.ny
        walls, no_via = [bytearray(count), bytearray(count)], bytearray(count)
        track, via = width / 2 + CLEARANCE, VIA / 2 + CLEARANCE
        for pad, owner in self.pads:
            if owner != net or not owner:
                for layer in pad.layers:
                    for cell in self._near(pad.at, pad.half, track, circle=pad.round):
                        walls[layer][cell] = 1
            else:
                via = VIA / 2 + 0.1
            for cell in self._near(pad.at, pad.half, via, circle=pad.round):
                no_via[cell] = 1
            via = VIA / 2 + CLEARANCE
        for copper in self.fixed:
            if copper.net != net:
                for cell in self._along(copper, track):
                    walls[copper.layer][cell] = 1
                for cell in self._along(copper, via):
                    no_via[cell] = 1
        for hole in self.fixed_vias:
            for cell in self._near(hole.at, (VIA / 2, VIA / 2), via, circle=True):
                no_via[cell] = 1
            if hole.net != net:
                for cell in self._near(hole.at, (VIA / 2, VIA / 2), track, circle=True):
                    walls[0][cell] = walls[1][cell] = 1
        for at, radius in self.blocked:
            for cell in self._near(at, (radius, radius), track, circle=True):
                walls[0][cell] = walls[1][cell] = no_via[cell] = 1
        edge = EDGE_FREE + width / 2
        for j in range(self.ny):
            for i in range(self.nx):
                x, y = i * PITCH, j * PITCH
                if not (edge < x < self.size[0] - edge and edge < y < self.size[1] - edge):
                    cell = j * self.nx + i
                    walls[0][cell] = walls[1][cell] = no_via[cell] = 1
        return walls, no_via

    # --- one net -------------------------------------------------------------------------------

    def _reroute(self, net: str, price: float) -> bool:
        self._take_up(net)
        width = self.widths[net]
        walls, no_via = self._solid(net, width)
        groups = self._groups(net)
        path = _Path()
        tree = set(groups.pop(0))
        while groups:
            goals = {cell: k for k, group in enumerate(groups) for cell in group}
            found = self._search(
                tree, goals, walls=walls, no_via=no_via, kind=str(width), price=price
            )
            if found is None:
                return False
            tree |= groups.pop(goals[found[0]])
            tree |= set(found)
            self._lay(path, net, width, found)
        self._put_down(net, path, width)
        return True

    def _groups(self, net: str) -> list[set[tuple[int, int]]]:
        """The net's pads as sets of (layer, cell); pads that fixed copper joins are one set."""
        sets = [
            ({(layer, self._cell(pad.at)) for layer in pad.layers}, [pad.at])
            for pad, owner in self.pads
            if owner == net
        ]
        for track in self.fixed:
            if track.net != net:
                continue
            ends = [k for k, (_, at) in enumerate(sets) if {track.start, track.end} & set(at)]
            cells = {(track.layer, self._cell(p)) for p in (track.start, track.end)}
            points = [track.start, track.end]
            for k in reversed(ends):
                more, at = sets.pop(k)
                cells |= more
                points += at
            sets.insert(0, (cells, points))
        return [cells for cells, _ in sets]

    def _search(
        self,
        tree: set[tuple[int, int]],
        goals: dict[tuple[int, int], int],
        *,
        walls: list[bytearray],
        no_via: bytearray,
        kind: str,
        price: float,
    ) -> list[tuple[int, int]] | None:
        nx, count = self.nx, self.nx * self.ny
        used, via_used = (
            [self.used[kind, layer] for layer in (0, 1)],
            [self.used["via", layer] for layer in (0, 1)],
        )
        past = self.past
        ends = [(cell % nx, cell // nx) for _, cell in goals]
        x0, x1 = min(x for x, _ in ends), max(x for x, _ in ends)
        y0, y1 = min(y for _, y in ends), max(y for _, y in ends)

        def ahead(cell: int) -> float:
            x, y = cell % nx, cell // nx
            return float(max(x0 - x, 0, x - x1)) + max(y0 - y, 0, y - y1)

        moves = [
            [
                (
                    dy * nx + dx,
                    (1.0 if not (dx and dy) else 1.42)
                    * (1.0 if (dx != 0) == (layer == 0) or (dx and dy) else _AGAINST),
                )
                for dx, dy in _STEPS
            ]
            for layer in (0, 1)
        ]
        best: dict[int, float] = {}
        came: dict[int, int] = {}
        queue: list[tuple[float, float, int]] = []
        for layer, cell in tree:
            best[layer * count + cell] = 0.0
            queue.append((ahead(cell) * 0.7, 0.0, layer * count + cell))
        heapq.heapify(queue)
        targets = {layer * count + cell for layer, cell in goals}
        while queue:
            _, cost, state = heapq.heappop(queue)
            if cost > best[state]:
                continue
            if state in targets:
                path = [state]
                while path[-1] in came:
                    path.append(came[path[-1]])
                return [(s // count, s % count) for s in path]
            layer, cell = divmod(state, count)
            wall, use, old, base = walls[layer], used[layer], past[layer], layer * count
            for step, length in moves[layer]:
                other = cell + step
                if wall[other] and base + other not in targets:
                    continue
                to = cost + length * (1 + old[other]) * (1 + price * use[other])
                if to < best.get(base + other, 1e18):
                    best[base + other] = to
                    came[base + other] = state
                    heapq.heappush(queue, (to + ahead(other) * 0.7, to, base + other))
            across = (1 - layer) * count + cell
            if not no_via[cell] and not walls[1 - layer][cell]:
                load = via_used[0][cell] + via_used[1][cell]
                to = cost + _VIA_COST * (1 + past[0][cell] + past[1][cell]) * (1 + price * load)
                if to < best.get(across, 1e18):
                    best[across] = to
                    came[across] = state
                    heapq.heappush(queue, (to + ahead(cell) * 0.7, to, across))
        return None

    def _lay(self, path: _Path, net: str, width: float, cells: list[tuple[int, int]]) -> None:
        """Copper along `cells`, straight pieces as one, the ends drawn to the pads' middles."""
        path.cells += cells
        middles = {
            (layer, self._cell(pad.at)): pad.at
            for pad, owner in self.pads
            if owner == net
            for layer in pad.layers
        }
        points = [(layer, self._point(cell)) for layer, cell in cells]
        for k in (0, -1):
            middle = middles.get(cells[k])
            if middle is not None and middle != points[k][1]:
                points.insert(0 if k == 0 else len(points), (cells[k][0], middle))
        k = 0
        while k < len(points) - 1:
            (layer, start), (other, end) = points[k], points[k + 1]
            if layer != other:
                path.vias.append(Via(net, start))
                path.holes.append(self._cell(start))
                k += 1
                continue
            last = k + 1
            while last + 1 < len(points) and points[last + 1][0] == layer:
                after = points[last + 1][1]
                if not _straight(points[last - 1][1], points[last][1], after):
                    break
                last, end = last + 1, after
            path.tracks.append(Track(net, start, end, layer, width))
            k = last

    def _put_down(self, net: str, path: _Path, width: float) -> None:
        widths = {str(width): width for width in self.classes} | {"via": VIA}
        for kind, across in widths.items():
            reach = across / 2 + CLEARANCE
            for layer in (0, 1):
                near: set[int] = set()
                for on, cell in path.cells:
                    if on == layer:
                        near |= self._near(
                            self._point(cell), (0, 0), width / 2 + reach, circle=True
                        )
                for cell in path.holes:
                    near |= self._near(self._point(cell), (0, 0), VIA / 2 + reach, circle=True)
                path.stamp[kind, layer] = near
                used = self.used[kind, layer]
                for cell in near:
                    used[cell] += 1
        self.paths[net] = path

    def _take_up(self, net: str) -> None:
        path = self.paths.pop(net, None)
        if path is None:
            return
        for key, cells in path.stamp.items():
            used = self.used[key]
            for cell in cells:
                used[cell] -= 1

    def _clashes(self) -> set[str]:
        """Nets whose copper comes too near another's; their cells grow dearer for good."""
        found = set()
        for net, path in self.paths.items():
            kind = str(self.widths[net])
            for layer, cell in path.cells:
                if self.used[kind, layer][cell] > 1:
                    found.add(net)
                    self.past[layer][cell] += 0.6
            for cell in path.holes:
                if any(self.used["via", layer][cell] > 1 for layer in (0, 1)):
                    found.add(net)
                    for layer in (0, 1):
                        self.past[layer][cell] += 0.6
        return found


def _straight(a: Point, b: Point, c: Point) -> bool:
    return abs((b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0])) < 1e-9
