"""The cache of compiled rules: what makes a rule another one, and what does not."""

from __future__ import annotations

import dis
import json
import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import numpy as np
import pytest

import bestiary
from bestiary.engine import cache
from bestiary.engine import footprint as footprints
from bestiary.engine.footprint import footprint, globals_read
from bestiary.engine.registry import find_game, game_names
from bestiary.engine.rule import JIT, plain, specialise
from bestiary.lab.warming import ROOTS

# --- One rule


def made(text: str, name: str = "whole", **names: Any) -> FunctionType:
    """A function of a module with this text."""
    module = ModuleType("planted")
    vars(module).update(names)
    exec(text, vars(module))
    return vars(module)[name]  # type: ignore[no-any-return]


BASE = """
LIMIT = 3
def inner(n: 'int') -> 'int':
    return n * 2
def whole(n: 'int') -> 'int':
    return inner(n) + LIMIT
"""
TABLE = np.arange(2000)
OTHER_TABLE = np.where(TABLE == 1000, 7, TABLE)  # differs where NumPy's text leaves numbers out


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("LIMIT = 3", "LIMIT = 4"),
        ("LIMIT = 3", "LIMIT = 3.0"),
        ("LIMIT = 3", "LIMIT = (1, 2, (3, 4))[0]"),
        ("n * 2", "n * 3"),
        ("n * 2", "n + 2"),
        ("def inner(n: 'int')", "def inner(n: 'int', m: 'int' = 3)"),
        ("whole(n: 'int')", "whole(n: 'Longs')"),
    ],
)
def test_what_a_rule_reads_is_in_its_footprint(old: str, new: str) -> None:
    assert old in BASE
    assert footprint(made(BASE)) != footprint(made(BASE.replace(old, new)))
    assert footprint(made(BASE)) == footprint(made(BASE)), "and nothing that differs from run to run"


def test_words_lines_and_other_globals_are_not_in_it() -> None:
    told = BASE.replace("'int':\n    return inner", "'int':\n    '''Told.'''\n    return inner")
    other = told.replace("Told", "Said otherwise").replace("LIMIT = 3", "# why\n\nOTHER = 'word'\nLIMIT = 3")
    assert told != other
    assert footprint(made(told)) == footprint(made(other))


def test_every_cell_of_a_global_table_is_in_it() -> None:
    text = "def whole(n):\n    return TABLE[n]\n"
    assert repr(TABLE) == repr(OTHER_TABLE)
    assert footprint(made(text, TABLE=TABLE)) != footprint(made(text, TABLE=OTHER_TABLE))
    assert footprint(made(text, TABLE=TABLE)) != footprint(made(text, TABLE=TABLE.astype(np.int32)))
    assert footprint(made(text, TABLE=TABLE)) == footprint(made(text, TABLE=TABLE.copy()))


def test_what_is_read_through_a_module_or_a_closure_is_in_it() -> None:
    def with_module(limit: int, other: int) -> FunctionType:
        module = ModuleType("constants")
        vars(module).update(LIMIT=limit, OTHER=other)
        return made("def whole(n):\n    return n + constants.LIMIT\n", constants=module)

    assert footprint(with_module(1, 1)) != footprint(with_module(2, 1))
    assert footprint(with_module(1, 1)) == footprint(with_module(1, 2))
    nested = "def outer(m):\n    def inner(n):\n        return n + m\n    return inner\nwhole = outer({})\n"
    assert footprint(made(nested.format(1))) != footprint(made(nested.format(2)))
    lambdas = "def whole(n):\n    return (lambda: LIMIT)() + n\n"
    assert footprint(made(lambdas, LIMIT=1)) != footprint(made(lambdas, LIMIT=2)), "named in a nested function only"


def test_a_substitute_is_in_it_however_deep() -> None:
    one, two = (made(f"def whole(n: 'int') -> 'int':\n    return n + {number}\n") for number in (1, 2))
    template = made("step = None\ndef whole(n: 'int') -> 'int':\n    return step(n)\n")
    outer = made("inner = None\ndef whole(n: 'int') -> 'int':\n    return inner(n)\n")
    deep = [footprint(specialise(outer, "x", inner=specialise(template, "x", step=step))) for step in (one, two)]
    assert deep[0] != deep[1]


