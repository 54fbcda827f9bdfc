"""What telemetry counts is what the recorded games tell, however the work is cut into pieces."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pytest

from bestiary.engine.game import Game
from bestiary.engine.measures import Measure
from bestiary.engine.registry import find_game
from bestiary.engine.rule import bytes_of, rewire, rule
from bestiary.lab import simulate as simulating
from bestiary.lab import telemetry
from bestiary.lab.company import compiled_bots
from bestiary.lab.plan import Plan
from bestiary.lab.simulate import replay_lines, simulate
from bestiary.lab.telemetry import COUNT, GAMES, TIMES, TIMES_WON, WHOLE, WITH, WITH_WON, Counted

PLAYED = {"talon": (3, "base"), "claw": (2, "match"), "prey": (3, "base")}
BOTS = ["greedy", "random"]
NUMBER, SEED = 12, "oak"


def silent(count: int) -> None:
    pass


@cache
def counted(name: str) -> tuple[Game, Plan, Counted]:
    return count_anew(find_game(name))


def count_anew(game: Game) -> tuple[Game, Plan, Counted]:
    edition, options = game.edition(), game.make_options(*PLAYED[game.name])
    plan = Plan(game, edition)
    return game, plan, telemetry.count_games(game, edition, options, plan, BOTS, NUMBER, SEED, silent)


@cache
def recorded(name: str) -> list[dict[str, Any]]:
    """The closing line of each of the same games."""
    game = find_game(name)
    lines = replay_lines(game, game.edition(), game.make_options(*PLAYED[name]), BOTS, NUMBER, SEED, silent)
    return [line for line in lines if line["line"] == "end"]


def happened(game: Game, measure: Measure, closing: dict[str, Any]) -> Counter[tuple[int, int]]:
    """(subject, seat) → how often, from the events of one game."""
    found: Counter[tuple[int, int]] = Counter()
    last: dict[int, int] = {}
    for name, *values in closing["events"]:
        args = dict(zip(game.events.by_name[name].args, values, strict=True))
        for source in measure.of.split():
            if source.split(".")[0] == name:
                last[args["seat"]] = args[source.split(".")[1]]
        for source in measure.sources.split():
            event, _, subject = source.partition(".")
            if event == name and measure.of:
                found[last[args["seat"]], args["seat"]] += 1
            elif event == name:
                found[args[subject], args["seat"]] += args[measure.amount] if measure.amount else 1
    return found


@pytest.mark.parametrize("name", PLAYED)
def test_every_count_is_that_of_the_recorded_games(name: str) -> None:
    game, plan, run = counted(name)
    for measure in plan.measures.measures:
        wanted = np.zeros((len(plan.tables[measure.table]), 6))
        for closing in recorded(name):
            own = happened(game, measure, closing)
            for (subject, seat), times in own.items():
                won = closing["payoffs"][seat]
                wanted[subject] += (times, 0, 1, won, times, times * won)
            for subject in {subject for subject, _ in own}:
                wanted[subject, GAMES] += 1
        base = plan.base[measure]
        tally = run.tally[base : base + len(wanted)].astype(float)
        tally[:, [WITH_WON, TIMES_WON]] /= WHOLE
        assert wanted[:, COUNT].sum() > 0, measure.name
        assert np.allclose(tally, wanted), measure.name


@pytest.mark.parametrize("name", PLAYED)
def test_rounds_and_results_are_those_of_the_recorded_games(name: str) -> None:
    game, _, run = counted(name)
    rounds = [sum(event[0] == "round_begins" for event in closing["events"]) for closing in recorded(name)]
    assert run.lengths[:, telemetry.ROUNDS].tolist() == rounds
    options = game.make_options(*PLAYED[name])
    results = simulate(game, game.edition(), options, BOTS, NUMBER, SEED, silent)
    assert (run.payoffs[:, : run.players] == results.payoffs).all()
    assert (run.scores[:, : run.players] == results.scores).all()
    assert run.lengths[:, telemetry.DECISIONS].sum() == results.decisions
    assert run.lengths[:, telemetry.FORCED].sum() == results.forced


@pytest.mark.parametrize("name", PLAYED)
def test_one_kind_of_action_is_chosen_in_every_decision_and_it_was_offered(name: str) -> None:
    _, _, run = counted(name)
    chosen, offered = run.choices[:, telemetry.CHOSEN], run.choices[:, telemetry.OFFERED]
    assert chosen.sum() == run.lengths[:, telemetry.DECISIONS].sum()
    assert (chosen <= offered).all()


def test_pieces_of_work_and_room_for_events_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    game, _, run = counted("prey")
    monkeypatch.setattr(telemetry, "SLICE", 5)
    _, _, again = count_anew(replace(game, max_events=1))
    for field in ("payoffs", "scores", "traits", "lengths", "tally", "choices"):
        assert (getattr(run, field) == getattr(again, field)).all(), field


THINKERS = ["search:2", "easy"]


def test_games_of_bots_that_are_asked_are_those_of_simulate_and_of_the_recording() -> None:
    game, number = find_game("talon"), 2
    edition, options = game.edition(), game.make_options(2)
    plan = Plan(game, edition)
    first, again = (telemetry.count_games(game, edition, options, plan, THINKERS, number, SEED, silent) for _ in "12")
    for field in ("payoffs", "scores", "traits", "lengths", "tally", "choices"):
        assert (getattr(first, field) == getattr(again, field)).all(), field
    results = simulate(game, edition, options, THINKERS, number, SEED, silent)
    lines = list(replay_lines(game, edition, options, THINKERS, number, SEED, silent))
    ends = [line for line in lines if line["line"] == "end"]
    assert first.payoffs[:, :2].tolist() == results.payoffs.tolist() == [end["payoffs"] for end in ends]
    assert first.scores[:, :2].tolist() == results.scores.tolist()
    assert first.lengths[:, telemetry.DECISIONS].sum() == results.decisions
    assert first.lengths[:, telemetry.FORCED].sum() == results.forced
    assert results.decisions + results.forced == sum(line["line"] == "ply" for line in lines)
    for measure in plan.measures.measures:
        base = plan.base[measure]
        counts = first.tally[base : base + len(plan.tables[measure.table]), COUNT]
        assert counts.sum() == sum(happened(game, measure, end).total() for end in ends), measure.name


def test_a_bot_that_is_asked_plays_as_it_does_in_compiled_code(monkeypatch: pytest.MonkeyPatch) -> None:
    game, plan, run = counted("prey")
    edition, options = game.edition(), game.make_options(*PLAYED["prey"])
    results = simulate(game, edition, options, BOTS, NUMBER, SEED, silent)
    for module in (telemetry, simulating):
        monkeypatch.setattr(module, "compiled_bots", lambda game, names: None)
    asked = telemetry.count_games(game, edition, options, plan, BOTS, 4, SEED, silent)
    assert (asked.scores == run.scores[:4]).all()
    assert (asked.lengths == run.lengths[:4]).all()
    assert (simulate(game, edition, options, BOTS, 4, SEED, silent).scores == results.scores[:4]).all()


def test_a_level_that_is_greedy_plays_in_compiled_code() -> None:
    beasts, talon = find_game("beasts"), find_game("talon")
    assert compiled_bots(beasts, ["normal", "random", "greedy", "random"]) == 0b0101
    assert compiled_bots(beasts, ["easy"]) is None
    assert compiled_bots(talon, ["greedy", "hard"]) is None


def test_nobody_has_what_nobody_does() -> None:
    _, _, run = counted("talon")
    seats = run.tally[1:, WITH]
    assert (seats <= NUMBER * run.players).all()
    assert (run.tally[1:, TIMES] >= seats).all()


# --- What the engine gives for it


@rule
def inner(number: int) -> int:
    return number + 1


@rule
def outer(number: int) -> int:
    return 2 * inner(number)


@rule
def beside(number: int) -> int:
    return 3 * number


@rule
def whole(number: int) -> int:
    return outer(number) + beside(number)


@rule
def instead(number: int) -> int:
    return inner(number) + 100


def test_a_stand_in_works_however_deep_and_the_rules_stay_as_they_are() -> None:
    other = rewire(whole, "test", [(inner, instead)])
    assert (whole(5), other(5)) == (27, 227)
    assert rewire(whole, "test", []) is whole
    assert rewire(beside, "test", [(inner, instead)]) is beside


def test_the_bytes_of_a_record_are_its_memory() -> None:
    state = find_game("prey").state.new()
    state.points[2] = 7
    assert byte_sum(state) == sum(state.tobytes()) == 7


@rule
def byte_sum(record: Any) -> int:
    memory = bytes_of(record)
    total = 0
    for i in range(len(memory)):
        total += int(memory[i])
    return total
