"""Make tests/fixtures/vVERSION: what an installed unit of this version leaves on its disk.

Run once when a version is released, `PYTHONPATH=tests python tests/make_fixtures.py`; what was made
is kept for ever, and never made anew.
"""

from __future__ import annotations

import json
import shutil
import sys
import tempfile
import threading
from dataclasses import replace
from decimal import Decimal
from importlib import resources
from importlib.metadata import version
from pathlib import Path
from typing import Any

from e2e_kit import Bench, Command, RawHost, until
from showdown_hw.board import Board
from showdown_unit.board_edit import with_widths
from showdown_unit.config import load
from showdown_unit.config_text import dump
from showdown_unit.journal_place import LOCK_NAME
from showdown_unit.journal_room import RESERVE_NAME

FIXTURES = Path(__file__).parent / "fixtures"
BUTTON = "timer_button"
CONFIG = {
    "unit.name": "Kitchen table",
    "unit.standalone": "always",
    "unit.lines": "always",
    "unit.cards_max": 6,
    "referee.hold_mean_s": Decimal("2.25"),
    "referee.anticipation_ms": 100,
    "launcher.hold_ms": 300,
    "hardware.board": "/etc/showdown-unit/board.toml",
    "links.tty": [
        {"path": "/dev/ttyGS0"},
        {"path": "/dev/ttyAMA0", "baud": 230_400, "uart": True},
    ],
    "log.level": "warning",
}
WIDTHS = {"park_us": 1480, "left_us": 980, "right_us": 2050}
# Long enough a hold for the script's early press to be early.
DECIDED = {"unit.lines": "always", "referee.hold_min_s": 1, "referee.hold_max_s": 2}

_pause = threading.Event()


def start(host: RawHost, key: str, **more: Any) -> None:
    names = {"players": {"left": "Åsa", "right": "Bo"}}
    params = {"key": key, "boot": host.boot, "cards": 2, "start": "now"} | names | more
    host.ask("showdown.start", **params)


def decided(folder: Path) -> None:
    """A life that ends well: wins, a dead heat, a false start, cancelled, lines, the button's."""
    with Bench(folder, "--script", "demo", sets=DECIDED, hands=()) as bench:
        with RawHost(bench.up().link) as host:
            host.hello()
            for number in range(5):
                start(host, f"decided-{number}")
                host.until_over(f"decided-{number}")
            host.ask("showdown.lines", key="decided-0", left=2, right=0)
            start(host, "no-cards", cards=0)
            host.until_over("no-cards")
            start(host, "called-off", start="button")
            host.ask("showdown.cancel", key="called-off")
            host.ask("showdown.cancel", key="tombstone")
            host.ask("bye")
        bench.tell(f"press {BUTTON}")
        bench.until_pin("lamp_green", 1.0)
        _pause.wait(6)
        bench.tell(f"release {BUTTON}")
        assert bench.stop() == 0


def without_loser(folder: Path, script: str) -> None:
    with Bench(folder, "--script", script) as bench, RawHost(bench.up().link) as host:
        host.hello()
        key = script.replace("_", "-") + "-here"
        start(host, key)
        host.until_over(key)
        assert bench.stop() == 0


def killed(folder: Path, key: str, *words: str) -> None:
    with Bench(folder, "--script", "demo", hands=words) as bench, RawHost(bench.up().link) as host:
        host.hello()
        host.send("showdown.start", key=key, boot=host.boot, cards=2, start="now")
        assert bench.end() == -9


def looked_at(folder: Path, *, lines_for: str | None = None) -> None:
    """The next life: a person says how the cards lie, and looks at the tray."""
    with Bench(folder, players="none", hands=()) as bench, RawHost(bench.up().link) as host:
        host.hello()
        if lines_for is not None:
            host.ask("showdown.lines", key=lines_for, left=0, right=2)
        if host.ask("status")["tray"] == "unknown":
            bench.tell(f"press {BUTTON}")
            _pause.wait(2.5)
            bench.tell(f"release {BUTTON}")
            _pause.wait(0.2)
        assert host.ask("status")["tray"] == "ok"
        assert bench.stop() == 0


def records_of(folder: Path) -> dict[str, Any]:
    """What the unit itself says of a copy of the state, in its next life."""
    with tempfile.TemporaryDirectory() as scratch:
        copy = Path(scratch) / "unit"
        shutil.copytree(folder, copy, ignore=shutil.ignore_patterns("*.tty", "*.log"))
        with Bench(copy, players="none") as bench, RawHost(bench.up().link) as host:
            host.hello(role="observe")
            found: list[Any] = []
            before = None
            while True:
                more = {} if before is None else {"before": before}
                page = host.ask("showdown.list", limit=100, **more)
                found += page["records"]
                before = page["next"]
                if before is None:
                    break
            told = {"tray": host.ask("status")["tray"], "records": found}
            bench.stop()
            return told


def keep(folder: Path, target: Path) -> None:
    skip = shutil.ignore_patterns(RESERVE_NAME, LOCK_NAME)
    shutil.copytree(folder / "state", target, ignore=skip)
    text = json.dumps(records_of(folder), indent=1, ensure_ascii=False)
    target.with_suffix(".json").write_text(text + "\n", encoding="utf-8")


def make(target: Path) -> None:
    """The whole folder. It must not be there yet."""
    target.mkdir(parents=True)
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch) / "unit"
        decided(folder)
        without_loser(folder, "no_press")
        without_loser(folder, "unclear")
        killed(folder, "killed-accepted", "die-after", "accepted")
        killed(folder, "killed-then-lines", "die-after", "may_launch")
        looked_at(folder, lines_for="killed-then-lines")
        killed(folder, "killed-after-result", "die-pin", "launcher_pwm", "0")
        looked_at(folder)
        killed(folder, "killed-in-launch", "die-pin", "launcher_power", "1")
        with Bench(folder, players="none") as bench:
            bench.up()
            assert bench.stop() == 0  # the tray stays unknown
        keep(folder, target / "stopped")
        looked_at(folder)
        killed(folder, "killed-just-now", "die-after", "may_launch")
        keep(folder, target / "killed")

        with Bench(Path(scratch) / "other", players="none") as bench:
            bench.up()
            place = Path(scratch) / "host"
            words = ["run", "--cards", "2", "--left", "Åsa", "--right", "Bo"]
            host = Command(place, [*words, "--port", bench.link])
            until(lambda: any(place.glob("keys/*")), "the host has stored its key")
            host.kill()
        for file in place.glob("keys/*"):  # as a host finds it on the USB
            text = file.read_text(encoding="utf-8").replace(str(bench.link), "/dev/ttyACM0")
            file.write_text(text, encoding="utf-8")
        shutil.copytree(place, target / "host")
    (target / "unit.toml").write_text(dump(load(overrides=CONFIG)), encoding="utf-8")
    shipped = resources.files("showdown_hw") / "boards" / "default.toml"
    text = shipped.read_text(encoding="utf-8")
    own = with_widths(text, "default.toml", replace(Board.named("default").launcher, **WIDTHS))
    (target / "board.toml").write_text(own, encoding="utf-8")


if __name__ == "__main__":
    make(FIXTURES / f"v{version('showdown-unit')}")
    sys.exit(0)
