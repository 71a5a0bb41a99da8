"""The picture's styles in the terminal's own 16 colours, and without any."""

from __future__ import annotations

from rich.style import Style as Shown

from showdown_picture.drawing import Style

COLOURS: dict[Style, Shown] = {
    Style.PLAIN: Shown(),
    Style.BOLD: Shown(bold=True),
    Style.DIM: Shown(dim=True),
    Style.TITLE: Shown(bold=True),
    Style.GOOD: Shown(bold=True, color="green"),
    Style.WARNING: Shown(bold=True, color="yellow"),
    Style.FAULT: Shown(bold=True, color="red", reverse=True),
    Style.RED_ON: Shown(bold=True, color="red"),
    Style.AMBER_ON: Shown(bold=True, color="yellow"),
    Style.GREEN_ON: Shown(bold=True, color="green"),
    Style.LAMP_OFF: Shown(dim=True),
    Style.UNKNOWN: Shown(dim=True),
    Style.ARROW_ON: Shown(bold=True, color="red"),
    Style.LEFT: Shown(color="cyan"),
    Style.RIGHT: Shown(color="magenta"),
    Style.PRESSED: Shown(bold=True, color="bright_white"),
    Style.TRAY: Shown(bold=True),
    Style.KEY: Shown(reverse=True),
}

_PLAIN = Shown()


def without_colour(style: Shown) -> Shown:
    """Bold, dim and reverse alone."""
    return _PLAIN + Shown(bold=style.bold, dim=style.dim, reverse=style.reverse)


NO_COLOURS = {name: without_colour(style) for name, style in COLOURS.items()}
