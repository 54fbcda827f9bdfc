"""What players read: actions, events and the table in words."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from talon_helpers import HOUSE, TALON, choose, play, sit

from bestiary.engine.chance import quick, quick_rng
from bestiary.engine.seat import look
from bestiary.engine.seat_names import with_names
from bestiary.engine.table import Table

NAMES = ["Ada", "Bartholomew the Great", "Cy", "Di", "Ed", "Flo", "Gus", "Hal", "Ida", "Jo"]
VARIANTS = [v.name for v in TALON.variants]


def wandering(players: int, variant: str, decisions: int = 40) -> Iterator[Table]:
    """A table at each of its decisions, played anyhow."""
    table = sit(players, variant, f"words {players} {variant}", **({"stack": 20} if variant == "gamble" else {}))
    rng = quick_rng(f"words {players}")
    for _ in range(decisions):
        if table.is_over:
            break
        yield table
        waiting = table.waiting()
        seat = waiting[int(quick(rng, len(waiting)))]
        moves = table.legal(seat)
        table.play(seat, moves[int(quick(rng, len(moves)))])
    yield table


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("players", [3, 10])
def test_the_drawn_table_is_at_most_80_columns_wide_and_names_everybody(players: int, variant: str) -> None:
    for table in wandering(players, variant):
        for seat in (-1, 0, players - 1):
            text = TALON.draw(look(table, seat), HOUSE, NAMES)
            assert max(len(line) for line in text.splitlines()) <= 80
            for name in NAMES[:players]:
                assert name[:16] in text


@pytest.mark.parametrize("variant", VARIANTS)
def test_different_actions_read_differently(variant: str) -> None:
    for table in wandering(4, variant):
        for seat in table.waiting():
            told = [act.sentence for act in look(table, seat).actions]
            assert all(told)
            assert len(set(told)) == len(told)


@pytest.mark.parametrize("variant", VARIANTS)
def test_no_sentence_shows_a_mark_or_an_unknown_number(variant: str) -> None:
    for table in wandering(4, variant):
        for seat in (-1, 0):
            for line in table.told(table.events()[-6:], seat):
                read = with_names(line, NAMES, seat)
                assert "{" not in read
                assert "None" not in read


def test_the_log_of_a_turn_reads_as_it_was_played() -> None:
    table = sit(3)
    events = choose(table, "fox", "snake", "net")
    events += play(table, "0 take snake active:1")
    told = [with_names(line, ["Ann", "Bo", "Cy"], 0) for line in table.told(events, 0)]
    assert told[0] == "You choose the Fox."
    assert told[1] == "Bo chooses a card."
    assert "Your Fox takes a Snake from Bo (the active one)." in told
    assert any(line.startswith("Bo has no active card") for line in told)


def test_a_spectator_reads_no_secret_choice() -> None:
    table = sit(3)
    assert table.told(play(table, "0 choose hawk"), -1) == ["{0:chooses/choose} a card."]
