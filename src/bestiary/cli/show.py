"""Commands to look things up: games, rules, cards, maps, types, replays, and whether a replay is genuine."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from bestiary.cli import common
from bestiary.engine.errors import MalformedError, one_line

if TYPE_CHECKING:
    from bestiary.engine.catalogue import Catalogue, Fact, Printed
    from bestiary.engine.game import Game, Map
    from bestiary.engine.options import Setting
    from bestiary.engine.replay import Replay, Verdict

TAMPERED = 2
NOT_CHECKED = 3
UNSHOWN = ("fx", "why", "passive", "action")  # of a card's facts: for designers, or in its text
ReplayFile = Annotated[Path, typer.Argument(metavar="FILE", help="A replay file (.jsonl).")]


def register(app: typer.Typer) -> None:
    app.command("games")(games)
    app.command("rules")(rules)
    app.command("cards")(cards)
    app.command("map")(show_map)
    app.command("schema")(schema)
    app.command("book")(book)
    app.command("replay")(replay)
    app.command("verify")(verify)


# --- For programs


def schema(game: common.GameName) -> None:
    """Print the JSON Schema of what leaves for a game: views, events, actions, options, refusals, the book.

    'bestiary schema server' prints the messages of the table server.
    """
    if game == "server":
        from bestiary.server import protocol

        common.print_json(protocol.schema())
        return
    found = common.find_plain(game)
    from bestiary.engine.schema import schema as schema_of

    common.print_json(schema_of(found))


def book(game: common.GameName, edition: common.EditionName = None) -> None:
    """Print the book of an edition as JSON: everything that it prints, by the names that views use."""
    found = common.find_plain(game)
    import msgspec

    common.print_json(msgspec.to_builtins(found.book(found.edition(edition))))


# --- Games


def games(game: common.MaybeGame = None, json: common.AsJson = False) -> None:
    """List the games with their variants, options, editions and bots."""
    found = [common.find_plain(name) for name in ([game] if game else common.game_names())]
    from bestiary.bots.roster import choices

    if json:
        common.print_json({"games": [choices(g) for g in found]})
        return
    for each in found:
        _print_game(each)


def _print_game(game: Game) -> None:
    from rich.table import Table as Grid
    from rich.text import Text

    from bestiary.bots.roster import choices
    from bestiary.engine.options import settings_of, span

    data = choices(game)
    out = common.console()
    out.print(Text.assemble((game.title, "bold"), f"  (bestiary play {game.name})"))
    out.print(game.summary)
    variants = Grid(box=None, title="Variants", title_justify="left", title_style="bold", padding=(0, 2, 0, 0))
    for heading in ("--variant", "players", ""):
        variants.add_column(heading)
    for v in game.variants:
        variants.add_row(Text(v.name), span(v.players.start, v.players.stop - 1), Text(v.text))
    options = Grid(box=None, title="Options", title_justify="left", title_style="bold", padding=(0, 2, 0, 0))
    for heading in ("--set", "range", "default", ""):
        options.add_column(heading, no_wrap=heading == "--set")
    for name, setting in settings_of(game.options).items():
        options.add_row(Text(name), _short_range(setting), _default_shown(game, name), Text(setting.text))
    for part in (variants, options):
        out.print()
        out.print(part)
    out.print()
    out.print(f"Editions: {', '.join(data['editions'])}")
    out.print(f"Bots: {', '.join(data['bots'])}")
    out.print()


def _short_range(setting: Setting) -> str:
    if setting.kind == "switch":
        return "yes, no"
    from bestiary.engine.options import span

    numbers = span(setting.low, setting.high)
    return f"list, {numbers}" if setting.kind == "list" else numbers


def _default_shown(game: Game, name: str) -> str:
    from bestiary.engine.options import settings_of

    return common.shown(game.default_of(name), settings_of(game.options)[name].kind) or "empty"


# --- Rules


def rules(
    game: common.GameName,
    section: Annotated[
        list[str] | None,
        typer.Argument(metavar="SECTION", help="A heading or a word of it, or a ruling like R7.", show_default=False),
    ] = None,
    json: common.AsJson = False,
) -> None:
    """Show the rules of a game, or one section or ruling of them."""
    from bestiary.engine import rulebook

    found = common.find_plain(game)
    book = rulebook.read(found)
    parts = [book.find(" ".join(section))] if section else book.sections
    if json:
        data = {
            "game": found.name,
            "rules_version": found.version,
            "sections": [{"title": s.title, "text": s.text} for s in parts],
        }
        if not section:
            data["rulings"] = {number: s.text for number, s in book.rulings.items()}
        common.print_json(data)
        return
    text = f"## {parts[0].title}\n\n{parts[0].text}" if section else book.text
    out = common.console()
    if out.is_terminal:
        out.print(common.markdown(text))
    else:
        print(text.rstrip())


# --- Cards


def cards(
    game: common.GameName,
    filters: Annotated[
        list[str] | None,
        typer.Option(
            "--filter", metavar="WORD", show_default=False,
            help="Only cards with this text on them, or KEY=VALUE like deck=events or tier=5; may be repeated.",
        ),
    ] = None,
    edition: common.EditionName = None,
    json: common.AsJson = False,
) -> None:
    """Browse the cards of a game with their texts, and count them."""
    found = common.find_plain(game)
    if found.catalogue is None:
        raise MalformedError(f"{found.title} has no list of its cards")
    content = found.edition(edition)
    catalogue = found.catalogue(content)
    chosen = catalogue.matching(filters or [])
    if json:
        listed = [card.data() for card in chosen]
        common.print_json({"game": found.name, "edition": content.name, **catalogue.counts, "cards": listed})
    else:
        _print_cards(catalogue, chosen)


def _print_cards(catalogue: Catalogue, chosen: list[Printed]) -> None:
    from rich.padding import Padding
    from rich.text import Text

    out = common.console()
    for deck in dict.fromkeys(card.deck for card in chosen):
        own = [card for card in chosen if card.deck == deck]
        out.print(Text(f"{_title(deck)} ({len(own)})", "bold underline"))
        for card in own:
            facts = ", ".join(f"{key} {_fact(value)}" for key, value in card.facts.items() if key not in UNSHOWN)
            out.print(Text.assemble((card.name, "bold"), (f"  {facts}", "dim")))
            if card.text:
                out.print(Padding(Text(card.text), (0, 0, 0, 2), expand=False))
        out.print()
    if len(chosen) < len(catalogue.cards):
        out.print(f"{len(chosen)} of {len(catalogue.cards)} cards fit.")
    else:
        out.print(", ".join(f"{_title(key).lower()} {count}" for key, count in catalogue.counts.items()))


def _title(key: str) -> str:
    return key.replace("_", " ").capitalize()


def _fact(value: Fact) -> str:
    return "/".join(map(str, value)) if isinstance(value, list) else str(value)


# --- Maps


def show_map(
    game: common.GameName,
    edition: common.EditionName = None,
    svg: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write a picture of it instead.", show_default=False)
    ] = None,
    force: common.Force = False,
    json: common.AsJson = False,
) -> None:
    """Draw the map of a game, and say how far it is from everywhere to everything."""
    found = find_map(game, edition)
    if svg is not None:
        common.check_free(svg, force)
        from bestiary.engine import files

        files.write(svg, [found.svg()])
    if json:
        common.print_json({"game": game, **found.data()})
    elif svg is None:
        print(found.text())


def find_map(name: str, edition: str | None) -> Map:
    """The map of a game's edition, or one line that there is none."""
    game = common.find_plain(name)
    if game.map is None:
        raise MalformedError(f"{game.title} is played without a map")
    return game.map(game.edition(edition))


