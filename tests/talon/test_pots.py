"""The gamble from the pots to the end of the game. Rulings R13 and R23 to R29."""

from __future__ import annotations

import pytest
from talon_helpers import (
    TALON,
    active,
    assert_sound,
    audit,
    cards_at,
    check_all,
    choose,
    coins,
    even_hands,
    finish_round,
    gamble,
    lay,
    named,
    pass_all,
    play,
    pot,
    pots,
    public,
    quiet_round,
    quiet_turn,
    raises,
    sit,
    stacks,
)

from bestiary.engine.errors import ConflictError, IllegalError, MalformedError
from bestiary.engine.table import Table
from bestiary.engine.trace import Event

HIGH = "hawk snake fox"  # worth 9
EVEN = "hawk snake net"  # worth 9, too
LOW = "fox net rat"  # worth 5


# --- Side pots


def three_all_in() -> tuple[Table, list[Event]]:
    table = gamble(5, 20, 50, ante=1)
    choose(table, "rat", "rat", "rat")
    return table, play(table, "0 all_in", "1 all_in", "2 all_in")


def test_scenario_6_stacks_of_5_20_and_50_make_pots_of_15_and_30_and_30_go_back() -> None:
    table, events = three_all_in()
    assert pots(table) == [(15, [0, 1, 2]), (30, [1, 2])]
    assert named(events, "gets_back") == [(2, 30)]
    assert coins(table) == [0, 0, 30]


@pytest.mark.parametrize(
    ("cards", "won"),
    [
        (("rat hawk snake", "rat fox net", "rat fox net"), [15, 15, 45]),  # the others split the side pot
        (("rat fox net", "rat hawk snake", "rat fox net"), [0, 45, 30]),
        (("rat fox net", "rat fox net", "rat hawk snake"), [0, 0, 75]),
        (("rat hawk snake", "rat hawk net", "rat fox net"), [15, 30, 30]),
    ],
)
def test_scenario_6_the_best_collection_of_those_entitled_takes_each_pot(
    cards: tuple[str, ...], won: list[int]
) -> None:
    table, _ = three_all_in()
    table.state.rounds = 1
    pass_all(table)
    finish_round(table, *cards)
    assert table.is_over
    assert coins(table) == won


def test_a_folded_players_coins_stay_in_the_pots() -> None:
    table = gamble(102, 102, 12, 102)
    choose(table, "rat", "rat", "rat", "rat")
    play(table, "0 raise 20", "1 call", "2 all_in", "3 raise 40", "0 fold", "1 call")
    assert pots(table) == [(12 * 4, [1, 2, 3]), (10 + 30 + 30, [1, 3])]


def test_r24_a_level_at_which_only_folded_players_stopped_is_no_pot_of_its_own() -> None:
    table = gamble(100, 100, 100)
    choose(table, "rat", "rat", "rat")
    play(table, "0 raise 5", "1 raise 20", "2 call", "0 fold")
    assert pots(table) == [(7 + 22 + 22, [1, 2])]


def test_r24_the_remainder_of_a_tie_goes_into_the_next_rounds_main_pot() -> None:
    table = gamble(100, 100, 100, ante=1)
    events = quiet_round(table, HIGH, EVEN, LOW)
    assert named(events, "wins_pot") == [(0, 1, 9, 0), (1, 1, 9, 0)]
    assert named(events, "pot_remains") == [(1,)]
    assert pot(table) == 4
    assert pots(table) == [(4, [0, 1, 2])]
    even_hands(table)
    events = quiet_round(table, LOW, LOW, HIGH)
    assert named(events, "wins_pot") == [(2, 4, 9, 0)]
    assert sum(coins(table)) + pot(table) == 300


def test_r24_remainders_are_left_by_each_pot_for_itself() -> None:
    table = gamble(5, 20, 20, 100, ante=1, leader=3)
    choose(table, "hawk", "hawk", "hawk", "rat")
    play(table, "3 raise 7", "0 all_in", "1 all_in", "2 all_in", "3 fold")
    assert pots(table) == [(20, [0, 1, 2]), (33, [1, 2])]
    pass_all(table)
    events = finish_round(table, HIGH, EVEN, HIGH, "")
    shares = [(seat, won, pot) for seat, won, _, pot in named(events, "wins_pot")]
    assert shares == [(0, 6, 0), (1, 6, 0), (2, 6, 0), (1, 16, 1), (2, 16, 1)]
    assert named(events, "pot_remains") == [(3,)]


