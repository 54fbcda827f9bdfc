"""What a player sees happen: the reference's scenarios, then each ruling of the base game and its variants."""

from __future__ import annotations

import itertools
from collections import Counter

import pytest
from talon_helpers import (
    ANIMALS,
    HOUSE,
    TALON,
    active,
    assert_distribution,
    assert_sound,
    cards_at,
    choose,
    coins,
    collection,
    lay,
    legal_texts,
    named,
    pass_all,
    pile,
    play,
    private,
    public,
    quiet_round,
    quiet_turn,
    samples,
    sit,
    step,
    winners,
)

from bestiary.engine.chance import server_seed
from bestiary.engine.errors import ConflictError, IllegalError, MalformedError
from bestiary.engine.records import record_bytes
from bestiary.engine.room import Room
from bestiary.engine.seat import look, since
from bestiary.engine.table import Table
from bestiary.games.talon.gamble import worth
from bestiary.games.talon.state import PLACE_NAMES
from bestiary.games.talon.upgrade import UPGRADE

HIGH = "hawk snake fox"  # worth 9
LOW = "fox net rat"  # worth 5


# --- The reference's scenarios


def example_round() -> Table:
    table = sit(4)
    choose(table, "fox", "rat", "hawk", "snake")
    play(table, "0 take snake active:3", "1 take rat pile-all", "2 discard rat collection:1")
    choose(table, "net", "fox", "fox", "rat")
    play(table, "0 take hawk collection:2", "1 take net pile", "2 take net pile", "3 discard net active:0")
    choose(table, "hawk", "rat", "snake", "rat")
    play(table, "0 take rat pile", "1 discard fox collection:0", "2 discard rat all:1", "3 take rat pile-all")
    return table


def test_the_example_round_pays_12_4_7_and_15_coins() -> None:
    table = example_round()
    assert coins(table) == [12, 4, 7, 15]


def test_in_the_example_round_morgan_passes_because_artie_took_her_active_snake() -> None:
    table = sit(4)
    choose(table, "fox", "rat", "hawk", "snake")
    events = play(table, "0 take snake active:3", "1 take rat pile-all", "2 discard rat collection:1")
    assert named(events, "has_no_card") == [(3,)]
    assert collection(table, 3) == []
    assert collection(table, 0) == ["snake", "fox"]
    assert collection(table, 1) == ["rat", "rat"]  # one of the pile's, and the active one that moved there
    assert pile(table) == ["rat", "net", "net"]


def test_the_example_round_ends_with_the_collections_that_were_counted_by_hand() -> None:
    table = sit(4)
    ends = example_round().plies[-1].events
    assert [e for e in ends if e.name == "scores"] != []
    choose(table, "fox", "rat", "hawk", "snake")
    play(table, "0 take snake active:3", "1 take rat pile-all", "2 discard rat collection:1")
    choose(table, "net", "fox", "fox", "rat")
    play(table, "0 take hawk collection:2", "1 take net pile", "2 take net pile", "3 discard net active:0")
    choose(table, "hawk", "rat", "snake", "rat")
    play(table, "0 take rat pile", "1 discard fox collection:0", "2 discard rat all:1")
    lying = [Counter(collection(table, s)) for s in range(4)]
    for seat in range(4):
        lying[seat].update(cards_at(table, f"active:{seat}"))
    lying[3].update(["rat"] * pile(table).count("rat"))
    assert lying[0] == Counter(hawk=2, snake=1, rat=1)
    assert lying[1] == Counter(fox=1, net=1)
    assert lying[2] == Counter(snake=1, fox=1, net=1)
    assert lying[3] == Counter(rat=5)


def test_after_the_example_round_the_lead_passes_to_lance_and_the_cards_go_home() -> None:
    table = example_round()
    assert public(table).leader == 1
    assert public(table).round == 2
    assert pile(table) == ["rat", "rat", "net", "net"]
    for seat in range(4):
        assert public(table).seats[seat].could == {"rat": 2, "snake": 1, "hawk": 1, "fox": 1, "net": 1}
        assert cards_at(table, f"hand:{seat}") == ["?"] * 6
        assert collection(table, seat) == []
        assert active(table, seat) is None


