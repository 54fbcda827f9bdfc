"""Moments for reactions: for whoever does not want to be asked the server passes, after a pause.

A seat is asked as always, and nobody else learns of its wish. The pause is drawn before anybody looks at what the seat
could do, and the pass is stored and timed as the seat's own, so neither tells what it holds. Clients say themselves
whether they leave passes to the server; a program that does not is asked every time."""

from __future__ import annotations

import asyncio
import functools
from random import SystemRandom

from msgspec import json

from bestiary.engine import reactions
from bestiary.engine import seat as exits
from bestiary.engine.errors import BestiaryError, ConflictError
from bestiary.engine.reactions import Wish, wish_for
from bestiary.server import store
from bestiary.server.protocol import Action, Answer, Quiet, WishFor
from bestiary.server.room import Listener, Room, refusal_frame
from bestiary.server.rooms import Rooms
from bestiary.server.wire import framed

AMONG_BOTS = 0.12  # seconds; nobody is there who could draw conclusions

draw = SystemRandom().uniform


def pause(room: Room, seat: int) -> float:
    """Seconds before a pass. It depends on who plays, never on what a seat holds."""
    alone = not any(each.person for number, each in enumerate(room.kept.seats) if number != seat)
    return AMONG_BOTS if alone else draw(*reactions.PAUSE)


class Passes:
    """Passes in all rooms of a process, for seats that somebody listens at here."""

    def __init__(self, rooms: Rooms) -> None:
        self.rooms = rooms
        self.due: set[tuple[str, int, int]] = set()  # table, seat, its count of decisions

    def turn(self, room: Room) -> None:
        """Begins a pause for each seat that is asked now and leaves passes to the server."""
        if room.kept.status != "playing":
            return
        for seat in room.asked:
            if any(each.quiet is not None for each in room.listeners.get(seat, ())) and not room.bot_at(seat):
                asked = (room.kept.code, seat, room.decisions_of(seat))
                if asked not in self.due and self._may_react(room, seat):
                    self.due.add(asked)
                    self.rooms.start(self._pass(room, seat, asked))

    @staticmethod
    def _may_react(room: Room, seat: int) -> bool:
        """Is it asked in a moment for reactions? Everybody knows that of it."""
        assert room.table is not None
        return reactions.offers(room.table.game, exits.look(room.table, seat)) is not None

    async def _pass(self, room: Room, seat: int, asked: tuple[str, int, int]) -> None:
        try:
            await asyncio.sleep(pause(room, seat))
            wish = await self.rooms.read(store.read_wish, room.kept.id, seat)
        finally:
            self.due.discard(asked)
        room.when_settled(lambda: self._pass_now(room, seat, asked[-1], wish))

    @staticmethod
    def _pass_now(room: Room, seat: int, made: int, wish: Wish) -> None:
        quiet = any(each.quiet for each in room.listeners.get(seat, ()))
        if room.table is None or seat not in room.asked or room.decisions_of(seat) != made or room.bot_at(seat):
            return
        action = reactions.passes(room.table.game, exits.look(room.table, seat), wish, quiet)
        if action is not None and room.kept.status == "playing":
            room.append(seat, action, f"pass {seat}:{made}", "", None)

    def hear(self, room: Room, seat: int, message: Quiet | WishFor, listener: Listener) -> None:
        """Somebody leaves passes to the server, or does not want to be asked again."""
        if room.is_reading:
            room.moves_later.append(lambda: self.hear(room, seat, message, listener))
        elif isinstance(message, Quiet):
            listener.quiet = message.on
            room.when_settled(lambda: self.turn(room))
        else:
            try:
                wish = self._wish(room, seat, message.actions)
            except BestiaryError as error:
                listener.send(refusal_frame(error, message.key))
            else:
                self.rooms.start(self._store(room, seat, wish, message.key, listener))

    @staticmethod
    def _wish(room: Room, seat: int, actions: list[Action]) -> Wish:
        """A wish, of what the seat is asked now."""
        table = room.table
        look = exits.look(table, seat) if table is not None and seat in room.asked else None
        offered = reactions.offers(table.game, look) if table is not None and look is not None else None
        if table is None or look is None or offered is None:
            raise ConflictError("this is for moments in which you may react or pass, and you are in none")
        chosen = [table.game.actions.number(action) for action in actions]
        if other := [action for action in chosen if action not in offered]:
            raise ConflictError(f"you cannot react with {other[0]} now, but with {', '.join(map(str, offered))}")
        return wish_for(look, (offered[action] for action in chosen))

    async def _store(self, room: Room, seat: int, wish: Wish, key: str, listener: Listener) -> None:
        await self.rooms.writer.change(functools.partial(store.add_wish, number=room.kept.id, seat=seat, wish=wish))
        listener.quiet = bool(listener.quiet)
        listener.send(framed(json.encode(Answer(key=key, refused=None))))
        room.when_settled(lambda: self.turn(room))
