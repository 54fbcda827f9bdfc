"""Replays with something changed. `verify` notices every change but those of a closed list, which change no story."""

from __future__ import annotations

import contextlib
import functools
import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import hostile
from bestiary.engine.chance import server_seed
from bestiary.engine.errors import ConflictError
from bestiary.engine.registry import find_game
from bestiary.engine.replay import Seat, lines_of
from bestiary.engine.table import Table

Lines = list[dict[str, Any]]
Change = Callable[[Lines, random.Random], str | bytes]

HARMLESS = {
    "blanks": "blanks and the order of keys mean nothing in JSON, nor does the last line's end",
    "numbers": "1.0 is the number 1",
    "who sat there": "names, kinds of bots, hints and whose time was up are what the file says; no seed or "
    "hash speaks of them",
    "interrupted earlier": "an interrupted game without its last decisions is the same game, interrupted before them; "
    "verify calls it unfinished and counts its decisions",
    "an edition's name": "an edition that travels in the file is checked by its text; what it is called means nothing",
    "format": "an interrupted game has no events and reads the same in formats 1 and 2, where a game has both",
    "no limit": "Predator & Prey ends after 100 rounds whether max_rounds is 0 or 100",
}
"""What `verify` may call genuine although something was changed, and why that is right."""

SHORT: dict[str, list[dict[str, Any]]] = {
    "talon": [
        {"players": 3, "variant": "no-peek"},
        {"players": 2, "variant": "gamble", "settings": {"max_rounds": 1}},
        {"players": 3, "variant": "teams", "most": 25, "own": True},
    ],
    "claw": [{"players": 2, "variant": "base", "most": 40}, {"players": 2, "variant": "memory", "most": 3}],
    "prey": [
        {"players": 3, "variant": "base", "settings": {"max_rounds": 1}},
        {"players": 4, "variant": "memory", "most": 20},
    ],
    "beasts": [{"players": 2, "variant": "base", "most": 40}, {"players": 4, "variant": "stronger", "most": 5}],
}
"""Games of at most 40 decisions; those that take more are interrupted. The long run plays the same to their ends."""


@functools.cache
def bases(name: str, whole: bool = False) -> list[str]:
    """Some games of each game, with everything that a file can say."""
    tables = [played(name, whole, **each) for each in SHORT[name]]
    return [text_of(lines_of(table, seats=sitting(int(table.state.seats)), hints=True, out=[1])) for table in tables]


def played(
    name: str, whole: bool, players: int, variant: str, settings: dict[str, Any] | None = None, most: int = 40,
    own: bool = False,
) -> Table:  # fmt: skip
    game = find_game(name)
    luck = random.Random(f"{name} {variant}")
    edition = game.edition()
    if own:
        edition = game.edition_from_text(edition.text.replace("worth = 4", "worth = 5"), "own")
    table = Table(game, edition, game.make_options(players, variant, settings), server_seed("hostile"), ("ann", "bo"))
    while (waiting := table.waiting()) and (whole or len(table.plies) < most):
        table.play(waiting[0], luck.choice(table.legal(waiting[0])))
        if len(table.plies) < most and luck.random() < 0.2:
            with contextlib.suppress(ConflictError):
                table.undo(waiting[0], len(table.plies) - 1)
    assert whole or len(table.plies) <= 40
    return table


def sitting(players: int) -> list[Seat]:
    return [Seat("Ada"), *(Seat(f"Bot {n}", "greedy") for n in range(1, players))]


def text_of(lines: Lines) -> str:
    return "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines)


# --- Changes


def pick_line(lines: Lines, luck: random.Random) -> int:
    """The first line and the last are as likely as all decisions together."""
    return luck.choice([0, 0, len(lines) - 1, luck.randrange(len(lines)), luck.randrange(len(lines))])


def pick_place(lines: Lines, luck: random.Random) -> tuple[Any, Any]:
    """An object or a list, and a key or a number in it."""
    here: Any = lines[pick_line(lines, luck)]
    while True:
        at = luck.choice(list(here) if isinstance(here, dict) else range(len(here)))
        if not isinstance(here[at], dict | list) or not here[at] or luck.random() < 0.3:
            return here, at
        here = here[at]


