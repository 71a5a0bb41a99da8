"""What the app says: keys, help, and what terminals add."""

from __future__ import annotations

from collections.abc import Collection

from showdown_picture.view import SIDES

TERMINAL = "Keys arrive late: within 20 ms is a dead heat (?: more)."

HELP = """\
THE UNIT ON MOCK PINS

A L          tap the left, the right paddle (80 ms)
Shift+A, L   hold it; again: let it go
Space        press the timer button: it begins what is armed,
             or a showdown without a host
H            hold the timer button: 2 s where the tray is
             unknown, 3 s to call a showdown off
1 2          let a robot play left, right, or take it away
? q          this help; end the bench
Mouse, touch press paddles and button where they are drawn

Whoever presses a paddle takes it from its robot. The robots
press the timer button only where they play on both sides.

A terminal tells no key-up, and hands keys over when it likes:
through its queue, over ssh and between two processes. So all
records of this bench say `stamp_source: keyboard`, and presses
less than 20 ms apart are a dead heat. Where fairness counts,
build the unit: its stamps come from the kernel.

Esc closes this.
"""


def keys(robots: Collection[str]) -> str:
    """The last line; what matters least is left out where all does not fit."""
    where = [side for side in SIDES if side in robots]
    played = "both" if len(where) > 1 else where[0] if where else "none"
    return f"A L press  Shift: hold  Space timer  H: hold  1 2 robot: {played}  ? help  q quit"