@pytest.mark.parametrize(("rats", "value"), [(0, 0), (1, 1), (2, 3), (3, 6), (4, 10), (5, 15), (6, 21), (12, 78)])
def test_k_rats_are_worth_one_two_three_and_so_on(rats: int, value: int) -> None:
    table = sit(5)
    lay(table, 0, collection=" ".join(["rat"] * rats))
    assert int(worth(HOUSE.box, table.state, 0)) == value


@pytest.mark.parametrize(("animal", "value"), [("snake", 3), ("hawk", 4), ("fox", 2), ("net", 2)])
def test_every_further_card_of_the_other_kinds_is_worth_the_same(animal: str, value: int) -> None:
    table = sit(2)
    for count in range(1, 4):
        lay(table, 0, collection=" ".join([animal] * count))
        assert int(worth(HOUSE.box, table.state, 0)) == value * count


def test_all_twelve_rats_of_five_players_score_78() -> None:
    table = sit(5)
    quiet_turn(table, *["fox"] * 5)
    quiet_turn(table, *["net"] * 5)
    choose(table, *["rat"] * 5)
    lay(table, 0, collection="")
    for seat in range(1, 5):
        lay(table, seat, active="")
    table.state.pile[0] = 11
    play(table, "0 take rat pile-all")
    assert coins(table)[0] == 78


def test_a_player_whose_active_card_was_taken_is_not_asked_and_collects_nothing() -> None:
    table = sit(2)
    choose(table, "net", "hawk")
    events = play(table, "0 take hawk active:1")
    assert named(events, "has_no_card") == [(1,)]
    assert named(events, "collects") == [(0, ANIMALS.index("net"))]
    assert collection(table, 1) == []
    assert collection(table, 0) == ["hawk", "net"]
    assert step(table) == "choose"


@pytest.mark.parametrize("players", [2, 3, 5, 10])
@pytest.mark.parametrize("variant", ["base", "no-peek", "gamble"])
def test_no_card_is_ever_made_or_lost(players: int, variant: str) -> None:
    table = sit(players, variant, seed=f"{players} {variant}", **({"max_rounds": 4} if variant == "gamble" else {}))
    number = 0
    while not table.is_over and number < 200:
        seat = table.waiting()[number % len(table.waiting())]
        moves = table.legal(seat)
        table.play(seat, moves[number * 7919 % len(moves)])
        number += 1
        state = table.state
        present = players - bin(int(state.gone)).count("1")
        lying = int(state.hand.sum()) + int(state.collection.sum()) + int(state.pile.sum())
        lying += int((state.active > 0).sum()) + int((state.removed > 0).sum())
        assert lying == 6 * present + 4
        assert_sound(table)


def test_after_a_round_every_zone_is_as_at_the_start() -> None:
    table = sit(3)
    start = public(table)
    quiet_round(table, HIGH, LOW, "rat rat net")
    after = public(table)
    assert after.places == start.places
    for before, now in zip(start.seats, after.seats, strict=True):
        assert (before.status, before.worth) == (now.status, now.worth)


@pytest.mark.parametrize("order", list(itertools.permutations(range(3))))
@pytest.mark.parametrize("variant", ["base", "gamble"])
def test_choices_in_any_seat_order_give_the_same_position(order: tuple[int, ...], variant: str) -> None:
    plain, other = sit(3, variant), sit(3, variant)
    cards = ["net", "fox", "rat"]
    for seat in range(3):
        lay(plain, seat, hand="rat snake hawk fox net")
        lay(other, seat, hand="rat snake hawk fox net")
    for seat in range(3):
        play(plain, f"{seat} choose {cards[seat]}")
    for seat in order:
        assert step(other) == "choose"
        play(other, f"{seat} choose {cards[seat]}")
    assert record_bytes(plain.state) == record_bytes(other.state)


# --- The base game


def test_a_round_has_three_turns_from_hands_of_six_five_and_four() -> None:
    table = sit(2)
    for turn in range(3):
        assert (public(table).round, public(table).turn) == (1, turn + 1)
        assert [len(cards_at(table, f"hand:{s}")) for s in range(2)] == [6 - turn] * 2
        quiet_turn(table, HIGH.split()[turn], LOW.split()[turn])
    assert public(table).round == 2


@pytest.mark.parametrize(("players", "rounds"), [(2, 4), (3, 6), (4, 4), (5, 5), (6, 6), (10, 10)])
def test_everybody_leads_once_or_with_two_or_three_players_twice(players: int, rounds: int) -> None:
    table = sit(players, leader=players - 1)
    leaders = []
    while not table.is_over:
        leaders.append(public(table).leader)
        quiet_round(table, *[LOW] * players)
    assert leaders == [(players - 1 + r) % players for r in range(rounds)]


