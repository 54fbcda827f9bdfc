"""`bestiary play`: who sits at the table, a new game or a saved one, and off it goes."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from bestiary.cli import common
from bestiary.engine.errors import MalformedError
from bestiary.engine.seat_names import YOU
from bestiary.engine.spelling import did_you_mean

if TYPE_CHECKING:
    from bestiary.cli.session import Session
    from bestiary.engine.game import Game
    from bestiary.engine.replay import Seat

BOT_NAMES = ("Ash", "Briar", "Clover", "Dusk", "Ember", "Flint", "Gorse", "Hazel", "Ivy", "Juniper")
ALMOST = 0.85  # how like a bot's name a word must be to be no person's


def register(app: typer.Typer) -> None:
    app.command("play")(play)


def play(
    game: common.MaybeGame = None,
    file: Annotated[Path | None, typer.Argument(metavar="FILE", help="With --resume: the saved game.")] = None,
    players: common.Players = None,
    seats: Annotated[
        str | None,
        typer.Option(
            metavar="A,B,…",
            help="Who sits where, in order: 'you' or a name for a person, or a bot's: easy, normal, hard, expert or "
            "another of those that 'bestiary games' lists. "
            "Several people share the keyboard, and the screen is hidden between them.",
        ),
    ] = None,
    bots: common.MaybeBots = None,
    names: Annotated[str | None, typer.Option(metavar="A,B,…", help="Names of all seats, in order.")] = None,
    variant: common.VariantName = None,
    settings: common.Settings = None,
    edition: common.EditionName = None,
    seed: common.SeedText = None,
    hints: Annotated[bool, typer.Option("--hints", help="Allow the people at the table to ask a bot: 'hint'.")] = False,
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on with FILE, or with the game that was interrupted last.")
    ] = False,
) -> None:
    """Play in the terminal: against bots, or several people at one keyboard.

    Type ? at any decision. Ctrl-C or quit saves the game, 'bestiary play --resume' goes on with it.
    """
    if resume:
        new = [players, seats, bots, names, variant, settings, edition, seed]
        if hints or any(value is not None and value != [] for value in new):
            raise MalformedError("--resume goes on with a saved game as it is; start a new one to choose anything else")
        _resumed(game, file).run()
        return
    if file is not None:
        raise MalformedError(f"'{file}' is one word too many; a saved game is opened with --resume {file}")
    name = game or _ask_which()
    if not name:
        _resumed(None, None).run()
        return
    _started(name, players, seats, bots, names, variant, settings, edition, seed, hints).run()


def _ask_which() -> str:
    """The game that a person picks from a list; empty for the one that was interrupted last."""
    known = common.game_names()
    if len(known) == 1:
        return known[0]
    if not sys.stdin.isatty():
        raise MalformedError(f"say which game: {common.program()} play {'|'.join(known)}")
    from bestiary.cli import saves
    from bestiary.cli.screen import Screen
    from bestiary.engine.room import wrapped

    screen = Screen()
    interrupted = saves.find_latest(None)
    if interrupted:
        screen.say(f" 0  Go on with {common.game_title(saves.game_in(interrupted))}, which was interrupted")
    for number, name in enumerate(known, 1):
        screen.say(f" {number}  {common.game_title(name)} ({name})")
        for line in wrapped(common.game_summary(name), screen.console.width, " " * 4, " " * 4):
            screen.say(line, "dim")
    while True:
        try:
            typed = screen.ask("Which game? ")
        except EOFError:
            raise typer.Abort from None
        if typed.isdecimal() and 1 <= int(typed[:9]) <= len(known):
            return known[int(typed[:9]) - 1]
        if typed in known:
            return typed
        if typed == "0" and interrupted:
            return ""
        screen.refuse(f"Type a number from {0 if interrupted else 1} to {len(known)}, or a name.")


def _started(
    name: str, players: int | None, seats: str | None, bots: str | None, names: str | None, variant: str | None,
    settings: list[str] | None, edition: str | None, seed: str | None, hints: bool,
) -> Session:  # fmt: skip
    """A new game, with everything on the command line checked before anything is shown."""
    compiles = common.may_compile()
    game = common.find_plain(name)
    from bestiary.bots.roster import with_nets
    from bestiary.cli.saves import new_file
    from bestiary.cli.session import Session
    from bestiary.engine.table import Table

    listed = common.split_list(seats) if seats is not None else None
    if listed and players is None:
        players = len(listed)
    content, options = common.start_options(game, players, variant, settings, edition)
    count = int(options.seats)
    kinds = who_sits(game, count, listed, common.split_list(bots) if bots is not None else None)
    table = Table(game, content, options, common.seed_bytes(seed))
    seating = named(kinds, common.split_list(names) if names is not None else [], with_nets(game, kinds))
    session = Session(table, seating, new_file(game.name), compiles, hints)
    _welcome(session, compiles)
    return session


def _welcome(session: Session, compiles: bool) -> None:
    table, game = session.table, session.table.game
    played = [game.title, *common.in_words(game, game.settings(table.options))]
    if not common.is_standard(game, table.edition):
        played.append(f"edition {table.edition.name}")
    at_table = ", ".join(s.name + (f" ({s.bot})" if s.bot else "") for s in session.seats)
    session.screen.say(f"{', '.join(played)}. At the table: {at_table}.", "bold")
    if session.people:
        chart = " map shows the map." if game.chart else ""
        session.screen.say(f"Type ? for help at any time; quit or Ctrl-C saves the game.{chart}")
    if session.bots.waits_for_compiler:
        session.screen.say("Compiling the rules, once; until that is done bots play below their level.")
    elif compiles:
        session.compiler = common.compile_aside(game.name)


def _resumed(game: str | None, file: Path | None) -> Session:
    """The saved game that is meant: FILE, the latest, or the latest of GAME."""
    from bestiary.cli import saves

    if file is None and game and game not in common.game_names():
        file = Path(game)
    if file is None:
        file = saves.latest(game)
    if not file.is_file():
        raise MalformedError(f"there is no saved game {file}" + (", that is a folder" if file.is_dir() else ""))
    compiles = common.may_compile()
    common.find_plain(saves.game_in(file) or common.game_names()[0])
    from bestiary.bots.roster import with_nets
    from bestiary.cli.session import Session
    from bestiary.engine import replay

    with common.blaming(file):
        games = list(islice(replay.read_games(file), 2))
    if len(games) > 1:
        raise MalformedError(f"{file} holds several games; only a file with one unfinished game can go on")
    with common.blaming(file):
        table = replay.resume(games[0])
    count = int(table.state.seats)
    seats = replay.seats_of(games[0], count, with_nets(table.game, replay.kinds_of(games[0], count)))
    session = Session(table, seats, file, compiles, games[0].header.get("hints") is True)
    _welcome(session, compiles)
    return session


def who_sits(game: Game, count: int, seats: list[str] | None, bots: list[str] | None) -> list[str]:
    """For each seat a bot's kind, 'you', or a person's name."""
    from bestiary.bots.roster import fill_seats, with_nets

    if seats is not None and bots is not None:
        raise MalformedError("--seats and --bots say the same thing; give one of them")
    if seats is not None:
        if len(seats) != count:
            raise MalformedError(f"--seats names {len(seats)} seats, but there are {count} players")
        known = with_nets(game, seats)
        for word in seats:
            if word not in known and (hint := did_you_mean(word, known, ALMOST)):
                raise MalformedError(f"{game.title} has no bot '{word}'{hint}")
        return seats
    return ["you", *fill_seats(game, bots or ["greedy"], count - 1)]


def named(kinds: Sequence[str], names: Sequence[str], known: Sequence[str]) -> list[Seat]:
    """Seats with a name each: given, or 'You' for a person alone without one, or from our list for bots."""
    from bestiary.engine.replay import LONGEST_NAME, Seat

    if len(names) > len(kinds):
        raise MalformedError(f"--names gives {len(names)} names, but there are {len(kinds)} players")
    people = sum(k not in known for k in kinds)
    own: list[Any] = [k if k not in known and k.lower() != "you" else None for k in kinds]
    chosen = [names[n] if n < len(names) else own[n] for n in range(len(kinds))]
    spare = iter(n for n in BOT_NAMES if n.lower() not in {str(c).lower() for c in chosen})
    for number, kind in enumerate(kinds):
        if chosen[number] is None:
            person = YOU if people == 1 else f"Player {number + 1}"
            chosen[number] = next(spare) if kind in known else person
    for kind, name in zip(kinds, chosen, strict=True):
        if name.lower() == YOU.lower() and (kind in known or people > 1):
            raise MalformedError(f"only the one person at a table of bots is called '{YOU}'; give another name")
        if len(name) > LONGEST_NAME:
            raise MalformedError(f"the name '{name}' is too long; a name has at most {LONGEST_NAME} letters")
        if [c.lower() for c in chosen].count(name.lower()) > 1:
            raise MalformedError(f"two players are called '{name}'; give everybody a name of their own with --names")
    chosen = [YOU if name.lower() == YOU.lower() else name for name in chosen]
    return [Seat(name, kind if kind in known else "") for name, kind in zip(chosen, kinds, strict=True)]
