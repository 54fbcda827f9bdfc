"""How the database of an earlier version becomes one of this version: Alembic's scripts in `versions/`."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy.engine import Engine


def config() -> Config:
    made = Config()
    made.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    return made


def upgrade(engine: Engine) -> None:
    """Brings a database up to date; a new one gets all tables."""
    with engine.begin() as connection:
        head = ScriptDirectory.from_config(config()).get_current_head()
        if MigrationContext.configure(connection).get_current_revision() == head:
            return
        settings = config()
        settings.attributes["connection"] = connection
        command.upgrade(settings, "head")
