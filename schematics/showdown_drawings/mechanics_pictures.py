"""The pictures of printed parts: the unit, both exploded views, and one for each mechanical step.

Names in PICTURES are files in docs/build/pictures/. A file is written anew only when its pixels are
others. Labels stand beside the part that they name.
"""

import io
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from manifold3d import Manifold
from PIL import Image, ImageDraw, ImageFont

from showdown_drawings import paddle_bodies, unit_bodies
from showdown_drawings.mechanics_render import Colour, Picture, Shown, View, render
from showdown_drawings.printed_checks import box, solid
from showdown_drawings.printed_parts import of_bom, triangles_of
from showdown_drawings.scad import parameters

FOLDER = Path(__file__).resolve().parents[2] / "docs/build/pictures"
SIZE = (1000, 700)
COLOURS: dict[str, Colour] = {
    "roof": (233, 222, 196), "ridge": (203, 171, 120), "side": (104, 146, 186),
    "tray": (240, 150, 60), "cradle": (214, 110, 40), "pivot": (226, 190, 70),
    "servo-cover": (110, 160, 160), "servo": (70, 100, 190), "console-body": (120, 130, 145),
    "console-panel": (80, 88, 100), "timer": (90, 190, 90), "arrow": (225, 225, 225),
    "sled": (170, 190, 215), "Pi": (60, 130, 80), "add-on": (90, 165, 110),
    "cards": (250, 250, 250), "base": (104, 146, 186), "cap": (226, 96, 80),
    "mount": (226, 190, 70), "switch": (90, 90, 95), "spring": (170, 175, 180),
    "screw": (190, 195, 200), "lamp-red": (220, 50, 40), "lamp-amber": (245, 170, 30),
    "lamp-green": (60, 180, 70),
}  # fmt: skip
Bodies = Mapping[str, Manifold]
Label = tuple[str, str]  # body, words


@dataclass(frozen=True, slots=True)
class Scene:
    """A picture: bodies by name, how far each is moved out of its place (mm), labels, the view."""

    bodies: tuple[str, ...]
    labels: tuple[Label, ...] = ()
    apart: Mapping[str, tuple[float, float, float]] = field(default_factory=dict)
    view: View = field(default_factory=View)
    size: tuple[int, int] = SIZE
    margin: int = 70


ROOF = ("roof-right", "roof-left")
FRONT = ("side-front-long", "side-front-short")
BACK = ("side-back-long", "side-back-short")
PANEL = ("console-panel", "timer-cap", "lamp-red", "lamp-amber", "lamp-green")
UNDER_PANEL = ("arrow-box-right", "arrow-box-left", "timer-holder")
BODY = (*ROOF, *FRONT, *BACK, "ridge-cap", "pivot-bush")
SWING = ("tray", "cradle")
BEHIND = View(145, 28)

