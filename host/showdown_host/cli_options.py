"""The options of the link, which every sub-command takes, before or after its own words."""

from __future__ import annotations

import argparse

from showdown_host.port import BAUD


def add_link_options(parser: argparse.ArgumentParser, *, top: bool) -> None:
    """`top`: the parser whose defaults count; elsewhere only a word that is there sets anything."""

    def default(value: object) -> object:
        return value if top else argparse.SUPPRESS

    group = parser.add_argument_group("link")
    group.add_argument(
        "--port",
        default=default(None),
        help="/dev/ttyACM0, COM5, socket://host:7878, unix:/run/showdown-unit/showdown.sock; "
        "default: SHOWDOWN_PORT, else the unit on the USB, else the bench",
    )
    group.add_argument(
        "--unit",
        default=default(None),
        metavar="NAME|SERIAL",
        help="one of those that `showdown units` lists; default: SHOWDOWN_UNIT",
    )
    group.add_argument("--baud", type=int, default=default(BAUD), help="of a UART (115200)")
    group.add_argument(
        "--wait", type=float, default=default(0.0), metavar="S", help="wait S seconds for a unit"
    )
    group.add_argument(
        "--takeover",
        action="store_true",
        default=default(False),
        help="take control from another host",
    )
    group.add_argument(
        "-v",
        "--verbose",
        action="store_true",
        default=default(False),
        help="show the lines sent and read",
    )