def test_the_leader_keeps_the_lead_for_the_whole_round() -> None:
    table = sit(3, leader=1)
    for _ in range(2):
        choose(table, "rat", "rat", "rat")
        assert table.waiting() == [1]
        pass_all(table)
        assert public(table).leader == 1


def test_players_act_from_the_leader_leftwards() -> None:
    table = sit(4, leader=2)
    choose(table, "rat", "rat", "rat", "rat")
    asked = []
    while step(table) == "act":
        asked += table.waiting()
        table.play(table.waiting()[0], "pass")
    assert asked == [2, 3, 0, 1]


def deeds_of(active: str) -> set[str]:
    """What a card can do when every animal lies everywhere."""
    table = sit(2)
    choose(table, "rat", "rat")
    lay(table, 0, active=active)
    lay(table, 1, active="", collection="rat snake hawk fox net")
    table.state.pile[:] = 2
    return set(legal_texts(table, 0)) - {"pass"}


@pytest.mark.parametrize(
    ("active", "deeds"),
    [
        ("rat", {"discard fox collection:1", "discard net collection:1", "take rat pile-all"}),
        ("snake", {"discard rat all:1", "discard fox collection:1"}),
        ("hawk", {"discard rat collection:1", "discard snake collection:1", "take rat pile"}),
        ("fox", {"take snake collection:1", "take net collection:1", "take net pile"}),
        ("net", {"take hawk collection:1"}),
    ],
)
def test_each_animal_has_exactly_the_actions_of_its_card(active: str, deeds: set[str]) -> None:
    assert deeds_of(active) == deeds


def test_discarded_cards_can_be_taken_from_the_pile_later_in_the_round() -> None:
    table = sit(3)
    choose(table, "rat", "net", "fox")
    play(table, "0 discard net active:1")
    assert pile(table) == ["rat", "rat", "net", "net", "net"]
    play(table, "2 take net pile")
    assert pile(table) == ["rat", "rat", "net", "net"]
    assert collection(table, 2) == ["fox", "net"]


def test_coins_are_public() -> None:
    table = sit(2)
    quiet_round(table, HIGH, LOW)
    for seat in (-1, 0, 1):
        assert [s.coins for s in look(table, seat).public.seats] == [9, 5]
        assert [s.latest for s in look(table, seat).public.seats] == [9, 5]


# --- R1 to R6


def victim_with_two_rats() -> Table:
    """Seat 0 acts with a Hawk; seats 1 and 2 each have a Rat before them and another one active."""
    table = sit(3)
    quiet_turn(table, "fox", "rat", "rat")
    choose(table, "hawk", "rat", "rat")
    return table


def test_r1_the_actor_chooses_the_victim_and_the_card_it_hits() -> None:
    table = victim_with_two_rats()
    aims = {f"discard rat {zone}:{seat}" for zone in ("collection", "active") for seat in (1, 2)}
    assert aims <= set(legal_texts(table, 0))


def test_r1_hitting_the_active_card_cancels_the_victims_action() -> None:
    table = victim_with_two_rats()
    events = play(table, "0 discard rat active:1")
    assert named(events, "has_no_card") == [(1,)]
    assert table.waiting() == [2]
    assert collection(table, 1) == ["rat"]


def test_r1_hitting_the_collection_leaves_the_victim_its_action() -> None:
    table = victim_with_two_rats()
    play(table, "0 discard rat collection:1")
    assert table.waiting() == [1]
    assert collection(table, 1) == []
    assert active(table, 1) == "rat"


def test_r2_all_rats_means_the_active_one_too() -> None:
    table = sit(2)
    quiet_turn(table, "fox", "rat")
    choose(table, "snake", "rat")
    events = play(table, "0 discard rat all:1")
    assert pile(table).count("rat") == 4
    assert collection(table, 1) == []
    assert named(events, "has_no_card") == [(1,)]
    assert [(e["place"], e["count"]) for e in events if e.name == "discards"] == [
        (PLACE_NAMES.index("collection:1"), 1), (PLACE_NAMES.index("active:1"), 1),
    ]  # fmt: skip


