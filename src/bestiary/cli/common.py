"""What the commands share: the options that start a game, whether its rules run compiled, and safe output."""

from __future__ import annotations

import codecs
import contextlib
import functools
import os
import shlex
import shutil
import sys
import unicodedata
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from bestiary.cli import interrupts
from bestiary.engine.errors import MalformedError
from bestiary.engine.seat_names import printable
from bestiary.engine.spelling import instead

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

    from bestiary.engine.beside import Beside
    from bestiary.engine.content import Edition
    from bestiary.engine.game import Game

NO_JIT = "NUMBA_DISABLE_JIT"
LARGE_REPLAY = 4_000_000  # bytes; playing so much again is quicker compiled, even after the wait


# --- Options


def complete_game(incomplete: str) -> list[str]:
    return [name for name in game_names() if name.startswith(incomplete)]


def complete_variant(context: typer.Context, incomplete: str) -> list[str]:
    game = _game_typed(context)
    return [v.name for v in game.variants if v.name.startswith(incomplete)] if game else []


def complete_setting(context: typer.Context, incomplete: str) -> list[str]:
    from bestiary.engine.options import settings_of

    game = _game_typed(context)
    return [f"{key}=" for key in settings_of(game.options) if key.startswith(incomplete)] if game else []


def _game_typed(context: typer.Context) -> Game | None:
    """The game that stands on a command line which is not finished yet."""
    typed = [context.params.get("game"), *context.args]
    known = [word for word in typed if word in game_names()]
    return find_plain(known[0]) if known else None


GameName = Annotated[
    str, typer.Argument(metavar="GAME", help="Which game: see 'bestiary games'.", autocompletion=complete_game)
]
MaybeGame = Annotated[
    str | None, typer.Argument(metavar="GAME", help="Which game: see 'bestiary games'.", autocompletion=complete_game)
]
Players = Annotated[
    int | None, typer.Option("--players", "-p", metavar="N", help="How many players.", show_default=False)
]
VariantName = Annotated[
    str | None,
    typer.Option("--variant", metavar="NAME", help="A named way to play.", autocompletion=complete_variant),
]
Settings = Annotated[
    list[str] | None,
    typer.Option(
        "--set", metavar="KEY=VALUE", help="Set one option; may be repeated. Seats count from 0.",
        autocompletion=complete_setting,
    ),
]
EditionName = Annotated[
    str | None,
    typer.Option("--edition", metavar="FILE", help="A shipped edition by name, or your own .toml file or folder."),
]
def check_seed(text: str | None) -> str | None:
    """A seed is told again with the results, so it must be a text that can be shown."""
    if text is not None and not text.isprintable():
        raise MalformedError("--seed is a text of letters, digits and signs that can be shown")
    return text


