"""The clocks of a table. All of it follows from the log: when each decision was made, and when its question came.

The clock of a seat runs while everybody is told that the seat is asked. Where it stays secret who has answered already
(a moment for reactions), nobody pays for the answer: what is left on a clock would tell who was quick. Bots have no
clock, and a caretaker's decisions cost nothing."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from bestiary.engine import seat as exits
from bestiary.engine.table import Table
from bestiary.server import store
from bestiary.server.protocol import Clock
from bestiary.server.store import KeptSeat

if TYPE_CHECKING:
    from bestiary.server.room import Room

SECOND, DAY = 1000, 86_400_000
LAST = 10 * SECOND  # with a caretaker, whoever has used up all still has so long for a decision
REMEMBERED = 256  # decisions that can be taken back because they could not be stored

State = tuple[list[int], list[int], list[int], bool]


def asked_publicly(table: Table) -> list[int]:
    """Whom everybody knows to be asked."""
    return list(exits.shown(table).public.asked)


def left(room: Room) -> list[int | None] | None:
    """Milliseconds on each seat's clock of a room, where clocks run."""
    if room.times is None or room.table is None or room.kept.status != "playing":
        return None
    return room.times.left(room.kept.seats, asked_publicly(room.table), store.now())


class Times:
    """How long each seat has thought. Times are milliseconds in which a server was alive."""

    def __init__(self, clock: Clock, caretaker: bool, seats: Sequence[KeptSeat], up: Callable[[int], int]) -> None:
        self.clock, self.up = clock, up
        self.least = max(LAST, clock.increment * SECOND) if caretaker else 0
        count = len(seats)
        self.since = [up(each.back) for each in seats]  # when the present question came
        self.used, self.made = [0] * count, [0] * count
        self.is_veiled = False
        self.past: deque[State] = deque(maxlen=REMEMBERED)

    def note(
        self, seats: Sequence[KeptSeat], seat: int, made: int, counts: bool, before: list[int], asked: list[int],
        public: Callable[[], list[int]],
    ) -> None:  # fmt: skip
        """A decision was made; `public` says whom everybody knows to be asked now."""
        self.past.append(self.state)
        at = self.up(made)
        if len(before) > 1 and seat not in asked and seat in public():
            self.is_veiled = True
        if counts and not self.is_veiled:
            self.used[seat] += max(0, at - self._start(seats, seat, at))
            self.made[seat] += 1
        if self.is_veiled and sorted(public()) == sorted(asked):
            self.is_veiled = False
        for each in asked:
            if each == seat or each not in before:
                self.since[each] = at

    def begin_anew(self, made: int, asked: list[int]) -> None:
        """Something was taken back: whoever is asked now is asked anew."""
        self.past.append(self.state)
        self.is_veiled = False
        for each in asked:
            self.since[each] = self.up(made)

    def forget(self, count: int) -> None:
        for _ in range(count):
            self.state = self.past.pop()

    @property
    def state(self) -> State:
        return self.since[:], self.used[:], self.made[:], self.is_veiled

    @state.setter
    def state(self, state: State) -> None:
        self.since, self.used, self.made, self.is_veiled = state

    def _start(self, seats: Sequence[KeptSeat], seat: int, at: int) -> int:
        """When a seat began to think: as its question came, or as its owner came back to it."""
        back = self.up(seats[seat].back)
        return back if self.since[seat] <= back <= at else self.since[seat]

    def budget(self, seat: int) -> int:
        """What a seat has for its next decision."""
        clock = self.clock
        if clock.kind == "total":
            total = clock.time + clock.increment * self.made[seat]
            return max(self.least, total * SECOND - self.used[seat])
        return clock.time * (DAY if clock.kind == "days" else SECOND)

    def left(self, seats: Sequence[KeptSeat], asked: Sequence[int], now: int) -> list[int | None]:
        """What is left for each seat; nothing where a bot plays. The clocks of those who are asked run."""
        at = self.up(now)
        return [
            None if each.bot or each.held or each.out
            else max(0, self.budget(n) - (at - self._start(seats, n, at) if n in asked else 0))
            for n, each in enumerate(seats)
        ]  # fmt: skip
