"""How the database of an earlier version becomes one of this version: Alembic's scripts in `versions/`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import sqlalchemy as sa
from sqlalchemy.engine import Connection, Engine

from bestiary.server.store import alone


if TYPE_CHECKING:
    from alembic.config import Config

HEAD = "0007"
"""The last script. Where the database has it, Alembic need not even be imported: a worker starts the sooner."""


def config() -> Config:
    from alembic.config import Config

    made = Config()
    made.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    return made


def upgrade(engine: Engine, wanted: str = HEAD) -> None:
    """Brings a database up to date; a new one gets all tables."""
    with engine.begin() as connection:
        alone(connection)
        if revision(connection) == wanted:
            return
        from alembic import command

        settings = config()
        settings.attributes["connection"] = connection
        command.upgrade(settings, wanted)


def revision(connection: Connection) -> str:
    """The last script that this database has seen; empty where it has seen none."""
    if not sa.inspect(connection).has_table("alembic_version"):
        return ""
    return str(connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar() or "")
