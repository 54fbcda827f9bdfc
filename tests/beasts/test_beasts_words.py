"""What players of Tailed Beasts read: the table, the moves, the log; in the edition's words, nothing secret."""

from __future__ import annotations

import ast
import random
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from beasts_helpers import turns
from card_helpers import FRANCHISE as NAMES_OF_THE_SOURCE

from bestiary.engine import rulebook
from bestiary.engine.content import Edition
from bestiary.engine.errors import MalformedError
from bestiary.engine.frames import step, waiting
from bestiary.engine.game import Clause
from bestiary.engine.seat_names import with_names
from bestiary.engine.options import fill
from bestiary.engine.records import NOBODY, OWN, clone
from bestiary.engine.room import Room
from bestiary.engine.rule import JIT
from bestiary.engine.seat import clause_for
from bestiary.engine.sight import Sight, sight
from bestiary.engine.trace import UNKNOWN, Event, new_trace
from bestiary.engine.views import Look, contents
from bestiary.games.beasts import GAME, asking, charted, clauses, drawing, lints, names, rules, sayings, view, words
from bestiary.games.beasts import state as s
from bestiary.games.beasts.board import put_unit
from bestiary.games.beasts.control import put_marker
from bestiary.games.beasts.map import chart
from bestiary.games.beasts.setup import SPECIALTY_CARDS
from bestiary.games.beasts.stack import WINDOW_ACTOR, WINDOW_MOMENT, top

ROOT = Path(__file__).parents[2]
HOUSE = Path(s.__file__).with_name("edition") / "house"
PEOPLE = ["Ada", "Bram", "Cleo", "Dorothea"]
FRANCHISE = re.compile(
    r"chuu?nin|jou?nin|\bkage|jutsu|akatsuki|kamui|shinobi|ninja|genin\b|naruto|konoha|bijuu?|sharingan|susano|hokage",
    re.IGNORECASE,
)


@cache
def house() -> Edition:
    return GAME.edition()


def begin(seats: int, seed: int, **settings: int) -> tuple[Any, list[Event]]:
    state, trace = s.State.new(), new_trace(s.MAX_EVENTS)
    rng = random.Random(seed)
    key = np.array([rng.randrange(1 << 32) for _ in range(8)], np.uint32)
    rules.setup(house().box, state, fill(s.Options, {"seats": seats, **settings}), key, trace)
    return state, list(s.EVENTS.read(trace))


def legal(state: Any, seat: int) -> list[int]:
    moves = np.zeros(s.MAX_MOVES, np.int32)
    return [int(move) for move in moves[: int(rules.legal(house().box, state, seat, moves))]]


def wander(
    seats: int, seed: int, eager: bool = False, **settings: int
) -> Iterator[tuple[Any, int, list[int], list[Event]]]:
    """A random game: each position with a seat that is asked, its moves, and what led there. Eager players are given
    what wars, hunts and rare steps need, and seek them."""
    rng = random.Random(seed)
    state, events = begin(seats, seed, **settings)
    armed: set[tuple[int, int]] = set()
    while int(waiting(state)):
        seat = rng.choice([other for other in range(seats) if int(waiting(state)) >> other & 1])
        if eager and int(step(state)) == s.TURNS and (int(state.round_number), seat) not in armed:
            armed.add((int(state.round_number), seat))
            arm(state, seat, rng)
        moves = legal(state, seat)
        yield state, seat, moves, events
        action = choose(state, seat, moves, rng, eager)
        trace = new_trace(s.MAX_EVENTS)
        rules.apply(house().box, state, seat, action, trace)
        events = list(s.EVENTS.read(trace))
    yield state, -1, [], events


