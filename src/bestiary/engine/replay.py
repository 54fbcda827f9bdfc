"""Replay files: JSON lines. The first line says what was played, each further one a decision with the hash of the
position after it; the last one closes the game (result, seed, every event) or says where it was interrupted."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bestiary.engine import files, receipts
from bestiary.engine.chance import commitment
from bestiary.engine.content import Edition
from bestiary.engine.errors import BestiaryError, MalformedError, one_line
from bestiary.engine.game import Game
from bestiary.engine.options import settings_of
from bestiary.engine.registry import find_game
from bestiary.engine.seat_names import printable
from bestiary.engine.spelling import instead
from bestiary.engine.table import Ply, Table
from bestiary.engine.trace import Event

FORMAT = 2
"""Format 1 had fewer kinds of events; engine.upgrade reads it."""
PERSON = "you"  # what stands for a person among the bots
LONGEST_NAME = 16
LONGEST_KIND = 4096  # a bot may be named by its file
LONGEST_FILE_NAME = 255
SEED = re.compile("(?:[0-9a-f]{2})+")
KINDS = {int: "number", str: "text", list: "list", dict: "object"}
MOST_BYTES, LONGEST_LINE, LONGEST_PLY = 20_000_000, 10_000_000, 4_000
"""Bytes of one game in a file, of a line, and of a decision. Ten players who neither raise nor
fold for 500 rounds make 8 MB."""


@dataclass(frozen=True)
class Replay:
    """A parsed replay file."""

    file: str
    header: dict[str, Any]
    plies: list[dict[str, Any]]
    closing: dict[str, Any] | None
    size: int = 0  # bytes in the file

    @property
    def is_finished(self) -> bool:
        return self.closing is not None and self.closing["line"] == "end"

    @property
    def has_older_rules(self) -> bool:
        """Was it played under an older version of the rules? Those rules are no longer here to play it again."""
        return bool(self.header["rules"] < self.game().version)

    def game(self) -> Game:
        with naming(self.file):
            return find_game(str(self.header["game"]))


@contextmanager
def naming(file: str) -> Iterator[None]:
    """What is wrong with a game is said with the file that it stands in."""
    try:
        yield
    except BestiaryError as error:
        told = str(error)
        raise MalformedError(told if told.startswith(file) else f"{file}: {told}") from None


@dataclass(frozen=True)
class Seat:
    """Who sits at a place: a bot of this kind, or a person where it is empty."""

    name: str
    bot: str = ""


def lines_of(
    table: Table, bots: Sequence[str] = (), seats: Sequence[Seat] = (), hints: bool = False, out: Sequence[int] = ()
) -> list[dict[str, Any]]:
    """The lines of a table's replay. An unfinished one carries its seed, so that it can go on. The header names who
    sits at the `seats`, or only the `bots`, whether the table gave hints, and whose time was up."""
    game = table.game
    header = _header(table)
    if bots or seats:
        header["bots"] = list(bots) or [s.bot or PERSON for s in seats]
    if seats:
        header["names"] = [s.name for s in seats]
    if hints:
        header["hints"] = True
    if out:
        header["out"] = list(out)
    if _has_receipt(table):
        header["receipt"] = receipts.in_header(table.seed, table.seat_seeds)
    if not table.edition.shipped:
        header["edition_text"] = table.edition.text
    plies = [_ply_line(game, number, ply) for number, ply in enumerate(table.plies)]
    return [header, *plies, _closing(table)]


def _header(table: Table) -> dict[str, Any]:
    game = table.game
    return {
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


def _has_receipt(table: Table) -> bool:
    """Has every seat had its part in the luck? So it is at a table server."""
    return len(table.seat_seeds) == int(table.state.seats)


def _ply_line(game: Game, number: int, ply: Ply) -> dict[str, Any]:
    if ply.action < 0:
        return {"line": "undo", "ply": number, "seat": ply.seat, "to": ply.goes_back_to, "hash": ply.hash}
    return {"line": "ply", "ply": number, "seat": ply.seat, "action": game.actions.data(ply.action), "hash": ply.hash}


def _closing(table: Table) -> dict[str, Any]:
    closing: dict[str, Any] = {"line": "pause", "seed": table.seed.hex(), "seat_seeds": list(table.seat_seeds)}
    if table.is_over:
        closing["line"] = "end"
        closing["payoffs"] = table.payoffs()
        closing["scores"] = table.game.score_list(table.edition, table.state)
        closing["events"] = [e.as_list() for e in table.events()]
    return closing


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
    kinds = kinds_of(replay, count)
    names = _texts(replay.header.get("names"), count) or [f"Player {n}" for n in range(1, count + 1)]
    return [Seat(n, k if k in bots else "") for n, k in zip(names, kinds, strict=True)]


def kinds_of(replay: Replay, count: int) -> list[str]:
    """The bot of each seat, by its name; whatever else stands there is a person's."""
    return _texts(replay.header.get("bots"), count, LONGEST_KIND) or [PERSON] + ["greedy"] * (count - 1)