PICTURES: dict[str, Scene] = {
    "unit.png": Scene((*BODY, *SWING, "cards", "servo", "servo-cover", "console-body", *PANEL,
                       "sled"),
                      (("tray", "tray with cards"), ("roof-left", "slide"),
                       ("console-panel", "lamps, arrows, button"))),
    "unit-exploded.png": Scene(
        (*BODY, *SWING, "cards", "servo", "servo-cover", "console-body", *PANEL, *UNDER_PANEL,
         "sled", "Pi", "add-on board"),
        (("tray", "tray"), ("cradle", "cradle"), ("ridge-cap", "ridge cap"),
         ("roof-right", "roof half"), ("roof-left", "roof half"),
         ("side-front-long", "front plate, long"), ("side-back-long", "back plate, long"),
         ("servo", "servo"), ("servo-cover", "servo cover"), ("console-body", "console"),
         ("console-panel", "panel"), ("sled", "sled"), ("Pi", "Pi and board"),
         ("pivot-bush", "bush")),
        {"roof-right": (70, 0, 0), "roof-left": (-70, 0, 0), "ridge-cap": (0, 0, 45),
         "tray": (0, 0, 140), "cards": (0, 0, 170), "cradle": (0, 0, 95),
         **dict.fromkeys(FRONT, (0, -80, 0)), **dict.fromkeys(BACK, (0, 90, 0)),
         "side-front-short": (50, -80, 0), "side-back-short": (-50, 90, 0),
         "pivot-bush": (0, -120, 0), "servo": (0, 130, 0), "servo-cover": (0, 190, 0),
         "console-body": (0, -180, 0), **dict.fromkeys(PANEL, (0, -200, 70)),
         **dict.fromkeys(UNDER_PANEL, (0, -190, 35)), "sled": (0, 190, -10),
         "Pi": (0, 190, 15), "add-on board": (0, 190, 30)},
        View(-35, 30), (1200, 1000)),
    "body-magnets.png": Scene(("cradle", "ridge-cap", "magnet-up", "magnet-low"),
                              (("cradle", "cradle"), ("ridge-cap", "ridge cap"),
                               ("magnet-up", "magnet")),
                              {"cradle": (0, 0, 30), "magnet-up": (0, 0, 14),
                               "magnet-low": (0, 0, 10)}, View(-35, 8)),
    "body-roof.png": Scene((*ROOF, "ridge-cap"), (("ridge-cap", "ridge cap"),
                           ("roof-right", "roof half"), ("roof-left", "roof half")),
                           {"ridge-cap": (0, 0, 35)}),
    "body-plates.png": Scene((*ROOF, "ridge-cap", *FRONT, *BACK),
                             (("side-front-long", "front, long"),
                              ("side-front-short", "front, short"),
                              ("side-back-long", "back, long")),
                             {**dict.fromkeys(FRONT, (0, -50, 0)),
                              **dict.fromkeys(BACK, (0, 50, 0))}),
    "body-tray.png": Scene(("tray", "cradle"), (("tray", "tray"), ("cradle", "cradle")),
                           {"tray": (0, 0, 35)}, View(145, 12)),
    "body-pivot.png": Scene((*BODY, *SWING), (("tray", "tray"), ("pivot-bush", "bush")),
                            {"pivot-bush": (0, -30, 0)}),
    "body-servo.png": Scene((*BODY, *SWING, "servo", "servo-cover"),
                            (("servo", "servo"), ("servo-cover", "cover")),
                            {"servo": (0, 30, 0), "servo-cover": (0, 75, 0)}, BEHIND),
    "body-panel.png": Scene((*PANEL, *UNDER_PANEL), (("timer-holder", "holder of the button"),
                            ("arrow-box-right", "arrow box"), ("console-panel", "panel"),
                            ("timer-cap", "button's cap")),
                            {**dict.fromkeys(UNDER_PANEL, (0, 0, -35)),
                             "timer-cap": (0, 0, 12)}, View(-30, 20)),
    "body-console.png": Scene((*BODY, *SWING, "console-body", *PANEL),
                              (("console-body", "console"), ("console-panel", "panel")),
                              {"console-body": (0, -40, 0),
                               **dict.fromkeys(PANEL, (0, -50, 40))}),
    "body-sled.png": Scene((*BODY, *SWING, "servo-cover", "sled", "Pi", "add-on board"),
                           (("sled", "sled"), ("Pi", "Pi"), ("add-on board", "add-on board")),
                           {"sled": (0, 80, 0), "Pi": (0, 80, 0), "add-on board": (0, 80, 8)},
                           BEHIND),
    "paddle.png": Scene(("p-base", "p-cap", "q-base", "q-cap"),
                        (("p-cap", "left: one hollow"), ("q-cap", "right: two hollows")),
                        {}, View(-35, 35)),
    "paddle-exploded.png": Scene(
        ("p-base", "p-mount", "p-switch", "p-spring", "p-cap", "p-screws", "p-stop"),
        (("p-base", "base"), ("p-mount", "mount"), ("p-switch", "switch"), ("p-spring", "spring"),
         ("p-cap", "cap"), ("p-stop", "stop screw M3 x 16")),
        {"p-cap": (0, 0, 78), "p-spring": (0, 0, 26), "p-mount": (0, 0, 30),
         "p-switch": (0, -18, 30), "p-stop": (0, 0, -34), "p-screws": (0, 0, 0)},
        View(35, 25), (1000, 900)),
    "paddle-mount.png": Scene(("p-mount", "p-switch"), (("p-mount", "mount"),
                              ("p-switch", "switch, height set in the slots")), {}, View(25, 30)),
    "paddle-cap.png": Scene(("p-base", "p-mount", "p-switch", "p-spring", "p-cap"),
                            (("p-cap", "cap"), ("p-spring", "spring on its seat"),
                             ("p-base", "base with mount")), {"p-cap": (0, 0, 50)}, View(35, 30)),
    "paddle-point.png": Scene(
        ("c-base", "c-mount", "c-switch", "c-spring", "c-cap", "c-stop", "a-peg", "a-stop",
         "a-seat", "a-slot"),
        (("a-peg", "peg over the lever"), ("a-stop", "hard stop"),
         ("a-seat", "spring, stop screw"), ("a-slot", "switch in its slots")),
        {}, View(0, 4), (1000, 380), 200),
    "paddle-opto.png": Scene(
        ("e-base", "e-mount", "e-opto", "e-cap", "a-window", "a-opto", "a-turned"),
        (("a-window", "window over the beam: dark"), ("a-opto", "slotted opto"),
         ("a-turned", "mount, turned round")),
        {}, View(0, 4), (1000, 380), 240),
}  # fmt: skip


