"""What the whole test run shares: the proving run tells its counts."""

from __future__ import annotations

from collections.abc import Iterator

import hypothesis
import pytest

import scale

# The same cases on every run, and nothing kept of one for the next.
hypothesis.settings.register_profile("project", derandomize=True, deadline=None, database=None)
hypothesis.settings.load_profile("project")


@pytest.fixture(autouse=True, scope="session")
def _runtime_folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Benches of these tests are listed here: they and those of the user do not see each other.

    Nor does what tests play come into the history of whoever runs them.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_RUNTIME_DIR", str(tmp_path_factory.mktemp("runtime")))
        patch.setenv("XDG_DATA_HOME", str(tmp_path_factory.mktemp("data")))
        for name in ("SHOWDOWN_PORT", "SHOWDOWN_UNIT"):
            patch.delenv(name, raising=False)
        yield


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
