"""The hardware contract suite on gpio-sim, for the backend that is named."""

import sys
from pathlib import Path

import guest
import pytest
from guest.pi import PI_4B, pretend
from guest.words import report, skip

from showdown_hw.backends import BACKENDS


class Plugin:
    """Names the backend, counts what came of the tests."""

    def __init__(self) -> None:
        self.outcomes: dict[str, str] = {}

    @staticmethod
    def pytest_addoption(parser: pytest.Parser) -> None:
        parser.addoption("--backend")

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        name = report.nodeid.partition("::")[2]
        if report.when == "call" or report.outcome != "passed":
            self.outcomes[name] = report.outcome


backend, *words = sys.argv[1:]
if backend not in BACKENDS:
    skip(f"backend {backend} is not there")
pretend(*PI_4B)
plugin = Plugin()
suite = Path(guest.__file__).parent / "contract_suite.py"
status = pytest.main(
    [
        *("-q", "--tb=short", "-rfE", "-p", "no:cacheprovider", "--timeout=60"),
        *("--import-mode=importlib", "-c", "/dev/null", "--rootdir=/run/rig"),
        *(f"--backend={backend}", str(suite), *words),
    ],
    plugins=[plugin],
)
report(outcomes=plugin.outcomes)
sys.exit(status)
