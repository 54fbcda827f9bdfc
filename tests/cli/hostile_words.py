"""Command lines that nobody should type: every option of every command with values of every bad kind, then pairs."""

from __future__ import annotations

import functools
import importlib
import inspect
import json
import os
import random
from dataclasses import dataclass
from pathlib import Path
from typing import Any, get_args, get_type_hints

import hostile
import typer
from hostile_replays import bases

from bestiary.engine.registry import find_game, game_names

Case = tuple[list[str], str]
"""A command line, and what is typed at its prompts."""
SIGNS = ["", " ", "\x1b[2J", "\x1b]0;x\x07", "\udcff", "a" * 100_000, "..", "é\u0301", "🐀", "\u202e", "a\nb",
         "%s{0}{}", "-", "--", "=", "a=b", ",", "a,,b", "[bold]x", "'", '"', "$(ls)", "*", "None",
         "talon\n"]  # fmt: skip
NUMBERS = ["", "x", "-1", "0", "1.5", "9" * 30, "9" * 5000, "0x1F", "1e9", "NaN", "²", "\udcff", "\x1b[2J", "１",
           "1_000_000_000_000"]  # fmt: skip
FRACTIONS = ["", "x", "-1", "0", "nan", "inf", "-inf", "1e400", "1e999999", "1e-400", "0x1", "\udcff", "9" * 5000]
CHEAP: dict[str, list[str]] = {
    "play": ["talon", "--seats", "random,random"],
    "simulate": ["talon", "--players", "2", "--games", "1"],
    "bench": ["talon", "--seconds", "0.01"],
    "arena": ["talon", "--players", "2", "--games", "1", "--bots", "random,greedy"],
    "review": ["good.jsonl", "--iterations", "1", "--deep", "0", "--seat", "99"],
    "report": ["talon", "--out", "new", "--variant", "nosuch"],
    "fuzz": ["talon", "--variant", "nosuch"],
    "solve": ["prey"],
    "compile": ["nosuch"],
    "serve": ["--database", "nosuch://tables"],
}
"""What each command is called with where nothing else is meant: little work, or a word that ends it before the work."""
NEVER = {("fuzz", "--sabotage"), ("solve", "--again"), ("serve", "--database"), ("serve", "")}
"""Many processes; minutes; a server that serves."""
WRITES, KEPT = ("--out", "--svg", "--record"), ("pipe.jsonl", "pipe.toml", "/")
"""What writes, and where it does not write: a pipe without a reader keeps it waiting, and rightly; / is not ours."""
ENDINGS = ("jsonl", "toml")
TYPED = ["?", "? ", "?\x1b[2J", "? " + "x" * 10_000, "0", "-1", "9" * 400, "²", "１", "1.5", "nan", "\udcff\udcfe",
         "\x1b[A", "\x00", "rules", "rules R999", "rules \x1b", "log log", "view 9", "hint", "undo", "undo 99",
         "choose", "choose fox fox", "raise", "raise -1", "raise " + "9" * 50, "a" * 100_000, "'", "{0}", "%s",
         "quit now", "\u202e", "help", "help \x07", "= 5", "[bold]", "\t\t", "1 2 3", "\\"]  # fmt: skip


def run(count: int, folder: Path) -> hostile.Report:
    """Typed lines, and `count` others: some of the single options, or all of them and then pairs."""
    files = make_files(folder)
    for room in ("cli.session", "lab.arena", "lab.review", "lab.simulate", "testkit.fuzz"):
        importlib.import_module(f"bestiary.{room}")
    hostile.limit()
    luck = random.Random(21)
    report = hostile.Report()
    cases = singles(files)
    cases = luck.sample(cases, min(count, len(cases))) + [pair(files, luck) for _ in range(count - len(cases))]
    for words, lines in [*typed(), *cases]:
        report.add(words, hostile.call(words, lines))
    return report


# --- Files


