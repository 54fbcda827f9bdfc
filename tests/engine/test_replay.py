"""Replay files: written, read, verified; and every kind of damage to them."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bestiary.engine.chance import server_seed
from bestiary.engine.errors import MalformedError
from bestiary.engine.records import record_bytes
from bestiary.engine.registry import find_game
from bestiary.engine.replay import (
    Seat, lines_of, names_of, open_table, read_all, read_games, resume, same, save, seats_of, verify, write,
)  # fmt: skip
from bestiary.engine.table import Table

TALON = find_game("talon")
Lines = list[dict[str, Any]]
REPLAYS = Path(__file__).parents[1] / "replays"


def played(decisions: int | None = None, variant: str = "gamble", edition: Any = None, **settings: Any) -> Table:
    if variant == "gamble":
        settings = {"max_rounds": 2, **settings}
    options = TALON.make_options(3, variant, settings)
    table = Table(TALON, edition or TALON.edition(), options, server_seed("replay"), ("ann", "bo"))
    number = 0
    while not table.is_over and number != decisions:
        seat = table.waiting()[-1]
        moves = table.legal(seat)
        table.play(seat, moves[number * 5 % len(moves)])
        number += 1
    return table


@pytest.fixture(scope="module")
def game() -> Lines:
    return lines_of(played())


@pytest.fixture(scope="module")
def half() -> Lines:
    return lines_of(played(9))


def check(tmp_path: Path, lines: Lines) -> list[str]:
    """What `verify` says of these lines."""
    file = tmp_path / "game.jsonl"
    write(file, lines)
    return verify(read_all(file)[0]).problems


def copy(lines: Lines) -> Lines:
    return json.loads(json.dumps(lines))  # type: ignore[no-any-return]


@pytest.mark.parametrize("variant", ["base", "teams", "no-peek", "gamble"])
def test_a_finished_game_is_written_read_and_verified(tmp_path: Path, variant: str) -> None:
    table = played(variant=variant)
    file = tmp_path / "deep" / "folder" / "game.jsonl"
    save(file, table, ("greedy", "", "random"))
    (replay,) = read_all(file)
    assert replay.is_finished
    assert replay.header["bots"] == ["greedy", "", "random"]
    verdict = verify(replay)
    assert verdict.problems == []
    assert verdict.hashes_compared
    assert verdict.finished
    assert verdict.plies == len(table.plies)
    assert [f.name for f in file.parent.iterdir()] == ["game.jsonl"]


def test_an_unfinished_game_tells_neither_result_nor_events(half: Lines) -> None:
    assert half[-1]["line"] == "pause"
    assert "events" not in half[-1]
    assert "payoffs" not in half[-1]


def test_the_seed_stands_behind_the_commitment_only(game: Lines) -> None:
    for line in game[:-1]:
        assert server_seed("replay").hex() not in json.dumps(line)
    assert game[-1]["seed"] == server_seed("replay").hex()


def test_many_games_may_lie_in_one_file(tmp_path: Path, game: Lines, half: Lines) -> None:
    file = tmp_path / "many.jsonl"
    write(file, [*game, *half, *game])
    replays = read_all(file)
    assert [r.is_finished for r in replays] == [True, False, True]
    assert [verify(r).problems for r in replays] == [[], [], []]


# --- Tampering that leaves the file readable


def change_action(lines: Lines) -> None:
    ply = next(p for p in lines if p["line"] == "ply" and p["action"]["do"] == "choose")
    ply["action"] = {"do": "pass"}


def change_choice(lines: Lines) -> None:
    table = played(0)
    seat = lines[1]["seat"]
    other = [a for a in table.legal(seat) if TALON.actions.data(a) != lines[1]["action"]]
    lines[1]["action"] = TALON.actions.data(other[0])


def change_seat(lines: Lines) -> None:
    lines[1]["seat"] = (lines[1]["seat"] + 1) % 3


def change_to_no_seat(lines: Lines) -> None:
    lines[1]["seat"] = 17


def change_hash(lines: Lines) -> None:
    lines[3]["hash"] = "0" * 16


def change_opening_hash(lines: Lines) -> None:
    lines[0]["hash"] = "0" * 16


def change_commitment(lines: Lines) -> None:
    lines[0]["commitment"] = "0" * 64


def change_seed(lines: Lines) -> None:
    lines[-1]["seed"] = "00" * 32


def change_seat_seed(lines: Lines) -> None:
    lines[-1]["seat_seeds"][0] = "eve"


def change_payoffs(lines: Lines) -> None:
    lines[-1]["payoffs"] = [9.0, 9.0, 9.0]


def change_scores(lines: Lines) -> None:
    lines[-1]["scores"][0] += 1


def change_event(lines: Lines) -> None:
    lines[-1]["events"][2][1] += 1


def drop_event(lines: Lines) -> None:
    lines[-1]["events"].pop()


def drop_last_decision(lines: Lines) -> None:
    del lines[-2]


def change_option(lines: Lines) -> None:
    lines[0]["options"]["stack"] = 50


def change_meaningless_action(lines: Lines) -> None:
    lines[2]["action"] = {"do": "dance"}


def drop_option(lines: Lines) -> None:
    del lines[0]["options"]["no_peek"]


def write_option_as_text(lines: Lines) -> None:
    lines[0]["options"]["ante"] = str(lines[0]["options"]["ante"])


def write_option_as_switch(lines: Lines) -> None:
    lines[0]["options"]["gamble"] = True


def write_action_in_capitals(lines: Lines) -> None:
    lines[1]["action"] = {key: str(value).upper() for key, value in lines[1]["action"].items()}


def write_score_as_switch(lines: Lines) -> None:
    lines[-1]["payoffs"] = [bool(share) for share in lines[-1]["payoffs"]]


def write_event_as_switch(lines: Lines) -> None:
    event = next(e for e in lines[-1]["events"] if 1 in e[1:])
    event[event.index(1)] = True


def call_it_format_1(lines: Lines) -> None:
    lines[0]["format"] = 1


def call_the_end_a_pause(lines: Lines) -> None:
    lines[-1] = {"line": "pause", "seed": lines[-1]["seed"], "seat_seeds": lines[-1]["seat_seeds"]}


def give_more_names(lines: Lines) -> None:
    lines[0]["names"] = ["Ann", "Bo", "Cy", "Dee"]


def give_a_name_that_commands(lines: Lines) -> None:
    lines[0]["bots"] = ["\x1b[2J", "greedy", "greedy"]


def give_hints_of_another_kind(lines: Lines) -> None:
    lines[0]["hints"] = 1


TAMPERING: dict[Callable[[Lines], None], str] = {
    change_action: "decision",
    change_choice: "differs",
    change_seat: "decision 0",
    change_to_no_seat: "no seat 17",
    change_hash: "after decision 2 differs",
    change_opening_hash: "after the set-up differs",
    change_commitment: "commitment",
    change_seed: "commitment",
    change_seat_seed: "after the set-up differs",
    change_payoffs: "the result is",
    change_scores: "the scores differ",
    change_event: "the events differ",
    drop_event: "the events differ",
    drop_last_decision: "is not",
    change_option: "after the set-up differs",
    change_meaningless_action: "not possible",
    write_action_in_capitals: "decision 0 is written otherwise",
    write_score_as_switch: "the result is",
    write_event_as_switch: "the events differ",
    call_it_format_1: "the events differ",
    call_the_end_a_pause: "the file says that the game was interrupted, and it is over",
    give_more_names: "'names' is no list of 3 names",
    give_a_name_that_commands: "'bots' is no list of 3 names",
    give_hints_of_another_kind: "'hints' is true, or it is left out",
}


@pytest.mark.parametrize("tamper", TAMPERING, ids=lambda t: t.__name__)
def test_verify_notices_what_was_tampered_with(tmp_path: Path, game: Lines, tamper: Callable[[Lines], None]) -> None:
    lines = copy(game)
    tamper(lines)
    problems = check(tmp_path, lines)
    assert any(TAMPERING[tamper] in p for p in problems), problems


def test_a_file_of_another_layout_is_replayed_without_comparing_hashes(tmp_path: Path, game: Lines) -> None:
    lines = copy(game)
    lines[0]["layout"] = "0" * 16
    for line in lines[:-1]:
        line["hash"] = "f" * 16
    file = tmp_path / "old.jsonl"
    write(file, lines)
    verdict = verify(read_all(file)[0])
    assert verdict.problems == []
    assert not verdict.hashes_compared
    assert not verdict.is_genuine
    change_event(lines)
    assert check(tmp_path, lines) == ["the events differ"]


# --- Damage that makes a file unreadable


def text_of(lines: Lines) -> str:
    return "".join(json.dumps(line) + "\n" for line in lines)


def without(number: int, key: str) -> Callable[[Lines], str]:
    def damage(lines: Lines) -> str:
        lines = copy(lines)
        del lines[number][key]
        return text_of(lines)

    return damage


def with_value(number: int, key: str, value: Any) -> Callable[[Lines], str]:
    def damage(lines: Lines) -> str:
        lines = copy(lines)
        lines[number][key] = value
        return text_of(lines)

    return damage


# Kind of damage → how it is done, and what is said of it; LAST is the number of the last line.
DAMAGE: dict[str, tuple[Callable[[Lines], str], str]] = {
    "an empty file": (lambda g: "", "empty"),
    "no JSON": (lambda g: "hello\n", ":1: damaged: this line is no JSON"),
    "a list": (lambda g: "[1]\n", ":1: damaged"),
    "a number": (lambda g: "5\n", ":1: damaged"),
    "an unknown kind": (lambda g: '{"line":"song"}\n', ":1: damaged"),
    "a kind that is a list": (lambda g: '{"line":["game"]}\n', ":1: damaged"),
    "cut off in the last line": (lambda g: text_of(g)[:-40], ":LAST: damaged: this line is no JSON"),
    "a decision too early": (lambda g: text_of(g[1:]), ":1: a replay begins with a line of kind 'game'"),
    "a missing decision": (lambda g: text_of([*g[:2], *g[3:]]), ":3: decision 1 is missing"),
    "a doubled decision": (lambda g: text_of([*g[:3], *g[2:]]), ":4: decision 2 is missing"),
    "two beginnings": (lambda g: text_of([g[0], *g]), ":2: a new game begins before"),
    "nothing but an end": (lambda g: text_of(g[-1:]), ":1: a replay begins"),
    "a newer format": (with_value(0, "format", 99), ":1: format 99 is newer"),
    "a decision number as text": (with_value(2, "ply", "1"), ":3: damaged: 'ply'"),
    "an action as text": (with_value(2, "action", "pass"), ":3: damaged: 'action'"),
    "options as a list": (with_value(0, "options", []), ":1: damaged: 'options'"),
    "a seed as a number": (with_value(-1, "seed", 5), ":LAST: damaged: 'seed'"),
    "format 0": (with_value(0, "format", 0), ":1: damaged: there was no format 0"),
    "format -1": (with_value(0, "format", -1), ":1: damaged: there was no format -1"),
    "a format that is true": (with_value(0, "format", True), ":1: damaged: 'format' is missing or no number"),
    "rules that are true": (with_value(0, "rules", True), ":1: damaged: 'rules' is missing or no number"),
    "a seat that is false": (with_value(1, "seat", False), ":2: damaged: 'seat' is missing or no number"),
    "a decision that is true": (with_value(2, "ply", True), ":3: damaged: 'ply' is missing or no number"),
    "an unknown key": (with_value(0, "editon", "x"), ":1: damaged: 'editon' is not known here; did you mean 'edition'"),
    "a key without letters": (with_value(1, "", 0), ":2: damaged: '' is not known here"),
    "an event in a pause": (with_value(-1, "line", "pause"), ":LAST: damaged: 'payoffs' is not known here"),
    "a key twice": (lambda g: text_of(g).replace('"seat"', '"seat": 0, "seat"', 1), ":2: damaged: 'seat' stands twice"),
    "a list in an action": (with_value(1, "action", {"do": []}), ":2: damaged: an action has a word or a number"),
    "a long action": (with_value(1, "action", {"do": "x" * 8_000_000}), ":2: damaged: an action has a word"),
    "a long line": (with_value(0, "names", "x" * 10_000_001), ":1: a game has at most 20,000,000 bytes, a line"),
}
HEADER_KEYS = ("format", "game", "rules", "layout", "edition", "edition_digest", "options", "commitment", "hash")
for number, place, keys in (
    (0, "1", HEADER_KEYS),
    (1, "2", ("ply", "seat", "action", "hash")),
    (-1, "LAST", ("seed", "seat_seeds", "payoffs", "scores", "events")),
):
    for key in keys:
        DAMAGE[f"line {place} without {key}"] = (without(number, key), f":{place}: damaged: '{key}'")


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_file_is_refused_with_file_line_and_reason(tmp_path: Path, game: Lines, damage: str) -> None:
    how, said = DAMAGE[damage]
    file = tmp_path / "game.jsonl"
    file.write_text(how(game))
    with pytest.raises(MalformedError) as caught:
        read_all(file)
    assert str(file) in str(caught.value)
    assert said.replace("LAST", str(len(game))) in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_file_that_nests_too_deeply_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "deep.jsonl"
    file.write_text("[" * 100_000 + "\n")
    with pytest.raises(MalformedError):
        read_all(file)


def test_a_file_that_is_not_there_or_no_text_is_refused(tmp_path: Path) -> None:
    with pytest.raises(MalformedError, match="cannot read"):
        read_all(tmp_path / "none.jsonl")
    with pytest.raises(MalformedError, match="cannot read"):
        read_all(tmp_path)
    binary = tmp_path / "binary.jsonl"
    binary.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(MalformedError, match="not a text file"):
        read_all(binary)


HEADER_DAMAGE: dict[str, tuple[str, Any]] = {
    "a game nobody knows": ("game", "chess"),
    "an edition nobody knows": ("edition", "gold"),
    "another edition digest": ("edition_digest", "0" * 16),
    "options that do not exist": ("options", {"seats": 3, "wheels": 4}),
    "options out of range": ("options", {"seats": 3, "stack": 9999}),
    "options that do not go together": ("options", {"seats": 4, "teams": 2, "gamble": 1}),
    "options of a wrong type": ("options", {"seats": 3, "team_list": 5}),
    "players as a list": ("options", {"seats": [3]}),
    "too many players": ("options", {"seats": 11}),
    "a broken edition text": ("edition_text", "[animals"),
    "an edition text that is none": ("edition_text", 5),
    "a path as edition": ("edition", str(TALON.editions["house"])),
}


@pytest.mark.parametrize("damage", HEADER_DAMAGE)
def test_a_header_that_cannot_be_played_is_refused(tmp_path: Path, game: Lines, damage: str) -> None:
    lines = copy(game)
    key, value = HEADER_DAMAGE[damage]
    lines[0][key] = value
    with pytest.raises(MalformedError, match=f"^{tmp_path}/game.jsonl: "):
        check(tmp_path, lines)


@pytest.mark.parametrize("tamper", [drop_option, write_option_as_text, write_option_as_switch])
def test_every_option_is_there_as_a_number(tmp_path: Path, game: Lines, tamper: Callable[[Lines], None]) -> None:
    lines = copy(game)
    tamper(lines)
    with pytest.raises(MalformedError, match=r"the option '(no_peek|ante|gamble)' is missing or no number"):
        check(tmp_path, lines)


def test_an_option_that_is_not_used_stands_at_its_default(tmp_path: Path) -> None:
    lines = copy(lines_of(played(variant="base")))
    lines[0]["options"]["stack"] = 50
    with pytest.raises(MalformedError, match="belong to the gamble"):
        check(tmp_path, lines)


def test_an_edition_that_a_file_names_is_never_opened(tmp_path: Path, game: Lines) -> None:
    pipe = tmp_path / "pipe.toml"
    os.mkfifo(pipe)  # who opens it waits for ever
    lines = copy(game)
    lines[0]["edition"] = str(pipe)
    with pytest.raises(MalformedError, match=r"Tooth & Talon has no edition '.*pipe.toml'; there is only house"):
        check(tmp_path, lines)


def test_the_name_of_an_edition_that_travels_cannot_command_a_terminal(tmp_path: Path) -> None:
    own = TALON.edition_from_text(TALON.edition().text, "own")
    lines = copy(lines_of(played(3, edition=own)))
    lines[0]["edition"] = "\x1b[2J"
    with pytest.raises(MalformedError, match="a name to be shown"):
        check(tmp_path, lines)


def test_a_file_of_many_games_is_read_one_game_at_a_time(tmp_path: Path, game: Lines) -> None:
    file = tmp_path / "many.jsonl"
    file.write_text(text_of(game) + "no game\n")
    games = read_games(file)
    assert next(games).is_finished
    with pytest.raises(MalformedError, match="no JSON"):
        next(games)


def test_numbers_are_equal_whichever_way_they_are_written_but_true_is_no_number() -> None:
    assert same([1, {"a": 2.0}], [1.0, {"a": 2}])
    for other in (True, "1", None, [1], {}):
        assert not same(other, 1)
    for other in ([1], [1, 2, 3], (1, 2), {"0": 1}, [1, True]):
        assert not same(other, [1, 2])
    assert not same(1, True)


@pytest.mark.parametrize("seed", ["xyz", "", "0", "AB" * 32, "ab " * 32])
def test_a_seed_that_is_no_number_is_refused(tmp_path: Path, game: Lines, seed: str) -> None:
    lines = copy(game)
    lines[-1]["seed"] = seed
    with pytest.raises(MalformedError, match="seed"):
        check(tmp_path, lines)


@pytest.mark.parametrize("seeds", [[5, "bo"], ["ann\ud800", "bo"]])
def test_seeds_of_seats_are_texts(tmp_path: Path, game: Lines, seeds: list[Any]) -> None:
    lines = copy(game)
    lines[-1]["seat_seeds"] = seeds
    with pytest.raises(MalformedError, match=r"list of texts|text in UTF-8"):
        check(tmp_path, lines)


def test_a_file_without_its_last_line_is_refused(tmp_path: Path, game: Lines) -> None:
    with pytest.raises(MalformedError, match="cut off"):
        check(tmp_path, game[:-1])


# --- Going on


def test_an_interrupted_game_goes_on_where_it_stopped(tmp_path: Path) -> None:
    whole, part = played(), played(9)
    file = tmp_path / "half.jsonl"
    save(file, part)
    table = resume(read_all(file)[0])
    assert record_bytes(table.state) == record_bytes(part.state)
    for ply in whole.plies[9:]:
        table.play(ply.seat, ply.action)
    assert record_bytes(table.state) == record_bytes(whole.state)
    assert lines_of(table) == lines_of(whole)


def test_an_interrupted_game_can_be_verified_as_far_as_it_went(tmp_path: Path, half: Lines) -> None:
    file = tmp_path / "half.jsonl"
    write(file, half)
    verdict = verify(read_all(file)[0])
    assert verdict.problems == []
    assert not verdict.finished
    assert verdict.plies == 9


def test_a_finished_game_cannot_be_resumed(tmp_path: Path, game: Lines) -> None:
    file = tmp_path / "game.jsonl"
    write(file, game)
    with pytest.raises(MalformedError, match="over"):
        resume(read_all(file)[0])


@pytest.mark.parametrize("tamper", [change_action, change_choice, change_hash, change_seed, change_seat, change_option],
                         ids=lambda t: t.__name__)  # fmt: skip
def test_a_tampered_game_is_not_resumed(tmp_path: Path, half: Lines, tamper: Callable[[Lines], None]) -> None:
    lines = copy(half)
    tamper(lines)
    file = tmp_path / "half.jsonl"
    write(file, lines)
    with pytest.raises(MalformedError, match=f"^{file}: "):
        resume(read_all(file)[0])


def test_a_game_with_an_own_edition_carries_its_text(tmp_path: Path) -> None:
    shipped = TALON.edition()
    own = TALON.edition_from_text(shipped.text.replace("worth = 4", "worth = 9"), "own")
    file = tmp_path / "own.jsonl"
    save(file, played(variant="base", edition=own))
    (replay,) = read_all(file)
    assert replay.header["edition_text"] == own.text
    assert verify(replay).problems == []
    assert "edition_text" not in lines_of(played(3))[0]


def test_an_interrupted_write_leaves_the_old_file(tmp_path: Path, game: Lines) -> None:
    file = tmp_path / "game.jsonl"
    write(file, game)
    before = file.read_bytes()
    with pytest.raises(TypeError):
        write(file, [*game, {"line": object()}])
    assert file.read_bytes() == before
    assert list(tmp_path.iterdir()) == [file]


# --- Older rules


def test_a_file_of_older_rules_is_not_checked(tmp_path: Path, game: Lines) -> None:
    lines = copy(game)
    lines[0]["rules"] = TALON.version - 1
    lines[2]["action"] = {"do": "a word of those days"}
    file = tmp_path / "old.jsonl"
    write(file, lines)
    (replay,) = read_all(file)
    verdict = verify(replay)
    assert (verdict.problems, verdict.older_rules, verdict.hashes_compared) == ([], True, False)
    with pytest.raises(MalformedError, match="cannot play it again"):
        open_table(replay)


def test_a_seed_that_breaks_its_commitment_is_noticed_under_older_rules_too(tmp_path: Path, game: Lines) -> None:
    lines = copy(game)
    lines[0]["rules"] = TALON.version - 1
    change_seed(lines)
    assert check(tmp_path, lines) == ["the seed does not match the commitment published before the game"]


@pytest.mark.parametrize("name", ["base-2", "base-3", "base-4", "stronger"])
def test_replays_of_the_first_rules_of_tailed_beasts_are_said_to_be_older(name: str) -> None:
    for replay in read_all(REPLAYS / f"0.1.0-beasts-{name}.jsonl"):
        verdict = verify(replay)
        assert (verdict.problems, verdict.older_rules) == ([], True)
        assert verdict.finished


SEATS = [Seat("Ada"), Seat("Briar", "greedy"), Seat("Clover", "random")]


def test_a_replay_says_who_sat_where(tmp_path: Path) -> None:
    file = tmp_path / "seats" / "game.jsonl"
    save(file, played(5), seats=SEATS, hints=True)
    (replay,) = read_all(file)
    assert (replay.header["bots"], replay.header["hints"]) == (["you", "greedy", "random"], True)
    assert seats_of(replay, 3, ["greedy", "random"]) == SEATS
    assert seats_of(replay, 3, ["random"])[1] == Seat("Briar"), "a bot that is not here is a person's seat"
    assert names_of(replay, 3) == ["Ada", "Briar", "Clover"]


@pytest.mark.parametrize("names", [None, "Ada", ["Ada"], ["Ada", "", "Bo"], ["Ada", 3, "Bo"]])
def test_names_that_are_none_are_left_out(names: object, tmp_path: Path) -> None:
    header, *rest = lines_of(played(5), seats=SEATS)
    file = tmp_path / "game.jsonl"
    write(file, [{**header, "names": names}, *rest])
    (replay,) = read_all(file)
    assert names_of(replay, 3) == ["You 1", "Greedy 2", "Random 3"]
    assert [seat.name for seat in seats_of(replay, 3, ["greedy"])] == ["Player 1", "Player 2", "Player 3"]


def test_names_cannot_command_a_terminal(tmp_path: Path) -> None:
    header, *rest = lines_of(played(5), seats=SEATS)
    file = tmp_path / "game.jsonl"
    write(file, [{**header, "names": ["\x1b[2JAda", "B" * 99, "C"]}, *rest])
    assert names_of(read_all(file)[0], 3) == ["[2JAda", "B" * 16, "C"]
