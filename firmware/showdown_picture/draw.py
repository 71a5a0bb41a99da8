"""The unit from the front, at any size: the one way in."""

from __future__ import annotations

from showdown_picture.compact import compact
from showdown_picture.drawing import Canvas, Drawing
from showdown_picture.front import ROOMY, STANDARD, TALL, front
from showdown_picture.view import View


def draw(view: View, width: int, height: int, *, unicode: bool = True) -> Drawing:
    """The unit in exactly `width` x `height` cells, both at least 1.

    Roomy from about 100 x 30, standard from 80 x 24, compact below; under 40 x 12 the lower
    parts are left out. `unicode` False: ASCII alone.
    """
    canvas = Canvas(max(width, 1), max(height, 1), unicode)
    if width >= TALL.width and height >= TALL.height:
        front(canvas, view, TALL)
    elif width >= ROOMY.width and height >= ROOMY.height:
        front(canvas, view, ROOMY)
    elif width >= STANDARD.width and height >= STANDARD.height:
        front(canvas, view, STANDARD)
    else:
        compact(canvas, view)
    return canvas.drawing()
