"""`showdown verify`: a record's verdict computed again from its evidence, and its picture."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

from showdown_host import documents
from showdown_host.cli_common import Exit, OpenUnit, print_json, say
from showdown_host.documents import BadDocumentError, Document
from showdown_host.race_svg import picture
from showdown_host.verify import Report, Status, verify
from showdown_host.verify_words import members, words

DESCRIPTION = """\
Computes verdicts again from their evidence, by the referee's own rules, and compares: FILE (or -)
holds what `showdown get KEY --evidence --json` gives, one showdown or several, one a line.
"""

EPILOG = """\
exit codes: 0 everything holds, 1 something does not, or there was nothing to verify, 2 FILE cannot
be read: the message says where and why
"""


def add_verify(parser: argparse.ArgumentParser) -> None:
    """The arguments of `verify`."""
    parser.description, parser.epilog = DESCRIPTION, EPILOG
    parser.add_argument("file", metavar="FILE", help="record with evidence; - reads from a pipe")
    parser.add_argument("--key", help="only this showdown of the file")
    parser.add_argument("--svg", metavar="OUT", help="draw that race; - writes the picture alone")
    parser.add_argument(
        "--allow-nothing",
        action="store_true",
        help="records without evidence do not count against the rest",
    )
    parser.add_argument("--json", action="store_true", help="as JSON, one line a record")


def verify_file(args: argparse.Namespace, _open_unit: OpenUnit) -> int:
    """Verify every record of a file."""
    try:
        return _verified(args)
    except BadDocumentError as error:
        say(f"showdown verify: {_name(args.file)}: {error}")
    except OSError as error:
        say(f"showdown verify: {error.filename or args.file}: {error.strerror}")
    return Exit.USAGE


def _verified(args: argparse.Namespace) -> int:
    picked: list[Report] = []
    count = 0
    worst = Exit.OK
    for shown in _documents(args.file):
        if args.key is not None and shown.record.key != args.key:
            continue
        count += 1
        report = verify(shown)
        fine = report.status is Status.HOLDS
        if not fine and not (args.allow_nothing and report.status is Status.NOTHING):
            worst = Exit.DOES_NOT_HOLD
        if args.svg is not None:
            picked = [*picked[-1:], report]
        if args.json and args.svg != "-":
            print_json(members(report))
        elif args.svg != "-":
            print(words(report))
    if count == 0:
        msg = f"no showdown {args.key} in it" if args.key else "no record in it"
        raise BadDocumentError(msg)
    if args.svg is not None:
        if count > 1:
            msg = f"{count} records in it: --key says which one to draw"
            raise BadDocumentError(msg)
        _draw(args.svg, picked[0])
    return worst


def _documents(file: str) -> Iterator[Document]:
    limit = documents.MAX_BYTES + 1
    if file == "-":
        data = sys.stdin.buffer.read(limit)
    else:
        with Path(file).open("rb") as opened:
            data = opened.read(limit)
    return documents.read(data)


def _draw(out: str, report: Report) -> None:
    drawn = picture(report)
    if out == "-":
        sys.stdout.write(drawn)
    else:
        Path(out).write_text(drawn, encoding="utf-8", newline="\n")


def _name(file: str) -> str:
    return "what was read" if file == "-" else file
