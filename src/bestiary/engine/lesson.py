"""A lesson: a story that a learner plays at a real table, with a tutor's words.

It is a golden file (`testkit.golden`) with lines that begin with `~`: what the tutor says before the next decision of
the learner, who has seat 0. `~ @pile …` points at a place. Words after the last decision end the lesson; from there on
everybody plays freely. Every seat's decisions are taken by their count, so that the order of secret choices is free.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass, field
from pathlib import Path

from bestiary.engine.chance import server_seed
from bestiary.engine.errors import MalformedError
from bestiary.engine.game import Game
from bestiary.engine.options import parse_setting
from bestiary.engine.views import Shape

LEARNER = 0
HEAD = ("game", "variant", "players", "names", "seed", "set", "edition", "about")


def read_head(text: str) -> dict[str, str]:
    """The head of a golden file: what is played."""
    head = {}
    for line in text.splitlines():
        key, colon, value = line.partition(":")
        if not colon or key not in HEAD:
            break
        head[key] = value.strip()
    return head


class Words(Shape, kw_only=True):
    """Something that the tutor says, and the place of the table that it is about."""

    text: str
    at: str = ""


@dataclass
class Step:
    """What the learner is told, and what is to be done then."""

    words: list[Words]
    action: int | None = None


@dataclass
class Lesson:
    """Everything that a table needs to play a lesson."""

    variant: str
    players: int
    settings: dict[str, object]
    names: list[str]
    seed: bytes
    steps: list[Step] = field(default_factory=list)
    script: dict[int, list[int]] = field(default_factory=dict)  # seat → its decisions

    def decision(self, seat: int, made: int) -> int | None:
        """What a seat does after so many decisions; nothing once the story is told."""
        script = self.script.get(seat, [])
        return script[made] if made < len(script) else None


def file_of(game: Game) -> Path:
    return game.folder / "lesson.txt"


@functools.cache
def lesson_of(game: Game) -> Lesson:
    """The lesson that a game ships."""
    file = file_of(game)
    if not file.exists():
        raise MalformedError(f"{game.title} has no lesson")
    return read(game, file.read_text(encoding="utf-8"))


def read(game: Game, text: str) -> Lesson:
    head = read_head(text)
    settings = dict(parse_setting(game.options, each) for each in head.get("set", "").split())
    names = [name.strip() for name in head["names"].split(",")]
    lesson = Lesson(head["variant"], int(head["players"]), settings, names, server_seed(head["seed"]))
    words: list[Words] = []
    for line in text.splitlines():
        if line.startswith("~ "):
            at, _, said = line[3:].partition(" ") if line.startswith("~ @") else ("", "", line[2:])
            words.append(Words(text=said, at=at))
        elif line.startswith("> "):
            seat, _, action = line[2:].partition(" ")
            number = game.actions.number(action)
            lesson.script.setdefault(int(seat), []).append(number)
            if int(seat) == LEARNER:
                lesson.steps.append(Step(words, number))
                words = []
    lesson.steps.append(Step(words))
    return lesson
