"""The generated parts of these pages, read from the code when they are built, so that they cannot drift.

A line `<!-- generated: PART GAME -->` in a page is replaced by that part; PARTS lists what there is. A line
`<!-- generated: example PIECE -->` quotes the example game: a file, or what stands below `# [PIECE]` in its source;
`<!-- generated: file NAME -->` quotes a file of `deploy/`; `<!-- generated: shape NAME -->` lists the fields of a type
of engine.views, `message` of the server's. The rules are imported with the JIT off: nothing is compiled.
"""

from __future__ import annotations

import ast
import importlib
import inspect
import io
import logging
import os
import re
import tokenize
import tomllib
from collections.abc import Callable, Iterable
from html import escape
from pathlib import Path
from typing import Any

os.environ["NUMBA_DISABLE_JIT"] = "1"

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

from bestiary.engine import views
from bestiary.engine.content import Section, parse, read_edition
from bestiary.engine.game import OPTIONAL, PLACES, Game
from bestiary.engine.options import Setting, settings_of
from bestiary.engine.records import Field
from bestiary.engine.registry import find_game, game_names
from bestiary.engine.telling import Tell
from bestiary.games.beasts import bound
from bestiary.games.beasts.cards import decks, reference
from bestiary.games.beasts.cards.sentences import read_words
from bestiary.server import protocol
from bestiary.testkit import people, sabotage, walk

log = logging.getLogger("mkdocs.hooks.bestiary")  # a warning fails a strict build

MARK = re.compile(r"^<!-- generated: (\w+)(?: ([\w.-]+))? -->$", re.MULTILINE)
WRITTEN_BY_SCRIPTS = {
    "Proof": "proof.md", "Beside peers": "peers.md", "The ladder of levels": "ladder.md", "The edge": "edge.md",
}  # fmt: skip
"""Pages that `make prove` and the benchmarks write; they join the navigation once they are there."""

DEPLOY = Path(__file__).parent.parent / "deploy"
EXAMPLE = Path(__file__).parent / "example"
EXAMPLE_FILES = {"edition": "savanna/edition/house.toml", "package": "pyproject.toml", "client": "client.py"}
EXAMPLE_PAGE = "add-a-game.md"
PIECE = re.compile(r"^# \[(\w+)\]\n", re.MULTILINE)


def cell_text(text: Any) -> str:
    """Escapes what would end a cell; inside backticks nothing does."""
    return re.sub(r"`[^`]*`|\|", lambda m: "\\|" if m[0] == "|" else m[0], str(text)).replace("\n", " ")


def table(head: Iterable[str], rows: Iterable[Iterable[Any]]) -> str:
    lines = ["| " + " | ".join(head) + " |"]
    lines.append("|" + "---|" * (lines[0].count("|") - 1))
    lines += ["| " + " | ".join(map(cell_text, row)) + " |" for row in rows]
    return "\n".join(lines)


def line_comments(source: str) -> dict[int, str]:
    """Line number → the comment that ends the line."""
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    return {t.start[0]: t.string.lstrip("# ") for t in tokens if t.type == tokenize.COMMENT}


def declared(cls: type) -> list[tuple[str, str, str]]:
    """The annotated fields of a class as (name, type, comment), read from its source."""
    source = inspect.getsource(cls)
    comments = line_comments(source)
    body = ast.parse(source).body[0]
    assert isinstance(body, ast.ClassDef)
    return [
        (line.target.id, ast.unparse(line.annotation), comments.get(line.lineno, ""))
        for line in body.body
        if isinstance(line, ast.AnnAssign) and isinstance(line.target, ast.Name)
    ]


def contract_rows() -> list[tuple[str, str, str]]:
    """The data and functions of a Game as (name, type, meaning)."""
    rows = []
    for name, kind, comment in declared(Game):
        if not comment:
            log.warning("engine/game.py: Game.%s has no comment that says what it is", name)
        rows.append((name, kind, comment))
    return rows


def place_of(name: str) -> str:
    """The file of a game in which the engine looks for a part of the contract."""
    file, _, _ = (OPTIONAL[name][0] if name in OPTIONAL else PLACES.get(name, "__init__")).partition(".")
    return {"waiting": "the engine", "assemble": "`edition/__init__.py`"}.get(name, f"`{file}.py`")


