"""What a review promises: figures from what a seat knew, the same every time; what was an error is found, what was luck
is not blamed on anybody."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest
from tiny_talon import TINY_PILE

from bestiary.bots.instincts import Instinct
from bestiary.bots.knowledge import Knowledge
from bestiary.bots.perfect import Perfect
from bestiary.bots.protocol import AT_ONCE, Bot, Weighed
from bestiary.engine.chance import blank_chance, quick_rng, server_seed
from bestiary.engine.errors import MalformedError
from bestiary.engine.records import record_bytes
from bestiary.engine.registry import find_game
from bestiary.engine.replay import Replay, lines_of
from bestiary.engine.rule import JIT
from bestiary.engine.table import Table
from bestiary.lab import review as lab
from bestiary.lab.review import Estimate, Judged, Moment, FinishedGame, Reviewer

TABLES = (("talon", 2), ("talon", 4), ("claw", 2), ("prey", 4))
FEW = 30 if JIT else 1
MANY = 1000
SOME = 12 if JIT else 2  # decisions, where all would take too long


def replay_of(table: Table) -> Replay:
    header, *plies, closing = lines_of(table)
    return Replay("a game", header, plies, closing)


def new_table(name: str, players: int, seed: str = "review") -> Table:
    game = find_game(name)
    return Table(game, game.edition(), game.make_options(players), server_seed(seed))


def play_on(table: Table, bot: Bot, seed: str, plies: int = 100_000) -> Table:
    rng = quick_rng(seed)
    while table.waiting() and len(table.plies) < plies:
        seat = table.waiting()[-1]
        table.play(seat, bot.choose(Knowledge.at(table, seat), seat, AT_ONCE, rng).action)
    return table


@functools.cache
def recorded(name: str, players: int) -> FinishedGame:
    return lab.read(replay_of(play_on(new_table(name, players), Instinct(find_game(name), "greedy"), "players")))


@functools.cache
def judged(name: str, players: int) -> list[Judged]:
    return Reviewer(shortened(recorded(name, players))).review(FEW, deep=2)


def shortened(finished: FinishedGame) -> FinishedGame:
    return replace(finished, moments=finished.moments[:SOME])


# --- Figures


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_losses_are_what_a_move_is_worth_less_and_never_below_nothing(name: str, players: int) -> None:
    for each in judged(name, players):
        assert each.moment.action in each.moment.legal
        for estimate in (each.known, each.hindsight):
            assert 0 <= estimate.loss <= estimate.stake <= estimate.before <= 1 + 1e-9
            assert estimate.loss == pytest.approx(max(0, estimate.before - estimate.played.value))
            assert estimate.played.action == each.moment.action
            assert {w.action for w in estimate.weighed} == set(each.moment.legal)
            assert estimate.best.chance == max(w.chance for w in estimate.weighed)


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_forced_decisions_are_left_out_and_cost_nothing(name: str, players: int) -> None:
    finished = recorded(name, players)
    table = lab.engine.open_table(finished.replay)
    free = []
    for number, ply in enumerate(finished.table.plies):
        if len(table.legal(ply.seat)) > 1:
            free.append((number, ply.seat, ply.action))
        table.play(ply.seat, ply.action)
    assert 0 < len(free) < len(finished.table.plies) or name == "talon"
    assert [(m.number, m.seat, m.action) for m in finished.moments] == free


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_a_result_is_an_even_share_and_luck_less_errors(name: str, players: int) -> None:
    finished = shortened(recorded(name, players))
    told = lab.summary(Reviewer(finished), judged(name, players), [f"P{s}" for s in range(players)])
    assert told["even"] == pytest.approx(1 / players)
    assert [d["decision"] for d in told["decisions"]] == [m.number for m in finished.moments]
    for row in told["seats"]:
        assert row["result"] == pytest.approx(told["even"] + row["luck"] - row["error"], abs=3e-4)
        losses = [d["known"]["loss"] for d in told["decisions"] if d["seat"] == row["seat"]]
        assert row["error"] == pytest.approx(sum(losses), abs=1e-4 * len(losses))
        assert row["best_moves"] <= row["decisions"] == len(row["line"])
        assert 0 <= row["accuracy"] <= 1
        between = row["deal"]
        for point, following in zip(row["line"], [*(p["before"] for p in row["line"][1:]), row["result"]], strict=True):
            between += following - point["after"]
        assert between == pytest.approx(row["luck"], abs=1e-3)


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_the_same_seed_gives_the_same_review_and_another_one_another(name: str, players: int) -> None:
    finished = shortened(recorded(name, players))
    assert Reviewer(finished).review(FEW, deep=2) == judged(name, players)
    one, two = (Reviewer(finished, seed).judge(finished.moments[0], 10 * FEW) for seed in "ab")
    assert one != two or not JIT


def test_the_costliest_are_searched_longer() -> None:
    found = judged("prey", 4)
    longer = [j for j in found if j.iterations == lab.THOROUGH]
    assert len(longer) == 2
    assert {j.iterations for j in found} == {FEW, lab.THOROUGH}
    finished = recorded("prey", 4)
    first = Reviewer(shortened(finished)).review(FEW, deep=0)
    worst = sorted(first, key=lambda j: (-j.known.loss, j.moment.number))[:2]
    assert {j.moment.number for j in longer} == {j.moment.number for j in worst}


def test_one_seat_alone_is_reviewed_as_among_all() -> None:
    finished = shortened(recorded("prey", 4))
    alone = Reviewer(finished).review(FEW, deep=0, seat=1)
    assert alone
    assert alone == [j for j in Reviewer(finished).review(FEW, deep=0) if j.moment.seat == 1]


def test_the_longer_the_game_the_shorter_each_search() -> None:
    finished = recorded("prey", 4)
    moments = finished.moments
    assert replace(finished, moments=moments[:1]).iterations == lab.MOST
    assert replace(finished, moments=moments[:1] * 200).iterations == lab.WORK // 200
    assert replace(finished, moments=moments[:1] * 100_000).iterations == lab.FEWEST


# --- What a seat knew, and what it did not


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_what_a_seat_could_not_know_changes_nothing_in_what_was_known(name: str, players: int) -> None:
    finished = recorded(name, players)
    reviewer, rng, differing = Reviewer(finished), quick_rng("twins"), 0
    game, edition = finished.table.game, finished.table.edition
    for moment in finished.moments[: 4 * SOME : 4]:
        twin = Knowledge(game, edition, game.state.from_bytes(moment.truth), moment.seat).position
        game.determinize(edition.box, twin, moment.seat, rng)
        truth = record_bytes(twin)
        differing += truth != moment.truth
        assert reviewer.judge(moment, FEW).known == reviewer.judge(replace(moment, truth=truth), FEW).known
    assert differing


@pytest.mark.parametrize(("name", "players"), [("claw", 2), ("prey", 4)])
def test_hidden_cards_do_change_hindsight(name: str, players: int) -> None:
    finished = recorded(name, players)
    game, edition, rng = finished.table.game, finished.table.edition, quick_rng("twins")

    def hindsights(moment: Moment) -> Iterator[Estimate]:
        for _ in range(3):
            twin = Knowledge(game, edition, game.state.from_bytes(moment.truth), moment.seat).position
            game.determinize(edition.box, twin, moment.seat, rng)
            yield Reviewer(finished).judge(replace(moment, opened=record_bytes(twin)), FEW).hindsight

    found = [list(hindsights(moment)) for moment in finished.moments[::4]]
    assert any(estimate != estimates[0] for estimates in found for estimate in estimates)


@pytest.mark.skipif(not JIT, reason="thousands of playouts need compiled rules")
def test_where_all_cards_are_open_hindsight_is_what_was_known() -> None:
    """Positions of Tooth & Talon in which a seat knows all but the luck to come."""
    finished = recorded("talon", 4)
    moments = [m for m in finished.moments if not m.together and all_is_open(finished, m)][:4]
    assert moments
    for moment in moments:
        found = [Reviewer(finished, f"{seed}").judge(moment, MANY) for seed in range(12)]
        known, hindsight = (float(np.mean([getattr(j, side).before for j in found])) for side in ("known", "hindsight"))
        assert known == pytest.approx(hindsight, abs=0.03)


def all_is_open(finished: FinishedGame, moment: Moment) -> bool:
    game = finished.table.game
    truth, known = (game.state.from_bytes(moment.truth) for _ in range(2))
    game.hide(known, moment.seat)
    for state in (truth, known):
        blank_chance(state.chance)
    return record_bytes(truth) == record_bytes(known)


@pytest.mark.parametrize("players", [2, 4])
def test_in_hindsight_the_others_have_answered_as_they_did(players: int) -> None:
    """Whoever chose first: in the opened position only the seat itself is still asked."""
    finished = recorded("talon", players)
    game = finished.table.game
    together = [m for m in finished.moments if m.together]
    assert len({m.seat for m in together}) == players
    for moment in together:
        state = game.state.from_bytes(moment.opened)
        assert game.seats_waiting(state) == [moment.seat]
        game.apply(finished.table.edition.box, state, moment.seat, moment.action, None)
        real = game.state.from_bytes(_after_step(finished, moment))
        assert record_bytes(state) == record_bytes(real)


def _after_step(finished: FinishedGame, moment: Moment) -> bytes:
    """The position of the finished game when all who were asked with a decision have answered."""
    table = lab.engine.open_table(finished.replay)
    open_seats: set[int] = set()
    for number, ply in enumerate(finished.table.plies):
        if number == moment.number:
            open_seats = set(table.waiting())
        table.play(ply.seat, ply.action)
        open_seats.discard(ply.seat)
        if number >= moment.number and not open_seats:
            return record_bytes(table.state)
    raise AssertionError("the finished game ends within a step")


# --- Errors are found


def test_a_planted_blunder_has_the_largest_loss() -> None:
    """A tiny game of two, solved: both play perfectly but for one move."""
    game = find_game("talon")
    edition = game.edition_from_text(TINY_PILE, "tiny")
    options, bot = game.make_options(2), Perfect(game)
    bot.prepare(edition, options)
    for number in range(40):
        table = play_on(Table(game, edition, options, server_seed(f"{number}")), bot, f"{number}", plies=2 + number % 5)
        if not table.waiting():
            continue
        seat = table.waiting()[-1]
        choice = bot.choose(Knowledge.at(table, seat), seat, AT_ONCE, quick_rng("blunder"))
        worst = min(choice.evaluation, key=lambda w: w.value or 0.0)
        expected = sum(w.chance * (w.value or 0.0) for w in choice.evaluation) - (worst.value or 0.0)
        if expected > 0.1:
            break
    else:
        raise AssertionError("no position with a clearly bad move")
    planted = len(table.plies)
    table.play(seat, worst.action)
    finished = lab.read(replay_of(play_on(table, bot, "rest")))
    perfect = lab.perfect_for(finished)
    assert perfect is not None
    found = Reviewer(finished, perfect=perfect).review(FEW, deep=1)
    losses = {j.moment.number: j.known.loss for j in found}
    assert max(losses, key=lambda number: losses[number]) == planted
    assert losses[planted] == pytest.approx(expected)
    assert all(loss < 1e-6 for number, loss in losses.items() if number != planted)


def test_tables_that_are_not_solved_are_searched() -> None:
    assert lab.perfect_for(recorded("prey", 4)) is None
    assert lab.perfect_for(recorded("talon", 4)) is None


def test_an_amount_that_was_not_looked_at_counts_as_the_nearest() -> None:
    weighed = (
        Weighed(3, 1.0, 0.5, 10),
        Weighed(10, 0.0, 0.4, 5),
        Weighed(11, 0.0),
        Weighed(12, 0.0),
        Weighed(14, 0.0, 0.1, 5),
    )
    assert Estimate(weighed, 11).played.action == 10
    assert Estimate(weighed, 12).loss == pytest.approx(0.1)
    assert Estimate(weighed, 14).loss == pytest.approx(0.4) == Estimate(weighed, 14).stake
    assert Estimate(weighed, 3).is_best
    assert Estimate(weighed, 3).deviation == 0 < Estimate(weighed, 10).deviation


def test_a_mixture_is_worth_the_mean_of_its_parts() -> None:
    weighed = (Weighed(0, 0.75, 0.6, 10), Weighed(1, 0.25, 0.2, 10))
    assert Estimate(weighed, 0).before == pytest.approx(0.5)
    assert (Estimate(weighed, 0).loss, Estimate(weighed, 1).loss) == (0, pytest.approx(0.3))


# --- What is refused


def test_an_unfinished_game_is_refused() -> None:
    table = play_on(new_table("talon", 2), Instinct(find_game("talon"), "greedy"), "players", plies=5)
    with pytest.raises(MalformedError, match="review is for finished games: a game is unfinished"):
        lab.read(replay_of(table))


def test_a_forged_game_is_refused() -> None:
    replay = recorded("talon", 2).replay
    wrong = [{**p, "hash": "0" * 16} if p["ply"] == 3 else p for p in replay.plies]
    with pytest.raises(MalformedError, match="the position after decision 3 differs"):
        lab.read(replace(replay, plies=wrong))
