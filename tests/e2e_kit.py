"""Real processes for end-to-end tests: the bench, the `showdown` command, and a host in bytes.

Everything waits for what it is about, with a deadline; nothing sleeps for a fixed time.
"""

from __future__ import annotations

import contextlib
import fcntl
import itertools
import json
import os
import re
import select
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

from showdown_bench.bench import widths_of
from showdown_bench.trace import START, Change, Trace, count_launches, read_trace
from showdown_hw.board import Board

BIN = Path(sys.executable).parent
HANDS = Path(__file__).parent / "e2e" / "hands.py"
LIMIT_S = 40.0
"""How long anything may take that ought to take moments, on a machine with much else to do."""

# Short showdowns on a machine that may be late with everything: the robots' stamps stay exact.
QUICK = {
    "referee.count_s": 0.5,
    "referee.hold_min_s": 0.2,
    "referee.hold_mean_s": 0.1,
    "referee.hold_max_s": 1,
    "referee.start_guard_ms": 50,  # long enough for robots to see that a showdown is armed
    "referee.settle_ms": 20,
    "referee.late_press_ms": 100,
    "referee.race_timeout_s": 1,
    "referee.rematch_delay_s": 0.5,
    "referee.green_write_max_ms": 10,
    "launcher.throw_ms": 120,
    "launcher.hold_ms": 0,
    "launcher.park_ms": 120,
}

_BOARD = Board.named("default")
WIDTHS = widths_of(_BOARD)
OUTPUTS = (
    "lamp_red", "lamp_amber", "lamp_green", "arrow_left", "arrow_right",
    "launcher_power", "launcher_pwm",
)  # fmt: skip

_pause = threading.Event()  # never set: `wait` on it is a pause between two looks
_ids = itertools.count(1)


def until(reached: Callable[[], Any], what: str, limit_s: float = LIMIT_S) -> Any:
    """Look again and again until `reached` gives something true, and give that back."""
    deadline = time.monotonic() + limit_s
    while not (found := reached()):
        if time.monotonic() > deadline:
            msg = f"not within {limit_s} s: {what}"
            raise TimeoutError(msg)
        _pause.wait(0.02)
    return found


# --- the unit ----------------------------------------------------------------------------------


