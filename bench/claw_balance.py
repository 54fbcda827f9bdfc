"""How even the formations of Tooth & Claw are between equal greedy players, and whether its choices and effects matter.

Prints what stands at the head of the edition's file: shares of each type against each other one, how often each card of
a round is chosen, and what share a type loses when a single effect is taken off a card that it plays."""

from __future__ import annotations

import argparse
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
from rich.progress import track

from bestiary.engine.chance import batch_seeds
from bestiary.engine.records import clone
from bestiary.engine.registry import find_game
from bestiary.games.claw.state import BACK, CHOICES, FORMATIONS, ROUNDS, SEATS, SPACES, TYPES
from bestiary.lab.playout import playout_of

GAME = find_game("claw")
SLICE = 10_000
BOTH_GREEDY = (1 << SEATS) - 1


@dataclass(frozen=True)
class Games:
    """What is left of many games: of the first player, then of the second."""

    kind: npt.NDArray[Any]  # games × seats
    formation: npt.NDArray[Any]  # games × seats × rounds
    won: npt.NDArray[Any]  # share of the first player

    def share(self, one: int, other: int) -> float:
        """Of a type against another one, both seats counted alike."""
        first = self.won[(self.kind[:, 0] == one) & (self.kind[:, 1] == other)]
        second = 1 - self.won[(self.kind[:, 0] == other) & (self.kind[:, 1] == one)]
        return float(first.mean() + second.mean()) / 2

    def mean_share(self, kind: int) -> float:
        """Of a type against the two others."""
        return sum(self.share(kind, other) for other in range(TYPES) if other != kind) / (TYPES - 1)

    def chosen(self, formation: int) -> float:
        """How often a formation card was preferred to the other one of its round."""
        both = [int((self.formation == formation // CHOICES * CHOICES + i).sum()) for i in range(CHOICES)]
        return both[formation % CHOICES] / sum(both)


def play_slice(box: Any, seed: str, start: int) -> Any:
    _, keys, rngs = batch_seeds(seed, start, SLICE)
    states = GAME.state.array(SLICE + 1)
    shares, points = np.zeros(SLICE * SEATS), np.zeros(SLICE * SEATS)
    moves, weights = np.zeros(GAME.max_moves, np.int32), np.zeros(GAME.max_moves, np.int32)
    bots = np.full(SLICE, BOTH_GREEDY, np.int64)
    playout_of(GAME)(
        box, states, GAME.make_options(), keys, bots, shares, points, moves, weights, rngs, np.zeros(4, np.int64)
    )
    ends = states[:SLICE]
    order = np.stack([ends.first, 1 - ends.first], 1)
    kind = np.take_along_axis(ends.kind - 1, order, 1)
    formation = np.take_along_axis(ends.formation.reshape(-1, SEATS, ROUNDS) - 1, order[:, :, None], 1)
    won = np.take_along_axis(shares.reshape(-1, SEATS), order, 1)[:, 0]
    return kind, formation, won


def play(box: Any, games: int, seed: str = "balance") -> Games:
    with ThreadPoolExecutor() as pool:
        slices = list(pool.map(lambda start: play_slice(box, seed, start), range(0, games, SLICE)))
    return Games(*(np.concatenate(parts) for parts in zip(*slices, strict=True)))


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
    parser.add_argument("--effect-games", type=int, default=300_000, help="for each effect; 0 leaves effects out")
    arguments = parser.parse_args()
    edition = GAME.edition(arguments.edition)
    types, names = edition.words["types"], edition.words["formations"]
    base = play(edition.box, arguments.games)
    print(f"{len(base.won):,} games between greedy players. The first player wins {base.won.mean():.1%}.")
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
    print("brackets, where it may play the other card of the round instead:")
    free = play(edition.box, arguments.effect_games)
    for formation in track(range(FORMATIONS), "effects", transient=True):
        kind = formation // CHOICES // ROUNDS
        whole = play(always(edition.box, formation), arguments.effect_games).mean_share(kind)
        worths = []
        for what, box in without_effects(edition.box, formation):
            forced = whole - play(always(box, formation), arguments.effect_games).mean_share(kind)
            chosen = free.mean_share(kind) - play(box, arguments.effect_games).mean_share(kind)
            worths.append(f"{what} {100 * forced:+.1f} ({100 * chosen:+.2f})")
        print(f"  {names[formation]}: {', '.join(worths)}", flush=True)


if __name__ == "__main__":
    main()
