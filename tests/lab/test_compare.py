"""Two editions side by side: what does not differ is exactly equal, what was planted is found."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bestiary.engine.content import Edition
from bestiary.engine.errors import MalformedError
from bestiary.engine.game import Game
from bestiary.engine.registry import find_game
from bestiary.lab import workers as crew
from bestiary.lab.compare import Compared, Comparison, Question, compare
from bestiary.lab.compared import page, sentences
from bestiary.lab.contribution import Contributed, owners
from bestiary.lab.deals import Dealer, Print, Setting, blanked, edition_of, plan_of
from bestiary.lab.differences import differences
from bestiary.lab.workers import Processes, Threads


def changed(game: Game, old: str, new: str) -> Edition:
    text = game.edition().text
    assert text.count(old) == 1
    return game.edition_from_text(text.replace(old, new), "mine")


@cache
def claw() -> tuple[Game, Edition, Edition]:
    """The house edition, and the same with a Feint that has three cubes."""
    game = find_game("claw")
    return game, game.edition(), changed(game, 'vanguard = ". W ?"', 'vanguard = "+2 +1W ?"')


@cache
def compared() -> Comparison:
    game, a, b = claw()
    return compare(game, game.make_options(), a, b, ["greedy"], "oak", games=6000, workers=Threads(2))


def test_an_edition_beside_itself_differs_by_exactly_0() -> None:
    game, a, _ = claw()
    result = compare(game, game.make_options(), a, a, ["greedy"], "oak", games=300, contribution=100)
    summary = result.summary()
    assert summary["differences"] == []
    for row in [*summary["seats"], *summary["sides"], *summary["length"]]:
        assert row["difference"] == 0
        assert row["low"] < 0 < row["high"]
    assert summary["found"] == summary["moved"] == []
    assert sentences(summary)[0].startswith("no share of wins and no card's contribution is known to differ")
    assert {c["contribution"]["difference"]["value"] for c in summary["cards"] if c["contribution"]} == {0.0}


def test_a_planted_change_is_found_and_named() -> None:
    summary = compared().summary()
    assert summary["found"] == ["Feint"]
    sword = next(row for row in summary["sides"] if row["name"] == "Sword")
    assert sword["low"] > 0
    assert any(line.startswith("Feint contributes +") for line in sentences(summary))


def test_only_the_owner_of_a_changed_card_gains_and_shares_add_up() -> None:
    summary = compared().summary()
    for key in ("a", "b"):
        assert sum(row[key] for row in summary["seats"]) == pytest.approx(1, abs=1e-5)
    gains = {row["name"]: row["difference"] * row["games_a"] for row in summary["sides"]}
    assert sum(gains.values()) == pytest.approx(0, abs=1)
    assert gains["Sword"] > 0 > max(gains["Shield"], gains["Bow"])


def test_it_plays_until_the_interval_is_narrow_enough_and_no_further() -> None:
    game, a, b = claw()
    wide = compare(game, game.make_options(), a, b, ["greedy"], "oak", until=5, contribution=0)
    narrow = compare(game, game.make_options(), a, b, ["greedy"], "oak", until=3, contribution=0)
    assert wide.deals < narrow.deals
    assert narrow.widest() <= 3
    assert (wide.reached, narrow.reached) == (True, True)


def test_a_blank_of_a_card_that_has_nothing_contributes_nothing() -> None:
    game, a, _ = claw()
    useless = changed(game, 'vanguard = ". W ?"', 'vanguard = ". . ?"')
    result = compare(game, game.make_options(), a, useless, ["greedy"], "oak", games=400, contribution=200)
    card = next(c for c in result.summary()["cards"] if c["name"] == "Feint")
    assert card["contribution"]["b"]["value"] == 0
    assert card["contribution"]["b"]["low"] < 0 < card["contribution"]["b"]["high"]


def test_the_contribution_of_a_card_is_what_blanking_it_takes_from_its_owner() -> None:
    """Counted by hand: the same deals with both boxes, for the seat with the card's type."""
    game, a, _ = claw()
    setting, printed, subject = Setting.of(game, game.make_options(), ["greedy"], "elm"), Print.of(a), ("formations", 4)
    dealer, plan = Dealer(setting), plan_of("claw", printed)
    own = plan.owner_of("formations", 4)
    one = dealer.play(edition_of("claw", printed), plan, setting.bots, 0, 50)
    two = dealer.play(blanked("claw", printed, subject), plan, setting.bots, 0, 50)
    lost = [a - b for a, b in zip(one.shares[one.traits == own], two.shares[one.traits == own], strict=True)]
    sums = Contributed(setting, (printed, printed), (subject,))(0, 50)["sums"][0]
    assert sums[0].tolist()[:2] == [len(lost), round(sum(lost) * 2520 * 24)]
    assert sums[2].tolist()[1:] == [0, 0]


