"""A WebSocket by hand: as little as a client needs, and as wrong as a test wants it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from typing import Any

TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10
MASK = b"\0\0\0\0"  # changes nothing, as the standard allows


def framed(payload: bytes, kind: int = TEXT, last: bool = True) -> bytes:
    """A frame as a client writes it, RFC 6455, 5.2."""
    size = len(payload)
    head = bytes([kind | (0x80 if last else 0)])
    if size < 126:
        return head + bytes([0x80 | size]) + MASK + payload
    if size < 1 << 16:
        return head + bytes([0x80 | 126]) + size.to_bytes(2, "big") + MASK + payload
    return head + bytes([0x80 | 127]) + size.to_bytes(8, "big") + MASK + payload


class HandshakeError(ConnectionError):
    """The server does not want to talk."""


class Raw:
    """One connection."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer

    @classmethod
    async def open(cls, port: int, path: str, headers: Mapping[str, str]) -> Raw:
        """Connects and shakes hands; a refusal is a HandshakeError with its status."""
        reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1 << 22)
        lines = [f"GET {path} HTTP/1.1", f"Host: 127.0.0.1:{port}", "Upgrade: websocket", "Connection: Upgrade",
                 "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==", "Sec-WebSocket-Version: 13"]  # fmt: skip
        lines += [f"{name}: {value}" for name, value in headers.items()]
        writer.write("\r\n".join(lines).encode("utf-8", "replace") + b"\r\n\r\n")
        head = await reader.readuntil(b"\r\n\r\n")
        if b" 101 " not in head.partition(b"\r\n")[0] + b" ":
            writer.close()
            raise HandshakeError(head.split()[1].decode())
        return cls(reader, writer)

    def say(self, **message: Any) -> None:
        self.writer.write(framed(json.dumps(message).encode()))

    async def hear(self) -> tuple[int, bytes]:
        """The next frame: its kind and what it holds."""
        first, second = await self.reader.readexactly(2)
        size = second & 127
        if size >= 126:
            size = int.from_bytes(await self.reader.readexactly(2 if size == 126 else 8), "big")
        return first & 15, await self.reader.readexactly(size)

    async def until(self, kind: str) -> Any:
        """The next message of a type."""
        while True:
            opcode, payload = await self.hear()
            if opcode == CLOSE:
                raise ConnectionError(f"closed with {int.from_bytes(payload[:2], 'big')}")
            if opcode == PING:
                self.writer.write(framed(payload, PONG))
            elif opcode == TEXT and (message := json.loads(payload))["type"] == kind:
                return message

    def close(self) -> None:
        self.writer.close()


async def ask(
    port: int, method: str, path: str, headers: Mapping[str, str], body: bytes = b""
) -> tuple[int, str, bytes]:
    """One HTTP request, sent as it is: its status, its head and its body. A status of 0: no answer at all."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1 << 22)
    lines = [f"{method} {path} HTTP/1.1", "Connection: close", f"Content-Length: {len(body)}"]
    lines += [f"{name}: {value}" for name, value in {"Host": f"127.0.0.1:{port}", **headers}.items()]
    said = b""
    try:
        writer.write("\r\n".join(lines).encode("utf-8", "replace") + b"\r\n\r\n" + body)
        while more := await reader.read(1 << 16):
            said += more
    except ConnectionError:
        pass  # what was said before counts
    finally:
        writer.close()
    head, _, answer = said.partition(b"\r\n\r\n")
    return int(head.split()[1]) if head else 0, head.decode("latin-1"), answer
