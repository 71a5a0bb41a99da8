"""What may stand in a report, and what never does."""

from __future__ import annotations

import pytest

from showdown_unit.report_filter import (
    Scrub,
    cmdline,
    config_txt,
    kernel_line,
    mount,
    without_players,
)

SCRUB = Scrub(
    hosts=["annas-pi", "annas-pi.lan", "raspberrypi"],
    users=["ana", "Ana Novak", "pi", 'Åsa "Nan" Ek'],
    others=[("Kitchen", "<name>")],
)


@pytest.mark.parametrize(
    ("text", "scrubbed"),
    [
        ("annas-pi showdown-unit[812]", "<host> showdown-unit[812]"),
        ("annas-pi.lan", "<host>"),
        ("ana may not open it, Ana Novak", "<user> may not open it, <user>"),
        ("banana 99-ana.rules", "banana 99-<user>.rules"),
        ("raspberrypi,5-model-b; pi is in it", "raspberrypi,5-model-b; pi is in it"),
        ("/home/somebody/venv/bin/x", "/home/<user>/venv/bin/x"),
        ("from 192.168.1.23:80 and 10.0.0.1.", "from <ip>:80 and <ip>."),
        ("lgpio 0.2.2.0, 6.12.34+rpt-rpi-2712, 2.0.1.post3", None),
        ("fe80::dea6:32ff:fe01:2345 ::1", "<ip> <ip>"),
        ("2001:db8:0:1:2:3:4:5", "<ip>"),
        (
            "2001:db8::5 [2001:db8:0:1::5]:80 2001:db8::/64 fe80::1: gone",
            "<ip> [<ip>]:80 <ip>/64 <ip>: gone",
        ),
        ("::ffff:192.168.1.5 to fe80::1%wlan0", "<ip> to <ip>%wlan0"),
        ("at 20:15:00, 2:3, 12:34:56:78:9a, std::vector, ::", None),
        (
            "enxdca632012345 wlx0011223344ff, wlan_dc:a6:32:01:23:45",
            "enx<mac> wlx<mac>, wlan_<mac>",
        ),
        (
            "MAC dca632012345 b827.eb12.3456, serial 100000003d1d1c36",
            "MAC <mac> <mac>, serial 100000003d1d1c36",
        ),
        ("Annas-Pi, ANA, ana_backup, /srv/ana", "<host>, <user>, <user>_backup, /srv/<user>"),
        (r'{"a": "Åsa \"Nan\" Ek", "b": "\u00c5sa \"Nan\" Ek"}', '{"a": "<user>", "b": "<user>"}'),
        ("the table kitchen; kitchens", "the table <name>; kitchens"),
        ("dc:a6:32:01:23:45 DC-A6-32-01-23-45", "<mac> <mac>"),
        ("root=PARTUUID=8a6f1e2c-0b1d-4c3e-9f00-1234567890ab", "root=PARTUUID=<uuid>"),
        (
            "/dev/ttyGS0: session s1 begins: showdown-host laptop-of-eva 19931 8369c5dc, control",
            "/dev/ttyGS0: session s1 begins: <client>, control",
        ),
        ("boot 9f2c5a1e07b84d63a1f09c3d5be27f40, backend gpiod", None),
    ],
)
def test_names_and_addresses_are_replaced_and_nothing_else(text: str, scrubbed: str | None):
    assert SCRUB(text) == (text if scrubbed is None else scrubbed)


def test_config_txt_keeps_what_is_known_and_counts_the_rest():
    text = (
        "# anna's own\r\n"
        "[pi4]\n"
        "  dtoverlay=pwm,pin=12,func=4 \n"
        "dtparam=audio=off\n"
        "\n"
        "program_serial=secret\n"
        "[EDID=BNQ-secret]\n"
        "[all]\n"
    )
    assert config_txt(text) == (
        "[pi4]\ndtoverlay=pwm,pin=12,func=4\ndtparam=audio=off\n[all]\n(2 other lines left out)\n"
    )


def test_a_remark_behind_a_setting_goes():
    assert config_txt("dtparam=audio=off # wifi correct-horse\n") == "dtparam=audio=off #\n"


def test_what_stands_in_quotes_is_one_word_of_the_command_line():
    text = 'quiet wpa="the console=correct-horse is" rootwait x="open console=correct-horse'
    assert cmdline(text) == "quiet rootwait\n(2 other words left out)\n"


def test_the_command_line_keeps_what_is_known_and_counts_the_rest():
    text = "console=tty1 root=PARTUUID=secret-02 rootwait ip=10.0.0.1 ds=nocloud;h=secret quiet\n"
    assert cmdline(text) == "console=tty1 rootwait quiet\n(3 other words left out)\n"
    assert cmdline("") == "\n"


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (
            "36 35 98:0 / /srv rw,noatime - nfs4 nas.lan:/secret rw,vers=4.2,addr=10.0.0.9",
            "/srv nfs4 noatime,rw",
        ),
        ("1 0 0:1 / / ro - overlay overlay ro,lowerdir=/secret", "/ overlay ro"),
        ("nonsense", None),
        ("1 2 3 - ext4 x rw", None),
    ],
)
def test_a_mount_is_told_by_place_type_and_known_options(line: str, told: str | None):
    assert mount(line) == told


@pytest.mark.parametrize(
    ("line", "kept"),
    [
        ("hwmon hwmon1: Undervoltage detected!", True),
        ("dwc2 fe980000.usb: new device is high-speed", True),
        ("EXT4-fs (mmcblk0p2): re-mounted. Opts: errors=remount-ro", True),
        ("usb 1-1: SerialNumber: secret", False),
        ("brcmfmac: brcmf_cfg80211_connect SSID secret", False),
        ("mmc0: new high speed SDHC card at address aaaa", False),
    ],
)
def test_lines_of_the_kernel_are_kept_by_what_they_are_about(line: str, kept: bool):
    assert kernel_line(line) == kept


def test_players_are_nowhere_left():
    told = {"records": [{"key": "k", "players": {"left": "Ana"}}], "last": ({"players": None},)}
    assert without_players(told) == {
        "records": [{"key": "k", "players": None}],
        "last": [{"players": None}],
    }
