"""Luck as nodes of a tree: every draw of the rules is a chance node with equally likely outcomes.

Rules draw by one function. Plain copies of them draw from a tape instead; where it ends they stop, and say how many
outcomes the next draw has. The move is made again with one outcome more, until nothing is missing."""

from __future__ import annotations

import types as pytypes
from collections.abc import Sequence
from typing import Any

from bestiary.engine.chance import draw
from bestiary.engine.content import Edition
from bestiary.engine.errors import MalformedError
from bestiary.engine.footprint import globals_read
from bestiary.engine.game import Game
from bestiary.engine.rule import plain
from bestiary.engine.table import check_fault
from bestiary.engine.trace import Event, new_trace


class MissingError(Exception):
    """The tape ends before a draw with so many outcomes."""

    def __init__(self, outcomes: int) -> None:
        self.outcomes = outcomes


class Luck:
    """The moves of a game with luck from a tape."""

    def __init__(self, game: Game, edition: Edition, options: Any) -> None:
        self.game, self.edition, self.options = game, edition, options
        self.tape: list[int] = []
        self.at = 0
        copies: dict[Any, Any] = {plain(draw): self._draw}
        self.setup, self.apply = _copied(game.setup, copies), _copied(game.apply, copies)

    def _draw(self, chance: Any, n: int) -> int:
        """The next outcome of the tape; a draw with one outcome is none."""
        if n == 1:
            return 0
        self.at += 1
        if self.at > len(self.tape):
            raise MissingError(n)
        return self.tape[self.at - 1]

    def deal(self, key: Any, tape: Sequence[int]) -> tuple[Any, list[Event]]:
        """A new position, and the events of setting it up."""
        state, box = self.game.state.new(), self.edition.box
        return state, self._run(tape, lambda trace: self.setup(box, state, self.options, key, trace), state)

    def play(self, state: Any, seat: int, action: int, tape: Sequence[int]) -> list[Event]:
        """Applies a legal action to a position; what has happened."""
        return self._run(tape, lambda trace: self.apply(self.edition.box, state, seat, action, trace), state)

    def _run(self, tape: Sequence[int], work: Any, state: Any) -> list[Event]:
        self.tape, self.at = list(tape), 0
        trace = new_trace(8 * self.game.max_events)
        work(trace)
        check_fault(self.game, state)
        if int(trace[0, 0]) >= len(trace):
            raise MalformedError(f"{self.game.title}: a move with more events than fit; play with chance=sampled")
        return self.game.events.read(trace)


def _copied(rule: Any, copies: dict[Any, Any]) -> Any:
    """A plain copy of a rule, and of all that it calls."""
    source = plain(rule)
    if source not in copies:
        names = dict(source.__globals__)
        copies[source] = pytypes.FunctionType(source.__code__, names, source.__name__, source.__defaults__)
        for name in globals_read(source.__code__):
            if isinstance(plain(names.get(name)), pytypes.FunctionType):
                names[name] = _copied(names[name], copies)
    return copies[source]


def draws_little(game: Game, most: int = 8) -> bool:
    """Does dealing take few draws? Then every draw can be a node of its own."""
    luck, tape = Luck(game, game.edition(), game.make_options()), [0] * most
    try:
        luck.deal([0] * 8, tape)
    except MissingError:
        return False
    return True
