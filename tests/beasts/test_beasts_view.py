"""What leaves for a page: things of actions, secret choices, sums, windows, the end, the book."""

from __future__ import annotations

from dataclasses import replace

import msgspec
import pytest
from beasts_helpers import Scene, turns

from bestiary.engine.content import Edition
from bestiary.engine.errors import MalformedError
from bestiary.engine.registry import find_game
from bestiary.engine.seat import clause_for
from bestiary.engine.sight import Sight, sight
from bestiary.engine.views import Act, Look
from bestiary.games.beasts import drawing, hunts, names, view, wars
from bestiary.games.beasts.acts import meant
from bestiary.games.beasts.catalogue import catalogue
from bestiary.games.beasts.cards.entries import EVENT_FAMILIES
from bestiary.games.beasts.hands import put_card
from bestiary.games.beasts.stack import nest
from bestiary.games.beasts.state import (
    ACTIONS, AWAKENING_AT, BUYING, CARDS, DISCARD, HAND, HUNT, MAX_HAND, NOTES, OUT, RARE_AT, SEATING, UNIT_NAMES,
    WINDOW,
)  # fmt: skip
from bestiary.testkit.paths import astray

GAME = find_game("beasts")
HOUSE = GAME.edition()


def edition_of(scene: Scene) -> Edition:
    """The house edition's words on the cards of a scene."""
    return replace(HOUSE, box=scene.box)


def seen(scene: Scene, seat: int) -> Sight:
    return sight(GAME, edition_of(scene), scene.state, seat)


def acts(scene: Scene, seat: int) -> dict[str, Act]:
    """The legal actions of a seat, by their texts."""
    known = seen(scene, seat)
    return {ACTIONS.text(move): view.act(known, move) for move in known.moves}


def table(scene: Scene) -> view.Public:
    return view.public(seen(scene, -1))


def mine(scene: Scene, seat: int) -> view.Private:
    return view.private(seen(scene, seat))


def hunting(event: str = "") -> Scene:
    """Seat 0 hunts a beast of strength 4, and the die shows 6."""
    scene = turns(1, 0)
    if event:
        scene.lasts(event)
    scene.units(0, 15, "2k")
    scene.beast(4, 24)
    scene.hold(0, "travel", "war")
    scene.march(15, 24, "2k")
    assert scene.at() == HUNT
    scene.state.roll = 6
    return scene


# --- What a hunt promises


def test_the_sums_that_a_card_promises_in_a_hunt_are_those_that_it_brings() -> None:
    for event in ("", "season T +2", "season N -2", "season G -9"):
        scene = hunting(event)
        scene.prints(20, (6, 6, 5), heads=1)
        promised = acts(scene, 0)["card 20"]
        scene.play("card 20")
        sums = "/".join(str(int(total)) for total in scene.state.sums)
        assert promised.outcome == sums, event
        assert f"together {sums}" in promised.sentence
        assert promised.things == ["card:20@hand:0"]


def test_a_card_that_the_event_makes_strong_enough_is_said_to_be_enough() -> None:
    scene = hunting("season T +2")
    scene.prints(20, (9, 11, 11))
    assert acts(scene, 0)["card 20"].outcome == "11/11/11, enough"


# --- Secret choices


def war() -> Scene:
    """Seat 0 attacks seat 1; both choose their cards."""
    scene = turns(0, 1)
    scene.attack("k", "c")
    scene.let()
    return scene


def test_ones_own_chosen_battle_card_is_known_to_oneself_alone() -> None:
    scene = war()
    card = scene.hand(0)[1]
    others = table(scene), mine(scene, 1)
    scene.play(f"card {card}", seat=0)
    assert mine(scene, 0).chosen == f"card:{card}"
    assert mine(scene, 1) == others[1]
    assert table(scene).places == others[0].places
    assert table(scene).asked == [1]


def test_whichever_card_is_chosen_the_others_see_the_same() -> None:
    looks = set()
    for slot in range(4):
        scene = war()
        scene.play(f"card {scene.hand(0)[slot]}", seat=0)
        looks.add((msgspec.json.encode(table(scene)), msgspec.json.encode(mine(scene, 1))))
    assert len(looks) == 1


