"""A table: one game being played. `play` is the only door through which people and programs change a position."""

from __future__ import annotations

import base64
import binascii
import hashlib
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bestiary.engine.chance import commitment, key_of
from bestiary.engine.content import Edition
from bestiary.engine.errors import ConflictError, FaultError, IllegalError, MalformedError
from bestiary.engine.game import Game
from bestiary.engine.records import NOBODY, clone, put, record_bytes
from bestiary.engine.sight import sight, why_not
from bestiary.engine.trace import Event, new_trace
from bestiary.engine.views import Told


def check_fault(game: Game, state: Any) -> None:
    if int(state.fault):
        raise FaultError(f"{game.title}: the rules reached a case that cannot happen (fault {int(state.fault)})")


def start(game: Game, edition: Edition, options: Any, key: Any) -> tuple[Any, list[Event]]:
    """A new position, and the events of setting it up."""
    capacity = game.max_events
    while True:
        state, trace = game.state.new(), new_trace(capacity)
        game.setup(edition.box, state, options, key, trace)
        check_fault(game, state)
        if int(trace[0, 0]) <= capacity:
            return state, game.events.read(trace)
        capacity = int(trace[0, 0])


def play(game: Game, edition: Edition, state: Any, seat: int, action: int) -> list[Event]:
    """Checks an action, applies it, and returns what happened. What is refused changes nothing."""
    asked = game.seats_waiting(state)
    if not asked:
        raise ConflictError("the game is over")
    if not 0 <= seat < int(state.seats):
        raise MalformedError(f"there is no seat {seat}; seats are 0 to {int(state.seats) - 1}")
    action = game.actions.number(action)
    if seat not in asked:
        raise ConflictError(f"seat {seat} owes no decision now; asked are {', '.join(map(str, asked))}")
    if action not in game.legal_actions(edition, state, seat):
        clause = why_not(sight(game, edition, state, seat), action)
        if clause is None:
            raise FaultError(f"{game.title}: action {action} is not listed as legal, and no clause forbids it")
        raise IllegalError(f"{clause.sentence} ({clause.section})", clause.section, clause.number)
    before = clone(state)
    capacity = game.max_events
    while True:
        trace = new_trace(capacity)
        game.apply(edition.box, state, seat, action, trace)
        if int(trace[0, 0]) <= capacity:
            break
        capacity = int(trace[0, 0])
        put(state, before)
    if int(state.fault):
        try:
            check_fault(game, state)
        finally:
            put(state, before)
    return game.events.read(trace)


def position_hash(state: Any) -> str:
    """Names a position exactly, secrets included; without the key nobody can guess back from it."""
    return hashlib.sha256(record_bytes(state)).hexdigest()[:16]


@dataclass(frozen=True)
class Ply:
    """One decision that was made."""

    seat: int
    action: int
    hash: str
    events: tuple[Event, ...]


