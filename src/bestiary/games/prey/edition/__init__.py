"""Reads an edition of Predator & Prey: four suits of twelve animals, each with its two numbers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from bestiary.engine.content import Section, name_problem, told
from bestiary.games.prey.state import CARDS, RANKS, SUITS, Box

ENDS: Final = ("predator", "prey")
HIGHEST: Final = 99
LONGEST_NAME: Final = 30
LONGEST_SUIT: Final = 12


def assemble(file: Section) -> tuple[Any, Mapping[str, Any]]:
    """The box of a checked file; what its suits and animals are called, and the numbers at both ends of every card."""
    about = file.string("about", "nothing said")
    suits = file.section("suits")
    _check_suits(suits)
    box = Box.new()
    named: dict[str, str] = {}
    names: list[str] = []
    for suit, key in enumerate(suits.data):
        for place, (predator, prey, name) in enumerate(sorted(_cards(suits.section(key), named))):
            card = suit * RANKS + place
            box.predator[card], box.prey[card] = predator, prey
            names.append(name)
    for card in range(CARDS):
        first = card // RANKS * RANKS
        box.prey_place[card] = (box.prey[first : first + RANKS] <= box.prey[card]).sum()
    box.highest = max(box.predator.max(), box.prey.max())
    words = tuple(key[0].upper() + key[1:] for key in suits.data)
    ends = {end: tuple(getattr(box, end).tolist()) for end in ENDS}
    titles = tuple(
        f"{name} ({words[card // RANKS]} {ends['predator'][card]}/{ends['prey'][card]})"
        for card, name in enumerate(names)
    )
    return box, {"about": about, "suits": words, "cards": tuple(names), "titles": titles, **ends}


def _check_suits(suits: Section) -> None:
    if not suits.data:
        raise suits.wrong(f"is empty; there must be {SUITS} tables [suits.NAME]")
    seen: dict[str, str] = {}
    for number, key in enumerate(suits.data, 1):
        if not key.isalnum() or len(key) > LONGEST_SUIT:
            wanted = f"take one word of up to {LONGEST_SUIT} letters and digits"
            raise suits.wrong(f"is no name for a suit: {wanted}", *key.split("."))
        if (first := seen.setdefault(key.casefold(), key)) != key:
            raise suits.wrong(f"is named like the suit {first}, but for small and large letters", key)
        if number > SUITS:
            raise suits.wrong(f"is suit {number}; there are {SUITS}", key)
    if len(seen) < SUITS:
        raise suits.wrong(f"is suit {len(seen)} and the last; there must be {SUITS}", key)


def _cards(suit: Section, named: dict[str, str]) -> list[tuple[int, int, str]]:
    """(predator, prey, name) of each card of a suit; `named` holds the animals of the whole file so far."""
    cards: list[tuple[int, int, str]] = []
    holder: dict[tuple[str, int], str] = {}
    for name in suit.data:
        place = name.split(".")  # as line numbers are kept
        if problem := name_problem(name, LONGEST_NAME):
            raise suit.wrong(problem, *place)
        if name.casefold() in named:
            raise suit.wrong(f"has been named before, in the suit {named[name.casefold()]}", *place)
        named[name.casefold()] = suit.path[-1]
        predator, prey = _numbers(suit, name, place)
        for end, value in zip(ENDS, (predator, prey), strict=True):
            if (first := holder.setdefault((end, value), name)) != name:
                raise suit.wrong(f"has the {end} number {value}, and so has {first} of the same suit", *place)
        cards.append((predator, prey, name))
        if len(cards) > RANKS:
            raise suit.wrong(f"is card {len(cards)} of its suit; a suit has {RANKS}", *place)
    if len(cards) < RANKS:
        raise suit.wrong(f"has {len(cards)} of {RANKS} cards")
    return cards


def _numbers(suit: Section, name: str, place: list[str]) -> tuple[int, int]:
    value = suit.data[name]
    suit.note(name, "numbers", value, low=0, high=HIGHEST, least=len(ENDS), most=len(ENDS))
    if isinstance(value, dict):
        bare = (*suit.path, name) not in suit.lines  # a bare name with a dot is a table within a table
        rest = [key for key in value if key.isprintable()][:1] if bare else []
        raise suit.wrong("must be two numbers, [predator, prey]; put a name with a dot in quotes", *place, *rest)
    if not isinstance(value, list) or len(value) != len(ENDS):
        raise suit.wrong(f"must be two numbers, [predator, prey], not {told(value)}", *place)
    for end, number in zip(ENDS, value, strict=True):
        if not isinstance(number, int) or isinstance(number, bool) or not 0 <= number <= HIGHEST:
            raise suit.wrong(f"must have a whole {end} number from 0 to {HIGHEST}, not {told(number)}", *place)
    return value[0], value[1]
