"""`bestiary compile` covers what commands call, and two processes share its work."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from bestiary.engine.rule import JIT
from bestiary.lab.warming import Plan, Task

COMMANDS = """
import json, sys
from bestiary.cli import app
from bestiary.engine.compiling import rules
from bestiary.engine.registry import find_game
from bestiary.lab.warming import WORKS, tasks_of
for words in (
    "simulate GAME --games 2 --seed x --record games.jsonl",
    "report GAME --games 20 --seed x --out report",
    "arena GAME --bots easy,greedy,random --games 2 --seed x",
    "review games.jsonl --iterations 10 --deep 0",
    "verify games.jsonl",
):
    app(words.replace("GAME", sys.argv[1]).split(), standalone_mode=False)
covered = {name for work in WORKS for name in tasks_of(find_game(sys.argv[1]), work)}
called = {f"{rule.part_name(signature)} whole" for rule in rules for signature in rule.overloads}
print(json.dumps([len(called), sorted(called - covered)]))
"""


@pytest.mark.skipif(not JIT, reason="looks at compiled rules")
@pytest.mark.parametrize("game", ["prey", "claw"])
def test_nothing_is_compiled_after_the_command_compile(tmp_path: Path, game: str) -> None:
    """Whatever simulate, report, arena and review call is in the list that `bestiary compile` goes through."""
    command = [sys.executable, "-c", COMMANDS, game]
    done = subprocess.run(command, cwd=tmp_path, env=os.environ, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    called, forgotten = json.loads(done.stdout.splitlines()[-1])
    assert called > 10
    assert forgotten == []


def task(*needs: str) -> Task:
    return Task(None, (), False, needs)


def test_a_task_waits_for_what_it_needs_and_is_done_once() -> None:
    plan = Plan({"a": task(), "b": task(), "c": task("a", "b"), "d": task("c", "not in this plan")})
    done: list[str] = []

    def share() -> None:
        for name in plan.take_all():
            assert set(plan.tasks[name].needs) & set(plan.tasks) <= set(done)
            done.append(name)

    helper = threading.Thread(target=share)
    helper.start()
    share()
    helper.join(10)
    assert sorted(done) == ["a", "b", "c", "d"]
    assert done[2:] == ["c", "d"]


def test_what_a_helper_does_not_finish_is_taken_by_another() -> None:
    plan = Plan({"a": task(), "b": task("a")})
    helper = plan.take_all()
    assert next(helper) == "a"
    helper.close()  # it was killed
    assert list(plan.take_all()) == ["a", "b"]
