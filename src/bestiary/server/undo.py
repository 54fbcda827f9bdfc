"""Taking back at a table: who regrets a decision asks, all other people at the table agree, and the log gets an entry
that goes back. It is possible only as far as `engine.undo` says that nothing new was shown.

A request lies in the database, so that it is the same for all processes and outlives a restart. Whether something can
be taken back follows from what everybody was told, never from what is hidden."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING

import msgspec

from bestiary.engine import seat as exits
from bestiary.engine.errors import BestiaryError, ConflictError
from bestiary.engine.table import Table
from bestiary.engine.undo import obstacle, same_luck
from bestiary.server import store
from bestiary.server.errors import ForbiddenError, wrong_of
from bestiary.server.protocol import CanUndo, Refusal, UndoRequest
from bestiary.server.wire import framed

if TYPE_CHECKING:
    from bestiary.server.room import Listener, Room

encode = msgspec.json.Encoder().encode


class Past:
    """The decisions of a table that stand, each with the position before it, back to the last one at which something
    was drawn or chosen in secret."""

    def __init__(self) -> None:
        self.positions: dict[int, bytes] = {}

    def note(self, table: Table) -> None:
        """The last entry of a table's history was made."""
        number, ply = len(table.plies) - 1, table.plies[-1]
        if ply.action < 0:
            self.positions = {n: before for n, before in self.positions.items() if n < ply.goes_back_to}
            return
        before, game = table.previous, table.game
        is_secret = any(game.events.by_name[event.name].owner for event in ply.events)
        if is_secret or not same_luck(game, game.state.from_bytes(before), table.state):
            self.positions.clear()
        else:
            self.positions[number] = before

    def forget(self, count: int) -> None:
        """Only so many entries were stored."""
        self.positions = {n: before for n, before in self.positions.items() if n < count}

    def target(self, table: Table, seat: int) -> int:
        """The last decision of a seat, if it can be taken back; −1 otherwise."""
        number = next((n for n in reversed(self.positions) if table.plies[n].seat == seat), -1)
        if number < 0:
            return -1
        before = table.game.state.from_bytes(self.positions[number])
        since = [event for ply in table.plies[number:] for event in ply.events]
        return -1 if obstacle(table.game, before, table.state, seat, since) else number


def make(table: Table, past: Past | None, seat: int, action: int) -> None:
    """Makes a decision, or takes back what a negative action says."""
    if action < 0 and past is not None:
        table.undo(seat, ~action, past.positions.get(~action))
    else:
        table.repeat(seat, action)
    if past is not None:
        past.note(table)


def count(table: Table | None) -> int:
    """How often something was taken back."""
    return sum(ply.action < 0 for ply in table.plies) if table else 0


def is_allowed(room: Room) -> bool:
    """Does the table allow to take back, with those who sit there?"""
    policy = room.kept.terms.undo
    people = sum(bool(each.person) for each in room.kept.seats)
    return policy == "consent" or (policy == "bots" and people == 1)


def possible(room: Room, seat: int) -> int:
    """The decision that a seat can take back now; −1 where there is none."""
    if room.table is None or room.past is None or room.kept.status != "playing" or seat < 0 or not is_allowed(room):
        return -1
    return room.past.target(room.table, seat)


def request_of(room: Room) -> UndoRequest | None:
    """What somebody asks to take back, as long as it still can be."""
    if not room.kept.request:
        return None
    found = msgspec.json.decode(room.kept.request, type=UndoRequest)
    return found if possible(room, found.seat) == found.decision else None


def is_own_step(room: Room, request: UndoRequest) -> bool:
    """Is it a step of a series of small decisions that its seat has not ended yet, such as units that travel one by
    one? A series is put together like a turn on a board: nobody else need be asked."""
    table, seat = room.table, request.seat
    if table is None or request.decision != len(table.plies) - 1 or seat not in room.asked:
        return False
    question = exits.look(table, seat).private.question
    return question is not None and question.done > 0


