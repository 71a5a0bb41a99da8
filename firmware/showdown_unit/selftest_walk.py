"""The guided walk after soldering: part by part, by measurement or by a person's y or n."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from msgspec.structs import asdict

from showdown_protocol.errors import WireError
from showdown_protocol.messages import HelloResult, SelftestEvent, SelftestOutcome
from showdown_protocol.selftest_messages import PARTS
from showdown_unit.selftest_client import Client, ClientError, S
from showdown_unit.selftest_parts import LINK_TEXT, PERSON_NS
from showdown_unit.selftest_stats import spread_of
from showdown_unit.selftest_words import WORDS, advice, sentences, waits_for_person

PINGS = 20

_OF_UNIT = ("model", "serial", "name", "fw", "backend", "durable", "boot")


class Console(Protocol):
    """A person at a terminal."""

    def tell(self, text: str) -> None:
        """A line to read."""

    def count(self, left_s: int) -> None:
        """So many seconds are left for what was told last; of no use to a later reader."""

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
            "advice": None if self.reason is None else advice(self.reason),
            "measured": self.measured,
        }


class Walk:
    """A walk through parts. `reports` has one of each from the beginning, also where it breaks off.

    A part is `skipped` until it was tried; what it then came to stands until it is tried to an end
    again.
    """

    def __init__(
        self, client: Client, parts: Sequence[str], console: Console, *, ask: bool = True
    ) -> None:
        self._client = client
        self._console = console
        self._ask = ask
        self.reports = [PartReport(part, "skipped") for part in parts]

    def go(self) -> None:
        """Part by part. Without `ask` nobody is asked: what is shown stays `shown`.

        The end of the input ends the walk after the part that runs.
        """
        try:
            for number in range(len(self.reports)):
                if not self._station(number):
                    break
        except EOFError:
            self._console.tell("")

    def _station(self, number: int) -> bool:
        """One part; whether to go on."""
        part, console = self.reports[number].part, self._console
        words = WORDS[part]
        console.tell(f"\n{words.title}\n{words.before}")
        while True:
            if self._ask:
                alone = len(self.reports) == 1
                choices = "Enter begins" if alone else "Enter begins, s skips, q ends the walk"
                answer = console.ask(f"[{choices}] ")
                if answer in ("s", "q"):
                    if self.reports[number].result == "skipped" and answer == "q":
                        self.reports[number].reason = "quit"
                    return answer == "s"
            self._try(number)
            if self.reports[number].result != "failed" or not self._ask:
                return True
            if console.ask("[r tries again, Enter goes on] ") != "r":
                return True

    def _try(self, number: int) -> None:
        part, console = self.reports[number].part, self._console
        try:
            steps, report = _run(self._client, part, console)
        except (KeyboardInterrupt, ClientError) as error:
            if self.reports[number].result == "skipped":
                gone = isinstance(error, ClientError)
                result, reason = ("failed", "unit_gone") if gone else ("skipped", "interrupted")
                self.reports[number] = PartReport(part, result, reason)
            raise
        if part == "link" and report.result == SelftestOutcome.PASSED:
            _measure_link(self._client, steps, report)
        if report.result == SelftestOutcome.STOPPED:
            report.result = "failed"
        self.reports[number] = report
        if report.result == SelftestOutcome.SHOWN and self._ask:
            right = _yes(console, f"{WORDS[part].question} [y/n] ")
            report.result, report.reason = ("passed", None) if right else ("failed", "seen_wrong")
        _tell(console, report)


def walk(
    client: Client, parts: Sequence[str], console: Console, *, ask: bool = True
) -> list[PartReport]:
    """A walk to its end; its reports."""
    going = Walk(client, parts, console, ask=ask)
    going.go()
    return going.reports


def _run(client: Client, part: str, console: Console) -> tuple[list[SelftestEvent], PartReport]:
    steps: list[SelftestEvent] = []
    left_s = 0

    def step(event: SelftestEvent) -> None:
        nonlocal left_s
        steps.append(event)
        left_s = PERSON_NS // S if waits_for_person(part, event.step or "") else 0
        if part != "link":
            console.tell(f"  - {event.text}")

    def second() -> None:
        nonlocal left_s
        if left_s > 1:
            left_s -= 1
            console.count(left_s)

    try:
        end = client.run(part, step, second)
    except WireError as error:
        return steps, PartReport(part, "failed", f"{error.name}: {error.message}")
    return steps, PartReport(part, str(end.result), end.reason, dict(end.measured or {}))


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
        "passed": passed(reports),
        "complete": complete(reports),
        "parts": [report.members() for report in reports],
    }


def passed(reports: Sequence[PartReport]) -> bool:
    """Whether nothing failed and something passed."""
    results = {report.result for report in reports}
    return "failed" not in results and "passed" in results


def all_well(reports: Sequence[PartReport]) -> bool:
    """Whether nothing failed and something was tried; what was only shown nobody has judged."""
    results = {report.result for report in reports}
    return "failed" not in results and bool(results & {"passed", "shown"})


def complete(reports: Sequence[PartReport]) -> bool:
    """Whether all parts that a unit has were tried and judged."""
    judged = {report.part for report in reports if report.result in ("passed", "failed")}
    return judged == set(PARTS)
