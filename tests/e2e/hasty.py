"""`showdown`, but it gives a silent unit up after two seconds. For tests alone."""

from __future__ import annotations

import sys
from functools import partial

from showdown_host import cli, core
from showdown_host.timing import S, Timing

if __name__ == "__main__":
    setattr(core, "Timing", partial(Timing, patience_ns=2 * S))  # noqa: B010
    sys.exit(cli.main())
