"""What is asked before something is done: what belongs to a card, who says it, who leaves."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from textual.message import Message

from showdown_rules.actions import NOBODY, TABLE, Action, CallUno, Catch, Leave, Play, Spoke
from showdown_rules.state import MATCH_OVER, ROUND_OVER
from showdown_rules.views import View, view
from showdown_table.play_dialogs import CarefulScreen, Option, PickScreen, TextPage
from showdown_table.play_hand import Hand
from showdown_table.play_seats import Seats
from showdown_table.play_words import Words, ordered
from showdown_table.table import Table
from showdown_table.widgets import AppScreen, PlayerRow


class AskingScreen(AppScreen[None]):
    """Asks, by small dialogs, and then sends `Wants`."""

    class Wants(Message):
        """Somebody wants to do this."""

        def __init__(self, action: Action) -> None:
            super().__init__()
            self.action = action

    def __init__(self, words: Words, table: Table, seats: Seats) -> None:
        super().__init__(words.texts)
        self.words = words
        self.table = table
        self.seats = seats

    @property
    def now(self) -> View:
        """What whoever looks may know."""
        return view(self.table.state, self.seats.looks)

    def mine(self) -> bool:
        """Whether somebody looks, and may try a turn."""
        return self.seats.looks != NOBODY

    def want(self, action: Action) -> None:
        """Have it done, or refused."""
        self.post_message(self.Wants(action))

    # --- a card -------------------------------------------------------------------------------

    def action_card(self, place: int) -> None:
        """By its digit."""
        if self.mine():
            self.query_one(Hand).choose(place)

    def on_hand_chosen(self, event: Hand.Chosen) -> None:
        """Ask for what belongs to it, then play it."""
        if not self.mine():
            return
        now = self.now
        plays = [
            one
            for one in self.table.legal(now.seat)
            if isinstance(one, Play) and one.card == event.card
        ]
        self._narrow(plays or [Play(now.turn, now.seat, event.card)])

    def _narrow(self, plays: Sequence[Play]) -> None:
        """Ask what is still open, one after the other."""
        for name, ask in (
            ("colour", self._ask_colour),
            ("opponent", self._ask_opponent),
            ("cards", self._ask_cards),
            ("uno", self._ask_uno),
        ):
            values = sorted({int(getattr(one, name)) for one in plays})
            if len(values) > 1:
                self._ask(ask(plays[0].card, values), self._narrower(plays, name))
                return
        self.want(plays[0])

    def _narrower(self, plays: Sequence[Play], name: str) -> Callable[[int], None]:
        def chosen(value: int) -> None:
            self._narrow([one for one in plays if int(getattr(one, name)) == value])

        return chosen

    def _ask(self, screen: PickScreen, then: Callable[[int], None]) -> None:
        self.app.push_screen(screen, lambda value: None if value is None else then(value))

    def _ask_colour(self, card: int, values: Sequence[int]) -> PickScreen:
        sentences = self.words.sentences()
        now = self.now
        options = []
        for colour in values:
            held = sum(now.deck.colours[one] == colour for one in now.hand)
            name = sentences.colour(colour)
            options.append(Option(name, self.say("play-ask-colour-held", cards=held), colour))
        return self._pick("play-ask-colour", card, options)

    def _ask_opponent(self, card: int, values: Sequence[int]) -> PickScreen:
        now = self.now
        options = [
            Option(
                self.words.names[seat],
                self.say("play-ask-opponent-why", cards=now.sizes[seat]),
                seat,
            )
            for seat in now.others()
            if seat in values
        ]
        return self._pick("play-ask-opponent", card, options)

    def _ask_cards(self, card: int, values: Sequence[int]) -> PickScreen:
        options = [Option(str(value), self.say("play-ask-cards-why"), value) for value in values]
        return self._pick("play-ask-cards", card, options)

    def _ask_uno(self, card: int, values: Sequence[int]) -> PickScreen:
        del card, values
        say = self.say
        options = [
            Option(say("play-ask-uno-yes"), say("play-ask-uno-yes-why"), 1),
            Option(say("play-ask-uno-no"), say("play-ask-uno-no-why"), 0),
        ]
        return PickScreen(self.texts, say("play-ask-uno"), options, keys="un")

    def _pick(self, key: str, card: int, options: Sequence[Option]) -> PickScreen:
        rest = [one for one in ordered(self.words.deck, self.now.hand) if one != card]
        note = self.say("play-ask-hand", list=self.words.listed(rest)) if rest else ""
        return PickScreen(self.texts, self.say(key, card=self.words.label(card)), options, note)

    # --- what is said at any time -------------------------------------------------------------

    def _people(self, key: str, seats: Sequence[int]) -> PickScreen:
        options = [Option(self.words.names[seat], "", seat) for seat in seats]
        return PickScreen(self.texts, self.say(key), options)

    def _one_of(self, key: str, seats: Sequence[int], then: Callable[[int], None]) -> None:
        if len(seats) == 1:
            then(seats[0])
        elif seats:
            self._ask(self._people(key, seats), then)

    def action_do_uno(self) -> None:
        """Whoever looks says UNO; or who did, where several sit there."""
        state, looks = self.table.state, self.seats.looks
        people = list(self.seats.people)
        if looks != NOBODY and state.uno_open in (NOBODY, looks):
            people = [looks]
        elif state.uno_open in people and len(people) > 1 and looks == NOBODY:
            people = [state.uno_open]
        self._one_of("play-ask-who-uno", people, lambda seat: self.want(CallUno(state.turn, seat)))

    def action_do_catch(self) -> None:
        """Whoever looks has caught somebody; or who has, where several sit there."""
        self._catch(self.table.state.uno_open)

    def _catch(self, target: int) -> None:
        state, looks = self.table.state, self.seats.looks
        people = [seat for seat in self.seats.people if seat != target]

        def by(seat: int) -> None:
            others = [one for one in range(state.seats) if state.here[one] and one != seat]
            targets = others if target == NOBODY else [target]
            self._one_of(
                "play-ask-whom-catch",
                targets,
                lambda whom: self.want(Catch(state.turn, seat, whom)),
            )

        if looks in people:
            people = [looks]
        self._one_of("play-ask-who-catches", people, by)

    def action_do_spoke(self) -> None:
        """Somebody talked who may not."""
        state = self.table.state
        silent = [seat for seat, mute in enumerate(state.silenced) if mute]
        self._one_of(
            "play-ask-who-spoke", silent, lambda seat: self.want(Spoke(state.turn, TABLE, seat))
        )

    def action_leave(self) -> None:
        """Somebody has to go."""
        state = self.table.state
        if state.phase == MATCH_OVER:
            return
        here = [seat for seat in range(state.seats) if state.here[seat]]
        options = [Option(self.words.names[seat], "", seat) for seat in here]
        self._ask(
            CarefulScreen(self.texts, self.say("play-ask-who-leaves"), options),
            lambda seat: self.want(Leave(self.table.state.turn, TABLE, seat)),
        )

    def on_player_row_opened(self, event: PlayerRow.Opened) -> None:
        """What can be done for that player."""
        seat = event.seat
        if not self.table.state.here[seat] or self.table.state.phase >= ROUND_OVER:
            return
        say = self.say
        options = [Option(say("play-catch"), say("play-catch-why"), 0)]
        if self.table.state.silenced[seat]:
            cards = self.table.state.rules.talk_penalty
            options.append(Option(say("play-spoke"), say("play-spoke-why", cards=cards), 1))
        options.append(Option(say("play-leave"), say("score-player-leave-why"), 2))

        def chosen(what: int) -> None:
            turn = self.table.state.turn
            if what == 0:
                self._catch(seat)
            else:
                self.want(Spoke(turn, TABLE, seat) if what == 1 else Leave(turn, TABLE, seat))

        self._ask(PickScreen(self.texts, self.words.names[seat], options), chosen)

    # --- pages --------------------------------------------------------------------------------

    def action_log(self) -> None:
        """All that happened in this round and a while before."""
        text = "\n".join(self.words.told(self.seats.looks, 300))
        self.app.push_screen(TextPage(self.texts, self.say("play-log"), text, at_end=True))

    def action_help(self) -> None:
        """How it works."""
        title, text = self.say("play-help-title"), self.say("play-help-text")
        self.app.push_screen(TextPage(self.texts, title, text))