def window() -> Scene:
    """Seat 0 plays a card, and the two others may answer it."""
    scene = turns(0, 1, 2)
    scene.hold(0, "muster")
    scene.hold(1, "counterseal")
    scene.hold(2, "counterseal")
    scene.play("act muster held")
    assert scene.at() == WINDOW
    return scene


def test_who_has_answered_in_a_window_is_not_seen_until_it_closes() -> None:
    scene = window()
    before = table(scene)
    assert before.asked == [1, 2]
    scene.play("pass", seat=1)
    assert scene.asked() == [2]
    assert table(scene) == before
    assert mine(scene, 1).chosen == "nothing"
    assert mine(scene, 1).question is None


def test_ones_own_reaction_is_known_to_oneself() -> None:
    scene = window()
    scene.play("act counterseal held", seat=2)
    assert mine(scene, 2).chosen == "counterseal"
    assert mine(scene, 0).chosen is None


def test_a_window_says_what_it_is_about() -> None:
    scene = window()
    assert table(scene).window == view.Window(moment="card", seat=0, about="muster")
    question = mine(scene, 1).question
    assert question is not None
    assert (question.kind, question.source, question.secret) == ("react", "muster", True)
    assert question.title == "{0:plays/play} Muster."
    assert question.detail == "Recruit units for 3 points. React?"


# --- Things


def test_an_action_says_what_may_be_clicked_for_it() -> None:
    scene = turns(0, 1)
    scene.units(0, 6, "c")
    scene.hold(0, "travel")
    scene.marks(0, 9)
    listed = acts(scene, 0)
    assert listed["act travel held"].things == ["travel@held:0"]
    assert listed["unmark 9"].things == ["marker@field:9/0"]
    assert (listed["pass"].things, listed["pass"].role) == ([], "button")
    scene.play("act travel held")
    assert acts(scene, 0)["from 6"].things == ["field:6"]
    scene.play("from 6")
    goal = next(text for text in scene.legal() if text.startswith("field"))
    scene.play(goal)
    assert acts(scene, 0)["unit scout ready"].things == ["scout@field:6/0"]


def test_units_under_way_lie_on_their_way_until_they_arrive() -> None:
    scene = turns(0, 1)
    scene.units(0, 6, "c j")
    scene.hold(0, "travel")
    scene.play("act travel held", "into 19", "field 6", "unit scout ready")
    assert table(scene).places["way:6-19/0"] == {"scout": 1}
    scene.play("done")
    assert table(scene).places["field:19/0"]["scout"] == 1
    told = [event for event in scene.events if event.name == "arrives"]
    assert [dict(event.args) for event in told] == [{"seat": 0, "unit": 2, "start": 6, "field": 19}]


def test_a_travel_tells_both_strengths_as_they_grow() -> None:
    scene = turns(1, 0)
    scene.units(0, 15, "2k")
    scene.beast(4, 24)
    scene.hold(0, "travel", "war")
    scene.play("act travel held")
    scene.let()
    scene.play("into 24", "field 15")
    strengths = []
    for _ in range(2):
        travel = table(scene).travel
        assert travel is not None
        strengths.append(travel.strength)
        scene.play("unit elder ready")
    assert [theirs for _, theirs in strengths] == [4, 4]
    assert strengths[1][0] - strengths[0][0] == 3


def test_pointing_at_a_thing_means_what_the_step_offers() -> None:
    scene = turns(0, 1)
    scene.units(0, 6, "c")
    scene.hold(0, "travel")
    known = seen(scene, 0)
    assert meant(known, "travel@held:0", "") == [ACTIONS.parse("act travel held")]
    assert ACTIONS.parse("buy travel") in meant(known, "travel@shop", "")  # type: ignore[operator]
    scene.play("act travel held")
    known = seen(scene, 0)
    first = meant(known, "field:6", "")
    assert isinstance(first, list)
    assert first[0] == ACTIONS.parse("from 6")
    assert clause_for(known, {"thing": "scout@field:6/0"}) is None