def choose(state: Any, seat: int, moves: list[int], rng: random.Random, eager: bool) -> int:
    """Any kind of action is as likely as another one, but passing is rare."""
    if eager and rng.random() < 0.7:
        hostile = [move for move in moves if "against" in sayings.describe(house(), state, seat, move)]
        unchaining = [move for move in moves if sayings.split(move)[0] == "unchain"]
        if hostile or unchaining:
            return rng.choice(hostile or unchaining)
    kinds = sorted({sayings.split(move)[0] for move in moves})
    wanted = [kind for kind in kinds if kind not in ("pass", "done")] or kinds
    kind = rng.choice(wanted if rng.random() < 0.9 else kinds)
    return rng.choice([move for move in moves if sayings.split(move)[0] == kind])


def arm(state: Any, seat: int, rng: random.Random) -> None:
    """Cards for travels and wars, tokens to shed, prone units to raise, and beasts, one of them chained."""
    for card in (s.TRAVEL, s.WAR, s.VANGUARD):
        state.held[seat, card] = max(int(state.held[seat, card]), 2)
    for card in rng.sample((s.STRETCHERS, s.PURIFY, s.BINDING_SEAL, s.SURVEYOR, s.PALACE_COUP, s.LAST_STAND), 2):
        state.secret[seat, card] += 1
        state.secret_count[seat] += 1
    state.token[seat, s.POISON] = 1
    for beast in range(s.BEASTS):
        if int(state.beast_at[beast]) == s.IN_BOX and rng.random() < 0.2:
            state.beast_at[beast] = s.WITH_PLAYER + seat
            state.chained[beast] = rng.randrange(2)
    for field in range(s.FIELDS):
        if int(state.ready[seat, field, 0]) > 1 and rng.random() < 0.2:
            state.ready[seat, field, 0] -= 1
            state.prone[seat, field, 0] += 1


def told(events: list[Event], seat: int) -> list[str]:
    return [with_names(words.TELLING.sentence(house(), e), PEOPLE, seat) for e in s.EVENTS.seen_by(events, seat)]


def seen(state: Any, seat: int) -> Sight:
    return sight(GAME, house(), state, seat)


def look(state: Any, seat: int) -> Look:
    """What a seat sees of a position."""
    known = seen(state, seat)
    private = view.private(known) if seat >= 0 else None
    actions = [view.act(known, move) for move in known.moves]
    return Look(number=0, public=view.public(seen(state, -1)), private=private, actions=actions)


def drawn(state: Any, seat: int) -> str:
    return drawing.draw(look(state, seat), house(), PEOPLE)


def refused(state: Any, seat: int, intent: Any) -> Clause | None:
    return clause_for(seen(state, seat), intent)


def hidden(state: Any, seat: int) -> Any:
    """The position without what a seat cannot know."""
    known = clone(state)
    for field in s.State.fields:
        if not field.is_secret:
            continue
        if field.known == NOBODY:
            if field.name != "chance":
                known[field.name] = 0
            continue
        for row in range(field.shape[0]):
            if not (row == seat if field.known == OWN else field.known(state, seat, row)):
                known[field.name][row] = 0
    return known


def check_text(text: str) -> None:
    assert text
    assert "{" not in text
    assert str(UNKNOWN) not in text.replace("None of ", "")
    assert not FRANCHISE.search(text), text


# --- Every clause and law, every kind of action and event


def test_every_clause_and_every_law_has_its_words() -> None:
    assert set(words.CLAUSES) == set(range(1, clauses.ONLY_COUNTED + 1))
    assert set(words.LAWS) == set(range(s.CARDS_PLACED, s.CARDS_FRESH + 1))
    for clause in words.CLAUSES.values():
        check_text(clause.sentence)
        assert clause.sentence.endswith(".")
    for law in words.LAWS.values():
        check_text(law)


def test_every_kind_of_action_and_event_is_spoken_of() -> None:
    assert set(sayings.SAYING) == {kind.name for kind in s.ACTIONS.kinds}
    assert set(words.TELLING.kinds) == set(s.EVENTS.by_name)


SILENT = {"arrives", "returns_to_deck", "returns_to_allies", "hidden_returns", "glimpses"}
"""Movements that go without saying: another event speaks of them."""


