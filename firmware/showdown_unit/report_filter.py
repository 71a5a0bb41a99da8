"""What may stand in a report: allow-lists for what others wrote, and tokens for what names people.

An allow-list decides wherever text has a form: config.txt, cmdline.txt, mount options, lines of the
kernel. Free text, as the unit's own log, has its names and addresses replaced.
"""

from __future__ import annotations

import ipaddress
import json
import re
from collections.abc import Iterable, Mapping
from typing import Any

GENERIC = frozenset(
    {
        *("", "raspberrypi", "localhost", "debian", "showdown", "showdown-unit", "unit", "pi"),
        *("root", "nobody", "user", "admin", "ubuntu"),
    }
)
"""Names of computers and users that tell nothing, and stand in other words."""


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


CONFIG_TXT = _words(
    """
    dtparam dtoverlay dtdebug enable_uart uart_2ndstage gpio otg_mode arm_64bit arm_boost arm_freq
    over_voltage core_freq core_freq_min force_turbo camera_auto_detect display_auto_detect
    auto_initramfs max_framebuffers disable_overscan disable_fw_kms_setup disable_splash boot_delay
    avoid_warnings usb_max_current_enable kernel os_prefix device_tree device_tree_overlay
    max_usb_current temp_limit os_check pciex4_reset
    """
)
"""The settings of config.txt that are kept, with their values."""

CMDLINE = _words(
    """
    console rootfstype rootwait rw ro quiet splash modules-load fsck.repair fsck.mode isolcpus
    overlayroot boot elevator cgroup_enable cgroup_memory logo.nologo vt.global_cursor_default
    plymouth.ignore-serial-consoles dwc_otg.lpm_enable dwc_otg.fiq_fix_enable
    systemd.run_success_action nosmp maxcpus preempt snd_bcm2835.enable_headphones
    snd_bcm2835.enable_hdmi cfg80211.ieee80211_regdom usbcore.autosuspend
    """
)
"""The words of the kernel's command line that are kept, with their values."""

MOUNT_OPTIONS = _words(
    """
    ro rw relatime noatime nodiratime strictatime lazytime nosuid nodev noexec sync async
    errors=remount-ro errors=continue errors=panic data=ordered data=journal data=writeback flush
    inode64 commit=5 commit=10 commit=30 commit=60 commit=600
    """
)

_KERNEL = re.compile(
    r"under-?voltage|voltage normalised|throttl|dwc2|\budc\b|gadget|configfs|ttyGS|g_(serial|ether)"
    r"|gpio|pinctrl|\bpwm|hwmon|watchdog|I/O error|mmc\d: .*(error|timeout)|EXT4-fs.*(error|warn"
    r"|recover|re-mount|remount)|remount.*read-only|out of memory|oom-kill|segfault|showdown",
    re.IGNORECASE,
)
"""The lines of the kernel that are kept."""

_SETTING = re.compile(r"\s*([A-Za-z_][\w.-]*)\s*(?:[=:].*)?$")
_SECTION = re.compile(r"\s*\[(all|none|pi[\w+-]*|cm[\w+-]*|board-type=[\w]+|gpio\d+=[01])\]\s*$")
_WORD = re.compile(r'(?:[^\s"]|"[^"]*(?:"|$))+')
"""A word of the kernel's command line; within quotes it may have blanks."""

_SESSION = re.compile(r"(session s\d+ begins: ).*(, (?:control|observe))")
_MAC = re.compile(
    r"(?<![0-9A-Fa-f:-])[0-9A-Fa-f]{2}(?:[:-][0-9A-Fa-f]{2}){5}(?![0-9A-Fa-f:-])"
    r"|(?<![0-9A-Fa-f.])[0-9A-Fa-f]{4}(?:\.[0-9A-Fa-f]{4}){2}(?![0-9A-Fa-f.])"
    # as names of network devices have it, and a Raspberry Pi's own by its first half
    r"|(?<=\b(?:en|wl)x)[0-9A-Fa-f]{12}\b"
    r"|(?<![0-9A-Fa-f])(?:b827eb|dca632|e45f01|28cdc1|d83add|2ccf67|88a29e)[0-9A-Fa-f]{6}"
    r"(?![0-9A-Fa-f])",
    re.IGNORECASE,
)
_IPV6 = re.compile(
    r"(?<![\w:])[0-9A-Fa-f]{0,4}:[0-9A-Fa-f:]*:[0-9A-Fa-f:]*(?:(?:\.\d{1,3}){3})?(?!\w)"
)
"""What looks like one; whether it is, `ipaddress` says."""

