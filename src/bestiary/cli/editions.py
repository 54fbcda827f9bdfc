"""Commands for designers: edition, to start from a shipped one, and lint, to check one's own."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from bestiary.cli.common import AsJson, Force, GameName, find_plain, print_json
from bestiary.engine.errors import MalformedError, one_line
from bestiary.engine.spelling import instead

if TYPE_CHECKING:
    from bestiary.engine.game import Game

FOUND = 1
"""The exit code of lint where it finds something."""


def register(app: typer.Typer) -> None:
    app.command("edition")(edition)
    app.command("lint")(lint)


def edition(
    game: GameName,
    name: Annotated[
        str | None, typer.Argument(metavar="NAME", help="Which shipped edition: see 'bestiary games GAME'.")
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="FILE", help="Write it here: a .toml file, or a folder if it has many files."),
    ] = None,
    force: Force = False,
) -> None:
    """Print a shipped edition, to start your own from. Without NAME it is the one that is played by default."""
    found = find_plain(game)
    name = name or found.default_edition
    if name not in found.editions:
        raise MalformedError(f"{found.title} has no edition '{name}'{instead(name, found.editions)}")
    from bestiary.engine import files
    from bestiary.engine.content import read_edition, texts_of

    text, many = read_edition(found.editions[name]), found.editions[name].is_dir()
    if out is None:
        sys.stdout.write(text)
        return
    copies = {out / f"{stem}.toml": own for stem, own in texts_of(text)} if many else {out: text}
    _check_place(found, out, list(copies), many, force)
    for file, own in copies.items():
        file.parent.mkdir(exist_ok=True)
        files.write(file, [own])
    print(one_line(f"{out} is a copy of {name}. Change it, then try: bestiary lint {game} {out}"))


def _check_place(game: Game, out: Path, written: list[Path], many: bool, force: bool) -> None:
    """Refuses a place that an edition could not be read from, and what would replace something."""
    if not out.absolute().parent.is_dir():
        raise MalformedError(f"--out {out}: there is no folder {out.parent}")
    if many and out.exists() and not out.is_dir():
        raise MalformedError(f"--out {out}: an edition of {game.title} is a folder of files, and this is a file")
    if not many and (out.suffix != ".toml" or out.is_dir()):
        raise MalformedError(f"--out {out}: an edition of {game.title} is one file; name it like own.toml")
    there = [file for file in written if file.exists()]
    if there and not force:
        raise MalformedError(f"{there[0]} is there already; take another name, or --force to replace it")


def lint(
    game: GameName,
    file: Annotated[str, typer.Argument(metavar="FILE", help="Your .toml file or folder, or a shipped edition.")],
    as_json: AsJson = False,
) -> None:
    """Check an edition: first whether it can be played, then the budgets and habits that the shipped ones keep.

    What cannot be played is an error. What could be played, but our own editions would not have, is told line by line,
    with exit code 1: cards too strong or too weak for their tier, cards that nobody would choose, decks out of balance.
    """
    found = find_plain(game)
    if found.lint is None:
        raise MalformedError(f"{found.title} does not say what its own editions must keep")
    from bestiary.engine.content import parse

    content = found.edition(file)
    label = found.editions[content.name].name if content.shipped else one_line(file)
    findings = list(found.lint(parse(content.text, label)))
    if as_json:
        print_json({"game": found.name, "edition": content.name, "findings": findings})
    else:
        for finding in findings:
            print(finding)
        print(f"{label}: {_counted(len(findings))}.")
    if findings:
        raise typer.Exit(FOUND)


def _counted(findings: int) -> str:
    return f"{findings or 'no'} finding{'' if findings == 1 else 's'}"
