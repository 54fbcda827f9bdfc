"""The bot that plays by a network from a file: what it does, and which files it refuses."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from other_truths import other_truth

from bestiary.bots import net
from bestiary.bots.knowledge import Knowledge
from bestiary.bots.net import Net, Network
from bestiary.bots.protocol import AT_ONCE
from bestiary.bots.roster import check_name, fill_seats, player_named
from bestiary.engine.chance import quick_rng, server_seed
from bestiary.engine.errors import MalformedError
from bestiary.engine.registry import find_game
from bestiary.engine.table import Table

TALON = find_game("talon")
INPUTS = np.arange(40)


def network(**changed: Any) -> Network:
    """A network of two layers with any numbers."""
    luck, known = np.random.default_rng(5), TALON.actions.size
    sizes = ((40, 8), (8, known))
    layers = [(luck.normal(size=size).astype(np.float32), np.zeros(size[1], np.float32)) for size in sizes]
    made = Network.of(TALON, TALON.edition(), 2, "base", INPUTS, np.arange(known), layers)
    return Network(**{**vars(made), **changed})


@pytest.fixture
def file(tmp_path: Path) -> Path:
    network().save(tmp_path / "talon.npz")
    return tmp_path / "talon.npz"


def seated(variant: str | None = None, players: int = 2) -> Table:
    return Table(TALON, TALON.edition(), TALON.make_options(players, variant), server_seed("net"))


def test_it_draws_by_what_the_network_says_of_the_observation(file: Path) -> None:
    player, table = player_named(TALON, f"net:{file}"), seated()
    player.prepare(table.edition, table.options)
    seen, made = np.zeros(TALON.observation.length, np.float32), network()
    taken = []
    while waiting := table.waiting():
        seat = waiting[0]
        known = Knowledge.at(table, seat)
        TALON.observe(table.edition.box, known.position, seat, seen)
        inner = np.maximum(seen[INPUTS] @ made.layers[0][0] + made.layers[0][1], 0)
        said = np.exp((inner @ made.layers[1][0] + made.layers[1][1])[table.legal(seat)].astype(float))
        choice = player.choose(known, seat, quick_rng(f"luck {len(taken)}"))
        again = player.choose(known, seat, quick_rng(f"luck {len(taken)}"))
        assert [each.action for each in choice.evaluation] == table.legal(seat)
        assert [each.chance for each in choice.evaluation] == pytest.approx(said / said.sum(), abs=1e-5)
        assert choice.action == again.action
        taken.append(choice.action)
        table.play(seat, choice.action)
    assert len(set(taken)) > 5


def test_it_does_not_depend_on_what_the_seat_cannot_know(file: Path) -> None:
    bot, table, rng = Net(TALON, file), seated(), quick_rng("secret")
    table.play(0, table.legal(0)[0])
    other = other_truth(TALON, table.state, 1, rng)
    one, two = (
        bot.choose(Knowledge(TALON, table.edition, state, 1), 1, AT_ONCE, quick_rng("luck"))
        for state in (table.state, other)
    )
    assert (one.action, one.evaluation) == (two.action, two.evaluation)


def test_an_action_without_an_output_is_not_taken(tmp_path: Path) -> None:
    outputs = np.arange(TALON.actions.size, dtype=np.int32)
    outputs[0] = -1
    network(outputs=outputs).save(tmp_path / "some.npz")
    table = seated()
    choice = Net(TALON, tmp_path / "some.npz").choose(Knowledge.at(table, 0), 0, AT_ONCE, quick_rng("any"))
    assert choice.evaluation[0].chance == 0


def test_a_table_for_which_it_was_not_trained_is_refused(file: Path) -> None:
    player = player_named(TALON, f"net:{file}")
    for variant, players in ((None, 3), ("gamble", 2), ("no-peek", 2)):
        table = seated(variant, players)
        with pytest.raises(MalformedError, match="plays with 2 players, variant base; on the command line say -p 2"):
            player.prepare(table.edition, table.options)
    text = TALON.edition().text.replace("worth = 4", "worth = 5")
    with pytest.raises(MalformedError, match="plays the edition 'house', and this one is another"):
        player.prepare(TALON.edition_from_text(text, "other"), TALON.make_options(2))


@pytest.mark.parametrize(("changed", "told"), [
    ({"format": 9}, "of another format than 1"),
    ({"game": "claw"}, "its game is claw, not talon"),
    ({"version": 99}, "its version is 99, not"),
    ({"layout": "0"}, "its layout is 0, not"),
    ({"players": 99}, "a table that Tooth & Talon does not have"),
    ({"variant": "nonsense"}, "a table that Tooth & Talon does not have"),
    ({"variant": ["base"]}, "a table that Tooth & Talon does not have"),
    ({"edition": "house"}, "does not say for which edition"),
])  # fmt: skip
def test_a_network_for_something_else_is_refused_in_a_line(tmp_path: Path, changed: Any, told: str) -> None:
    network(about={**network().about, **changed}).save(tmp_path / "other.npz")
    with pytest.raises(MalformedError, match=told):
        Net(TALON, tmp_path / "other.npz")


def test_a_network_of_another_game_is_refused_by_that_game(file: Path) -> None:
    with pytest.raises(MalformedError, match="its game is talon, not prey"):
        player_named(find_game("prey"), f"net:{file}")


@pytest.mark.parametrize(("changed", "told"), [
    ({"inputs": np.array([10**6], np.int32)}, "layers of the network|inputs of the network"),
    ({"inputs": np.full(40, -1, np.int32)}, "the inputs of the network"),
    ({"inputs": np.arange(40.0)}, "the inputs of the network"),
    ({"outputs": np.zeros(3, np.int32)}, "the outputs of the network"),
    ({"outputs": np.full(TALON.actions.size, 10**6, np.int32)}, "the outputs of the network"),
    ({"layers": [(np.zeros((40, 3), np.float32), np.zeros(4, np.float32))]}, "do not fit together"),
    ({"layers": [(np.zeros((40, 3)), np.zeros(3))]}, "do not fit together"),
    ({"layers": [(np.full((40, 3), np.nan, np.float32), np.zeros(3, np.float32))]}, "not finite"),
])  # fmt: skip
def test_a_network_that_does_not_fit_is_refused_in_a_line(tmp_path: Path, changed: Any, told: str) -> None:
    network(**changed).save(tmp_path / "other.npz")
    with pytest.raises(MalformedError, match=told):
        Net(TALON, tmp_path / "other.npz")


def archive(**members: bytes) -> bytes:
    memory = io.BytesIO()
    with zipfile.ZipFile(memory, "w", zipfile.ZIP_DEFLATED) as made:
        for name, data in members.items():
            made.writestr(f"{name}.npy", data)
    return memory.getvalue()


def packed(array: Any, **how: Any) -> bytes:
    memory = io.BytesIO()
    np.save(memory, array, **how)
    return memory.getvalue()


def test_a_broken_file_is_refused_in_a_line(file: Path) -> None:
    whole, about = file.read_bytes(), np.frombuffer(json.dumps(network().about).encode(), np.uint8)
    claims = packed(np.zeros(8, np.float32)).replace(b"(8,)", b"(9,)")
    objects = packed(np.array([{}]), allow_pickle=True)
    few = {"about": packed(about), "inputs": packed(INPUTS), "outputs": packed(INPUTS)}
    for broken in (
        b"", b"no archive", whole[: len(whole) // 2], whole[:200] + b"x" * 50 + whole[250:], archive(**few),
        archive(**few, weights0=claims, biases0=claims), archive(**few, weights0=objects, biases0=objects),
        archive(**few, weights0=b"x", biases0=b"x"), archive(**{**few, "about": packed(INPUTS)}, a=claims, b=claims),
    ):  # fmt: skip
        file.write_bytes(broken)
        with pytest.raises(MalformedError, match="is no network: it is damaged, or a file of another kind"):
            Net(TALON, file)


def test_a_huge_file_is_refused_before_it_fills_the_memory(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(net, "MOST_BYTES", 5_000)
    assert file.stat().st_size > 5_000
    with pytest.raises(MalformedError, match="holds more than 5,000 bytes"):
        Net(TALON, file)
    file.write_bytes(archive(about=bytes(50_000)))  # small, until it is unpacked
    assert file.stat().st_size < 5_000
    with pytest.raises(MalformedError, match="holds more than 5,000 bytes"):
        Net(TALON, file)


def test_a_name_without_its_file_and_a_file_that_is_not_there_are_refused(tmp_path: Path) -> None:
    with pytest.raises(MalformedError, match="a network is named with its file: net:FILE"):
        check_name(TALON, "net")
    with pytest.raises(MalformedError, match=r"cannot read the network .*nowhere: No such file"):
        player_named(TALON, f"net:{tmp_path}/nowhere")
    with pytest.raises(MalformedError, match="it is a folder"):
        player_named(TALON, f"net:{tmp_path}")
    assert fill_seats(TALON, ["net:a", "greedy"], 3) == ["net:a", "greedy", "net:a"]
