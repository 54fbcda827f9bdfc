"""Thousands of tables as one array; here on plain rules, a few at a time. tests/lab has them compiled."""

from __future__ import annotations

import hashlib
import os
import sys
from typing import Any

import numpy as np
import pytest
from adapters_helpers import ask_again, blocks, cases, python

from bestiary.batch import Batch, CudaBatch, Step
from bestiary.engine.chance import quick_rng
from bestiary.engine.errors import IllegalError, MalformedError
from bestiary.engine.records import clone, record_bytes
from bestiary.engine.registry import find_game, game_names
from other_truths import other_truth

every_game = pytest.mark.parametrize("game", game_names())


def some_legal(now: Step, number: int) -> Any:
    """A legal action of each slot; equal numbers choose equally."""
    actions = np.zeros(len(now.seats), np.int64)
    for slot in range(len(actions)):
        legal = np.flatnonzero(now.masks[slot])
        actions[slot] = legal[(number * 7919 + slot) % len(legal)] if len(legal) else -5
    return actions


def digest(now: Step) -> str:
    return hashlib.sha256(b"".join(part.tobytes() for part in now)).hexdigest()


def followed(env: Batch, steps: int, seed: Any = 1) -> list[str]:
    now = env.reset(seed=seed)
    found = [digest(now)]
    for number in range(steps):
        now = env.step(some_legal(now, number))
        found.append(digest(now))
    return found


@pytest.mark.parametrize(("game", "variant", "players"), cases())
def test_every_row_is_what_the_contract_says_of_its_slot(game: str, variant: str, players: int) -> None:
    """Beside the rules called one by one: who is asked, what it knows and may do, and what it is paid."""
    env, rules = Batch(game, 2, players, variant), find_game(game)
    now, parts = env.reset(seed=3), rules.observation
    for number in range(12):
        actions = some_legal(now, number)
        expected = []
        for slot in range(2):
            state: Any = clone(env.state(slot))
            rules.apply(env.edition.box, state, int(now.seats[slot]), int(actions[slot]), None)
            expected.append(state)
        now = env.step(actions)
        for slot, state in enumerate(expected):
            asked = rules.seats_waiting(state)
            assert bool(now.done[slot]) == (not asked)
            if not asked:
                assert now.rewards[slot].tolist() == pytest.approx(rules.payoffs(env.edition, state))
                continue
            assert record_bytes(env.state(slot)) == record_bytes(state)
            assert now.seats[slot] == asked[0]
            assert np.flatnonzero(now.masks[slot]).tolist() == rules.legal_actions(env.edition, state, asked[0])
            seen = np.empty(parts.length, np.float32)
            rules.observe(env.edition.box, state, asked[0], seen)
            assert (now.observations[slot] == seen).all()
            assert not now.rewards[slot].any()


@every_game
def test_a_seat_learns_nothing_that_it_may_not_know(game: str) -> None:
    env = Batch(game, 1, threads=1)
    now, rng, differed = env.reset(seed=1), quick_rng("batch"), False
    for number in range(15):
        truth, before = env.state(0), digest(now)
        changed = other_truth(env.game, truth, int(now.seats[0]), rng)
        differed = differed or record_bytes(changed) != record_bytes(truth)
        ask_again(env, changed)
        assert digest(now) == before
        ask_again(env, truth)
        now = env.step(some_legal(now, number))
    assert differed


@every_game
def test_one_seed_gives_the_same_bytes_on_any_number_of_threads_and_another_seed_does_not(game: str) -> None:
    steps = 6 if find_game(game).large else 40
    one, two, other = (followed(Batch(game, 5, threads=n), steps, seed) for n, seed in ((1, 8), (2, 8), (2, 9)))
    assert one == two
    assert one[-1] != other[-1]


def test_every_slot_has_games_of_its_own_and_every_game_another_deal() -> None:
    env = Batch("prey", 3)
    first = env.reset(seed=1).observations.copy()
    second = env.reset().observations.copy()
    assert len({row.tobytes() for row in [*first, *second]}) == 6
    assert (env.reset(seed=1).observations == first).all()
    assert (env.reset().observations == second).all()
    alone = Batch("prey", 1)
    assert (alone.reset(seed=1).observations == first[:1]).all(), "the number of slots does not matter"


def ended(env: Batch) -> tuple[Step, int]:
    """Steps until slot 0 is done."""
    now = env.reset(seed=4)
    for number in range(200):
        now = env.step(some_legal(now, number))
        if now.done[0]:
            return now, number + 1
    raise AssertionError("no end")


