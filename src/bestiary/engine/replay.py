"""Replay files: JSON lines. The first line says what was played, each further one a decision with the hash of the
position after it; the last one closes the game (result, seed, every event) or says where it was interrupted."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bestiary.engine import files
from bestiary.engine.chance import commitment
from bestiary.engine.errors import BestiaryError, MalformedError
from bestiary.engine.game import Game
from bestiary.engine.registry import find_game
from bestiary.engine.seat_names import printable
from bestiary.engine.table import Table

FORMAT = 2
"""Format 1 had fewer kinds of events; engine.upgrade reads it."""
PERSON = "you"  # what stands for a person among the bots
LONGEST_NAME = 16


@dataclass(frozen=True)
class Replay:
    """A parsed replay file."""

    file: str
    header: dict[str, Any]
    plies: list[dict[str, Any]]
    closing: dict[str, Any] | None

    @property
    def is_finished(self) -> bool:
        return self.closing is not None and self.closing["line"] == "end"

    @property
    def has_older_rules(self) -> bool:
        """Was it played under an older version of the rules? Those rules are no longer here to play it again."""
        return bool(self.header["rules"] < self.game().version)

    def game(self) -> Game:
        return find_game(str(self.header["game"]))


@dataclass(frozen=True)
class Seat:
    """Who sits at a place: a bot of this kind, or a person where it is empty."""

    name: str
    bot: str = ""


def lines_of(
    table: Table, bots: Sequence[str] = (), seats: Sequence[Seat] = (), hints: bool = False
) -> list[dict[str, Any]]:
    """The lines of a table's replay. An unfinished one carries its seed, so that it can go on. The header names who
    sits at the `seats`, or only the `bots`, and whether the table gave hints."""
    game = table.game
    header: dict[str, Any] = {
        "line": "game",
        "format": FORMAT,
        "game": game.name,
        "rules": game.version,
        "layout": game.state.layout(),
        "edition": table.edition.name,
        "edition_digest": table.edition.digest,
        "options": game.settings(table.options),
        "commitment": table.commitment,
        "hash": table.opening_hash,
    }
    if bots or seats:
        header["bots"] = list(bots) or [s.bot or PERSON for s in seats]
    if seats:
        header["names"] = [s.name for s in seats]
    if hints:
        header["hints"] = True
    if not table.edition.shipped:
        header["edition_text"] = table.edition.text
    lines = [header]
    for number, ply in enumerate(table.plies):
        action = game.actions.data(ply.action)
        lines.append({"line": "ply", "ply": number, "seat": ply.seat, "action": action, "hash": ply.hash})
    closing: dict[str, Any] = {"line": "pause", "seed": table.seed.hex(), "seat_seeds": list(table.seat_seeds)}
    if table.is_over:
        closing["line"] = "end"
        closing["payoffs"] = table.payoffs()
        closing["scores"] = game.score_list(table.edition, table.state)
        closing["events"] = [e.as_list() for e in table.events()]
    return [*lines, closing]


def write(file: Path, lines: Iterable[dict[str, Any]]) -> None:
    files.write(file, (json.dumps(line, separators=(",", ":")) + "\n" for line in lines))


def save(
    file: Path, table: Table, bots: Sequence[str] = (), seats: Sequence[Seat] = (), hints: bool = False
) -> None:
    """Writes a table's replay, making the folder if it is not there."""
    file.parent.mkdir(parents=True, exist_ok=True)
    write(file, lines_of(table, bots, seats, hints))


def seats_of(replay: Replay, count: int, bots: Sequence[str]) -> list[Seat]:
    """Who sat at each seat. A file from elsewhere may not say so: then a person faces greedy bots."""
    kinds = _texts(replay.header.get("bots"), count) or [PERSON] + ["greedy"] * (count - 1)
    names = _texts(replay.header.get("names"), count) or [f"Player {n}" for n in range(1, count + 1)]
    return [Seat(n, k if k in bots else "") for n, k in zip(names, kinds, strict=True)]