@pytest.mark.parametrize("seat", [-1, 0, 1])
def test_every_event_can_be_told_to_everybody(seat: int) -> None:
    for kind in s.EVENTS.kinds:
        event = Event(kind.name, dict.fromkeys(kind.args, 1))
        (text,) = told([event], seat)
        if kind.name not in SILENT:
            check_text(text)
            assert text.endswith(".")


def test_every_action_card_battle_card_and_beast_has_a_name_of_the_edition() -> None:
    edition = house()
    for card in range(s.CARDS):
        if int(edition.box.exists[card]):
            check_text(_shown(names.card_data(edition, card)))
    for card in range(s.ACTION_TYPES):
        check_text(names.action_name(edition, card))
        check_text(names.action_text(edition, card))
    assert names.beast_name(edition, 0) == "Moss Marten (1)"
    assert names.unit_name(edition, s.KAGE, 2) == "elders"
    assert names.track_title(edition, s.PAYDAY) == "Payday"


# --- The rules for players

RULES = (HOUSE.parent.parent / "rules.md").read_text(encoding="utf-8")
HEADINGS = [
    "Set-up", "Rounds", "Shop", "Turns", "Control", "Recruiting", "Tracks", "Reactions", "Travel", "War", "Hunts",
    "Tokens", "Hand", "Action cards", "Events", "Specialties", "Card effects", "Game end", "Rulings",
]  # fmt: skip


def test_the_rules_have_every_section_and_ruling_that_a_clause_names() -> None:
    assert re.findall(r"(?m)^## (.+)$", RULES) == HEADINGS
    assert {section for _, section, _ in asking.STEPS.values()} <= set(HEADINGS)
    for clause in words.CLAUSES.values():
        heading, _, ruling = clause.section.partition(", ")
        assert heading in HEADINGS
        assert not ruling or re.search(rf"\b{ruling}\b", RULES), ruling


def test_the_rules_use_the_words_of_the_house() -> None:
    for line in RULES.splitlines():
        assert not FRANCHISE.search(line), line
        assert not NAMES_OF_THE_SOURCE.search(line), line
    for name in [*house().words["clans"], *house().words["tokens"], *house().words["styles"], "Lair", "Husk"]:
        assert name in RULES, name


def test_the_rules_list_every_action_card_with_its_price() -> None:
    _, _, part = RULES.partition("## Action cards\n")
    for card in range(s.ACTION_TYPES):
        price = "its own" if card == s.SPECIALTY else int(house().box.price[card])
        row = rf"(?m)^\| {names.action_name(house(), card)} \| (A|R|A, R) \| {price} \| "
        assert re.search(row, part), names.action_name(house(), card)


def test_the_rules_give_the_numbers_of_the_board() -> None:
    _, _, part = RULES.partition("## Tracks\n")
    box = house().box
    for track in (s.STRENGTH, s.RECRUITMENT, s.PAYDAY, s.HAND_LIMIT):
        cells = " | ".join(", ".join(map(str, box.value[track, seats, :seats])) for seats in (2, 3, 4))
        assert f"| {names.track_title(house(), track)} | {cells} |" in part
    _, *tables = re.split(r"(?m)^With (?:two|three|four) players:$", part)
    for table, orders in zip(tables, box.order, strict=True):
        for track, order in enumerate(orders):
            clans = ", ".join(house().words["clans"][clan] for clan in order)
            assert f"| {names.track_title(house(), track)} | {clans} |" in table


# --- Along random games


GAMES = [(2, {"clan_0": 7}, 1), (3, {}, 2), (4, {"clan_3": 7}, 3)] + ([(4, {}, n) for n in range(4, 24)] if JIT else [])


