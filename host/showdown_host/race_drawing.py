"""Shapes by class, so that one style serves light and dark; the same bytes every time."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from xml.sax.saxutils import escape, quoteattr

_NO_TEXT = re.compile(
    "[^\\t\\n\\r -\\ud7ff\\ue000-\\ufffd\\U00010000-\\U0010ffff]|[\\u202a-\\u202e\\u2066-\\u2069]"
)
"""What XML cannot hold, and what would turn the letters around it the other way."""


def number(value: float) -> str:
    """At most one decimal, none where it is whole."""
    return f"{value:.1f}".removesuffix(".0")


def plain(text: str) -> str:
    """Text as XML may hold it."""
    return escape(_NO_TEXT.sub("\N{REPLACEMENT CHARACTER}", text))


@dataclass(slots=True)
class Drawing:
    """Elements, from back to front."""

    parts: list[str] = field(default_factory=list)

    def rect(self, cls: str, x: float, y: float, width: float, height: float) -> None:
        """A box; at least a pixel wide, so that it can be seen."""
        self._add("rect", cls, x=x, y=y, width=max(width, 1), height=height)

    def line(self, cls: str, x1: float, y1: float, x2: float, y2: float) -> None:
        """A straight line."""
        self._add("line", cls, x1=x1, y1=y1, x2=x2, y2=y2)

    def path(self, cls: str, d: str) -> None:
        """A path."""
        self.parts.append(f"<path class={quoteattr(cls)} d={quoteattr(d)}/>")

    def circle(self, cls: str, x: float, y: float, r: float) -> None:
        """A disc or a ring."""
        self._add("circle", cls, cx=x, cy=y, r=r)

    def text(self, cls: str, x: float, y: float, words: str, anchor: str = "start") -> None:
        """One line of text, `y` its foot."""
        self.parts.append(
            f'<text class={quoteattr(cls)} x="{number(x)}" y="{number(y)}"'
            f' text-anchor="{anchor}">{plain(words)}</text>'
        )

    def document(self, width: int, height: int, title: str, style: str) -> str:
        """The whole file."""
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"'
            f' width="{width}" height="{height}" role="img">\n'
            f"<title>{plain(title)}</title>\n<style>{style}</style>\n"
        )
        return head + "\n".join(self.parts) + "\n</svg>\n"

    def _add(self, name: str, cls: str, **sizes: float) -> None:
        told = "".join(f' {key}="{number(value)}"' for key, value in sizes.items())
        self.parts.append(f"<{name} class={quoteattr(cls)}{told}/>")
