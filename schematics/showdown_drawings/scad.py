"""The numbers of an OpenSCAD parameter file, without OpenSCAD.

It reads assignments of numbers, vectors, true and false, and expressions of them with `+ - * /`,
comparison, `a ? b : c`, indices and the functions below (angles in degrees, as OpenSCAD has them).
"""

import ast
import math
import operator
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

MECHANICS = Path(__file__).resolve().parents[1] / "mechanics"
PARAMETERS = MECHANICS / "parameters.scad"

_ASSIGNMENT = re.compile(r"^(\w+)\s*=\s*([^;]+);", re.MULTILINE)
_CHOICE = re.compile(r"^([^?]+)\?([^:]+):(.+)$", re.DOTALL)
_CONSTANTS = {"PI": math.pi, "true": True, "false": False}
_FUNCTIONS: dict[str, Callable[..., float]] = {
    "sin": lambda degrees: math.sin(math.radians(degrees)),
    "cos": lambda degrees: math.cos(math.radians(degrees)),
    "tan": lambda degrees: math.tan(math.radians(degrees)),
    "asin": lambda ratio: math.degrees(math.asin(ratio)),
    "atan": lambda ratio: math.degrees(math.atan(ratio)),
    "sqrt": math.sqrt,
    "max": max,
    "min": min,
}
_OPERATORS: dict[type[ast.AST], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.Gt: operator.gt,
    ast.Lt: operator.lt,
    ast.Eq: operator.eq,
}


class ScadError(ValueError):
    """A number was asked for that this reader could not work out; the text names it."""


class Numbers(dict[str, Any]):
    """Name to value. Asking for one that could not be worked out raises ScadError with the why."""

    def __init__(self, where: str) -> None:
        super().__init__()
        self.where = where
        self.unread: dict[str, str] = {}

    def __missing__(self, name: str) -> Any:
        why = self.unread.get(name, "no assignment of that name")
        raise ScadError(f"{self.where}: {name} cannot be read: {why}")


def parameters(path: Path = PARAMETERS) -> Numbers:
    """Every top-level assignment, in the file's own units (mm and degrees)."""
    return numbers(path.read_text(encoding="utf-8"), path.name)


def numbers(text: str, where: str = "text") -> Numbers:
    """As `parameters`, of a text; `where` names it in errors."""
    bare = re.sub(r"//[^\n]*|/\*.*?\*/", "", text, flags=re.DOTALL)
    found = Numbers(where)
    found.update(_CONSTANTS)
    for name, expression in _ASSIGNMENT.findall(bare):
        try:
            found[name] = _value(expression.strip(), found)
        except (SyntaxError, ScadError, TypeError, ZeroDivisionError) as why:
            found.unread[name] = f"{expression.strip()} ({why})"
    for name in _CONSTANTS:
        del found[name]
    return found


def _value(expression: str, names: dict[str, Any]) -> Any:
    if choice := _CHOICE.match(expression):
        test, yes, no = (part.strip() for part in choice.groups())
        return _value(yes if _value(test, names) else no, names)
    return _walk(ast.parse(" ".join(expression.split()), mode="eval").body, names)


def _walk(node: ast.AST, names: dict[str, Any]) -> Any:
    match node:
        case ast.Constant(value=int() | float() | str() as value):
            return value
        case ast.Name(id=name):
            return names[name]
        case ast.List(elts=items):
            return [_walk(item, names) for item in items]
        case ast.UnaryOp(op=ast.USub(), operand=inner):
            return -_walk(inner, names)
        case ast.BinOp(left=left, op=op, right=right) if type(op) in _OPERATORS:
            return _OPERATORS[type(op)](_walk(left, names), _walk(right, names))
        case ast.Compare(left=left, ops=[op], comparators=[right]) if type(op) in _OPERATORS:
            return _OPERATORS[type(op)](_walk(left, names), _walk(right, names))
        case ast.Subscript(value=whole, slice=index):
            return _walk(whole, names)[int(_walk(index, names))]
        case ast.Call(func=ast.Name(id=name), args=args) if name in _FUNCTIONS:
            return _FUNCTIONS[name](*(_walk(arg, names) for arg in args))
    raise TypeError(f"no rule for {ast.dump(node)[:60]}")
