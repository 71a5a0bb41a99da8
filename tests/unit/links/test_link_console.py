from __future__ import annotations

import os

from showdown_unit.links.console import uart_console_conflict
from showdown_unit.links.holder import lock_holder

CONSOLES = """\
tty1                 -WU (EC  p  )    4:1
ttyAMA0              -W- (E   p a)  204:64
ttyS0                -W- (    p a)    4:64
"""


def test_an_enabled_console_on_the_uart_is_a_conflict_with_advice():
    message = uart_console_conflict(CONSOLES, "/dev/ttyAMA0")
    assert message is not None
    for part in ("/dev/ttyAMA0", "cmdline.txt", "serial-getty@ttyAMA0", "UART_CONSOLE_CONFLICT"):
        assert part in message


def test_another_uart_is_no_conflict_even_where_names_begin_alike():
    assert uart_console_conflict(CONSOLES, "/dev/ttyAMA10") is None
    assert uart_console_conflict(CONSOLES, "/dev/ttyAMA") is None


def test_a_console_that_is_not_enabled_is_no_conflict():
    assert uart_console_conflict(CONSOLES, "/dev/ttyS0") is None


def test_empty_and_foreign_text_is_no_conflict():
    assert uart_console_conflict("", "/dev/ttyS0") is None
    assert uart_console_conflict("ttyS0\n\nttyS0 (\n(E)\n", "/dev/ttyS0") is None


LOCKS = """\
1: POSIX  ADVISORY  WRITE 700 00:15:9 0 EOF
2: FLOCK  ADVISORY  WRITE 708 00:15:9 0 EOF
2: -> FLOCK  ADVISORY  WRITE 709 00:15:9 0 EOF
3: FLOCK  ADVISORY  WRITE 710 00:15:99 0 EOF
"""


def test_the_lock_holder_is_found_by_device_and_inode():
    assert lock_holder(LOCKS, os.makedev(0, 0x15), 9) == 708
    assert lock_holder(LOCKS, os.makedev(0, 0x15), 99) == 710
    assert lock_holder(LOCKS, os.makedev(0, 0x16), 9) is None
    assert lock_holder("", os.makedev(0, 0x15), 9) is None