def test_dropping_a_unit_on_a_field_means_posting_it_there() -> None:
    scene = turns(0, 1)
    nest(scene.state, SEATING, 0, 0, 0, 0)
    scene.state.start[0] = (6, 9, 19)
    known = seen(scene, 0)
    found = meant(known, "scout@supply:0", "field:6")
    assert found == [ACTIONS.parse("post 6 scout")]


@pytest.mark.parametrize(
    "thing", ["moon", "field:94", "travel@nowhere", "card:466@hand:0", "seat:9", "poison@field:3/0"]
)
def test_a_name_that_is_no_thing_is_malformed_and_gets_an_example(thing: str) -> None:
    with pytest.raises(MalformedError, match="for example, field:35"):
        meant(seen(turns(0, 1), 0), thing, "")


def test_everything_that_lies_somewhere_can_be_asked_about() -> None:
    scene = turns(6, 1)
    scene.units(0, 6, "c j", prone=True)
    scene.beast(3, 24)
    scene.owned(1, 5, chained=True)
    scene.hide(1, "militia")
    scene.marks(1, 9)
    known = seen(scene, 0)
    for place, things in {**table(scene).places, **mine(scene, 0).knows}.items():
        for thing in things:
            clause = clause_for(known, {"thing": f"{thing}@{place}"})
            assert clause is None or clause.sentence.endswith("."), f"{thing}@{place}"


# --- What is told


def test_a_planted_wrong_path_is_noticed() -> None:
    scene = turns(0, 1)
    before, after = table(scene).places, dict(table(scene).places)
    after["coins:0"] = {"coin": 4}
    assert astray(before, [], after) == ["coins:0"]


def test_coins_that_change_hands_are_told_as_one_movement() -> None:
    scene = turns(0, 1)
    scene.says(0, "HA COINSTEAL 2")
    scene.play("card 0")
    (passed,) = [event for event in scene.events if event.name == "takes_coins"]
    assert dict(passed.args) == {"seat": 0, "other": 1, "amount": 2, "source": 2000}


def test_strengths_and_styles_are_told_as_they_were_compared() -> None:
    scene = war()
    scene.battle()
    (units,) = [event for event in scene.events if event.name == "units_compared"]
    assert units["ours"] > units["theirs"]
    styles = [event["style"] for event in scene.events if event.name == "style_compared"]
    assert styles == [0, 1, 2]


# --- The end


def ended(*beasts: tuple[int, ...]) -> view.Public:
    """The end of a game in which the seats have these beasts."""
    scene = turns(*range(len(beasts)))
    for seat, strengths in enumerate(beasts):
        scene.owned(seat, *strengths)
    scene.state.depth = 0
    scene.state.frame[0] = 0
    scene.state.asked[0] = 0
    return table(scene)


def test_the_end_tells_the_ranking_and_what_decided() -> None:
    over = ended((10,), (1, 2), (5, 6))
    assert over.over is not None
    assert [rank.seats for rank in over.over.ranking] == [[2], [0], [1]]
    assert over.over.ranking[0].figures["beasts"] == 2
    assert over.over.decided_by == "strength"
    assert over.step == "over"
    assert [rank.share for rank in over.over.ranking] == [1.0, 0.0, 0.0]


def test_beasts_decide_before_their_strength() -> None:
    over = ended((9,), (1, 2)).over
    assert over is not None
    assert over.decided_by == "beasts"
    assert over.ranking[0].seats == [1]


def test_places_and_then_the_tiebreaker_decide_between_equals() -> None:
    over = ended((), ()).over
    assert over is not None
    assert over.decided_by in ("places", "tiebreaker")
    first, second = (rank.figures for rank in over.ranking)
    assert first["places"] < second["places"] or first["tiebreaker"] < second["tiebreaker"]


# --- The book


@pytest.fixture(scope="module")
def house_book() -> view.Book:
    return view.book(HOUSE)


