"""A report on a record as people read it, and as programs do."""

from __future__ import annotations

from typing import Any

from showdown_host.columns import plain
from showdown_host.verify import Report, Status
from showdown_host.why import held_back, name_of, why
from showdown_referee.model import Outcome, Side

_HEADS = {
    Outcome.DEAD_HEAT: "dead heat",
    Outcome.UNCLEAR: "unclear: nobody takes the cards",
    Outcome.NO_PRESS: "no press: nobody takes the cards",
    Outcome.VOID: "void",
}


def words(report: Report) -> str:
    """Several lines: whether it holds, the attempts, and each point that does not hold."""
    key = report.record.key
    lines = [f"{key}: {_head(report)}"]
    lines += [f"  {line}" for line in attempt_lines(report)]
    if report.record.lines is not None:
        lines.append(f"  {_lines_words(report)}")
    lines += [f"  ! {point.name}: {point.text}" for point in report.faults]
    return "\n".join(map(plain, lines))


def attempt_lines(report: Report) -> list[str]:
    """One line an attempt: what it came to and why."""
    several = len(report.judged) > 1
    lines = []
    for one in report.judged:
        before = f"attempt {one.number}: " if several else ""
        loser = one.verdict.loser
        if one.again.verdict is None:
            head = "no verdict"
        elif loser is not None:
            head = f"{name_of(report.record, loser)} loses"
            if one.verdict.outcome is not Outcome.WIN:
                head = f"{head} by a {_word(one.verdict.outcome)}"
        elif one.verdict.outcome is Outcome.WIN:
            head = "practice"
        else:
            head = _HEADS[one.verdict.outcome]
        late = " (contested: edges came in late that would have changed it)"
        text = f"{why(report.record, one)}{held_back(one)}"
        lines.append(f"{before}{head}: {text}{late if one.again.contested else ''}")
    return lines


def _word(outcome: Outcome) -> str:
    return "press too soon after green" if outcome is Outcome.ANTICIPATED else "false start"


def _head(report: Report) -> str:
    if report.status is Status.NOTHING:
        return f"nothing to verify: {report.why_nothing}"
    if report.status is Status.HOLDS:
        called_off = "" if report.record.outcome else f" ({report.record.state.value}, no verdict)"
        return f"holds, {len(report.points)} points checked{called_off}"
    number = len(report.faults)
    return f"DOES NOT HOLD, {number} of {len(report.points)} points"


def _lines_words(report: Report) -> str:
    record = report.record
    if record.lines is None or record.loser is None:
        return "the table decided by the lines"
    who = name_of(record, Side(record.loser.value))
    return f"the table decided by the lines ({record.lines.left} to {record.lines.right}): {who}"


def members(report: Report) -> dict[str, Any]:
    """For programs: `result` is `holds`, `fails` or `nothing`."""
    return {
        "key": report.record.key,
        "result": report.status.value,
        "attempts": attempt_lines(report),
        "checked": len(report.points),
        "faults": [{"point": point.name, "text": point.text} for point in report.faults],
        **({"why": report.why_nothing} if report.why_nothing else {}),
    }
