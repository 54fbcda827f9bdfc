"""Who plays where somebody does not: a caretaker holds the seat of who drops or runs out of time, until they return.

Where a table allows no caretaker, the game is lost for whoever runs out of time: a bot makes the seat's remaining
decisions, so that the others can play on and the log stays one that the rules allow. When only one seat is left that is
not lost, or nobody but bots, the game is over."""

from __future__ import annotations

import functools

from bestiary.server import history, store
from bestiary.server.clocks import asked_publicly
from bestiary.server.room import Room
from bestiary.server.rooms import Rooms

AWAY = 60_000  # milliseconds without a connection, after which a seat is held
NEVER = 1 << 62  # a time that does not come
LONGEST = 3_600_000  # no timer is set for longer


class Caretaker:
    """Watches the clocks of all rooms of a process."""

    def __init__(self, rooms: Rooms) -> None:
        self.rooms = rooms

    def turn(self, room: Room) -> None:
        """Ends what is decided, or sets the timer for whoever must answer first."""
        if room.timer is not None:
            room.timer.cancel()
            room.timer = None
        if not room.is_timed:
            return  # nobody can run out of time here, or be held
        reason = decided(room)
        if reason and room.kept.status == "playing":
            assert room.table is not None
            ranking = history.ranking_of(room.table, room.kept)
            end = functools.partial(history.finish, kept=room.kept, ranking=ranking, reason=reason)
            self.rooms.start(room.change(end))
            return
        waits = self._waits(room)
        if waits:
            room.timer = self.rooms.loop.call_later(min(min(waits.values()), LONGEST) / 1000, self._ring, room)

    def _waits(self, room: Room) -> dict[int, int]:
        """How long each seat may still be waited for, in milliseconds. With a caretaker this hangs on who is asked as
        everybody is told it, so that nobody learns who has answered in secret."""
        kept, now = room.kept, store.now()
        if kept.status != "playing" or room.table is None or not room.asked or not room.is_timed:
            return {}
        public = asked_publicly(room.table)
        asked = public if kept.terms.caretaker else room.asked
        found = {}
        for seat in asked:
            each = kept.seats[seat]
            if not each.person or each.held or each.out:
                continue
            left = room.times.left(kept.seats, public, now)[seat] if room.times else None
            waits = [] if left is None else [left]
            if kept.terms.caretaker and kept.terms.clock.kind != "days" and seat not in room.listeners:
                waits.append(max(0, room.gone.setdefault(seat, now) + AWAY - now))
            if waits:
                found[seat] = min(waits)
        return found

    def _ring(self, room: Room) -> None:
        room.timer = None
        room.when_settled(lambda: self._due(room))

    def _due(self, room: Room) -> None:
        due = [seat for seat, wait in self._waits(room).items() if wait <= 0]
        if due:
            self.rooms.start(self._act(room, due))
        else:
            self.turn(room)

    async def _act(self, room: Room, seats: list[int]) -> None:
        kept, plies, now = room.kept, room.stored_plies, store.now()
        left = room.times.left(kept.seats, seats, now) if room.times else [None] * len(kept.seats)
        for seat in seats:
            ran_out = left[seat] == 0
            if kept.terms.caretaker:
                unseen = NEVER if ran_out else now - AWAY  # another process may see whom we do not
                await room.change(functools.partial(store.hold, number=kept.id, seat=seat, plies=plies, unseen=unseen))
            elif ran_out:
                await room.change(functools.partial(store.put_out, number=kept.id, seat=seat, plies=plies))
            room.gone[seat] = now

    def returned(self, room: Room, seat: int) -> None:
        """The owner of a seat is here."""
        room.gone.pop(seat, None)
        if room.kept.seats[seat].held:
            self.rooms.start(room.change(functools.partial(store.hand_back, number=room.kept.id, seat=seat)))


def decided(room: Room) -> str:
    """Why a game is over before its rules say so; empty while it is not."""
    seats = room.kept.seats
    lost = [each.name for each in seats if each.out]
    left = [each for each in seats if not each.out]
    if not lost or (len(left) > 1 and any(each.person for each in left)):
        return ""
    winner = f"; {left[0].name} wins" if len(left) == 1 else ""
    return f"{' and '.join(lost)} ran out of time{winner}."
