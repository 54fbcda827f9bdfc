"""A table: one game being played. `play` is the only door through which people and programs change a position."""

from __future__ import annotations

import base64
import binascii
import functools
import hashlib
import secrets
import zlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np

from bestiary.engine import content, door
from bestiary.engine.actions import is_whole, whole
from bestiary.engine.chance import commitment, key_of, server_seed
from bestiary.engine.content import Edition
from bestiary.engine.errors import ConflictError, FaultError, IllegalError, MalformedError
from bestiary.engine.game import Game
from bestiary.engine.registry import find_game
from bestiary.engine.records import NOBODY, clone, put, raw, record_bytes
from bestiary.engine.sight import sight, why_not
from bestiary.engine.trace import TAKEN_BACK, Event, new_trace
from bestiary.engine.undo import obstacle


def check_fault(game: Game, state: Any) -> None:
    if int(state.fault):
        raise _fault(game, int(state.fault))


def _fault(game: Game, number: int) -> FaultError:
    return FaultError(f"{game.title}: the rules reached a case that cannot happen (fault {number})")


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
    return Mover(game).play(edition, state, seat, game.actions.number(action))


MOST_SEATS: Final = 64  # a mask of seats has no more bits


class Mover:
    """Plays moves of a game. Its buffers are used again and again; `before` holds the bytes before the last move."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.trace = new_trace(game.max_events)
        self.before = np.empty(game.state.dtype.itemsize, np.uint8)

    def play(self, edition: Edition, state: Any, seat: int, action: int) -> list[Event]:
        game = self.game
        if type(seat) is not int or not 0 <= seat < MOST_SEATS:
            seat = seat_number(seat, int(state["seats"]))
        while True:
            found = game.door.attempt(raw(edition.box), raw(state), self.before, seat, action, self.trace)
            if found == door.PLAYED:
                return game.events.read(self.trace)
            if found != door.OVERFLOW:
                raise self._error(edition, state, seat, action, found)
            self.trace = new_trace(int(self.trace[0, 0]))

    def _error(self, edition: Edition, state: Any, seat: int, action: int, found: int) -> Exception:
        """Why a move is not possible."""
        game = self.game
        if found == door.OVER:
            return ConflictError("the game is over")
        if found == door.NO_SEAT:
            seat_number(seat, int(state["seats"]))  # says which seats there are
        if found == door.NOT_ASKED:
            return ConflictError(f"seat {seat} owes no decision now")  # who else does may be a secret: a reaction
        if found == door.FAULT:
            return _fault(game, int(self.trace[0, 1]))
        clause = why_not(sight(game, edition, state, seat), action)
        if clause is None:
            return FaultError(f"{game.title}: clause {found} forbids action {action}, but not by what the seat knows")
        return IllegalError(f"{clause.sentence} ({clause.section})", clause.section, clause.number)


def seat_number(seat: Any, seats: int, spectator: bool = False) -> int:
    """A seat of a table, or -1 where a spectator may ask, too."""
    if is_whole(seat) and -int(spectator) <= seat < seats:
        return int(seat)
    shown = seat if is_whole(seat) else repr(seat)
    raise MalformedError(
        f"there is no seat {shown}; seats are 0 to {seats - 1}{', a spectator is -1' if spectator else ''}"
    )


def position_hash(state: Any) -> str:
    """Names a position exactly, secrets included; without the key nobody can guess back from it."""
    return _hash_of(record_bytes(state))


def _hash_of(position: bytes) -> str:
    return hashlib.sha256(position).hexdigest()[:16]


class Ply:
    """One decision that was made. The hash names the position after it; given its bytes, it is computed when somebody
    asks for it. A negative action takes back: `~action` is the decision before which the table stands again."""

    __slots__ = ("_hash", "action", "after", "events", "seat")

    def __init__(self, seat: int, action: int, after: str | bytes, events: Sequence[Event]) -> None:
        self.seat, self.action, self.events = seat, action, tuple(events)
        self.after, self._hash = (after, "") if isinstance(after, bytes) else (b"", after)

    @property
    def hash(self) -> str:
        if not self._hash:
            self._hash = _hash_of(self.after)
        return self._hash

    @property
    def goes_back_to(self) -> int:
        """The first of the decisions that it takes back, where it does so."""
        return ~self.action

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Ply) and self._parts() == other._parts()

    def __hash__(self) -> int:
        return hash(self.hash)

    def __repr__(self) -> str:
        return f"Ply{self._parts()}"

    def __reduce__(self) -> tuple[type[Ply], tuple[Any, ...]]:
        return Ply, self._parts()

    def _parts(self) -> tuple[int, int, str, tuple[Event, ...]]:
        return self.seat, self.action, self.hash, self.events


def standing(plies: Sequence[Ply]) -> list[int]:
    """The numbers of all decisions that were not taken back."""
    found: list[int] = []
    for number, ply in enumerate(plies):
        if ply.action >= 0:
            found.append(number)
        else:
            found = [each for each in found if each < ply.goes_back_to]
    return found


class Table:
    """A game in progress with its history; seeds make its deals checkable afterwards.

    A table that keeps no past positions needs little memory; to take something back it plays its decisions again."""

    def __init__(
        self, game: Game, edition: Edition, options: Any, seed: bytes, seat_seeds: tuple[str, ...] = (),
        keeps_past: bool = True,
    ) -> None:  # fmt: skip
        if not isinstance(seed, bytes) or not seed:
            raise MalformedError(f"a table's seed is bytes; bestiary.make takes a text, too; not {seed!r}")
        state, opening = start(game, edition, options, key_of(seed, seat_seeds))
        self._seat_at(game, edition, options, seed, seat_seeds, state, opening, position_hash(state), keeps_past)

    def _seat_at(
        self, game: Game, edition: Edition, options: Any, seed: bytes, seat_seeds: tuple[str, ...], state: Any,
        opening: Sequence[Event], opening_hash: str, keeps_past: bool,
    ) -> None:  # fmt: skip
        self.game, self.edition, self.options = game, edition, options
        self.seed, self.seat_seeds = seed, seat_seeds
        self.state, self.opening, self.opening_hash = state, tuple(opening), opening_hash
        self.log: list[Event] = list(opening)  # everything that happened so far
        self.plies: list[Ply] = []
        self.keeps_past = keeps_past
        self._past: list[bytes] | None = []  # the position before each decision; None until somebody needs them
        self._mover = Mover(game)
        self.shown: Any = None  # what engine.seat keeps of the present position

    @classmethod
    def restore(
        cls, game: Game, edition: Edition, options: Any, seed: bytes, seat_seeds: tuple[str, ...] = (), *,
        position: bytes, opening: Sequence[Event], opening_hash: str, plies: Sequence[Ply], keeps_past: bool = False,
    ) -> Table:  # fmt: skip
        """A table that was put down, from its position and its history: nothing is dealt or played again."""
        if len(position) != game.state.dtype.itemsize:
            wanted = game.state.dtype.itemsize
            raise MalformedError(f"a position of {game.title} has {wanted} bytes, not {len(position)}")
        state: Any = game.state.from_bytes(position)
        if int(state.seats) != int(options.seats):
            raise MalformedError(f"the position has {int(state.seats)} seats, the options have {int(options.seats)}")
        last = plies[-1].hash if plies else opening_hash
        if last != _hash_of(position):
            raise MalformedError("the position is not the one that the last decision led to")
        table = cls.__new__(cls)
        table._seat_at(game, edition, options, seed, seat_seeds, state, opening, opening_hash, keeps_past)
        table.plies = list(plies)
        table.log += [event for ply in plies for event in ply.events]
        table._past = None
        return table

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickles without box and words: an edition is read again from its text."""
        history = (record_bytes(self.state), self.opening, self.opening_hash, self.plies, self.keeps_past)
        edition = (self.edition.name, self.edition.text, self.edition.shipped)
        return _unpickle, (self.game, edition, record_bytes(self.options), self.seed, self.seat_seeds, *history)

    @property
    def commitment(self) -> str:
        return commitment(self.seed)

    @property
    def is_over(self) -> bool:
        return not self.waiting()

    def waiting(self) -> list[int]:
        return self.game.seats_waiting(self.state)

    def legal(self, seat: int) -> list[int]:
        return self.game.legal_actions(self.edition, self.state, self.seat(seat))

    def seat(self, seat: int, spectator: bool = False) -> int:
        """A seat of this table, or an error that says which there are."""
        return seat_number(seat, int(self.state["seats"]), spectator)

    def play(self, seat: int, action: int | str | Mapping[str, Any]) -> list[Event]:
        """Plays an action given as number, text or data."""
        action = self.game.actions.number(action)
        events = self._mover.play(self.edition, self.state, seat, action)
        seat, after = int(seat), record_bytes(self.state)
        if self.keeps_past:
            before, last = self._mover.before.tobytes(), self.plies[-1].after if self.plies else b""
            self._positions().append(last if last == before else before)  # one copy of each position
            self.plies.append(Ply(seat, action, after, events))
        else:
            self._past = None
            self.plies.append(Ply(seat, action, _hash_of(after), events))
        self.log += events
        return events

    def repeat(self, seat: int, action: int) -> list[Event]:
        """Makes an entry of a history again: a decision, or one that takes back."""
        return self.play(seat, action) if action >= 0 else self.undo(seat, ~action)

    def _positions(self) -> list[bytes]:
        """The position before each decision; where they were not kept, all is played again."""
        if self._past is None:
            again = Table(self.game, self.edition, self.options, self.seed, self.seat_seeds)
            for ply in self.plies:
                again.repeat(ply.seat, ply.action)
            if [p.hash for p in again.plies] != [p.hash for p in self.plies]:
                raise ConflictError("past positions were not kept, and the seed does not lead to this one again")
            self._past = again._past
        assert self._past is not None
        return self._past

    @property
    def previous(self) -> bytes:
        """The position before the last move, as bytes."""
        return self._mover.before.tobytes()

    def standing(self) -> list[int]:
        """The numbers of all decisions that were not taken back."""
        return standing(self.plies)

    def undo(self, seat: int, number: int, position: bytes | None = None) -> list[Event]:
        """Goes back to before a decision, for a seat that regrets it. Nothing is forgotten: this is an entry of the
        history itself. Whoever knows the position there need not have it found again."""
        seat, number = self.seat(seat), whole(number, "decisions are counted from 0")
        if number not in self.standing():
            raise ConflictError(f"there is no decision {number} that stands")
        if self.plies[number].seat != seat:
            raise ConflictError(f"decision {number} is not one of seat {seat}")
        before = position or self._positions()[number]
        if _hash_of(before) != (self.plies[number - 1].hash if number else self.opening_hash):
            raise ConflictError(f"this is not the position before decision {number}")
        since = [event for ply in self.plies[number:] for event in ply.events]
        then: Any = self.game.state.from_bytes(before)
        if reason := obstacle(self.game, then, self.state, seat, since):
            raise ConflictError(f"this cannot be taken back: {reason}")
        left = record_bytes(self.state)
        put(self.state, then)
        events = [Event(TAKEN_BACK, {"seat": seat, "decision": number})]
        if self.keeps_past:
            self._positions().append(left)
        else:
            self._past = None
        self.plies.append(Ply(seat, ~number, before if self.keeps_past else _hash_of(before), events))
        self.log += events
        return events

    def take_back(self, plies: int) -> None:
        """Forgets the last decisions."""
        plies = whole(plies, "how many decisions to take back is a number")
        if not 0 < plies <= len(self.plies):
            raise ConflictError(f"{len(self.plies)} decisions were made, so {plies} cannot be taken back")
        past = self._positions()
        put(self.state, self.game.state.from_bytes(past[-plies]))
        forgotten = sum(len(ply.events) for ply in self.plies[-plies:])
        del past[-plies:], self.plies[-plies:], self.log[len(self.log) - forgotten :]

    def is_open(self, number: int) -> bool:
        """Can a decision be taken back without its maker having learnt anything since? It must not have been a secret
        one, and nothing that was unknown to its seat may have come to light: no draw, no reveal."""
        number = whole(number, "decisions are counted from 0")
        if not 0 <= number < len(self.plies):
            raise MalformedError(f"there is no decision {number}; {len(self.plies)} were made, counted from 0")
        return not self.was_secret(number) and self._taught_nothing(number)

    def was_secret(self, number: int) -> bool:
        """Whether a decision was made in secret."""
        return any(self.game.events.by_name[e.name].owner for e in self.plies[number].events)

    def _taught_nothing(self, number: int) -> bool:
        """Whether all that its maker could not know before a decision is still as it was."""
        before: Any = self.game.state.from_bytes(self._positions()[number])
        now = self.state
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
        self.game.hide(hidden, self.seat(seat, spectator=True))
        return hidden

    def told(self, events: list[Event], seat: int) -> list[str]:
        """Events as sentences that this seat may read."""
        seen = self.game.events.seen_by(events, self.seat(seat, spectator=True))
        return [line for e in seen if (line := self.game.telling.sentence(self.edition, e))]

    def payoffs(self) -> list[float]:
        """Each seat's share of the victory, once the game is over."""
        if not self.is_over:
            raise ConflictError("the game is not over yet; shares of the victory are known at its end")
        return self.game.payoffs(self.edition, self.state)


