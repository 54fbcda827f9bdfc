"""Every registered game keeps every law, in every variant and for every number of players."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from msgspec import json
from other_truths import other_truth

from bestiary.engine import lesson
from bestiary.engine.chance import key_of, quick_rng, server_seed
from bestiary.engine.records import clone, same_record
from bestiary.engine.registry import find_game, game_names
from bestiary.engine.rule import JIT
from bestiary.engine.table import play, start
from bestiary.lab.figures import FILE, Counts
from bestiary.testkit.fuzz import fuzz
from bestiary.testkit.golden import play_again
from bestiary.testkit.sabotage import faults_of
from bestiary.testkit.secrecy import secret_fields

GOLDEN = Path(__file__).parent.parent / "golden"
TABLES = [(g, v.name, n) for g in game_names() for v in find_game(g).variants for n in v.players]
GAMES = 150 if JIT else 1


def golden_of(name: str) -> Path:
    """Where the golden playthroughs of a game lie: here, or in the folder of a game from another package."""
    ours = GOLDEN / name
    return ours if ours.exists() else find_game(name).folder / "golden"


STORIES = [(name, file) for name in game_names() for file in sorted(golden_of(name).glob("*.txt"))]
LESSONS = [(name, file) for name in game_names() if (file := lesson.file_of(find_game(name))).exists()]


@pytest.mark.parametrize(("name", "variant", "players"), TABLES)
def test_every_law_holds(name: str, variant: str, players: int) -> None:
    game = find_game(name)
    report = fuzz(
        game, game.edition(), game.make_options(players, variant), GAMES, "conformance", 2, 10, lambda count: None
    )
    assert report["violations"] == 0, {k: v for k, v in report["laws"].items() if v["broken"]}
    never = {law for law, entry in report["laws"].items() if entry["checked"] == 0}
    secret_choices, said = {"any order", "narration secrecy"}, set() if game.about else {"about secrecy"}
    assert never <= secret_choices | said, "only what needs secret choices, or what nobody says, may go unchecked"


@pytest.mark.parametrize("name", game_names())
def test_a_hide_that_leaves_any_one_secret_in_is_noticed(name: str) -> None:
    game = find_game(name)
    edition = game.edition()
    rng = quick_rng("hide")
    unnoticed = {f.name for f in secret_fields(game.state)}
    for variant in game.variants:
        options = game.make_options(variant.players.start, variant.name)
        state, _ = start(game, edition, options, key_of(server_seed("hide")))
        for _ in range(40):
            other = other_truth(game, state, 0, rng)
            for field in sorted(unnoticed):
                one, two = clone(state), clone(other)
                game.hide(one, 0)
                game.hide(two, 0)
                assert same_record(one, two)
                one[field], two[field] = state[field], other[field]
                if not same_record(one, two):
                    unnoticed.discard(field)
            if seats := game.seats_waiting(state):
                play(game, edition, state, seats[-1], game.legal_actions(edition, state, seats[-1])[0])
    assert not unnoticed


@pytest.mark.parametrize("name", game_names())
def test_every_variant_has_a_golden_playthrough(name: str) -> None:
    told = {lesson.read_head(f.read_text())["variant"] for f in golden_of(name).glob("*.txt")}
    assert told == {v.name for v in find_game(name).variants}


@pytest.mark.parametrize(
    "file", [f for _, f in STORIES + LESSONS], ids=[f"{name}/{file.stem}" for name, file in STORIES + LESSONS]
)
def test_a_golden_playthrough_reads_the_same_today(file: Path) -> None:
    assert play_again(file.read_text()) == file.read_text()


@pytest.mark.parametrize("name", [name for name, _ in LESSONS])
def test_a_tutor_says_something_before_every_decision_of_the_learner_and_at_the_end(name: str) -> None:
    steps = lesson.lesson_of(find_game(name)).steps
    assert all(step.words for step in steps)
    assert not any(step.words[-1].at for step in steps), "the last words are about what is to be done"
    assert max(len(words.text) for step in steps for words in step.words) <= 240


@pytest.mark.parametrize("name", game_names())
def test_a_game_lists_at_least_twenty_faults_that_still_fit_its_sources(name: str) -> None:
    assert len(faults_of(find_game(name))) >= 20


@pytest.mark.parametrize("name", [name for name in game_names() if (find_game(name).folder / FILE).exists()])
def test_figures_beside_a_card_are_counted_with_the_cards_of_today(name: str) -> None:
    game = find_game(name)
    counted = json.decode((game.folder / FILE).read_bytes(), type=Counts)
    assert counted.edition == game.edition().digest, f"python bench/figures.py {name} counts them anew"


@pytest.mark.parametrize("name", game_names())
def test_observation_parts_fill_the_whole_observation(name: str) -> None:
    game = find_game(name)
    edition = game.edition()
    state, _ = start(game, edition, game.make_options(), key_of(server_seed("parts")))
    out = np.full(game.observation.length, 7, np.float32)
    game.observe(edition.box, state, 0, out)
    assert sum(len(p) for p in game.observation.split(out).values()) == len(out)
    assert not (out == 7).any()
