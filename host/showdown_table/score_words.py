"""What the companion says: of entries, rounds, showdowns and refusals. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from showdown_table.score_entries import (
    NOBODY,
    Caught,
    Deal,
    Entry,
    Hand,
    Leave,
    NextRound,
    Rename,
    RoundOver,
    Setup,
    Showdown,
    Silence,
    Skip,
    Spoke,
    Turn,
    Uno,
)
from showdown_table.score_game import Fought, Game, Phase, Round, ScoreError
from showdown_table.store import MatchFileError
from showdown_table.texts import Texts


def told(texts: Texts, before: Game, entry: Entry, after: Game) -> str:
    """What an entry came to, in a sentence or two."""
    say, names = texts.say, after.names
    key = f"score-told-{kind(entry)}"
    now = names[after.seat]
    match entry:
        case Skip():
            return say(key, skipped=names[before.following], next=now)
        case Showdown():
            loser = entry.loser
            winner = entry.defender if loser == entry.initiator else entry.initiator
            values = {"winner": names[winner], "loser": names[loser], "next": now}
            key = key if entry.cards else f"{key}-bare"
            return say(key, cards=entry.cards, **values)
        case Uno():
            key = f"{key}-frees" if any(before.silenced) else key
            return say(key, player=names[entry.seat])
        case Caught() | Spoke():
            cards = after.penalties[-1].cards
            return say(key, player=names[entry.seat], cards=cards)
        case RoundOver():
            return _round_over(texts, after)
        case NextRound():
            return say(key, round=after.round, dealer=names[after.dealer], player=now)
        case Deal():
            return say(key, player=names[entry.dealer])
        case Leave() if after.winners:
            return f"{say(key, player=names[entry.seat])} {_winners(texts, after)}"
        case Turn() | Silence() | Leave() | Rename():
            return say(key, player=names[entry.seat], next=now)
    direction = say("direction-left" if after.direction > 0 else "direction-right")
    return say(key, player=names[before.seat], next=now, direction=direction)


def kind(entry: Entry) -> str:
    """The entry's name in texts: `round-over`."""
    return str(entry.__struct_config__.tag).replace("_", "-")


def last_round(texts: Texts, game: Game) -> str:
    """How the last round, and the game with it, ended."""
    return _round_over(texts, game) if game.rounds else ""


def _round_over(texts: Texts, game: Game) -> str:
    one = game.rounds[-1]
    rules = game.setup.rules
    if one.winner == NOBODY:
        return texts.say("score-told-round-over-nobody", round=one.number)
    form = {"low": "-low", "one_round": "-plain"}.get(rules.scoring, "")
    text = texts.say(
        f"score-told-round-over{form}",
        player=game.names[one.winner],
        round=one.number,
        points=one.gained[one.winner],
    )
    if not game.winners or rules.scoring == "one_round":
        return text
    return f"{text} {_winners(texts, game)}"


def _winners(texts: Texts, game: Game) -> str:
    names = texts.join([game.names[seat] for seat in game.winners])
    return texts.say("score-told-match-over", count=len(game.winners), winners=names)


def prompt(texts: Texts, game: Game) -> str:
    """What is to be done now."""
    player, dealer = game.names[game.seat], game.names[game.dealer]
    if game.phase is Phase.MATCH_OVER:
        return texts.say("score-prompt-match-over")
    if game.phase is Phase.ROUND_OVER:
        return texts.say("score-prompt-round-over", dealer=next_dealer(game))
    if game.turn == 1:
        return texts.say("score-prompt-first", player=player, dealer=dealer)
    return texts.say("score-prompt-turn", player=player)


def next_dealer(game: Game) -> str:
    """The name of who deals the next round."""
    stays = game.here[game.dealer] and not game.setup.rules.rotate_dealer
    return game.names[game.dealer if stays else game.after(game.dealer, 1)]


