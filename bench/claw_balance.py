"""How even the formations of Tooth & Claw are between equal players, and whether its choices and effects matter.

Prints what stands at the head of the edition's file: shares of each type against each other one, how often each card of
a round is chosen, and what share a type loses when a single effect is taken off a card that it plays. Players are
greedy ones, or any others, as in `--bot hard`; those get every deal with every two types at either seat, and no effect
is taken off."""

from __future__ import annotations

import argparse
import itertools
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
from rich.progress import track

from bestiary.bots.knowledge import Knowledge
from bestiary.bots.roster import player_named
from bestiary.engine.chance import batch_seeds, key_of, quick_rng, server_seed
from bestiary.engine.content import Edition
from bestiary.engine.records import clone
from bestiary.engine.registry import find_game
from bestiary.engine.rule import cores
from bestiary.games.claw.rules import lead
from bestiary.games.claw.state import BACK, CHOICES, FORMATIONS, ROUNDS, SEATS, SPACES, TYPES
from bestiary.lab.cuda import IN_FLIGHT, THREADS, kernel_of, load_cuda
from bestiary.lab.playout import playout_of
from bestiary.lab.slices import run_slices

GAME = find_game("claw")
SLICE = 10_000
cuda: Any = None  # what `kernel_of` puts here
BOTH_GREEDY = (1 << SEATS) - 1


# What is counted: cards chosen, then for each pair of types (first player's · 3 + second's) games and halves won by
# the first player.
PAIRS_AT = FORMATIONS
WON_AT = PAIRS_AT + TYPES * TYPES
COUNTS = WON_AT + TYPES * TYPES

Player = Callable[[Any, int], "Games"]
"""Plays many games with a box."""


@dataclass(frozen=True)
class Games:
    """What is left of many games."""

    counts: npt.NDArray[Any]

    @property
    def played(self) -> int:
        return int(self.counts[PAIRS_AT:WON_AT].sum())

    @property
    def first_share(self) -> float:
        return int(self.counts[WON_AT:].sum()) / 2 / self.played

    def _won_first(self, one: int, other: int) -> float:
        pair = one * TYPES + other
        return int(self.counts[WON_AT + pair]) / 2 / int(self.counts[PAIRS_AT + pair])

    def share(self, one: int, other: int) -> float:
        """Of a type against another one, both seats counted alike."""
        return (self._won_first(one, other) + 1 - self._won_first(other, one)) / 2

    def mean_share(self, kind: int) -> float:
        """Of a type against the two others."""
        return sum(self.share(kind, other) for other in range(TYPES) if other != kind) / (TYPES - 1)

    def chosen(self, formation: int) -> float:
        """How often a formation card was preferred to the other one of its round."""
        first = formation // CHOICES * CHOICES
        return int(self.counts[formation]) / int(self.counts[first : first + CHOICES].sum())

    def doubt(self) -> float:
        """The standard error of a difference between the mean shares of two such runs."""
        return float(np.sqrt(2 * 0.25 / (self.played * 2 / TYPES)))


def count_game(state: Any, counts: Any) -> None:
    """The end of a game on the GPU."""
    first = int(state.first)
    pair = (int(state.kind[first]) - 1) * TYPES + int(state.kind[1 - first]) - 1
    ahead = lead(state) if first == 0 else -lead(state)
    cuda.atomic.add(counts, PAIRS_AT + pair, 1)
    cuda.atomic.add(counts, WON_AT + pair, 1 if ahead == 0 else (2 if ahead > 0 else 0))
    for card in range(SEATS * ROUNDS):
        cuda.atomic.add(counts, int(state.formation[card]) - 1, 1)


def play_slice(box: Any, start: int) -> npt.NDArray[Any]:
    _, keys, rngs = batch_seeds("balance", start, SLICE)
    states = GAME.state.array(SLICE + 1)
    shares, points = np.zeros(SLICE * SEATS), np.zeros(SLICE * SEATS)
    moves, weights = np.zeros(GAME.max_moves, np.int32), np.zeros(GAME.max_moves, np.int32)
    bots = np.full(SLICE, BOTH_GREEDY, np.int64)
    playout_of(GAME)(
        box, states, GAME.make_options(), keys, bots, shares, points, moves, weights, rngs, np.zeros(4, np.int64)
    )
    return count_ends(states[:SLICE], shares.reshape(-1, SEATS))


