"""A process that thinks for bots. It is given what a seat knows, line by line, and answers with an action; it ends when
nobody asks any more, also when whoever asked was killed."""

from __future__ import annotations

import functools
import sys
from typing import Any

import numpy as np
from msgspec import Struct, json

from bestiary.bots.knowledge import Knowledge
from bestiary.bots.protocol import Bot, advised, figure
from bestiary.bots.roster import bot_named, thinks, usual_budget
from bestiary.bots.seated import CARE, HASTE, HINT
from bestiary.engine import content
from bestiary.engine.content import Edition
from bestiary.engine.game import Game
from bestiary.engine.mode import JIT
from bestiary.engine.registry import find_game


ADVISED = 3  # actions of a hint


class Question(Struct):
    """What a seat knows, and which bot sits there."""

    game: str
    edition: str
    edition_text: str
    bot: str
    seat: int
    known: bytes  # the position, hidden
    luck: list[int]  # the bot's own
    advice: bool = False  # for a person, who wants to know what the bot thinks


class Reply(Struct):
    action: int = -1
    advice: list[tuple[int, str]] = []  # actions and what the bot expects of them, the best first
    problem: str = ""


@functools.lru_cache(64)
def _edition(game: Game, name: str, text: str) -> Edition:
    return content.assemble(text, name, name, game.assemble, False)


@functools.lru_cache(64)
def _bot(game: Game, name: str) -> Bot:
    return bot_named(game, name)


def answer(question: Question) -> Reply:
    game = find_game(question.game)
    edition = _edition(game, question.edition, question.edition_text)
    state: Any = game.state.from_bytes(question.known)
    knowledge = Knowledge(game, edition, state, question.seat)
    budget = HINT if question.advice else usual_budget(game, question.bot, among_people=True)
    if thinks(game, question.bot) and not JIT:
        budget = CARE if question.advice else HASTE
    bot = _bot(game, question.bot)
    choice = bot.choose(knowledge, question.seat, budget, np.array(question.luck, np.int64))
    advice = advised(choice.evaluation)[:ADVISED] if question.advice else []
    return Reply(action=choice.action, advice=[(each.action, figure(each)) for each in advice])


def serve() -> None:
    """Answers questions until there are none."""
    read = json.Decoder(Question).decode
    for line in sys.stdin.buffer:
        try:
            reply = answer(read(line))
        except Exception as error:  # the asker decides what to do about it
            reply = Reply(problem=type(error).__name__)  # its words might tell a hand
        sys.stdout.buffer.write(json.encode(reply) + b"\n")
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    serve()
