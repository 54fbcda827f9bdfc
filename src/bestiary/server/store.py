"""What is kept, and how it is read and written: the tables of the database, and statements on them.

A table's log (`plies`) is append-only: a decision is unique by its number and by the key that its client gave it. A
position is nowhere in the log; it follows from the seed and the decisions. All functions here block: they run in the
writer's thread or in a reader's, never in the event loop.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from msgspec import json
from sqlalchemy.engine import Connection, Engine, Row

from bestiary.engine.errors import ConflictError, MalformedError
from bestiary.engine.reactions import Wish
from bestiary.server.errors import MissingError
from bestiary.server.protocol import Terms

metadata = sa.MetaData()

people = sa.Table(
    "people", metadata,
    sa.Column("id", sa.String(22), primary_key=True),
    sa.Column("name", sa.String(24), nullable=False),
    sa.Column("created", sa.BigInteger, nullable=False),
)  # fmt: skip

tokens = sa.Table(
    "tokens", metadata,
    sa.Column("digest", sa.String(64), primary_key=True),  # SHA-256 of the token
    sa.Column("person", sa.ForeignKey("people.id"), nullable=False, index=True),
    sa.Column("created", sa.BigInteger, nullable=False),
)  # fmt: skip

accounts = sa.Table(
    "accounts", metadata,
    sa.Column("login", sa.String(32), primary_key=True),  # in small letters
    sa.Column("person", sa.ForeignKey("people.id"), nullable=False, unique=True),
    sa.Column("password", sa.String(200), nullable=False),  # Argon2
    sa.Column("created", sa.BigInteger, nullable=False),
)  # fmt: skip

signing_keys = sa.Table(
    "signing_keys", metadata,
    sa.Column("id", sa.Integer, primary_key=True),  # the newest signs, all of them are believed
    sa.Column("secret", sa.LargeBinary, nullable=False),
    sa.Column("created", sa.BigInteger, nullable=False),
)  # fmt: skip

tables = sa.Table(
    "tables", metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("code", sa.String(22), nullable=False, unique=True),  # its public id
    sa.Column("game", sa.String(32), nullable=False),
    sa.Column("rules", sa.Integer, nullable=False),  # version of the rules
    sa.Column("layout", sa.String(64), nullable=False),  # of the position record, which the hashes depend on
    sa.Column("variant", sa.String(32), nullable=False),
    sa.Column("options", sa.Text, nullable=False),  # JSON
    sa.Column("edition", sa.String(64), nullable=False),
    sa.Column("edition_text", sa.Text, nullable=False),
    sa.Column("host", sa.ForeignKey("people.id"), nullable=False, index=True),
    sa.Column("visibility", sa.String(8), nullable=False),  # does the lobby list it?
    sa.Column("status", sa.String(8), nullable=False, index=True),
    sa.Column("reason", sa.Text, nullable=False, server_default=""),
    sa.Column("seed", sa.LargeBinary, nullable=False),
    sa.Column("created", sa.BigInteger, nullable=False),
    sa.Column("ended", sa.BigInteger),
    sa.Column("rematch", sa.String(22), nullable=False, server_default=""),  # code of the table that follows it
    sa.Column("is_lesson", sa.Boolean, nullable=False, server_default=sa.false()),  # the others follow a story
    sa.Column("terms", sa.Text, nullable=False, server_default="{}"),  # clock, undo, hints: JSON
    sa.Column("request", sa.Text, nullable=False, server_default=""),  # somebody asks to take something back: JSON
)  # fmt: skip

seats = sa.Table(
    "seats", metadata,
    sa.Column("table_id", sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("person", sa.ForeignKey("people.id"), index=True),
    sa.Column("bot", sa.String(32), nullable=False, server_default=""),
    sa.Column("name", sa.String(24), nullable=False, server_default=""),
    sa.Column("seed", sa.String(64), nullable=False, server_default=""),  # the seat's part in the game's luck
    sa.Column("held", sa.BigInteger, nullable=False, server_default="0"),  # since when a caretaker plays
    sa.Column("back", sa.BigInteger, nullable=False, server_default="0"),  # since when its owner plays
    sa.Column("out", sa.BigInteger, nullable=False, server_default="0"),  # when its time was up for good
    sa.Column("seen", sa.BigInteger, nullable=False, server_default="0"),  # when its owner was connected last
    sa.Column("wish", sa.Text, nullable=False, server_default=""),  # reactions that it is not asked for: JSON
    sa.UniqueConstraint("table_id", "person"),
)  # fmt: skip

plies = sa.Table(
    "plies", metadata,
    sa.Column("table_id", sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("ply", sa.Integer, primary_key=True),
    sa.Column("key", sa.String(80), nullable=False),
    sa.Column("seat", sa.SmallInteger, nullable=False),
    sa.Column("action", sa.Integer, nullable=False),
    sa.Column("hash", sa.String(16), nullable=False),  # of the position after it
    sa.Column("made", sa.BigInteger, nullable=False),
    sa.UniqueConstraint("table_id", "key"),
)  # fmt: skip

talk = sa.Table(
    "talk", metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("table_id", sa.ForeignKey("tables.id"), nullable=False, index=True),
    sa.Column("person", sa.ForeignKey("people.id"), nullable=False),
    sa.Column("name", sa.String(24), nullable=False),
    sa.Column("text", sa.String(300), nullable=False),
    sa.Column("said", sa.BigInteger, nullable=False),
)  # fmt: skip

pulse = sa.Table(
    "pulse", metadata,
    sa.Column("id", sa.Integer, primary_key=True),  # one row
    sa.Column("beat", sa.BigInteger, nullable=False),  # when a server was alive last
)  # fmt: skip

pauses = sa.Table(
    "pauses", metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("start", sa.BigInteger, nullable=False),  # no server was alive from here
    sa.Column("stop", sa.BigInteger, nullable=False),  # to here
)  # fmt: skip

blocks = sa.Table(
    "blocks", metadata,
    sa.Column("person", sa.ForeignKey("people.id"), primary_key=True),
    sa.Column("other", sa.ForeignKey("people.id"), primary_key=True, index=True),
    sa.Column("kind", sa.String(8), nullable=False),  # mute or block
    sa.Column("created", sa.BigInteger, nullable=False),
)  # fmt: skip

reports = sa.Table(
    "reports", metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("person", sa.ForeignKey("people.id"), nullable=False),
    sa.Column("other", sa.ForeignKey("people.id"), nullable=False),
    sa.Column("table_code", sa.String(22), nullable=False, server_default=""),
    sa.Column("reason", sa.String(500), nullable=False),
    sa.Column("talk", sa.Text, nullable=False),  # the last words of the other one
    sa.Column("created", sa.BigInteger, nullable=False),
)  # fmt: skip

snapshots = sa.Table(
    "snapshots", metadata,
    sa.Column("table_id", sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("body", sa.LargeBinary, nullable=False),  # a position and its history; it holds all that is hidden
)  # fmt: skip

ratings = sa.Table(
    "ratings", metadata,
    sa.Column("game", sa.String(32), primary_key=True),
    sa.Column("person", sa.ForeignKey("people.id"), primary_key=True, index=True),
    sa.Column("mu", sa.Float, nullable=False),  # how well this person plays, and how sure that is
    sa.Column("sigma", sa.Float, nullable=False),
    sa.Column("games", sa.Integer, nullable=False),  # that count
)  # fmt: skip

ROWS = 64  # decisions of one statement: a driver lets other threads go first once for each, and waits for its turn
NOBODY = "Somebody"  # whoever has left for good
BEAT = 2000  # milliseconds after which it is noted again that a server is alive
LOCK = 0xBE57  # any number that all our processes agree on


def now() -> int:
    """Milliseconds since 1970, as all times are kept."""
    return time.time_ns() // 1_000_000


def new_id() -> str:
    """128 bits that nobody can guess, as 22 letters."""
    return secrets.token_urlsafe(16)


# --- The database


def connect(url: str) -> Engine:
    """The database behind a URL. A commit has reached the disk when it returns."""
    try:
        parsed = sa.make_url(url)
    except sa.exc.ArgumentError:
        raise MalformedError(f"'{url}' is no database URL; sqlite:///FILE or postgresql://USER@HOST/NAME are") from None
    backend = parsed.get_backend_name()
    if backend == "sqlite":
        if not parsed.database or parsed.database == ":memory:":
            raise MalformedError("SQLite needs a file: sqlite:///FILE. What is in memory is not stored")
        file = Path(parsed.database)
        file.parent.mkdir(parents=True, exist_ok=True)
        if not file.exists():
            file.touch(0o600)  # it holds live hands
        engine = sa.create_engine(parsed, connect_args={"timeout": 30}, hide_parameters=True)
        sa.event.listen(engine, "connect", _make_durable)
        return engine
    if backend == "postgresql":
        return sa.create_engine(parsed.set(drivername="postgresql+psycopg"), pool_pre_ping=True, hide_parameters=True)
    raise MalformedError(f"'{backend}' is no database that tables are kept in; sqlite and postgresql are")


def _make_durable(connection: Any, record: Any) -> None:
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}")


def alone(connection: Connection) -> None:
    """Until this transaction ends, no other process comes by here. On SQLite one process serves, so none would."""
    if connection.dialect.name == "postgresql":
        connection.execute(sa.select(sa.func.pg_advisory_xact_lock(LOCK)))


# --- People


def add_person(connection: Connection, person: str, name: str) -> None:
    connection.execute(sa.insert(people).values(id=person, name=name, created=now()))


def name_of(connection: Connection, person: str) -> str | None:
    name: str | None = connection.scalar(sa.select(people.c.name).where(people.c.id == person))
    return name


def rename(connection: Connection, person: str, name: str) -> None:
    """Another name for a person, and for their seats at tables that have not begun."""
    connection.execute(sa.update(people).where(people.c.id == person).values(name=name))
    begun = sa.select(tables.c.id).where(tables.c.status != "open")
    connection.execute(sa.update(seats).where(seats.c.person == person, ~seats.c.table_id.in_(begun)).values(name=name))


def add_token(connection: Connection, person: str, digest: str) -> None:
    connection.execute(sa.insert(tokens).values(digest=digest, person=person, created=now()))


def person_of_token(connection: Connection, digest: str) -> tuple[str, str] | None:
    """The identity and the name behind a token."""
    both = sa.select(people.c.id, people.c.name).join(tokens, tokens.c.person == people.c.id)
    row = connection.execute(both.where(tokens.c.digest == digest)).first()
    return (row[0], row[1]) if row else None


def add_account(connection: Connection, person: str, login: str, password: str) -> None:
    try:
        connection.execute(sa.insert(accounts).values(person=person, login=login, password=password, created=now()))
    except sa.exc.IntegrityError:
        raise ConflictError("this login is taken, or you have an account already") from None


def password_of(connection: Connection, person: str) -> str | None:
    """The hash of somebody's password; None for a guest."""
    found: str | None = connection.scalar(sa.select(accounts.c.password).where(accounts.c.person == person))
    return found