def test_r24_the_carry_is_part_of_the_main_pot_only() -> None:
    table = gamble(5, 20, 50, ante=1)
    table.state.carry = 2
    stacks(table, 4, 19, 49)
    choose(table, "rat", "rat", "rat")
    play(table, "0 all_in", "1 all_in", "2 all_in")
    assert pots(table) == [(17, [0, 1, 2]), (30, [1, 2])]
    table.state.rounds = 1
    pass_all(table)
    finish_round(table, "rat hawk snake", "rat fox net", "rat fox net")
    assert coins(table) == [17, 15, 45]
    assert audit(table) == 0


def test_r24_coins_left_in_the_pot_at_the_end_stay_there() -> None:
    table = gamble(100, 100, 100, ante=1, max_rounds=1)
    quiet_round(table, HIGH, EVEN, LOW)
    assert table.is_over
    assert coins(table) == [100, 100, 99]
    assert pot(table) == 1
    assert audit(table) == 0
    assert table.payoffs() == [0.5, 0.5, 0.0]


# --- R23


def test_r23_a_leader_who_folds_lets_the_next_one_still_in_act_first_and_lead_the_next_turn() -> None:
    table = gamble(100, 100, 100, 100)
    choose(table, "rat", "rat", "rat", "rat")
    play(table, "0 fold", "1 check", "2 check", "3 check")
    assert public(table).leader == 0
    assert table.waiting() == [1]
    pass_all(table)
    assert public(table).leader == 1
    quiet_turn(table, None, "fox", "fox", "fox")
    assert public(table).leader == 2
    quiet_turn(table, None, "net", "net", "net")
    assert public(table).round == 2
    assert public(table).leader == 1


def test_r23_the_lead_skips_who_has_folded() -> None:
    table = gamble(100, 100, 100, 100)
    choose(table, "rat", "rat", "rat", "rat")
    play(table, "0 raise 2", "1 fold", "2 fold", "3 call")
    pass_all(table)
    assert public(table).leader == 3
    choose(table, "fox", None, None, "fox")
    assert table.waiting() == [3]


def test_r23_when_leader_and_neighbour_fold_the_third_acts_first_and_leads_next() -> None:
    table = gamble(100, 100, 100, 100)
    choose(table, "rat", "rat", "rat", "rat")
    play(table, "0 fold", "1 fold", "2 check", "3 check")
    assert table.waiting() == [2]
    pass_all(table)
    assert public(table).leader == 2


# --- R25


def broke_after_one_round() -> tuple[Table, list[Event]]:
    """Seat 1 cannot pay the second ante and leaves with 3 coins."""
    table = gamble(100, 8, 100, 100, ante=5, leader=0)
    events = quiet_round(table, HIGH, LOW, LOW, LOW)
    return table, events


def test_r25_who_cannot_pay_the_ante_leaves_with_its_coins_shown() -> None:
    table, events = broke_after_one_round()
    assert named(events, "leaves") == [(1, 3, 6)]
    assert public(table).seats[1].status == "out"
    assert public(table).seats[1].coins == 3
    assert cards_at(table, "hand:1") == []
    assert 1 not in table.waiting()
    assert_sound(table)


def test_r25_the_lead_and_the_exchange_skip_who_has_left() -> None:
    table, events = broke_after_one_round()
    assert public(table).leader == 2
    assert sorted((s, o) for s, o, _ in named(events, "takes_unseen")) == [(0, 3), (2, 0), (3, 2)]
    even_hands(table)
    leaders = []
    for turn in range(3):
        leaders.append(public(table).leader)
        quiet_turn(table, LOW.split()[turn], None, LOW.split()[turn], LOW.split()[turn])
    assert leaders == [2, 3, 0]
    assert public(table).leader == 3


def test_r25_nobody_can_aim_at_a_seat_that_has_left() -> None:
    table, _ = broke_after_one_round()
    even_hands(table)
    choose(table, "rat", None, "fox", "net")
    check_all(table)
    with pytest.raises(IllegalError, match="Nobody"):
        play(table, "2 take net collection:1")
    with pytest.raises(ConflictError):
        play(table, "1 pass")


def test_r25_who_has_left_can_no_longer_win() -> None:
    table = gamble(7, 7, 9, ante=5, raise_every=1)
    events = quiet_round(table, HIGH, LOW, LOW)
    assert coins(table) == [17, 2, 4]
    assert table.is_over
    assert named(events, "leaves") == [(1, 2, 6), (2, 4, 6)]
    assert table.payoffs() == [1.0, 0.0, 0.0]


def test_r25_if_nobody_can_pay_the_largest_stack_wins() -> None:
    table = gamble(8, 9, 7, ante=5, raise_every=1)
    events = quiet_round(table, LOW, LOW, LOW)
    assert table.is_over
    assert named(events, "leaves") == []
    assert named(events, "nobody_pays") == [(10,)], "R31: the reason is told"
    assert table.told(events, 0)[-2] == "Nobody can pay the ante of 10, so the game ends; the largest stack wins."
    assert coins(table) == [8, 9, 7]
    assert table.payoffs() == [0.0, 1.0, 0.0]


