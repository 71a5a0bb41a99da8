"""What a job tells the host."""

from __future__ import annotations

import json
import sys
from typing import Any, NoReturn

SKIP = 77


def report(**facts: Any) -> None:
    """Hand values over: the host finds them as `RigResult.facts`."""
    print("FACTS " + json.dumps(facts), flush=True)


def skip(why: str) -> NoReturn:
    """This job cannot run yet."""
    print(why, flush=True)
    sys.exit(SKIP)