def test_a_circle_of_rules_is_refused() -> None:
    with pytest.raises(TypeError, match="whole → other → whole"):
        footprint(made("def whole(n):\n    return other(n)\ndef other(n):\n    return whole(n)\n"))


def test_footprints_can_be_taken_in_many_threads_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The fuzzer's threads meet the same rules at the same time; that is no circle."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        for _ in range(20):
            monkeypatch.setattr(footprints, "_known", {})
            whole = made(BASE)
            with ThreadPoolExecutor(8) as pool:
                assert len(set(pool.map(footprint, [whole] * 32))) == 1
    finally:
        sys.setswitchinterval(before)


@pytest.mark.parametrize("name", game_names())
def test_no_global_that_a_rule_reads_is_overlooked(name: str) -> None:
    root = plain(ROOTS["simulate"](find_game(name)))
    footprint(root)
    assert len(footprints._known) > 50
    for function in footprints._known:
        read = {i.argval for i in dis.get_instructions(function) if i.opname == "LOAD_GLOBAL"}
        assert set(globals_read(function.__code__)) == read


# --- Whole games, in a copy of the sources

GAMES = ("claw", "prey", "talon")
LISTED = """
import json
from bestiary.engine.footprint import footprint
from bestiary.engine.registry import find_game
from bestiary.lab.warming import ROOTS
from bestiary.testkit.walk import walk_of
CONTRACT = "setup legal refusal apply payoff scores side audit hide determinize observe instinct".split()
found = {}
for name in GAMES:
    game = find_game(name)
    found[name] = [footprint(getattr(game, rule)) for rule in CONTRACT]
    found[f"{name} simulate"] = footprint(ROOTS["simulate"](game))
    found[f"{name} report"] = footprint(ROOTS["report"](game))
    found[f"{name} search"] = footprint(ROOTS["search"](game))
    found[f"{name} fuzz"] = footprint(walk_of(game))
print(json.dumps(found))
"""


class Sources:
    """A copy of the package that can be edited."""

    def __init__(self, folder: Path) -> None:
        self.package = folder / "bestiary"
        shutil.copytree(Path(bestiary.__file__).parent, self.package, ignore=shutil.ignore_patterns("__pycache__"))
        self.before = self.footprints()

    def footprints(self) -> dict[str, Any]:
        env = {**os.environ, "PYTHONPATH": str(self.package.parent), "NUMBA_DISABLE_JIT": "1"}
        code = f"GAMES = {GAMES}\n{LISTED}"
        done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        return dict(json.loads(done.stdout))

    def changed_by(self, file: str, find: str, replace: str) -> set[str]:
        """Which of them differ after an edit, which is undone."""
        path = self.package / file
        text = path.read_text(encoding="utf-8")
        assert text.count(find) >= 1, file
        path.write_text(text.replace(find, replace, 1), encoding="utf-8")
        try:
            after = self.footprints()
        finally:
            path.write_text(text, encoding="utf-8")
        return {name for name, value in after.items() if value != self.before[name]}


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Sources:
    return Sources(tmp_path_factory.mktemp("sources"))


def all_of(*games: str) -> set[str]:
    return {f"{game}{work}" for game in games for work in ("", " simulate", " report", " search", " fuzz")}


@pytest.mark.parametrize("file", ["words.py", "catalogue.py", "rules.py"])
def test_sentences_and_comments_change_no_footprint(copy: Sources, file: str) -> None:
    assert copy.changed_by(f"games/talon/{file}", '"""', '"""Said otherwise. ') == set()
    assert copy.changed_by(f"games/talon/{file}", "\ndef ", "\n# why\n\n\ndef ") == set()


def test_a_sentence_in_the_code_changes_no_footprint(copy: Sources) -> None:
    assert copy.changed_by("games/talon/words.py", "cannot", "can not") == set()


def test_a_changed_rule_changes_its_own_game_only(copy: Sources) -> None:
    assert copy.changed_by("games/claw/rules.py", "if now >= BATTLE:", "if now > BATTLE:") == all_of("claw")