def set_password(connection: Connection, password: str, *, login: str = "", person: str = "") -> None:
    """Replaces the hash of a password, of whoever has this login or is this person."""
    whose = accounts.c.login == login if login else accounts.c.person == person
    if not connection.execute(sa.update(accounts).where(whose).values(password=password)).rowcount:
        raise MissingError(f"nobody has the login '{login}'" if login else "you have no account yet")


def account_of(connection: Connection, login: str) -> tuple[str, str] | None:
    """The identity and the password's hash of an account."""
    found = sa.select(accounts.c.person, accounts.c.password).where(accounts.c.login == login)
    row = connection.execute(found).first()
    return (row[0], row[1]) if row else None


def forget_person(connection: Connection, person: str) -> None:
    """Removes whatever tells who somebody was. The seats and moves of their games remain, without a name."""
    connection.execute(sa.delete(tokens).where(tokens.c.person == person))
    connection.execute(sa.delete(accounts).where(accounts.c.person == person))
    connection.execute(sa.delete(talk).where(talk.c.person == person))
    connection.execute(sa.delete(blocks).where(sa.or_(blocks.c.person == person, blocks.c.other == person)))
    connection.execute(sa.update(seats).where(seats.c.person == person).values(name=NOBODY))
    connection.execute(sa.update(people).where(people.c.id == person).values(name=NOBODY))


