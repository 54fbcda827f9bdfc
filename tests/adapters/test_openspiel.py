"""The games in OpenSpiel, by its own tests and by ours."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
import pytest
from adapters_helpers import TABLES, cases, chosen, python
from open_spiel.python.algorithms import ismcts, mcts
from other_truths import other_truth

import bestiary.openspiel  # noqa: F401  (registers the games)
from bestiary.engine.chance import quick_rng
from bestiary.engine.errors import IllegalError
from bestiary.engine.records import record_bytes
from bestiary.engine.registry import find_game, game_names

SMALL = [table for table in TABLES if not find_game(table[0]).large]
every_game = pytest.mark.parametrize("name", game_names())


def loaded(name: str, **settings: Any) -> Any:
    return pyspiel.load_game(f"bestiary_{name}", settings)


def dealt(game: Any, deal: int = 7) -> Any:
    state = game.new_initial_state()
    state.apply_action(deal)
    return state


def go_on(state: Any, number: int) -> None:
    """One decision, or one of each seat that is asked."""
    if state.is_simultaneous_node():
        seats = range(state.num_players())
        state.apply_actions([chosen(state.legal_actions_mask(seat), number) for seat in seats])
    else:
        state.apply_action(chosen(state.legal_actions_mask(), number))


@pytest.mark.parametrize(("name", "variant", "players"), cases(SMALL))
def test_a_table_passes_the_random_simulations_of_openspiel(name: str, variant: str, players: int) -> None:
    pyspiel.random_sim_test(loaded(name, variant=variant, players=players), 1, serialize=False, verbose=False)


@every_game
def test_a_position_survives_being_written_and_read_and_a_copy_is_one(name: str) -> None:
    game = loaded(name)
    state = dealt(game)
    for number in range(25):
        go_on(state, number)
    again, copy = game.deserialize_state(state.serialize()), state.clone()
    assert again.now == copy.now == state.now
    assert str(again) == str(state)
    go_on(copy, 1)
    assert copy.now != state.now
    go_on(again, 1)
    assert again.now == copy.now


@every_game
def test_a_seat_observes_nothing_that_it_may_not_know(name: str) -> None:
    state, rng, differed = dealt(loaded(name)), quick_rng("openspiel"), False
    for number in range(20):
        truth = state.now
        for seat in range(state.num_players()):
            state.now = truth
            before = state.observation_tensor(seat), state.observation_string(seat), state.legal_actions(seat)
            state.now = record_bytes(other_truth(find_game(name), state.record(), seat, rng))
            differed = differed or truth != state.now
            assert before == (state.observation_tensor(seat), state.observation_string(seat), state.legal_actions(seat))
        state.now = truth
        go_on(state, number)
    assert differed


@every_game
def test_another_truth_of_a_seat_is_possible_and_looks_the_same_to_it(name: str) -> None:
    game, box = find_game(name), find_game(name).edition().box
    state, luck, differed = dealt(loaded(name)), random.Random(1), False
    for number in range(20):
        for seat in range(state.num_players()):
            other = state.resample_from_infostate(seat, luck.random)
            assert other.observation_string(seat) == state.observation_string(seat)
            assert game.audit(box, other.record()) == 0
            differed = differed or other.now != state.now
        go_on(state, number)
    assert differed


def test_the_number_of_a_deal_is_all_luck_and_a_seed_draws_the_same_numbers() -> None:
    def deals(seed: int) -> list[int]:
        game = loaded("prey", seed=seed)
        return [game.new_initial_state().legal_actions()[0] for _ in range(5)]

    assert deals(1) == deals(1) != deals(2)
    one, same, other = (dealt(loaded("prey"), deal) for deal in (5, 5, 6))
    assert one.now == same.now != other.now


def test_seats_that_choose_at_once_are_asked_in_one_node() -> None:
    state = dealt(loaded("talon", players=3))
    assert state.is_simultaneous_node()
    assert [state.action_to_string(seat, state.legal_actions(seat)[0]) for seat in range(3)] == ["choose rat"] * 3
    while state.is_simultaneous_node():
        go_on(state, 0)
    player = state.current_player()
    assert state.legal_actions(player)
    assert not any(state.legal_actions(seat) for seat in range(3) if seat != player)


def test_a_game_ends_with_shares_of_the_victory_and_refuses_what_is_illegal() -> None:
    state = dealt(pyspiel.load_game_as_turn_based("bestiary_talon", {"players": 3}))
    while not state.is_terminal():
        state.apply_action(chosen(state.legal_actions_mask(), 3))
    assert sum(state.returns()) == pytest.approx(1)
    fresh = dealt(loaded("prey"))
    with pytest.raises(IllegalError):
        fresh.apply_action(next(card for card in range(48) if card not in fresh.legal_actions()))


def test_searching_players_of_openspiel_play() -> None:
    game = loaded("prey")
    state = dealt(game)
    rollouts = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    for bot in (ismcts.ISMCTSBot(game, rollouts, 2.0, 8), mcts.MCTSBot(game, 2.0, 8, rollouts)):
        assert bot.step(state) in state.legal_actions()


def test_a_process_that_has_registered_the_games_ends_well() -> None:
    code = "import bestiary.openspiel, pyspiel; print(pyspiel.load_game('bestiary_talon(players=3)').num_players())"
    done = python(code)
    assert (done.returncode, done.stdout) == (0, "3\n")


def test_a_missing_library_is_named_with_the_way_to_get_it() -> None:
    said = python("import sys; sys.modules['pyspiel'] = None; import bestiary.openspiel").stderr
    assert "OpenSpiel is not installed: pip install 'bestiary[openspiel]'" in said


def test_the_lines_of_the_page_run_as_they_stand(capsys: pytest.CaptureFixture[str]) -> None:
    page = (Path(__file__).parents[2] / "docs" / "adapters.md").read_text()
    known: dict[str, Any] = {}
    exec(next(block for block in re.findall(r"```python\n(.*?)```", page, re.DOTALL) if "pyspiel" in block), known)
    assert capsys.readouterr().out == f"{known['state'].returns()}\n"
    assert sum(known["state"].returns()) == pytest.approx(1)