def test_r2_a_snake_hits_an_active_rat_alone_and_collected_rats_alone() -> None:
    table = sit(2)
    choose(table, "snake", "rat")
    play(table, "0 discard rat all:1")
    assert pile(table).count("rat") == 3
    other = sit(2)
    quiet_turn(other, "fox", "rat")
    choose(other, "snake", "hawk")
    play(other, "0 discard rat all:1")
    assert pile(other).count("rat") == 3
    assert other.waiting() == [1]


def test_r3_an_action_without_a_target_is_not_offered() -> None:
    table = sit(2)
    choose(table, "fox", "net")
    assert legal_texts(table, 0) == ["take net pile", "take net active:1", "pass"]
    table.state.pile[:] = 0
    assert legal_texts(table, 0) == ["take net active:1", "pass"]


def test_r3_passing_is_always_allowed() -> None:
    table = sit(2)
    choose(table, "fox", "net")
    play(table, "0 pass")
    assert collection(table, 0) == ["fox"]
    assert collection(table, 1) == ["net"]


def test_r4_white_cards_and_other_players_cards_are_alike() -> None:
    table = sit(3)
    choose(table, "hawk", "rat", "rat")
    play(table, "0 discard rat active:1", "2 take rat pile-all")
    assert pile(table) == ["net", "net"]
    assert collection(table, 2) == ["rat"] * 4  # two white ones, one of seat 1, the own one
    assert public(table).seats[2].worth == 10


def last_round(players: int, *before: int, **settings: object) -> Table:
    """A table before its last round, everybody with the given coins."""
    table = sit(players, **settings)
    table.state.round_number = int(table.state.rounds) - 1
    table.state.coins[:players] = before
    return table


def test_the_highest_total_wins() -> None:
    table = last_round(2, 20, 30)
    quiet_round(table, HIGH, LOW)
    assert table.payoffs() == [0.0, 1.0]
    assert winners(table) == [1]


def test_a_tie_is_won_with_more_coins_in_the_last_round() -> None:
    table = last_round(2, 10, 14)
    events = quiet_round(table, HIGH, LOW)
    assert coins(table) == [19, 19]
    assert table.payoffs() == [1.0, 0.0]
    assert named(events, "game_over") == [(0b01,)]


def test_r5_and_r30_who_are_still_tied_share_the_victory() -> None:
    table = last_round(3, 10, 10, 3)
    events = quiet_round(table, HIGH, HIGH, LOW)
    assert table.payoffs() == [0.5, 0.5, 0.0]
    assert named(events, "game_over") == [(0b011,)]


def test_r30_four_equal_players_get_a_quarter_each() -> None:
    table = last_round(4, 7, 7, 7, 7)
    quiet_round(table, LOW, LOW, LOW, LOW)
    assert table.payoffs() == [0.25] * 4


def test_r6_a_choice_is_hidden_until_the_last_player_has_chosen() -> None:
    table = sit(3)
    play(table, "1 choose hawk")
    for seat in (-1, 0, 2):
        told = look(table, seat).public.seats[1]
        assert told.status == "chosen"
        assert active(table, 1, seat) == "?"
        assert cards_at(table, "hand:1", seat) == ["?"] * 5
        assert told.could == {"rat": 2, "snake": 1, "hawk": 1, "fox": 1, "net": 1}
        assert "Hawk" not in "".join(table.told(list(table.plies[-1].events), seat))
    assert private(table, 1).chosen == active(table, 1, 1) == "hawk"
    assert Counter(cards_at(table, "hand:1", 1)) == Counter(rat=2, snake=1, fox=1, net=1)
    play(table, "0 choose rat", "2 choose rat")
    assert [active(table, s) for s in range(3)] == ["rat", "hawk", "rat"]


def test_r6_two_different_secret_choices_look_the_same_to_everybody_else() -> None:
    one, two = sit(3), sit(3)
    play(one, "1 choose hawk")
    play(two, "1 choose rat")
    for seat in (-1, 0, 2):
        assert look(one, seat) == look(two, seat)
        assert since(one, seat, 0) == since(two, seat, 0)
        assert record_bytes(one.knowledge(seat)) == record_bytes(two.knowledge(seat))


# --- Teams: R7, R17, R18


def test_r7_nobody_may_aim_at_a_team_mate() -> None:
    table = sit(4, "teams")
    choose(table, "fox", "snake", "net", "net")
    assert legal_texts(table, 0) == ["take snake active:1", "take net pile", "take net active:3", "pass"]
    with pytest.raises(IllegalError, match="team"):
        play(table, "0 take net active:2")


