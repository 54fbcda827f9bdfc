"""A program that plays any game over the network:  python client.py http://127.0.0.1:8000 talon

It makes a table with bots at the other seats and takes a legal action at random whenever it is asked. When the
connection is lost it comes back, and sends again, under the same key, what was not acknowledged."""

import json
import random
import sys
import time
import urllib.request
from typing import Any
from uuid import uuid4

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

URL, GAME = sys.argv[1:3]
HEADERS = {"Content-Type": "application/json"}


def post(path: str, **body: Any) -> Any:
    request = urllib.request.Request(URL + path, json.dumps(body).encode(), HEADERS)
    return json.load(urllib.request.urlopen(request))


HEADERS["Authorization"] = "Bearer " + post("/api/me/tokens")["token"]
games = json.load(urllib.request.urlopen(URL + "/api/games"))
rivals = next(game["players"]["default"] for game in games if game["name"] == GAME) - 1
table = post("/api/tables", game=GAME, seats=["me"] + ["greedy"] * rivals)["table"]
post(f"/api/tables/{table}/start")
socket, move, step = URL.replace("http", "ws", 1) + f"/api/tables/{table}/socket", None, ""
while step != "over":
    try:
        with connect(socket, additional_headers=HEADERS) as connection:
            connection.send(json.dumps({"type": "enter", "protocol": 1}))
            for message in map(json.loads, connection):
                if message["type"] in ("stored", "refusal"):
                    move = None
                if message["type"] == "refusal":
                    connection.send(json.dumps({"type": "enter", "protocol": 1}))
                seen = message.get("look") or message.get("news")
                if not seen:
                    continue
                step = seen["public"].get("step", step)
                if seen.get("actions") and (move is None or message["type"] == "now"):
                    move = move or {"type": "move", "key": str(uuid4()), "action": random.choice(seen["actions"])["id"]}
                    connection.send(json.dumps({**move, "number": seen["number"]}))
                if step == "over":
                    print(seen["public"]["over"]["ranking"])
                    break
    except (ConnectionClosed, OSError):
        time.sleep(0.2)