class Table:
    """A game in progress with its history; seeds make its deals checkable afterwards."""

    def __init__(
        self, game: Game, edition: Edition, options: Any, seed: bytes, seat_seeds: tuple[str, ...] = ()
    ) -> None:
        self.game, self.edition, self.options = game, edition, options
        self.seed, self.seat_seeds = seed, seat_seeds
        self.state, opening = start(game, edition, options, key_of(seed, seat_seeds))
        self.opening = tuple(opening)
        self.opening_hash = position_hash(self.state)
        self.log: list[Event] = list(opening)  # everything that happened so far
        self.plies: list[Ply] = []
        self._past: list[bytes] = []
        self.shown: Any = None  # what engine.seat keeps of the present position
        self.told_to_all: dict[int, Told] = {}  # and of the events

    @property
    def commitment(self) -> str:
        return commitment(self.seed)

    @property
    def is_over(self) -> bool:
        return not self.waiting()

    def waiting(self) -> list[int]:
        return self.game.seats_waiting(self.state)

    def legal(self, seat: int) -> list[int]:
        return self.game.legal_actions(self.edition, self.state, seat)

    def play(self, seat: int, action: int | str | Mapping[str, Any]) -> list[Event]:
        """Plays an action given as number, text or data."""
        action = self.game.actions.number(action)
        before = record_bytes(self.state)
        events = play(self.game, self.edition, self.state, seat, action)
        self._past.append(before)
        self.plies.append(Ply(seat, action, position_hash(self.state), tuple(events)))
        self.log += events
        return events

    def take_back(self, plies: int) -> None:
        """Forgets the last decisions."""
        if not 0 < plies <= len(self.plies):
            raise ConflictError(f"only {len(self.plies)} decisions were made")
        put(self.state, self.game.state.from_bytes(self._past[-plies]))
        forgotten = sum(len(ply.events) for ply in self.plies[-plies:])
        del self._past[-plies:], self.plies[-plies:], self.log[len(self.log) - forgotten :]
        self.told_to_all = {}

    def is_open(self, number: int) -> bool:
        """Can a decision be taken back without its maker having learnt anything since? It must not have been a secret
        one, and nothing that was unknown to its seat may have come to light: no draw, no reveal."""
        before: Any = self.game.state.from_bytes(self._past[number])
        now = self.state
        if any(self.game.events.by_name[e.name].owner for e in self.plies[number].events):
            return False
        for field in self.game.state.fields:
            if field.known == NOBODY:
                if before[field.name].tobytes() != now[field.name].tobytes():
                    return False
            elif field.is_secret:
                old, new = before[field.name], now[field.name]
                rows = [r for r in range(len(old)) if not field.seen_by(before, self.plies[number].seat, r)]
                if any(bool(((old[r] != new[r]) & (old[r] != 0)).any()) for r in rows):
                    return False
        return True

    def events(self) -> list[Event]:
        """Everything that happened so far."""
        return list(self.log)

    def faded(self) -> int:
        """How many of the events so far are not told again: with the option `memory` on, all before the last one that
        fades them, until the game is over."""
        if not self.game.fades or not int(self.options.memory) or self.is_over:
            return 0
        return max((n for n, e in enumerate(self.log) if e.name in self.game.fades), default=0)

    def knowledge(self, seat: int) -> Any:
        """The position as this seat knows it: all that a bot may be given."""
        hidden = clone(self.state)
        self.game.hide(hidden, seat)
        return hidden

    def told(self, events: list[Event], seat: int) -> list[str]:
        """Events as sentences that this seat may read."""
        seen = self.game.events.seen_by(events, seat)
        return [line for e in seen if (line := self.game.telling.sentence(self.edition, e))]

    def payoffs(self) -> list[float]:
        return self.game.payoffs(self.edition, self.state)


def position_text(game: Game, state: Any) -> str:
    """A position as one word: game, layout and bytes."""
    body = base64.urlsafe_b64encode(zlib.compress(record_bytes(state), 9)).decode()
    return f"{game.name}.{game.state.layout()}.{body}"


def read_position(game: Game, text: str) -> Any:
    """The position behind such a word."""
    name, _, rest = text.partition(".")
    layout, _, body = rest.partition(".")
    if name != game.name:
        raise MalformedError(f"this position is not of {game.name}: it begins with '{name}'")
    if layout != game.state.layout():
        raise MalformedError(f"this position has the layout {layout}, these rules have {game.state.layout()}")
    try:
        size = game.state.dtype.itemsize
        data = zlib.decompressobj().decompress(base64.urlsafe_b64decode(body.encode()), size + 1)
    except (binascii.Error, zlib.error, ValueError):
        raise MalformedError("this position is damaged: its bytes cannot be read") from None
    if len(data) != size:
        raise MalformedError("this position is damaged: it is too short or too long")
    state: Any = game.state.from_bytes(data)
    if int(state.seats) not in game.players:
        raise MalformedError(f"this position is damaged: it has {int(state.seats)} seats")
    return state