def test_the_next_game_begins_in_the_same_step_in_the_next_or_when_it_is_asked_for() -> None:
    same, after, never = (Batch("talon", 2, 2, autoreset=mode) for mode in ("same-step", "next-step", "disabled"))
    ends = [ended(env) for env in (same, after, never)]
    assert len({number for _, number in ends}) == 1
    assert all(now.rewards[0].sum() == pytest.approx(1) for now, _ in ends)
    number = ends[0][1]
    assert ends[0][0].masks[0].any(), "a new game"
    assert not ends[1][0].masks[0].any()
    assert (same.finals[0] == after.now.observations[0]).all(), "the last position, as the last seat knows it"
    fresh = same.now.observations[0].copy()
    now = after.step(some_legal(after.now, number))
    assert (now.observations[0] == fresh).all()
    assert not now.done[0]
    assert not now.rewards[0].any()
    for again in range(2):
        now = never.step(some_legal(never.now, number + again))
        assert now.done[0]
        assert not now.rewards[0].any(), "shares are paid once"
    other = now.observations[1].copy()
    now = never.reset(slots=np.array([True, False]))
    assert (now.observations[0] == fresh).all()
    assert (now.observations[1] == other).all()
    assert not now.done[0]


def test_bots_play_the_seats_that_they_are_given() -> None:
    env = Batch("talon", 4, 3, bots={0: "greedy", 2: "random"})
    now = env.reset(seed=1)
    paid = 0.0
    for number in range(60):
        assert set(now.seats.tolist()) == {1}
        now = env.step(some_legal(now, number))
        paid += float(now.rewards[now.done].sum())
        assert now.rewards[~now.done].sum() == 0
    assert paid > 0
    assert followed(Batch("talon", 4, 3, bots={0: "greedy"}, threads=2), 20) == followed(
        Batch("talon", 4, 3, bots={0: "greedy"}, threads=1), 20
    )


def test_what_the_caller_gives_is_filled_and_nothing_of_an_earlier_step_stays_in_it() -> None:
    env, other = Batch("talon", 3, 2), Batch("talon", 3, 2)
    kept = other.new_arrays(6)
    now = env.reset(seed=5)
    other.reset(seed=5)
    for number in range(6):
        out = Step(*(part[number] for part in kept))
        out.masks[:] = True
        actions = some_legal(now, number)
        now = env.step(actions)
        assert other.step(actions, out=out) is out
        assert digest(out) == digest(now)
    actions = some_legal(now, 6)
    now, theirs = env.step(actions), other.step(actions)
    assert digest(now) == digest(theirs), "and back in the arrays of its own"


def test_an_illegal_action_is_told_with_its_slot_and_changes_nothing() -> None:
    env = Batch("talon", 3, 2)
    now = env.reset(seed=5)
    actions, before = some_legal(now, 0), [record_bytes(env.state(slot)) for slot in range(3)]
    told = r"slot 1: seat 0 may not take action 325 \(pass\): .+; legal are 0 \(choose rat\), 1 .+\. Nothing was played"
    with pytest.raises(IllegalError, match=told):
        env.step(np.where(np.arange(3) > 0, env.game.actions.parse("pass"), actions))
    with pytest.raises(MalformedError, match="slot 2: there is no action -3; actions are 0 to 2329; legal are"):
        env.step(np.where(np.arange(3) > 1, -3, actions))
    assert [record_bytes(env.state(slot)) for slot in range(3)] == before
    ends = Batch("talon", 3, 2, ends_illegal=True, autoreset="next-step")
    ends.reset(seed=5)
    now = ends.step(np.where(np.arange(3) == 1, 9999999999, actions))
    assert now.done.tolist() == [False, True, False]
    assert now.rewards.tolist() == [[0, 0], [-1, 0], [0, 0]]
    assert not now.masks[1].any()
    assert not ends.step(some_legal(now, 1)).done.any()


