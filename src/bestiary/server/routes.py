"""The HTTP routes. They are thin: who asks, what is asked for, and who answers it."""

from __future__ import annotations

import functools
from typing import Any

from litestar import Request, Response, asgi, delete, get, patch, post
from litestar.connection import ASGIConnection
from litestar.di import NamedDependency, Provide
from litestar.enums import ScopeType
from litestar.handlers.base import BaseRouteHandler
from litestar.params import FromPath, FromQuery, JSONBody
from litestar.types import Receive, Scope, Send
from msgspec import convert, json

from bestiary.bots.roster import choices
from bestiary.engine import content, rulebook
from bestiary.engine.errors import MalformedError
from bestiary.engine.receipts import Receipt
from bestiary.engine.registry import find_game
from bestiary.server import catalogue, history, lessons, metrics, ratings, receipts, sockets, store, tables
from bestiary.server.errors import ForbiddenError
from bestiary.server.origins import address, header, is_foreign
from bestiary.server.lobby import LISTED
from bestiary.server.people import People, Person
from bestiary.server.protocol import (
    Account, Catalogue, Choices, Join, LessonStep, Me, NewTable, Past, Rating, Remove, Rename, Result, ReviewState,
    SeatBot, Seed, TableInfo, Token,
)  # fmt: skip
from bestiary.server.reviews import Reviews
from bestiary.server.rooms import Rooms

TheRooms = NamedDependency[Rooms]
ThePeople = NamedDependency[People]
ThePerson = NamedDependency[Person]
TheReviews = NamedDependency[Reviews]
RESULTS = 20  # of everybody, in a list


def provide_rooms(request: Request[Any, Any, Any]) -> Rooms:
    rooms: Rooms = request.app.state.rooms
    return rooms


def provide_people(request: Request[Any, Any, Any]) -> People:
    people: People = request.app.state.people
    return people


def provide_reviews(request: Request[Any, Any, Any]) -> Reviews:
    reviews: Reviews = request.app.state.reviews
    return reviews


async def provide_person(request: Request[Any, Any, Any], people: ThePeople) -> Person:
    """Who asks; `GET /api/me` makes a guest of a new visitor."""
    person = await _identify(request, people)
    if person is None:
        raise ForbiddenError("nobody knows you yet: GET /api/me makes you a guest, POST /api/me/tokens gives a token")
    return person


async def _identify(request: Request[Any, Any, Any], people: ThePeople) -> Person | None:
    scope = request.scope
    person = await people.identify(header(scope, b"cookie"), header(scope, b"authorization"))
    if person is not None:
        people.pace.ask_as(person.id)
    return person


def keep_pace(connection: ASGIConnection[Any, Any, Any, Any], handler: BaseRouteHandler) -> None:
    """One address may not ask for ever so much."""
    connection.app.state.people.pace.ask(address(connection.scope))


def refuse_foreign(connection: ASGIConnection[Any, Any, Any, Any], handler: BaseRouteHandler) -> None:
    """Pages of other sites may not act in a visitor's name."""
    if connection.scope.get("method") != "GET" and is_foreign(connection.scope):
        raise ForbiddenError("this page comes from another site")


dependencies = {
    "rooms": Provide(provide_rooms, sync_to_thread=False),
    "people": Provide(provide_people, sync_to_thread=False),
    "person": Provide(provide_person),
    "reviews": Provide(provide_reviews, sync_to_thread=False),
}


# --- People


@get("/api/me")
async def me(request: Request[Any, Any, Any], people: ThePeople) -> Response[Me]:
    """Who you are. The first visit makes you a guest, and a cookie remembers you."""
    person = await _identify(request, people)
    if person is not None:
        return Response(Me(person=person.id, name=person.name))
    person = await people.new_guest(address(request.scope))
    return Response(Me(person=person.id, name=person.name), headers={"Set-Cookie": people.cookie_for(person)})


