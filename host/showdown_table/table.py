"""One match as it is played: the rules' state, and a file in which every action is kept."""

from __future__ import annotations

import secrets
import threading
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any, Self

from showdown_rules import codec, engine
from showdown_rules.actions import Action
from showdown_rules.cards import load_deck
from showdown_rules.events import Event, RoundEnded
from showdown_rules.ruleset import RuleSet
from showdown_rules.state import State
from showdown_table.match_replay import Replay, check_names, replay
from showdown_table.showdowns import Listener, Listeners
from showdown_table.store import SUFFIX, MatchFile, read

_HASH_EVERY = 50
_ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"  # no i, l, o, u: they are read aloud


class Table:
    """One match. Any thread may call any method.

    An action is in the match file, durably, before `act` returns and before anybody is told.
    """

    def __init__(self, file: MatchFile, match: Replay) -> None:
        self._file = file
        self._match = match
        self._lock = threading.RLock()
        self._listeners = Listeners()
        self._untold: deque[tuple[Action, list[Event]]] = deque()
        self._telling = False

    @classmethod
    def new(
        cls,
        place: Path,
        rules: RuleSet,
        deck: str,
        names: Sequence[str],
        *,
        bots: Sequence[str] | None = None,
        seed: str = "",
    ) -> Self:
        """Begin a match; its first round is dealt.

        `place`: the new match file, or an existing folder for it. `deck`: a deck file's text, see
        `deck_text`. `names`: by seat, each another, fit for the unit. `bots`: by seat, the
        bot's kind, "" for people. `seed`: of all chance; none: a secret one. Raises ValueError,
        DeckError, MatchFileError.
        """
        names = check_names(names)
        kinds = list(bots or [""] * len(names))
        if len(kinds) != len(names):
            msg = f"{len(kinds)} kinds of players for {len(names)} seats"
            raise ValueError(msg)
        match_id = "".join(secrets.choice(_ALPHABET) for _ in range(12))
        header = {
            "match": match_id,
            "rules": codec.ruleset_to_plain(rules),
            "deck": deck,
            "names": list(names),
            "bots": kinds,
            "seed": seed or secrets.token_hex(16),
        }
        match = Replay.deal(header)
        path = place / f"{match_id}{SUFFIX}" if place.is_dir() else place
        return cls(MatchFile.create(path, header), match)

    @classmethod
    def resume(cls, path: Path) -> Self:
        """Go on with the match of a file, at its last action.

        MatchFileError: it is being played elsewhere, is no match file, was written by a newer
        version, or plays differently here than it did. The file stays as it is.
        """
        file, stored = MatchFile.open(path)
        try:
            return cls(file, replay(stored, path))
        except BaseException:
            file.close()
            raise

    # --- what is there ------------------------------------------------------------------------

    @property
    def state(self) -> State:
        """Now. Never change it; an action makes a new one."""
        return self._match.state

    @property
    def match_id(self) -> str:
        """The match's name, 12 letters and digits."""
        return str(self._match.header["match"])

    @property
    def course(self) -> str:
        """A short name of the deal and of all actions since."""
        with self._lock:
            return self._match.course

    @property
    def names(self) -> tuple[str, ...]:
        """The players by seat."""
        return tuple(self._match.header["names"])

    @property
    def bots(self) -> tuple[str, ...]:
        """By seat: the kind of bot that plays it, "" for people."""
        return tuple(self._match.header["bots"])

    @property
    def path(self) -> Path:
        """The match file."""
        return self._file.path

    @property
    def acted(self) -> int:
        """How many actions there have been."""
        return self._match.actions

    @property
    def log(self) -> Sequence[Event]:
        """Everything that has happened in the match, also before it was taken up again.

        It knows all hands: `views.project` gives what a seat may see.
        """
        with self._lock:
            return tuple(self._match.log)

    @property
    def notes(self) -> Sequence[Mapping[str, Any]]:
        """What `note` has kept, oldest first."""
        with self._lock:
            return tuple(self._match.notes)

    def acting(self) -> tuple[int, ...]:
        """The seats that are waited for; (TABLE,) for the unit or the next round; () at the end."""
        return engine.acting(self.state)

    def legal(self, seat: int) -> list[Action]:
        """What a seat may do now."""
        return engine.legal_actions(self.state, seat)

    # --- what is done -------------------------------------------------------------------------

    def act(self, action: Action) -> list[Event]:
        """Do it; what happened. Listeners are told before this returns.

        IllegalAction: the rules refuse it. MatchFileError: it could not be kept. Either way
        nothing has changed.
        """
        with self._lock:
            state, events = engine.apply(self.state, action)
            records: list[dict[str, Any]] = [{"do": codec.action_to_plain(action)}]
            if (self._match.actions + 1) % _HASH_EVERY == 0 or any(
                type(one) is RoundEnded for one in events
            ):
                records.append({"hash": codec.state_hash(state)})
            self._file.append(*records)
            self._match.acted(action, state, events)
            self._untold.append((action, events))
            self._tell()
        return events

    def listen(self, listener: Listener) -> Callable[[], None]:
        """Have every action from now on told, in order; the result ends that.

        It is called by the thread that acted: it hands over and returns, and never waits for
        another thread.
        """
        return self._listeners.add(listener)

    def note(self, **members: Any) -> None:
        """Keep something beside the actions, durably; plain data."""
        with self._lock:
            self._file.append({"note": members})
            self._match.notes.append(members)

    def close(self) -> None:
        """Let the match file go; `resume` goes on."""
        with self._lock:
            self._file.close()

    # --- inside -------------------------------------------------------------------------------

    def _tell(self) -> None:
        if self._telling:  # a listener acts: the others first hear what made it act
            return
        self._telling = True
        try:
            while self._untold:
                self._listeners.tell(*self._untold.popleft())
        finally:
            self._telling = False


def deck_text(name: str) -> str:
    """The text of a deck that comes with the rules: `showdown` or `encanto`. DeckError."""
    load_deck(name)
    return (files("showdown_rules") / "decks" / f"{name}.toml").read_text("utf-8")


def peek(path: Path) -> tuple[Mapping[str, Any], State]:
    """The header and the present state of a match file, also while it is being played.

    Raises as `Table.resume`, but for the lock.
    """
    match = replay(read(path), path)
    return match.header, match.state