def test_r7_the_net_spares_a_team_mates_hawk_too() -> None:
    table = sit(4, "teams")
    choose(table, "net", "rat", "hawk", "hawk")
    assert legal_texts(table, 0) == ["take hawk active:3", "pass"]


def test_r7_and_r14_a_net_with_only_a_team_mates_hawk_in_reach_passes_by_itself() -> None:
    table = sit(4, "teams")
    events = choose(table, "net", "rat", "hawk", "rat")
    assert named(events, "has_no_target") == [(0, ANIMALS.index("net"))]
    assert table.waiting() == [1]


def test_teams_pool_their_coins_and_all_members_win() -> None:
    table = last_round(4, 40, 25, 0, 25, variant="teams")
    quiet_round(table, LOW, LOW, LOW, LOW)
    assert table.payoffs() == [0.0, 1.0, 0.0, 1.0]
    assert TALON.score_list(HOUSE, table.state) == [50.0, 60.0, 50.0, 60.0]


def test_r17_a_tie_of_teams_is_decided_by_the_teams_last_round() -> None:
    table = last_round(4, 10, 12, 10, 12, variant="teams")
    quiet_round(table, HIGH, LOW, LOW, LOW)
    assert TALON.score_list(HOUSE, table.state) == [34.0, 34.0, 34.0, 34.0]
    assert table.payoffs() == [1.0, 0.0, 1.0, 0.0]


def test_teams_of_two_and_three_compare_their_sums() -> None:
    table = last_round(5, 0, 0, 0, 1, 0, variant="teams")
    quiet_round(table, LOW, HIGH, LOW, LOW, LOW)
    assert TALON.score_list(HOUSE, table.state) == [15.0] * 5
    assert table.payoffs() == [1.0, 0.0, 1.0, 0.0, 1.0]  # team 0 made 15 in the last round, team 1 made 14


def test_r30_two_tied_teams_count_half_each_for_every_member() -> None:
    table = last_round(4, 3, 4, 3, 2, variant="teams")
    quiet_round(table, LOW, LOW, LOW, LOW)
    assert table.payoffs() == [0.5] * 4


def test_r17_of_three_with_the_same_total_the_two_best_last_rounds_share() -> None:
    table = last_round(4, 11, 11, 15, 0)
    quiet_round(table, HIGH, HIGH, LOW, LOW)
    assert coins(table) == [20, 20, 20, 5]
    assert table.payoffs() == [0.5, 0.5, 0.0, 0.0]


@pytest.mark.parametrize(("players", "rounds"), [(3, 6), (4, 4), (7, 7)])
def test_r17_with_teams_each_player_leads_as_often_as_alone(players: int, rounds: int) -> None:
    assert public(sit(players, "teams")).rounds == rounds


@pytest.mark.parametrize(("players", "teams"), [(4, 2), (5, 2), (6, 3), (9, 3), (10, 5), (3, 2)])
def test_r18_seats_alternate_between_the_teams(players: int, teams: int) -> None:
    table = sit(players, teams=teams)
    assert [s.team for s in public(table).seats] == [seat % teams for seat in range(players)]


def together(teams: list[int]) -> int:
    """How many neighbours round the table are team-mates."""
    return sum(teams[seat - 1] == team for seat, team in enumerate(teams))


def fewest_together(sizes: list[int]) -> int:
    """The same in the best of all seatings of teams of these sizes."""
    best, seats = len(TALON.players) + 1, sum(sizes)

    def seat_next(seated: list[int], left: list[int]) -> None:
        nonlocal best
        if len(seated) == seats:
            best = min(best, together(seated))
        for team in range(len(left)):
            if left[team] and best:
                seat_next([*seated, team], [count - (number == team) for number, count in enumerate(left)])

    seat_next([0], [sizes[0] - 1, *sizes[1:]])
    return best


def test_r18_as_few_team_mates_as_can_be_sit_side_by_side() -> None:
    changed = []
    for players in TALON.players:
        for teams in range(2, players):
            seated = [s.team for s in public(sit(players, teams=teams)).seats]
            sizes = [seated.count(team) for team in range(teams)]
            assert max(sizes) - min(sizes) <= 1
            assert together(seated) == fewest_together(sizes), (players, teams)
            if seated != [seat % teams for seat in range(players)]:
                changed.append(f"{players}/{teams}")
    assert " ".join(changed) == "4/3 5/4 6/5 7/3 7/6 8/7 9/4 9/8 10/3 10/9"
    assert [s.team for s in public(sit(4, teams=3)).seats] == [0, 1, 0, 2]