def build(folder: Path = FOLDER) -> list[str]:
    """Draw every picture; the names of those whose pixels changed."""
    folder.mkdir(parents=True, exist_ok=True)
    bodies = all_bodies(parameters())
    return [name for name, scene in PICTURES.items() if _write(folder / name, draw(scene, bodies))]


def all_bodies(mm: Mapping[str, Any]) -> dict[str, Manifold]:
    """Every body that a scene can name, in place; paddles as p-, q- and, cut, c- and e-."""
    printed = {part.name: triangles_of(part) for part in of_bom()}
    unit = {name: solid(mesh) for name, mesh in printed.items() if not name.startswith("paddle")}
    found = unit_bodies.place(mm, unit)
    found["servo"] = unit_bodies.servo(mm)
    boards = unit_bodies.boards(mm)
    found["Pi"], found["add-on board"] = boards["Pi"], boards["add-on board"]
    _, along, thick = mm["card"]
    floor = mm["pivot_z"] + mm["pivot_drop"] + mm["wall"] + 0.1
    across = mm["card"][0]
    found["cards"] = box((along, across, mm["cards_max"] * thick), (-along / 2, -across / 2, floor))
    low, high = mm["pivot_z"] - mm["detent_radius"], mm["magnet"]
    disc = Manifold.cylinder(high[1], high[0] / 2, high[0] / 2, 48)
    found["magnet-up"] = disc.translate((0, 0, low))
    found["magnet-low"] = disc.translate((0, 0, low - mm["detent_gap"] - high[1]))
    found.update(unit_bodies.lamps(mm))
    found.update(_paddle(mm, printed))
    return found