def must_agree(room: Room, request: UndoRequest) -> list[int]:
    """The people who have not agreed yet; whose time was up, or whom a caretaker plays for, need not."""
    if is_own_step(room, request):
        return []
    return [
        n for n, each in enumerate(room.kept.seats)
        if each.person and not each.out and not each.held and n != request.seat and n not in request.agreed
    ]  # fmt: skip


def ask(room: Room, seat: int, key: str, listener: Listener) -> None:
    """A seat wants to take back its last decision."""
    room.when_settled(lambda: _try(lambda: _ask(room, seat, key, listener), listener, key))


def _ask(room: Room, seat: int, key: str, listener: Listener) -> None:
    if not is_allowed(room):
        raise ForbiddenError("this table does not allow to take back")
    if f"{seat}:{key}" in room.keys:
        raise ConflictError("this key was used for another move; each has a key of its own")
    if request_of(room) is not None:
        raise ConflictError("somebody asks already to take something back")
    decision = possible(room, seat)
    if decision < 0:
        raise ConflictError("your last decision cannot be taken back: something new was shown, drawn or chosen since")
    request = UndoRequest(seat=seat, decision=decision, key=key)
    if must_agree(room, request):
        stale, wanted = room.kept.request, encode(request).decode()
        _edit(room, lambda there: wanted if there in ("", stale) else there)
    else:
        _go_back(room, request, listener)


def consent(room: Room, seat: int, agrees: bool, listener: Listener) -> None:
    """Somebody agrees, or does not. Who has asked may think better of it."""
    room.when_settled(lambda: _try(lambda: _consent(room, seat, agrees), listener))


def _consent(room: Room, seat: int, agrees: bool) -> None:
    request = request_of(room)
    if request is None:
        raise ConflictError("nobody asks to take something back any more")
    if agrees and seat in must_agree(room, request):
        _edit(room, lambda there: _agreed(there, request.key, seat))
    elif not agrees:
        _edit(room, lambda there: _without(there, request.key))


def _try(call: Callable[[], None], listener: Listener, key: str = "") -> None:
    try:
        call()
    except BestiaryError as error:
        wrong, _ = wrong_of(error)
        listener.send(framed(encode(Refusal(wrong=wrong, message=str(error), key=key))))


def settle(room: Room) -> None:
    """All that was made is stored: tells who can take back, and goes back if all have agreed. A request that nobody can
    grant any more is forgotten."""
    if room.past is None:
        return
    _tell_changes(room)
    if not room.kept.request or room.kept.status != "playing":
        return
    request = request_of(room)
    if request is None or f"{request.seat}:{request.key}" in room.keys:
        old = room.kept.request
        _edit(room, lambda there: "" if there == old else there)
    elif not must_agree(room, request):
        _go_back(room, request, None)


def _go_back(room: Room, request: UndoRequest, listener: Listener | None) -> None:
    room.append(request.seat, ~request.decision, f"{request.seat}:{request.key}", request.key, listener)


def tell(room: Room, listener: Listener) -> None:
    """Tells whoever comes in whether something can be taken back."""
    if room.can_undo.get(listener.seat):
        listener.send(framed(encode(CanUndo(possible=True))))


def _tell_changes(room: Room) -> None:
    """Tells each seat whether it can take something back, where that has changed."""
    for seat, listeners in room.listeners.items():
        can = possible(room, seat) >= 0
        if seat >= 0 and room.can_undo.get(seat, False) is not can:
            room.can_undo[seat] = can
            frame = framed(encode(CanUndo(possible=can)))
            for listener in listeners:
                listener.send(frame)


def _edit(room: Room, edit: Callable[[str], str]) -> None:
    change = functools.partial(store.edit_request, number=room.kept.id, edit=edit)
    room.rooms.start(room.change(change))


def _agreed(text: str, key: str, seat: int) -> str:
    """A request to which one more has agreed."""
    request = msgspec.json.decode(text, type=UndoRequest) if text else None
    if request is None or request.key != key or seat in request.agreed:
        return text
    request.agreed.append(seat)
    return encode(request).decode()


def _without(text: str, key: str) -> str:
    """No request, where it is still this one."""
    return "" if text and msgspec.json.decode(text, type=UndoRequest).key == key else text
