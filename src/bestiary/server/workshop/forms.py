"""An edition as a form. The fields are what the game's loader asked for, with the bounds that it allows, so there is no
second description of an edition that could differ from the first."""

from __future__ import annotations

import functools
from collections.abc import Iterable
from dataclasses import dataclass

from bestiary.engine import content
from bestiary.engine.content import Field
from bestiary.engine.errors import MalformedError
from bestiary.engine.game import Game
from bestiary.engine.registry import find_game
from bestiary.engine.rewriting import with_value
from bestiary.lab.plan import Plan
from bestiary.server.workshop.messages import Blank, Difference, Piece, PieceName

Where = tuple[str, ...]
ABOUT = "About the edition"


@dataclass(frozen=True)
class Form:
    """The parts of an edition in the order in which they are read, each with its fields."""

    edition: content.Edition
    parts: dict[Where, list[Field]]
    texts: dict[str, str]  # what the edition prints on a card, by its name

    def title(self, where: Where) -> str:
        """What a part is called: its own name, or that of its place."""
        fields = {field.path[len(where) :]: field.value for field in self.parts[where]}
        if isinstance(name := fields.get(("name",)), str):
            return name
        if not where or fields.keys() == {("about",)}:
            return ABOUT
        last = where[-1]
        return f"{shown(where[-2])} {int(last) + 1}" if last.isdecimal() and len(where) > 1 else shown(last)

    def find(self, where: Where) -> Where:
        if where not in self.parts:
            raise MalformedError(f"this edition has no part {content.told('.'.join(where))}")
        return where


@functools.lru_cache(16)
def form_of(game: str, text: str, name: str) -> Form:
    """The form of an edition that can be played; else the loader's error."""
    found, fields = find_game(game), list[Field]()
    edition = content.assemble(text, name, f"{name}.toml", found.assemble, False, fields)
    depth = 1 if content.FILE.match(text) else 0  # of a folder, each file is a table
    return Form(edition, parts_of(fields, depth), texts_of(found, edition))


def base_of(game: Game, name: str) -> Form:
    """The form of a shipped edition."""
    return form_of(game.name, content.read_edition(game.editions[name]), name)


def parts_of(fields: Iterable[Field], depth: int) -> dict[Where, list[Field]]:
    """Fields by the part that they belong to: the outermost table that has values of its own. What stands at the top of
    a file is a part for itself."""
    by_path = {field.path: field for field in fields}  # a value may be asked for twice
    tables = {path[:-1] for path in by_path}
    parts: dict[Where, list[Field]] = {}
    for path, field in by_path.items():
        outer = (path[:size] for size in range(min(depth + 1, len(path) - 1), len(path)))
        parts.setdefault(next(table for table in outer if table in tables), []).append(field)
    return parts


def texts_of(game: Game, edition: content.Edition) -> dict[str, str]:
    if game.measures is None:
        return {}
    plan = Plan(game, edition)
    return {each.name: each.text for table in plan.tables for _, each in plan.named(table) if each.text}


LABELS = {"fx": "effects", "res": "resource", "why": "why it is there"}
"""Keys that are no words."""


def shown(key: str) -> str:
    """A key of a file as a label."""
    words = LABELS.get(key, key.replace("_", " "))
    return words[:1].upper() + words[1:]


def label(field: Field, where: Where) -> str:
    """What a field is called within its part; rows of a list count from 1."""
    names = [str(int(key) + 1) if key.isdecimal() else shown(key) for key in field.path[len(where) :]]
    return " · ".join(names)


def names(form: Form, base: Form) -> list[PieceName]:
    changed = {piece for piece, _, _ in _changed(form, base)}
    return [
        PieceName(path=list(where), title=form.title(where), group=_group(where), changed=where in changed)
        for where in form.parts
    ]


def _group(where: Where) -> str:
    return shown(where[0]) if where else ""


def piece(form: Form, where: Where, base: Form) -> Piece:
    title, before = form.title(form.find(where)), {field.path: field.value for field in base.parts.get(where, ())}
    blanks = [
        Blank(
            path=list(field.path), label=label(field, where), kind=field.kind, value=field.value,  # type: ignore[arg-type]
            base=before.get(field.path), low=field.low, high=field.high, least=field.least, most=field.most,
            words=list(field.words),
        )
        for field in form.parts[where]
    ]  # fmt: skip
    return Piece(path=list(where), title=title, group=_group(where), text=form.texts.get(title, ""), fields=blanks)


def differences(form: Form, base: Form) -> list[Difference]:
    return [
        Difference(
            path=list(where), title=form.title(where), label=label(field, where), before=before, after=field.value
        )
        for where, field, before in _changed(form, base)
    ]  # fmt: skip


def _changed(form: Form, base: Form) -> list[tuple[Where, Field, object]]:
    before = {field.path: field.value for fields in base.parts.values() for field in fields}
    return [
        (where, field, before.get(field.path))
        for where, fields in form.parts.items()
        for field in fields
        if field.path not in before or before[field.path] != field.value
    ]


def changed(game: str, text: str, name: str, path: list[str], value: object) -> tuple[str, Form, Where]:
    """The text with another value, its form, and the part that the value belongs to. What cannot be played is an error
    that names the field."""
    old = form_of(game, text, name)
    where = next((w for w, fields in old.parts.items() if any(list(f.path) == path for f in fields)), None)
    if where is None:
        raise MalformedError(f"this edition has no field {content.told('.'.join(path))}")
    text = with_value(text, path, value)
    return text, form_of(game, text, name), where
