"""A table as programs see it that learn: an observation and a mask for each seat, shares of the victory at the end.

A whole turn is one compiled call on bytes, as in engine.door: it plays an action and makes what the next seat knows."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from bestiary.adapters.picture import ROOM, picture_of
from bestiary.engine.bits import first_bit, list_bits
from bestiary.engine.chance import key_of
from bestiary.engine.errors import FaultError, IllegalError, MalformedError
from bestiary.engine.game import Game
from bestiary.engine.records import raw
from bestiary.engine.registry import find_game
from bestiary.engine.room import WHOLE
from bestiary.engine.rule import Bytes, Flags, Floats, Ints, Words, rule, specialise
from bestiary.engine.seat import SPECTATOR, look
from bestiary.engine.sight import sight, why_not
from bestiary.engine.table import Table, position_hash
from bestiary.lab.steps import ILLEGAL as ILLEGAL

MODES: Final = ("human", "ansi", "rgb_array")
"""How an environment can be drawn: printed, given as text, given as a picture."""

Mask = npt.NDArray[np.int8]
Seen = dict[str, npt.NDArray[Any]]

# What a game puts here.
BOX: Any = None
STATE: Any = None
OPTIONS: Any = None
ACTIONS = 1
State: TypeAlias = Any
setup: Any = None
waiting: Any = None
legal: Any = None
refusal: Any = None
apply: Any = None
observe: Any = None
sense: Any = None

OVER, REFUSED, FAULT = -1, -2, -3  # what a turn returns instead of the seat that is asked next


@rule
def deal(box: Bytes, state: Bytes, options: Bytes, key: Words) -> int:
    """Begins a game in a zeroed record; 1 where the rules meet a fault."""
    now = state.view(STATE)[0]
    setup(box.view(BOX)[0], now, options.view(OPTIONS)[0], key, None)
    return 1 if int(now.fault) != 0 else 0


@rule
def sense_seat(box: Bytes, state: Bytes, seat: int, seen: Floats, mask: Flags, moves: Ints) -> None:
    """What a seat knows, and what it may do. Where the mask has room for it, a seat that may do nothing may wait."""
    now = state.view(STATE)[0]
    observe(box.view(BOX)[0], now, seat, seen)
    for i in range(len(mask)):
        mask[i] = 0
    count = legal(box.view(BOX)[0], now, seat, moves)
    for i in range(count):
        mask[moves[i]] = 1
    if count == 0 and len(mask) > ACTIONS:
        mask[ACTIONS] = 1


@rule
def next_seat(state: State, seat: int) -> int:
    """The next seat that owes a decision, to the left of the last one; OVER at the end of the game."""
    mask = waiting(state)
    if mask == 0:
        return OVER
    left = mask >> (seat + 1)
    return seat + 1 + first_bit(left) if left != 0 else first_bit(mask)


@rule
def take_turn(box: Bytes, state: Bytes, seat: int, action: int, seen: Floats, mask: Flags, moves: Ints) -> int:
    """Plays an action, and tells the next seat what it knows. What is refused changes nothing."""
    now = state.view(STATE)[0]
    if refusal(box.view(BOX)[0], now, seat, action) != 0:
        return REFUSED
    apply(box.view(BOX)[0], now, seat, action, None)
    if int(now.fault) != 0:
        return FAULT
    after = next_seat(now, seat)
    if after != OVER:
        sense(box, state, after, seen, mask, moves)
    return after


class Turn:
    """These functions for one game."""

    def __init__(self, game: Game) -> None:
        own = {"BOX": game.box.dtype, "STATE": game.state.dtype}
        self.deal = specialise(deal, game.name, setup=game.setup, OPTIONS=game.options.dtype, **own)
        self.sense = specialise(
            sense_seat, game.name, observe=game.observe, legal=game.legal, ACTIONS=game.actions.size, **own
        )
        after = specialise(next_seat, game.name, State=game.state, waiting=game.waiting)
        self.take = specialise(
            take_turn, game.name, refusal=game.refusal, apply=game.apply, next_seat=after, sense=self.sense, **own
        )


def spaces_of(game: Game, actions: int) -> tuple[spaces.Dict, spaces.Discrete]:
    """Of a seat: what it observes, and what it can do."""
    seen = spaces.Box(game.observation.low, game.observation.high, dtype=np.float32)
    mask = spaces.Box(0, 1, (actions,), np.int8)
    return spaces.Dict({"observation": seen, "action_mask": mask}), spaces.Discrete(actions)


class Stage:
    """The table of an environment. With `waits`, the last action is to wait, for seats that owe no decision."""

    def __init__(
        self, game: str, players: int | None, variant: str | None, edition: str | Path | None, mode: str | None,
        settings: dict[str, Any], waits: bool = False,
    ) -> None:  # fmt: skip
        if mode is not None and mode not in MODES:
            raise MalformedError(f"render_mode is {', '.join(MODES[:-1])} or {MODES[-1]}, not '{mode}'")
        self.game, self.mode, self.waits = find_game(game), mode, waits
        self.options = self.game.make_options(players, variant, settings)
        self.edition = self.game.edition(None if edition is None else str(edition))
        self.seats = int(self.options.seats)
        self.names = [f"player_{seat}" for seat in range(self.seats)]
        self.actions, self.length = self.game.actions.size + waits, self.game.observation.length
        self.moves = np.empty(self.game.max_moves, np.int32)
        self.turn, self.box = Turn(self.game), raw(self.edition.box)
        self.state: Any = self.game.state.new()
        self.memory, self.blank = raw(self.state), raw(self.game.state.new())

    def spaces(self) -> tuple[spaces.Dict, spaces.Discrete]:
        """Of a seat: what it observes, and what it can do."""
        return spaces_of(self.game, self.actions)

    def begin(self, luck: np.random.Generator) -> None:
        """A new game."""
        self.memory[:] = self.blank
        if self.turn.deal(self.box, self.memory, raw(self.options), key_of(luck.bytes(32))):
            raise self._fault()

    def waiting(self) -> list[int]:
        """The seats that owe a decision."""
        return list_bits(self.game.door.asked(self.memory))

    @property
    def is_over(self) -> bool:
        return not self.game.door.asked(self.memory)

    def play(self, seat: int, action: int) -> tuple[int, Seen]:
        """Plays an action: the seat that is asked next, to the left, and what it knows and may do. At the end of the
        game OVER, and of an action that a rule forbids REFUSED; then nothing has changed, and nothing is told."""
        seen, mask = np.empty(self.length, np.float32), np.empty(self.actions, np.int8)
        asked = self.turn.take(self.box, self.memory, seat, action, seen, mask, self.moves)
        if asked == FAULT:
            raise self._fault()
        return asked, {"observation": seen, "action_mask": mask}

    def _fault(self) -> FaultError:
        return FaultError(f"{self.game.title}: the rules met a case that cannot happen (fault {int(self.state.fault)})")

    def refusal(self, seat: int, action: int) -> IllegalError:
        """The rule that forbids an action."""
        clause = why_not(sight(self.game, self.edition, self.state, seat), action)
        assert clause is not None
        return IllegalError(f"{clause.sentence} ({clause.section})", clause.section, clause.number)

    def observe(self, seat: int) -> Seen:
        """What a seat knows, and what it may do."""
        seen, mask = np.empty(self.length, np.float32), np.empty(self.actions, np.int8)
        self.turn.sense(self.box, self.memory, seat, seen, mask, self.moves)
        return {"observation": seen, "action_mask": mask}

    def mask(self, seat: int) -> Mask:
        """1 for every action that a seat may take now."""
        return self.observe(seat)["action_mask"]

    def payoffs(self) -> list[float]:
        """Shares of the victory at the end."""
        return self.game.payoffs(self.edition, self.state)

    def show(self, seat: int = SPECTATOR) -> str | npt.NDArray[np.uint8] | None:
        """Draws the table as a seat sees it, in the way that was chosen."""
        if self.mode is None:
            return None
        table = Table.restore(
            self.game, self.edition, self.options, b"drawn", position=self.memory.tobytes(), opening=(),
            opening_hash=position_hash(self.state), plies=(),
        )  # fmt: skip
        room = ROOM if self.mode == "rgb_array" else WHOLE
        text = self.game.draw(look(table, seat), self.edition, self.names, room)
        if self.mode == "rgb_array":
            return picture_of(text)
        if self.mode == "ansi":
            return text
        print(text)
        return None
