"""How a game stands between two rounds, as bots that look ahead judge it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from bestiary.bots.instincts import pick_of
from bestiary.engine.chance import quick_rng
from bestiary.engine.records import clone
from bestiary.engine.registry import find_game
from bestiary.engine.table import start
from bestiary.games.beasts.judge import FEATURES, between_rounds, judge
from bestiary.games.beasts.state import BEASTS as MOST
from bestiary.games.beasts.state import IN_BOX, SEATS, WITH_PLAYER

BEASTS = find_game("beasts")
EDITION = BEASTS.edition()


def shares(state: Any) -> Any:
    """What `judge` says; nothing where it does not judge."""
    out = np.zeros(SEATS)
    judged = judge(EDITION.box, state, np.zeros(FEATURES + 1, np.int64), out)
    return out[: int(state.seats)] if judged else None


def round_ends(players: int, rounds: int) -> list[Any]:
    """Positions between rounds, in a game between greedy players."""
    pick, rng = pick_of(BEASTS, "greedy"), quick_rng(players)
    moves, weights = (np.zeros(BEASTS.max_moves, np.int32) for _ in range(2))
    state, _ = start(BEASTS, EDITION, BEASTS.make_options(players), np.arange(8, dtype=np.uint32))
    found: list[Any] = []
    while len(found) < rounds:
        seat = BEASTS.seats_waiting(state)[0]
        count = int(BEASTS.legal(EDITION.box, state, seat, moves))
        BEASTS.apply(EDITION.box, state, seat, int(pick(EDITION.box, state, seat, moves, count, weights, rng)), None)
        assert (shares(state) is not None) == between_rounds(state)
        if between_rounds(state):
            found.append(clone(state))
    return found


@pytest.mark.parametrize("players", BEASTS.players)
def test_shares_add_up_and_a_beast_more_is_better(players: int) -> None:
    for state in round_ends(players, 2 if players == 2 else 1):
        before = shares(state)
        assert np.all((before > 0) & (before < 1))
        assert before.sum() == pytest.approx(1)
        beast = next(b for b in range(MOST) if int(state.beast_at[b]) == IN_BOX)  # so that nobody's reach changes
        for seat in range(players):
            richer = clone(state)
            richer.beast_at[beast] = WITH_PLAYER + seat
            after = shares(richer)
            assert after[seat] > before[seat]
            assert all(after[other] < before[other] for other in range(players) if other != seat)