SeedText = Annotated[
    str | None,
    typer.Option("--seed", metavar="S", help="Any text: the same seed deals the same game.", callback=check_seed),
]
BOTS_HELP = "Bots by name, as in greedy,net:FILE: see 'bestiary games'."
_FREE_SEATS = typer.Option(
    "--bots", metavar="A,B,…", help=f"{BOTS_HELP} They take the free seats in order; a shorter list repeats."
)
BotNames = Annotated[str, _FREE_SEATS]
MaybeBots = Annotated[str | None, _FREE_SEATS]
Force = Annotated[bool, typer.Option("--force", help="Replace files that are there already.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]


def split_list(text: str) -> list[str]:
    """`a, b,c` as its parts."""
    parts = [printable(p).strip() for p in text.split(",")]
    if "" in parts:
        raise MalformedError(f"'{text}' has an empty place between its commas")
    return parts


def start_options(
    game: Game, players: int | None, variant: str | None, settings: list[str] | None, edition: str | None
) -> tuple[Edition, Any]:
    """The edition and the checked options record that a command line asks for."""
    from bestiary.engine.options import parse_setting

    chosen: dict[str, Any] = {}
    for text in settings or []:
        key, value = parse_setting(game.options, text)
        if chosen.get(key, value) != value:
            raise MalformedError(f"--set names {key} twice, with different values; give it once")
        chosen[key] = value
    names = [v.name for v in game.variants]
    if variant is not None and variant not in names:
        raise MalformedError(f"{game.title} has no variant '{variant}'{instead(variant, names)}")
    if players is not None and chosen.get("seats", players) != players:
        raise MalformedError(f"{players} players and --set seats={chosen['seats']} contradict each other")
    return game.edition(edition), game.make_options(players, variant, chosen)


def in_words(game: Game, given: dict[str, Any]) -> list[str]:
    """What differs from the defaults: the variant's name, and further settings as they are typed."""
    from bestiary.engine.options import settings_of

    fitting = [v for v in game.variants if v.settings.items() <= given.items()]
    variant = max(fitting, key=lambda v: len(v.settings))
    known = settings_of(game.options)
    rest = [k for k in given if k != "seats" and k not in variant.settings]
    changed = [f"{k}={shown(given[k], known[k].kind)}" for k in rest if not _same(given[k], known[k].default)]
    return ([variant.name] if variant.settings else []) + changed


def is_standard(game: Game, edition: Edition) -> bool:
    """Whether these are the cards that the rules text speaks of."""
    return edition.shipped and edition.name == game.default_edition


def shown(value: Any, kind: str) -> str:
    """A setting's value as it is typed."""
    if kind == "switch":
        return "yes" if value else "no"
    return ",".join(map(str, value)) if kind == "list" else str(value)


def _same(value: Any, default: Any) -> bool:
    return bool(tuple(value) == default if isinstance(value, list) else value == default)


def seed_bytes(text: str | None) -> bytes:
    """The seed that a person typed, or one that nobody can guess."""
    if text is None:
        return os.urandom(32)
    from bestiary.engine.chance import server_seed

    return server_seed(text)


# --- Games, and whether their rules run compiled


def game_names() -> list[str]:
    """All games, found without importing any of them."""
    from bestiary.engine import registry

    return registry.game_names()


def game_title(name: str) -> str:
    """The heading of a game's rules, likewise without importing it."""
    import importlib.util

    from bestiary.engine.registry import game_module

    spec = importlib.util.find_spec(game_module(name))
    try:
        text = Path(str(spec and spec.origin)).with_name("rules.md").read_text(encoding="utf-8")
    except OSError:
        return name.capitalize()
    return text.partition("\n")[0].lstrip("# ").strip() or name.capitalize()


def game_summary(name: str) -> str:
    """What a game says of itself in a sentence, read from its source without importing it."""
    import ast
    import importlib.util

    from bestiary.engine.registry import game_module

    spec = importlib.util.find_spec(game_module(name))
    try:
        tree = ast.parse(Path(str(spec and spec.origin)).read_text(encoding="utf-8"))
    except (OSError, SyntaxError):
        return ""
    given = (k for node in ast.walk(tree) if isinstance(node, ast.Call) for k in node.keywords if k.arg == "summary")
    return next((str(k.value.value) for k in given if isinstance(k.value, ast.Constant)), "")


def without_compiling() -> None:
    """Rules run as plain Python in this process, unless the environment says otherwise.

    Must come before the first import of a game: the switch acts when rules are declared."""
    os.environ.setdefault(NO_JIT, "1")


def may_compile() -> bool:
    """Whether the environment leaves the choice to us. Ask before rules are made plain."""
    return NO_JIT not in os.environ


def find_plain(name: str) -> Game:
    """A game whose rules run as plain Python."""
    without_compiling()
    return find(name)


def find(name: str) -> Game:
    """A game whose rules run compiled, unless the environment says otherwise."""
    from bestiary.engine.mode import JIT
    from bestiary.engine.registry import find_game

    if name not in game_names():
        raise MalformedError(f"no game is called '{name}'{instead(name, game_names())}")
    if JIT:
        interrupts.hear()
    return find_game(name)


def compile_aside(name: str) -> Beside | None:
    """On a cold cache another process compiles a game, for what needs compiled rules later. Failing is no harm."""
    from bestiary.engine import cache
    from bestiary.engine.beside import BACKGROUND, Beside

    with contextlib.suppress(OSError):
        return None if cache.is_warm(name) else Beside("bestiary", "compile", name, nice=BACKGROUND)
    return None


@contextlib.contextmanager
def blaming(file: str | Path) -> Iterator[None]:
    """A file changed by hand can hold anything: what the engine did not expect of it is still the file's fault."""
    try:
        yield
    except (TypeError, ValueError, KeyError, IndexError, AttributeError, OverflowError) as error:
        raise MalformedError(f"{file}: damaged: {error}") from None


def program() -> str:
    """How to call this program from where the person is: `bestiary` where the shell finds it, else by its path."""
    started = Path(sys.argv[0])
    if started.name == "__main__.py":
        return f"{_callable(Path(sys.executable))} -m bestiary"
    return _callable(started)


def _callable(file: Path) -> str:
    """A program's name where the shell finds this very one by it, else its path, from here if it lies below."""
    found = shutil.which(file.name)
    if not file.is_file() or (found and Path(found).absolute() == file.absolute()):
        return file.name
    path, here = file.absolute(), Path.cwd()
    if not path.is_relative_to(here):
        return shlex.quote(str(path))
    below = path.relative_to(here)
    return shlex.quote(str(below) if len(below.parts) > 1 else f"./{below}")


# --- Output


def check_free(file: Path, force: bool) -> None:
    """Refuses to replace a file unless that is wanted; a device or a pipe is written to and stays."""
    from bestiary.engine.files import is_stream

    if file.is_file() and not force and not is_stream(file):
        raise MalformedError(f"{file} is there already; --force replaces it")


@functools.cache
def console(stderr: bool = False) -> Console:
    """A console for plain text: nothing in it is read as markup."""
    from rich.console import Console

    return Console(stderr=stderr, highlight=False, markup=False, emoji=False)


def markdown(text: str) -> RenderableType:
    """A text with marks, formatted for the terminal."""
    from rich.markdown import Markdown

    return Markdown(text)


def print_json(data: Any) -> None:
    import json

    print(json.dumps(data, indent=2))


PLAIN = {"…": "...", "–": "-", "—": "-", "−": "-", "·": "-", "•": "*", "→": "->", "←": "<-", "×": "x", "≥": ">=",
         "≤": "<=", "“": '"', "”": '"', "‘": "'", "’": "'", "½": "1/2"}  # fmt: skip


def make_streams_safe() -> None:
    """Characters that the terminal cannot show become similar ones; odd bytes typed do no harm. A stream that was
    closed before we began is an empty one, and what is written to it goes nowhere."""
    codecs.register_error("similar", _similar)
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        if getattr(sys, name) is None:
            _open_nothing(number, name)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="similar")
    if hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(errors="replace")


def _open_nothing(number: int, name: str) -> None:
    """Takes the stream's own number, so that no file that is opened later is taken for it."""
    handle = os.open(os.devnull, os.O_RDONLY if number == 0 else os.O_WRONLY)
    if handle != number:
        os.dup2(handle, number)
        os.close(handle)
    setattr(sys, name, os.fdopen(number, "r" if number == 0 else "w", encoding="utf-8", closefd=False))


def _similar(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    wrong = error.object[error.start : error.end]
    return "".join(PLAIN.get(c) or _without_accents(c) for c in wrong), error.end


def _without_accents(character: str) -> str:
    return unicodedata.normalize("NFKD", character).encode("ascii", "ignore").decode() or "?"
