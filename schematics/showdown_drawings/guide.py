"""The build guide's steps, read from its pages, and what is wrong with them. No files here.

A step is a heading `## N. Title`, directly followed by the lines `Tier: both` (or `breadboard`,
`add-on`), ``Parts: 2 x `id`, 1 x `other` `` (or `Parts: none`) and ``Tools: `id` `` (or
`Tools: none`). It shows a picture, or has a line `Check: what to see`.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from showdown_drawings.bom import Row

TIERS = {"breadboard": "breadboard", "add-on": "addon"}
"""A step's word for a tier -> the tier's name in circuits and parts list."""

TOOL = "tool"

_HEADING = re.compile(r"^## (\d+)\. (.+)$", re.MULTILINE)
_PART = re.compile(r"(\d+) x `([a-z0-9-]+)`")
_TOOL = re.compile(r"`([a-z0-9-]+)`")
_PICTURE = re.compile(r"!\[([^\]]*)\]\(([^)\s]+)\)")
_CHECK = re.compile(r"^Check: \S", re.MULTILINE)


class GuideError(ValueError):
    """A step is not written as it must be; the text names page, step and remedy."""


@dataclass(frozen=True, slots=True)
class Step:
    """One numbered step.

    `parts` maps an id of the parts list to how many are used up in it; `tiers` are names as the
    circuits have them.
    """

    page: str
    number: int
    title: str
    tiers: tuple[str, ...]
    parts: Mapping[str, int]
    tools: tuple[str, ...]
    pictures: tuple[str, ...]
    has_check: bool


def steps(page: str, text: str) -> list[Step]:
    """The steps of one page, in order. GuideError for a line that is missing or not understood."""
    heads = list(_HEADING.finditer(text))
    ends = [head.start() for head in heads] + [len(text)]
    return [_step(page, h, text[h.end() : end]) for h, end in zip(heads, ends[1:], strict=True)]


def _step(page: str, head: re.Match[str], body: str) -> Step:
    number, title = int(head[1]), head[2]
    body = re.split(r"^## ", body, maxsplit=1, flags=re.MULTILINE)[0]
    lines = body.strip().splitlines()[:3]
    fields = dict(line.split(": ", 1) for line in lines if ": " in line)
    for name in ("Tier", "Parts", "Tools"):
        if name not in fields:
            raise GuideError(
                f"{page}: step {number} has no line `{name}: …` right below its heading; the "
                "three lines are Tier, Parts, Tools"
            )
    return Step(
        page=page,
        number=number,
        title=title,
        tiers=_tiers(page, number, fields["Tier"]),
        parts=_parts(page, number, fields["Parts"]),
        tools=_tools(page, number, fields["Tools"]),
        pictures=tuple(target for _, target in _PICTURE.findall(body)),
        has_check=bool(_CHECK.search(body)),
    )


def _tiers(page: str, number: int, said: str) -> tuple[str, ...]:
    if said == "both":
        return tuple(TIERS.values())
    if said in TIERS:
        return (TIERS[said],)
    raise GuideError(
        f"{page}: step {number} is for tier {said!r}; allowed are both, {', '.join(TIERS)}"
    )


def _parts(page: str, number: int, said: str) -> dict[str, int]:
    if said == "none":
        return {}
    found: Counter[str] = Counter()
    for word in said.split(", "):
        match = _PART.fullmatch(word)
        if match is None:
            raise GuideError(f"{page}: step {number}: {word!r} is not of the form 2 x `id`")
        found[match[2]] += int(match[1])
    return dict(found)


def _tools(page: str, number: int, said: str) -> tuple[str, ...]:
    if said == "none":
        return ()
    words = said.split(", ")
    for word in words:
        if not _TOOL.fullmatch(word):
            raise GuideError(f"{page}: step {number}: {word!r} is not an `id` of a tool")
    return tuple(word.strip("`") for word in words)


def problems(found: Iterable[Step], stock: Iterable[Row]) -> list[str]:
    """What is wrong with the guide against the parts list: one sentence each, none if all is well.

    Numbers run on from 1. Whatever is used is listed, and for that tier; parts are used up to the
    last one in each tier, and tools are used at least once. A step shows a picture or a check.
    """
    guide, rows = list(found), {row.id: row for row in stock}
    return [
        *_numbering(guide),
        *(said for step in guide for said in _wrong_in(step, rows)),
        *(said for tier in TIERS.values() for said in _sums(tier, guide, rows)),
        *_idle_tools(guide, rows),
    ]


def _numbering(guide: list[Step]) -> Iterator[str]:
    for wanted, step in enumerate(guide, start=1):
        if step.number != wanted:
            yield f"{step.page}: step {step.number} ({step.title}) must be step {wanted}"
            return


def _wrong_in(step: Step, rows: Mapping[str, Row]) -> Iterator[str]:
    where = f"{step.page}: step {step.number}"
    for name in step.parts:
        if name not in rows:
            yield f"{where} uses {name}, which is not in the parts list"
        elif rows[name].kind == TOOL:
            yield f"{where} has the tool {name} among its parts"
    for name in step.tools:
        if name not in rows:
            yield f"{where} needs the tool {name}, which is not in the parts list"
        elif rows[name].kind != TOOL:
            yield f"{where} has {name} among its tools, which is no tool"
        else:
            for tier in step.tiers:
                if not rows[name].quantity[tier]:
                    yield f"{where} needs the tool {name}, which is not listed for {tier}"
    if not step.pictures and not step.has_check:
        yield f"{where} has neither a picture nor a line `Check: …`"


def _sums(tier: str, guide: list[Step], rows: Mapping[str, Row]) -> Iterator[str]:
    used: Counter[str] = Counter()
    for step in guide:
        if tier in step.tiers:
            used.update(step.parts)
    for name, row in rows.items():
        if row.kind != TOOL and used[name] != row.quantity[tier]:
            have = row.quantity[tier]
            yield f"{tier}: the steps use {used[name]} x {name}, the list has {have}"


def _idle_tools(guide: list[Step], rows: Mapping[str, Row]) -> Iterator[str]:
    for name, row in rows.items():
        for tier in TIERS.values():
            needed = any(tier in step.tiers and name in step.tools for step in guide)
            if row.kind == TOOL and row.quantity[tier] and not needed:
                yield f"{tier}: no step needs the tool {name}"
