"""Wars and hunts whose cards have effects.

Seat 0 attacks seat 1 in field 19 from field 6. Unless said otherwise its two Elders beat a Scout in unit strength,
cards fight with 4/4/4, and seat 0, ahead on the tiebreaker, wins every battle: 2–0, then 3–0.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from beasts_helpers import Scene, turns

from bestiary.games.beasts.cards.language import TIMINGS
from bestiary.games.beasts.state import RETREAT, ROUND, SEATING, WINDOW

COVERED: set[str] = set()
HOME = 57  # a land field of seat 0 far from the war, without symbols
HELD = [timing.word for timing in TIMINGS if timing.in_hand]
HALVES = (HELD[:9], HELD[9:])


def covers(*words: str) -> Callable[[Any], Any]:
    """Notes which words of the language a test is about."""
    COVERED.update(words)
    return lambda test: test


def war(*effects: str, seat: int = 0, clans: tuple[int, ...] = (0, 1)) -> Scene:
    """A war whose first card of one side has these effects, before anybody has set out."""
    scene = turns(*clans)
    scene.says(20 * clans[seat], *effects)
    scene.units(0, HOME, "c")
    return scene


def fought(*effects: str, seat: int = 0, lay: Callable[[Scene], object] = lambda scene: None) -> Scene:
    """The first battle of such a war has been fought, up to the next decision."""
    scene = war(*effects, seat=seat)
    lay(scene)
    scene.meet()
    scene.clash(0, 20)
    return scene


def war_met(*effects: str, seat: int = 0) -> Scene:
    """Such a war up to the first choice of cards."""
    scene = war(*effects, seat=seat)
    scene.meet()
    return scene


def over(scene: Scene, *cards: tuple[int, int]) -> Scene:
    """The war is fought to its end: these cards, then the first ones of the hands; the loser retreats to 9."""
    for mine, theirs in cards:
        scene.clash(mine, theirs)
    scene.fight()
    while scene.at() == RETREAT:
        scene.play("field 9")
    return scene


def coins(scene: Scene) -> list[int]:
    return [int(n) for n in scene.state.coins[: int(scene.state.seats)]]


def points(scene: Scene) -> list[int]:
    return [int(n) for n in scene.state.points]


def values(scene: Scene, seat: int) -> list[int]:
    """What a side's card of the last battle has fought with."""
    return [int(n) for n in scene.state.values[seat]]


def spots(scene: Scene, track: int) -> list[int]:
    return [int(n) for n in scene.state.track[track, : int(scene.state.seats)]]


def zones(scene: Scene, *cards: int) -> list[int]:
    return [int(scene.state.zone[card]) for card in cards]


def hunt(*effects: str, strength: int = 3, lay: Callable[[Scene], object] = lambda scene: None) -> Scene:
    """Seat 0 hunts a beast in 19 and holds a card with these effects: up to its first window, or the first card."""
    scene = war(*effects)
    lay(scene)
    scene.chase(strength)
    return scene


def second_war(scene: Scene, new_round: bool = False) -> Scene:
    """Seat 0 attacks seat 1 again where it has retreated to, in this round or the next: up to the choice of cards."""
    if new_round:
        scene.jump(ROUND)
        while scene.at() == SEATING:
            scene.play(f"place {scene.asked()[0]}")
        scene.play("pass", "pass")
    elif scene.asked() == [1]:
        scene.play("pass")
    scene.state.ready[1, 9] += scene.state.prone[1, 9]
    scene.state.prone[1, 9] = 0
    scene.hold(0, "travel", "war")
    scene.travel(19, 9, "2k")
    scene.let()
    return scene


def order(scene: Scene, card: int) -> list[str]:
    """What happened in a war, in order, with the effects of a card between."""
    names = ("fights_with", "battle_point", "war_ends", "loses_traveller", "heals", "gives_beast", "takes_ally",
             "retreats")  # fmt: skip
    return [
        event.name
        for event in scene.events
        if event.name in names or (event.name == "effect" and event["card"] == card)
    ]


def hold_all(half: int, story: str) -> Scene:
    """Three players, each with a card of every timing of one half; the war or the hunt has not begun."""
    scene = turns(0, 1, 2)
    scene.lasts("hand +9 all")
    for seat in range(3):
        for at, word in enumerate(HALVES[half]):
            scene.says(20 * seat + 5 + at, f"{word} COIN 1")
        scene.give(seat, *(20 * seat + at for at in (0, 1, 2, *range(5, 5 + len(HALVES[half])))))
    scene.box.style[:3] = 9
    scene.units(0, 6, "2k")
    scene.hold(0, "travel", "war")
    if story == "war":
        scene.units(1, 19, "c")
        scene.owned(1, 2)
    else:
        scene.beast(1, 19)
    return scene


def step_on(scene: Scene, story: str) -> None:
    """Nobody uses a card from hand."""
    for seat in scene.asked():
        legal = scene.legal(seat)
        wishes = ["act travel held", "into 19", "field 6", "unit elder ready"]
        wishes += ["done"] if story == "hunt lost" else [text for text in legal if text.startswith("card ")]
        chosen = ["pass"] if scene.at() == WINDOW else [wish for wish in wishes if wish in legal] or legal
        scene.play(chosen[0], seat=seat)