def test_cards_that_change_places_are_compared_by_their_names() -> None:
    game, a, _ = claw()
    first, second = a.text.index('name = "Spearhead"'), a.text.index('name = "Broad Front"')
    third = a.text.index('name = "Charge"')
    head = a.text.rindex("[[formations]]", 0, first)
    middle, end = a.text.rindex("[[formations]]", 0, second), a.text.rindex("[[formations]]", 0, third)
    swapped = game.edition_from_text(
        a.text[:head] + a.text[middle:end] + a.text[head:middle] + a.text[end:], "swapped"
    )
    assert differences(a, swapped) == []
    result = compare(game, game.make_options(), a, swapped, ["greedy"], "oak", games=1500, contribution=0)
    use = {c["name"]: c["measures"]["chosen"]["use"] for c in result.summary()["cards"] if c["table"] == "formations"}
    assert not use["Spearhead"]["found"]
    assert use["Spearhead"]["a"] == pytest.approx(use["Spearhead"]["b"], abs=0.05)


def test_unlike_bots_change_seats_in_every_deal() -> None:
    game, a, b = claw()
    result = compare(game, game.make_options(), a, b, ["greedy", "random"], "oak", games=200, contribution=0)
    summary = result.summary()
    assert (summary["deals"], summary["games"]) == (100, 200)
    greedy = next(row for row in summary["seated"] if row["name"] == "greedy")
    assert greedy["a"] > 0.6
    assert {row["games_a"] for row in summary["seats"]} == {200}


@pytest.mark.prove
def test_nobody_can_tell_a_card_that_was_not_drawn_from_a_blank() -> None:
    """So its deal is not played again. Awakenings are chosen openly, and so always are."""
    game = find_game("beasts")
    setting, printed = Setting.of(game, game.make_options(3), ["greedy"], "undrawn"), Print.of(game.edition())
    dealer, plan = Dealer(setting), plan_of("beasts", printed)
    games, looked = dealer.play(game.edition(), plan, setting.bots, 0, 20), 0
    for number, subject in plan.named("cards"):
        _, seen = owners(plan, ("cards", number), games, dealer.players)
        assert seen.all() or subject.group != "Awakening"
        deals = np.flatnonzero(~seen)
        again = dealer.shares(blanked("beasts", printed, ("cards", number)), plan, setting.bots, deals)
        assert (again == games.shares[deals]).all(), subject.name
        looked += len(deals)
    assert looked > 4000


# --- Who does the work


def test_processes_give_what_threads_give_and_one_that_dies_changes_nothing() -> None:
    game, a, b = claw()
    given = {"games": 1200, "contribution": 0}
    alone = compare(game, game.make_options(), a, b, ["greedy"], "ash", workers=Threads(1), **given)
    killed: list[int] = []

    class Fragile(crew.Hand):
        def _ask(self, process: Any, part: Any) -> Any:
            if part[0] > 0 and not killed:
                killed.append(process.pid)
                os.kill(process.pid, signal.SIGKILL)
            return super()._ask(process, part)

    small = Question(Setting.of(game, game.make_options(), ["greedy"], "ash"), Print.of(a), Print.of(b))
    parts = list(crew.slices(1200, 300))
    here = list(crew.run(Compared(small), parts, Threads(2)))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(crew, "Hand", Fragile)
        there = list(crew.run(Compared(small), parts, Processes(2)))
    assert killed
    assert [{name: found.tobytes() for name, found in part.items()} for part in here] == [
        {name: found.tobytes() for name, found in part.items()} for part in there
    ]
    total = np.zeros_like(alone.sums.first)
    for part in there:
        total[part["active"]] += part["first"]
    assert (total == alone.sums.first).all()


