"""How each style looks, in words that a terminal's library reads: attributes, then a colour.

The colours are the terminal's own 16; nothing is told by them alone.
"""

from __future__ import annotations

from showdown_picture.drawing import Style

LOOKS: dict[Style, str] = {
    Style.PLAIN: "",
    Style.BOLD: "bold",
    Style.DIM: "dim",
    Style.TITLE: "bold",
    Style.GOOD: "bold green",
    Style.WARNING: "bold yellow",
    Style.FAULT: "bold reverse red",
    Style.RED_ON: "bold red",
    Style.AMBER_ON: "bold yellow",
    Style.GREEN_ON: "bold green",
    Style.LAMP_OFF: "dim",
    Style.UNKNOWN: "dim",
    Style.ARROW_ON: "bold red",
    Style.LEFT: "cyan",
    Style.RIGHT: "magenta",
    Style.PRESSED: "bold bright_white",
    Style.TRAY: "bold",
    Style.KEY: "reverse",
}