def is_function(kind: str) -> bool:
    return kind.startswith("Callable") or kind.endswith("Assemble")


def contract_plain() -> str:
    rows = [
        (f"`{name}`", place_of(name), f"`{kind}`", meaning)
        for name, kind, meaning in contract_rows()
        if is_function(kind) and not meaning.startswith("compiled")
    ]
    return table(["Python function", "lives in", "type", "meaning"], rows)


def contract_data() -> str:
    rows = [(f"`{n}`", place_of(n), f"`{k}`", meaning) for n, k, meaning in contract_rows() if not is_function(k)]
    return table(["datum", "lives in", "type", "meaning"], rows)


def contract_methods() -> str:
    """What a Game does by itself, from the functions in its class body."""
    rows = []
    fields = {name for name, _, _ in declared(Game)}
    for name, thing in vars(Game).items():
        function = getattr(thing, "func", thing)
        if name.startswith("_") or name in fields or not inspect.isfunction(function):
            continue
        params = ", ".join(list(inspect.signature(function).parameters)[1:])
        call = name if function is not thing else f"{name}({params})"
        rows.append((f"`{call}`", (inspect.getdoc(function) or "").split("\n")[0]))
    return table(["given by the engine", "meaning"], rows)


def game_summary(game: Game) -> str:
    players = f"{game.players.start} to {game.players.stop - 1}"
    return table(
        ["", ""],
        [
            ("name", f"`{game.name}`"),
            ("players", f"{players}; {game.default_players} if nothing is said"),
            ("rules version", game.version),
            ("editions", ", ".join(f"`{name}`" for name in game.editions)),
            ("actions", f"{game.actions.size:,}"),
            ("legal actions at once", f"at most {game.max_moves:,}"),
            ("observation", f"{game.observation.length} numbers"),
            ("position", f"{game.state.dtype.itemsize} bytes"),
        ],
    )


def game_variants(game: Game) -> str:
    rows = []
    for v in game.variants:
        settings = ", ".join(f"`{k}={value}`" for k, value in v.settings.items()) or "–"
        rows.append((f"`{v.name}`", f"{v.players.start}–{v.players.stop - 1}", settings, v.text))
    return table(["variant", "players", "sets", "meaning"], rows)


def game_bounds(game: Game) -> str:
    """The bound on decisions for every variant, with the fewest and the most players."""
    rows = []
    for v in game.variants:
        ends = (game.settings(game.make_options(n, v.name)) for n in (v.players.start, v.players.stop - 1))
        rows.append((f"`{v.name}`", *(f"{game.max_decisions(e):,} with {e['seats']}" for e in ends)))
    return table(["variant", "fewest players", "most players"], rows)


def game_options(game: Game) -> str:
    rows = [
        (f"`{name}`", setting.range_text(), _default(setting), setting.text)
        for name, setting in settings_of(game.options).items()
    ]
    reasons = "\n".join(f"- {rule.reason}." for rule in game.forbidden)
    refused = f"\n\nRefused, with this reason:\n\n{reasons}" if reasons else ""
    return table(["option", "value", "default", "meaning"], rows) + refused


def _default(setting: Setting) -> str:
    if setting.kind == "switch":
        return "yes" if setting.default else "no"
    return "empty" if setting.kind == "list" else str(setting.default)


