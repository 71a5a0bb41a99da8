"""A support report: parts that each succeed or say why not, in one archive without secrets."""

from __future__ import annotations

import io
import json
import re
import tarfile
import traceback
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

Make = Callable[[], Any]
"""Gives text, or whatever JSON can hold."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """A part to be made: its file's name, what it is, and how it comes about."""

    name: str
    about: str
    make: Make


@dataclass(frozen=True, slots=True)
class Part:
    """A part as it goes into the archive. `failed`: it holds why there is no more."""

    name: str
    about: str
    text: str
    failed: bool = False


def gather(wanted: Iterable[Wanted], scrub: Callable[[str], str]) -> list[Part]:
    """Every part, made and scrubbed; one that cannot be made holds the error instead."""
    return [_part(each, scrub) for each in wanted]


def _part(wanted: Wanted, scrub: Callable[[str], str]) -> Part:
    try:
        made = wanted.make()
        text = made if isinstance(made, str) else json.dumps(made, indent=1, ensure_ascii=False)
        return Part(wanted.name, wanted.about, scrub(text.rstrip("\n") + "\n"))
    except Exception as error:  # noqa: BLE001 - whatever is wrong here is what the report is for
        where = traceback.extract_tb(error.__traceback__)[-1]
        text = f"this could not be had: {type(error).__name__}: {error}\n"
        text += f"({where.name}, line {where.lineno})\n"
        return Part(wanted.name, wanted.about, scrub(text), failed=True)


def listing(parts: Iterable[Part]) -> str:
    """What is in it, a line each."""
    parts = list(parts)
    width = max((len(part.name) for part in parts), default=0)
    return "".join(
        f"  {part.name:<{width}}  {part.about}"
        f"{', but it could not be had' if part.failed else ''}\n"
        for part in parts
    )


def file_name(serial: str, at: datetime) -> str:
    """As `showdown-report-100000003d1d1c36-20260131T201500Z`, without its end."""
    plain = re.sub(r"[^A-Za-z0-9-]", "", serial) or "unknown"
    return f"showdown-report-{plain[:32]}-{at:%Y%m%dT%H%M%SZ}"


def archive(parts: Iterable[Part], folder: str, at: datetime) -> bytes:
    """A .tar.gz with the parts and a list of them, in a folder of that name; nobody's files."""
    parts = list(parts)
    files = [Part("CONTENTS", "", listing(parts)), *parts]
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w:gz") as tar:
        for part in files:
            data = part.text.encode("utf-8", "replace")
            info = tarfile.TarInfo(f"{folder}/{part.name}")
            info.size, info.mtime, info.mode = len(data), int(at.timestamp()), 0o644
            tar.addfile(info, io.BytesIO(data))
    return buffer.getvalue()
