"""The bot that plays by a neural network from a file. NumPy computes it; whatever trained it need not be there.

A file is an `.npz` archive: `about`, a text in JSON that says what the network plays; `inputs`, which numbers of an
observation it reads; `weights0`, `biases0`, `weights1`, … of its layers, with max(0, x) between them; and `outputs`,
for every action of the game the number of the last layer that speaks for it, −1 where none does.
"""

from __future__ import annotations

import hashlib
import io
import json
import math
import zipfile
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeAlias

import numpy as np

from bestiary.bots.knowledge import Knowledge
from bestiary.bots.protocol import Budget, Choice, Weighed, drawn, legal_of
from bestiary.engine import files
from bestiary.engine.content import Edition
from bestiary.engine.decisions import Decisions
from bestiary.engine.errors import MalformedError
from bestiary.engine.game import Game
from bestiary.engine.options import as_dict
from bestiary.engine.rule import Batch, FloatRows, Floats, Ints, Longs, Shares, rule, specialise

PREFIX: Final = "net:"  # before the file, where a bot is named
FORMAT: Final = 1
MOST_BYTES: Final = 64 << 20  # of a file, and of what is packed into it
MOST_LAYERS: Final = 16
CHUNK: Final = 8192  # decisions that are computed at once
NEVER: Final = -1e9  # what an action weighs for which the network has no output

# What a game puts here.
Box: TypeAlias = Any
State: TypeAlias = Any
observe: Any = None