def signing_secrets(connection: Connection) -> list[bytes]:
    """Keys that sign cookies, the oldest first. The first start makes one."""
    alone(connection)
    if not signing_secrets_there(connection):
        add_signing_secret(connection)
    return signing_secrets_there(connection)


def signing_secrets_there(connection: Connection) -> list[bytes]:
    return list(connection.scalars(sa.select(signing_keys.c.secret).order_by(signing_keys.c.id)))


def add_signing_secret(connection: Connection) -> None:
    """From now on a new key signs."""
    connection.execute(sa.insert(signing_keys).values(secret=secrets.token_bytes(32), created=now()))


def drop_old_secrets(connection: Connection) -> int:
    """Cookies that older keys have signed are believed no more. Returns how many keys there were."""
    newest = sa.select(sa.func.max(signing_keys.c.id)).scalar_subquery()
    return connection.execute(sa.delete(signing_keys).where(signing_keys.c.id < newest)).rowcount


# --- Tables


@dataclass(frozen=True)
class Kept:
    """A table as it lies in the database."""

    id: int
    code: str
    game: str
    rules: int
    layout: str
    variant: str
    options: dict[str, Any]
    edition: str
    edition_text: str
    host: str
    visibility: str
    status: str
    reason: str
    seed: bytes
    seats: tuple[KeptSeat, ...]
    rematch: str = ""
    is_lesson: bool = False
    terms: Terms = field(default_factory=Terms)
    request: str = ""


