"""The house edition of Tailed Beasts as a whole."""

from __future__ import annotations

import itertools
import random
import re
from pathlib import Path

import numpy as np
import pytest

from bestiary.engine import content
from bestiary.engine.chance import key_of, server_seed
from bestiary.engine.errors import MalformedError
from bestiary.engine.frames import waiting
from bestiary.engine.options import fill
from bestiary.engine.table import start
from bestiary.games.beasts import GAME, edition, rules
from bestiary.games.beasts.state import CLANS, MAX_MOVES, SEATS, Options, State

HOUSE = Path(rules.__file__).with_name("edition") / "house"


def house(text: str | None = None) -> content.Edition:
    return content.assemble(text or content.read_edition(HOUSE), "house", "house", edition.assemble, True)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_random_game_with_the_house_edition_ends_and_keeps_every_law(seats: int) -> None:
    box, luck, state = house().box, random.Random(seats), State.new()
    key = np.array([luck.randrange(1 << 32) for _ in range(8)], np.uint32)
    rules.setup(box, state, fill(Options, {"seats": seats}), key, None)
    moves = np.zeros(MAX_MOVES, np.int32)
    decisions = 0
    while asked := int(waiting(state)):
        seat = luck.choice([s for s in range(SEATS) if asked >> s & 1])
        count = int(rules.legal(box, state, seat, moves))
        rules.apply(box, state, seat, int(moves[luck.randrange(count)]), None)
        decisions += 1
        if decisions % 8 == 0:
            assert int(rules.audit(box, state)) == 0
        assert decisions < 5000
    assert int(state.fault) == 0


@pytest.mark.parametrize(("players", "line"), [("two", 9), ("three", 10), ("four", 11)])
def test_a_board_on_which_a_clan_stands_twice_is_refused_with_its_line(players: str, line: int) -> None:
    key = f"order_of_{players}"
    text = re.sub(rf"(\n{key} = \[6.*)3\]", r"\g<1>1]", content.read_edition(HOUSE))
    reason = rf"board\.toml:{line}: starting\.{key} must name each of the 7 clans once"
    with pytest.raises(MalformedError, match=reason):
        house(text)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_any_two_clans_lead_each_other_on_three_tracks(players: int) -> None:
    box = GAME.edition().box
    places = box.order[players - 2].argsort(axis=1)
    for one, other in itertools.combinations(range(CLANS), 2):
        assert int((places[:, one] < places[:, other]).sum()) == 3


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_book_tells_the_order_in_which_clans_are_dealt_their_places(players: int) -> None:
    edition = GAME.edition()
    clans = range(1, players + 1)  # that the seats have
    options = GAME.make_options(players, settings={f"clan_{seat}": clan + 1 for seat, clan in enumerate(clans)})
    state, _ = start(GAME, edition, options, key_of(server_seed("places")))
    for track, told in enumerate(GAME.book(edition).tracks):
        dealt = [int(state.clan[seat]) for seat in state.track[track, :players]]
        assert dealt == [clan for clan in told.orders[str(players)] if clan in clans]


def test_a_capital_that_is_not_on_the_map_is_refused_with_its_line() -> None:
    text = content.read_edition(HOUSE).replace('capital = "Hearthwood"', 'capital = "Nowhere"')
    reason = r"clans\.toml:16: clans\.0\.capital is Nowhere; on the map Emberleaf has its capital in Hearthwood"
    with pytest.raises(MalformedError, match=reason):
        house(text)
