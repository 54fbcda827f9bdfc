"""What our own editions must keep, though other cards could be played too: the budgets and counts of `cards.lints`
(§7); and nothing is free, every choice costs something, nothing is dealt that cannot matter, texts are short, and names
are told apart."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from bestiary.engine.content import Section
from bestiary.games.beasts.cards import decks, grammar
from bestiary.games.beasts.cards import lints as budgets
from bestiary.games.beasts.cards.decks import (
    ALLY_DECKS, GROUP_ALLY, GROUP_AWAKENING, Action, Card, Content, Event, Specialty,
)  # fmt: skip
from bestiary.games.beasts.cards.entries import (
    E_DISCOUNT, E_STORM, GOODS_HIDDEN, GOODS_SPECIALTY, LETTERS, P_FIRSTUP, P_SAIL, SA_COINS, SA_SAIL, TALLY_ONCE,
)  # fmt: skip
from bestiary.games.beasts.cards.grammar import Effect, Step
from bestiary.games.beasts.cards.language import (
    C_BEASTC, CMP_LT, IN_PVP, OP_ALLY, OP_BP, OP_BSTEAL, OP_LOSE, OP_OPT, OP_UDISC, OP_UTRASH, OP_VAL, OP_WHO, OP_WIN,
    WHO_OPP, WHO_THIRD, timing_of,
)  # fmt: skip
from bestiary.games.beasts.events import BOAT_STEPS, HIDDEN_COST, LEAST_PRICE, is_among
from bestiary.games.beasts.setup import can_matter
from bestiary.games.beasts.state import CLANS, SEATS, SHOP, SPECIALTY

MOST_WORDS: Final = 60  # of a text
MOST_GAIN: Final = 2  # coins that a specialty gives beyond its cost, where it counts nothing
MOST_OF_A_PATTERN: Final = 0.25  # of a deck's names
MOST_OF_A_WORD: Final = 0.05
FEW: Final = 3  # names that may share a word in a deck of any size
CERTAIN: Final = (OP_UDISC, OP_UTRASH, OP_VAL, OP_BP, OP_WIN, OP_LOSE, OP_ALLY)
"""What costs every opponent something in every war: units that fight in it, styles, the war, an ally that joins the
other side. Coins and Illusion are worth nothing when no shop follows, Blessed Wells wards off every token, and somebody
may lack markers, action cards, ready units, cards to discard, or be last on a track."""
LITTLE_WORDS: Final = (
    "after", "against", "among", "and", "at", "before", "behind", "between", "by", "for", "from", "in", "inside", "of",
    "on", "or", "that", "to", "under", "who", "with", "without",
)  # fmt: skip
ONE_NAME: Final = {
    r"spots?": "place", r"field markers?": "marker", r"draw piles?": "deck", r"wars? against (a|the) beast": "hunt",
}  # fmt: skip
"""R4: other names of a thing, and the one that cards, rules, questions, menus and the log use."""


@dataclass(frozen=True)
class Finding:
    """What is wrong with a card, and what would be right."""

    name: str
    wrong: str
    right: str
    place: str = ""  # file and line

    def __str__(self) -> str:
        return f"{f'{self.place}: ' if self.place else ''}{self.name} {self.wrong}; {self.right}"


def lint(root: Section) -> list[str]:
    """Each problem of an edition's file, in a line."""
    content = decks.load(root)
    return [*budgets.problems(content), *map(str, findings(content))]


def findings(content: Content) -> list[Finding]:
    """All that players would stumble over in an edition."""
    return [finding for check in CHECKS for finding in check(content)]


# --- Prices


def price_findings(content: Content) -> Iterator[Finding]:
    """Nothing in the shop is free, and no specialty is a mint."""
    for number, action in enumerate(content.actions[:SHOP]):
        if action.cost < LEAST_PRICE and number != SPECIALTY:
            yield Finding(action.name, f"costs {action.cost}", f"the least price is {LEAST_PRICE}", action.place)
    for special in content.specialties:
        coins, tally = (*special.action.values, TALLY_ONCE)[:2]
        if special.action.entry.code == SA_COINS and tally == TALLY_ONCE and coins - special.cost > MOST_GAIN:
            wrong = f"gives {coins} coins for {special.cost}"
            yield Finding(special.name, wrong, f"at most {MOST_GAIN} more than it costs", special.place)


# --- Choices