@dataclass(frozen=True)
class KeptSeat:
    person: str
    bot: str
    name: str
    seed: str  # empty until somebody gives one, or the game begins
    held: int = 0
    back: int = 0
    out: int = 0
    rating: int = 0


@dataclass(frozen=True)
class KeptPly:
    ply: int
    key: str
    seat: int
    action: int
    hash: str
    made: int = 0


def add_table(connection: Connection, values: dict[str, Any], at_seats: Sequence[dict[str, Any]]) -> int:
    row: dict[str, Any] = {**values, "created": now()}
    for name in ("options", "terms"):
        if name in row:
            row[name] = json.encode(row[name]).decode()
    made = connection.execute(sa.insert(tables).values(row))
    number = int(made.inserted_primary_key[0])  # type: ignore[index]
    connection.execute(sa.insert(seats), [{"table_id": number, "seat": n, **each} for n, each in enumerate(at_seats)])
    return number


def read_table(connection: Connection, code: str) -> Kept | None:
    row = connection.execute(sa.select(tables).where(tables.c.code == code)).first()
    return _kept(row, seats_of(connection, [row.id])) if row else None


def open_tables(connection: Connection, limit: int) -> list[Kept]:
    """Tables that wait for players, the newest first."""
    listed = sa.select(tables).where(tables.c.status == "open", tables.c.visibility == "public")
    return _read_tables(connection, listed, limit)


def tables_of(connection: Connection, person: str, limit: int) -> list[Kept]:
    """Tables at which a person sits, those that are played first, then the newest."""
    theirs = sa.select(tables).join(seats, seats.c.table_id == tables.c.id).where(seats.c.person == person)
    return _read_tables(connection, theirs.order_by(tables.c.status != "playing"), limit)


def playing_by_themselves(connection: Connection) -> list[str]:
    """Tables in play at which a bot sits or a clock runs: somebody must wake them after a restart."""
    found = sa.select(tables.c.code).distinct().join(seats, seats.c.table_id == tables.c.id)
    terms = tables.c.terms
    timed = terms.contains('"kind"') | terms.contains('"caretaker"')  # defaults are left out
    alive = (seats.c.bot != "") | (seats.c.held > 0) | timed
    return list(connection.scalars(found.where(tables.c.status == "playing", alive)))


def _read_tables(connection: Connection, found: sa.Select[Any], limit: int) -> list[Kept]:
    rows = connection.execute(found.order_by(tables.c.id.desc()).limit(limit)).all()
    at_seats = seats_of(connection, [row.id for row in rows])
    return [_kept(row, at_seats) for row in rows]