def _paddle(mm: Mapping[str, Any], printed: Mapping[str, Any]) -> dict[str, Manifold]:
    base = solid(printed["paddle-base"])
    cap = paddle_bodies.cap(mm, printed["paddle-cap-left"])
    right = paddle_bodies.cap(mm, printed["paddle-cap-right"])
    mount = paddle_bodies.mount(mm, printed["paddle-mount"], "switch")
    parts = {
        "base": base,
        "cap": cap,
        "mount": mount,
        "switch": paddle_bodies.switch_case(mm) + paddle_bodies.switch_lever(mm),
        "spring": paddle_bodies.spring(mm),
        "stop": paddle_bodies.stop_screw(mm),
    }
    near = box((400, 200, 200), (-100, -200 + mm["paddle_switch_at"][1], -50))
    farther = box((400, 200, 200), (-100, -200 + 6.5, -50))
    return {
        **{f"p-{name}": body for name, body in parts.items()},
        **{f"c-{name}": body - near for name, body in parts.items()},
        "c-switch": parts["switch"],
        "a-peg": _point(mm["paddle_mount_x"] + 25, -12, 24.5),
        "a-stop": _point(97, 20, 22),
        "a-seat": _point(mm["paddle_spring_x"], 0, 12),
        "a-slot": _point(mm["paddle_mount_x"] + 16, -12, 15),
        "p-screws": paddle_bodies.screws(mm, 22.0),
        "q-base": base.translate((0, 110, 0)),
        "q-cap": right.translate((0, 110, 0)),
        "e-base": base - farther,
        "e-cap": cap - farther,
        "e-mount": paddle_bodies.mount(mm, printed["paddle-mount"], "opto") - farther,
        "e-opto": paddle_bodies.opto(mm) - farther,
        "a-window": _point(mm["paddle_mount_x"] + 24, 6, 22.6),
        "a-opto": _point(mm["paddle_mount_x"] + 24, 6, 12.5),
        "a-turned": _point(mm["paddle_mount_x"] - 8, 6, 7),
    }


def _point(x: float, y: float, z: float) -> Manifold:
    """A body too small to be seen, for a label to point at."""
    return box((0.01, 0.01, 0.01), (x, y, z))


def draw(scene: Scene, bodies: Bodies) -> Any:
    """The scene as an image with its labels."""
    shown = [
        Shown(bodies[name].translate(scene.apart.get(name, (0, 0, 0))), _colour(name), name)
        for name in scene.bodies
    ]
    picture = render(shown, scene.view, *scene.size, margin=scene.margin)
    image = Image.fromarray(picture.pixels)
    _label(image, picture, scene.labels)
    return image


def _colour(name: str) -> Colour:
    if name.startswith("a-"):
        return COLOURS["screw"]
    bare = name[2:] if name[1] == "-" else name
    aliases = {"stop": "screw", "opto": "switch", "magnet": "spring"}
    for short, colour in COLOURS.items():
        if bare.startswith(short):
            return colour
    return COLOURS[next(to for start, to in aliases.items() if bare.startswith(start))]


def _label(image: Any, picture: Picture, labels: tuple[Label, ...]) -> None:
    """Words at the page's sides, with a line to the part's middle; none over another."""
    pen = ImageDraw.Draw(image)
    font = ImageFont.load_default(18)
    width, height = image.size
    sides: dict[bool, list[tuple[float, Label]]] = {True: [], False: []}
    for name, words in labels:
        x, y = picture.middles[name]
        sides[x < width / 2].append((y, (name, words)))
    for left, entries in sides.items():
        at = 20.0
        for y, (name, words) in sorted(entries):
            at = min(max(at, y - 60), height - 40.0)
            long = pen.textlength(words, font=font)
            x = 14.0 if left else width - 14 - long
            start = (x + long + 6 if left else x - 6, at + 11)
            pen.line([start, picture.middles[name]], fill=(38, 48, 60), width=2)
            cx, cy = picture.middles[name]
            pen.ellipse([cx - 4, cy - 4, cx + 4, cy + 4], fill=(38, 48, 60))
            pen.rectangle([x - 4, at - 2, x + long + 4, at + 24], fill="white")
            pen.text((x, at), words, fill=(20, 28, 38), font=font)
            at += 34


def _write(path: Path, image: Any) -> bool:
    """Whether the picture is another than the file's; 128 colours keep a file small."""
    small = image.quantize(128, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    if path.is_file():
        with Image.open(path) as old:
            if np.array_equal(np.asarray(old.convert("RGB")), np.asarray(small.convert("RGB"))):
                return False
    out = io.BytesIO()
    small.save(out, "PNG", optimize=True)
    path.write_bytes(out.getvalue())
    return True