class Counting:
    """A task that says how often it was asked."""

    def __init__(self) -> None:
        self.asked: list[int] = []

    def __call__(self, first: int, count: int) -> crew.Result:
        self.asked.append(first)
        return {"sum": np.arange(first, first + count).sum(keepdims=True)}


def test_what_was_done_before_a_stop_is_not_done_again(tmp_path: Path) -> None:
    keep, task = crew.Keep(tmp_path, "digest"), Counting()
    running = crew.run(task, crew.slices(50, 10), Threads(1), keep)
    assert [int(next(running)["sum"][0]) for _ in range(2)] == [45, 145]
    running.close()  # as Ctrl-C does
    again = Counting()
    assert sum(int(part["sum"][0]) for part in crew.run(again, crew.slices(50, 10), Threads(1), keep)) == 1225
    assert again.asked == [20, 30, 40]
    (tmp_path / "digest" / "10-10.npz").write_bytes(b"damaged")
    third = Counting()
    assert sum(int(part["sum"][0]) for part in crew.run(third, crew.slices(50, 10), Threads(1), keep)) == 1225
    assert third.asked == [10]


def test_results_come_in_order_however_long_slices_take() -> None:
    def slow(first: int, count: int) -> crew.Result:
        time.sleep(0.02 if first == 0 else 0)
        return {"first": np.array([first])}

    found = [int(part["first"][0]) for part in crew.run(slow, crew.slices(9, 1), Threads(3))]
    assert found == list(range(9))


def test_an_error_in_a_process_is_told_as_it_was() -> None:
    _, a, _ = claw()
    setting = Setting("claw", (("seats", 7),), ("greedy", "greedy"), "x")
    with pytest.raises(MalformedError, match="7"):
        list(crew.run(Compared(Question(setting, Print.of(a), Print.of(a))), [(0, 1)], Processes(1)))


def test_no_process_is_left_behind() -> None:
    game, a, b = claw()
    question = Question(Setting.of(game, game.make_options(), ["greedy"], "ash"), Print.of(a), Print.of(b))
    before = threading.active_count()
    running: Iterator[Any] = crew.run(Compared(question), crew.slices(400, 100), Processes(1))
    next(running)
    running.close()  # type: ignore[attr-defined]
    assert threading.active_count() == before


SIMULATED = """
import numpy as np
from numba import cuda
from bestiary.engine.registry import find_game
from bestiary.lab.compare import Compared, Question
from bestiary.lab.cuda_pairs import compare_on_gpu
from bestiary.lab.deals import Print, Setting
game = find_game("claw")
a = game.edition()
b = game.edition_from_text(a.text.replace('vanguard = ". W ?"', 'vanguard = "+2 +1W ?"'), "mine")
question = Question(Setting.of(game, game.make_options(), ["greedy"], "oak"), Print.of(a), Print.of(b))
there, spent = compare_on_gpu(question, 5, None, cuda, 3)
here, rows = Compared(question)(0, 5), there.figures.length_at + 1
first, second = np.zeros_like(there.sums.first), np.zeros_like(there.sums.second)
first[here["active"]], second[here["active"]] = here["first"], here["second"]
print(bool((first[:rows] == there.sums.first[:rows]).all() and (second[:rows] == there.sums.second[:rows]).all()))
print(int(first[0, 0]), sorted(spent))
"""


def test_a_simulated_gpu_finds_the_same_shares_to_the_last_digit() -> None:
    env = {**os.environ, "NUMBA_ENABLE_CUDASIM": "1", "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run([sys.executable, "-c", SIMULATED], env=env, capture_output=True, text=True, check=False)
    assert done.stdout.splitlines() == ["True", "5 ['compile', 'kernel', 'wall']"], done.stderr


# --- The page


def test_the_page_opens_by_itself_and_says_what_was_found() -> None:
    text = page([compared().summary()])
    assert "Feint contributes +" in text
    assert 'name="viewport"' in text
    assert "prefers-color-scheme: dark" in text
    assert "<script" not in text
    assert "src=" not in text
    assert "http" not in text.replace("http-equiv", "")


def test_levels_stand_side_by_side() -> None:
    summary = compared().summary()
    text = page([summary, {**summary, "bots": ["random", "random"]}])
    assert "By level of play" in text
    assert text.count("<h3>Formations</h3>") == 2