def seats_of(connection: Connection, numbers: Sequence[int]) -> dict[int, list[KeptSeat]]:
    found: dict[int, list[KeptSeat]] = {number: [] for number in numbers}
    at_game = (ratings.c.person == seats.c.person) & (ratings.c.game == tables.c.game)
    joined = seats.join(tables, tables.c.id == seats.c.table_id).outerjoin(ratings, at_game)
    wanted = sa.select(seats, ratings.c.mu, ratings.c.sigma).select_from(joined).where(seats.c.table_id.in_(numbers))
    for row in connection.execute(wanted.order_by(seats.c.table_id, seats.c.seat)):
        rating = shown_rating(row.mu, row.sigma) if row.mu is not None else 0
        times = (row.held, row.back, row.out)
        found[row.table_id].append(KeptSeat(row.person or "", row.bot, row.name, row.seed, *times, rating))
    return found


def shown_rating(mu: float, sigma: float) -> int:
    """A rating as people read it: 1000 for whoever begins, and rather too low than too high."""
    return max(1, round(1000 + 40 * (mu - 3 * sigma)))


def _kept(row: Row[Any], at_seats: dict[int, list[KeptSeat]]) -> Kept:
    return Kept(
        id=row.id, code=row.code, game=row.game, rules=row.rules, layout=row.layout, variant=row.variant,
        options=json.decode(row.options), edition=row.edition, edition_text=row.edition_text, host=row.host,
        visibility=row.visibility, status=row.status, reason=row.reason, seed=row.seed, seats=tuple(at_seats[row.id]),
        rematch=row.rematch, is_lesson=row.is_lesson, terms=json.decode(row.terms, type=Terms), request=row.request,
    )  # fmt: skip


def take_seat(connection: Connection, number: int, seat: int, person: str, name: str, seed: str) -> None:
    """Seats a person, unless somebody else was quicker or the game has begun."""
    mine = (seats.c.table_id == number, seats.c.seat == seat)
    is_open = sa.exists().where(tables.c.id == number, tables.c.status == "open")
    free = sa.update(seats).where(*mine, seats.c.person.is_(None), seats.c.bot == "", is_open)
    try:
        taken = connection.execute(free.values(person=person, name=name, seed=seed)).rowcount
    except sa.exc.IntegrityError:
        raise ConflictError("you sit at this table already") from None
    if not taken:
        raise ConflictError(f"seat {seat} is not open any more")


def seat_bot(connection: Connection, number: int, seat: int, bot: str, name: str) -> None:
    """Seats a bot where nobody sits, or frees its seat again, as long as the table has not begun."""
    is_open = sa.exists().where(tables.c.id == number, tables.c.status == "open")
    there = sa.update(seats).where(seats.c.table_id == number, seats.c.seat == seat, seats.c.person.is_(None), is_open)
    if not connection.execute(there.values(bot=bot, name=name, seed="")).rowcount:
        raise ConflictError(f"a bot cannot come to seat {seat}, or go: somebody sits there, or the game has begun")


def leave_seat(connection: Connection, number: int, person: str) -> None:
    """Frees a seat of a table that has not begun. A host who leaves hands the table to whoever sits first."""
    is_open = sa.exists().where(tables.c.id == number, tables.c.status == "open")
    mine = sa.update(seats).where(seats.c.table_id == number, seats.c.person == person, is_open)
    if not connection.execute(mine.values(person=None, name="", seed="")).rowcount:
        raise ConflictError("you sit at no open seat of this table")
    others = sa.select(seats.c.person).where(seats.c.table_id == number, seats.c.person.is_not(None))
    if heir := connection.scalar(others.order_by(seats.c.seat).limit(1)):
        was_host = sa.update(tables).where(tables.c.id == number, tables.c.host == person)
        connection.execute(was_host.values(host=heir))


def begin(connection: Connection, number: int) -> None:
    """Starts a table whose seats are all taken."""
    empty = sa.exists().where(seats.c.table_id == number, seats.c.person.is_(None), seats.c.bot == "")
    ready = sa.update(tables).where(tables.c.id == number, tables.c.status == "open", ~empty)
    if not connection.execute(ready.values(status="playing")).rowcount:
        raise ConflictError("a table is started once, when all its seats are taken")
    connection.execute(sa.update(seats).where(seats.c.table_id == number).values(back=now()))


def end(connection: Connection, number: int, status: str, reason: str = "") -> bool:
    """Notes that a game is over, or was closed; False where that was noted already."""
    running = sa.update(tables).where(tables.c.id == number, tables.c.status == "playing")
    return connection.execute(running.values(status=status, reason=reason, ended=now())).rowcount > 0


