"""What the whole test run shares: the proving run tells its counts."""

from __future__ import annotations

import pytest

import scale


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if not scale.PROVE:
        return
    terminalreporter.section("counts (seeds run from the one that each test names)")
    for place, given in scale.ASKED:
        terminalreporter.write_line(f"{given:>9,}  {place}")
    for report in terminalreporter.getreports("passed"):
        for name, value in report.user_properties:
            terminalreporter.write_line(
                f"           {report.nodeid.rpartition('/')[2]} {name}: {value}"
            )
