"""Lessons: a learner plays a story at a real table. The others follow it, and play freely once it is told."""

from __future__ import annotations

import functools

from bestiary.engine.errors import ConflictError
from bestiary.engine.lesson import LEARNER, lesson_of
from bestiary.server import store
from bestiary.server.errors import ForbiddenError
from bestiary.server.people import Person
from bestiary.server.protocol import LessonStep, NewTable
from bestiary.server.room import Room
from bestiary.server.rooms import Rooms
from bestiary.server.tables import edition_for, row_of, served

LEVEL = "easy"  # of the others, once the story is told


async def create(rooms: Rooms, person: Person, name: str) -> Room:
    """A table of one's own at which the lesson begins at once."""
    game = served(rooms, name)
    lesson = lesson_of(game)
    options = game.make_options(lesson.players, lesson.variant, lesson.settings)
    edition, text = edition_for(game, NewTable(game=name))
    values = row_of(
        game, person, variant=lesson.variant, options=game.settings(options), edition=edition, edition_text=text,
        visibility="private", status="playing", seed=lesson.seed, is_lesson=True,
    )  # fmt: skip
    seats = [
        {"person": person.id if seat == LEARNER else None, "bot": "" if seat == LEARNER else LEVEL,
         "name": person.name if seat == LEARNER else each, "seed": ""}
        for seat, each in enumerate(lesson.names)
    ]  # fmt: skip
    await rooms.writer.change(functools.partial(store.add_table, values=values, at_seats=seats))
    return await rooms.open(values["code"])


def told(room: Room, seat: int) -> int | None:
    """What the story lets a seat do now, if there is one and the rules still allow it."""
    if not room.kept.is_lesson or room.table is None:
        return None
    action = lesson_of(room.table.game).decision(seat, room.decisions_of(seat))
    return action if action is not None and action in room.table.legal(seat) else None


def step(room: Room, person: Person) -> LessonStep:
    """What the tutor says now, and what is to be done."""
    if not room.kept.is_lesson or room.table is None:
        raise ConflictError("no lesson is played at this table")
    if room.seat_of(person.id) != LEARNER:
        raise ForbiddenError("only the learner hears the tutor")
    steps, made = lesson_of(room.table.game).steps, room.decisions_of(LEARNER)
    words = steps[made].words if made < len(steps) else []
    return LessonStep(number=min(made, len(steps) - 1), of=len(steps) - 1, words=words, action=told(room, LEARNER))
