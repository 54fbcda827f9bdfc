"""What people do with tables besides playing: make one, sit down, get up, start it."""

from __future__ import annotations

import contextlib
import functools
import secrets
from typing import Any

from bestiary.bots.roster import bot_names
from bestiary.engine import content, replay
from bestiary.engine.chance import commitment
from bestiary.engine.errors import BestiaryError, ConflictError, MalformedError
from bestiary.engine.game import Game
from bestiary.engine.registry import find_game
from bestiary.engine.seat_names import printable
from bestiary.engine.spelling import instead
from bestiary.server import receipts, store
from bestiary.server.errors import ForbiddenError
from bestiary.server.people import Person
from bestiary.server.protocol import Join, NewTable, Seat, TableInfo, Terms
from bestiary.server.room import Room
from bestiary.server.rooms import Rooms
from bestiary.server.store import Kept

ME, OPEN = "me", "open"
BOT_NAMES = ("Alder", "Wren", "Osric", "Tamsin", "Bram", "Maren", "Piers", "Sorrel", "Edda", "Rook")
"""What bots are called, by seat."""
MOST_DAYS = 30
ENTERED = 20  # of somebody's tables, to see whether they are asked there


async def create(rooms: Rooms, person: Person, wanted: NewTable) -> Room:
    """A new table, which waits for its players."""
    game = served(rooms, wanted.game)
    options = game.make_options(wanted.players, wanted.variant, wanted.options)
    edition, text = await rooms.apart(edition_for, game, wanted)
    values = row_of(
        game, person, variant=wanted.variant or game.variants[0].name, options=game.settings(options), edition=edition,
        edition_text=text, visibility=wanted.visibility, terms=terms_for(wanted),
    )  # fmt: skip
    seats = at_seats(game, person, wanted.seats, int(options.seats))
    await rooms.writer.change(functools.partial(store.add_table, values=values, at_seats=seats))
    room = await rooms.open(values["code"])
    rooms.lobby_changed()
    rooms.tell(room, True)
    return room


def served(rooms: Rooms, name: str) -> Game:
    """A game that this server offers."""
    if name not in rooms.games:
        raise MalformedError(f"no game is called '{name}'{instead(name, rooms.games)}")
    return find_game(name)


def row_of(game: Game, host: Person, **values: Any) -> dict[str, Any]:
    """A new table of a game as it is kept; it waits for players, with a seed of its own, unless the values differ."""
    return {
        "code": store.new_id(), "game": game.name, "rules": game.version, "layout": game.state.layout(),
        "host": host.id, "status": "open", "seed": secrets.token_bytes(32), **values,
    }  # fmt: skip


def terms_for(wanted: NewTable) -> Terms:
    """What the table allows, if that makes sense."""
    clock = wanted.terms.clock
    if clock.kind == "days" and clock.time > MOST_DAYS:
        raise MalformedError(f"a decision has at most {MOST_DAYS} days, not {clock.time}")
    if clock.kind != "total" and clock.increment:
        raise MalformedError("only a clock of the kind 'total' has an increment")
    return wanted.terms


def shipped_edition(game: Game, name: str | None) -> str:
    """The name of an edition that the game ships; anything else would be a path."""
    if name is not None and name not in game.editions:
        raise MalformedError(f"{game.title} has no edition '{name}'{instead(name, game.editions)}")
    return name or game.default_edition


def edition_for(game: Game, wanted: NewTable) -> tuple[str, str]:
    """Name and text of a table's edition; one of somebody's own is read and checked."""
    if wanted.edition_text is None:
        name = shipped_edition(game, wanted.edition)
        return name, content.read_edition(game.editions[name])
    name = " ".join(printable(wanted.edition or "").split()) or "your own"
    content.assemble(wanted.edition_text, name, f"{name}.toml", game.assemble, False)
    return name, wanted.edition_text


def at_seats(game: Game, person: Person, wanted: list[str], count: int) -> list[dict[str, Any]]:
    """Who sits where at first."""
    if len(wanted) > count:
        raise MalformedError(f"this table has {count} seats, and you name {len(wanted)}")
    if wanted.count(ME) > 1:
        raise MalformedError(f"you sit at one seat only: write '{ME}' once")
    rows = []
    for seat, word in enumerate(wanted + [OPEN] * (count - len(wanted))):
        row: dict[str, Any] = {"person": None, "bot": "", "name": "", "seed": ""}
        if word == ME:
            row |= {"person": person.id, "name": person.name}
        elif word != OPEN:
            check_bot(game, word)
            row |= {"bot": word, "name": BOT_NAMES[seat % len(BOT_NAMES)]}
        rows.append(row)
    return rows


def check_bot(game: Game, name: str) -> None:
    """Refuses a bot that cannot play here. The perfect one must solve a game first, which takes too long."""
    able = [each for each in bot_names(game) if each != "perfect"]
    if name not in able:
        raise MalformedError(f"a seat is '{ME}', '{OPEN}' or a bot, not '{name}'{instead(name, able)}")