def game_actions(game: Game) -> str:
    rows = []
    for kind in game.actions.kinds:
        first = game.actions.offset[kind.name]
        form = " ".join([kind.name, *(arg.upper() for arg in kind.args)])
        example = game.actions.text(first + kind.count // 2)
        numbers = f"{first:,}" if kind.count == 1 else f"{first:,}–{first + kind.count - 1:,}"
        rows.append((f"`{form}`", numbers, f"`{example}`", "; ".join(_words(a, w) for a, w in kind.args.items())))
    return table(["action", "numbers", "for example", "arguments"], rows)


def _words(arg: str, words: list[str]) -> str:
    if len(words) > 8:
        return f"{arg.upper()}: `{words[0]}`, `{words[1]}`, `{words[2]}`, … `{words[-1]}`"
    return f"{arg.upper()}: " + ", ".join(f"`{w}`" for w in words)


def game_observation(game: Game) -> str:
    """The parts of what `observe` writes."""
    rows = [
        (f"`{name}`", game.observation.start[name], part.size, f"{part.low:g} to {part.high:g}", part.text)
        for name, part in game.observation.features.items()
    ]
    return table(["part", "from", "length", "bounds", "what it tells"], rows)


def game_events(game: Game) -> str:
    rows = []
    for kind in game.events.kinds:
        secret = [
            f"`{arg}`: " + (f"only {_holders(holders)}" if holders else "nobody") for arg, holders in kind.owner.items()
        ]
        args = ", ".join(f"`{a}`" for a in kind.args)
        rows.append((f"`{kind.name}`", args, "; ".join(secret) or "all", _path(game.telling.kinds[kind.name])))
    return table(["event", "arguments", "who may know them", "path"], rows)


def _holders(holders: tuple[str, ...]) -> str:
    """The arguments that hold the seats which may know something."""
    return " and ".join(f"the seat in `{holder}`" for holder in holders)


def _path(tell: Tell) -> str:
    """What an event moves; a thing without a name is one that nobody may know."""
    if tell.path:
        return (inspect.getdoc(tell.path) or "several things").split("\n")[0]
    ways = [(thing or "?", start, goal, count) for thing, start, goal, count in (way.texts for way in tell.ways)]
    return "; ".join(f"`{f'{count} ' if count else ''}{thing}: {start} → {goal}`" for thing, start, goal, count in ways)


def game_knowledge(game: Game) -> str:
    """What each event teaches, and until when: the texts of NAME-events.toml beside the page, one for every event."""
    file = Path(__file__).parent / "games" / f"{game.name}-events.toml"
    texts = tomllib.loads(file.read_text(encoding="utf-8"))
    for name in sorted(set(texts) ^ {kind.name for kind in game.events.kinds}):
        log.warning("%s: the event %s stands there or in the game, not in both", file.name, name)
    rows = []
    for kind in game.events.kinds:
        secret = ", ".join(f"`{arg}`: {_holders(holders)}" for arg, holders in kind.owner.items())
        rows.append((f"`{kind.name}`", secret or "all of it: everybody", *texts.get(kind.name, ("", ""))))
    return table(["event", "who may know its arguments", "what is learnt", "forgotten"], rows)


def game_state(game: Game) -> str:
    comments = {name: comment for name, _, comment in declared(game.state)}
    rows = [(f"`{f.name}`", _shape(f), _knower(f), comments.get(f.name, "")) for f in game.state.fields]
    return table(["field", "cells", "known to", "remark"], rows)


def _shape(field: Field) -> str:
    if field.part:
        return field.part.__name__
    return " × ".join([*map(str, field.shape), f"`{field.code}`"])


def _knower(field: Field) -> str:
    if not isinstance(field.known, str):
        return f"`{getattr(field.known, '__name__', 'a function')}`"
    return {"public": "all", "own": "its own seat"}.get(field.known, field.known)


def game_clauses(game: Game) -> str:
    rows = [(number, c.section, c.sentence) for number, c in sorted(game.clauses.items())]
    return table(["clause", "section", "sentence"], rows)


def game_audit(game: Game) -> str:
    return table(["number", "law of nature"], sorted(game.laws.items()))


def game_rules(game: Game) -> str:
    return (game.folder / "rules.md").read_text(encoding="utf-8")


def game_rulings(game: Game) -> str:
    _, _, rulings = game_rules(game).partition("## Rulings\n")
    if not rulings:
        log.warning("%s: rules.md has no section 'Rulings'", game.name)
    return rulings.strip()


def game_edition(game: Game) -> str:
    text = read_edition(game.editions[game.default_edition])
    return f"```toml\n{text.strip()}\n```"


def game_measures(game: Game) -> str:
    """What `report` counts, by table."""
    rows = []
    for m in game.measures.measures if game.measures else ():
        sources = ", ".join(f"`{source.partition('.')[0]}`" for source in m.sources.split())
        rows.append((f"`{m.table}`", m.name, sources))
    return table(["table", "measure", "events"], rows)


def shape(kind: Any) -> str:
    """The fields of something that leaves, under their names in JSON."""
    names = dict(zip(kind.__struct_fields__, kind.__struct_encode_fields__, strict=True))
    return table(
        ["field", "type", "meaning"], [(f"`{names[n]}`", f"`{t}`", comment) for n, t, comment in declared(kind)]
    )


def own_games() -> list[Game]:
    """The games of this package; a game of another one has its own pages."""
    rooms = Path(inspect.getfile(Game)).parents[1]
    return [game for game in map(find_game, game_names()) if game.folder.parent.parent == rooms]


def game_list() -> str:
    """The games as cards, each with its picture, its sentence and where to read on."""
    cards = []
    for game in own_games():
        title, page = escape(game.title), f"games/{game.name}"
        cards.append(
            f'<article class="game"><a href="{page}.html">'
            f'<img src="pictures/{game.name}-scene.jpg" alt="{title}"></a>\n'
            f"<div><h3>{title}</h3><p>{escape(game.summary)}</p>"
            f'<nav><a href="{page}-rules.html">Rules</a><a href="{page}.html">All about it</a></nav></div></article>'
        )
    return '<div class="games">\n' + "\n".join(cards) + "\n</div>"


def vocabulary() -> str:
    """Things and places of every game, as its things.py or view.py tells them below the first sentence."""
    parts = []
    for game in own_games():
        file = "things" if (game.folder / "things.py").exists() else "view"
        told = (inspect.getdoc(importlib.import_module(f"{game.module}.{file}")) or "").partition("\n\n")[2]
        if not told:
            log.warning("%s: the docstring of %s.py does not say which things and places there are", game.name, file)
        parts.append(f"#### {game.title}\n\n{told}")
    return "\n\n".join(parts)


def example(piece: str) -> str:
    """A piece of the example game."""
    if piece in EXAMPLE_FILES:
        file = EXAMPLE / EXAMPLE_FILES[piece]
        language = "python" if file.suffix == ".py" else "toml"
        return f"```{language}\n{file.read_text(encoding='utf-8').strip()}\n```"
    return f"```python\n{example_pieces()[piece].strip()}\n```"


def example_pieces() -> dict[str, str]:
    """The source of the example by its marks."""
    _, *parts = PIECE.split((EXAMPLE / "savanna" / "waterhole.py").read_text(encoding="utf-8"))
    return dict(zip(parts[::2], parts[1::2], strict=True))


def compiled_laws() -> str:
    return _laws(walk.LAWS)


def people_laws() -> str:
    return _laws(people.LAWS)


def _laws(laws: dict[str, str]) -> str:
    return table(["name in the report", "what is checked"], ((f"`{name}`", text) for name, text in laws.items()))


def game_faults(game: Game) -> str:
    """The planted faults, by name."""
    rows = []
    for fault in sabotage.faults_of(game):
        rows.append((fault.name, f"`{fault.file}`", f"{fault.variant}, {fault.players} players"))
    return table(["fault", "file", "where it shows"], rows)


def effect_language() -> str:
    """Every word of the effect language of Tailed Beasts, with an example in the house edition's words."""
    return reference.page(read_words(read_house().section("words")))


def read_house() -> Section:
    """The house edition of Tailed Beasts, parsed."""
    return parse(read_edition(Path(inspect.getfile(reference)).parents[1] / "edition" / "house"), "house")


def deck_counts() -> str:
    """How many cards of each kind the house edition of Tailed Beasts has, and how many there is room for."""
    content = decks.load(read_house())
    colours = {(True, False): "green only", (False, True): "red only", (True, True): "green and red"}
    rows: list[tuple[str, int, int | str]] = [*decks.counts(content)]
    for colour, name in colours.items():
        rows.append((f"events, {name}", sum((e.green, e.red) == colour for e in content.events), ""))
    return table(["cards", "in the house edition", "room for"], rows)


def longest_game() -> str:
    """How many decisions a game of Tailed Beasts can take with the house edition, share by share."""
    content = decks.load(read_house())
    tables = [bound.figures_of(content, seats) for seats in find_game("beasts").players]
    head = [f"n = {f.n}" for f in tables]
    figures = [(f"*{name}*", *(f"{getattr(f, name):,}" for f in tables)) for name in "khtw"]
    rows = [(s.text, s.formula, *(f"{s.count(f):,}" for f in tables)) for s in bound.SHARES]
    rows.append(("**together**", "", *(f"{bound.round_bound(f):,}" for f in tables)))
    rows.append((bound.SET_UP.text, bound.SET_UP.formula, *(f"{bound.SET_UP.count(f):,}" for f in tables)))
    rows.append(("**a game**: four rounds and the set-up", "", *(f"**{bound.bound(f):,}**" for f in tables)))
    parts = (table(["", *head], figures), table(["in a round", "at most", *head], rows), f"    {bound.formula()}")
    return "\n\n".join(parts)


PARTS: dict[str, Callable[[], str]] = {
    "decks": deck_counts,
    "longest": longest_game,
    "effects": effect_language,
    "plain": contract_plain,
    "data": contract_data,
    "methods": contract_methods,
    "games": game_list,
    "vocabulary": vocabulary,
    "compiled_laws": compiled_laws,
    "people_laws": people_laws,
}
GAME_PARTS: dict[str, Callable[[Game], str]] = {
    "summary": game_summary,
    "variants": game_variants,
    "bounds": game_bounds,
    "options": game_options,
    "actions": game_actions,
    "observation": game_observation,
    "events": game_events,
    "knowledge": game_knowledge,
    "state": game_state,
    "clauses": game_clauses,
    "audit": game_audit,
    "measures": game_measures,
    "rules": game_rules,
    "rulings": game_rulings,
    "edition": game_edition,
    "faults": game_faults,
}


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Pages that scripts write join the navigation once they exist."""
    for title, file in WRITTEN_BY_SCRIPTS.items():
        if config.nav is not None and (Path(config.docs_dir) / file).exists():
            config.nav.append({title: file})
    return config


def add_the_look(files: Files, config: MkDocsConfig) -> None:
    """The page's own tokens, typeface and mark, for Material's two schemes instead of the page's two themes."""
    web = Path(config.docs_dir).parent / "web"
    tokens = (web / "src/styles/tokens.css").read_text(encoding="utf-8")
    for theme, scheme in (("light", "default"), ("dark", "slate")):
        tokens = tokens.replace(f':root[data-theme="{theme}"]', f'[data-md-color-scheme="{scheme}"]')
    files.append(File.generated(config, "look/tokens.css", content=tokens.replace("/fonts/", "fonts/")))
    for font in (web / "public/fonts").glob("*.woff2"):
        files.append(File.generated(config, f"look/fonts/{font.name}", abs_src_path=str(font)))
    mark = str(web / "public/static/favicon.svg")
    files.append(File.generated(config, "look/favicon.svg", abs_src_path=mark))


def on_files(files: Files, *, config: MkDocsConfig) -> Files:
    """The pages wear the look of the table. Every game of this package has a page with the headings of the template, in
    its order, and perhaps some of its own."""
    add_the_look(files, config)
    folder = Path(config.docs_dir) / "games"
    wanted = headings(folder / "template.md")
    for name in [game.name for game in own_games()]:
        page = folder / f"{name}.md"
        if not page.exists():
            log.warning("the game %s has no page: copy docs/games/template.md to docs/games/%s.md", name, name)
        elif [heading for heading in headings(page) if heading in wanted] != wanted:
            log.warning("docs/games/%s.md: it lacks headings of docs/games/template.md, or their order", name)
    return files


def headings(page: Path) -> list[str]:
    return [line for line in page.read_text(encoding="utf-8").splitlines() if line.startswith("## ")]


def on_page_markdown(markdown: str, *, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Fills in the generated parts."""

    def fill(mark: re.Match[str]) -> str:
        part, name = mark.groups()
        if part == "example" and name in {*EXAMPLE_FILES, *example_pieces()}:
            return example(name)
        if part == "file" and (file := DEPLOY / (name or "")).is_file():
            language = "yaml" if file.suffix == ".yaml" else "ini"
            return f"```{language}\n{file.read_text(encoding='utf-8').strip()}\n```"
        home = {"shape": views, "message": protocol}.get(part)
        if isinstance(getattr(home, name or "", None), type):
            return shape(getattr(home, name))
        if name is None and part in PARTS:
            return PARTS[part]()
        if name in game_names() and part in GAME_PARTS:
            return GAME_PARTS[part](find_game(name))
        log.warning("%s: nothing can generate '%s'", page.file.src_path, mark.group(0))
        return ""

    if page.file.src_path == EXAMPLE_PAGE:
        quoted = [name for part, name in MARK.findall(markdown) if part == "example"]
        for piece in example_pieces():
            if quoted.count(piece) != 1:
                log.warning("%s: it must quote the piece '%s' of the example once", EXAMPLE_PAGE, piece)
    return MARK.sub(fill, markdown)
