"""Moments for reactions: for whoever does not want to be asked the server passes, after a pause.

A seat is asked as always, and nobody else learns of its wish. The pause is drawn before anybody looks at what the seat
could do, and the pass is stored and timed as the seat's own, so neither tells what it holds. Clients say themselves
whether they leave passes to the server; a program that does not is asked every time."""

from __future__ import annotations

import asyncio
import functools
import logging
from collections.abc import Sequence
from random import SystemRandom
from weakref import WeakKeyDictionary

from msgspec import json
from sqlalchemy.exc import SQLAlchemyError

from bestiary.engine import reactions
from bestiary.engine import seat as exits
from bestiary.engine.reactions import Wish
from bestiary.server import lessons, store
from bestiary.server.protocol import Wishes
from bestiary.server.room import Listener, Room
from bestiary.server.rooms import Rooms
from bestiary.server.wire import framed

log = logging.getLogger("bestiary.server")

AMONG_BOTS = 0.12  # seconds; nobody is there who could draw conclusions
RETRY = 1.0  # seconds after which the database is asked again

draw = SystemRandom().uniform


def pause(room: Room, seat: int) -> float:
    """Seconds before a pass. It depends on who plays, never on what a seat holds."""
    alone = not any(each.person for number, each in enumerate(room.kept.seats) if number != seat)
    return AMONG_BOTS if alone else draw(*reactions.PAUSE)


def leaves_passes(room: Room, seat: int) -> bool:
    """Does somebody at this seat leave passes to the server, and nobody play in their place?"""
    listeners = room.listeners.get(seat, ())
    return any(each.quiet is not None for each in listeners) and not room.bot_at(seat)


class Passes:
    """Passes in all rooms of a process, for seats that somebody listens at here."""

    def __init__(self, rooms: Rooms) -> None:
        self.rooms = rooms
        self.drawn: WeakKeyDictionary[Room, dict[int, int]] = WeakKeyDictionary()
        """Seats for whose present moment a pause was drawn, and how many decisions each had made by then."""

    def turn(self, room: Room) -> None:
        """Draws a pause for each seat that has come to a moment for reactions, and leaves passes to the server."""
        table = room.table
        if room.kept.status != "playing" or table is None:
            return
        drawn = self.drawn.setdefault(room, {})
        for seat in (seat for seat in room.asked if leaves_passes(room, seat)):
            made = room.decisions_of(seat)
            if drawn.get(seat) != made and reactions.offers(table.game, exits.look(table, seat)) is not None:
                drawn[seat] = made
                self.rooms.start(self._pass(room, seat, made))

    async def _pass(self, room: Room, seat: int, made: int) -> None:
        await asyncio.sleep(pause(room, seat))
        while room.decisions_of(seat) == made:
            try:
                wish = await self.rooms.read(store.read_wish, room.kept.id, seat)
            except SQLAlchemyError as error:
                log.warning("table %d: a wish could not be read: %s", room.kept.id, type(error).__name__)
                await asyncio.sleep(RETRY)
            else:
                room.when_settled(functools.partial(self._decide, room, seat, made, wish))
                return

    def _decide(self, room: Room, seat: int, made: int, wish: Wish) -> None:
        """Passes, unless the seat is to be asked, or something has happened since."""
        table = room.table
        is_asked = seat in room.asked and room.decisions_of(seat) == made and leaves_passes(room, seat)
        if table is None or not is_asked or room.kept.status != "playing":
            return
        quiet = any(each.quiet for each in room.listeners[seat])
        action = reactions.passes(table.game, exits.look(table, seat), wish, quiet)
        if action is not None and lessons.told(room, seat) in (None, action):
            room.append(seat, action, f"pass {seat}:{made}", "", None)

    def quiet(self, room: Room, seat: int, on: bool, listener: Listener) -> None:
        """Somebody leaves passes to the server, and is told what else they are not asked for."""
        listener.quiet = on
        self.rooms.start(self._tell(room, seat, [listener]))
        room.when_settled(lambda: self._again(room, seat))

    def wished(self, room: Room, seat: int, wish: Wish) -> None:
        """A seat does not want to be asked again for these."""
        self.rooms.start(self._keep(room, seat, wish))

    async def _keep(self, room: Room, seat: int, wish: Wish) -> None:
        await self.rooms.writer.change(functools.partial(store.add_wish, number=room.kept.id, seat=seat, wish=wish))
        await self._tell(room, seat, room.listeners.get(seat, []))
        room.when_settled(lambda: self._again(room, seat))

    async def _tell(self, room: Room, seat: int, listeners: Sequence[Listener]) -> None:
        wish = await self.rooms.read(store.read_wish, room.kept.id, seat)
        frame = framed(json.encode(Wishes(round=wish.round, cards=sorted(wish.cards))))
        for listener in listeners:
            listener.send(frame)

    def _again(self, room: Room, seat: int) -> None:
        """Something else is wanted than before: the present moment is looked at once more."""
        self.drawn.get(room, {}).pop(seat, None)
        self.turn(room)