async def join(room: Room, person: Person, wanted: Join) -> None:
    """Sits down at an open seat."""
    seats = room.kept.seats
    if room.kept.status != "open":
        raise ConflictError("this table has begun; you can watch it")
    if room.seat_of(person.id) >= 0:
        raise ConflictError("you sit at this table already")
    if await room.rooms.read(store.is_blocked, room.kept.host, person.id):
        raise ForbiddenError("whoever made this table does not play with you")
    seat = wanted.seat
    if seat is None:
        seat = next((n for n, each in enumerate(seats) if not each.person and not each.bot), None)
    if seat is None:
        raise ConflictError("no seat is open; you can watch")
    if seat >= len(seats):
        raise MalformedError(f"there is no seat {seat}; seats are 0 to {len(seats) - 1}")
    await room.change(
        functools.partial(
            store.take_seat, number=room.kept.id, seat=seat, person=person.id, name=person.name,
            seed=receipts.checked(wanted.seed),
        )
    )


async def seat_bot(room: Room, person: Person, seat: int, bot: str) -> None:
    """The host seats a bot where nobody has come."""
    if person.id != room.kept.host:
        raise ForbiddenError("whoever made the table may seat bots")
    if seat >= len(room.kept.seats):
        raise MalformedError(f"there is no seat {seat}; seats are 0 to {len(room.kept.seats) - 1}")
    check_bot(find_game(room.kept.game), bot)
    name = BOT_NAMES[seat % len(BOT_NAMES)]
    await room.change(functools.partial(store.seat_bot, number=room.kept.id, seat=seat, bot=bot, name=name))


async def leave(room: Room, person: Person) -> None:
    """Gets up from a table that has not begun."""
    await room.change(functools.partial(store.leave_seat, number=room.kept.id, person=person.id))


async def remove(room: Room, person: Person, seat: int) -> None:
    """The host sends somebody away before the game begins, or a bot."""
    if person.id != room.kept.host:
        raise ForbiddenError("whoever made the table may send somebody away")
    gone = room.kept.seats[seat] if seat < len(room.kept.seats) else None
    if gone is None or not (gone.person or gone.bot):
        raise ConflictError(f"nobody sits at seat {seat}")
    if gone.bot:
        await room.change(functools.partial(store.seat_bot, number=room.kept.id, seat=seat, bot="", name=""))
    else:
        await room.change(functools.partial(store.leave_seat, number=room.kept.id, person=gone.person))


async def start(room: Room, person: Person) -> None:
    """Begins; only the host says when."""
    if person.id != room.kept.host:
        raise ForbiddenError("whoever made the table starts it")
    await room.change(functools.partial(receipts.begin, number=room.kept.id))


async def rematch(room: Room, person: Person) -> str:
    """The same game again, with everybody one seat further; whoever asks first makes the table. People of whom one has
    blocked the other are not seated together."""
    kept = room.kept
    if kept.status not in ("over", "closed"):
        raise ConflictError("this game is not over yet")
    if room.seat_of(person.id) < 0:
        raise ForbiddenError("only those who played have a rematch")
    values = row_of(
        find_game(kept.game), person, variant=kept.variant, options=kept.options, edition=kept.edition,
        edition_text=kept.edition_text, visibility=kept.visibility, terms=kept.terms,
    )  # fmt: skip
    rotated = kept.seats[-1:] + kept.seats[:-1]
    seats = [{"person": s.person or None, "bot": s.bot, "name": s.name, "seed": ""} for s in rotated]
    change = functools.partial(store.follow, number=kept.id, values=values, at_seats=seats)
    return await room.change(change)


def replay_of(room: Room) -> list[dict[str, Any]]:
    """A finished game as the lines of a replay file; `bestiary verify` checks it, and the server's promise with it."""
    if room.table is None or room.kept.status != "over":
        raise ConflictError("a game has a replay when it is over")
    seats = [replay.Seat(each.name[: replay.LONGEST_NAME], each.bot) for each in room.kept.seats]
    out = [seat for seat, each in enumerate(room.kept.seats) if each.out]
    return replay.lines_of(room.table, seats=seats, hints=room.kept.terms.hints, out=out)


async def of_person(rooms: Rooms, person: Person, limit: int) -> list[TableInfo]:
    """Somebody's tables: first those where a decision waits for them, then those in play."""
    found = [listed(kept) for kept in await rooms.read(store.tables_of, person.id, limit)]
    for info in [info for info in found if info.status == "playing"][:ENTERED]:
        with contextlib.suppress(BestiaryError):  # one that cannot be opened is listed all the same
            room = await rooms.open(info.table)
            info.your_turn = room.seat_of(person.id) in room.asked
    return sorted(found, key=lambda info: not info.your_turn)


async def tell_new_name(rooms: Rooms, person: Person) -> None:
    """Everybody at a table that has not begun reads a new name."""
    for kept in await rooms.read(store.tables_of, person.id, ENTERED):
        if kept.status == "open":
            room = await rooms.open(kept.code)
            rooms.tell(room, True)
            await room.reread()


def listed(kept: Kept) -> TableInfo:
    """A table in a list, read without entering it."""
    seats = [Seat(person=each.person, bot=each.bot, name=each.name, rating=each.rating) for each in kept.seats]
    return TableInfo(
        table=kept.code, game=kept.game, variant=kept.variant, options=kept.options, edition=kept.edition,
        status=kept.status, host=kept.host, seats=seats, commitment=commitment(kept.seed), reason=kept.reason,  # type: ignore[arg-type]
        rematch=kept.rematch, lesson=kept.is_lesson, terms=kept.terms,
    )  # fmt: skip
