"""A person at a table, as the tests need one: says what it wants, and waits for what it expects."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from contextlib import suppress
from typing import Any

import msgspec
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from bestiary.engine.registry import find_game
from bestiary.engine.views import patched


class RefusedError(Exception):
    """An HTTP answer that is none of 200."""

    def __init__(self, status: int, body: dict[str, Any]) -> None:
        super().__init__(f"{status}: {body}")
        self.status, self.body = status, body


class Client:
    """Somebody with a token."""

    def __init__(self, url: str) -> None:
        self.url, self.token = url, ""
        made = self.post("/api/me/tokens")
        self.token, self.person = made["token"], made["person"]

    def call(self, method: str, path: str, body: Any = None, **headers: str) -> Any:
        if self.token:
            headers.setdefault("Authorization", f"Bearer {self.token}")
        data = None if body is None else json.dumps(body).encode()
        headers = {"Content-Type": "application/json", **{k.replace("_", "-"): v for k, v in headers.items()}}
        request = urllib.request.Request(self.url + path, data, headers, method=method)
        try:
            with urllib.request.urlopen(request) as answer:
                return json.loads(answer.read())
        except urllib.error.HTTPError as error:
            raise RefusedError(error.code, json.loads(error.read())) from None

    def get(self, path: str) -> Any:
        return self.call("GET", path)

    def post(self, path: str, body: Any = None, **headers: str) -> Any:
        return self.call("POST", path, body, **headers)

    def table(self, game: str, **wanted: Any) -> str:
        return str(self.post("/api/tables", {"game": game, **wanted})["table"])

    def sit(self, table: str, number: int | None = 0) -> Place:
        return Place(self, table, number)


class Place:
    """A connection to a table, and what it shows."""

    def __init__(self, client: Client, table: str, number: int | None = 0) -> None:
        headers = {"Authorization": f"Bearer {client.token}"} if client.token else {}
        url = client.url.replace("http", "ws") + f"/api/tables/{table}/socket"
        self.client = client
        plain: Any = {"additional_headers": headers, "compression": None, "legacy": True, "max_queue": None}
        self.socket: ClientConnection = connect(url, **plain)
        self.events: list[dict[str, Any]] = []
        self.look: dict[str, Any] = {}
        self.table: dict[str, Any] = {}
        self.you = -1
        self.keys = 0
        self.waits = False  # for the answer to a move
        self.frames: list[str] = []
        with suppress(ConnectionClosed):  # the reason can be heard even so
            self.say(type="enter", protocol=1, number=number)

    def say(self, **message: Any) -> None:
        self.socket.send(json.dumps(message))

    def hear(self, timeout: float = 10) -> dict[str, Any]:
        """The next message; what it changes is changed."""
        text = self.socket.recv(timeout)
        self.frames.append(str(text))
        message: dict[str, Any] = json.loads(text)
        if message["type"] in ("stored", "refusal"):
            self.waits = False
        if message["type"] == "stored":
            self.look["actions"] = []  # until the news say what is asked now
        if message["type"] == "table":
            self.table, self.you = message["table"], message.get("you", -1)
        elif message["type"] == "now":
            self.look = {"actions": [], **message["look"]}
            self.events += message["events"]
        elif message["type"] == "news":
            news = message["news"]
            self.look["public"] = patched(self.look["public"], news["public"])
            if news.get("private") is not None:
                self.look["private"] = patched(self.look["private"], news["private"])
            self.look |= {"number": news["number"], "actions": news.get("actions", [])}
            self.events += news["events"]
        return message

    def until(self, kind: str, timeout: float = 10) -> dict[str, Any]:
        """The next message of a kind."""
        while True:
            message = self.hear(timeout)
            if message["type"] == kind:
                return message

    def move(self, action: Any = None, key: str = "", number: int | None = None) -> str:
        """Sends a move, the first legal one unless another is named."""
        self.keys += 1
        self.waits = True
        key = key or f"{id(self)}-{self.keys}"
        chosen = self.look["actions"][0]["id"] if action is None else action
        self.say(type="move", key=key, number=self.look["number"] if number is None else number, action=chosen)
        return key

    @property
    def is_asked(self) -> bool:
        return bool(self.look.get("actions"))

    @property
    def is_over(self) -> bool:
        return bool(self.look) and self.look["public"]["step"] == "over"

    def close(self) -> None:
        self.socket.close()


def seated(server: Any, game: str = "claw", **wanted: object) -> tuple[list[Client], str]:
    """A table in play with a person at each seat."""
    host = server.client()
    table = host.table(game, **wanted)
    people = [host]
    while any(not seat.get("person") for seat in host.get(f"/api/tables/{table}")["seats"]):
        people.append(server.client())
        people[-1].post(f"/api/tables/{table}/join", {})
    host.post(f"/api/tables/{table}/start")
    return people, table


def shown(people: list[Client], table: str) -> list[Place]:
    places = [person.sit(table) for person in people]
    for place in places:
        place.until("now")
    return places


def asked(places: list[Place]) -> Place:
    return next(place for place in places if place.is_asked)


def play_on(places: list[Place], moves: int) -> None:
    """So many moves, each by the first who is asked; everybody hears of each."""
    for _ in range(moves):
        asked(places).move()
        for place in places:
            place.until("news")


def typed(place: Place) -> list[Any]:
    """What a place shows, as the game's types: patches name defaults that a whole view leaves out."""
    shapes = find_game(place.table["game"]).shapes
    private = place.look.get("private")
    return [
        place.look["number"], msgspec.convert(place.look["public"], shapes.public),
        private and msgspec.convert(private, shapes.private), place.look["actions"],
    ]  # fmt: skip


def play_out(places: list[Place]) -> None:
    """To the end: whoever is asked moves, in turn; bots answer in between."""
    while any(place.table.get("status") != "over" for place in places):
        for place in places:
            if place.is_asked and not place.waits:
                place.move()
            if place.table.get("status") != "over":
                with suppress(TimeoutError):  # it may be somebody else's turn
                    place.hear(0.02 if len(places) > 1 else 30)
