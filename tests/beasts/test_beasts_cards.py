"""Cards of Tailed Beasts: the house edition keeps its own rules, a broken file is refused with its line."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from card_helpers import FRANCHISE, HOUSE, WORKED, check_sentence

from bestiary.engine import content
from bestiary.engine.errors import MalformedError
from bestiary.games.beasts import state
from bestiary.games.beasts.cards import budget, grammar, lints
from bestiary.games.beasts.cards import decks as cards
from bestiary.games.beasts.map import atlas
from bestiary.games.beasts.cards.decks import (
    ALLY_DECKS, GROUP_ALLY, GROUP_AWAKENING, GROUP_PATH, Card, Content, awakening_of, group_of, tables_of,
)  # fmt: skip
from bestiary.games.beasts.cards.entries import SLOTS
from bestiary.games.beasts.cards.language import (
    C_ALW, CONDITIONS, FOCI, ICONS, OPERATIONS, R_OP, R_TIMING, RES_COIN, RES_UNIT, RESOURCES, TIMINGS, UNIT_KAGE,
    timing_of,
)  # fmt: skip

OTHERS = frozenset({"map", "board"})
"""Files of the edition that are not cards."""


@cache
def house() -> Content:
    return load()


def load(*changes: tuple[str, str, str]) -> Content:
    """The house edition, with texts of its files exchanged."""
    text = ""
    for file in sorted(HOUSE.glob("*.toml")):
        if file.stem in OTHERS:
            continue
        part = file.read_text()
        for name, old, new in changes:
            if name == file.stem:
                assert old in part, old
                part = part.replace(old, new, 1)
        text += f"=== {file.name}\n{part}"
    return cards.load(content.parse(text, "house"))


def line_of(name: str, mark: str) -> int:
    """The line of a file in which something stands."""
    lines = (HOUSE / f"{name}.toml").read_text().splitlines()
    return next(number for number, line in enumerate(lines, 1) if mark in line)


def refusal(*changes: tuple[str, str, str]) -> str:
    with pytest.raises(MalformedError) as refused:
        load(*changes)
    said = str(refused.value)
    assert "\n" not in said
    return said


def card_named(name: str) -> Card:
    return next(card for card in house().cards.values() if card.name == name)


# The house edition.


def test_the_house_edition_keeps_the_rules_of_the_house() -> None:
    assert lints.problems(house()) == []


def test_every_word_of_the_language_stands_on_a_card() -> None:
    rows = tables_of(house()).rows.reshape(-1, state.ROW)
    assert set(rows[:, R_TIMING].tolist()) == {0, *(t.code for t in TIMINGS)}
    assert set(rows[:, R_OP].tolist()) == {0, *(o.code for o in OPERATIONS)}
    assert {effect.cond for card in house().cards.values() for effect in card.effects} == {c.code for c in CONDITIONS}


def test_the_house_edition_is_complete() -> None:
    decks = Counter(card.group for card in house().cards.values())
    assert [decks[clan] for clan in range(state.CLANS)] == [20] * 7
    assert (decks[GROUP_AWAKENING], decks[GROUP_PATH]) == (20, 6)
    assert [decks[GROUP_ALLY + tier] for tier in range(3)] == [100, 100, 100]
    assert cards.missing(house()) == []


def test_what_people_read_has_none_of_the_franchises_names() -> None:
    edition = house()
    texts = [
        text for card in edition.cards.values() for text in (card.name, card.role, card.why, edition.text(card.id))
    ]
    texts += [text for clan in edition.clans for text in (clan.name, clan.capital, clan.about)]
    texts += [text for card in edition.specialties for text in (card.name, card.why, *edition.specialty_texts(card))]
    texts += [text for action in edition.actions for text in (action.name, action.text)]
    texts += [text for event in edition.events for text in (event.name, event.why, edition.event_text(event))]
    texts += edition.beasts
    texts += words_of(tomllib.loads((HOUSE / "words.toml").read_text()))
    texts += atlas.read(content.parse(content.read_edition(HOUSE), "house").section("map")).names
    for text in texts:
        assert not FRANCHISE.search(text), text


def words_of(data: Any) -> list[str]:
    return [word for value in data.values() for word in words_of(value)] if isinstance(data, dict) else [data]


def test_action_cards_speak_in_the_words_of_the_list() -> None:
    """Another word list gives other texts, and nothing of ours is left in them."""
    ours = tomllib.loads((HOUSE / "words.toml").read_text())
    tables = ("tokens", "units", "zones", "tiers", "allies", "nouns", "names")
    words = [word for table in tables for pair in ours[table].values() for word in pair.split("/")]
    file = (HOUSE / "words.toml").read_text()
    renamed = re.sub(r'(?m)^(\w+) = "([^"/]+)(/([^"]+))?"$', _renamed, file)
    edition = load(("words", file, renamed))
    for action, before in zip(edition.actions, house().actions, strict=True):
        said = action.text.replace(action.name, "").replace("you may place", "")  # a verb, not a place on a track
        check_sentence(before.text.replace(". ", ", "))
        assert not re.search(rf"\b({'|'.join(map(re.escape, words))})\b", said), said


def _renamed(match: re.Match[str]) -> str:
    key, one, many = match.group(1), match.group(2), match.group(4)
    return f'{key} = "x{len(one)}{"/x" + str(len(many)) if many else ""}"' if key != "about" else match.group(0)


def test_a_text_with_a_word_that_is_on_no_list_is_refused_with_its_line() -> None:
    said = refusal(("actions", "Gain 2 {nouns:coin}.", "Gain 2 {nouns:ryo}."))
    line = line_of("actions", "Gain 2 {nouns:coin}.")
    assert said == (
        f"house/actions.toml:{line}: hidden.odd-jobs.text has {{nouns:ryo}}; a field is one like {{noun:coin}}, from "
        "words.toml"
    )
    assert "brace" in refusal(("actions", "Gain 2 {nouns:coin}.", "Gain 2 {coins."))


def test_all_texts_read_well() -> None:
    edition = house()
    for card in edition.cards.values():
        for text in edition.text(card.id).replace(";\n- ", "; ").replace(":\n- ", ": ").splitlines():
            if text:
                check_sentence(text)
    for special in edition.specialties:
        for text in edition.specialty_texts(special):
            check_sentence(text)
    for event in edition.events:
        check_sentence(edition.event_text(event))


def test_texts_count_in_words_and_never_by_a_sign_or_a_range_that_is_none() -> None:
    edition = house()
    texts = [edition.text(card) for card in edition.cards] + [edition.event_text(event) for event in edition.events]
    texts += [text for special in edition.specialties for text in edition.specialty_texts(special)]
    said = "\n".join(texts)
    assert not re.search(r"[+−]\d+ (coin|point)|changes by", said)
    assert not re.search(r"up to 1 other|strength 1 and more|strength 10 and less|up to the Legendary", said)
    assert "Each coin symbol pays every player 3 fewer coins." in said
    assert "Each hot spring gives every player 1 more point of units." in said
    assert "All beasts are stronger by 1." in said
    assert "At once, up to 9 random beasts wander, each to a free land field beside it." in said
    assert "Another player of your choice receives 1 Paralyze token." in said
    assert "Every player discards all Rare and Epic allies at once." in said


def test_the_condition_of_a_lasting_effect_stands_where_it_is_tested() -> None:
    """It is tested once, when the card is revealed, and not for as long as the effect lasts."""
    lasting = 0
    for card in house().cards.values():
        for effect, text in zip(card.effects, house().effect_texts(card.id), strict=True):
            if timing_of(effect.timing).lasts and effect.cond != C_ALW:
                lasting += 1
                assert re.match(rf"Immediately, if [^:]+: {timing_of(effect.timing).text}, ", text), text
    assert lasting > 10


def test_the_condition_of_what_lasts_all_through_scoring_is_tested_when_scoring_begins() -> None:
    arbiter = card_named("Arbiter of Ties")
    assert (
        "When scoring begins, if you are above the opponent on the Tiebreaker track: all through scoring, cancel the "
        "skulls of all cards of the opponent." in house().effect_texts(arbiter.id)
    )


def test_smoke_screen_says_that_it_ends_a_hunt_too() -> None:
    (screen,) = [action for action in house().actions if action.name == "Smoke Screen"]
    assert screen.text == "Before a battle of yours, or before you play a card in a hunt: escape."


def test_a_card_that_gives_another_names_it() -> None:
    assert "receive Prima of Silences (Reedsong), if nobody plays that clan" in house().text(
        card_named("Rift Gambler").id
    )


def test_a_specialty_says_when_it_works() -> None:
    special = next(special for special in house().specialties if special.name == "Passing the Hat")
    assert house().specialty_texts(special) == (
        "While nobody has fewer coins: gain 2 more coins as income in the shop phase.",
        "Gain 4 coins.",
    )


# Numbers.


def test_the_tables_have_room_for_everything_and_hold_what_there_is() -> None:
    tables = tables_of(house())
    assert tables.rows.shape == (state.CARDS, state.ROWS, state.ROW)
    assert tables.style.shape == (state.CARDS, 3)
    assert tables.allies.tolist() == [100, 100, 100]
    assert tables.events == 100
    assert int(tables.exists.sum()) == len(house().cards) == state.CARDS
    for card in house().cards.values():
        assert tables.exists[card.id]
        assert tables.style[card.id].tolist() == list(card.styles)
        assert grammar.effects_of(tables.rows[card.id]) == card.effects
    assert not tables.rows[tables.exists == 0].any()


def test_a_card_is_printed_as_it_is_written() -> None:
    tables, fleet = tables_of(house()), card_named("Mother of the Fleet")
    assert (fleet.id, tables.tier[fleet.id], tables.heads[fleet.id]) == (59, 5, 2)
    assert (tables.resource[fleet.id], tables.amount[fleet.id]) == (RES_UNIT + UNIT_KAGE, 1)
    wall = card_named("Wall of Grains").id
    assert [int(icon[wall]) for icon in (tables.heal, tables.block, tables.skull, tables.sand)] == [0, 1, 0, 2]
    weigher = card_named("Copper Weigher").id
    assert (tables.resource[weigher], tables.amount[weigher]) == (RES_COIN, 1)


def test_allies_have_the_first_places_of_their_tier() -> None:
    for tier in range(len(ALLY_DECKS)):
        first = state.RARE_AT + tier * state.TIER_CARDS
        assert [card.id for card in house().deck(GROUP_ALLY + tier)] == list(range(first, first + 100))
        assert {card.tier for card in house().deck(GROUP_ALLY + tier)} == {3 + tier}


def test_groups_follow_the_numbers() -> None:
    assert [group_of(card) for card in (0, 19, 20, 139)] == [0, 0, 1, 6]
    assert [group_of(card) for card in (140, 159, 160, 165)] == [GROUP_AWAKENING] * 2 + [GROUP_PATH] * 2
    assert [group_of(card) for card in (166, 265, 266, 366, 465)] == [GROUP_ALLY + tier for tier in (0, 0, 1, 2, 2)]
    assert awakening_of(120) == 140
    assert awakening_of(139) == 159


def test_specialties_and_events_are_numbers_too() -> None:
    tables = tables_of(house())
    assert tables.passive[3, SLOTS.index("income")].tolist() == [1, 1, 0, 0]
    assert tables.action[1, SLOTS.index("tokens")].tolist() == [8, 3, 2, 2]
    assert tables.passive[0, SLOTS.index("income")].tolist() == [1, 1, 0, 6]
    assert tables.event[0].tolist() == [1, 0, 1, 0, 0]
    assert tables.event[14].tolist() == [3, 4, 2, 1, 1]
    assert tables.event.any(axis=1).all()
    assert tables.price[:5].tolist() == [1, 2, 1, 1, 2]
    assert tables.signature.tolist() == [-1, 1, 1, 0, 0, 2, 2]


# What a card costs.


def worked_card(data: dict[str, Any]) -> Card:
    resource, amount = ("none", 0) if "res" not in data else (data["res"][:-1], int(data["res"][-1]))
    icons = [0] * len(ICONS)
    for icon in data.get("icons", "").split():
        icons[ICONS.index(icon.rstrip("0123456789"))] = int(icon[-1]) if icon[-1].isdigit() else 1
    return Card(
        id=state.RARE_AT, name=data["name"], role=data["role"], tier=data["tier"], styles=tuple(data["styles"]),
        heads=data.get("heads", 0), focus=FOCI.index(data["focus"]), resource=RESOURCES.index(resource), amount=amount,
        icons=tuple(icons), natures=(), effects=grammar.parse(data["fx"]), why="", place=data["id"],
    )  # fmt: skip


@pytest.mark.parametrize("data", WORKED, ids=[card["id"] for card in WORKED])
def test_the_worked_cards_keep_their_budget(data: dict[str, Any]) -> None:
    card = worked_card(data)
    assert abs(budget.cost_of(card).total - budget.budget_of(card)) <= budget.TOLERANCE


@pytest.mark.parametrize(
    ("line", "price"),
    [
        ("IM COIN 2", 2), ("SC COIN 2", 1.8), ("IM[ATK] COIN 2", 1.6), ("HA COIN 2", 1.4), ("VB DRAW 1", 0.6),
        ("IM TOK opp chain 1", 3), ("IM TOK opp poison 2", 3), ("IM TOK me subst 1", 1), ("IM TOK opp subst 1", -0.6),
        ("IM TOK me poison 1", -0.9), ("IM TOK any subst 1", 1), ("IM RECU jounin 2", 4), ("IM ALLY 5", 4),
        ("IM VAL me TN +2", 4), ("IM VAL opp TN -2", 4), ("IM VAL any T -1", 1), ("IM VAL me T -1", -0.6),
        ("IM VAL opp T +1", -0.6), ("IM LOSE opp", 10), ("IM LOSE me", -6), ("IM PAY 1; DRAW 2", 1),
        ("IM REP beast; COIN 1", 2), ("LB SCHED NW; CANCEL effect", 0.7 * 0.8 * 2), ("VB BSTR -3", 0.6 * 2.1),
        ("IM OPT me COIN 1 / COIN 3", 3), ("IM OPT opp COIN 1 / COIN 3", 1), ("IM REP heal; OPT me COIN 1 / DRAW 2", 4),
        ("RG US 1", 4), ("OL CANCEL bp", 2), ("RW HBLOCK", -2),
    ],
)  # fmt: skip
def test_effects_have_their_prices(line: str, price: float) -> None:
    assert budget.effect_price(grammar.parse_effect(line)) == pytest.approx(price)


def test_power_counts_the_middle_style_most() -> None:
    assert budget.power_of((4, 4, 4)) == 12
    assert budget.power_of((0, 4, 4)) == 8
    assert budget.power_of((4, 0, 4)) == budget.power_of((4, 4, 0))
    assert budget.power_of((9, 1, 1)) < budget.power_of((5, 5, 1))


def test_an_awakening_may_cost_three_more() -> None:
    crow = card_named("Gallows Crow")
    assert budget.budget_of(house().cards[awakening_of(crow.id)]) == budget.budget_of(crow) + 3


# What the lints find.


def found(check: Any, **changes: Any) -> str:
    """What a check says when one card is changed."""
    edition = house()
    card = edition.cards[changes.pop("card", 0)]
    return " / ".join(check(replace(edition, cards={**edition.cards, card.id: replace(card, **changes)})))


def test_lints_name_file_and_line_of_what_is_wrong() -> None:
    place = f"house/clans.toml:{line_of('clans', 'id = 0') - 1}"
    assert found(lints.budget_problems, styles=(9, 9, 9)).startswith(
        f"{place}: Kindling Page costs 28.88; tier 1 allows"
    )


CHANGED: dict[str, tuple[Any, dict[str, Any], str]] = {
    "a card too strong": (lints.budget_problems, {"styles": (9, 9, 9)}, "tier 1 allows 12 ± 1"),
    "a name of another card": (lints.name_problems, {"name": "Old Growth"}, "Old Growth is also the name in"),
    "a name of an event": (lints.name_problems, {"name": "market day"}, "Market Day is also the name in"),
    "a tier too many": (lints.clan_problems, {"tier": 2}, "has 4/7/5/3/1 cards of the five tiers"),
    "a theme that is not kept": (lints.clan_problems, {"theme": "heal"}, "said to be about heal, and is not"),
    "a theme too few": (lints.clan_problems, {"theme": "cross"}, "has 3 cards for cycling; it must be 4"),
    "a head too many": (lints.clan_problems, {"heads": 1}, "has 11 heads; it must be 10"),
    "a heal too many": (lints.clan_problems, {"icons": (1, 0, 0, 0)}, "has 4 heals; it must be 3"),
    "styles that lean": (lints.clan_problems, {"styles": (20, 0, 0), "card": 17}, "of its styles in taijutsu"),
    "a deck too cheap": (lints.clan_problems, {"styles": (0, 0, 0)}, "costs 304.9 in all; every clan has 313 ± 4"),
    "no caller of paths": (lints.clan_problems, {"effects": (), "card": 131}, "one card of tier 3 that calls paths"),
    "an awakening of another focus": (
        lints.akatsuki_problems,
        {"focus": 0, "card": 140},
        "tier and the focus of Gallows",
    ),
    "an awakening for a hunt": (lints.akatsuki_problems, {"heads": 1, "card": 140}, "an effect that it cannot use"),
    "two paths of one focus": (lints.akatsuki_problems, {"focus": 3, "card": 160}, "paths must have different foci"),
    "a path of another tier": (lints.akatsuki_problems, {"tier": 3, "card": 160}, "is a path, and so of tier 4"),
    "an ally's focus twice": (lints.ally_problems, {"focus": 1, "card": 166}, "COIN and shape low-T; it must be 1"),
    "an ally of another shape": (lints.ally_problems, {"shape": "even", "card": 166}, "is said to be even, and is not"),
    "an ally without its focus": (lints.ally_problems, {"focus": 2, "card": 166}, "nothing of its focus, DOM"),
}


@pytest.mark.parametrize(("check", "changes", "said"), CHANGED.values(), ids=CHANGED)
def test_a_card_that_breaks_a_rule_of_the_house_is_told(check: Any, changes: dict[str, Any], said: str) -> None:
    assert said in found(check, **changes)


def test_two_cards_that_do_the_same_are_told() -> None:
    card = house().cards[0]
    copied = {"styles": card.styles, "effects": card.effects, "resource": 0, "amount": 0, "icons": (0,) * 4, "heads": 0}
    assert "is the same as Kindling Page" in found(lints.likeness_problems, card=5, **copied)
    assert "is all but the same as Kindling Page" in found(lints.likeness_problems, card=5, **{**copied, "heads": 1})
    assert "Ash Librarian" not in found(lints.likeness_problems, card=5, **{**copied, "heads": 1, "resource": 1})


def test_an_effect_more_or_another_is_one_component() -> None:
    card = house().cards[0]
    assert lints.distance(card, replace(card, effects=card.effects[:1])) == 1
    assert lints.distance(card, replace(card, effects=grammar.parse(["SC DRAW 1", "IM COIN 1"]))) == 1
    assert lints.distance(card, replace(card, effects=grammar.parse(["AW DRAW 1", "IM COIN 1"]))) == 2
    assert lints.distance(card, replace(card, resource=1, amount=1)) == 1


def test_too_many_cards_without_effect_are_told() -> None:
    edition = house()
    bare = {number: replace(card, effects=()) for number, card in edition.cards.items()}
    assert lints.effectless_problems(replace(edition, cards=bare)) == ["466 of 466 cards have no effect; 20% may"]
    unused = lints.variety_problems(replace(edition, cards=bare))
    assert "no card uses the timing IM" in unused
    assert "no card uses the operation SCHED" in unused
    assert "no card uses the condition VSBC" in unused


def test_a_word_that_stands_everywhere_is_told() -> None:
    edition = house()
    effects = grammar.parse(["HA COIN 1"])
    alike = {number: replace(card, effects=effects) for number, card in edition.cards.items()}
    told = lints.variety_problems(replace(edition, cards=alike))
    assert "the timing HA stands in 466 of 466 effects; spread it" in told
    assert "the operation COIN stands 466 times of 466; spread it" in told


def test_specialties_of_two_clans_differ() -> None:
    edition = house()
    rest = edition.specialties[1:]
    told = lints.specialty_problems(replace(edition, specialties=(replace(rest[-1], slot=0), *rest)))
    assert len(told) == 3
    assert any("The Ninth Link has the passive side of The Ninth Link" in problem for problem in told)
    assert any("The Ninth Link has the action side of The Ninth Link" in problem for problem in told)
    assert any("Emberleaf lacks its income specialty" in problem for problem in told)


def test_events_come_in_families_and_with_icons() -> None:
    edition = house()
    told = lints.event_problems(replace(edition, events=edition.events[1:]))
    assert any("4 events are of the family discount; it must be 5" in problem for problem in told)
    green = tuple(replace(event, green=True) for event in edition.events)
    assert any("green" in problem for problem in lints.event_problems(replace(edition, events=green)))


# What is refused.

PAGE = 'name = "Kindling Page"'
REFUSED: dict[str, tuple[tuple[str, str, str], str, str]] = {
    "an unknown operation": (
        ("clans", '"SC DRAW 1", "HY', '"SC DRWA 1", "HY'), 'fx = ["SC DRAW 1", "HY', "did you mean 'DRAW'?",
    ),
    "an effect that is no list": (
        ("clans", 'fx = ["ID SAND 1"]', 'fx = "ID SAND 1"'), 'fx = ["ID SAND 1"]', "must be a list of lines in quotes",
    ),
    "an unknown key": (("clans", PAGE, f"{PAGE}\nnam = 1"), "", "nam is not known here; did you mean 'name'?"),
    "a number twice": (("clans", "id = 1\n", "id = 0\n"), "id = 1", "is 0, as is Kindling Page"),
    "a number out of range": (("clans", "id = 0\n", "id = 140\n"), "id = 0", "a whole number from 0 to 139"),
    "a name twice": (("clans", PAGE, 'name = "The Author"'), 'name = "The Author"', "each name stands once"),
    "a name that is also an ally's": (
        ("rare", 'name = "Banner Saint"', 'name = "old growth"'), 'name = "Banner Saint"', "each name stands once",
    ),
    "an unknown focus": (("clans", 'focus = "CARD"', 'focus = "CRAD"'), 'focus = "CARD"', "must be one of COIN"),
    "an unknown theme": (
        ("clans", 'theme = "cycling"', 'theme = "cykling"'), 'theme = "cycling"', "did you mean 'cycling'",
    ),
    "an unknown resource": (("clans", 'res = "coin1"', 'res = "coyn1"'), 'res = "coin1"', "did you mean 'coin'?"),
    "too much of a resource": (("clans", 'res = "coin1"', 'res = "coin7"'), 'res = "coin1"', "from 1 to 4"),
    "an unknown icon": (("clans", 'icons = "heal"', 'icons = "heel"'), 'icons = "heal"', "did you mean 'heal'?"),
    "heal and block": (("clans", 'icons = "heal"', 'icons = "heal block"'), 'icons = "heal"', "carries one of them"),
    "an unknown nature": (("clans", 'natures = "fire"', 'natures = "fyre"'), 'natures = "fire"', "you mean 'fire'?"),
    "styles of two": (("clans", "styles = [3, 3, 3]", "styles = [3, 3]"), "styles = [3, 3, 3]", "list of 3 to 3"),
    "an awakening too few": (("akatsuki", "id = 141\n", "id = 140\n"), "id = 141", "each number stands once"),
    "an ally out of its row": (("rare", "id = 175\n", "id = 176\n"), "id = 176", "each number stands once"),
    "a specialty of no clan": (
        ("specialties", 'clan = "Emberleaf"', 'clan = "Emberleef"'), 'clan = "Emberleaf"', "must be one of Emberleaf",
    ),
    "a specialty twice": (
        ("specialties", 'slot = "tokens"', 'slot = "cards"'), "", "is the second for Emberleaf's cards",
    ),
    "an unknown passive": (
        ("specialties", 'passive = "hand 1"', 'passive = "hond 1"'), 'passive = "hand 1"', "did you mean 'hand'?",
    ),
    "a passive without its number": (
        ("specialties", 'passive = "hand 1"', 'passive = "hand"'), 'passive = "hand 1"', "its form is hand number",
    ),
    "an unknown moment": (("specialties", 'when = "small"', 'when = "smal"'), 'when = "small"', "you mean 'small'?"),
    "an action card that is missing": (("actions", "[shop.travel]", "[shop.voyage]"), "", "shop lacks 'travel'"),
    "a misspelt action card": (
        ("actions", "[shop.travel]", "[shop.trawel]"), "[shop.travel]", "shop.trawel is not known here; did you mean",
    ),
    "an action card with stars": (("actions", "stars = 1", "cost = 1"), "[hidden.odd-jobs]", "lacks 'stars'"),
    "an unknown family of events": (
        ("events", 'rule = "windfall once 2"', 'rule = "windfal 2"'), "", "did you mean 'windfall'?",
    ),
    "an event twice": (
        ("events", 'rule = "fords 10 all"', 'rule = "passes 10 all"'), 'rule = "fords 10 all"', "the same as Thaw on",
    ),
    "a theme that there is not": (("clans", "{ allies = 4,", "{ alies = 4,"), "{ allies = 4", "'alies', which is no"),
    "a beast without a name": (("beasts", '10 = "World Eater"\n', ""), "[second]", "second lacks '10'"),
    "a reason of two lines": (
        ("clans", 'why = "The smallest', 'why = "Two\\nlines. The smallest'), 'why = "The smallest', "must be one line",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("change", "mark", "said"), REFUSED.values(), ids=REFUSED)
def test_a_broken_file_is_refused_with_its_line_and_what_would_be_right(
    change: tuple[str, str, str], mark: str, said: str
) -> None:
    reason = refusal(change)
    assert said in reason
    assert reason.startswith(f"house/{change[0]}.toml:")
    if mark:
        assert reason.startswith(f"house/{change[0]}.toml:{line_of(change[0], mark)}: ")


def test_a_folder_without_a_deck_is_refused() -> None:
    text = "".join(
        f"=== {file.name}\n{file.read_text()}" for file in sorted(HOUSE.glob("*.toml")) if file.stem != "rare"
    )
    with pytest.raises(MalformedError, match=r"lacks rare\.toml"):
        cards.load(content.parse(text, "house"))


def test_an_edition_may_have_no_more_than_one_ally_of_a_tier() -> None:
    whole = (HOUSE / "rare.toml").read_text()
    edition = load(("rare", whole, "[[cards]]".join(whole.split("[[cards]]")[:2])))
    assert tables_of(edition).allies.tolist()[0] == 1
    assert cards.missing(edition)[0] == "rare allies: 1 of 100"
