"""`bestiary server …`: what whoever runs a server does beside serving."""

from __future__ import annotations

import json
import secrets
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from bestiary.cli import common
from bestiary.cli.serve import default_file, need_the_extra
from bestiary.engine.errors import MalformedError

if TYPE_CHECKING:
    from sqlalchemy.engine import Engine

app = typer.Typer(help="Run a table server: backups, keys, passwords, reports.", no_args_is_help=True)

Database = Annotated[
    str | None,
    typer.Option("--database", metavar="URL", help="sqlite:///FILE or postgresql://…", show_default="a file of yours"),
]
File = Annotated[Path, typer.Argument(metavar="FILE", help="The backup.")]


def register(main: typer.Typer) -> None:
    main.add_typer(app, name="server")


def connect(database: str | None) -> Engine:
    need_the_extra()
    from bestiary.server import store

    return store.connect(database or f"sqlite:///{default_file()}")


def connect_to_tables(database: str | None) -> Engine:
    """A database that a server has used."""
    from sqlalchemy.exc import SQLAlchemyError

    engine = connect(database)
    from bestiary.server import migrations

    try:
        with engine.connect() as connection:
            found = migrations.revision(connection)
    except SQLAlchemyError as error:
        raise MalformedError(f"the database cannot be used: {str(error).partition(chr(10))[0]}") from None
    if not found:
        raise MalformedError("no server has used this database yet; name the one that it serves with --database")
    return engine


@app.command()
def backup(file: File, database: Database = None) -> None:
    """Write the whole database into FILE, while the server runs; only you may read it."""
    engine = connect_to_tables(database)
    from bestiary.server import backup as backups

    rows = backups.write(engine, file)
    common.console().print(f"{file}: {rows:,} rows. It holds live hands and keys: keep it to yourself.")


@app.command()
def restore(file: File, database: Database = None) -> None:
    """Fill an empty database from FILE, also one of the other kind."""
    engine = connect(database)
    from bestiary.server import backup as backups

    common.console().print(f"{backups.restore(engine, file):,} rows are restored.")


@app.command("rotate-key")
def rotate_key(
    database: Database = None,
    forget: Annotated[
        bool, typer.Option("--forget", help="Drop all older keys: guests without an account are strangers then.")
    ] = False,
) -> None:
    """Make a new key that signs cookies. Servers take it up within a minute."""
    engine = connect_to_tables(database)
    from bestiary.server import store

    with engine.begin() as connection:
        store.add_signing_secret(connection)
        dropped = store.drop_old_secrets(connection) if forget else 0
    common.console().print(f"A new key signs from now on; {dropped} older ones were dropped.")


@app.command()
def password(
    login: Annotated[str, typer.Argument(metavar="LOGIN", help="Whose.")],
    database: Database = None,
) -> None:
    """Give somebody who has forgotten the password a new one, which is printed; they change it on their page."""
    engine = connect_to_tables(database)
    from bestiary.server import store
    from bestiary.server.people import HASHER

    new = secrets.token_urlsafe(12)
    with engine.begin() as connection:
        store.set_password(connection, HASHER.hash(new), login=login.lower())
    common.console().print(f"{login} logs in with {new} from now on.", markup=False)


@app.command()
def reports(
    database: Database = None,
    as_json: Annotated[bool, typer.Option("--json", help="One object a line.")] = False,
) -> None:
    """List what people have reported about others."""
    engine = connect_to_tables(database)
    from bestiary.server import blocks

    with engine.connect() as connection:
        found = blocks.read_reports(connection)
    for each in found:
        if as_json:
            print(json.dumps(each))
        else:
            common.console().print(f"{each['id']}. {each['by']} about {each['about']} ({each['other']}): "
                                   f"{each['reason']}", markup=False)  # fmt: skip
            for line in each["talk"].splitlines():
                common.console().print(f"   {line}", markup=False)
    if not found and not as_json:
        common.console().print("Nobody has reported anybody.")