class Bench:
    """`showdown-unit bench --headless` in a folder of its own, stopped at the end of the block.

    `hands`: with a pipe to the hands at its paddles, and the other words of `hands.py`.
    Trace, state and link are the same for every bench of one folder: lives of one unit. `shell`
    is carried out first, in the process that becomes the unit; `env` joins the environment.
    """

    def __init__(
        self,
        folder: Path,
        *options: str,
        players: str = "robots",
        hands: Sequence[str] | None = None,
        sets: Mapping[str, object] | None = None,
        quick: bool = True,
        trace: bool = True,
        shell: str = "",
        env: Mapping[str, str] | None = None,
    ) -> None:
        folder.mkdir(exist_ok=True)
        self.folder = folder
        self.link = folder / "unit.tty"
        self.state = folder / "state"
        self._trace = folder / "pins.log"
        self._traced = (-1, Trace((), ()))  # its size, and what it says
        self._log = folder / "unit.log"
        program: list[str | Path] = [BIN / "showdown-unit", "bench"]
        if hands is not None:
            program = [sys.executable, HANDS, *hands, "--"]
        if shell:  # a limit, set by the shell that becomes the unit
            program = ["sh", "-c", f'{shell} && exec "$@"', "sh", *program]
        overrides = {**(QUICK if quick else {}), **(sets or {})}
        command = [
            *program,
            *("--headless", "--players", players),
            *("--link", self.link, "--state", self.state),
            *(("--trace", self._trace) if trace else ()),
            *(f"--set={key}={_toml(value)}" for key, value in overrides.items()),
            *options,
        ]
        with self._log.open("ab") as log:
            self._born = log.tell()
            self.process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE if hands is not None else subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                env=os.environ | (env or {}),
            )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop(signal.SIGKILL)

    def up(self) -> Self:
        """Wait until hosts can come."""

        def there() -> bool:
            if self.process.poll() is not None:
                msg = f"the unit ended with {self.process.returncode}:\n{self.log}"
                raise RuntimeError(msg)
            # The link alone may be a former life's, and lead to another test's terminal by now.
            return f"showdown unit on {self.link}\n" in self.log

        until(there, "the unit is up")
        return self

    def tell(self, words: str) -> None:
        """Tell the hands something, as `press left`."""
        assert self.process.stdin is not None
        self.process.stdin.write(f"{words}\n".encode())
        self.process.stdin.flush()

    def end(self, limit_s: float = LIMIT_S) -> int:
        """Wait for the end of the process; its exit status."""
        return self.process.wait(limit_s)

    def stop(self, number: signal.Signals = signal.SIGTERM) -> int:
        """End it by a signal, if it still runs; its exit status."""
        if self.process.poll() is None:
            self.process.send_signal(number)
        status = self.end()
        if self.process.stdin is not None:
            with contextlib.suppress(OSError):
                self.process.stdin.close()
        return status

    @property
    def log(self) -> str:
        """All that it has printed in this life."""
        return self._log.read_bytes()[self._born :].decode(errors="replace")

    def trace(self) -> Trace:
        """The pins so far, over all lives."""
        size = self._trace.stat().st_size
        if size != self._traced[0]:  # it only ever grows, and is looked at all the time
            self._traced = (size, read_trace(self._trace))
        return self._traced[1]

    def launches(self) -> list[str]:
        """The sides launched at so far, over all lives."""
        return [side for _, side in count_launches(self.trace().changes, WIDTHS)]

    def pins(self) -> dict[str, float]:
        """What each signal was last set to, 0 where it never was."""
        last = dict.fromkeys(OUTPUTS, 0.0)
        for change in self.trace().changes:
            if change.signal == START:
                last = dict.fromkeys(OUTPUTS, 0.0)
            else:
                last[change.signal] = change.value
        return last

    def lit(self) -> str:
        """The lamps that are on, as `RA`."""
        pins = self.pins()
        names = (("R", "lamp_red"), ("A", "lamp_amber"), ("G", "lamp_green"))
        return "".join(letter for letter, name in names if pins[name])

    def until_lit(self, lamps: str) -> None:
        """Wait until exactly these lamps are on."""
        until(lambda: self.lit() == lamps, f"lamps {lamps}")

    def until_pin(self, signal_: str, value: float, times: int = 1) -> Change:
        """Wait until a signal has been set to `value` that often; its last such change."""

        def there() -> list[Change]:
            changes = self.trace().changes
            found = [c for c in changes if (c.signal, c.value) == (signal_, value)]
            return found if len(found) >= times else []

        changes: list[Change] = until(there, f"{signal_} {value}, {times} times")
        return changes[-1]

    def outputs_on(self) -> dict[str, float]:
        """The outputs that are not off by the end of the trace; the process must be over."""
        assert self.process.poll() is not None
        return {name: value for name, value in self.pins().items() if name in OUTPUTS and value}

    def memory_kb(self) -> int:
        """The memory that the process holds now."""
        text = Path(f"/proc/{self.process.pid}/status").read_text()
        found = re.search(r"VmRSS:\s+(\d+) kB", text)
        assert found is not None
        return int(found[1])


def _toml(value: object) -> str:
    return json.dumps(value)


# --- the command -------------------------------------------------------------------------------


@dataclass(slots=True)
class Ran:
    """A `showdown` command that is over."""

    code: int
    out: str
    err: str

    @property
    def record(self) -> dict[str, Any]:
        """The one line of JSON that it printed."""
        lines = self.out.splitlines()
        assert len(lines) == 1, self
        record: dict[str, Any] = json.loads(lines[0])
        return record

    @property
    def records(self) -> list[dict[str, Any]]:
        """Every line of JSON that it printed."""
        return [json.loads(line) for line in self.out.splitlines()]