def rules_line(texts: Texts, setup: Setup) -> str:
    """The game and how it is won."""
    rules = setup.rules
    return texts.say(
        "score-rules",
        game=texts.say(f"score-game-{rules.deck}"),
        scoring=texts.say(f"score-scoring-{rules.scoring.replace('_', '-')}"),
        target=0 if rules.scoring == "one_round" else rules.target,
    )


def scores(game: Game) -> str:
    """All scores by seat."""
    return " · ".join(str(score) for score in game.scores)


def refusal(texts: Texts, error: Exception) -> str:
    """Why something cannot be."""
    if isinstance(error, ScoreError):
        return texts.say(f"score-no-{error.code}", **error.values)
    if isinstance(error, MatchFileError):
        return texts.say("score-no-file", problem=str(error))
    return str(error)


def hand(cards: Sequence[int]) -> str:
    """Tapped cards, as they were tapped."""
    return " ".join(str(value) for value in cards)


def round_lines(texts: Texts, game: Game, one: Round) -> list[str]:
    """A round in the history: who won, then each hand and score."""
    if one.winner == NOBODY:
        lines = [texts.say("score-history-round-drawn", round=one.number)]
    else:
        winner = game.names[one.winner]
        lines = [texts.say("score-history-round", round=one.number, winner=winner)]
    for seat, name in enumerate(game.names):
        held: Hand = one.hands[seat]
        parts = [f"{one.gained[seat]:+5d} = {one.scores[seat]:4d}"]
        if held.total or held.cards:
            parts.append(f"({hand(held.cards) or texts.say('count-points', points=held.total)})")
        lines.append(f"  {name:16} {'  '.join(parts)}")
    return lines


def showdown_line(texts: Texts, game: Game, fought: Fought) -> str:
    """A showdown in the history, with its times where the unit measured them."""
    one = fought.showdown
    winner = one.defender if one.loser == one.initiator else one.initiator
    text = texts.say(
        "score-history-showdown",
        round=fought.round,
        winner=game.names[winner],
        loser=game.names[one.loser],
        cards=one.cards,
    )
    if one.outcome in ("false_start", "anticipated"):
        early = texts.say("score-history-showdown-early", player=game.names[one.loser])
        return f"{text} ({early})"
    both = ((one.initiator, one.reaction_us[0]), (one.defender, one.reaction_us[1]))
    facts = [
        texts.say("score-history-showdown-ms", player=game.names[seat], ms=round(us / 1000))
        for seat, us in both
        if us is not None
    ]
    return f"{text} ({', '.join(facts)})" if facts else text


def history(texts: Texts, game: Game) -> list[str]:
    """Rounds, showdowns and penalties, as lines."""
    lines: list[str] = [texts.say("score-history-rounds")]
    for one in game.rounds:
        lines += round_lines(texts, game, one)
    lines += _none_if_empty(texts, bool(game.rounds))
    lines += ["", texts.say("score-history-showdowns")]
    lines += [showdown_line(texts, game, one) for one in game.showdowns]
    lines += _none_if_empty(texts, bool(game.showdowns))
    lines += ["", texts.say("score-history-penalties")]
    lines += [
        texts.say(
            f"score-history-penalty-{penalty.why}",
            round=penalty.round,
            player=game.names[penalty.seat],
            cards=penalty.cards,
        )
        for penalty in game.penalties
    ]
    return lines + _none_if_empty(texts, bool(game.penalties))


def game_line(texts: Texts, game: Game) -> str:
    """A game in the list of games."""
    if game.winners:
        names = texts.join([game.names[seat] for seat in game.winners])
        state = texts.say("score-games-won", names=names)
    else:
        state = texts.say("score-games-open", round=game.round, scores=scores(game))
    began = game.setup.began.replace("T", " ")
    names = texts.join(list(game.names))
    return texts.say("score-games-line", began=began, names=names, state=state)


def _none_if_empty(texts: Texts, some: bool) -> list[str]:
    return [] if some else [f"  {texts.say('score-history-none')}"]
