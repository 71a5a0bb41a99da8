"""What the unit says of itself, in lines for people: pure text from values."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec

from showdown_protocol.messages import BackendStatus, LampState, LauncherStatus, PowerFlags
from showdown_unit import records
from showdown_unit.config import LinksConfig
from showdown_unit.power import MENDS
from showdown_unit.service_state import ServiceState, state_words
from showdown_unit.status_ask import Account

READY, NOT_READY, NOT_RUNNING, UNKNOWN = 0, 1, 3, 4
"""Exit statuses, as `systemctl status` has the last two."""

_WIDTH = 10

_MENDS = {
    "tray_unknown": "cards may have flown, or the tray does not stand level: look at it, then hold"
    " the timer button for 2 s",
    "fault": "a fault stands: see below",
    "selftest": "a self-test runs: wait for its end",
    "journal_full": "too many showdowns in one run: sudo systemctl restart showdown-unit",
}


def status_of(account: Account) -> int:
    """The exit status: `READY` also while a showdown runs."""
    status = account.status
    broken = status.state in ("not_ready", "fault") or bool(status.faults)
    return NOT_READY if broken or status.not_ready else READY


def account_text(account: Account, links: LinksConfig | None = None) -> str:
    """The running unit; `links` as the configuration has them."""
    return "".join(f"{line}\n" for line in _account_lines(account, links))


def _account_lines(account: Account, links: LinksConfig | None) -> Iterator[str]:
    hello, status = account.hello, account.status
    yield from _row("unit", f"{hello.name}, serial {hello.serial}, {hello.model}")
    yield from _row("state", _state(status.state, status.active), *_reasons(status.not_ready))
    yield from _row("faults", *(f"{fault.code}: {fault.message}" for fault in status.faults))
    yield from _row("lamps", _lamps(status.lamps), _arrow(status.arrow))
    yield from _row("paddles", _paddles(status.paddles))
    yield from _row("launcher", _launcher(status.launcher, status.tray))
    yield from _row("backend", _backend(status.backend))
    yield from _row("links", *_links(links), _sessions(account.stats))
    yield from _row("last", _last(account))
    yield from _row("journal", _journal(durable=hello.durable))
    yield from _row("power", *_power(getattr(status, "power", None)))
    yield from _row("version", f"{hello.fw}, up {duration(hello.up_ms)}")


def _row(name: str, *texts: str) -> Iterator[str]:
    """The name once, and each text on a line of its own; nothing where there are none."""
    for number, text in enumerate(text for text in texts if text):
        yield f"{'' if number else name:<{_WIDTH}} {text}"


def _state(state: str, active: str | None) -> str:
    words = state.replace("_", " ")
    return f"{words}, showdown {active}" if active else words


def _reasons(reasons: Sequence[str]) -> list[str]:
    return [f"{reason}: {_MENDS[reason]}" if reason in _MENDS else reason for reason in reasons]


def _lamps(lamps: LampState) -> str:
    lit = [name for name in ("red", "amber", "green") if getattr(lamps, name)]
    return f"{' and '.join(lit)} on" if lit else "all off just now"


def _arrow(arrow: str | None) -> str:
    return f"the arrow points {arrow}" if arrow else ""


def _paddles(held: Sequence[str]) -> str:
    return f"{' and '.join(held)} held down" if held else "none held down"


def _launcher(launcher: LauncherStatus, tray: str) -> str:
    power = "powered" if launcher.powered else "unpowered"
    place = "tray known to stand level" if tray == "ok" else "nobody knows where the tray stands"
    return f"{launcher.state}, {power}; {place}"


def _backend(backend: BackendStatus) -> str:
    return (
        f"{backend.name}: {backend.stamp_source} stamps, presses {backend.resolution_us} us apart"
        f" are told apart, the verdict waits {backend.settle_us / 1000:g} ms"
    )


def _links(links: LinksConfig | None) -> list[str]:
    if links is None:
        return []
    named = [f"unix {links.unix}" if links.unix else "", f"pty {links.pty}" if links.pty else ""]
    named += [f"{'uart' if tty.uart else 'usb'} {tty.path}" for tty in links.tty]
    return [", ".join(name for name in named if name) or "none is configured"]


def _sessions(stats: dict[str, int]) -> str:
    """Without this one, which is over when it is read."""
    sessions = max(0, stats.get("sessions", 1) - 1)
    text = f"{sessions} host{'' if sessions == 1 else 's'} in session"
    reopens = stats.get("reopens", 0)
    return f"{text}; a line came back {reopens} time{'' if reopens == 1 else 's'}"


def _last(account: Account) -> str:
    if account.last is None:
        return "no showdown yet"
    before = "" if account.last.boot == account.hello.boot else " (before this start)"
    return records.sentence(account.last) + before


def _power(flags: PowerFlags | None) -> list[str]:
    if not isinstance(flags, PowerFlags):
        return ["nothing can be told of it here"]
    told = []
    for name, mend in MENDS.items():
        if getattr(flags, name):
            told.append(f"NOW: {mend}")
        elif getattr(flags, f"{name}_seen"):
            told.append(f"since the start, not now: {mend}")
    return told or ["well"]


def _journal(*, durable: bool) -> str:
    if durable:
        return "durable: a power cut loses nothing that was told"
    return "NOT durable, a power cut empties it: showdown-unit check names the mend"


def duration(ms: int) -> str:
    """As `3 d 2 h`, `2 h 5 min`, `5 min 3 s` or `3 s`."""
    seconds = ms // 1000
    days, hours, minutes = seconds // 86_400, seconds // 3600 % 24, seconds // 60 % 60
    if days:
        return f"{days} d {hours} h"
    if hours:
        return f"{hours} h {minutes} min"
    return f"{minutes} min {seconds % 60} s" if minutes else f"{seconds} s"


# --- no unit answers ----------------------------------------------------------------------------


def absence_text(
    why: str, services: Iterable[ServiceState], problem: str | None, log: Sequence[str], mend: str
) -> str:
    """No unit answers: what systemd knows, the last lines of the log, and what to try next."""
    lines = [*_row("unit", why)]
    if problem is not None:
        lines += _row("service", problem)
    for service in services:
        ends = service.last_end() if service.installed and not service.active else ""
        again = _again(service.restarts)
        told = "; ".join(
            text for text in (state_words(service), ends and f"last: {ends}", again) if text
        )
        lines += _row("service", f"{service.name} {told}")
    lines += _row("log", *log)
    lines += _row("next", mend)
    return "".join(f"{line}\n" for line in lines)


def _again(restarts: int) -> str:
    if not restarts:
        return ""
    return f"started again {'once' if restarts == 1 else f'{restarts} times'}"


def next_command(
    service: ServiceState | None,
    *,
    denied: bool,
    user: str,
    in_group: bool,
    listed: bool,
    silent: bool = False,
) -> str:
    """What to try, where no unit answers. `service` None: no systemd tells of it."""
    if denied and in_group:
        return "showdown-unit check"
    if denied and listed:
        return "log out and in again, then showdown-unit status"
    if denied:
        return f"sudo showdown-unit status, or: sudo usermod -aG showdown {user}, then log in again"
    if service is None and silent:
        return "showdown-unit check names its process: end that one, then showdown-unit serve"
    if service is None:
        return "showdown-unit serve, or without a Raspberry Pi: showdown-unit bench"
    if not service.installed:
        return "install the package (docs/install.md), or by hand: showdown-unit serve"
    if service.masked:
        return "sudo systemctl unmask showdown-unit && sudo systemctl enable --now showdown-unit"
    if service.active:
        return "showdown-unit logs; then sudo systemctl restart showdown-unit"
    if service.failing:
        return "showdown-unit check; what it mends, then sudo systemctl restart showdown-unit"
    if service.get("ActiveState") in ("activating", "deactivating"):
        return "wait some seconds, then showdown-unit status"
    return "sudo systemctl enable --now showdown-unit"


# --- for programs -------------------------------------------------------------------------------


def account_json(account: Account) -> dict[str, Any]:
    """One object; `exit` is the exit status."""
    told: dict[str, Any] = msgspec.to_builtins(account.status)
    return {
        "running": True,
        "exit": status_of(account),
        "hello": msgspec.to_builtins(account.hello),
        "status": told,
        "stats": account.stats,
        "last": None if account.last is None else msgspec.to_builtins(account.last),
    }
