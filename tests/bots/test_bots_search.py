"""What search promises: the same choice from the same luck, budgets kept, no secret seen, and good moves."""

from __future__ import annotations

import itertools
import os
import subprocess
import sys
from pathlib import Path

import pennies
import pytest

from bestiary.bots import search
from bestiary.bots.instincts import Instinct
from bestiary.bots.knowledge import Knowledge
from bestiary.bots.protocol import AT_ONCE, Budget, Choice, Weighed, advised, figure
from bestiary.bots.search import Search
from bestiary.engine.chance import quick_rng
from bestiary.engine.registry import find_game
from bestiary.engine.rule import JIT
from bestiary.engine.table import Table
from bots_helpers import FEW, GAMES, table_of

compiled = pytest.mark.skipif(not JIT, reason="thousands of playouts need compiled rules")


def chosen(table: Table, bot: Search, budget: Budget, luck: str = "luck") -> Choice:
    seat = table.waiting()[0]
    return bot.choose(Knowledge.at(table, seat), seat, budget, quick_rng(luck))


def test_the_clock_cuts_slices_but_changes_no_choice(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where a search stops because its choice is settled."""
    table, bot = table_of("claw"), Search(find_game("claw"), trust=0.1)
    budget, found = Budget(iterations=20 if JIT else 6), []
    for seconds in (0.0, 1000.0):
        monkeypatch.setattr(search, "SLICE", seconds)
        found.append([chosen(table, bot, budget, str(luck)).evaluation for luck in range(10 if JIT else 2)])
    assert found[0] == found[1]


# --- Budgets and luck


@pytest.mark.parametrize("name", GAMES)
def test_the_same_luck_gives_the_same_choice(name: str) -> None:
    table, bot = table_of(name), Search(find_game(name))
    first = chosen(table, bot, FEW)
    chosen(table, bot, FEW, "other luck")
    again, elsewhere = chosen(table, bot, FEW), chosen(table, Search(find_game(name)), FEW)
    assert first.evaluation == again.evaluation == elsewhere.evaluation
    assert first.action == again.action == elsewhere.action


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_every_iteration_is_counted_once(threads: int) -> None:
    bot = Search(find_game("prey"), threads=threads)
    choices = [chosen(table_of("prey"), bot, Budget(iterations=31)) for _ in range(2)]
    assert sum(w.tries for w in choices[0].evaluation) == 31
    assert choices[0].evaluation == choices[1].evaluation


@pytest.mark.parametrize("name", GAMES)
def test_who_trusts_the_rules_of_thumb_tries_first_what_they_like(name: str) -> None:
    """One try goes to the largest weight; of many, none is wasted once the favourite cannot be caught."""
    table, game = table_of(name), find_game(name)
    while len(table.legal(table.waiting()[0])) == 1:
        table.play(table.waiting()[0], table.legal(table.waiting()[0])[0])
    bot = Search(game, trust=1.0, keenness=0.5)
    seat = table.waiting()[0]
    liked = Instinct(game, "greedy").choose(Knowledge.at(table, seat), seat, AT_ONCE, quick_rng("luck"))
    tried = chosen(table, bot, Budget(iterations=1)).evaluation
    assert sum(w.tries for w in tried) == 1
    most = max(w.chance for w in liked.evaluation)
    assert next(w.action for w in tried if w.tries) in [w.action for w in liked.evaluation if w.chance == most]
    tries = sorted(w.tries for w in chosen(table, bot, Budget(iterations=9)).evaluation)
    left = 9 - sum(tries)
    assert left >= 0
    assert left < tries[-1] - tries[-2] or left == 0


def test_a_budget_of_time_ends_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """By a clock that goes on by a millisecond whenever somebody looks at it."""
    clock = itertools.count()
    monkeypatch.setattr(search.time, "perf_counter", lambda: next(clock) / 1000)
    choice = chosen(table_of("prey"), Search(find_game("prey")), Budget(ms=20))
    assert sum(w.tries for w in choice.evaluation) > 0
    assert 15 <= next(clock) <= 25


DECISION = """
import sys
sys.path.insert(0, {folder!r})
from test_bots_search import Budget, Search, chosen, table_of
table = table_of({name!r})
print(chosen(table, Search(table.game), Budget(iterations=12)).evaluation)
"""


@compiled
@pytest.mark.parametrize("name", GAMES)
def test_compiled_and_plain_search_choose_the_same(name: str) -> None:
    program = DECISION.format(folder=str(Path(__file__).parent), name=name)
    plain = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run([sys.executable, "-c", program], env=plain, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == str(chosen(table_of(name), Search(find_game(name)), Budget(iterations=12)).evaluation)


def test_a_lone_legal_action_needs_no_thought() -> None:
    table = table_of("prey")
    while len(table.legal(table.waiting()[0])) > 1:
        table.play(table.waiting()[0], table.legal(table.waiting()[0])[-1])
    choice = chosen(table, Search(find_game("prey")), FEW)
    assert [w.tries for w in choice.evaluation] == [0]
    assert choice.explanation.endswith(": nothing else is allowed")


def test_a_choice_explains_itself() -> None:
    choice = chosen(table_of("talon"), Search(find_game("talon")), Budget(iterations=200))
    first, *others = choice.explanation.split("; ")
    taken = next(w for w in choice.evaluation if w.action == choice.action)
    text = find_game("talon").actions.text(choice.action)
    assert first == f"{text}: {100 * (taken.value or 0):.0f} % over {taken.tries} tries"
    assert len(others) == 2


def test_what_is_advised_comes_first_and_a_handful_of_tries_makes_no_figure() -> None:
    fox, rat, net, hawk = Weighed(1, 0.0, 1.0, 1), Weighed(2, 1.0, 0.5, 800), Weighed(3, 0.0, 0.4, 190), Weighed(4, 0.0)
    assert advised([fox, rat, net, hawk]) == [rat, net, fox]
    assert [figure(weighed) for weighed in (rat, net, fox)] == [
        "50 % over 800 tries", "40 % over 190 tries", "tried too little for a figure",
    ]  # fmt: skip
    assert figure(Weighed(1, 0.25)) == "taken 25 % of the time"
    assert figure(Weighed(1, 0.25, 0.5)) == "50 %"


# --- Secret answers


@pytest.mark.parametrize("seat", [0, 1])
def test_who_answers_in_secret_is_not_seen(seat: int) -> None:
    """Seeing the other's penny would be worth everything; being seen would cost everything."""
    budget = Budget(iterations=4000)
    evaluation = Search(pennies.GAME).choose(pennies.known(seat), seat, budget, quick_rng(1)).evaluation
    worth = sum((w.value or 0.0) * w.tries for w in evaluation) / 4000
    assert worth == pytest.approx(pennies.VALUE if seat == 0 else 1 - pennies.VALUE, abs=0.04)


@pytest.mark.parametrize("laid", [(), (pennies.HEADS,), (pennies.TAILS,)])
def test_secret_answers_are_mixed_in_the_right_proportion(laid: tuple[int, ...]) -> None:
    """Also when the other has laid its penny already: it was not laid blindly."""
    bot, budget = Search(pennies.GAME), Budget(iterations=4000)
    heads = [bot.choose(pennies.known(0, *laid), 0, budget, quick_rng(i)).evaluation[0].chance for i in range(5)]
    assert sum(heads) / 5 == pytest.approx(0.25, abs=0.07)


@compiled
def test_a_turn_of_talon_is_not_foreseeable() -> None:
    table, bot = table_of("talon", 2), Search(find_game("talon"))
    choices = [chosen(table, bot, Budget(iterations=500), str(i)) for i in range(20)]
    assert len({c.action for c in choices}) > 1
    assert sum(max(w.chance for w in c.evaluation) for c in choices) / 20 < 0.9


# --- Amounts, moves of some worlds only


@compiled
def test_of_many_amounts_a_few_are_looked_at() -> None:
    table = table_of("talon", 2, "gamble")
    while len(table.legal(table.waiting()[0])) < 20:
        seat = table.waiting()[0]
        table.play(seat, table.legal(seat)[0])
    choice = chosen(table, Search(find_game("talon")), Budget(iterations=500))
    raises = [w for w in choice.evaluation if w.action >= find_game("talon").actions.first_amount]
    looked_at = [i for i, w in enumerate(raises) if w.tries]
    assert looked_at == [i for i in (0, 1, 3, 7, 15, 31, 63, 127) if i < len(raises)]


# --- Strength


@compiled
@pytest.mark.parametrize(("name", "players", "games"), [("claw", 2, 24), ("prey", 4, 24), ("talon", 2, 60)])
def test_search_beats_greedy(name: str, players: int, games: int) -> None:
    """A few games with search at every seat in turn; the figures of many stand in the docs."""
    game = find_game(name)
    bot, rival = Search(game), Instinct(game, "greedy")
    shares = []
    for deal, hero in itertools.product(range(games // players), range(players)):
        table, rng = table_of(name, players, seed=str(deal)), quick_rng(f"{deal} {hero}")
        while waiting := table.waiting():
            seat = waiting[0]
            asked = bot if seat == hero else rival
            budget = Budget(iterations=200) if seat == hero else AT_ONCE
            table.play(seat, asked.choose(Knowledge.at(table, seat), seat, budget, rng).action)
        shares.append(table.payoffs()[hero])
    assert sum(shares) / len(shares) > 1.1 / players
