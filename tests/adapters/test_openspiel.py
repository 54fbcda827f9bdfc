"""The games in OpenSpiel, by its own tests and by ours."""

from __future__ import annotations

import os
import random
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
import pytest
from adapters_helpers import TABLES, blocks, cases, chosen, python
from open_spiel.python import policy
from open_spiel.python.algorithms import cfr, exploitability, external_sampling_mccfr, ismcts, mcts
from open_spiel.python.tests.games_sim_test import GamesSimTest
from other_truths import other_truth
from tiny_talon import TINY

import bestiary.openspiel  # noqa: F401  (registers the games)
from bestiary.engine.chance import quick_rng
from bestiary.engine.errors import IllegalError
from bestiary.engine.recall import DIGEST, SIZE, numbers, written
from bestiary.engine.records import record_bytes
from bestiary.engine.registry import find_game, game_names
from bestiary.engine.trace import Event

SMALL = [table for table in TABLES if not find_game(table[0]).large]
every_game = pytest.mark.parametrize("name", game_names())


def loaded(name: str, **settings: Any) -> Any:
    return pyspiel.load_game(f"bestiary_{name}", settings)


def dealt(game: Any, deal: int = 7) -> Any:
    """A position in which somebody is asked."""
    state = game.new_initial_state()
    settle(state, deal)
    return state


def settle(state: Any, luck: int) -> None:
    """Luck decides until somebody is asked; equal numbers decide equally."""
    while state.is_chance_node():
        outcomes = state.legal_actions()
        state.apply_action(outcomes[luck % len(outcomes)])


def go_on(state: Any, number: int) -> None:
    """One decision, or one of each seat that is asked, and the luck that it needs."""
    if state.is_simultaneous_node():
        seats = range(state.num_players())
        state.apply_actions([chosen(state.legal_actions_mask(seat), number) for seat in seats])
    else:
        state.apply_action(chosen(state.legal_actions_mask(), number))
    settle(state, number)


@pytest.mark.parametrize(("name", "variant", "players"), cases(SMALL, fewest=True))
def test_a_table_passes_the_random_simulations_of_openspiel(name: str, variant: str, players: int) -> None:
    pyspiel.random_sim_test(loaded(name, variant=variant, players=players), 1, serialize=True, verbose=False)


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
        if state.is_terminal():
            break
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
    variant = "gamble" if name == "talon" else game.variants[0].name  # the base game of Talon has no secrets
    state, luck, differed = dealt(loaded(name, variant=variant)), random.Random(1), False
    for number in range(20):
        for seat in range(state.num_players()):
            other = state.resample_from_infostate(seat, luck.random)
            assert other.observation_string(seat) == state.observation_string(seat)
            assert other.information_state_string(seat) == state.information_state_string(seat)
            assert other.information_state_tensor(seat) == state.information_state_tensor(seat)
            assert game.audit(box, other.record()) == 0
            differed = differed or other.now != state.now
        go_on(state, number)
    assert differed


def test_the_number_of_a_deal_is_all_luck() -> None:
    game = loaded("prey", deals=100)
    assert game.new_initial_state().chance_outcomes() == [(deal, 0.01) for deal in range(100)]
    one, same, other = (game.new_initial_state() for _ in range(3))
    for state, deal in ((one, 5), (same, 5), (other, 6)):
        state.apply_action(deal)
    assert one.now == same.now != other.now


def test_every_draw_of_the_rules_is_a_chance_node() -> None:
    """Who leads, who takes which card unseen: as often as the rules draw, with as many outcomes."""
    state = loaded("talon", players=3, variant="gamble").new_initial_state()
    assert state.chance_outcomes() == [(seat, pytest.approx(1 / 3)) for seat in range(3)]
    state.apply_action(2)
    drawn = []
    while state.is_chance_node():
        drawn.append(len(state.chance_outcomes()))
        state.apply_action(0)
    assert drawn == [6, 5] * 3, "of six cards one is taken, then one removed"
    assert "leads_first seat=2\n" in state.information_state_string(0)
    settled = loaded("talon", players=3, settings="leader=1").new_initial_state()
    assert settled.is_simultaneous_node(), "nothing is left to luck"
    prey = loaded("prey", chance="draws").new_initial_state()
    nodes = 0
    while prey.is_chance_node():
        prey.apply_action(nodes % len(prey.legal_actions()))  # equal dice would be rolled again
        nodes += 1
    assert nodes > 40, "a node a card"
    assert find_game("prey").audit(find_game("prey").edition().box, prey.record()) == 0


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
        settle(state, 3)
    assert sum(state.returns()) == pytest.approx(1)
    fresh = dealt(loaded("prey"))
    with pytest.raises(IllegalError):
        fresh.apply_action(next(card for card in range(48) if card not in fresh.legal_actions()))


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.prove] * find_game(name).large) for name in game_names()]
)
def test_a_game_passes_the_tests_of_the_python_interface(name: str) -> None:
    """Clones, both kinds of serialisation and pickles along a whole game, as OpenSpiel does it with its own games."""
    game = loaded(name)
    sims = GamesSimTest()
    sims.sim_game(game)
    if game.get_type().dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS:
        sims.sim_game(pyspiel.load_game_as_turn_based(f"bestiary_{name}"))