def count_ends(ends: Any, shares: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """What finished games come to."""
    each = np.arange(len(ends))
    pairs = (ends.kind[each, ends.first] - 1) * TYPES + ends.kind[each, 1 - ends.first] - 1
    won = shares[each, ends.first]
    return np.concatenate([
        np.bincount((ends.formation - 1).ravel(), minlength=FORMATIONS),
        np.bincount(pairs, minlength=TYPES * TYPES),
        np.bincount(pairs, 2 * won, TYPES * TYPES).astype(np.int64),
    ])  # fmt: skip


def play_on_cores(box: Any, games: int) -> Games:
    with ThreadPoolExecutor() as pool:
        return Games(sum(pool.map(lambda start: play_slice(box, start), range(0, games, SLICE))))  # type: ignore[arg-type]


def player_on_gpu() -> Player:
    found = load_cuda()
    kernel = kernel_of(GAME, found, "greedy", count_game, cuda=found)

    def play(box: Any, games: int) -> Games:
        arrays = [found.to_device(np.array([r], r.dtype)) for r in (box, GAME.make_options(), GAME.state.new())]
        counters, counts = (found.to_device(np.zeros(n, np.int64)) for n in (4, COUNTS))
        each = -(-games // IN_FLIGHT)
        kernel[IN_FLIGHT // THREADS, THREADS](*arrays, found.to_device(quick_rng("balance")), each, counters, counts)
        return Games(counts.copy_to_host())

    return play


def player_of(edition: Edition, bot: str) -> Player:
    """Games between bots of this name."""
    own, pairs = threading.local(), list(itertools.permutations(range(TYPES), SEATS))

    def play_deal(deal: int, types: tuple[int, ...], state: Any) -> list[float]:
        if not hasattr(own, "player"):
            own.player = player_named(GAME, bot)
        GAME.setup(edition.box, state, GAME.make_options(), key_of(server_seed(f"balance/{deal}")), None)
        rng = quick_rng(f"{deal} {types}")
        for kind in types:
            GAME.apply(edition.box, state, GAME.seats_waiting(state)[0], kind, None)
        while waiting := GAME.seats_waiting(state):
            choice = own.player.choose(Knowledge(GAME, edition, state, waiting[0]), waiting[0], rng)
            GAME.apply(edition.box, state, waiting[0], choice.action, None)
        return GAME.payoffs(edition, state)

    def work(first: int, count: int) -> npt.NDArray[Any]:
        states = GAME.state.array(count * len(pairs))
        games = itertools.product(range(first, first + count), pairs)
        shares = [play_deal(deal, types, states[i]) for i, (deal, types) in enumerate(games)]
        return count_ends(states, np.array(shares))

    def play(box: Any, games: int) -> Games:
        player_named(GAME, bot).prepare(edition, GAME.make_options())
        deals = -(-games // len(pairs))
        slices = track(run_slices(deals, 1, work, cores()), "games", deals, transient=True)
        return Games(sum(counts for _, counts in slices))  # type: ignore[arg-type]

    return play


def always(box: Any, formation: int) -> Any:
    """The box in which a player of this type has no other card for the round: both are this one."""
    other = formation ^ 1
    both = clone(box)
    for field in both.dtype.names:
        both[field][other] = both[field][formation]
    return both


def without_effects(box: Any, formation: int) -> list[tuple[str, Any]]:
    """What can be taken off a formation card, and the box without it."""
    rows = ("Vanguard", "Rearguard")
    found = []
    for space in range(BACK):
        where = f"{rows[space // 3]} {space % 3 + 1}"
        if cubes := int(box.bonus[formation, space]):
            plain = clone(box)
            plain.bonus[formation, space] = 0
            found.append((f"+{cubes} on {where}", plain))
        if int(box.wild[formation]) >> space & 1:
            plain = clone(box)
            plain.wild[formation] &= ~(1 << space)
            found.append((f"Wild on {where}", plain))
    blanks = [s for s in range(BACK, SPACES) if int(box.blank[formation]) >> s & 1]
    if int(box.pair[formation]) and blanks:  # its second card needs a space: a blank at the back is taken away
        plain = clone(box)
        plain.pair[formation] = 0
        plain.blank[formation] &= ~(1 << blanks[0])
        found.append(("2 Cards", plain))
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--edition", help="a shipped edition or a .toml file")
    parser.add_argument("--games", type=int, default=1_000_000)
    parser.add_argument("--bot", default="greedy", help="who plays, as in hard or search:100")
    parser.add_argument("--device", choices=("cpu", "cuda"), default="cpu")
    parser.add_argument("--effect-games", type=int, default=300_000, help="for each effect; 0 leaves effects out")
    arguments = parser.parse_args()
    edition = GAME.edition(arguments.edition)
    if arguments.bot != "greedy":
        play, arguments.effect_games = player_of(edition, arguments.bot), 0
    else:
        play = player_on_gpu() if arguments.device == "cuda" else play_on_cores
    types, names = edition.words["types"], edition.words["formations"]
    base = play(edition.box, arguments.games)
    print(f"{base.played:,} games between {arguments.bot} players. The first player wins {base.first_share:.1%}.")
    for one in range(TYPES):
        for other in range(one + 1, TYPES):
            print(f"  {types[one]} against {types[other]}: {base.share(one, other):.1%}")
    print("How often each card of a round is chosen:")
    for pair in range(0, FORMATIONS, CHOICES):
        first, second = (f"{names[pair + i]} {base.chosen(pair + i):.0%}" for i in range(CHOICES))
        print(f"  {types[pair // CHOICES // ROUNDS]} {pair // CHOICES % ROUNDS + 1}: {first}, {second}")
    if not arguments.effect_games:
        return
    games = f"{arguments.effect_games:,} games each"
    print(f"Points of share that a type loses without an effect, over {games}: where it always plays the card, and, in")
    free = play(edition.box, arguments.effect_games)
    print(f"brackets, where it may play the other card of the round instead (give or take {100 * free.doubt():.3f}):")
    for formation in track(range(FORMATIONS), "effects", transient=True):
        kind = formation // CHOICES // ROUNDS
        whole = play(always(edition.box, formation), arguments.effect_games).mean_share(kind)
        worths = []
        for what, box in without_effects(edition.box, formation):
            forced = whole - play(always(box, formation), arguments.effect_games).mean_share(kind)
            chosen = free.mean_share(kind) - play(box, arguments.effect_games).mean_share(kind)
            worths.append(f"{what} {100 * forced:+.1f} ({100 * chosen:+.3f})")
        print(f"  {names[formation]}: {', '.join(worths)}", flush=True)


if __name__ == "__main__":
    main()
