"""A room: a table that somebody is at, in memory.

A move is checked and made on the table in memory at once. All moves that came in one turn are handed to the writer, and
told in one frame a seat, made while the disk works; acknowledgements and frames leave when the writer says that
the moves are stored, in this order. Until then nobody is told of them: whoever enters or asks waits. What could not be
stored is taken back, and no client has ever seen it.
"""

from __future__ import annotations

import asyncio
import functools
import logging
from collections import deque
from collections.abc import Callable, Container, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from msgspec import json
from sqlalchemy.engine import Connection

from bestiary.engine import content, reactions
from bestiary.engine import seat as exits
from bestiary.engine.chance import commitment
from bestiary.engine.content import Edition
from bestiary.engine.errors import BestiaryError, ConflictError, FaultError, IllegalError, MalformedError
from bestiary.engine.game import Game
from bestiary.engine.registry import find_game
from bestiary.engine.table import Table
from bestiary.server import clocks, history, snapshots, store, undo
from bestiary.server.clocks import Times
from bestiary.server.errors import wrong_of
from bestiary.server.protocol import (
    Answer,
    Ask,
    AtTable,
    Enter,
    Move,
    Now,
    Refusal,
    Said,
    Seat,
    Stored,
    TableInfo,
    Talk,
)
from bestiary.server.store import Kept, KeptPly
from bestiary.server.undo import Past
from bestiary.server.wire import framed
from bestiary.server.writer import Entry, Line

if TYPE_CHECKING:
    from bestiary.server.rooms import Rooms

log = logging.getLogger("bestiary.server")
encode = json.Encoder().encode
Found = TypeVar("Found")

BOT = "bot "  # keys of bots' moves begin with it
CARETAKER = "normal"  # the bot that plays where somebody does not
OLD_TALK = 50  # messages that are shown to whoever enters


class Listener(Protocol):
    """Somebody who is connected to a table."""

    person: str
    seat: int  # where the person sits; the room sets it
    quiet: bool | None  # does the server pass for it: never, where it wishes so, or also where nothing fits?

    def send(self, frames: bytes) -> None:
        """Sends at once, or drops it and enters again later; never waits."""


class Decision:
    """A move that is made in memory, and waits to be stored."""

    __slots__ = ("action", "answers", "key", "ply", "seat")

    def __init__(self, ply: int, seat: int, action: int, key: str) -> None:
        self.ply, self.seat, self.action, self.key = ply, seat, action, key
        self.answers: list[Listener] = []


class Waiting(Entry):
    """All moves of one turn: they are stored together, and told together."""

    __slots__ = ("decisions", "frames", "room")

    def __init__(self, room: Room) -> None:
        super().__init__(room.line)
        self.room = room
        self.decisions: list[Decision] = []
        self.frames: dict[int, bytes] = {}

    def handed_over(self) -> None:
        self.room._handed_over(self)

    def done(self, error: Exception | None) -> None:
        self.room._stored(self, error)


Dealt = tuple[Game, Edition, Any, bytes, tuple[str, ...]]


def dealt(kept: Kept) -> Dealt:
    """All that the deal of a table follows from."""
    game = find_game(kept.game)
    edition = edition_of(game, kept.edition, kept.edition_text)
    settings = {name: value for name, value in kept.options.items() if name != "seats"}
    options = game.make_options(kept.options["seats"], settings=settings)
    return game, edition, options, kept.seed, tuple(seat.seed for seat in kept.seats if seat.seed)


