"""The picture's styles in the terminal's own 16 colours, and without any."""

from __future__ import annotations

from rich.style import Style as Shown

from showdown_picture.drawing import Style
from showdown_picture.looks import LOOKS

COLOURS: dict[Style, Shown] = {style: Shown.parse(look) for style, look in LOOKS.items()}

_PLAIN = Shown()


def without_colour(style: Shown) -> Shown:
    """Bold, dim and reverse alone."""
    return _PLAIN + Shown(bold=style.bold, dim=style.dim, reverse=style.reverse)


NO_COLOURS = {name: without_colour(style) for name, style in COLOURS.items()}
