"""Several people at one keyboard: nobody sees another's hand."""

from __future__ import annotations

from play_kit import ANA, BO, CY, at_match, lay
from showdown_rules.actions import Play
from showdown_rules.cards import Colour
from showdown_rules.events import Challenged, Played, Reflipped, UnoCalled, UnoCaught

PEOPLE = ("", "", "")
RARE = {ANA: ("red 7", "red 8", "red 2"), BO: ("red 9", "blue skip"), CY: ("green reverse", "wild")}


def hidden_on_screen(match) -> list[str]:
    """Cards on the screen that lie in hands which whoever looks may not see."""
    state, looks = match.state, match.app.seats.looks
    hidden, known = set(), list(state.discard)
    for seat, hand in enumerate(state.hands):
        if seat == looks:
            known += hand
        else:
            hidden |= set(hand)
    for event in match.table.log:
        if isinstance(event, Played | Reflipped):
            known.append(event.card)
        elif isinstance(event, Challenged) and event.seat == looks:
            known += event.hand
    label, text = match.app.words.label, match.text
    open_to_all = [label(card) for card in known]
    found = {label(card) for card in hidden if label(card) in text}
    return [one for one in found if not any(one in other for other in open_to_all)]


def test_the_keyboard_is_passed_on_with_the_hands_hidden(tmp_path):
    async def play(match):
        await match.lay(RARE)
        match.shown("curtain")
        assert match.app.seats.looks == -1
        for label in ("red 7", "red 9", "green Reverse"):
            assert label not in match.text
        await match.keys("1 d k")  # nobody has the keyboard
        assert match.table.acted == 0
        await match.keys("enter")
        match.shown("curtain-open")
        assert "red 7" in match.text
        assert "red 9" not in match.text
        await match.keys("1")
        assert "Pass the keyboard to Bo" in match.text
        assert "red 8" not in match.text
        await match.tap("I am Bo")
        assert "red 9" in match.text

    at_match(tmp_path, play, bots=PEOPLE)


def test_no_screen_of_a_round_shows_another_hand(tmp_path):
    async def play(match):
        seen = set()
        for _ in range(150):
            seen.add(match.screen)
            if match.screen == "RoundScreen":
                break  # all hands lie open now
            assert hidden_on_screen(match) == [], match.text
            await match.keys(next_key(match))
        assert "RoundScreen" in seen

    at_match(tmp_path, play, bots=("", "", "random"), hand_size=2, seed="6")


def next_key(match) -> str:
    text = match.text
    if match.screen == "RaceScreen":
        return "enter" if "Go on" in text else "y" if "Press y" in text else "1"
    if "Say UNO?" in text:
        return "u"
    if match.screen != "TableScreen":
        return "enter" if match.screen == "TextPage" else "1"
    if "Pass the keyboard" in text or "can be played." in text:
        return "enter"
    if "Space skips" in text:
        return "space"
    if "accept it, or challenge it" in text:
        return "c"
    return "k" if "Keep it" in text or "Pass" in text else "d"


def test_the_hand_behind_a_wild_draw_four_is_shown_to_who_doubts_it_alone(tmp_path):
    def before(table):
        lay(table, {ANA: ("wild draw four", "green 8", "green 2"), BO: ("blue 1", "blue 2")})
        state = table.state
        wild = next(one for one in state.hands[ANA] if state.deck.label(one) == "wild draw four")
        table.act(Play(state.turn, ANA, wild, colour=Colour.BLUE))

    async def play(match):
        assert "green 8" not in match.text
        await match.keys("enter c")
        assert next(one for one in match.table.log if isinstance(one, Challenged)).hand
        assert "green 8" in match.text  # Bo looks
        await match.keys("enter")
        assert "Pass the keyboard to Cy" in match.text
        assert "green 8" not in match.text
        await match.keys("enter l")
        assert "green 8" not in match.text  # Cy reads the log

    at_match(tmp_path, play, bots=PEOPLE, before=before)


def test_uno_and_catching_ask_who_says_it(tmp_path):
    async def play(match):
        hands = {ANA: ("red 7",), BO: ("red 9", "blue skip"), CY: ("green reverse", "wild")}
        await match.lay(hands, seat=BO, uno_open=ANA)
        await match.keys("u")  # at the curtain: who forgot it
        assert next(one for one in match.table.log if isinstance(one, UnoCalled)).seat == ANA
        await match.lay(hands, seat=BO, uno_open=ANA, called=[False] * 3)
        await match.keys("g")
        match.shown("ask-who-catches")
        await match.tap("Cy")
        assert UnoCaught(ANA, CY) in match.table.log
        await match.lay(hands, seat=BO, uno_open=ANA, called=[False] * 3)
        await match.keys("enter u")
        match.shown("ask-who-uno")

    at_match(tmp_path, play, bots=PEOPLE)


def test_who_looks_catches_without_being_asked_who_does(tmp_path):
    async def play(match):
        hands = {ANA: ("red 7",), BO: ("red 9", "blue skip"), CY: ("green reverse", "wild")}
        await match.lay(hands, seat=BO, uno_open=ANA)
        await match.keys("enter g")
        assert match.screen == "TableScreen"
        assert UnoCaught(ANA, BO) in match.table.log

    at_match(tmp_path, play, bots=PEOPLE)


def test_the_hands_stay_hidden_while_a_bot_plays(tmp_path):
    async def play(match):
        await match.lay(RARE)
        await match.keys("enter 1")
        match.shown("hidden")
        assert "red 8" not in match.text

    at_match(tmp_path, play, bots=("", "greedy", ""))


def test_who_stays_alone_among_bots_needs_no_curtain(tmp_path):
    async def play(match):
        await match.lay(RARE)
        assert "red 7" not in match.text
        await match.keys("x 3")
        assert "red 7" in match.text

    at_match(tmp_path, play, bots=("", "greedy", ""))
