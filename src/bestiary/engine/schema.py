"""The JSON Schema of all that leaves for a game: views, news, events, refusals, actions, options and the book.

A page's types are generated from it; the types of engine.views and of the game's view.py are its only source.
"""

from __future__ import annotations

from typing import Any

import msgspec

from bestiary.engine.actions import Kind
from bestiary.engine.game import Game
from bestiary.engine.options import Setting, settings_of
from bestiary.engine.views import Act, Refused, Told

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def shapes_of(game: Game) -> dict[str, Any]:
    """What leaves, by name: the types of this game."""
    private = game.shapes.private | None
    parts: list[Any] = [("number", int), ("public", game.shapes.public), ("private", private, None)]
    acts: Any = ("actions", list[Act], msgspec.field(default_factory=list))
    look = msgspec.defstruct("Look", [*parts, acts], forbid_unknown_fields=True)
    paths = dict[str, Any]
    changed: list[Any] = [("number", int), ("events", list[Told]), ("public", paths), ("private", paths | None, None)]
    news = msgspec.defstruct("News", [*changed, acts], forbid_unknown_fields=True)
    return {"look": look, "news": news, "event": Told, "refused": Refused, "book": game.shapes.book}


def schema(game: Game) -> dict[str, Any]:
    """The schema of a game; each of its properties is one kind of message."""
    shapes = shapes_of(game)
    found, defs = msgspec.json.schema_components(shapes.values(), ref_template="#/$defs/{name}")
    return {
        "$schema": DIALECT,
        "title": game.title,
        "description": f"What leaves for {game.title}, version {game.version} of its rules.",
        "type": "object",
        "properties": {
            **dict(zip(shapes, found, strict=True)),
            "action": {"oneOf": [_action(kind) for kind in game.actions.kinds]},
            "options": _options(game),
        },
        "additionalProperties": False,
        "$defs": defs,
    }


def _action(kind: Kind) -> dict[str, Any]:
    """A kind of action as data."""
    args = {arg: _argument(kind, arg) for arg in kind.args}
    return {
        "title": kind.name,
        "type": "object",
        "properties": {"do": {"const": kind.name}, **args},
        "required": ["do", *args],
        "additionalProperties": False,
    }


def _argument(kind: Kind, arg: str) -> dict[str, Any]:
    values = kind.args[arg]
    if arg in kind.numeric:
        numbers = [int(v) for v in values]
        return {"type": "integer", "minimum": numbers[0], "maximum": numbers[-1]}
    return {"enum": values}


def _options(game: Game) -> dict[str, Any]:
    """What a table may set, with ranges, defaults and a sentence each."""
    return {
        "type": "object",
        "properties": {name: _setting(each) for name, each in settings_of(game.options).items()},
        "additionalProperties": False,
    }


def _setting(setting: Setting) -> dict[str, Any]:
    number = {"type": "integer", "minimum": setting.low, "maximum": setting.high}
    said = {"description": setting.text}
    if setting.kind == "list":
        return {"type": "array", "items": number, "default": list(setting.default), **said}  # type: ignore[arg-type]
    return {**number, "default": setting.default, **said}