# --- Clocks


def wake(connection: Connection) -> list[tuple[int, int]]:
    """A server starts: notes since when there was none, and tells all pauses that a running clock may have met."""
    alone(connection)
    last, starts = connection.scalar(sa.select(pulse.c.beat)), now()
    shared = connection.dialect.name == "postgresql"  # where another process may be alive, and beats
    if last is None:
        connection.execute(sa.insert(pulse).values(id=1, beat=starts))
    elif starts - last > (2 * BEAT if shared else 0):
        connection.execute(sa.insert(pauses).values(start=last, stop=starts))
    connection.execute(sa.update(pulse).values(beat=starts))
    running = sa.select(sa.func.min(seats.c.back)).join(tables, tables.c.id == seats.c.table_id)
    first = connection.scalar(running.where(tables.c.status == "playing", seats.c.back > 0))
    met = sa.select(pauses.c.start, pauses.c.stop).where(pauses.c.stop > (starts if first is None else first))
    return [(row[0], row[1]) for row in connection.execute(met.order_by(pauses.c.id))]


def beat(connection: Connection, here: Sequence[tuple[int, int]]) -> None:
    """A server is alive, and these are connected: table and seat."""
    connection.execute(sa.update(pulse).values(beat=now()))
    if here:
        one = (seats.c.table_id == sa.bindparam("at_table"), seats.c.seat == sa.bindparam("at_seat"))
        connection.execute(
            sa.update(seats).where(*one).values(seen=now()), [{"at_table": t, "at_seat": s} for t, s in here]
        )


def hold(connection: Connection, number: int, seat: int, plies: int, unseen: int) -> None:
    """A caretaker plays at a seat from now on, unless its owner has moved or was seen since then."""
    connection.execute(_idle_seat(number, seat, plies).where(seats.c.seen <= unseen).values(held=now()))


def put_out(connection: Connection, number: int, seat: int, plies: int) -> None:
    """The game is lost for a seat, unless its owner has moved."""
    connection.execute(_idle_seat(number, seat, plies).values(out=now()))


def _idle_seat(number: int, seat: int, count: int) -> sa.Update:
    """A seat of a table in play at which nothing was stored since so many decisions."""
    stored = sa.select(sa.func.count()).select_from(plies).where(plies.c.table_id == number).scalar_subquery()
    mine = (seats.c.table_id == number, seats.c.seat == seat, seats.c.held == 0, seats.c.out == 0)
    return sa.update(seats).where(*mine, stored == count)


def hand_back(connection: Connection, number: int, seat: int) -> None:
    """The owner of a seat plays again."""
    held = sa.update(seats).where(seats.c.table_id == number, seats.c.seat == seat, seats.c.held > 0)
    connection.execute(held.values(held=0, back=now(), seen=now()))


def edit_request(connection: Connection, number: int, edit: Callable[[str], str]) -> None:
    """Changes what somebody asks to take back; nobody else changes it meanwhile."""
    mine = tables.c.id == number
    request = connection.scalar(sa.select(tables.c.request).where(mine).with_for_update())
    connection.execute(sa.update(tables).where(mine).values(request=edit(request or "")))


# --- Who does not want to be asked


def add_wish(connection: Connection, number: int, seat: int, wish: Wish) -> None:
    """One more wish of a seat; those of earlier rounds are over."""
    mine = (seats.c.table_id == number, seats.c.seat == seat)
    before = _wish(connection.scalar(sa.select(seats.c.wish).where(*mine).with_for_update()))
    connection.execute(sa.update(seats).where(*mine).values(wish=json.encode(before.then(wish)).decode()))


def read_wish(connection: Connection, number: int, seat: int) -> Wish:
    return _wish(connection.scalar(sa.select(seats.c.wish).where(seats.c.table_id == number, seats.c.seat == seat)))


def _wish(text: str | None) -> Wish:
    return json.decode(text, type=Wish) if text else Wish()


# --- What follows, and what is said