# --- Verify


def verify(file: ReplayFile, json: common.AsJson = False) -> None:
    """Play a replay again and check every hash, the seed, the events and the result.

    Exit code 0: all is as the file says. 2: it is not, or it cannot be checked here. 3: not checked, because a game was
    played under older rules, or its hashes are of another version.
    """
    found = Findings()
    for verdict, each in _verdicts(file):
        found.add(verdict, each)
    if json:
        common.print_json({"file": str(file), **found.data()})
    else:
        print("\n".join(found.lines()))
    sys.stdout.flush()
    for wrong in found.problems:
        where = f"game {wrong['game']}: " if found.games > 1 else ""
        print(one_line(f"bestiary: {file}: {where}{wrong['problem']}"), file=sys.stderr)
    if found.problems or found.unchecked:
        raise typer.Exit(TAMPERED if found.problems else NOT_CHECKED)


class Findings:
    """What `verify` found in all games of a file."""

    def __init__(self) -> None:
        self.games = self.plies = self.finished = self.older = self.unhashed = 0
        self.problems: list[dict[str, Any]] = []
        self.forged = False
        self.older_rules = ""  # of the first game of older rules
        self.own_editions: list[str] = []

    def add(self, verdict: Verdict, each: Replay) -> None:
        self.games += 1
        self.plies += verdict.plies
        self.finished += verdict.finished
        self.older += verdict.older_rules
        self.unhashed += not (verdict.hashes_compared or verdict.older_rules)
        self.problems += [{"game": self.games, "problem": p} for p in verdict.problems]
        rules, ours = each.header["rules"], each.game().version
        self.forged = self.forged or len(verdict.problems) > (rules != ours)
        if verdict.older_rules and not self.older_rules:
            self.older_rules = f"Played under version {rules} of the rules; these are version {ours}."
        if "edition_text" in each.header and each.header["edition"] not in self.own_editions:
            self.own_editions.append(each.header["edition"])

    @property
    def unchecked(self) -> int:
        return self.older + self.unhashed

    def data(self) -> dict[str, Any]:
        compared = self.unhashed == 0 and self.older < self.games
        return {
            "ok": not self.problems and not self.unchecked, "games": self.games, "finished": self.finished,
            "decisions": self.plies, "hashes_compared": compared, "older_rules": self.older,
            "not_checked": self.unchecked, "problems": self.problems,
        }  # fmt: skip

    def lines(self) -> list[str]:
        games = "1 game" if self.games == 1 else f"{self.games} games"
        unfinished = self.games - self.finished
        rest = f", {unfinished} of them unfinished" if unfinished and self.games > 1 else ""
        rest = ", unfinished" if unfinished and self.games == 1 else rest
        if self.problems:
            finding = "NOT genuine" if self.forged else "Cannot be checked"
            wrong = len({p["game"] for p in self.problems})
            return [f"{finding}: {games}{rest}; {wrong} with a problem." if self.games > 1 else f"{finding}."]
        if self.unchecked:
            return self._not_checked()
        told = [f"Genuine: {games}{rest}, {self.plies} decisions, played again with the same outcome."]
        for name in self.own_editions:
            told.append(f"The edition '{name}' is the one that the file carries, not one of ours.")
        return told

    def _not_checked(self) -> list[str]:
        """Nothing is wrong with the file, but it is of another version than we can compare with."""
        others = "" if self.unchecked == self.games else "; the others are genuine"
        rest = "" if self.games == 1 else f" ({self.unchecked} of {self.games} games{others})"
        told = [f"{'Older rules' if self.older else 'Another version'}: not checked{rest}.", self.older_rules]
        if self.unhashed:
            told.append("Hashes of another version cannot be compared. Actions, events and results fit each other.")
        return [line for line in told if line]


