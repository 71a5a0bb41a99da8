"""What an owner asks an installed unit, beside a real systemd and journal."""

from __future__ import annotations

import json
from typing import Any

SERIAL = "10000000deadbeef"
WALL_S = 560


def test_an_installed_unit_tells_how_it_is_and_why_it_is_not(system: Any) -> None:
    with system.ready(WALL_S) as guest:
        facts = guest.run("operations", limit_s=400).facts
    running, failing, files = facts["running"], facts["failing"], facts["files"]

    assert running["status"]["status"] == 0, running["status"]
    assert f"serial {SERIAL}" in running["status"]["out"]
    assert running["nobody"]["status"] == 4
    assert "sudo usermod -aG showdown" in running["nobody"]["out"]
    assert running["check"]["status"] == 0, running["check"]
    for line in (
        "ok    service: showdown-unit is active (running)",
        "ok    usb: dummy_udc.0: a host has recognised the unit",
        "ok    group gpio: the service's user showdown is in it",
    ):
        assert line in running["check"]["out"]
    assert "ready; unix /run/showdown-unit/showdown.sock" in running["logs"]["out"]
    assert running["no_logs"]["status"] == 1
    assert "systemd-journal" in running["no_logs"]["err"]

    assert "could not be had" not in files["CONTENTS"]
    assert json.loads(files["status.json"])["hello"]["serial"] == SERIAL
    assert json.loads(files["services.json"])["showdown-unit"]["WatchdogUSec"] == "3s"
    assert "showdown-gadget: up: /dev/ttyGS0" in files["journal.txt"]

    assert failing["status"]["status"] == 3
    assert (
        "exit status 2" in failing["status"]["out"] or "started again" in failing["status"]["out"]
    )
    assert "--no-such" in failing["status"]["out"]
    assert failing["check"]["status"] == 1
    assert "showdown-unit logs -n 20" in failing["check"]["out"]