def names_of(replay: Replay, count: int) -> list[str]:
    """What the players are called; a bot without a name by its kind."""
    bots = _texts(replay.header.get("bots"), count) or [""] * count
    plain = [f"{b.capitalize() or 'Player'} {n}" for n, b in enumerate(bots, 1)]
    return _texts(replay.header.get("names"), count) or plain


def _texts(value: Any, count: int, most: int = LONGEST_NAME) -> list[str]:
    """A list of so many short texts; anything else counts as missing."""
    if not _are_texts(value, count) or not all(value):
        return []
    return [printable(v)[:most] for v in value]


def _are_texts(value: Any, count: int) -> bool:
    return isinstance(value, list) and len(value) == count and all(isinstance(v, str) for v in value)


def read_all(file: Path) -> list[Replay]:
    """All games of a file; `simulate --record` writes many into one."""
    return list(read_games(file))


def read_games(file: Path) -> Iterator[Replay]:
    """The games of a file one after the other, so that only one of them is held at a time."""
    count = size = 0
    header: dict[str, Any] | None = None
    plies: list[dict[str, Any]] = []
    with files.reading(file, "replay") as opened:
        for number, row in enumerate(iter(lambda: opened.readline(LONGEST_LINE + 1), b""), 1):
            where = f"{file}:{number}"
            size += len(row)
            if size > MOST_BYTES or len(row) > LONGEST_LINE:
                raise MalformedError(f"{where}: a game has at most {MOST_BYTES:,} bytes, a line {LONGEST_LINE:,}")
            line = _read_line(where, files.as_text(row, file, "replay"))
            kind = line["line"]
            if kind == "game":
                if header is not None:
                    raise MalformedError(f"{where}: a new game begins before the last one was closed")
                header, plies = line, []
            elif header is None:
                raise MalformedError(f"{where}: a replay begins with a line of kind 'game', not '{kind}'")
            elif kind in ("ply", "undo"):
                if line["ply"] != len(plies):
                    raise MalformedError(f"{where}: decision {len(plies)} is missing, here stands {line['ply']}")
                plies.append(line)
            else:
                yield Replay(str(file), header, plies, line, size)
                count += 1
                header, size = None, 0
    if header is not None:
        yield Replay(str(file), header, plies, None, size)
    elif count == 0:
        raise MalformedError(f"{file}: the file is empty; a replay begins with a line of kind 'game'")


NEEDED: dict[str, dict[str, type]] = {
    "game": {"format": int, "game": str, "rules": int, "layout": str, "edition": str, "edition_digest": str,
             "options": dict, "commitment": str, "hash": str},
    "ply": {"ply": int, "seat": int, "action": dict, "hash": str},
    "undo": {"ply": int, "seat": int, "to": int, "hash": str},
    "pause": {"seed": str, "seat_seeds": list},
    "end": {"seed": str, "seat_seeds": list, "payoffs": list, "scores": list, "events": list},
}  # fmt: skip
EXTRA = ("bots", "names", "hints", "out", "receipt", "edition_text")
"""What the first line may say besides: who sat there and how, whose luck it was, and an edition that is not shipped."""