def choice_findings(content: Content) -> Iterator[Finding]:
    """An opponent who must choose has no way out that may cost nothing, in the last round neither: every branch has a
    step that is CERTAIN, or a beast where the condition says that the opponent has one."""
    for card in content.cards.values():
        for effect in card.effects:
            if any(step.op == OP_OPT and step.args[0] == WHO_OPP for step in effect.steps):
                for branch in sorted({step.branch for step in effect.steps} - {0}):
                    if not any(_is_certain(step, effect) for step in effect.steps if step.branch == branch):
                        line = grammar.write([effect])[0]
                        wrong = f"lets the opponent choose branch {branch} of '{line}' and lose nothing"
                        right = "add something to it that everybody in a war has: a unit of the war, a style"
                        yield Finding(card.name, wrong, right, card.place)


def _is_certain(step: Step, effect: Effect) -> bool:
    """Whether a step costs an opponent something in every war."""
    if step.op == OP_BSTEAL:
        return effect.cond == C_BEASTC and effect.tested[0] == CMP_LT
    if step.op not in CERTAIN or (OP_WHO[step.op] and step.args[0] != WHO_OPP):
        return False
    return step.op != OP_VAL or step.args[-1] < 0


# --- What cannot matter


def idle_findings(content: Content) -> Iterator[Finding]:
    """Events, specialties and steps of cards that do nothing, or do nothing with two players."""
    for card in content.cards.values():
        for effect in card.effects:
            if timing_of(effect.timing).where & IN_PVP and any(map(_names_a_third, effect.steps)):
                wrong = f"has a step of '{grammar.write([effect])[0]}' that does nothing in a war of two players"
                yield Finding(card.name, wrong, "name opp or any: a game of two has nobody else", card.place)
    for event in content.events:
        if reason := _idle_event(event, content):
            yield Finding(event.name, reason, "give it other numbers, or leave it out", event.place)
    for special in content.specialties:
        for seats in range(2, SEATS + 1):
            if _is_idle_at(special, seats) and can_matter(special.passive.entry.code, seats):
                wrong = f"has a passive side that does nothing with {seats} players"
                yield Finding(special.name, wrong, "it must not be dealt there", special.place)
        if special.action.entry.code == SA_SAIL and special.action.values[0] <= BOAT_STEPS:
            wrong = f"lets boats sail {special.action.values[0]} steps"
            yield Finding(special.name, wrong, f"they sail {BOAT_STEPS} anyway", special.place)


def _names_a_third(step: Step) -> bool:
    return bool(OP_WHO[step.op]) and step.args[0] == WHO_THIRD


def _idle_event(event: Event, content: Content) -> str:
    code, (first, second) = event.rule.entry.code, (*event.rule.values, 0)[:2]
    if code == E_DISCOUNT and not any(price > LEAST_PRICE for price in _prices(first, content)):
        return f"makes nothing cheaper: all that it names costs {LEAST_PRICE} at most"
    if code == E_STORM and first == BOAT_STEPS and LETTERS[second] == "open":
        return f"changes nothing: boats sail {BOAT_STEPS} steps anyway"
    return ""


def _prices(goods: int, content: Content) -> list[int]:
    """What the goods that an event names cost without it."""
    if goods == GOODS_HIDDEN:
        return [HIDDEN_COST]
    prices = [action.cost for card, action in enumerate(content.actions[:SHOP]) if is_among(goods, card)]
    return [special.cost for special in content.specialties] if goods == GOODS_SPECIALTY else prices


def _is_idle_at(special: Specialty, seats: int) -> bool:
    """A double step needs a third spot; boats sail two steps without help."""
    passive = special.passive
    return (passive.entry.code == P_FIRSTUP and seats < 3) or (
        passive.entry.code == P_SAIL and passive.values[0] <= BOAT_STEPS
    )


# --- Texts


def text_findings(content: Content) -> Iterator[Finding]:
    """Texts are short, say nothing twice over, and call a thing by its one name."""
    for name, place, text in _texts(content):
        if (count := word_count(text)) > MOST_WORDS:
            wrong = f"has a text of {count} words"
            yield Finding(name, wrong, f"at most {MOST_WORDS}: leave an effect or a condition out", place)
        for line in text.splitlines():
            parts = re.split(r", then |; or |: ", line.rstrip(".;"))
            if again := [part for part, after in pairwise(parts) if part == after]:
                yield Finding(name, f"says '{again[0]}' twice over", "say how often", place)
        for word, right in other_names(text):
            yield Finding(name, f"says '{word}'", f"it is a {right} everywhere (R4)", place)


def other_names(text: str) -> Iterator[tuple[str, str]]:
    """Words of a text for things that have another name, with that name."""
    for pattern, right in ONE_NAME.items():
        for match in re.finditer(rf"\b{pattern}\b", text, re.IGNORECASE):
            yield match.group(), right


def word_count(text: str) -> int:
    return sum(any(letter.isalnum() for letter in word) for word in text.split())