@rule
def observe_all(
    box: Box, positions: Batch, seats: Longs, first: int, inputs: Ints, scratch: Floats, rows: Floats
) -> None:
    """The inputs of as many decisions as `rows` has room for, from the first on."""
    width = len(inputs)
    for i in range(len(rows) // width):
        observe(box, positions[first + i], int(seats[first + i]), scratch)
        for column in range(width):
            rows[i * width + column] = scratch[int(inputs[column])]


@rule
def soften(logits: FloatRows, outputs: Ints, moves: Ints, starts: Longs, chances: Shares) -> None:
    """Softmax over the legal actions of each row."""
    for row in range(len(starts) - 1):
        most = NEVER
        for i in range(int(starts[row]), int(starts[row + 1])):
            output = int(outputs[int(moves[i])])
            chances[i] = logits[row, output] if output >= 0 else NEVER
            most = max(most, chances[i])
        total = 0.0
        for i in range(int(starts[row]), int(starts[row + 1])):
            chances[i] = np.exp(chances[i] - most)
            total += chances[i]
        for i in range(int(starts[row]), int(starts[row + 1])):
            chances[i] /= total


def layout_of(game: Game) -> str:
    """A digest of what observations and actions are: a network that knows others cannot play."""
    seen = [(name, feature.size, feature.text) for name, feature in game.observation.features.items()]
    done = [(kind.name, kind.args) for kind in game.actions.kinds]
    return hashlib.sha256(repr((seen, done)).encode()).hexdigest()[:16]


@dataclass(frozen=True)
class Network:
    """What a file holds."""

    about: dict[str, Any]
    inputs: Any
    outputs: Any
    layers: list[tuple[Any, Any]]  # weights and biases

    @classmethod
    def of(
        cls, game: Game, edition: Edition, players: int, variant: str, inputs: Any, outputs: Any,
        layers: list[tuple[Any, Any]],
    ) -> Network:  # fmt: skip
        """A network that was trained for such tables."""
        about = {
            "format": FORMAT, "game": game.name, "version": game.version, "variant": variant, "players": players,
            "edition": [edition.name, edition.digest], "layout": layout_of(game),
        }  # fmt: skip
        numbers = [(np.ascontiguousarray(w, np.float32), np.asarray(b, np.float32)) for w, b in layers]
        return cls(about, np.asarray(inputs, np.int32), np.asarray(outputs, np.int32), numbers)

    def logits(self, rows: Any) -> Any:
        """What the last layer says to each row of inputs."""
        for weights, biases in self.layers[:-1]:
            rows = rows @ weights
            rows += biases
            np.maximum(rows, 0, out=rows)
        weights, biases = self.layers[-1]
        return rows @ weights + biases

    def save(self, file: Path) -> None:
        arrays = {"about": np.frombuffer(json.dumps(self.about).encode(), np.uint8)}
        arrays |= {"inputs": self.inputs, "outputs": self.outputs}
        for n, (weights, biases) in enumerate(self.layers):
            arrays |= {f"weights{n}": weights, f"biases{n}": biases}
        with files.replacing(file) as aside, aside.open("wb") as out:
            np.savez_compressed(out, **arrays)  # type: ignore[arg-type]  # the stub takes `allow_pickle` for one of them

    @classmethod
    def load(cls, game: Game, file: Path) -> Network:
        """Reads a file from elsewhere: whatever is wrong with it is said in a line."""
        try:
            arrays = read_arrays(file)
            about = json.loads(arrays["about"].tobytes())
            layers = [(arrays[f"weights{n}"], arrays[f"biases{n}"]) for n in range((len(arrays) - 3) // 2)]
            network = cls(about, arrays["inputs"], arrays["outputs"], layers)
        except (ValueError, KeyError, EOFError, MemoryError, RecursionError, zipfile.BadZipFile, zlib.error):
            raise MalformedError(f"{file} is no network: it is damaged, or a file of another kind") from None
        network.check(game, file)
        return network

    def check(self, game: Game, file: Path) -> None:
        """Refuses a network for something else, and one whose layers do not fit together."""
        about = self.about
        if not isinstance(about, dict) or about.get("format") != FORMAT:
            raise MalformedError(f"{file} is a network of another format than {FORMAT}; train it anew")
        for name, here in (("game", game.name), ("version", game.version), ("layout", layout_of(game))):
            if (there := about.get(name)) != here:
                raise MalformedError(f"the network {file} does not play this game: its {name} is {there}, not {here}")
        variant = next((each for each in game.variants if each.name == about.get("variant")), None)
        if variant is None or about.get("players") not in variant.players:
            raise MalformedError(f"the network {file} says that it plays a table that {game.title} does not have")
        edition = about.get("edition")
        if not (isinstance(edition, list) and [type(word) for word in edition] == [str, str]):
            raise MalformedError(f"the network {file} does not say for which edition it is")
        self._check_shapes(game, file)

    def _check_shapes(self, game: Game, file: Path) -> None:
        width, seen, known = len(self.inputs), game.observation.length, game.actions.size
        for weights, biases in self.layers:
            fits = weights.ndim == 2 and biases.ndim == 1 and weights.shape == (width, len(biases)) and width > 0
            if not fits or weights.dtype != np.float32 or biases.dtype != np.float32:
                raise MalformedError(f"the layers of the network {file} do not fit together")
            if not (np.isfinite(weights).all() and np.isfinite(biases).all()):
                raise MalformedError(f"the network {file} holds numbers that are not finite")
            width = len(biases)
        for name, numbers, length, low, high in (
            ("inputs", self.inputs, None, 0, seen), ("outputs", self.outputs, known, -1, width),
        ):  # fmt: skip
            whole = numbers.ndim == 1 and numbers.dtype == np.int32 and length in (None, len(numbers))
            if not whole or not ((numbers >= low) & (numbers < high)).all():
                raise MalformedError(f"the {name} of the network {file} do not fit {game.title}")


def read_arrays(file: Path) -> dict[str, Any]:
    """The arrays of an archive, none of them larger than it says, and no objects."""
    with files.reading(file, "network") as opened:
        data = opened.read(MOST_BYTES + 1)
    too_large = MalformedError(f"cannot read the network {file}: it holds more than {MOST_BYTES:,} bytes")
    if len(data) > MOST_BYTES:
        raise too_large
    arrays = {}
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        listed = archive.infolist()
        if sum(each.file_size for each in listed) > MOST_BYTES:
            raise too_large
        if not 5 <= len(listed) <= 3 + 2 * MOST_LAYERS:
            raise ValueError("not as many arrays as a network has")
        for each in listed:
            packed = io.BytesIO(archive.read(each))
            version = np.lib.format.read_magic(packed)
            if version != (1, 0):
                raise ValueError("not the version that we write")
            shape, fortran, kind = np.lib.format.read_array_header_1_0(packed)
            values = packed.read()
            if fortran or kind.hasobject or math.prod(shape) * kind.itemsize != len(values):
                raise ValueError("an array that is not as long as it says")
            arrays[each.filename.removesuffix(".npy")] = np.frombuffer(values, kind).reshape(shape)
    return arrays


class Net:
    """Draws an action by the chances that the network gives. It sees what its seat knows, and does not think."""

    def __init__(self, game: Game, file: Path) -> None:
        self.game, self.file, self.network = game, file, Network.load(game, file)
        self.observe_all = specialise(observe_all, game.name, Box=game.box, State=game.state, observe=game.observe)

    def prepare(self, edition: Edition, options: Any, **how: Any) -> None:
        """Refuses a table for which the network was not trained."""
        about = self.network.about
        players, variant, (name, digest) = about["players"], about["variant"], about["edition"]
        trained = as_dict(self.game.options, self.game.make_options(players, variant))
        here = as_dict(self.game.options, options)
        changed = {"seats"}.union(*(each.settings for each in self.game.variants))
        if any(trained[setting] != here[setting] for setting in changed):
            told = f"{players} players, variant {variant}; on the command line say -p {players} --variant {variant}"
            raise MalformedError(f"the network {self.file} plays with {told}")
        if edition.digest != digest:
            raise MalformedError(f"the network {self.file} plays the edition '{name}', and this one is another")

    def choose(self, knowledge: Knowledge, seat: int, budget: Budget, rng: Longs) -> Choice:
        """The budget does not matter."""
        legal = legal_of(self, knowledge, seat)
        seen = np.zeros(self.game.observation.length, np.float32)
        self.game.observe(knowledge.edition.box, knowledge.position, seat, seen)
        moves = np.array(legal, np.int32)
        starts = np.array([0, len(legal)])
        chances = self._chances(seen[self.network.inputs][None], moves, starts).tolist()
        evaluation = tuple(Weighed(*each) for each in zip(legal, chances, strict=True))
        return Choice(drawn(legal, chances, rng), evaluation, knowledge)

    def policy(self, decisions: Decisions) -> Shares:
        """The same for many decisions at once."""
        scratch = np.zeros(self.game.observation.length, np.float32)
        chances = np.zeros(len(decisions.moves))
        width = len(self.network.inputs)
        for first in range(0, len(decisions), CHUNK):
            last = min(first + CHUNK, len(decisions))
            rows = np.zeros((last - first) * width, np.float32)
            box, inputs = decisions.edition.box, self.network.inputs
            self.observe_all(box, decisions.positions, decisions.seats, first, inputs, scratch, rows)
            starts = decisions.starts[first : last + 1]
            moves = decisions.moves[starts[0] : starts[-1]]
            chances[starts[0] : starts[-1]] = self._chances(rows.reshape(-1, width), moves, starts - starts[0])
        return chances

    def _chances(self, rows: Any, moves: Ints, starts: Longs) -> Shares:
        chances = np.zeros(len(moves))
        soften(self.network.logits(rows), self.network.outputs, moves, starts, chances)
        return chances
