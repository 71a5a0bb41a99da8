"""Every option of the games in one record, and the two presets.

Where the printed rules are silent or contradict each other, the option's name, its choices and
our default stand here; docs/rules.md says why.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from functools import cache
from typing import Any, Literal, get_args, get_type_hints

MAX_SEATS = 10
MIN_SEATS = 2


class RuleSetError(ValueError):
    """An option that does not exist, or a value that it cannot have."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleSet:
    """What a match is played by. The defaults are the preset `showdown`."""

    deck: str = "showdown"
    hand_size: int = 7

    # The deal (AMB-2, AMB-3)
    dealer: Literal["random", "seat", "draw_high"] = "random"
    dealer_seat: int = 0  # the first dealer, with `seat`
    rotate_dealer: bool = True
    first_card: Literal["reflip_non_number", "classic_effects", "reflip_wild_only", "no_effect"] = (
        "reflip_non_number"
    )
    refused: Literal["reshuffle_into_pile", "bottom", "leave_under"] = "reshuffle_into_pile"

    # A turn (AMB-4 to AMB-9, AMB-15)
    icon_matches: bool = False
    play_drawn: Literal["may", "must", "never"] = "may"
    voluntary_draw: bool = True
    only_drawn_playable: bool = True  # after a voluntary draw, of all the hand
    shortage: Literal["draw_what_exists", "round_draw", "winner_by_points"] = "draw_what_exists"
    two_player_reverse: Literal["skip", "flip_only"] = "skip"

    # Wild Draw Four (AMB-11, AMB-12, AMB-17)
    wd4_test: Literal["colour", "colour_or_wild", "any_playable"] = "colour"
    wd4_enforce: Literal["bluff_allowed", "hard"] = "bluff_allowed"
    wd4_challenge: bool = True
    guilty: Literal["draws4", "draws4_and_card_back"] = "draws4"
    challenger_turn: Literal["plays", "loses"] = "plays"
    last_wd4_challenge: bool = True
    draw_before_scoring: bool = True

    # Showdowns (AMB-8, AMB-10, AMB-13, AMB-15, AMB-19)
    wild_showdown_min: int = 1
    wild_showdown_max: int = 3
    empty_showdown: Literal["bare_if_decides", "skip_showdown", "bare_showdown"] = "bare_if_decides"
    split_tie: Literal["rematch", "initiator_loses", "defender_loses", "each_takes_own"] = "rematch"
    max_rematches: int = 3  # then the initiator loses
    loser_skipped: bool = False
    variant_last_card: Literal["off", "one", "own_or_one"] = "off"

    # UNO (AMB-16)
    uno_penalty: int = 2
    false_catch_penalty: int = 0
    false_call_penalty: int = 0
    auto_uno: bool = False

    # Wild Don't Talk (AMB-20)
    talk_penalty: int = 3

    # The score (AMB-18)
    scoring: Literal["standard", "low", "one_round"] = "standard"
    target: int = 500
    tie: Literal["shared", "extra_round"] = "shared"

    # House rules (AMB-23)
    stacking: bool = False  # Draw Two on Draw Two, Wild Draw Four on Wild Draw Four
    jump_in: bool = False  # the same card, out of turn
    seven_zero: bool = False  # a 7 swaps hands with somebody, a 0 passes all hands on

    def __post_init__(self) -> None:
        """Refuse a value that its option cannot have."""
        for name, hint in _hints().items():
            _check(name, getattr(self, name), hint)
        if self.wild_showdown_min > self.wild_showdown_max:
            msg = (
                f"wild_showdown_min = {self.wild_showdown_min} is above"
                f" wild_showdown_max = {self.wild_showdown_max}"
            )
            raise RuleSetError(msg)


@cache
def _hints() -> dict[str, Any]:
    """What each option may be; to find it out takes milliseconds."""
    return get_type_hints(RuleSet)


_RANGES = {
    "hand_size": (1, 10),
    "dealer_seat": (0, MAX_SEATS - 1),
    "wild_showdown_min": (1, 10),
    "wild_showdown_max": (1, 10),
    "max_rematches": (0, 10),
    "uno_penalty": (0, 10),
    "false_catch_penalty": (0, 10),
    "false_call_penalty": (0, 10),
    "talk_penalty": (0, 10),
    "target": (1, 10_000),
}


def _check(name: str, value: object, hint: Any) -> None:
    choices = get_args(hint)
    if choices:
        if value not in choices:
            msg = f"{name} = {value!r}: it is one of {', '.join(map(str, choices))}"
            raise RuleSetError(msg)
    elif type(value) is not hint:
        msg = f"{name} = {value!r}: it is of type {hint.__name__}"
        raise RuleSetError(msg)
    elif name in _RANGES:
        low, high = _RANGES[name]
        if not low <= int(str(value)) <= high:
            msg = f"{name} = {value!r}: it is from {low} to {high}"
            raise RuleSetError(msg)


PRESETS = {
    "showdown": RuleSet(),
    "encanto": RuleSet(deck="encanto", wd4_test="colour_or_wild", scoring="one_round"),
}


def ruleset(preset: str, **options: Any) -> RuleSet:
    """A preset with some options changed. RuleSetError names what does not exist."""
    if preset not in PRESETS:
        msg = f"no preset is called {preset!r}; there are {', '.join(PRESETS)}"
        raise RuleSetError(msg)
    known = {field.name for field in fields(RuleSet)}
    unknown = options.keys() - known
    if unknown:
        there = ", ".join(sorted(known))
        msg = f"no option is called {', '.join(sorted(unknown))}; there are {there}"
        raise RuleSetError(msg)
    return replace(PRESETS[preset], **options)
