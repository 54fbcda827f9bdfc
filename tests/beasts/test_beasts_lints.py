"""What players would stumble over: the shipped edition has none of it, and every lint finds a planted fault."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache

import pytest
from card_helpers import HOUSE

from bestiary.engine import content
from bestiary.games.beasts import lints
from bestiary.games.beasts.cards import grammar
from bestiary.games.beasts.cards.decks import Content, Side, load
from bestiary.games.beasts.cards.entries import EVENT_FAMILIES, PASSIVES, SPECIALTY_ACTIONS, Entry
from bestiary.games.beasts.state import PATH_AT, PETITION, RARE_AT, SHOP, SPECIALTY

Change = Callable[[Content], Content]


@cache
def house() -> Content:
    return load(content.parse(content.read_edition(HOUSE), "house"))


def test_the_shipped_edition_has_nothing_to_stumble_over() -> None:
    assert [str(finding) for finding in lints.findings(house())] == []


def test_a_file_is_linted_by_budgets_and_by_what_players_stumble_over() -> None:
    text = content.read_edition(HOUSE)
    assert lints.lint(content.parse(text, "house")) == []
    for was, now in (
        ('rule = "discount all 1"', 'rule = "discount hidden 1"'),
        ('name = "Kindling Page"', 'name = "Boat Page"'),
        ('styles = [4, 4, 5]\nfocus = "COIN"\nshape = "even"', 'styles = [9, 9, 9]\nfocus = "COIN"\nshape = "even"'),
    ):
        assert was in text
        text = text.replace(was, now)
    found = "\n".join(lints.lint(content.parse(text, "house")))
    assert "Market Day makes nothing cheaper" in found
    assert "Boat Page has the word 'boat'" in found
    assert "Emperor of Scales costs" in found


# --- Planted faults


def with_card(card: int, **changes: object) -> Change:
    return lambda edition: replace(edition, cards={**edition.cards, card: replace(edition.cards[card], **changes)})


def with_effects(card: int, *lines: str) -> Change:
    return with_card(card, effects=grammar.parse(lines))


def with_price(action: int, cost: int) -> Change:
    def change(edition: Content) -> Content:
        actions = list(edition.actions)
        actions[action] = replace(actions[action], cost=cost)
        return replace(edition, actions=tuple(actions))

    return change


def with_event(rule: str) -> Change:
    def change(edition: Content) -> Content:
        first, *rest = edition.events
        return replace(edition, events=(replace(first, rule=side(rule, EVENT_FAMILIES)), *rest))

    return change


def with_specialty(passive: str = "", action: str = "", **changes: object) -> Change:
    def change(edition: Content) -> Content:
        first, *rest = edition.specialties
        if passive:
            first = replace(first, passive=side(passive, PASSIVES))
        if action:
            first = replace(first, action=side(action, SPECIALTY_ACTIONS))
        return replace(edition, specialties=(replace(first, **changes), *rest))  # type: ignore[arg-type]

    return change


def with_names(first: int, names: list[str]) -> Change:
    def change(edition: Content) -> Content:
        cards = dict(edition.cards)
        for card, name in enumerate(names, first):
            cards[card] = replace(cards[card], name=name)
        return replace(edition, cards=cards)

    return change


def with_words(**nouns: tuple[str, str]) -> Change:
    def change(edition: Content) -> Content:
        words = replace(edition.words, nouns={**edition.words.nouns, **nouns})
        petition = replace(edition.actions[PETITION], text=f"Move up 1 {words.noun(1, 'spot')} on any track.")
        actions = (*edition.actions[:PETITION], petition, *edition.actions[PETITION + 1 :])
        return replace(edition, words=words, actions=actions)

    return change


def with_tier(tier: str) -> Change:
    return lambda edition: replace(edition, words=replace(edition.words, tiers=(*edition.words.tiers[:4], tier)))


def side(text: str, table: tuple[Entry, ...]) -> Side:
    return Side(*grammar.parse_entry(text, table, "entry"))


LONG = tuple(f"{timing} UMOVE 3" for timing in ("HA", "HV", "HC", "HB", "HT", "AW"))
FAULTS: dict[str, tuple[Change, str]] = {
    "a free card in the shop": (with_price(0, 0), "Travel costs 0; the least price is 1"),
    "a specialty that mints": (
        with_specialty(action="coins 5 once", cost=2), "gives 5 coins for 2; at most 2 more than it costs",
    ),
    "a way out for beggars": (
        with_effects(RARE_AT, "OC OPT opp UNCOIN opp 3 / LOSE opp"), "choose branch 1 of 'OC OPT opp UNCOIN opp 3 /",
    ),
    "a way out for who owns no beast": (
        with_effects(RARE_AT, "OC OPT opp LOSE opp / BSTEAL"), "choose branch 2 of 'OC OPT opp LOSE opp / BSTEAL'",
    ),
    "a way out at the bottom of a track": (
        with_effects(RARE_AT, "OC OPT opp DOWN opp payday 1 / UDISC opp 1"), "and lose nothing; add something to it",
    ),
    "a way out for who has nothing to buy": (
        with_effects(RARE_AT, "OC OPT opp TOK opp illusion 3 / UDISC opp 1"), "choose branch 1 of 'OC OPT opp TOK opp ",
    ),
    "a way out at Blessed Wells": (
        with_effects(RARE_AT, "OC OPT opp UDISC opp 1 / TOK opp poison 2"), "choose branch 2 of 'OC OPT opp UDISC opp ",
    ),
    "a way out for who has nobody left standing": (
        with_effects(RARE_AT, "OC OPT opp UPRONE opp 2 / LOSE opp"), "choose branch 1 of 'OC OPT opp UPRONE opp 2 /",
    ),
    "a way out for who has no card to spare": (
        with_effects(RARE_AT, "OC OPT opp DISC opp 2; UNCOIN opp 1 / LOSE opp"), "choose branch 1 of 'OC OPT opp DISC ",
    ),
    "a choice of losses for somebody else": (
        with_effects(RARE_AT, "OC OPT opp UDISC me 1 / VAL opp T +2"), "choose branch 2 of 'OC OPT opp UDISC me 1 /",
    ),
    "a step for somebody who is not there": (
        with_effects(RARE_AT, "HR COIN 1", "SC UNCOIN third 2; COIN 1"),
        "has a step of 'SC UNCOIN third 2; COIN 1' that does nothing in a war of two players",
    ),
    "a discount on what costs the least": (with_event("discount hidden 1"), "makes nothing cheaper"),
    "a wind that blows every day": (with_event("storm 2 open"), "changes nothing: boats sail 2 steps anyway"),
    "a passive that everybody has": (with_specialty(passive="sail 2"), "does nothing with 4 players"),
    "an action that everybody has": (with_specialty(action="sail 2"), "lets boats sail 2 steps; they sail 2 anyway"),
    "a text too long": (with_effects(RARE_AT, *LONG), "words; at most 60: leave an effect or a condition out"),
    "a second name of a thing": (
        with_words(spot=("spot", "spots")), "Petition says 'spot'; it is a place everywhere (R4)",
    ),
    "names of one form": (
        with_names(RARE_AT, [f"Keeper{number} of Things" for number in range(25)]), "25 of 100 names are '_ of _'",
    ),
    "names with one word": (
        with_names(RARE_AT, [f"Marshal {letter}" for letter in "ABCDEF"]), "'marshal' stands in 6 of 100 names; in 5",
    ),
    "a few names of one form": (
        with_names(PATH_AT, ["Husk of Hunger", "Husk of Fetters"]), "paths: 3 of 6 names are '_ of _'; below 25%",
    ),
    "two names that an article tells apart": (
        with_card(RARE_AT, name="The Prompter"), "The Prompter is named like Prompter; take another name",
    ),
    "a card named like a unit": (
        with_card(RARE_AT, name="Boar Captain"), "Boar Captain has the word 'captain', which names a unit",
    ),
    "a card named like a tier": (
        with_card(RARE_AT, name="Legendary Goat"), "has the word 'legendary', which names a tier of allies",
    ),
    "a tier of two meanings": (with_tier("Epic"), "Epic names a tier of clan cards and one of allies"),
    "two spellings": (with_card(RARE_AT, role="duelist"), "'duelist', and elsewhere with 'duellist'; choose one"),
}  # fmt: skip


@pytest.mark.parametrize(("change", "said"), FAULTS.values(), ids=FAULTS)
def test_a_planted_fault_is_found_with_its_name_and_what_would_be_right(change: Change, said: str) -> None:
    found = lints.findings(change(house()))
    assert any(said in str(finding) for finding in found), found
    assert all(finding.name and finding.wrong and finding.right for finding in found)


def test_a_step_that_is_said_twice_over_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "At once: receive a Rare ally, then receive a Rare ally."
    monkeypatch.setattr(Content, "event_text", lambda self, event: text)
    assert "says 'receive a Rare ally' twice over; say how often" in str(lints.findings(house())[0])


def test_a_condition_may_close_the_way_out() -> None:
    edition = with_effects(RARE_AT, "OC[BEASTC<] OPT opp BSTEAL / LOSE opp")(house())
    assert list(lints.choice_findings(edition)) == []


def test_somebody_outside_the_war_may_be_named_where_no_war_is_fought() -> None:
    edition = with_effects(RARE_AT, "HA UNCOIN third 2", "VB TOK third illusion 1")(house())
    assert list(lints.idle_findings(edition)) == []


def test_the_specialty_card_has_no_price_of_its_own() -> None:
    assert house().actions[SPECIALTY].cost == 0
    assert min(action.cost for number, action in enumerate(house().actions[:SHOP]) if number != SPECIALTY) == 1


def test_a_name_can_have_several_forms() -> None:
    assert list(lints.patterns_of("The Buyer of Wars")) == ["The _", "_ of _"]
    assert list(lints.patterns_of("Eel Queen's Envoy")) == ["_'s _"]
    assert list(lints.patterns_of("Lantern Broker")) == []