def test_a_constant_of_another_file_changes_the_rules_that_read_it(copy: Sources) -> None:
    changed = copy.changed_by("games/prey/state.py", "MAX_ROUNDS: Final = 100", "MAX_ROUNDS: Final = 101")
    assert changed == all_of("prey") - {"prey search"}, "search does not set a table up"


def test_a_changed_generator_changes_all_games(copy: Sources) -> None:
    assert copy.changed_by("engine/chance.py", "return word % n", "return word // n") == all_of(*GAMES)


def test_a_changed_player_changes_what_it_plays_in_and_no_rule_of_a_game(copy: Sources) -> None:
    changed = copy.changed_by("lab/playout.py", "counters[GAMES] += 1", "counters[GAMES] += 2")
    assert changed == {f"{game} simulate" for game in GAMES}


def test_an_edition_changes_no_footprint(copy: Sources) -> None:
    """Content is an argument of the rules."""
    assert copy.changed_by("games/talon/edition/house.toml", "copies = 1", "copies = 2") == set()


# --- The cache on disk

compiled_only = pytest.mark.skipif(not JIT, reason="looks at compiled rules")
RULE = """
from __future__ import annotations
from bestiary.engine.compiling import compiled_here
from bestiary.engine.rule import rule
from constants import LIMIT, PRINTED
@rule
def inner(n: int) -> int:
    return n + LIMIT
@rule
def whole(n: int) -> int:
    return inner(n)
print(whole(1), compiled_here())
"""


@compiled_only
def test_a_stale_rule_is_never_served_and_a_fresh_one_always(tmp_path: Path) -> None:
    """Not even where the time stamp and the size of the changed file are the same."""

    def told(limit: int, printed: str = "one") -> list[str]:
        constants = tmp_path / "constants.py"
        constants.write_text(f"LIMIT = {limit}\nPRINTED = '{printed}'\n")
        os.utime(constants, (1, 1))
        shutil.rmtree(tmp_path / "__pycache__", ignore_errors=True)
        env = {**os.environ, "PYTHONPATH": str(tmp_path), "BESTIARY_CACHE": str(tmp_path / "cache")}
        command = [sys.executable, "-c", "import planted"]
        return subprocess.run(command, env=env, stdout=subprocess.PIPE, text=True, check=True).stdout.split()

    (tmp_path / "planted.py").write_text(RULE)
    assert told(3) == ["4", "2"]
    assert told(3) == ["4", "0"]
    assert told(5) == ["6", "2"], "a constant of another file"
    assert told(5, "two") == ["6", "0"], "a word that no rule reads"
    assert told(3) == ["4", "0"], "the older one is kept"
    (tmp_path / "planted.py").write_text(RULE.replace("@rule\ndef whole", "# moved\n@rule\ndef whole"))
    assert told(3) == ["4", "0"], "the same rule, some lines below"
    (tmp_path / "planted.py").write_text(RULE.replace("return inner(n)", "return inner(n) * 2"))
    assert told(3) == ["8", "1"], "the callee is the same"


def test_rules_that_nobody_uses_are_deleted_and_nothing_is_called_warm_then(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BESTIARY_CACHE", str(tmp_path))
    here = cache.use()
    old, used, digest = here / "old-0a.1.part", here / "used-0b.1.whole", here / "used-0b.1.part"
    for file in (old, used, digest):
        file.touch()
    os.utime(old, (1, 1))
    os.utime(digest, (1, 1))
    cache.mark_warm("talon", 12.5)
    assert (cache.is_warm("talon"), cache.compile_seconds("talon")) == (True, 12.5)
    cache.prune()
    assert old.exists(), "once a day is enough"
    os.utime(here / "pruned", (1, 1))
    cache.prune()
    assert [file.exists() for file in (old, used, digest)] == [False, True, True]
    assert not cache.is_warm("talon")


def test_a_mark_of_other_sources_is_not_warm_and_keeps_its_seconds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BESTIARY_CACHE", str(tmp_path))
    cache.use()
    cache.mark_warm("talon", 12.5)
    monkeypatch.setattr(cache, "sources", lambda: "another")
    assert (cache.is_warm("talon"), cache.compile_seconds("talon")) == (False, 12.5)