def names_of(replay: Replay, count: int) -> list[str]:
    """What the players are called; a bot without a name by its kind."""
    bots = _texts(replay.header.get("bots"), count) or [""] * count
    plain = [f"{b.capitalize() or 'Player'} {n}" for n, b in enumerate(bots, 1)]
    return _texts(replay.header.get("names"), count) or plain


def _texts(value: Any, count: int) -> list[str]:
    """A list of so many short texts; anything else counts as missing."""
    if not isinstance(value, list) or len(value) != count or not all(isinstance(v, str) and v for v in value):
        return []
    return [printable(v)[:LONGEST_NAME] for v in value]


def read_all(file: Path) -> list[Replay]:
    """All games of a file; `simulate --record` writes many into one."""
    try:
        text = file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not a text file"
        raise MalformedError(f"cannot read the replay {file}: {reason}") from None
    games: list[Replay] = []
    header: dict[str, Any] | None = None
    plies: list[dict[str, Any]] = []
    for number, row in enumerate(text.splitlines(), 1):
        where = f"{file}:{number}"
        line = _read_line(where, row)
        kind = line["line"]
        if kind == "game":
            if header is not None:
                raise MalformedError(f"{where}: a new game begins before the last one was closed")
            header, plies = line, []
        elif header is None:
            raise MalformedError(f"{where}: a replay begins with a line of kind 'game', not '{kind}'")
        elif kind == "ply":
            if line["ply"] != len(plies):
                raise MalformedError(f"{where}: decision {len(plies)} is missing, here stands {line['ply']}")
            plies.append(line)
        else:
            games.append(Replay(str(file), header, plies, line))
            header = None
    if header is not None:
        games.append(Replay(str(file), header, plies, None))
    if not games:
        raise MalformedError(f"{file}: the file is empty; a replay begins with a line of kind 'game'")
    return games


NEEDED: dict[str, dict[str, type]] = {
    "game": {"format": int, "game": str, "rules": int, "layout": str, "edition": str, "edition_digest": str,
             "options": dict, "commitment": str, "hash": str},
    "ply": {"ply": int, "seat": int, "action": dict, "hash": str},
    "pause": {"seed": str, "seat_seeds": list},
    "end": {"seed": str, "seat_seeds": list, "payoffs": list, "scores": list, "events": list},
}  # fmt: skip


def _read_line(where: str, row: str) -> dict[str, Any]:
    try:
        line = json.loads(row)
    except (ValueError, RecursionError):
        raise MalformedError(f"{where}: damaged: this line is no JSON") from None
    if not isinstance(line, dict) or not isinstance(line.get("line"), str) or line["line"] not in NEEDED:
        raise MalformedError(f"{where}: damaged: every line is an object of kind {', '.join(NEEDED)}")
    for key, kind in NEEDED[line["line"]].items():
        if not isinstance(line.get(key), kind):
            raise MalformedError(f"{where}: damaged: '{key}' is missing or no {kind.__name__}")
    if line["line"] == "game" and line["format"] > FORMAT:
        raise MalformedError(f"{where}: format {line['format']} is newer than this program, which reads {FORMAT}")
    return line


def open_table(replay: Replay) -> Table:
    """A table at the beginning of the replay's game."""
    game, header = replay.game(), replay.header
    seed = _seed_of(replay)
    if replay.has_older_rules:
        raise MalformedError(
            f"{replay.file}: played under version {header['rules']} of the rules of {game.title}; these are version "
            f"{game.version} and cannot play it again"
        )
    if "edition_text" in header:
        edition = game.edition_from_text(str(header["edition_text"]), str(header["edition"]))
    else:
        edition = game.edition(str(header["edition"]))
    if edition.digest != header["edition_digest"]:
        raise MalformedError(
            f"{replay.file}: played with edition '{edition.name}' {header['edition_digest']}, "
            f"here it is {edition.digest}"
        )
    given = header["options"]
    if header["format"] < FORMAT and game.upgrade:
        given = game.upgrade.options(given)
    settings = {k: v for k, v in given.items() if k != "seats"}
    options = game.make_options(given.get("seats"), settings=settings)
    closing = replay.closing or {}
    return Table(game, edition, options, seed, tuple(map(str, closing["seat_seeds"])))