def _texts(content: Content) -> Iterator[tuple[str, str, str]]:
    """Name, place and text of everything that has one."""
    for card in content.cards.values():
        yield card.name, card.place, content.text(card.id)
    for special in content.specialties:
        for text in content.specialty_texts(special):
            yield special.name, special.place, text
    for event in content.events:
        yield event.name, event.place, content.event_text(event)
    for action in content.actions:
        yield action.name, action.place, action.text


# --- Names


def name_findings(content: Content) -> Iterator[Finding]:
    """No deck is named by one formula; a name means one thing and is spelt in one way."""
    for deck, names in _named(content).items():
        yield from _formulas(deck, names)
    yield from _namesakes(content)
    yield from _double_meanings(content)
    yield from _spellings(content)


def patterns_of(name: str) -> Iterator[str]:
    """The forms that a name shares with others: `_ of _` for Emperor of Scales; `The _`; `_'s _`."""
    words = name.casefold().split()
    if words[0] == "the":
        yield "The _"
    if any(word.endswith(("'s", "s'")) for word in words):
        yield "_'s _"
    yield from (f"_ {word} _" for word in LITTLE_WORDS if word in words[1:])


def _named(content: Content) -> Mapping[str, list[str]]:
    """The names of each deck."""
    named = defaultdict(list)
    titles = {GROUP_ALLY + tier: f"{deck} allies" for tier, deck in enumerate(ALLY_DECKS)}
    titles[GROUP_AWAKENING] = "awakenings"
    for card in content.cards.values():
        named["clan cards" if card.group < CLANS else titles.get(card.group, "paths")].append(card.name)
    named["specialties"] = [special.name for special in content.specialties]
    named["events"] = [event.name for event in content.events]
    return named


def _formulas(deck: str, names: list[str]) -> Iterator[Finding]:
    right = f"below {MOST_OF_A_PATTERN:.0%} of a deck's names may have one form"
    for pattern, count in Counter(pattern for name in names for pattern in patterns_of(name)).items():
        if count > 1 and count >= MOST_OF_A_PATTERN * len(names):
            yield Finding(f"{deck}:", f"{count} of {len(names)} names are '{pattern}'", right)
    most = max(FEW, int(MOST_OF_A_WORD * len(names)))
    words = Counter(word for name in names for word in {*re.findall(r"[^\W\d_]+", name.casefold())})
    for word, count in words.items():
        if count > most and word not in (*LITTLE_WORDS, "a", "the", "s"):
            yield Finding(f"{deck}:", f"'{word}' stands in {count} of {len(names)} names", f"in {most} at most")


def _namesakes(content: Content) -> Iterator[Finding]:
    """Prompter and The Prompter are one name."""
    first: dict[str, str] = {}
    for name, place in _names(content):
        other = first.setdefault(name.casefold().removeprefix("the "), name)
        if other != name:
            yield Finding(name, f"is named like {other}", "take another name", place)


def _double_meanings(content: Content) -> Iterator[Finding]:
    """Units and tiers of allies have their words to themselves."""
    words = content.words
    taken = {word.casefold(): "a unit" for pair in words.units for word in pair}
    taken |= {word.casefold(): "a tier of allies" for word in words.allies}
    for name, place in (*_names(content), *_roles(content)):
        for word in re.findall(r"[^\W\d_]+", name.casefold()):
            if word in taken:
                yield Finding(name, f"has the word '{word}', which names {taken[word]}", "take another word", place)
    for tier in words.tiers:
        if tier in words.allies:
            wrong = "names a tier of clan cards and one of allies"
            yield Finding(f"words.toml: {tier}", wrong, "give each its own word")


def _spellings(content: Content) -> Iterator[Finding]:
    """Duelist and duellist are one word."""
    first: dict[str, str] = {}
    for text, place in (*_names(content), *_roles(content)):
        for word in re.findall(r"[^\W\d_]{5,}", text.casefold()):
            key = re.sub(r"(.)\1", r"\1", word)
            if first.setdefault(key, word) != word:
                yield Finding(text, f"is spelt with '{word}', and elsewhere with '{first[key]}'", "choose one", place)


def _names(content: Content) -> Iterator[tuple[str, str]]:
    decks: tuple[Iterable[Card | Specialty | Event | Action], ...] = (
        content.cards.values(), content.specialties, content.events, content.actions,
    )  # fmt: skip
    for deck in decks:
        for thing in deck:
            yield thing.name, thing.place


def _roles(content: Content) -> Iterator[tuple[str, str]]:
    return ((card.role, card.place) for card in content.cards.values())


CHECKS: Final[tuple[Callable[[Content], Iterator[Finding]], ...]] = (
    price_findings, choice_findings, idle_findings, text_findings, name_findings,
)  # fmt: skip
