"""Moments for reactions: several seats are asked in secret, and each may pass. A seat may wish not to be asked again
for a card in this round; whoever runs the table keeps the wish and passes for it. Nobody else learns of either."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from bestiary.engine.errors import ConflictError
from bestiary.engine.game import Game
from bestiary.engine.views import Look

PASS = "pass"
PAUSE = (1.0, 2.5)
"""Seconds before a pass that the table makes, where others play along. A pause is drawn from them for each moment,
before anybody looks at the hand, so it tells nothing."""


class Wish(msgspec.Struct, frozen=True):
    """Cards for which a seat is not asked again in a round."""

    round: int | None = None
    cards: frozenset[str] = frozenset()

    def then(self, later: Wish) -> Wish:
        """Both, where they are of one round; else the later one."""
        return Wish(later.round, later.cards | self.cards) if later.round == self.round else later


def round_of(look: Look) -> int | None:
    return getattr(look.public, "round", None)


def offers(game: Game, look: Look) -> dict[int, str] | None:
    """What a seat may play in a moment for reactions: the card of each action. None where it is asked for none."""
    asked = look.private.question if look.private else None
    if asked is None or not asked.secret or not look.actions or game.actions.text(look.actions[0].id) != PASS:
        return None
    return {act.id: act.things[0].partition("@")[0] if act.things else act.label for act in look.actions[1:]}


def wish_for(game: Game, look: Look, actions: Iterable[Any]) -> Wish:
    """Not to be asked again for what these reactions are played with."""
    offered = offers(game, look)
    if offered is None:
        raise ConflictError("a wish is for moments in which you may react or pass, and you are in none")
    chosen = [game.actions.number(action) for action in actions]
    if other := [action for action in chosen if action not in offered]:
        could = ", ".join(map(str, offered)) or "nothing"
        raise ConflictError(f"you cannot react with action {other[0]} now; you can with {could}")
    return Wish(round_of(look), frozenset(offered[action] for action in chosen))


def passes(game: Game, look: Look, wish: Wish, quiet: bool) -> int | None:
    """The pass that the table makes for a seat: where it does not want to be asked for anything that fits, and with
    `quiet` also where nothing fits. None where the seat is asked."""
    offered = offers(game, look)
    if offered is None:
        return None
    unasked = wish.round == round_of(look) and set(offered.values()) <= wish.cards if offered else quiet
    return look.actions[0].id if unasked else None
