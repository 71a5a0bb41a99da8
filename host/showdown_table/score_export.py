"""A game's rounds and showdowns for other programs: JSON has everything, CSV the rounds. Pure."""

from __future__ import annotations

import csv
import io
import json
from typing import Any

import msgspec

from showdown_table.score_game import Game, Phase

COLUMNS = ("round", "player", "winner", "cards", "points", "gained", "score")


def to_json(game: Game) -> str:
    """Everything that counts, one object."""
    return json.dumps(_plain(game), indent=2, ensure_ascii=False) + "\n"


def to_csv(game: Game) -> str:
    """A line for each player in each round. `points` are of the hand, `cards` where tapped."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    for one in game.rounds:
        for seat, name in enumerate(game.names):
            writer.writerow(
                (
                    one.number,
                    _safe(name),
                    "yes" if seat == one.winner else "no",
                    " ".join(map(str, one.hands[seat].cards)),
                    one.points[seat],
                    one.gained[seat],
                    one.scores[seat],
                )
            )
    return out.getvalue()


def _safe(name: str) -> str:
    """A spreadsheet takes a name that begins like this for a formula."""
    return f"'{name}" if name[:1] in "=+-@" else name


def _plain(game: Game) -> dict[str, Any]:
    names, rules = game.names, game.setup.rules

    def name(seat: int) -> str | None:
        return names[seat] if seat >= 0 else None

    return {
        "game": game.setup.game,
        "began": game.setup.began,
        "players": list(names),
        "left": [names[seat] for seat, here in enumerate(game.here) if not here],
        "rules": {"deck": rules.deck, "scoring": rules.scoring, "target": rules.target},
        "over": game.phase is Phase.MATCH_OVER,
        "winners": [names[seat] for seat in game.winners],
        "scores": dict(zip(names, game.scores, strict=True)),
        "rounds": [
            {
                "round": one.number,
                "winner": name(one.winner),
                "hands": {
                    names[seat]: {"cards": list(hand.cards), "points": one.points[seat]}
                    for seat, hand in enumerate(one.hands)
                },
                "gained": dict(zip(names, one.gained, strict=True)),
                "scores": dict(zip(names, one.scores, strict=True)),
            }
            for one in game.rounds
        ],
        "showdowns": [
            {
                **msgspec.to_builtins(one.showdown),
                "round": one.round,
                "initiator": name(one.showdown.initiator),
                "defender": name(one.showdown.defender),
                "loser": name(one.showdown.loser),
            }
            for one in game.showdowns
        ],
        "penalties": [
            {"round": one.round, "player": name(one.seat), "cards": one.cards, "why": one.why}
            for one in game.penalties
        ],
    }