@pytest.mark.parametrize(
    ("call", "told"),
    [
        (lambda env: env.step([1, 2]), r"actions must have the shape \(3,\), one each slot, not \(2,\)"),
        (lambda env: env.step(np.zeros(3)), "actions must be integers, not float64"),
        (lambda env: env.step(np.zeros(3, np.bool_)), "actions must be integers, not bool"),
        (lambda env: env.reset(slots=np.zeros(3, np.int64)), "slots must be bools, not int64"),
        (lambda env: env.step(np.zeros(3, int), out=Step(*[x[:2] for x in env.now])),
         r"out.observations must be a C-contiguous array of float32 with the shape \(3, 330\), not of float32 with"),
        (lambda env: env.step(np.zeros(3, int), out=env.now._replace(seats=[1])), "out.seats must be .+, not list"),
        (lambda env: Batch("talon", 3).step([0, 0, 0]), r"reset\(\) comes first"),
        (lambda env: Batch("talon", 0), "count is a whole number from 1 on, not 0"),
        (lambda env: Batch("talon", 2, threads=1.5), "threads is a whole number from 1 on, not 1.5"),
        (lambda env: Batch("talon", 2, autoreset="always"), "autoreset is same-step, next-step or disabled"),
        (lambda env: Batch("talon", 2, bots={0: "search:500"}), "in a batch random and greedy play, not 'search:500'"),
        (lambda env: Batch("talon", 2, 2, bots={0: "random", 1: "random"}), "bots have all seats"),
        (lambda env: Batch("talon", 2, 2, bots={2: "random"}), "no seat 2"),
    ],
)  # fmt: skip
def test_wrong_shapes_kinds_and_words_are_told_and_change_nothing(call: Any, told: str) -> None:
    env = Batch("talon", 3, 2)
    env.reset(seed=5)
    before = digest(env.now), env.states.tobytes()
    with pytest.raises(MalformedError, match=told):
        call(env)
    assert (digest(env.now), env.states.tobytes()) == before


def test_a_batch_needs_no_library_of_the_adapters() -> None:
    code = "import sys, bestiary.batch; bestiary.batch.Batch('talon', 2).reset(); "
    assert python(f"{code} print({{'pettingzoo', 'gymnasium', 'pyspiel'}} & {{*sys.modules}})").stdout == "set()\n"


@pytest.mark.skipif("jax" in os.environ.get("WITHOUT", "").split(","), reason="WITHOUT=jax")
@every_game
def test_numpy_and_jax_take_the_arrays_without_a_copy(game: str) -> None:
    from jax.dlpack import from_dlpack

    env = Batch(game, 3)
    for part in env.reset(seed=1):
        assert np.from_dlpack(part).ctypes.data == from_dlpack(part).unsafe_buffer_pointer() == part.ctypes.data
        assert np.asarray(from_dlpack(part)).tobytes() == part.tobytes()
    seen = from_dlpack(env.now.observations)
    env.step(some_legal(env.now, 1))
    assert np.asarray(seen).tobytes() == env.now.observations.tobytes(), "the next step is seen in it"


def test_a_simulated_gpu_gives_the_same_bytes() -> None:
    code = """
import sys
from test_batch import *
from numba import cuda
from bestiary.batch import CudaBatch
ways = ("talon", {"autoreset": "next-step"}), ("talon", {"bots": {1: "greedy"}}), ("prey", {}), ("claw", {})
ways = *ways, ("prey", {"bots": {1: "random"}}), ("beasts", {})
for game, how in ways:
    here, there = Batch(game, 3, ends_illegal=True, **how), CudaBatch(game, 3, found=cuda, **how)
    now, then = here.reset(seed=3), there.reset(seed=3)
    for number in range(20):
        assert digest(now) == digest(Step(*(part.copy_to_host() for part in then))), (game, how, number)
        actions = some_legal(now, number)
        actions[1] = -1 if number == 7 else actions[1]
        given = cuda.to_device(actions.astype(f"i{4 * (number % 3)}")) if number % 3 else actions
        now, then = here.step(actions), there.step(given)
    there.wait()
    there.check()
    assert there.positions().tobytes() == here.states[:3].tobytes(), game
    assert there.state(1).tobytes() == here.state(1).tobytes(), game
print("equal")
"""
    folders = os.pathsep.join([os.path.dirname(__file__), *sys.path])  # tests/lab has a file of this name, too
    done = python(code, NUMBA_ENABLE_CUDASIM="1", NUMBA_DISABLE_JIT="1", PYTHONPATH=folders)
    assert (done.stdout, done.stderr) == ("equal\n", "")


def test_without_a_gpu_a_batch_there_says_what_is_missing() -> None:
    with pytest.raises(MalformedError, match=r"CudaBatch needs (an NVIDIA GPU|numba-cuda)"):
        CudaBatch("talon", 2)


def test_the_lines_of_the_page_run_as_they_stand() -> None:
    known: dict[str, Any] = {}
    exec(blocks("batch")[0].replace("1024", "3").replace("range(100)", "range(20)"), known)
    assert known["masks"].any(axis=1).all()
