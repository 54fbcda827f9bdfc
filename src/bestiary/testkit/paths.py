"""The path law: a view, moved along its events' paths, arrives at the next view.

What lies at a place is known by name or only counted. A named thing that is not named where it comes from may be one of
those that lie there face down; a nameless one that leaves may be any.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from bestiary.engine.views import Move, Places

HIDDEN = "?"
OUT = "out"  # what leaves the game or comes into it; no view lists it


class Heap:
    """What should lie at a place: things by name, and how many more there are. A negative number of nameless things
    means that so many of the named ones have left."""

    def __init__(self, contents: dict[str, int] | None = None) -> None:
        self.named = Counter(contents or {})
        self.nameless = self.named.pop(HIDDEN, 0)

    def total(self) -> int:
        return self.named.total() + self.nameless

    def take(self, thing: str | None, count: int) -> None:
        if thing is None:
            self.nameless -= count
            return
        known = min(count, self.named[thing])
        self.named[thing] -= known
        self.nameless -= count - known

    def put(self, thing: str | None, count: int) -> None:
        if thing is None:
            self.nameless += count
        else:
            self.named[thing] += count

    def fits(self, seen: Heap) -> bool:
        """Can both be the same things? Names that only one side has must be nameless on the other."""
        if self.total() != seen.total():
            return False
        gone = sum((self.named - seen.named).values())
        new = sum((seen.named - self.named).values())
        left = max(0, -self.nameless)
        return gone <= seen.nameless + left and new <= max(0, self.nameless) + left


def follow(before: Places, moves: Iterable[Move]) -> dict[str, Heap]:
    """Where everything lies after these movements."""
    heaps = {place: Heap(contents) for place, contents in before.items()}
    for move in moves:
        heaps.setdefault(move.start, Heap()).take(move.thing, move.count)
        heaps.setdefault(move.goal, Heap()).put(move.thing, move.count)
    return heaps


def astray(before: Places, moves: Iterable[Move], after: Places) -> list[str]:
    """The places where the movements do not lead to what is seen afterwards."""
    moves = list(moves)
    touched = {place for move in moves for place in (move.start, move.goal)}
    changed = {place for place in before.keys() | after.keys() if before.get(place) != after.get(place)}
    places = (touched | changed) - {OUT}  # what nobody has touched, and is the same, needs no look
    moved = follow({place: before[place] for place in places if place in before}, moves)
    return sorted(p for p in places if not moved.get(p, Heap()).fits(Heap(after.get(p))))