def make(
    game: str | Game, *, players: int | None = None, seed: str | bytes | None = None, variant: str | None = None,
    edition: str | Path | None = None, seat_seeds: Sequence[str] = (), **settings: Any,
) -> Table:  # fmt: skip
    """A new table of a game, named or given: `make("talon", players=3, variant="gamble", seed="oak", stack=50)`.

    Without a seed every game is another one. `edition` names a shipped edition or a content file; everything else that
    is given by name is one of the game's own settings."""
    if isinstance(game, str):
        game = find_game(game)
    elif not isinstance(game, Game):
        raise MalformedError(f"a game is given by its name, as in make(\"talon\"), not as {game!r}")
    for what, text in (("variant", variant), ("edition", edition)):
        if text is not None and not isinstance(text, str | Path):
            raise MalformedError(f"{what} is a text, not {text!r}")
    if isinstance(seat_seeds, str) or not all(isinstance(text, str) for text in seat_seeds):
        raise MalformedError(f"seat_seeds is a list of texts, one for each seat that gives one, not {seat_seeds!r}")
    options = game.make_options(players, variant, settings)
    content = game.edition(None if edition is None else str(edition))
    return Table(game, content, options, _seed_bytes(seed), tuple(seat_seeds))


def _seed_bytes(seed: str | bytes | None) -> bytes:
    if seed is None:
        return secrets.token_bytes(32)
    if isinstance(seed, bytes) and seed:
        return seed
    if isinstance(seed, str):
        return server_seed(seed)
    raise MalformedError(f"a seed is a text, or bytes of which there is at least one, not {seed!r}")