@patch("/api/me")
async def rename(data: JSONBody[Rename], person: ThePerson, people: ThePeople) -> Me:
    """Calls you by another name from now on."""
    renamed = await people.rename(person, data.name)
    await tables.tell_new_name(people.rooms, renamed)
    return Me(person=renamed.id, name=renamed.name)


@delete("/api/me", status_code=200)
async def forget_me(person: ThePerson, people: ThePeople) -> Response[Me]:
    """Removes your account, your tokens and your name. Your games remain, as somebody's."""
    await people.forget(person)
    return Response(Me(person="", name=""), headers={"Set-Cookie": people.no_cookie()})


@post("/api/me/account", status_code=200)
async def open_account(data: JSONBody[Account], person: ThePerson, people: ThePeople) -> Me:
    """Makes an account of you, so that you can come back on another device."""
    await people.open_account(person, data)
    return Me(person=person.id, name=person.name)


@post("/api/login", status_code=200)
async def log_in(request: Request[Any, Any, Any], data: JSONBody[Account], people: ThePeople) -> Response[Me]:
    """You are who the account says."""
    person = await people.log_in(address(request.scope), data)
    return Response(Me(person=person.id, name=person.name), headers={"Set-Cookie": people.cookie_for(person)})


@post("/api/logout", status_code=200)
async def log_out(people: ThePeople) -> Response[Me]:
    """This device forgets you."""
    return Response(Me(person="", name=""), headers={"Set-Cookie": people.no_cookie()})


@post("/api/me/tokens")
async def new_token(request: Request[Any, Any, Any], people: ThePeople) -> Token:
    """A token for a program that plays in your name; a new visitor becomes a guest first."""
    person = await _identify(request, people) or await people.new_guest(address(request.scope))
    return Token(token=await people.new_token(person), person=person.id)


@get("/api/me/tables")
async def my_tables(person: ThePerson, rooms: TheRooms) -> list[TableInfo]:
    """Tables at which you sit: first where it is your turn, then those in play."""
    return await tables.of_person(rooms, person, LISTED)


@get("/api/me/results")
async def my_results(person: ThePerson, rooms: TheRooms) -> list[Result]:
    """Your finished games, the last first."""
    return await rooms.read(history.last_results, LISTED, person.id)


@get("/api/me/ratings")
async def my_ratings(person: ThePerson, rooms: TheRooms) -> list[Rating]:
    """How well you play each game."""
    return await rooms.read(ratings.of_person, person.id)


# --- Games


@get("/api/games/{game:str}/ratings")
async def ladder(game: FromPath[str], rooms: TheRooms) -> list[Rating]:
    """Who plays a game best, by games that count."""
    return await rooms.read(ratings.best_at, find_game(game).name, LISTED)


@get("/api/games")
async def games(rooms: TheRooms) -> list[Choices]:
    """All that can be chosen before a game starts."""
    return await rooms.apart(lambda: [convert(choices(find_game(name)), Choices) for name in rooms.games])


@get("/api/games/{game:str}/book")
async def book(game: FromPath[str], rooms: TheRooms, edition: FromQuery[str | None] = None) -> Response[Any]:
    """Everything that an edition prints, by the names that views use."""
    found = find_game(game)
    name = tables.shipped_edition(found, edition)
    text = await rooms.apart(content.read_edition, found.editions[name])
    return Response(await rooms.apart(printed, found.name, name, text), media_type="application/json")


@functools.lru_cache(64)
def printed(game: str, name: str, text: str) -> bytes:
    """A book as it goes out. That of a large game takes a fifth of a second to make."""
    found = find_game(game)
    return json.encode(found.book(content.assemble(text, name, f"{name}.toml", found.assemble, False)))


@get("/api/games/{game:str}/catalogue")
async def all_cards(game: FromPath[str], rooms: TheRooms, edition: FromQuery[str | None] = None) -> Catalogue:
    """Everything of an edition that people look up, with what was counted of it in many games."""
    found = find_game(game)
    return await rooms.apart(catalogue.of, found, tables.shipped_edition(found, edition))