def test_r18_a_replay_of_the_first_release_is_seated_as_then() -> None:
    then = {"seats": 4, "teams": 3, "team_list": []}
    assert UPGRADE.options(then)["team_list"] == [0, 1, 2, 0]
    assert UPGRADE.options({**then, "team_list": [0, 1, 0, 2]})["team_list"] == [0, 1, 0, 2]
    assert UPGRADE.options({**then, "teams": 0})["team_list"] == []


def test_the_coins_of_a_team_are_shown_together() -> None:
    table = last_round(4, 40, 25, 3, 25, variant="teams")
    seen = look(table, 0)
    assert [team.coins for team in seen.public.teams] == [43, 50]
    drawn = TALON.draw(seen, table.edition, ["Ann", "Ben", "Cleo", "Dan"])
    assert "Coins: team 1 43, team 2 50\n" in drawn
    low = TALON.draw(seen, table.edition, ["Ann", "Ben", "Cleo", "Dan"], Room(80, 7))
    assert "Coins: t1 43, t2 50\n" in low


@pytest.mark.parametrize("teams", [6, 8])
def test_r18_ten_players_may_form_any_number_of_teams_of_which_one_has_two_players(teams: int) -> None:
    table = sit(10, teams=teams)
    assert [s.team for s in public(table).seats] == [seat % teams for seat in range(10)]


def test_r18_a_table_may_list_the_teams_itself() -> None:
    table = sit(4, teams=2, team_list=[1, 1, 0, 0])
    assert [s.team for s in public(table).seats] == [1, 1, 0, 0]
    choose(table, "net", "hawk", "hawk", "rat")
    assert legal_texts(table, 0) == ["take hawk active:2", "pass"]


IMPOSSIBLE = {
    "teams and gamble": (4, {"teams": 2, "gamble": 1}, "teams and the gamble"),
    "no peek and gamble": (4, {"no_peek": 1, "gamble": 1}, "no peek and the gamble"),
    "two players in two teams": (2, {"teams": 2}, "equal"),
    "everybody in one team": (4, {"teams": 1}, "team"),
    "as many teams as players": (5, {"teams": 5}, "equal"),
    "a lopsided list": (4, {"teams": 2, "team_list": [0, 0, 0, 1]}, "equal"),
    "an empty team": (4, {"teams": 3, "team_list": [0, 1, 0, 1]}, "equal"),
    "a list without teams": (4, {"team_list": [0, 1, 0, 1]}, "number of teams"),
    "a short list": (4, {"teams": 2, "team_list": [0, 1, 0]}, "every seat"),
    "a long list": (4, {"teams": 2, "team_list": [0, 1, 0, 1, 0]}, "every seat"),
    "a team that does not exist": (4, {"teams": 2, "team_list": [0, 1, 0, 3]}, "0 to teams"),
    "a leader who does not sit there": (4, {"leader": 4}, "leader"),
    "one player": (1, {}, "2 to 10"),
    "eleven players": (11, {}, "2 to 10"),
}


@pytest.mark.parametrize("case", IMPOSSIBLE)
def test_r18_impossible_combinations_are_refused_with_the_reason(case: str) -> None:
    players, settings, reason = IMPOSSIBLE[case]
    with pytest.raises(MalformedError, match=reason):
        TALON.make_options(players, None, settings)


def test_teams_and_no_peek_go_together() -> None:
    table = sit(4, "teams-no-peek")
    assert int(table.state.no_peek) == 1
    assert [team.seats for team in public(table).teams] == [[0, 2], [1, 3]]
    while not table.is_over:
        seat = table.waiting()[0]
        mates = {(seat + 2) % 4, seat}
        for text in legal_texts(table, seat):
            assert not any(text.endswith(f":{mate}") for mate in mates)
        table.play(seat, "pass")


def test_ten_players_play_with_ten_sets() -> None:
    table = sit(10)
    assert len(public(table).seats) == 10
    choose(table, "fox", *["net"] * 9)
    assert {f"take net active:{s}" for s in range(1, 10)} < set(legal_texts(table, 0))
    play(table, "0 take net active:9")
    assert named(list(table.plies[-1].events), "has_no_card") == [(9,)]