def make_files(folder: Path) -> list[str]:
    """Files of every bad kind, and two good ones."""
    good = bases("talon")[0]
    header, *rest = good.splitlines(keepends=True)
    made: dict[str, str | bytes] = {
        "good.jsonl": good,
        "empty.jsonl": "",
        "binary.jsonl": b"\xff\xfe\x00\x01" * 100,
        "deep.jsonl": "[" * 100_000,
        "deep-object.jsonl": '{"a":' * 100_000,
        "long.jsonl": '{"line":"' + "x" * 11_000_000 + '"}\n',
        "wide.jsonl": "[" + "[]," * 1_000_000 + "[]]",
        "nul.jsonl": "\0" * 1000,
        "cut.jsonl": good[: len(good) // 2],
        "escapes.jsonl": good.replace('"format":2', '"\\u001b[2J":2,"format":2'),
        "action.jsonl": header + rest[0].replace('"do":"', '"do":"' + "\\u001b" + "x" * 3_000_000),
        "deep.toml": "a = " + "[" * 100_000,
        "deep-table.toml": "a = " + "{a = " * 100_000,
        "dotted.toml": ".".join(["a"] * 40_000) + " = 1\n",
        "dotted-header.toml": "[" + ".".join(["a"] * 2000) + "]\n" + "".join(f"k{n} = 1\n" for n in range(20_000)),
        "quoted.toml": ".".join(["'a'", '"]"'] * 20_000) + " = 1\n",
        "blanks.toml": 'a = """\n[' + " " * 50_000 + '\n"""\n',
        "long.toml": "a = 1\n" * 400_000,
        "many.toml": "".join(f"k{n} = 1\n" for n in range(80_000)),
        "number.toml": "copies = " + "9" * 900_000 + "\n",
        "hex.toml": "copies = 0x" + "F" * 900_000 + "\n",
        "escapes.toml": 'about = "\\u001b[2J"\n"\\u001b[2J" = 1\n',
        "folders.toml": "".join(f"=== {n:05}.toml\n" for n in range(60_000)),
        "binary.toml": b"\xff\xfe",
        "bom.toml": b"\xef\xbb\xbfcopies = 1\n",
    }  # fmt: skip
    for name in ("talon", "prey", "claw"):
        made[f"{name}.toml"] = find_game(name).edition().text
    made["\x1b[2J.toml"] = made["\x07\udcff.toml"] = made["talon.toml"]
    for name, content in made.items():
        (folder / name).write_bytes(content.encode() if isinstance(content, str) else content)
    for ending in ENDINGS:
        os.mkfifo(folder / f"pipe.{ending}")
        (folder / f"endless.{ending}").symlink_to("/dev/zero")
        (folder / f"lost.{ending}").symlink_to("nowhere")
        (folder / f"loop.{ending}").symlink_to(f"loop.{ending}")
        with (folder / f"sparse.{ending}").open("wb") as sparse:
            sparse.truncate(3_000_000_000)
    for name in ("pipe.toml", "endless.toml", str(folder / "pipe.toml"), "\x1b[2J", "a" * 5000):
        forged = {**json.loads(header), "edition": name}
        (folder / f"names-{len(name)}.jsonl").write_text("".join([json.dumps(forged) + "\n", *rest]))
        made[f"names-{len(name)}.jsonl"] = ""
    inside = folder / "folder"
    inside.mkdir()
    os.mkfifo(inside / "pipe.toml")
    (folder / "bare").mkdir()
    others = [f"{name}.{ending}" for name in ("pipe", "endless", "lost", "loop", "sparse") for ending in ENDINGS]
    places = ["folder", "bare", ".", "/", "/dev/full", "none/x.toml", "none.jsonl"]
    return [*made, *others, *places, "x" * 300, "\udcff.toml", "\x1b]0;x.toml"]


# --- Lines


@dataclass(frozen=True)
class Word:
    """An option or an argument of a command."""

    flag: str  # empty for an argument
    kind: Any
    metavar: str
    required: bool


@functools.cache
def commands() -> dict[str, list[Word]]:
    """All commands and what each takes, from the functions that Typer was given."""
    found = {}
    groups = [(f"{group.name} ", group.typer_instance) for group in hostile.APP.registered_groups]
    listed = [(prefix, info) for prefix, app in [("", hostile.APP), *groups] for info in app.registered_commands]
    for prefix, info in listed:
        assert info.callback is not None
        hints = get_type_hints(info.callback, include_extras=True)
        signature = inspect.signature(info.callback).parameters
        name = prefix + (info.name or info.callback.__name__)
        found[name] = [word_of(each.name, hints[each.name], each.default) for each in signature.values()]
    return found


def word_of(name: str, hint: Any, default: Any) -> Word:
    kind, about = get_args(hint)[:2]
    kinds = [each for each in (kind, *get_args(kind)) if each in (int, float, bool, str, Path)] or [str]
    declared = [text for text in about.param_decls or () if text.startswith("--")]
    flag = "" if isinstance(about, typer.models.ArgumentInfo) else (declared or [f"--{name.replace('_', '-')}"])[0]
    return Word(flag, kinds[0], about.metavar or "", default is inspect.Parameter.empty)


def base(name: str, words: list[Word]) -> list[str]:
    """A line of a command that is cheap, from the table or from what it needs."""
    if name in CHEAP:
        return [*name.split(), *CHEAP[name]]
    line = name.split()
    line += ["good.jsonl" if each.metavar == "FILE" else "talon" for each in words if each.required and not each.flag]
    return line + [word for each in words if each.required and each.flag for word in (each.flag, "new")]


def values(word: Word, files: list[str]) -> list[str]:
    """What is wrong for an option of its type."""
    if word.kind in (int, float):
        return NUMBERS if word.kind is int else FRACTIONS
    if word.kind is Path or word.flag == "--edition":
        return [file for file in files if not (word.flag in WRITES and file in KEPT)]
    return SIGNS


def with_option(line: list[str], flag: str, value: str) -> list[str]:
    """The line with an option set, instead of what it had."""
    if flag in line:
        at = line.index(flag)
        line = line[:at] + line[at + 2 :]
    return [*line, flag, value]


def singles(files: list[str]) -> list[Case]:
    """Every option and every argument of every command, with each value that is wrong for it."""
    cases: list[Case] = [([], ""), (["--frob"], ""), (["\x1b[2J"], ""), (["\udcff"], "")]
    for name, words in commands().items():
        line = base(name, words)
        cases += [(line, ""), ([*name.split(), "--help"], ""), ([*line, "one", "more"], "")]
        cases += [(name.split(), "")] if (name, "") not in NEVER else []
        for place, each in enumerate([word for word in words if not word.flag], len(name.split())):
            cases += [([*line[:place], value, *line[place + 1 :]], "") for value in values(each, files)]
        for each in [word for word in words if word.flag and (name, word.flag) not in NEVER]:
            if each.kind is bool:
                cases.append(([*line, each.flag], ""))
            else:
                cases += [(with_option(line, each.flag, value), "") for value in values(each, files)]
    return cases


def typed() -> list[Case]:
    """Lines at the prompts of every game."""
    lines = "\n".join(TYPED) + "\n"
    return [(["play", name, "--seed", "t", "--hints"], lines) for name in game_names()]


def pair(files: list[str], luck: random.Random) -> Case:
    """Two options of a command at once, each with something wrong or not."""
    name, words = luck.choice(list(commands().items()))
    line = base(name, words)
    chosen = [each for each in words if each.flag and (name, each.flag) not in NEVER]
    for each in luck.sample(chosen, min(2, len(chosen))):
        value = luck.choice(values(each, files))
        line = [*line, each.flag] if each.kind is bool else with_option(line, each.flag, value)
    return line, ""
