"""The door of a position, as compiled calls that are cheap to make: who is asked, what is legal, a whole move, and what
every seat knows.

Most of a small rule's time in Python is the call: 0.2 µs for a record's bytes, 0.4 µs for the record itself. So these
take the memory of box and state (`records.raw`), and a move is checked, applied and if need be undone in one call.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, TypeAlias

from bestiary.engine.rule import ByteRows, Bytes, Events, Ints, LongRows, Longs, rule, specialise

if TYPE_CHECKING:
    from bestiary.engine.game import Game

# What a game puts here.
Box: TypeAlias = Any
State: TypeAlias = Any
BOX: Any = None
STATE: Any = None
waiting: Any = None
legal: Any = None
refusal: Any = None
apply: Any = None
hide: Any = None
facts: Any = None

PLAYED: Final = 0
OVER, NO_SEAT, NOT_ASKED, OVERFLOW, FAULT = range(-1, -6, -1)  # why nothing was played, besides clauses


@rule
def asked(state: Bytes) -> int:
    """The seats that owe a decision, as a bit mask."""
    return int(waiting(state.view(STATE)[0]))


@rule
def listed(box: Bytes, state: Bytes, seat: int, moves: Ints) -> int:
    """How many actions are legal; they lie in `moves`, in rising order."""
    return int(legal(box.view(BOX)[0], state.view(STATE)[0], seat, moves))


@rule
def attempt(box: Bytes, state: Bytes, before: Bytes, seat: int, action: int, trace: Events) -> int:
    """Plays an action, if that is possible: PLAYED, or the clause that forbids it, or another reason. What is not
    played leaves the position as it was. Its bytes before the move lie in `before`, a fault's number in row 0 of
    `trace`."""
    now = state.view(STATE)[0]
    mask = int(waiting(now))
    if mask == 0:
        return OVER
    if seat < 0 or seat >= int(now.seats):
        return NO_SEAT
    if (mask >> seat) & 1 == 0:
        return NOT_ASKED
    printed = box.view(BOX)[0]
    clause = int(refusal(printed, now, seat, action))
    if clause != 0:
        return clause
    before[:] = state
    trace[0, 0] = 0
    apply(printed, now, seat, action, trace)
    if int(now.fault) != 0:
        trace[0, 1] = int(now.fault)
        state[:] = before
        return FAULT
    if int(trace[0, 0]) >= len(trace):
        state[:] = before
        return OVERFLOW
    return PLAYED


@rule
def no_facts(box: Box, state: State, seat: int, out: Longs) -> None:
    """Of a game whose views need none."""


@rule
def show(box: Bytes, state: Bytes, pool: ByteRows, moves: Events, numbers: LongRows) -> None:
    """What a spectator knows goes to row 0, what seat s knows to row s + 1: the position to `pool`; the legal actions
    to `moves`; the seats that owe a decision, how many actions are legal, and the facts to `numbers`."""
    printed = box.view(BOX)[0]
    for row in range(len(pool)):
        pool[row] = state
        known = pool[row].view(STATE)[0]
        hide(known, row - 1)
        numbers[row] = 0
        numbers[row, 0] = waiting(known)
        numbers[row, 1] = legal(printed, known, row - 1, moves[row]) if row > 0 else 0
        facts(printed, known, row - 1, numbers[row, 2:])


class Door:
    """These functions for one game."""

    def __init__(self, game: Game) -> None:
        own = {"BOX": game.box.dtype, "STATE": game.state.dtype}
        self.asked = specialise(asked, game.name, STATE=game.state.dtype, waiting=game.waiting)
        self.listed = specialise(listed, game.name, legal=game.legal, **own)
        self.attempt = specialise(
            attempt, game.name, waiting=game.waiting, refusal=game.refusal, apply=game.apply, **own
        )
        facts = game.facts or specialise(no_facts, game.name, Box=game.box, State=game.state)
        self.show = specialise(
            show, game.name, hide=game.hide, waiting=game.waiting, legal=game.legal, facts=facts, **own
        )