@dataclass
class Command:
    """A running `showdown` command; its keys are stored in `folder`."""

    folder: Path
    words: Sequence[str | Path]
    program: Sequence[str | Path] = (BIN / "showdown",)
    err: str = ""
    env: Mapping[str, str] = field(default_factory=dict)
    process: subprocess.Popen[bytes] = field(init=False)

    def __post_init__(self) -> None:
        self.process = subprocess.Popen(
            [*self.program, *self.words],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=os.environ | {"SHOWDOWN_STATE_DIR": str(self.folder)} | self.env,
        )

    def until_said(self, words: str, limit_s: float = LIMIT_S) -> str:
        """Wait until it has told people something; all that it has told so far."""
        assert self.process.stderr is not None
        deadline = time.monotonic() + limit_s
        while words not in self.err:
            ready, _, _ = select.select([self.process.stderr], [], [], deadline - time.monotonic())
            data = os.read(self.process.stderr.fileno(), 4096) if ready else b""
            if not data:
                msg = f"`showdown` did not say {words!r}, but {self.err!r}"
                raise TimeoutError(msg)
            self.err += data.decode()
        return self.err

    def end(self, limit_s: float = LIMIT_S) -> Ran:
        """Wait for its end."""
        try:
            out, err = self.process.communicate(timeout=limit_s)
        except BaseException:
            self.kill()
            raise
        self.err += err.decode()
        return Ran(self.process.returncode, out.decode(), self.err)

    def kill(self, number: signal.Signals = signal.SIGKILL) -> Ran:
        """End it by a signal."""
        self.process.send_signal(number)
        return self.end()


def showdown(bench: Bench, *words: str | Path) -> Ran:
    """Run a `showdown` command against a bench, to its end."""
    return Command(bench.folder, [*words, "--port", bench.link]).end()


def run_words(*more: str) -> list[str]:
    """The words of the main job: one showdown for two cards, started at once."""
    names = ["--left", "Ana", "--right", "Bo"]
    return ["run", "--cards", "2", *names, "--start", "now", "--json", *more]


def command(bench: Bench, *words: str) -> Command:
    """Start a `showdown` command against a bench."""
    return Command(bench.folder, [*words, "--port", bench.link])


# --- a host in bytes ---------------------------------------------------------------------------


class Refusal(Exception):  # noqa: N818 - an answer
    """The unit's error."""

    def __init__(self, error: dict[str, Any]) -> None:
        self.data: dict[str, Any] = error["data"]
        self.name: str = self.data["name"]
        super().__init__(f"{self.name}: {error['message']}")