# --- R14 to R16


def test_r14_a_card_without_a_target_passes_by_itself() -> None:
    table = sit(2)
    events = choose(table, "net", "rat")
    assert named(events, "has_no_target") == [(0, ANIMALS.index("net"))]
    assert table.waiting() == [1]


def test_r14_a_whole_turn_of_cards_without_targets_asks_nobody() -> None:
    table = sit(2)
    events = choose(table, "net", "net")
    assert named(events, "has_no_target") == [(0, 4), (1, 4)]
    assert named(events, "passes") == []
    assert step(table) == "choose"
    assert public(table).turn == 2


def test_r14_a_player_with_a_target_is_asked_even_if_it_wants_to_pass() -> None:
    table = sit(2)
    choose(table, "hawk", "net")
    assert table.waiting() == [0]
    assert "pass" in legal_texts(table, 0)
    assert len(legal_texts(table, 0)) > 1


def test_r14_passing_alone_is_never_a_decision() -> None:
    for number in range(6):
        table = sit(4, "no-peek", seed=f"passes {number}")
        while not table.is_over:
            seat = table.waiting()[0]
            moves = table.legal(seat)
            assert len(moves) > 1
            table.play(seat, moves[0])


def test_r15_the_first_leader_is_drawn_fairly() -> None:
    edition, options = HOUSE, TALON.make_options(4)
    seen = Counter(
        int(Table(TALON, edition, options, server_seed(f"leader {i}")).state.leader) for i in range(samples(2000))
    )
    assert_distribution(seen, dict.fromkeys(range(4), 0.25))


def test_r15_the_draw_of_the_first_leader_is_told() -> None:
    table = Table(TALON, HOUSE, TALON.make_options(5), server_seed("who"))
    assert named(list(table.opening), "leads_first") == [(public(table).leader,)]


@pytest.mark.parametrize("leader", [0, 1, 2])
def test_r15_a_table_may_name_the_first_leader(leader: int) -> None:
    for number in range(5):
        assert public(sit(3, seed=f"named {number}", leader=leader)).leader == leader


def test_r15_a_choice_cannot_be_changed() -> None:
    table = sit(3)
    play(table, "1 choose hawk")
    before = record_bytes(table.state)
    with pytest.raises(ConflictError):
        play(table, "1 choose rat")
    assert record_bytes(table.state) == before
    assert table.legal(1) == []


def test_r16_no_peek_draws_from_a_full_hand_card_by_card() -> None:
    seen: Counter[str] = Counter()
    for number in range(samples(1000)):
        table = sit(4, "no-peek", seed=f"draw {number}")
        seen.update(ANIMALS[animal] for _, animal in named(list(table.opening), "draws")[:4])
    assert_distribution(seen, {"rat": 2 / 6, "snake": 1 / 6, "hawk": 1 / 6, "fox": 1 / 6, "net": 1 / 6})


def test_r16_no_peek_draws_the_second_card_from_the_five_that_are_left() -> None:
    first_two: Counter[tuple[str, str]] = Counter()
    for number in range(samples(1500)):
        table = sit(3, "no-peek", seed=f"second {number}")
        drawn = {seat: [animal] for seat, animal in named(list(table.opening), "draws")[:3]}
        while int(table.state.turn) == 0:
            table.play(table.waiting()[0], "pass")
        for seat, animal in named(table.events(), "draws")[3:6]:
            drawn[seat].append(animal)
        first_two.update((ANIMALS[a], ANIMALS[b]) for a, b in drawn.values())
    cards = ["rat", "rat", "snake", "hawk", "fox", "net"]
    pairs = Counter(itertools.permutations(cards, 2))
    assert_distribution(first_two, {pair: n / 30 for pair, n in pairs.items()})


def test_no_peek_leaves_the_actions_to_the_players() -> None:
    table = sit(4, "no-peek", seed="whose choice")
    kinds = {ply.action for ply in table.plies}
    while not table.is_over:
        seat = table.waiting()[0]
        assert step(table) == "act"
        kinds.update(t.split()[0] for t in legal_texts(table, seat))
        table.play(seat, table.legal(seat)[0])
    assert kinds == {"pass", "take", "discard"}
