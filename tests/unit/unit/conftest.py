"""Every unit of these tests is closed at its test's end."""

from unit_kit import make_world

__all__ = ["make_world"]