def test_searching_players_of_openspiel_play() -> None:
    game = loaded("prey")
    state = dealt(game)
    rollouts = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    for bot in (ismcts.ISMCTSBot(game, rollouts, 2.0, 8), mcts.MCTSBot(game, 2.0, 8, rollouts)):
        assert bot.step(state) in state.legal_actions()


def test_a_small_talon_is_solved_by_the_solvers_of_openspiel(tmp_path: Path) -> None:
    """The last two turns of a game with four cards each: what two best responses gain together falls towards 0."""
    edition = tmp_path / "tiny.toml"
    edition.write_text(TINY)
    how = {"players": 2, "edition": str(edition), "settings": "leader=0", "opening": " ".join("0" * 20)}
    game = pyspiel.convert_to_turn_based(loaded("talon", **how))
    assert exploitability.nash_conv(game, policy.UniformRandomPolicy(game)) == pytest.approx(7 / 12)
    solver, sampler = cfr.CFRPlusSolver(game), external_sampling_mccfr.ExternalSamplingSolver(game)
    for _ in range(5):
        solver.evaluate_and_update_policy()
    for _ in range(30):
        sampler.iteration()
    assert exploitability.nash_conv(game, solver.average_policy()) < 0.1
    assert exploitability.nash_conv(game, sampler.average_policy()) < 0.3


@every_game
def test_whoever_recalls_the_same_knows_the_same_and_may_do_the_same(name: str) -> None:
    """From many games with the same decisions: equal information states have equal hidden positions and legal actions,
    and different hidden positions have different information states."""
    game, steps = loaded(name), 4 if name == "beasts" else 8
    found: dict[tuple[int, str], tuple[bytes, list[int]]] = {}
    texts = set()
    for deal in range(2 if name == "beasts" else 6):
        state = dealt(game, deal)
        for number in range(steps):
            if state.is_terminal():
                break
            for seat in range(state.num_players()):
                text = state.information_state_string(seat)
                knows = state.known(seat), state.legal_actions(seat)
                assert found.setdefault((seat, text), knows) == knows
                texts.add((seat, tuple(state.information_state_tensor(seat))))
            go_on(state, number)
    assert len(texts) == len(found), "numbers and text tell the same apart"
    assert len(found) > 10


@every_game
def test_an_information_state_holds_nothing_that_the_seat_may_not_know(name: str) -> None:
    """Other values wherever an argument of an event is blanked for a seat change nothing in what it recalls."""
    game, differed = find_game(name), False
    state = dealt(loaded(name, variant="gamble") if name == "talon" else loaded(name))
    for number in range(6):
        go_on(state, number)
    for seat in range(state.num_players()):
        def other(entry: Any, seat: int = seat) -> Any:
            if not isinstance(entry, Event):
                return entry if entry.seat == seat else entry._replace(action=entry.action + 1)
            seen = game.events.blank(entry, seat)
            hidden = {arg: value + 1 for arg, value in entry.args.items() if seen.args[arg] is None}
            return Event(entry.name, {**entry.args, **hidden})

        changed = [other(entry) for entry in state.past]
        differed = differed or changed != list(state.past)
        text = written(game, state.past, seat)
        assert written(game, changed, seat) == text == state.information_state_string(seat)
        one, two = np.zeros((2, SIZE), np.float32)
        numbers(game, state.past, seat, text, one)
        numbers(game, changed, seat, text, two)
        assert (one == two).all()
    assert differed


@every_game
def test_information_states_are_those_of_the_golden_files(name: str) -> None:
    """`GOLDEN=new` in the environment writes the files anew."""
    state, lines = dealt(loaded(name), 3), []
    for number in range(3):
        for seat in range(state.num_players()):
            tensor = np.array(state.information_state_tensor(seat), np.float32)
            lines += [f"# {number}, seat {seat}", state.information_state_string(seat).rstrip()]
            lines += [" ".join(f"{each:g}" for each in tensor[: DIGEST + 1 + 3 * 8])]
        go_on(state, number)
    file, text = Path(__file__).parent / "recall" / f"{name}.txt", "\n".join(lines) + "\n"
    if os.environ.get("GOLDEN") == "new":
        file.write_text(text)
    assert text == file.read_text()


def test_a_process_that_has_registered_the_games_ends_well() -> None:
    code = "import bestiary.openspiel, pyspiel; print(pyspiel.load_game('bestiary_talon(players=3)').num_players())"
    done = python(code)
    assert (done.returncode, done.stdout) == (0, "3\n")


def test_a_missing_library_is_named_with_the_way_to_get_it() -> None:
    said = python("import sys; sys.modules['pyspiel'] = None; import bestiary.openspiel").stderr
    assert "OpenSpiel is not installed: pip install 'bestiary[openspiel]'" in said


def test_the_lines_of_the_page_run_as_they_stand(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("tiny.toml").write_text(TINY)
    known: dict[str, Any] = {}
    first, solver = blocks("openspiel")
    exec(first, known)
    assert capsys.readouterr().out == f"{known['state'].returns()}\n"
    assert sum(known["state"].returns()) == pytest.approx(1)
    exec(solver.replace("range(10)", "range(1)"), known)
