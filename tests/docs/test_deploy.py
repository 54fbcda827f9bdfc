"""The files of `deploy/` start what there is."""

from __future__ import annotations

import re
from pathlib import Path

import typer
import yaml

from bestiary.cli import app

DEPLOY = Path(__file__).parent.parent.parent / "deploy"


def test_every_command_and_option_of_the_files_exists() -> None:
    main = typer.main.get_command(app)
    texts = [yaml.safe_load((DEPLOY / "compose.yaml").read_text())["services"]["bestiary"]["command"]]
    texts += re.findall(r"bin/bestiary ([^'\n]+)", "\n".join(f.read_text() for f in DEPLOY.glob("*.service")))
    assert len(texts) == 3
    for text in texts:
        words, found = text.split(), main
        while words and not words[0].startswith(("-", "/")):
            found = found.commands[words.pop(0)]  # type: ignore[attr-defined]
        known = {name for option in found.params for name in option.opts}
        assert {word for word in words if word.startswith("--")} <= known, text
