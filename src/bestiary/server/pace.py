"""How much one address and one person may ask of the server. Programs and crowds behind one address fit well inside; a
flood does not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from bestiary.server.errors import TooMuchError
from bestiary.server.limits import Limit

BURST = 10  # seconds' worth that may come at once
EACH_PERSON = 0.5  # of what an address may
SOCKETS = 10  # open at once, for each request a second


class Pace:
    """The limits of one server; with a rate of 0 there are none."""

    def __init__(self, rate: float) -> None:
        self.rate, self.most_sockets = rate, int(rate * SOCKETS)
        self.addresses = Limit(rate * BURST, rate or 1, "requests from your address")
        self.people = Limit(rate * BURST * EACH_PERSON, rate * EACH_PERSON or 1, "requests from you")
        self.sockets: Counter[str] = Counter()

    def ask(self, address: str) -> None:
        """Counts a request of an address."""
        if self.rate:
            self.addresses.take(address)

    def ask_as(self, person: str) -> None:
        """Counts a request of somebody known."""
        if self.rate:
            self.people.take(person)

    @contextmanager
    def connected(self, address: str) -> Iterator[None]:
        """Counts a WebSocket as long as it is open."""
        if self.rate and self.sockets[address] >= self.most_sockets:
            raise TooMuchError("too many connections from your address; close some")
        self.sockets[address] += 1
        try:
            yield
        finally:
            self.sockets[address] -= 1
            if not self.sockets[address]:
                del self.sockets[address]