@get("/api/games/{game:str}/rules")
async def rules(game: FromPath[str]) -> list[rulebook.Section]:
    """Our text of the rules, by section."""
    return rulebook.read(find_game(game)).sections


@post("/api/games/{game:str}/lesson")
async def begin_lesson(game: FromPath[str], person: ThePerson, rooms: TheRooms) -> TableInfo:
    """A table of your own at which a game is taught: real rules, and a tutor who says what to try."""
    return (await lessons.create(rooms, person, game)).info()


# --- Tables


@get("/api/tables")
async def open_tables(rooms: TheRooms) -> list[TableInfo]:
    """Tables that wait for players, the newest first."""
    return [tables.listed(kept) for kept in await rooms.read(store.open_tables, LISTED)]


@asgi("/api/lobby/socket", copy_scope=False)
async def lobby_socket(scope: Scope, receive: Receive, send: Send) -> None:
    """The lobby's WebSocket: open tables, live."""
    if scope["type"] == ScopeType.HTTP:
        raise MalformedError("this is the lobby's WebSocket")
    state = scope["app"].state
    with state.people.pace.connected(address(scope)):
        await state.lobby.serve(scope, receive, send)


@post("/api/tables")
async def create_table(data: JSONBody[NewTable], person: ThePerson, rooms: TheRooms) -> TableInfo:
    """Makes a table."""
    return (await tables.create(rooms, person, data)).info()


@get("/api/tables/{code:str}")
async def show_table(code: FromPath[str], rooms: TheRooms) -> TableInfo:
    """A table and who sits there."""
    return (await rooms.open(code)).info()


@get("/api/tables/{code:str}/book")
async def table_book(code: FromPath[str], rooms: TheRooms) -> Response[Any]:
    """Everything that the edition of a table prints, which may be somebody's own."""
    kept = (await rooms.open(code)).kept
    text = await rooms.apart(printed, kept.game, kept.edition, kept.edition_text)
    return Response(text, media_type="application/json")


@post("/api/tables/{code:str}/join", status_code=200)
async def join_table(code: FromPath[str], data: JSONBody[Join], person: ThePerson, rooms: TheRooms) -> TableInfo:
    """Sits you down at an open seat."""
    room = await rooms.open(code)
    await tables.join(room, person, data)
    return room.info()


@post("/api/tables/{code:str}/seed", status_code=200)
async def give_seed(code: FromPath[str], data: JSONBody[Seed], person: ThePerson, rooms: TheRooms) -> Receipt:
    """Your part in the game's luck, before it begins; another one takes its place."""
    room = await rooms.open(code)
    await receipts.give(room, person, data.seed)
    return receipts.receipt(room.kept)


@get("/api/tables/{code:str}/receipt")
async def receipt(code: FromPath[str], rooms: TheRooms) -> Receipt:
    """Who had a part in the game's luck; after the end all that it takes to check it."""
    return receipts.receipt((await rooms.open(code)).kept)


@get("/api/tables/{code:str}/past")
async def past(code: FromPath[str], rooms: TheRooms, seat: FromQuery[int] = -1, first: FromQuery[int] = 0) -> Past:
    """A stretch of a finished game as one seat saw it, −1 for a spectator: a look after so many decisions, and what
    followed."""
    room, again = await rooms.open(code), rooms.history
    return await rooms.loop.run_in_executor(again.thread, again.past, room.kept, room.table, seat, first)


@get("/api/tables/{code:str}/review")
async def review(code: FromPath[str], rooms: TheRooms, reviews: TheReviews) -> ReviewState:
    """The review of a finished game, or how far it is."""
    return await reviews.state(await rooms.open(code))


@post("/api/tables/{code:str}/review", status_code=200)
async def ask_for_review(
    code: FromPath[str], person: ThePerson, rooms: TheRooms, reviews: TheReviews
) -> ReviewState:
    """Begins the review of a finished game; it is made once."""
    return await reviews.ask(await rooms.open(code), person)