def drop(lines: Lines, luck: random.Random) -> str:
    here, at = pick_place(lines, luck)
    del here[at]
    return text_of(lines)


def add(lines: Lines, luck: random.Random) -> str:
    here, at = pick_place(lines, luck)
    if isinstance(here, list):
        here.insert(at, luck.choice([here[at], 0, "", [], None]))
    else:
        key = luck.choice(["x", "note", "", "\x1b[2J", "Line", "edition_text"])
        here[key] = luck.choice([0, "", True, None, [], {}])
    return text_of(lines)


def another_value(lines: Lines, luck: random.Random) -> str:
    """The same type, so that it can be believed."""
    here, at = pick_place(lines, luck)
    old = here[at]
    if isinstance(old, bool):
        here[at] = not old
    elif isinstance(old, int | float):
        here[at] = luck.choice([old + 1, old - 1, 0, 1, -old, 2**31, 2**63, 10**40, 1e400, float(old)])
    elif isinstance(old, str):
        place = luck.randrange(len(old) + 1)
        here[at] = luck.choice([
            old[:place] + luck.choice("0f9aZ \x1b\u202e\ud800") + old[place + 1 :], old[:-1], old + " ", "",
            old.upper(), " " + old, old + "\n", old * 3,
        ])  # fmt: skip
    elif isinstance(old, list) and len(old) > 1:
        one, two = luck.sample(range(len(old)), 2)
        old[one], old[two] = old[two], old[one]
    else:
        here[at] = luck.choice([[0], ["x"], [""], []]) if isinstance(old, list) else {}
    return text_of(lines)


def another_type(lines: Lines, luck: random.Random) -> str:
    here, at = pick_place(lines, luck)
    old = here[at]
    others = [None, True, False, [], {}, [old], {"x": old}, str(old), 0, 1, 1.5, "", "1", -1, float("nan")]
    here[at] = luck.choice(others)
    return text_of(lines)


def long_value(lines: Lines, luck: random.Random) -> str:
    here, at = pick_place(lines, luck)
    nested: Any = []
    for _ in range(300):
        nested = [nested]
    many = {f"k{n}": n for n in range(30_000)}
    here[at] = luck.choice(["x" * 300_000, "\x1b[2J" * 1000, [0] * 100_000, nested, many])
    return text_of(lines)


def drop_line(lines: Lines, luck: random.Random) -> str:
    del lines[pick_line(lines, luck)]
    return text_of(lines)


def double_line(lines: Lines, luck: random.Random) -> str:
    at = pick_line(lines, luck)
    lines.insert(at, lines[at])
    return text_of(lines)


def swap_lines(lines: Lines, luck: random.Random) -> str:
    one, two = luck.sample(range(len(lines)), 2)
    lines[one], lines[two] = lines[two], lines[one]
    if luck.random() < 0.5:
        for number, line in enumerate(line for line in lines if line["line"] in ("ply", "undo")):
            line["ply"] = number
    return text_of(lines)


def another_kind(lines: Lines, luck: random.Random) -> str:
    """An end as an interruption and the other way round, with the keys that such a line has."""
    closing = lines[-1]
    if closing["line"] == "end":
        lines[-1] = {"line": "pause", "seed": closing["seed"], "seat_seeds": closing["seat_seeds"]}
    else:
        seats = lines[0]["options"]["seats"]
        shares = [1.0] + [0.0] * (seats - 1)
        lines[-1] = {**closing, "line": "end", "payoffs": shares, "scores": shares, "events": []}
    if luck.random() < 0.3:
        del lines[-luck.randrange(2, max(3, len(lines) - 1)) : -1]
    return text_of(lines)