@pytest.mark.parametrize("eager", [False, True])
@pytest.mark.parametrize(("seats", "settings", "seed"), GAMES)
def test_along_a_game_everything_can_be_said_and_drawn(
    seats: int, settings: dict[str, int], seed: int, eager: bool
) -> None:
    if eager and seats == 4 and not JIT:
        pytest.skip("takes long uncompiled")
    edition = house()
    for ply, (state, seat, moves, events) in enumerate(wander(seats, seed, eager, **settings)):
        for reader in range(-1, seats):
            for text in filter(None, told(events, reader)):
                check_text(text)
        described = [with_names(sayings.describe(edition, state, seat, move), PEOPLE, seat) for move in moves]
        for text in described:
            check_text(text)
        assert len(set(described)) == len(described), described
        if ply % 25 == 0 or seat < 0:
            for reader in (-1, max(seat, 0), seats - 1):
                data = look(state, reader)
                for part, kind in ((data.public, view.Public), (data.private, view.Private | None)):
                    assert msgspec.json.decode(msgspec.json.encode(part), type=kind) == part
                known = hidden(state, reader)
                assert data.private == look(known, reader).private
                assert data.public == look(known, -1).public
                if data.private and data.private.question:
                    check_text(with_names(data.private.question.title, PEOPLE, reader))
                assert not FRANCHISE.search(str(msgspec.to_builtins(data)))
                text = drawn(state, reader)
                assert text.isascii()
                assert max(map(len, text.splitlines())) <= 80
                assert not FRANCHISE.search(text)


def _shown(data: Any) -> str:
    """All texts of a view but the keys of cards and tracks, which are for programs."""
    if isinstance(data, dict):
        return " ".join(_shown(value) for key, value in data.items() if key not in ("card", "track"))
    return " ".join(map(_shown, data)) if isinstance(data, list) else str(data)


def test_why_not_is_empty_exactly_for_what_is_legal() -> None:
    luck = random.Random(7)
    for ply, (state, seat, moves, _) in enumerate(wander(2, 7)):
        if ply % 10 or seat < 0:
            continue
        for action in [*luck.sample(moves, min(3, len(moves))), *luck.sample(range(s.ACTIONS.size), 12)]:
            clause = refused(state, seat, action)
            assert (clause is None) == (action in moves)
            if clause:
                check_text(with_names(clause.sentence, PEOPLE, seat))
                assert refused(state, seat, s.ACTIONS.text(action)) == clause
        idle = refused(state, -1, moves[0])
        assert idle == words.CLAUSES[clauses.NOT_ASKED]


# --- What is said


def at_start() -> Any:
    state, _ = begin(3, 5, clan_0=1, clan_1=4, clan_2=6)
    return state


def shopping() -> Any:
    """Round 1, the first to buy."""
    for state, _, _, _ in wander(3, 5, clan_0=1, clan_1=4, clan_2=6):
        if int(step(state)) == s.BUYING:
            return state
    raise AssertionError


def test_a_view_shows_ones_own_hand_and_the_backs_of_others() -> None:
    data = look(shopping(), 0)
    table, mine = data.public, data.private
    hand = mine.knows["hand:0"]
    assert len(hand) == 4
    assert all(thing.startswith("card:") for thing in hand)
    assert table.places["hand:0"] == table.places["hand:1"] == {"?": 4}
    assert "hand:1" not in mine.knows
    assert (table.seats[0].clan, table.seats[1].backs) == (0, {"clan:3": 4})
    assert "secret:0" not in contents(table, mine)
    assert (table.phase, table.step, table.round) == ("shop", "buy", 1)
    assert list(table.tracks) == list(s.TRACK_NAMES)
    assert sum(place.startswith("field:") and "/" in place for place in table.places) == 9
    assert sum(place.startswith("field:") and "/" not in place for place in table.places) == 13


def test_a_public_part_is_small_and_holds_ids_alone() -> None:
    sizes = [len(msgspec.json.encode(look(state, -1).public)) for state, _, _ in asked_along_the_way()[::60]]
    assert max(sizes) < 8000
    printed = {names.card_name(house(), card) for card in range(s.RARE_AT)}
    for state, _, _ in asked_along_the_way()[::60]:
        text = msgspec.json.encode(look(state, -1).public).decode()
        assert not any(name in text for name in printed)
        assert not re.search(r"\byou", text, re.IGNORECASE)


