"""Commands to look things up: games, rules, cards, maps, types, replays, and whether a replay is genuine."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from bestiary.cli import common
from bestiary.engine.errors import MalformedError

if TYPE_CHECKING:
    from bestiary.engine.catalogue import Catalogue, Fact, Printed
    from bestiary.engine.game import Game, Map
    from bestiary.engine.options import Setting
    from bestiary.engine.replay import Replay, Verdict

TAMPERED = 2
OLDER_RULES = 3
UNSHOWN = ("fx", "why", "passive", "action")  # of a card's facts: for designers, or in its text
MANY_GAMES = 20  # from here on a progress bar is worth its place
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
    """Print the JSON Schema of what leaves for a game: views, events, actions, options, refusals, the book."""
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
    if json:
        common.print_json({"games": [game_data(g) for g in found]})
        return
    for each in found:
        _print_game(each)


def game_data(game: Game) -> dict[str, Any]:
    """Everything that can be chosen before a game starts."""
    from bestiary.bots.roster import bot_names
    from bestiary.engine.options import settings_of

    variants = [
        {"name": v.name, "text": v.text, "players": list(v.players), "settings": dict(v.settings)}
        for v in game.variants
    ]
    options = [
        {"name": name, "kind": s.kind, "low": s.low, "high": s.high, "default": _default(game, name), "text": s.text}
        for name, s in settings_of(game.options).items()
    ]
    return {
        "name": game.name,
        "title": game.title,
        "summary": game.summary,
        "rules_version": game.version,
        "players": {"least": game.players.start, "most": game.players.stop - 1, "default": game.default_players},
        "variants": variants,
        "options": options,
        "editions": list(game.editions),
        "default_edition": game.default_edition,
        "bots": bot_names(game),
    }


def _print_game(game: Game) -> None:
    from rich.table import Table as Grid
    from rich.text import Text

    from bestiary.engine.options import settings_of

    data = game_data(game)
    out = common.console()
    out.print(Text.assemble((game.title, "bold"), f"  (bestiary play {game.name})"))
    out.print(game.summary)
    variants = Grid(box=None, title="Variants", title_justify="left", title_style="bold", padding=(0, 2, 0, 0))
    for heading in ("--variant", "players", ""):
        variants.add_column(heading)
    for v in game.variants:
        variants.add_row(Text(v.name), f"{v.players.start}-{v.players.stop - 1}", Text(v.text))
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
    numbers = f"{setting.low} to {setting.high}"
    return f"list, {numbers}" if setting.kind == "list" else numbers


def _default(game: Game, name: str) -> Any:
    """What is played where nobody sets an option; how many play is the game's own choice."""
    from bestiary.engine.options import settings_of

    return game.default_players if name == "seats" else settings_of(game.options)[name].default


def _default_shown(game: Game, name: str) -> str:
    from bestiary.engine.options import settings_of

    return common.shown(_default(game, name), settings_of(game.options)[name].kind) or "empty"


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
    from bestiary.cli import rulebook

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
        out.print(rulebook.rendered(text, True))
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
    json: common.AsJson = False,
) -> None:
    """Draw the map of a game, and say how far it is from everywhere to everything."""
    found = find_map(game, edition)
    if svg is not None:
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
    played under older rules.
    """
    replays = read_file(file)
    problems: list[dict[str, Any]] = []
    forged = False
    plies = finished = older = 0
    hashes = True
    for number, verdict in _verdicts(replays):
        problems += [{"game": number, "problem": p} for p in verdict.problems]
        forged = forged or len(verdict.problems) > _has_other_rules(replays[number - 1])
        plies += verdict.plies
        finished += verdict.finished
        older += verdict.older_rules
        hashes = hashes and (verdict.hashes_compared or verdict.older_rules)
    if json:
        data = {"file": str(file), "ok": not problems and not older, "games": len(replays), "finished": finished,
                "decisions": plies, "hashes_compared": hashes and older < len(replays), "older_rules": older,
                "problems": problems}  # fmt: skip
        common.print_json(data)
    elif older and not problems:
        _print_older(replays, older)
    else:
        _print_verdict(replays, plies, finished, hashes, problems, forged)
    sys.stdout.flush()
    for each in problems:
        where = f"game {each['game']}: " if len(replays) > 1 else ""
        print(f"bestiary: {file}: {where}{each['problem']}", file=sys.stderr)
    if problems or older:
        raise typer.Exit(TAMPERED if problems else OLDER_RULES)


def _print_older(replays: list[Replay], older: int) -> None:
    """Nothing is wrong with the file; the rules that it was played under are no longer here."""
    first = next(each for each in replays if each.has_older_rules)
    rest = "" if len(replays) == 1 else f" ({older} of {len(replays)} games; the others are genuine)"
    print(f"Older rules: not checked{rest}.")
    print(f"Played under version {first.header['rules']} of the rules; these are version {first.game().version}.")


def _has_other_rules(each: Replay) -> bool:
    return bool(each.header["rules"] != each.game().version)


def _print_verdict(
    replays: list[Replay], plies: int, finished: int, hashes: bool, problems: list[dict[str, Any]], forged: bool
) -> None:
    games = "1 game" if len(replays) == 1 else f"{len(replays)} games"
    unfinished = len(replays) - finished
    rest = f", {unfinished} of them unfinished" if unfinished and len(replays) > 1 else ""
    rest = ", unfinished" if unfinished and len(replays) == 1 else rest
    if problems:
        finding = "NOT genuine" if forged else "Cannot be checked"
        wrong = len({p["game"] for p in problems})
        print(f"{finding}: {games}{rest}; {wrong} with a problem." if len(replays) > 1 else f"{finding}.")
        return
    print(f"Genuine: {games}{rest}, {plies} decisions, played again with the same outcome.")
    if not hashes:
        print("Hashes were not compared: the file is of another version. Actions, events and results were.")


def read_file(file: Path) -> list[Replay]:
    """All games of a file, with their rules compiled where the file is large."""
    from bestiary.cli import saves

    large = file.is_file() and file.stat().st_size > common.LARGE_REPLAY
    name = saves.game_in(file)
    if not (large and name in common.game_names()):
        common.find_plain(name if name in common.game_names() else common.game_names()[0])
    from bestiary.engine import replay as engine

    with common.blaming(file):
        return engine.read_all(file)


def _verdicts(replays: list[Replay]) -> Iterator[tuple[int, Verdict]]:
    """Each game's number and verdict, with a progress bar where there are many."""
    from rich.progress import track

    quiet = len(replays) < MANY_GAMES or not sys.stderr.isatty()
    bar = track(replays, "Verifying", console=common.console(stderr=True), transient=True, disable=quiet)
    for number, each in enumerate(bar, 1):
        yield number, _verdict(each)


def _verdict(each: Replay) -> Verdict:
    from bestiary.engine import replay as engine

    with common.blaming(each.file):
        return engine.verify(each)


# --- Replay


def replay(
    file: ReplayFile,
    game: Annotated[int, typer.Option(metavar="N", help="Which game of the file, counted from 1.")] = 1,
    json: common.AsJson = False,
) -> None:
    """Step through a replay in a terminal; elsewhere print it from beginning to end."""
    replays = read_file(file)
    if not 1 <= game <= len(replays):
        raise MalformedError(f"{file} has no game {game}; it holds games 1 to {len(replays)}")
    from bestiary.cli.stepping import Story

    story = Story(replays[game - 1])
    if json:
        common.print_json(story.data())
    elif sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM") != "dumb":
        story.step_through()
    else:
        story.print_all()
