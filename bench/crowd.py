"""Thousands of WebSocket clients in one thread, as lean as Python can be: what they cost must not hide what a server
costs."""

from __future__ import annotations

import base64
import http.client
import json
import os
import select
import socket
import time
from collections.abc import Callable
from typing import Any

TEXT, PING, PONG, MASKED = 0x81, 0x89, 0x8A, 0x80
NO_MASK = bytes(4)  # a frame that is masked with zeros is its own plain text
CHUNK = 1 << 16


def request(port: int, method: str, path: str, body: Any = None, token: str = "") -> Any:
    """One HTTP request, and what is answered."""
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    connection = http.client.HTTPConnection("127.0.0.1", port)
    connection.request(method, path, None if body is None else json.dumps(body), headers)
    response = connection.getresponse()
    answer = response.read()
    connection.close()
    if response.status >= 400:
        raise RuntimeError(f"{method} {path}: {answer.decode()}")
    return json.loads(answer) if answer else None


class Client:
    """One connection."""

    def __init__(self, crowd: Crowd, port: int, path: str, token: str = "") -> None:
        self.crowd, self.rest = crowd, b""
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        lines = [f"GET {path} HTTP/1.1", f"Host: 127.0.0.1:{port}", "Connection: Upgrade", "Upgrade: websocket",
                 "Sec-WebSocket-Version: 13", f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}",
                 *([f"Authorization: Bearer {token}"] if token else []), "", ""]  # fmt: skip
        self.socket.sendall("\r\n".join(lines).encode())
        head = b""
        while b"\r\n\r\n" not in head:
            head += self.socket.recv(CHUNK)
        if not head.startswith(b"HTTP/1.1 101"):
            raise RuntimeError(head.decode(errors="replace"))
        crowd.add(self)
        self._take(head.partition(b"\r\n\r\n")[2])

    def hear(self, message: bytes) -> None:
        """Acts on a message."""
        raise NotImplementedError

    def send(self, text: bytes, kind: int = TEXT) -> None:
        size = len(text)
        head = bytes((kind, MASKED | size)) if size < 126 else bytes((kind, MASKED | 126, size >> 8, size & 255))
        self.socket.sendall(head + NO_MASK + text)

    def read(self) -> None:
        data = self.socket.recv(CHUNK)
        if not data:
            raise RuntimeError("the server has closed a connection")
        self.crowd.heard += len(data)
        self._take(self.rest + data if self.rest else data)

    def _take(self, data: bytes) -> None:
        """Cuts what has come into messages. A server sends them in one frame each, and does not mask them."""
        start, end = 0, len(data)
        while end - start >= 2:
            size, head = data[start + 1], start + 2
            if size >= 126:
                head += 2 if size == 126 else 8
                if end < head:
                    break
                size = int.from_bytes(data[start + 2 : head], "big")
            if end < head + size:
                break
            if data[start] == TEXT:
                self.hear(data[head : head + size])
            elif data[start] == PING:
                self.send(data[head : head + size], PONG)
            start = head + size
        self.rest = data[start:]


class Crowd:
    """All clients; they hear while it runs."""

    def __init__(self) -> None:
        self.poll = select.epoll()
        self.clients: dict[int, Client] = {}
        self.heard = 0  # bytes

    def add(self, client: Client) -> None:
        self.clients[client.socket.fileno()] = client
        self.poll.register(client.socket.fileno(), select.EPOLLIN)

    def run(self, seconds: float, enough: Callable[[], bool] = lambda: False) -> float:
        """Lets them hear for so long, or until it is enough; returns how long that was."""
        started = time.perf_counter()
        while (left := started + seconds - time.perf_counter()) > 0 and not enough():
            self.turn(left)
        return time.perf_counter() - started

    def turn(self, longest: float) -> None:
        """Waits until something comes, and lets them hear it."""
        clients = self.clients
        for number, _ in self.poll.poll(longest, 4096):
            clients[number].read()

    def close(self) -> None:
        for client in self.clients.values():
            client.socket.close()
        self.poll.close()
