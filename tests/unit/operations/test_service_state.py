"""What systemd prints, as values and in words."""

from __future__ import annotations

import sys

import pytest

from showdown_unit.service_state import SERVICE, ServiceState, read_services, state_words
from showdown_unit.system_run import Ran, run_program
from system_kit import (
    GADGET_UP,
    NO_PROGRAM,
    NOT_BOOTED,
    NOT_FOUND,
    RESTARTING,
    RUNNING,
    STARTING,
    STOPPED,
    Systemd,
)


def test_several_services_come_in_the_order_of_their_names():
    systemd = Systemd({"a.service": GADGET_UP, SERVICE: RUNNING})
    services, problem = read_services(systemd, [SERVICE, "a.service", "b.service"])
    assert problem is None
    assert [service.name for service in services] == ["showdown-unit", "showdown-gadget", "b"]
    assert [service.installed for service in services] == [True, True, False]


@pytest.mark.parametrize(
    ("broken", "problem"),
    [
        (NO_PROGRAM, "no systemd here"),
        (NOT_BOOTED, "systemd does not run here"),
        (
            Ran(1, err="Failed to get properties: Access denied\n"),
            "Failed to get properties: Access denied",
        ),
    ],
)
def test_a_systemd_that_tells_nothing_is_said_to(broken: Ran, problem: str):
    assert read_services(Systemd(broken=broken), [SERVICE]) == ([], problem)


@pytest.mark.parametrize(
    ("properties", "words"),
    [
        (RUNNING, "is active (running)"),
        (STOPPED, "is inactive (dead), not enabled: it does not start with the computer"),
        (RESTARTING, "is activating (auto-restart)"),
        (NOT_FOUND, "is not installed"),
        (RUNNING | {"LoadState": "masked"}, "is masked"),
        (GADGET_UP, "is active (exited)"),
    ],
)
def test_a_state_in_words(properties: dict[str, str], words: str):
    assert state_words(ServiceState(properties)) == words


@pytest.mark.parametrize(
    ("code", "status", "result", "words"),
    [
        ("1", "1", "exit-code", "exit status 1, a fault: its last lines say which"),
        ("exited", "2", "exit-code", "exit status 2, a wrong word or configuration: its last lines"
         " say which"),
        ("1", "203", "exit-code", "exit status 203: the program itself could not be run"),
        ("1", "9", "exit-code", "exit status 9"),
        ("2", "9", "signal", "killed by SIGKILL"),
        ("3", "6", "watchdog", "it hung, and the watchdog ended it"),
        ("2", "15", "timeout", "it took too long to start or to stop"),
        ("1", "1", "start-limit-hit", "it ended too often, systemd gave up"),
        ("0", "0", "success", ""),
        ("0", "0", "resources", "resources"),
    ],
)  # fmt: skip
def test_the_last_end_in_words(code: str, status: str, result: str, words: str):
    properties = {"ExecMainCode": code, "ExecMainStatus": status, "Result": result}
    assert ServiceState(properties).last_end() == words


def test_failed_or_about_to_be_started_again_is_failing():
    assert ServiceState(RESTARTING).failing
    assert ServiceState(RUNNING | {"ActiveState": "failed"}).failing
    assert ServiceState(STARTING | {"NRestarts": "1"}).failing
    assert ServiceState(
        STARTING | {"ActiveState": "deactivating", "SubState": "stop-post", "Result": "exit-code"}
    ).failing
    assert not ServiceState(STARTING).failing
    assert not ServiceState(RUNNING).failing
    assert not ServiceState(STOPPED).failing


def test_a_program_that_is_not_there_is_told_not_raised():
    ran = run_program(["/no/such/program"])
    assert (ran.status, ran.well) == (None, False)
    assert ran.problem == "/no/such/program cannot be run: No such file or directory"


def test_output_and_status_of_a_program_come_back():
    ran = run_program([sys.executable, "-c", "print('out'); raise SystemExit('why')"])
    assert (ran.status, ran.out, ran.problem) == (1, "out\n", "why")