_IPV4 = re.compile(r"(?<![\w.])(?!0\.)\d{1,3}(?:\.\d{1,3}){3}(?![\w.]*\d)")
_UUID = re.compile(r"\b[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}\b")
_HOME = re.compile(r"/home/[^/\s\"']+")


class Scrub:
    """Replaces names of computers and users, addresses and the like, wherever they stand.

    `others`: more names, each with the token in its place.
    """

    def __init__(
        self,
        *,
        hosts: Iterable[str],
        users: Iterable[str],
        others: Iterable[tuple[str, str]] = (),
    ) -> None:
        tokens = dict(others)
        tokens |= dict.fromkeys(users, "<user>")
        tokens |= dict.fromkeys(hosts, "<host>")
        self._names = [
            (_named(name), tokens[name])
            for name in sorted(tokens, key=len, reverse=True)
            if name.lower() not in GENERIC
        ]

    def __call__(self, text: str) -> str:
        """The text with a token in place of each."""
        text = _SESSION.sub(r"\1<client>\2", text)
        text = _HOME.sub("/home/<user>", text)
        text = _UUID.sub("<uuid>", text)
        text = _MAC.sub("<mac>", text)
        text = _IPV6.sub(_ipv6, text)
        text = _IPV4.sub("<ip>", text)
        for name, token in self._names:
            text = name.sub(token, text)
        return text


def _named(name: str) -> re.Pattern[str]:
    """The name as it is and as JSON writes it, however its letters are; never within a word."""
    forms = {name, json.dumps(name)[1:-1], json.dumps(name, ensure_ascii=False)[1:-1]}
    either = "|".join(re.escape(form) for form in sorted(forms, key=len, reverse=True))
    return re.compile(rf"(?<![^\W_])(?:{either})(?![^\W_])", re.IGNORECASE)


def _ipv6(found: re.Match[str]) -> str:
    """The token, and the full stop or colon behind; what is no address stays."""
    text = found[0]
    for address in (text, text.removesuffix(":")):
        try:
            ipaddress.IPv6Address(address)
        except ValueError:
            continue
        return "<ip>" + text[len(address) :] if address != "::" else text
    return text


def config_txt(text: str) -> str:
    """The settings that are known, and how many lines were left out; remarks go, to their `#`."""
    kept: list[str] = []
    left_out = 0
    for line in text.splitlines():
        setting = _SETTING.match(line)
        if _SECTION.match(line) or (setting and setting[1] in CONFIG_TXT):
            setting_itself, mark, _ = line.partition("#")
            kept.append((setting_itself + mark).strip())
        elif line.strip() and not line.lstrip().startswith("#"):
            left_out += 1
    return _told(kept, left_out, "line", "\n")


def cmdline(text: str) -> str:
    """The words that are known, and how many were left out."""
    words = _WORD.findall(text)
    kept = [word for word in words if word.partition("=")[0] in CMDLINE]
    return _told(kept, len(words) - len(kept), "word", " ")


def _told(kept: list[str], left_out: int, what: str, between: str) -> str:
    note = f"({left_out} other {what}{'' if left_out == 1 else 's'} left out)" if left_out else ""
    return "\n".join(part for part in (between.join(kept), note) if part) + "\n"


def mount(line: str) -> str | None:
    """A line of mountinfo as place, type and known options; None where it is none."""
    before, dash, after = line.partition(" - ")
    columns, kinds = before.split(), after.split()
    if not dash or len(columns) < 6 or not kinds:
        return None
    options = {*columns[5].split(","), *(kinds[2].split(",") if len(kinds) > 2 else ())}
    return f"{columns[4]} {kinds[0]} {','.join(sorted(options & MOUNT_OPTIONS))}"


def kernel_line(text: str) -> bool:
    """Whether a line of the kernel may stand in a report."""
    return _KERNEL.search(text) is not None


def without_players(told: Any) -> Any:
    """The same, and `players` null wherever it stands."""
    if isinstance(told, Mapping):
        return {
            name: None if name == "players" else without_players(value)
            for name, value in told.items()
        }
    if isinstance(told, list | tuple):
        return [without_players(value) for value in told]
    return told