def follow(connection: Connection, number: int, values: dict[str, Any], at_seats: Sequence[dict[str, Any]]) -> str:
    """Makes the table that follows one which is over; whoever comes later gets the same. Where one person has blocked
    another, the host stays and then whoever sits first; the other seat is open."""
    alone(connection)
    made = str(connection.scalar(sa.select(tables.c.rematch).where(tables.c.id == number)) or "")
    if not made:
        gone = _parted(connection, values["host"], [each["person"] for each in at_seats])
        opened = {"person": None, "bot": "", "name": "", "seed": ""}
        add_table(connection, values, [opened if each["person"] in gone else each for each in at_seats])
        made = str(values["code"])
        connection.execute(sa.update(tables).where(tables.c.id == number).values(rematch=made))
    return made


def _parted(connection: Connection, host: str, persons: Sequence[str | None]) -> set[str]:
    """Those of a table's people who may not sit there, because of somebody before them."""
    found = sa.select(blocks.c.person, blocks.c.other).where(blocks.c.kind == "block")
    apart = {frozenset((row[0], row[1])) for row in connection.execute(found.where(blocks.c.person.in_(persons)))}
    stay, gone = [host], set()
    for person in persons:
        if person and person != host:
            if any(frozenset((person, other)) in apart for other in stay):
                gone.add(person)
            else:
                stay.append(person)
    return gone


def add_talk(connection: Connection, number: int, person: str, name: str, text: str) -> None:
    connection.execute(sa.insert(talk).values(table_id=number, person=person, name=name, text=text, said=now()))


def read_talk(connection: Connection, number: int, after: int, limit: int) -> list[tuple[int, str, str, str, int]]:
    """What was said at a table after a message, at most the last few: id, person, name, text, time."""
    said = sa.select(talk.c.id, talk.c.person, talk.c.name, talk.c.text, talk.c.said)
    last = said.where(talk.c.table_id == number, talk.c.id > after).order_by(talk.c.id.desc()).limit(limit)
    return [(row[0], row[1], row[2], row[3], row[4]) for row in reversed(connection.execute(last).all())]


def deaf_to(connection: Connection, speakers: Iterable[str]) -> set[tuple[str, str]]:
    """Who does not want to hear whom: pairs of a person and somebody who has spoken."""
    pairs = sa.select(blocks.c.person, blocks.c.other).where(blocks.c.other.in_(set(speakers)))
    return {(row[0], row[1]) for row in connection.execute(pairs)}


def is_blocked(connection: Connection, person: str, other: str) -> bool:
    """Does this person not want to play with the other?"""
    found = sa.select(blocks.c.kind).where(blocks.c.person == person, blocks.c.other == other)
    return connection.scalar(found) == "block"


def read_log(connection: Connection, number: int, first: int = 0) -> list[KeptPly]:
    """A table's decisions from this one on."""
    log = sa.select(plies.c.ply, plies.c.key, plies.c.seat, plies.c.action, plies.c.hash, plies.c.made)
    wanted = log.where(plies.c.table_id == number, plies.c.ply >= first).order_by(plies.c.ply)
    return [KeptPly(*row) for row in connection.execute(wanted)]


def put_snapshot(connection: Connection, number: int, body: bytes) -> None:
    """Keeps the newest snapshot of a table."""
    connection.execute(sa.delete(snapshots).where(snapshots.c.table_id == number))
    connection.execute(sa.insert(snapshots).values(table_id=number, body=body))


def read_snapshot(connection: Connection, number: int) -> bytes:
    return connection.scalar(sa.select(snapshots.c.body).where(snapshots.c.table_id == number)) or b""


PlyRow = tuple[int, int, str, int, int, str, int]
"""A decision as it is stored: all columns of `plies`, in their order."""


def add_plies(connection: Connection, rows: Sequence[PlyRow]) -> None:
    """Appends decisions. One that another process has made already is an IntegrityError."""
    mark = "?" if connection.dialect.paramstyle == "qmark" else "%s"
    for first in range(0, len(rows), ROWS):
        some = rows[first : first + ROWS]
        connection.exec_driver_sql(_insert_plies(len(some), mark), tuple(chain.from_iterable(some)))


@cache
def _insert_plies(count: int, mark: str) -> str:
    """A statement for so many decisions."""
    row = f"({', '.join([mark] * len(plies.c))})"
    return f"INSERT INTO plies ({', '.join(plies.c.keys())}) VALUES {', '.join([row] * count)}"