@get("/api/results")
async def last_results(rooms: TheRooms) -> list[Result]:
    """The last finished games of everybody, private ones left out."""
    return await rooms.read(history.last_results, RESULTS)


@post("/api/tables/{code:str}/leave", status_code=200)
async def leave_table(code: FromPath[str], person: ThePerson, rooms: TheRooms) -> TableInfo:
    """Frees your seat, as long as the table has not begun."""
    room = await rooms.open(code)
    await tables.leave(room, person)
    return room.info()


@post("/api/tables/{code:str}/remove", status_code=200)
async def remove_from_table(
    code: FromPath[str], data: JSONBody[Remove], person: ThePerson, rooms: TheRooms
) -> TableInfo:
    """Sends somebody away from your table, or a bot, before it begins."""
    room = await rooms.open(code)
    await tables.remove(room, person, data.seat)
    return room.info()


@post("/api/tables/{code:str}/bot", status_code=200)
async def seat_bot(code: FromPath[str], data: JSONBody[SeatBot], person: ThePerson, rooms: TheRooms) -> TableInfo:
    """Seats a bot at your table where nobody has come; sent away like a person, it frees the seat."""
    room = await rooms.open(code)
    await tables.seat_bot(room, person, data.seat, data.bot)
    return room.info()


@post("/api/tables/{code:str}/start", status_code=200)
async def start_table(code: FromPath[str], person: ThePerson, rooms: TheRooms) -> TableInfo:
    """Begins, when all seats are taken."""
    room = await rooms.open(code)
    await tables.start(room, person)
    return room.info()


@post("/api/tables/{code:str}/rematch", status_code=200)
async def rematch(code: FromPath[str], person: ThePerson, rooms: TheRooms) -> TableInfo:
    """The table at which the same people play again, one seat further."""
    following = await tables.rematch(await rooms.open(code), person)
    return (await rooms.open(following)).info()


@get("/api/tables/{code:str}/lesson")
async def lesson_step(code: FromPath[str], person: ThePerson, rooms: TheRooms) -> LessonStep:
    """What the tutor says to you now."""
    return lessons.step(await rooms.open(code), person)


@get("/api/tables/{code:str}/replay", media_type="application/jsonl")
async def replay(code: FromPath[str], rooms: TheRooms) -> bytes:
    """A finished game as a replay file, which `bestiary verify` checks."""
    return json.Encoder().encode_lines(tables.replay_of(await rooms.open(code)))


@asgi("/api/tables/{code:str}/socket", copy_scope=False)
async def table_socket(scope: Scope, receive: Receive, send: Send) -> None:
    """The table's WebSocket; `bestiary schema server` prints its messages."""
    if scope["type"] == ScopeType.HTTP:
        raise MalformedError("this is the table's WebSocket")
    state, code = scope["app"].state, scope["path_params"]["code"]
    with state.people.pace.connected(address(scope)):
        await sockets.serve(scope, receive, send, code, state.rooms, state.people)


# --- Running it


@get("/health")
async def health(rooms: TheRooms) -> dict[str, Any]:
    """Whether the server works: it has read from its database."""
    await rooms.read(store.open_tables, 1)
    return {"status": "ok", "rooms": len(rooms.open_rooms)}


@get("/metrics", media_type="text/plain; version=0.0.4", include_in_schema=False)
async def figures(request: Request[Any, Any, Any]) -> bytes:
    """For Prometheus."""
    return metrics.page(request.app.state.metrics)


HANDLERS = [
    me, rename, forget_me, open_account, log_in, log_out, new_token, my_tables, games, book, all_cards, rules,
    begin_lesson, open_tables, lobby_socket, create_table, show_table, join_table, leave_table, remove_from_table,
    seat_bot, start_table, rematch, replay, give_seed, receipt, past, last_results, my_results, review, ask_for_review,
    my_ratings, ladder, lesson_step, table_book, table_socket, health, figures,
]  # fmt: skip