def test_others_are_told_of_a_card_only_that_it_was_drawn() -> None:
    event = Event("draws", {"seat": 1, "card": 3})
    assert told([event], 0) == ["Bram draws a card."]
    assert told([event], 1) == [f"You draw {names.card_name(house(), 3)}."]


def test_a_specialty_is_told_by_its_name() -> None:
    event = Event("takes_specialty", {"seat": 1, "specialty": SPECIALTY_CARDS * 3, "side": 1})
    assert told([event], 0) == ["Bram takes Old Seams, action side."]
    assert told([event], 1) == ["You take Old Seams, action side."]


def test_every_player_is_told_of_a_specialty_of_its_own_clan() -> None:
    for state, _, _, events in wander(3, 5, clan_0=1, clan_1=4, clan_2=6):
        taken = [e.args for e in events if e.name == "takes_specialty"]
        if taken:
            assert [e["specialty"] // SPECIALTY_CARDS for e in taken] == [int(state.clan[e["seat"]]) for e in taken]
            return
    raise AssertionError


def test_which_hidden_card_is_frozen_only_its_owner_hears() -> None:
    event = Event("freezes_hidden", {"seat": 1, "action": s.WAR})
    assert told([event], 0) == ["Bram freezes a hidden card."]
    assert told([event], 1) == ["You freeze War."]


def test_a_purchase_that_is_refused_says_why() -> None:
    state = shopping()
    seat = next(other for other in range(3) if int(waiting(state)) >> other & 1)
    state.coins[seat] = 1
    clause = refused(state, seat, "buy hire")
    assert clause is not None
    assert clause.section == "Shop"
    assert clause.sentence == "Hire costs 2 coins; you have 1."
    assert refused(state, seat, {"thing": "hire@shop"}) == clause
    assert refused(state, seat, {"thing": "travel@shop"}) is None


def test_pointing_at_nothing_is_malformed() -> None:
    with pytest.raises(MalformedError):
        refused(at_start(), 0, {"thing": "moon"})


def test_the_map_shows_units_beasts_and_numbers() -> None:
    state = shopping()
    places = look(state, 0).public.places
    text = drawn(state, 0)
    seat, units = next((place[-1], units) for place, units in places.items() if re.match(r"field:.*/", place))
    assert f"{seat}:{sum(charted.WORTH[unit] * count for unit, count in units.items())}" in text
    beasts = [thing for place, things in places.items() if re.fullmatch(r"field:\d+", place) for thing in things]
    assert any(f"B{beast[:-1]}" in text for beast in beasts)
    assert "Your hand, with Might/Craft/Guile:" in text


def test_symbols_stay_visible_under_units_beasts_and_markers() -> None:
    state = shopping()
    for field in range(s.FIELDS):
        put_unit(state, 0, field, s.BOAT, False)
    put_marker(state, 1, 22)
    labels = charted.labels(house(), look(state, 0).public, look(state, 0).public.places)
    for field, (number, symbols) in chart.printed(names.atlas_of(house())).items():
        if field != s.KAMUI:
            first, second = labels[field]
            assert first.startswith(number[:2])
            assert symbols.strip() in first
            assert number[3:] in first
            assert second
    assert labels[22] == ("22s*1", "0:1")


def test_a_low_screen_shows_the_players_the_fields_at_hand_and_the_hand() -> None:
    games = (moment for seed in range(11, 21) for moment in wander(2, seed, eager=True))
    state, seat = next((t, seat) for t, seat, _, _ in games if int(step(t)) == s.WAR_STEP and int(t.battle) > 0)
    seen = look(state, seat)
    text = drawing.draw(seen, house(), PEOPLE, Room(80, 14))
    assert len(text.splitlines()) <= 14
    assert f"({seen.public.war.field})" in text
    assert "Battle 1: " in text
    for thing in seen.private.knows[f"hand:{seat}"]:
        assert names.card_name(house(), int(thing[5:])) in " ".join(text.split())
    assert all(name in text for name in PEOPLE[:2])


def test_a_wide_screen_shows_the_map_beside_the_rest() -> None:
    state = shopping()
    text = drawing.draw(look(state, 0), house(), PEOPLE, Room(120, 40))
    assert len(text.splitlines()) <= 40
    assert "+--+--+--+--+                 +--+--+" in text
    assert any("|20sh :29" in line and "coins" in line for line in text.splitlines())
    far = drawing.draw(look(state, 0), house(), PEOPLE, Room(120, 16))
    own = next(found for place in look(state, 0).public.places if (found := re.match(r"field:(\d+)/0", place)))
    assert re.search(rf"[|: ]{own[1]}\D", far), "the part of the map with one's own units"


def test_what_is_under_way_to_a_war_is_drawn() -> None:
    games = (moment for seed in range(11, 21) for moment in wander(2, seed, eager=True))
    state, seat = next((t, seat) for t, seat, _, _ in games if int(step(t)) == s.WAR_STEP and int(t.battle) > 0)
    table = look(state, seat).public
    assert table.war.defender is not None
    assert len(table.war.battles) == int(state.battle)
    assert any(place.startswith("way:") for place in table.places)
    text = drawn(state, seat)
    assert "Under way: " in text
    assert "Battle 1: " in text
    spectator = look(state, -1)
    assert spectator.public == table
    assert spectator.private is None
    assert all(set(table.places.get(f"hand:{other}", {"?": 0})) == {"?"} for other in range(2))


def test_the_event_what_a_specialty_has_prepared_and_known_hidden_cards_are_drawn() -> None:
    state = shopping()
    state.event, state.boost[1, s.BOOST_STRENGTH], state.glimpsed[0, 1, s.MILITIA] = 1, 4, 1
    state.secret_count[1] = 1
    data = look(state, 0)
    assert (data.public.event, names.event_name(house(), 0)) == ("event:0", "Market Day")
    text = " ".join(drawn(state, 0).split())
    assert "Event: Market Day: " in text
    assert "next war strength +4" in text
    assert "you know of the hidden cards Militia" in text
    assert data.private.knows["secret:1"] == {"militia": 1}
    assert "secret:1" not in look(state, 2).private.knows
    assert data.public.prices["muster"] == 1


# --- What a player needs to know where it is asked


@cache
def asked_along_the_way() -> list[tuple[Any, int, list[int]]]:
    """Positions of an eager game with a seat that is asked and its moves."""
    return [(clone(state), seat, moves) for state, seat, moves, _ in wander(2, 4, True, clan_0=7) if seat >= 0]


def window_prompts(window: int) -> Iterator[tuple[Any, int, str]]:
    for state, seat, _ in asked_along_the_way():
        if int(step(state)) == s.WINDOW and int(top(state, WINDOW_MOMENT)) == window:
            yield state, seat, with_names(asking.prompt(house(), state, seat), PEOPLE, seat)


def test_a_window_says_who_does_what_and_calls_oneself_you() -> None:
    for window, verbs in ((s.W_CARD, ("You play ", " plays ")), (s.W_TRAVEL, ("You travel ", " travels "))):
        heard = set()
        for state, seat, prompt in window_prompts(window):
            actor = int(top(state, WINDOW_ACTOR))
            assert prompt.startswith(verbs[0] if actor == seat else PEOPLE[actor] + verbs[1]), prompt
            heard.add(actor == seat)
        assert heard


def test_before_strength_is_compared_a_player_hears_both_strengths() -> None:
    prompts = [prompt for _, _, prompt in window_prompts(s.W_UNIT)]
    assert prompts
    for prompt in prompts:
        assert re.search(r"at .+ \(\d+\), -?\d+ to -?\d+\?$", prompt), prompt


def test_a_lone_answer_is_quiet_unless_it_ends_something_or_plays_a_card() -> None:
    loud = {asking.STEPS[now][0] for now in asking.ALWAYS_ASKED}
    assert loud == {"base", "specialty", "buy", "turn", "battle", "hunt"}
    for state, seat, moves in asked_along_the_way()[::40]:
        question = look(state, seat).private.question
        assert question.quiet == (len(moves) == 1 and question.kind not in loud)


def test_moves_say_what_they_do() -> None:
    seen = set()
    for state, seat, moves in asked_along_the_way():
        for move in moves:
            kind, index = sayings.split(move)
            text = sayings.describe(house(), state, seat, move)
            if kind == "buy":
                assert ": " in text
                assert text.endswith(".")
            elif kind == "card" and int(step(state)) == s.WINDOW:
                assert "as your action" not in text
            elif kind == "from":
                assert re.search(r"\): .*(boat|scout|captain|elder)", text), text
            elif kind == "into" and int(house().box.coin[index]) and " against " not in text:
                assert "coin" in text
            elif kind == "card" and int(step(state)) == s.HUNT:
                assert re.search(r", together \d+/\d+/\d+", text), text
            else:
                continue
            seen.add((kind, int(step(state))))
    assert {("buy", s.BUYING), ("from", s.TRAVELLING), ("into", s.TRAVELLING), ("card", s.HUNT)} <= seen


def test_the_table_leaves_the_question_to_the_menu() -> None:
    state = shopping()
    seat = seen(state, -1).asked[0]
    assert look(state, seat).private.question.title not in drawn(state, seat)


def test_a_war_is_drawn_with_its_strengths_and_who_won_each_battle() -> None:
    scene = turns(0, 1)
    scene.meet()
    scene.clash(0, 20)
    text = " ".join(drawn(scene.state, 0).split())
    assert re.search(r"Unit strength -?\d+ to -?\d+, battle points \d+ to \d+\.", text)
    assert re.search(r"Battle 1: .+ against .+; won by (Ada|Bram)", text)


def test_a_single_unit_falls_and_several_fall() -> None:
    assert len(asking.LOSING_WORDS) == len(asking.LOSING_WORDS_FOR_ONE) == 4
    assert told([Event("rolls", {"seat": 0, "roll": 7})], 0) == ["The beast's die shows 7."]


def test_every_ruling_is_found_by_its_number() -> None:
    book = rulebook.read(GAME)
    assert list(book.rulings) == [f"R{number}" for number in range(1, 78)]
    assert book.find("R7").text.startswith("Only cards and beasts leave the game")
    assert book.find("r64").title == "R64"
    named = set(re.findall(r"\bR\d+\b", RULES.partition("## Rulings")[0]))
    assert named <= set(book.rulings)


# One thing has one name (R4).

FOR_CODE = ("state.py", "secrets.py", "lints.py", "edition/__init__.py", "cards/")
"""Their strings are names of fields and words, which people do not read; what cards say is linted as it is printed."""


def all_texts() -> Iterator[tuple[str, str]]:
    """What people read besides cards: the rules, the lesson, the page's words, and every string of the game."""
    folder = GAME.folder
    for page in (folder / "rules.md", folder / "lesson.txt", ROOT / "web/src/lib/words.beasts.ts"):
        yield from ((f"{page.name}:{number}", line) for number, line in enumerate(page.read_text().splitlines(), 1))
    for file in folder.rglob("*.py"):
        name = file.relative_to(folder).as_posix()
        tree = ast.parse(file.read_text())
        remarks = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        for node in ast.walk(tree) if not name.startswith(FOR_CODE) else ():
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in remarks:
                yield f"{name}:{node.lineno}", node.value


def test_rules_questions_menus_and_log_call_a_thing_by_the_name_that_cards_use() -> None:
    found = [(place, *wrong) for place, text in all_texts() for wrong in lints.other_names(text)]
    assert found == []
    assert list(lints.other_names("Swap spots; a draw pile; wars against a beast")) == [
        ("spots", "place"), ("draw pile", "deck"), ("wars against a beast", "hunt"),
    ]  # fmt: skip