def test_the_book_prints_everything_by_the_names_that_views_use(house_book: view.Book) -> None:
    ids = [card.id for card in house_book.cards]
    assert len(set(ids)) == len(ids)
    assert set(ids) <= {f"card:{card}" for card in range(CARDS)}
    assert len(house_book.fields) == 94
    assert [unit.id for unit in house_book.units] == list(UNIT_NAMES)
    assert {action.id for action in house_book.actions} >= {"travel", "war", "odd-jobs"}
    assert len(house_book.beasts) == 20
    assert {event.family for event in house_book.events} == {family.word for family in EVENT_FAMILIES}
    assert all(track.values or track.id in ("starting", "tiebreaker") for track in house_book.tracks)
    assert msgspec.json.decode(msgspec.json.encode(house_book), type=view.Book) == house_book


def test_the_book_says_which_card_an_awakening_awakens(house_book: view.Book) -> None:
    cards = {card.id: card for card in house_book.cards}
    for number in range(AWAKENING_AT, AWAKENING_AT + 20):
        below = cards[cards[f"card:{number}"].awakens]
        assert below.awakening == f"card:{number}"
        assert below.back == "clan:6"
        assert cards[f"card:{number}"].text.startswith(f"Awakening of {below.name}.")
    assert sum(card.calls for card in house_book.cards) == 1


def test_the_book_prints_effects_one_by_one(house_book: view.Book) -> None:
    names = {card.id: card.name for card in house_book.cards}
    for card in house_book.cards:
        text = " ".join(effect.text for effect in card.effects)
        printed = card.text.replace(":\n- ", ": ").replace(";\n- ", "; or ").replace("\n", " ")
        assert printed == (f"Awakening of {names[card.awakens]}. {text}".rstrip() if card.awakens else text)
    assert any(effect.branches for card in house_book.cards for effect in card.effects)


def awakening() -> Scene:
    """Seat 0 leads the Dusk Covenant, is behind in battle points, and chooses a battle card."""
    scene = turns(6, 0)
    scene.attack("c", "3k")
    scene.let()
    return scene


def test_the_menu_says_which_card_awakens_and_as_what() -> None:
    offered = acts(awakening(), 0)["awaken 120"]
    assert offered.label == "Awaken Gallows Crow"
    assert offered.sentence.startswith("Fight with Gallows Crow, awakened as Crow Cut Down: ")


def test_a_view_says_under_a_card_what_it_awakens_as_while_that_can_be() -> None:
    scene = awakening()
    assert "Awakening: Crow Cut Down " in drawn(scene, 0)
    assert "Awakening: Crow Cut Down " not in drawn(scene, 1)
    scene.play("awaken 120", seat=0)
    scene.play(f"card {scene.hand(1)[0]}", seat=1)
    assert "Crow Cut Down on Gallows Crow " in drawn(scene, 1)
    put_card(scene.state, AWAKENING_AT, OUT)
    scene.state.zone[120] = HAND
    assert "Awakening: Crow Cut Down " not in drawn(scene, 0)


def drawn(scene: Scene, seat: int) -> str:
    """The table as a seat sees it at a terminal, its lines joined."""
    found = Look(number=0, public=table(scene), private=mine(scene, seat))
    return " ".join(drawing.draw(found, edition_of(scene), ["Ada", "Bram"]).split())


def test_the_catalogue_says_which_card_an_awakening_awakens() -> None:
    cards = {card.name: card for card in catalogue(HOUSE).cards}
    for awakening in (card for card in cards.values() if card.deck == "awakenings"):
        below = cards[str(awakening.facts["awakens"])]
        assert below.facts["awakening"] == awakening.name
        assert awakening.text.startswith(f"Awakening of {below.name}.")
    assert sum("awakening" in card.facts for card in cards.values()) == 20


def test_clan_cards_and_allies_have_tiers_of_their_own(house_book: view.Book) -> None:
    assert not set(house_book.tiers) & set(house_book.ally_tiers)
    data = [names.card_data(HOUSE, card)["tier_name"] for card in (19, RARE_AT, CARDS - 1)]
    assert data == ["Peerless", "Rare", "Legendary"]


