"""Who somebody is: a guest by a signed cookie, a program by a token.

The first visit makes a guest. The cookie holds the guest's id under a signature, and pages cannot read it. The keys
that sign lie in the database, so that all workers share them; the newest signs, and the older ones are believed.
"""

from __future__ import annotations

import asyncio
import functools
import hashlib
import secrets
import time
from dataclasses import dataclass
from http.cookies import CookieError, SimpleCookie

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from itsdangerous import BadSignature, Signer
from sqlalchemy.engine import Connection

from bestiary.engine.errors import MalformedError
from bestiary.engine.seat_names import printable
from bestiary.server import store
from bestiary.server.errors import ForbiddenError, MissingError
from bestiary.server.limits import Limit
from bestiary.server.pace import Pace
from bestiary.server.protocol import Account, NewPassword
from bestiary.server.rooms import Rooms
from bestiary.server.workshop import drafts

COOKIE = "bestiary"
YEAR = 365 * 24 * 3600
TOKEN = "bst_"  # tokens begin with it, so that people recognise one
REMEMBERED = 10_000
FOLLOW = 60.0  # seconds between two looks at the keys
PAUSE = 1.0  # seconds; a flood of forged cookies does not become one of readings
GUESTS = ("Badger", "Crane", "Hare", "Heron", "Lynx", "Marten", "Otter", "Raven", "Stoat", "Wren")


HASHER = PasswordHasher()


@functools.cache
def dummy() -> str:
    """What is compared where there is no account."""
    return HASHER.hash(secrets.token_urlsafe())


@dataclass(frozen=True)
class Person:
    id: str
    name: str