def _read_line(where: str, row: str) -> dict[str, Any]:
    try:
        line = files.parse_json(row)
    except MalformedError as error:
        raise MalformedError(f"{where}: damaged: {error}") from None
    if not isinstance(line, dict) or not isinstance(line.get("line"), str) or line["line"] not in NEEDED:
        raise MalformedError(f"{where}: damaged: every line is an object of kind {', '.join(NEEDED)}")
    needed = NEEDED[line["line"]]
    for key, kind in needed.items():
        if type(line.get(key)) is not kind:  # true is no number
            raise MalformedError(f"{where}: damaged: '{key}' is missing or no {KINDS[kind]}")
    known = ["line", *needed, *(EXTRA if line["line"] == "game" else ())]
    for key in line:
        if key not in known:
            raise MalformedError(f"{where}: damaged: '{key}' is not known here{instead(key, known)}")
    if line["line"] == "ply" and not (len(row) <= LONGEST_PLY and all(map(_is_word, line["action"].values()))):
        raise MalformedError(f"{where}: damaged: an action has a word or a number for each of its keys, and is short")
    if line["line"] == "game" and line["format"] > FORMAT:
        raise MalformedError(f"{where}: format {line['format']} is newer than this program, which reads {FORMAT}")
    if line["line"] == "game" and line["format"] < 1:
        raise MalformedError(f"{where}: damaged: there was no format {line['format']}; they are 1 to {FORMAT}")
    return line


def _is_word(value: Any) -> bool:
    return type(value) in (str, int)


def make(table: Table, line: dict[str, Any]) -> list[Event]:
    """Makes the decision of a line, or takes back what it says."""
    if line["line"] == "undo":
        return table.undo(line["seat"], line["to"])
    return table.play(line["seat"], line["action"])


def open_table(replay: Replay) -> Table:
    """A table at the beginning of the replay's game."""
    with naming(replay.file):
        return _open(replay)


def _open(replay: Replay) -> Table:
    game, header = replay.game(), replay.header
    seed = _seed_of(replay)
    if replay.has_older_rules:
        raise MalformedError(
            f"{replay.file}: played under version {header['rules']} of the rules of {game.title}; these are version "
            f"{game.version} and cannot play it again"
        )
    edition = _edition_of(replay)
    if edition.digest != header["edition_digest"]:
        raise MalformedError(
            f"{replay.file}: played with edition '{edition.name}' {header['edition_digest']}, "
            f"here it is {edition.digest}"
        )
    given = _options_of(replay)
    settings = {k: v for k, v in given.items() if k != "seats"}
    options = game.make_options(given["seats"], settings=settings)
    closing = replay.closing or {}
    if not all(isinstance(text, str) for text in closing["seat_seeds"]):
        raise MalformedError(f"{replay.file}: damaged: 'seat_seeds' is a list of texts")
    return Table(game, edition, options, seed, tuple(closing["seat_seeds"]))


def _edition_of(replay: Replay) -> Edition:
    """A shipped edition, or the one that travels in the file."""
    game, name = replay.game(), str(replay.header["edition"])
    if "edition_text" not in replay.header:
        return game.shipped_edition(name)
    text = replay.header["edition_text"]
    if not isinstance(text, str) or not name.isprintable() or not 1 <= len(name) <= LONGEST_FILE_NAME:
        raise MalformedError(f"{replay.file}: damaged: an edition has a name to be shown and a text")
    return game.edition_from_text(text, name)


def _options_of(replay: Replay) -> dict[str, Any]:
    """Every option by its name, defaults included, as today's rules count them."""
    game, given = replay.game(), replay.header["options"]
    for name in settings_of(game.options):
        value = given.get(name)
        if not all(type(v) is int for v in (value if isinstance(value, list) else [value])):
            raise MalformedError(f"{replay.file}: damaged: the option '{name}' is missing or no number")
    if replay.header["format"] == FORMAT:
        return dict(given)
    if game.upgrade is None:
        raise MalformedError(f"{replay.file}: damaged: {game.title} was never written in format 1 under these rules")
    return game.upgrade.options(given)


def _seed_of(replay: Replay) -> bytes:
    """The server's seed, which the last line tells."""
    if replay.closing is None:
        raise MalformedError(f"{replay.file}: the last line is missing (kind 'end' or 'pause'); the file was cut off")
    text = replay.closing["seed"]
    if not SEED.fullmatch(text):
        raise MalformedError(f"{replay.file}: damaged: the seed is no hexadecimal number")
    return bytes.fromhex(text)


@dataclass(frozen=True)
class Verdict:
    """What `verify` found."""

    problems: list[str]
    plies: int
    hashes_compared: bool
    finished: bool
    older_rules: bool = False  # the decisions were not played again: the rules have changed since

    @property
    def is_genuine(self) -> bool:
        """Everything was checked, and nothing is wrong."""
        return not self.problems and self.hashes_compared


