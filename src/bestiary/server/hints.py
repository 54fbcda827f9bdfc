"""Hints: what a bot would do at somebody's place, from what that seat knows and nothing else. Nobody else is told."""

from __future__ import annotations

from msgspec import json

from bestiary.bots.seated import HINTS
from bestiary.engine.errors import BestiaryError, ConflictError
from bestiary.server.bots import Bots
from bestiary.server.errors import ForbiddenError
from bestiary.server.limits import Limit
from bestiary.server.protocol import Advice, Advised
from bestiary.server.room import Listener, Room, refusal_frame
from bestiary.server.wire import framed


class Hints:
    """Answers whoever asks, at tables that allow it."""

    def __init__(self, bots: Bots) -> None:
        self.bots = bots
        self.limit = Limit(3, 0.2, "hints")

    def ask(self, room: Room, seat: int, key: str, listener: Listener) -> None:
        def answer() -> None:
            room.rooms.start(self._answer(room, seat, key, listener))

        room.when_settled(answer)

    async def _answer(self, room: Room, seat: int, key: str, listener: Listener) -> None:
        try:
            listener.send(framed(json.encode(Advice(key=key, advice=await self._advise(room, seat, listener.person)))))
        except BestiaryError as error:
            listener.send(refusal_frame(error, key))

    async def _advise(self, room: Room, seat: int, person: str) -> list[Advised]:
        if not room.kept.terms.hints:
            raise ForbiddenError("this table gives no hints")
        if room.kept.status != "playing" or seat not in room.asked:
            raise ConflictError("there are hints for whoever is asked, and you are not")
        self.limit.take(person)
        asked = room.fresh[seat]
        question = self.bots.question(room, seat, room.decisions_of(seat))
        question.bot, question.advice = HINTS, True
        reply = await self.bots.ask(question)
        if seat not in room.asked or room.fresh[seat] != asked:
            raise ConflictError("the table has moved on since you asked")
        return [Advised(action=action, figure=figure) for action, figure in reply.advice]