class People:
    """Identities of one server."""

    def __init__(self, rooms: Rooms, signing: list[bytes], is_secure: bool, pace: Pace) -> None:
        self.rooms, self.is_secure, self.pace = rooms, is_secure, pace
        self.take_keys(signing)
        self.logins = Limit(5, 0.1, "attempts to log in")
        self.guests = Limit(200, 5, "new guests")
        self.known: dict[str, Person] = {}  # cookie's id or token's digest → who that is

    async def identify(self, cookies: str, authorization: str) -> Person | None:
        """Who sent this; None for a new visitor. A forged or withdrawn proof is an error, not a new visitor."""
        if authorization:
            return await self._by_token(authorization)
        try:
            found = SimpleCookie(cookies).get(COOKIE)
        except CookieError:
            return None
        if found is None:
            return None
        person = self._read(found.value)
        if person is None and time.monotonic() > self.read_keys + PAUSE:
            self.take_keys(await self.rooms.read(store.signing_secrets_there))  # perhaps there is a new one
            person = self._read(found.value)
        if person is None:
            raise ForbiddenError("this cookie is not one of ours; delete it and come again")
        if person not in self.known:
            name = await self.rooms.read(store.name_of, person)
            if name is None:
                raise ForbiddenError("this cookie is of somebody who is not known here; delete it and come again")
            self._remember(person, Person(person, name))
        return self.known[person]

    def _read(self, cookie: str) -> str | None:
        """Whom a cookie names; None where no key of ours has signed it."""
        try:
            return self.signer.unsign(cookie).decode()
        except (BadSignature, UnicodeError):
            return None

    def take_keys(self, signing: list[bytes]) -> None:
        """Signs with the newest key from now on, and believes these alone."""
        self.signer = Signer(signing, salt="bestiary.person", digest_method=hashlib.sha256)
        self.read_keys = time.monotonic()

    async def follow_keys(self) -> None:
        """Notices when the operator has made a new key, or has dropped the old ones."""
        while True:
            await asyncio.sleep(FOLLOW)
            self.take_keys(await self.rooms.read(store.signing_secrets_there))
            self.known.clear()  # names and tokens may have changed through another worker

    async def _by_token(self, authorization: str) -> Person:
        scheme, _, token = authorization.partition(" ")
        if scheme.lower() != "bearer" or not token.startswith(TOKEN):
            raise MalformedError(f"programs send 'Authorization: Bearer {TOKEN}…'")
        digest = digest_of(token)
        if digest not in self.known:
            row = await self.rooms.read(store.person_of_token, digest)
            if row is None:
                raise ForbiddenError("this token is not known here")
            self._remember(digest, Person(*row))
        return self.known[digest]

    def _remember(self, proof: str, person: Person) -> None:
        if len(self.known) >= REMEMBERED:
            self.known.clear()
        self.known[proof] = person

    async def new_guest(self, address: str) -> Person:
        self.guests.take(address)
        person = Person(store.new_id(), f"{secrets.choice(GUESTS)} {secrets.randbelow(900) + 100}")
        await self.rooms.writer.change(functools.partial(store.add_person, person=person.id, name=person.name))
        self._remember(person.id, person)
        return person

    def cookie_for(self, person: Person) -> str:
        """The header that makes a browser remember."""
        secure = "; Secure" if self.is_secure else ""
        value = self.signer.sign(person.id).decode()
        return f"{COOKIE}={value}; Path=/; Max-Age={YEAR}; HttpOnly; SameSite=Lax{secure}"

    def no_cookie(self) -> str:
        """The header that makes a browser forget."""
        return f"{COOKIE}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax{'; Secure' if self.is_secure else ''}"

    async def rename(self, person: Person, wanted: str) -> Person:
        name = " ".join(printable(wanted).split())
        if not name:
            raise MalformedError("a name has at least one letter that can be seen")
        await self.rooms.writer.change(functools.partial(store.rename, person=person.id, name=name))
        self.known.clear()
        return Person(person.id, name)

    async def open_account(self, person: Person, wanted: Account) -> None:
        """Makes an account of a guest."""
        password = await self.rooms.apart(HASHER.hash, wanted.password)
        login = wanted.login.lower()
        change = functools.partial(store.add_account, person=person.id, login=login, password=password)
        await self.rooms.writer.change(change)

    async def change_password(self, person: Person, given: NewPassword) -> None:
        """Whoever knows the old password may set a new one."""
        self.logins.take(person.id)
        kept = await self.rooms.read(store.password_of, person.id)
        if kept is None:
            raise MissingError("you have no account yet")
        if not await self._fits(kept, given.old):
            raise ForbiddenError("the old password is wrong")
        password = await self.rooms.apart(HASHER.hash, given.new)
        change = functools.partial(store.set_password, person=person.id, password=password)
        await self.rooms.writer.change(change)

    async def _fits(self, kept: str, given: str) -> bool:
        try:
            return bool(await self.rooms.apart(HASHER.verify, kept, given))
        except (VerificationError, InvalidHashError):
            return False

    async def log_in(self, address: str, given: Account) -> Person:
        """Who has this account. Nobody learns whether there is one, neither by the answer nor by its time."""
        login = given.login.lower()
        self.logins.take(address)
        self.logins.take(login)
        row = await self.rooms.read(store.account_of, login)
        person, password = row or ("", await self.rooms.apart(dummy))
        if not await self._fits(password, given.password) or not person:
            raise ForbiddenError("login or password is wrong")
        name: str | None = await self.rooms.read(store.name_of, person)
        return Person(person, name or store.NOBODY)

    async def forget(self, person: Person) -> None:
        """Removes an account, its tokens, editions and name; nobody is this person any more."""

        def forget(connection: Connection) -> None:
            drafts.forget(connection, person.id)
            store.forget_person(connection, person.id)

        await self.rooms.writer.change(forget)
        self.known.clear()

    async def new_token(self, person: Person) -> str:
        token = TOKEN + secrets.token_urlsafe(24)
        digest = digest_of(token)
        await self.rooms.writer.change(functools.partial(store.add_token, person=person.id, digest=digest))
        return token


def digest_of(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