def verify(replay: Replay) -> Verdict:
    """Plays a replay again and compares all that it says with what this table would write.

    Another record layout gives other hashes. Of a file with another layout actions, events and results are compared, of
    one of older rules only the seed is compared with its commitment; neither is enough to call it genuine."""
    unkept = "the seed does not match the commitment published before the game"
    if replay.has_older_rules:
        problems = [] if commitment(_seed_of(replay)) == replay.header["commitment"] else [unkept]
        return Verdict(problems, len(replay.plies), False, replay.is_finished, older_rules=True)
    table = open_table(replay)
    header = replay.header
    same_layout = header["layout"] == table.game.state.layout()
    problems = _wrong_seats(header, int(table.state.seats))
    if header["rules"] != table.game.version:
        problems.append(f"played under version {header['rules']} of the rules; these are version {table.game.version}")
    if commitment(table.seed) != header["commitment"]:
        problems.append(unkept)
    problems += _wrong_receipt(header, table)
    if same_layout and header["hash"] != table.opening_hash:
        problems.append("the position after the set-up differs")
    for number, line in enumerate(replay.plies):
        try:
            make(table, line)
        except BestiaryError as error:
            problems.append(f"decision {number} by seat {line['seat']} is not possible: {error}")
            break
        found = _ply_line(table.game, number, table.plies[-1])
        if same_layout and found["hash"] != line["hash"]:
            problems.append(f"the position after decision {number} differs")
            break
        if not same(line.get("action"), found.get("action")):
            problems.append(f"decision {number} is written otherwise: {line['action']} for {found['action']}")
            break
    if not problems and replay.closing:
        problems += _compare_end(table, replay.closing, header["format"])
    return Verdict([one_line(p) for p in problems], len(replay.plies), same_layout, replay.is_finished)


def _wrong_receipt(header: dict[str, Any], table: Table) -> list[str]:
    if not _has_receipt(table):
        return ["a receipt stands where every seat has a seed"] if "receipt" in header else []
    if "receipt" not in header:
        return ["the receipt is missing: every seat has a seed"]
    return receipts.problems(header["receipt"], table.seed, table.seat_seeds)


def _wrong_seats(header: dict[str, Any], count: int) -> list[str]:
    """Who sat there cannot be checked, but a file of ours says it in one way."""
    problems = []
    for key in ("bots", "names"):
        if key in header and not (_are_texts(header[key], count) and all(map(_is_short, header[key]))):
            problems.append(f"'{key}' is no list of {count} names, one for each seat")
    if header.get("hints", True) is not True:
        problems.append("'hints' is true, or it is left out")
    out = header.get("out", [0])
    if not (isinstance(out, list) and out and all(type(n) is int and 0 <= n < count for n in out)):
        problems.append("'out' is a list of seats, or it is left out")
    elif sorted(set(out)) != out:
        problems.append("'out' names each seat once, the first one first")
    return problems


def _is_short(text: str) -> bool:
    return len(text) <= LONGEST_NAME and text.isprintable()


def same(told: Any, found: Any) -> bool:
    """Whether a file tells what was found. True is not 1; 1.0 is."""
    if isinstance(found, list):
        return isinstance(told, list) and len(told) == len(found) and all(map(same, told, found))
    if isinstance(found, dict):
        return isinstance(told, dict) and told.keys() == found.keys() and all(same(told[k], found[k]) for k in found)
    return isinstance(told, bool) == isinstance(found, bool) and bool(told == found)


def _compare_end(table: Table, closing: dict[str, Any], version: int) -> list[str]:
    if closing["line"] == "pause":
        return ["the file says that the game was interrupted, and it is over"] if table.is_over else []
    if not table.is_over:
        return ["the file says that the game is over, and it is not"]
    problems = []
    found = _closing(table)
    if not same(closing["payoffs"], found["payoffs"]):
        problems.append(f"the result is {found['payoffs']}, the file says {closing['payoffs']}")
    if not same(closing["scores"], found["scores"]):
        problems.append("the scores differ")
    if not _same_events(table, closing["events"], version):
        problems.append("the events differ")
    return problems


def _same_events(table: Table, told: list[Any], version: int) -> bool:
    upgrade = table.game.upgrade
    if version < FORMAT and upgrade:
        return same(upgrade.comparable(told), upgrade.then(table.log))
    return same(told, [e.as_list() for e in table.log])


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
        with naming(f"{replay.file}: decision {line['ply']} is not possible"):
            make(table, line)
        if table.plies[-1].hash != line["hash"]:
            raise MalformedError(f"{replay.file}: damaged: decision {line['ply']} does not lead to its hash")
    return table
