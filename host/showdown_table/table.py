"""One match as it is played: the rules' state, and a file in which every action is kept."""

from __future__ import annotations

import hashlib
import json
import logging
import secrets
import threading
import unicodedata
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any, Self

from showdown_rules import codec, engine
from showdown_rules.actions import Action
from showdown_rules.cards import load_deck, parse_deck
from showdown_rules.events import Event, RoundEnded
from showdown_rules.ruleset import MAX_SEATS, MIN_SEATS, RuleSet
from showdown_rules.state import State
from showdown_table.store import SUFFIX, MatchFile, MatchFileError, read

logger = logging.getLogger(__name__)

Listener = Callable[[Action, list[Event]], None]

_HASH_EVERY = 50
_COURSE = 10  # hexadecimal digits: the ways that one match can be copied and go on are few
_ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"  # no i, l, o, u: they are read aloud


class Table:
    """One match. Any thread may call any method.

    An action is in the match file, durably, before `act` returns and before anybody is told.
    """

    def __init__(self, file: MatchFile, header: Mapping[str, Any], state: State) -> None:
        self._file = file
        self._header = header
        self._state = state
        self._log: list[Event] = []
        self._notes: list[dict[str, Any]] = []
        self._actions = 0
        self._course = hashlib.sha256(_line(header))
        self._lock = threading.RLock()
        self._listeners: list[Listener] = []
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
        check_names(names)
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
        state, events = _deal(header)
        path = place / f"{match_id}{SUFFIX}" if place.is_dir() else place
        table = cls(MatchFile.create(path, header), header, state)
        table._log.extend(events)
        return table

    @classmethod
    def resume(cls, path: Path) -> Self:
        """Go on with the match of a file, at its last action.

        MatchFileError: it is being played elsewhere, is no match file, was written by a newer
        version, or plays differently here than it did. The file stays as it is.
        """
        file, stored = MatchFile.open(path)
        try:
            table = cls(file, stored.header, _begin(stored.header, path)[0])
            table._replay(stored.records, path)
        except BaseException:
            file.close()
            raise
        return table

    # --- what is there ------------------------------------------------------------------------

    @property
    def state(self) -> State:
        """Now. Never change it; an action makes a new one."""
        return self._state

    @property
    def match_id(self) -> str:
        """The match's name, 12 letters and digits."""
        return str(self._header["match"])

    @property
    def course(self) -> str:
        """A short name of the deal and of all actions since."""
        with self._lock:
            return self._course.hexdigest()[:_COURSE]

    @property
    def names(self) -> tuple[str, ...]:
        """The players by seat."""
        return tuple(self._header["names"])

    @property
    def bots(self) -> tuple[str, ...]:
        """By seat: the kind of bot that plays it, "" for people."""
        return tuple(self._header["bots"])

    @property
    def path(self) -> Path:
        """The match file."""
        return self._file.path

    @property
    def acted(self) -> int:
        """How many actions there have been."""
        return self._actions

    @property
    def log(self) -> Sequence[Event]:
        """Everything that has happened in the match, also before it was taken up again.

        It knows all hands: `views.project` gives what a seat may see.
        """
        with self._lock:
            return tuple(self._log)

    @property
    def notes(self) -> Sequence[Mapping[str, Any]]:
        """What `note` has kept, oldest first."""
        with self._lock:
            return tuple(self._notes)

    def acting(self) -> tuple[int, ...]:
        """The seats that are waited for; (TABLE,) for the unit or the next round; () at the end."""
        return engine.acting(self._state)

    def legal(self, seat: int) -> list[Action]:
        """What a seat may do now."""
        return engine.legal_actions(self._state, seat)

    # --- what is done -------------------------------------------------------------------------

    def act(self, action: Action) -> list[Event]:
        """Do it; what happened. Listeners are told before this returns.

        IllegalAction: the rules refuse it. MatchFileError: it could not be kept. Either way
        nothing has changed.
        """
        with self._lock:
            state, events = engine.apply(self._state, action)
            records: list[dict[str, Any]] = [{"do": codec.action_to_plain(action)}]
            course = self._course.copy()
            course.update(_line(records[0]))
            actions = self._actions + 1
            if actions % _HASH_EVERY == 0 or any(type(one) is RoundEnded for one in events):
                records.append({"hash": codec.state_hash(state)})
            self._file.append(*records)
            self._state, self._actions, self._course = state, actions, course
            self._log.extend(events)
            self._untold.append((action, events))
            self._tell()
        return events

    def listen(self, listener: Listener) -> Callable[[], None]:
        """Have every action from now on told, in order; the result ends that.

        It is called by the thread that acted: it hands over and returns, and never waits for
        another thread.
        """
        with self._lock:
            self._listeners.append(listener)

        def end() -> None:
            with self._lock:
                if listener in self._listeners:
                    self._listeners.remove(listener)

        return end

    def note(self, **members: Any) -> None:
        """Keep something beside the actions, durably; plain data."""
        with self._lock:
            self._file.append({"note": members})
            self._notes.append(members)

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
                action, events = self._untold.popleft()
                for listener in list(self._listeners):
                    try:
                        listener(action, events)
                    except Exception:
                        # What is done is done, and the others have to hear of it.
                        logger.exception("a listener failed at %s", action)
        finally:
            self._telling = False

    def _replay(self, records: Sequence[Mapping[str, Any]], path: Path) -> None:
        self._state, events = _begin(self._header, path)
        self._log.extend(events)
        for number, record in enumerate(records, 2):
            if "do" in record:
                try:
                    action = codec.action_from_plain(record["do"])
                    self._state, events = engine.apply(self._state, action)
                except ValueError as error:  # IllegalAction is one
                    raise _differs(path, number, str(error)) from error
                self._log.extend(events)
                self._actions += 1
                self._course.update(_line({"do": codec.action_to_plain(action)}))
            elif "hash" in record:
                if record["hash"] != codec.state_hash(self._state):
                    raise _differs(path, number, "the cards lie differently")
            elif "note" in record:
                self._notes.append(record["note"])
            else:
                msg = f"{path}, line {number}: unknown {', '.join(record)}"
                raise MatchFileError(msg)