def test_r25_if_nobody_can_pay_equal_largest_stacks_share() -> None:
    table = gamble(8, 8, 7, ante=5, raise_every=1)
    quiet_round(table, LOW, LOW, LOW)
    assert table.is_over
    assert table.payoffs() == [0.5, 0.5, 0.0]


def test_r25_if_nobody_can_pay_who_left_earlier_does_not_win_even_with_the_largest_stack() -> None:
    table, _ = broke_after_one_round()
    even_hands(table)
    table.state.first_ante = 50
    stacks(table, 1, 20, 2, 1)
    for card in LOW.split():
        quiet_turn(table, card, None, card, card)
    assert table.is_over
    assert coins(table) == [6, 20, 7, 6]
    assert table.payoffs() == [0.0, 0.0, 1.0, 0.0]


def test_the_last_player_with_coins_wins() -> None:
    table = gamble(20, 20, ante=2)
    choose(table, "hawk", "rat")
    play(table, "0 all_in", "1 all_in")
    pass_all(table)
    events = finish_round(table, HIGH, "rat fox net")
    assert table.is_over
    assert coins(table) == [40, 0]
    assert named(events, "leaves") == [(1, 0, 6)]
    assert named(events, "game_over") == [(0b01,)]
    assert table.payoffs() == [1.0, 0.0]


# --- R26


def test_r26_a_folded_players_hand_and_choice_are_never_shown() -> None:
    one, two = gamble(100, 100, 100), gamble(100, 100, 100)
    lay(two, 1, hand="rat rat snake hawk net")
    choose(one, "rat", "fox", "snake")
    choose(two, "rat", "hawk", "snake")
    lines = ["0 check", "1 fold", "2 check"]
    seen: list[list[Event]] = [[], []]
    for table, notes in zip((one, two), seen, strict=True):
        play(table, *lines)
        pass_all(table)
        quiet_turn(table, "fox", None, "fox")
        quiet_turn(table, "net", None, "net")
        for seat in (-1, 0, 2):
            played = [e for ply in table.plies for e in ply.events if e.name not in ("takes_unseen", "removed")]
            notes.append([e.as_list() for e in TALON.events.seen_by(played, seat)])
    assert seen[0] == seen[1]


def test_r26_the_view_of_others_keeps_a_folded_players_cards_hidden_to_the_end_of_the_round() -> None:
    table = gamble(100, 100, 100)
    choose(table, "rat", "fox", "snake")
    events = play(table, "0 check", "1 fold", "2 check")
    events += pass_all(table)
    for cards in (["fox", None, "fox"], ["net", None, "net"]):
        for seat in (-1, 0, 2):
            assert set(cards_at(table, "hand:1", seat)) == {"?"}
            assert active(table, 1, seat) == "?"
            assert not table.knowledge(seat).hand[1].any()
            assert int(table.knowledge(seat).choice[1]) == 0
        events += quiet_turn(table, *cards)
    assert 1 not in [seat for seat, _ in named(events, "reveals")]
    assert 1 not in [seat for seat, _ in named(events, "collects")]


# --- R13, R27, R28, R29


@pytest.mark.parametrize(
    ("every", "antes"),
    [(0, [2] * 7), (1, [2, 4, 8, 16, 32, 64, 128]), (2, [2, 2, 4, 4, 8, 8, 16]), (4, [2] * 4 + [4] * 3)],
)
def test_r27_the_ante_doubles_every_k_rounds(every: int, antes: list[int]) -> None:
    table = gamble(200, 200, stack=200, raise_every=every)
    seen = []
    for _ in antes:
        seen.append(public(table).gamble.ante)
        stacks(table, 1000, 1000)
        even_hands(table)
        quiet_round(table, LOW, LOW)
    assert seen == antes


def test_r27_by_default_the_ante_doubles_every_four_rounds() -> None:
    assert TALON.settings(TALON.make_options(4, "gamble"))["raise_every"] == 4


def test_r27_the_least_bet_is_the_current_ante() -> None:
    table = gamble(200, 200, stack=200, raise_every=1)
    quiet_round(table, LOW, LOW)
    even_hands(table)
    choose(table, "rat", "rat")
    assert min(raises(table, table.waiting()[0])) == 4