def _unpickle(
    game: Game, edition: tuple[str, str, bool], options: bytes, seed: bytes, seat_seeds: tuple[str, ...],
    position: bytes, opening: Sequence[Event], opening_hash: str, plies: Sequence[Ply], keeps_past: bool,
) -> Table:  # fmt: skip
    return Table.restore(
        game, _edition(game, *edition), game.options.from_bytes(options), seed, seat_seeds, position=position,
        opening=opening, opening_hash=opening_hash, plies=plies, keeps_past=keeps_past,
    )  # fmt: skip


@functools.lru_cache(32)
def _edition(game: Game, name: str, text: str, shipped: bool) -> Edition:
    """Tables of one edition share it."""
    return content.assemble(text, name, name, game.assemble, shipped)


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
    size = game.state.dtype.itemsize
    if len(body) > 2 * size + 100:  # more than any record of this size takes, packed or not
        raise MalformedError("this position is damaged: it is too short or too long")
    try:
        unpacking = zlib.decompressobj()
        data = unpacking.decompress(base64.b64decode(body.encode(), b"-_", validate=True), size + 1)
    except (binascii.Error, zlib.error, ValueError):
        raise MalformedError("this position is damaged: its bytes cannot be read") from None
    if len(data) != size or not unpacking.eof or unpacking.unused_data:
        raise MalformedError("this position is damaged: it is too short or too long")
    state: Any = game.state.from_bytes(data)
    if int(state.seats) not in game.players:
        raise MalformedError(f"this position is damaged: it has {int(state.seats)} seats")
    return state

