"""The installed unit from its boot to a showdown over USB."""

from __future__ import annotations

from typing import Any

from showdown_protocol import usb

SERIAL = "10000000deadbeef"


def test_installing_the_package_starts_the_unit_and_has_it_started_at_boot(system: Any) -> None:
    facts = system.parts.facts
    for unit, told in facts["installed"].items():
        assert told["ActiveState"] == "active", (unit, facts["installed_journal"])
        assert told["UnitFileState"] == "enabled", unit


def test_from_boot_the_service_is_ready_by_itself_and_nothing_has_failed(system: Any) -> None:
    facts = system.parts.facts
    assert facts["start_s"] < 10, facts["boot_journal"]
    assert facts["gadget"] == {"ActiveState": "active", "Result": "success"}
    assert facts["tty_acm"]
    assert facts["failed"] == []


def test_a_showdown_over_usb_names_the_loser_of_presses_at_the_pins(system: Any) -> None:
    with system.ready() as guest:
        facts = guest.run("usb").facts
        assert facts["identity"]["manufacturer"] == usb.MANUFACTURER
        assert facts["identity"]["product"] == usb.PRODUCT
        assert facts["identity"]["serial"] == facts["hello"]["serial"] == SERIAL
        assert int(facts["identity"]["idVendor"], 16) == usb.VENDOR_ID
        assert int(facts["identity"]["idProduct"], 16) == usb.PRODUCT_ID
        assert facts["identity"]["protocol"] == "00"  # no AT commands: no modem
        # Host and unit are one computer here: the unit is listed on the USB and by its own socket.
        assert {one["serial"] for one in facts["units"]} == {SERIAL}
        assert any(one["port"] in facts["host_ends"] for one in facts["units"])
        assert facts["exit"] == 0, facts["said"]
        record = facts["record"]
        assert (record["state"], record["outcome"], record["loser"]) == ("done", "win", "right")
        assert record["launch"] == "completed"
        assert record["players"] == {"left": "Ana", "right": "Bo"}
        assert facts["launches"] == 1
        # The servo's pulses go through the kernel's PWM files inside the service's sandbox.
        assert facts["pulses_us"][-3:] == [2000, 1500, 0]
        assert facts["restarts"] == "0"