def another_layout(lines: Lines, luck: random.Random) -> str:
    """Hashes that cannot be compared, with everything else as it was or not."""
    lines[0]["layout"] = luck.choice(["0" * 16, "", lines[0]["layout"][::-1]])
    if luck.random() < 0.8:
        for line in lines[:-1]:
            line["hash"] = "f" * 16
    return another_value(lines, luck) if luck.random() < 0.3 else text_of(lines)


def other_rules(lines: Lines, luck: random.Random) -> str:
    lines[0]["format"] = luck.choice([-1, 0, 1, 3, True])
    if luck.random() < 0.5:
        lines[0]["rules"] = luck.choice([-1, 0, 1, 2, 99, True])
    return text_of(lines)


def another_option(lines: Lines, luck: random.Random) -> str:
    options = lines[0]["options"]
    name = luck.choice(list(options))
    if luck.random() < 0.3:
        del options[name]
    else:
        options[name] = luck.choice([0, 1, 2, 3, 5, 50, 99, 100, 200, -1, True, "0", [], [0, 1, 0]])
    return text_of(lines)


def twice(lines: Lines, luck: random.Random) -> str:
    """A key twice in one object: the first is for those who read the first."""
    at = pick_line(lines, luck)
    rows = text_of(lines).splitlines()
    key = luck.choice(list(lines[at]))
    rows[at] = "{" + f'{json.dumps(key)}:{luck.choice(["0", "null", json.dumps(lines[at][key])])},' + rows[at][1:]
    return "\n".join(rows) + "\n"


def other_blanks(lines: Lines, luck: random.Random) -> str:
    rows = []
    for line in lines:
        keys = luck.sample(list(line), len(line))
        rows.append(json.dumps({key: line[key] for key in keys}, ensure_ascii=luck.random() < 0.5))
    return luck.choice(["\n", "\r\n", " \n"]).join(rows) + luck.choice(["", "\n"])


def bytes_changed(lines: Lines, luck: random.Random) -> bytes:
    data = bytearray(text_of(lines).encode())
    for _ in range(luck.choice([1, 1, 1, 5])):
        at = luck.randrange(len(data))
        how = luck.randrange(4)
        if how == 0:
            data[at] ^= 1 << luck.randrange(8)
        elif how == 1:
            del data[at]
        elif how == 2:
            data.insert(at, luck.choice(b"\x00\xff\x1b\n\r {}[]\",:019eE.-+\\"))
        else:
            data[at : at + 1] = data[at : at + luck.randrange(1, 40)]
    return bytes(data)


def cut_off(lines: Lines, luck: random.Random) -> str:
    text = text_of(lines)
    return text[: luck.randrange(len(text))]


CHANGES: list[tuple[Change, int]] = [
    (another_value, 30), (another_type, 15), (bytes_changed, 15), (drop, 8), (add, 6), (another_option, 8),
    (cut_off, 4), (drop_line, 3), (double_line, 2), (swap_lines, 2), (another_kind, 3), (another_layout, 4),
    (other_rules, 3), (twice, 3), (other_blanks, 3), (long_value, 1),
]  # fmt: skip


# --- What a change means


def read(text: str) -> Lines | None:
    try:
        return [dict(json.loads(row)) for row in text.split("\n") if row.strip()]
    except (ValueError, TypeError, RecursionError):
        return None


def marked(value: Any) -> Any:
    """Plain data in which true does not equal 1."""
    if isinstance(value, dict):
        return {key: marked(each) for key, each in value.items()}
    if isinstance(value, list):
        return [marked(each) for each in value]
    return ("a switch", value) if isinstance(value, bool) else value


