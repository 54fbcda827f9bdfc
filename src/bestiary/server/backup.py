"""A whole database as one file, and back: lines of JSON, compressed. SQLite and PostgreSQL read each other's.

A backup is taken while the server runs, and holds the database as it was at one moment. It holds everything: the hands
of all games in play, the keys that sign cookies, the hashes of passwords. So only its owner may read the file.
"""

from __future__ import annotations

import gzip
import os
import zlib
from base64 import b64decode
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import sqlalchemy as sa
from msgspec import Struct, json
from sqlalchemy.engine import Connection, Engine

from bestiary.engine.errors import ConflictError, MalformedError
from bestiary.server import migrations

OWNER_ONLY = 0o600
BATCH = 1000


class Head(Struct):
    """The first line: which database this was."""

    bestiary: str  # "backup"
    revision: str  # the last script of migrations that it had seen


class Row(Struct, array_like=True):
    """A row of a table, by its columns; bytes as base64."""

    table: str
    values: dict[str, Any]


read_head, read_row = json.Decoder(Head).decode, json.Decoder(Row).decode


def tables_of(connection: Connection) -> list[sa.Table]:
    """What is there, each after those it refers to."""
    found = sa.MetaData()
    found.reflect(connection)
    return [table for table in found.sorted_tables if table.name != "alembic_version"]


def write(engine: Engine, file: Path) -> int:
    """Writes a backup; returns how many rows it has."""
    try:
        handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OWNER_ONLY)
    except FileExistsError:
        raise ConflictError(f"{file} exists already; a backup never overwrites") from None
    try:
        with os.fdopen(handle, "wb") as raw, gzip.open(raw, "wb") as out:
            count = _write(engine, out)
            out.flush()
            os.fsync(raw.fileno())
    except BaseException:
        file.unlink()
        raise
    return count


def _write(engine: Engine, out: Any) -> int:
    count = 0
    with one_moment(engine) as connection:
        out.write(json.encode(Head("backup", migrations.revision(connection))) + b"\n")
        for table in tables_of(connection):
            for row in connection.execution_options(yield_per=BATCH).execute(sa.select(table)).mappings():
                out.write(json.encode(Row(str(table.name), {str(name): value for name, value in row.items()})) + b"\n")
                count += 1
    return count


def one_moment(engine: Engine) -> Connection:
    """A connection that sees the database as it is now, whatever others write meanwhile."""
    if engine.dialect.name == "sqlite":
        connection = engine.connect()
        connection.exec_driver_sql("BEGIN")
        return connection
    return engine.connect().execution_options(isolation_level="REPEATABLE READ")


def restore(engine: Engine, file: Path) -> int:
    """Fills an empty database; one of an earlier version is brought up to date. Returns how many rows came."""
    if not file.is_file():
        raise MalformedError(f"{file} is no file")
    with engine.connect() as connection:
        if tables_of(connection):
            raise ConflictError("this database is not empty; restore into a new one")
    try:
        with gzip.open(file) as lines:
            return _restore(engine, lines)
    except (gzip.BadGzipFile, zlib.error, EOFError, msgspec.MsgspecError, KeyError, sa.exc.SQLAlchemyError) as error:
        raise MalformedError(f"{file} is no sound backup: {type(error).__name__}") from None


def _restore(engine: Engine, lines: Any) -> int:
    head, count = read_head(next(iter(lines), b"")), 0
    migrations.upgrade(engine, head.revision)
    with engine.begin() as connection:
        tables = {table.name: table for table in tables_of(connection)}
        for name, rows in _batches(lines):
            table = tables[name]
            binary = [column.name for column in table.c if isinstance(column.type, sa.LargeBinary)]
            for row in rows:
                row |= {column: b64decode(row[column]) for column in binary if row[column] is not None}
            connection.execute(sa.insert(table), rows)
            count += len(rows)
        if connection.dialect.name == "postgresql":
            for table in tables.values():
                _go_on_counting(connection, table)
    migrations.upgrade(engine)
    return count


def _batches(lines: Any) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """Rows of one table, many at a time."""
    name, rows = "", list[dict[str, Any]]()
    for row in map(read_row, lines):
        if rows and (row.table != name or len(rows) == BATCH):
            yield name, rows
            rows = []
        name = row.table
        rows.append(row.values)
    if rows:
        yield name, rows


def _go_on_counting(connection: Connection, table: sa.Table) -> None:
    """PostgreSQL counts ids apart from the rows that have them."""
    if "id" in table.c and isinstance(table.c.id.type, sa.Integer):
        sequence = connection.scalar(sa.select(sa.func.pg_get_serial_sequence(table.name, "id")))
        last = connection.scalar(sa.select(sa.func.max(table.c.id)))
        if sequence and last:
            connection.execute(sa.select(sa.func.setval(sequence, last)))
