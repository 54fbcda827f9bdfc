"""Looking things up: games, rules, maps, replays and whether they are genuine."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

import bestiary
from bestiary.engine.registry import find_game

REPLAYS = Path(__file__).parent.parent / "replays"



def test_help_and_version_import_neither_numpy_nor_numba(cli):
    for option in ("--help", "--version"):
        done = subprocess.run(
            [sys.executable, "-X", "importtime", "-m", "bestiary", option], capture_output=True, text=True,
            env=cli.env(NUMBA_DISABLE_JIT=None),
        )  # fmt: skip
        imported = {line.rpartition("|")[2].strip().split(".")[0] for line in done.stderr.splitlines()}
        assert "typer" in imported
        assert not imported & {"numpy", "numba"}
        assert done.returncode == 0


def test_version(cli):
    assert cli.run("--version").stdout == f"bestiary {bestiary.__version__}\n"


def test_without_a_command_there_is_help(cli):
    assert "play" in cli.run().stdout


def test_games_as_text_and_as_data(cli):
    text = cli.run("games").stdout
    assert "Tooth & Talon" in text
    assert "teams-no-peek" in text
    assert "Bots: random, greedy" in text
    (talon,) = json.loads(cli.run("games", "talon", "--json").stdout)["games"]
    assert talon["players"] == {"least": 2, "most": 10, "default": 4}
    assert {o["name"] for o in talon["options"]} >= {"ante", "gamble", "team_list"}
    assert talon["bots"] == ["random", "greedy", "search", "perfect", "easy", "normal", "hard", "expert"]
    assert talon["editions"] == ["house"]


def test_rules_by_section_and_by_ruling(cli):
    assert cli.run("rules", "talon").stdout.startswith("# Tooth & Talon")
    assert cli.run("rules", "talon", "CARD", "act").stdout.startswith("## Card actions\n")
    ruling = json.loads(cli.run("rules", "talon", "r2", "--json").stdout)["sections"]
    assert ruling == [{"title": "R2", "text": '"All Rats" includes an active Rat.'}]
    data = json.loads(cli.run("rules", "talon", "--json").stdout)
    for words, title in {"gamble": "The gamble", "PEEK": "No peek", "R07": "R7"}.items():
        assert cli.run("rules", "talon", words).stdout.startswith(f"## {title}\n")
    assert cli.run("rules", "talon", "beting").stderr.endswith("no section 'beting'; did you mean 'Betting'?\n")
    assert [f"R{n}" for n in range(1, 32)] == list(data["rulings"])


@pytest.mark.parametrize(("game", "part", "words"), [
    ("talon", "overview", "threats, promises and bluffs belong to the game"),
    ("talon", "R1", "The designer's own rule: the acting player chooses"),
    ("talon", "R3", "passing is always possible is the designer's own rule"),
    ("talon", "R18", "four players in three teams sit 1, 2, 1, 3"),
    ("talon", "R31", "the table does not show from whose set a card came"),
    ("claw", "setup", "the publisher's errata"),
    ("claw", "R11", "The rival learns which card has advanced, and nothing about the one that stays"),
    ("claw", "R14", "room for exactly seven cards"),
    ("prey", "R6", "The designer's own rule: a tie for the first lead"),
    ("prey", "R8", "the dice come first and then the deal is the designer's own rule"),
    ("prey", "R9", "The winner of a trick leads the next one"),
])  # fmt: skip
def test_rules_say_what_is_the_designers_and_what_is_ours(cli, game, part, words):
    assert words in " ".join(cli.run("rules", game, part).stdout.split())



def test_cards_are_browsed_counted_and_filtered(cli):
    data = json.loads(cli.run("cards", "beasts", "--json").stdout)
    assert [data[key] for key in ("clan_cards", "awakenings", "paths", "shop_actions", "hidden_actions")] == [
        140, 20, 6, 15, 20,
    ]  # fmt: skip
    assert [data[key] for key in ("spawners", "beasts", "land_fields", "water_fields")] == [18, 20, 61, 32]
    ember = next(card for card in data["cards"] if card["name"] == "Grandmother Ember")
    assert (ember["tier"], ember["clan"], ember["styles"]) == (5, "Emberleaf", [4, 5, 5])
    assert ember["text"].startswith("From now to the end of the war: opposing effects")
    text = cli.run("cards", "beasts", "--filter", "tier=5", "--filter", "deck=clan_cards", "--filter", "embers").stdout
    assert "Grandmother Ember" not in text
    assert text.endswith(" cards fit.\n")
    assert "Spearhead" in cli.run("cards", "claw", "--filter", "type=sword").stdout
    fiery = json.loads(cli.run("cards", "beasts", "--filter", "natures=fire", "--json").stdout)["cards"]
    assert any(card["natures"] == ["Fire"] for card in fiery)
    assert any(len(card["natures"]) > 1 for card in fiery)
    assert all("Fire" in card["natures"] for card in fiery)
    assert "Take every Rat of the" in cli.run("cards", "talon", "--filter", "rat").stdout
    assert "12 as prey" in cli.run("cards", "prey").stdout
    wrong = cli.run("cards", "beasts", "--filter", "colour=red")
    assert wrong.returncode == 2
    assert "cards have no 'colour'; filter by deck, name" in wrong.stderr


def test_a_map_as_text_as_data_and_as_a_picture(cli, tmp_path):
    text = cli.run("map", "beasts").stdout
    assert "| 9   : 6   : 4 L : 2 C :" in text
    assert "From capital" in text
    picture = tmp_path / "map.svg"
    data = json.loads(cli.run("map", "beasts", "--json", "--svg", str(picture)).stdout)
    assert (data["game"], len(data["fields"])) == ("beasts", 94)
    assert picture.read_text().startswith("<svg ")
    assert cli.process("map", "beasts", "--svg", "/dev/stdout").stdout == picture.read_text()
    picture.write_text("mine")
    assert "is there already; --force replaces it" in cli.refused("map", "beasts", "--svg", str(picture))
    assert picture.read_text() == "mine"
    assert cli.run("map", "beasts", "--svg", str(picture), "--force").returncode == 0
    assert picture.read_text().startswith("<svg ")


def test_a_finished_game_is_genuine(cli, finished_game):
    data = json.loads(cli.run("verify", str(finished_game), "--json").stdout)
    assert data["ok"]
    assert data["games"] == data["finished"] == 1
    assert data["hashes_compared"]
    assert data["problems"] == []


def test_tampering_is_found(cli, finished_game):
    lines = finished_game.read_text().splitlines()
    closing = json.loads(lines[-1])
    closing["scores"][0] += 1
    forged = cli.folder / "forged.jsonl"
    forged.write_text("\n".join([*lines, *lines[:-1], json.dumps(closing)]) + "\n")
    done = cli.run("verify", str(forged))
    assert done.returncode == 2
    assert done.stderr == f"bestiary: {forged}: game 2: the scores differ\n"
    assert done.stdout == "NOT genuine: 2 games; 1 with a problem.\n"
    as_data = cli.run("verify", str(forged), "--json")
    assert as_data.returncode == 2
    assert json.loads(as_data.stdout)["problems"] == [{"game": 2, "problem": "the scores differ"}]


def with_rules(finished_game, version):
    lines = finished_game.read_text().splitlines()
    return "\n".join([json.dumps({**json.loads(lines[0]), "rules": version}), *lines[1:]]) + "\n"


def test_a_newer_version_of_the_rules_cannot_be_checked(cli, finished_game):
    new = cli.folder / "new.jsonl"
    new.write_text(with_rules(finished_game, 99))
    done = cli.run("verify", str(new))
    assert done.returncode == 2
    assert done.stdout == "Cannot be checked.\n"
    assert "played under version 99 of the rules" in done.stderr


def test_an_older_version_of_the_rules_is_not_checked(cli, finished_game):
    old = cli.folder / "old.jsonl"
    old.write_text(with_rules(finished_game, 0))
    done = cli.run("verify", str(old))
    assert (done.returncode, done.stderr) == (3, "")
    assert done.stdout.startswith("Older rules: not checked.\nPlayed under version 0 of the rules; these are version ")
    both = cli.folder / "both.jsonl"
    both.write_text(old.read_text() + finished_game.read_text())
    done = cli.run("verify", str(both))
    assert done.returncode == 3
    assert done.stdout.startswith("Older rules: not checked (1 of 2 games; the others are genuine).")
    as_data = cli.run("verify", str(both), "--json")
    assert as_data.returncode == 3
    data = json.loads(as_data.stdout)
    assert (data["ok"], data["older_rules"], data["problems"]) == (False, 1, [])
    assert "cannot play it again" in cli.run("replay", str(old)).stderr


@pytest.mark.parametrize("name", ["base-2", "base-3", "base-4", "stronger"])
def test_replays_of_the_first_tailed_beasts_end_verify_with_exit_code_3(cli, name):
    done = cli.run("verify", str(REPLAYS / f"0.1.0-beasts-{name}.jsonl"))
    assert (done.returncode, done.stderr) == (3, "")
    assert done.stdout.startswith("Older rules: not checked.\nPlayed under version 1 of the rules; these are version ")


def test_a_file_whose_hashes_are_of_another_version_is_not_checked(cli, finished_game):
    lines = [json.loads(line) for line in finished_game.read_text().splitlines()]
    lines[0]["layout"] = "0" * 16
    for line in lines[:-1]:
        line["hash"] = "f" * 16
    forged = cli.folder / "forged.jsonl"
    forged.write_text("".join(json.dumps(line) + "\n" for line in lines))
    done = cli.run("verify", str(forged))
    assert (done.returncode, done.stderr) == (3, "")
    assert done.stdout.startswith("Another version: not checked.\nHashes of another version cannot be compared.")
    data = json.loads(cli.run("verify", str(forged), "--json").stdout)
    assert (data["ok"], data["not_checked"], data["hashes_compared"]) == (False, 1, False)
    both = cli.folder / "both.jsonl"
    both.write_text(finished_game.read_text() + forged.read_text())
    done = cli.run("verify", str(both))
    assert done.returncode == 3
    assert done.stdout.startswith("Another version: not checked (1 of 2 games; the others are genuine).")


def test_verify_says_where_the_edition_came_from(cli):
    (cli.folder / "own.toml").write_text(find_game("talon").edition().text)
    cli.run("play", "talon", "--edition", "own.toml", "--seats", "random,random")
    done = cli.run("verify", str(cli.saved()[0]))
    assert done.returncode == 0
    assert done.stdout.endswith("The edition 'own' is the one that the file carries, not one of ours.\n")


def test_replay_refuses_what_does_not_lead_to_its_hashes(cli, finished_game):
    lines = [json.loads(line) for line in finished_game.read_text().splitlines()]
    lines[4]["hash"] = "0" * 16
    forged = cli.folder / "forged.jsonl"
    forged.write_text("".join(json.dumps(line) + "\n" for line in lines))
    for command in ("replay", "verify"):
        done = cli.run(command, str(forged))
        assert done.returncode == 2
        assert "the position after decision 3 differs" in done.stderr
        assert done.stderr.count("\n") == 1


def test_a_replay_is_told_from_beginning_to_end(cli, finished_game):
    text = cli.run("replay", str(finished_game)).stdout
    assert "Round 1 begins." in text
    assert "Result" in text
    assert "chooses a card" not in text  # the game is over: nothing is secret any more
    data = json.loads(cli.run("replay", str(finished_game), "--json").stdout)
    assert data["finished"]
    assert data["names"] == ["Ash", "Briar"]
    assert data["steps"][1]["action"]["do"] == "choose"
    assert [s["decision"] for s in data["steps"][:3]] == [None, 0, 1]
    assert "   0  Ash chooses the" in text
    assert len(data["payoffs"]) == 2


def test_an_unfinished_replay_keeps_its_secrets(cli):
    cli.run("play", "talon", "--seed", "u", typed="fox\n1\nrat\n")
    file = str(cli.saved()[0])
    text = cli.run("replay", file).stdout
    assert "You choose a card." in text
    assert "Ash chooses a card." in text
    assert "choose the Fox" not in text
    assert "The game is not finished." in text
    assert {s["action"] for s in json.loads(cli.run("replay", file, "--json").stdout)["steps"]} == {None}


def test_completion_knows_games_variants_and_options(cli):
    def complete(words: str) -> list[str]:
        count = str(len(words.split(" ")) - 1)
        return cli.run(_BESTIARY_COMPLETE="complete_bash", COMP_WORDS=words, COMP_CWORD=count).stdout.split()

    assert complete("bestiary play t") == ["talon"]
    assert complete("bestiary play talon --variant g") == ["gamble"]
    assert complete("bestiary play talon --set an") == ["ante="]


@pytest.mark.parametrize("name", ["beasts", "claw", "prey", "talon"])
def test_games_and_play_agree_on_how_many_play_by_default(cli, name):
    (game,) = json.loads(cli.run("games", name, "--json").stdout)["games"]
    seats = next(option["default"] for option in game["options"] if option["name"] == "seats")
    first = cli.run("play", name, typed="").stdout.partition("At the table: ")[2].partition(".\n")[0]
    assert game["players"]["default"] == seats == first.count(",") + 1
    assert re.search(rf"^seats .* {seats} +players at the table", cli.run("games", name).stdout, re.MULTILINE)
