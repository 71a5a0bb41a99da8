"""KiCad's file form, S-expressions: read, search and written again, always with the same bytes.

A node is a list; its first item is its name. What stands in quotes is a `Quoted`, a bare word or
number is a plain `str`. Written are also `int`, `float` (at most four decimals) and `bool`.
"""

import re
from typing import Any, TypeAlias

Node: TypeAlias = list[Any]

_TOKEN = re.compile(r'\s*(?:(\()|(\))|"((?:[^"\\]|\\.)*)"|([^\s()"]+))')
_ESCAPED = re.compile(r"\\(.)", re.DOTALL)
_READ = {"n": "\n", "t": "\t", "r": "\r"}
_WRITE = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t", "\r": "\\r"}


class SexpError(ValueError):
    """A text is no S-expression; the text names the line."""


class Quoted(str):
    """Text that stands in quotes in the file."""

    __slots__ = ()


def loads(text: str) -> Node:
    """The one node that `text` holds; SexpError where it is cut off or holds more."""
    stack: list[Node] = []
    current: Node = []
    position = 0
    end = len(text.rstrip())
    while position < end:
        match = _TOKEN.match(text, position)
        if match is None:
            raise SexpError(f"line {_line(text, position)}: no S-expression here")
        position = match.end()
        opening, closing, quoted, word = match.groups()
        if opening:
            stack.append(current)
            current = []
        elif closing:
            if not stack:
                raise SexpError(f"line {_line(text, position)}: a closing bracket too many")
            done, current = current, stack.pop()
            current.append(done)
        elif quoted is not None:
            current.append(Quoted(_ESCAPED.sub(_unescape, quoted)))
        else:
            current.append(word)
    if stack:
        raise SexpError(f"line {_line(text, end)}: {len(stack)} bracket(s) still open at the end")
    if len(current) != 1 or not isinstance(current[0], list):
        raise SexpError(f"one node expected, found {len(current)}")
    return current[0]


def dumps(node: Node) -> str:
    """`node` as KiCad lays it out: nodes in nodes on lines of their own, tabs, a final newline."""
    return _write(node, 0) + "\n"


def children(node: Node, name: str) -> list[Node]:
    """The nodes called `name` directly in `node`, in their order."""
    return [item for item in node if isinstance(item, list) and item and item[0] == name]


def child(node: Node, name: str) -> Node | None:
    """The first node called `name` directly in `node`."""
    found = children(node, name)
    return found[0] if found else None


def value(node: Node, name: str, default: str = "") -> str:
    """The first value of the child `name`, or `default` where it is missing or empty."""
    found = child(node, name)
    return str(found[1]) if found is not None and len(found) > 1 else default


def number(amount: float) -> str:
    """`amount` with at most four decimals, no trailing zeros and no minus before a zero."""
    text = f"{amount:.4f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _write(item: Any, depth: int) -> str:
    if not isinstance(item, list):
        return _atom(item)
    head = 0
    while head < len(item) and not isinstance(item[head], list):
        head += 1
    words = " ".join(_atom(word) for word in item[:head])
    if head == len(item):
        return f"({words})"
    if item[0] == "pts":  # many short ones: KiCad keeps them on one line as well
        return f"({words} {' '.join(_write(entry, 0) for entry in item[head:])})"
    indent = "\n" + "\t" * (depth + 1)
    inner = "".join(indent + _write(entry, depth + 1) for entry in item[head:])
    return f"({words}{inner}\n{chr(9) * depth})"


def _atom(item: Any) -> str:
    if isinstance(item, Quoted):
        return '"' + "".join(_WRITE.get(letter, letter) for letter in item) + '"'
    if isinstance(item, bool):
        return "yes" if item else "no"
    if isinstance(item, float):
        return number(item)
    return str(item)


def _unescape(match: re.Match[str]) -> str:
    letter = match.group(1)
    return _READ.get(letter, letter)


def _line(text: str, position: int) -> int:
    return text.count("\n", 0, position) + 1
