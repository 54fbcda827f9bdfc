"""Tailed Beasts: nested steps. A step is a frame of the decision stack with twelve numbers of its own: number 0 is
where it stands, the others are what it was begun with. A step that needs another one begins it and goes on when it has
ended; what the other came to lies in `state.result`."""

from __future__ import annotations

from bestiary.engine.frames import become, begin, end
from bestiary.engine.rule import rule
from bestiary.games.beasts.state import ARGS, State

AT, A, B, C, D, E, F, G, H, J, K, L = range(ARGS)
"""The place of each number; AT is where the step stands."""


@rule
def top(state: State, number: int) -> int:
    """A number of the present step."""
    return int(state.arg[int(state.depth) - 1, number])


@rule
def set_top(state: State, number: int, value: int) -> None:
    state.arg[int(state.depth) - 1, number] = value


@rule
def under(state: State, number: int) -> int:
    """A number of the step that the present one is nested in."""
    return int(state.arg[int(state.depth) - 2, number])


@rule
def nest(state: State, kind: int, a: int, b: int, c: int, d: int) -> None:
    """Begins a step inside the present one."""
    begin(state, kind)
    if int(state.depth) == 0:
        return
    at = int(state.depth) - 1
    state.arg[at, AT] = 0
    state.arg[at, A] = a
    state.arg[at, B] = b
    state.arg[at, C] = c
    state.arg[at, D] = d
    for number in range(E, ARGS):
        state.arg[at, number] = 0
    state.result = 0


@rule
def go_on(state: State, kind: int) -> None:
    """The present step goes over into the next one of the same level, at its beginning."""
    become(state, kind)
    at = int(state.depth) - 1
    for number in range(ARGS):
        state.arg[at, number] = 0


@rule
def leave(state: State, result: int) -> None:
    """Ends the present step, and leaves no trace of it."""
    at = int(state.depth) - 1
    for number in range(ARGS):
        state.arg[at, number] = 0
    end(state)
    state.result = result