def why_harmless(before: str, after: str) -> str:
    """Which entry of HARMLESS lets this change pass; empty where none does."""
    old, new = read(before), read(after)
    if not old or not new or {line.get("line") for line in new[:1]} != {"game"}:
        return ""
    if json.dumps(old, sort_keys=True) == json.dumps(new, sort_keys=True):
        return "blanks"
    if marked(old) == marked(new):
        return "numbers"
    first, last = new[0], new[-1]
    seated = {key: old[0][key] for key in ("bots", "names", "hints", "out")}
    if marked([{**first, **seated}, *new[1:]]) == marked(old):
        return "who sat there"
    if "edition_text" in first and marked([{**first, "edition": old[0]["edition"]}, *new[1:]]) == marked(old):
        return "an edition's name"
    if last["line"] == "pause" and marked([{**first, "format": 2}, *new[1:]]) == marked(old):
        return "format" if first["format"] == 1 else ""
    if first["game"] == "prey" and first["options"]["max_rounds"] in (0, 100):
        options = {**first["options"], "max_rounds": old[0]["options"]["max_rounds"]}
        if options["max_rounds"] in (0, 100) and marked([{**first, "options": options}, *new[1:]]) == marked(old):
            return "no limit"
    if last == {"line": "pause", "seed": old[-1]["seed"], "seat_seeds": old[-1]["seat_seeds"]}:
        return "interrupted earlier" if len(new) < len(old) and marked(new[:-1]) == marked(old[: len(new) - 1]) else ""
    return ""


# --- The run


def run(name: str, count: int, folder: Path) -> hostile.Report:
    """Every change is verified; some of the files are looked at as a story, reviewed, and gone on with, too. Many
    changes are made on whole games, too. Whole games of a large game are not reviewed: on plain rules that takes longer
    than any call has."""
    whole = count > 1000
    large = find_game(name).large
    texts = bases(name) + (bases(name, True) if whole else [])
    file = folder / "game.jsonl"
    stories = []
    for text in texts:
        file.write_text(text)
        stories.append(story_of(file))
    hostile.limit()
    luck = random.Random(f"hostile {name}")
    changes, weights = zip(*CHANGES, strict=True)
    report = hostile.Report()
    number = 0
    while report.calls < count:
        number += 1
        which = luck.randrange(len(texts)) if not whole or number % 10 == 0 else luck.randrange(len(SHORT[name]))
        (change,) = luck.choices(changes, weights)
        changed = change([json.loads(row) for row in texts[which].splitlines()], luck)
        data = changed.encode("utf-8", "surrogatepass") if isinstance(changed, str) else changed
        if data == texts[which].encode():
            continue
        file.write_bytes(data)
        case = f"{name} {which}, change {number}: {change.__name__}"
        report.add(case, *judged(hostile.call(["verify", str(file)]), texts[which], data, file, stories[which]))
        if number % 5 == 0:
            looks = [["replay", str(file)], ["play", "--resume", str(file)]]
            if not large or which < len(SHORT[name]):
                looks.append(["review", str(file), "--iterations", "1", "--deep", "0", "--json"])
            for words in looks:
                if wrong := hostile.call(words, "quit\n").wrong():
                    report.wrong.append({"case": f"{case}, {words[0]}", "why": wrong})
    return report


def judged(
    outcome: hostile.Outcome, before: str, after: bytes, file: Path, story: Any
) -> tuple[hostile.Outcome, str, str]:  # fmt: skip
    """The outcome, what is wrong with it, and what it is counted as."""
    genuine = outcome.shown.startswith("Genuine")
    if (outcome.code == 0) != genuine:
        return outcome, f"exit code {outcome.code}, and it says {outcome.shown!r}", ""
    if outcome.code == 3 and "not checked" in outcome.shown:
        return outcome, "", "not checked"
    if outcome.code != 0:
        return outcome, "" if str(file) in outcome.complaint else f"names no file: {outcome.complaint}", "caught"
    why = why_harmless(before, after.decode())
    if not why:
        return outcome, f"called genuine: {outcome.shown!r}", ""
    if why != "interrupted earlier" and story_of(file) != story:
        return outcome, "genuine, but the story is another one", ""
    return outcome, "", f"harmless: {why}"


def story_of(file: Path) -> Any:
    """What happened, whoever sat there and whatever the limits were."""
    told = json.loads(hostile.call(["replay", str(file), "--json"]).shown)
    steps = [[step["decision"], step["seat"], step["action"]] for step in told["steps"]]
    return steps, told["scores"], told["payoffs"]