def test_an_ante_beyond_every_stack_ends_the_game() -> None:
    table = gamble(200, 200, stack=200, raise_every=1, max_rounds=500)
    rounds = 0
    while not table.is_over:
        even_hands(table)
        quiet_round(table, LOW, LOW)
        rounds += 1
    assert rounds == 7  # 2, 4, … 128; nobody has 256
    assert table.payoffs() == [0.5, 0.5]


@pytest.mark.parametrize("rounds", [1, 3])
def test_r13_and_r28_after_the_last_round_the_largest_stack_wins(rounds: int) -> None:
    table = gamble(100, 100, 100, max_rounds=rounds)
    for number in range(rounds):
        assert not table.is_over
        even_hands(table)
        quiet_round(table, *((HIGH, LOW, LOW) if number == 0 else (LOW, LOW, LOW)))
    assert table.is_over
    assert table.payoffs() == [1.0, 0.0, 0.0]


def test_r28_several_largest_stacks_share() -> None:
    table = gamble(100, 100, 100, max_rounds=1)
    quiet_round(table, HIGH, EVEN, LOW)
    assert table.payoffs() == [0.5, 0.5, 0.0]


def test_r28_a_round_won_does_not_break_a_tie_of_stacks() -> None:
    table = gamble(104, 106, 100, max_rounds=1)
    quiet_round(table, LOW, LOW, HIGH)  # 102, 104, 104
    assert coins(table) == [102, 104, 104]
    assert table.payoffs() == [0.0, 0.5, 0.5]


def test_r28_there_is_always_a_round_limit_of_at_most_500() -> None:
    for wrong in (0, 501, -1):
        with pytest.raises(MalformedError, match="1 to 500"):
            TALON.make_options(4, "gamble", {"max_rounds": wrong})
    assert public(sit(2, "gamble", max_rounds=500)).rounds == 500


@pytest.mark.parametrize(
    ("settings", "reason"),
    [
        ({"stack": 9}, "10 to 200"),
        ({"stack": 201}, "10 to 200"),
        ({"ante": 0}, "ante must be"),
        ({"stack": 10, "ante": 3}, "fifth"),
        ({"stack": 100, "ante": 21}, "fifth"),
        ({"stack": 200, "ante": 41}, "ante must be"),
    ],
)
def test_r29_stacks_and_antes_have_their_range(settings: dict[str, int], reason: str) -> None:
    with pytest.raises(MalformedError, match=reason):
        TALON.make_options(4, "gamble", settings)


@pytest.mark.parametrize(("stack", "ante"), [(10, 1), (10, 2), (200, 40), (100, 20)])
def test_r29_the_ends_of_the_range_can_be_played(stack: int, ante: int) -> None:
    table = sit(10, "gamble", stack=stack, ante=ante)
    assert coins(table) == [stack - ante] * 10


def test_r29_at_most_2000_coins_lie_on_a_table_and_the_largest_raise_can_be_said() -> None:
    table = sit(10, "gamble", stack=200)
    assert int(table.state.all_coins) == 2000
    assert TALON.actions.parse("raise 2000") == TALON.actions.size - 1
    with pytest.raises(MalformedError):
        TALON.actions.parse("raise 2001")
    with pytest.raises(MalformedError):
        TALON.actions.parse("raise 0")


def test_r29_raise_to_n_is_the_total_put_in_during_this_betting_round() -> None:
    table = gamble(100, 100, 100)
    choose(table, "rat", "rat", "rat")
    play(table, "0 raise 10", "1 raise 30", "2 fold", "0 raise 50")
    assert coins(table) == [48, 68, 98]
    assert [len(cards_at(table, f"bet:{s}")) for s in range(3)] == [50, 30, 0]


def test_r29_only_legal_amounts_are_listed() -> None:
    table = gamble(100, 60, 100)
    choose(table, "rat", "rat", "rat")
    play(table, "0 raise 10")
    assert raises(table, 1) == list(range(20, 58))
    for amount in (1, 10, 19, 58, 59, 2000):
        with pytest.raises(IllegalError):
            play(table, f"1 raise {amount}")


def test_a_gamble_played_wildly_keeps_its_coins_and_ends() -> None:
    for number in range(8):
        players = 2 + number
        table = sit(players, "gamble", seed=f"wild {number}", stack=30, ante=3, raise_every=2, max_rounds=12)
        count = 0
        while not table.is_over:
            seat = table.waiting()[count % len(table.waiting())]
            moves = table.legal(seat)
            bold = [m for m in moves if TALON.actions.text(m) != "fold"]
            table.play(seat, bold[count * 7919 % len(bold)])
            count += 1
            assert_sound(table)
            assert int(table.state.coins.sum()) + int(table.state.paid.sum()) + int(table.state.carry) == 30 * players
        assert abs(sum(table.payoffs()) - 1) < 1e-9