def deck_text(name: str) -> str:
    """The text of a deck that comes with the rules: `showdown` or `encanto`. DeckError."""
    load_deck(name)
    return (files("showdown_rules") / "decks" / f"{name}.toml").read_text("utf-8")


def check_names(names: Sequence[str]) -> None:
    """Refuse, by ValueError, names that the unit would refuse, and ones that are the same."""
    if not MIN_SEATS <= len(names) <= MAX_SEATS:
        msg = f"{len(names)} players: a match has {MIN_SEATS} to {MAX_SEATS}"
        raise ValueError(msg)
    for name in names:
        if not name.strip() or len(name) > 32 or len(name.encode()) > 64:
            msg = f"the name {name!r}: 1 to 32 characters, at most 64 bytes"
            raise ValueError(msg)
        if any(unicodedata.category(char) in {"Cc", "Cs", "Zl", "Zp"} for char in name):
            msg = f"the name {name!r} has a control character"
            raise ValueError(msg)
    twice = {name for name in names if list(names).count(name) > 1}
    if twice:
        msg = f"two players are called {', '.join(sorted(twice))}"
        raise ValueError(msg)


def peek(path: Path) -> tuple[Mapping[str, Any], State]:
    """The header and the present state of a match file, also while it is being played.

    Raises as `Table.resume`, but for the lock.
    """
    stored = read(path)
    state, _ = _begin(stored.header, path)
    for number, record in enumerate(stored.records, 2):
        if "do" in record:
            try:
                engine.step(state, codec.action_from_plain(record["do"]), None)
            except ValueError as error:  # IllegalAction is one
                raise _differs(path, number, str(error)) from error
    return stored.header, state


def _begin(header: Mapping[str, Any], path: Path) -> tuple[State, list[Event]]:
    try:
        names = header["names"]
        if len(header["bots"]) != len(names) or type(header["match"]) is not str:
            raise ValueError("names, bots or match")
        return _deal(header)
    except (KeyError, TypeError, ValueError) as error:
        msg = f"{path}: its first line is not understood: {error!r}"
        raise MatchFileError(msg) from error


def _deal(header: Mapping[str, Any]) -> tuple[State, list[Event]]:
    rules = codec.ruleset_from_plain(header["rules"])
    deck = parse_deck(header["deck"], "the match's deck")
    return engine.new_match(rules, deck, len(header["names"]), header["seed"])


def _line(plain: Mapping[str, Any]) -> bytes:
    """The same for the same, also after it was written and read."""
    kept = {key: value for key, value in plain.items() if key not in ("format", "version")}
    return json.dumps(kept, sort_keys=True, separators=(",", ":")).encode() + b"\n"


def _differs(path: Path, number: int, why: str) -> MatchFileError:
    return MatchFileError(
        f"{path}, line {number}: the match plays differently here than it did: {why}. "
        "The file is kept; go on with the version that wrote it"
    )