class RawHost:
    """A host that writes and reads lines on a PTY, or on a Unix socket given as `unix:PATH`."""

    def __init__(self, where: Path | str) -> None:
        self._socket: socket.socket | None = None
        if str(where).startswith("unix:"):
            self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
            self._socket.connect(str(where).removeprefix("unix:"))
            self._socket.setblocking(False)
            self._fd = self._socket.fileno()
        else:
            self._fd = os.open(where, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
        self._rest = b""
        self.heard: list[dict[str, Any]] = []  # whatever was no answer to `ask`
        self.boot = ""
        self.gone = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go without a word."""
        if self._socket is not None:
            self._socket.close()
        elif self._fd >= 0:
            os.close(self._fd)
        self._fd, self._socket = -1, None

    def lock(self) -> Self:
        """Hold the port as other programs do."""
        fcntl.flock(self._fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return self

    def write(self, data: bytes, limit_s: float = LIMIT_S) -> None:
        """All of it, however slowly it is taken; what comes meanwhile is kept."""
        deadline, view = time.monotonic() + limit_s, memoryview(data)
        while view:
            if time.monotonic() > deadline:
                msg = f"{len(view)} bytes were not taken"
                raise TimeoutError(msg)
            readable, writable, _ = select.select([self._fd], [self._fd], [], 0.1)
            if readable:
                self._rest += self.read()
            if writable:
                with contextlib.suppress(BlockingIOError):
                    view = view[os.write(self._fd, view[:4096]) :]

    def read(self, limit_s: float = 0.0) -> bytes:
        """What is there now, or comes first; nothing at the end of the link and of the time."""
        ready, _, _ = select.select([self._fd], [], [], limit_s)
        if not ready:
            return b""
        try:
            data = os.read(self._fd, 65536)
        except BlockingIOError:
            return b""
        except OSError:
            data = b""
        self.gone = self.gone or not data
        return data

    def lines(self, limit_s: float = LIMIT_S) -> Iterator[dict[str, Any]]:
        """Every line from now on, until the link ends. TimeoutError after a silence."""
        deadline = time.monotonic() + limit_s
        while True:
            line, ended, rest = self._rest.partition(b"\n")
            if ended:
                self._rest = rest
                with contextlib.suppress(ValueError):  # the end of a line sent to another host
                    yield json.loads(line)
                continue
            data = self.read(max(deadline - time.monotonic(), 0.0))
            if self.gone:
                return
            if not data:
                msg = "the unit says nothing"
                raise TimeoutError(msg)
            self._rest += data

    def send(self, method: str, **params: object) -> int:
        """One request; its id."""
        ident = next(_ids)
        line = {"id": ident, "method": method, "params": params}
        self.write(json.dumps(line, separators=(",", ":")).encode() + b"\n")
        return ident

    def answer(self, ident: int, limit_s: float = LIMIT_S) -> dict[str, Any]:
        """The answer to a request. Refusal; EOFError when the unit is gone first."""
        for line in self.lines(limit_s):
            if line.get("id") != ident:
                self.heard.append(line)
            elif "error" in line:
                raise Refusal(line["error"])
            else:
                result: dict[str, Any] = line["result"]
                return result
        msg = "the unit is gone"
        raise EOFError(msg)

    def ask(self, method: str, **params: object) -> dict[str, Any]:
        """One request and its answer. Refusal, EOFError."""
        return self.answer(self.send(method, **params))

    def hello(self, *, role: str = "control", client: str = "raw", **more: object) -> Any:
        """Open a session."""
        params = {"proto": [1], "client": client, "nonce": f"n{next(_ids)}", "role": role}
        result = self.ask("hello", **params | {"events": False} | more)
        self.boot = result["boot"]
        return result

    def start(self, key: str, *, cards: int = 2, start: str = "now", boot: str = "") -> Any:
        """Ask for a showdown; its record."""
        boot = boot or self.boot
        return self.ask("showdown.start", key=key, boot=boot, cards=cards, start=start)

    def get(self, key: str) -> dict[str, Any]:
        """The record of a key."""
        return self.ask("showdown.get", key=key)

    def until_over(self, key: str, until_: str = "done") -> dict[str, Any]:
        """Wait for the end of a showdown; its record."""
        return self.ask("showdown.wait", key=key, until=until_, timeout_ms=10_000)

    def until_event(self, kind: str, **members: object) -> dict[str, Any]:
        """The next event of that type with these members, heard before or not."""
        while self.heard:
            params: dict[str, Any] = self.heard.pop(0).get("params", {})
            if _is_event(params, kind, members):
                return params
        for line in self.lines():
            if _is_event(params := line.get("params", {}), kind, members):
                return params
        msg = "the unit is gone"
        raise EOFError(msg)


def _is_event(params: dict[str, Any], kind: str, members: dict[str, object]) -> bool:
    if params.get("type") != kind:
        return False
    return all(params.get(name) == value for name, value in members.items())
