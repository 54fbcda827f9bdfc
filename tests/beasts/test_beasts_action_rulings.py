"""Rulings of the audit on what may be done: R68 at the entry of a hunt, R74 with an action, R77 at any time."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from beasts_helpers import Scene, turns
from effects_helpers import HOME, coins, war

from bestiary.games.beasts.control import lift_marker
from bestiary.games.beasts.stack import WINDOW_MOMENT, top
from bestiary.games.beasts.state import (
    ACTION_NAMES, BEASTS, BUYING, CHAIN, CHUNIN, FATE, HARVEST, HUNT, IN_BOX, KAGE, LAND, RARE_AT, SHOP, STACK,
    STRENGTH, SUBSTITUTION, TOKEN, TOKEN_NAMES, TRACKS, TURNS, WAR, WINDOW, WITH_PLAYER, W_TOKEN,
)  # fmt: skip

# --- R68: what a hunt needs at its entry


def test_r68_a_card_that_weakens_the_beast_keeps_the_target_at_the_end_of_the_travel() -> None:
    for effects, stays in (((), False), (("HG BSTR -4",), True), (("HG[RNDC>=3] BSTR -4",), False)):
        scene = war(*effects)
        scene.chase(strength=8, mine="2k")  # 6 + 1 on the track against 8
        assert (int(scene.state.war_field) == 19) == stays
        if stays:
            scene.use(0, 0)
            scene.let()
            assert scene.at() == HUNT
        else:
            assert scene.at_field(0, 6) == "2k"
            assert int(scene.state.held[0, WAR]) == 1  # the War is not played


def test_r68_the_entry_compares_with_the_strength_that_the_event_has_changed() -> None:
    for event, stays in (("rage 2 1", False), ("slumber 3 9", True)):
        scene = war()
        scene.lasts(event)
        scene.chase(strength=7, mine="2k")
        assert (int(scene.state.war_field) == 19) == stays


def is_met(*effects: str, strength: int, lay: Callable[[Scene], object] = lambda scene: None) -> bool:
    """Seat 0, last of three on Unit Strength, goes to a beast with two elders, and holds a card of each effect: is War
    played at the end of the Travel?"""
    scene = turns(0, 1, 2)
    scene.track("strength", 1, 2, 0)
    for card, effect in enumerate(effects):
        scene.says(card, effect)
    lay(scene)
    scene.chase(strength=strength, mine="2k")
    assert (int(scene.state.war_field) == 19) == (int(scene.state.held[0, WAR]) == 0)
    return int(scene.state.war_field) == 19


def purse(coins: int) -> Callable[[Scene], object]:
    return lambda scene: scene.state.coins.__setitem__(0, coins)


def test_r68_what_must_be_paid_for_keeps_the_target_only_if_the_purse_can_pay() -> None:
    assert not is_met("HG PAY 1; BSTR -5", strength=9, lay=purse(0))
    assert is_met("HG PAY 1; BSTR -5", strength=9, lay=purse(1))
    assert is_met("HG BSTR -4; PAY 1; BSTR -5", strength=9, lay=purse(0))  # what comes before the price is free


def test_r68_a_coin_is_counted_once_and_buys_what_helps_most() -> None:
    prices = ("HG PAY 1; BSTR -1", "HG PAY 1; BSTR -2", "HG PAY 2; BSTR -2")
    assert is_met(*prices, strength=8, lay=purse(2))  # 6 and 3
    assert not is_met(*prices, strength=9, lay=purse(2))
    assert is_met(*prices, strength=10, lay=purse(4))
    assert not is_met(*prices[:2], strength=8, lay=purse(1))


def test_r68_coins_that_cards_bring_pay_for_others() -> None:
    assert is_met("HG PAY 2; BSTR -4", "HR COIN 2", strength=9, lay=purse(0))
    assert is_met("HG PAY 2; BSTR -4", "HG COINSTEAL 2", strength=9, lay=purse(0))
    assert not is_met("HG PAY 2; BSTR -4; COIN 2", strength=9, lay=purse(0))


def test_r68_a_rival_who_goes_down_on_the_track_lifts_the_hunter() -> None:
    for words in ("HR DOWN any strength 1", "HG DOWN opp strength 1", "HG UP strength 1", "HG DSWAP strength"):
        assert is_met(words, strength=6), words  # 6 and 1 for the second place
        assert not is_met(words, strength=8), words
    assert is_met("HG DSWAP strength", strength=7)
    assert not is_met("HR DOWN any payday 1", strength=6)
    assert not is_met("HR DOWN me strength 1", strength=6)


def test_r68_a_first_step_that_counts_double_counts_so_before_a_hunt() -> None:
    assert not is_met("HG UP strength 1", strength=7)
    assert is_met("HG UP strength 1", strength=7, lay=lambda scene: scene.special(0, "firstup strength"))
    assert not is_met("HG UP payday 1", strength=6, lay=lambda scene: scene.special(0, "firstup any"))


def test_r68_what_is_repeated_counts_as_often_and_what_is_put_off_not_at_all() -> None:
    assert is_met("HG REP beast; BSTR -2", strength=9, lay=lambda scene: scene.owned(0, 1, 2))
    assert not is_met("HG REP beast; BSTR -2", strength=9)
    assert not is_met("HR SCHED NW; UP strength 1", strength=6)


def frees(
    effect: str, beast: int, mine: str = "c", lying: str = "", lay: Callable[[Scene], object] = lambda scene: None
) -> bool:
    """May seat 0 fight in 6 for a chained beast, with these units ready and lying there and a card of this effect?"""
    scene = turns(0, 1)
    scene.track("strength", 1, 0)
    scene.says(0, effect)
    scene.owned(0, beast, chained=True)
    scene.units(0, 6, mine)
    scene.units(0, 6, lying, prone=True)
    scene.hold(0, "war")
    lay(scene)
    return f"unchain {beast}a" in scene.legal(0)


def test_r68_units_that_rise_where_a_chained_beast_is_fought_for_count() -> None:
    for word in ("HG", "HR", "HT"):
        assert frees(f"{word} URAISE 2", 6, lying="2k")
        assert not frees(f"{word} URAISE 2", 7, lying="2k")
        assert not frees(f"{word} URAISE 1", 6, lying="2k")


def test_r68_recruits_where_a_chained_beast_is_fought_for_count() -> None:
    assert frees("HG REC 3", 3)
    assert not frees("HG REC 3", 4)
    assert frees("HG RECU jounin 1", 2)
    assert not frees("HG RECU jounin 1", 3)
    assert not frees("HG REC 3", 10, mine="3k")  # there is room for one point only


def test_r68_recruits_count_as_far_as_the_supply_goes() -> None:
    def scarce(scene: Scene) -> None:
        scene.state.supply[0, CHUNIN:KAGE] = (1, 0)

    assert frees("HG REC 2", 1, lay=scarce)
    assert not frees("HG REC 2", 2, lay=scarce)


def test_r68_units_elsewhere_do_not_help_where_a_beast_roams() -> None:
    def lies(scene: Scene) -> None:
        scene.units(0, HOME, "k", prone=True)

    assert not is_met("HG URAISE 9", strength=6, lay=lies)
    assert not is_met("HG REC 9", strength=6)


def test_r68_a_chained_beast_is_met_with_the_units_that_have_risen() -> None:
    scene = turns(0, 1)
    scene.says(0, "HG URAISE 2")
    scene.owned(0, 6, chained=True)
    scene.units(0, 6, "c")
    scene.units(0, 6, "2k", prone=True)
    scene.hold(0, "war")
    scene.play("unchain 6a", "field 6")
    scene.use(0, 0)
    scene.play("field 6", "unit elder prone", "field 6", "unit elder prone")
    scene.let()
    assert scene.at() == HUNT


# --- R74: actions that could change nothing


def offered(scene: Scene, name: str) -> bool:
    """Is this action card, held openly or hidden, among the legal actions of seat 0?"""
    return any(text in scene.legal(0) for text in (f"act {name} held", f"act {name} secret"))


def leads_all(scene: Scene) -> None:
    for track in range(TRACKS):
        scene.state.track[track, :2] = (0, 1)


def out_of_supply(scene: Scene) -> None:
    scene.state.trashed[0] = scene.state.supply[0]
    scene.state.supply[0] = 0


def out_of_cards(scene: Scene) -> None:
    scene.strip(0)
    scene.give(0)
    scene.strip(0)


def out_of_tokens(scene: Scene) -> None:
    scene.state.token[1] = 20
    scene.state.token[1, CHAIN] = 0
    for beast in range(BEASTS):
        scene.state.beast_at[beast], scene.state.chained[beast] = WITH_PLAYER + 1, beast > 0


def out_of_markers(scene: Scene) -> None:
    scene.state.usable[0] = 0
    scene.marks(0, *[f for f in range(60) if scene.box.kind[f] == 0][:10])


USELESS = {
    "petition at the top of all tracks": ("petition", leads_all),
    "palace-coup at the top of all tracks": ("palace-coup", leads_all),
    "muster without supply": ("muster", out_of_supply),
    "militia without supply": ("militia", out_of_supply),
    "odd-jobs with a full purse": ("odd-jobs", lambda scene: scene.state.coins.__setitem__(0, 99)),
    "drill without any card": ("drill", out_of_cards),
    "old-notes without any card": ("old-notes", out_of_cards),
    "surveyor with ten markers in use": ("surveyor", out_of_markers),
    "hire when all allies are in hands": (
        "hire", lambda scene: scene.state.hand_backs.__setitem__((1, 9), int(scene.box.allies[1])),
    ),
    "nerve-dart without tokens": ("nerve-dart", out_of_tokens),
    "cold-snap without tokens": ("cold-snap", out_of_tokens),
    "venom-jar without tokens": ("venom-jar", out_of_tokens),
    "venom-jar under a shelter": ("venom-jar", lambda scene: scene.lasts("shelter tokens")),
    "binding-seal under a shelter": ("binding-seal", lambda scene: scene.lasts("shelter tokens")),
    "decoy-scroll without tokens": ("decoy-scroll", out_of_tokens),
    "spyglass with a full purse and nothing to see": (
        "spyglass", lambda scene: (scene.state.coins.__setitem__(0, 99), scene.give(1)),
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", USELESS, ids=lambda case: case.replace(" ", "_"))
def test_r74_an_action_card_that_could_change_nothing_is_not_offered(case: str) -> None:
    name, lay = USELESS[case]
    scene = turns(0, 1)
    scene.units(0, HOME, "c")
    scene.units(1, 30, "c")
    scene.owned(1, 4)
    for track in range(TRACKS):
        scene.state.track[track, :2] = (1, 0)
    (scene.hold if ACTION_NAMES.index(name) < SHOP else scene.hide)(0, name)
    assert offered(scene, name)
    lay(scene)
    assert not offered(scene, name)


def test_r74_an_upgrade_for_which_no_higher_ally_is_left_is_not_offered() -> None:
    scene = turns(0, 1)
    scene.hold(0, "upgrade")
    scene.give(0, RARE_AT)
    assert offered(scene, "upgrade")
    scene.state.hand_backs[1, 9] = scene.box.allies[1]  # all epic ones are in another hand
    assert not offered(scene, "upgrade")


def test_r74_a_travel_that_leads_only_to_beasts_that_are_too_strong_is_not_offered() -> None:
    for strongest, mine, effects, leads in (
        (False, "k", (), True), (True, "k", (), False), (True, "k", ("HG BSTR -8",), True), (True, "4k", (), True),
    ):  # fmt: skip
        scene = turns(0, 1)
        scene.says(0, *effects)
        scene.give(0, 0)
        scene.state.track[STRENGTH, :2] = (1, 0)
        scene.units(0, HOME, mine)
        beasts = [9, 10, 19, 20] if strongest else [1, 2, 11, 12]
        lands = [int(near) for near in scene.box.near[HOME] if near >= 0 and scene.box.kind[near] == LAND]
        for beast, land in zip(beasts, lands, strict=False):
            scene.beast(beast, land)
        assert len(lands) <= len(beasts)
        scene.hold(0, "travel", "war")
        assert offered(scene, "travel") == leads


DEEDS = {
    "use up any 2": leads_all,
    "use recruit 4 once": out_of_supply,
    "use coins 4 once": lambda scene: scene.state.coins.__setitem__(0, 99),
    "use draw 3 clan": out_of_cards,
    "use hex poison 2": out_of_tokens,
    "income 1": lambda scene: scene.state.coins.__setitem__(0, 99),  # R23: it would be a coin
}


@pytest.mark.parametrize("deed", DEEDS, ids=lambda deed: deed.replace(" ", "_"))
def test_r74_a_specialty_that_could_change_nothing_is_not_offered(deed: str) -> None:
    scene = turns(0, 1)
    scene.units(0, HOME, "c")
    for track in range(TRACKS):
        scene.state.track[track, :2] = (1, 0)
    scene.special(0, deed)
    scene.hold(0, "specialty")
    assert offered(scene, "specialty")
    DEEDS[deed](scene)
    assert not offered(scene, "specialty")


IN_HAND = {
    "HA COIN 2": lambda scene: scene.state.coins.__setitem__(0, 99),
    "HA UP any 1": leads_all,
    "HA REC 2": out_of_supply,
    "HA RECU kage 1": out_of_supply,
    "HA TOK opp poison 1": out_of_tokens,
    "HA UNCOIN opp 2": lambda scene: scene.state.coins.__setitem__(1, 0),
    "HA COINSTEAL 2": lambda scene: scene.state.coins.__setitem__(1, 0),
    "HA PAY 2; DRAW 1": lambda scene: scene.state.coins.__setitem__(0, 1),
    "HA DISC opp 1": lambda scene: scene.give(1),
    "HA REVEAL opp 1": lambda scene: scene.give(1),
    "HA STEALC hand": lambda scene: scene.give(1),
    "HA ACTRET": lambda scene: scene.state.held.__setitem__((1, 0), 0),
    "HA MARKX opp": lambda scene: lift_marker(scene.state, 41, None),
    "HA MARK 1": out_of_markers,
    "HA URAISE 1": lambda scene: scene.state.prone.__setitem__((0, HOME), 0),
    "HA UPRONE opp 1": lambda scene: scene.state.ready.__setitem__((1, 30), 0),
    "HA DOWN opp payday 1": leads_all,
    "HA BSTEAL": lambda scene: scene.state.beast_at.__setitem__(3, IN_BOX),
    "HA BMOVE": lambda scene: (scene.state.lair.__setitem__(45, 0), scene.state.beast_at.__setitem__(6, IN_BOX)),
    "HA BSPAWN": lambda scene: setattr(scene.state, "spawns", 0),
    "HA UNCHAIN": lambda scene: scene.state.chained.__setitem__(7, 0),
    "HA TOKDROP 1": lambda scene: scene.tokens(0, "illusion", 0),
    "HA HID 1": lambda scene: setattr(scene.state, "hidden_left", 0),
    "HA RECALL 1": lambda scene: scene.strip(0),
    "HA ALLY 5": lambda scene: scene.state.hand_backs.__setitem__((1, 10), int(scene.box.allies[2])),
    "HA TOK opp chain 1": lambda scene: scene.state.beast_at.__setitem__(3, IN_BOX),
    "HA MARKPUT": lambda scene: scene.state.usable.__setitem__(0, 0),
    "HA TRASHC me": lambda scene: scene.give(0, 0),
    "HA SWAPC hand": lambda scene: scene.give(0, 0),
    "HA REP beast; COIN 1": lambda scene: scene.state.beast_at.__setitem__(7, IN_BOX),
}


def test_r74_a_choice_with_a_price_that_cannot_be_paid_is_offered_for_its_other_branch() -> None:
    scene = turns(0, 1)
    scene.says(0, "HA OPT me PAY 2; DRAW 1 / UP any 1")
    scene.track("payday", 1, 0)
    scene.state.coins[0] = 0
    assert scene.can_use(0, 0)
    leads_all(scene)
    assert not scene.can_use(0, 0)


@pytest.mark.parametrize("effect", IN_HAND, ids=lambda effect: effect.replace(" ", "_"))
def test_r74_a_card_used_as_an_action_that_could_change_nothing_is_not_offered(effect: str) -> None:
    scene = turns(0, 1)
    scene.says(0, effect)
    scene.units(0, HOME, "c", prone=True)
    scene.units(1, 30, "c")
    scene.marks(1, 41)
    scene.beast(7, 45)
    scene.owned(1, 4)
    scene.owned(0, 8, chained=True)
    scene.hold(1, "travel")
    scene.tokens(0, "illusion", 1)
    scene.lay_discard(0, 10)
    for track in range(TRACKS):
        scene.state.track[track, :2] = (1, 0)
    scene.state.usable[0] = 1
    assert scene.can_use(0, 0)
    IN_HAND[effect](scene)
    assert not scene.can_use(0, 0)


# --- R77: at any time


def test_r77_a_card_for_any_time_is_used_when_an_event_brings_a_token() -> None:
    scene = turns(0, 1)
    scene.says(21, "HT COIN 2")
    scene.event("plague poison 1")
    scene.jump(FATE)
    assert (scene.at(), scene.asked()) == (WINDOW, [1])
    assert scene.legal(1) == ["pass", "card 21"]
    scene.play("card 21")
    assert coins(scene)[1] == 7
    scene.let()
    assert [scene.tokens(seat, "poison") for seat in range(2)] == [1, 1]


def test_r77_a_substitution_too_opens_the_moment_one_token_at_a_time() -> None:
    scene = turns(0, 1)
    scene.says(21, "HT COIN 2")
    scene.says(22, "HT COIN 3")
    scene.hide(0, "decoy-scroll")
    scene.hold(0, "purify")
    scene.play("act decoy-scroll secret")
    for card, held in ((21, 0), (22, 1)):
        scene.let_until(lambda: top(scene.state, WINDOW_MOMENT) == W_TOKEN)
        assert scene.asked() == [1]  # no Purify wards off what helps
        assert scene.tokens(0, "substitution") == held
        scene.play(f"card {card}")
        scene.play("pass")
    assert scene.tokens(0, "substitution") == 2
    assert coins(scene)[1] == 10


def test_r77_a_substitution_of_a_passive_opens_it_in_the_setup_phase() -> None:
    scene = turns(0, 1)
    scene.says(21, "HT EVENT; COIN 2")
    scene.event("hand +1 all")
    scene.special(0, "ward 2")
    scene.marks(0, next(f for f in range(60) if scene.box.coin[f]))
    scene.jump(HARVEST)
    assert (scene.at(), scene.asked()) == (WINDOW, [1])
    scene.play("card 21")
    assert int(scene.state.event) == 0  # there is none to replace before that of the round
    assert coins(scene)[1] == 7
    scene.let_until(lambda: False)
    assert scene.at() == BUYING
    assert scene.tokens(0, "substitution") == 2
    assert int(scene.state.event) == 1
    assert [event.name for event in scene.events].count("event") == 1


def test_r77_the_last_token_goes_to_who_takes_it_in_the_moment_before_it_arrives() -> None:
    for token, word in (("substitution", "subst"), ("illusion", "illusion")):
        scene = turns(0, 1)
        scene.says(21, f"HT TOK me {word} 1")
        scene.tokens(0, token, 19)
        scene.begin(TOKEN, 0, TOKEN_NAMES.index(token))
        scene.play("card 21")
        scene.let()
        assert [scene.tokens(seat, token) for seat in range(2)] == [19, 1]


def test_r77_token_upon_token_ends_before_the_stack_is_full() -> None:
    scene = turns(0, 1)
    for card in (0, 1, 2, 3, 20, 21, 22, 23):
        scene.says(card, "HT TOK me subst 2")
    scene.begin(TOKEN, 0, SUBSTITUTION)
    deepest = 0
    while scene.at() == WINDOW:
        seat = scene.asked()[-1]
        scene.play(scene.legal(seat)[-1], seat=seat)
        deepest = max(deepest, int(scene.state.depth))
    assert deepest < STACK
    assert scene.at() == TURNS
    uses = [event.name for event in scene.events].count("uses")
    assert sum(scene.tokens(seat, "substitution") for seat in range(2)) == 1 + 2 * uses


def test_r77_outside_the_action_phase_action_cards_and_other_timings_wait() -> None:
    scene = turns(0, 1)
    scene.says(21, "HC COIN 2", "HV COIN 2")
    scene.hold(1, "purify", "upgrade")
    scene.event("plague poison 1")
    scene.jump(FATE)
    assert scene.at() == BUYING  # nobody was asked


def test_r77_an_ally_that_an_event_brings_opens_the_window_too() -> None:
    scene = turns(0, 1)
    scene.says(21, "HT COIN 2")
    scene.event("allies recruit 3")
    scene.jump(FATE)
    assert (scene.at(), scene.asked()) == (WINDOW, [1])


def test_r77_the_first_in_the_order_of_the_round_comes_first_before_the_actions() -> None:
    scene = turns(0, 1)
    scene.says(1, "HT COIN 2")
    scene.says(21, "HT COIN 2")
    scene.state.order[:2] = (1, 0)
    scene.event("plague poison 1")
    scene.jump(FATE)
    scene.play("card 1", seat=0)
    scene.play("card 21", seat=1)
    assert [event["seat"] for event in scene.events if event.name == "uses"] == [1]


def test_r77_an_event_replaced_while_it_gives_tokens_gives_no_more() -> None:
    scene = turns(0, 1)
    scene.says(1, "HT EVENT")
    scene.event("plague poison 1")
    scene.event("hand +1 all")
    scene.state.drawn[1] = 1
    scene.jump(FATE)
    scene.state.drawn[1] = 0
    scene.play("card 1", seat=0)
    scene.let()
    assert int(scene.state.event) == 2
    assert scene.at() == BUYING
    assert scene.tokens(1, "poison") == 0