def test_neighbours_are_told_from_both_sides(house_book: view.Book) -> None:
    near = {field.id: {border.field: border.kind for border in field.near} for field in house_book.fields}
    for field, others in near.items():
        for other, kind in others.items():
            assert near[other][field] == kind


def test_all_cards_of_a_discard_pile_are_offered_and_not_only_as_many_as_a_hand_holds() -> None:
    scene = turns(0, 1)
    stolen = range(40, 60)
    scene.lay_discard(0, *range(4, 20))
    for card in stolen:
        put_card(scene.state, card, DISCARD)
    scene.begin(NOTES, 0, 1, 0)
    assert len(acts(scene, 0)) == 16 + len(stolen) > MAX_HAND
    assert acts(scene, 0)["card 59"].things == ["card:59@discard:0"]


def test_a_purchase_says_what_it_leaves() -> None:
    scene = turns(0, 1)
    scene.jump(BUYING)
    seat = scene.asked()[0]
    assert acts(scene, seat)["buy travel"].outcome == "leaves 4 coins"


def test_every_stage_of_a_war_has_a_name() -> None:
    assert len(view.STAGES) == wars.AT_OCCUPIES + 1


# --- Of what numbers are made


def term_words(scene: Scene, side: int, of: str) -> list[tuple[int, str]]:
    found = table(scene).war
    assert found is not None
    return [(term.amount, term.by) for term in found.terms[side] if term.of == of]


def test_unit_strength_is_told_term_by_term() -> None:
    scene = turns(0, 1)
    scene.track("strength", 0, 1)
    scene.special(0, "attack 2")
    scene.attack("2k", "c")
    found = table(scene).war
    assert found is not None
    mine = {by: amount for amount, by in term_words(scene, 0, "strength")}
    assert mine["units"] == 6
    assert mine["track"] > 0
    assert any(by.startswith("specialty:") and amount == 2 for by, amount in mine.items())
    assert [sum(amount for amount, _ in term_words(scene, side, "strength")) for side in range(2)] == found.strength


def test_a_changed_style_is_told_with_what_changes_it() -> None:
    scene = turns(0, 1)
    scene.lasts("season N -2")
    scene.prints(0, (5, 5, 5))
    scene.prints(20, (4, 4, 4))
    for card in (0, 20):
        scene.says(card, "IM COIN 1")
    scene.attack("2k", "c")
    scene.show(0, 20)  # whose effect comes first is asked while both lie open
    event = table(scene).event
    assert term_words(scene, 0, "style:1") == [(-2, event)]
    assert term_words(scene, 0, "style:0") == []


def test_the_strength_of_a_hunted_beast_is_told_term_by_term() -> None:
    scene = hunting("rage 2 1")
    assert term_words(scene, 1, "strength") == [(4, "printed"), (2, table(scene).event)]


# --- What is said of a field


def test_a_field_says_what_it_pays_and_who_reaches_it() -> None:
    scene = turns(0, 1)
    scene.units(0, 6, "2k")
    scene.units(1, 16, "c")
    lines = view.about(seen(scene, 0), "field:19")
    assert any(line.startswith("{0:reaches/reach} it with 6 points: 6 from ") for line in lines)
    assert any(line.startswith("{1:reaches/reach} it with ") for line in lines)
    paying = next(n for n in range(93) if int(scene.box.coin[n]))
    assert view.about(seen(scene, 0), f"field:{paying}")[0].startswith("Taking it pays you ")
    assert not any("pays" in line for line in view.about(seen(scene, -1), f"field:{paying}"))
    assert view.about(seen(scene, 0), "field:99") == view.about(seen(scene, 0), "rat") == []


def test_every_stage_of_a_war_and_of_a_hunt_has_a_name() -> None:
    """A stage without one would break the view where an effect asks there: R70, cards that waited for a hunt's end."""
    assert len(view.HUNT_STAGES) == hunts.H_QUITS + 1
    assert len(view.STAGES) == wars.AT_OCCUPIES + 1
