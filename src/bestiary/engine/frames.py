"""The decision stack: what is going on, innermost last, and who owes an answer.

A game's record declares `depth`, `frame[capacity]` (the kind of step) and `asked[capacity]` (bit mask of the seats
that owe an answer to it). A step that asks several seats at once loses their bits as they answer, in any order.
A step that asks nobody runs by itself. An empty stack is the end of the game.
"""

from __future__ import annotations

from typing import Any, Final

from bestiary.engine.rule import rule

FAULT_STACK: Final = 1  # more nested steps than the record has room for


@rule
def begin(state: Any, kind: int) -> None:
    """Opens a step inside the present one."""
    depth = int(state.depth)
    if depth >= len(state.frame):
        state.fault = FAULT_STACK
        state.depth = 0
        return
    state.frame[depth] = kind
    state.asked[depth] = 0
    state.depth = depth + 1


@rule
def become(state: Any, kind: int) -> None:
    """The present step goes over into another one, which asks nobody yet."""
    state.frame[int(state.depth) - 1] = kind
    state.asked[int(state.depth) - 1] = 0


@rule
def end(state: Any) -> None:
    """Closes the present step; what it was nested in goes on. Leaves no trace in the bytes."""
    depth = int(state.depth) - 1
    state.frame[depth] = 0
    state.asked[depth] = 0
    state.depth = depth


@rule
def ask(state: Any, seats: int) -> None:
    """The present step waits for these seats (a bit mask)."""
    state.asked[int(state.depth) - 1] = seats


@rule
def answer(state: Any, seat: int) -> int:
    """A seat has answered; which seats are still asked."""
    left = int(state.asked[int(state.depth) - 1]) & ~(1 << seat)
    state.asked[int(state.depth) - 1] = left
    return left


@rule
def step(state: Any) -> int:
    """The kind of the present step; −1 when the game is over."""
    depth = int(state.depth)
    if depth == 0:
        return -1
    return int(state.frame[depth - 1])


@rule
def waiting(state: Any) -> int:
    """Bit mask of the seats that owe a decision; 0 = game over, once `apply` has returned."""
    depth = int(state.depth)
    if depth == 0:
        return 0
    return int(state.asked[depth - 1])
