"""The workshop over HTTP. A change is kept as soon as the edition can be played with it; else nothing is changed."""

from __future__ import annotations

import dataclasses
import functools
import re
from typing import Any

from litestar import Request, Response, delete, get, patch, post
from litestar.di import NamedDependency, Provide
from litestar.params import FromPath, FromQuery, JSONBody

from bestiary.engine import content
from bestiary.engine.errors import MalformedError
from bestiary.engine.registry import find_game
from bestiary.engine.seat_names import printable
from bestiary.server import store, tables
from bestiary.server.limits import Limit
from bestiary.server.routes import ThePerson, TheRooms, printed
from bestiary.server.workshop import drafts, forms
from bestiary.server.workshop.drafts import KeptDraft
from bestiary.server.workshop.measures import Measures
from bestiary.server.workshop.messages import (
    LARGEST, Change, Changed, Draft, Measure, MeasureState, NewDraft, Opened, Piece,
)  # fmt: skip

TheMeasures = NamedDependency[Measures]
CHANGING = Limit(60, 5, "changes")
MAKING = Limit(20, 0.1, "new editions")


def provide_measures(request: Request[Any, Any, Any]) -> Measures:
    measures: Measures = request.app.state.measures
    return measures


measuring = {"measures": Provide(provide_measures, sync_to_thread=False)}


def cleaned(name: str) -> str:
    found = " ".join(printable(name).split())
    if not found:
        raise MalformedError("a name has at least one letter that can be seen")
    return found


def opened(draft: KeptDraft, person: str) -> Opened:
    form, base = _forms(draft)
    return Opened(draft=draft.info(person), pieces=forms.names(form, base), differences=forms.differences(form, base))


def _forms(draft: KeptDraft) -> tuple[forms.Form, forms.Form]:
    return forms.form_of(draft.game, draft.text, draft.name), forms.base_of(find_game(draft.game), draft.base)


@get("/api/workshop")
async def my_drafts(person: ThePerson, rooms: TheRooms) -> list[Draft]:
    """Your own editions, the one changed last first."""
    return [each.info(person.id) for each in await rooms.read(drafts.of_person, person.id)]


@post("/api/workshop")
async def new_draft(data: JSONBody[NewDraft], person: ThePerson, rooms: TheRooms) -> Opened:
    """Makes an edition of your own: a copy of a shipped one, of a draft, or of a TOML file that can be played."""
    MAKING.take(person.id)
    game = tables.served(rooms, data.game)
    base = tables.shipped_edition(game, data.edition)
    if data.draft is not None:
        other = await rooms.read(drafts.read, data.draft)
        if other.game != game.name:
            raise MalformedError(f"that is an edition of {find_game(other.game).title}, not of {game.title}")
        base, text = other.base, other.text
    elif data.text is not None:
        text = data.text
    else:
        text = await rooms.apart(content.read_edition, game.editions[base])
    made = KeptDraft(store.new_id(), person.id, game.name, cleaned(data.name), base, text, store.now())
    found = await rooms.apart(opened, made, person.id)  # what cannot be played is refused here
    await rooms.writer.change(functools.partial(drafts.add, draft=made))
    return found


@get("/api/workshop/{code:str}")
async def show_draft(code: FromPath[str], person: ThePerson, rooms: TheRooms) -> Opened:
    """An edition, its parts, and what differs from the one that it came from."""
    return await rooms.apart(opened, await rooms.read(drafts.read, code), person.id)


@get("/api/workshop/{code:str}/piece")
async def show_piece(code: FromPath[str], rooms: TheRooms, path: FromQuery[str] = "") -> Piece:
    """One part of an edition as a form; its path is written with / between the keys."""
    draft = await rooms.read(drafts.read, code)
    return await rooms.apart(_piece, draft, tuple(path.split("/")) if path else ())


def _piece(draft: KeptDraft, where: forms.Where) -> Piece:
    form, base = _forms(draft)
    return forms.piece(form, where, base)


@patch("/api/workshop/{code:str}")
async def change_draft(code: FromPath[str], data: JSONBody[Change], person: ThePerson, rooms: TheRooms) -> Changed:
    """Puts another value into a field. Where the edition could not be played with it, the answer says which field is
    wrong and why, and nothing is changed."""
    CHANGING.take(person.id)
    draft = drafts.own(await rooms.read(drafts.read, code), person.id)
    after, found = await rooms.apart(_change, draft, data)
    change = functools.partial(drafts.save, code=code, before=draft.text, name=after.name, text=after.text)
    await rooms.writer.change(change)
    return found


def _change(draft: KeptDraft, data: Change) -> tuple[KeptDraft, Changed]:
    if data.name is not None:
        draft = dataclasses.replace(draft, name=cleaned(data.name))
    form, base = _forms(draft)
    where: forms.Where = next(iter(form.parts))
    if data.path:
        text, form, where = forms.changed(draft.game, draft.text, draft.name, data.path, data.value)
        if len(text) > LARGEST:
            raise MalformedError(f"an edition has at most {LARGEST:,} letters")
        draft = dataclasses.replace(draft, text=text)
    return draft, Changed(piece=forms.piece(form, where, base), differences=forms.differences(form, base))


@delete("/api/workshop/{code:str}", status_code=200)
async def delete_draft(code: FromPath[str], person: ThePerson, rooms: TheRooms) -> list[Draft]:
    """Removes an edition of yours; tables that play it go on. Answers with those that are left."""
    drafts.own(await rooms.read(drafts.read, code), person.id)
    await rooms.writer.change(functools.partial(drafts.delete, code=code))
    return [each.info(person.id) for each in await rooms.read(drafts.of_person, person.id)]


@get("/api/workshop/{code:str}/book")
async def draft_book(code: FromPath[str], rooms: TheRooms) -> Response[Any]:
    """Everything that the edition prints, by the names that views use."""
    draft = await rooms.read(drafts.read, code)
    return Response(await rooms.apart(printed, draft.game, draft.name, draft.text), media_type="application/json")


@get("/api/workshop/{code:str}/toml", media_type="application/toml")
async def export(code: FromPath[str], rooms: TheRooms) -> Response[str]:
    """The edition as a file, which `bestiary lint` and `--edition` take."""
    draft = await rooms.read(drafts.read, code)
    file = re.sub(r"[^A-Za-z0-9]+", "-", draft.name).strip("-").lower() or "edition"
    disposition = {"Content-Disposition": f'attachment; filename="{file}.toml"'}
    return Response(draft.text, media_type="application/toml", headers=disposition)


@post("/api/workshop/{code:str}/measure", status_code=200)
async def ask_for_measure(
    code: FromPath[str], data: JSONBody[Measure], person: ThePerson, rooms: TheRooms, measures: TheMeasures
) -> MeasureState:
    """Begins a comparison of your edition with the one that it came from, in the same deals."""
    return await measures.ask(drafts.own(await rooms.read(drafts.read, code), person.id), data, person.id)


@get("/api/workshop/{code:str}/measure")
async def show_measure(code: FromPath[str], rooms: TheRooms, measures: TheMeasures) -> MeasureState:
    """How far a comparison is, and what it found."""
    return await measures.state(await rooms.read(drafts.read, code))


HANDLERS = [
    my_drafts, new_draft, show_draft, show_piece, change_draft, delete_draft, draft_book, export, ask_for_measure,
    show_measure,
]  # fmt: skip