def _seed_of(replay: Replay) -> bytes:
    """The server's seed, which the last line tells."""
    if replay.closing is None:
        raise MalformedError(f"{replay.file}: the last line is missing (kind 'end' or 'pause'); the file was cut off")
    try:
        return bytes.fromhex(replay.closing["seed"])
    except ValueError:
        raise MalformedError(f"{replay.file}: damaged: the seed is no hexadecimal number") from None


@dataclass(frozen=True)
class Verdict:
    """What `verify` found."""

    problems: list[str]
    plies: int
    hashes_compared: bool
    finished: bool
    older_rules: bool = False  # the decisions were not played again: the rules have changed since


def verify(replay: Replay) -> Verdict:
    """Plays a replay again and compares seed, hashes, events and result.

    Another record layout gives other hashes. Of a file with another layout actions, events and results are compared, of
    one of older rules only the seed is compared with its commitment."""
    unkept = "the seed does not match the commitment published before the game"
    if replay.has_older_rules:
        problems = [] if commitment(_seed_of(replay)) == replay.header["commitment"] else [unkept]
        return Verdict(problems, len(replay.plies), False, replay.is_finished, older_rules=True)
    table = open_table(replay)
    header, closing = replay.header, replay.closing or {}
    same_layout = header["layout"] == table.game.state.layout()
    problems = []
    if header["rules"] != table.game.version:
        problems.append(f"played under version {header['rules']} of the rules; these are version {table.game.version}")
    if commitment(table.seed) != header["commitment"]:
        problems.append(unkept)
    if same_layout and header["hash"] != table.opening_hash:
        problems.append("the position after the set-up differs")
    for number, line in enumerate(replay.plies):
        try:
            table.play(line["seat"], line["action"])
        except BestiaryError as error:
            problems.append(f"decision {number} by seat {line['seat']} is not possible: {error}")
            break
        if same_layout and table.plies[-1].hash != line["hash"]:
            problems.append(f"the position after decision {number} differs")
            break
    if not problems and replay.is_finished:
        problems += _compare_end(table, closing, header["format"])
    return Verdict(problems, len(replay.plies), same_layout, replay.is_finished)


def _compare_end(table: Table, closing: dict[str, Any], version: int) -> list[str]:
    if not table.is_over:
        return ["the file says that the game is over, and it is not"]
    problems = []
    if table.payoffs() != closing["payoffs"]:
        problems.append(f"the result is {table.payoffs()}, the file says {closing['payoffs']}")
    if table.game.score_list(table.edition, table.state) != closing["scores"]:
        problems.append("the scores differ")
    if not _same_events(table, closing["events"], version):
        problems.append("the events differ")
    return problems


def _same_events(table: Table, told: list[Any], version: int) -> bool:
    upgrade = table.game.upgrade
    if version < FORMAT and upgrade:
        return upgrade.then(table.log) == upgrade.comparable(told)
    return [e.as_list() for e in table.log] == told


def resume(replay: Replay) -> Table:
    """The table of an interrupted game, where it stopped."""
    if replay.is_finished:
        raise MalformedError(f"{replay.file}: this game is over; look at it with 'bestiary replay {replay.file}'")
    header, table = replay.header, open_table(replay)
    if header["rules"] != table.game.version or header["layout"] != table.game.state.layout():
        raise MalformedError(f"{replay.file}: this game was begun under other rules and cannot go on under these")
    if commitment(table.seed) != header["commitment"] or table.opening_hash != header["hash"]:
        raise MalformedError(f"{replay.file}: damaged: the seed does not lead to the position that the file names")
    for line in replay.plies:
        table.play(line["seat"], line["action"])
        if table.plies[-1].hash != line["hash"]:
            raise MalformedError(f"{replay.file}: damaged: decision {line['ply']} does not lead to its hash")
    return table