def read_file(file: Path) -> Iterator[Replay]:
    """The games of a file, with their rules compiled where the file is large."""
    from bestiary.cli import saves

    large = _size(file) > common.LARGE_REPLAY
    name = saves.game_in(file)
    if not (large and name in common.game_names()):
        common.find_plain(name if name in common.game_names() else common.game_names()[0])
    from bestiary.engine import replay as engine

    return engine.read_games(file)


def _size(file: Path) -> int:
    return file.stat().st_size if file.is_file() else 0


def pick(games: Iterator[Replay], file: Path, number: int) -> Replay:
    """A game of a file, counted from 1."""
    count = 0
    with common.blaming(file):
        for each in games:
            count += 1
            if count == number:
                return each
    raise MalformedError(f"{file} has no game {number}; it holds games 1 to {count}")


def _verdicts(file: Path) -> Iterator[tuple[Verdict, Replay]]:
    """Each game with its verdict, and a progress bar where the file is large."""
    from rich.progress import Progress

    quiet = _size(file) < common.LARGE_REPLAY or not sys.stderr.isatty()
    with Progress(console=common.console(stderr=True), transient=True, disable=quiet) as bar:
        task = bar.add_task("Verifying", total=_size(file))
        with common.blaming(file):
            for each in read_file(file):
                yield _verdict(each), each
                bar.advance(task, each.size)


def _verdict(each: Replay) -> Verdict:
    from bestiary.engine import replay as engine

    return engine.verify(each)


# --- Replay


def replay(
    file: ReplayFile,
    game: Annotated[int, typer.Option(metavar="N", help="Which game of the file, counted from 1.")] = 1,
    json: common.AsJson = False,
) -> None:
    """Step through a replay in a terminal; elsewhere print it from beginning to end."""
    chosen = pick(read_file(file), file, game)
    from bestiary.cli.stepping import Story

    story = Story(chosen)
    if json:
        common.print_json(story.data())
    elif sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM") != "dumb":
        story.step_through()
    else:
        story.print_all()
