"""The guided walk after soldering: part by part, by measurement or by a person's y or n."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from msgspec.structs import asdict

from showdown_protocol.errors import WireError
from showdown_protocol.messages import HelloResult, SelftestEvent, SelftestOutcome
from showdown_unit.selftest_client import Client
from showdown_unit.selftest_parts import LINK_TEXT
from showdown_unit.selftest_stats import spread_of
from showdown_unit.selftest_words import WORDS, advice, sentences

PINGS = 20

_OF_UNIT = ("model", "serial", "name", "fw", "backend", "durable", "boot")


class Console(Protocol):
    """A person at a terminal."""

    def tell(self, text: str) -> None:
        """A line to read."""

    def ask(self, question: str) -> str:
        """A line typed, without blanks around it and in lower case. EOFError at the end."""


@dataclass(slots=True)
class PartReport:
    """How a part went. `result`: passed, failed, shown (nobody was asked), skipped."""

    part: str
    result: str
    reason: str | None = None
    measured: dict[str, int] = field(default_factory=dict)

    def members(self) -> dict[str, Any]:
        """For the report file."""
        return {
            "part": self.part,
            "result": self.result,
            "reason": self.reason,
            "measured": self.measured,
        }


def walk(
    client: Client, parts: Sequence[str], console: Console, *, ask: bool = True
) -> list[PartReport]:
    """Go through the parts. Without `ask` nobody is asked: what is shown stays `shown`.

    The end of the input ends the walk after the part that runs; what is left counts as skipped.
    """
    reports: list[PartReport] = []
    try:
        for part in parts:
            reports.append(_station(client, part, console, ask=ask, alone=len(parts) == 1))
            if reports[-1].reason == "quit":
                break
    except EOFError:
        console.tell("")
    done = {report.part for report in reports}
    return reports + [PartReport(part, "skipped") for part in parts if part not in done]


def _station(client: Client, part: str, console: Console, *, ask: bool, alone: bool) -> PartReport:
    words = WORDS[part]
    console.tell(f"\n{words.title}\n{words.before}")
    while True:
        if ask:
            choices = "Enter begins" if alone else "Enter begins, s skips, q ends the walk"
            answer = console.ask(f"[{choices}] ")
            if answer in ("s", "q"):
                return PartReport(part, "skipped", "quit" if answer == "q" else None)
        report = _try(client, part, console, ask=ask)
        _tell(console, report)
        if report.result != "failed" or not ask:
            return report
        if console.ask("[r tries again, Enter goes on] ") != "r":
            return report


def _try(client: Client, part: str, console: Console, *, ask: bool) -> PartReport:
    steps: list[SelftestEvent] = []

    def step(event: SelftestEvent) -> None:
        steps.append(event)
        if part != "link":
            console.tell(f"  - {event.text}")

    try:
        end = client.run(part, step)
    except WireError as error:
        return PartReport(part, "failed", f"{error.name}: {error.message}")
    report = PartReport(part, str(end.result), end.reason, dict(end.measured or {}))
    if part == "link":
        _measure_link(client, steps, report)
    if end.result is SelftestOutcome.SHOWN and ask:
        right = _yes(console, f"{WORDS[part].question} [y/n] ")
        report.result, report.reason = ("passed", None) if right else ("failed", "seen_wrong")
    elif end.result is SelftestOutcome.STOPPED:
        report.result = "failed"
    return report


def _yes(console: Console, question: str) -> bool:
    while True:
        answer = console.ask(question)
        if answer[:1] in ("y", "n"):
            return answer[0] == "y"


def _measure_link(client: Client, steps: Sequence[SelftestEvent], report: PartReport) -> None:
    """What arrived of what the unit sent, and how long an answer takes."""
    whole = [event.step for event in steps if event.text == LINK_TEXT]
    sent = report.measured.get("sent_events", 0)
    wanted = [str(number) for number in range(1, sent + 1)]
    answers = spread_of([client.ping() for _ in range(PINGS)])
    report.measured |= {
        "received_events": len(whole),
        "answer_median_us": answers.median_ns // 1000,
        "answer_worst_us": answers.worst_ns // 1000,
    }
    if whole != wanted:
        report.result, report.reason = "failed", "events_lost"


def _tell(console: Console, report: PartReport) -> None:
    for sentence in sentences(report.part, report.measured):
        console.tell(f"  {sentence}")
    console.tell(f"  {report.part}: {report.result}")
    if report.reason is not None:
        console.tell(f"  {advice(report.reason)}")


def document(hello: HelloResult, reports: Sequence[PartReport], made_at: str) -> dict[str, Any]:
    """The report file's content; `made_at` is ISO 8601."""
    facts = asdict(hello)
    return {
        "made_at": made_at,
        "unit": {name: facts[name] for name in _OF_UNIT},
        "passed": all_well(reports),
        "parts": [report.members() for report in reports],
    }


def all_well(reports: Sequence[PartReport]) -> bool:
    """Whether nothing failed; skipped parts do not count."""
    return all(report.result != "failed" for report in reports)