class Room:
    """One table and whoever is at it. A seat's key is kept apart from other seats' keys: nobody learns by trying keys
    whether somebody else has moved."""

    def __init__(self, kept: Kept, rooms: Rooms) -> None:
        self.kept, self.rooms = kept, rooms
        self.table: Table | None = None
        self.listeners: dict[int, list[Listener]] = {}
        self.line = Line(kept.id)
        self.waiting: deque[Waiting] = deque()
        self.turn: Waiting | None = None  # the last of them, as long as more moves can come to it
        self.later: list[Callable[[], None]] = []  # what is done when nothing waits any more
        self.rereading = asyncio.Lock()  # an older reading must not follow a newer one
        self.is_reading = False  # what another process has stored
        self.reached = 0  # decisions that another process has told of
        self.moves_later: list[Callable[[], None]] = []  # moves that came meanwhile
        self.seen: exits.Shown | None = None  # what the listeners know
        self.talk: list[Said] = []  # the last of it
        self.last_said = 0
        self.keys: dict[str, int] = {}  # seat and key → its decision
        self.numbers: list[int] = []  # of the next event, after each decision
        self.asked: list[int] = []
        self.fresh: list[int] = []  # number with which each seat's present question came
        self.times: Times | None = None  # clocks, where the table has some
        self.past: Past | None = None  # what can be taken back, where the table allows it
        self.snapshot = 0  # decisions in the last snapshot
        self.can_undo: dict[int, bool] = {}  # what each seat was told of that
        self.timer: asyncio.TimerHandle | None = None  # rings when somebody must be waited for no longer
        self.gone: dict[int, int] = {}  # seats whose owner is not here → since when

    # --- The table

    def dealt(self) -> Dealt:
        """All that the deal follows from."""
        return dealt(self.kept)

    def set_up(self) -> None:
        """Deals."""
        self.seat_at(Table(*self.dealt(), keeps_past=False))

    def seat_at(self, table: Table) -> None:
        kept, self.table = self.kept, table
        self.asked = table.waiting()
        self.fresh = [len(self.table.log)] * len(kept.seats)
        self.past = Past() if kept.terms.undo != "off" else None
        if kept.terms.clock.kind != "none":
            self.times = Times(kept.terms.clock, kept.terms.caretaker, kept.seats, self.rooms.up)

    def replay(self, log_of_it: Sequence[KeptPly]) -> None:
        """Makes decisions that are stored already. Another outcome than then is an error."""
        assert self.table is not None
        same_layout = self.kept.layout == self.table.game.state.layout()
        for ply in log_of_it:
            if ply.ply != len(self.table.plies):
                raise ConflictError(f"decision {len(self.table.plies)} is missing in the log")
            self._make(ply.seat, ply.action, ply.key, ply.made)
            if same_layout and self.table.plies[-1].hash != ply.hash:
                raise ConflictError(f"decision {ply.ply} leads to another position than it did")

    def _make(self, seat: int, action: int, key: str, made: int) -> None:
        """Makes a decision in memory, if the rules allow it."""
        assert self.table is not None
        undo.make(self.table, self.past, seat, action)
        number, before = len(self.table.log), self.asked if action >= 0 else []
        self.keys[key] = len(self.numbers)
        self.numbers.append(number)
        self.asked = self.table.waiting()
        for each in self.asked:
            if each == seat or each not in before:
                self.fresh[each] = number
        if self.times is not None and action < 0:
            self.times.begin_anew(made, self.asked)
        elif self.times is not None:
            counts = not key.startswith(BOT) and not self.kept.seats[seat].bot
            public = functools.partial(clocks.asked_publicly, self.table)
            self.times.note(self.kept.seats, seat, made, counts, before, self.asked, public)

    def _unmake(self, count: int) -> None:
        """Takes back the last decisions, which nobody has been told of."""
        assert self.table is not None
        self.table.take_back(count)
        del self.numbers[-count:]
        if self.times is not None:
            self.times.forget(count)
        if self.past is not None:
            self.past = Past()  # what can be taken back is found anew from here on
        self.keys = {key: ply for key, ply in self.keys.items() if ply < len(self.numbers)}
        self.asked, number = self.table.waiting(), len(self.table.log)
        self.fresh = [min(each, number) for each in self.fresh]
        self.seen = exits.shown(self.table) if self.listeners else None

    @property
    def is_over(self) -> bool:
        return self.table is not None and not self.asked

    @property
    def is_timed(self) -> bool:
        """Does anything happen here when somebody does not move?"""
        return self.kept.status == "playing" and (self.times is not None or self.kept.terms.caretaker)

    def bot_at(self, seat: int) -> str:
        """The bot that plays at a seat; empty where a person does."""
        each = self.kept.seats[seat]
        return each.bot or (CARETAKER if each.held or each.out else "")

    def bots_to_move(self) -> list[int]:
        return [seat for seat in self.asked if self.bot_at(seat)] if self.kept.status == "playing" else []

    # --- Moves

    def move(self, seat: int, move: Move, listener: Listener) -> None:
        """Answers a client's move: acknowledged when it is stored, or refused."""
        if self.is_reading:
            self.moves_later.append(lambda: self.move(seat, move, listener))
        elif self._is_behind(move.number):
            self.moves_later.append(lambda: self._answer(seat, move, listener))
            self.read_on()
        else:
            self._answer(seat, move, listener)

    def _answer(self, seat: int, move: Move, listener: Listener) -> None:
        try:
            self._move(seat, move, listener)
        except (BestiaryError, FaultError) as error:
            refusal = self._refusal(seat, move, error)
            self.when_settled(lambda: listener.send(refusal))

    def _move(self, seat: int, move: Move, listener: Listener | None) -> None:
        table = self.table
        if table is None:
            raise ConflictError("this table has not begun")
        action, key = table.game.actions.number(move.action), f"{seat}:{move.key}"
        if listener is None:
            key = BOT + key  # which no client's key can be
        known = self.keys.get(key)
        if known is not None:
            if table.plies[known].action != action:
                raise ConflictError("this key was used for another move; each move has a key of its own")
            self._answer_again(known, move.key, listener)
            return
        if seat in self.asked and move.number < self.fresh[seat]:
            raise ConflictError("the table has moved on since you looked; look again")
        if self.kept.status != "playing":
            raise ConflictError("the game is over")
        wish = reactions.wish_for(table.game, exits.look(table, seat), move.wish) if move.wish else None
        if listener is not None and self.bot_at(seat):
            self._claim(seat)
        self.append(seat, action, key, move.key, listener)
        if wish is not None:
            self.rooms.wished(self, seat, wish)

    def append(self, seat: int, action: int, key: str, said: str, listener: Listener | None) -> None:
        """Makes an entry of the log in memory, and hands it to the writer."""
        table, made = self.table, store.now()
        assert table is not None
        self._make(seat, action, key, made)
        if self.turn is None:
            self.turn = Waiting(self)
            self.waiting.append(self.turn)
            self.rooms.writer.append(self.turn)
        decision = Decision(len(table.plies) - 1, seat, action, said)
        if listener is not None:
            decision.answers.append(listener)
        self.turn.decisions.append(decision)
        self.turn.rows.append((self.kept.id, decision.ply, key, seat, action, table.plies[-1].hash, made))

    def _handed_over(self, turn: Waiting) -> None:
        """Makes the frames of all moves of a turn together, while the disk works."""
        if turn.line is not self.line:
            return  # taken back already
        self.turn = None
        try:
            turn.frames = self._frames()
        except Exception:  # the moves are made; whoever listens is told with the next ones
            log.exception("table %d: news could not be made", self.kept.id)

    def _claim(self, seat: int) -> None:
        """Its owner plays at a seat that a caretaker holds."""
        if self.kept.seats[seat].out:
            raise ConflictError("your time was up: the game is lost for you, and a bot plays on")
        self.rooms.returned(self, seat)

    def _answer_again(self, ply: int, key: str, listener: Listener | None) -> None:
        if listener is None:
            return
        if ply < self.stored_plies:
            listener.send(self._acknowledgement(ply, key))
            return
        answers = next(each.answers for each in self._unstored() if each.ply == ply)
        if listener not in answers:
            answers.append(listener)

    def _acknowledgement(self, ply: int, key: str) -> bytes:
        return framed(encode(Stored(key=key, number=self.numbers[ply])))

    def _frames(self) -> dict[int, bytes]:
        """The news of the last decisions for all seats that somebody listens at."""
        assert self.table is not None
        if self.seen is None:
            return {}
        news = exits.patches(self.table, self.seen, self.listeners)
        self.seen = exits.shown(self.table)
        end = b"}" if self.times is None else b',"left":%b}' % encode(clocks.left(self))
        return {seat: framed(b'{"type":"news","news":', *pieces, end) for seat, pieces in news.items()}

    def _stored(self, turn: Waiting, error: Exception | None) -> None:
        """What the writer reports: the first of those that wait are stored, or none of their line can be."""
        if turn.line is not self.line:
            return  # taken back already with the first of its line
        if error is not None:
            self._take_back(error)
            return
        self.waiting.popleft()
        answers: dict[Listener, bytes] = {}
        for decision in turn.decisions:
            if decision.answers:
                acknowledged = self._acknowledgement(decision.ply, decision.key)
                for listener in decision.answers:
                    answers[listener] = answers.get(listener, b"") + acknowledged
        for listener, acknowledged in answers.items():  # with the news in one write
            listener.send(acknowledged + turn.frames.get(listener.seat, b""))
        self._spread(turn.frames, answers)
        self.rooms.tell(self, False)
        if not self.waiting:
            self._settle()

    def _spread(self, news: dict[int, bytes], but: Container[Listener] = ()) -> None:
        for seat, listeners in self.listeners.items():
            if seat in news:
                frame = news[seat]
                for listener in listeners:
                    if listener not in but:
                        listener.send(frame)

    def _take_back(self, error: Exception) -> None:
        """Another process was quicker: read on and try again. Or the database does not work: say so."""
        failed, self.turn = list(self._unstored()), None
        self.waiting.clear()
        self.line = Line(self.kept.id)
        self._unmake(len(failed))
        if isinstance(error, ConflictError):
            self.moves_later += [functools.partial(self._move_again, move, undo.count(self.table)) for move in failed]
            self.read_on()
            return
        log.error("table %d: a move could not be stored: %s", self.kept.id, type(error).__name__)
        sorry = ConflictError("the move could not be stored, and was not made; send it again")
        for move in failed:
            for listener in move.answers:
                listener.send(refusal_frame(sorry, move.key))
        self._settle()

    def _move_again(self, move: Decision, undone: int) -> None:
        """The rules say whether it is still possible, not the number on which it was decided; unless it was decided
        before something was taken back."""
        if move.action < 0:
            return  # as long as somebody asks for it, `undo.settle` tries again
        if undone != undo.count(self.table):
            for listener in move.answers:
                listener.send(refusal_frame(ConflictError("something was taken back meanwhile; look again"), move.key))
            return
        again = Move(key=move.key, number=self.fresh[move.seat], action=move.action)
        for listener in move.answers:
            self.move(move.seat, again, listener)
        if not move.answers:
            self.move_bot(move.seat, move.key, move.action)

    def decisions_of(self, seat: int) -> int:
        """How many decisions a seat has made; whatever was taken back counts, so that no number comes twice."""
        return sum(ply.seat == seat or ply.action < 0 for ply in self.table.plies) if self.table else 0

    def move_bot(self, seat: int, key: str, action: int) -> None:
        """A bot's move. Whatever is wrong with it, nobody waits for an answer: the table has moved on."""
        if self.is_reading:
            self.moves_later.append(lambda: self.move_bot(seat, key, action))
            return
        if key != str(self.decisions_of(seat)):
            return  # it was decided before something was taken back
        try:
            self._move(seat, Move(key=key, number=len(self.table.log) if self.table else 0, action=action), None)
        except BestiaryError as error:
            log.info("table %d: a bot's move at seat %d was dropped: %s", self.kept.id, seat, type(error).__name__)

    def _refusal(self, seat: int, move: Move, error: Exception) -> bytes:
        refused = None
        if isinstance(error, IllegalError) and self.table is not None:
            refused = exits.refuse(self.table, seat, move.action)
        return refusal_frame(error, move.key, refused)

    # --- Reading on

    def hear(self, plies: int, changed: bool) -> None:
        """Another process says that this table is so far, or that who sits here has changed."""
        self.reached = max(self.reached, plies)
        self.when_settled(self._read_on_if_behind)
        if changed:
            self.rooms.start(self.reread())

    def catch_up(self) -> None:
        """Looks whether other processes have done something here."""
        self.hear(len(self.numbers) + 1, changed=True)

    def _is_behind(self, number: int | None) -> bool:
        """Has a client seen events that this process has not heard of? Then another one has told it."""
        return number is not None and self.table is not None and number > len(self.table.log) and not self.waiting

    def _read_on_if_behind(self) -> None:
        if self.reached > len(self.numbers):
            self.read_on()

    @property
    def unstored(self) -> int:
        """How many decisions wait to be stored."""
        return sum(len(turn.decisions) for turn in self.waiting)

    def _unstored(self) -> Iterator[Decision]:
        return (decision for turn in self.waiting for decision in turn.decisions)

    @property
    def stored_plies(self) -> int:
        return len(self.numbers) - self.unstored

    def read_on(self) -> None:
        """Makes the decisions that another process has stored, and tells of them."""
        if self.is_reading or self.table is None:
            return
        self.is_reading, self.reached = True, 0
        self.rooms.start(self._read_on())

    async def _read_on(self) -> None:
        assert self.table is not None
        try:
            stored = await self.rooms.read(store.read_log, self.kept.id, len(self.table.plies))
            for ply in stored:
                self.replay([ply])
                self._spread(self._frames())
        finally:
            self.is_reading = False
        moves, self.moves_later = self.moves_later, []
        for move in moves:
            move()
        if not self.waiting:
            self._settle()

    # --- Whoever is at the table

    def when_settled(self, call: Callable[[], None]) -> None:
        """Does something as soon as all that was made is stored."""
        if self.waiting or self.is_reading:
            self.later.append(call)
        else:
            call()

    def _settle(self) -> None:
        """All that was made is stored: whoever waited for that comes in, and whoever is asked is asked."""
        calls, self.later = self.later, []
        for call in calls:
            call()
        if self.waiting:
            return  # one of them has made a decision, and all is settled when that is stored
        self._read_on_if_behind()
        undo.settle(self)
        snapshots.put_down(self)
        if self.is_over and self.kept.status == "playing":
            assert self.table is not None
            ranking = history.ranking_of(self.table, self.kept)
            self.rooms.start(self.change(functools.partial(history.finish, kept=self.kept, ranking=ranking)))
        self.rooms.turn(self)

    def enter(self, listener: Listener, enter: Enter) -> None:
        """Lets somebody in, or tells them all again who have lost the thread."""
        self.when_settled(lambda: self._let_in(listener, enter.number))

    def _let_in(self, listener: Listener, number: int | None) -> None:
        if self._is_behind(number):
            self.read_on()
        self.when_settled(lambda: self._enter(listener, number))

    def _enter(self, listener: Listener, number: int | None) -> None:
        listener.seat = self.seat_of(listener.person)
        if listener.seat >= 0 and self.is_timed:
            self.rooms.returned(self, listener.seat)
        at_seat = self.listeners.setdefault(listener.seat, [])
        if listener not in at_seat:
            at_seat.append(listener)
            if len(at_seat) == 1 and listener.seat >= 0:
                self.announce(but=listener)
        listener.send(self._at_table(listener.seat))
        self._show(listener, number)
        undo.tell(self, listener)
        if self.talk:
            self.rooms.start(self._tell_old(listener))

    def leave(self, listener: Listener) -> None:
        at_seat = self.listeners.get(listener.seat, [])
        if listener in at_seat:
            at_seat.remove(listener)
            if not at_seat:
                del self.listeners[listener.seat]
                self.announce()
                self.rooms.turn(self)
        if not self.listeners:
            self.seen = None
            self.rooms.forget_later(self)

    def seat_of(self, person: str) -> int:
        """Where a person sits; −1 for spectators."""
        return next((n for n, seat in enumerate(self.kept.seats) if person and seat.person == person), -1)

    def ask(self, seat: int, asked: Ask, listener: Listener) -> None:
        """Why something is not possible, or what is to be said of a thing."""
        self.when_settled(lambda: listener.send(self._reason(seat, asked)))

    def _reason(self, seat: int, asked: Ask) -> bytes:
        try:
            if self.table is None:
                raise ConflictError("this table has not begun")
            if not asked.about:
                answer = Answer(key=asked.key, refused=exits.refuse(self.table, seat, asked.intent))
            elif isinstance(asked.intent, str):
                answer = Answer(key=asked.key, refused=None, lines=exits.about(self.table, seat, asked.intent))
            else:
                raise MalformedError("what is said is of a thing: its name is a text")
            return framed(encode(answer))
        except BestiaryError as error:
            return refusal_frame(error, asked.key)

    def _show(self, listener: Listener, number: int | None) -> None:
        """All that a seat sees, and the events that it asks for."""
        if self.table is None:
            return
        self.seen, count = exits.shown(self.table), len(self.table.log)
        since = count if number is None else number if number <= count else 0
        events = exits.since(self.table, listener.seat, since)
        look = exits.look(self.table, listener.seat)
        own = (n for n in reversed(range(len(self.numbers))) if self.table.plies[n].seat == listener.seat)
        turn = next((self.numbers[n] for n in own), 0)
        listener.send(framed(encode(Now(since=since, events=events, look=look, turn=turn))))

    def info(self) -> TableInfo:
        """What everybody may know of the table besides the game."""
        kept = self.kept
        seats = [
            Seat(person=each.person, bot=each.bot, name=each.name, here=number in self.listeners,
                 held=each.held > 0, out=each.out > 0, rating=each.rating)
            for number, each in enumerate(kept.seats)
        ]
        return TableInfo(
            table=kept.code, game=kept.game, variant=kept.variant, options=kept.options, edition=kept.edition,
            status=kept.status, host=kept.host, seats=seats, commitment=commitment(kept.seed), reason=kept.reason,  # type: ignore[arg-type]
            rematch=kept.rematch, lesson=kept.is_lesson, terms=kept.terms, left=clocks.left(self),
            undo=undo.request_of(self),
        )  # fmt: skip

    def _at_table(self, seat: int) -> bytes:
        return framed(encode(AtTable(table=self.info(), you=seat)))

    def announce(self, but: Listener | None = None) -> None:
        """Tells everybody who sits here and how far the table is."""
        for seat, listeners in self.listeners.items():
            frame = self._at_table(seat)
            for listener in listeners:
                if listener is not but:
                    listener.send(frame)

    # --- Talk

    async def say(self, person: str, name: str, text: str) -> None:
        """Something for everybody here; it is stored before anybody reads it."""
        change = functools.partial(store.add_talk, number=self.kept.id, person=person, name=name, text=text)
        await self.rooms.writer.change(change)
        self.rooms.tell(self, True)
        await self._read_talk()

    async def _read_talk(self) -> None:
        """Tells what is new."""
        async with self.rereading:
            rows = await self.rooms.read(store.read_talk, self.kept.id, self.last_said, OLD_TALK)
            if rows:
                self.last_said = rows[-1][0]
                said = [spoken(row) for row in rows]
                self.talk = (self.talk + said)[-OLD_TALK:]
                await self._tell(said, self.everybody())

    async def _tell_old(self, listener: Listener) -> None:
        async with self.rereading:
            await self._tell(self.talk, [listener])

    async def _tell(self, said: list[Said], listeners: list[Listener]) -> None:
        """Lets people read what was said, but for those whom they do not want to hear."""
        deaf = await self.rooms.read(store.deaf_to, {each.person for each in said})
        frame = framed(encode(Talk(said=said)))
        for listener in listeners:
            heard = [each for each in said if (listener.person, each.person) not in deaf]
            if len(heard) == len(said):
                listener.send(frame)
            elif heard:
                listener.send(framed(encode(Talk(said=heard))))

    # --- Changes of the table besides moves

    async def change(self, change: Callable[[Connection], Found]) -> Found:
        """Changes who sits here, or how far the table is; everybody here is told, when it is stored."""
        found = await self.rooms.writer.change(change)
        self.rooms.tell(self, True)
        await self.reread()
        return found

    async def reread(self) -> None:
        """Takes up what has changed of the table, besides its log."""
        async with self.rereading:
            kept = await self.rooms.read(store.read_table, self.kept.code)
        assert kept is not None
        self.kept = kept
        self.rooms.lobby_changed()
        begins = kept.status == "playing" and self.table is None
        if begins:
            self.set_up()
        self._seat_all()
        self.announce()
        await self._read_talk()
        if begins:
            for listener in self.everybody():
                self._show(listener, 0)
        self.when_settled(lambda: undo.settle(self))
        self.rooms.turn(self)

    def everybody(self) -> list[Listener]:
        return [listener for listeners in self.listeners.values() for listener in listeners]

    def _seat_all(self) -> None:
        """Who has sat down listens from the seat now, who has left it as a spectator."""
        listeners, self.listeners = self.everybody(), {}
        for listener in listeners:
            listener.seat = self.seat_of(listener.person)
            self.listeners.setdefault(listener.seat, []).append(listener)

    @property
    def is_idle(self) -> bool:
        is_busy = self.listeners or self.waiting or self.later or self.is_reading or self.timer
        return not (is_busy or self.bots_to_move())


@functools.lru_cache(64)
def edition_of(game: Game, name: str, text: str) -> Edition:
    """Tables of one edition share it."""
    shipped = name in game.editions and content.read_edition(game.editions[name]) == text
    return content.assemble(text, name, name, game.assemble, shipped)


def spoken(row: tuple[int, str, str, str, int]) -> Said:
    number, person, name, text, time = row
    return Said(number=number, person=person, name=name, text=text, time=time)


def refusal_frame(error: Exception, key: str = "", refused: Any = None) -> bytes:
    wrong, _ = wrong_of(error)
    return framed(encode(Refusal(wrong=wrong, message=str(error), key=key, refused=refused)))
