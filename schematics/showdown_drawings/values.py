"""A part's value as it stands in the parts list, read as a number.

`4k7`, `10k 1%`, `330`, `10n C0G 5%`, `1000u 10V`: the multiplier's letter may stand for the point.
"""

import re

_MULTIPLIER = {"p": 1e-12, "n": 1e-9, "u": 1e-6, "µ": 1e-6, "m": 1e-3, "": 1.0, "R": 1.0,
               "k": 1e3, "M": 1e6}  # fmt: skip
_AMOUNT = re.compile(r"(\d+)(?:\.(\d+))?([pnuµmRkM]?)(\d*)(?:Ω|ohm|F)?(?=\s|$)")
_TOLERANCE = re.compile(r"(\d+(?:\.\d+)?)\s?%")


class ValueFormError(ValueError):
    """A value is not of a form that can be read; the text holds it and what would be."""


def amount(value: str) -> float:
    """Ohms or farads: the first word of `value`. ValueFormError where it is no amount."""
    match = _AMOUNT.match(value)
    if match is None or (match[2] and match[4]):
        raise ValueFormError(f"{value!r} is no amount; write it as 4k7, 330, 10n or 3u3")
    fraction = match[2] or match[4] or "0"
    return float(f"{match[1]}.{fraction}") * _MULTIPLIER[match[3]]


def tolerance(value: str) -> float | None:
    """The share by which the part may be off, 0.05 for `5%`; None where the value does not say."""
    match = _TOLERANCE.search(value)
    return float(match[1]) / 100 if match else None
